"""Saves of duels: listed, tracked, replayed as text and JSON, deleted, repaired."""

import json

import pytest

from campaign.duel.decisions import parse_decision
from campaign.duel.match import seed_in_match
from campaign.files.saves import SaveFolder
from tests.cli.conftest import Program, Terminal
from tests.cli.duel_table import after, deals, duel_lines, duels, next_line

TWO = ("--jekyll", "human", "--hyde", "human")
SHORT = 22
"""A duel that Hyde wins in its first round."""


def _play(program: Program, name: str, *lines: str, seed: int = SHORT, match: bool = False) -> None:
    flags = [*TWO, "--seed", str(seed), *(["--return-match"] if match else [])]
    ran = program("duel", name, *flags, "--moves", "-", typed="\n".join(lines))
    assert (ran.code, ran.err) == (0, "")


def _match(program: Program, name: str) -> None:
    _play(program, name, *duel_lines(SHORT), *duel_lines(seed_in_match(SHORT, 2)), match=True)


def test_a_duel_is_told_as_json_in_the_order_of_the_table(program: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    """Four tricks worked out by hand.

    Both pass a potion (DU5). Trick 1: G2 beats G1 (DU11). Trick 2: P4 is met by 5+, so Jekyll wins (DU12) and takes
    trick 1 (DU14). Trick 3: Jekyll leads 3+ and names W (DU9); W3 is its equal, so the potion wins (DU12), and all
    tokens come off (DU16), Wrath being ranked third before (DU10). Trick 4: G5 is met by 2+, and two cards are
    swapped (DU15).
    """
    deals(monkeypatch, "P1 P2 W1 W2 G1 G3 G4 G5 2+ 3+", "P3 P4 W3 W4 W5 G2 G6 G7 4+ 5+")
    lines = [
        "jekyll passes 2+",
        "hyde passes 5+",
        "jekyll plays G1",
        "hyde plays G2",
        "hyde plays P4",
        "jekyll plays 5+",
        "jekyll takes 1",
        "jekyll plays 3+ naming W",
        "hyde plays W3",
        "jekyll plays G5",
        "hyde plays 2+",
        "jekyll swaps P1 P2",
        "hyde swaps W4 W5",
    ]
    session = after(1, lines)
    while session.due is not None:
        lines.append(next_line(session))
        session.submit(parse_decision(lines[-1]))
    _play(program, "hand", *lines, seed=1)
    told = [json.loads(line) for line in program("replay", "hand", "--json").lines]
    assert told[:31] == [
        {"event": "duel", "seed": 1, "game": 1, "of": 1},
        {"event": "round", "round": 1, "leading": "jekyll"},
        {"event": "dealt", "seat": "jekyll", "cards": ["P1", "P2", "W1", "W2", "G1", "G3", "G4", "G5", "2+", "3+"]},
        {"event": "dealt", "seat": "hyde", "cards": ["P3", "P4", "W3", "W4", "W5", "G2", "G6", "G7", "4+", "5+"]},
        {"event": "dealt", "seat": "aside", "cards": ["P5", "P6", "P7", "W6", "W7"]},
        {"event": "passed", "seat": "jekyll", "cards": ["2+"]},
        {"event": "passed", "seat": "hyde", "cards": ["5+"]},
        {"event": "played", "trick": 1, "seat": "jekyll", "card": "G1"},
        {"event": "ranked", "ranks": "G"},
        {"event": "played", "trick": 1, "seat": "hyde", "card": "G2"},
        {"event": "won", "trick": 1, "seat": "hyde", "cards": ["G1", "G2"]},
        {"event": "played", "trick": 2, "seat": "hyde", "card": "P4"},
        {"event": "ranked", "ranks": "GPW"},
        {"event": "played", "trick": 2, "seat": "jekyll", "card": "5+"},
        {"event": "effect", "suit": "P", "cancelled": False},
        {"event": "took", "seat": "jekyll", "trick": 1},
        {"event": "won", "trick": 2, "seat": "jekyll", "cards": ["P4", "5+"]},
        {"event": "played", "trick": 3, "seat": "jekyll", "card": "3+"},
        {"event": "named", "seat": "jekyll", "suit": "W"},
        {"event": "played", "trick": 3, "seat": "hyde", "card": "W3"},
        {"event": "effect", "suit": "W", "cancelled": False},
        {"event": "ranked", "ranks": ""},
        {"event": "won", "trick": 3, "seat": "jekyll", "cards": ["3+", "W3"]},
        {"event": "played", "trick": 4, "seat": "jekyll", "card": "G5"},
        {"event": "ranked", "ranks": "G"},
        {"event": "played", "trick": 4, "seat": "hyde", "card": "2+"},
        {"event": "effect", "suit": "G", "cancelled": False},
        {"event": "swapped", "seat": "jekyll", "cards": ["P1", "P2"]},
        {"event": "swapped", "seat": "hyde", "cards": ["W4", "W5"]},
        {"event": "won", "trick": 4, "seat": "jekyll", "cards": ["G5", "2+"]},
        told[30],
    ]
    assert told[30]["event"] == "played"
    ended = session.ending()
    assert ended is not None
    assert told[-1] == {"event": "ended", "winner": ended.winner.word, "round": ended.round}
    seen = [json.loads(line) for line in program("replay", "hand", "--json", "--seat", "hyde").lines]
    assert seen[0] == {"event": "duel", "seed": None, "game": 1, "of": 1}
    assert seen[2:5] == [{"event": "dealt", "seat": "jekyll"}, told[3], {"event": "dealt", "seat": "aside"}]
    assert seen[5:] == [
        {key: event[key] for key in event if key != "cards" or event["event"] != "dealt" or event["seat"] == "hyde"}
        for event in told[5:]
    ]
    story = program("replay", "hand").lines
    assert story[:6] == [
        "Game: hand, game 1",
        "Duel: Jekyll vs. Hyde",
        "Jekyll: Player 1",
        "Hyde: Player 2",
        "Seed: 1",
        "Round 1: Jekyll leads the first trick (DU6).",
    ]
    assert story[6] == "Round 1: Jekyll is dealt P1 P2 W1 W2 G1 G3 G4 G5 2+ 3+."
    assert "Trick 3: Jekyll names Wrath." in story
    assert "Trick 3: Wrath meets a potion: all rank tokens come off (DU16)." in story
    assert "Trick 4: Hyde swaps W4 W5." in story
    assert "As Hyde saw it" in program("replay", "hand", "--seat", "hyde").lines
    assert "Round 1: Jekyll is dealt 10 hidden cards." in program("replay", "hand", "--seat", "hyde").lines


def test_the_second_duel_of_a_match_ends_with_its_winner(program: Program) -> None:
    """DU18: Hyde of duel 1 was home in round 1, Hyde of duel 2 later or never."""
    _match(program, "m")
    assert json.loads(program("replay", "m", "--json").lines[-1]) == {"event": "match", "winner": "first"}
    assert json.loads(program("replay", "m", "--game", "1", "--json").lines[-1])["event"] == "ended"
    assert json.loads(program("replay", "m", "--game", "2", "--json").lines[0])["game"] == 2
    assert program("replay", "m").lines[-1].startswith("Match: The return match goes to Player 2: ")
    assert program("replay", "m", "--game", "3").code == 2


def test_a_duel_in_progress_is_not_told_again(program: Program) -> None:
    _play(program, "d", *duel_lines(SHORT)[:7])
    ran = program("replay", "d")
    assert (ran.code, ran.err) == (1, "d has no finished game yet\n")


def test_lists_say_where_duels_stand(program: Program) -> None:
    lines = duel_lines(SHORT)
    _play(program, "d", *lines[:7])
    assert "Duel: d: duel in progress, Player 1 against Player 2, played " in program("list").out
    assert ". Next: campaign duel d" in program().out
    saves = json.loads(program("list", "--json").out)["saves"]
    assert [(save["name"], save["kind"], save["chapter"], save["in_progress"]) for save in saves] == [
        ("d", "duel", None, True)
    ]
    program("duel", "d", "--moves", "-", typed="\n".join(lines[7:]))
    assert "Duel: d: duel, Hyde won (Player 2), played " in program("list").out
    _match(program, "m")
    assert "Duel: m: return match won by Player 2, Player 2 against Player 1, played " in program("list").out


def test_a_save_of_duels_that_cannot_be_read_is_called_no_campaign(program: Program) -> None:
    _play(program, "d", *duel_lines(SHORT)[:7])
    path = program.saves / "d.toml"
    path.write_bytes(path.read_bytes()[:-40])
    assert "Save: d: cannot be read: " in program("list").out
    assert ". Next: campaign repair d" in program().out


def test_the_story_of_a_match_s_first_duel_keeps_its_seed_while_the_match_goes_on(program: Program) -> None:
    """DU18: who knows the first duel's seed knows the second's cards."""
    first, second = duel_lines(SHORT), duel_lines(seed_in_match(SHORT, 2))
    _play(program, "m", *first, match=True)
    assert "Seed: told when the return match has ended" in program("replay", "m").lines
    assert json.loads(program("replay", "m", "--json").lines[0])["seed"] is None
    program("duel", "m", "--moves", "-", typed="\n".join(second[:9]))
    assert "Seed: told when the return match has ended" in program("replay", "m").lines
    program("duel", "m", "--moves", "-", typed="\n".join(second[9:]))
    assert f"Seed: {SHORT}" in program("replay", "m", "--game", "1").lines


def test_the_screens_of_a_list_and_a_story(program: Program, terminal: Terminal) -> None:
    _play(program, "d", *duel_lines(SHORT))
    shown = terminal("list")
    assert shown.code == 0
    assert shown.lines[0].startswith(" Campaigns and duels")
    assert any(line.startswith("   d   duel, Hyde won (Player 2)") for line in shown.lines)
    for columns in (80, 40):
        story = terminal("replay", "d", columns=columns)
        assert story.code == 0
        assert all(len(line) <= columns for line in story.lines)
        assert " Trick 1" in story.text
        assert " Jekyll vs. Hyde" in story.lines


def test_the_tracker_of_a_save_of_duels_is_its_results(program: Program, terminal: Terminal) -> None:
    _match(program, "m")
    ran = program("tracker", "m")
    assert ran.lines[:3] == [
        "Duels: m, Player 1 and Player 2",
        next(line for line in ran.lines if line.startswith("Results: 2 duels: ")),
        "Matches: 1 return match, none drawn",
    ]
    assert ran.lines[3].startswith("Player: Player 1 won ")
    told = json.loads(program("tracker", "m", "--json").out)
    assert list(told) == ["duel", "duels", "won", "matches", "drawn", "players", "hints"]
    assert (told["duel"], told["duels"], told["matches"], told["drawn"]) == ("m", 2, 1, 0)
    assert told["won"]["jekyll"] + told["won"]["hyde"] == 2
    assert [(one["name"], one["played"], one["matches_won"]) for one in told["players"]] == [
        ("Player 1", {"jekyll": 1, "hyde": 1}, 0),
        ("Player 2", {"jekyll": 1, "hyde": 1}, 1),
    ]
    assert terminal("tracker", "m").lines[0].startswith(" m · results")


def test_a_save_of_duels_is_deleted_and_repaired_like_any(program: Program) -> None:
    lines = duel_lines(SHORT)
    _play(program, "d", *lines[:7])
    path = program.saves / "d.toml"
    path.write_bytes(path.read_bytes()[:-40])
    ran = program("duel", "d")
    assert ran.code == 1
    ran = program("repair", "d", typed="yes\n")
    assert ran.code == 0
    assert ran.lines[0] == "Duel: d"
    assert "d is as its backup was." in ran.lines
    assert duels(program.saves, "d").games[-1].decisions == tuple(lines[:6])
    ran = program("delete", "d", typed="yes\n")
    assert ran.lines[:2] == ["Duel: d", "Stands: duel in progress, Player 1 against Player 2"]
    assert not any(line.startswith("Stars:") for line in ran.lines)
    assert SaveFolder(program.saves).names() == []


def test_a_record_that_the_rules_refuse_is_refused_with_its_place(program: Program) -> None:
    lines = duel_lines(SHORT)
    _play(program, "d", *lines[:7])
    path = program.saves / "d.toml"
    text = path.read_text("utf-8")
    other = lines[2].replace("jekyll plays", "hyde plays")
    assert lines[2].startswith("jekyll plays")
    path.write_text("\n".join(line for line in text.replace(lines[2], other).splitlines() if line[:5] != "# end"))
    ran = program("duel", "d")
    assert ran.code == 1
    assert "d.toml: " in ran.err
