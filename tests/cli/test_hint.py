"""``hint`` at the prompt and ``--think``: what is shown, counted, and marked in the save."""

import json
import time
from dataclasses import replace
from pathlib import Path

import pytest

from campaign.cli import waiting
from campaign.files.chapters import CampaignFolder, ChapterFile
from campaign.files.saves import SaveFolder
from campaign.notation import PLAYERS, Seat
from campaign.play.bots import Who, bot_decision
from campaign.play.session import Session
from campaign.rules.decisions import Kind
from tests.cli.conftest import Program, Terminal, new_campaign, put, with_game
from tests.cli.table import Person, after, game_lines, kinds_at, our_folder, shown_cards


def test_a_hint_is_shown_with_its_reason_and_counted(program: Program) -> None:
    assert program("new", "a", "--players", "Ada", "Bert").code == 0
    ran = program("play", "a", "--seed", "7", "--hyde", "bot:careful", typed="hint\nhint\nquit\n")
    assert ran.code == 0
    assert ran.out.count("Hint: ") == 2
    assert SaveFolder(program.saves).load("a").games[-1].hints == (2, 0)


def test_help_names_the_hint(program: Program) -> None:
    assert program("new", "a", "--players", "Ada", "Bert").code == 0
    ran = program("play", "a", "--seed", "7", "--hyde", "bot:careful", typed="help\nquit\n")
    assert "hint: a choice with its reason, from what you know; hints are counted" in ran.out.replace("\n", " ")


@pytest.mark.parametrize("typed", ["0", "-1", "1.5", "soon", "600001", "", "१", "9" * 5000])
def test_a_thinking_time_is_a_whole_number_of_milliseconds(program: Program, typed: str) -> None:
    assert program("new", "a", "--players", "Ada", "Bert").code == 0
    ran = program("play", "a", "--think", typed)
    assert ran.code == 2
    assert "--think is a whole number of milliseconds from 1 to 600000; found" in ran.err


def test_a_decision_that_the_clock_cut_is_marked_and_told_in_the_replay_once(program: Program) -> None:
    assert program("new", "a", "--players", "Ada", "Bert").code == 0
    bots = ("--jekyll", "bot:thinker:100000", "--hyde", "bot:random")
    assert program("play", "a", "--seed", "7", "--think", "1", *bots).code == 0
    game = SaveFolder(program.saves).load("a").games[-1]
    assert game.cut
    assert set(game.cut) <= set(range(1, len(game.decisions) + 1))
    alone = ("hyde gives", "hyde plays", "hyde returns")
    assert not any(game.decisions[number - 1].startswith(alone) for number in game.cut)
    for more in ([], ["--seat", "hyde"]):
        told = program("replay", "a", *more)
        assert told.code == 0
        assert told.lines[-1].startswith("Clock: ")
        assert told.out.count("cut short by the clock") == 1
    assert "clock" not in program("replay", "a", "--json").out


def test_a_game_is_the_same_whatever_the_clock_cut_where_it_cut_nothing(program: Program) -> None:
    played: list[tuple[str, ...]] = []
    for name, think in (("a", "600000"), ("b", "300000")):
        assert program("new", name, "--players", "Ada", "Bert").code == 0
        bots = ("--jekyll", "bot:thinker:2", "--hyde", "bot:thinker:2")
        assert program("play", name, "--seed", "7", "--think", think, *bots).code == 0
        game = SaveFolder(program.saves).load(name).games[-1]
        assert game.cut == ()
        played.append(game.decisions)
        assert "clock" not in program("replay", name).out
    assert played[0] == played[1]


@pytest.mark.parametrize(
    ("cut", "told"),
    [
        ((3,), "Clock: decision 3 cut short by the clock"),
        ((3, 5, 6, 7, 9), "Clock: decisions 3, 5 to 7, 9 cut short by the clock"),
    ],
)
def test_runs_of_cut_decisions_are_told_as_runs(
    program: Program, shipped: CampaignFolder, cut: tuple[int, ...], told: str
) -> None:
    campaign = with_game(new_campaign(shipped), shipped, "i", seed=1)
    put(program, "a", replace(campaign, games=(replace(campaign.games[0], cut=cut, hints=(2, 1)),)))
    assert program("replay", "a").lines[-2:] == ["Hints: Jekyll 2, Hyde 1", told]


