"""A finished game as JSON lines and as a story."""

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from campaign.cli.telling import EVENT_NAMES, ending_sentence, event_json, event_sentence
from campaign.files.chapters import CampaignFolder
from campaign.notation import Seat, Suit, parse_card, parse_cards
from campaign.play.campaign import Ending, Reason, Verdict
from campaign.rules.chapter import Effect, Pawn
from campaign.rules.events import (
    AchievementJudged,
    CityStacked,
    Dealt,
    Drew,
    Event,
    Given,
    Handed,
    Moved,
    ObjectiveJudged,
    Passed,
    Played,
    Ranked,
    Reacted,
    Reordered,
    ReserveDealt,
    Returned,
    RoundBegan,
    Took,
    Won,
)
from tests.cli.conftest import LEARNT, WON, Program, Terminal, new_campaign, played_out, put, with_game, write_folder

F4, R2 = parse_card("F4"), parse_card("R2")
HAND = parse_cards("F1 R2 3+")
ANSWERS = ("took", "reordered", "drew")

TOLD: list[tuple[Event, str, str]] = [
    (
        RoundBegan(1, Seat.HYDE),
        '{"event": "round", "round": 1, "leading": "hyde"}',
        "Round 1 begins; Hyde is the leading character.",
    ),
    (
        Dealt(Seat.JEKYLL, HAND),
        '{"event": "dealt", "seat": "jekyll", "cards": ["F1", "R2", "3+"]}',
        "Jekyll is dealt F1 R2 3+.",
    ),
    (
        ReserveDealt(HAND),
        '{"event": "dealt", "seat": "reserve", "cards": ["F1", "R2", "3+"]}',
        "The Reserve: F1 R2 3+.",
    ),
    (
        Given(Seat.HYDE, HAND),
        '{"event": "given", "seat": "hyde", "cards": ["F1", "R2", "3+"]}',
        "Hyde gives the City F1 R2 3+.",
    ),
    (CityStacked(HAND), '{"event": "city", "cards": ["F1", "R2", "3+"]}', "The City's deck, top first: F1 R2 3+."),
    (
        Played(1, Seat.CITY, F4),
        '{"event": "played", "trick": 1, "seat": "city", "card": "F4"}',
        "The City plays Fear 4.",
    ),
    (Ranked("F"), '{"event": "ranked", "ranks": "F"}', "Fear is the only colour ranked so far."),
    (Ranked(""), '{"event": "ranked", "ranks": ""}', "No colour is ranked."),
    (
        Ranked("MFR"),
        '{"event": "ranked", "ranks": "MFR"}',
        "The ranks, low to high: Manipulation < Fear < Ruse.",
    ),
    (
        Reacted(Suit.RUSE, Effect.TAKE_CITY_TRICK, cancelled=False),
        '{"event": "reaction", "colour": "R", "effect": "take-city-trick", "cancelled": false}',
        "A reaction of Ruse: a player takes the City's last trick.",
    ),
    (
        Reacted(Suit.FEAR, Effect.REORDER_RANKS, cancelled=True),
        '{"event": "reaction", "colour": "F", "effect": "reorder-ranks", "cancelled": true}',
        "A reaction of Fear is cancelled.",
    ),
    (Took(Seat.HYDE, 3), '{"event": "took", "seat": "hyde", "trick": 3}', "Hyde takes the City's trick 3."),
    (
        Reordered("RMF"),
        '{"event": "reordered", "ranks": "RMF"}',
        "New order of the ranks, low to high: Ruse < Manipulation < Fear.",
    ),
    (
        Drew(Seat.JEKYLL, F4),
        '{"event": "drew", "seat": "jekyll", "card": "F4"}',
        "Jekyll draws Fear 4 from the City's deck.",
    ),
    (
        Returned(Seat.JEKYLL, R2),
        '{"event": "returned", "seat": "jekyll", "card": "R2"}',
        "Jekyll puts Ruse 2 on top of the City's deck.",
    ),
    (
        Passed(Seat.JEKYLL, parse_cards("F1 R2")),
        '{"event": "passed", "seat": "jekyll", "cards": ["F1", "R2"]}',
        "Jekyll passes F1 R2.",
    ),
    (Handed(Seat.HYDE, 3), '{"event": "handed", "seat": "hyde", "trick": 3}', "Hyde hands the City trick 3."),
    (
        Won(1, Seat.CITY, parse_cards("F4 R3 5+")),
        '{"event": "won", "trick": 1, "seat": "city", "cards": ["F4", "R3", "5+"]}',
        "The City wins trick 1.",
    ),
    (
        Moved(Pawn.JEKYLL_HYDE, 3, 3, 6, "tricks"),
        '{"event": "moved", "pawn": "jekyll-hyde", "steps": 3, "from": 3, "to": 6, "move": "tricks"}',
        "Jekyll & Hyde move 3 steps forward, from 3 to 6 (tricks).",
    ),
    (
        Moved(Pawn.SCOTLAND_YARD, -1, 3, 2, "fog"),
        '{"event": "moved", "pawn": "scotland-yard", "steps": -1, "from": 3, "to": 2, "move": "fog"}',
        "Scotland Yard moves 1 step back, from 3 to 2 (fog).",
    ),
    (
        ObjectiveJudged("balance", "met"),
        '{"event": "objective", "id": "balance", "verdict": "met"}',
        "The objective balance: met.",
    ),
    (AchievementJudged("failed"), '{"event": "achievement", "verdict": "failed"}', "The achievement: failed."),
]


