"""A review of a finished game: what each decision kept of the chance, and a line that would have won.

A decision is weighed from what its seat knew: every choice is played out in the same worlds that fit that knowledge.
Only what could not be known is looked for in the cards as they lay. The worlds are a fixed number drawn from the
game's seed and the decision's number, so the same game gives the same review, compiled or not.
"""

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from campaign.notation import Seat
from campaign.play.bots import thinker_of
from campaign.play.playouts import OWN_DECISIONS
from campaign.play.session import Session
from campaign.play.thinking import Thinker, Thought, judge
from campaign.play.winning import LineSearch, succeeds
from campaign.recording import stream
from campaign.rules import state as phases
from campaign.rules.chapter import Chapter
from campaign.rules.decisions import Concede, Decision, parse_decision
from campaign.rules.refusals import choice, decision_of
from campaign.rules.sight import Sight, sight
from campaign.rules.state import State

WORLDS: Final = 40
"""In how many worlds every choice is played out."""
FRESH: Final = 3
"""How many times as many worlds, all new, weigh a choice that seems better once more.

The best of several choices looks better than it is in the worlds that it was picked by.
"""
CLEAR: Final = 2.0
"""By how many standard errors a choice must be better to count as one that could be known."""
LEAST: Final = 0.03
"""The smallest loss that is told."""
MOST_TOLD: Final = 5
SEARCH_PARTS: Final = 10
"""How many of the parts that progress counts the search is."""
_CHANCE: Final = 1 << 31
_GIFTS: Final = (phases.GIVE, phases.PASS)

Show = Callable[[int, int], None]
"""Told how many parts of the work are done, and of how many."""


class Loss(StrEnum):
    """Whether a better choice could be known."""

    KNOWABLE = "knowable"
    HINDSIGHT = "hindsight"


@dataclass(frozen=True, slots=True)
class Weighed:
    """A choice beside the best one, from what a seat knew; ``best`` is the choice itself where none is better."""

    best: int
    before: float
    after: float
    error: float
    """The standard error of ``before - after``, both from the same worlds."""

    @property
    def knowable(self) -> bool:
        """Whether the seat could know that another choice is better."""
        loss = self.before - self.after
        return loss >= LEAST and loss > CLEAR * self.error


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """One decision of the game, weighed.

    ``before`` is the value of the best choice, ``after`` that of the choice made, both from what the seat knew:
    1 for success, or 0.5 without the chapter's achievement where it has one.
    """

    number: int
    round: int
    trick: int
    """The trick's number, 0 during the day."""
    seat: Seat | None
    """Whose decision it was; None is both together."""
    knower: Seat
    """From whose knowledge it is weighed: for both together the leading character's."""
    decision: Decision
    before: float
    after: float
    error: float
    kind: Loss | None = None
    better: Decision | None = None
    """A choice that would have kept more: by what was known, or in hindsight by the cards as they lay."""
    loss: float = 0.0
    """How much more it would have kept."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Review:
    """A finished game's review."""

    judged: tuple[Judged, ...]
    worst: tuple[Judged, ...]
    """The decisions that lost most, those that could be known first."""
    success: bool
    reached: float
    """What the game came to, on the scale of the chances."""
    line: tuple[Decision, ...]
    """All decisions of a game of the same seed that succeeds; empty where none was found."""
    leaves: int
    """The number of the first decision in which that line leaves the game, 0 where there is none."""

    @property
    def winnable(self) -> bool | None:
        """True where a line that succeeds was found; None is not decided, for the search is never complete."""
        return True if self.line else None


@dataclass(frozen=True, slots=True)
class Turn:
    """A decision of the record and the state before it."""

    number: int
    state: State
    decision: Decision

    @property
    def seat(self) -> int:
        """Whose knowledge it is weighed from: the leading character's for both (R4)."""
        return int(self.state.seat if self.state.phase in OWN_DECISIONS else self.state.leading)


