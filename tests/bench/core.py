"""The core: decisions a second in random play of the standard chapter, its deals included."""

import importlib
import json
import random
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from campaign.cards import DECK, Chance
from campaign.files.chapters import load_folder
from campaign.play.playouts import deal_chance
from campaign.play.rollouts import play_chapters, play_out
from campaign.rules.compile import compile_chapter
from campaign.rules.state import CARD, DEAL, FIRST_DECISION, GIVE, OVER, SHUFFLE, State
from campaign.rules.step import advance, apply, city_cards, deal, legal, must_give, stack_city, turn_token
from campaign.rules.table import Plan
from tests import building
from tests.bench.figures import ROUNDS, Figure, figure, medians, rate

Pair = tuple[Callable[[], int], Callable[[], int]]
PYTHON_HEARTS = "OpenSpiel hearts, Python API"
ROLLOUTS = 1000


def chapter_player(plan: Plan, seed: int) -> Callable[[], int]:
    """Return what plays one chapter with random decisions through the core's own functions, its deals included."""
    rng = random.Random(seed)
    chance, bits = rng.random, rng.getrandbits

    def one_of(mask: int) -> int:
        skip = int(chance() * mask.bit_count())
        while skip:
            mask &= mask - 1
            skip -= 1
        return mask & -mask

    def some_of(mask: int, count: int) -> int:
        """Return ``count`` cards, every choice equally likely: a random mask of about that size, mended."""
        chosen = mask & bits(28)
        if 8 * count < 3 * mask.bit_count():
            chosen &= bits(28)
        missing = count - chosen.bit_count()
        while missing > 0:
            chosen |= one_of(mask & ~chosen)
            missing -= 1
        while missing < 0:
            chosen ^= one_of(chosen)
            missing += 1
        return chosen

    def shuffled(mask: int) -> list[int]:
        order: list[int] = []
        places = 1
        while mask:
            bit = mask & -mask
            mask ^= bit
            order.insert(int(chance() * places), bit.bit_length() - 1)
            places += 1
        return order

    def play() -> int:
        state = State(plan)
        decisions = 0
        advance(state)
        while True:
            phase = state.phase
            if phase >= CARD:
                if phase == OVER:
                    return decisions
                mask: int = legal(state)
                skip = int(chance() * mask.bit_count())
                while skip:
                    mask &= mask - 1
                    skip -= 1
                apply(state, (mask & -mask).bit_length() - 1)
                decisions += 1
            elif phase == GIVE:
                must: int = must_give(state)
                free: int = legal(state) & ~must
                apply(state, must | some_of(free, 4 - must.bit_count()))
                decisions += 1
            elif phase == DEAL:
                jekyll = some_of(DECK, 12)
                reserve = some_of(DECK ^ jekyll, 4)
                deal(state, jekyll, DECK ^ jekyll ^ reserve, 0)
            elif phase == SHUFFLE:
                stack_city(state, shuffled(city_cards(state)))
                advance(state)
            else:
                turn_token(state, bits(1))
                advance(state)

    return play


def hearts_player(seed: int) -> Callable[[], int]:
    """Return what plays one game of OpenSpiel's hearts with random decisions, its deal included."""
    game = importlib.import_module("pyspiel").load_game("hearts")
    chance = random.Random(seed).random

    def play() -> int:
        state: Any = game.new_initial_state()
        decisions = 0
        while not state.is_terminal():
            actions = state.legal_actions()
            if not state.is_chance_node():
                decisions += 1
            state.apply_action(actions[int(chance() * len(actions))])
        return decisions

    return play


