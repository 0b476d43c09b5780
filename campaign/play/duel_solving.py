"""What a duel's round comes to when all cards are known, in decisions: its value, a best line, each choice's value.

The value is by how many spaces the round moves the marker, home or not: the difference of the trick counts (DU17), an
even number from 0 to 10, which Hyde makes as large and Jekyll as small as the other lets them. Passes (DU5) and swaps
(DU15) are chosen in secret at the same time; here they are chosen in the order asked, Jekyll first, and Hyde sees what
Jekyll has chosen. So a value there is an upper bound on what Hyde can be sure of.

A search works in slices, so that an interrupt is seen between them, and within a budget of choices tried: what that
does not settle is told as bounds, never as a value.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Final

from campaign.duel import state as phases
from campaign.duel.counts import sets_due
from campaign.duel.decisions import Decision
from campaign.duel.refusals import decision_of
from campaign.duel.state import END_ROUND, FIRST_CHANCE, HOME, NAMED_SHIFT, State
from campaign.duel.step import choose, legal, names, step
from campaign.notation import Seat
from campaign.play.duel_solver import NO, SEARCHING, YES, DuelSearch
from campaign.play.duel_solver_keys import HALF

BUDGET: Final = 4_000_000
"""How many choices a search tries before it gives up, about a second where the core is compiled."""
SLICE: Final = 1_000
"""How many choices are tried at a time: a few milliseconds, compiled."""
_DECISIONS: Final = (phases.PASS, phases.CARD, phases.TAKE, phases.SWAP)
_ON_THE_WAY: Final = (phases.END_TRICK, phases.CLEAR, END_ROUND)

Progress = Callable[[int], None]
"""Told after each slice how many choices have been tried; what it raises ends the search."""


class Answer(Enum):
    """Whether Hyde can make a round come to so many steps, whatever Jekyll does."""

    YES = "yes"
    NO = "no"
    NOT_DECIDED = "not decided"


@dataclass(frozen=True, slots=True)
class Bounds:
    """What a round comes to, in steps of the marker: at least and at most."""

    least: int
    most: int

    @property
    def value(self) -> int | None:
        """The value; None where it is not decided."""
        return self.least if self.least == self.most else None


@dataclass(frozen=True, slots=True)
class Solution:
    """The value of a round, and where it is decided a line of best play of both to the round's end."""

    bounds: Bounds
    line: tuple[Decision, ...]
    tried: int
    """How many choices the search tried."""

    @property
    def value(self) -> int | None:
        """The value; None where it is not decided."""
        return self.bounds.value


@dataclass(frozen=True, slots=True)
class Value:
    """What the round comes to after one legal decision."""

    decision: Decision
    bounds: Bounds

    @property
    def value(self) -> int | None:
        """The value; None where it is not decided."""
        return self.bounds.value


@dataclass(frozen=True, slots=True)
class Reach:
    """Whether so many steps can be reached."""

    answer: Answer
    tried: int


def _checked(state: State) -> None:
    if state.phase not in (*_DECISIONS, *_ON_THE_WAY):
        raise ValueError("a duel's round is solved once it has been dealt, and until it ends")


def to_decision(state: State) -> State:
    """Return a copy of a state at the round's next decision, or where its tricks have all been played."""
    copied = state.copy()
    while copied.phase < FIRST_CHANCE and copied.phase != END_ROUND:
        step(copied)
    return copied


def legal_choices(state: State) -> list[int]:
    """Return every legal choice of the decision due, as the core's ints."""
    if state.phase in (phases.PASS, phases.SWAP):
        return [int(chosen) for chosen in sets_due(state)]
    mask = int(legal(state))
    bits = [bit for bit in range(28) if mask >> bit & 1]
    if state.phase == phases.TAKE:
        return bits
    return [bit | colour << NAMED_SHIFT for bit in bits for colour in (range(3) if names(state, bit) else range(1))]


def _after(state: State, choice: int) -> State:
    copied = state.copy()
    choose(copied, choice)
    return copied


