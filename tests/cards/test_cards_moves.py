"""Cards that move a pawn: moves made and not made, the steps worked out by hand; and the three rounds of card 21.

Jekyll & Hyde start on 3 (on 1 by card 21), Scotland Yard on 0. ``tricks`` is E1, ``eights`` E2, ``leading-icons`` E4
and ``other-icons`` E5; a pawn that makes no step is not told.
"""

from dataclasses import replace

import pytest

from campaign.rules import state as phases
from tests.cards.deals import begin, card, moves, moves_named, play, rounds, short, start
from tests.rules.builder import Game

JJ = ["cF4 jF6 hF5 J", "jF8 hF7 cF3 J"]
JH = ["cF4 jF6 hF5 J", "jF7 hF8 cF3 H"]
CC = ["cF6 jF5 hF4 C", "cF8 jF7 hF3 C"]
CJ = ["cF6 jF5 hF4 C", "cF3 jF8 hF7 J"]
HH = ["cF4 hF6 jF5 H", "hF8 jF7 cF3 H"]
CCCJ = ["cF6 jF5 hF4 C", "cF8 jF7 hF3 C", "cR6 jR5 hR4 C", "cR3 jR8 hR7 J"]
CCCC = [*CCCJ[:3], "cR8 jR7 hR3 C"]


def test_card_6_the_patrol_steps_before_anything_else() -> None:
    game = rounds(begin(6), JH)
    assert moves(game) == [
        ("patrol", "Y", 0, 1),
        ("tricks", "J", 4, 5),
        ("eights", "J", 5, 6),
        ("other-icons", "Y", 1, 2),
    ]
    rounds(game, HH)
    assert moves_named(game, "patrol") == [(0, 1), (2, 3)]


def test_card_6_the_patrol_alone_can_catch_them() -> None:
    # From 1 they would have got away by one trick and one 8; the patrol comes first (X2).
    game = rounds(Game(replace(short(card(6)), jekyll_hyde=1)), JH)
    assert moves(game) == [("patrol", "Y", 0, 1)]
    assert game.state.ending == phases.CAUGHT


def test_card_6_no_patrol_after_a_trick() -> None:
    game = play(start(6, JH), JH[0])
    assert moves(game) == []


@pytest.mark.parametrize(
    ("tricks", "script", "steps"),
    [
        (2, CJ, []),  # one trick: less than two
        (2, CC, [(0, 1)]),
        (4, CCCJ, [(1, 2)]),  # three: one step; the icon of R3 came before
        (4, CCCC, [(0, 2)]),
    ],
)
def test_card_7_one_step_for_every_two_tricks_of_the_city(
    tricks: int, script: list[str], steps: list[tuple[int, int]]
) -> None:
    assert moves_named(rounds(begin(7, tricks), script), "gossip") == steps


def test_card_7_a_trick_taken_by_ruse_was_won_by_the_city() -> None:
    # Two tricks won by the City, one of them taken: it lies before Jekyll with the icon of F3 (E4).
    script = ["cF6 jF5 hF3 C", "cR6 j4+ [jekyll takes] hR5 C"]
    assert moves(rounds(begin(7), script)) == [("leading-icons", "Y", 0, 1), ("gossip", "Y", 1, 2)]


@pytest.mark.parametrize(
    ("script", "steps"),
    [
        (JJ, [(1, 3)]),  # 2-0, after one icon
        (JH, []),  # 1-1
        (CJ, [(1, 2)]),  # 1-0
        (CC, []),  # 0-0
        # 1-0 by the tricks that lie there: Jekyll has taken the City's, Hyde has none.
        (["cF6 jF5 hF4 C", "cR6 j4+ [jekyll takes] hR5 C"], [(0, 1)]),
        # 1-1: Hyde takes the City's, Jekyll wins the other with 6+, as a Ruse 6.
        (["cF6 jF5 hF4 C", "cR6 j6+ [hyde takes] hR5 J"], []),
    ],
)
def test_card_18_by_the_difference_of_the_trick_counts(script: list[str], steps: list[tuple[int, int]]) -> None:
    assert moves_named(rounds(begin(18), script), "uneven") == steps


