"""What an author types to learn how hard a chapter is: chapter simulate."""

import contextlib
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from typing import ParamSpec, TypeVar

import pytest

from campaign.cli import simulating, simulation_progress
from campaign.cli.simulating import parse_bots
from campaign.files.chapters import CampaignFolder
from campaign.play.bots import Who
from campaign.play.simulate import Simulation, Tally, game_seed, recorded_game
from campaign.play.winnable import LookedAt
from campaign.play.workers import InProcess, WorkersError
from campaign.rules.state import REACHED
from tests.cli.conftest import LEARNT, ROOT, WON, Program, Terminal

_CODES = re.compile("\x1b\\[[0-9;?]*[a-zA-Z]")
_P = ParamSpec("_P")
_T = TypeVar("_T")
KEYS = [
    "chapter", "bots", "games", "seed", "success", "error", "stars", "achievement", "ends",
    "winnable", "winnable_games", "undecided", "seconds", "compiled", "interrupted",
]  # fmt: skip
LOST = """
format = 1
title = "Too Late"
extends = "v"
setup.jekyll-hyde = 2
moves.raid = { when = "round-start", order = 1, pawn = "scotland-yard", forward = 3 }
"""
"""A chapter in which Scotland Yard, from space 0, stands beyond them before a card is dealt (X2)."""


def write(tmp_path: Path, text: str) -> str:
    """Write a chapter and return its path."""
    path = tmp_path / "mine.toml"
    path.write_text(text, "utf-8")
    return str(path)


def figures(program: Program, *arguments: str) -> dict[str, object]:
    """Return the JSON of a simulation, but for how long it took."""
    ran = program("chapter", "simulate", *arguments, "--json")
    assert (ran.code, ran.err) == (0, "")
    told: dict[str, object] = json.loads(ran.out)
    del told["seconds"]
    return told


# What it tells


def test_the_json_is_the_contracts(program: Program) -> None:
    ran = program("chapter", "simulate", "IV", "--games", "40", "--bot", "random", "--json")
    told = json.loads(ran.out)
    assert (ran.code, ran.err, list(told)) == (0, "", KEYS)
    assert (told["chapter"], told["bots"], told["games"], told["seed"]) == ("iv", ["random", "random"], 40, 1)
    assert list(told["ends"]) == ["reached", "caught", "short", "overshoot", "objective"]
    assert sum(told["ends"].values()) == 40
    assert told["success"] == told["ends"]["reached"] / 40
    assert (told["winnable"], told["winnable_games"], told["undecided"]) == (None, 0, 0)
    assert (told["interrupted"], told["compiled"]) == (False, False)
    assert told["seconds"] > 0


def test_a_scored_chapter_that_is_always_won(program: Program, tmp_path: Path) -> None:
    told = figures(program, write(tmp_path, WON.format(title="Home", story="")), "--games", "30", "--bot", "random")
    assert (told["success"], told["error"], told["stars"], told["achievement"]) == (1.0, 0.0, 3.0, None)
    assert told["ends"] == {"reached": 30, "caught": 0, "short": 0, "overshoot": 0, "objective": 0}


def test_a_tutorials_stars_are_those_of_its_achievement(program: Program, tmp_path: Path) -> None:
    # In 16 tricks the players win at least one in any game.
    told = figures(program, write(tmp_path, LEARNT), "--games", "10")
    assert (told["success"], told["achievement"], told["stars"]) == (1.0, 1.0, 2.0)


def test_a_chapter_that_is_lost_before_the_deal_is_said_to_be_impossible_x2(program: Program, tmp_path: Path) -> None:
    path = write(tmp_path, LOST)
    told = figures(program, path, "--games", "25", "--bot", "random")
    assert (told["success"], told["error"], told["stars"]) == (0.0, 0.0, 0.0)
    assert (told["winnable"], told["winnable_games"], told["undecided"]) == (False, 0, 0)
    assert told["winnable"] is False
    ran = program("chapter", "simulate", path, "--games", "25", "--bot", "random")
    assert ran.code == 0
    assert "Verdict: impossible: whatever is dealt and played, the rules allow no success" in ran.lines
    assert "Stars: 0.00 for a pair that plays until it wins, which it never does" in ran.lines


