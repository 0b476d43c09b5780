"""``python -m campaign.files.reference``: docs/chapters.md, made from the models; ``--check`` says whether it is stale.

No part of the program imports this.
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import cast

from campaign.files.models import CampaignTable
from campaign.files.reference_examples import EXAMPLES
from campaign.files.schema import Schema, chapter_schema

TARGET = Path(__file__).parents[2] / "docs" / "chapters.md"
_COMMAND = "python -m campaign.files.reference"
_INTRO = f"""\
# Chapter files: every key

<!-- Made by {_COMMAND}. Change the models or the examples, not this file. -->

A chapter is one TOML file of rules; its id is the file's name without `.toml`. [authoring.md](authoring.md) shows how
to write one; this page lists every key with its type, default, meaning and an example. Each example is a part of a
chapter that begins with `format = 1`, a `title` and `extends = "iv"`.

A key in a section is a *knob*: `city.order = "shuffled"` and `order = "shuffled"` under `[city]` are the same line. An
*entry* is a whole rule with a name, such as `[moves.tricks]`. A chapter that `extends` another begins with its lines: a
knob replaces the inherited one, an entry is added. What is inherited and not wanted is taken out with `without`.
`[round.2.…]` before a section makes it hold in round 2 alone.

| word | what it is |
|---|---|
| CARDS | a table that picks cards, such as `{{ suit = "potion" }}`; see [Cards](#cards) |
| COUNT | a table that counts something, such as `{{ count = "tricks", won-by = "city" }}`; see [Counts](#counts) |
| CONDITION | a COUNT with a comparison, or several of them; see [Conditions](#conditions) |
| SEAT | `jekyll`, `hyde`, `city`; `leading` and `other` as in this round; `players` both together; `anyone` all three |
"""
_PARTS = (
    ("At the top of the file", "", None),
    ("`[setup]`", "setup", "Setup"),
    ("`[deal]`", "deal", "Deal"),
    ("`[city]`", "city", "City"),
    ("`[face-up]`", "face-up", "FaceUp"),
    ("`[ranks]`", "ranks", "Ranks"),
    ("`[night]`", "night", "Night"),
    ("`[reactions]`", "reactions", "Reactions"),
    ("`[talk]`", "talk", "Talk"),
    ("`[moves.NAME]`", "moves", "Move"),
    ("`[limits.NAME]`", "limits", "Limit"),
    ("`[objectives.NAME]`", "objectives", "Objective"),
    ("`[achievement]`", "achievement", "Achievement"),
    ("`[score]`", "score", "Score"),
    ("`[round.N]`", "round", "RoundSections"),
    ("Cards", "cards", "Cards"),
    ("Counts", "", None),
    ("A count of tricks", "tricks", "TricksCount"),
    ("A count of tricks-in-a-row", "tricks-in-a-row", "RunCount"),
    ("A count of cards", "count-cards", "CardsCount"),
    ("A count of reactions", "reactions-count", "ReactionsCount"),
    ("A count of steps", "steps", "StepsCount"),
    ("A count of space", "space", "SpaceCount"),
    ("A count of gap", "gap", "GapCount"),
    ("`holding`", "holding", "Holding"),
    ("`double`", "double", "Double"),
    ("Conditions", "condition", None),
)
_COMMON = ("at-least", "at-most", "exactly", "more-than", "for-every")
_TEXTS = {
    "Counts": "A table with `count`, which names what is counted, and the keys that narrow it. Every count can have:",
    "Conditions": "One count with one comparison, or one of these three instead of a count:",
    "`[score]`": "A chapter has exactly one of `[score]` and `[achievement]`, what it inherits included.",
    "`[limits.NAME]`": (
        "If no card that may be played obeys all limits, none of them binds that play: a player always has a card."
    ),
    "`[objectives.NAME]`": "Failing an objective is a defeat at the end of the round.",
    "`[round.N]`": (
        "Every section but `[setup]`, `[achievement]` and `[score]` can stand under a round's number, and holds in "
        "that round alone. Besides:"
    ),
}


def reference() -> str:
    """Return the text of docs/chapters.md."""
    schema = chapter_schema()
    tables = cast("dict[str, Schema]", schema["$defs"])
    parts = [_INTRO]
    for heading, prefix, model in _PARTS:
        level = "###" if heading.startswith("A count of") else "##"
        parts.append(f"{level} {heading}\n")
        if heading in _TEXTS:
            parts.append(f"{_TEXTS[heading]}\n")
        elif model is not None:
            parts.append(f"{tables[model]['description']}\n")
        parts += _keys(schema, tables, heading, prefix, model)
    parts.append("## The file `campaign.toml`\n")
    parts.append(
        "A campaign is a folder of chapter files with this file. A chapter's number is its place in the list.\n"
    )
    made = CampaignTable.model_json_schema(by_alias=True)
    for key, one in _properties(made).items():
        parts.append(_entry(key, one, needed=True, example=EXAMPLES[f"campaign.{key}"]))
    return "\n".join(parts)


def _keys(schema: Schema, tables: dict[str, Schema], heading: str, prefix: str, model: str | None) -> Iterator[str]:
    if heading == "Counts":
        rows = {key: _properties(tables["TricksCount"])[key] for key in _COMMON}
        yield from (_entry(key, one, needed=False, example=EXAMPLES[f"count.{key}"]) for key, one in rows.items())
    elif heading == "Conditions":
        for name in ("AllCondition", "AnyCondition", "NotCondition"):
            for key, one in _properties(tables[name]).items():
                yield _entry(key, one, needed=False, example=EXAMPLES[f"condition.{key}"])
    elif model is None:
        for key in ("format", "title", "story", "extends", "without"):
            one = _properties(schema)[key]
            yield _entry(key, one, needed=key in ("format", "title"), example=EXAMPLES[key])
    else:
        table = tables[model]
        needed = cast("list[str]", table.get("required", []))
        for key, one in _properties(table).items():
            if model.endswith("Count") and key in _COMMON:
                continue
            if model == "RoundSections" and key not in ("without", "objectives"):
                continue
            is_needed = key in needed or f"{prefix}.{key}" in ("setup.jekyll-hyde", "score.by-attempt")
            yield _entry(key, one, needed=is_needed, example=EXAMPLES[f"{prefix}.{key}"])


def _properties(table: Schema) -> dict[str, Schema]:
    return cast("dict[str, Schema]", table["properties"])


def _entry(key: str, schema: Schema, *, needed: bool, example: str) -> str:
    default = "needed" if needed else f"default {_default(schema)}"
    meaning = str(schema["description"])
    return (
        f"- **`{key}`**: {_type(schema)}; {default}. {meaning[:1].upper()}{meaning[1:]}.\n\n"
        f"  ```toml\n{_indented(example)}\n  ```\n"
    )


def _indented(text: str) -> str:
    return "\n".join(f"  {line}" for line in text.strip().splitlines())


def _default(schema: Schema) -> str:
    default = schema.get("default")
    if default is None:
        return "none"
    if isinstance(default, bool):
        return "`true`" if default else "`false`"
    return f"`{default}`" if default != "" else "empty"


def _type(schema: Schema) -> str:
    """Return a value's type in the words of this page."""
    if "enum" in schema:
        return ", ".join(f"`{word}`" for word in cast("list[str]", schema["enum"]))
    if "const" in schema:
        return f"`{schema['const']}`"
    if "oneOf" in schema:
        return " or ".join(_type(part) for part in cast("list[Schema]", schema["oneOf"]))
    if "allOf" in schema:
        return _type(cast("list[Schema]", schema["allOf"])[0])
    if "$ref" in schema:
        return _reference(str(schema["$ref"]).rpartition("/")[2])
    match schema.get("type"):
        case "integer":
            low, high = schema["minimum"], schema["maximum"]
            return str(low) if low == high else f"{low} to {high}"
        case "boolean":
            return "`true`, `false`"
        case "array":
            return _list_type(schema)
        case "object":
            return "tables with names"
    return "an id" if "pattern" in schema else "text"


def _list_type(schema: Schema) -> str:
    least = schema.get("minItems")
    items = _type(cast("Schema", schema["items"]))
    if least is not None and least == schema.get("maxItems"):
        return f"a list of {least}: {items}"
    if least == 2:  # noqa: PLR2004 (what may also stand alone)
        return "a list of two or more of these"
    return f"a list of {items}"


def _reference(name: str) -> str:
    return {
        "Cards": "CARDS",
        "Condition": "CONDITION",
        "Steps": "1 to 10 or COUNT",
        "Compared": "COUNT",
        "Holding": "a table, see [`holding`](#holding)",
        "Double": "a table, see [`double`](#double)",
    }[name]


def main() -> int:
    """Write the page, or with ``--check`` say whether it is stale."""
    text = reference()
    if "--check" not in sys.argv[1:]:
        TARGET.write_text(text, "utf-8", newline="\n")
        return 0
    if TARGET.is_file() and TARGET.read_text("utf-8") == text:
        return 0
    sys.stderr.write(f"{TARGET} is stale: {_COMMAND} writes it anew\n")
    return 1


if __name__ == "__main__":
    sys.exit(main())
