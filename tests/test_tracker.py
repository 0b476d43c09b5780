"""The score tracker by hand (T1 to T5): attempts, stars, what is due next, the totals (field report S05)."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from campaign.play.campaign import Campaign, Ending, Game, Reason, Row, RowState, StoredChapter, Verdict
from campaign.play.tracker import (
    Next,
    Step,
    Total,
    attempt_number,
    begin,
    chapter_due,
    finish,
    game_in_progress,
    go_on,
    next_step,
    row_of,
    stars_of,
    total,
    with_progress,
)
from campaign.rules.chapter import Achievement, Chapter, Compare, Count, Noun, Role

NOW = datetime(2026, 12, 1, 20, 15, tzinfo=UTC)
LATER = datetime(2026, 12, 8, 21, 2, tzinfo=UTC)
ASKED = Achievement(must=Compare(count=Count(noun=Noun.TRICKS, won_by=Role.CITY), at_least=1), stars=2)
TUTORIAL = Chapter(id="tutorial", title="Tutorial", jekyll_hyde=5, achievement=ASKED)
SCORED = Chapter(id="scored", title="Scored", jekyll_hyde=3, by_attempt=(3, 3, 2, 2, 1, 1))
CHAPTERS = (TUTORIAL, SCORED)
DEFEAT = Ending(verdict=Verdict.DEFEAT, reason=Reason.SHORT)
CONCEDED = Ending(verdict=Verdict.DEFEAT, reason=Reason.CONCEDED)
SUCCESS = Ending(verdict=Verdict.SUCCESS, reason=Reason.REACHED)
ACHIEVED = replace(SUCCESS, achievement=True)


def new() -> Campaign:
    """Return a campaign that nobody has begun; its chapters' digests are their ids."""
    return Campaign(
        title="Test",
        folder="",
        players=("Ada", "Bert"),
        created=NOW,
        played=NOW,
        chapters={one.id: StoredChapter(id=one.id, title=one.title, story="", lines="") for one in CHAPTERS},
    )


def begun(campaign: Campaign, chapter: Chapter, *, counts: bool = True) -> Campaign:
    """Return the campaign with a game of a chapter begun."""
    attempt = attempt_number(campaign, chapter.id) if counts else None
    return begin(campaign, chapter, Game(chapter=chapter.id, seed=7, seats=("Ada", "Bert"), attempt=attempt))


def played(campaign: Campaign, chapter: Chapter, *endings: Ending, counts: bool = True) -> Campaign:
    """Return the campaign with games of a chapter begun and ended, one after the other."""
    for ending in endings:
        started = begun(campaign, chapter, counts=counts)
        campaign = finish(started, chapter, ending, chapters=CHAPTERS, now=LATER)
    return campaign


def row(campaign: Campaign, chapter: Chapter) -> tuple[int, int, RowState]:
    """Return a chapter's attempts, stars and state."""
    found = row_of(campaign, chapter.id)
    assert found is not None
    return found.attempts, found.stars, found.state


# Chapters scored by attempt: T2


def test_won_after_two_defeats_circles_attempt_3_and_earns_2_stars_t2() -> None:
    lost = played(new(), SCORED, DEFEAT, DEFEAT)
    assert row(lost, SCORED) == (2, 0, RowState.OPEN)
    assert attempt_number(lost, "scored") == 3
    won = played(lost, SCORED, SUCCESS)
    assert row(won, SCORED) == (3, 2, RowState.DONE)
    assert [game.attempt for game in won.games] == [1, 2, 3]
    assert [game.ending.stars for game in won.games if game.ending] == [0, 0, 2]


@pytest.mark.parametrize(("attempt", "stars"), [(1, 3), (2, 3), (3, 2), (4, 2), (5, 1), (6, 1), (7, 0), (23, 0)])
def test_a_success_earns_the_stars_of_its_attempt_t2(attempt: int, stars: int) -> None:
    won = played(new(), SCORED, *[DEFEAT] * (attempt - 1), SUCCESS)
    assert row(won, SCORED) == (attempt, stars, RowState.DONE)


def test_from_the_seventh_try_on_nothing_is_earned_but_the_total_has_the_real_number_t2_t4() -> None:
    won = played(new(), SCORED, *[DEFEAT] * 8, SUCCESS)
    assert total(won) == Total(attempts=9, stars=0)


