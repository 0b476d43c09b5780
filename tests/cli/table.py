"""People at the table: a person in a pseudo-terminal, its emulator, and chapters whose games are worked out by hand."""

import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Collection, Mapping, Sequence
from copy import copy
from dataclasses import replace
from fcntl import ioctl
from pathlib import Path
from types import TracebackType
from typing import Self

import pyte
import pytest

from campaign.cards import cards_in
from campaign.files.chapters import CampaignFolder
from campaign.files.saves import SaveFolder
from campaign.notation import Card, DuelCard, Seat, parse_deal
from campaign.play.bots import Who, bot_decision
from campaign.play.campaign import Campaign, Game
from campaign.play.session import Session
from campaign.rules.chapter import Chapter
from campaign.rules.decisions import Kind, parse_decision
from campaign.rules.state import State
from campaign.rules.step import city_cards
from tests.cli.conftest import ROOT, write_folder

PATIENCE = 30.0
"""Seconds after which a program that asks nothing is taken for stuck."""
_PROMPT = re.compile(
    r"(?:> |[Pp]ress a key\. |takes it back[.:] |yes or\s+no: |goes on\. |leaves: |name: |for the bot: )\Z"
)
_ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b[()][A-Z0-9]")
_ALTERNATE = 1049
_LAUNCH = (
    "import os; os.close(os.open(os.ttyname(0), os.O_RDWR))\n"  # a session's leader gets the terminal it opens
    "from campaign.cli.app import main; main()"
)

STANDARD = """format = 1
title = "{title}"
story = "{story}"
[setup]
jekyll-hyde = 3
scotland-yard = 0
past-the-end = "scotland-yard"
[deal]
must-give = {{ icon = "jekyll-hyde" }}
[moves.tricks]
order = 10
pawn = "jekyll-hyde"
forward = {{ count = "tricks", held-by = "players", take = "smaller" }}
[moves.eights]
order = 20
pawn = "jekyll-hyde"
forward = {{ count = "cards", held-by = "players", icon = "jekyll-hyde" }}
[moves.leading-icons]
order = 30
pawn = "scotland-yard"
forward = {{ count = "cards", held-by = "leading", icon = "scotland-yard" }}
[moves.other-icons]
order = 40
pawn = "scotland-yard"
forward = {{ count = "cards", held-by = "other", icon = "scotland-yard" }}
"""
"""The rules of chapter IV, which no change of a shipped chapter alters; what it scores is added."""
TUTORIAL = (
    '[achievement]\ntext = "Win a trick with an 8."\nin = "chapter"\nstars = 2\n'
    'must = { count = "tricks", won-by = "players", won-with = { value = 8 }, at-least = 1 }\n'
)
SCORED = "[score]\nby-attempt = [3, 3, 2, 2, 1, 1]\n"


def standard(title: str = "The Street", story: str = "", score: str = TUTORIAL) -> str:
    """Return a chapter of the standard rules as TOML."""
    return STANDARD.format(title=title, story=story) + score


def our_folder(path: Path) -> CampaignFolder:
    """Write two chapters, a tutorial and a scored one, and return them."""
    return write_folder(path, one=standard(), two=standard("The Square", score=SCORED))


