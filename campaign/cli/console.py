"""Where text goes: rich where there is a terminal, plain lines elsewhere. User text is never read as markup."""

import codecs
import os
import sys
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

PLAIN_WIDTH = 80
_NEAREST = {
    "·": "-",
    "—": "-",
    "\N{EN DASH}": "-",
    "…": "...",
    "\N{MULTIPLICATION SIGN}": "x",
    "\N{RIGHT SINGLE QUOTATION MARK}": "'",
    "“": '"',
    "”": '"',
    "█": "#",
    "▲": "^",
    "→": "->",
    "✓": "+",
    "★": "*",
    "☆": ".",
}


def _degrade(error: UnicodeError) -> tuple[str, int]:
    """Write the nearest characters that the terminal's encoding has."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    found = error.object[error.start : error.end]
    return "".join(_NEAREST.get(character, "?") for character in found), error.end


codecs.register_error("campaign", _degrade)


def is_plain(*, asked: bool) -> bool:
    """Return whether to write plain lines: asked for, by the environment, or because there is no terminal."""
    if asked or os.environ.get("CAMPAIGN_PLAIN", "") not in ("", "0"):
        return True
    return os.environ.get("TERM") == "dumb" or not sys.stdout.isatty()


def printable(text: str) -> str:
    """Return text with nothing in it that a terminal would act on; new lines stay."""
    return "".join(c if c.isprintable() or c == "\n" else "\N{REPLACEMENT CHARACTER}" for c in text)


class Output:
    """One program's way out: ``line`` for what was asked for, ``error`` for problems on stderr."""

    def __init__(self, *, plain: bool) -> None:
        self.plain = plain
        for stream in (sys.stdout, sys.stderr):
            _be_lenient(stream)
        self._console: Console | None = None

    @property
    def console(self) -> "Console":
        """The rich console; imported only where it is used."""
        if self._console is None:
            from rich.console import Console  # noqa: PLC0415 (rich costs time at start-up)

            self._console = Console(markup=False, highlight=False, emoji=False, soft_wrap=False)
        return self._console

    @property
    def width(self) -> int:
        """How many columns there are."""
        return PLAIN_WIDTH if self.plain else self.console.width

    def line(self, text: "str | Text" = "", *, style: str = "") -> None:
        """Write one line, or several; a plain line is never cut or wrapped."""
        if self.plain:
            sys.stdout.write(printable(str(text)) + "\n")
        elif isinstance(text, str):
            self.console.print(printable(text), style=style or None)
        else:
            self.console.print(text)

    def raw(self, text: str) -> None:
        """Write text exactly as it is, such as JSON."""
        sys.stdout.write(text + "\n")

    def error(self, text: str) -> None:
        """Write one problem a line to stderr."""
        sys.stdout.flush()
        sys.stderr.write(printable(text) + "\n")
        sys.stderr.flush()


def _be_lenient(stream: TextIO) -> None:
    reconfigure = getattr(stream, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="campaign")