def hearts_rollouts(seed: int) -> Callable[[], int]:
    """Return what plays out OpenSpiel's hearts at random from after a deal, in the C++ of its tree search."""
    pyspiel: Any = importlib.import_module("pyspiel")
    game = pyspiel.load_game("hearts")
    rng = random.Random(seed)

    def after_a_deal() -> Any:  # noqa: ANN401 (pyspiel tells no types)
        state = game.new_initial_state()
        while state.is_chance_node():
            state.apply_action(rng.choice(state.legal_actions()))
        return state

    # The loop in C++ counts nothing: how many decisions a game takes is counted here, over as many other deals.
    lengths = []
    for _ in range(400):
        state, decisions = after_a_deal(), 0
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
            decisions += 1
        lengths.append(decisions)
    mean = sum(lengths) / len(lengths)
    evaluator = pyspiel.RandomRolloutEvaluator(ROLLOUTS, seed)

    def play() -> int:
        bot = pyspiel.MCTSBot(game, evaluator, 2.0, 1, 100, False, seed, False)  # noqa: FBT003
        if bot.mcts_search(after_a_deal()).explore_count != 1:
            raise ValueError("OpenSpiel's search evaluated other than once")
        return round(mean * ROLLOUTS)

    return play


def standard_plan() -> Plan:
    """Return the chapter that has the standard game whole, the fourth, as the core reads it."""
    return compile_chapter(load_folder().chapters[3].chapter)


def dealt(plan: Plan, chance: Chance) -> State:
    """Return a state at its first decision."""
    state = State(plan)
    advance(state)
    while state.phase < FIRST_DECISION:
        deal_chance(state, chance)
        advance(state)
    return state


def compiled_chapters() -> Pair:
    """Return ours and a peer: whole chapters, and whole games of hearts."""
    plan, chance = standard_plan(), Chance(1)
    return lambda: int(play_chapters(plan, 100, chance)), hearts_player(1)


def compiled_rollouts() -> Pair:
    """Return ours and a peer: copies of a state after a deal, played out."""
    plan, chance = standard_plan(), Chance(1)
    return lambda: int(play_out(dealt(plan, chance), ROLLOUTS, chance)), hearts_rollouts(1)


def interpreted_chapters() -> Pair:
    """Return ours and a peer: whole chapters, and whole games of hearts."""
    return chapter_player(standard_plan(), 1), hearts_player(1)


def turns(pair: Pair) -> list[float]:
    """Return the medians of both rates, which take turns after one round to warm up."""
    ours, peer = pair
    return medians([(rate(ours), rate(peer)) for _ in range(ROUNDS + 1)][1:])


def core_interpreted() -> Figure:
    """Random play of the standard chapter, with its deals, against OpenSpiel's hearts with its."""
    try:
        value, peer_value = turns(interpreted_chapters())
    except ImportError as error:
        ours = chapter_player(standard_plan(), 1)
        return figure("decisions/s", round(rate(ours)), PYTHON_HEARTS, None, str(error))
    return figure("decisions/s", value, PYTHON_HEARTS, peer_value)


def compiled(name: str, peer: str) -> Figure:
    """Build the compiled program, and measure both sides in a child that starts elsewhere and imports it."""
    with tempfile.TemporaryDirectory() as folder:
        try:
            target = building.compiled_install(Path(folder))
            code = (
                f"import sys; sys.path.append({str(building.ROOT)!r}); import json; from campaign.rules import step; "
                "assert not step.__file__.endswith('.py'); from tests.bench import core; "
                f"print(json.dumps(core.turns(core.{name}())))"
            )
            value, peer_value = json.loads(building.ran(["-P", "-c", code], Path(folder), PYTHONPATH=str(target)))
        except AssertionError as error:
            return figure("decisions/s", None, peer, None, str(error).strip().rsplit("\n", maxsplit=1)[-1])
    return figure("decisions/s", value, peer, peer_value)


def core_compiled() -> Figure:
    """Random play of the standard chapter, compiled, against OpenSpiel's hearts from Python."""
    return compiled("compiled_chapters", PYTHON_HEARTS)


def core_rollouts() -> Figure:
    """Random rollouts from after a deal, compiled, against those that OpenSpiel makes of hearts within its own C++."""
    return compiled("compiled_rollouts", "OpenSpiel hearts, random rollouts in C++")
