"""What is counted in a duel: tricks before a player, and cards to be chosen."""

from typing import Final

from mypy_extensions import i64

from campaign.cards import HYDE, POTIONS, popcount
from campaign.duel.state import PASS, SWAP, State, hand_of

MOST_SWAPPED: Final = 2


def tricks_before(state: State, seat: i64) -> i64:
    """Return the mask of the finished tricks, from 0, that lie before a player."""
    if seat == HYDE:
        return state.owners
    one: i64 = 1
    return ((one << len(state.tricks)) - 1) & ~state.owners


def held_tricks(state: State, seat: i64) -> i64:
    """Return how many finished tricks lie before a player."""
    hyde = popcount(state.owners)
    return hyde if seat == HYDE else len(state.tricks) - hyde


def difference(state: State) -> i64:
    """Return the difference of the two trick counts, whoever has more (DU17)."""
    more: i64 = 2 * popcount(state.owners) - len(state.tricks)
    return more if more > 0 else -more


def swapped(state: State) -> i64:
    """Return how many cards each player swaps now (DU15).

    Both hands have the same size after each trick, so it is the same for both; the one asked is that of the seat due,
    which a seat's own sight knows.
    """
    held = popcount(hand_of(state, state.seat))
    return held if held < MOST_SWAPPED else MOST_SWAPPED


def number_due(state: State) -> i64:
    """Return how many cards the set due holds: as many as the round's number (DU5), or those swapped (DU15); else 0."""
    if state.phase == PASS:
        return state.round
    return swapped(state) if state.phase == SWAP else 0


def must_pass(state: State) -> i64:
    """Return the cards of which the player due to pass must pass at least one: two potions or more (DU5), else none.

    What counts is the hand that was dealt: both pass at the same time, so nothing received is counted or passed on.
    """
    potions = hand_of(state, state.seat) & POTIONS
    return potions if popcount(potions) >= 2 else 0


def sets_due(state: State) -> list[i64]:
    """Return every set of cards that may be passed or swapped now, as masks, the lowest cards first (DU5, DU15)."""
    found: list[i64] = []
    must = must_pass(state) if state.phase == PASS else 0
    _add_sets(found, hand_of(state, state.seat), number_due(state), 0, must)
    return found


def _add_sets(found: list[i64], mask: i64, count: i64, chosen: i64, must: i64) -> None:
    """Add the sets that hold what is chosen, so many cards of a mask, and a card of ``must`` where that is not 0."""
    if count == 0:
        if must == 0 or chosen & must:
            found.append(chosen)
        return
    while mask != 0:
        bit = mask & -mask
        mask ^= bit
        _add_sets(found, mask, count - 1, chosen | bit, must)
