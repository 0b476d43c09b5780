"""The checked door: what is due, why a decision is not allowed now, and the core's int for one that is."""

from dataclasses import dataclass
from typing import assert_never

from campaign.cards import BOTH, POTION
from campaign.notation import (
    FIRST_ORDER,
    PLAYERS,
    RANK_TEXTS,
    Card,
    Seat,
    Suit,
    cards_of,
    cards_text,
    mask_of_cards,
    quoted,
)
from campaign.rules import state as phases
from campaign.rules import step
from campaign.rules.chapter import Chapter
from campaign.rules.decisions import (
    Concede,
    Decision,
    Draws,
    Gives,
    Hands,
    Kind,
    Passes,
    Plays,
    Ranks,
    Returns,
    Takes,
    kind_of,
)
from campaign.rules.limits import allowed_by, applies
from campaign.rules.state import OVER, State, hand_of, opening_colour
from campaign.rules.tricks import follows
from campaign.rules.words import limit_clause
from campaign.telling import Refusal


@dataclass(frozen=True, slots=True)
class Due:
    """The decision due now; ``seat`` None is both players together (R4)."""

    kind: Kind
    seat: Seat | None


_KINDS = {
    phases.GIVE: Kind.GIVES,
    phases.PASS: Kind.PASSES,
    phases.CARD: Kind.PLAYS,
    phases.TAKE: Kind.TAKES,
    phases.HAND: Kind.HANDS,
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


_DUE_TEXTS = {
    Kind.GIVES: "{seat} to give cards to the City",
    Kind.PASSES: "{seat} to pass cards to the partner",
    Kind.PLAYS: "{seat} to play a card",
    Kind.TAKES: "who takes the City's trick",
    Kind.HANDS: "who hands a trick to the City",
    Kind.RANKS: "a new order of the ranks",
    Kind.DRAWS: "who exchanges a card with the City",
    Kind.RETURNS: "{seat} to put a card back",
}
_DUE_RULES = {
    Kind.GIVES: "D2",
    Kind.PASSES: "D2",
    Kind.PLAYS: "N1",
    Kind.TAKES: "R5",
    Kind.HANDS: "R5",
    Kind.RANKS: "R6",
    Kind.DRAWS: "R7",
    Kind.RETURNS: "R7",
}


def due_text(asked: Due) -> str:
    """Return what a decision is for, as a sentence's end: ``Jekyll to play a card``."""
    return _DUE_TEXTS[asked.kind].format(seat="both" if asked.seat is None else asked.seat.title)


def refusal(state: State, decision: Decision, chapter: Chapter | None = None) -> Refusal | None:
    """Return why a decision is not allowed now, None if it is; the chapter lends its words to a limit's refusal."""
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
            return _wrong_seat(asked, seat) or card_refusal(state, card, chapter)
        case Returns(seat, card):
            return _wrong_seat(asked, seat) or _not_held(state, seat, card)
        case Passes(seat, cards):
            number = int(state.table.passes)
            return _wrong_seat(asked, seat) or _set_refusal(state, seat, cards, number=number, gifts=False)
        case Takes(seat) | Hands(seat) | Draws(seat):
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


def card_refusal(state: State, card: Card, chapter: Chapter | None = None) -> Refusal | None:
    """Return why the seat due to play may not play a card (N4, or a limit of the chapter), None if it may."""
    seat = Seat(state.seat)
    missing = _not_held(state, seat, card, "N4")
    if missing is not None:
        return missing
    if step.legal(state) >> card.index & 1:
        return None
    opening = Suit(opening_colour(state))
    follow = follows(hand(state, seat), opening) if state.table.must_follow else hand(state, seat)
    barring = _limit_refusal(state, card, follow, chapter)
    if barring is not None:
        return barring
    how = "which was led" if opening_was_led(state) else "the colour to follow"
    return Refusal("N4", f"you hold {opening.title}, {how}")


def _limit_refusal(state: State, card: Card, follow: int, chapter: Chapter | None) -> Refusal | None:
    """Return the first limit that bars a card which N4 allows, None where N4 itself does."""
    if not follow >> card.index & 1:
        return None
    for index, limit in enumerate(state.table.limits):
        if applies(state, limit) and not allowed_by(limit, follow) >> card.index & 1:
            if chapter is None:
                return Refusal("limit", "a limit of this chapter bars it")
            rule = chapter.rounds[int(state.round) - 1].limits[index]
            return Refusal(f"limit {rule.name}", limit_clause(rule))
    return None


def limits_lifted(state: State) -> bool:
    """Return whether limits apply to the card due, but no card obeys them all, so that none of them binds."""
    if state.phase != phases.CARD or not state.table.limits:
        return False
    seat = Seat(state.seat)
    follow = follows(hand(state, seat), opening_colour(state)) if state.table.must_follow else hand(state, seat)
    allowed = follow
    for limit in state.table.limits:
        if applies(state, limit):
            allowed &= allowed_by(limit, follow)
    return allowed == 0


def opening_was_led(state: State) -> bool:
    """Return whether the trick's first card, not a later one after potions, set the opening colour."""
    return state.first >> 3 != POTION


def _set_refusal(state: State, seat: Seat, cards: tuple[Card, ...], *, number: int, gifts: bool) -> Refusal | None:
    """Return why cards may not be given or passed: one twice, one not held, or a wrong number."""
    for card in cards:
        if cards.count(card) > 1:
            return Refusal("D2", f"each {'gift' if gifts else 'card passed'} is another card; found {card} twice")
    for card in cards:
        missing = _not_held(state, seat, card, "D2")
        if missing is not None:
            return missing
    if len(cards) == number:
        return None
    verb = "gives" if gifts else "passes"
    return Refusal("D2", f"{seat.title} {verb} exactly {number} card{'s' * (number != 1)}; found {len(cards)}")


def _gifts_refusal(state: State, seat: Seat, cards: tuple[Card, ...]) -> Refusal | None:
    number = int(state.table.give)
    wrong = _set_refusal(state, seat, cards, number=number, gifts=True)
    if wrong is not None:
        return wrong
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
        case Gives(_, cards) | Passes(_, cards):
            return mask_of_cards(cards)
        case Plays(_, card) | Returns(_, card):
            return card.index
        case Takes(seat) | Hands(seat) | Draws(seat):
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
        case Kind.PASSES:
            return Passes(seat, cards_of(chosen))
        case Kind.PLAYS:
            return Plays(seat, Card(chosen))
        case Kind.TAKES:
            return Takes(Seat(chosen))
        case Kind.HANDS:
            return Hands(Seat(chosen))
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
