"""The folder of saves: what is there, what is refused, and what every write leaves."""

import os
import subprocess
import sys
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from campaign.duel.match import Outcome, seed_in_match
from campaign.files.codec import decode
from campaign.files.errors import (
    FilesError,
    NameRefused,
    SaveChanged,
    SaveDamaged,
    SaveExists,
    SaveFailed,
    SaveNewer,
    SaveOfOtherKind,
    SaveUnknown,
)
from campaign.files.saves import SaveFolder, SaveSummary
from campaign.play.campaign import Campaign, Ending, Game, Reason, Row, RowState, StoredChapter, Verdict
from campaign.play.duels import Duel, Duels, finish

BEGAN = datetime(2026, 12, 1, 20, 15, tzinfo=UTC)
LATER = datetime(2026, 12, 8, 21, 2, 11, tzinfo=UTC)
FIRST, SECOND = "3f2a90c41b7d5e68", "00000000000000aa"

SAMPLE = Campaign(
    title="The Jekyll Case",
    folder="",
    players=("Ada", "[hyde]"),
    created=BEGAN,
    played=LATER,
    tracker=(Row(chapter="i", attempts=1, stars=2, state=RowState.DONE), Row(chapter="iv", attempts=1)),
    chapters={
        FIRST: StoredChapter(id="i", title="One", story="Fog.\nNight.\n", lines="rounds = 2\n"),
        SECOND: StoredChapter(id="iv", title="Two", story="", lines="rounds = 2\n"),
    },
    games=(
        Game(
            chapter=FIRST,
            seed=0,
            seats=("bot:random", "bot:random"),
            ending=Ending(verdict=Verdict.DEFEAT, reason=Reason.CAUGHT),
        ),
        Game(chapter=SECOND, seed=7, seats=("Ada", "[hyde]"), attempt=1, decisions=("concede",)),
    ),
)


@pytest.fixture
def folder(tmp_path: Path) -> SaveFolder:
    """Return a folder of saves that holds "Ada" alone."""
    found = SaveFolder(tmp_path / "saves")
    found.path.mkdir()
    assert found.create("Ada", SAMPLE) == "Ada"
    return found


def listing(folder: SaveFolder) -> list[str]:
    return sorted(path.name for path in folder.path.iterdir())


DUELS = Duels(
    players=("Ada", "Bert"),
    created=BEGAN,
    played=LATER.replace(hour=22),
    games=(
        Duel(seed=7, seats=("Ada", "bot:careful"), of=2, decisions=("jekyll passes P1",), ending=Outcome(3, 4)),
        Duel(seed=seed_in_match(7, 2), seats=("bot:careful", "Ada"), game=2, of=2, decisions=("jekyll passes P2",)),
    ),
)


def test_a_folder_that_is_not_there_holds_nothing(tmp_path: Path) -> None:
    folder = SaveFolder(tmp_path / "none")
    assert folder.names() == []
    assert folder.summaries() == []
    assert folder.last_played() is None
    for asked in (folder.read, folder.load, folder.load_duels, folder.delete, folder.read_backup, folder.restore):
        with pytest.raises(SaveUnknown, match=r'"a" in .*none') as unknown:
            asked("a")
        assert unknown.value.exit_code == 2
    assert not folder.path.exists()


def test_only_saves_are_saves(folder: SaveFolder) -> None:
    for other in (
        "Ada.toml.bak",
        "Ada.toml.lock",
        "Ada.toml.held",
        ".Ada.toml.tmp",
        "x.txt",
        ".toml",
        "con.toml",
        "a b.TOML",
    ):
        (folder.path / other).touch()
    (folder.path / "sub.toml").mkdir()
    (folder.path / "sub.toml" / "deep.toml").touch()
    os.mkfifo(folder.path / "pipe.toml")
    assert folder.names() == ["Ada"]


