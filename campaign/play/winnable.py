"""Whether games of a chapter that no bots win could be won at all: what the solver finds in their last nights.

Careful bots play each of a simulation's games up to the first card that a player plays in the last round. From there
the solver looks for a line to success, all cards known and both players of one mind. A line proves that the chapter can
be won; that none is left proves nothing, for the gifts and rounds before might have been others.
"""

from collections.abc import Callable
from dataclasses import dataclass

from campaign.play.bots import Who, make_bot
from campaign.play.simulate import game_seed, play_game
from campaign.play.solving import Answer, Goal, solve
from campaign.rules.chapter import Chapter
from campaign.rules.compile import compile_chapter
from campaign.rules.state import OVER, REACHED

MOST = 50
"""How many games are looked at."""
BUDGET = 5_000
"""How many choices the solver tries for each: 50 games take less than a second compiled, a few interpreted."""
_SUCCESS = Goal(endings=frozenset((REACHED,)))
_CAREFUL = Who("careful", bot=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class LookedAt:
    """Of the games looked at: how many could still be won in their last night, and how many were not decided.

    The others were lost by then, or certain to be.
    """

    games: int = 0
    winnable: int = 0
    undecided: int = 0


def look(
    chapter: Chapter, *, seed: int, first: int, games: int, progress: Callable[[int], None] | None = None
) -> LookedAt:
    """Look at the first of a simulation's games, ``MOST`` at most; ``progress`` is told each solver's slice.

    It depends on nothing but the chapter and the numbers, so that the same seed gives the same figures anywhere.
    """
    plan = compile_chapter(chapter)
    bots = (make_bot(_CAREFUL, plan), make_bot(_CAREFUL, plan))
    games = min(games, MOST)
    answers: list[Answer] = []
    for number in range(first, first + games):
        state = play_game(plan, bots, game_seed(seed, number), night=int(plan.rounds))
        if state.phase != OVER:
            answers.append(solve(state, _SUCCESS, budget=BUDGET, progress=progress).answer)
    return LookedAt(games=games, winnable=answers.count(Answer.REACHABLE), undecided=answers.count(Answer.NOT_DECIDED))
