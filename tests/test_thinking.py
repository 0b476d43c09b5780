"""A thinker's playouts: careful up to the last two tricks, which are solved."""

from collections.abc import Iterator

import pytest

from campaign.cards import Chance
from campaign.files.chapters import load_folder
from campaign.play.careful import Careful
from campaign.play.playouts import play_round
from campaign.play.thinking import SOLVED, Thinker
from campaign.rules import state as phases
from campaign.rules import step
from campaign.rules.chapter import Chapter
from campaign.rules.compile import compile_chapter
from campaign.rules.sight import sight
from campaign.rules.state import State
from tests.cards.deals import NUMBERS, card
from tests.rules.builder import NO_EFFECTS, Game, one
from tests.solver_brute import after, choices, night, played_on

SHIPPED = {file.chapter.id: file.chapter for file in load_folder().chapters}


def most(thinker: Thinker, state: State) -> float:
    """Return the most that any line to the round's end is worth; every choice is tried."""
    while state.phase < phases.FIRST_CHANCE and state.phase != phases.BEGIN_ROUND:
        step.step(state)
    if state.phase in (phases.BEGIN_ROUND, phases.OVER):
        return thinker.value(state)
    return max(most(thinker, after(state, choice)) for choice in choices(state))


def ends(chapter: Chapter, seeds: range, left: int) -> Iterator[State]:
    """Play random games, and yield where at most so many tricks are to come in a round."""
    for seed in seeds:
        for number in range(1, len(chapter.rounds) + 1):
            begun = night(chapter, seed, number)
            reached = None if begun is None else played_on(begun, Chance(seed), left)
            if reached is not None:
                yield reached


@pytest.mark.parametrize("name", [*SHIPPED, *(f"card-{number:02}" for number in NUMBERS)])
def test_the_last_tricks_are_worth_the_most_that_any_line_brings_e1_x3(name: str) -> None:
    chapter = SHIPPED[name] if name in SHIPPED else card(int(name[5:]))
    thinker = Thinker(compile_chapter(chapter))
    found = 0
    for state in ends(chapter, range(3), SOLVED):
        assert thinker.best_end(state.copy()) == most(thinker, state.copy())
        found += 1
    assert found > 0


# One round of two tricks, Jekyll & Hyde on 9 of 10: each player must win one of them (E1, X3). City F5 leads. Jekyll's
# F8 takes it and F6 then loses to Hyde's R3 (K1). Jekyll's F6 lets Hyde's F7 take it, and R3 the second as well.
TWO_TRICKS = "jekyll: F6 F8 | hyde: F7 R3 | city: F5 R2"


def two_tricks() -> State:
    """Return the state before the first of the two tricks' second card."""
    return Game(one(jekyll_hyde=9, rounds=1, hand=3, give=1, effects=NO_EFFECTS)).lay(TWO_TRICKS).state


def test_two_tricks_worked_by_hand_are_solved_e1_x3_k1() -> None:
    state = two_tricks()
    thinker = Thinker(state.plan)
    wins, loses = (after(state, choice) for choice in (7, 5))  # F8, F6
    assert (thinker.best_end(wins), thinker.best_end(loses)) == (1.0, 0.0)
    assert thinker.best_end(state.copy()) == 1.0


def test_a_round_is_played_out_up_to_where_the_tricks_left_begin() -> None:
    for number in (1, 2):
        begun = night(SHIPPED["iv"], 5, number)
        assert begun is not None
        for left in range(1, 8):
            state = begun.copy()
            play_round(Careful(state.plan), state, seen=sight(state, 0).seen, left=left)
            assert (state.table.tricks - len(state.tricks), state.laid) == (left, 0)
            assert state.phase in (phases.CARD, phases.CITY_CARD)
        state = begun.copy()
        play_round(Careful(state.plan), state, seen=sight(state, 0).seen, left=0)
        assert state.phase in (phases.BEGIN_ROUND, phases.OVER)
        assert state.round == number
