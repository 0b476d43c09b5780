"""Limits: what a chapter lets a player play, beyond N4."""

from mypy_extensions import i64

from campaign.cards import DECK, POTION, SUIT_MASKS
from campaign.rules.goals import holds
from campaign.rules.state import LEADER_SHIFT, State, hand_of, laid_card, opening_colour
from campaign.rules.table import EITHER, PlayLimit
from campaign.rules.tricks import NEXT_SEAT


def cards_played(state: State, seat: i64, cards: i64) -> i64:
    """Return how many of some cards a seat has played this round, the trick that lies there included."""
    total: i64 = 0
    for index in range(len(state.tricks)):
        packed: i64 = state.tricks[index]
        player = packed >> LEADER_SHIFT & 3
        for place in range(3):
            if player == seat and cards >> (packed >> 5 * place & 31) & 1:
                total += 1
            player = NEXT_SEAT[state.direction + player]
    player = state.leader
    for place in range(state.laid):
        if player == seat and cards >> laid_card(state, place) & 1:
            total += 1
        player = NEXT_SEAT[state.direction + player]
    return total


def applies(state: State, limit: PlayLimit) -> bool:
    """Return whether a limit bears on the card that is due."""
    seat = state.seat
    if not (limit.who >> seat & 1 and limit.tricks >> len(state.tricks) & 1 and limit.places >> state.laid & 1):
        return False
    if limit.can_follow != EITHER:
        opening = opening_colour(state)
        if opening == POTION:
            return False
        able = 1 if hand_of(state, seat) & SUIT_MASKS[opening] else 0
        if able != limit.can_follow:
            return False
    if limit.after > 0 and cards_played(state, seat, limit.cards) < limit.after:
        return False
    condition = limit.condition
    return condition is None or holds(state, condition)


def allowed_by(limit: PlayLimit, follow: i64) -> i64:
    """Return which of the cards that N4 allows obey a limit; a required card that nobody can play is not required."""
    if limit.require:
        required = follow & limit.cards
        return required if required != 0 else follow
    return follow & DECK & ~limit.cards


def limited(state: State, follow: i64) -> i64:
    """Return which of the cards that N4 allows may be played; where no card obeys all limits, none of them binds."""
    allowed = follow
    for limit in state.table.limits:
        if applies(state, limit):
            allowed &= allowed_by(limit, follow)
    return allowed if allowed != 0 else follow
