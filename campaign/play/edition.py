"""What a game in progress is in either edition: the one door for decisions, what was told, and the replay.

``campaign.play.session.Session`` is a chapter's, ``campaign.play.duel_session.DuelSession`` a duel's.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import Generic, TypeVar

from campaign.telling import Refusal

DecisionT = TypeVar("DecisionT")
EventT = TypeVar("EventT")


class RefusedError(Exception):
    """A decision that is not allowed now; nothing has changed."""

    def __init__(self, refused: Refusal) -> None:
        super().__init__(str(refused))
        self.refusal = refused


class DriftError(Exception):
    """A record that this engine plays otherwise; the message names the round and the decision."""


class GameSession(ABC, Generic[DecisionT, EventT]):
    """One game from its seed and its decisions so far. An edition adds its state, and what may be known of it."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.decisions: list[DecisionT] = []
        self.fingerprints: list[str] = []
        """One for each round that has ended."""
        self.events: list[EventT] = []

    @property
    @abstractmethod
    def round(self) -> int:
        """The round's number, from 1."""

    @abstractmethod
    def refusal(self, decision: DecisionT) -> Refusal | None:
        """Return why a decision would be refused now, None if it would not."""

    @abstractmethod
    def parse(self, text: str) -> DecisionT:
        """Return the decision of one line of the edition's notation; raises NotationError."""

    @abstractmethod
    def _take(self, decision: DecisionT) -> Iterable[EventT]:
        """Take a decision that is not refused, without what follows by itself, and tell it."""

    @abstractmethod
    def _step(self) -> Iterable[EventT] | None:
        """Make one step that is nobody's decision, with the seed's own chance, and tell it; None where none is due.

        A step that ends a round adds its fingerprint.
        """

    def submit(self, decision: DecisionT) -> Sequence[EventT]:
        """Take a decision and return what happened up to the next one; raises RefusedError and changes nothing."""
        refused = self.refusal(decision)
        if refused is not None:
            raise RefusedError(refused)
        told = len(self.events)
        self.decisions.append(decision)
        self.events += self._take(decision)
        self._run()
        return self.events[told:]

    def replay(self, decisions: Iterable[str], fingerprints: Sequence[str]) -> None:
        """Take the decisions of a record, from the one now due on.

        Raises DriftError where a decision is refused or a round's fingerprint differs: then this engine plays
        otherwise than the one that wrote the record.
        """
        for number, text in enumerate(decisions, len(self.decisions) + 1):
            where = f"round {self.round}, decision {number} ({text})"
            try:
                self.submit(self.parse(text))
            except (RefusedError, ValueError) as error:
                raise DriftError(f"the record does not fit the rules at {where}: {error}") from error
            found = self.fingerprints
            if found and len(found) <= len(fingerprints) and found[-1] != fingerprints[len(found) - 1]:
                raise DriftError(f"the record's fingerprint of round {len(found)} differs after {where}")
        if len(fingerprints) > len(self.fingerprints):
            ended = len(self.fingerprints)
            raise DriftError(f"the record has {len(fingerprints)} rounds' fingerprints; its decisions end {ended}")

    def _run(self) -> None:
        """Make every step that is nobody's decision."""
        while (told := self._step()) is not None:
            self.events += told
