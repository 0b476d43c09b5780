"""One sum over seeded random duels, by the core alone: equal compiled and interpreted."""

import hashlib
import inspect

from campaign.cards import Chance
from campaign.duel import state as phases
from campaign.duel import step
from campaign.duel.rollouts import deal_chance, play_on, random_choice
from campaign.duel.sight import sight
from campaign.duel.state import State

GAMES = 60
FIELDS = sorted(name for name, found in vars(State).items() if inspect.isdatadescriptor(found))


def state_text(state: State) -> str:
    """Return every number of a state."""
    return " ".join(str(getattr(state, name)) for name in FIELDS)


def sight_text(state: State, seat: int) -> str:
    """Return every number of what a seat knows."""
    found = sight(state, seat)
    return f"{state_text(found.state)} {found.seen} {found.known} {found.opponent_size} {found.aside_size}"


def game_texts(chance: Chance, kinds: set[int]) -> list[str]:
    """Play a duel by single steps and return each state and sight; ``kinds`` gathers what was decided."""
    state = State()
    texts: list[str] = []
    while state.phase != phases.OVER:
        if state.phase < phases.FIRST_CHANCE:
            step.step(state)
        elif state.phase == phases.DEAL:
            deal_chance(state, chance)
        else:
            kinds.add(int(state.phase))
            step.choose(state, random_choice(state, chance))
        texts.append(f"{state_text(state)} {sight_text(state, 0)} {sight_text(state, 1)}")
    return texts


def duel_sum(kinds: set[int]) -> str:
    """Return the sum: duels by single steps, and their ends by the quick door."""
    found = hashlib.sha256()
    for seed in range(GAMES):
        texts = game_texts(Chance(seed), kinds)
        quick = State()
        decisions = play_on(quick, Chance(seed))
        found.update("\n".join([*texts, state_text(quick), str(decisions)]).encode())
    return found.hexdigest()[:16]
