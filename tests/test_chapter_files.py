"""Chapter files and campaign folders on the disk (chapter format, sections 1 and 7; field reports B32 and S13)."""

import errno
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from campaign.files.chapters import (
    ChapterProblems,
    Problem,
    check_paths,
    load_chapter,
    load_folder,
    shipped_folder,
    stored_chapter,
)
from campaign.notation import Suit
from campaign.rules.chapter import (
    Achievement,
    AllOf,
    Cards,
    Chapter,
    Compare,
    Count,
    FirstTakes,
    Holding,
    Icon,
    JudgedIn,
    Leading,
    Move,
    Not,
    Noun,
    Objective,
    PastTheEnd,
    Pawn,
    Resolver,
    Role,
    RoundRules,
    Span,
    Take,
    When,
)

WHOLE = """\
format = 1
title = "Whole"
story = "A story."
[setup]
rounds = 1
jekyll-hyde = 6
scotland-yard = 1
last-position = 9
past-the-end = "stop"
[deal]
hand = 11
give = 3
must-give = { suit = ["fear", "potion"], value = 3 }
[city]
from-reserve = 1
[ranks]
start = ["manipulation", "fear", "ruse"]
first-takes = "highest"
[night]
leading = "hyde"
opens = "other"
must-follow = false
[reactions]
resolver = "leading"
per-round = 2
[talk]
gifts = true
[moves.second]
order = 2
pawn = "jekyll-hyde"
forward = { count = "cards", held-by = "players", icon = "jekyll-hyde", for-every = 2, over = "chapter" }
[moves.first]
order = 1
pawn = "scotland-yard"
back = 2
text = "Back they go."
if = { all = [
  { count = "tricks", won-by = "city", trick = [1, "last"], at-least = 1 },
  { not = { count = "gap", exactly = 3 } },
] }
[moves.early]
order = 9
when = "trick-end"
pawn = "jekyll-hyde"
forward = 1
[objectives.longest]
must = { count = "tricks-in-a-row", won-by = "players", take = "larger", at-least = 2, at-most = 4 }
[objectives.all]
in = "chapter"
must = { count = "steps", pawn = "jekyll-hyde", more-than = { count = "reactions", suit = "fear" } }
[achievement]
stars = 3
must = { count = "tricks", led-by = "hyde", holding = { suit = "potion", at-most = 1 }, exactly = 2 }
"""


def test_a_chapter_is_built_whole(tmp_path: Path) -> None:
    path = tmp_path / "whole.toml"
    path.write_text(WHOLE)
    led = Count(
        noun=Noun.TRICKS,
        led_by=Role.HYDE,
        holding=Holding(cards=Cards(suit=(Suit.POTION,)), at_least=0, at_most=1),
    )
    moves = (
        Move(name="early", when=When.TRICK_END, order=9, pawn=Pawn.JEKYLL_HYDE, steps=1),
        Move(
            name="first",
            order=1,
            pawn=Pawn.SCOTLAND_YARD,
            back=True,
            steps=2,
            text="Back they go.",
            condition=AllOf(
                (
                    Compare(count=Count(noun=Noun.TRICKS, won_by=Role.CITY, trick=(1, 0)), at_least=1),
                    Not(Compare(count=Count(noun=Noun.GAP), at_least=3, at_most=3)),
                )
            ),
        ),
        Move(
            name="second",
            order=2,
            pawn=Pawn.JEKYLL_HYDE,
            for_every=2,
            steps=Count(noun=Noun.CARDS, held_by=Role.PLAYERS, cards=Cards(icon=Icon.JEKYLL_HYDE), over=Span.CHAPTER),
        ),
    )
    run = Count(noun=Noun.TRICKS_IN_A_ROW, won_by=Role.PLAYERS, take=Take.LARGER)
    steps = Compare(
        count=Count(noun=Noun.STEPS, pawn=Pawn.JEKYLL_HYDE),
        more_than=Count(noun=Noun.REACTIONS, cards=Cards(suit=(Suit.FEAR,))),
    )
    assert load_chapter(path).chapter == Chapter(
        id="whole",
        title="Whole",
        story="A story.",
        jekyll_hyde=6,
        scotland_yard=1,
        last_position=9,
        past_the_end=PastTheEnd.STOP,
        rounds=(
            RoundRules(
                hand=11,
                give=3,
                must_give=Cards(suit=(Suit.FEAR, Suit.POTION), value=(3,)),
                from_reserve=1,
                ranks_start=(Suit.MANIPULATION, Suit.FEAR, Suit.RUSE),
                first_takes=FirstTakes.HIGHEST,
                leading=Leading.HYDE,
                opens=Role.OTHER,
                must_follow=False,
                resolver=Resolver.LEADING,
                reactions_cap=2,
                talk_gifts=True,
                moves=moves,
                objectives=(Objective(name="longest", must=Compare(count=run, at_least=2, at_most=4)),),
            ),
        ),
        objectives=(Objective(name="all", judged_in=JudgedIn.CHAPTER, must=steps),),
        achievement=Achievement(must=Compare(count=led, at_least=2, at_most=2), stars=3),
    )


