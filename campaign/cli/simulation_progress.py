"""How far a simulation has come: a bar on a terminal, a line for each tenth where output is plain, else nothing."""

import contextlib
import sys
import time
from collections.abc import Callable, Iterator

from campaign.cli.console import Output
from campaign.notation import plural

PAUSE = 1.0
"""The fewest seconds between two lines, so that a short simulation has none."""
_TENTH = 10
_ECHO = 3
"""How many columns stay free after the bar: a terminal writes ^C there, which must not wrap."""

Show = Callable[[int], None]
"""Told how many games have been played."""


@contextlib.contextmanager
def progress(output: Output, games: int, *, shown: bool) -> Iterator[Show]:
    """Give what shows progress on stderr; nothing where that is no terminal."""
    if not shown or not sys.stderr.isatty():
        yield lambda _: None
    elif output.plain:
        yield _Lines(output, games).show
    else:
        with _bar(games) as show:
            yield show


class _Lines:
    def __init__(self, output: Output, games: int) -> None:
        self.output = output
        self.games = games
        self._tenths = 0
        self._last = time.monotonic()

    def show(self, played: int) -> None:
        """Write a line where another tenth has been played."""
        tenths = _TENTH * played // self.games
        if tenths > self._tenths and played < self.games and time.monotonic() - self._last >= PAUSE:
            self._tenths, self._last = tenths, time.monotonic()
            self.output.error(f"Played: {played} of {plural(self.games, 'game')}")


@contextlib.contextmanager
def _bar(games: int) -> Iterator[Show]:
    from rich.console import Console  # noqa: PLC0415 (rich costs time at start-up)
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn  # noqa: PLC0415

    columns = (BarColumn(bar_width=None), MofNCompleteColumn(), TimeRemainingColumn())
    console = Console(stderr=True)
    console.width -= _ECHO
    with Progress(*columns, console=console, transient=True, expand=True) as bar:
        task = bar.add_task("", total=games)
        yield lambda played: bar.update(task, completed=played)
