"""A chapter's game in progress: what is due, who may talk, and how it ended."""

from collections.abc import Iterable, Sequence
from typing import assert_never

from campaign.notation import Seat
from campaign.play.campaign import Ending, Reason, Verdict
from campaign.play.edition import DriftError, GameSession, RefusedError
from campaign.play.record import city_shuffle, deal, fingerprint, first_token
from campaign.rules import state as phases
from campaign.rules import step
from campaign.rules.chapter import Chapter
from campaign.rules.compile import compile_chapter
from campaign.rules.decisions import Concede, Decision, Kind, parse_decision
from campaign.rules.events import Event, achieved, failed_objective, tell
from campaign.rules.refusals import Due, choice, due, refusal
from campaign.rules.sight import Sight, sight
from campaign.rules.state import FIRST_CHANCE, FIRST_DECISION, State
from campaign.rules.view import OpenTable, View, open_table, view
from campaign.telling import Refusal

__all__ = ["DriftError", "RefusedError", "Session", "replay"]

_REASONS = {
    phases.REACHED: Reason.REACHED,
    phases.CAUGHT: Reason.CAUGHT,
    phases.SHORT: Reason.SHORT,
    phases.OVERSHOOT: Reason.OVERSHOOT,
    phases.OBJECTIVE: Reason.OBJECTIVE,
    phases.CONCEDED: Reason.CONCEDED,
}


class Session(GameSession[Decision, Event]):
    """One game of a chapter from its seed and its decisions so far."""

    def __init__(self, chapter: Chapter, seed: int) -> None:
        super().__init__(seed)
        self.chapter = chapter
        self.state = State(compile_chapter(chapter))
        self._run()

    @property
    def round(self) -> int:
        """The round's number, from 1."""
        return int(self.state.round)

    @property
    def due(self) -> Due | None:
        """The decision due now, None once the game has ended."""
        return due(self.state)

    def table(self) -> OpenTable:
        """Return what lies open to all."""
        return open_table(self.chapter, self.state)

    def view(self, seat: Seat) -> View:
        """Return what a player may know."""
        return view(self.chapter, self.state, seat)

    def sight(self, seat: Seat) -> Sight:
        """Return what a player knows, as ints: what a bot decides from."""
        return sight(self.state, seat)

    def refusal(self, decision: Decision) -> Refusal | None:
        """Return why a decision would be refused now, None if it would not."""
        return refusal(self.state, decision, self.chapter)

    def parse(self, text: str) -> Decision:
        """Return the decision of one line of the notation; raises NotationError."""
        return parse_decision(text)

    def ending(self) -> Ending | None:
        """Return how the game ended, without its stars; None while it goes on."""
        if self.state.phase != phases.OVER:
            return None
        reason = _REASONS[int(self.state.ending)]
        success = reason is Reason.REACHED
        return Ending(
            verdict=Verdict.SUCCESS if success else Verdict.DEFEAT,
            reason=reason,
            objective=failed_objective(self.chapter, self.state) if reason is Reason.OBJECTIVE else None,
            achievement=success and achieved(self.chapter, self.state),
        )

    def may_talk(self) -> bool:
        """Return whether the players may talk now (D4, N6)."""
        asked = self.due
        if asked is None:
            return True
        rules = self.chapter.rounds[int(self.state.round) - 1]
        match asked.kind:
            case Kind.GIVES | Kind.PASSES:
                return rules.talk_gifts
            case Kind.PLAYS:
                return rules.talk_night
            case Kind.TAKES | Kind.HANDS | Kind.RANKS | Kind.DRAWS | Kind.RETURNS:
                return rules.talk_reaction
            case _:
                assert_never(asked.kind)

    def _take(self, decision: Decision) -> Iterable[Event]:
        if isinstance(decision, Concede):
            step.concede(self.state)
            return ()
        before = self.state.copy()
        step.choose(self.state, choice(decision))
        return tell(self.chapter, before, self.state)

    def _step(self) -> Iterable[Event] | None:
        state = self.state
        if state.phase >= FIRST_DECISION:
            return None
        before = state.copy()
        if state.phase < FIRST_CHANCE:
            step.step(state)
        elif state.phase == phases.TOKEN:
            step.turn_token(state, first_token(self.seed))
        elif state.phase == phases.DEAL:
            step.deal(state, *deal(self.seed, state))
        else:
            step.stack_city(state, city_shuffle(self.seed, state))
        if before.phase in (phases.MOVE, phases.END_ROUND) and state.phase in (phases.BEGIN_ROUND, phases.OVER):
            self.fingerprints.append(fingerprint(state))
        return tell(self.chapter, before, state)


def replay(chapter: Chapter, seed: int, decisions: Iterable[str], fingerprints: Sequence[str]) -> Session:
    """Return the session that a record leads to; raises DriftError."""
    session = Session(chapter, seed)
    session.replay(decisions, fingerprints)
    return session