def test_defaults_are_those_of_the_rules(tmp_path: Path) -> None:
    path = tmp_path / "bare.toml"
    path.write_text('format = 1\ntitle = "x"\nsetup.jekyll-hyde = 10\nscore.by-attempt = [1, 1, 1, 1, 1, 0]\n')
    file = load_chapter(path)
    assert file.chapter == Chapter(id="bare", title="x", jekyll_hyde=10, by_attempt=(1, 1, 1, 1, 1, 0))
    assert (file.number, dict(file.lines)) == (0, {"score.by-attempt": [1, 1, 1, 1, 1, 0], "setup.jekyll-hyde": 10})
    assert dict(file.origins) == {"score.by-attempt": "bare.toml:4", "setup.jekyll-hyde": "bare.toml:3"}


def test_the_shipped_campaign_loads() -> None:
    folder = load_folder()
    assert folder.path == shipped_folder()
    listed = [(file.number, file.chapter.id) for file in folder.chapters]
    assert listed[:4] == [(1, "i"), (2, "ii"), (3, "iii"), (4, "iv")]
    assert check_paths([shipped_folder()]) == []
    assert folder.find("iii") is folder.chapters[2]
    assert folder.find("no") is None


def test_chapters_stored_in_a_save_are_the_same_chapters() -> None:
    for file in load_folder().chapters:
        chapter = file.chapter
        stored = stored_chapter(file.toml, id=chapter.id, title=chapter.title, story=chapter.story, where="a.toml")
        assert stored == chapter


@pytest.mark.parametrize(
    ("toml", "message"),
    [
        ("setup.jekyll-hyde = 11\n", 'a.toml:1:21: "jekyll-hyde" is a whole number, 0 to 10; found 11'),
        ("[setup\n", "a.toml:1:7: not TOML: expected ']' at the end of a table declaration"),
        ('extends = "i"\n', 'a.toml:1:1: stored lines have no key "extends"'),
        (
            "setup.jekyll-hyde = 10\n",
            "a.toml:1:1: a chapter has one of [achievement] and [score]; this one has neither",
        ),
    ],
)
def test_a_broken_stored_chapter_is_named(toml: str, message: str) -> None:
    with pytest.raises(ChapterProblems) as caught:
        stored_chapter(toml, id="i", title="", story="", where="a.toml")
    assert str(caught.value) == message


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    copy = tmp_path / "campaign"
    shutil.copytree(shipped_folder(), copy)
    return copy


@pytest.mark.parametrize("change", ["bom", "crlf", "mixed", "no end", "tabs"])
def test_bom_crlf_and_the_like_load_the_same(folder: Path, change: str) -> None:
    path = folder / "i.toml"
    before = load_chapter(path)
    text = path.read_text()
    changed = {
        "bom": "\ufeff" + text,
        "crlf": text.replace("\n", "\r\n"),
        "mixed": text.replace("\n", "\r\n", 5),
        "no end": text.rstrip("\n"),
        "tabs": text.replace(" = ", "\t=\t"),
    }[change]
    path.write_bytes(changed.encode())
    assert load_chapter(path) == before


def test_places_are_the_same_with_bom_and_crlf(tmp_path: Path) -> None:
    path = tmp_path / "x.toml"
    text = '\ufeffformat = 2\r\ntitle = "é"\r\nsetup.jekyll-hyde = { a = "é", b = 2 }\r\n'
    path.write_bytes(text.encode())
    assert check_paths([path]) == [
        Problem(str(path), 1, 10, '"format" is a whole number, 1; found 2'),
        Problem(str(path), 3, 21, '"jekyll-hyde" is a whole number; found a table'),
    ]