class Emulator(pyte.HistoryScreen):
    """A terminal of the unkind sort: clearing pushes the screen into the scrollback, the alternate screen's too."""

    def __init__(self, columns: int, rows: int) -> None:
        super().__init__(columns, rows, history=5000, ratio=0.5)
        self._main: list[str] | None = None

    def erase_in_display(self, how: int = 0, *args: object, **kwargs: object) -> None:
        """Keep what 2J clears."""
        if how == 2:
            self.history.top.extend(copy(self.buffer[row]) for row in range(self.lines))
        super().erase_in_display(how, *args, **kwargs)

    def set_mode(self, *modes: int, **kwargs: object) -> None:
        """Go to the alternate screen, which begins as a copy: nobody promises that it is empty."""
        if _ALTERNATE in modes:
            self._main = list(self.display)
        super().set_mode(*modes, **kwargs)

    def reset_mode(self, *modes: int, **kwargs: object) -> None:
        """Leave the alternate screen; what is left on it stays to be looked at."""
        if _ALTERNATE in modes:
            self._main = None
        super().reset_mode(*modes, **kwargs)

    @property
    def shown(self) -> str:
        """The screen as it is seen."""
        return "\n".join(line.rstrip() for line in self.display).rstrip()

    @property
    def everywhere(self) -> str:
        """The screen, the one behind it, and all that can be scrolled back to."""
        columns = range(self.columns)
        past = ["".join(line[at].data if at in line else " " for at in columns) for line in self.history.top]
        return "\n".join([*past, *(self._main or []), *self.display])