def test_the_plain_figures_are_facts_one_a_line(program: Program, tmp_path: Path) -> None:
    ran = program("chapter", "simulate", write(tmp_path, WON.format(title="[i] Home", story="")), "--games", "25")
    assert (ran.code, ran.err) == (0, "")
    assert ran.lines[:-1] == [
        "Chapter: [i] Home, chapter mine",
        "Bots: careful and careful (Jekyll and Hyde)",
        "Games: 25 games, seed 1",
        "Success: 100.0%, standard error 0.0%",
        "Stars: 3.00 for a pair that plays until it wins, after 1.0 attempts",
        "Reached: 25 of 25, 100.0%",
        "Caught: 0 of 25, 0.0%",
        "Short: 0 of 25, 0.0%",
        "Overshoot: 0 of 25, 0.0%",
        "Objective: 0 of 25, 0.0%",
        "Verdict: every game was won; the chapter may be trivial",
    ]
    assert ran.lines[-1].startswith("Time: ")
    assert ran.lines[-1].endswith(" seconds, interpreted")


def test_none_won_of_many_is_worth_a_word_and_one_lost_is_not(program: Program, shipped: CampaignFolder) -> None:
    file = shipped.find("x")
    assert file is not None
    bots = parse_bots("random")
    lost = next(k for k in range(50) if recorded_game(file.chapter, bots, game_seed(1, k))[0].ending != REACHED)
    alone = program("chapter", "simulate", "x", "--games", "1", "--skip", str(lost), "--bot", "random")
    assert not [line for line in alone.lines if line.startswith("Verdict")]
    many = program("chapter", "simulate", "x", "--games", "20", "--bot", "random")
    assert [line for line in many.lines if line.startswith("Verdict: no game was won; yet after careful play ")]


@pytest.mark.parametrize("columns", [40, 80])
def test_the_screen_has_a_bar_for_each_end(program: Program, terminal: Terminal, columns: int) -> None:
    screen = terminal("chapter", "simulate", "iv", "--games", "60", "--bot", "random", columns=columns)
    told = json.loads(program("chapter", "simulate", "iv", "--games", "60", "--bot", "random", "--json").out)
    assert screen.code == 0
    assert max(map(len, screen.lines)) <= columns
    assert "Two Names on One Door" in screen.lines[0]
    bars = {}
    for line in screen.lines:
        words = line.split()
        if words and words[0] in told["ends"]:
            bars[words[0]] = line.count("█")
            assert words[-2:] == [str(told["ends"][words[0]]), f"{told['ends'][words[0]] / 60:.1%}"]
    assert list(bars) == list(told["ends"])
    longest = max(told["ends"], key=told["ends"].get)
    assert bars[longest] == min(40, columns - 23 - len(str(told["ends"][longest])))
    assert [end for end in bars if bool(bars[end]) != bool(told["ends"][end])] == []


def test_where_no_game_was_won_the_solver_says_whether_one_could_be(program: Program) -> None:
    told = [figures(program, "x", "--games", "20", "--bot", "random", "--workers", workers) for workers in ("1", "2")]
    assert told[0] == told[1]
    assert (told[0]["success"], told[0]["winnable"]) == (0.0, True)
    assert isinstance(told[0]["winnable_games"], int)
    lines = program("chapter", "simulate", "x", "--games", "20", "--bot", "random").lines
    games = f"{told[0]['winnable_games']} of 20 games"
    said = f"yet after careful play {games} could still be won in the last round's night, all cards known"
    assert f"Verdict: no game was won; {said}" in lines