@pytest.mark.parametrize(("event", "line", "sentence"), TOLD)
def test_each_event_is_told_as_the_contract_says(event: Event, line: str, sentence: str) -> None:
    assert json.dumps(event_json(event, None)) == line
    assert event_sentence(event, None) == sentence


def test_every_kind_of_event_was_told() -> None:
    assert {type(event) for event, _, _ in TOLD} == set(EVENT_NAMES)


@pytest.mark.parametrize(
    ("event", "seat", "keys", "sentence"),
    [
        (Dealt(Seat.JEKYLL, HAND), Seat.HYDE, ["event", "seat"], "Jekyll is dealt 3 hidden cards."),
        (ReserveDealt(HAND), Seat.HYDE, ["event", "seat"], "The Reserve: 3 hidden cards."),
        (CityStacked(HAND), Seat.JEKYLL, ["event"], "The City's deck, top first: 3 hidden cards."),
        (Given(Seat.JEKYLL, HAND), Seat.HYDE, ["event", "seat"], "Jekyll gives the City 3 hidden cards."),
        (Drew(Seat.HYDE, F4), Seat.JEKYLL, ["event", "seat"], "Hyde draws a card from the City's deck."),
        (Returned(Seat.HYDE, F4), Seat.JEKYLL, ["event", "seat"], "Hyde puts a card on top of the City's deck."),
        (Drew(Seat.HYDE, F4), Seat.HYDE, ["event", "seat", "card"], "Hyde draws Fear 4 from the City's deck."),
    ],
)
def test_a_seat_is_told_what_it_could_see(event: Event, seat: Seat, keys: list[str], sentence: str) -> None:
    assert list(event_json(event, seat)) == keys
    assert event_sentence(event, seat) == sentence


def test_seats_can_be_called_by_other_names() -> None:
    assert event_sentence(Played(1, Seat.HYDE, F4), None, names={Seat.HYDE: "Ada"}) == "Ada plays Fear 4."


@pytest.mark.parametrize(
    ("reason", "text"),
    [
        (Reason.REACHED, "Success: after the last round Jekyll & Hyde stand on space 10."),
        (Reason.CAUGHT, "Defeat: Scotland Yard caught Jekyll & Hyde on space 7."),
        (Reason.SHORT, "Defeat: after the last round Jekyll & Hyde stand on space 7, not on 10."),
        (Reason.OVERSHOOT, "Defeat: Jekyll & Hyde had to step past space 10."),
        (Reason.OBJECTIVE, "Defeat: the objective balance failed."),
        (Reason.CONCEDED, "Defeat: the players conceded."),
    ],
)
def test_each_ending_is_a_sentence(shipped: CampaignFolder, reason: Reason, text: str) -> None:
    ending = Ending(verdict=Verdict.DEFEAT, reason=reason, objective="balance")
    assert ending_sentence(ending, shipped.chapters[3].chapter, 7) == text


