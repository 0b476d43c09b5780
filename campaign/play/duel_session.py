"""A duel in progress: its deals from the seed, what is due, what each role may know, and how it ended.

Opponents do not talk over a hand, and nobody concedes.
"""

from collections.abc import Iterable, Sequence

from campaign.duel import state as phases
from campaign.duel import step
from campaign.duel.decisions import Decision, parse_decision
from campaign.duel.events import Event, tell
from campaign.duel.match import Outcome, outcome
from campaign.duel.record import DECK_ORDER, deal_of, fingerprint
from campaign.duel.refusals import Due, choice, due, refusal
from campaign.duel.sight import Sight, sight
from campaign.duel.state import FIRST_CHANCE, FIRST_DECISION, State
from campaign.duel.view import OpenTable, View, open_table, view
from campaign.notation import Seat
from campaign.play.edition import DriftError, GameSession, RefusedError
from campaign.recording import shuffled, stream
from campaign.telling import Refusal

__all__ = ["DriftError", "DuelSession", "RefusedError", "duel_deal", "replay_duel"]


def duel_deal(seed: int, number: int) -> tuple[int, int]:
    """Return the two hands of a round, by its number from 1, as masks (DU4); the other cards are set aside."""
    return deal_of(shuffled(DECK_ORDER, stream(seed, number, "deal")))


class DuelSession(GameSession[Decision, Event]):
    """One duel from its own seed (``duel.match.seed_in_match``) and its decisions so far."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.state = State()
        self._run()

    @property
    def round(self) -> int:
        """The round's number, from 1."""
        return int(self.state.round)

    @property
    def due(self) -> Due | None:
        """The decision due now, None once the duel has ended."""
        return due(self.state)

    def table(self) -> OpenTable:
        """Return what lies open to both."""
        return open_table(self.state)

    def view(self, seat: Seat) -> View:
        """Return what a player may know."""
        return view(self.state, seat)

    def sight(self, seat: Seat) -> Sight:
        """Return what a player knows, as ints: what a bot decides from."""
        return sight(self.state, seat)

    def refusal(self, decision: Decision) -> Refusal | None:
        """Return why a decision would be refused now, None if it would not."""
        return refusal(self.state, decision)

    def parse(self, text: str) -> Decision:
        """Return the decision of one line of the duel's notation; raises NotationError."""
        return parse_decision(text)

    def ending(self) -> Outcome | None:
        """Return how the duel ended, None while it goes on."""
        return outcome(self.state) if self.state.phase == phases.OVER else None

    def may_talk(self) -> bool:
        """Return whether the players may talk now: opponents never do."""
        return False

    def _take(self, decision: Decision) -> Iterable[Event]:
        before = self.state.copy()
        step.choose(self.state, choice(decision))
        return tell(before, self.state)

    def _step(self) -> Iterable[Event] | None:
        state = self.state
        if state.phase >= FIRST_DECISION:
            return None
        before = state.copy()
        if state.phase < FIRST_CHANCE:
            step.step(state)
        else:
            step.deal(state, *duel_deal(self.seed, self.round))
        if before.phase == phases.END_ROUND:
            self.fingerprints.append(fingerprint(state))
        return tell(before, state)


def replay_duel(seed: int, decisions: Iterable[str], fingerprints: Sequence[str]) -> DuelSession:
    """Return the session that a record leads to; raises DriftError."""
    session = DuelSession(seed)
    session.replay(decisions, fingerprints)
    return session
