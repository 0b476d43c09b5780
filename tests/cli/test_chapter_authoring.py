"""What an author types: chapter schema, new, show --lines and watch."""

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from campaign.files.chapters import check_paths, load_chapter
from campaign.files.schema import chapter_schema
from campaign.files.template import SCHEMA_FILE, inline, line_texts
from tests.cli.conftest import WON, Program, Terminal

ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Run each test in an empty folder."""
    folder = tmp_path / "mine"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return folder


def test_chapter_schema_is_the_schema(program: Program) -> None:
    assert json.loads(program("chapter", "schema").out) == chapter_schema()


def test_chapter_new_writes_a_whole_chapter_that_checks_clean(program: Program, empty_folder: Path) -> None:
    ran = program("chapter", "new", "quiet-night")
    path = empty_folder / "quiet-night.toml"
    assert (ran.code, ran.err) == (0, "")
    assert ran.lines[0] == "quiet-night.toml is ready."
    assert check_paths([path]) == []
    assert load_chapter(path).chapter.title == "Quiet night"
    assert program("chapter", "watch", "quiet-night.toml", typed="p\n").lines[-2].startswith("Seed: ")


@pytest.mark.parametrize("base", ["i", "ii", "iii", "iv"])
def test_chapter_new_extends_and_adds_nothing_yet(program: Program, empty_folder: Path, base: str) -> None:
    assert program("chapter", "new", "heir", "--extends", base).code == 0
    path = empty_folder / "heir.toml"
    assert check_paths([path]) == []
    shipped = load_chapter(ROOT / "chapters" / f"{base}.toml")
    assert load_chapter(path).toml == shipped.toml
    assert all(f"# {line}\n" in path.read_text("utf-8") for line in line_texts(shipped))


@pytest.mark.parametrize("arguments", [[], ["--extends", "iv"]])
def test_what_a_new_chapter_offers_in_comments_checks_clean_too(
    program: Program, empty_folder: Path, arguments: list[str]
) -> None:
    program("chapter", "new", "all", *arguments)
    path = empty_folder / "all.toml"
    text = path.read_text("utf-8").partition("# What it begins with")[0]
    offered = [line.removeprefix("# ") if _is_toml(line.removeprefix("# ")) else line for line in text.splitlines()]
    assert offered != text.splitlines()
    path.write_text("\n".join(offered), "utf-8")
    assert check_paths([path]) == []


def _is_toml(line: str) -> bool:
    return line.startswith("[") or " = " in line


def test_chapter_new_extends_a_chapter_of_its_own_folder(program: Program, empty_folder: Path) -> None:
    (empty_folder / "base.toml").write_text(WON.format(title="Base", story=""), "utf-8")
    assert program("chapter", "new", "heir", "--extends", "base").code == 0
    assert load_chapter(empty_folder / "heir.toml").lines["setup.jekyll-hyde"] == 10


def test_chapter_new_names_the_schema_that_is_there(program: Program, empty_folder: Path) -> None:
    (empty_folder / SCHEMA_FILE).write_text(program("chapter", "schema").out, "utf-8")
    program("chapter", "new", "fog")
    assert (empty_folder / "fog.toml").read_text("utf-8").splitlines()[0] == f"#:schema ./{SCHEMA_FILE}"
    assert check_paths([Path("fog.toml")]) == []


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["Fog"], 'found "Fog"'),
        (["../fog"], 'found "../fog"'),
        (["a" * 41], "40 at most"),
        (["campaign"], "not campaign"),
        ([""], 'found ""'),
        (["fog", "--extends", "ivv"], 'did you mean "iv"?'),
        (["fog", "--extends", "../iv"], "no such chapter"),
        (["fog", "--extends", "fog"], "never extends itself"),
    ],
)
def test_chapter_new_refuses_what_was_typed(
    program: Program, empty_folder: Path, arguments: list[str], said: str
) -> None:
    ran = program("chapter", "new", *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert said in ran.err
    assert list(empty_folder.iterdir()) == []


def test_chapter_new_never_overwrites(program: Program, empty_folder: Path) -> None:
    path = empty_folder / "fog.toml"
    path.write_text("mine", "utf-8")
    ran = program("chapter", "new", "fog")
    assert (ran.code, ran.err) == (2, "fog.toml is there already; choose another id\n")
    assert path.read_text("utf-8") == "mine"


def test_chapter_new_on_a_broken_base_tells_its_problems(program: Program, empty_folder: Path) -> None:
    (empty_folder / "base.toml").write_text("format = 1\n", "utf-8")
    ran = program("chapter", "new", "heir", "--extends", "base")
    assert (ran.code, ran.err.partition(":")[0]) == (1, "base.toml")
    assert not (empty_folder / "heir.toml").exists()


@pytest.mark.skipif(os.name == "nt" or not hasattr(os, "geteuid"), reason="needs a folder that refuses")
def test_chapter_new_where_the_system_says_no(program: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_arguments: object, **_named: object) -> None:
        raise PermissionError(13, "Permission denied", "fog.toml")

    monkeypatch.setattr(Path, "open", refused)
    assert program("chapter", "new", "fog").code == 4


def test_chapter_show_lines_says_where_each_comes_from(program: Program) -> None:
    lines = program("chapter", "show", "iv", "--lines").lines
    assert lines[1] == 'i.toml:16: deal.must-give = { icon = "jekyll-hyde" }'
    assert [line for line in lines if " setup.jekyll-hyde = " in line] == ["iv.toml:15: setup.jekyll-hyde = 4"]
    plain = json.loads(program("chapter", "show", "iv", "--json").out)
    told = json.loads(program("chapter", "show", "iv", "--lines", "--json").out)
    assert list(told) == [*plain, "origins"]
    assert list(told["origins"]) == list(told["lines"]) == list(plain["lines"])
    assert told["origins"]["deal.must-give"] == "i.toml:16"


@pytest.mark.parametrize("columns", [40, 80])
def test_chapter_show_lines_on_a_terminal(terminal: Terminal, columns: int) -> None:
    screen = terminal("chapter", "show", "iv", "--lines", columns=columns)
    assert screen.code == 0
    assert max(map(len, screen.lines)) <= columns
    assert "i.toml:16" in screen.text


def test_a_line_is_told_as_toml() -> None:
    value = {"a": [1, True, 'q"\\\x7f\n'], "b": {"c": False}, "d": {}}
    assert inline(value) == '{ a = [1, true, "q\\"\\\\\\u007f\\n"], b = { c = false }, d = {} }'


# chapter watch


GOOD = WON.format(title="Watched", story="")


class Watching:
    """The command as a process of its own, its lines as they come."""

    def __init__(self, path: Path) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "campaign", "chapter", "watch", str(path)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self.lines: list[str] = []
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def close(self) -> None:
        """Leave nothing behind."""
        self.process.kill()
        self.process.wait()
        self._reader.join()
        for stream in (self.process.stdin, self.process.stdout):
            assert stream is not None
            stream.close()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.append(line.rstrip("\n"))

    def until(self, number: int, *, seconds: float) -> list[str]:
        """Return the lines once there are so many."""
        end = time.monotonic() + seconds
        while len(self.lines) < number and time.monotonic() < end:
            time.sleep(0.01)
        return list(self.lines)

    def end(self) -> int:
        """Close its input and return its exit code."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        code = self.process.wait(20)
        self._reader.join()
        return code


