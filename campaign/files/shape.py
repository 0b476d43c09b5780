"""The shape of chapter and campaign files (chapter format, section 7): every slip at once, in an author's words."""

import re
from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches
from typing import TYPE_CHECKING, get_args

from campaign.files.places_in_toml import KeyPath
from campaign.files.source import Problem, Source, shown
from campaign.notation import quoted

if TYPE_CHECKING:
    from pydantic_core import ErrorDetails

    from campaign.files.counts_models import Table

_WORD = re.compile(r"'([^']*)'")
_KINDS = {
    "int_type": "a whole number",
    "bool_type": "true or false",
    "string_type": "a text",
    "list_type": "a list",
    "model_type": "a table",
    "model_attributes_type": "a table",
    "dict_type": "a table",
}


def chapter_shape(source: Source) -> list[Problem]:
    """Return all that is wrong with the shape of a chapter file, sorted by place."""
    # pydantic takes long to import, and most commands read no chapter file.
    from campaign.files.models import ChapterTable  # noqa: PLC0415
    from campaign.files.tables import find_tables  # noqa: PLC0415
    from campaign.files.ties import tie_problems  # noqa: PLC0415

    tables = list(find_tables(source.data))
    errors = _errors(source, ChapterTable)
    models = {table.path: table.model for table in tables}
    problems = {_Wording(source, models).problem(path, error) for path, error in errors}
    dirty = {path for path, _ in errors} | {path[:-1] for path, _ in errors}
    # A wrong element of a list is a fault of the table that holds the list.
    dirty |= {path[:-2] for path, _ in errors if path and isinstance(path[-1], int)}
    for table in tables:
        if table.path not in dirty:
            problems.update(tie_problems(source, table))
    return sorted(problems)


def campaign_shape(source: Source) -> list[Problem]:
    """Return all that is wrong with the shape of a campaign.toml, sorted by place."""
    from campaign.files.models import CampaignTable  # noqa: PLC0415

    wording = _Wording(source, {(): CampaignTable})
    problems = {wording.problem(path, error) for path, error in _errors(source, CampaignTable)}
    chapters = source.data.get("chapters")
    ids = chapters if isinstance(chapters, list) else []
    for place, chapter_id in enumerate(ids):
        if chapter_id in ids[:place]:
            problems.add(source.at_value(("chapters", place), f"{shown(chapter_id)} is in the list already"))
        elif chapter_id == "campaign":
            problems.add(source.at_value(("chapters", place), '"campaign" is this file: no chapter is called that'))
    return sorted(problems)


def nearest(word: object, known: Iterable[str]) -> str:
    """Return the hint at the end of a message: the known word that looks most like one, or nothing."""
    close = get_close_matches(word, list(known), n=1, cutoff=0.6) if isinstance(word, str) else []
    return f'; did you mean "{close[0]}"?' if close else ""


def _errors(source: Source, model: "type[Table]") -> "list[tuple[KeyPath, ErrorDetails]]":
    from pydantic import ValidationError  # noqa: PLC0415

    try:
        model.model_validate(source.data)
    except ValidationError as error:
        return [(_without_tags(detail["loc"], source.data), detail) for detail in error.errors(include_url=False)]
    return []


def _without_tags(loc: KeyPath, data: object) -> KeyPath:
    """Return the path of keys alone, less the tags that tell models apart; a key may be spelt like a tag."""
    path: list[str | int] = []
    for part in loc:
        is_key = isinstance(data, dict) and part in data
        if isinstance(part, str) and not is_key and (part.startswith(":") or part == "[key]"):
            continue
        path.append(part)
        if isinstance(data, dict):
            data = data.get(part)
        elif isinstance(data, list) and isinstance(part, int):
            data = data[part]
    return tuple(path)


