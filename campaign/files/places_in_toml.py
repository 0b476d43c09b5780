"""Where each key and value of a TOML text stands (chapter format, section 7): tomllib keeps no places."""

import re
import tomllib
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass

KeyPath = tuple[str | int, ...]
"""Keys from the top of the file; a number is a place in an array."""

_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
_QUOTED_KEY = re.compile(r'"(?:[^"\\]|\\.)*"' + r"|'[^']*'")
_STRING = re.compile(
    r'"""(?:[^\\]|\\.)*?"{3,5}(?!")' + r"|'''.*?'{3,5}(?!')" + r'|"(?:[^"\\]|\\.)*"' + r"|'[^']*'",
    re.DOTALL,
)
_BARE_VALUE = re.compile(r"[^,\]}#\n]+")
_BLANKS = re.compile(r"[ \t]*")
_BLANKS_AND_COMMENTS = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")


@dataclass(frozen=True, slots=True)
class Found:
    """Offsets of one key and its value; an array element has its own start as ``key``."""

    key: int
    value: int
    end: int


class Places:
    """The key paths of one text, each with the line and column of its key and of its value."""

    def __init__(self, text: str, found: dict[KeyPath, Found]) -> None:
        self.found = found
        self._line_starts = [0, *(match.end() for match in re.finditer("\n", text))]

    def key(self, path: KeyPath) -> tuple[int, int]:
        """Return line and column of a key; of the nearest key around it that is there, else the top."""
        found = self._nearest(path)
        return self.line_and_column(found.key if found else 0)

    def value(self, path: KeyPath) -> tuple[int, int]:
        """Return line and column of a value; of the nearest value around it that is there, else the top."""
        found = self._nearest(path)
        return self.line_and_column(found.value if found else 0)

    def _nearest(self, path: KeyPath) -> Found | None:
        while path and path not in self.found:
            path = path[:-1]
        return self.found.get(path)

    def line_and_column(self, offset: int) -> tuple[int, int]:
        """Return line and column, both from 1, of an offset."""
        line = bisect_right(self._line_starts, offset)
        return line, offset - self._line_starts[line - 1] + 1


def scan(text: str) -> Places:
    """Return the places in a text that tomllib has accepted; it may end its lines with CRLF."""
    text = text.replace("\r\n", "\n")
    scanner = _Scanner(text)
    scanner.document()
    return Places(text, scanner.found)


class _Scanner:
    def __init__(self, text: str) -> None:
        self.text = text
        self.found: dict[KeyPath, Found] = {}
        self._array_lengths: dict[KeyPath, int] = {}

    def document(self) -> None:
        table: KeyPath = ()
        at = self._skip(_BLANKS_AND_COMMENTS, 0)
        while at < len(self.text):
            if self.text[at] == "[":
                table, at = self._header(at)
            else:
                at = self._assignment(at, table)
            at = self._skip(_BLANKS_AND_COMMENTS, at)

    def _skip(self, blanks: re.Pattern[str], at: int) -> int:
        match = blanks.match(self.text, at)
        return match.end() if match else at

    def _keys(self, at: int) -> Iterator[tuple[str, int, int]]:
        """Yield the parts of a dotted key, each with its offset and the offset behind it and its blanks."""
        while True:
            at = self._skip(_BLANKS, at)
            start = at
            bare = _BARE_KEY.match(self.text, at)
            match = bare or _QUOTED_KEY.match(self.text, at)
            if match is None:
                return
            name = match.group() if bare else str(tomllib.loads(f"key = {match.group()}")["key"])
            at = self._skip(_BLANKS, match.end())
            yield name, start, at
            if not self.text.startswith(".", at):
                return
            at += 1

    def _header(self, at: int) -> tuple[KeyPath, int]:
        start, is_array = at, self.text.startswith("[[", at)
        path: KeyPath = ()
        parts = list(self._keys(at + 1 + is_array))
        for place, (name, key, end) in enumerate(parts):
            at = end
            path = (*path, name)
            is_last = place == len(parts) - 1
            value = start if is_last else key
            self.found.setdefault(path, Found(key, value, end))
            if is_last and is_array:
                self._array_lengths[path] = self._array_lengths.get(path, 0) + 1
            if path in self._array_lengths:
                path = (*path, self._array_lengths[path] - 1)
                self.found.setdefault(path, Found(key, value, end))
        return path, at + 1 + is_array

    def _assignment(self, at: int, table: KeyPath) -> int:
        path, key = table, at
        for name, start, end in self._keys(at):
            if len(path) > len(table):
                self.found.setdefault(path, Found(key, key, start))
            path, key, at = (*path, name), start, end
        return self._value(self._skip(_BLANKS, at + 1), path, key=key)

    def _value(self, at: int, path: KeyPath, *, key: int) -> int:
        opening = self.text[at]
        if opening == "[":
            end = self._array(at, path)
        elif opening == "{":
            end = self._inline_table(at, path)
        else:
            match = _STRING.match(self.text, at) if opening in "\"'" else _BARE_VALUE.match(self.text, at)
            end = at + len(match.group().rstrip(" \t\r")) if match else at
        self.found[path] = Found(key, at, end)
        return end

    def _array(self, at: int, path: KeyPath) -> int:
        at = self._skip(_BLANKS_AND_COMMENTS, at + 1)
        place = 0
        while self.text[at] != "]":
            at = self._skip(_BLANKS_AND_COMMENTS, self._value(at, (*path, place), key=at))
            place += 1
            if self.text[at] == ",":
                at = self._skip(_BLANKS_AND_COMMENTS, at + 1)
        return at + 1

    def _inline_table(self, at: int, path: KeyPath) -> int:
        at = self._skip(_BLANKS_AND_COMMENTS, at + 1)
        while self.text[at] != "}":
            at = self._skip(_BLANKS_AND_COMMENTS, self._assignment(at, path))
            if self.text[at] == ",":
                at = self._skip(_BLANKS_AND_COMMENTS, at + 1)
        return at + 1
