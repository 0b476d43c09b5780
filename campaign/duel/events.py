"""What happened in a duel, told from the state before and after a step. The core itself builds no events.

Beside each field stands who may see it, as ``campaign.telling`` says.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from campaign.cards import DECK
from campaign.duel import state as phases
from campaign.duel import step
from campaign.duel.state import (
    EFFECT_SHIFT,
    HYDE_SHIFT,
    LEADER_SHIFT,
    NAME_SHIFT,
    NO_COLOUR,
    OVER,
    TOOK_EFFECT,
    WINNER_SHIFT,
    State,
    hand_of,
    laid_card,
)
from campaign.notation import DUEL_RANK_TEXTS, PLAYERS, DuelCard, DuelSuit, Seat, duel_cards_of
from campaign.telling import json_fields, open_to_all, open_to_seat, seen_fields


@dataclass(frozen=True, slots=True)
class RoundBegan:
    """A round began; ``leading`` leads its first trick (DU6)."""

    round: int = open_to_all()
    leading: Seat = open_to_all()


@dataclass(frozen=True, slots=True)
class Dealt:
    """A player's hand (DU4)."""

    seat: Seat = open_to_all()
    cards: tuple[DuelCard, ...] = open_to_seat()


@dataclass(frozen=True, slots=True)
class AsideDealt:
    """The cards set aside unseen (DU4)."""

    cards: tuple[DuelCard, ...]


@dataclass(frozen=True, slots=True)
class Passed:
    """What a player passed (DU5); told once both have chosen, so both know it: one gave it and the other got it."""

    seat: Seat = open_to_all()
    cards: tuple[DuelCard, ...] = open_to_all()


@dataclass(frozen=True, slots=True)
class Played:
    """A card of a trick, numbered from 1."""

    trick: int = open_to_all()
    seat: Seat = open_to_all()
    card: DuelCard = open_to_all()


@dataclass(frozen=True, slots=True)
class Named:
    """The colour named with a led potion (DU9)."""

    seat: Seat = open_to_all()
    suit: DuelSuit = open_to_all()


@dataclass(frozen=True, slots=True)
class Ranked:
    """The ranks after a token was placed (DU10) or all came off (DU16); text of ``DUEL_RANK_TEXTS``."""

    ranks: str = open_to_all()


@dataclass(frozen=True, slots=True)
class Effect:
    """The effect of the colour that met a potion (DU12), whether or not there is anything to resolve."""

    suit: DuelSuit = open_to_all()
    cancelled: bool = open_to_all()


@dataclass(frozen=True, slots=True)
class Swapped:
    """What a player gave for Greed (DU15); told once both have chosen, so both know it."""

    seat: Seat = open_to_all()
    cards: tuple[DuelCard, ...] = open_to_all()


@dataclass(frozen=True, slots=True)
class Took:
    """Pride: the trick's winner took a trick of the opponent's (DU14)."""

    seat: Seat = open_to_all()
    trick: int = open_to_all()


@dataclass(frozen=True, slots=True)
class Won:
    """A finished trick: who won it and its cards as played (DU11 to DU13)."""

    trick: int = open_to_all()
    seat: Seat = open_to_all()
    cards: tuple[DuelCard, ...] = open_to_all()


@dataclass(frozen=True, slots=True)
class MarkerMoved:
    """Steps that the marker really made towards Hyde at a round's end, 0 where there was no difference (DU17)."""

    steps: int = open_to_all()
    start: int = open_to_all()
    end: int = open_to_all()


@dataclass(frozen=True, slots=True)
class Ended:
    """The duel's end: who won, in which round (DU3)."""

    winner: Seat = open_to_all()
    round: int = open_to_all()


Event = (
    RoundBegan | Dealt | AsideDealt | Passed | Played | Named | Ranked | Effect | Swapped | Took | Won | MarkerMoved
    | Ended
)  # fmt: skip

EVENT_NAMES: dict[type[Event], str] = {
    RoundBegan: "round",
    Dealt: "dealt",
    AsideDealt: "dealt",
    Passed: "passed",
    Played: "played",
    Named: "named",
    Ranked: "ranked",
    Effect: "effect",
    Swapped: "swapped",
    Took: "took",
    Won: "won",
    MarkerMoved: "marker",
    Ended: "ended",
}
ASIDE = "aside"
"""Whose cards those set aside are, in a ``dealt`` event."""


