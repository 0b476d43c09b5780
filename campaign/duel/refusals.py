"""The checked door: what is due, why a decision is not allowed now, and the core's int for one that is."""

from dataclasses import dataclass
from typing import assert_never

from campaign.cards import CARD, POTION
from campaign.duel import state as phases
from campaign.duel import step
from campaign.duel.decisions import Decision, Kind, Passes, Plays, Swaps, Takes, kind_of
from campaign.duel.state import NAMED_SHIFT, OVER, State, hand_of
from campaign.notation import DuelCard, DuelSuit, Seat, cards_text, duel_cards_of, quoted
from campaign.telling import Refusal


@dataclass(frozen=True, slots=True)
class Due:
    """The decision due now."""

    kind: Kind
    seat: Seat


_KINDS = {
    phases.PASS: Kind.PASSES,
    phases.CARD: Kind.PLAYS,
    phases.TAKE: Kind.TAKES,
    phases.SWAP: Kind.SWAPS,
}


def due(state: State) -> Due | None:
    """Return the decision due, None when the duel has ended or chance is due."""
    kind = _KINDS.get(state.phase)
    return None if kind is None else Due(kind, Seat(state.seat))


_DUE_TEXTS = {
    Kind.PASSES: "{seat} to pass cards to the opponent",
    Kind.PLAYS: "{seat} to play a card",
    Kind.TAKES: "{seat} to take a trick of the opponent's",
    Kind.SWAPS: "{seat} to swap cards with the opponent",
}
DUE_RULES = {Kind.PASSES: "DU5", Kind.PLAYS: "DU7", Kind.TAKES: "DU14", Kind.SWAPS: "DU15"}
"""The rule that each kind of decision comes from."""


def due_text(asked: Due) -> str:
    """Return what a decision is for, as a sentence's end: ``Jekyll to play a card``."""
    return _DUE_TEXTS[asked.kind].format(seat=asked.seat.title)


def refusal(state: State, decision: Decision) -> Refusal | None:
    """Return why a decision is not allowed now, None if it is."""
    asked = due(state)
    if asked is None:
        return Refusal("DU3", "the duel has ended" if state.phase == OVER else "no decision is due")
    wrong_kind = kind_of(decision) is not asked.kind
    if wrong_kind or decision.seat is not asked.seat:
        found = str(decision) if wrong_kind else decision.seat.word
        return Refusal(DUE_RULES[asked.kind], f"what is due is {due_text(asked)}; found {quoted(found)}")
    match decision:
        case Plays(_, card, naming):
            return card_refusal(state, card) or naming_refusal(state, card, naming)
        case Takes(seat, trick):
            return _trick_refusal(state, seat, trick)
        case Passes(seat, cards):
            return _set_refusal(state, seat, cards, verb="passes", rule="DU5") or _potion_refusal(state, cards)
        case Swaps(seat, cards):
            return _set_refusal(state, seat, cards, verb="swaps", rule="DU15")
        case _:
            assert_never(decision)


def _not_held(state: State, seat: Seat, card: DuelCard, rule: str) -> Refusal | None:
    if hand_of(state, seat) >> card.index & 1:
        return None
    return Refusal(rule, f"{seat.title} does not hold {card}")


def card_refusal(state: State, card: DuelCard) -> Refusal | None:
    """Return why the seat due to play may not play a card (DU8, DU9), None if it may."""
    rule = "DU9" if state.laid and state.first >> 3 == POTION else "DU8"
    missing = _not_held(state, Seat(state.seat), card, rule)
    if missing is not None:
        return missing
    if step.legal(state) >> card.index & 1:
        return None
    if rule == "DU9":
        return Refusal(rule, f"you hold {DuelSuit(state.named).title}, which was named")
    return Refusal(rule, f"you hold {DuelSuit(state.first >> 3).title}, which was led")


def naming_refusal(state: State, card: DuelCard, naming: DuelSuit | None) -> Refusal | None:
    """Return why a card that may be played needs a named colour, or may name none (DU9); None where all is well."""
    if step.names(state, card.index):
        if naming is None:
            return Refusal("DU9", f"a led potion names a colour, such as: {card} naming W")
        if naming is DuelSuit.POTION:
            return Refusal("DU9", "what is named is a colour: P, W or G")
    elif naming is not None:
        return Refusal("DU9", f"only a potion that is led names a colour; found {quoted(f'{card} naming')}")
    return None


def _trick_refusal(state: State, seat: Seat, trick: int) -> Refusal | None:
    mask = int(step.legal(state))
    if trick > 0 and mask >> trick - 1 & 1:
        return None
    numbers = " ".join(str(number) for number in trick_numbers(mask))
    return Refusal("DU14", f"before {seat.partner.title} lie the tricks {numbers}; found {quoted(str(trick))}")


def trick_numbers(mask: int) -> tuple[int, ...]:
    """Return the numbers, from 1, of the tricks of a mask."""
    return tuple(index + 1 for index in range(mask.bit_length()) if mask >> index & 1)


def _set_refusal(state: State, seat: Seat, cards: tuple[DuelCard, ...], *, verb: str, rule: str) -> Refusal | None:
    """Return why cards may not be passed or swapped: one twice, one not held, or a wrong number."""
    for card in cards:
        if cards.count(card) > 1:
            return Refusal(rule, f"each card is another one; found {card} twice")
    for card in cards:
        missing = _not_held(state, seat, card, rule)
        if missing is not None:
            return missing
    number = int(step.number_due(state))
    if len(cards) == number:
        return None
    return Refusal(rule, f"{seat.title} {verb} exactly {number} card{'s' * (number != 1)}; found {len(cards)}")


def _potion_refusal(state: State, cards: tuple[DuelCard, ...]) -> Refusal | None:
    must = int(step.must_pass(state))
    if must == 0 or any(must >> card.index & 1 for card in cards):
        return None
    return Refusal("DU5", f"who holds two potions or more passes one at least: {cards_text(duel_cards_of(must))}")


def choice(decision: Decision) -> int:
    """Return the core's int for a decision that was not refused."""
    match decision:
        case Passes(_, cards) | Swaps(_, cards):
            return sum(1 << card.index for card in cards)
        case Plays(_, card, naming):
            return card.index | (0 if naming is None else naming << NAMED_SHIFT)
        case Takes(_, trick):
            return trick - 1
        case _:
            assert_never(decision)


def decision_of(state: State, chosen: int) -> Decision:
    """Return the decision that the core's int stands for in a state where one is due."""
    asked = due(state)
    if asked is None:
        raise ValueError("no decision is due")
    match asked.kind:
        case Kind.PASSES:
            return Passes(asked.seat, duel_cards_of(chosen))
        case Kind.SWAPS:
            return Swaps(asked.seat, duel_cards_of(chosen))
        case Kind.PLAYS:
            card = chosen & CARD
            return Plays(
                asked.seat, DuelCard(card), DuelSuit(chosen >> NAMED_SHIFT) if step.names(state, card) else None
            )
        case Kind.TAKES:
            return Takes(asked.seat, chosen + 1)
        case _:
            assert_never(asked.kind)
