"""What the screen says while a bot thinks longer than a moment."""

from collections.abc import Iterator
from contextlib import contextmanager

from campaign.cli.console import printable
from campaign.cli.facts import fact
from campaign.cli.layout import cells
from campaign.cli.screen import Screen

MOMENT = 0.6
"""Seconds that nobody is told of."""
_ERASE = "\r\x1b[K"


class Waiting:
    """Says at a terminal who thinks, once a moment has passed; the line goes when the thinking is done.

    Plain output takes nothing back: the line stays. Without a terminal nothing is said, so that what is written does
    not depend on the clock.
    """

    def __init__(self, screen: Screen, *, terminal: bool) -> None:
        self.screen = screen
        self._terminal = terminal
        self._who = ""
        self._said = False

    @contextmanager
    def on(self, who: str) -> Iterator[None]:
        """Name who thinks, until the thinking is done or broken off."""
        self._who, self._said = who, False
        try:
            yield
        finally:
            if self._said and not self.screen.output.plain:
                self.screen.write(_ERASE)

    def tell(self, passed: float) -> None:
        """Say who thinks, if more than a moment has passed and it was not said yet."""
        if self._said or not self._terminal or passed < MOMENT:
            return
        self._said = True
        if self.screen.output.plain:
            self.screen.fact(fact("Wait", f"{self._who} takes a moment"))
            return
        text = printable(f" {self._who} takes a moment ...")
        while cells(text) >= self.screen.output.width:
            text = text[:-1]
        self.screen.write(text)
