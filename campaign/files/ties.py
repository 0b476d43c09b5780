"""What ties the keys of one table together (chapter format, section 7, shape). Import this late: pydantic."""

from collections.abc import Iterator

from campaign.files.counts_models import (
    AnyCountTable,
    Cards,
    CardsCount,
    Double,
    Holding,
    NotCondition,
    Table,
    TricksCount,
)
from campaign.files.models import Limit, Move, Ranks, RoundSections
from campaign.files.source import Problem, Source
from campaign.files.tables import FoundTable, Use, model_keys

COMPARISONS = ("at-least", "at-most", "exactly", "more-than")
SEAT_KEYS = ("won-by", "held-by", "led-by", "played-by")


def tie_problems(source: Source, found: FoundTable) -> Iterator[Problem]:
    """Yield what is wrong between the keys of a table whose own keys are clean."""
    model = found.model
    if issubclass(model, AnyCountTable):
        yield from _count_problems(source, found)
    elif issubclass(model, Cards):
        yield from _cards_problems(source, found)
    elif issubclass(model, NotCondition):
        yield from _not_problems(source, found)
    elif issubclass(model, Double) and not found.data:
        yield source.at_value(found.path, f'"double" needs {_either(model_keys(Double))}')
    elif issubclass(model, Move):
        yield from _move_problems(source, found)
    elif issubclass(model, Limit):
        yield from _limit_problems(source, found)
    elif issubclass(model, Ranks):
        yield from _ranks_problems(source, found)
    elif issubclass(model, RoundSections):
        yield from _without_problems(source, found)


def _either(keys: object) -> str:
    """Return ``"a", "b" or "c"``."""
    words = [f'"{key}"' for key in keys] if isinstance(keys, dict | tuple | list) else []
    return " or ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else "".join(words)


def _move_problems(source: Source, found: FoundTable) -> Iterator[Problem]:
    if ("forward" in found.data) == ("back" in found.data):
        yield source.at_value(found.path, 'a move has one of "forward" and "back"')


def _limit_problems(source: Source, found: FoundTable) -> Iterator[Problem]:
    if ("forbid" in found.data) == ("require" in found.data):
        yield source.at_value(found.path, 'a limit has one of "forbid" and "require"')
    elif "after" in found.data and "require" in found.data:
        yield source.at_key((*found.path, "after"), '"after" goes with "forbid"')


def _ranks_problems(source: Source, found: FoundTable) -> Iterator[Problem]:
    start = found.data.get("start")
    if isinstance(start, list) and len(set(start)) != len(start):
        text = '"start" lists each of the three colours once, low to high'
        yield source.at_value((*found.path, "start"), text)


def _without_problems(source: Source, found: FoundTable) -> Iterator[Problem]:
    without = found.data.get("without")
    for place, address in enumerate(without if isinstance(without, list) else ()):
        section = str(address).partition(".")[0]
        if section in {"setup", "achievement", "score"}:
            text = f"{section} holds for the whole chapter: one round cannot take it out"
            yield source.at_value((*found.path, "without", place), text)


def _cards_problems(source: Source, found: FoundTable) -> Iterator[Problem]:
    if not any(key in found.data for key in model_keys(Cards)):
        yield source.at_value(found.path, f"a choice of cards needs {_either(model_keys(Cards))}")
    if issubclass(found.model, Holding):
        yield from _bound_problems(source, found)


def _bound_problems(source: Source, found: FoundTable) -> Iterator[Problem]:
    data, path = found.data, found.path
    least, most = data.get("at-least"), data.get("at-most")
    given = [key for key in COMPARISONS if key in data]
    if len(given) > 1 and given != ["at-least", "at-most"]:
        alone = "exactly" if "exactly" in data else "more-than"
        other = next(key for key in given if key != alone)
        yield source.at_key((*path, other), f'"{other}" does not go with "{alone}"')
    elif isinstance(least, int) and isinstance(most, int) and least > most:
        yield source.at_key((*path, "at-most"), f'"at-least" is above "at-most": no number is from {least} to {most}')
    elif isinstance(most, int) and most in {least, 0}:
        yield source.at_key((*path, "at-most"), f"write exactly = {most}")


def _not_problems(source: Source, found: FoundTable) -> Iterator[Problem]:
    part = found.data.get("not")
    if not isinstance(part, dict):
        return
    given = [key for key in COMPARISONS if key in part]
    bound = part.get(given[0]) if len(given) == 1 else None
    if not isinstance(bound, int) or isinstance(bound, bool):
        return
    if given == ["at-least"] and bound > 0:
        instead = "exactly = 0" if bound == 1 else f"at-most = {bound - 1}"
    elif given == ["at-most"]:
        instead = f"at-least = {bound + 1}"
    else:
        return
    yield source.at_key((*found.path, "not"), f'write {instead} instead of "not"')


def _count_problems(source: Source, found: FoundTable) -> Iterator[Problem]:
    if found.model is AnyCountTable:
        return
    yield from _use_problems(source, found)
    yield from _seat_problems(source, found)
    yield from _over_problems(source, found)


def _use_problems(source: Source, found: FoundTable) -> Iterator[Problem]:
    given = [key for key in COMPARISONS if key in found.data]
    if found.use is Use.CONDITION:
        if not given:
            yield source.at_value(found.path, f"a condition needs {_either(COMPARISONS)}")
        yield from _bound_problems(source, found)
    else:
        these = "these are steps" if found.use is Use.STEPS else '"more-than" compares this count already'
        for key in given:
            yield source.at_key((*found.path, key), f'"{key}" goes with a condition; {these}')
    if "for-every" in found.data and found.use is not Use.STEPS:
        yield source.at_key((*found.path, "for-every"), '"for-every" goes with steps; this is a condition')


def _seat_problems(source: Source, found: FoundTable) -> Iterator[Problem]:
    data = found.data
    needed: dict[type[Table], tuple[str, ...]] = {
        TricksCount: ("won-by", "held-by", "led-by"),
        CardsCount: ("held-by", "played-by"),
    }
    keys = needed.get(found.model, ())
    if keys and not any(key in data for key in keys):
        yield source.at_value(found.path, f"{found.model.label} needs {_either(keys)}")
    elif "take" in data and sum(data.get(key) == "players" for key in SEAT_KEYS) != 1:
        text = f'"take" compares the two players: exactly one of {", ".join(SEAT_KEYS)} is "players"'
        yield source.at_key((*found.path, "take"), text)


def _over_problems(source: Source, found: FoundTable) -> Iterator[Problem]:
    over, setting = found.data.get("over"), found.setting
    if over is None or setting is None:
        return
    path = (*found.path, "over")
    if over not in setting.spans:
        text = f'"over" in {setting.place} is {" or ".join(setting.spans)}; found "{over}"'
        yield source.at_value(path, text)
    elif setting.place == "a limit" and over == "trick" and "played-by" not in found.data:
        yield source.at_value(path, 'over = "trick" in a limit counts the cards on the table: it needs "played-by"')
