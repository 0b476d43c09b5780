"""Playing a duel on with careful at both seats: a round to its end, or a whole duel with its deals."""

from mypy_extensions import i64

from campaign.cards import CARD as CARD_BITS
from campaign.cards import HYDE, POTION, lowest
from campaign.duel.sight import known_cards
from campaign.duel.state import BEGIN_ROUND, CARD, FIRST_CHANCE, HAND, NAMED_SHIFT, OVER, SWAP, TAKE, State
from campaign.duel.step import choose, end_trick, lay, legal, step
from campaign.play.duel_careful import DuelCareful
from campaign.play.duel_weights import after_round


def play_round(jekyll: DuelCareful, hyde: DuelCareful, state: State, *, seen: i64, exact: i64) -> float:
    """Play a round to its end and return how good that is for Hyde; ``seen`` masks the cards played already in it.

    The last ``exact`` tricks are not played but solved, all cards open.
    """
    one: i64 = 1
    jekyll_gave = known_cards(state, 0)
    hyde_gave = known_cards(state, 1)
    while True:
        phase = state.phase
        if phase == CARD:
            if state.laid == 0 and HAND - len(state.tricks) <= exact:
                return best_end(state)
            if state.seat == HYDE:
                choice = hyde.choose(state, HYDE, seen, hyde_gave)
                card = choice & CARD_BITS
                state.hand_hyde ^= one << card
                jekyll_gave &= ~(one << card)
            else:
                choice = jekyll.choose(state, 0, seen, jekyll_gave)
                card = choice & CARD_BITS
                state.hand_jekyll ^= one << card
                hyde_gave &= ~(one << card)
            seen |= one << card
            lay(state, card, choice >> NAMED_SHIFT)
        elif phase == 0:
            end_trick(state)
        elif phase < FIRST_CHANCE:
            if phase == BEGIN_ROUND:
                return after_round(state.round, state.marker)
            step(state)
        elif phase == OVER:
            return after_round(state.round, state.marker)
        else:
            seat = state.seat
            if seat == HYDE:
                choice = hyde.choose(state, HYDE, seen, hyde_gave)
            else:
                choice = jekyll.choose(state, 0, seen, jekyll_gave)
            choose(state, choice)
            jekyll_gave = known_cards(state, 0)
            hyde_gave = known_cards(state, 1)


def best_end(state: State) -> float:
    """Return how good a round's last tricks are for Hyde where both play best, all cards open.

    With at most three tricks to come no swap leaves a choice (DU15), and of tricks to take only the count matters.
    """
    phase = state.phase
    while phase < FIRST_CHANCE:
        if phase == BEGIN_ROUND:
            return after_round(state.round, state.marker)
        step(state)
        phase = state.phase
    if phase == OVER:
        return after_round(state.round, state.marker)
    hyde = state.seat == HYDE
    mask = legal(state)
    if phase == TAKE:
        mask &= -mask
    elif phase == SWAP:
        choose(state, mask)
        return best_end(state)
    best = 2.0
    while mask != 0:
        card = lowest(mask)
        mask &= mask - 1
        names: i64 = POTION if phase == CARD and state.laid == 0 and card >> 3 == POTION else 1
        named: i64 = 0
        while named < names:
            after = state.copy()
            choose(after, card | named << NAMED_SHIFT)
            value = best_end(after)
            if best > 1.0 or (value > best if hyde else value < best):
                best = value
            named += 1
    return best