def events_of(program: Program, name: str, *typed: str) -> list[dict[str, object]]:
    """Return the events that a replay prints."""
    ran = program("replay", name, "--json", *typed)
    assert (ran.code, ran.err) == (0, "")
    return [json.loads(line) for line in ran.lines]


def test_a_game_is_told_from_its_chapter_to_its_end(program: Program, shipped: CampaignFolder) -> None:
    campaign = with_game(new_campaign(shipped), shipped, "i", seed=1)
    put(program, "a", with_game(campaign, shipped, "i", seed=2))
    lines = program("replay", "a", "--json").lines
    title = shipped.chapters[0].chapter.title
    first = {"event": "chapter", "id": "i", "number": 1, "title": title, "seed": 2}
    first |= {"jekyll-hyde": 6, "scotland-yard": None, "last-position": 10}
    dealt = '{"event": "dealt", "seat": '
    assert lines[:18] == [
        json.dumps(first),
        '{"event": "round", "round": 1, "leading": "jekyll"}',
        f'{dealt}"jekyll", "cards": ["F4", "F8", "R2", "R3", "R4", "R5", "R8", "M1", "M8", "4+", "5+", "6+"]}}',
        f'{dealt}"hyde", "cards": ["F1", "F2", "F3", "F7", "R1", "R6", "M2", "M3", "M5", "M6", "M7", "3+"]}}',
        '{"event": "dealt", "seat": "reserve", "cards": ["F5", "F6", "R7", "M4"]}',
        '{"event": "given", "seat": "jekyll", "cards": ["F8", "R8", "M1", "M8"]}',
        '{"event": "given", "seat": "hyde", "cards": ["F3", "M2", "M6", "M7"]}',
        '{"event": "city", "cards": ["M8", "R8", "F3", "M2", "M1", "F8", "M6", "M7"]}',
        '{"event": "played", "trick": 1, "seat": "city", "card": "M8"}',
        '{"event": "ranked", "ranks": "M"}',
        '{"event": "played", "trick": 1, "seat": "jekyll", "card": "F4"}',
        '{"event": "ranked", "ranks": "MFR"}',
        '{"event": "played", "trick": 1, "seat": "hyde", "card": "M3"}',
        '{"event": "won", "trick": 1, "seat": "jekyll", "cards": ["M8", "F4", "M3"]}',
        '{"event": "played", "trick": 2, "seat": "jekyll", "card": "R4"}',
        '{"event": "played", "trick": 2, "seat": "hyde", "card": "R6"}',
        '{"event": "played", "trick": 2, "seat": "city", "card": "R8"}',
        '{"event": "won", "trick": 2, "seat": "city", "cards": ["R4", "R6", "R8"]}',
    ]
    assert lines[-1] == (
        '{"event": "ended", "verdict": "defeat", "reason": "short", "objective": null, "text": '
        '"Defeat: after the last round Jekyll & Hyde stand on space 8, not on 10.", "stars": 0, "attempt": 2}'
    )


@pytest.mark.parametrize("chapter", ["i", "iii", "iv"])
def test_what_follows_what(program: Program, shipped: CampaignFolder, chapter: str) -> None:
    campaign = new_campaign(shipped)
    for seed in range(6):
        campaign = with_game(campaign, shipped, chapter, seed=seed, counts=False)
    put(program, "a", campaign)
    for number in range(1, 7):
        events = events_of(program, "a", "--game", str(number))
        names = [str(event["event"]) for event in events]
        for place, name in enumerate(names):
            if name == "round":
                assert names[place + 1 : place + 7] == ["dealt", "dealt", "dealt", "given", "given", "city"]
            if name == "ranked":
                assert names[place - 1] == "played"
            if name == "reaction":
                assert (names[place + 1] in ANSWERS) is not events[place]["cancelled"]
                assert names[place - 1] in ("played", "ranked")
            if name in ANSWERS:
                assert names[place - 1] == "reaction"
            if name == "drew":
                assert names[place + 1] == "returned"
        counted = Counter(names)
        assert counted["chapter"] == counted["ended"] == 1
        assert counted["played"] == 3 * counted["won"]
        assert events[-1]["attempt"] is None
        assert events[-1]["stars"] == 0
        assert events[0]["seed"] == number - 1