@pytest.mark.parametrize(
    ("looked", "said"),
    [
        (
            LookedAt(games=20, winnable=0, undecided=7),
            (
                "nor was a way to success found in the last round's night of 20 games after careful play, all cards "
                "known (7 not settled); the chapter may be impossible"
            ),
        ),
        (
            LookedAt(games=20),
            (
                "nor was a way to success found in the last round's night of 20 games after careful play, all cards "
                "known; the chapter may be impossible"
            ),
        ),
        (
            LookedAt(games=20, winnable=1, undecided=19),
            "yet after careful play 1 of 20 games could still be won in the last round's night, all cards known",
        ),
    ],
)
def test_what_was_found_is_said_exactly(
    program: Program, monkeypatch: pytest.MonkeyPatch, looked: LookedAt, said: str
) -> None:
    monkeypatch.setattr(simulating, "look", lambda *_, **__: looked)
    told = figures(program, "x", "--games", "20", "--bot", "random")
    assert told["winnable"] is (True if looked.winnable else None)
    assert (told["winnable_games"], told["undecided"]) == (looked.winnable, looked.undecided)
    lines = program("chapter", "simulate", "x", "--games", "20", "--bot", "random").lines
    assert f"Verdict: no game was won; {said}" in lines


def test_ctrl_c_while_the_solver_looks_keeps_the_games(program: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(simulating, "look", stop)
    ran = program("chapter", "simulate", "x", "--games", "20", "--bot", "random", "--json")
    told = json.loads(ran.out)
    assert (ran.code, told["games"], told["interrupted"], told["winnable"]) == (130, 20, True, None)
    lines = program("chapter", "simulate", "x", "--games", "20", "--bot", "random").lines
    assert "Verdict: no game was won; the chapter may be impossible" in lines


# Which games


def test_game_k_is_played_alone_by_skipping_and_told_its_seed(program: Program, shipped: CampaignFolder) -> None:
    file = shipped.find("ii")
    assert file is not None
    alone = [figures(program, "ii", "--games", "1", "--skip", str(k), "--seed", "9") for k in range(12)]
    assert list(alone[0]) == [key for key in KEYS if key != "seconds"] + ["game_seed"]
    assert [told["game_seed"] for told in alone] == [game_seed(9, k) for k in range(12)]
    whole = figures(program, "ii", "--games", "12", "--seed", "9")
    assert isinstance(whole["ends"], dict)
    for end, games in whole["ends"].items():
        assert games == sum(told["ends"][end] for told in alone if isinstance(told["ends"], dict))
    for told in alone:
        state, _ = recorded_game(file.chapter, parse_bots("careful"), int(str(told["game_seed"])))
        assert told["success"] == (state.ending == REACHED)
    lines = program("chapter", "simulate", "ii", "--games", "1", "--skip", "3", "--seed", "9").lines
    assert "Games: 1 game, seed 9, from game 3 on" in lines
    assert f"Own seed: {game_seed(9, 3)} (play --seed deals this game)" in lines


def test_figures_do_not_depend_on_the_number_of_processes(program: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulating, "LEAD", 0.0)
    monkeypatch.setattr(simulating, "WORTH_WHILE", 0.0)
    told = [figures(program, "iv", "--games", "150", "--workers", workers) for workers in ("1", "2", "3")]
    assert told[0] == told[1] == told[2]
    assert figures(program, "iv", "--games", "150", "--seed", "2") != {**told[0], "seed": 2}


def test_the_bots_and_the_seed_are_those_typed(program: Program) -> None:
    told = figures(program, "iv", "--games", "3", "--bot", "bot:careful,RANDOM", "--seed", "18446744073709551615")
    assert (told["bots"], told["seed"]) == (["careful", "random"], 2**64 - 1)
    assert parse_bots("thinker:20") == (Who("thinker", bot=True, worlds=20),) * 2
    assert parse_bots("bot") == (Who("thinker", bot=True),) * 2
    lines = program("chapter", "simulate", "iv", "--games", "1", "--bot", "careful,thinker:1").lines
    assert "Bots: careful and thinker:1 (Jekyll and Hyde)" in lines


# What is refused


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("--games 0", '--games is a whole number from 1; found "0"'),
        ("--games -1", "-1"),
        ("--games ten", '--games is a whole number from 1; found "ten"'),
        ("--skip x", '--skip is a whole number from 0; found "x"'),
        ("--workers 0", '--workers is a whole number from 1; found "0"'),
        ("--workers 257", '--workers is at most 256; found "257"'),
        ("--bot human", 'A,B; found "human"'),
        (
            "--bot thinkr",
            (
                "--bot is careful, random, thinker or thinker:WORLDS, or two of them, Jekyll's first: A,B; "
                'found "thinkr"'
            ),
        ),
        ("--bot thinker:0", 'found "thinker:0"'),
        ("--bot a,b", 'found "a,b"'),
        ("--bot careful,careful,careful", 'found "careful,careful,careful"'),
        ("--bot careful,", 'found "careful,"'),
        ("--seed 18446744073709551616", "18446744073709551616"),
        ("--workers 2 --cluster tcp://127.0.0.1:1", "only one of them"),
    ],
)  # fmt: skip
def test_what_is_typed_wrongly_is_one_sentence_and_2(program: Program, typed: str, said: str) -> None:
    ran = program("chapter", "simulate", "iv", *typed.split())
    assert (ran.code, ran.out) == (2, "")
    assert said in ran.err
    assert len(ran.err.splitlines()) <= 2