HOSTILE = {
    "utf-16": ('title = "x"'.encode("utf-16"), "1:1: not UTF-8: save the file with that encoding"),
    "latin-1": (b'a = 1\nb = "\xe9"\n', "2:6: not UTF-8: save the file with that encoding"),
    "digits": (b"a = 1" + b"0" * 5000, "1:1: not TOML: a number has too many digits"),
    "brackets": (b"a = " + b"[" * 3000 + b"]" * 3000, "1:1: tables and lists are nested too deep: 32 levels at most"),
    "deep": (b"a = " + b"[" * 40 + b"]" * 40, "1:1: tables and lists are nested too deep: 32 levels at most"),
    "dotted": (b".".join([b"a"] * 2000) + b" = 1", "1:1: tables and lists are nested too deep: 32 levels at most"),
    "month": (b"a = 2026-02-30", "1:5: not TOML: invalid date or datetime"),
    "cut": (b'a = 1\nb = "x', "2:7: not TOML: unterminated string"),
    "twice": (b"a = 1\na = 2\n", "2:6: not TOML: cannot overwrite a value"),
    "big": (b"#" * 50_000_000, "1:1: larger than 1 MB: this is no chapter"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_text_is_one_problem(tmp_path: Path, name: str) -> None:
    content, message = HOSTILE[name]
    path = tmp_path / "x.toml"
    path.write_bytes(content)
    assert list(map(str, check_paths([path]))) == [f"{path}:{message}"]


def test_what_is_no_readable_file_is_one_problem(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.toml"
    os.mkfifo(pipe)
    (tmp_path / "loop.toml").symlink_to("loop.toml")
    paths = [tmp_path / "gone.toml", tmp_path / "loop.toml", pipe, Path("a\0b.toml"), Path("/dev/zero")]
    assert [problem.text for problem in check_paths(paths)] == [
        "this is not an ordinary file; a TOML file is needed",
        "cannot be read: No such file or directory",
        "cannot be read: Too many levels of symbolic links",
        "this is not an ordinary file; a TOML file is needed",
        "cannot be read: no file has such a name",
    ]


def test_an_unreadable_file_is_one_problem(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(path: Path, mode: str) -> None:
        raise PermissionError(errno.EACCES, "Permission denied", f"{path} {mode}")

    # Permissions would not stop a test that runs as root.
    monkeypatch.setattr(Path, "open", refuse)
    assert [str(problem) for problem in check_paths([folder])] == [
        f"{folder}/campaign.toml:1:1: cannot be read: Permission denied"
    ]


def test_a_folder_without_campaign_toml_and_a_folder_for_a_chapter(folder: Path) -> None:
    (folder / "empty").mkdir()
    (folder / "ii.toml").unlink()
    (folder / "ii.toml").mkdir()
    assert [str(problem).removeprefix(f"{folder}/") for problem in check_paths([folder / "empty", folder])] == [
        "empty/campaign.toml:1:1: cannot be read: No such file or directory",
        "ii.toml:1:1: this is a folder; a TOML file is needed",
    ]


def test_all_problems_of_all_files_of_a_folder_come_at_once(folder: Path) -> None:
    (folder / "campaign.toml").write_text('format = true\ntitle = "x"\nchapters = ["i", "ii", "iiii", "iv"]\n')
    (folder / "i.toml").write_text("[setup]\nrounds = 2\n")
    (folder / "iv.toml").write_text("a = \n")
    expected = [
        f'{folder}/campaign.toml:1:10: "format" is a whole number; found true',
        f'{folder}/campaign.toml:3:24: there is no file "iiii.toml" in this folder; did you mean "iii"?',
        f'{folder}/i.toml:1:1: a chapter needs "format"',
        f'{folder}/i.toml:1:1: a chapter needs "title"',
        f"{folder}/iv.toml:1:5: not TOML: invalid value",
    ]
    assert list(map(str, check_paths([folder, folder / "campaign.toml"]))) == expected
    with pytest.raises(ChapterProblems) as caught:
        load_folder(folder)
    assert str(caught.value).split("\n") == expected


def test_a_chapter_file_has_a_name_that_is_an_id(tmp_path: Path) -> None:
    path = tmp_path / "My Chapter.toml"
    path.write_text('format = 1\ntitle = "x"\n')
    assert list(map(str, check_paths([path]))) == [
        (
            f"{path}:1:1: a chapter's file is called ID.toml, the id in small letters, digits and hyphens, "
            'a letter first; found "My Chapter.toml"'
        )
    ]


def test_pydantic_is_imported_only_when_a_chapter_is_read() -> None:
    code = "import sys, campaign.files.chapters; sys.exit('pydantic' in sys.modules)"
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parent.parent)}
    assert subprocess.run([sys.executable, "-c", code], env=environment, check=False).returncode == 0


def test_a_chapter_with_problems_is_not_loaded(tmp_path: Path) -> None:
    path = tmp_path / "x.toml"
    path.write_text('format = 1\ntitle = "x"\nsetup.jekyll-hyde = 10\n')
    with pytest.raises(ChapterProblems) as caught:
        load_chapter(path)
    text = "a chapter has one of [achievement] and [score]; this one has neither"
    assert caught.value.problems == (Problem(str(path), 1, 1, text),)
