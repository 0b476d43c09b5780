"""What the table shows to both, and what one seat may know: other types than the state, built up from nothing.

Prompts, bots, JSON for a seat and plain output are made from these alone. No seed, no opponent's hand and no card set
aside can be read from them (DU4), nor what the opponent has chosen to pass or swap before both have (DU5, DU15).
"""

from dataclasses import dataclass

from campaign.duel import step
from campaign.duel.counts import held_tricks
from campaign.duel.decisions import Kind
from campaign.duel.events import (
    Effect,
    effect_of,
    given,
    named_colour,
    trick_cards,
    trick_effect,
    trick_named,
    trick_seats,
)
from campaign.duel.refusals import Due, card_refusal, due, trick_numbers
from campaign.duel.sight import known_cards
from campaign.duel.state import DEAL, HAND, OVER, PASS, TRICK_SHIFT, WINNER_SHIFT, State, hand_of, laid_card
from campaign.notation import DUEL_COLOURS, DUEL_RANK_TEXTS, PLAYERS, DuelCard, DuelSuit, Seat, duel_cards_of
from campaign.telling import Refusal


@dataclass(frozen=True, slots=True)
class TrickView:
    """A finished trick, open to both: who won it, before whom it lies now, its cards and who played them."""

    number: int
    winner: Seat
    holder: Seat
    cards: tuple[DuelCard, DuelCard]
    seats: tuple[Seat, Seat]
    named: DuelSuit | None
    effect: Effect | None


@dataclass(frozen=True, slots=True)
class OpenTable:
    """What lies open to both."""

    round: int
    leading: Seat
    """Who leads the round's first trick (DU6)."""
    due: Due | None
    winner: Seat | None
    """Who has won, once the duel has ended (DU3)."""
    marker: int
    ranks: str
    trick: tuple[tuple[Seat, DuelCard], ...]
    to_follow: tuple[Seat, ...]
    """Who is still to play to the trick that lies there, in order."""
    named: DuelSuit | None
    effect: Effect | None
    tricks: tuple[TrickView, ...]
    hand_sizes: tuple[int, int]
    aside_size: int
    held: tuple[int, int]
    """How many tricks lie before Jekyll and before Hyde."""
    swaps: tuple[int, ...]
    """In which tricks Greed made them swap."""


@dataclass(frozen=True, slots=True)
class Swap:
    """What a seat gave and got by Greed, and in which trick."""

    trick: int
    gave: tuple[DuelCard, ...]
    got: tuple[DuelCard, ...]


@dataclass(frozen=True, slots=True)
class View:
    """What one seat may know. ``legal`` and ``barred`` are its own cards where it is the one to choose cards."""

    table: OpenTable
    seat: Seat
    hand: tuple[DuelCard, ...]
    legal: tuple[DuelCard, ...]
    barred: tuple[tuple[DuelCard, Refusal], ...]
    number: int
    """How many cards this seat is to choose together (DU5, DU15), else 0."""
    must_pass: tuple[DuelCard, ...]
    """The cards of which it must pass at least one (DU5)."""
    may_name: tuple[DuelSuit, ...]
    """The colours that a potion played now may name (DU9); empty where none is to be named."""
    takes: tuple[int, ...]
    """The tricks that it may take, where it is to take one (DU14)."""
    passed: tuple[DuelCard, ...]
    received: tuple[DuelCard, ...]
    """What the opponent passed; empty until both have chosen."""
    offered: tuple[DuelCard, ...]
    """What this seat has chosen to swap, while the opponent still chooses."""
    swaps: tuple[Swap, ...]
    known: tuple[DuelCard, ...]
    """Cards that this seat gave the opponent, who must still hold them."""


def open_table(state: State) -> OpenTable:
    """Return what lies open to both, once a round has begun."""
    leader = Seat(state.leader)
    seats = (leader, leader.partner)
    laid = int(state.laid)
    plays = state.phase not in (DEAL, PASS, OVER) and len(state.tricks) < HAND
    return OpenTable(
        round=int(state.round),
        leading=Seat(state.leading),
        due=due(state),
        winner=Seat(step.winner(state)) if state.phase == OVER else None,
        marker=int(state.marker),
        ranks=DUEL_RANK_TEXTS[state.ranks],
        trick=tuple((seats[place], DuelCard(int(laid_card(state, place)))) for place in range(laid)),
        to_follow=seats[laid:] if plays else (),
        named=named_colour(int(state.named)),
        effect=effect_of(int(state.effect)),
        tricks=tuple(_trick_view(state, index) for index in range(len(state.tricks))),
        hand_sizes=(_hand_size(state, Seat.JEKYLL), _hand_size(state, Seat.HYDE)),
        aside_size=int(state.aside).bit_count(),
        held=(int(held_tricks(state, Seat.JEKYLL)), int(held_tricks(state, Seat.HYDE))),
        swaps=tuple((swap >> TRICK_SHIFT) + 1 for swap in state.swaps),
    )


def view(state: State, seat: Seat) -> View:
    """Return what a player may know."""
    own = _own(state, seat)
    asked = due(state)
    kind = asked.kind if asked is not None and asked.seat is seat else None
    by_cards = kind in (Kind.PLAYS, Kind.PASSES, Kind.SWAPS)
    barred: tuple[tuple[DuelCard, Refusal], ...] = ()
    if kind is Kind.PLAYS:
        refusals = ((card, card_refusal(state, card)) for card in own)
        barred = tuple((card, refused) for card, refused in refusals if refused is not None)
    both_passed = state.phase != PASS
    return View(
        table=open_table(state),
        seat=seat,
        hand=own,
        legal=duel_cards_of(int(step.legal(state))) if by_cards else (),
        barred=barred,
        number=int(step.number_due(state)) if by_cards else 0,
        must_pass=duel_cards_of(int(step.must_pass(state))) if kind is Kind.PASSES else (),
        may_name=DUEL_COLOURS if kind is Kind.PLAYS and any(step.names(state, card.index) for card in own) else (),
        takes=trick_numbers(int(step.legal(state))) if kind is Kind.TAKES else (),
        passed=given(int(state.passes), seat),
        received=given(int(state.passes), seat.partner) if both_passed else (),
        offered=given(int(state.offers), seat),
        swaps=tuple(
            Swap((swap >> TRICK_SHIFT) + 1, given(swap, seat), given(swap, seat.partner)) for swap in state.swaps
        ),
        known=duel_cards_of(int(known_cards(state, seat))),
    )


def _own(state: State, seat: Seat) -> tuple[DuelCard, ...]:
    if seat not in PLAYERS:
        raise ValueError("only a player has a view")
    return duel_cards_of(int(hand_of(state, seat)))


def _hand_size(state: State, seat: Seat) -> int:
    return int(hand_of(state, seat)).bit_count()


def _trick_view(state: State, index: int) -> TrickView:
    packed = state.tricks[index]
    return TrickView(
        number=index + 1,
        winner=Seat(packed >> WINNER_SHIFT & 3),
        holder=Seat(state.owners >> index & 1),
        cards=trick_cards(packed),
        seats=trick_seats(packed),
        named=trick_named(packed),
        effect=trick_effect(packed),
    )