def weigh(thinker: Thinker, seen: Sight, made: int | None, *, seed: int, worlds: int = WORLDS) -> Weighed:
    """Return a choice weighed beside the best one, from a sight alone; ``made`` None is to concede.

    Not for gifts and passes, which a thinker does not weigh.
    """
    thought = Thought(thinker, seen, seed)
    rows = _rows(thought, worlds)
    best = int(thought.best())
    place = thought.choices.index(best)
    if made is None:
        before, error = _mean([row[place] for row in rows])
        return Weighed(best, before, 0.0, error)
    if made not in thought.choices:
        raise ValueError("the choice made is none of those that may be weighed")
    own = thought.choices.index(made)
    before, after, error = _paired(rows, place, own)
    if before - after >= LEAST and before - after > error:
        again = Thought(thinker, seen, seed + 1)
        again.choices = [best, made]
        again.sums = [0.0, 0.0]
        before, after, error = _paired(_rows(again, FRESH * worlds), 0, 1)
    if best == made or before <= after:
        return Weighed(made, after, after, 0.0)
    return Weighed(best, before, after, error)


def _rows(thought: Thought, worlds: int) -> list[list[float]]:
    """Return the values of the choices in each of some new worlds."""
    rows: list[list[float]] = []
    for _ in range(worlds):
        sums = list(thought.sums)
        thought.add(1)
        rows.append([total - before for total, before in zip(thought.sums, sums, strict=True)])
    return rows


def _paired(rows: Sequence[Sequence[float]], best: int, made: int) -> tuple[float, float, float]:
    """Return the means of two choices and the standard error of their difference in the same worlds."""
    before, _ = _mean([row[best] for row in rows])
    after, _ = _mean([row[made] for row in rows])
    _, error = _mean([row[best] - row[made] for row in rows])
    return before, after, error


def _mean(values: Sequence[float]) -> tuple[float, float]:
    """Return a mean and its standard error."""
    count = len(values)
    mean = sum(values) / count
    if count == 1:
        return mean, 0.0
    variance = sum((value - mean) ** 2 for value in values) / (count - 1)
    return mean, float((variance / count) ** 0.5)


def in_hindsight(thinker: Thinker, state: State, seat: int, made: int, *, reached: float = 0.0) -> tuple[int, float]:
    """Return the best choice in the cards as they lay, played on by careful players, and what it has over ``made``.

    ``reached`` is what the game came to in fact, which the choice made is worth at least.
    """
    thought = Thought(thinker, sight(state, seat), 0)
    thought.play_world(state.copy())
    own = max(thought.sums[thought.choices.index(made)], reached)
    best = max(range(len(thought.choices)), key=lambda place: thought.sums[place])
    return int(thought.choices[best]), thought.sums[best] - own


def review(
    chapter: Chapter, seed: int, decisions: Sequence[str], *, worlds: int = WORLDS, show: Show | None = None
) -> Review:
    """Return a finished game's review; ``decisions`` are its record, which fits the rules."""
    turns, session = _walk(chapter, seed, decisions)
    total = len(turns) + SEARCH_PARTS
    thinker = thinker_of(session.state.plan)
    reached = judge(session.state)
    judged: list[Judged] = []
    for done, turn in enumerate(turns):
        if show is not None:
            show(done, total)
        judged.append(judged_turn(thinker, turn, seed=seed, worlds=worlds, reached=reached))
    judged = _with_gifts(judged, turns)
    worst = worst_of(judged)
    success = session.state.ending == phases.REACHED
    line: tuple[Decision, ...] = tuple(session.decisions)
    leaves = 0
    if not success:
        search = LineSearch(thinker.careful, seed)
        line, leaves = _winning(chapter, turns, worst, search=search, show=show)
    if show is not None:
        show(total, total)
    return Review(judged=tuple(judged), worst=worst, success=success, reached=reached, line=line, leaves=leaves)