@pytest.fixture
def watching(empty_folder: Path) -> Iterator[Watching]:
    path = empty_folder / "fog.toml"
    path.write_text(GOOD, "utf-8")
    watched = Watching(path)
    assert watched.until(1, seconds=20)[0].endswith("fog.toml: no problems")
    yield watched
    watched.close()


def _saved_in_place(path: Path, text: str) -> None:
    path.write_text(text, "utf-8")


def _saved_by_renaming(path: Path, text: str) -> None:
    new = path.with_suffix(".tmp")
    new.write_text(text, "utf-8")
    new.replace(path)


def _moved_away_first(path: Path, text: str) -> None:
    path.rename(path.with_suffix(".bak"))
    path.write_text(text, "utf-8")


@pytest.mark.parametrize("save", [_saved_in_place, _saved_by_renaming, _moved_away_first])
def test_watch_checks_again_at_each_save(
    watching: Watching, empty_folder: Path, save: Callable[[Path, str], None]
) -> None:
    path = empty_folder / "fog.toml"
    start = time.monotonic()
    save(path, f"{GOOD}setup.ruonds = 2\n")
    lines = watching.until(3, seconds=10)
    assert time.monotonic() - start < 1
    assert lines[1].endswith(f"{path}: 1 problem")
    assert lines[2].startswith(f"Problem: {path}:6:7: ")
    save(path, GOOD)
    assert watching.until(4, seconds=10)[3].endswith(": no problems")
    assert watching.end() == 0
    assert len(watching.lines) == 4


