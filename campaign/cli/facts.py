"""What a screen says, as facts: a label and styled words, made from views alone. Rich and plain print the same.

Here stands what both editions share; ``chapter_facts`` and ``duel_facts`` hold what each has of its own.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from campaign.notation import Card, DuelCard, DuelSuit, Seat, Suit

_STYLES = {
    Suit.FEAR: "bright_blue",
    Suit.RUSE: "orange3",
    Suit.MANIPULATION: "bold grey70",
    Suit.POTION: "bright_green",
}
_DUEL_STYLES = {
    DuelSuit.PRIDE: "bright_magenta",
    DuelSuit.WRATH: "bright_red",
    DuelSuit.GREED: "green",
    DuelSuit.POTION: "bright_cyan",
}

Span = tuple[str, str]
"""Some words and their style."""


@dataclass(frozen=True, slots=True)
class Fact:
    """One line of a screen: what it is, and what it says."""

    label: str
    spans: tuple[Span, ...]

    @property
    def text(self) -> str:
        """What it says without style."""
        return "".join(words for words, _ in self.spans)


@dataclass(frozen=True, slots=True)
class Choice:
    """One numbered line of a prompt, or one that is barred."""

    number: int | None
    key: str
    name: str
    style: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Names:
    """What the people are called; a bot is called by its kind."""

    seats: Mapping[Seat, str] = field(default_factory=dict)

    def full(self, seat: Seat) -> str:
        """Return ``Jekyll (Ada)``."""
        name = self.seats.get(seat)
        return f"{seat.title} ({name})" if name else seat.title


@dataclass(frozen=True, slots=True)
class Track:
    """A track of spaces: the marks that stand on it, and what is said beside it or instead of it."""

    last: int
    marks: tuple[tuple[int, str, str], ...]
    """Space, what stands there, its style; of two on one space the first is drawn."""
    note: str
    words: Fact


def suit_style(suit: Suit | DuelSuit) -> str:
    """Return a suit's style. Colour is never the only sign of a suit: its name or letter always stands beside it."""
    return _STYLES[suit] if isinstance(suit, Suit) else _DUEL_STYLES[suit]


def fact(label: str, *spans: Span | str) -> Fact:
    """Return a fact of plain or styled words."""
    return Fact(label, tuple((span, "") if isinstance(span, str) else span for span in spans))


def suit_span(suit: Suit | DuelSuit) -> Span:
    """Return a suit by name in its style."""
    return (suit.title, suit_style(suit))


def card_span(card: Card | DuelCard, *, short: bool = False) -> Span:
    """Return a card by name, or by its notation, in its suit's style."""
    return (str(card) if short else card.name, suit_style(card.suit))


def card_spans(cards: Iterable[Card | DuelCard]) -> list[Span]:
    """Return cards by their notation, with spaces between."""
    spans: list[Span] = []
    for card in cards:
        spans += [(" ", "")] * bool(spans) + [card_span(card, short=True)]
    return spans


def ranks_fact(ranks: str, colours: Iterable[Suit | DuelSuit]) -> Fact:
    """Return the ranks of a deck's colours, low to high (K1, DU10)."""
    if not ranks:
        return fact("Ranks", "no colour is ranked yet")
    by_letter = {colour.letter: colour for colour in colours}
    spans: list[Span] = [("low  ", "dim")] if len(ranks) > 1 else []
    for index, letter in enumerate(ranks):
        spans += [(" < ", "dim")] * bool(index) + [suit_span(by_letter[letter])]
    spans.append(("  high", "dim") if len(ranks) > 1 else (" alone so far", "dim"))
    return Fact("Ranks", tuple(spans))


def laid_fact(laid: Iterable[tuple[Seat, Sequence[Span]]], to_follow: Sequence[Seat], you: Seat | None) -> Fact:
    """Return the trick that lies there, and who is to play to it."""
    spans: list[Span] = []
    for seat, card in laid:
        spans += [("  >  ", "dim")] * bool(spans) + [(f"{seat.title} ", ""), *card]
    for index, seat in enumerate(to_follow):
        word = "you" if seat is you else seat.title
        spans += [("  >  ", "dim")] * bool(spans) + [(word, "bold" if index == 0 else "dim")]
    return Fact("Trick", tuple(spans))


def played_spans(played: Iterable[tuple[Seat, Sequence[Span]]], winner: Seat) -> list[Span]:
    """Return a finished trick's cards by who played them, and who won it."""
    spans: list[Span] = []
    for seat, card in played:
        spans += [("  ", "")] * bool(spans) + [(f"{seat.title} ", "dim"), *card]
    spans.append((f"  won by {winner.title}", "bold"))
    return spans


def hand_fact(hand: Iterable[Card | DuelCard]) -> Fact:
    """Return a hand, sorted by suit and number."""
    return Fact("Hand", tuple(card_spans(hand)) or (("empty", "dim"),))


def card_choices(
    hand: Sequence[Card] | Sequence[DuelCard], legal: Collection[Card | DuelCard], notes: Mapping[Card | DuelCard, str]
) -> list[Choice]:
    """Return the cards that may be chosen, numbered, then the others; ``notes`` say what is to be said of a card."""
    free = [card for card in hand if card in legal]
    shown = [
        Choice(number, str(card), card.name, suit_style(card.suit), notes.get(card, ""))
        for number, card in enumerate(free, 1)
    ]
    barred = [card for card in hand if card not in legal]
    return shown + [Choice(None, str(card), card.name, "dim", notes.get(card, "")) for card in barred]
