"""Campaigns of a folder of one's own: begun, changed while a game runs, renamed, reordered, taken out."""

import json
from pathlib import Path

import pytest

from campaign.files.saves import SaveFolder
from tests.cli.conftest import WON, Program, new_campaign, put, with_game, write_folder

ONE, TWO = WON.format(title="One", story=""), WON.format(title="Two", story="")


def list_chapters(folder: Path, *ids: str) -> None:
    """Write a folder's campaign.toml anew."""
    named = ", ".join(f'"{one}"' for one in ids)
    (folder / "campaign.toml").write_text(f'format = 1\ntitle = "Ours"\nchapters = [{named}]\n', "utf-8")


def begun(program: Program, folder: Path) -> None:
    """Begin a campaign, and in it a game that stops at its first decision."""
    assert program("new", "fog", "--chapters", str(folder)).code == 0
    assert program("play", "fog", "--seed", "7").code == 0


def rows(program: Program) -> list[tuple[str, int | None, int]]:
    """Return the tracker's rows: id, number, attempts."""
    ran = program("tracker", "fog", "--json")
    return [(row["chapter"], row["number"], row["attempts"]) for row in json.loads(ran.out)["rows"]]


def test_a_folder_with_one_bad_chapter_names_it_and_begins_nothing(program: Program, tmp_path: Path) -> None:
    ids = [f"c{number}" for number in range(10)]
    folder = write_folder(tmp_path / "ours", **dict.fromkeys(ids, ONE)).path
    (folder / "c6.toml").write_text("format = = 1\n", "utf-8")
    ran = program("new", "fog", "--chapters", str(folder))
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.startswith(f"{folder / 'c6.toml'}:1:10: ")
    assert len(ran.err.splitlines()) == 1
    assert program("list", "--json").out.count('"name"') == 0


@pytest.mark.parametrize(
    ("ids", "said"),
    [
        (("one", "twoo"), 'there is no file "twoo.toml" in this folder; did you mean "two"?'),
        (("one", "one"), "is in the list already"),
        (("One",), "small letters"),
        ((), "one or more"),
    ],
)
def test_a_list_that_is_wrong_is_named(program: Program, tmp_path: Path, ids: tuple[str, ...], said: str) -> None:
    folder = write_folder(tmp_path / "ours", one=ONE, two=TWO).path
    list_chapters(folder, *ids)
    ran = program("new", "fog", "--chapters", str(folder))
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.startswith(f"{folder / 'campaign.toml'}:3:")
    assert said in ran.err


def test_a_folder_without_its_list_says_which_file_is_missing(program: Program, tmp_path: Path) -> None:
    ran = program("new", "fog", "--chapters", str(tmp_path))
    assert ran.code == 1
    assert ran.err.startswith(f"{tmp_path / 'campaign.toml'}:1:1: cannot be read")


def test_a_game_goes_on_by_its_own_rules_and_says_that_the_file_has_changed(program: Program, tmp_path: Path) -> None:
    folder = write_folder(tmp_path / "ours", one=ONE).path
    begun(program, folder)
    assert "Chapter: one.toml" not in program("play", "fog").out
    (folder / "one.toml").write_text(f"{ONE}deal.give = 3\n", "utf-8")
    ran = program("play", "fog")
    said = [line for line in ran.lines if line.startswith("Chapter: ") and "changed" in line]
    assert said == ["Chapter: one.toml has changed since; this game goes on by the rules it was begun with"]
    assert "gives 4" in program("play", "fog", typed="rules\n").out
    assert (ran.code, ran.err) == (0, "")


