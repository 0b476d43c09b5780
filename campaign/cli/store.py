"""The save being played: every change is on the disk before anything that follows from it is shown."""

from abc import ABC, abstractmethod
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Generic, TypeVar

from campaign.cli.keyboard import EndOfInputError, Keyboard
from campaign.files.errors import FilesError, SaveFailed, cause
from campaign.files.saves import SAVE_ENDING, SaveFolder
from campaign.notation import Seat
from campaign.play.campaign import Campaign
from campaign.play.duels import Duels
from campaign.play.edition import DecisionT, EventT, GameSession
from campaign.play.game_record import RecordT, with_cut, with_hint, with_play

SaveT = TypeVar("SaveT", bound=Campaign | Duels)


def now() -> datetime:
    """Return this moment, to the second, as saves keep it."""
    return datetime.now(UTC).replace(microsecond=0)


class Store(ABC, Generic[SaveT, RecordT]):
    """A save of either kind, and its game in progress; ``kept`` is what it holds."""

    def __init__(self, saves: SaveFolder, name: str, kept: SaveT, *, keyboard: Keyboard) -> None:
        self.saves = saves
        self.name = name
        self.kept = kept
        self.behind = False
        """Whether something was decided that is not on the disk."""
        self._keyboard = keyboard

    @property
    @abstractmethod
    def game(self) -> RecordT:
        """The last game begun."""

    @abstractmethod
    def with_game(self, game: RecordT) -> SaveT:
        """Return the save with its game in progress brought up to date."""

    @property
    def path(self) -> Path:
        """The save's file."""
        return self.saves.path / f"{self.name}{SAVE_ENDING}"

    def reseat(self, seats: tuple[str, str]) -> None:
        """Let others sit at the seats of the game in progress from now on, and save."""
        self.save(self.with_game(replace(self.game, seats=seats)))

    def note(self, session: GameSession[DecisionT, EventT]) -> None:
        """Bring the game in progress up to date, in memory."""
        self.kept = self.with_game(with_play(self.game, session))
        self.behind = True

    def mark_cut(self, number: int) -> None:
        """Note, in memory, that the clock cut a bot's decision short; decisions are numbered from 1."""
        self.kept = self.with_game(with_cut(self.game, number))

    def count_hint(self, seat: Seat) -> None:
        """Count a hint that a seat asked for, and save."""
        self.save(self.with_game(with_hint(self.game, seat)))

    def save(self, kept: SaveT | None = None) -> None:
        """Write the save; where the disk refuses, offer another try or another folder at a terminal."""
        kept = replace(kept or self.kept, played=now())
        while True:
            try:
                self.saves.write(self.name, kept)
            except SaveFailed as error:
                if not self._keyboard.terminal:
                    raise
                self._ask_where(error, kept)
            else:
                break
        self.kept = kept
        self.behind = False

    def _ask_where(self, error: SaveFailed, kept: SaveT) -> None:
        self._keyboard.output.error(str(error))
        try:
            place = self._keyboard.line("Enter tries again, a folder's path saves there instead, Ctrl-D leaves: ")
        except EndOfInputError:
            raise error from None
        if not place:
            return
        try:
            elsewhere = SaveFolder(Path(place).expanduser().absolute())
            elsewhere.path.mkdir(parents=True, exist_ok=True)
            elsewhere.create(self.name, kept)
        except FilesError as refused:
            self._keyboard.output.error(str(refused))
        except (OSError, RuntimeError, ValueError) as refused:  # no such home, or no path at all
            reason = cause(refused) if isinstance(refused, OSError) else str(refused)
            self._keyboard.output.error(f"{place}: {reason}")
        else:
            self.saves = elsewhere
