"""What of a duel's round is still open once all cards are known: keys of positions, and choices that differ.

Two positions of one key have the same future, trick for trick, but for the names of the cards. Between two tricks only
comparisons matter. A colour card meets cards of its own colour by number (DU11), others by rank (DU10), and potions by
number (DU12): a potion beats a number up to its own. So a colour's cards slide down over numbers that nobody holds any
more, as long as none passes the number of a potion that somebody holds: every comparison that can still be made comes
out as before, effects go by colour (DU14 to DU16), and so does following (DU8, DU9). Greed moves cards between hands
(DU15), which is why all held cards count, whoever holds them. Which trick Pride takes is all the same (DU14): only
their number counts in the end (DU17).
"""

from typing import Final

from mypy_extensions import i64

from campaign.cards import HYDE, POTION, POTIONS, PRIDE, RANK_ORDERS, SUIT_MASKS, popcount
from campaign.duel.state import HAND, State, hand_of

NAMINGS: Final = 28
"""In a mask of choices for a card, from this bit: a potion led, three bits each for the colour that it names."""
COLOURS: Final = 7 | 7 << 3
HALF: Final = HAND // 2


def _ranks_left() -> bytes:
    table: list[int] = []
    for held in range(8):
        left = [colour for colour in range(3) if held >> colour & 1]
        for order in RANK_ORDERS:
            told = [colour for colour in order if colour in left]
            if len(left) < 2 or not told:
                table.append(0)
            elif len(left) == 3:
                table.append(RANK_ORDERS.index(order))
            else:
                low = told[0]
                table.append(RANK_ORDERS.index((low, left[0] + left[1] - low, 3 - left[0] - left[1])))
    return bytes(table)


RANKS_LEFT: Final = _ranks_left()
"""Rule DU10: at ``held * 10 + ranks``, what the ranks still say of the colours held, a bit each.

Of one colour they say nothing. Of two, a token on one of them says all, for the other's would go above it; a token on
the third says nothing, for theirs go above it in the order in which they come.
"""


def position_key(state: State) -> i64:
    """Return the key of a position between two tricks: 59 bits."""
    jekyll = state.hand_jekyll
    hyde = state.hand_hyde
    held = jekyll | hyde
    potions = held >> 24
    key: i64 = (jekyll >> 24) << 21 | (hyde >> 24) << 46
    colours: i64 = 0
    one: i64 = 1
    suit: i64 = 0
    while suit < 3:
        left = held >> 8 * suit & 127
        if left != 0:
            colours |= one << suit
            own = jekyll >> 8 * suit & 127
            number: i64 = 0
            place: i64 = 7 * suit
            while left >> number != 0:
                if left >> number & 1:
                    key |= one << (place if own >> number & 1 else place + 25)
                    place += 1
                number += 1
                if number >= 2 and potions >> (number - 2) & 1:
                    place = 7 * suit + number
        suit += 1
    ranks: i64 = RANKS_LEFT[colours * 10 + state.ranks]
    return key | ranks << 50 | state.leader << 54 | popcount(state.owners) << 55


def farthest(state: State) -> i64:
    """Return a bound on half the difference that the round ends with: no line has more. Between two tricks."""
    spare = takes_left(state)
    left = HAND - len(state.tricks) + spare
    hyde = popcount(state.owners)
    jekyll = len(state.tricks) - hyde
    most = (hyde if hyde > jekyll else jekyll) + left - HALF
    return most if most < HALF else HALF


def nearest(state: State) -> i64:
    """Return a bound on half the difference that the round ends with: no line has less. Between two tricks."""
    spare = takes_left(state)
    hyde = popcount(state.owners)
    jekyll = len(state.tricks) - hyde
    least = (hyde if hyde > jekyll else jekyll) - spare - HALF
    return least if least > 0 else 0


def takes_left(state: State) -> i64:
    """Return how many tricks Pride may yet move at most (DU14): each needs a potion and a Pride card."""
    held = state.hand_jekyll | state.hand_hyde
    potions = popcount(held & POTIONS)
    prides = popcount(held & SUIT_MASKS[PRIDE])
    most = potions if potions < prides else prides
    left: i64 = HAND - len(state.tricks)
    return most if most < left else left


def distinct_cards(state: State, mask: i64) -> i64:
    """Return one choice of each kind for a card that is due; ``mask`` is what is legal.

    Two cards of one hand and suit are alike where nothing tells them apart: no card of the suit between them in a hand
    or on the table, and for a colour no potion that beats the lower alone, for potions no number that the higher alone
    beats. The one played meets one other card, in this trick, which it beats or not as its twin would; then it is gone
    and the twin is left in the same place among all others. Cards that are swapped or passed stay in play, side by
    side with what is kept, and are never alike.

    A led potion stands as its namings, from bit ``NAMINGS``: the colours that the opponent holds (DU9), and of the
    others one, since then any card may follow.
    """
    live = state.hand_jekyll | state.hand_hyde
    one: i64 = 1
    if state.laid > 0:
        live |= one << state.first
    found: i64 = 0
    below: i64 = -1
    others = live
    while others != 0:
        card = popcount((others & -others) - 1)
        others &= others - 1
        twin = below >= 0 and mask >> below & 1 != 0 and below >> 3 == card >> 3 and alike(live, below, card)
        if mask >> card & 1 and not twin:
            found |= one << card
        below = card
    potions = found & POTIONS
    if state.laid > 0 or potions == 0:
        return found
    found ^= potions
    namings = distinct_namings(hand_of(state, HYDE - state.seat))
    left: i64 = potions >> 24
    place: i64 = NAMINGS
    while left != 0:
        if left & 1:
            found |= namings << place
        left >>= 1
        place += 3
    return found


def distinct_namings(opponent: i64) -> i64:
    """Return the colours to name with a led potion, a bit each: those that the opponent holds, and one other."""
    found: i64 = 0
    other: i64 = 0
    one: i64 = 1
    suit: i64 = 0
    while suit < POTION:
        if opponent & SUIT_MASKS[suit]:
            found |= one << suit
        elif other == 0:
            other = one << suit
        suit += 1
    return found | other


def alike(live: i64, low: i64, high: i64) -> bool:
    """Return whether no live card of another suit tells two neighbours of one suit apart (DU12)."""
    one: i64 = 1
    if low >= 24:
        numbers = (one << high - 22) - (one << low - 22)
        return live & (numbers | numbers << 8 | numbers << 16) == 0
    potions = (one << (high & 7) + 23) - (one << (low & 7) + 23)
    return live & potions & POTIONS == 0
