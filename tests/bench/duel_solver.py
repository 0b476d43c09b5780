"""The duel's solver: choices tried and milliseconds for the value of a round, by how many cards are left in each hand.

``report`` is meant for the compiled package: docs/solver.md has the command.
"""

import statistics
import time
from dataclasses import dataclass

from campaign.cards import Chance, popcount
from campaign.duel.rollouts import deal_chance, random_choice
from campaign.duel.state import CARD, DEAL, FIRST_CHANCE, State
from campaign.duel.step import advance, apply
from campaign.play.duel_solving import solve

DEALS = 200
BUDGET = 20_000_000


@dataclass(frozen=True, slots=True)
class Times:
    """What solving some states took, each list sorted."""

    cards: int
    choices: list[int]
    seconds: list[float]
    undecided: int


def round_state(chance: Chance, cards: int) -> State:
    """Return a first round, dealt, passed and played at random, between two tricks with so many cards a hand."""
    state = State()
    while not (state.phase == CARD and state.laid == 0 and popcount(state.hand_jekyll) == cards):
        if state.phase < FIRST_CHANCE:
            advance(state)
        elif state.phase == DEAL:
            deal_chance(state, chance)
        else:
            apply(state, random_choice(state, chance))
    return state


def solve_times(cards: int, deals: int = DEALS, budget: int = BUDGET) -> Times:
    """Return what it takes to find the value and a best line of random states with so many cards in each hand."""
    chance = Chance(1)
    choices: list[int] = []
    seconds: list[float] = []
    undecided = 0
    for _ in range(deals):
        state = round_state(chance, cards)
        start = time.perf_counter()
        solution = solve(state, budget=budget)
        seconds.append(time.perf_counter() - start)
        choices.append(solution.tried)
        undecided += solution.value is None
    return Times(cards, sorted(choices), sorted(seconds), undecided)


def report() -> None:
    """Print a line for hands of 5, 6 and 10 cards."""
    for cards, deals in ((5, DEALS), (6, DEALS), (10, 20)):
        print(report_line(solve_times(cards, deals)))  # noqa: T201 (it prints to a terminal)


def report_line(times: Times) -> str:
    """Return median and 99th percentile of choices and milliseconds."""
    last = int(len(times.choices) * 0.99)
    return (
        f"{times.cards} cards: median {statistics.median(times.choices):.0f} choices "
        f"{1000 * statistics.median(times.seconds):.1f} ms, p99 {times.choices[last]} choices "
        f"{1000 * times.seconds[last]:.1f} ms, {times.undecided} of {len(times.choices)} not decided"
    )
