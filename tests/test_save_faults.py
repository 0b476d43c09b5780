"""Full disks, signals, kills, held files and refusing folders: a save is always the one before or the one after.

Run as a script, this file is the child process of its own tests.
"""

import contextlib
import errno
import os
import random
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import NoReturn

import pytest

from campaign.files import disk
from campaign.files.codec import Kind, Save, decode, encode, kind_of
from campaign.files.errors import PlaceRefused, SaveChanged, SaveDamaged, SaveFailed, SaveHeld
from campaign.files.locks import hold
from campaign.files.saves import SaveFolder
from campaign.play.campaign import Campaign, Game, StoredChapter
from campaign.play.duels import Duel, Duels

MOMENT = datetime(2026, 12, 1, 20, 15, tzinfo=UTC)
DIGEST = "3f2a90c41b7d5e68"


def version(number: int, kind: Kind = Kind.CAMPAIGN) -> Save:
    """Return a save whose every part says its number: a mix of two is no version."""
    decisions = (f"jekyll plays F{number}",) * 90
    if kind is Kind.DUEL:
        prints = (f"{number}",) * 200
        duel = Duel(seed=number, seats=("Ada", "Bert"), decisions=decisions, fingerprints=prints)
        return Duels(players=("Ada", "Bert"), created=MOMENT, played=MOMENT, games=(duel,))
    return Campaign(
        title=f"version {number}",
        folder="",
        players=("Ada", "Bert"),
        created=MOMENT,
        played=MOMENT,
        chapters={DIGEST: StoredChapter(id="i", title="One", story="Fog.\n" * 200, lines=f"a = {number}\n" * 100)},
        games=(Game(chapter=DIGEST, seed=number, seats=("Ada", "Bert"), decisions=decisions),),
    )


def number_of(save: Save) -> int:
    """Return the number of a save that is a version."""
    number = save.games[0].seed
    assert save == version(number, kind_of(save))
    return number


def names(folder: Path) -> list[str]:
    """Return what lies in a folder."""
    return sorted(path.name for path in folder.iterdir())


def folder_of(path: Path, kind: Kind) -> SaveFolder:
    """Return a folder with the save "a" at version 1 and its backup at version 0."""
    found = SaveFolder(path)
    found.create("a", version(0, kind))
    found.write("a", version(1, kind))
    return found


@pytest.fixture
def folder(tmp_path: Path) -> SaveFolder:
    """Return a folder with the campaign "a" at version 1 and its backup at version 0."""
    return folder_of(tmp_path, Kind.CAMPAIGN)


def refusing(code: int) -> object:
    """Return a function that the operating system refuses."""

    def refuse(*_args: object, **_options: object) -> NoReturn:
        raise OSError(code, os.strerror(code))

    return refuse