class Person:
    """The program in a terminal of its own, and a person who waits for each prompt before typing."""

    def __init__(
        self, *arguments: str, saves: Path, columns: int = 80, rows: int = 24, env: Mapping[str, str] | None = None
    ) -> None:
        self._master, self._slave = pty.openpty()
        ioctl(self._slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self.modes_before = termios.tcgetattr(self._slave)
        unset = ("COLUMNS", "LINES", "NO_COLOR", "CAMPAIGN_PLAIN", "FORCE_COLOR", "PYTHONIOENCODING")
        environment = {key: value for key, value in os.environ.items() if key not in unset}
        environment |= {"TERM": "xterm-256color", "CAMPAIGN_SAVES": str(saves), **(env or {})}
        self.process = subprocess.Popen(
            [sys.executable, "-c", _LAUNCH, *arguments],
            cwd=ROOT,
            env=environment,
            stdin=self._slave,
            stdout=self._slave,
            stderr=self._slave,
            start_new_session=True,
        )
        self.screen = Emulator(columns, rows)
        self._stream = pyte.ByteStream(self.screen)
        self.sent = b""
        self._fresh = b""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        os.close(self._master)
        os.close(self._slave)

    def _read(self) -> bool:
        """Read what has been printed; return whether there was something."""
        if not select.select([self._master], [], [], 0.02)[0]:
            return False
        data = os.read(self._master, 65536)
        self.sent += data
        self._fresh += data
        self._stream.feed(data)
        return True

    def wait(self) -> str:
        """Wait for the next prompt, or the end; return the screen."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            if self._read():
                continue
            text = _ESCAPES.sub("", self._fresh.decode(errors="replace"))
            if _PROMPT.search(text) or (self.process.poll() is not None and not self._read()):
                return self.screen.shown
        raise TimeoutError(f"no prompt came:\n{self.screen.shown}")

    def until(self, text: str) -> None:
        """Wait until a text has been printed, whether or not a prompt follows."""
        end = time.monotonic() + PATIENCE
        while text.encode() not in self.sent:
            if not self._read() and time.monotonic() > end:
                raise TimeoutError(f"{text!r} was not printed:\n{self.screen.shown}")

    def key(self, keys: str) -> str:
        """Press keys and wait for what comes of it."""
        self._fresh = b""
        os.write(self._master, keys.encode())
        return self.wait()

    def line(self, text: str = "") -> str:
        """Type a line and wait for what comes of it."""
        return self.key(f"{text}\r")

    @property
    def prompt(self) -> str:
        """The last line that is not empty."""
        return self.screen.shown.rpartition("\n")[2].strip()

    def end(self) -> int:
        """Wait for the end; return the exit code."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            if not self._read() and self.process.poll() is not None and not self._read():
                return self.process.returncode
        raise TimeoutError(f"the program did not end:\n{self.screen.shown}")

    @property
    def modes_restored(self) -> bool:
        """Whether the terminal is as the program found it."""
        return termios.tcgetattr(self._slave) == self.modes_before

    def interrupt(self) -> int:
        """Press Ctrl-C; return the exit code."""
        os.write(self._master, b"\x03")
        return self.end()

    def hang_up(self) -> int:
        """Press Ctrl-D; return the exit code."""
        os.write(self._master, b"\x04")
        return self.end()

    def kill(self) -> None:
        """Kill the program as kill -9 does."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()


def next_line(session: Session) -> str:
    """Return the first decision that the rules allow, in the notation."""
    asked = session.due
    assert asked is not None
    if asked.seat is None:
        if asked.kind is Kind.RANKS:
            return "ranks FRM" if session.table().ranks != "FRM" else "ranks MRF"
        return f"hyde {asked.kind}"
    view = session.view(asked.seat)
    if asked.kind is Kind.GIVES:
        rest = [card for card in view.hand if card not in view.must_give]
        cards = sorted([*view.must_give, *rest][: view.table.rules.give])
        return f"{asked.seat.word} gives {' '.join(map(str, cards))}"
    return f"{asked.seat.word} {asked.kind} {view.legal[0]}"


def game_lines(chapter: Chapter, seed: int, *, bots: Collection[Seat] = ()) -> list[str]:
    """Return a whole game's decisions of people, each the first that the rules allow; careful bots play the rest."""
    session = Session(chapter, seed)
    lines: list[str] = []
    while (asked := session.due) is not None:
        if asked.seat is not None and asked.seat in bots:
            seen, number = session.sight(asked.seat), len(session.decisions)
            session.submit(bot_decision(Who("careful", bot=True), seen, seed=seed, number=number))
        else:
            lines.append(next_line(session))
            session.submit(parse_decision(lines[-1]))
    return lines


def after(chapter: Chapter, seed: int, lines: Sequence[str]) -> Session:
    """Return the session that some decisions lead to."""
    session = Session(chapter, seed)
    for line in lines:
        session.submit(parse_decision(line))
    return session


def kinds_at(chapter: Chapter, seed: int, lines: Sequence[str]) -> dict[str, int]:
    """Return, for each kind of decision, how many decisions come before its first."""
    found: dict[str, int] = {}
    for number in range(len(lines)):
        asked = after(chapter, seed, lines[:number]).due
        assert asked is not None
        found.setdefault(asked.kind, number)
    return found


def last_game(saves: Path, name: str) -> Game:
    """Return the last game of a save."""
    return SaveFolder(saves).load(name).games[-1]


def same_but_time(campaign: Campaign) -> Campaign:
    """Return a campaign without its moments."""
    moment = campaign.created
    return replace(campaign, played=moment, finished=None if campaign.finished is None else moment)


def dealt(monkeypatch: pytest.MonkeyPatch, text: str, *, leading: Seat = Seat.JEKYLL) -> None:
    """Let every round from now on have this deal, in the notation, and this leading character."""
    deal = parse_deal(text)
    monkeypatch.setattr("campaign.play.session.deal", lambda _seed, _state: (deal.jekyll, deal.hyde, 0))
    monkeypatch.setattr("campaign.play.session.first_token", lambda _seed: int(leading))

    def stacked(_seed: int, state: State) -> list[int]:
        given = cards_in(int(city_cards(state)))
        first = [card.index for card in deal.city if card.index in given]
        return first + [card for card in given if card not in first]

    monkeypatch.setattr("campaign.play.session.city_shuffle", stacked)


def shows(text: str, card: Card | DuelCard) -> bool:
    """Return whether a text names a card, by its notation or its name."""
    return bool(re.search(rf"(?<![\w+]){re.escape(str(card))}(?![\w+])|{re.escape(card.name)}(?!\d)", text))


def shown_cards(text: str, session: Session, seat: Seat) -> list[Card]:
    """Return the cards of a seat's hand that a text names."""
    return [card for card in session.view(seat).hand if shows(text, card)]
