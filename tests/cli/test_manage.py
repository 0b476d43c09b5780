"""Beginning, listing, deleting and repairing campaigns."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from campaign.files.chapters import CampaignFolder
from campaign.files.locks import hold
from campaign.files.saves import SaveFolder
from tests.cli.conftest import (
    ROOT,
    WON,
    Program,
    Terminal,
    new_campaign,
    put,
    with_game,
    write_folder,
)

BAD_NAMES = ("../x", "/etc/x", "..\\x", "a/b", "", ".", "..", "a\nb", "a\0b", "x" * 300, "-x", "con", "[/red]")


def test_new_makes_a_save_of_the_shipped_chapters(program: Program, shipped: CampaignFolder) -> None:
    ran = program("new", "Fog and Mist", "--players", "Ada", "[hyde]")
    assert (ran.code, ran.err) == (0, "")
    assert ran.lines == [
        f"Fog and Mist is ready: {len(shipped.chapters)} chapters, played by Ada and [hyde].",
        'To begin: campaign play "Fog and Mist"',
    ]
    campaign = SaveFolder(program.saves).load("Fog and Mist")
    assert (campaign.players, campaign.folder, campaign.games) == (("Ada", "[hyde]"), "", ())
    assert campaign.created == campaign.played


def test_new_without_anybody_to_ask_numbers_the_players(program: Program) -> None:
    assert program("new", "a").code == 0
    assert SaveFolder(program.saves).load("a").players == ("Player 1", "Player 2")


def test_new_asks_for_the_names_at_a_terminal(program: Program, terminal: Terminal) -> None:
    screen = terminal("new", "a", typed=["Ada", "ada", "bot", "Bert"])
    assert screen.code == 0
    assert "Name of the first player:" in screen.text
    assert "the players have two different names" in screen.text
    assert "which say who plays" in screen.text
    assert SaveFolder(program.saves).load("a").players == ("Ada", "Bert")


def test_the_end_of_input_at_a_name_begins_nothing(program: Program, terminal: Terminal) -> None:
    screen = terminal("new", "a", typed=["Ada", "\x04"])
    assert screen.code == 0
    assert "No campaign was begun." in screen.text
    assert not program.saves.exists()


def test_new_takes_a_folder_of_chapters(program: Program, tmp_path: Path) -> None:
    ours = write_folder(tmp_path / "ours", v=WON.format(title="[V] Pursuit", story=""))
    assert "1 chapter," in program("new", "a", "--chapters", str(ours.path)).out
    assert SaveFolder(program.saves).load("a").folder == str(ours.path)
    assert program("new", "b", "--chapters", str(ROOT / "chapters")).code == 0
    assert SaveFolder(program.saves).load("b").folder == ""


def test_new_refuses_broken_chapters_with_their_places(program: Program, tmp_path: Path) -> None:
    ours = write_folder(tmp_path / "ours", v=WON.format(title="V", story=""))
    (ours.path / "v.toml").write_text('format = 1\ntitle = "V"\nsetup.ruonds = 2\n')
    ran = program("new", "a", "--chapters", str(ours.path))
    assert (ran.code, ran.out) == (1, "")
    assert f"{ours.path / 'v.toml'}:3:" in ran.err
    assert program("new", "a", "--chapters", str(tmp_path / "nowhere")).code == 1
    assert not program.saves.exists()


@pytest.mark.parametrize("again", ["Fog", "fog", "FOG"])
def test_a_name_in_use_is_refused_and_the_save_is_as_it_was(program: Program, again: str) -> None:
    program("new", "Fog", "--players", "Ada", "Bert")
    before = {path: path.read_bytes() for path in program.saves.iterdir()}
    ran = program("new", again)
    assert (ran.code, ran.out) == (2, "")
    assert '"Fog" is already there' in ran.err
    assert {path: path.read_bytes() for path in program.saves.iterdir()} == before


@pytest.mark.parametrize("name", BAD_NAMES)
@pytest.mark.parametrize("command", ["new", "tracker", "replay", "delete", "repair"])
def test_a_bad_name_touches_no_file(program: Program, command: str, name: str, tmp_path: Path) -> None:
    ran = program(command, "--", name)
    assert (ran.code, ran.out) == (2, "")
    assert "name" in ran.err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("players", [("Ada", "ada"), ("", "Bert"), ("bot:careful", "Ada"), ("A\x1bda", "Bert")])
def test_bad_players_are_refused(program: Program, players: tuple[str, str]) -> None:
    ran = program("new", "a", "--players", *players)
    assert (ran.code, ran.out) == (2, "")
    assert "\x1b" not in ran.err
    assert not program.saves.exists()


@pytest.mark.parametrize("command", ["tracker", "replay", "delete", "repair"])
def test_no_such_campaign_names_the_folder_and_the_nearest(
    program: Program, shipped: CampaignFolder, command: str
) -> None:
    put(program, "Fog", new_campaign(shipped))
    ran = program(command, "fgo")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == f'no such save: "fgo" in {program.saves}; did you mean "Fog"?\n'


def test_list_json_is_the_contracts(program: Program, shipped: CampaignFolder) -> None:
    fresh = new_campaign(shipped)
    put(program, "a", with_game(fresh, shipped, "i", seed=1, decisions=5))
    put(program, "fresh", fresh)
    (program.saves / "broken.toml").write_text("")
    ran = program("list", "--json")
    assert json.loads(ran.out) == {
        "saves_folder": str(program.saves),
        "saves": [
            {
                "name": "a",
                "kind": "campaign",
                "chapter": "i",
                "attempt": 1,
                "stars": 0,
                "in_progress": True,
                "played": "2026-12-08T21:02:11Z",
                "problem": None,
            },
            {
                "name": "broken",
                "kind": None,
                "chapter": None,
                "attempt": None,
                "stars": 0,
                "in_progress": False,
                "played": None,
                "problem": "the file is empty; expected a save",
            },
            {
                "name": "fresh",
                "kind": "campaign",
                "chapter": None,
                "attempt": None,
                "stars": 0,
                "in_progress": False,
                "played": "2026-12-01T20:15:00Z",
                "problem": None,
            },
        ],
    }
    keys = ["name", "kind", "chapter", "attempt", "stars", "in_progress", "played", "problem"]
    assert list(json.loads(ran.out)["saves"][0]) == keys
    assert json.loads(program("--saves", str(program.saves / "none"), "list", "--json").out)["saves"] == []


def test_list_shows_damaged_saves_beside_the_good_ones(program: Program, shipped: CampaignFolder) -> None:
    for name in ("one", "two"):
        put(program, name, new_campaign(shipped))
    whole = (program.saves / "one.toml").read_text()
    (program.saves / "cut.toml").write_text(whole[: len(whole) // 2])
    (program.saves / "empty.toml").write_text("")
    (program.saves / "foreign.toml").write_text('[tool]\nname = "other"\n')
    (program.saves / "newer.toml").write_text(whole.replace("format = 1", "format = 2"))
    ran = program("list")
    assert ran.code == 0
    told = {line.split(": ")[1]: line for line in ran.lines[1:]}
    assert list(told) == ["cut", "empty", "foreign", "newer", "one", "two"]
    assert "the file was cut off" in told["cut"]
    assert "the file is empty" in told["empty"]
    assert "format: expected the number 1; found nothing" in told["foreign"]
    assert "newer version" in told["newer"]
    assert "not begun" in told["one"]


def test_names_are_whole_in_a_pipe_and_in_any_terminal(
    program: Program, shipped: CampaignFolder, terminal: Terminal
) -> None:
    name = "Two Names " + "x" * 49 + "é"
    put(program, name, new_campaign(shipped))
    for env in ({}, {"COLUMNS": "200"}, {"COLUMNS": "20"}):
        out = program.start("list", env=env).stdout.decode()
        assert name in out
        assert "…" not in out
    assert name in terminal("list", columns=200).text
    squeezed = "".join(line.strip() for line in terminal("list", columns=40).lines)
    assert "x" * 49 + "é" in squeezed


def test_square_brackets_and_escapes_are_printed_as_they_are(
    program: Program, tmp_path: Path, terminal: Terminal
) -> None:
    ours = write_folder(tmp_path / "ours", v=WON.format(title="[V] Pursuit", story="[bold]Fog[/red]"))
    campaign = new_campaign(ours, shipped=False, players=("[hyde]", "[/red]"))
    put(program, "a", with_game(campaign, ours, "v", seed=1))
    chapter = str(ours.path / "v.toml")
    for told in (program("tracker", "a").out, terminal("tracker", "a").text):
        assert "[hyde] and [/red]" in told
        assert "[V] Pursuit" in told
    for told in (program("replay", "a").out, terminal("replay", "a").text):
        assert "Jekyll: [hyde]" in told
        assert "Hyde: [/red]" in told
        assert "[V] Pursuit" in told
    for told in (program("chapter", "show", chapter).out, terminal("chapter", "show", chapter).text):
        assert "[V] Pursuit" in told
        assert "[bold]Fog[/red]" in told
    for typed in (("tracker", "[/red]"), ("chapter", "show", "[/red]"), ("[/red]",), ("list", "[/red]")):
        assert "[/red]" in program(*typed).err


@pytest.mark.parametrize("answer", ["", "no\n", "\n", "Y E S\n"])
def test_delete_asks_and_anything_but_yes_is_a_no(program: Program, shipped: CampaignFolder, answer: str) -> None:
    put(program, "a", new_campaign(shipped))
    ran = program("delete", "a", typed=answer)
    assert ran.code == 0
    assert ran.lines[-1] == "Nothing was deleted."
    assert (program.saves / "a.toml").exists()


@pytest.mark.parametrize("answer", ["yes\n", "Y\n", " YES \n"])
def test_delete_removes_the_save_and_its_backup(program: Program, shipped: CampaignFolder, answer: str) -> None:
    put(program, "Fog", new_campaign(shipped))
    (program.saves / "Fog.toml.bak").write_text("")
    ran = program("delete", "fog", typed=answer)
    assert (ran.code, ran.err, ran.lines[-1]) == (0, "", "Fog was deleted.")
    assert list(program.saves.iterdir()) == []
    assert program("new", "fog").code == 0


def test_a_damaged_save_and_a_lone_backup_can_be_deleted(program: Program) -> None:
    program.saves.mkdir()
    (program.saves / "cut.toml").write_text("form")
    assert program("delete", "cut", typed="y\n").code == 0
    (program.saves / "lone.toml.bak").write_text("")
    assert program("delete", "lone", typed="y\n").code == 0
    assert list(program.saves.iterdir()) == []


@pytest.mark.parametrize("command", ["delete", "repair"])
def test_a_save_that_another_process_holds_is_3(program: Program, shipped: CampaignFolder, command: str) -> None:
    put(program, "a", new_campaign(shipped))
    with hold(program.saves, "a"):
        ran = program.start(command, "a", typed=b"yes\n")
    assert ran.returncode == 3
    assert b'"a" is in use by process ' in ran.stderr
    assert (program.saves / "a.toml").exists()


def damaged(program: Program, shipped: CampaignFolder) -> bytes:
    """Write a save whose last line is gone, one decision ahead of its backup; return the backup."""
    before = with_game(new_campaign(shipped), shipped, "i", seed=1, decisions=5)
    put(program, "a", before)
    backup = (program.saves / "a.toml").read_bytes()
    folder = SaveFolder(program.saves)
    folder.load("a")
    folder.write("a", with_game(new_campaign(shipped), shipped, "i", seed=1, decisions=6))
    path = program.saves / "a.toml"
    path.write_bytes(path.read_bytes()[:-30])
    return backup


def test_repair_tells_what_the_backup_holds_and_what_is_lost(program: Program, shipped: CampaignFolder) -> None:
    backup = damaged(program, shipped)
    cut = (program.saves / "a.toml").read_bytes()
    ran = program("repair", "A", typed="no\n")
    assert (ran.code, ran.lines[-1]) == (0, "Nothing was changed.")
    facts = {line.partition(": ")[0]: line.partition(": ")[2] for line in ran.lines}
    assert facts["Campaign"] == "a"
    assert "was cut off" in facts["Damage"]
    assert facts["Backup"].endswith("1 game, 5 decisions, 0 stars")
    assert facts["Lost"].endswith("the damaged file shows 1 decision more than the backup")
    assert (program.saves / "a.toml").read_bytes() == cut
    ran = program("repair", "a", typed="yes\n")
    assert (ran.code, ran.err) == (0, "")
    assert (program.saves / "a.toml").read_bytes() == backup
    assert (program.saves / "a.toml.damaged").read_bytes() == cut
    assert str(program.saves / "a.toml.damaged") in ran.lines[-1]
    assert program("repair", "a").lines == ["a can be read; there is nothing to repair."]


def test_repair_brings_back_a_save_that_is_gone(program: Program, shipped: CampaignFolder) -> None:
    damaged(program, shipped)
    (program.saves / "a.toml").unlink()
    ran = program("repair", "a", typed="y\n")
    assert ran.code == 0
    assert "the save itself is gone" in ran.out
    assert SaveFolder(program.saves).load("a").games[0].decisions


def cut_backup(saves: Path) -> None:
    """Damage the backup as well."""
    (saves / "a.toml.bak").write_text("cut")


def no_backup(saves: Path) -> None:
    """Lose the backup."""
    (saves / "a.toml.bak").unlink()


def newer(saves: Path) -> None:
    """Have a newer version write the save."""
    text = (saves / "a.toml.bak").read_text()
    (saves / "a.toml").write_text(text.replace("format = 1", "format = 2"))


@pytest.mark.parametrize(
    ("harm", "said"),
    [(cut_backup, "the backup cannot be read either"), (no_backup, "has no backup"), (newer, "newer version")],
)
def test_what_cannot_be_repaired_is_1_and_left_alone(
    program: Program, shipped: CampaignFolder, harm: Callable[[Path], None], said: str
) -> None:
    damaged(program, shipped)
    harm(program.saves)
    before = {path: (path.read_bytes(), path.stat().st_mtime_ns) for path in program.saves.glob("a.toml*")}
    ran = program("repair", "a", typed="yes\n")
    assert ran.code == 1
    assert said in ran.err
    left = {path: (path.read_bytes(), path.stat().st_mtime_ns) for path in program.saves.glob("a.toml*")}
    assert {path: left[path] for path in before} == before


@pytest.mark.parametrize("command", ["tracker", "replay"])
@pytest.mark.parametrize("version", ["2", "0", "-1", '"1"', ""])
def test_a_save_of_another_format_is_1_and_untouched(
    program: Program, shipped: CampaignFolder, command: str, version: str
) -> None:
    put(program, "a", new_campaign(shipped))
    path = program.saves / "a.toml"
    line = f"format = {version}" if version else "# none"
    path.write_text(path.read_text().replace("format = 1", line))
    before = path.read_bytes(), path.stat().st_mtime_ns
    ran = program(command, "a")
    assert (ran.code, ran.out) == (1, "")
    assert str(path) in ran.err
    assert (path.read_bytes(), path.stat().st_mtime_ns) == before
