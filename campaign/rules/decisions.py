"""What a seat may choose: the decisions, their text, and the checked door to the core.

``refusal`` says why a decision is not allowed now, with the rule's number; ``choice`` is the core's int for one that is.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import assert_never

from campaign.cards import BOTH, POTION
from campaign.notation import (
    FIRST_ORDER,
    PLAYERS,
    RANK_TEXTS,
    Card,
    NotationError,
    Seat,
    Suit,
    cards_of,
    cards_text,
    mask_of_cards,
    parse_card,
    parse_cards,
    parse_ranks,
    parse_seat,
    quoted,
)
from campaign.rules import state as phases
from campaign.rules import step
from campaign.rules.state import OVER, State, hand_of, opening_colour


class Kind(StrEnum):
    """The kinds of decision, by their words in the notation."""

    GIVES = "gives"
    PLAYS = "plays"
    TAKES = "takes"
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


Decision = Gives | Plays | Takes | Ranks | Draws | Returns | Concede


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
        if verb == Kind.GIVES and rest:
            return Gives(seat, tuple(sorted(parse_cards(" ".join(rest)))))
        if verb in (Kind.PLAYS, Kind.RETURNS) and len(rest) == 1:
            return (Plays if verb == Kind.PLAYS else Returns)(seat, parse_card(rest[0]))
        if verb in (Kind.TAKES, Kind.DRAWS) and not rest:
            return (Takes if verb == Kind.TAKES else Draws)(seat)
    raise NotationError(
        "a decision is such as: jekyll gives F8 R1 M1 3+, jekyll plays F4, hyde takes, ranks MFR, jekyll draws, "
        f"jekyll returns R2, concede; found {quoted(text.strip())}"
    )


@dataclass(frozen=True, slots=True)
class Due:
    """The decision due now; ``seat`` None is both players together (R4)."""

    kind: Kind
    seat: Seat | None


_KINDS = {
    phases.GIVE: Kind.GIVES,
    phases.CARD: Kind.PLAYS,
    phases.TAKE: Kind.TAKES,
    phases.RANKS: Kind.RANKS,
    phases.DRAW: Kind.DRAWS,
    phases.RETURN: Kind.RETURNS,
}


def due(state: State) -> Due | None:
    """Return the decision due, None when the chapter has ended or chance is due."""
    kind = _KINDS.get(state.phase)
    if kind is None:
        return None
    seat = step.due_seat(state)
    return Due(kind, None if seat == BOTH else Seat(seat))


def hand(state: State, seat: Seat) -> int:
    """Return the mask of a player's hand."""
    return int(hand_of(state, seat))


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a decision is not allowed now: the rule's number and one sentence without it."""

    rule: str
    sentence: str

    def __str__(self) -> str:
        """Return the sentence with its rule."""
        return f"{self.sentence} ({self.rule})"


_DUE_TEXTS = {
    Kind.GIVES: "{seat} to give cards to the City",
    Kind.PLAYS: "{seat} to play a card",
    Kind.TAKES: "who takes the City's trick",
    Kind.RANKS: "a new order of the ranks",
    Kind.DRAWS: "who exchanges a card with the City",
    Kind.RETURNS: "{seat} to put a card back",
}
_DUE_RULES = {
    Kind.GIVES: "D2",
    Kind.PLAYS: "N1",
    Kind.TAKES: "R5",
    Kind.RANKS: "R6",
    Kind.DRAWS: "R7",
    Kind.RETURNS: "R7",
}


def due_text(asked: Due) -> str:
    """Return what a decision is for, as a sentence's end: ``Jekyll to play a card``."""
    return _DUE_TEXTS[asked.kind].format(seat="both" if asked.seat is None else asked.seat.title)


def kind_of(decision: Decision) -> Kind | None:
    """Return a decision's kind; None for conceding, which is no answer to what is due."""
    match decision:
        case Gives():
            return Kind.GIVES
        case Plays():
            return Kind.PLAYS
        case Takes():
            return Kind.TAKES
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


