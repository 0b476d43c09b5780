"""Random play on the core's ints: a duel to its end with any decision as likely as another, its deals included."""

from mypy_extensions import i64

from campaign.cards import DUEL_DECK, POTIONS, Chance, lowest, popcount
from campaign.duel.counts import must_pass, swapped
from campaign.duel.state import CARD, FIRST_CHANCE, FIRST_DECISION, HAND, NAMED_SHIFT, OVER, PASS, SWAP, State
from campaign.duel.step import advance, apply, deal, legal


def deal_chance(state: State, chance: Chance) -> None:
    """Deal a round (DU4)."""
    jekyll = chance.some_of(DUEL_DECK, HAND)
    deal(state, jekyll, chance.some_of(DUEL_DECK ^ jekyll, HAND))


def random_choice(state: State, chance: Chance) -> i64:
    """Return a choice for the decision due, any that is legal as likely as another."""
    mask = legal(state)
    if state.phase == CARD:
        return random_lead(mask, chance) if state.laid == 0 else chance.one_of(mask)
    if state.phase == PASS:
        return random_passes(state, mask, chance)
    if state.phase == SWAP:
        return chance.some_of(mask, swapped(state))
    return chance.one_of(mask)


def random_lead(hand: i64, chance: Chance) -> i64:
    """Return a card to lead, a potion thrice as likely as another for the three colours it can name."""
    potions = hand & POTIONS
    if potions == 0:
        return chance.one_of(hand)
    colours = hand ^ potions
    skip = chance.below(popcount(colours) + 3 * popcount(potions))
    while colours != 0:
        if skip == 0:
            return lowest(colours)
        colours &= colours - 1
        skip -= 1
    named = skip % 3
    skip //= 3
    while skip > 0:
        potions &= potions - 1
        skip -= 1
    return lowest(potions) | named << NAMED_SHIFT


def random_passes(state: State, mask: i64, chance: Chance) -> i64:
    """Return cards to pass: all sets of the right size are as likely, and one without a due potion is drawn again."""
    must = must_pass(state)
    while True:
        chosen = chance.some_of(mask, state.round)
        if must == 0 or chosen & must:
            return chosen


def play_on(state: State, chance: Chance) -> i64:
    """Play to the duel's end and return how many decisions that took."""
    decisions: i64 = 0
    while True:
        phase = state.phase
        if phase >= FIRST_DECISION:
            if phase == OVER:
                return decisions
            apply(state, random_choice(state, chance))
            decisions += 1
        elif phase >= FIRST_CHANCE:
            deal_chance(state, chance)
        else:
            advance(state)


def play_duels(games: i64, chance: Chance) -> i64:
    """Play so many duels from their first deal and return how many decisions that took."""
    decisions: i64 = 0
    for _ in range(games):
        decisions += play_on(State(), chance)
    return decisions


def play_out(state: State, times: i64, chance: Chance) -> i64:
    """Play so many copies of a state to the duel's end and return how many decisions that took."""
    decisions: i64 = 0
    for _ in range(times):
        decisions += play_on(state.copy(), chance)
    return decisions