def test_a_name_is_found_whatever_its_case(folder: SaveFolder) -> None:
    assert folder.find("ADA") == "Ada"
    assert folder.find("Bea") is None
    assert folder.load("aDa") == SAMPLE
    (folder.path / "Ada.toml").rename(folder.path / "Zoe\u0308.toml")
    assert SaveFolder(folder.path).load("ZOË") == SAMPLE


@pytest.mark.parametrize("name", ["Ada", "ADA", "ada"])
def test_a_name_in_use_is_refused(name: str, folder: SaveFolder) -> None:
    """S04."""
    before = (folder.path / "Ada.toml").read_bytes()
    for again in (folder, SaveFolder(folder.path)):
        with pytest.raises(SaveExists, match='"Ada"') as refused:
            again.create(name, replace(SAMPLE, title="other"))
        assert refused.value.exit_code == 2
    assert (folder.path / "Ada.toml").read_bytes() == before
    assert listing(folder) == ["Ada.toml"]


def test_a_backup_alone_keeps_its_name_in_use(folder: SaveFolder) -> None:
    (folder.path / "Ada.toml").rename(folder.path / "Ada.toml.bak")
    again = SaveFolder(folder.path)
    with pytest.raises(SaveExists, match=r"Ada\.toml\.bak: "):
        again.create("ada", SAMPLE)
    assert again.read_backup("ada") == SAMPLE
    assert again.restore("ada") is None
    assert again.load("Ada") == SAMPLE


def test_the_version_before_is_the_backup(folder: SaveFolder) -> None:
    assert listing(folder) == ["Ada.toml"]
    for number in range(3):
        folder.write("Ada", replace(SAMPLE, title=str(number)))
    assert folder.load("Ada").title == "2"
    assert folder.read_backup("Ada") == replace(SAMPLE, title="1")
    assert listing(folder) == ["Ada.toml", "Ada.toml.bak"]


