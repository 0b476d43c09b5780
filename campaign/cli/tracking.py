"""The score tracker's rows, boxes and best totals, from a campaign and its chapters (T1 to T4)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import TYPE_CHECKING

from campaign.cli.context import utc_text
from campaign.play.campaign import Campaign, RowState, StoredChapter
from campaign.play.tracker import TRIES, chapter_due, game_in_progress, row_of, total
from campaign.rules.chapter import Chapter

if TYPE_CHECKING:
    from campaign.files.saves import SaveSummary


class Kind(StrEnum):
    """How a chapter earns its stars: T1 or T2."""

    TUTORIAL = "tutorial"
    SCORED = "scored"


@dataclass(frozen=True, slots=True, kw_only=True)
class TrackerRow:
    """One chapter of the score tracker; ``number`` None is a chapter that the campaign's folder no longer lists."""

    chapter: str
    number: int | None
    title: str
    kind: Kind
    attempts: int
    stars: int
    state: RowState
    due: bool
    in_progress: bool

    @property
    def mark(self) -> str:
        """Where the chapter stands, in words; empty where its boxes say it all."""
        if self.in_progress:
            return "in progress"
        if self.due:
            return "due next"
        return "left behind" if self.state is RowState.MOVED_ON else ""


class Box(StrEnum):
    """An attempt box (T2)."""

    FREE = "free"
    CROSSED = "crossed out"
    CIRCLED = "circled"


@dataclass(frozen=True, slots=True, kw_only=True)
class Best:
    """A finished campaign's total."""

    name: str
    stars: int
    attempts: int
    date: datetime


def tracker_rows(campaign: Campaign, chapters: Sequence[Chapter]) -> tuple[TrackerRow, ...]:
    """Return a row for each chapter in order, then for those begun that the folder no longer lists."""
    due = chapter_due(campaign, chapters)
    game = game_in_progress(campaign)
    playing = None if game is None or not game.counts else campaign.chapters[game.chapter].id
    rows = [
        _row(
            campaign,
            chapter.id,
            number=number,
            title=chapter.title,
            kind=_kind(chapter),
            due=chapter is due,
            playing=playing,
        )
        for number, chapter in enumerate(chapters, 1)
    ]
    listed = {chapter.id for chapter in chapters}
    stored = {one.id: one for one in campaign.chapters.values()}
    for row in campaign.tracker:
        if row.chapter not in listed:
            old = stored.get(row.chapter)
            title = row.chapter if old is None else old.title
            kind = _stored_kind(old)
            rows.append(_row(campaign, row.chapter, number=None, title=title, kind=kind, due=False, playing=playing))
    return tuple(rows)


def _row(
    campaign: Campaign,
    chapter: str,
    *,
    number: int | None,
    title: str,
    kind: Kind,
    due: bool,
    playing: str | None,
) -> TrackerRow:
    row = row_of(campaign, chapter)
    return TrackerRow(
        chapter=chapter,
        number=number,
        title=title,
        kind=kind,
        attempts=0 if row is None else row.attempts,
        stars=0 if row is None else row.stars,
        state=RowState.OPEN if row is None else row.state,
        due=due,
        in_progress=chapter == playing,
    )


def _kind(chapter: Chapter) -> Kind:
    return Kind.SCORED if chapter.achievement is None else Kind.TUTORIAL


def _stored_kind(chapter: StoredChapter | None) -> Kind:
    tutorial = chapter is not None and "[achievement]" in chapter.lines.splitlines()
    return Kind.TUTORIAL if tutorial else Kind.SCORED


def boxes(row: TrackerRow) -> tuple[Box, ...]:
    """Return a scored chapter's seven boxes, 1 to 6 and 7+; on the 7+ nothing is ever crossed out (T2)."""
    circled = min(row.attempts, TRIES + 1) if row.state is RowState.DONE else 0
    crossed = min(row.attempts, TRIES)
    return tuple(
        Box.CIRCLED if number == circled else Box.CROSSED if number <= crossed else Box.FREE
        for number in range(1, TRIES + 2)
    )


def best_totals(saves: "Iterable[SaveSummary]", folder: str) -> tuple[Best, ...]:
    """Return the totals of the finished campaigns with this folder's chapters: most stars, then fewest attempts."""
    found = [
        Best(name=save.name, stars=save.stars, attempts=sum(row.attempts for row in save.rows), date=save.finished)
        for save in saves
        if save.finished is not None and save.folder == folder
    ]
    return tuple(sorted(found, key=lambda one: (-one.stars, one.attempts, one.date)))


def tracker_json(name: str, campaign: Campaign, rows: Sequence[TrackerRow], best: Sequence[Best]) -> dict[str, object]:
    """Return the score tracker's JSON."""
    sums = total(campaign)
    return {
        "campaign": name,
        "rows": [
            {
                "chapter": row.chapter,
                "number": row.number,
                "title": row.title,
                "kind": row.kind.value,
                "attempts": row.attempts,
                "stars": row.stars,
                "state": row.state.value,
            }
            for row in rows
        ],
        "attempts": sums.attempts,
        "stars": sums.stars,
        "finished": campaign.finished is not None,
        "best": [{"stars": one.stars, "attempts": one.attempts, "date": utc_text(one.date)} for one in best],
    }
