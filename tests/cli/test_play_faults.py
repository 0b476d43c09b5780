"""Ends of input, Ctrl-C, full disks, saves that are held: the game stands as it was saved."""

import errno
import os
from pathlib import Path

import pytest

from campaign.files.chapters import CampaignFolder
from campaign.files.locks import hold
from campaign.files.saves import SaveFolder
from tests.cli.conftest import Program, new_campaign, put
from tests.cli.table import Person, after, game_lines, kinds_at, last_game, our_folder

SEED = 7
_CLOSING = "Saved. Go on with: campaign play a"
_PLACES = [
    "who", "gate", "gives", "yes", "plays", "take-back", "takes", "ranks", "draws", "returns", "returns-yes", "concede",
    "again-or-on", "next",
]  # fmt: skip


@pytest.fixture(scope="module")
def ours(tmp_path_factory: pytest.TempPathFactory) -> CampaignFolder:
    return our_folder(tmp_path_factory.mktemp("faults") / "ours")


@pytest.fixture
def saved(program: Program, ours: CampaignFolder) -> Program:
    put(program, "a", new_campaign(ours, shipped=False))
    return program


def _played_to(program: Program, ours: CampaignFolder, kind: str) -> None:
    """Play by a move file until a kind of decision is due."""
    chapter = ours.chapters[0].chapter
    for seed in range(SEED, SEED + 50):
        lines = game_lines(chapter, seed)
        found = kinds_at(chapter, seed, lines)
        if kind in found:
            typed = "\n".join(lines[: found[kind]])
            assert program("play", "a", "--seed", str(seed), "--moves", "-", typed=typed).code == 0
            return
    raise AssertionError(f"no game asks for {kind}")


def _go_to(person: Person, place: str) -> None:
    """Go on to the prompt where something is to happen."""
    person.wait()
    if place in ("who", "gate", "takes", "ranks", "draws", "again-or-on", "next"):
        if place == "gate" and person.prompt.endswith(">"):
            person.line()
        return
    if "Who is Jekyll?" in person.screen.shown:
        person.line()
    if person.prompt.endswith("press a key."):
        person.key("x")
    if place == "yes":
        person.line("F2 F3 F8 R8")
    elif place in {"take-back", "returns-yes"}:
        person.line("1")
    elif place == "concede":
        person.line("concede")


def _prepare(program: Program, ours: CampaignFolder, place: str) -> list[str]:
    """Bring the save to where a place is the next; return what to type after the name."""
    kinds = {"take-back": "plays", "returns-yes": "returns", "concede": "plays"}
    kind = kinds.get(place, place)
    if kind in ("plays", "takes", "ranks", "draws", "returns"):
        _played_to(program, ours, kind)
        return []
    if place == "again-or-on":
        assert program("play", "a", "--seed", "7", "--moves", "-", typed="concede").code == 0
        return []
    if place == "next":
        assert program("play", "a", "--seed", "7", "--moves", "-", typed="concede").code == 0
        assert program("play", "a", typed="on\n").code == 0
        assert program("play", "a", "--moves", "-", typed="concede").code == 0
        return ["--chapter", "one", "--seed", "3"]
    return ["--seed", "7"]


def _expected(place: str) -> str:
    return {
        "who": "1, 2, or Enter for Ada >",
        "gate": "press a key.",
        "gives": "jekyll >",
        "yes": "yes or no:",
        "plays": ">",
        "take-back": "takes it back.",
        "takes": "both >",
        "ranks": "both >",
        "draws": "both >",
        "returns": ">",
        "returns-yes": "yes or no:",
        "concede": "yes or no:",
        "again-or-on": "again / on / quit >",
        "next": "yes (Enter) / quit >",
    }[place]