@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EIO, errno.EROFS, errno.EDQUOT])
@pytest.mark.parametrize("function", ["open", "write", "fsync", "close", "replace"])
@pytest.mark.parametrize("exists", [True, False])
def test_a_system_that_refuses_leaves_the_old_save(
    function: str, code: int, *, exists: bool, folder: SaveFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    """B15: path and cause, the old save byte-identical, no temporary file, and the next write works."""
    name = "a" if exists else "b"
    before = {path.name: path.read_bytes() for path in folder.path.iterdir()}
    real_close = os.close

    def close(descriptor: int) -> NoReturn:
        real_close(descriptor)
        raise OSError(code, os.strerror(code))

    with monkeypatch.context() as patch:
        patch.setattr(os, function, close if function == "close" else refusing(code))
        with pytest.raises(SaveFailed) as failed:
            folder.write("a", version(2)) if exists else folder.create("b", version(2))
    assert str(failed.value) == f"{folder.path}/{name}.toml: the save cannot be written: {os.strerror(code)}"
    assert failed.value.exit_code == 4
    after = {path.name: path.read_bytes() for path in folder.path.iterdir()}
    assert after.pop("a.toml") == before.pop("a.toml")
    assert set(after) == set(before)
    assert number_of(folder.read_backup("a")) in {0, 1}
    folder.write("a", version(2)) if exists else folder.create("b", version(2))
    assert number_of(folder.read(name)) == 2


def test_a_disk_that_takes_only_a_part_at_a_time(folder: SaveFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    real_write = os.write
    monkeypatch.setattr(os, "write", lambda descriptor, data: real_write(descriptor, data[:100]))
    folder.write("a", version(2))
    assert number_of(folder.read("a")) == 2


@pytest.mark.parametrize("code", [errno.EPERM, errno.EOPNOTSUPP, errno.EXDEV, errno.EMLINK])
def test_a_file_system_without_links_keeps_a_backup(
    code: int, folder: SaveFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "link", refusing(code))
    folder.write("a", version(2))
    assert number_of(folder.read("a")) == 2
    assert number_of(folder.read_backup("a")) == 1
    (folder.path / "a.toml").write_bytes(b"junk")
    assert folder.restore("a") == folder.path / "a.toml.damaged"
    assert (folder.path / "a.toml.damaged").read_bytes() == b"junk"


def test_a_folder_that_cannot_be_synced_is_no_failure(folder: SaveFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    real_open = os.open

    def open_files_alone(path: Path, flags: int, mode: int = 0o777) -> int:
        if path.is_dir():
            raise PermissionError(errno.EACCES, "folders cannot be opened")
        return real_open(path, flags, mode)

    monkeypatch.setattr(os, "open", open_files_alone)
    folder.write("a", version(2))
    assert number_of(folder.read("a")) == 2


@pytest.mark.parametrize("refusals", [1, 2, 5, None])
def test_a_file_that_another_program_has_open(
    refusals: int | None, folder: SaveFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    """S12: tried again for about a second, then the old save stays."""
    real_replace, calls, slept = os.replace, [0], [0.0]

    def held_open(source: Path, target: Path) -> None:
        if target.name == "a.toml":
            calls[0] += 1
            if refusals is None or calls[0] <= refusals:
                raise PermissionError(errno.EACCES, "used by another process")
        real_replace(source, target)

    def sleep(seconds: float) -> None:
        slept[0] += seconds

    monkeypatch.setattr(os, "replace", held_open)
    monkeypatch.setattr(time, "sleep", sleep)
    if refusals is None:
        with pytest.raises(SaveFailed, match=r"a\.toml: the save cannot be written: used by another process"):
            folder.write("a", version(2))
        assert 0.5 < slept[0] <= 1.0
    else:
        folder.write("a", version(2))
    assert number_of(folder.read("a")) == (1 if refusals is None else 2)
    assert names(folder.path) == ["a.toml", "a.toml.bak"]


def test_a_save_that_cannot_be_deleted(folder: SaveFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(os, "unlink", refusing(errno.EROFS))
        with pytest.raises(SaveFailed, match="cannot be deleted: Read-only file system"):
            folder.delete("a")
    assert number_of(folder.read("a")) == 1


def test_what_a_killed_process_left_is_cleared(folder: SaveFolder) -> None:
    for stale in (".a.toml.tmp", ".a.toml.bak.tmp"):
        (folder.path / stale).write_text("half a sa")
    assert folder.names() == ["a"]
    (folder.path / "a.toml.bak").unlink()
    (folder.path / "a.toml.bak").hardlink_to(folder.path / "a.toml")  # killed between backup and rename
    folder.write("a", version(2))
    assert names(folder.path) == ["a.toml", "a.toml.bak"]
    assert (number_of(folder.read("a")), number_of(folder.read_backup("a"))) == (2, 1)


@pytest.mark.parametrize("point", ["open", "write", "fsync", "close", "link", "replace", "unlink"])
@pytest.mark.parametrize("when", ["before", "after"])
@pytest.mark.parametrize("call", [1, 2])
@pytest.mark.parametrize("kind", Kind)
def test_an_interrupt_at_each_step(
    point: str, when: str, call: int, kind: Kind, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """B17: at each call of the system, and the same object can save again."""
    folder = folder_of(tmp_path, kind)
    real, calls = getattr(os, point), [0]

    def interrupted(*args: object, **options: object) -> object:
        calls[0] += 1
        if calls[0] == call and when == "before":
            raise KeyboardInterrupt
        result = real(*args, **options)
        if calls[0] == call and when == "after":
            raise KeyboardInterrupt
        return result

    with monkeypatch.context() as patch:
        patch.setattr(os, point, interrupted)
        with contextlib.suppress(KeyboardInterrupt):
            folder.write("a", version(2, kind))
    assert number_of(SaveFolder(folder.path).read("a")) in {1, 2}
    folder.write("a", version(3, kind))
    assert number_of(folder.read("a")) == 3
    assert names(folder.path) == ["a.toml", "a.toml.bak"]


# With child processes.


def child(role: str, folder: Path) -> "subprocess.Popen[str]":
    """Start this file as another process."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    return subprocess.Popen(
        [sys.executable, __file__, role, str(folder)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=environment,
    )


def next_line(process: "subprocess.Popen[str]") -> str:
    """Return what the child says next."""
    assert process.stdout is not None
    return process.stdout.readline().strip()


@contextlib.contextmanager
def ended(process: "subprocess.Popen[str]") -> Iterator["subprocess.Popen[str]"]:
    """Kill the child at the end of the block, if it still runs."""
    try:
        with process:
            try:
                yield process
            finally:
                process.kill()
    finally:
        process.wait()


def test_ctrl_c_inside_300_saves(tmp_path: Path) -> None:
    """B17: SIGINT at random offsets inside each; the child checks the file after each."""
    with ended(child("interrupted", tmp_path)) as process:
        said = next_line(process)
        assert process.wait(60) == 0
    stopped = int(said.removeprefix("stopped "))
    assert stopped > 100
    assert names(tmp_path) == ["a.toml", "a.toml.bak"]


@pytest.mark.parametrize("kind", Kind)
def test_a_kill_inside_saves(kind: Kind, tmp_path: Path) -> None:
    folder = SaveFolder(tmp_path)
    folder.create("a", version(0, kind))
    rng, last = random.Random(17), 0
    for _ in range(15):
        with ended(child("writing", tmp_path)) as process:
            assert next_line(process) == "ready"
            time.sleep(rng.uniform(0, 0.03))
            process.kill()
        number = number_of(folder.read("a"))
        assert number >= last
        last = number
        if (tmp_path / "a.toml.bak").exists():
            assert number - number_of(folder.read_backup("a")) in {0, 1}
    assert last > 0
    with hold(tmp_path, "a"):
        folder.write("a", version(last + 1, kind))
    assert names(tmp_path) == ["a.toml", "a.toml.bak", "a.toml.lock"]


def test_a_file_size_limit_of_the_system(tmp_path: Path) -> None:
    """B15 with a real refusal: the old save loads, no temporary file stays."""
    SaveFolder(tmp_path).create("a", version(0))
    before = (tmp_path / "a.toml").read_bytes()
    with ended(child("limited", tmp_path)) as process:
        said = next_line(process)
        assert process.wait(30) == 0
    assert said == f"{tmp_path}/a.toml: the save cannot be written: File too large"
    assert (tmp_path / "a.toml").read_bytes() == before
    assert names(tmp_path) == ["a.toml"]


def test_two_processes_and_one_save(folder: SaveFolder) -> None:
    """B21: the second is told who and since when; the first goes on and saves."""
    with ended(child("holding", folder.path)) as process:
        assert next_line(process) == "held"
        since = datetime.now().astimezone()
        for _ in range(3):  # an attempt must not wipe out who holds it
            with pytest.raises(SaveHeld) as held, hold(folder.path, "a"):
                pass
            assert f'"a" is in use by process {process.pid} since {since:%Y-%m-%d }' in str(held.value)
            assert held.value.exit_code == 3
        with hold(folder.path, "other"):
            pass
        assert number_of(folder.read("a")) == 1
        assert process.stdin is not None
        process.stdin.write("save\n")
        process.stdin.flush()
        assert next_line(process) == "saved"
        assert number_of(SaveFolder(folder.path).read("a")) == 2
        with pytest.raises(SaveChanged):
            folder.write("a", version(7))
        process.kill()
        process.wait()
    with hold(folder.path, "a"):  # what a killed process leaves holds nobody up
        pass
    assert not (folder.path / "a.toml.held").exists()


def test_one_process_does_not_hold_a_save_twice(tmp_path: Path) -> None:
    with hold(tmp_path, "a"):
        with pytest.raises(SaveHeld, match=f"process {os.getpid()} since "), hold(tmp_path, "a"):
            pass
        (tmp_path / "a.toml.held").write_bytes(b"\xff junk")
        with pytest.raises(SaveHeld, match="in use by another process"), hold(tmp_path, "a"):
            pass
    with contextlib.suppress(ZeroDivisionError), hold(tmp_path, "a"):
        raise ZeroDivisionError
    with hold(tmp_path, "a"):
        pass


def test_a_folder_that_cannot_be_locked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """B25: a file in the folder's place, a folder in the lock's, a refusing system."""
    (tmp_path / "file").touch()
    (tmp_path / "a.toml.lock").mkdir()
    for place in (tmp_path / "file", tmp_path):
        with pytest.raises(PlaceRefused, match="--saves or CAMPAIGN_SAVES") as refused, hold(place, "a"):
            pass
        assert str(refused.value).startswith(f"{place}/a.toml.lock: ")
        assert refused.value.exit_code == 4
    for code in (errno.EACCES, errno.EROFS, errno.ENOSPC):
        with monkeypatch.context() as patch:
            patch.setattr(os, "open", refusing(code))
            with pytest.raises(PlaceRefused, match=os.strerror(code)), hold(tmp_path, "b"):
                pass


def test_a_full_disk_keeps_nobody_from_holding(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Path, "write_text", refusing(errno.ENOSPC))
    with hold(tmp_path, "a"), pytest.raises(SaveHeld, match="another process"), hold(tmp_path, "a"):
        pass


@pytest.mark.parametrize("planted", ["in place", "no checksum"])
def test_the_tests_see_a_half_written_save(planted: str, folder: SaveFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    """Writing in place, the fault that B15 and B17 are about, is caught by what they check."""
    if planted == "in place":
        with monkeypatch.context() as patch:
            patch.setattr(disk, "_temporary", lambda path: path)
            patch.setattr(os, "fsync", refusing(errno.ENOSPC))
            with pytest.raises(SaveFailed):
                folder.write("a", version(2))
        assert not (folder.path / "a.toml").exists()
    else:
        half = encode(version(1)).replace("jekyll plays F1\n", "", 1)
        with pytest.raises(AssertionError):
            number_of(decode(half))
        with pytest.raises(SaveDamaged):
            decode(half[:-10])


# What the children do.


def _interrupted(folder: SaveFolder) -> None:
    rng, stopped = random.Random(300), 0
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGALRM, lambda *_: signal.raise_signal(signal.SIGINT))
    folder.create("a", version(0))
    begin = time.perf_counter()
    for number in range(1, 21):
        folder.write("a", version(number))
    usual = (time.perf_counter() - begin) / 20
    before = 20
    for number in range(21, 321):
        try:
            signal.setitimer(signal.ITIMER_REAL, rng.uniform(1e-6, usual))
            folder.write("a", version(number))
            signal.setitimer(signal.ITIMER_REAL, 0)
        except KeyboardInterrupt:
            stopped += 1
        found = number_of(SaveFolder(folder.path).read("a"))
        assert found in {before, number}
        before = found
    folder.write("a", version(321))
    print(f"stopped {stopped}", flush=True)  # noqa: T201 -- the parent reads it


def _writing(folder: SaveFolder) -> None:
    with hold(folder.path, "a"):
        save = folder.read("a")
        number = number_of(save)
        print("ready", flush=True)  # noqa: T201 -- the parent reads it
        while True:
            number += 1
            folder.write("a", version(number, kind_of(save)))


def _limited(folder: SaveFolder) -> None:
    folder.read("a")
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
    try:
        folder.write("a", version(1))
    except SaveFailed as error:
        print(error, flush=True)  # noqa: T201 -- the parent reads it


def _holding(folder: SaveFolder) -> None:
    with hold(folder.path, "a"):
        folder.read("a")
        print("held", flush=True)  # noqa: T201 -- the parent reads it
        sys.stdin.readline()
        folder.write("a", version(2))
        print("saved", flush=True)  # noqa: T201 -- the parent reads it
        sys.stdin.readline()


if __name__ == "__main__":
    roles = {"interrupted": _interrupted, "writing": _writing, "limited": _limited, "holding": _holding}
    roles[sys.argv[1]](SaveFolder(Path(sys.argv[2])))
