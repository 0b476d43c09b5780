"""The demo: a chapter by two bots, for a newcomer to watch."""

import re
from pathlib import Path

import pytest

from tests.cli.conftest import Program
from tests.cli.table import Person


def test_it_ends_with_the_verdict_and_the_two_commands(program: Program) -> None:
    ran = program("demo", "--seed", "7", "--fast")
    assert (ran.code, ran.err) == (0, "")
    assert "both hands open" in ran.out
    assert re.search(r"^Seed: 7 \((success|defeat)\)$", ran.out, re.MULTILINE)
    assert ran.lines[-1] == "Next: campaign new NAME begins a campaign; campaign play NAME plays it"
    assert ran.out.count("holds ") == 4  # both hands in both rounds, unless it ends early
    assert "\x1b" not in ran.out


def test_the_same_seed_is_the_same_demo(program: Program) -> None:
    for seed in ("0", "18446744073709551615"):
        assert program("demo", "--seed", seed).out == program("demo", "--seed", seed, "--fast").out
    assert program("demo", "--seed", "0").out != program("demo", "--seed", "1").out


@pytest.mark.parametrize("chapter", ["ii", "iii", "iv"])
def test_other_chapters(program: Program, chapter: str) -> None:
    ran = program("demo", "--chapter", chapter, "--seed", "3")
    assert (ran.code, ran.err) == (0, "")
    assert "Verdict: " in ran.out


def test_what_it_refuses(program: Program) -> None:
    ran = program("demo", "--chapter", "nine")
    assert ran.code == 2
    assert "no such chapter" in ran.err
    for seed in ("-1", "x", "18446744073709551616", "01"):
        assert program("demo", "--seed", seed).code == 2


def test_nothing_is_written(program: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home = tmp_path / "home"
    home.mkdir()
    for variable in ("HOME", "XDG_DATA_HOME", "TMPDIR"):
        monkeypatch.setenv(variable, str(home))
    assert program("demo", "--seed", "7").code == 0
    assert list(home.iterdir()) == []
    assert not program.saves.exists()


def test_at_a_terminal(program: Program) -> None:
    for columns in (80, 40):
        with Person("demo", "--seed", "7", "--fast", saves=program.saves, columns=columns) as person:
            person.wait()
            assert person.end() == 0
            assert "campaign new NAME" in " ".join(person.screen.shown.split())
            assert max(len(line) for line in person.screen.shown.splitlines()) <= columns
