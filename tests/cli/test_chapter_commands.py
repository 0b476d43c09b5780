"""The chapters: listed, told and checked."""

import json
from pathlib import Path

import pytest

from campaign.files.chapters import CampaignFolder
from campaign.rules.words import rules_in_words
from tests.cli.conftest import ROOT, WON, Program, Terminal, write_folder


def test_chapter_list_json_is_the_contracts(program: Program, shipped: CampaignFolder) -> None:
    told = json.loads(program("chapter", "list", "--json").out)
    first = shipped.chapters[0].chapter
    assert list(told) == ["chapters"]
    assert told["chapters"][0] == {"id": "i", "number": 1, "title": first.title}
    assert list(told["chapters"][0]) == ["id", "number", "title"]
    assert [one["number"] for one in told["chapters"]] == list(range(1, len(shipped.chapters) + 1))


def test_chapter_list_has_a_line_for_each(program: Program, shipped: CampaignFolder) -> None:
    expected = [f"Chapter {file.chapter.id}: {file.number}: {file.chapter.title}" for file in shipped.chapters]
    assert program("chapter", "list").lines == expected


def test_chapter_show_json_is_the_contracts(program: Program, shipped: CampaignFolder) -> None:
    told = json.loads(program("chapter", "show", "iv", "--json").out)
    chapter = shipped.chapters[3].chapter
    keys = ["id", "number", "title", "story", "rules", "achievement", "stars_by_attempt", "lines"]
    assert list(told) == keys
    assert (told["id"], told["number"], told["title"], told["story"]) == ("iv", 4, chapter.title, chapter.story)
    assert told["rules"] == list(rules_in_words(chapter))
    assert list(told["achievement"]) == ["text", "stars"]
    assert told["achievement"]["stars"] == 2
    assert told["stars_by_attempt"] is None
    assert (told["lines"]["setup.jekyll-hyde"], told["lines"]["setup.scotland-yard"]) == (4, 0)
    assert told["lines"]["moves.tricks"]["order"] == 10


@pytest.mark.parametrize("typed", ["iv", "IV"])
def test_chapter_show_tells_story_rules_and_stars(program: Program, shipped: CampaignFolder, typed: str) -> None:
    lines = program("chapter", "show", typed).lines
    chapter = shipped.chapters[3].chapter
    assert lines[:2] == ["Chapter: iv", f"Title: {chapter.title}"]
    rules = [line.removeprefix("Rule: ") for line in lines if line.startswith("Rule: ")]
    assert rules == list(rules_in_words(chapter))
    assert lines[-1].startswith("Achievement: ")
    assert lines[-1].endswith(" Worth 2 stars.")


