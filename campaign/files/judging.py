"""Objectives, achievements and moves that cannot come to anything (chapter format, section 7). Import this late."""

from collections.abc import Iterator, Mapping
from collections.abc import Set as AbstractSet

from campaign.files.bounds import Moment, Opening, Outcome, leaves, move_moment
from campaign.files.lines import Line, Resolved, report_at, round_lines
from campaign.files.places_in_toml import KeyPath
from campaign.files.source import Problem
from campaign.rules.chapter import Chapter, Compare, JudgedIn, Move, Noun, Objective, Pawn, Span

Dirty = AbstractSet[tuple[str, KeyPath]]
_SPAN_WORDS = {Span.TRICK: "in a trick", Span.ROUND: "in a round", Span.CHAPTER: "in the chapter"}


def judged_problems(resolved: Resolved, chapter: Chapter, dirty: Dirty) -> Iterator[Problem]:
    """Yield the conditions that are settled before a card is played, and the moves that never come.

    ``dirty`` holds the tables that are wrong already, each as its line's address and its key path in that line.
    """
    judge = _Judge(resolved, Opening(chapter), dirty)
    yield from judge.track()
    for objective, line, rounds in objectives_of(resolved, chapter):
        yield from judge.objective(objective, line, rounds)
    if chapter.achievement is not None:
        task = chapter.achievement
        as_objective = Objective(name="", judged_in=task.judged_in, must=task.must)
        yield from judge.objective(as_objective, resolved.lines["achievement"], _all_rounds(chapter))
    for line, moves in _moves(resolved, chapter).values():
        yield from judge.move(line, moves)


def _all_rounds(chapter: Chapter) -> list[int]:
    return list(range(1, len(chapter.rounds) + 1))


def objectives_of(resolved: Resolved, chapter: Chapter) -> Iterator[tuple[Objective, Line, list[int]]]:
    """Yield each objective with its line and the rounds in which it holds."""
    for objective in chapter.objectives:
        yield objective, resolved.lines[f"objectives.{objective.name}"], _all_rounds(chapter)
    held: dict[str, tuple[Objective, Line, list[int]]] = {}
    for number, rules in enumerate(chapter.rounds, start=1):
        lines = round_lines(resolved, number)
        for objective in rules.objectives:
            line = lines[f"objectives.{objective.name}"]
            held.setdefault(line.address, (objective, line, []))[2].append(number)
    yield from held.values()


def _moves(resolved: Resolved, chapter: Chapter) -> dict[str, tuple[Line, dict[int, Move]]]:
    """Return each move's line with the rounds in which it holds."""
    held: dict[str, tuple[Line, dict[int, Move]]] = {}
    for number, rules in enumerate(chapter.rounds, start=1):
        lines = round_lines(resolved, number)
        for move in rules.moves:
            line = lines[f"moves.{move.name}"]
            held.setdefault(line.address, (line, {}))[1][number] = move
    return held


class _Judge:
    def __init__(self, resolved: Resolved, opening: Opening, dirty: Dirty) -> None:
        self.resolved = resolved
        self.opening = opening
        self.dirty = dirty

    def track(self) -> Iterator[Problem]:
        """Yield that the last position is too far for Jekyll & Hyde (X3)."""
        last = self.opening.chapter.last_position
        if self.opening.reach[-1] < last and not any(address.startswith("moves.") for address, _ in self.dirty):
            yield report_at(self.resolved, self.resolved.lines["setup.jekyll-hyde"], (), self._too_far(last))

    def _too_far(self, space: int, number: int = 0) -> str:
        start, reach = self.opening.chapter.jekyll_hyde, self.opening.reach[number - 1]
        return f"Jekyll & Hyde can never reach space {space}: from {start} they get to {reach} at most"

    def objective(self, objective: Objective, line: Line, rounds: list[int]) -> Iterator[Problem]:
        """Yield the comparisons of an objective that are settled."""
        if objective.judged_in is JudgedIn.CHAPTER:
            moments = [Moment(rounds[-1], Span.CHAPTER)]
        else:
            moments = [Moment(number, Span.ROUND) for number in rounds]
        one_round_fails = objective.judged_in is JudgedIn.EACH_ROUND
        for keys, leaf in leaves(objective.must, ("must",)):
            yield from self._leaf(line, keys, leaf, moments, one_fails=one_round_fails)

    def move(self, line: Line, moves: Mapping[int, Move]) -> Iterator[Problem]:
        """Yield that a move never comes, or the comparisons of its condition that are settled."""
        moments = {number: move_moment(move, number) for number, move in moves.items()}
        move = next(iter(moves.values()))
        if any(address == line.address for address, _ in self.dirty):
            return
        if all(self.opening.most_steps(move, moment) == 0 for moment in moments.values()):
            yield report_at(self.resolved, line, ("back" if move.back else "forward",), "this move can never happen")
        if move.condition is None:
            return
        if all(self.opening.outcome(move.condition, moment) is Outcome.FAILED for moment in moments.values()):
            yield report_at(self.resolved, line, ("if",), "this move can never happen")
            return
        for keys, leaf in leaves(move.condition, ("if",)):
            yield from self._leaf(line, keys, leaf, list(moments.values()), one_fails=False)

    def _leaf(
        self, line: Line, keys: KeyPath, leaf: Compare, moments: list[Moment], *, one_fails: bool
    ) -> Iterator[Problem]:
        if any(address == line.address and path[: len(keys)] == keys for address, path in self.dirty):
            return
        outcomes = [self.opening.outcome(leaf, moment) for moment in moments]
        failing = [moment for moment, outcome in zip(moments, outcomes, strict=True) if outcome is Outcome.FAILED]
        if failing and (one_fails or len(failing) == len(moments)):
            # Where only some rounds fail, the one that has least is named by its own number.
            moment = min(failing, key=lambda each: self.opening.range(leaf.count, each).high)
            key, text = self._never(leaf, moment, named=len(failing) < len(moments))
            yield report_at(self.resolved, line, (*keys, key), text)
        elif all(outcome is Outcome.MET for outcome in outcomes):
            yield report_at(self.resolved, line, keys, "always met: it asks for nothing")

    def _never(self, leaf: Compare, moment: Moment, *, named: bool) -> tuple[str, str]:
        """Return the comparison that fails, and why."""
        counted = self.opening.range(leaf.count, moment)
        if leaf.more_than is not None:
            other = self.opening.range(leaf.more_than, moment)
            return "more-than", f"can never be met: {counted.high} is the most, and more than {other.low} is asked for"
        exactly = leaf.at_least is not None and leaf.at_least == leaf.at_most
        if leaf.at_least is not None and counted.high < leaf.at_least:
            key = "exactly" if exactly else "at-least"
            if leaf.count.noun is Noun.SPACE and leaf.count.pawn is Pawn.JEKYLL_HYDE:
                return key, self._too_far(leaf.at_least, moment.round)
            return key, f"can never be met: {self._there_are(leaf, moment, counted.high, named=named)} at most"
        key = "exactly" if exactly else "at-most"
        return key, f"can never be met: {self._there_are(leaf, moment, counted.low, named=named)} at least"

    @staticmethod
    def _there_are(leaf: Compare, moment: Moment, number: int, *, named: bool) -> str:
        if leaf.count.noun in {Noun.SPACE, Noun.GAP}:
            return f"it is {number}"
        span = moment.over(leaf.count)
        where = f"in round {moment.round}" if named and span is Span.ROUND else _SPAN_WORDS[span]
        return f"{where} there {'is' if number == 1 else 'are'} {number}"
