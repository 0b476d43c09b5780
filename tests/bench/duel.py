"""The duel: decisions a second in random play, its deals included."""

import json
import random
import tempfile
from collections.abc import Callable
from pathlib import Path

from campaign.cards import DUEL_DECK, POTIONS, Chance
from campaign.duel.rollouts import play_duels
from campaign.duel.state import CARD, DEAL, HAND, NAMED_SHIFT, OVER, PASS, State
from campaign.duel.step import advance, apply, deal, legal, must_pass, number_due
from tests import building
from tests.bench.core import PYTHON_HEARTS, Pair, hearts_player, turns
from tests.bench.figures import Figure, figure, rate


def duel_player(seed: int) -> Callable[[], int]:
    """Return what plays one duel with random decisions through the core's own functions, its deals included."""
    rng = random.Random(seed)
    chance, bits = rng.random, rng.getrandbits

    def one_of(mask: int) -> int:
        skip = int(chance() * mask.bit_count())
        while skip:
            mask &= mask - 1
            skip -= 1
        return mask & -mask

    def some_of(mask: int, count: int) -> int:
        """Return ``count`` cards, every choice equally likely."""
        chosen = 0
        for _ in range(count):
            chosen |= one_of(mask & ~chosen)
        return chosen

    def hand(mask: int) -> int:
        """Return ten cards, every choice equally likely: a random mask of about that size, mended."""
        chosen = mask & bits(28)
        missing = HAND - chosen.bit_count()
        while missing > 0:
            chosen |= one_of(mask & ~chosen)
            missing -= 1
        while missing < 0:
            chosen ^= one_of(chosen)
            missing += 1
        return chosen

    def cards_due(state: State) -> int:
        """Return cards to pass or to swap."""
        mask: int = legal(state)
        must: int = must_pass(state) if state.phase == PASS else 0
        chosen = some_of(mask, int(number_due(state)))
        while must and not chosen & must:
            chosen = some_of(mask, int(number_due(state)))
        return chosen

    def play() -> int:
        state = State()
        decisions = 0
        advance(state)
        while True:
            phase = state.phase
            if phase == CARD:
                bit = one_of(legal(state))
                choice = bit.bit_length() - 1
                if bit & POTIONS and not state.laid:
                    choice |= int(chance() * 3) << NAMED_SHIFT
                apply(state, choice)
            elif phase == DEAL:
                jekyll = hand(DUEL_DECK)
                deal(state, jekyll, hand(DUEL_DECK ^ jekyll))
                continue
            elif phase == OVER:
                return decisions
            elif number_due(state):
                apply(state, cards_due(state))
            else:
                apply(state, one_of(legal(state)).bit_length() - 1)
            decisions += 1

    return play


def compiled_duels() -> Pair:
    """Return ours and a peer: whole duels, and whole games of hearts."""
    chance = Chance(1)
    return lambda: int(play_duels(100, chance)), hearts_player(1)


def duel_interpreted() -> Figure:
    """Random play of the duel, with its deals, against OpenSpiel's hearts with its."""
    try:
        value, peer_value = turns((duel_player(1), hearts_player(1)))
    except ImportError as error:
        return figure("decisions/s", round(rate(duel_player(1))), PYTHON_HEARTS, None, str(error))
    return figure("decisions/s", value, PYTHON_HEARTS, peer_value)


def duel_compiled() -> Figure:
    """Random play of the duel, compiled, against OpenSpiel's hearts from Python; in a child that starts elsewhere."""
    with tempfile.TemporaryDirectory() as folder:
        try:
            target = building.compiled_install(Path(folder))
            code = (
                f"import sys; sys.path.append({str(building.ROOT)!r}); import json; from campaign.duel import step; "
                "assert not step.__file__.endswith('.py'); from tests.bench import core, duel; "
                "print(json.dumps(core.turns(duel.compiled_duels())))"
            )
            value, peer_value = json.loads(building.ran(["-P", "-c", code], Path(folder), PYTHONPATH=str(target)))
        except AssertionError as error:
            reason = str(error).strip().rsplit("\n", maxsplit=1)[-1]
            return figure("decisions/s", None, PYTHON_HEARTS, None, reason)
    return figure("decisions/s", value, PYTHON_HEARTS, peer_value)