def test_an_achievement_earns_nothing_where_attempts_do_t2() -> None:
    assert stars_of(SCORED, ACHIEVED, 1) == 3
    assert stars_of(replace(SCORED, by_attempt=None), SUCCESS, 1) == 0


def test_conceding_costs_an_attempt_t6() -> None:
    assert row(played(new(), SCORED, CONCEDED), SCORED) == (1, 0, RowState.OPEN)


# The tutorials


def test_a_defeat_leaves_a_tutorial_to_be_played_again_or_left_t1() -> None:
    lost = played(new(), TUTORIAL, DEFEAT)
    assert row(lost, TUTORIAL) == (1, 0, RowState.OPEN)
    assert next_step(lost, CHAPTERS) == Next(Step.AGAIN, "tutorial", may_go_on=True)


def test_success_with_the_achievement_is_done_with_its_stars_t1() -> None:
    won = played(new(), TUTORIAL, ACHIEVED)
    assert row(won, TUTORIAL) == (1, 2, RowState.DONE)
    assert next_step(won, CHAPTERS) == Next(Step.BEGIN, "scored")


def test_success_without_it_may_be_played_again_and_then_with_it_t1() -> None:
    half = played(new(), TUTORIAL, SUCCESS)
    assert row(half, TUTORIAL) == (1, 0, RowState.OPEN)
    assert next_step(half, CHAPTERS) == Next(Step.AGAIN, "tutorial", may_go_on=True)
    assert row(played(half, TUTORIAL, ACHIEVED), TUTORIAL) == (2, 2, RowState.DONE)


def test_the_tutorials_stars_do_not_fall_with_the_attempts_t1() -> None:
    assert row(played(new(), TUTORIAL, *[DEFEAT] * 7, ACHIEVED), TUTORIAL) == (8, 2, RowState.DONE)


def test_an_achievement_in_a_defeat_earns_nothing_t1() -> None:
    assert stars_of(TUTORIAL, replace(DEFEAT, achievement=True), 1) == 0


def test_leaving_after_defeats_is_moved_on_and_after_a_success_done_t1_t3() -> None:
    lost = go_on(played(new(), TUTORIAL, DEFEAT), TUTORIAL, chapters=CHAPTERS, now=LATER)
    assert row(lost, TUTORIAL) == (1, 0, RowState.MOVED_ON)
    won = go_on(played(new(), TUTORIAL, SUCCESS, DEFEAT), TUTORIAL, chapters=CHAPTERS, now=LATER)
    assert row(won, TUTORIAL) == (2, 0, RowState.DONE)
    for campaign in (lost, won):
        assert next_step(campaign, CHAPTERS) == Next(Step.BEGIN, "scored")


def test_a_free_success_does_not_make_a_lost_tutorial_done_t3() -> None:
    campaign = played(played(new(), TUTORIAL, DEFEAT), TUTORIAL, SUCCESS, counts=False)
    assert row(go_on(campaign, TUTORIAL, chapters=CHAPTERS, now=LATER), TUTORIAL)[2] is RowState.MOVED_ON


@pytest.mark.parametrize(
    ("campaign", "chapter"),
    [
        (new(), TUTORIAL),
        (begun(new(), TUTORIAL), TUTORIAL),
        (played(new(), TUTORIAL, ACHIEVED), TUTORIAL),
        (played(new(), SCORED, DEFEAT), SCORED),
    ],
    ids=["never begun", "in its first game", "done", "no tutorial"],
)
def test_nothing_else_can_be_left_behind_t1(campaign: Campaign, chapter: Chapter) -> None:
    with pytest.raises(ValueError, match="T1"):
        go_on(campaign, chapter, chapters=CHAPTERS, now=LATER)


# Free games, and games in progress


def test_a_free_game_leaves_the_tracker_alone() -> None:
    before = played(new(), TUTORIAL, ACHIEVED)
    after = played(before, TUTORIAL, DEFEAT, ACHIEVED, counts=False)
    assert after.tracker == before.tracker
    assert total(after) == total(before)
    assert [game.ending.stars for game in after.games if game.ending] == [2, 0, 0]
    assert played(new(), SCORED, SUCCESS, counts=False).tracker == ()


def test_a_game_in_progress_counts_only_once_it_has_ended_t5() -> None:
    campaign = begun(new(), TUTORIAL)
    assert row(campaign, TUTORIAL) == (0, 0, RowState.OPEN)
    assert attempt_number(campaign, "tutorial") == 1
    game = game_in_progress(campaign)
    assert game is not None
    further = with_progress(campaign, replace(game, decisions=("jekyll gives F8 R1 M1 3+",)))
    assert further.games == (replace(game, decisions=("jekyll gives F8 R1 M1 3+",)),)
    assert further.tracker == campaign.tracker


