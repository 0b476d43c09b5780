"""What reactions do: tricks that change hands, cards exchanged with the City, and how the trick goes on."""

from mypy_extensions import i64

from campaign.cards import CITY, HYDE, JEKYLL
from campaign.rules.state import CARD, CITY_CARD, END_TRICK, HYDE_SHIFT, NO_CARD, WINNER_SHIFT, State
from campaign.rules.tricks import NEXT_SEAT


def change_hand(state: State, seat: i64, cards: i64) -> None:
    """Take cards out of a hand, or put them in."""
    if seat == HYDE:
        state.hand_hyde ^= cards
    else:
        state.hand_jekyll ^= cards


def go_on(state: State) -> None:
    """Go on with the trick after a reaction."""
    if state.laid == 3:
        state.phase = END_TRICK
    elif state.seat == CITY:
        state.phase = CITY_CARD
    else:
        state.phase = CARD


def city_trick(state: State) -> i64:
    """Return the number, from 0, of the City's most recently won trick that it still has; -1 for none (R5)."""
    index: i64 = len(state.tricks) - 1
    while index >= 0:
        if state.owners >> 2 * index & 3 == CITY:
            return index
        index -= 1
    return -1


def own_trick(state: State, seat: i64) -> i64:
    """Return the number, from 0, of the last trick that a player won and still has; -1 for none."""
    index: i64 = len(state.tricks) - 1
    while index >= 0:
        packed: i64 = state.tricks[index]
        if packed >> WINNER_SHIFT & 3 == seat and state.owners >> 2 * index & 3 == seat:
            return index
        index -= 1
    return -1


def givers(state: State) -> i64:
    """Return the players who may resolve ``give-city-trick``: those allowed to who have a trick of their own."""
    resolver = state.table.resolver
    seats: i64 = 0
    if resolver != HYDE and own_trick(state, JEKYLL) >= 0:
        seats = 1
    if resolver != JEKYLL and own_trick(state, HYDE) >= 0:
        seats |= 2
    return seats


def hand_over_trick(state: State, seat: i64) -> None:
    """Move a player's last own trick before the City (``give-city-trick``)."""
    index = own_trick(state, seat)
    one: i64 = 1
    handed: i64 = state.tricks[index]
    state.owners ^= (CITY ^ seat) << 2 * index
    cards = one << (handed & 31) | one << (handed >> 5 & 31) | one << (handed >> 10 & 31)
    state.held &= ~(cards << HYDE_SHIFT * seat)


def take_city_trick(state: State, seat: i64) -> None:
    """Move the City's last trick before a player (R5)."""
    index = city_trick(state)
    one: i64 = 1
    taken: i64 = state.tricks[index]
    state.owners ^= (CITY ^ seat) << 2 * index
    cards = one << (taken & 31) | one << (taken >> 5 & 31) | one << (taken >> 10 & 31)
    state.held |= cards << HYDE_SHIFT * seat


def put_back(state: State, card: i64) -> None:
    """Put a card on top of the City's deck after a draw, and go on with the trick (R7)."""
    one: i64 = 1
    seat = state.seat
    change_hand(state, seat, one << card)
    state.city = state.city << 5 | card
    noted: int = len(state.tricks) << 12 | seat << 10 | state.drawn << 5 | card
    state.exchanges = (*state.exchanges, noted)
    state.drawn = NO_CARD
    seat = state.leader
    laid = state.laid
    while laid > 0:
        seat = NEXT_SEAT[state.direction + seat]
        laid -= 1
    state.seat = seat
    go_on(state)
