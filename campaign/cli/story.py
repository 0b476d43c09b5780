"""A finished game as a story by round and trick, in either edition."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, Protocol

from campaign.cli.console import Output
from campaign.cli.facts import suit_style
from campaign.cli.layout import heading, paragraph
from campaign.notation import Card, DuelCard, Seat
from campaign.play.edition import EventT

if TYPE_CHECKING:
    from rich.text import Text

_TRICK_INDENT = " " * 10
_WIDE = 70
_ROOMY = 61
"""Columns from which the ends of tricks stand in one column, and cards stand apart."""


class BeganEvent(Protocol):
    """A round began."""

    @property
    def round(self) -> int:
        """Its number, from 1."""
        ...

    @property
    def leading(self) -> Seat:
        """Who leads it."""
        ...


class PlayedEvent(Protocol):
    """A card of a trick."""

    @property
    def trick(self) -> int:
        """The trick's number, from 1."""
        ...

    @property
    def seat(self) -> Seat:
        """Who played it."""
        ...

    @property
    def card(self) -> Card | DuelCard:
        """The card."""
        ...


class WonEvent(Protocol):
    """A finished trick."""

    @property
    def seat(self) -> Seat:
        """Who won it."""
        ...


class RankedEvent(Protocol):
    """The ranks after they changed."""

    @property
    def ranks(self) -> str:
        """The ranks, low to high, by their letters."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Telling(Generic[EventT]):
    """How an edition's events become a story: the kinds that have a place of their own, and the words."""

    sentence: Callable[[EventT, Seat | None], str]
    cards: Callable[[EventT, Seat | None], Sequence[Card | DuelCard]]
    """Return the cards that a seat may see of an event that tells several."""
    beside: Callable[[EventT], str | None]
    """Return what stands beside the card just played, None where the event is no such thing."""
    round_began: type[BeganEvent]
    played: type[PlayedEvent]
    won: type[WonEvent]
    ranked: type[RankedEvent]
    moved: tuple[type[EventT], ...]
    judged: tuple[type[EventT], ...]
    """What is told at a round's end beside what moved."""
    cancelled: Callable[[EventT], bool]
    leads: str
    """What the leader of a round is, after the name."""
    ranks_words: Callable[[str], str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """What stands around the play: the head with its right side, titles, who played, and the end."""

    head: str
    right: str
    title: str
    plain_title: str
    facts: Sequence[str]
    end: str
    end_style: str
    after: Sequence[tuple[str, str, str]] = ()
    """Lines after the end: plain output's label and text, and the text of the drawn line."""


def game_facts(seats: tuple[str, str], seed: int | None, seat: Seat | None) -> list[str]:
    """Return who played, and the seed for a referee, from which all cards follow; None is not told yet."""
    told = "told when the return match has ended" if seed is None else str(seed)
    return [
        f"Jekyll: {seats[0]}",
        f"Hyde: {seats[1]}",
        f"Seed: {told}" if seat is None else f"As {seat.title} saw it",
    ]


class Story(Generic[EventT]):
    """Writes a game's events, to a referee or as a seat saw it."""

    def __init__(self, output: Output, telling: Telling[EventT], seat: Seat | None) -> None:
        self.output = output
        self.telling = telling
        self.seat = seat

    def tell(self, events: Sequence[EventT], frame: Frame) -> None:
        """Write the whole story."""
        output = self.output
        if output.plain:
            self._plain(events, frame)
            return
        heading(output, frame.head, frame.right)
        paragraph(output, frame.title, indent=" ", hang="   ")
        for line in frame.facts:
            paragraph(output, line, indent=" ", hang="   ", style="dim")
        for part in self._by_trick(events):
            self._part(part)
        output.line()
        paragraph(output, frame.end, indent=" ", hang="   ", style=frame.end_style)
        for _, _, text in frame.after:
            paragraph(output, text, indent=" ", hang="   ")

    def _by_trick(self, events: Iterable[EventT]) -> list[list[EventT]]:
        """Split events into parts: a round's beginning, each trick, and the round's end."""
        parts: list[list[EventT]] = []
        trick = 0
        for event in events:
            begins = isinstance(event, self.telling.round_began)
            if begins:
                trick = 0
            if isinstance(event, self.telling.played) and event.trick != trick:
                begins, trick = True, event.trick
            if begins or not parts:
                parts.append([])
            parts[-1].append(event)
        return parts

    def _part(self, part: Sequence[EventT]) -> None:
        telling, output = self.telling, self.output
        first = part[0]
        if isinstance(first, telling.round_began):
            output.line()
            heading(output, f"Round {first.round}", f"{first.leading.title} {telling.leads}")
            for event in part[1:]:
                self._cards(event)
            output.line()
            return
        if isinstance(first, telling.played):
            self._trick(first.trick, part)
        shown = (telling.played, telling.won, telling.ranked)
        moved = False
        for event in part:
            if isinstance(event, shown) or telling.beside(event) is not None:
                continue
            sentence = telling.sentence(event, self.seat)
            if isinstance(event, (*telling.moved, *telling.judged)):
                if not moved:
                    output.line()
                moved = True
                paragraph(output, sentence, indent="   ", hang="     ")
            else:
                style = "dim" if telling.cancelled(event) else ""
                paragraph(output, sentence, indent=_TRICK_INDENT, hang=_TRICK_INDENT + "  ", style=style)

    def _cards(self, event: EventT) -> None:
        """Write one line of a round's beginning, its cards in their colours."""
        from rich.text import Text  # noqa: PLC0415 (rich costs time at start-up)

        sentence = self.telling.sentence(event, self.seat)
        cards = self.telling.cards(event, self.seat)
        if not cards:
            paragraph(self.output, sentence, indent="   ", hang="     ")
            return
        line = Text(sentence.partition(str(cards[0]))[0])
        for number, card in enumerate(cards):
            line.append(" " if number else "")
            line.append_text(card_text(card))
        paragraph(self.output, line, indent="   ", hang="     ")

    def _trick(self, number: int, part: Sequence[EventT]) -> None:
        from rich.text import Text  # noqa: PLC0415 (rich costs time at start-up)

        telling, output = self.telling, self.output
        line = Text()
        for event in part:
            beside = telling.beside(event)
            if beside is not None:
                line.append(f" {beside}", "dim")
            if isinstance(event, telling.played):
                line.append("" if not line else "  >  " if output.width >= _ROOMY else " > ")
                line.append(f"{event.seat.title} ")
                line.append_text(card_text(event.card))
        won = next((event.seat for event in part if isinstance(event, telling.won)), None)
        end = f"{won.title} wins" if won is not None else ""
        room = output.width - len(_TRICK_INDENT) - 1
        if line.cell_len + 4 + len(end) <= room:
            gap = room - line.cell_len - len(end) if output.width < _WIDE else max(3, 40 - line.cell_len)
            line.append(" " * gap)
            line.append(end, "bold")
            end = ""
        paragraph(output, line, indent=f" Trick {number:<3}", hang=_TRICK_INDENT)
        if end:
            paragraph(output, end, indent=_TRICK_INDENT, style="bold")
        ranked = [event.ranks for event in part if isinstance(event, telling.ranked)]
        if ranked:
            ranks = f"Ranks: {telling.ranks_words(ranked[-1])}"
            paragraph(output, ranks, indent=_TRICK_INDENT, hang=_TRICK_INDENT + "  ", style="dim")

    def _plain(self, events: Sequence[EventT], frame: Frame) -> None:
        telling, output = self.telling, self.output
        right = f", {frame.right}" if frame.right else ""
        output.line(f"Game: {frame.head.replace(' · ', ', ')}{right}")
        output.line(frame.plain_title)
        for line in frame.facts:
            output.line(line)
        where = ""
        number = 0
        for event in events:
            sentence = telling.sentence(event, self.seat)
            if isinstance(event, telling.round_began):
                where, number = f"Round {event.round}", event.round
                sentence = sentence.partition("; ")[2]
            elif isinstance(event, telling.played):
                where = f"Trick {event.trick}"
            elif isinstance(event, telling.judged):
                where = f"Round {number}"
            output.line(f"{'Track' if isinstance(event, telling.moved) else where}: {sentence}")
        output.line(f"End: {frame.end}")
        for label, text, _ in frame.after:
            output.line(f"{label}: {text}")


def card_text(card: Card | DuelCard) -> "Text":
    """Return a card's notation in its suit's colour."""
    from rich.text import Text  # noqa: PLC0415 (rich costs time at start-up)

    return Text(str(card), suit_style(card.suit))