def test_a_game_goes_on_where_its_file_is_broken_or_no_longer_listed(program: Program, tmp_path: Path) -> None:
    folder = write_folder(tmp_path / "ours", one=ONE, two=TWO).path
    begun(program, folder)
    (folder / "one.toml").write_text("format = 1\n", "utf-8")
    ran = program("play", "fog")
    assert ran.code == 0
    assert f"the chapters cannot be read now ({folder / 'one.toml'}:1:1: " in ran.out
    list_chapters(folder, "two")
    ran = program("play", "fog")
    assert ran.code == 0
    assert f"Chapter: {folder} does not list one any more; this game goes on" in ran.out
    assert program("play", "fog", "--jekyll", "bot:careful", "--hyde", "bot:careful").code == 0
    assert rows(program) == [("two", 1, 0), ("one", None, 1)]


def finished(program: Program, folder: Path) -> None:
    """Write a campaign in which the first chapter was won."""
    from campaign.files.chapters import load_folder  # noqa: PLC0415 (beside its only user)

    ours = load_folder(folder)
    put(program, "fog", with_game(new_campaign(ours, shipped=False), ours, "one", seed=7))


def test_a_renamed_id_is_told_and_its_progress_kept(program: Program, tmp_path: Path) -> None:
    folder = write_folder(tmp_path / "ours", one=ONE, two=TWO).path
    finished(program, folder)
    before = SaveFolder(program.saves).load("fog").tracker
    (folder / "one.toml").rename(folder / "uno.toml")
    list_chapters(folder, "uno", "two")
    ran = program("play", "fog")
    assert ran.code == 0
    assert ran.lines[0] == (
        "Chapter one was played and is no longer listed: a renamed or removed file. Its attempts and stars are kept; "
        "under another id it is another chapter."
    )
    after = SaveFolder(program.saves).load("fog").tracker
    assert after[0] == before[0]
    assert rows(program) == [("uno", 1, 0), ("two", 2, 0), ("one", None, 1)]
    assert program("replay", "fog").code == 0


def test_a_new_order_changes_what_is_due_and_nothing_else(program: Program, tmp_path: Path) -> None:
    folder = write_folder(tmp_path / "ours", one=ONE, two=TWO, three=TWO).path
    finished(program, folder)
    list_chapters(folder, "three", "two", "one")
    ran = program("play", "fog", "--jekyll", "bot:careful", "--hyde", "bot:careful")
    assert (ran.code, ran.err) == (0, "")
    assert "no longer listed" not in ran.out
    assert rows(program) == [("three", 1, 1), ("two", 2, 0), ("one", 3, 1)]


def test_a_removed_chapter_keeps_its_row_and_its_games(program: Program, tmp_path: Path) -> None:
    folder = write_folder(tmp_path / "ours", one=ONE, two=TWO).path
    finished(program, folder)
    (folder / "one.toml").unlink()
    list_chapters(folder, "two")
    assert rows(program) == [("two", 1, 0), ("one", None, 1)]
    ran = program("play", "fog", "--chapter", "one")
    assert ran.code == 2
    assert 'no such chapter: "one"; this campaign has two' in ran.err
    assert program("replay", "fog", "--game", "1").code == 0


def test_a_folder_that_was_moved_is_named_and_costs_nothing(program: Program, tmp_path: Path) -> None:
    folder = write_folder(tmp_path / "ours", one=ONE, two=TWO).path
    finished(program, folder)
    folder.rename(tmp_path / "elsewhere")
    ran = program("play", "fog")
    assert (ran.code, ran.err.partition(":1:1: ")[0]) == (1, str(folder / "campaign.toml"))
    (tmp_path / "elsewhere").rename(folder)
    assert program("play", "fog").code == 0


def test_a_chapter_of_ones_own_may_extend_a_shipped_one(program: Program, tmp_path: Path) -> None:
    text = (
        'format = 1\ntitle = "Heir"\nextends = "iv"\nscore.by-attempt = [3, 3, 2, 2, 1, 1]\nwithout = ["achievement"]\n'
    )
    folder = write_folder(tmp_path / "ours", heir=text).path
    begun(program, folder)
    assert program("play", "fog", "--jekyll", "bot:careful", "--hyde", "bot:careful").code == 0
