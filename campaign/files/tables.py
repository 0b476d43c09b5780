"""Every table of a chapter file with what it is, found before it is known to be right. Import this late: pydantic."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from campaign.files.counts_models import (
    COUNT_MODELS,
    AllCondition,
    AnyCondition,
    AnyCountTable,
    Cards,
    Double,
    Holding,
    NotCondition,
    Table,
)
from campaign.files.models import (
    ENTRIES,
    SECTIONS,
    Achievement,
    ChapterTable,
    RoundObjective,
    RoundSections,
)
from campaign.files.places_in_toml import KeyPath
from campaign.rules.chapter import JudgedIn, Span, When


class Use(Enum):
    """What a COUNT is for."""

    CONDITION = "condition"
    STEPS = "steps"
    COMPARED = "compared"


@dataclass(frozen=True, slots=True)
class Setting:
    """Where a COUNT or CONDITION stands: what ``over`` may be there, the default first."""

    place: str
    spans: tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class FoundTable:
    """One table: ``model`` says what it is; ``use`` and ``setting`` are those of a COUNT or CONDITION."""

    path: KeyPath
    data: dict[str, object]
    model: type[Table]
    use: Use | None = None
    setting: Setting | None = None


_MOVE_SPANS: dict[object, tuple[Span, ...]] = {
    When.TRICK_END: (Span.TRICK, Span.ROUND, Span.CHAPTER),
    When.ROUND_END: (Span.ROUND, Span.CHAPTER),
    When.ROUND_START: (Span.CHAPTER,),
}
_LIMIT = Setting("a limit", (Span.ROUND, Span.TRICK, Span.CHAPTER))
_CARD_KEYS = ("must-give", "forbid", "require", "won-with")


def find_tables(chapter: dict[str, object]) -> Iterator[FoundTable]:
    """Yield the tables of a chapter file; what is no table where one is due is passed over."""
    yield FoundTable((), chapter, ChapterTable)
    yield from _sections((), chapter)
    if isinstance(achievement := chapter.get("achievement"), dict):
        yield from _entry(("achievement",), achievement, Achievement)
    for number, table in _tables_in(chapter, "round"):
        yield FoundTable(("round", number), table, RoundSections)
        yield from _sections(("round", number), table)


def _tables_in(table: dict[str, object], key: str) -> Iterator[tuple[str, dict[str, object]]]:
    inner = table.get(key)
    if isinstance(inner, dict):
        for name, value in inner.items():
            if isinstance(value, dict):
                yield name, value


def _sections(path: KeyPath, table: dict[str, object]) -> Iterator[FoundTable]:
    for name, model in SECTIONS.items():
        if name in model_keys(RoundSections if path else ChapterTable) and isinstance(inner := table.get(name), dict):
            yield FoundTable((*path, name), inner, model)
            yield from _cards((*path, name), inner)
    for section, model in ENTRIES.items():
        used = RoundObjective if path and section == "objectives" else model
        for name, entry in _tables_in(table, section):
            yield from _entry((*path, section, name), entry, used)


def _entry(path: KeyPath, table: dict[str, object], model: type[Table]) -> Iterator[FoundTable]:
    yield FoundTable(path, table, model)
    yield from _cards(path, table)
    setting = _setting_of(table, model)
    for key in ("forward", "back"):
        if isinstance(steps := table.get(key), dict):
            yield from _count((*path, key), steps, Use.STEPS, setting)
    for key in ("if", "must"):
        if isinstance(condition := table.get(key), dict):
            yield from _condition((*path, key), condition, setting)


def _setting_of(table: dict[str, object], model: type[Table]) -> Setting:
    if "who" in model_keys(model):
        return _LIMIT
    if "order" in model_keys(model):
        when = table.get("when", When.ROUND_END)
        spans = _MOVE_SPANS.get(when, tuple(Span)) if isinstance(when, str) else tuple(Span)
        return Setting(f"a {when} move", spans)
    judged_in = table.get("in", JudgedIn.EACH_ROUND)
    if judged_in == JudgedIn.CHAPTER and "in" in model_keys(model):
        return Setting("an objective over the chapter", (Span.CHAPTER,))
    return Setting("an objective", (Span.ROUND, Span.CHAPTER))


def _cards(path: KeyPath, table: dict[str, object]) -> Iterator[FoundTable]:
    for key in _CARD_KEYS:
        if isinstance(cards := table.get(key), dict):
            yield FoundTable((*path, key), cards, Cards)
    if isinstance(holding := table.get("holding"), dict):
        yield FoundTable((*path, "holding"), holding, Holding)


def _condition(path: KeyPath, table: dict[str, object], setting: Setting) -> Iterator[FoundTable]:
    for key, model in (("all", AllCondition), ("any", AnyCondition)):
        if key in table:
            yield FoundTable(path, table, model, Use.CONDITION, setting)
            parts = table[key]
            for place, part in enumerate(parts if isinstance(parts, list) else ()):
                if isinstance(part, dict):
                    yield from _condition((*path, key, place), part, setting)
            return
    if "not" in table:
        yield FoundTable(path, table, NotCondition, Use.CONDITION, setting)
        if isinstance(part := table["not"], dict):
            yield from _condition((*path, "not"), part, setting)
        return
    yield from _count(path, table, Use.CONDITION, setting)


def _count(path: KeyPath, table: dict[str, object], use: Use, setting: Setting) -> Iterator[FoundTable]:
    noun = table.get("count")
    model = COUNT_MODELS.get(noun, AnyCountTable) if isinstance(noun, str) else AnyCountTable
    yield FoundTable(path, table, model, use, setting)
    yield from _cards(path, table)
    if isinstance(double := table.get("double"), dict):
        yield FoundTable((*path, "double"), double, Double)
        yield from _cards((*path, "double"), double)
    if isinstance(other := table.get("more-than"), dict):
        yield from _count((*path, "more-than"), other, Use.COMPARED, setting)


def model_keys(model: type[Table]) -> dict[str, str]:
    """Return a model's keys as a file spells them, each with the field's name."""
    return {info.alias or name: name for name, info in model.model_fields.items()}
