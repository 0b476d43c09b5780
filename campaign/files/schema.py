"""The JSON Schema of a chapter file, made from the models. Import this late: pydantic.

What ties keys of one table together is added by hand, as far as a schema can say it. It cannot say what needs other
files, the deck or arithmetic: merging (``without``, clashes, whether an inherited ``[achievement]`` stands beside
``[score]``), all of *meaning*, the three colours of ``ranks.start`` being different, ``write exactly = 2`` for equal
bounds, what ``over`` may be in its place, and 6.0 for 6, which JSON takes for one number.
"""

from collections.abc import Iterator
from typing import cast

from campaign.files.counts_models import COUNT_MODELS, AllCondition, AnyCondition, Cards, Double, Holding, NotCondition
from campaign.files.counts_models import Table as Model
from campaign.files.models import (
    ENTRIES,
    SECTIONS,
    Achievement,
    ChapterTable,
    RoundObjective,
    RoundSections,
)
from campaign.files.ties import COMPARISONS, SEAT_KEYS

DIALECT = "https://json-schema.org/draft/2020-12/schema"
Schema = dict[str, object]
_CONDITION, _STEPS, _COMPARED = "Condition", "Steps", "Compared"
_USES = {"must": _CONDITION, "if": _CONDITION, "not": _CONDITION, "forward": _STEPS, "back": _STEPS}
_MODELS: tuple[type[Model], ...] = (
    *SECTIONS.values(),
    *ENTRIES.values(),
    *COUNT_MODELS.values(),
    *(Achievement, RoundObjective, RoundSections),
    *(Cards, Holding, Double, AllCondition, AnyCondition, NotCondition),
)


def chapter_schema() -> Schema:
    """Return the JSON Schema of a chapter file, draft 2020-12."""
    made = ChapterTable.model_json_schema(by_alias=True)
    raw = cast("dict[str, Schema]", made.pop("$defs"))
    words = {name: one for name, one in raw.items() if "enum" in one}
    labels = {model.__name__: model.label for model in _MODELS}
    tables = {
        name: _table(one, words, labels.get(name, name)) for name, one in sorted(raw.items()) if name not in words
    }
    _tie(tables)
    top = _table(made, words, ChapterTable.label)
    return {"$schema": DIALECT, **top, **_top_ties(), "$defs": tables}


def _table(schema: Schema, words: dict[str, Schema], title: str) -> Schema:
    """Return the schema of one table: each key with its title, without the null that TOML does not have."""
    properties = {key: _key(key, one, words) for key, one in _properties(schema).items()}
    return {**schema, "title": title, "properties": properties}


def _properties(schema: Schema) -> dict[str, Schema]:
    return cast("dict[str, Schema]", schema["properties"])


def _key(key: str, schema: Schema, words: dict[str, Schema]) -> Schema:
    value = {name: one for name, one in schema.items() if name not in {"title", "description", "default"}}
    used: Schema = {"allOf": [{"$ref": f"#/$defs/{_USES[key]}"}]} if key in _USES else {}
    if key == "more-than":
        used = {"allOf": [{"$ref": f"#/$defs/{_COMPARED}"}]}
    told = {"title": key, "description": schema["description"]}
    if schema.get("default") is not None:
        told["default"] = schema["default"]
    return {**told, **(used or _value(value, words))}


def _value(schema: Schema, words: dict[str, Schema]) -> Schema:
    """Return a value's schema: no null, closed sets of words in full, names checked."""
    if "$ref" in schema:
        name = str(schema["$ref"]).rpartition("/")[2]
        if name in words:
            return {"type": "string", "enum": words[name]["enum"]}
        # An older editor reads no neighbours of a $ref.
        return {"allOf": [{"$ref": schema["$ref"]}]}
    if "patternProperties" in schema:
        inner = cast("dict[str, Schema]", schema["patternProperties"])
        named = {pattern: _value(one, words) for pattern, one in inner.items()}
        return {"type": "object", "patternProperties": named, "additionalProperties": False}
    if isinstance(items := schema.get("items"), dict):
        return {**schema, "items": _item(items, words)}
    for union in ("anyOf", "oneOf"):
        if isinstance(parts := schema.get(union), list):
            kept = [_value(part, words) for part in parts if part != {"type": "null"}]
            return kept[0] if len(kept) == 1 else {"oneOf": kept}
    return schema


