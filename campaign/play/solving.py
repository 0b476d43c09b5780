"""What a round can still come to when all cards are known, in decisions: goals, the value of each choice, all outcomes.

Both players are of one mind and the City plays its deck as it lies. A search works in slices, so that an interrupt is
seen between them, and within a budget of choices tried: what it does not settle is *not decided*, never *no*.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import Enum
from typing import Final

from campaign.play.solver import FOUND, SEARCHING, Search
from campaign.play.solver_targets import FARTHEST, Target
from campaign.play.thinking import choices_of
from campaign.rules import state as phases
from campaign.rules import step
from campaign.rules.bounds import FAILED, MET
from campaign.rules.decisions import Decision
from campaign.rules.refusals import decision_of
from campaign.rules.state import CARD, CITY_CARD, END_ROUND, FIRST_CHANCE, NOT_ENDED, REACHED, RETURN, State

BUDGET: Final = 1_000_000
"""How many choices a search tries before it gives up, about a second where the core is compiled."""
SLICE: Final = 2_000
"""How many choices are tried at a time: a few milliseconds, compiled."""
_NIGHT: Final = range(CARD, RETURN + 1)
_ON_THE_WAY: Final = (phases.END_TRICK, phases.MOVE, CITY_CARD, END_ROUND)

Progress = Callable[[int], None]
"""Told after each slice how many choices have been tried; what it raises ends the search."""


class Answer(Enum):
    """Whether a goal can be reached."""

    REACHABLE = "reachable"
    UNREACHABLE = "unreachable"
    NOT_DECIDED = "not decided"


@dataclass(frozen=True, slots=True, kw_only=True)
class Goal:
    """What is asked of the round's end: by default that the chapter goes on, or in its last round succeeds.

    ``endings`` names other values of ``State.ending`` that will do. The spaces are closed ranges.
    """

    endings: frozenset[int] = frozenset((NOT_ENDED, REACHED))
    jekyll_hyde: range = range(FARTHEST + 1)
    scotland_yard: range = range(FARTHEST + 1)
    achievement: bool = False
    """Whether the achievement must have been met, the round's end included."""

    def target(self) -> Target:
        """Return the goal as the search reads it."""
        target = Target()
        target.endings = sum(1 << ending for ending in self.endings)
        target.jekyll_hyde_least, target.jekyll_hyde_most = _ends(self.jekyll_hyde)
        target.scotland_yard_least, target.scotland_yard_most = _ends(self.scotland_yard)
        target.achievement = self.achievement
        return target


@dataclass(frozen=True, slots=True)
class End:
    """How a round can end."""

    ending: int
    """As in ``State.ending``."""
    jekyll_hyde: int
    scotland_yard: int
    failed: int
    """The objectives that failed, as in ``State.failed``."""
    some_met: int
    some_failed: int
    """As in ``State``: which conditions of the chapter's spans some round so far has met, and failed."""
    achievement: bool | None
    """Whether the achievement has been met for sure (True) or missed for sure (False); else, or without one, None."""


@dataclass(frozen=True, slots=True)
class Solution:
    """The answer to one goal, and where it can be reached the decisions that lead there."""

    answer: Answer
    line: tuple[Decision, ...]
    end: End | None
    """How the round ends by that line."""
    tried: int
    """How many choices the search tried."""


@dataclass(frozen=True, slots=True)
class Value:
    """What one legal decision leaves of a goal."""

    decision: Decision
    answer: Answer


@dataclass(frozen=True, slots=True)
class Ends:
    """The ends of a round that were found; ``complete`` where there are no others."""

    ends: frozenset[End]
    complete: bool
    tried: int


def _ends(spaces: range) -> tuple[int, int]:
    """Return the first and the last space of a range; one that nothing is in for an empty range."""
    return (min(spaces), max(spaces)) if spaces else (FARTHEST + 1, -1)


def _checked(state: State) -> None:
    before = state.phase == phases.MOVE and state.when == 0
    if before or state.phase not in (*_NIGHT, *_ON_THE_WAY):
        raise ValueError("a round is solved from its night, the City's deck laid")


