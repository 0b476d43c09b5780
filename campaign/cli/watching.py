"""``campaign chapter watch``: a chapter file checked and shown again at each save, until q or the end of input."""

import contextlib
import os
import queue
import secrets
import sys
import threading
import time
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

from campaign.cli.chapters import tell_chapter
from campaign.cli.console import Output
from campaign.cli.context import CONTENT, Context, Stop
from campaign.cli.demo import play_demo
from campaign.cli.layout import heading, paragraph
from campaign.files.chapters import ChapterFile, ChapterProblems, Problem, load_chapter
from campaign.notation import plural

TICK = 0.2
"""The most seconds until a key is answered, and until a save is seen that the system told nothing of."""
_KEYS = "p lets two bots play it, q leaves"
_SETTLING = 2
"""How many ticks a file may be gone: editors that save by renaming take it away for a moment."""
_CLEAR = "\x1b[2J\x1b[H"
_END = ""
_END_KEYS = frozenset({_END, "q", "Q", "\x04", "\x03"})

_Stamp = tuple[int, int, int] | None
_Result = ChapterFile | tuple[Problem, ...]


def watch_chapter(context: Context, path: Path) -> int:
    """Check and show a chapter file at once and after each save; return 0 when the person leaves."""
    first = _checked(path)
    if not path.is_file() and isinstance(first, tuple):
        raise Stop(CONTENT, *map(str, first))
    watch = _Watch(context.output, path, first)
    try:
        with _keys() as keys:
            watch.run(keys)
    except KeyboardInterrupt:
        context.output.line()
    return 0


def _checked(path: Path) -> _Result:
    try:
        return load_chapter(path)
    except ChapterProblems as error:
        return error.problems


class _Watch:
    def __init__(self, output: Output, path: Path, first: _Result) -> None:
        self.output = output
        self.path = path
        self.result = first
        self.terminal = sys.stdout.isatty()
        self.stamps = _stamps(path)
        self._missing = 0

    def run(self, keys: "queue.SimpleQueue[str]") -> None:
        """Show the file now and whenever it or a chapter beside it changes, until a key ends it."""
        self._show()
        for _ in _ticks(self.path):
            if self._has_changed():
                self._show()
            while not keys.empty():
                key = keys.get()
                if key in _END_KEYS:
                    return
                if key in "pP":
                    self._play()

    def _has_changed(self) -> bool:
        """Check the file again if something beside it was saved; return whether there is something new to show."""
        stamps = _stamps(self.path)
        if stamps == self.stamps:
            self._missing = 0
            return False
        mine = self.path.name
        if stamps.get(mine) is None and self._missing < _SETTLING:
            self._missing += 1
            return False
        before, self.result = self.result, _checked(self.path)
        was_saved = stamps.get(mine) != self.stamps.get(mine)
        self.stamps, self._missing = stamps, 0
        return was_saved or self._told(before) != self._told(self.result)

    @staticmethod
    def _told(result: _Result) -> object:
        return (result.toml, result.chapter) if isinstance(result, ChapterFile) else result

    def _show(self) -> None:
        problems = self.result if isinstance(self.result, tuple) else ()
        said = plural(len(problems), "problem") if problems else "no problems"
        if self.output.plain:
            self.output.line(f"Check: {datetime.now().astimezone():%H:%M:%S} {self.path}: {said}")
            for problem in problems:
                self.output.line(f"Problem: {problem}")
            if self.terminal:
                if isinstance(self.result, ChapterFile):
                    tell_chapter(self.output, self.result)
                self.output.line(f"Keys: {_KEYS}")
            sys.stdout.flush()
            return
        self.output.console.file.write(_CLEAR)
        heading(self.output, f"{self.path}: {said}", f"checked at {datetime.now().astimezone():%H:%M:%S}")
        self.output.line()
        for problem in problems:
            paragraph(self.output, str(problem), indent=" ", hang="     ", style="red")
        if isinstance(self.result, ChapterFile):
            tell_chapter(self.output, self.result)
        self.output.line()
        paragraph(self.output, _KEYS, indent=" ", style="dim")

    def _play(self) -> None:
        """Let two bots play the file as it is, from a fresh seed."""
        if isinstance(self.result, ChapterFile):
            self.output.line()
            play_demo(self.output, self.result, secrets.randbits(64), pause=0.0)
            paragraph(self.output, f"Again: {_KEYS}", indent="" if self.output.plain else " ", style="dim")
        else:
            paragraph(self.output, "A chapter with problems cannot be played.", indent="" if self.output.plain else " ")
        sys.stdout.flush()


def _stamps(path: Path) -> dict[str, _Stamp]:
    """Return what a save changes, of a file and of the TOML files beside it, which it may extend."""
    stamps: dict[str, _Stamp] = {}
    with contextlib.suppress(OSError), os.scandir(path.parent) as entries:
        for entry in entries:
            if entry.name.endswith(".toml"):
                stamps[entry.name] = _stamp(Path(entry.path))
    # A link's target may lie elsewhere.
    stamps[path.name] = _stamp(path)
    return stamps


def _stamp(path: Path) -> _Stamp:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size, found.st_ino


def _ticks(path: Path) -> Iterator[None]:
    """Yield when the system tells of a change in a file's folder, and every tick, also once the folder is gone."""
    from watchfiles import watch  # noqa: PLC0415 (only this command needs it)

    # What changed is found by looking at the files; the system's word only brings that forward.
    with contextlib.suppress(OSError):
        changes = watch(
            path.parent, recursive=False, step=20, debounce=100, rust_timeout=int(TICK * 1000), yield_on_timeout=True
        )
        for _ in changes:
            yield
    while True:
        time.sleep(TICK)
        yield


@contextlib.contextmanager
def _keys() -> Iterator["queue.SimpleQueue[str]"]:
    """Give the keys typed, one by one, "" at the end of input; without a terminal what the lines hold."""
    found: queue.SimpleQueue[str] = queue.SimpleQueue()
    with _key_by_key():
        threading.Thread(target=_read_keys, args=(found,), daemon=True).start()
        yield found


def _read_keys(found: "queue.SimpleQueue[str]") -> None:
    try:
        descriptor = sys.stdin.fileno()
    except (AttributeError, OSError, ValueError):  # closed, or no file at all
        descriptor = -1
    try:
        while True:
            # Not sys.stdin itself: its lock would be held when the program ends.
            if descriptor >= 0:
                typed = os.read(descriptor, 64).decode(errors="replace")
            else:
                typed = sys.stdin.read(64) if sys.stdin is not None else ""
            if not typed:
                break
            for key in typed:
                found.put(key)
    except (OSError, ValueError):
        pass
    found.put(_END)


@contextlib.contextmanager
def _key_by_key() -> Iterator[None]:
    """Let a terminal send each key at once and show none; what cannot do so sends lines."""
    try:
        import termios  # noqa: PLC0415 (not on every system)
        import tty  # noqa: PLC0415
    except ImportError:
        yield
        return
    if sys.stdin is None or not sys.stdin.isatty():
        yield
        return
    descriptor = sys.stdin.fileno()
    before = termios.tcgetattr(descriptor)
    try:
        tty.setcbreak(descriptor, termios.TCSANOW)
        yield
    finally:
        termios.tcsetattr(descriptor, termios.TCSANOW, before)