def _walk(chapter: Chapter, seed: int, decisions: Sequence[str]) -> tuple[list[Turn], Session]:
    session = Session(chapter, seed)
    turns: list[Turn] = []
    for number, text in enumerate(decisions, 1):
        decision = parse_decision(text)
        turns.append(Turn(number, session.state.copy(), decision))
        session.submit(decision)
    return turns, session


def judged_turn(thinker: Thinker, turn: Turn, *, seed: int, worlds: int = WORLDS, reached: float = 0.0) -> Judged:
    """Return a decision weighed; a gift or a pass is left at no loss, with the value that the pawns alone promise."""
    state, decision = turn.state, turn.decision
    concedes = isinstance(decision, Concede)
    asked = None if concedes or state.phase not in OWN_DECISIONS else Seat(state.seat)
    trick = 0 if state.phase in _GIFTS else len(state.tricks) + 1
    found = Judged(
        number=turn.number,
        round=int(state.round),
        trick=trick,
        seat=asked,
        knower=Seat(turn.seat),
        decision=decision,
        before=0.0,
        after=0.0,
        error=0.0,
    )
    if state.phase in _GIFTS:
        value = float(thinker.careful.outlook.between_rounds(state, state.round - 1))
        return replace(found, before=value, after=0.0 if concedes else value)
    made = None if concedes else choice(decision)
    own_seed = int(stream(seed, "review", turn.number).random() * _CHANCE)
    weighed = weigh(thinker, sight(state, turn.seat), made, seed=own_seed, worlds=worlds)
    found = replace(found, before=weighed.before, after=weighed.after, error=weighed.error)
    if weighed.knowable:
        better = decision_of(state, weighed.best)
        return replace(found, kind=Loss.KNOWABLE, better=better, loss=weighed.before - weighed.after)
    if made is None:
        return found
    best, loss = in_hindsight(thinker, state, turn.seat, made, reached=reached)
    if loss < LEAST:
        return found
    return replace(found, kind=Loss.HINDSIGHT, better=decision_of(state, best), loss=loss)


def _with_gifts(judged: Sequence[Judged], turns: Sequence[Turn]) -> list[Judged]:
    """Give gifts and passes the value that the night's first decision was weighed at, where one follows."""
    found: list[Judged] = []
    following: Judged | None = None
    for one, turn in zip(reversed(judged), reversed(turns), strict=True):
        gift = turn.state.phase in _GIFTS
        if not gift:
            following = one
        elif following is not None and following.round == one.round and not isinstance(one.decision, Concede):
            one = replace(one, before=following.before, after=following.before)  # noqa: PLW2901 (a gift takes its value)
        found.append(one)
    return found[::-1]


def worst_of(judged: Sequence[Judged]) -> tuple[Judged, ...]:
    """Return the decisions that lost most: first what could be known, then what only hindsight tells."""
    lost = [one for one in judged if one.kind is not None]
    lost.sort(key=lambda one: (one.kind is Loss.HINDSIGHT, -one.loss, -one.number))
    return tuple(lost[:MOST_TOLD])


def _winning(
    chapter: Chapter, turns: Sequence[Turn], worst: Sequence[Judged], *, search: LineSearch, show: Show | None
) -> tuple[tuple[Decision, ...], int]:
    """Return a line that succeeds, from the worst decision it is found from, else from the last one; and where."""
    played = [turn.decision for turn in turns]
    numbers = [one.number for one in worst]
    numbers += [turn.number for turn in reversed(turns) if turn.number not in numbers]
    for number in numbers:
        if search.left <= 0:
            break
        if show is not None:
            done = SEARCH_PARTS * (search.budget - search.left) // search.budget
            show(len(turns) + done, len(turns) + SEARCH_PARTS)
        found = search.line(turns[number - 1].state)
        line = () if found is None else (*played[: number - 1], *found)
        if succeeds(chapter, search.seed, line):
            same = sum(1 for _ in itertools.takewhile(lambda pair: pair[0] == pair[1], zip(line, played, strict=False)))
            return line, same + 1
    return (), 0
