"""The word ``hint`` in a duel: what is shown, that it is counted and told, and that it goes with its turn."""

import json
from dataclasses import replace

import pytest

from campaign.duel.decisions import Kind
from campaign.files.saves import SaveFolder
from campaign.notation import PLAYERS, Seat
from tests.cli.conftest import Program, Terminal
from tests.cli.duel_table import after, deals, duel_lines, duels, kinds_at
from tests.cli.table import Person
from tests.cli.test_duel_private import shown_cards

SEED = 15
"""A duel in which each player passes, plays, takes and swaps in the first twenty decisions."""
SHORT = 22
"""A duel that ends in the first round."""
TWO = ("--jekyll", "human", "--hyde", "human")


def _begin(program: Program, seed: int, lines: list[str]) -> None:
    ran = program("duel", *TWO, "--seed", str(seed), "--moves", "-", typed="\n".join(lines))
    assert (ran.code, ran.err) == (0, "")


def _hints(program: Program) -> tuple[int, int]:
    return duels(program.saves).games[-1].hints


def _told(out: str) -> list[str]:
    return [line for line in out.splitlines() if line.startswith("Hint: ")]


def test_a_hint_is_given_at_each_kind_of_decision_and_counted(program: Program) -> None:
    lines = duel_lines(SEED)
    kinds = kinds_at(SEED, lines)
    assert {kind for kind, _ in kinds} == set(Kind)
    for (_, seat), number in kinds.items():
        _begin(program, SEED, lines[:number])
        first = _told(program("duel", "--think", "600000", typed="hint\nhint\nquit\n").out)
        assert len(first) == 2
        assert set(first) == set(_told(program("duel", "--think", "600000", typed="hint\n").out))
        assert _hints(program) == ((3, 0) if seat is Seat.JEKYLL else (0, 3))
        assert duels(program.saves).games[-1].decisions == tuple(lines[:number])
        SaveFolder(program.saves).delete("duel")


def test_help_names_the_hint(program: Program) -> None:
    _begin(program, SEED, [])
    ran = program("duel", typed="help\nquit\n")
    assert "hint: a choice with its reason, from what you know; hints are counted" in ran.out


def test_a_hint_about_the_colour_that_a_potion_names_du9(program: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    deals(monkeypatch, "P1 P2 W1 W2 G1 G2 G3 G4 G5 2+", "P3 P4 W3 W4 W5 G6 G7 3+ 4+ 5+")
    _begin(program, 1, ["jekyll passes P1", "hyde passes 5+"])
    for card in ("2+", "5+"):
        ran = program("duel", "--think", "600000", typed=f"{card}\nhint\n\nquit\n")
        assert ran.code == 0
        (told,) = _told(ran.out)
        assert told.startswith(f"Hint: {card} naming ")
        assert f"with {card} naming " in told or "every choice comes to" in told
        assert ran.out.count(f"{card} names P, W or G; Enter alone takes it back:") == 2
    assert _hints(program) == (2, 0)
    assert len(duels(program.saves).games[-1].decisions) == 2


def test_think_limits_a_hint_which_says_so(program: Program) -> None:
    _begin(program, SEED, [])
    (told,) = _told(program("duel", "--think", "1", typed="hint\n").out)
    assert told.endswith("in a return match, DU18; 4 drawn deals in the time there was).")


@pytest.mark.parametrize("columns", [80, 40])
def test_a_hint_does_not_outlive_its_turn(program: Program, columns: int) -> None:
    lines = duel_lines(SEED)
    kinds = kinds_at(SEED, lines)
    count = max(kinds.values()) + 1
    program("duel", *TWO, "--seed", str(SEED), "--moves", "-")
    with Person("duel", "--think", "1", saves=program.saves, columns=columns, rows=32) as person:
        person.wait()
        for number, line in enumerate(lines[:count]):
            session = after(SEED, lines[:number])
            assert session.due is not None
            seat = session.due.seat
            while person.prompt.casefold().endswith("press a key."):
                assert "Hint" not in person.screen.everywhere
                assert not any(shown_cards(person.screen.everywhere, session, one) for one in PLAYERS)
                person.key("x")
            assert "Hint" not in person.screen.everywhere
            assert "Hint" in person.line("hint")
            assert not shown_cards(person.screen.everywhere, session, seat.partner)
            person.line(line)
            if person.prompt.endswith("no:"):
                person.line("yes")
            else:
                person.key("\r")
        assert person.hang_up() == 0
        assert "Hint" not in person.screen.everywhere
    assert sum(_hints(program)) == count


def _asked(program: Program, hints: tuple[int, int]) -> None:
    """Play a duel to its end and let hints have been asked for in it."""
    _begin(program, SHORT, duel_lines(SHORT))
    saves = SaveFolder(program.saves)
    kept = saves.load_duels("duel")
    saves.write("duel", replace(kept, games=(replace(kept.games[0], hints=hints),)))


def test_a_replay_tells_the_hints_once(program: Program) -> None:
    _asked(program, (0, 0))
    assert "Hints" not in program("replay", "duel").out
    SaveFolder(program.saves).delete("duel")
    _asked(program, (2, 1))
    for more in ([], ["--seat", "hyde"]):
        told = program("replay", "duel", *more)
        assert told.code == 0
        assert told.lines[-1] == "Hints: Jekyll 2, Hyde 1"
    assert "hint" not in program("replay", "duel", "--json").out


@pytest.mark.parametrize("columns", [0, 40, 80])
def test_hints_stand_on_the_tracker_by_player(program: Program, terminal: Terminal, columns: int) -> None:
    _asked(program, (0, 0))
    assert "Hints" not in program("tracker", "duel").out
    assert json.loads(program("tracker", "duel", "--json").out)["hints"] == {}
    SaveFolder(program.saves).delete("duel")
    _asked(program, (2, 1))
    if columns:
        shown = terminal("tracker", "duel", columns=columns)
        assert all(len(line) <= columns for line in shown.lines)
        assert any(line.split() == ["Hints", "Player", "1", "2,", "Player", "2", "1"] for line in shown.lines)
    else:
        assert "Hints: Player 1 2, Player 2 1" in program("tracker", "duel").lines
    assert json.loads(program("tracker", "duel", "--json").out)["hints"] == {"Player 1": 2, "Player 2": 1}


def test_hints_of_a_duel_in_progress_stand_on_the_tracker(program: Program) -> None:
    _begin(program, SEED, [])
    program("duel", "--think", "1", typed="hint\nquit\n")
    assert program("tracker", "duel").lines[1:] == ["Results: no duel has ended yet", "Hints: Player 1 1"]