class _Round:
    """A search whose table serves one question about a round after another."""

    def __init__(self, progress: Progress | None) -> None:
        self.search = DuelSearch()
        self.progress = progress

    def ask(self, state: State, half: int, budget: int) -> int:
        """Ask whether a state comes to at least half of a difference, trying so many choices at most."""
        search = self.search
        if half <= 0 or half > HALF:
            return YES if half <= 0 else NO
        until = int(search.nodes) + budget
        status = int(search.begin(state, half))
        while status == SEARCHING and search.nodes < until:
            status = int(search.run(min(SLICE, until - search.nodes)))
            if self.progress is not None:
                self.progress(int(search.nodes))
        return status

    def bounds(self, state: State, budget: int) -> Bounds:
        """Return what a state comes to, as far as the budget goes; both bounds are proven."""
        least, most = 0, HALF
        until = int(self.search.nodes) + budget
        while least < most:
            half = (least + most + 1) // 2
            found = self.ask(state, half, until - int(self.search.nodes))
            if found == SEARCHING:
                break
            if found == YES:
                least = half
            else:
                most = half - 1
        return Bounds(2 * least, 2 * most)

    def best(self, state: State, value: int) -> int:
        """Return a choice that keeps a state's value, which is known: Hyde's loses nothing, Jekyll's gives nothing.

        The table knows one. Each choice is tried a little, then more, so that one that it does not know costs little.
        """
        choices = legal_choices(state)
        hyde = state.seat == Seat.HYDE
        wish, half = (YES, value // 2) if hyde else (NO, value // 2 + 1)
        budget = 1
        while len(choices) > 1:
            open_still = []
            for choice in choices:
                found = self.ask(_after(state, choice), half, budget)
                if found == wish:
                    return choice
                if found == SEARCHING:
                    open_still.append(choice)
            choices = open_still
            budget *= 4
        return choices[0]

    def line(self, state: State, value: int) -> tuple[Decision, ...]:
        """Return a line of best play from a state of a known value."""
        found: list[Decision] = []
        here = to_decision(state)
        while here.phase != END_ROUND:
            choice = self.best(here, value)
            found.append(decision_of(here, choice))
            here = to_decision(_after(here, choice))
        return tuple(found)


def solve(state: State, *, budget: int = BUDGET, progress: Progress | None = None) -> Solution:
    """Return what a round comes to from any of its decisions, and a best line; raises ValueError outside a round.

    The budget is for the value. The line, which the search's table holds already, adds a little to what is tried.
    """
    _checked(state)
    searched = _Round(progress)
    bounds = searched.bounds(state, budget)
    line = () if bounds.value is None else searched.line(state, bounds.value)
    return Solution(bounds, line, int(searched.search.nodes))


def reaches(state: State, steps: int, *, budget: int = BUDGET, progress: Progress | None = None) -> Reach:
    """Return whether Hyde can make the round come to at least so many steps; raises ValueError outside a round."""
    _checked(state)
    searched = _Round(progress)
    found = searched.ask(state, (steps + 1) // 2, budget)
    answer = {YES: Answer.YES, NO: Answer.NO}.get(found, Answer.NOT_DECIDED)
    return Reach(answer, int(searched.search.nodes))


def reaches_home(state: State, *, budget: int = BUDGET, progress: Progress | None = None) -> Reach:
    """Return whether Hyde can end the duel this round: steps enough to his home (DU3); raises ValueError as above."""
    return reaches(state, HOME - int(state.marker), budget=budget, progress=progress)


def values(state: State, *, budget: int = BUDGET, progress: Progress | None = None) -> tuple[Value, ...]:
    """Return for each legal decision, an only one too, what the round comes to after it.

    The budget is each decision's own. Raises ValueError where no decision of a round is due.
    """
    _checked(state)
    here = to_decision(state)
    if here.phase not in _DECISIONS:
        raise ValueError("no decision is due in the rest of this round")
    searched = _Round(progress)
    return tuple(
        Value(decision_of(here, choice), searched.bounds(_after(here, choice), budget))
        for choice in legal_choices(here)
    )
