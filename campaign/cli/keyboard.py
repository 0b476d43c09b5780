"""What is typed: a line, or one key. Nothing typed is kept: no history, no editor's memory."""

import sys
import textwrap

from campaign.cli.console import Output, printable
from campaign.cli.layout import cells

_END_OF_INPUT = "\x04"
_INTERRUPT = "\x03"


class EndOfInputError(Exception):
    """Nothing more will be typed (Ctrl-D, or the end of a pipe)."""


class Keyboard:
    """The person's side of the terminal; raises EndOfInputError at the end of input."""

    def __init__(self, output: Output) -> None:
        self.output = output
        self.terminal = sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty()
        reconfigure = getattr(sys.stdin, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")

    def line(self, prompt: str) -> str:
        """Return the line typed after a prompt, without space around it."""
        self._ask(prompt)
        typed = sys.stdin.readline() if sys.stdin is not None else ""
        if not typed or not self.terminal:
            self.output.line()
        if not typed:
            raise EndOfInputError
        return typed.strip()

    def _ask(self, prompt: str) -> None:
        """Write a prompt, broken between its words where the terminal is narrow."""
        text = printable(prompt)
        if self.terminal and not self.output.plain and cells(text) > self.output.width:
            text = textwrap.fill(text, self.output.width - 1, subsequent_indent=" ") + " "
        sys.stdout.write(text)
        sys.stdout.flush()

    def key(self, prompt: str) -> str:
        """Return one key typed after a prompt, "" for Enter; without a terminal, a line."""
        if not self.terminal:
            return self.line(prompt)
        self._ask(prompt)
        typed = _one_key()
        self.output.line()
        if typed == _INTERRUPT:
            raise KeyboardInterrupt
        if typed in ("", _END_OF_INPUT):
            raise EndOfInputError
        return "" if typed in "\r\n" else typed


def _one_key() -> str:
    """Return one key, or what one key sends; where the terminal cannot say so, the first character of a line."""
    try:
        import termios  # noqa: PLC0415 (not on every system)
        import tty  # noqa: PLC0415
    except ImportError:
        line = sys.stdin.readline()
        return line[:1]
    import os  # noqa: PLC0415 (beside its user)

    descriptor = sys.stdin.fileno()
    before = termios.tcgetattr(descriptor)
    try:
        tty.setcbreak(descriptor)
        return os.read(descriptor, 16).decode(errors="replace")
    finally:
        termios.tcsetattr(descriptor, termios.TCSADRAIN, before)
