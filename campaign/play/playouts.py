"""Playing on with careful at both seats: a round to its end, or a whole chapter with its deals."""

from typing import Final

from mypy_extensions import i64

from campaign.cards import DECK, HYDE, Chance, popcount
from campaign.play.careful import Careful
from campaign.rules.state import (
    BEGIN_ROUND,
    CARD,
    CITY_CARD,
    DEAL,
    FIRST_CHANCE,
    GIVE,
    OVER,
    PASS,
    RETURN,
    TOKEN,
    State,
    hand_of,
)
from campaign.rules.step import choose, city_cards, deal, lay, stack_city, step, turn_token

OWN_DECISIONS: Final = (GIVE, PASS, CARD, RETURN)
"""The decisions of one seat; the others are joint, and the leading character's seat speaks for both."""


def play_round(careful: Careful, state: State, *, seen: i64, left: i64) -> None:
    """Play a round on to its end, or to where a trick begins and at most ``left`` are to come.

    ``seen`` masks the cards played already this round.
    """
    one: i64 = 1
    while True:
        phase = state.phase
        if state.laid == 0 and phase in (CARD, CITY_CARD) and state.table.tricks - len(state.tricks) <= left:
            return
        if phase == CITY_CARD:
            card = state.city & 31
            state.city >>= 5
            seen |= one << card
            lay(state, card)
        elif phase < FIRST_CHANCE:
            if phase == BEGIN_ROUND:
                return
            step(state)
        elif phase == OVER:
            return
        elif phase == CARD:
            seat = state.seat
            if seat == HYDE:
                card = careful.choose(state, seat, seen, popcount(state.hand_jekyll))
                state.hand_hyde ^= one << card
            else:
                card = careful.choose(state, seat, seen, popcount(state.hand_hyde))
                state.hand_jekyll ^= one << card
            seen |= one << card
            lay(state, card)
        else:
            choose(state, careful_choice(careful, state, seen))


def careful_choice(careful: Careful, state: State, seen: i64) -> i64:
    """Return careful's choice for the decision due, of the seat due or of the leading character for both."""
    seat = state.seat if state.phase in OWN_DECISIONS else state.leading
    return careful.choose(state, seat, seen, popcount(hand_of(state, HYDE - seat)))


def deal_chance(state: State, chance: Chance) -> None:
    """Take the chance that is due: the token's face, the deal, or the City's shuffle."""
    if state.phase == TOKEN:
        turn_token(state, chance.below(2))
    elif state.phase == DEAL:
        table = state.table
        jekyll = chance.some_of(DECK, table.hand)
        hyde = chance.some_of(DECK ^ jekyll, table.hand)
        deal(state, jekyll, hyde, chance.some_of(DECK ^ jekyll ^ hyde, table.from_reserve))
    else:
        stack_city(state, shuffled(city_cards(state), chance))


def shuffled(cards: i64, chance: Chance) -> list[int]:
    """Return the cards of a mask in random order."""
    order: list[int] = []
    while cards != 0:
        card = chance.one_of(cards)
        one: i64 = 1
        cards ^= one << card
        order.append(card)
    return order