@pytest.mark.parametrize("place", _PLACES)
@pytest.mark.parametrize("how", ["end of input", "interrupt"])
def test_leaving_at_every_prompt(saved: Program, ours: CampaignFolder, place: str, how: str) -> None:
    options = _prepare(saved, ours, place)
    file = saved.saves / "a.toml"
    with Person("play", "a", *options, saves=saved.saves) as person:
        _go_to(person, place)
        if place == "next":
            person.line()
            person.key("x")
            person.line("concede")
            person.line("yes")
        assert person.prompt.endswith(_expected(place)), person.screen.shown
        before = file.read_bytes()
        code = person.hang_up() if how == "end of input" else person.interrupt()
        assert code == (0 if how == "end of input" else 130)
        assert file.read_bytes() == before
        assert person.screen.shown.count("Go on with") == 1
        assert person.screen.shown.endswith(_CLOSING)
        assert person.modes_restored
        assert "Traceback" not in person.sent.decode()
    games = SaveFolder(saved.saves).load("a").games
    assert place == "who" or games
    assert not [path.name for path in saved.saves.iterdir() if "tmp" in path.name or path.name.endswith(".held")]


def test_the_end_of_input_without_a_terminal(saved: Program) -> None:
    ran = saved("play", "a", "--seed", "7", typed="F2 F3 F8 R8\n")
    assert (ran.code, ran.err) == (0, "")
    assert ran.lines[-1] == _CLOSING
    assert last_game(saved.saves, "a").decisions == ("jekyll gives F2 F3 F8 R8",)


def test_a_folder_that_was_named_is_named_again(program: Program, ours: CampaignFolder, tmp_path: Path) -> None:
    other = tmp_path / "else where"
    other.mkdir()
    SaveFolder(other).create("b c", new_campaign(ours, shipped=False))
    ran = program("--saves", str(other), "play", "b c")
    assert ran.lines[-1] == f'Saved. Go on with: campaign --saves "{other}" play "b c"'


@pytest.mark.parametrize("call", ["fsync", "replace", "write"])
def test_a_full_disk_at_a_decision(saved: Program, monkeypatch: pytest.MonkeyPatch, call: str) -> None:
    assert saved("play", "a", "--seed", "7").code == 0
    before = (saved.saves / "a.toml").read_bytes()

    def full(*_: object, **__: object) -> int:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(f"os.{call}", full)
    ran = saved("play", "a", typed="F2 F3 F8 R8\n")
    monkeypatch.undo()
    assert ran.code == 4
    assert "No space left on device" in ran.err
    assert "a.toml" in ran.err
    assert "Saved." not in ran.out
    assert (saved.saves / "a.toml").read_bytes() == before
    assert sorted(path.name for path in saved.saves.iterdir() if path.suffix == ".tmp") == []
    assert "hyde" not in ran.out.partition("jekyll >")[2]