# Two people, and the tracker


def test_two_people_decide_together_without_a_hint(program: Program, tmp_path: Path) -> None:
    folder = our_folder(tmp_path / "ours")
    chapter = folder.chapters[0].chapter
    put(program, "a", new_campaign(folder, shipped=False))
    seed = next(seed for seed in range(7, 60) if Kind.TAKES in kinds_at(chapter, seed, game_lines(chapter, seed)))
    lines = game_lines(chapter, seed)
    before = lines[: kinds_at(chapter, seed, lines)[Kind.TAKES]]
    assert program("play", "a", "--seed", str(seed), "--moves", "-", typed="\n".join(before)).code == 0
    ran = program("play", "a", typed="hint\n")
    assert "You decide this together: a hint would tell what one hand holds." in ran.out
    assert "Hint:" not in ran.out
    assert SaveFolder(program.saves).load("a").games[-1].hints == (0, 0)


@pytest.mark.parametrize("columns", [80, 40])
def test_a_hint_does_not_outlive_its_turn(program: Program, tmp_path: Path, columns: int) -> None:
    folder = our_folder(tmp_path / "ours")
    chapter = folder.chapters[0].chapter
    put(program, "a", new_campaign(folder, shipped=False))
    lines = game_lines(chapter, 7)[:4]
    with Person("play", "a", "--seed", "7", "--think", "1", saves=program.saves, columns=columns) as person:
        person.wait()
        person.line()
        for number, line in enumerate(lines):
            session = after(chapter, 7, lines[:number])
            assert session.due is not None
            seat = session.due.seat
            assert seat is not None
            if person.prompt.endswith("press a key."):
                assert not any(shown_cards(person.screen.everywhere, session, one) for one in PLAYERS)
                person.key("x")
            hinted = person.line("hint")
            assert "Hint" in hinted
            assert not shown_cards(person.screen.everywhere, session, seat.partner)
            person.line(line)
            if person.prompt.endswith("yes or no:"):
                person.line("yes")
            else:
                person.key("\r")
        session = after(chapter, 7, lines)
        assert not any(shown_cards(person.screen.everywhere, session, one) for one in PLAYERS)
    assert SaveFolder(program.saves).load("a").games[-1].hints == (2, 2)


@pytest.mark.parametrize("columns", [0, 40, 80])
def test_hints_stand_on_the_tracker_by_player(
    program: Program, shipped: CampaignFolder, terminal: Terminal, columns: int
) -> None:
    campaign = with_game(new_campaign(shipped), shipped, "i", seed=1)
    put(program, "none", campaign)
    asked = replace(campaign.games[0], hints=(2, 1))
    put(program, "a", replace(campaign, games=(asked, replace(asked, seats=asked.seats[::-1]))))
    assert "Hints" not in program("tracker", "none").out
    if columns:
        screen = terminal("tracker", "a", columns=columns)
        assert " Hints   Ada 3 · Bert 3" in [line.rstrip() for line in screen.lines]
    else:
        assert "Hints: Ada 3, Bert 3" in program("tracker", "a").lines
    none = json.loads(program("tracker", "none", "--json").out)
    assert json.loads(program("tracker", "a", "--json").out) == none | {"campaign": "a"}


# While a bot thinks

_LONG = ("--seed", "7", "--jekyll", "bot:thinker:100000", "--hyde", "bot:careful")


def _gifts(file: ChapterFile, seed: int) -> str | None:
    """Return gifts for Hyde where Jekyll then plays before Hyde does; None where Hyde plays first."""
    session = Session(file.chapter, seed)
    for seat in PLAYERS:
        session.submit(bot_decision(Who("careful", bot=True), session.sight(seat), seed=seed, number=seat))
    first = session.due
    assert first is not None
    return str(session.decisions[-1]) if first.seat is Seat.JEKYLL else None


