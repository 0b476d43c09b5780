"""Limits and passing that cannot come to anything (chapter format, section 7, meaning). Import this late."""

from collections.abc import Iterator, Mapping

from campaign.files.bounds import Moment, Opening, Outcome, mask_of
from campaign.files.lines import Line, Resolved, report_at, round_lines
from campaign.files.source import Problem
from campaign.rules.chapter import Chapter, Limit, Role, RoundRules, Span


def limit_problems(resolved: Resolved, chapter: Chapter) -> Iterator[Problem]:
    """Yield the limits that never apply in any round, each once."""
    opening = Opening(chapter)
    found: dict[str, list[Problem | None]] = {}
    for number, rules in enumerate(chapter.rounds, start=1):
        lines = round_lines(resolved, number)
        for limit in rules.limits:
            line = lines[f"limits.{limit.name}"]
            found.setdefault(line.address, []).append(_never_applies(resolved, line, limit, rules, opening, number))
    for problems in found.values():
        told = [problem for problem in problems if problem is not None]
        if len(told) == len(problems):
            yield told[0]


def _never_applies(
    resolved: Resolved, line: Line, limit: Limit, rules: RoundRules, opening: Opening, number: int
) -> Problem | None:
    """Return why a limit never applies in one round, None where it can."""
    if limit.can_follow is not None and set(limit.place) == {1}:
        return report_at(resolved, line, ("can-follow",), "who leads a trick follows nobody: this limit never applies")
    if limit.after >= rules.tricks > 0:
        text = f"nobody plays more than {rules.tricks} cards in the round: this limit never applies"
        return report_at(resolved, line, ("after",), text)
    cards = mask_of(limit.cards)
    if limit.after >= cards.bit_count() > 0:
        text = f"the deck has {cards.bit_count()} such cards: this limit never applies"
        return report_at(resolved, line, ("after",), text)
    moment = Moment(number, Span.ROUND, midway=True)
    if limit.condition is not None and opening.outcome(limit.condition, moment) is Outcome.FAILED:
        return report_at(resolved, line, ("if",), "this limit never applies")
    if limit.require:
        for other in rules.limits:
            if _forbids_all(other, limit):
                text = f'"{other.name}" forbids all of these: this limit never applies'
                return report_at(resolved, line, ("require",), text)
    return None


def _forbids_all(forbidding: Limit, requiring: Limit) -> bool:
    """Return whether a limit bars every card that another requires, wherever the other applies."""
    return (
        not forbidding.require
        and not mask_of(requiring.cards) & ~mask_of(forbidding.cards)
        and forbidding.who in (Role.PLAYERS, requiring.who)
        and _covers(forbidding.trick, requiring.trick)
        and _covers(forbidding.place, requiring.place)
        and forbidding.can_follow in (None, requiring.can_follow)
        and forbidding.condition is None
        and forbidding.after == 0
    )


def _covers(wide: tuple[int, ...], narrow: tuple[int, ...]) -> bool:
    """Return whether one choice of tricks or places holds all of another; none named is any."""
    return not wide or (bool(narrow) and set(narrow) <= set(wide))


def pass_problems(resolved: Resolved, chapter: Chapter) -> Iterator[Problem]:
    """Yield where more is passed than is kept."""
    for number, rules in enumerate(chapter.rounds, start=1):
        if rules.passes > rules.kept:
            lines: Mapping[str, Line] = round_lines(resolved, number)
            text = f"each player keeps {rules.kept} card{'s' * (rules.kept != 1)}; found {rules.passes} to pass"
            yield report_at(resolved, lines["deal.pass"], (), text)