def visible(event: Event, seat: Seat | None) -> dict[str, object]:
    """Return the fields of an event that a seat may see; ``seat`` None is a referee, who sees all."""
    return seen_fields(event, seat)


def event_json(event: Event, seat: Seat | None) -> dict[str, object]:
    """Return an event's keys in the contract's order; ``seat`` None is a referee, who sees all."""
    told: dict[str, object] = {"event": EVENT_NAMES[type(event)]}
    if isinstance(event, AsideDealt):
        told["seat"] = ASIDE
    return told | json_fields(visible(event, seat))


def tell(before: State, after: State) -> Iterator[Event]:
    """Tell the one step that led from ``before`` to ``after``, in the order in which a table would see it."""
    match before.phase:
        case phases.BEGIN_ROUND:
            yield RoundBegan(int(after.round), Seat(after.leading))
        case phases.DEAL:
            for seat in PLAYERS:
                yield Dealt(seat, duel_cards_of(int(hand_of(after, seat))))
            yield AsideDealt(duel_cards_of(int(after.aside)))
        case phases.PASS:
            if before.seat == Seat.HYDE:
                for seat in PLAYERS:
                    yield Passed(seat, given(int(after.passes), seat))
        case phases.CARD:
            yield from _tell_card(before, after)
        case phases.TAKE:
            moved = int(before.owners ^ after.owners)
            yield Took(Seat(before.seat), moved.bit_length())
        case phases.SWAP:
            if before.seat == Seat.HYDE:
                for seat in PLAYERS:
                    yield Swapped(seat, given(after.swaps[-1], seat))
        case phases.CLEAR:
            yield Ranked(DUEL_RANK_TEXTS[after.ranks])
        case phases.END_TRICK:
            packed = after.tricks[-1]
            yield Won(len(after.tricks), Seat(packed >> WINNER_SHIFT & 3), trick_cards(packed))
        case phases.END_ROUND:
            start, end = int(before.marker), int(after.marker)
            yield MarkerMoved(end - start, start, end)
            if after.phase == OVER:
                yield Ended(Seat(step.winner(after)), int(after.round))
        case _:
            raise ValueError("no step leads on from a duel that has ended")


def _tell_card(before: State, after: State) -> Iterator[Event]:
    seat = Seat(before.seat)
    yield Played(len(before.tricks) + 1, seat, DuelCard(int(laid_card(after, before.laid))))
    if after.named != before.named:
        yield Named(seat, DuelSuit(after.named))
    if after.ranks != before.ranks:
        yield Ranked(DUEL_RANK_TEXTS[after.ranks])
    effect = effect_of(int(after.effect))
    if effect is not None:
        yield effect


def given(chosen: int, seat: Seat) -> tuple[DuelCard, ...]:
    """Return what a player gave, of the two masks of passes or of a swap."""
    return duel_cards_of(chosen >> HYDE_SHIFT * seat & DECK)


def trick_cards(packed: int) -> tuple[DuelCard, DuelCard]:
    """Return a finished trick's cards as played."""
    return DuelCard(packed & 31), DuelCard(packed >> 5 & 31)


def trick_seats(packed: int) -> tuple[Seat, Seat]:
    """Return who played a finished trick's cards."""
    leader = Seat(packed >> LEADER_SHIFT & 3)
    return leader, leader.partner


def trick_named(packed: int) -> DuelSuit | None:
    """Return the colour named with the potion that led a finished trick, None where none was."""
    return named_colour(packed >> NAME_SHIFT & 3)


def named_colour(named: int) -> DuelSuit | None:
    """Return a named colour, None for none."""
    return None if named == NO_COLOUR else DuelSuit(named)


def trick_effect(packed: int) -> Effect | None:
    """Return a finished trick's effect."""
    return effect_of(packed >> EFFECT_SHIFT)


def effect_of(effect: int) -> Effect | None:
    """Return an effect by its colour and whether there was nothing to resolve, None for none."""
    colour = effect & 3
    return None if colour == NO_COLOUR else Effect(DuelSuit(colour), not effect & TOOK_EFFECT)
