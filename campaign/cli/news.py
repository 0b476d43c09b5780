"""What has happened since somebody last looked, as facts, in either edition."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic

from campaign.cli.facts import Fact, fact
from campaign.notation import Seat
from campaign.play.edition import EventT

_MOST = 10
"""How much news a redrawn screen holds; what is older can be asked for."""


@dataclass(frozen=True, slots=True)
class News(Generic[EventT]):
    """How an edition's events become news: the kinds that are told in a way of their own, and the words."""

    sentence: Callable[[EventT, Seat], str]
    trick: Callable[[Sequence[EventT], int], Fact]
    """Return the finished trick whose end stands at an index."""
    round_began: type[EventT]
    trick_won: type[EventT]
    hidden: tuple[type[EventT], ...]
    """Cards that nobody looks at."""
    hands: tuple[type[EventT], ...]
    """Cards of one seat, which the others are not told of at all."""
    beside_trick: tuple[type[EventT], ...]
    """What a redrawn table shows with its tricks, and what is news once they are no longer shown."""
    on_table: tuple[type[EventT], ...]
    """What a redrawn table shows by itself."""

    def told(self, events: Sequence[EventT], first: int, audience: Seat) -> list[Fact]:
        """Return every event from ``first`` on that a seat may hear of, one fact each."""
        return [
            fact("Event", self.sentence(event, audience))
            for event in events[first:]
            if not isinstance(event, self.hidden)
            and not (isinstance(event, self.hands) and getattr(event, "seat", None) is not audience)
        ]

    def drawn(self, events: Sequence[EventT], first: int, audience: Seat, *, over: bool) -> list[Fact]:
        """Return what a redrawn table does not show by itself: effects, moves, finished tricks but the last."""
        shown: list[Fact] = []
        drawn = len(events) if over else self._drawn_from(events)
        silent = (*self.on_table, *self.hidden, *self.hands)
        begun = next((index for index, event in enumerate(events) if isinstance(event, self.round_began)), 0)
        for index in range(first, len(events)):
            event = events[index]
            if isinstance(event, self.trick_won):
                shown += [self.trick(events, index)] * (index < drawn)
            elif isinstance(event, self.beside_trick):
                shown += [fact("News", self.sentence(event, audience))] * (index < drawn)
            elif index > begun and not isinstance(event, silent):
                shown.append(fact("News", self.sentence(event, audience)))
        return shown[-_MOST:]

    def _drawn_from(self, events: Sequence[EventT]) -> int:
        """Return the index of the first event of the tricks that the table itself shows: the last and the present."""
        ends = [i for i, event in enumerate(events) if isinstance(event, (self.trick_won, self.round_began))]
        before = ends[-2:] if isinstance(events[ends[-1]], self.trick_won) else ends[-1:]
        return before[0] + 1
