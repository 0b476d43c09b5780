"""Facts on the screen: rich with a track drawn out where there is room, else one fact a line."""

import signal
import threading
from collections.abc import Callable, Iterable, Sequence
from types import FrameType
from typing import TYPE_CHECKING, Any, NoReturn

from campaign.cli.console import Output, printable
from campaign.cli.facts import Choice, Fact, Track
from campaign.cli.layout import cells, heading, padded, paragraph

if TYPE_CHECKING:
    from rich.text import Text

LABEL = 10
_CELL = 4
_WIDE = 64
_CLEAR = "\x1b[2J\x1b[H"
_FORGET = "\x1b[3J"
_ENTER = "\x1b[?1049h"
_LEAVE = "\x1b[?1049l"


def _end(number: int, _frame: FrameType | None) -> NoReturn:
    raise SystemExit(128 + number)


class Screen:
    """One terminal's screen during a game; plain output only ever adds lines.

    A ``private`` screen is shared by two people: with what it clears goes the scrollback, into which some terminals
    push it.
    """

    def __init__(self, output: Output, *, private: bool = False) -> None:
        self.output = output
        self.private = private
        self._entered = False
        self._signals: dict[int, Any] = {}

    def enter(self) -> None:
        """Go to the alternate screen, which leaves nothing behind when it is left."""
        if not self.output.plain and not self._entered:
            self._entered = True
            self._watch_signals()
            self._write(_ENTER)
            self.clear()

    def leave(self) -> None:
        """Clear what was shown and go back to the terminal as it was."""
        if self._entered:
            self.clear()
            self._entered = False
            self._write(_LEAVE)
            for number, handler in self._signals.items():
                signal.signal(number, handler)
            self._signals.clear()

    def _watch_signals(self) -> None:
        """Leave as usual when told to end; never stop with a hand on a shared screen."""
        wanted: list[tuple[str, Any]] = [(name, _end) for name in ("SIGTERM", "SIGHUP")]
        wanted += [("SIGTSTP", signal.SIG_IGN)] if self.private else []
        if threading.current_thread() is threading.main_thread():
            for name, handler in wanted:
                number = getattr(signal, name, None)
                if number is not None:
                    self._signals[number] = signal.signal(number, handler)

    def clear(self) -> None:
        """Clear the screen; where it is private, the scrollback after the last clearing."""
        if not self.output.plain:
            self._write(_CLEAR + (_FORGET if self.private else ""))

    def cover(self, lines: int) -> None:
        """Move what was printed out of sight where nothing can be taken back."""
        if self.output.plain:
            self.output.raw("\n" * max(lines - 1, 0))
        else:
            self.clear()

    def _write(self, codes: str) -> None:
        self.output.console.file.write(codes)
        self.output.console.file.flush()

    def held(self, draw: Callable[[], None]) -> str:
        """Return what would be drawn, to be counted first and written with ``write`` later. Not for plain output."""
        with self.output.console.capture() as captured:
            draw()
        return captured.get()

    def write(self, held: str) -> None:
        """Write what was held."""
        self._write(held)

    def gap(self) -> None:
        """Leave an empty line where lines are laid out for the eye."""
        if not self.output.plain:
            self.output.line()

    def title(self, title: str, right: str, *, label: str = "", kind: str = "Chapter") -> None:
        """Write the screen's title, its ``label`` before it; plain output begins with its ``kind``."""
        if self.output.plain:
            self.output.line(f"{kind}: {label} {title}, {right}" if label else f"{kind}: {title}, {right}")
        else:
            heading(self.output, f"{label}  {title}" if label else title, right)

    def facts(self, facts: Iterable[Fact]) -> None:
        """Write facts, one a line."""
        for one in facts:
            self.fact(one)

    def fact(self, one: Fact) -> None:
        """Write one fact."""
        if self.output.plain:
            self.output.line(f"{one.label}: {one.text}")
            return
        paragraph(self.output, _text(one), indent=f" {padded(one.label, LABEL - 1)}", hang=" " * LABEL)

    def track(self, track: Track) -> None:
        """Draw a track, or tell it in words where there is no room."""
        if self.output.plain or self.output.width < _WIDE:
            self.fact(track.words)
            return
        from rich.text import Text  # noqa: PLC0415 (rich costs time at start-up)

        spaces = Text(f" {padded('Track', LABEL - 1)}", style="dim")
        marks = Text(" " * LABEL)
        strong = (track.last, track.marks[0][0])
        for space in range(track.last + 1):
            number = f"[{space}]" if space == track.last else str(space)
            spaces.append(number.ljust(_CELL), style="bold" if space in strong else "")
            mark, style = next(((mark, style) for at, mark, style in track.marks if at == space), ("", ""))
            marks.append(mark.ljust(_CELL), style=style)
        marks.append(f" {track.note}", style="dim")
        self.output.line(spaces)
        if len(marks.plain) < self.output.width:
            self.output.line(marks)
        else:
            marks.right_crop(len(track.note) + 1)
            self.output.line(marks)
            self.output.line(Text(" " * LABEL + track.note, style="dim"))

    def choices(self, title: str, choices: Sequence[Choice]) -> None:
        """Write a numbered list of what may be chosen; what is barred has its rule beside it."""
        if self.output.plain:
            for choice in choices:
                lead = "Barred" if choice.number is None else f"Choice {choice.number}"
                self.output.line(f"{lead}: {choice.key} {choice.name}{f' ({choice.reason})' if choice.reason else ''}")
            return
        from rich.text import Text  # noqa: PLC0415 (rich costs time at start-up)

        narrow = self.output.width < _WIDE
        if title:
            paragraph(self.output, Text(printable(title), style="bold"), indent=" ")
        if narrow:
            choices = _together(choices)
        keys = max((len(choice.key) for choice in choices if choice.name), default=0)
        names = 0 if narrow else max((cells(printable(choice.name)) for choice in choices), default=0)
        for choice in choices:
            number = "-" if choice.number is None else str(choice.number)
            line = Text(f"{number:>2}  ", style="dim" if choice.number is None else "bold")
            line.append(choice.key.ljust(keys) + "  ", style=choice.style)
            name = printable(choice.name)
            if choice.reason:
                line.append(padded(name, max(names, cells(name))) + "  " * bool(name), style=choice.style)
                line.append(choice.reason, style="dim")
            else:
                line.append(name, style=choice.style)
            paragraph(self.output, line, indent=" ", hang=" " * 5)

    def say(self, text: str, *, style: str = "") -> None:
        """Write a sentence between the margins."""
        paragraph(self.output, text, indent=" ", style=style)


def _together(choices: Sequence[Choice]) -> list[Choice]:
    """Return the choices with the barred cards of each rule on one line, for a narrow screen."""
    barred: dict[str, list[str]] = {}
    for choice in choices:
        if choice.number is None:
            barred.setdefault(choice.reason, []).append(choice.key)
    free = [choice for choice in choices if choice.number is not None]
    return free + [Choice(None, " ".join(keys), "", "dim", reason) for reason, keys in barred.items()]


def _text(one: Fact) -> "Text":
    from rich.text import Text  # noqa: PLC0415 (rich costs time at start-up)

    text = Text()
    for words, style in one.spans:
        text.append(printable(words), style=style or None)
    return text
