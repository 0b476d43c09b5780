"""What one seat may know, as ints: the view that bots decide from.

It is built up from nothing: a blank state into which only what lies open, and the seat's own cards, is copied. So
whatever a bot reads off ``Sight.state`` the seat knows; the partner's hand, the City's deck, the Reserve and the
partner's gifts are empty there unless the chapter lays them face up (N7).
"""

from typing import Final

from mypy_extensions import i64

from campaign.cards import DECK, HYDE, popcount
from campaign.rules.state import (
    EMPTY_CITY,
    GIVE,
    HYDE_SHIFT,
    NO_CARD,
    PASS,
    RETURN,
    State,
    hand_of,
    laid_card,
)

UNKNOWN_EXCHANGE: Final = NO_CARD << 5 | NO_CARD
"""What the partner drew and put back, in ``Sight.state.exchanges`` (R7)."""


class Sight:
    """One seat's knowledge of a game where a decision is due."""

    __slots__ = ("city_size", "partner_size", "seat", "seen", "state")

    def __init__(self, state: State, seat: i64) -> None:
        self.state: State = state
        """The state as far as this seat knows it."""
        self.seat: i64 = seat
        self.seen: i64 = 0
        """The cards that have been played, in finished tricks and in this one."""
        self.partner_size: i64 = 0
        self.city_size: i64 = 0


def played_cards(state: State) -> i64:
    """Return the mask of all cards played this round, those of the trick that lies there included."""
    one: i64 = 1
    seen: i64 = 0
    for index in range(len(state.tricks)):
        packed: i64 = state.tricks[index]
        seen |= one << (packed & 31) | one << (packed >> 5 & 31) | one << (packed >> 10 & 31)
    for place in range(state.laid):
        seen |= one << laid_card(state, place)
    return seen


def city_size(state: State) -> i64:
    """Return how many cards the City's deck holds, those too deep to be reached included."""
    size = popcount(state.under)
    city = state.city
    while city > EMPTY_CITY:
        size += 1
        city >>= 5
    return size


def sight(state: State, seat: i64) -> Sight:
    """Return what a player knows of a state."""
    known = State(state.plan)
    known.table = table = state.table
    _copy_open(known, state)
    own = hand_of(state, seat)
    partner = hand_of(state, HYDE - seat)
    night = state.phase > PASS
    if seat == HYDE:
        known.hand_hyde = own
    else:
        known.hand_jekyll = own
    if night and table.open_hands >> (HYDE - seat) & 1:
        if seat == HYDE:
            known.hand_jekyll = partner
        else:
            known.hand_hyde = partner
    shift = HYDE_SHIFT * seat
    known.gifts = state.gifts & DECK << shift
    known.passes = state.passes if state.phase not in (GIVE, PASS) else state.passes & DECK << shift
    if night and table.city_open:
        known.city = state.city
        known.under = state.under
    if night and table.reserve_open:
        known.reserve = state.reserve
    if state.phase == RETURN and state.seat == seat:
        known.drawn = state.drawn
    exchanges: list[int] = []
    for noted in state.exchanges:
        exchanges.append(noted if noted >> 10 & 3 == seat else noted >> 10 << 10 | UNKNOWN_EXCHANGE)  # noqa: PERF401
    known.exchanges = tuple(exchanges)
    found = Sight(known, seat)
    found.seen = played_cards(state)
    found.partner_size = popcount(partner)
    found.city_size = city_size(state)
    return found


def pooled(own: Sight, partner: Sight) -> Sight:
    """Return what a seat knows once the players have talked freely: both hands, gifts and exchanges (N6)."""
    known = own.state.copy()
    told = partner.state
    if own.seat == HYDE:
        known.hand_jekyll = told.hand_jekyll
    else:
        known.hand_hyde = told.hand_hyde
    known.gifts |= told.gifts
    known.passes |= told.passes
    exchanges: list[int] = []
    for index in range(len(known.exchanges)):
        noted: i64 = known.exchanges[index]
        exchanges.append(known.exchanges[index] if noted >> 10 & 3 == own.seat else told.exchanges[index])
    known.exchanges = tuple(exchanges)
    found = Sight(known, own.seat)
    found.seen = own.seen
    found.partner_size = own.partner_size
    found.city_size = own.city_size
    return found


def _copy_open(known: State, state: State) -> None:
    """Copy what lies open to all."""
    known.phase = state.phase
    known.round = state.round
    known.leading = state.leading
    known.direction = state.direction
    known.ranks = state.ranks
    known.leader = state.leader
    known.seat = state.seat
    known.first = state.first
    known.second = state.second
    known.third = state.third
    known.laid = state.laid
    known.reaction = state.reaction
    known.effects = state.effects
    known.owners = state.owners
    known.held = state.held
    known.tricks = state.tricks
    known.jekyll_hyde = state.jekyll_hyde
    known.scotland_yard = state.scotland_yard
    known.when = state.when
    known.move = state.move
    known.round_steps = state.round_steps
    known.trick_steps = state.trick_steps
    known.past = state.past
    known.some_met = state.some_met
    known.some_failed = state.some_failed
    known.ending = state.ending
    known.failed = state.failed
