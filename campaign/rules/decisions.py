"""What a seat may choose: the decisions as values, and their text."""

from dataclasses import dataclass
from enum import StrEnum
from typing import assert_never

from campaign.notation import (
    RANK_TEXTS,
    Card,
    NotationError,
    Seat,
    cards_text,
    parse_card,
    parse_cards,
    parse_ranks,
    parse_seat,
    quoted,
)


class Kind(StrEnum):
    """The kinds of decision, by their words in the notation."""

    GIVES = "gives"
    PLAYS = "plays"
    PASSES = "passes"
    TAKES = "takes"
    HANDS = "hands"
    RANKS = "ranks"
    DRAWS = "draws"
    RETURNS = "returns"


@dataclass(frozen=True, slots=True)
class Gives:
    """Rule D2: a player's gifts to the City, face down."""

    seat: Seat
    cards: tuple[Card, ...]

    def __str__(self) -> str:
        """Return the notation."""
        return f"{self.seat.word} gives {cards_text(self.cards)}"


@dataclass(frozen=True, slots=True)
class Passes:
    """Cards passed to the partner, where a chapter has passing; both choose before either sees."""

    seat: Seat
    cards: tuple[Card, ...]

    def __str__(self) -> str:
        """Return the notation."""
        return f"{self.seat.word} passes {cards_text(self.cards)}"


@dataclass(frozen=True, slots=True)
class Plays:
    """Rule N4: a card played to the trick."""

    seat: Seat
    card: Card

    def __str__(self) -> str:
        """Return the notation."""
        return f"{self.seat.word} plays {self.card}"


@dataclass(frozen=True, slots=True)
class Takes:
    """Rule R5: who takes the City's last trick."""

    seat: Seat

    def __str__(self) -> str:
        """Return the notation."""
        return f"{self.seat.word} takes"


@dataclass(frozen=True, slots=True)
class Hands:
    """Who hands a trick to the City, where a chapter turns Ruse round."""

    seat: Seat

    def __str__(self) -> str:
        """Return the notation."""
        return f"{self.seat.word} hands"


@dataclass(frozen=True, slots=True)
class Ranks:
    """Rule R6: the new order of the tokens, a number in ``RANK_TEXTS``."""

    order: int

    def __str__(self) -> str:
        """Return the notation."""
        return f"ranks {RANK_TEXTS[self.order]}"


@dataclass(frozen=True, slots=True)
class Draws:
    """Rule R7: who exchanges a card with the City's deck."""

    seat: Seat

    def __str__(self) -> str:
        """Return the notation."""
        return f"{self.seat.word} draws"


@dataclass(frozen=True, slots=True)
class Returns:
    """Rule R7: the card put back on top of the City's deck."""

    seat: Seat
    card: Card

    def __str__(self) -> str:
        """Return the notation."""
        return f"{self.seat.word} returns {self.card}"


@dataclass(frozen=True, slots=True)
class Concede:
    """Rule T6: both agree that the chapter is lost."""

    def __str__(self) -> str:
        """Return the notation."""
        return "concede"


Decision = Gives | Passes | Plays | Takes | Hands | Ranks | Draws | Returns | Concede


_CARD_SETS: dict[str, type[Gives | Passes]] = {Kind.GIVES: Gives, Kind.PASSES: Passes}
_SINGLE_CARDS: dict[str, type[Plays | Returns]] = {Kind.PLAYS: Plays, Kind.RETURNS: Returns}
_SEATS: dict[str, type[Takes | Hands | Draws]] = {Kind.TAKES: Takes, Kind.HANDS: Hands, Kind.DRAWS: Draws}


def parse_decision(text: str) -> Decision:
    """Return the decision of one line of the notation; raises NotationError."""
    words = text.split()
    if [word.casefold() for word in words] == ["concede"]:
        return Concede()
    if len(words) == 2 and words[0].casefold() == "ranks":  # noqa: PLR2004 (two words: ranks MFR)
        return Ranks(parse_ranks(words[1]))
    verb = words[1].casefold() if len(words) > 1 else ""
    rest = words[2:]
    if verb in set(Kind) - {Kind.RANKS}:
        seat = parse_seat(words[0])
        if verb in _CARD_SETS and rest:
            return _CARD_SETS[verb](seat, tuple(sorted(parse_cards(" ".join(rest)))))
        if verb in _SINGLE_CARDS and len(rest) == 1:
            return _SINGLE_CARDS[verb](seat, parse_card(rest[0]))
        if verb in _SEATS and not rest:
            return _SEATS[verb](seat)
    raise NotationError(
        "a decision is such as: jekyll gives F8 R1 M1 3+, jekyll plays F4, hyde takes, ranks MFR, jekyll draws, "
        f"jekyll returns R2, concede; found {quoted(text.strip())}"
    )


def kind_of(decision: Decision) -> Kind | None:
    """Return a decision's kind; None for conceding, which is no answer to what is due."""
    match decision:
        case Gives():
            return Kind.GIVES
        case Passes():
            return Kind.PASSES
        case Plays():
            return Kind.PLAYS
        case Takes():
            return Kind.TAKES
        case Hands():
            return Kind.HANDS
        case Ranks():
            return Kind.RANKS
        case Draws():
            return Kind.DRAWS
        case Returns():
            return Kind.RETURNS
        case Concede():
            return None
        case _:
            assert_never(decision)
