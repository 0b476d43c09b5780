"""Objectives that no game can meet together: their numbers for one count have none in common. Import this late."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import combinations

from campaign.files.judging import objectives_of
from campaign.files.lines import Line, Resolved, report_at
from campaign.files.places_in_toml import KeyPath
from campaign.files.source import Problem
from campaign.rules.chapter import AllOf, Chapter, Compare, Condition, Count, JudgedIn, Objective, Span


@dataclass(frozen=True, slots=True)
class _Asked:
    """What one comparison of an objective asks of a count, and at the end of which rounds.

    ``somewhere``: the end of one of these rounds is enough.
    """

    line: Line
    keys: KeyPath
    count: Count
    low: float
    high: float
    words: str
    rounds: frozenset[int]
    somewhere: bool


def odds_problems(resolved: Resolved, chapter: Chapter) -> Iterator[Problem]:
    """Yield each comparison that leaves no number together with one that stands before it."""
    told: set[tuple[str, KeyPath]] = set()
    asked = sorted(_asked(resolved, chapter), key=lambda one: _place(resolved, one))
    for first, second in combinations(asked, 2):
        apart = first.low > second.high or second.low > first.high
        key = second.line.address, second.keys
        if apart and first.count == second.count and _meet(first, second) and key not in told:
            told.add(key)
            home = first.line.source.home((*first.line.keys, *first.keys))
            text = f"can never be met: {first.line.address} ({home}) asks for {first.words} of the same count"
            yield report_at(resolved, second.line, second.keys, text)


def _place(resolved: Resolved, asked: _Asked) -> tuple[bool, str, tuple[int, int]]:
    """Return where a comparison stands; those of this file come last: the later one is the one to change."""
    line = asked.line
    return line.source is resolved.source, line.source.path, line.source.places.value((*line.keys, *asked.keys))


def _meet(first: _Asked, second: _Asked) -> bool:
    """Return whether the end of some round must fit both, whatever round a some-round objective is met in."""
    if first.somewhere and second.somewhere:
        return len(first.rounds) == 1 and first.rounds == second.rounds
    if first.somewhere:
        return first.rounds <= second.rounds
    if second.somewhere:
        return second.rounds <= first.rounds
    return bool(first.rounds & second.rounds)


def _asked(resolved: Resolved, chapter: Chapter) -> Iterator[_Asked]:
    for objective, line, numbers in objectives_of(resolved, chapter):
        over_chapter = objective.judged_in is JudgedIn.CHAPTER
        span = Span.CHAPTER if over_chapter else Span.ROUND
        rounds = frozenset(numbers[-1:] if over_chapter else numbers)
        somewhere = objective.judged_in is JudgedIn.SOME_ROUND
        yield from _parts(objective, line, span, rounds, somewhere=somewhere)


def _parts(
    objective: Objective, line: Line, span: Span, rounds: frozenset[int], *, somewhere: bool
) -> Iterator[_Asked]:
    for keys, compare in _needed([(("must",), objective.must)]):
        if compare.more_than is not None:
            continue
        least, most = compare.at_least, compare.at_most
        yield _Asked(
            line,
            keys,
            replace(compare.count, over=compare.count.over or span),
            float("-inf") if least is None else least,
            float("inf") if most is None else most,
            _words(least, most),
            rounds,
            somewhere,
        )


def _needed(conditions: Iterable[tuple[KeyPath, Condition]]) -> Iterator[tuple[KeyPath, Compare]]:
    """Yield the comparisons that must all be met."""
    for keys, condition in conditions:
        if isinstance(condition, Compare):
            yield keys, condition
        elif isinstance(condition, AllOf):
            yield from _needed(((*keys, "all", place), part) for place, part in enumerate(condition.parts))


def _words(least: int | None, most: int | None) -> str:
    if least == most:
        return f"exactly {least}"
    if most is None:
        return f"at least {least}"
    return f"at most {most}" if least is None else f"{least} to {most}"
