"""What a campaign remembers: its players, its score tracker, its games and the chapters they were begun with."""

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from campaign.play.game_record import GameRecord


class RowState(StrEnum):
    """Where a chapter stands on the score tracker (T1, T2)."""

    OPEN = "open"
    DONE = "done"
    MOVED_ON = "moved-on"


class Verdict(StrEnum):
    """How a game ended."""

    SUCCESS = "success"
    DEFEAT = "defeat"


class Reason(StrEnum):
    """Why a game ended: X4, X2, X3, X1, a failed objective, T6."""

    REACHED = "reached"
    CAUGHT = "caught"
    SHORT = "short"
    OVERSHOOT = "overshoot"
    OBJECTIVE = "objective"
    CONCEDED = "conceded"


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One chapter begun: ``attempts`` is its real number of games that counted (a 7+ keeps its real number, T4)."""

    chapter: str
    attempts: int
    stars: int = 0
    state: RowState = RowState.OPEN


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredChapter:
    """The lines a game was begun with: ``lines`` is the resolved chapter as TOML, without title and story."""

    id: str
    title: str
    story: str
    lines: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Ending:
    """The end of a game; ``objective`` names the one that failed where the reason is ``objective``."""

    verdict: Verdict
    reason: Reason
    objective: str | None = None
    achievement: bool = False
    stars: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Game(GameRecord):
    """One game of a chapter, told by its digest; ``ending`` None is in progress.

    ``attempt`` is the row's count with this game, None for a free game.
    """

    chapter: str
    attempt: int | None = None
    ending: Ending | None = None

    @property
    def counts(self) -> bool:
        """Whether the game counts on the tracker."""
        return self.attempt is not None


@dataclass(frozen=True, slots=True, kw_only=True)
class Campaign:
    """Everything a save of kind ``campaign`` holds; ``folder`` "" is the shipped campaign."""

    title: str
    folder: str
    players: tuple[str, str]
    created: datetime
    played: datetime
    finished: datetime | None = None
    tracker: tuple[Row, ...] = ()
    chapters: dict[str, StoredChapter] = field(default_factory=dict)
    games: tuple[Game, ...] = ()
