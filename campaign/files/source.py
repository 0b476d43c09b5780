"""One TOML file of a campaign, read with care: its text, its data, its places, and the problems found in it."""

import os
import re
import stat
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, time
from pathlib import Path, PurePath

from campaign.files.places_in_toml import KeyPath, Places, scan
from campaign.notation import quoted

LARGEST_FILE = 1_000_000
DEEPEST = 32
"""How deep tables and lists may be nested; a chapter needs far less, and a text must not exhaust the stack."""

_PLACE = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)$")


@dataclass(frozen=True, slots=True, order=True)
class Problem:
    """One thing that is wrong, and where."""

    path: str
    line: int
    column: int
    text: str

    def __str__(self) -> str:
        """Return ``PATH:LINE:COLUMN: text``."""
        return f"{self.path}:{self.line}:{self.column}: {self.text}"


class ChapterProblems(Exception):  # noqa: N818 - it holds problems, which are not one error
    """All that is wrong with some chapter files; ``problems`` is sorted by place."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(sorted(set(problems)))
        super().__init__("\n".join(map(str, self.problems)))


@dataclass(frozen=True, slots=True, eq=False)
class Source:
    """One file that is TOML: what it says and where; ``id`` is a chapter's id."""

    path: str
    id: str
    data: dict[str, object]
    places: Places

    def at_key(self, keys: KeyPath, text: str) -> Problem:
        """Return a problem at a key."""
        return Problem(self.path, *self.places.key(keys), text)

    def at_value(self, keys: KeyPath, text: str) -> Problem:
        """Return a problem at a value."""
        return Problem(self.path, *self.places.value(keys), text)

    def home(self, keys: KeyPath) -> str:
        """Return the file's name and the line of a value, such as ``ii.toml:17``."""
        return f"{PurePath(self.path).name}:{self.places.value(keys)[0]}"


def read_source(path: Path) -> Source:
    """Return a file's TOML, or raise :class:`ChapterProblems` with the first fault of its text."""
    shown = str(path)
    return parse_source(_read(path, shown), path=shown, chapter_id=path.stem)


def parse_source(text: str, *, path: str, chapter_id: str) -> Source:
    """Return a text's TOML, or raise :class:`ChapterProblems` with its first fault."""
    text = text.removeprefix("\N{BYTE ORDER MARK}")
    try:
        data: dict[str, object] = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ChapterProblems([_not_toml(text, path, str(error))]) from None
    except RecursionError:
        raise ChapterProblems([_too_deep(path)]) from None
    except ValueError as error:
        # What int() and datetime() refuse inside tomllib, such as a number of 5000 digits, comes without a place.
        reason = "a number has too many digits" if "digits" in str(error) else str(error)
        raise ChapterProblems([Problem(path, 1, 1, f"not TOML: {reason}")]) from None
    if _is_too_deep(data):
        raise ChapterProblems([_too_deep(path)])
    return Source(path, chapter_id, data, scan(text))


def _read(path: Path, shown: str) -> str:
    try:
        status = path.stat()
        if not stat.S_ISREG(status.st_mode):
            what = "a folder" if stat.S_ISDIR(status.st_mode) else "not an ordinary file"
            raise ChapterProblems([Problem(shown, 1, 1, f"this is {what}; a TOML file is needed")])
        with path.open("rb") as file:
            content = file.read(LARGEST_FILE + 1)
    except OSError as error:
        reason = error.strerror or os.strerror(error.errno or 0)
        raise ChapterProblems([Problem(shown, 1, 1, f"cannot be read: {reason}")]) from None
    except ValueError:
        raise ChapterProblems([Problem(shown, 1, 1, "cannot be read: no file has such a name")]) from None
    if len(content) > LARGEST_FILE:
        raise ChapterProblems([Problem(shown, 1, 1, "larger than 1 MB: this is no chapter")])
    try:
        return content.decode()
    except UnicodeDecodeError as error:
        before = content[: error.start].decode()
        line = before.count("\n") + 1
        column = len(before) - (before.rfind("\n") + 1) + 1
        raise ChapterProblems([Problem(shown, line, column, "not UTF-8: save the file with that encoding")]) from None


def _not_toml(text: str, path: str, message: str) -> Problem:
    match = _PLACE.search(message)
    if match is None:
        return Problem(path, 1, 1, f"not TOML: {_clean(message)}")
    text = text.replace("\r\n", "\n")
    line = int(match[1] or text.count("\n") + 1)
    column = int(match[2] or len(text) - text.rfind("\n"))
    return Problem(path, line, column, f"not TOML: {_clean(message[: match.start()])}")


def _clean(message: str) -> str:
    """Return tomllib's sentence without the start of the file's own words that it may quote."""
    words = "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in message[:200])
    return words[:1].lower() + words[1:]


def _too_deep(path: str) -> Problem:
    return Problem(path, 1, 1, f"tables and lists are nested too deep: {DEEPEST} levels at most")


def _is_too_deep(data: object) -> bool:
    level: list[object] = [data]
    for _ in range(DEEPEST + 1):
        level = [part for value in level for part in _parts(value)]
    return bool(level)


def _parts(value: object) -> Iterable[object]:
    if isinstance(value, dict):
        return list(value.values())
    return list(value) if isinstance(value, list) else ()


def shown(value: object) -> str:
    """Return a value as a message shows it: ``"2"``, ``true``, ``6.0``, ``a table``."""
    match value:
        case bool():
            text = "true" if value else "false"
        case str():
            text = quoted(value)
        case int():
            # Python refuses to print a number of very many digits.
            text = str(value) if abs(value) < 10**24 else "a number of more than 24 digits"
        case dict():
            text = "a table"
        case list():
            text = "a list" if value else "an empty list"
        case date() | time():
            text = value.isoformat()
        case _:
            text = str(value)
    return text
