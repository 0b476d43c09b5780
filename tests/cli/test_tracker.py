"""The score tracker: its rows and boxes, its totals, its JSON, and how it is drawn."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from campaign.cli.tracking import Box, Kind, boxes, tracker_rows
from campaign.files.chapters import CampaignFolder
from campaign.play import tracker
from campaign.play.campaign import Campaign, Row, RowState
from tests.cli.conftest import (
    LATER,
    LEARNT,
    WON,
    Program,
    Terminal,
    new_campaign,
    put,
    with_game,
    write_folder,
)

LONG = "A Title Much Longer than There Would Be Room for Anywhere"


def scored(tmp_path: Path) -> tuple[CampaignFolder, Campaign]:
    """Return a campaign that won a tutorial, then v after two defeats, and is at vi."""
    ours = write_folder(
        tmp_path / "ours",
        learn=LEARNT,
        v=WON.format(title="[V] Pursuit", story=""),
        vi=WON.format(title=LONG, story=""),
    )
    campaign = with_game(new_campaign(ours, shipped=False), ours, "learn", seed=1)
    for seed in (1, 2):
        campaign = with_game(campaign, ours, "v", seed=seed, concede=True)
    return ours, with_game(campaign, ours, "v", seed=3)


def test_tracker_json_is_the_contracts(program: Program, tmp_path: Path) -> None:
    ours, campaign = scored(tmp_path)
    put(program, "a", campaign)
    told = json.loads(program("tracker", "A", "--json").out)
    row = {"kind": "scored", "attempts": 3, "stars": 2, "state": "done"}
    assert told["rows"][1] == {"chapter": "v", "number": 2, "title": "[V] Pursuit", **row}
    assert list(told["rows"][1]) == ["chapter", "number", "title", "kind", "attempts", "stars", "state"]
    assert told["rows"][0] == {
        "chapter": "learn",
        "number": 1,
        "title": "Two Names on One Door",
        "kind": "tutorial",
        "attempts": 1,
        "stars": 2,
        "state": "done",
    }
    assert (told["rows"][2]["attempts"], told["rows"][2]["state"]) == (0, "open")
    del told["rows"]
    assert told == {"campaign": "a", "attempts": 4, "stars": 4, "finished": False, "best": []}
    assert ours.title == "Ours"


def test_the_best_totals_are_those_of_the_same_chapters_most_stars_first(
    program: Program, tmp_path: Path, shipped: CampaignFolder
) -> None:
    ours, campaign = scored(tmp_path)
    put(program, "open", campaign)
    put(program, "late", with_game(with_game(campaign, ours, "vi", seed=1, concede=True), ours, "vi", seed=1))
    put(program, "early", with_game(campaign, ours, "vi", seed=1))
    other = replace(new_campaign(shipped), finished=LATER, tracker=(Row(chapter="i", attempts=1, stars=99),))
    put(program, "other chapters", other)
    told = json.loads(program("tracker", "early", "--json").out)
    assert told["finished"] is True
    date = "2026-12-08T21:02:11Z"
    early, late = ({"stars": 7, "attempts": attempts, "date": date} for attempts in (5, 6))
    assert told["best"] == [early, late]
    assert json.loads(program("tracker", "open", "--json").out)["best"] == told["best"]
    assert "7 stars in 5 attempts, early (this one), 2026-12-08" in program("tracker", "early").out


def test_the_plain_tracker_tells_each_box(program: Program, tmp_path: Path) -> None:
    ours, campaign = scored(tmp_path)
    for seed in range(8):
        campaign = with_game(campaign, ours, "vi", seed=seed, concede=True)
    put(program, "a", campaign)
    assert program("tracker", "a").lines == [
        "Campaign: a",
        "Players: Ada and Bert",
        "Tutorial learn: Two Names on One Door: 1 attempt, 2 stars, done",
        "Scored v: [V] Pursuit: attempts 1 and 2 crossed out, attempt 3 circled, 2 stars, done",
        f"Scored vi: {LONG}: attempts 1, 2, 3, 4, 5 and 6 crossed out, 8 attempts in all, 0 stars, due next",
        "Total: 12 attempts, 4 stars",
        "Finished: no",
    ]


@pytest.mark.parametrize("columns", [40, 80, 120])
def test_the_drawn_tracker_says_the_same_at_any_width(
    program: Program, tmp_path: Path, terminal: Terminal, columns: int
) -> None:
    ours, campaign = scored(tmp_path)
    put(program, "a", with_game(campaign, ours, "vi", seed=1, decisions=4))
    screen = terminal("tracker", "a", columns=columns)
    assert screen.code == 0
    assert max(map(len, screen.lines)) <= columns
    assert "[x][x](3)[4][5][6][7+]".replace("x", "\N{MULTIPLICATION SIGN}") in screen.text
    assert "[1][2][3][4][5][6][7+]" in screen.text
    words = " ".join(screen.text.split())
    assert "Total 4 attempts · 4 stars" in words
    assert ("in progress" if columns == 40 else "now") in words
    for word in LONG.split():
        assert word in screen.text


def row_of(attempts: int, state: RowState) -> tuple[Box, ...]:
    """Return the boxes of a scored chapter."""
    row = Row(chapter="v", attempts=attempts, state=state)
    campaign = Campaign(
        title="", folder="", players=("A", "B"), created=LATER, played=LATER, tracker=(row,) if attempts else ()
    )
    (shown,) = tracker_rows(replace(campaign, tracker=(row,)), ())
    assert (shown.kind, shown.number) == (Kind.SCORED, None)
    return boxes(shown)


@pytest.mark.parametrize(
    ("attempts", "state", "drawn"),
    [
        (0, RowState.OPEN, "......."),
        (2, RowState.OPEN, "xx....."),
        (1, RowState.DONE, "o......"),
        (3, RowState.DONE, "xxo...."),
        (6, RowState.OPEN, "xxxxxx."),
        (6, RowState.DONE, "xxxxxo."),
        (7, RowState.DONE, "xxxxxxo"),
        (9, RowState.OPEN, "xxxxxx."),
        (9, RowState.DONE, "xxxxxxo"),
    ],
)
def test_boxes_are_crossed_out_and_circled_as_t2_says(attempts: int, state: RowState, drawn: str) -> None:
    marks = {Box.FREE: ".", Box.CROSSED: "x", Box.CIRCLED: "o"}
    assert "".join(marks[box] for box in row_of(attempts, state)) == drawn


def test_a_renamed_chapter_keeps_its_progress_and_its_place_is_told(program: Program, tmp_path: Path) -> None:
    ours, campaign = scored(tmp_path)
    put(program, "a", campaign)
    (ours.path / "v.toml").rename(ours.path / "pursuit.toml")
    (ours.path / "campaign.toml").write_text('format = 1\ntitle = "Ours"\nchapters = ["learn", "pursuit", "vi"]\n')
    ran = program("tracker", "a", "--json")
    told = {row["chapter"]: row for row in json.loads(ran.out)["rows"]}
    assert (told["v"]["number"], told["v"]["stars"], told["v"]["title"]) == (None, 2, "[V] Pursuit")
    assert told["pursuit"]["attempts"] == 0
    (ours.path / "campaign.toml").unlink()
    ran = program("tracker", "a")
    assert ran.code == 1
    assert str(ours.path / "campaign.toml") in ran.err
    assert "Tutorial learn: Two Names on One Door: 1 attempt, 2 stars, done" in ran.lines
    assert "Total: 4 attempts, 4 stars" in ran.lines


def test_a_chapter_left_behind_and_a_free_game_are_told(program: Program, shipped: CampaignFolder) -> None:
    campaign = with_game(new_campaign(shipped), shipped, "i", seed=1, concede=True)
    chapters = [file.chapter for file in shipped.chapters]
    campaign = tracker.go_on(campaign, chapters[0], chapters=chapters, now=LATER)
    put(program, "a", with_game(campaign, shipped, "iv", seed=1, counts=False, decisions=3))
    lines = program("tracker", "a").lines
    assert lines[2].endswith(": 1 attempt, 0 stars, left behind")
    assert lines[3].endswith(": due next")
    assert lines[5].endswith(": not begun")