def test_chapter_show_takes_a_file(program: Program, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(WON.format(title="[V] Pursuit", story="Fog.\\n\\nMore fog."), "utf-8")
    told = json.loads(program("chapter", "show", str(path), "--json").out)
    assert (told["id"], told["number"], told["achievement"]) == ("mine", None, None)
    assert told["stars_by_attempt"] == [3, 3, 2, 2, 1, 1]
    assert told["lines"] == {"score.by-attempt": [3, 3, 2, 2, 1, 1], "setup.jekyll-hyde": 10}
    lines = program("chapter", "show", str(path)).lines
    assert lines[1:4] == ["Title: [V] Pursuit", "Story: Fog.", "Story: More fog."]
    assert lines[-1] == "Stars: 3, 3, 2, 2, 1, 1 for success at attempt 1 to 6; none from the 7th on"


@pytest.mark.parametrize("columns", [40, 80])
def test_chapter_show_on_a_terminal(program: Program, tmp_path: Path, terminal: Terminal, columns: int) -> None:
    assert not program.saves.exists()
    path = tmp_path / "mine.toml"
    path.write_text(WON.format(title="[V] Pursuit", story="Fog.\\n\\nMore fog."), "utf-8")
    screen = terminal("chapter", "show", str(path), columns=columns)
    assert screen.code == 0
    assert max(map(len, screen.lines)) <= columns
    assert screen.lines[0].split() == ["[V]", "Pursuit", "chapter", "mine"]
    assert "   attempt    1   2   3   4   5   6  7+" in screen.lines
    assert "   stars      3   3   2   2   1   1   0" in screen.lines
    achieved = terminal("chapter", "show", "iv", columns=columns)
    assert "★★ 2 stars" in achieved.text
    assert max(map(len, achieved.lines)) <= columns


@pytest.mark.parametrize(
    ("typed", "said"), [("iiii", 'did you mean "iii"?'), ("zzz", "there are i, ii, iii"), ("[/red]", '"[/red]"')]
)
def test_an_unknown_id_is_2(program: Program, typed: str, said: str) -> None:
    ran = program("chapter", "show", typed)
    assert (ran.code, ran.out) == (2, "")
    assert said in ran.err


def broken(tmp_path: Path) -> tuple[Path, Path]:
    """Write a chapter with two faults and one that is no TOML."""
    one, two = tmp_path / "one.toml", tmp_path / "two.toml"
    one.write_text('format = 1\ntitle = "One"\nsetup.jekyll-hyde = true\nsetup.ruonds = 2\n')
    two.write_text("format = = 1\n")
    return one, two


def test_chapter_check_tells_all_problems_of_all_files_on_stderr(program: Program, tmp_path: Path) -> None:
    one, two = broken(tmp_path)
    ran = program("chapter", "check", str(one), str(two), str(ROOT / "chapters"))
    assert (ran.code, ran.out) == (1, "")
    places = [line.partition(": ")[0] for line in ran.err.splitlines()]
    assert places == [f"{one}:3:21", f"{one}:4:7", f"{two}:1:10"]


def test_chapter_check_json_is_the_contracts(program: Program, tmp_path: Path) -> None:
    one, two = broken(tmp_path)
    ran = program("chapter", "check", str(one), str(two), "--json")
    problems = json.loads(ran.out)["problems"]
    assert (ran.code, ran.err, len(problems)) == (1, "", 3)
    assert list(problems[0]) == ["path", "line", "column", "text"]
    assert (problems[0]["path"], problems[0]["line"], problems[0]["column"]) == (str(one), 3, 21)
    good = program("chapter", "check", str(ROOT / "chapters"), "--json")
    assert (good.code, json.loads(good.out)) == (0, {"problems": []})


def test_chapter_check_counts_each_file_once(program: Program, tmp_path: Path) -> None:
    ours = write_folder(tmp_path / "ours", v=WON.format(title="V", story=""), w=WON.format(title="W", story=""))
    folder, file = str(ours.path), str(ours.path / "v.toml")
    assert program("chapter", "check", file).out == "1 file, no problems\n"
    assert program("chapter", "check", folder).out == "3 files, no problems\n"
    assert program("chapter", "check", folder, file, str(ours.path / "campaign.toml")).out == "3 files, no problems\n"


def test_a_path_that_is_not_there_is_a_problem_with_its_path(program: Program, tmp_path: Path) -> None:
    for command in ("check", "show"):
        ran = program("chapter", command, str(tmp_path / "none.toml"))
        assert (ran.code, ran.out) == (1, "")
        assert ran.err.startswith(f"{tmp_path / 'none.toml'}:1:1: ")


def test_text_of_a_file_never_acts_on_the_terminal(program: Program, tmp_path: Path, terminal: Terminal) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(WON.format(title="A\\u001b[2JB", story="C\\u0007D"), "utf-8")
    for ran in (program("chapter", "show", str(path)), program("chapter", "check", str(path))):
        assert "\x1b" not in ran.out + ran.err
        assert "\x07" not in ran.out + ran.err
    assert "\x1b[2J" not in terminal("chapter", "show", str(path)).sent