def _end(search: Search) -> End:
    ending, jekyll_hyde, scotland_yard, failed, some_met, some_failed, achievement = search.outcome
    met = True if achievement == MET else (False if achievement == FAILED else None)
    return End(ending, jekyll_hyde, scotland_yard, failed, some_met, some_failed, met)


def _run(search: Search, budget: int, progress: Progress | None) -> int:
    """Search on in slices until something is found, nothing is left, or the budget is spent."""
    while search.status == SEARCHING and search.nodes < budget:
        search.run(min(SLICE, budget - search.nodes))
        if progress is not None:
            progress(search.nodes)
    return int(search.status)


def to_decision(state: State) -> State:
    """Return a copy of a state at the round's next decision, or at its end."""
    copied = state.copy()
    while copied.phase < FIRST_CHANCE and copied.phase != phases.BEGIN_ROUND:
        step.step(copied)
    return copied


def decisions(state: State, line: Iterable[int]) -> tuple[Decision, ...]:
    """Return a line of the core's ints from a state as decisions."""
    found: list[Decision] = []
    here = state
    for choice in line:
        here = to_decision(here)
        found.append(decision_of(here, choice))
        step.choose(here, choice)
    return tuple(found)


def solve(
    state: State, goal: Goal | None = None, *, budget: int = BUDGET, progress: Progress | None = None
) -> Solution:
    """Look for a line from a state of a night to a goal at the round's end; raises ValueError before the night."""
    _checked(state)
    search = Search(state, (goal or Goal()).target(), everything=False)
    return _solution(state, search, _run(search, budget, progress))


def _solution(state: State, search: Search, status: int) -> Solution:
    tried = int(search.nodes)
    if status == FOUND:
        return Solution(Answer.REACHABLE, decisions(state, search.line()), _end(search), tried)
    return Solution(Answer.NOT_DECIDED if status == SEARCHING else Answer.UNREACHABLE, (), None, tried)


def solve_for(
    state: State, wanted: Callable[[End], bool], *, budget: int = BUDGET, progress: Progress | None = None
) -> Solution:
    """Look for a line to an end that ``wanted`` accepts, whatever it asks; slower than a goal that can be pruned by."""
    _checked(state)
    search = Search(state, Target(), everything=True)
    status = _run(search, budget, progress)
    while status == FOUND and not wanted(_end(search)):
        search.run(0)
        status = _run(search, budget, progress)
    return _solution(state, search, status)


def values(
    state: State, goal: Goal | None = None, *, budget: int = BUDGET, progress: Progress | None = None
) -> tuple[Value, ...]:
    """Return for each legal decision, an only one too, whether the goal can be reached after it.

    The budget is each decision's own. Raises ValueError where no decision of a night is due.
    """
    _checked(state)
    here = to_decision(state)
    if here.phase not in _NIGHT:
        raise ValueError("no decision is due in the rest of this round")
    found: list[Value] = []
    search: Search | None = None
    for choice in choices_of(here):
        child = here.copy()
        step.choose(child, choice)
        if search is None:
            search = Search(child, (goal or Goal()).target(), everything=False)
        else:
            search.begin(child)
        status = _run(search, int(search.nodes) + budget, progress)
        answer = {FOUND: Answer.REACHABLE, SEARCHING: Answer.NOT_DECIDED}.get(status, Answer.UNREACHABLE)
        found.append(Value(decision_of(here, choice), answer))
    return tuple(found)


def all_ends(state: State, *, budget: int = BUDGET, progress: Progress | None = None) -> Ends:
    """Return every end that the round can still come to, as far as the budget goes."""
    _checked(state)
    search = Search(state, Target(), everything=True)
    found: set[End] = set()
    status = _run(search, budget, progress)
    while status == FOUND:
        found.add(_end(search))
        search.run(0)
        status = _run(search, budget, progress)
    return Ends(frozenset(found), status != SEARCHING, int(search.nodes))