def test_a_terminal_says_who_thinks_and_takes_it_back(program: Program, shipped: CampaignFolder) -> None:
    assert program("new", "a", "--players", "Ada", "Bert").code == 0
    seed, gifts = next((seed, told) for seed in range(20) if (told := _gifts(shipped.chapters[0], seed)))
    seats = ("--jekyll", "bot:thinker:100000", "--hyde", "human")
    with Person("play", "a", "--seed", str(seed), "--think", "1200", *seats, saves=program.saves) as person:
        person.wait()
        while not person.prompt.startswith("hyde >"):
            person.key("x")
        person.line(gifts)
        person.line("yes")
        assert b" Jekyll (bot:thinker:100000) takes a moment ..." in person.sent
        assert "hyde >" in person.screen.shown
        assert "takes a moment" not in person.screen.shown


def test_two_bots_at_a_terminal_leave_no_line_of_it(program: Program) -> None:
    assert program("new", "a", "--players", "Ada", "Bert").code == 0
    with Person("play", "a", "--think", "1000", *_LONG, saves=program.saves) as person:
        person.until("takes a moment ...\r\x1b[K")
        assert "takes a moment" not in person.screen.shown
        assert person.interrupt() == 130


def test_plain_output_says_it_once_and_leaves_it(program: Program) -> None:
    assert program("new", "a", "--players", "Ada", "Bert").code == 0
    with Person("--plain", "play", "a", "--think", "1200", *_LONG, saves=program.saves) as person:
        person.until("Wait: Jekyll (bot:thinker:100000) takes a moment\r\n")
        assert person.interrupt() == 130


def test_nothing_is_said_of_it_without_a_terminal(program: Program) -> None:
    assert program("new", "a", "--players", "Ada", "Bert").code == 0
    program.monkeypatch.setattr(waiting, "MOMENT", 0.0)
    ran = program("play", "a", "--think", "30", *_LONG)
    assert ran.code == 0
    assert "moment" not in ran.out


@pytest.mark.parametrize("plain", [False, True])
def test_ctrl_c_while_a_bot_thinks_ends_it_at_once(program: Program, *, plain: bool) -> None:
    assert program("new", "a", "--players", "Ada", "Bert").code == 0
    more = ["--plain"] if plain else []
    with Person(*more, "play", "a", "--think", "600000", *_LONG, saves=program.saves) as person:
        person.until("takes a moment")
        began = time.monotonic()
        assert person.interrupt() == 130
        assert time.monotonic() - began < 2
        assert person.modes_restored
        assert "Saved. Go on with: campaign play a" in person.screen.everywhere
    game = SaveFolder(program.saves).load("a").games[-1]
    assert (len(game.decisions), game.cut) == (2 + (game.decisions[-1].startswith("hyde plays")), ())


# A save that seats a bot of another version


@pytest.mark.parametrize("decisions", [4, None])
def test_a_bot_that_is_not_built_is_refused_and_can_be_replaced(
    program: Program, shipped: CampaignFolder, decisions: int | None
) -> None:
    campaign = with_game(new_campaign(shipped), shipped, "i", seed=1, decisions=decisions, concede=decisions is None)
    put(program, "a", replace(campaign, games=(replace(campaign.games[0], seats=("Ada", "bot:genius")),)))
    on = ("--chapter", "i")
    ran = program("play", "a", *on)
    assert ran.code == 1
    assert ran.err.startswith(f"{program.saves / 'a.toml'}: a bot is bot:careful, ")
    assert 'found "bot:genius"; --jekyll and --hyde seat somebody else' in ran.err
    assert program("play", "a", *on, "--hyde", "human").code == 0
    assert SaveFolder(program.saves).load("a").games[-1].seats == ("Ada", "Bert")