def refusal(state: State, decision: Decision) -> Refusal | None:
    """Return why a decision is not allowed now, None if it is."""
    asked = due(state)
    if asked is None:
        return Refusal("T3", "the chapter has ended" if state.phase == OVER else "no decision is due")
    if isinstance(decision, Concede):
        return None
    if kind_of(decision) is not asked.kind:
        return Refusal(_DUE_RULES[asked.kind], f"what is due is {due_text(asked)}; found {quoted(str(decision))}")
    match decision:
        case Gives(seat, cards):
            return _wrong_seat(asked, seat) or _gifts_refusal(state, seat, cards)
        case Plays(seat, card):
            return _wrong_seat(asked, seat) or card_refusal(state, card)
        case Returns(seat, card):
            return _wrong_seat(asked, seat) or _not_held(state, seat, card)
        case Takes(seat) | Draws(seat):
            if seat in PLAYERS and step.legal(state) >> seat & 1:
                return None
            able = " or ".join(player.word for player in PLAYERS if step.legal(state) >> player & 1)
            return Refusal("R4", f"the one who resolves it is {able}; found {quoted(seat.word)}")
        case Ranks(order):
            if step.legal(state) >> order & 1:
                return None
            return Refusal("R6", f"the order must differ from {RANK_TEXTS[state.ranks]}, which lies there now")
        case _:
            assert_never(decision)


def _wrong_seat(asked: Due, seat: Seat) -> Refusal | None:
    if asked.seat is seat:
        return None
    return Refusal(_DUE_RULES[asked.kind], f"what is due is {due_text(asked)}; found {quoted(seat.word)}")


def _not_held(state: State, seat: Seat, card: Card, rule: str = "R7") -> Refusal | None:
    if hand(state, seat) >> card.index & 1:
        return None
    return Refusal(rule, f"{seat.title} does not hold {card}")


def card_refusal(state: State, card: Card) -> Refusal | None:
    """Return why the seat due to play may not play a card (N4), None if it may."""
    seat = Seat(state.seat)
    missing = _not_held(state, seat, card, "N4")
    if missing is not None:
        return missing
    if step.legal(state) >> card.index & 1:
        return None
    opening = Suit(opening_colour(state))
    return Refusal("N4", f"you hold {opening.title}, which was {'led' if opening_was_led(state) else 'opened'}")


def opening_was_led(state: State) -> bool:
    """Return whether the trick's first card, not a later one after potions, set the opening colour."""
    return state.first >> 3 != POTION


def _gifts_refusal(state: State, seat: Seat, cards: tuple[Card, ...]) -> Refusal | None:
    for card in cards:
        if cards.count(card) > 1:
            return Refusal("D2", f"each gift is another card; found {card} twice")
    for card in cards:
        missing = _not_held(state, seat, card, "D2")
        if missing is not None:
            return missing
    number = int(state.table.give)
    if len(cards) != number:
        return Refusal("D2", f"{seat.title} gives exactly {number} card{'s' * (number != 1)}; found {len(cards)}")
    must = int(step.must_give(state))
    given = mask_of_cards(cards)
    needed = int(step.must_count(state, must))
    if (given & must).bit_count() < needed:
        kept = cards_text(cards_of(must & ~given))
        if must.bit_count() > number:
            return Refusal("D2", f"all {number} gifts must be among {cards_text(cards_of(must))}")
        return Refusal("D2", f"{kept} must be given to the City")
    return None


def choice(decision: Decision) -> int:
    """Return the core's int for a decision that was not refused and is not to concede."""
    match decision:
        case Gives(_, cards):
            return mask_of_cards(cards)
        case Plays(_, card) | Returns(_, card):
            return card.index
        case Takes(seat) | Draws(seat):
            return int(seat)
        case Ranks(order):
            return order
        case Concede():
            raise ValueError("conceding is no choice of the core; see step.concede")
        case _:
            assert_never(decision)


def decision_of(state: State, chosen: int) -> Decision:
    """Return the decision that the core's int stands for in a state where one is due."""
    asked = due(state)
    if asked is None:
        raise ValueError("no decision is due")
    seat = Seat(state.seat)
    match asked.kind:
        case Kind.GIVES:
            return Gives(seat, cards_of(chosen))
        case Kind.PLAYS:
            return Plays(seat, Card(chosen))
        case Kind.TAKES:
            return Takes(Seat(chosen))
        case Kind.RANKS:
            return Ranks(chosen)
        case Kind.DRAWS:
            return Draws(Seat(chosen))
        case Kind.RETURNS:
            return Returns(seat, Card(chosen))
        case _:
            assert_never(asked.kind)


def order_choices(ranks: str) -> tuple[int, ...]:
    """Return the orders that Fear may choose (R6), as numbers in ``RANK_TEXTS``: all but the one that lies there."""
    return tuple(number for number in range(FIRST_ORDER, len(RANK_TEXTS)) if RANK_TEXTS[number] != ranks)
