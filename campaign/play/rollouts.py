"""Random play on the core's ints: a chapter to its end with any decision as likely as another, its deals included."""

from mypy_extensions import i64

from campaign.cards import Chance
from campaign.play.playouts import deal_chance
from campaign.rules.state import FIRST_CHANCE, FIRST_DECISION, GIVE, OVER, PASS, State
from campaign.rules.step import advance, apply, legal, must_count, must_give
from campaign.rules.table import Plan


def random_choice(state: State, chance: Chance) -> i64:
    """Return a choice for the decision due, any that is legal as likely as another."""
    mask = legal(state)
    if state.phase == GIVE:
        must = must_give(state)
        count = must_count(state, must)
        given = chance.some_of(must, count)
        return given | chance.some_of(mask & ~must, state.table.give - count)
    if state.phase == PASS:
        return chance.some_of(mask, state.table.passes)
    return chance.one_of(mask)


def play_on(state: State, chance: Chance) -> i64:
    """Play to the chapter's end and return how many decisions that took."""
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


def play_chapters(plan: Plan, games: i64, chance: Chance) -> i64:
    """Play so many chapters from their first deal and return how many decisions that took."""
    decisions: i64 = 0
    for _ in range(games):
        decisions += play_on(State(plan), chance)
    return decisions


def play_out(state: State, times: i64, chance: Chance) -> i64:
    """Play so many copies of a state to the chapter's end and return how many decisions that took."""
    decisions: i64 = 0
    for _ in range(times):
        decisions += play_on(state.copy(), chance)
    return decisions
