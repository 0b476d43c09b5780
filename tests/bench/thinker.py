"""The thinker: how long one decision of 100 worlds takes, in games of two thinkers, compiled."""

import json
import tempfile
import time
from pathlib import Path

from campaign.cards import Chance
from campaign.play.bots import WORLDS, ThinkerBot, bots_choice, thinker_of
from campaign.play.playouts import deal_chance
from campaign.rules.state import FIRST_CHANCE, FIRST_DECISION, GIVE, OVER, PASS, State
from campaign.rules.step import advance, apply
from tests import building
from tests.bench.core import standard_plan
from tests.bench.figures import Figure, figure

GAMES = 30
MEAN_GOAL = 0.1
P99_GOAL = 0.4


def decision_times(games: int) -> list[float]:
    """Return the seconds of each decision that was thought about in games of the standard chapter."""
    plan = standard_plan()
    thinker = thinker_of(plan)
    bots = (ThinkerBot(thinker, WORLDS), ThinkerBot(thinker, WORLDS))
    times: list[float] = []
    for seed in range(games):
        state, chance, number = State(plan), Chance(seed), 0
        while state.phase != OVER:
            if state.phase < FIRST_CHANCE:
                advance(state)
            elif state.phase < FIRST_DECISION:
                deal_chance(state, chance)
            else:
                thought = state.phase not in (GIVE, PASS)
                start = time.perf_counter()
                chosen = bots_choice(bots, state, seed=seed, number=number)
                if thought:
                    times.append(time.perf_counter() - start)
                apply(state, chosen)
                number += 1
    return sorted(times)


def _measured() -> list[float]:
    with tempfile.TemporaryDirectory() as folder:
        installed = building.compiled_install(Path(folder))
        code = (
            f"import json; from tests.bench.thinker import decision_times; print(json.dumps(decision_times({GAMES})))"
        )
        path = f"{installed}:{building.ROOT}"
        found: list[float] = json.loads(building.ran(["-P", "-c", code], Path(folder), PYTHONPATH=path))
    return found


def thinker_mean() -> Figure:
    """Return the mean time of a decision; the peer is the goal, for nobody else has this bot."""
    try:
        times = _measured()
    except AssertionError as error:
        return figure("s", None, "the goal", MEAN_GOAL, str(error))
    return figure("s", round(sum(times) / len(times), 4), "the goal", MEAN_GOAL)


def thinker_p99() -> Figure:
    """Return the time that one decision in a hundred takes longer than."""
    try:
        times = _measured()
    except AssertionError as error:
        return figure("s", None, "the goal", P99_GOAL, str(error))
    return figure("s", round(times[int(len(times) * 0.99)], 4), "the goal", P99_GOAL)