class _Wording:
    """pydantic's errors in the words of the format."""

    def __init__(self, source: Source, models: "Mapping[KeyPath, type[Table]]") -> None:
        self.source = source
        self.models = models

    def problem(self, path: KeyPath, error: "ErrorDetails") -> Problem:
        """Return the problem at the place that the author has to change."""
        kind = error["type"]
        if kind == "string_pattern_mismatch" and error["loc"][-1] == "[key]":
            return self.source.at_key(path, self._name(error))
        if kind == "extra_forbidden":
            return self.source.at_key(path, self._unknown_key(path))
        if kind == "missing":
            model = self.models.get(path[:-1])
            label = model.label if model else "this table"
            return self.source.at_value(path[:-1], f'{label} needs "{path[-1]}"')
        return self.source.at_value(path, self._wrong_value(path, error))

    @staticmethod
    def _name(error: "ErrorDetails") -> str:
        found = shown(error["input"])
        if error["loc"][:-2] == ("round",):
            return f"a round is a number, 1 to 9; found {found}"
        return f"a name is small letters, digits and hyphens, a letter first, 40 at most; found {found}"

    def _unknown_key(self, path: KeyPath) -> str:
        key, model = str(path[-1]), self.models.get(path[:-1])
        if model is None:
            return f"there is no key {quoted(key)} here"
        if model.label == "an objective under [round.N]" and key == "in":
            return 'an objective under [round.N] is for that round; take "in" out'
        return f"{model.label} has no key {quoted(key)}{_hint(key, model)}"

    def _wrong_value(self, path: KeyPath, error: "ErrorDetails") -> str:
        subject, found = _subject(path), shown(error["input"])
        kind, context = error["type"], error.get("ctx", {})
        if kind in {"literal_error", "enum"}:
            words = _WORD.findall(str(context["expected"]))
            text = f"{subject} is one of {', '.join(words)}; found {found}{nearest(error['input'], words)}"
        elif kind in {"union_tag_not_found", "union_tag_invalid"}:
            text = self._no_count(path, error["input"])
        elif kind in {"greater_than_equal", "less_than_equal"}:
            low, high = self._range(path)
            number = f"{low} to {high}" if low != high else str(low)
            text = f"{subject} is a whole number, {number}; found {found}"
        elif kind in {"too_short", "too_long"}:
            text = f"{subject} is a list of {_length(context)}; found {context['actual_length']}"
        elif kind == "string_pattern_mismatch":
            text = f"{subject} is small letters, digits and hyphens, a letter first, 40 at most; found {found}"
        else:
            also = " or a count" if ":number" in error["loc"] and path[-1] in {"forward", "back"} else ""
            text = f"{subject} is {_KINDS.get(kind, 'something else')}{also}; found {found}"
        return text

    def _no_count(self, path: KeyPath, found: object) -> str:
        from campaign.files.counts_models import COUNT_MODELS  # noqa: PLC0415

        nouns = list(COUNT_MODELS)
        if not isinstance(found, dict):
            what = "a count" if path[-1] in {"forward", "back", "more-than"} else "a condition"
            return f"{_subject(path)} is {what}; found {shown(found)}"
        if "count" in found:
            noun = found["count"]
            return f'"count" is one of {", ".join(nouns)}; found {shown(noun)}{nearest(noun, nouns)}'
        return f'a count needs "count": one of {", ".join(nouns)}'

    def _range(self, path: KeyPath) -> tuple[int, int]:
        """Return the bounds of a number; a list's are those of its elements."""
        from campaign.files.tables import model_keys  # noqa: PLC0415

        while path and isinstance(path[-1], int):
            path = path[:-1]
        model = self.models[path[:-1]]
        info = model.model_fields[model_keys(model)[str(path[-1])]]
        bounds = [*info.metadata, *_metadata(info.annotation)]
        low = next(bound.ge for bound in bounds if getattr(bound, "ge", None) is not None)
        high = next(bound.le for bound in bounds if getattr(bound, "le", None) is not None)
        return int(low), int(high)


def _metadata(annotation: object) -> Iterator[object]:
    """Yield what annotates a type and its parts, down to the bounds of numbers."""
    for part in (*get_args(annotation), *getattr(annotation, "__metadata__", ())):
        yield part
        yield from getattr(part, "metadata", ())
        yield from _metadata(part)


def _length(context: Mapping[str, object]) -> str:
    if "max_length" in context and context.get("max_length") in {3, 6}:
        return {3: "the three colours", 6: "six numbers"}[int(str(context["max_length"]))]
    least = context.get("min_length")
    return {1: "one or more", 2: "two or more", 3: "the three colours", 6: "six numbers"}[int(str(least))]


def _subject(path: KeyPath) -> str:
    """Return the key that a value belongs to, or whose list it stands in."""
    key = next((part for part in reversed(path) if isinstance(part, str)), "this")
    return quoted(key)


def _hint(key: str, model: "type[Table]") -> str:
    """Return where the exact key does belong, else the nearest name."""
    from campaign.files.counts_models import COUNT_MODELS, Cards  # noqa: PLC0415
    from campaign.files.models import ENTRIES, SECTIONS, ChapterTable  # noqa: PLC0415
    from campaign.files.tables import model_keys  # noqa: PLC0415

    if model.label == "[round.N]" and key in model_keys(ChapterTable):
        whole = key in {"setup", "achievement", "score"}
        return "; it holds for the whole chapter, not for one round" if whole else "; it belongs at the top of the file"
    counts = [other.label for other in COUNT_MODELS.values() if key in model_keys(other)]
    sections = [other.label for other in SECTIONS.values() if key in model_keys(other)]
    entries = [other.label for other in ENTRIES.values() if key in model_keys(other)]
    homes = counts if model in COUNT_MODELS.values() else []
    if homes:
        joined = " or ".join([homes[0], *(label.removeprefix("a count of ") for label in homes[1:])])
        return f"; it goes with {joined}"
    if sections:
        return f"; it belongs in {' or '.join(sections)}"
    close = nearest(key, model_keys(model))
    if close:
        return close
    if entries or counts or key in model_keys(Cards):
        return f"; it goes with {' or '.join(entries) or 'a count'}"
    is_inside = model.label not in {"a chapter", "a campaign"}
    return "; it belongs at the top of the file" if is_inside and key in model_keys(ChapterTable) else ""
