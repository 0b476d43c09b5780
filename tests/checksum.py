"""One sum over seeded games of each shipped chapter, by the core and by the bots: equal compiled and interpreted."""

import hashlib
import inspect

from campaign.cards import Chance
from campaign.files.chapters import load_folder
from campaign.play.bots import Who, make_bot
from campaign.play.playouts import deal_chance
from campaign.play.rollouts import play_on, random_choice
from campaign.play.simulate import play_game
from campaign.rules import state as phases
from campaign.rules import step
from campaign.rules.compile import compile_chapter
from campaign.rules.state import State

GAMES = 40
FIELDS = sorted(
    name for name, found in vars(State).items() if inspect.isdatadescriptor(found) and name not in {"plan", "table"}
)


def state_text(state: State) -> str:
    """Return every number of a state."""
    return " ".join(str(getattr(state, name)) for name in FIELDS)


def game_texts(state: State, chance: Chance, kinds: set[int]) -> list[str]:
    """Play a game by single steps and return each state; ``kinds`` gathers what was decided."""
    texts: list[str] = []
    while state.phase != phases.OVER:
        if state.phase < phases.FIRST_CHANCE:
            step.step(state)
        elif state.phase < phases.FIRST_DECISION:
            deal_chance(state, chance)
        else:
            kinds.add(int(state.phase))
            step.choose(state, random_choice(state, chance))
        texts.append(state_text(state))
    return texts


def chapter_sum(number: int, kinds: set[int]) -> str:
    """Return the sum of a shipped chapter, by its place: games by single steps, and their ends by the quick door."""
    plan = compile_chapter(load_folder().chapters[number].chapter)
    found = hashlib.sha256()
    for seed in range(GAMES):
        texts = game_texts(State(plan), Chance(seed), kinds)
        quick = State(plan)
        decisions = play_on(quick, Chance(seed))
        found.update("\n".join([*texts, state_text(quick), str(decisions)]).encode())
    return found.hexdigest()[:16]


def sums() -> dict[str, str]:
    """Return the sum of each shipped chapter by its name."""
    kinds: set[int] = set()
    return {file.chapter.id: chapter_sum(number, kinds) for number, file in enumerate(load_folder().chapters)}


def bot_sums() -> dict[str, str]:
    """Return by chapter the sum of one game of a thinker of few worlds beside a careful partner."""
    found: dict[str, str] = {}
    for file in load_folder().chapters:
        plan = compile_chapter(file.chapter)
        bots = (make_bot(Who("thinker", bot=True, worlds=4), plan), make_bot(Who("careful", bot=True), plan))
        found[file.chapter.id] = state_text(play_game(plan, bots, seed=1))
    return found
