"""``campaign review``: its sentences, its JSON, its screens and its exit codes."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from campaign.cli import reviewing as screen
from campaign.cli.reviewing import Names, Point, curve, loss_sentence, place_words, review_json
from campaign.files.chapters import CampaignFolder
from campaign.notation import Seat
from campaign.play.campaign import Game
from campaign.play.reviewing import Judged, Loss, Review
from campaign.play.winning import succeeds
from campaign.recording import SEED_LIMIT
from campaign.rules.decisions import parse_decision
from tests.cli.conftest import LEARNT, WON, Program, Terminal, new_campaign, put, with_game, write_folder

QUICK = (
    'format = 1\ntitle = "Quick"\nstory = ""\nsetup.jekyll-hyde = 9\n{more}'
    "deal = {{ hand = 3, give = 0 }}\ncity.from-reserve = 2\n"
    'moves.tricks = {{ order = 10, pawn = "jekyll-hyde", forward = {{ count = "tricks", held-by = "jekyll" }} }}\n'
)
"""A chapter of two short rounds, which a game wins where Jekyll wins one trick alone."""
HALF = 'achievement = { in = "chapter", stars = 2, must = { count = "tricks", won-by = "hyde", at-least = 1 } }\n'
SCORED = "score.by-attempt = [3, 3, 2, 2, 1, 1]\n"


@pytest.fixture
def quick(tmp_path: Path) -> CampaignFolder:
    """Return a folder of quick chapters: one with an achievement, one without."""
    first = QUICK.format(more=HALF)
    return write_folder(tmp_path / "ours", half=first, quick=QUICK.format(more=SCORED))


def put_lost(program: Program, folder: CampaignFolder, chapter: str, *, lost: bool = True, name: str = "a") -> int:
    """Write a save with one game, lost or won; return its seed."""
    for seed in range(100):
        campaign = with_game(new_campaign(folder, shipped=False), folder, chapter, seed=seed)
        ending = campaign.games[0].ending
        assert ending is not None
        if (ending.verdict.value == "defeat") is lost:
            put(program, name, campaign)
            return seed
    raise AssertionError


def made(decision: str, **changed: object) -> Judged:
    """Return a decision judged."""
    told = Judged(
        number=5,
        round=1,
        trick=5,
        seat=Seat.HYDE,
        knower=Seat.HYDE,
        decision=parse_decision(decision),
        before=0.6,
        after=0.48,
        error=0.02,
        kind=Loss.KNOWABLE,
        better=parse_decision("hyde plays R2"),
        loss=0.12,
    )
    return replace(told, **changed)  # type: ignore[arg-type]


PEOPLE = Names(Game(chapter="", seed=1, seats=("Bert", "Ada")))
BOTS = Names(Game(chapter="", seed=1, seats=("Bert", "bot:careful")))
ALIKE = Names(Game(chapter="", seed=1, seats=("bot:careful", "bot:careful")))
ONLY_SIGHT = "Nobody could know it then: only sight of all cards tells."


def test_what_was_knowable_is_told() -> None:
    assert loss_sentence(made("hyde plays R7"), PEOPLE, rounds=1) == (
        "Trick 5: Ada (Hyde) played R7; R2 would have kept about 12 more chances in 100. Ada could know it."
    )


def test_what_only_hindsight_tells_is_told() -> None:
    one = made("hyde plays R7", kind=Loss.HINDSIGHT, loss=0.4)
    assert loss_sentence(one, PEOPLE, rounds=2) == (
        "Round 1, trick 5: Ada (Hyde) played R7; R2 would have kept about 40 more chances in 100, had both gone on "
        f"carefully. {ONLY_SIGHT}"
    )
    one = made("hyde plays R7", kind=Loss.HINDSIGHT, loss=1.0)
    assert loss_sentence(one, PEOPLE, rounds=1) == (
        f"Trick 5: Ada (Hyde) played R7; R2 would have won, had both gone on carefully. {ONLY_SIGHT}"
    )


@pytest.mark.parametrize(
    ("decision", "better", "said"),
    [
        ("hyde returns R7", "hyde returns F2", "Ada (Hyde) put R7 back; F2 would"),
        ("hyde takes", "jekyll takes", "Bert and Ada let Hyde take the trick; Jekyll would"),
        ("hyde hands", "jekyll hands", "Bert and Ada let Hyde hand over a trick; Jekyll would"),
        ("hyde draws", "jekyll draws", "Bert and Ada let Hyde draw; Jekyll would"),
        ("ranks MFR", "ranks FRM", "Bert and Ada set the ranks MFR; FRM would"),
        ("concede", "hyde plays F2", "Bert and Ada conceded; playing on with F2 would"),
        ("hyde gives F1 F2", "hyde gives F1 F3", "Ada (Hyde) gave F1 F2; F1 F3 would"),
        ("hyde passes F1 F2", "hyde passes F1 F3", "Ada (Hyde) passed F1 F2; F1 F3 would"),
        ("hyde plays F2", "concede", "Ada (Hyde) played F2; conceding would"),
    ],
)
def test_each_decision_has_its_words(decision: str, better: str, said: str) -> None:
    seat = Seat.HYDE if said.startswith("Ada") else None
    one = made(decision, better=parse_decision(better), seat=seat)
    told = loss_sentence(one, PEOPLE, rounds=1)
    assert told.startswith(f"Trick 5: {said} have kept about 12 more")
    assert told.endswith("Ada could know it.")


def test_a_bot_keeps_its_seat() -> None:
    one = made("hyde takes", seat=None)
    assert " Bert and bot:careful (Hyde) let" in loss_sentence(one, BOTS, rounds=1)
    assert loss_sentence(one, ALIKE, rounds=1).endswith(" bot:careful (Hyde) could know it.")


def test_no_loss_has_no_sentence() -> None:
    with pytest.raises(ValueError, match="lost nothing"):
        loss_sentence(made("hyde plays R7", better=None), PEOPLE, rounds=1)


def test_the_day_is_told_as_such() -> None:
    assert place_words(made("concede", trick=0), rounds=2) == "Round 1, the day"
    assert place_words(made("concede", trick=0), rounds=1) == "The day"


def test_the_curve_has_a_point_a_trick_and_the_end() -> None:
    parts = [made("hyde plays R7", trick=0, after=0.1), made("hyde plays R7", after=0.2)]
    parts += [made("hyde plays R7", after=0.3), made("hyde plays R7", round=2, after=0.4)]
    found = Review(judged=tuple(parts), worst=(), success=True, reached=0.5, line=(), leaves=0)
    assert curve(found) == [Point(1, 0, 0.1), Point(1, 5, 0.3), Point(2, 5, 0.4), Point(0, 0, 0.5)]


def test_json_has_the_contracts_keys(program: Program, quick: CampaignFolder) -> None:
    seed = put_lost(program, quick, "quick")
    ran = program("review", "a", "--json")
    assert (ran.code, ran.err) == (0, "")
    (line,) = ran.lines
    told = json.loads(line)
    assert list(told) == ["game", "chance", "winnable", "line"]
    assert told["game"] == 1
    numbers = []
    for one in told["chance"]:
        assert list(one) == ["decision", "seat", "before", "after", "error", "kind"]
        assert one["seat"] in ("jekyll", "hyde", "both")
        assert one["kind"] in ("knowable", "hindsight", None)
        assert all(isinstance(one[key], float) for key in ("before", "after", "error"))
        assert one["before"] >= one["after"]
        numbers.append(one["decision"])
    assert numbers == list(range(1, len(numbers) + 1))
    assert told["winnable"] in (True, None)
    assert bool(told["line"]) == (told["winnable"] is True)
    chapter = quick.find("quick")
    assert chapter is not None
    if told["line"]:
        assert succeeds(chapter.chapter, seed, [parse_decision(text) for text in told["line"]])


def test_a_joint_decision_is_of_both() -> None:
    found = Review(
        judged=(made("ranks MFR", seat=None, kind=None),), worst=(), success=False, reached=0.0, line=(), leaves=0
    )
    told = {"decision": 5, "seat": "both", "before": 0.6, "after": 0.48, "error": 0.02, "kind": None}
    assert review_json(3, found) == {"game": 3, "chance": [told], "winnable": None, "line": []}


def test_plain_output_is_one_fact_a_line(program: Program, quick: CampaignFolder) -> None:
    put_lost(program, quick, "half")
    ran = program("review", "a")
    assert (ran.code, ran.err) == (0, "")
    assert ran.lines[:2] == ["Game: a, game 1, attempt 1", "Chapter half: Quick"]
    heads = ("Game", "Chapter half", "Verdict", "Scale", "Chance", "Round 1", "Round 2", "Losses", "Line")
    assert all(line.startswith(heads) and ": " in line for line in ran.lines)
    assert "\x1b" not in ran.out
    scale = next(line for line in ran.lines if line.startswith("Scale"))
    assert scale == (
        "Scale: the chance of success in 100 from what a seat knew, success without the achievement counted half, "
        "if careful players go on"
    )
    chances = [line for line in ran.lines if line.startswith("Chance: ")]
    places = [line.split(": ")[1] for line in chances]
    assert places == [f"round {number}, trick {trick}" for number in (1, 2) for trick in (1, 2)] + ["the end"]
    assert chances[-1] == "Chance: the end: 0 in 100"


def test_a_chapter_without_an_achievement_counts_nothing_half(program: Program, quick: CampaignFolder) -> None:
    put_lost(program, quick, "quick")
    assert "half" not in program("review", "a").out


def test_a_line_is_told_from_where_it_leaves_the_game(program: Program, quick: CampaignFolder) -> None:
    campaign = new_campaign(quick, shipped=False)
    for seed in range(8):
        campaign = with_game(campaign, quick, "quick", seed=seed, counts=False)
    put(program, "a", campaign)
    checked = 0
    for game, played in enumerate(campaign.games, 1):
        told = json.loads(program("review", "a", "--game", str(game), "--json").out)["line"]
        if not told or told == list(played.decisions):
            continue
        lines = program("review", "a", "--game", str(game)).lines
        head = next(place for place, line in enumerate(lines) if line.startswith("Line: from round "))
        number = int(lines[head].partition("(decision ")[2].partition(")")[0])
        assert lines[head].endswith("on, this would have won with these cards")
        assert lines[head + 1 :] == [f"Line {place}: {line}" for place, line in enumerate(told, 1) if place >= number]
        assert told[: number - 1] == list(played.decisions[: number - 1])
        assert told[number - 1] != played.decisions[number - 1]
        chapter = quick.find("quick")
        assert chapter is not None
        assert succeeds(chapter.chapter, played.seed, [parse_decision(text) for text in told])
        checked += 1
    assert checked


def test_a_game_that_was_won(program: Program, quick: CampaignFolder) -> None:
    put_lost(program, quick, "quick", lost=False)
    ran = program("review", "a")
    assert ran.code == 0
    assert "Chance: the end: 100 in 100" in ran.lines
    assert ran.lines[-1] == "Line: the game itself was a success"


def test_nothing_lost_and_nothing_decided(
    program: Program, quick: CampaignFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    put_lost(program, quick, "quick")
    nothing = Review(judged=(), worst=(), success=False, reached=0.0, line=(), leaves=0)
    monkeypatch.setattr(screen, "review", lambda *_given, **_named: nothing)
    assert program("review", "a").lines[-3:] == [
        "Chance: the end: 0 in 100",
        "Losses: no decision lost chances that its seat, or sight of all cards, could tell.",
        "Line: not decided: no line to success was found, which does not say that there is none",
    ]
    assert json.loads(program("review", "a", "--json").out)["winnable"] is None


@pytest.mark.parametrize("columns", [20, 40, 80])
def test_the_curve_on_a_terminal(program: Program, quick: CampaignFolder, terminal: Terminal, columns: int) -> None:
    put_lost(program, quick, "half")
    shown = terminal("review", "a", columns=columns)
    assert shown.code == 0
    assert max(map(len, shown.lines)) <= columns
    assert any("█" in line or "▁" in line for line in shown.lines)
    words = " ".join(shown.text.split())
    assert "Line" in words
    if columns > 20:
        below = next(line for line in shown.lines if line.split() == ["1", "2", "1", "2", "="])
        rounds = shown.lines[shown.lines.index(below) + 1].split()
        assert (rounds[0] in ("Round", "1"), rounds[-1]) == (True, "end")
        assert "success without the achievement counted half" in words


def test_an_encoding_without_blocks_shows_hashes(program: Program, quick: CampaignFolder, terminal: Terminal) -> None:
    put_lost(program, quick, "half")
    shown = terminal("review", "a", PYTHONIOENCODING="ascii")
    assert shown.code == 0
    assert shown.text.isascii()
    assert "#" in shown.text
    assert "?" not in shown.text


def test_a_conceded_and_a_free_game(program: Program, shipped: CampaignFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(screen, "WORLDS", 2)
    campaign = with_game(new_campaign(shipped), shipped, "i", seed=1, concede=True)
    put(program, "a", with_game(campaign, shipped, "iv", seed=2, counts=False))
    ran = program("review", "a", "--game", "1")
    assert ran.code == 0
    assert "Verdict: Defeat: the players conceded." in ran.lines
    told = json.loads(program("review", "a", "--game", "1", "--json").out)
    assert told["chance"][-1]["seat"] == "both"
    assert told["chance"][-1]["after"] == 0.0
    assert "Game: a, game 2, a free game" in program("review", "a").lines


def test_an_edited_chapter_leaves_a_review_as_it_was(program: Program, quick: CampaignFolder) -> None:
    put_lost(program, quick, "quick")
    before = program("review", "a").out
    (quick.path / "quick.toml").write_text(WON.format(title="Changed", story=""))
    assert program("review", "a").out == before


def test_the_number_of_a_game_and_what_does_not_fit(program: Program, quick: CampaignFolder) -> None:
    fresh = new_campaign(quick, shipped=False)
    put(program, "fresh", fresh)
    put(program, "both", with_game(with_game(fresh, quick, "half", seed=1), quick, "half", seed=2, decisions=2))
    (game,) = with_game(fresh, quick, "half", seed=1).games
    put(
        program,
        "drift",
        replace(with_game(fresh, quick, "half", seed=1), games=(replace(game, seed=SEED_LIMIT - 1),)),
    )
    for typed, code, said in (
        (("fresh",), 1, "fresh has no finished game yet"),
        (("both", "--game", "2"), 1, "game 2 of both is still in progress"),
        (("both", "--game", "3"), 2, "--game is a whole number from 1 to 2"),
        (("both", "--game", "x"), 2, "--game is a whole number from 1"),
        (("nobody",), 2, "no such save"),
        (("drift",), 1, "drift, game 1: the record"),
    ):
        for flags in ((), ("--json",)):
            ran = program("review", *typed, *flags)
            assert (ran.code, ran.out) == (code, "")
            assert said in ran.err
    assert len(program("review", "drift").err.splitlines()) == 1
    assert json.loads(program("review", "both", "--json").out)["game"] == 1


def test_ctrl_c_ends_it(program: Program, quick: CampaignFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    put_lost(program, quick, "quick")

    def interrupted(*_given: object, **_named: object) -> Review:
        raise KeyboardInterrupt

    monkeypatch.setattr(screen, "review", interrupted)
    ran = program("review", "a")
    assert (ran.code, ran.out, ran.err) == (130, "", "")


def test_progress_is_told_on_a_terminals_stderr_alone(
    program: Program, quick: CampaignFolder, terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    put_lost(program, quick, "quick")
    assert "\x1b[?25l" in terminal("review", "a").sent
    monkeypatch.setattr(screen, "PAUSE", 0.0)
    assert program("review", "a").err == ""
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    ran = program("review", "a", "--json")
    assert all(line.startswith("Weighed: ") and line.endswith(" seconds left") for line in ran.err.splitlines())
    assert ran.err
    json.loads(ran.out)


def test_a_won_tutorial(program: Program, tmp_path: Path) -> None:
    ours = write_folder(tmp_path / "learnt", learn=LEARNT.replace("setup", "deal.hand = 5\nsetup"))
    put(program, "a", with_game(new_campaign(ours, shipped=False), ours, "learn", seed=1))
    assert "Chance: the end: 100 in 100" in program("review", "a").lines