def test_a_move_that_ends_the_game_is_the_last_told(program: Program, shipped: CampaignFolder) -> None:
    file = shipped.find("iii")
    assert file is not None
    caught = next(
        seed
        for seed in range(300)
        if (ending := played_out(file, seed).ending()) is not None and ending.reason is Reason.CAUGHT
    )
    put(program, "a", with_game(new_campaign(shipped), shipped, "iii", seed=caught))
    events = events_of(program, "a")
    assert events[-1]["reason"] == "caught"
    assert events[-2]["event"] == "moved"
    assert events[0]["scotland-yard"] == 0


def test_a_conceded_game_ends_where_it_was_left(program: Program, shipped: CampaignFolder) -> None:
    put(program, "a", with_game(new_campaign(shipped), shipped, "i", seed=1, concede=True))
    events = events_of(program, "a")
    assert (events[-1]["verdict"], events[-1]["reason"], events[-1]["attempt"]) == ("defeat", "conceded", 1)
    assert "End: Defeat: the players conceded." in program("replay", "a").lines


def test_the_seventh_attempt_is_7_and_so_is_the_eighth(program: Program, tmp_path: Path) -> None:
    ours = write_folder(tmp_path / "ours", v=WON.format(title="V", story=""))
    campaign = new_campaign(ours, shipped=False)
    for seed in range(7):
        campaign = with_game(campaign, ours, "v", seed=seed, concede=True)
    put(program, "a", with_game(campaign, ours, "v", seed=2**64 - 1))
    assert [events_of(program, "a", "--game", str(n))[-1]["attempt"] for n in (1, 6, 7, 8)] == [1, 6, 7, 7]
    last = events_of(program, "a")
    assert (last[0]["seed"], last[-1]["verdict"], last[-1]["stars"]) == (2**64 - 1, "success", 0)
    assert "attempt 7+" in program("replay", "a").lines[0]


def test_an_achievement_is_told_each_round_and_earns_its_stars(program: Program, tmp_path: Path) -> None:
    ours = write_folder(tmp_path / "ours", learn=LEARNT)
    put(program, "a", with_game(new_campaign(ours, shipped=False), ours, "learn", seed=1))
    events = events_of(program, "a")
    judged = [event for event in events if event["event"] == "achievement"]
    assert len(judged) == 2
    assert judged[-1] == {"event": "achievement", "verdict": "met"}
    assert (events[-1]["stars"], events[-1]["reason"]) == (2, "reached")
    assert program("replay", "a").lines[-1] == "Stars: 2"


@pytest.mark.parametrize("seat", ["jekyll", "hyde"])
def test_a_seats_replay_holds_no_card_that_it_could_not_see(
    program: Program, shipped: CampaignFolder, seat: str
) -> None:
    campaign = new_campaign(shipped)
    for seed in range(4):
        campaign = with_game(campaign, shipped, "iv", seed=seed)
    put(program, "a", campaign)
    for number in ("1", "2", "3", "4"):
        whole = events_of(program, "a", "--game", number)
        told = events_of(program, "a", "--game", number, "--seat", seat)
        assert [event["event"] for event in told] == [event["event"] for event in whole]
        assert told[0]["seed"] is None
        for shown, full in zip(told[1:], whole[1:], strict=True):
            secret = full["event"] == "city" or (
                full["event"] in ("dealt", "given", "drew", "returned") and full["seat"] != seat
            )
            assert shown == {key: value for key, value in full.items() if not (secret and key in ("card", "cards"))}
        text = program("replay", "a", "--game", number, "--seat", seat)
        hidden = next(event for event in whole if event["event"] == "city")["cards"]
        assert isinstance(hidden, list)
        assert " ".join(hidden) not in text.out
        assert "Seed" not in text.out
        assert "hidden cards" in text.out