def _item(schema: Schema, words: dict[str, Schema]) -> Schema:
    """Return the schema of a list's element; a list of unions that holds conditions is one of conditions."""
    names = {str(part.get("$ref", "")) for part in _parts(schema)}
    if "#/$defs/NotCondition" in names:
        return {"$ref": f"#/$defs/{_CONDITION}"}
    return _value(schema, words)


def _parts(schema: Schema) -> Iterator[Schema]:
    for part in cast("list[Schema]", schema.get("oneOf", [])):
        yield part
        yield from _parts(part)


def _any_of(keys: tuple[str, ...]) -> list[Schema]:
    return [{"required": [key]} for key in keys]


def _never(keys: tuple[str, ...]) -> Schema:
    return {"properties": dict.fromkeys(keys, False)}


def _tie(tables: dict[str, Schema]) -> None:
    """Add what ties the keys of tables together, and the three uses of a count."""
    counts = [{"$ref": f"#/$defs/{model.__name__}"} for model in COUNT_MODELS.values()]
    whole = [{"$ref": f"#/$defs/{model.__name__}"} for model in (AllCondition, AnyCondition, NotCondition)]
    compared = {"anyOf": _any_of(COMPARISONS), **_never(("for-every",))}
    bound: Schema = {"properties": {"at-most": {"minimum": 1}}}
    tables[_CONDITION] = {
        "title": "a condition",
        "description": "One count with one comparison, or all, any or not.",
        "oneOf": [*whole, {"allOf": [{"oneOf": counts}, compared, bound]}],
    }
    tables[_COMPARED] = {
        "title": "a count to compare with",
        "description": "A count without a comparison of its own.",
        "allOf": [{"oneOf": counts}, _never((*COMPARISONS, "for-every"))],
    }
    steps = {"allOf": [{"oneOf": counts}, _never(COMPARISONS)]}
    tables[_STEPS] = {
        "title": "steps",
        "description": "How many steps: a number, or a count.",
        "oneOf": [{"type": "integer", "minimum": 1, "maximum": 10}, steps],
    }
    for model in COUNT_MODELS.values():
        _tie_count(tables[model.__name__])
    tables["TricksCount"]["anyOf"] = _any_of(("won-by", "held-by", "led-by"))
    tables["CardsCount"]["anyOf"] = _any_of(("held-by", "played-by"))
    for name in ("Cards", "Holding"):
        tables[name]["anyOf"] = _any_of(("suit", "value", "icon"))
    tables["Double"]["minProperties"] = 1
    tables["Holding"]["dependentSchemas"] = {"exactly": _never(("at-least", "at-most"))}
    tables["Move"]["oneOf"] = _any_of(("forward", "back"))
    tables["Limit"]["oneOf"] = _any_of(("forbid", "require"))
    tables["Limit"]["dependentSchemas"] = {"after": _never(("require",))}


def _tie_count(table: Schema) -> None:
    keys = _properties(table)
    dependent: Schema = {
        alone: _never(tuple(key for key in COMPARISONS if key != alone)) for alone in ("exactly", "more-than")
    }
    if "take" in keys:
        seats = [key for key in SEAT_KEYS if key in keys]
        dependent["take"] = {
            "oneOf": [{"properties": {key: {"const": "players"}}, "required": [key]} for key in seats],
        }
    table["dependentSchemas"] = dependent


def _top_ties() -> Schema:
    """Return what a chapter that extends none must say itself."""
    verdict = [{"required": ["achievement"]}, {"required": ["score"], "properties": {"score": _needs("by-attempt")}}]
    start = {"required": ["setup"], "properties": {"setup": _needs("jekyll-hyde")}}
    return {
        "if": {"required": ["extends"]},
        "then": {"not": {"required": ["achievement", "score"], "properties": {"score": _needs("by-attempt")}}},
        "else": {**start, "oneOf": verdict, "allOf": [{"properties": {"without": {"maxItems": 0}}}]},
    }


def _needs(key: str) -> Schema:
    return {"required": [key]}
