"""A search of a round without any table: every line by ``legal`` and ``choose``, to check the solver against."""

from collections.abc import Iterator

from campaign.cards import Chance
from campaign.play.playouts import deal_chance
from campaign.play.rollouts import random_choice
from campaign.play.solver_targets import Outcome, achievement_now, outcome_of
from campaign.rules import state as phases
from campaign.rules import step
from campaign.rules.chapter import Chapter
from campaign.rules.compile import compile_chapter
from campaign.rules.state import State

NIGHT = (phases.CARD, phases.TAKE, phases.HAND, phases.RANKS, phases.DRAW, phases.RETURN)


class TooManyError(Exception):
    """The lines are more than a test should count."""


def settled(state: State) -> tuple[State, Outcome | None]:
    """Return the state at the next decision, or at the round's end with its outcome."""
    achievement = 0
    while state.phase < phases.FIRST_CHANCE and state.phase != phases.BEGIN_ROUND:
        if state.phase == phases.END_ROUND:
            achievement = int(achievement_now(state))
        step.step(state)
    if state.phase in NIGHT:
        return state, None
    return state, outcome_of(state, achievement)


def choices(state: State) -> list[int]:
    """Return every legal choice."""
    mask = int(step.legal(state))
    return [choice for choice in range(28) if mask >> choice & 1]


def after(state: State, choice: int) -> State:
    """Return a copy of a state after a choice, not advanced."""
    copied = state.copy()
    step.choose(copied, choice)
    return copied


class Brute:
    """Counts what it visits, and gives up beyond ``most``."""

    def __init__(self, most: int) -> None:
        self.most = most

    def outcomes(self, state: State) -> set[Outcome]:
        """Return every outcome of the round that a state can come to."""
        self.most -= 1
        if self.most < 0:
            raise TooManyError
        state, outcome = settled(state.copy())
        if outcome is not None:
            return {outcome}
        found: set[Outcome] = set()
        for choice in choices(state):
            found |= self.outcomes(after(state, choice))
        return found

    def by_choice(self, state: State) -> dict[int, set[Outcome]]:
        """Return the outcomes after each legal choice of the decision due."""
        return {choice: self.outcomes(after(state, choice)) for choice in choices(state)}


def late_nights(chapter: Chapter, seed: int, tricks: int) -> Iterator[State]:
    """Play a random game, and yield of each of its rounds one state with at most so many tricks to come."""
    chance = Chance(seed)
    state = State(compile_chapter(chapter))
    taken, wanted = 0, 1 + int(chance.below(tricks))
    while state.phase != phases.OVER:
        if state.phase < phases.FIRST_CHANCE:
            step.step(state)
        elif state.phase < phases.FIRST_DECISION:
            deal_chance(state, chance)
        else:
            left = state.table.tricks - len(state.tricks)
            if taken < state.round and state.phase in NIGHT and left <= wanted and chance.below(2):
                taken, wanted = int(state.round), 1 + int(chance.below(tricks))
                yield state.copy()
            step.choose(state, random_choice(state, chance))


def night(chapter: Chapter, seed: int, number: int = 1) -> State | None:
    """Return a round's night before its first card, the rounds before it played at random; None if none is reached."""
    chance = Chance(seed)
    state = State(compile_chapter(chapter))
    while state.phase != phases.OVER:
        if state.round == number and state.phase in (phases.CARD, phases.CITY_CARD):
            return state
        if state.phase < phases.FIRST_CHANCE:
            step.step(state)
        elif state.phase < phases.FIRST_DECISION:
            deal_chance(state, chance)
        else:
            step.choose(state, random_choice(state, chance))
    return None


def played_on(state: State, chance: Chance, left: int) -> State | None:
    """Return a night played on at random until so many tricks are left, at a trick's start; None if none is."""
    here = state.copy()
    while here.phase not in (phases.OVER, phases.END_ROUND):
        between = here.laid == 0 and here.phase in (phases.CARD, phases.CITY_CARD)
        if between and here.table.tricks - len(here.tricks) <= left:
            return here
        if here.phase < phases.FIRST_CHANCE:
            step.step(here)
        else:
            step.choose(here, random_choice(here, chance))
    return None