def test_the_story_in_plain_lines(program: Program, shipped: CampaignFolder) -> None:
    campaign = with_game(new_campaign(shipped), shipped, "i", seed=1)
    put(program, "a", with_game(campaign, shipped, "i", seed=2))
    lines = program("replay", "a").lines
    title = shipped.chapters[0].chapter.title
    assert lines[:5] == ["Game: a, game 2, attempt 2", f"Chapter i: {title}", "Jekyll: Ada", "Hyde: Bert", "Seed: 2"]
    assert lines[5:7] == [
        "Round 1: Jekyll is the leading character.",
        "Round 1: Jekyll is dealt F4 F8 R2 R3 R4 R5 R8 M1 M8 4+ 5+ 6+.",
    ]
    assert "Trick 3: A reaction of Ruse: a player takes the City's last trick." in lines
    assert "Trick 3: Hyde takes the City's trick 2." in lines
    assert "Track: Jekyll & Hyde move 1 step forward, from 6 to 7 (tricks)." in lines
    assert lines[-3:] == [
        "Round 2: The achievement: failed.",
        "End: Defeat: after the last round Jekyll & Hyde stand on space 8, not on 10.",
        "Stars: 0",
    ]


@pytest.mark.parametrize("columns", [40, 80])
def test_the_story_on_a_terminal(program: Program, shipped: CampaignFolder, terminal: Terminal, columns: int) -> None:
    campaign = with_game(new_campaign(shipped), shipped, "i", seed=1)
    put(program, "a", with_game(campaign, shipped, "i", seed=2))
    screen = terminal("replay", "a", columns=columns)
    assert screen.code == 0
    assert max(map(len, screen.lines)) <= columns
    words = " ".join(screen.text.split())
    assert "Trick 1 City M8 > Jekyll F4 > Hyde M3 Jekyll wins" in words
    assert "Trick 8 City R5 > Hyde F2 > Jekyll F4 Jekyll wins" in words
    assert "Ranks: Manipulation < Fear < Ruse" in words
    assert "Hyde takes the City's trick 2." in words


def test_the_number_of_a_game(program: Program, shipped: CampaignFolder) -> None:
    fresh = new_campaign(shipped)
    put(program, "fresh", fresh)
    put(program, "begun", with_game(fresh, shipped, "i", seed=1, decisions=5))
    put(program, "both", with_game(with_game(fresh, shipped, "i", seed=1), shipped, "i", seed=2, decisions=5))
    for typed, code, said in (
        (("fresh",), 1, "fresh has no finished game yet"),
        (("begun",), 1, "begun has no finished game yet"),
        (("begun", "--json"), 1, "begun has no finished game yet"),
        (("both", "--game", "2"), 1, "game 2 of both is still in progress"),
        (("both", "--game", "3"), 2, "--game is a whole number from 1 to 2"),
    ):
        ran = program("replay", *typed)
        assert (ran.code, ran.out) == (code, "")
        assert said in ran.err
    assert events_of(program, "both")[0]["seed"] == 1


def test_a_record_that_does_not_fit_the_rules_names_round_and_decision(
    program: Program, shipped: CampaignFolder
) -> None:
    campaign = with_game(new_campaign(shipped), shipped, "i", seed=1)
    (game,) = campaign.games
    put(program, "other", replace(campaign, games=(replace(game, seed=2),)))
    put(program, "short", replace(campaign, games=(replace(game, decisions=game.decisions[:-1]),)))
    put(program, "print", replace(campaign, games=(replace(game, fingerprints=("00", *game.fingerprints[1:])),)))
    for name, said in (("other", "round 1, decision 1"), ("short", "round"), ("print", "fingerprint of round 1")):
        for flags in ((), ("--json",)):
            ran = program("replay", name, *flags)
            assert (ran.code, ran.out) == (1, "")
            assert f"{name}, game 1" in ran.err
            assert said in ran.err


def test_chapters_that_are_gone_or_changed_leave_old_games_as_they_were(program: Program, tmp_path: Path) -> None:
    ours = write_folder(tmp_path / "ours", v=WON.format(title="V", story=""))
    put(program, "a", with_game(new_campaign(ours, shipped=False), ours, "v", seed=1))
    before = events_of(program, "a")
    (ours.path / "v.toml").write_text(WON.format(title="Changed", story="").replace("= 10", "= 9"))
    (ours.path / "campaign.toml").unlink()
    after = events_of(program, "a")
    assert after[0]["number"] is None
    assert before[0]["number"] == 1
    assert after[1:] == before[1:]
    assert after[0]["title"] == "V"