def test_a_full_disk_at_a_terminal_asks_where(saved: Program, tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(
        "import os\nfrom pathlib import Path\nreal = os.replace\n"
        "def replace(*names, **more):\n"
        f"    if Path({str(tmp_path / 'full')!r}).exists() and 'elsewhere' not in str(names[1]):\n"
        "        raise OSError(28, os.strerror(28))\n"
        "    return real(*names, **more)\n"
        "os.replace = replace\n"
    )
    env = {"PYTHONPATH": str(tmp_path)}
    with Person("play", "a", "--seed", "7", "--hyde", "bot:careful", saves=saved.saves, env=env) as person:
        person.wait()
        (tmp_path / "full").touch()
        person.line("F2 F3 F8 R8")
        before = (saved.saves / "a.toml").read_bytes()
        assert "No space left on device" in person.line("yes")
        assert person.prompt.endswith("leaves:")
        assert "No space left on device" in person.line()
        assert person.interrupt() == 130
        assert "The last decision could not be saved." in person.screen.shown
        assert (saved.saves / "a.toml").read_bytes() == before
    (tmp_path / "full").unlink()
    with Person("play", "a", saves=saved.saves, env=env) as person:
        person.wait()
        (tmp_path / "full").touch()
        person.line("F2 F3 F8 R8")
        person.line("yes")
        (tmp_path / "full").unlink()
        person.line()
        assert person.prompt == "jekyll >"
        (tmp_path / "full").touch()
        person.line("1")
        if person.prompt.endswith("yes or no:"):
            person.line("yes")
        else:
            person.key("\r")
        elsewhere = tmp_path / "elsewhere"
        person.line(str(elsewhere))
        assert person.prompt.endswith(">"), person.screen.shown
        assert person.hang_up() == 0
        assert "".join(f"campaign --saves {elsewhere} play a".split()) in "".join(person.screen.shown.split())
        assert len(last_game(elsewhere, "a").decisions) > len(last_game(saved.saves, "a").decisions)


def test_a_file_that_is_open_elsewhere_is_tried_again(saved: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    real = os.replace
    refused = 0

    def replace(*names: object, **more: object) -> None:
        nonlocal refused
        refused += 1
        if refused <= 2:
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        real(*names, **more)  # type: ignore[arg-type] # as it was called

    monkeypatch.setattr("os.replace", replace)
    ran = saved("play", "a", "--seed", "7", typed="F2 F3 F8 R8\n")
    assert (ran.code, ran.err) == (0, "")
    assert last_game(saved.saves, "a").decisions == ("jekyll gives F2 F3 F8 R8",)


def test_a_save_that_is_held_says_by_whom(saved: Program) -> None:
    with hold(saved.saves, "a"):
        ran = saved.start("play", "a")
    assert ran.returncode == 3
    assert f"process {os.getpid()} since" in ran.stderr.decode()
    assert ran.stdout == b""


def test_two_terminals_on_one_save(saved: Program) -> None:
    with Person("play", "a", "--seed", "7", "--hyde", "bot:careful", saves=saved.saves) as first:
        first.wait()
        second = saved.start("play", "a")
        assert second.returncode == 3
        assert f"process {first.process.pid} since" in second.stderr.decode()
        first.line("F2 F3 F8 R8")
        first.line("yes")
        assert last_game(saved.saves, "a").decisions[0] == "jekyll gives F2 F3 F8 R8"
        assert first.hang_up() == 0


def test_a_blocked_folder_blocks_play_alone(program: Program, tmp_path: Path, ours: CampaignFolder) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("in the way")
    ran = program("--saves", str(blocked), "play", "a")
    assert ran.code in (2, 4)
    assert str(blocked) in ran.err
    assert "Traceback" not in ran.err
    check = ["chapter", "check", str(ours.path)]
    for arguments in (["demo", "--seed", "1", "--fast"], ["chapter", "show", "i"], check):
        assert program("--saves", str(blocked), *arguments).code == 0
    assert blocked.read_text() == "in the way"


def test_a_fault_at_a_turn_shows_no_card(saved: Program, ours: CampaignFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    assert saved("play", "a", "--seed", "7").code == 0
    before = (saved.saves / "a.toml").read_bytes()

    def fail(*_: object) -> None:
        raise RuntimeError("jekyll holds F2")

    monkeypatch.setattr("campaign.cli.turns.Turn.show", fail)
    ran = saved("play", "a")
    assert ran.code == 70
    session = after(ours.chapters[0].chapter, 7, [])
    assert session.due is not None
    assert "F2" not in ran.out + ran.err
    assert (saved.saves / "a.toml").read_bytes() == before


@pytest.mark.parametrize(("kind", "told"), [("draws", True), ("takes", True), ("plays", False)])
def test_two_people_are_told_when_they_may_talk(saved: Program, ours: CampaignFolder, kind: str, *, told: bool) -> None:
    _played_to(saved, ours, kind)
    shown = saved("play", "a", typed="").out
    assert ("Talk: you may talk now (D4, N6)" in shown) is told
