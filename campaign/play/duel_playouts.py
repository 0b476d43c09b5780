"""Playing a duel on with careful at both seats: a round to its end, or a whole duel with its deals."""

from mypy_extensions import i64

from campaign.cards import CARD as CARD_BITS
from campaign.cards import HYDE
from campaign.duel.sight import known_cards
from campaign.duel.state import BEGIN_ROUND, CARD, FIRST_CHANCE, NAMED_SHIFT, OVER, State
from campaign.duel.step import choose, end_trick, lay, step
from campaign.play.duel_careful import DuelCareful


def play_round(jekyll: DuelCareful, hyde: DuelCareful, state: State, seen: i64) -> None:
    """Play a round to its end; ``seen`` masks the cards played already this round."""
    one: i64 = 1
    jekyll_gave = known_cards(state, 0)
    hyde_gave = known_cards(state, 1)
    while True:
        phase = state.phase
        if phase == CARD:
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
                return
            step(state)
        elif phase == OVER:
            return
        else:
            seat = state.seat
            if seat == HYDE:
                choice = hyde.choose(state, HYDE, seen, hyde_gave)
            else:
                choice = jekyll.choose(state, 0, seen, jekyll_gave)
            choose(state, choice)
            jekyll_gave = known_cards(state, 0)
            hyde_gave = known_cards(state, 1)
