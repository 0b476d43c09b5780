"""The score tracker (T1 to T5): attempts, stars, what is due next, and the totals.

Every function returns a new campaign.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum

from campaign.play.campaign import Campaign, Ending, Game, Row, RowState, Verdict
from campaign.play.game_record import hints_by_player
from campaign.rules.chapter import Chapter

TRIES = 6
"""Rule T2: attempts 1 to 6 have a box; from the 7th try on it is 7+, which earns nothing."""


class Step(StrEnum):
    """What comes next in a campaign."""

    RESUME = "resume"
    BEGIN = "begin"
    AGAIN = "again"
    """The chapter due was played before; where ``may_go_on`` the players choose (T1)."""
    FINISHED = "finished"


@dataclass(frozen=True, slots=True)
class Next:
    """What comes next: the chapter's id, None once all are done, and whether going on without it is allowed (T1)."""

    step: Step
    chapter: str | None
    may_go_on: bool = False


def row_of(campaign: Campaign, chapter: str) -> Row | None:
    """Return the tracker's row of a chapter, None where it was never begun."""
    return next((row for row in campaign.tracker if row.chapter == chapter), None)


def game_in_progress(campaign: Campaign) -> Game | None:
    """Return the one game that has no ending."""
    return next((game for game in campaign.games if game.ending is None), None)


def chapter_due(campaign: Campaign, chapters: Sequence[Chapter]) -> Chapter | None:
    """Return the first chapter that is not done (T3), None once all are."""
    for chapter in chapters:
        row = row_of(campaign, chapter.id)
        if row is None or row.state is RowState.OPEN:
            return chapter
    return None


def next_step(campaign: Campaign, chapters: Sequence[Chapter]) -> Next:
    """Return what comes next: the game in progress, else the chapter due."""
    game = game_in_progress(campaign)
    if game is not None:
        return Next(Step.RESUME, campaign.chapters[game.chapter].id)
    chapter = chapter_due(campaign, chapters)
    if chapter is None:
        return Next(Step.FINISHED, None)
    row = row_of(campaign, chapter.id)
    if row is None or row.attempts == 0:
        return Next(Step.BEGIN, chapter.id)
    return Next(Step.AGAIN, chapter.id, may_go_on=chapter.achievement is not None)


def attempt_number(campaign: Campaign, chapter: str) -> int:
    """Return the number of the next counted attempt at a chapter, from 1."""
    row = row_of(campaign, chapter)
    return 1 if row is None else row.attempts + 1


def begin(campaign: Campaign, chapter: Chapter, game: Game) -> Campaign:
    """Return the campaign with a game begun; one that counts opens the chapter's row."""
    tracker = campaign.tracker
    if game.attempt is not None and row_of(campaign, chapter.id) is None:
        tracker = (*tracker, Row(chapter=chapter.id, attempts=0))
    return replace(campaign, tracker=tracker, games=(*campaign.games, game))


def with_progress(campaign: Campaign, game: Game) -> Campaign:
    """Return the campaign with its last game, the one in progress, brought up to date."""
    return replace(campaign, games=(*campaign.games[:-1], game))


def stars_of(chapter: Chapter, ending: Ending, attempt: int | None) -> int:
    """Return what a game earns: T1's stars with the achievement, or T2's by attempt; a free game earns nothing."""
    if attempt is None or ending.verdict is not Verdict.SUCCESS:
        return 0
    if chapter.achievement is not None:
        return chapter.achievement.stars if ending.achievement else 0
    if chapter.by_attempt is None or attempt > TRIES:
        return 0
    return chapter.by_attempt[attempt - 1]


def finish(
    campaign: Campaign, chapter: Chapter, ending: Ending, *, chapters: Sequence[Chapter] | None, now: datetime
) -> Campaign:
    """Return the campaign with its game in progress ended, and the tracker filled in (T1 to T4).

    ``chapters`` None leaves open whether the campaign is complete.
    """
    game = campaign.games[-1]
    ended = replace(game, ending=replace(ending, stars=stars_of(chapter, ending, game.attempt)))
    campaign = with_progress(campaign, ended)
    row = row_of(campaign, chapter.id)
    if game.attempt is None or row is None or ended.ending is None:
        return campaign
    stars = ended.ending.stars
    done = ending.verdict is Verdict.SUCCESS and (chapter.achievement is None or ending.achievement)
    state = RowState.DONE if done else row.state
    filled = replace(row, attempts=game.attempt, stars=max(row.stars, stars), state=state)
    return _finished(_with_row(campaign, filled), chapters, now)


def go_on(campaign: Campaign, chapter: Chapter, *, chapters: Sequence[Chapter], now: datetime) -> Campaign:
    """Return the campaign moved on from a tutorial without its stars (T1); it is done if a game of it was won (T3)."""
    row = row_of(campaign, chapter.id)
    if row is None or row.attempts == 0 or row.state is not RowState.OPEN or chapter.achievement is None:
        raise ValueError("only a tutorial that was played and is not done can be left behind (T1)")
    won = any(
        game.counts
        and campaign.chapters[game.chapter].id == chapter.id
        and game.ending is not None
        and game.ending.verdict is Verdict.SUCCESS
        for game in campaign.games
    )
    moved = replace(row, state=RowState.DONE if won else RowState.MOVED_ON)
    return _finished(_with_row(campaign, moved), chapters, now)


def _with_row(campaign: Campaign, row: Row) -> Campaign:
    return replace(campaign, tracker=tuple(row if old.chapter == row.chapter else old for old in campaign.tracker))


def _finished(campaign: Campaign, chapters: Sequence[Chapter] | None, now: datetime) -> Campaign:
    if chapters is not None and campaign.finished is None and chapter_due(campaign, chapters) is None:
        return replace(campaign, finished=now)
    return campaign


def hints_asked(campaign: Campaign) -> tuple[tuple[str, int], ...]:
    """Return how many hints each player asked for in the games that counted, by name; nobody who asked for none."""
    return hints_by_player(campaign.players, (game for game in campaign.games if game.counts))


@dataclass(frozen=True, slots=True)
class Total:
    """Rule T4's total row: attempts are all games that counted, a 7+ with its real number."""

    attempts: int
    stars: int


def total(campaign: Campaign) -> Total:
    """Return the total row."""
    return Total(sum(row.attempts for row in campaign.tracker), sum(row.stars for row in campaign.tracker))
