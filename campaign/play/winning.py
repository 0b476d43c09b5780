"""A line that wins a game from one of its decisions, with sight of all cards, later deals too."""

from collections.abc import Iterator, Sequence
from typing import Final

from campaign.play.careful import Careful
from campaign.play.playouts import careful_choice
from campaign.play.record import city_shuffle, deal
from campaign.play.session import DriftError, replay
from campaign.play.solving import Answer, solve
from campaign.play.thinking import choices_of
from campaign.rules import state as phases
from campaign.rules import step
from campaign.rules.bounds import sure_defeat
from campaign.rules.chapter import Chapter
from campaign.rules.decisions import Decision
from campaign.rules.refusals import decision_of
from campaign.rules.sight import played_cards
from campaign.rules.state import FIRST_CHANCE, FIRST_DECISION, State

BUDGET: Final = 200_000
"""How many decisions the search for a winning line may take back and try in all."""
BUDGET_EACH: Final = 20_000
"""The same from one decision on."""
_GIFTS: Final = (phases.GIVE, phases.PASS)


def succeeds(chapter: Chapter, seed: int, line: Sequence[Decision]) -> bool:
    """Return whether decisions, played by the rules from a seed's deal, end in success."""
    try:
        session = replay(chapter, seed, map(str, line), ())
    except DriftError:
        return False
    return session.state.phase == phases.OVER and session.state.ending == phases.REACHED


class LineSearch:
    """A search for success with sight of all cards, later deals too.

    Up to the last round's night it follows careful players and leaves them once, then twice and so on, with gifts and
    passes always careful's; from there the solver goes on. ``left`` is how much of its ``budget`` remains. So it
    can find a line, but only in the last night say that there is none.
    """

    def __init__(self, careful: Careful, seed: int) -> None:
        self.careful = careful
        self.seed = seed
        self.budget = BUDGET
        self.left = BUDGET
        self._here = 0
        self._cut = False

    def line(self, state: State) -> list[Decision] | None:
        """Return decisions that lead to success from a state, None where none were found."""
        self._here = min(BUDGET_EACH, self.left)
        started = self._here
        allowed = 0
        found: list[Decision] | None = None
        while found is None and self._here > 0:
            self._cut = False
            found = self._from(state, allowed)
            if not self._cut:
                break
            allowed += 1
        self.left -= started - self._here
        return found[::-1] if found is not None else None

    def _from(self, state: State, allowed: int) -> list[Decision] | None:
        """Return the decisions to success, the last one first."""
        if state.phase == phases.OVER:
            return [] if state.ending == phases.REACHED else None
        if sure_defeat(state):
            return None
        if state.round == state.plan.rounds and state.phase not in _GIFTS:
            return self._solved(state)
        for place, chosen in enumerate(self._choices(state)):
            if place and allowed == 0:
                self._cut = True
                break
            if self._here <= 0:
                break
            self._here -= 1
            after = state.copy()
            step.apply(after, chosen)
            settle(after, self.seed)
            found = self._from(after, allowed - 1 if place else allowed)
            if found is not None:
                found.append(decision_of(state, chosen))
                return found
        return None

    def _solved(self, state: State) -> list[Decision] | None:
        solution = solve(state, budget=self._here)
        self._here -= solution.tried
        return list(solution.line[::-1]) if solution.answer is Answer.REACHABLE else None

    def _choices(self, state: State) -> Iterator[int]:
        """Give careful's choice first, then the others."""
        own = int(careful_choice(self.careful, state, played_cards(state)))
        yield own
        for other in choices_of(state):
            if other != own:
                yield other


def settle(state: State, seed: int) -> None:
    """Make every step after a decision up to the next one or the end, with a seed's own chance."""
    while state.phase < FIRST_DECISION:
        if state.phase < FIRST_CHANCE:
            step.advance(state)
        elif state.phase == phases.DEAL:
            step.deal(state, *deal(seed, state))
        else:
            step.stack_city(state, city_shuffle(seed, state))