def test_a_campaign_and_its_games_are_never_changed_in_place() -> None:
    campaign = begun(new(), TUTORIAL)
    finish(campaign, TUTORIAL, ACHIEVED, chapters=CHAPTERS, now=LATER)
    assert game_in_progress(campaign) is not None
    assert row(campaign, TUTORIAL) == (0, 0, RowState.OPEN)


# What is due next, and the end: T3, T4


def test_next_step_in_every_state_t3_t5() -> None:
    campaign = new()
    assert next_step(campaign, CHAPTERS) == Next(Step.BEGIN, "tutorial")
    campaign = begun(campaign, TUTORIAL)
    assert next_step(campaign, CHAPTERS) == Next(Step.RESUME, "tutorial")
    campaign = finish(campaign, TUTORIAL, ACHIEVED, chapters=CHAPTERS, now=LATER)
    assert next_step(campaign, CHAPTERS) == Next(Step.BEGIN, "scored")
    campaign = begun(campaign, TUTORIAL, counts=False)
    assert next_step(campaign, CHAPTERS) == Next(Step.RESUME, "tutorial")
    campaign = finish(campaign, TUTORIAL, DEFEAT, chapters=CHAPTERS, now=LATER)
    campaign = played(campaign, SCORED, DEFEAT)
    assert next_step(campaign, CHAPTERS) == Next(Step.AGAIN, "scored", may_go_on=False)
    campaign = played(campaign, SCORED, SUCCESS)
    assert next_step(campaign, CHAPTERS) == Next(Step.FINISHED, None)


def test_chapters_are_due_in_their_order_t3() -> None:
    campaign = played(new(), SCORED, SUCCESS)
    assert chapter_due(campaign, CHAPTERS) is TUTORIAL
    assert campaign.finished is None


def test_the_campaign_is_finished_once_with_its_first_date_t4() -> None:
    campaign = played(new(), TUTORIAL, ACHIEVED)
    assert campaign.finished is None
    campaign = played(campaign, SCORED, DEFEAT, SUCCESS)
    assert campaign.finished == LATER
    assert total(campaign) == Total(attempts=3, stars=5)
    free = begun(campaign, SCORED, counts=False)
    again = finish(free, SCORED, SUCCESS, chapters=CHAPTERS, now=datetime(2027, 1, 1, tzinfo=UTC))
    assert again.finished == LATER


def test_a_chapter_added_later_leaves_the_first_date_t4() -> None:
    first = finish(begun(new(), TUTORIAL), TUTORIAL, ACHIEVED, chapters=(TUTORIAL,), now=NOW)
    assert first.finished == NOW
    assert next_step(first, CHAPTERS) == Next(Step.BEGIN, "scored")
    assert played(first, SCORED, SUCCESS).finished == NOW


def test_leaving_the_last_chapter_finishes_too_t1_t4() -> None:
    campaign = played(new(), TUTORIAL, DEFEAT)
    assert go_on(campaign, TUTORIAL, chapters=(TUTORIAL,), now=LATER).finished == LATER


def test_a_campaign_whose_folder_is_not_known_is_not_finished() -> None:
    campaign = begun(new(), TUTORIAL)
    assert finish(campaign, TUTORIAL, ACHIEVED, chapters=None, now=LATER).finished is None


def test_attempts_of_tutorials_are_in_the_total_t4() -> None:
    campaign = played(played(new(), TUTORIAL, DEFEAT, SUCCESS, ACHIEVED), SCORED, DEFEAT)
    assert total(campaign) == Total(attempts=4, stars=2)
    assert total(new()) == Total(attempts=0, stars=0)


def test_a_renamed_chapter_keeps_its_row_and_is_due_under_its_new_name_s05() -> None:
    campaign = played(new(), TUTORIAL, ACHIEVED)
    renamed = replace(TUTORIAL, id="first-night")
    assert next_step(campaign, (renamed, SCORED)) == Next(Step.BEGIN, "first-night")
    assert campaign.tracker == (Row(chapter="tutorial", attempts=1, stars=2, state=RowState.DONE),)
    assert total(campaign) == Total(attempts=1, stars=2)