def test_an_unknown_id_is_2_and_a_chapter_with_problems_1_with_all_of_them(program: Program, tmp_path: Path) -> None:
    ran = program("chapter", "simulate", "iiii")
    assert (ran.code, ran.out) == (2, "")
    assert 'did you mean "iii"?' in ran.err
    path = write(tmp_path, 'format = 1\ntitle = "One"\nsetup.jekyll-hyde = true\nsetup.ruonds = 2\n')
    ran = program("chapter", "simulate", path)
    assert (ran.code, ran.out) == (1, "")
    assert ran.err == program("chapter", "check", path).err
    assert len(ran.err.splitlines()) == 2
    assert program("chapter", "simulate", str(tmp_path / "none.toml")).code == 1


def test_a_worker_that_dies_is_4_and_a_sentence(program: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    def dies(simulation: Simulation[Tally], _workers: int) -> object:
        next(iter(simulation.run(InProcess())))
        raise WorkersError("a worker process ended early")

    monkeypatch.setattr(simulating, "_here", dies)
    ran = program("chapter", "simulate", "iv")
    assert (ran.code, ran.out) == (4, "")
    assert ran.err.splitlines() == [
        "a worker process ended early",
        "1 of 1000 games had been played; --workers 1 plays them in this process",
    ]


# While it runs


def children(of: int) -> list[int]:
    """Return the processes that a process has begun."""
    told = subprocess.run(["ps", "-o", "pid=", "--ppid", str(of)], capture_output=True, text=True, check=False)  # noqa: S607
    return [int(word) for word in told.stdout.split()]


def is_alive(pid: int) -> bool:
    """Return whether a process still runs; one that nobody has asked about since it ended does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text("utf-8").rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def all_gone(pids: list[int]) -> bool:
    """Wait a little for processes to end; return whether they have."""
    end = time.monotonic() + 10
    while time.monotonic() < end:
        if not any(map(is_alive, pids)):
            return True
        time.sleep(0.05)
    return False


def start(*arguments: str) -> subprocess.Popen[bytes]:
    """Start a simulation that goes on and on, in a process group of its own."""
    command = [sys.executable, "-m", "campaign", "chapter", "simulate", "iv", *arguments]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True)


def wait_for_children(process: subprocess.Popen[bytes], number: int) -> list[int]:
    """Wait until a process has begun so many, and a little longer; return them."""
    end = time.monotonic() + 30
    while len(found := children(process.pid)) < number:
        assert time.monotonic() < end
        time.sleep(0.05)
    return found


@pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX signals")
@pytest.mark.parametrize(
    ("bot", "workers", "pause"),
    [("random", "1", 1.5), ("random", "2", 0.0), ("random", "2", 2.0), ("thinker:400", "2", 2.0)],
)
def test_ctrl_c_prints_what_was_gathered_and_leaves_nothing_behind(bot: str, workers: str, pause: float) -> None:
    process = start("--games", "999999", "--bot", bot, "--workers", workers, "--json")
    # Two workers, and the process with which multiprocessing keeps its semaphores.
    found = wait_for_children(process, 3 if workers == "2" else 0)
    time.sleep(pause)
    os.killpg(process.pid, signal.SIGINT)
    pressed = time.monotonic()
    out, err = process.communicate(timeout=30)
    assert time.monotonic() - pressed < 4
    assert (process.returncode, err.decode()) == (130, "")
    told = json.loads(out)
    assert told["interrupted"] is True
    assert list(told) == KEYS
    if bot == "random":
        assert told["games"] == sum(told["ends"].values()) > 0
        assert told["success"] == round(told["ends"]["reached"] / told["games"], 4)
    else:
        assert (told["games"], told["success"], told["error"], told["stars"]) == (0, None, None, None)
    assert all_gone(found)


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="needs /proc")
def test_workers_end_with_a_program_that_is_killed() -> None:
    process = start("--games", "999999", "--bot", "random", "--workers", "2")
    found = wait_for_children(process, 3)
    time.sleep(1.5)
    process.kill()
    process.communicate(timeout=30)
    assert all_gone(found)


class Stopped(InProcess):
    """Is stopped when it is to begin a third batch."""

    def __init__(self) -> None:
        self.begun = 0

    def submit(self, fn: Callable[_P, _T], /, *args: _P.args, **kwargs: _P.kwargs) -> Future[_T]:
        """Do the work at once."""
        self.begun += 1
        if self.begun == 3:
            raise KeyboardInterrupt
        return super().submit(fn, *args, **kwargs)


def test_a_stop_keeps_the_games_that_came_back_meanwhile(program: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulating, "cluster", lambda _: contextlib.nullcontext((Stopped(), 4)))
    ran = program("chapter", "simulate", "iv", "--games", "70", "--cluster", "x", "--json")
    assert (ran.code, json.loads(ran.out)["games"]) == (130, 2)


def test_a_stop_is_told_in_words_too(program: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(simulation: Simulation[Tally], _workers: int) -> object:
        next(iter(simulation.run(InProcess())))
        raise KeyboardInterrupt

    monkeypatch.setattr(simulating, "_here", stopped)
    ran = program("chapter", "simulate", "iv", "--games", "70")
    assert (ran.code, ran.err) == (130, "")
    assert "Games: 1 of 70, then stopped, seed 1" in ran.lines


def test_the_bar_is_gone_when_the_figures_stand(terminal: Terminal) -> None:
    screen = terminal("chapter", "simulate", "iv", "--games", "60", "--bot", "random", columns=40)
    assert "60/60" in screen.sent
    assert "60/60" not in screen.text
    json_screen = terminal("chapter", "simulate", "iv", "--games", "60", "--bot", "random", "--json")
    assert "60/60" not in json_screen.sent


def test_the_bar_leaves_room_for_what_ctrl_c_writes(terminal: Terminal) -> None:
    screen = terminal("chapter", "simulate", "iv", "--games", "60", "--bot", "random", columns=40)
    bars = [line for line in re.split(r"[\r\n]", _CODES.sub("", screen.sent)) if "/60" in line]
    assert bars
    assert max(map(len, bars)) <= 37


def test_plain_progress_is_a_line_a_tenth(
    program: Program, monkeypatch: pytest.MonkeyPatch, terminal: Terminal
) -> None:
    monkeypatch.setattr(simulation_progress, "PAUSE", 0.0)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    ran = program("--plain", "chapter", "simulate", "iv", "--games", "30", "--bot", "random", "--workers", "1")
    # Batches of 1, 4, 16 and 9 games.
    assert ran.err.splitlines() == [f"Played: {games} of 30 games" for games in (5, 21)]
    quick = terminal("--plain", "chapter", "simulate", "iv", "--games", "30", "--bot", "random")
    assert "Played" not in quick.text
    assert "\x1b" not in quick.sent


def test_help_says_what_it_takes(program: Program) -> None:
    ran = program("chapter", "simulate", "--help")
    for word in ("PATH-OR-ID", "--games", "--skip", "--bot", "--seed", "--workers", "--cluster", "--json"):
        assert word in ran.out
    assert "simulate" in program("chapter").out
