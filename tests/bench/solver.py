"""The solver: a goal of the standard round from its first card, compiled, also beside DDS on bridge hands as long."""

import importlib
import json
import random
import statistics
import tempfile
import time
from pathlib import Path

from campaign.cards import Chance
from campaign.play.careful import Careful
from campaign.play.playouts import careful_choice, deal_chance
from campaign.play.solving import Answer, Goal, solve
from campaign.rules.state import CARD, CITY_CARD, FIRST_CHANCE, GIVE, State
from campaign.rules.step import choose, step
from campaign.rules.table import Plan
from tests import building
from tests.bench.core import standard_plan
from tests.bench.figures import Figure, figure

DEALS = 1000
DDS_DEALS = 200
CARDS_EACH = 8
STEPS = 4
ICONS = 3
"""The goal: Jekyll & Hyde at least so many steps on, Scotland Yard at most so many: better than half of the way."""
BUDGET = 20_000_000
MEDIAN_GOAL = 1.0
P99_GOAL = 2.0
DDS = "endplay (DDS), every card of four hands of 8"


def night(plan: Plan, careful: Careful, chance: Chance) -> State:
    """Return the first round of a chapter at its first card, dealt at random and with careful's gifts."""
    state = State(plan)
    while state.phase not in (CARD, CITY_CARD):
        if state.phase < FIRST_CHANCE:
            step(state)
        elif state.phase == GIVE:
            choose(state, careful_choice(careful, state, 0))
        else:
            deal_chance(state, chance)
    return state


def goal_times(deals: int) -> list[float]:
    """Return the seconds of each search, sorted, from the state to the decisions of the line."""
    plan = standard_plan()
    careful, chance = Careful(plan), Chance(1)
    goal = Goal(jekyll_hyde=range(plan.jekyll_hyde + STEPS, 11), scotland_yard=range(plan.scotland_yard + ICONS + 1))
    times: list[float] = []
    for _ in range(deals):
        state = night(plan, careful, chance)
        start = time.perf_counter()
        solution = solve(state, goal, budget=BUDGET)
        times.append(time.perf_counter() - start)
        if solution.answer is Answer.NOT_DECIDED:
            raise ValueError("a search spent its budget")
    return sorted(times)


def dds_times(deals: int) -> list[float]:
    """Return the seconds of each solve of a bridge ending by endplay."""
    solve_board = importlib.import_module("endplay.dds").solve_board
    types = importlib.import_module("endplay.types")
    rng = random.Random(1)
    times: list[float] = []
    for _ in range(deals):
        cards = rng.sample([(suit, rank) for suit in range(4) for rank in "23456789TJQKA"], 4 * CARDS_EACH)
        hands = [cards[CARDS_EACH * seat :][:CARDS_EACH] for seat in range(4)]
        texts = [".".join("".join(rank for own, rank in hand if own == suit) for suit in range(4)) for hand in hands]
        deal = types.Deal(
            "N:" + " ".join(texts), first=types.Player(rng.randrange(4)), trump=types.Denom(rng.randrange(5))
        )
        start = time.perf_counter()
        solved = {str(card): tricks for card, tricks in solve_board(deal)}
        times.append(time.perf_counter() - start)
        if not solved:
            raise ValueError("endplay told no card's value")
    return sorted(times)


def in_child(expression: str) -> list[float]:
    """Return what an expression of this module comes to in a child that starts elsewhere and runs compiled."""
    with tempfile.TemporaryDirectory() as folder:
        target = building.compiled_install(Path(folder))
        code = (
            f"import sys; sys.path.append({str(building.ROOT)!r}); import json; from campaign.play import solver; "
            "assert not solver.__file__.endswith('.py'); from tests.bench.solver import *; "
            f"print(json.dumps({expression}))"
        )
        found: list[float] = json.loads(building.ran(["-P", "-c", code], Path(folder), PYTHONPATH=str(target)))
    return found


def _reason(error: AssertionError) -> str:
    return str(error).strip().rsplit("\n", maxsplit=1)[-1]


def goal_median() -> Figure:
    """Return the median time of a goal search; the peer is what was set."""
    try:
        times = in_child(f"goal_times({DEALS})")
    except AssertionError as error:
        return figure("ms", None, "the goal", MEDIAN_GOAL, _reason(error))
    return figure("ms", round(1000 * statistics.median(times), 3), "the goal", MEDIAN_GOAL)


def goal_p99() -> Figure:
    """Return the time that one goal search in a hundred takes longer than."""
    try:
        times = in_child(f"goal_times({DEALS})")
    except AssertionError as error:
        return figure("s", None, "the goal", P99_GOAL, _reason(error))
    return figure("s", round(times[int(len(times) * 0.99)], 3), "the goal", P99_GOAL)


def solver_dds() -> Figure:
    """Return the median of our goal search beside that of endplay's solve, both in one child."""
    medians = f"[statistics.median(goal_times({DDS_DEALS})), statistics.median(dds_times({DDS_DEALS}))]"
    try:
        value, peer_value = in_child(medians)
    except AssertionError as error:
        return figure("ms", None, DDS, None, _reason(error))
    return figure("ms", round(1000 * value, 3), DDS, round(1000 * peer_value, 3))
