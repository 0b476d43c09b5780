"""``hint`` at the prompt and ``--think``: what is shown, counted, and marked in the save."""

import pytest

from campaign.files.saves import SaveFolder
from tests.cli.conftest import Program


def test_a_hint_is_shown_with_its_reason_and_counted(program: Program) -> None:
    assert program("new", "a", "--players", "Ada", "Bert").code == 0
    ran = program("play", "a", "--seed", "7", "--hyde", "bot:careful", typed="hint\nhint\nquit\n")
    assert ran.code == 0
    assert ran.out.count("Hint: ") == 2
    assert SaveFolder(program.saves).load("a").games[-1].hints == (2, 0)


def test_help_names_the_hint(program: Program) -> None:
    assert program("new", "a", "--players", "Ada", "Bert").code == 0
    ran = program("play", "a", "--seed", "7", "--hyde", "bot:careful", typed="help\nquit\n")
    assert "hint: a choice with its reason, from what you know; hints are counted" in ran.out.replace("\n", " ")


@pytest.mark.parametrize("typed", ["0", "-1", "1.5", "soon", "600001", ""])
def test_a_thinking_time_is_a_whole_number_of_milliseconds(program: Program, typed: str) -> None:
    assert program("new", "a", "--players", "Ada", "Bert").code == 0
    ran = program("play", "a", "--think", typed)
    assert ran.code == 2
    assert "--think is a whole number of milliseconds from 1 to 600000; found" in ran.err


def test_a_decision_that_the_clock_cut_is_marked_in_the_save(program: Program) -> None:
    assert program("new", "a", "--players", "Ada", "Bert").code == 0
    bots = ("--jekyll", "bot:thinker:100000", "--hyde", "bot:random")
    assert program("play", "a", "--seed", "7", "--think", "1", *bots).code == 0
    game = SaveFolder(program.saves).load("a").games[-1]
    assert game.cut
    assert set(game.cut) <= set(range(1, len(game.decisions) + 1))
    assert program("replay", "a").code == 0