def test_card_26_potions_in_the_players_tricks_move_jekyll_and_hyde() -> None:
    # Two potions in Jekyll's trick; F3 is one icon; the second trick is Hyde's.
    game = rounds(begin(26), ["cF3 j5+ h4+ J", "jF6 hF7 cF5 H"])
    assert moves(game) == [("tricks", "J", 4, 5), ("flasks", "J", 5, 7), ("leading-icons", "Y", 0, 1)]


def test_card_26_the_citys_potion_moves_nobody() -> None:
    game = rounds(begin(26), ["cF6 j5+ hF4 C", "cF3 jF8 hF7 J"])
    assert moves(game) == [("eights", "J", 4, 5), ("leading-icons", "Y", 0, 1)]


def test_card_26_a_potion_in_a_trick_that_ruse_takes_counts() -> None:
    # The first trick with 5+ is taken from the City; the second, with 4+, stays there.
    game = rounds(begin(26), ["cF6 j5+ hF4 C", "cR6 j4+ [hyde takes] hR5 C"])
    assert moves(game) == [("flasks", "J", 4, 5)]


def test_card_27_two_sevens_step_scotland_yard_back() -> None:
    # Fear 7 wins for Jekyll, then Ruse 7 for Hyde with the icon of F3.
    game = rounds(begin(27), ["cF4 jF7 hF5 J", "jR6 hR7 cF3 H"])
    assert moves(game) == [("tricks", "J", 4, 5), ("other-icons", "Y", 0, 1), ("two-sevens", "Y", 1, 0)]


@pytest.mark.parametrize(
    "script",
    [
        ["cF4 jF7 hF5 J", "jR7 hR6 cF3 J"],  # both by Jekyll
        ["cF4 jF7 hF5 J", "jR6 hR8 cF3 H"],  # Hyde's won with an 8
        ["cF4 jF6 hF7 H", "hF3 cF5 jF8 J"],  # Jekyll's won with an 8
        ["cF7 jF6 hF5 C", "cR3 jR7 hR6 J"],  # the City's is nobody's
    ],
)
def test_card_27_one_seven_alone_moves_nobody_back(script: list[str]) -> None:
    game = rounds(begin(27), script)
    assert moves_named(game, "two-sevens") == []
    assert game.table.scotland_yard == 1 or script[0].startswith("cF4 jF6")


def test_card_27_sevens_of_two_rounds_are_not_two_and_back_stops_at_0() -> None:
    one_each = (["cF4 jF7 hF5 J", "jR6 hR8 cF6 H"], ["cF4 hF7 jF5 H", "hR6 jR8 cF6 J"])
    assert moves_named(rounds(begin(27), *one_each), "two-sevens") == []
    game = rounds(begin(27), ["cF4 jF7 hF5 J", "jR6 hR7 cF6 H"])  # no icon: Scotland Yard stands on 0
    assert (moves_named(game, "two-sevens"), game.table.scotland_yard) == ([], 0)


# Card 21: one trick each and two 8s are three steps a round; of Fear, Ruse, Manipulation the last is the highest.
THREE_STEPS = ["cF8 jR8 hF5 J", "jR4 hR5 cF4 H"]
THREE_BY_HYDE = ["cF8 hR8 jF5 H", "hR4 jR5 cF4 J"]


def test_card_21_three_rounds_from_space_1_to_10() -> None:
    game = begin(21)
    assert game.table.jekyll_hyde == 1
    found = []
    for script in (THREE_STEPS, THREE_BY_HYDE, THREE_STEPS):
        found.append((game.table.round, game.table.leading.title, game.table.jekyll_hyde))
        rounds(game, script)
    assert found == [(1, "Jekyll", 1), (2, "Hyde", 4), (3, "Jekyll", 7)]
    assert (game.table.jekyll_hyde, game.state.ending) == (10, phases.REACHED)


def test_card_21_after_the_third_round_it_is_too_late() -> None:
    # The last round brings one trick each and one 8: 9. The icon of F3 moves Scotland Yard to 1.
    game = rounds(begin(21), THREE_STEPS, THREE_BY_HYDE)
    assert game.due is None
    assert game.state.phase == phases.DEAL
    rounds(game, JH)
    assert (game.table.jekyll_hyde, game.table.scotland_yard, game.state.ending) == (9, 1, phases.SHORT)
