"""Move files: decisions in the notation, one a line, ``#`` begins a comment."""

import io
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Generic

from campaign.cli.context import CONTENT, Stop
from campaign.notation import NotationError, quoted
from campaign.play.edition import DecisionT

_LARGEST = 1 << 20
_STANDARD_INPUT = "standard input"


class Moves(Generic[DecisionT]):
    """The lines of a move file, taken one by one as human and joint decisions fall due.

    ``parse`` reads a line of the edition's notation, ``ended`` says why no line may follow a game's end.
    """

    def __init__(self, path: str, parse: Callable[[str], DecisionT], *, ended: str) -> None:
        self._parse = parse
        self._ended = ended
        self.name = _STANDARD_INPUT if path == "-" else path
        self._lines = iter(self._decisions(_text(path)))
        self._next: tuple[int, str] | None = next(self._lines, None)

    @property
    def more(self) -> bool:
        """Whether a line is left."""
        return self._next is not None

    def take(self) -> tuple[int, DecisionT]:
        """Return the next line's number and decision; stops where the line is none."""
        if self._next is None:
            raise ValueError("no line is left")
        number, text = self._next
        self._next = next(self._lines, None)
        try:
            return number, self._parse(text)
        except NotationError as error:
            raise self.refused(number, str(error)) from error

    def refused(self, number: int, reason: str) -> Stop:
        """Return what stops a run at a line; the lines before it stay played and saved."""
        return Stop(CONTENT, f"{self.name}:{number}: {reason}")

    def left_over(self) -> Stop | None:
        """Return what stops a run whose game has ended with lines still left."""
        if self._next is None:
            return None
        number, text = self._next
        return self.refused(number, f"{self._ended}; found {quoted(text)}")

    @staticmethod
    def _decisions(text: str) -> Iterator[tuple[int, str]]:
        for number, line in enumerate(io.StringIO(text, newline=None), 1):
            decision = line.partition("#")[0].strip()
            if decision:
                yield number, decision


def _text(path: str) -> str:
    name = _STANDARD_INPUT if path == "-" else path
    data = _typed_in() if path == "-" else _read(path)
    if len(data) > _LARGEST:
        raise Stop(CONTENT, f"{name}: a move file has at most {_LARGEST} bytes")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Stop(CONTENT, f"{name}: a move file is UTF-8 text") from None


def _read(path: str) -> bytes:
    with Path(path).open("rb") as file:
        return file.read(_LARGEST + 1)


def _typed_in() -> bytes:
    """Return what standard input holds as it came, whatever encoding the terminal has."""
    if sys.stdin is None:
        return b""
    binary = getattr(sys.stdin, "buffer", None)
    return sys.stdin.read().encode() if binary is None else bytes(binary.read(_LARGEST + 1))
