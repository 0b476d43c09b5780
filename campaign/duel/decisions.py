"""What a seat may choose in a duel: the decisions as values, and their text."""

from dataclasses import dataclass
from enum import StrEnum
from typing import assert_never

from campaign.notation import (
    PLAYERS,
    DuelCard,
    DuelSuit,
    NotationError,
    Seat,
    cards_text,
    parse_duel_card,
    parse_duel_cards,
    parse_duel_colour,
    quoted,
)


class Kind(StrEnum):
    """The kinds of decision, by their words in the notation."""

    PASSES = "passes"
    PLAYS = "plays"
    TAKES = "takes"
    SWAPS = "swaps"


@dataclass(frozen=True, slots=True)
class Passes:
    """Rule DU5: cards passed to the opponent; both choose before either sees."""

    seat: Seat
    cards: tuple[DuelCard, ...]

    def __str__(self) -> str:
        """Return the notation."""
        return f"{self.seat.word} passes {cards_text(self.cards)}"


@dataclass(frozen=True, slots=True)
class Plays:
    """Rules DU8 and DU9: a card played to the trick, a led potion with the colour it names."""

    seat: Seat
    card: DuelCard
    naming: DuelSuit | None = None

    def __str__(self) -> str:
        """Return the notation."""
        naming = "" if self.naming is None else f" naming {self.naming.letter}"
        return f"{self.seat.word} plays {self.card}{naming}"


@dataclass(frozen=True, slots=True)
class Takes:
    """Rule DU14: which of the opponent's tricks Pride takes, by its number from 1."""

    seat: Seat
    trick: int

    def __str__(self) -> str:
        """Return the notation."""
        return f"{self.seat.word} takes {self.trick}"


@dataclass(frozen=True, slots=True)
class Swaps:
    """Rule DU15: the cards that Greed gives the opponent; both choose before either sees."""

    seat: Seat
    cards: tuple[DuelCard, ...]

    def __str__(self) -> str:
        """Return the notation."""
        return f"{self.seat.word} swaps {cards_text(self.cards)}"


Decision = Passes | Plays | Takes | Swaps

_CARD_SETS: dict[str, type[Passes | Swaps]] = {Kind.PASSES: Passes, Kind.SWAPS: Swaps}


def parse_player(text: str) -> Seat:
    """Return the seat of ``jekyll`` or ``hyde``; a duel has no other."""
    for seat in PLAYERS:
        if seat.word == text.strip().casefold():
            return seat
    raise NotationError(f"a seat is jekyll or hyde; found {quoted(text)}")


def parse_decision(text: str) -> Decision:
    """Return the decision of one line of the notation; raises NotationError."""
    words = text.split()
    verb = words[1].casefold() if len(words) > 1 else ""
    rest = words[2:]
    if verb in set(Kind) and rest:
        seat = parse_player(words[0])
        if verb in _CARD_SETS:
            return _CARD_SETS[verb](seat, tuple(sorted(parse_duel_cards(" ".join(rest)))))
        if verb == Kind.PLAYS and len(rest) == 1:
            return Plays(seat, parse_duel_card(rest[0]))
        if verb == Kind.PLAYS and len(rest) == 3 and rest[1].casefold() == "naming":  # noqa: PLR2004 (3+ naming W)
            return Plays(seat, parse_duel_card(rest[0]), parse_duel_colour(rest[2]))
        if verb == Kind.TAKES and len(rest) == 1:
            return Takes(seat, _parse_trick(rest[0]))
    raise NotationError(
        "a decision is such as: jekyll passes P1 W2, hyde plays P3, hyde plays 3+ naming W, jekyll takes 4, "
        f"hyde swaps G1 G2; found {quoted(text.strip())}"
    )


_LONGEST = 2


def _parse_trick(text: str) -> int:
    if text.isascii() and text.isdecimal() and len(text) <= _LONGEST and not text.startswith("0"):
        return int(text)
    raise NotationError(f"a trick is a number from 1 on; found {quoted(text)}")


def kind_of(decision: Decision) -> Kind:
    """Return a decision's kind."""
    match decision:
        case Passes():
            return Kind.PASSES
        case Plays():
            return Kind.PLAYS
        case Takes():
            return Kind.TAKES
        case Swaps():
            return Kind.SWAPS
        case _:
            assert_never(decision)
