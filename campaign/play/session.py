"""A game in progress: what is due, who may talk, and the one door for decisions."""

from collections.abc import Iterable, Sequence
from typing import assert_never

from campaign.notation import Seat
from campaign.play.campaign import Ending, Reason, Verdict
from campaign.play.record import city_shuffle, deal, fingerprint, first_token
from campaign.rules import state as phases
from campaign.rules import step
from campaign.rules.chapter import Chapter
from campaign.rules.compile import compile_chapter
from campaign.rules.decisions import Concede, Decision, Kind, parse_decision
from campaign.rules.events import Event, achieved, failed_objective, tell
from campaign.rules.refusals import Due, Refusal, choice, due, refusal
from campaign.rules.sight import Sight, sight
from campaign.rules.state import FIRST_CHANCE, FIRST_DECISION, State
from campaign.rules.view import OpenTable, View, open_table, view

_REASONS = {
    phases.REACHED: Reason.REACHED,
    phases.CAUGHT: Reason.CAUGHT,
    phases.SHORT: Reason.SHORT,
    phases.OVERSHOOT: Reason.OVERSHOOT,
    phases.OBJECTIVE: Reason.OBJECTIVE,
    phases.CONCEDED: Reason.CONCEDED,
}


class RefusedError(Exception):
    """A decision that is not allowed now; nothing has changed."""

    def __init__(self, refused: Refusal) -> None:
        super().__init__(str(refused))
        self.refusal = refused


class DriftError(Exception):
    """A record that this engine plays otherwise; the message names the round and the decision."""


class Session:
    """One game from its chapter, its seed and its decisions so far."""

    def __init__(self, chapter: Chapter, seed: int) -> None:
        self.chapter = chapter
        self.seed = seed
        self.decisions: list[Decision] = []
        self.fingerprints: list[str] = []
        self.events: list[Event] = []
        self.state = State(compile_chapter(chapter))
        self._run()

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

    def submit(self, decision: Decision) -> Sequence[Event]:
        """Take a decision and return what happened up to the next one; raises RefusedError and changes nothing."""
        refused = refusal(self.state, decision, self.chapter)
        if refused is not None:
            raise RefusedError(refused)
        told = len(self.events)
        self.decisions.append(decision)
        if isinstance(decision, Concede):
            step.concede(self.state)
            return ()
        before = self.state.copy()
        step.choose(self.state, choice(decision))
        self.events += tell(self.chapter, before, self.state)
        self._run()
        return self.events[told:]

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

    def _run(self) -> None:
        """Make every step that is nobody's decision, with the seed's own chance, and tell each."""
        state = self.state
        while state.phase < FIRST_DECISION:
            before = state.copy()
            if state.phase < FIRST_CHANCE:
                step.step(state)
            elif state.phase == phases.TOKEN:
                step.turn_token(state, first_token(self.seed))
            elif state.phase == phases.DEAL:
                step.deal(state, *deal(self.seed, state))
            else:
                step.stack_city(state, city_shuffle(self.seed, state))
            self.events += tell(self.chapter, before, state)
            if before.phase in (phases.MOVE, phases.END_ROUND) and state.phase in (phases.BEGIN_ROUND, phases.OVER):
                self.fingerprints.append(fingerprint(state))


def replay(chapter: Chapter, seed: int, decisions: Iterable[str], fingerprints: Sequence[str]) -> Session:
    """Return the session that a record leads to.

    Raises DriftError where a decision is refused or a round's fingerprint differs: then this engine plays otherwise
    than the one that wrote the record.
    """
    session = Session(chapter, seed)
    for number, text in enumerate(decisions, 1):
        where = f"round {int(session.state.round)}, decision {number} ({text})"
        try:
            session.submit(parse_decision(text))
        except (RefusedError, ValueError) as error:
            raise DriftError(f"the record does not fit the rules at {where}: {error}") from error
        found = session.fingerprints
        if found and len(found) <= len(fingerprints) and found[-1] != fingerprints[len(found) - 1]:
            raise DriftError(f"the record's fingerprint of round {len(found)} differs after {where}")
    if len(fingerprints) > len(session.fingerprints):
        ended = len(session.fingerprints)
        raise DriftError(f"the record has {len(fingerprints)} rounds' fingerprints; its decisions end {ended}")
    return session