def test_watch_survives_that_the_file_and_its_folder_go_and_come(watching: Watching, empty_folder: Path) -> None:
    path = empty_folder / "fog.toml"
    path.unlink()
    lines = watching.until(3, seconds=10)
    assert lines[2] == f"Problem: {path}:1:1: cannot be read: No such file or directory"
    empty_folder.rmdir()
    time.sleep(0.5)
    empty_folder.mkdir()
    path.write_text(GOOD, "utf-8")
    assert watching.until(4, seconds=10)[3].endswith(": no problems")
    path.write_text(f"{GOOD}x = 1\n", "utf-8")
    assert watching.until(6, seconds=10)[4].endswith(": 1 problem")
    assert watching.end() == 0


def test_watch_sees_the_chapter_that_it_extends(empty_folder: Path) -> None:
    base, heir, other = (empty_folder / f"{name}.toml" for name in ("base", "heir", "other"))
    base.write_text(GOOD, "utf-8")
    other.write_text(GOOD, "utf-8")
    heir.write_text('format = 1\ntitle = "Heir"\nextends = "base"\n', "utf-8")
    watched = Watching(heir)
    watched.until(1, seconds=20)
    other.write_text("nothing", "utf-8")
    time.sleep(0.6)
    base.write_text(f"{GOOD}x = 1\n", "utf-8")
    lines = watched.until(3, seconds=10)
    assert lines[1].endswith(": 1 problem")
    assert watched.end() == 0
    assert len(watched.lines) == 3
    watched.close()


def test_watch_plays_and_leaves_by_key(watching: Watching) -> None:
    assert watching.process.stdin is not None
    watching.process.stdin.write("p\n")
    watching.process.stdin.flush()
    end = time.monotonic() + 20
    while not any(line.startswith("Seed: ") for line in watching.lines) and time.monotonic() < end:
        time.sleep(0.01)
    seeds = [line for line in watching.lines if line.startswith("Seed: ")]
    assert len(seeds) == 1
    watching.process.stdin.write("q\n")
    watching.process.stdin.flush()
    assert watching.process.wait(20) == 0


@pytest.mark.skipif(os.name == "nt", reason="needs a POSIX signal")
def test_watch_ends_with_0_at_ctrl_c(watching: Watching) -> None:
    watching.process.send_signal(signal.SIGINT)
    assert watching.process.wait(20) == 0
    assert "Traceback" not in "\n".join(watching.lines)


def test_watch_does_not_play_what_has_problems(program: Program, empty_folder: Path) -> None:
    (empty_folder / "fog.toml").write_text("format = 1\n", "utf-8")
    ran = program("chapter", "watch", "fog.toml", typed="pq")
    assert (ran.code, ran.lines[-1]) == (0, "A chapter with problems cannot be played.")


@pytest.mark.parametrize("name", ["none.toml", "."])
def test_watch_wants_a_file(program: Program, name: str) -> None:
    ran = program("chapter", "watch", name)
    assert (ran.code, ran.out) == (1, "")
    assert f"{name}:1:1: " in ran.err


@pytest.mark.parametrize("flags", [[], ["--plain"]])
def test_watch_at_a_terminal_answers_to_single_keys(empty_folder: Path, flags: list[str]) -> None:
    pty = pytest.importorskip("pty", reason="needs a POSIX terminal")
    (empty_folder / "fog.toml").write_text(GOOD, "utf-8")
    ours, theirs = pty.openpty()
    child = subprocess.Popen(
        [sys.executable, "-m", "campaign", *flags, "chapter", "watch", "fog.toml"],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        start_new_session=True,
        env={**os.environ, "TERM": "xterm-256color"},
    )
    os.close(theirs)
    sent, typed = b"", [b"p", b"q"]
    marks = [b"q leaves", b"Again: "]
    while True:
        try:
            read = os.read(ours, 65536)
        except OSError:
            break
        if not read:
            break
        sent += read
        if typed and marks[0] in sent:
            os.write(ours, typed.pop(0))
            marks.pop(0)
            marks.append(b"never")
    os.close(ours)
    assert child.wait(20) == 0
    assert b"Watched" in sent
    assert b"Seed" in sent
    assert (b"\x1b" in sent) == (not flags)