def test_a_list_shows_every_save(folder: SaveFolder) -> None:
    """S03: a bad save is named with its reason and hides no other."""
    folder.create("done", replace(SAMPLE, games=SAMPLE.games[:1], finished=LATER, played=BEGAN))
    folder.create("fresh", replace(SAMPLE, games=(), tracker=(), chapters={}, played=BEGAN))
    text = (folder.path / "Ada.toml").read_text()
    bad: dict[str, str | bytes] = {
        "cut": text[: len(text) // 2],
        "cut-between-games": text[: text.rindex("[[games]]")],
        "empty": "",
        "foreign": '[project]\nname = "x"\n',
        "binary": b"\xff\xfe\0\0",
        "newer": text.replace("format = 1", "format = 2"),
    }
    for name, content in bad.items():
        (folder.path / f"{name}.toml").write_bytes(content if isinstance(content, bytes) else content.encode())
    (folder.path / "loop.toml").symlink_to("loop.toml")
    (folder.path / "nowhere.toml").symlink_to("nothing")
    found = {summary.name: summary for summary in folder.summaries()}
    assert list(found) == sorted([*bad, "Ada", "done", "fresh", "loop", "nowhere"], key=str.casefold)
    problems = {
        "cut": "cut off",
        "cut-between-games": "cut off",
        "empty": "the file is empty",
        "foreign": "format: expected the number 1; found nothing",
        "binary": "the file is not UTF-8 at byte 0",
        "newer": "made by a newer version (format 2); this one reads format 1",
        "loop": "Too many levels of symbolic links",
        "nowhere": "nothing is there",
    }
    for name, problem in problems.items():
        told = found[name].problem
        assert told is not None
        assert problem in told
        assert str(folder.path) not in told
        with pytest.raises(FilesError) as refused:
            folder.load(name)
        assert str(refused.value).startswith(f"{folder.path}/{name}.toml: ")
    assert found["Ada"] == SaveSummary(
        name="Ada",
        kind="campaign",
        title="The Jekyll Case",
        folder="",
        chapter="iv",
        attempt=1,
        stars=2,
        in_progress=True,
        rows=SAMPLE.tracker,
        played=LATER,
        finished=None,
        problem=None,
    )
    assert (found["done"].chapter, found["done"].attempt, found["done"].in_progress) == ("i", None, False)
    assert found["done"].finished == LATER
    assert (found["fresh"].chapter, found["fresh"].stars, found["fresh"].in_progress) == (None, 0, False)
    assert folder.last_played() == "Ada"


def test_a_folder_holds_saves_of_both_kinds(folder: SaveFolder) -> None:
    assert folder.create("fight", DUELS) == "fight"
    fresh = SaveFolder(folder.path)
    assert (fresh.read("Ada"), fresh.read("fight")) == (SAMPLE, DUELS)
    assert (fresh.load("Ada"), fresh.load_duels("Fight")) == (SAMPLE, DUELS)
    ended = finish(DUELS, Outcome(2, 10))
    fresh.write("fight", ended)
    assert (fresh.read("fight"), fresh.read_backup("fight")) == (ended, DUELS)
    assert listing(folder) == ["Ada.toml", "fight.toml", "fight.toml.bak"]
    (folder.path / "fight.toml").write_bytes(b"junk")
    with pytest.raises(SaveDamaged, match=r"fight\.toml: the file is not TOML"):
        fresh.load_duels("fight")
    assert fresh.restore("fight") == folder.path / "fight.toml.damaged"
    assert fresh.load_duels("fight") == DUELS
    fresh.delete("fight")
    assert listing(folder) == ["Ada.toml", "fight.toml.damaged"]


def test_a_list_tells_where_a_duel_stands(folder: SaveFolder) -> None:
    folder.create("fight", DUELS)
    folder.create("ended", finish(DUELS, Outcome(2, 10)))
    folder.create("fresh", replace(DUELS, games=()))
    found = {summary.name: summary for summary in folder.summaries()}
    assert found["fight"] == SaveSummary(
        name="fight", kind="duel", in_progress=True, duel=DUELS.games[1], played=LATER.replace(hour=22)
    )
    assert (found["ended"].in_progress, found["ended"].duel) == (False, finish(DUELS, Outcome(2, 10)).games[1])
    assert (found["fresh"].in_progress, found["fresh"].duel, found["fresh"].kind) == (False, None, "duel")
    assert folder.last_played() == "Ada"  # the campaign played last, though duels were played after it


def test_a_name_that_holds_the_other_kind_is_refused(folder: SaveFolder) -> None:
    folder.create("fight", DUELS)
    before = {path.name: path.read_bytes() for path in folder.path.iterdir()}
    with pytest.raises(SaveOfOtherKind) as refused:
        folder.load("fight")
    assert str(refused.value) == '"fight" holds duels, not a campaign'
    assert (refused.value.exit_code, refused.value.name, refused.value.kind) == (2, "fight", "duel")
    with pytest.raises(SaveOfOtherKind) as refused:
        folder.load_duels("Ada")
    assert str(refused.value) == '"Ada" holds a campaign, not duels'
    assert (refused.value.name, refused.value.kind) == ("Ada", "campaign")
    for name, other in (("FIGHT", SAMPLE), ("ada", DUELS)):
        with pytest.raises(SaveExists, match="a save of the name"):
            folder.create(name, other)
    assert {path.name: path.read_bytes() for path in folder.path.iterdir()} == before


@pytest.mark.parametrize("version", ["2", "0", "-1", '"1"', "true", "1.0", None])
def test_another_format_is_never_written_over(version: str | None, folder: SaveFolder) -> None:
    """B19: content and times stay as they were, whatever is tried."""
    path = folder.path / "Ada.toml"
    folder.write("Ada", SAMPLE)
    path.write_text(path.read_text().replace("format = 1\n", "" if version is None else f"format = {version}\n"))
    before, stamp = path.read_bytes(), path.stat()
    fresh = SaveFolder(folder.path)
    kind = SaveNewer if version == "2" else SaveDamaged
    with pytest.raises(kind, match=r"Ada\.toml: "):
        fresh.load("Ada")
    with pytest.raises(SaveChanged, match="was not read"):
        fresh.write("Ada", SAMPLE)
    with pytest.raises(SaveChanged, match="has changed"):
        folder.write("Ada", SAMPLE)
    with pytest.raises(SaveExists):
        fresh.create("Ada", SAMPLE)
    if kind is SaveNewer:
        with pytest.raises(SaveNewer):
            fresh.restore("Ada")
    assert path.read_bytes() == before
    assert (path.stat().st_mtime_ns, path.stat().st_ino) == (stamp.st_mtime_ns, stamp.st_ino)


def test_a_save_that_another_wrote_is_left_alone(folder: SaveFolder) -> None:
    other = SaveFolder(folder.path)
    other.load("Ada")
    other.write("Ada", replace(SAMPLE, title="theirs"))
    with pytest.raises(SaveChanged):
        folder.write("Ada", replace(SAMPLE, title="ours"))
    assert other.load("Ada").title == "theirs"
    folder.load("Ada")
    folder.write("Ada", replace(SAMPLE, title="ours"))
    (folder.path / "Ada.toml").unlink()
    with pytest.raises(SaveChanged, match="is gone"):
        folder.write("Ada", SAMPLE)
    assert not (folder.path / "Ada.toml").exists()


def test_repair_keeps_what_was_damaged(folder: SaveFolder) -> None:
    folder.write("Ada", replace(SAMPLE, title="second"))
    path = folder.path / "Ada.toml"
    fresh = SaveFolder(folder.path)
    for number, junk in enumerate([b"junk", b"more junk"], 1):
        path.write_bytes(junk)
        aside = fresh.restore("ada")
        assert aside == folder.path / f"Ada.toml.damaged{'' if number == 1 else number}"
        assert aside.read_bytes() == junk
        assert fresh.load("Ada") == fresh.read_backup("Ada") == SAMPLE
        assert fresh.names() == ["Ada"]
    fresh.write("Ada", replace(SAMPLE, title="third"))
    assert SaveFolder(folder.path).load("Ada").title == "third"


def test_a_bad_backup_is_not_put_in_place(folder: SaveFolder) -> None:
    path, backup = folder.path / "Ada.toml", folder.path / "Ada.toml.bak"
    with pytest.raises(SaveUnknown, match=r"Ada\.toml\.bak: nothing is there"):
        folder.restore("Ada")
    path.write_bytes(b"junk")
    backup.write_bytes(b"junk too")
    for asked in (folder.read_backup, folder.restore):
        with pytest.raises(SaveDamaged, match=r"Ada\.toml\.bak: "):
            asked("Ada")
    assert (path.read_bytes(), backup.read_bytes()) == (b"junk", b"junk too")


def test_delete_leaves_nothing_but_the_others(folder: SaveFolder) -> None:
    folder.write("Ada", SAMPLE)
    folder.create("Ada2", SAMPLE)
    for other in ("Ada.toml.lock", "Ada.toml.held"):
        (folder.path / other).touch()
    folder.delete("ADA")
    assert listing(folder) == ["Ada2.toml"]
    assert folder.create("Ada", SAMPLE) == "Ada"


def test_a_save_that_cannot_be_text_is_refused(folder: SaveFolder) -> None:
    before = (folder.path / "Ada.toml").read_bytes()
    with pytest.raises(SaveFailed, match=r"Ada\.toml: a save is Unicode text"):
        folder.write("Ada", replace(SAMPLE, folder="/\udcff"))
    assert (folder.path / "Ada.toml").read_bytes() == before


def test_repair_stops_where_the_damaged_save_cannot_be_kept(
    folder: SaveFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder.write("Ada", SAMPLE)
    (folder.path / "Ada.toml").write_bytes(b"junk")
    (folder.path / "Ada.toml.damaged").write_bytes(b"older junk")
    monkeypatch.setattr(os.path, "lexists", lambda _path: False)  # another process is quicker
    with pytest.raises(SaveFailed, match=r"Ada\.toml\.damaged: the save cannot be kept there: File exists"):
        folder.restore("Ada")
    assert (folder.path / "Ada.toml").read_bytes() == b"junk"
    assert (folder.path / "Ada.toml.damaged").read_bytes() == b"older junk"


def test_a_linked_save_stays_a_link(folder: SaveFolder, tmp_path: Path) -> None:
    path, real = folder.path / "Ada.toml", tmp_path / "elsewhere" / "real.toml"
    real.parent.mkdir()
    path.rename(real)
    path.symlink_to(real)
    folder.write("Ada", replace(SAMPLE, title="second"))
    assert path.readlink() == real
    assert decode(real.read_text()) == replace(SAMPLE, title="second")
    assert folder.read_backup("Ada") == SAMPLE
    assert [other.name for other in real.parent.iterdir()] == ["real.toml"]
    path.write_bytes(b"junk")
    aside = folder.restore("Ada")
    assert aside is not None
    assert (aside.read_bytes(), aside.is_symlink(), path.readlink()) == (b"junk", False, real)
    assert listing(folder) == ["Ada.toml", "Ada.toml.bak", "Ada.toml.damaged"]


@pytest.mark.parametrize("mask", [0o022, 0o077])
def test_the_mode_honours_the_umask(mask: int, tmp_path: Path) -> None:
    before = os.umask(mask)
    try:
        folder = SaveFolder(tmp_path)
        folder.create("a", SAMPLE)
        folder.write("a", replace(SAMPLE, title="second"))
    finally:
        os.umask(before)
    assert {path.stat().st_mode & 0o777 for path in tmp_path.iterdir()} == {0o666 & ~mask}


def test_the_longest_name_has_room_for_every_ending(tmp_path: Path) -> None:
    name = "\N{DESERET CAPITAL LETTER LONG I}" * 60
    folder = SaveFolder(tmp_path)
    folder.create(name, SAMPLE)
    folder.write(name, SAMPLE)
    for _ in range(2):
        (tmp_path / f"{name}.toml").write_bytes(b"junk")
        assert folder.restore(name) is not None
    assert folder.load(name) == SAMPLE


def test_a_bad_name_creates_nothing(tmp_path: Path) -> None:
    """B23."""
    home = tmp_path / "saves"
    home.mkdir()
    for name in ("../x", "/etc/x", "a/b", "", "..", "a\0b"):
        with pytest.raises(NameRefused):
            SaveFolder(home).create(name, SAMPLE)
        with pytest.raises(NameRefused):
            SaveFolder(home).write(name, SAMPLE)
    assert [path.name for path in tmp_path.rglob("*")] == ["saves"]


def test_no_slow_library_is_imported_to_know_the_saves() -> None:
    script = "import sys, campaign.files.saves, campaign.files.places, campaign.files.locks; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, check=True, text=True, cwd=Path(__file__).parents[1]
    )
    assert not {"pydantic", "filelock", "platformdirs", "tomllib", "tomli_w"} & set(done.stdout.split())


def test_a_pipe_or_an_endless_device_is_named_and_nothing_waits_for_it(folder: SaveFolder) -> None:
    folder.create("good", SAMPLE)
    os.mkfifo(folder.path / "pipe.toml")
    (folder.path / "zero.toml").symlink_to("/dev/zero")
    problems = {one.name: one.problem for one in folder.summaries()}
    assert problems["good"] is None
    assert problems["zero"] == "the save cannot be read: it is no ordinary file"
    with pytest.raises(SaveFailed, match="no ordinary file"):
        folder.load("zero")
