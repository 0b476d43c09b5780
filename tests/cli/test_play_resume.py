"""Leaving a game and taking it up again changes nothing: at every decision, for bots too, and after a kill."""

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from campaign.files.chapters import CampaignFolder
from campaign.files.saves import SaveFolder
from campaign.notation import Seat
from campaign.play.campaign import Game
from tests.cli.conftest import ROOT, Program, new_campaign, put
from tests.cli.table import Person, game_lines, last_game, our_folder, same_but_time

SEED = 7
_KILLED = """
import os, signal, sys
from campaign.files import saves
written, at, before = 0, int(sys.argv[1]), sys.argv[2] == "before"
real = saves.SaveFolder.write
def write(self, *arguments):
    global written
    written += 1
    if written == at and before:
        os.kill(os.getpid(), signal.SIGKILL)
    real(self, *arguments)
    if written == at:
        os.kill(os.getpid(), signal.SIGKILL)
saves.SaveFolder.write = write
from campaign.cli.app import run
sys.exit(run(sys.argv[3:]))
"""


@pytest.fixture(scope="module")
def ours(tmp_path_factory: pytest.TempPathFactory) -> CampaignFolder:
    return our_folder(tmp_path_factory.mktemp("resume") / "ours")


def _lines(ours: CampaignFolder, *bots: Seat) -> list[str]:
    file = ours.find("one")
    assert file is not None
    return game_lines(file.chapter, SEED, bots=bots)


def _play(program: Program, name: str, lines: Sequence[str], *arguments: str) -> Game:
    ran = program("play", name, "--moves", "-", *arguments, typed="\n".join(lines))
    assert (ran.code, ran.err) == (0, "")
    return last_game(program.saves, name)


@pytest.mark.parametrize("bots", [(), (Seat.HYDE,), (Seat.JEKYLL,)])
def test_a_resume_at_every_decision_changes_nothing(
    program: Program, ours: CampaignFolder, bots: tuple[Seat, ...]
) -> None:
    lines = _lines(ours, *bots)
    flags = ["--seed", str(SEED)]
    for seat in bots:
        flags += [f"--{seat.word}", "bot:careful"]
    put(program, "whole", new_campaign(ours, shipped=False))
    whole = _play(program, "whole", lines, *flags)
    assert whole.ending is not None
    assert bots or any(" returns " in line for line in whole.decisions)  # the private half of an exchange
    for cut in range(len(lines) + 1):
        put(program, f"cut{cut}", new_campaign(ours, shipped=False))
        stopped = _play(program, f"cut{cut}", lines[:cut], *flags)
        assert stopped.decisions == whole.decisions[: len(stopped.decisions)]
        if cut < len(lines):
            _play(program, f"cut{cut}", lines[cut:])
        saved = SaveFolder(program.saves).load(f"cut{cut}")
        assert same_but_time(saved) == same_but_time(SaveFolder(program.saves).load("whole")), cut


def test_a_resume_before_each_line_changes_nothing(program: Program, ours: CampaignFolder) -> None:
    lines = _lines(ours)
    put(program, "whole", new_campaign(ours, shipped=False))
    put(program, "bits", new_campaign(ours, shipped=False))
    whole = _play(program, "whole", lines, "--seed", str(SEED))
    bits = None
    for line in lines:
        bits = _play(program, "bits", [line], "--seed", str(SEED), "--chapter", "one")
    assert bits == whole


def test_round_two_is_dealt_alike_after_a_resume(program: Program, ours: CampaignFolder) -> None:
    for seed in (0, 2**32 - 1, 2**32, 2**64 - 1):
        file = ours.find("one")
        assert file is not None
        lines = game_lines(file.chapter, seed)
        for name in (f"w{seed}", f"r{seed}"):
            put(program, name, new_campaign(ours, shipped=False))
        whole = _play(program, f"w{seed}", lines, "--seed", str(seed))
        _play(program, f"r{seed}", lines[:11], "--seed", str(seed))
        assert _play(program, f"r{seed}", lines[11:]) == whole
        assert whole.seed == seed
        assert f'seed = "{seed}"' in (program.saves / f"w{seed}.toml").read_text("utf-8")


@pytest.mark.parametrize(("at", "moment"), [(1, "before"), (1, "after"), (2, "after"), (9, "before"), (17, "after")])
def test_a_kill_loses_one_decision_at_most(program: Program, ours: CampaignFolder, at: int, moment: str) -> None:
    lines = _lines(ours)
    for name in ("whole", "killed"):
        put(program, name, new_campaign(ours, shipped=False))
    whole = _play(program, "whole", lines, "--seed", str(SEED))
    arguments = ["play", "killed", "--moves", "-", "--seed", str(SEED)]
    ran = subprocess.run(
        [sys.executable, "-c", _KILLED, str(at), moment, *arguments],
        cwd=ROOT,
        input="\n".join(lines),
        env={**os.environ, "CAMPAIGN_SAVES": str(program.saves)},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert ran.returncode == -9
    saved = SaveFolder(program.saves).load("killed")
    kept = saved.games[-1].decisions if saved.games else ()
    # the first write begins the game, each further one holds one decision more
    assert list(kept) == lines[: max(0, at - 1 - (moment == "before"))]
    assert _play(program, "killed", lines[len(kept) :], "--seed", str(SEED)) == whole


def test_a_kill_at_the_prompt_loses_what_is_being_typed(program: Program, ours: CampaignFolder) -> None:
    lines = _lines(ours)
    put(program, "a", new_campaign(ours, shipped=False))
    _play(program, "a", lines[:2], "--seed", str(SEED))
    with Person("play", "a", saves=program.saves) as person:
        person.wait()
        person.key("x")
        person.line(lines[2])
        person.kill()
    assert last_game(program.saves, "a").decisions == tuple(lines[:2])
    assert _play(program, "a", lines[2:]).ending is not None


def test_hash_seeds_change_no_save(program: Program, ours: CampaignFolder, tmp_path: Path) -> None:
    lines = _lines(ours, Seat.HYDE)
    found: set[str] = set()
    for hash_seed in ("0", "1", "2", "random"):
        saves = tmp_path / f"s{hash_seed}"
        saves.mkdir()
        SaveFolder(saves).create("a", new_campaign(ours, shipped=False))
        ran = program.start(
            *("play", "a", "--moves", "-", "--seed", "7", "--hyde", "bot:careful"),
            typed="\n".join(lines).encode(),
            env={"PYTHONHASHSEED": hash_seed, "CAMPAIGN_SAVES": str(saves)},
        )
        assert (ran.returncode, ran.stderr) == (0, b"")
        text = (saves / "a.toml").read_text("utf-8")
        found.add("\n".join(line for line in text.splitlines() if not line.startswith(("played = ", "#"))))
        found.add(ran.stdout.decode())
    assert len(found) == 2


def test_bots_alone_play_alike_each_time(program: Program, ours: CampaignFolder) -> None:
    games = []
    for name in ("a", "b"):
        put(program, name, new_campaign(ours, shipped=False))
        ran = program("play", name, "--seed", "3", "--jekyll", "bot:random", "--hyde", "bot:careful")
        assert (ran.code, ran.err) == (0, "")
        assert "Verdict: " in ran.out
        assert "Next: " in ran.out
        games.append(last_game(program.saves, name))
    assert games[0] == games[1]
    assert games[0].seats == ("bot:random", "bot:careful")
