"""What one seat may know of a duel, as ints: the view that bots decide from.

It is built up from nothing: a blank state into which only what lies open, and the seat's own cards, is copied. So
whatever a bot reads off ``Sight.state`` the seat knows; the opponent's hand and the cards set aside are empty there,
and what the opponent has chosen to pass or swap while this seat still chooses. What both have passed or swapped both
know: one gave it, the other got it.
"""

from mypy_extensions import i64

from campaign.cards import DECK, HYDE, popcount
from campaign.duel.state import HYDE_SHIFT, PASS, State, hand_of


class Sight:
    """One seat's knowledge of a duel where a decision is due."""

    __slots__ = ("aside_size", "known", "opponent_size", "seat", "seen", "state")

    def __init__(self, state: State, seat: i64) -> None:
        self.state: State = state
        """The state as far as this seat knows it."""
        self.seat: i64 = seat
        self.seen: i64 = 0
        """The cards that have been played, in finished tricks and in this one."""
        self.known: i64 = 0
        """The cards that this seat passed or swapped and that the opponent must still hold."""
        self.opponent_size: i64 = 0
        self.aside_size: i64 = 0


def played_cards(state: State) -> i64:
    """Return the mask of all cards played this round, those of the trick that lies there included."""
    one: i64 = 1
    seen: i64 = 0
    for index in range(len(state.tricks)):
        packed: i64 = state.tricks[index]
        seen |= one << (packed & 31) | one << (packed >> 5 & 31)
    if state.laid > 0:
        seen |= one << state.first
    if state.laid > 1:
        seen |= one << state.second
    return seen


def known_cards(state: State, seat: i64) -> i64:
    """Return the cards that a player gave the opponent, who must still hold them."""
    own = HYDE_SHIFT * seat
    other = HYDE_SHIFT * (HYDE - seat)
    known: i64 = 0
    if state.phase != PASS:
        known = state.passes >> own & DECK
    for index in range(len(state.swaps)):
        swap: i64 = state.swaps[index]
        known = known & ~(swap >> other & DECK) | (swap >> own & DECK)
    return known & ~played_cards(state)


def sight(state: State, seat: i64) -> Sight:
    """Return what a player knows of a state."""
    known = State()
    known.phase = state.phase
    known.round = state.round
    known.marker = state.marker
    known.leading = state.leading
    known.swaps = state.swaps
    known.ranks = state.ranks
    known.leader = state.leader
    known.seat = state.seat
    known.first = state.first
    known.second = state.second
    known.laid = state.laid
    known.named = state.named
    known.effect = state.effect
    known.owners = state.owners
    known.tricks = state.tricks
    own = hand_of(state, seat)
    if seat == HYDE:
        known.hand_hyde = own
    else:
        known.hand_jekyll = own
    mine: i64 = DECK << HYDE_SHIFT * seat
    known.passes = state.passes & mine if state.phase == PASS else state.passes
    known.offers = state.offers & mine
    found = Sight(known, seat)
    found.seen = played_cards(state)
    found.known = known_cards(state, seat)
    found.opponent_size = popcount(hand_of(state, HYDE - seat))
    found.aside_size = popcount(state.aside)
    return found
