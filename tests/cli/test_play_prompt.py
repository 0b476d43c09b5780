"""The prompt: what it takes, what it refuses and why, and what it answers."""

import re
from pathlib import Path

import pytest

from campaign.files.chapters import CampaignFolder
from campaign.files.saves import SaveFolder
from campaign.notation import Seat
from tests.cli.conftest import Program, Ran, new_campaign, put, write_folder
from tests.cli.table import Person, dealt, last_game, our_folder, standard

GIFTS = "jekyll: F1 F2 F3 F4 F8 R1 R2 R8 M1 M2 3+ 4+ | hyde: F5 F6 F7 R3 R4 R5 R6 R7 M3 M4 M5 M6 | reserve: M7 M8 5+ 6+"
"""Jekyll holds two 8s; sorted as written, so that F8 is number 5 and R8 number 8."""
FOLLOW = (
    "jekyll: F1 F2 F3 F4 F6 R1 R2 M1 M2 M3 3+ 4+ | hyde: F5 F7 R3 R4 R5 R6 R7 M4 M5 M6 M7 6+ | reserve: F8 R8 M8 5+"
    " | city:"
)
FOLLOW_GIFTS = ("jekyll gives F6 R1 3+ 4+", "hyde gives R3 R4 R5 R6", "jekyll plays R2")
"""The City opens with 4+, Jekyll follows with R2; Hyde holds F5 F7 R7 M4 M5 M6 M7 6+."""


@pytest.fixture
def ours(tmp_path: Path, program: Program) -> CampaignFolder:
    folder = our_folder(tmp_path / "ours")
    put(program, "a", new_campaign(folder, shipped=False))
    return folder


def _saved(program: Program) -> bytes:
    return (program.saves / "a.toml").read_bytes()


def _follow(monkeypatch: pytest.MonkeyPatch, program: Program) -> None:
    dealt(monkeypatch, FOLLOW.removesuffix(" | city:") + " ")
    monkeypatch.setattr("campaign.play.session.city_shuffle", lambda _seed, _state: [25, 24, 5, 8, 10, 11, 12, 13])
    typed = "".join(f"{line}\n" for line in FOLLOW_GIFTS)
    assert program("play", "a", typed=typed).code == 0
    assert last_game(program.saves, "a").decisions == FOLLOW_GIFTS


@pytest.mark.parametrize(
    ("numbers", "cards", "reason"),
    [
        ("5 8 1", "F8 R8 F1", "Jekyll gives exactly 4 cards; found 3 (D2)"),
        ("5 8 1 2 3", "F8 R8 F1 F2 F3", "Jekyll gives exactly 4 cards; found 5 (D2)"),
        ("5 8 1 1", "F8 R8 F1 F1", "each gift is another card; found F1 twice (D2)"),
        ("5 8 1 F5", "F8 R8 F1 F5", "Jekyll does not hold F5 (D2)"),
        ("1 2 3 5", "F1 F2 F3 F8", "R8 must be given to the City (D2)"),
        ("1 2 3 4", "F1 F2 F3 F4", "F8 R8 must be given to the City (D2)"),
    ],
)
def test_gifts_that_are_none(
    program: Program,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    ours: CampaignFolder,
    numbers: str,
    cards: str,
    reason: str,
) -> None:
    assert [chapter.chapter.id for chapter in ours.chapters] == ["one", "two"]
    dealt(monkeypatch, GIFTS)
    assert program("play", "a").code == 0
    before = _saved(program)
    for typed in (numbers, cards, cards.lower().replace(" ", ","), f"jekyll gives {cards}"):
        ran = program("play", "a", typed=f"{typed}\n")
        assert (ran.code, ran.err) == (0, "")
        assert f"No: {reason}." in ran.out
        assert _saved(program) == before
    moves = tmp_path / "m.txt"
    moves.write_text(f"jekyll gives {cards}\n")
    ran = program("play", "a", "--moves", str(moves))
    assert (ran.code, ran.err) == (1, f"{moves}:1: {reason}\n")
    assert _saved(program) == before
    ran = program("play", "a", typed="8 5 12 1\nF5 F6 F7 R3\nhand\ncity\n")
    assert last_game(program.saves, "a").decisions == ("jekyll gives F1 F8 R8 4+", "hyde gives F5 F6 F7 R3")
    sizes = re.search(r"City: (\d) cards in its deck · Reserve 4 · Jekyll (\d) cards · Hyde (\d) cards", ran.out)
    assert sizes is not None
    assert sizes[1] == "7"  # of 8, the first opens the trick
    assert (sizes[2], sizes[3]) == ("8", "8")


@pytest.mark.usefixtures("ours")
@pytest.mark.parametrize("typed", ["F5", "f5", "hyde plays F5", "HYDE PLAYS f5"])
def test_a_barred_card_is_refused(
    program: Program, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, typed: str
) -> None:
    _follow(monkeypatch, program)
    before = _saved(program)
    ran = program("play", "a", typed=f"{typed}\nwhy\n")
    assert ran.out.count("No: you hold Ruse, the colour to follow (N4).") >= 2
    assert _saved(program) == before
    moves = tmp_path / "m.txt"
    moves.write_text("# one\n\nhyde plays F5\n")
    ran = program("play", "a", "--moves", str(moves))
    assert (ran.code, ran.err) == (1, f"{moves}:3: you hold Ruse, the colour to follow (N4)\n")
    assert _saved(program) == before


@pytest.mark.usefixtures("ours")
def test_the_legal_list_is_exact(program: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    _follow(monkeypatch, program)
    ran = program("play", "a", typed="hand\n3\n")
    offered = [line for line in ran.lines if line.startswith("Choice")]
    assert offered == ["Choice 1: R7 Ruse 7", "Choice 2: 6+ Potion 6+"]
    barred = [line.split()[1] for line in ran.lines if line.startswith("Barred")]
    assert barred == ["F5", "F7", "M4", "M5", "M6", "M7"]
    assert 'found "3"' in ran.out
    assert last_game(program.saves, "a").decisions == FOLLOW_GIFTS
    program("play", "a", typed="2\n")
    assert last_game(program.saves, "a").decisions == (*FOLLOW_GIFTS, "hyde plays 6+")


@pytest.mark.usefixtures("ours")
def test_after_potions_any_card_goes(program: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    deal = FOLLOW.removesuffix(" | city:").replace("R2", "5+").replace("M8 5+", "M8 R2")
    dealt(monkeypatch, deal)
    monkeypatch.setattr("campaign.play.session.city_shuffle", lambda _seed, _state: [25, 24, 5, 8, 10, 11, 12, 13])
    ran = program("play", "a", typed="F6 R1 3+ 4+\nR3 R4 R5 R6\n5+\nhand\n")
    offered = [line.split()[2] for line in ran.lines if line.startswith("Choice")]
    assert offered == ["F5", "F7", "R7", "M4", "M5", "M6", "M7", "6+"]
    assert "Barred" not in ran.out


@pytest.mark.usefixtures("ours")
def test_what_a_card_would_give_away_is_not_said(program: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    dealt(monkeypatch, GIFTS)
    for typed in ("hyde gives F5 F6 F7 R3", "hyde gives F1 F2 F3 F4", "hyde plays R3", "jekyll returns R3"):
        ran = program("play", "a", typed=f"{typed}\n")
        assert "what is due is Jekyll to give cards to the City" in ran.out
        assert "hold" not in ran.out.partition("No:")[2]


@pytest.mark.usefixtures("ours")
def test_words_answer_and_change_nothing(program: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    _follow(monkeypatch, program)
    before = _saved(program)
    words = ["hand", "table", "tricks", "mine", "ranks", "track", "city", "rules", "why", "last", "help", "HELP", "x y"]
    for word in words:
        ran = program("play", "a", typed=f"{word}\n")
        quiet = program("play", "a")
        assert ran.code == 0
        assert len(ran.lines) > len(quiet.lines) or word == "table", word
    assert _saved(program) == before
    told = program("play", "a", typed="mine\nranks\ntrack\ncity\nquit\nF5\n").out
    assert "Gave: R3 R4 R5 R6" in told
    assert "Ranks: Ruse alone so far" in told
    assert "Track: Jekyll & Hyde on 3 of 10, Scotland Yard on 0; 7 to go · Yard 3 behind" in told
    assert "City: 7 cards in its deck · Reserve 4 · Jekyll 7 cards · Hyde 8 cards" in told
    assert told.endswith("Saved. Go on with: campaign play a\n")
    assert "N4" not in told


@pytest.mark.usefixtures("ours")
def test_why_names_ranks_colour_and_reaction(program: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    _follow(monkeypatch, program)
    ran = program("play", "a", typed="R7\nwhy\n")
    # 4+ counts as Ruse by the reaction at R2; R7 is the highest Ruse and only Ruse is ranked
    assert "Trick 1: Potion 4+, Ruse 2, Ruse 7. Ruse 7 wins it for Hyde." in ran.out
    assert "Potion 4+ counts as Ruse, the colour of the trick's reaction (R3)" in ran.out
    ran = program("play", "a", typed="M4\nwhy\n")
    # Hyde M4, City (3+): reaction of Manipulation; then who draws is asked
    assert "reaction of Manipulation (R1)" in ran.out


def test_why_names_the_house_rules(program: Program, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    rule = "[reactions]\nper-round = 1\n"
    folder = write_folder(tmp_path / "house", one=standard() + rule)
    put(program, "a", new_campaign(folder, shipped=False))
    _follow(monkeypatch, program)
    told = program("play", "a", typed="R7\nwhy\n").out
    assert "Ruse 7 wins it for Hyde." in told
    assert "In this chapter: " in told


@pytest.mark.usefixtures("ours")
def test_a_card_can_be_taken_back(program: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    del monkeypatch
    with Person("play", "a", "--seed", "7", "--hyde", "bot:random", saves=program.saves) as person:
        person.wait()
        assert person.prompt == "jekyll >"
        asked = person.line("F8 R8 F2 F3")
        assert "Give the City Fear 2, Fear 3, Fear 8, Ruse 8?" in asked
        person.line("no")
        assert last_game(program.saves, "a").decisions == ()
        person.line("F8 R8 F2 F3")
        person.line("perhaps")
        assert person.prompt.endswith("yes or no:")
        shown = person.line("yes")
        before = last_game(program.saves, "a").decisions
        assert before[0] == "jekyll gives F2 F3 F8 R8"
        number = next(line.split()[1] for line in shown.splitlines() if line.startswith("  1  "))
        sent = len(person.sent)
        assert person.line("1").rstrip().endswith("Enter plays it, another key takes it back.")
        for key in ("x", " ", "\x1b[A", "\x7f"):
            person.key(key)
            assert person.prompt == "jekyll >"
            assert last_game(program.saves, "a").decisions == before
            assert "City plays" not in person.sent[sent:].decode()
            person.line("1")
        person.key("\r")
        game = last_game(program.saves, "a")
        assert game.decisions[len(before)] == f"jekyll plays {number}"
        assert person.hang_up() == 0


def test_the_last_trick_stands_on_the_table(
    program: Program, monkeypatch: pytest.MonkeyPatch, ours: CampaignFolder
) -> None:
    assert ours.find("one") is not None
    _follow(monkeypatch, program)
    ran = program("play", "a", typed="6+\n")
    # the reaction was Ruse: 6+ counts as Ruse and is the highest
    assert "Last: City 4+  Jekyll R2  Hyde 6+  won by Hyde  (Ruse, cancelled)" in ran.out
    again = program("play", "a")
    assert "Recap: chapter I, The Street: attempt 1, round 1, 4 decisions so far" in again.out
    assert "Last: City 4+  Jekyll R2  Hyde 6+  won by Hyde  (Ruse, cancelled)" in again.out
    assert last_game(program.saves, "a").seats[Seat.HYDE] == "Bert"


def _shown(ran: Ran) -> str:
    return ran.out + ran.err


def test_names_and_titles_are_printed_as_they_are(program: Program, tmp_path: Path) -> None:
    folder = write_folder(tmp_path / "odd", one=standard("[V] Pursuit [/red]", "a[b]c"))
    put(program, "b", new_campaign(folder, shipped=False, players=("[hyde]", "[bold]x[/red]")))
    ran = program("play", "b", "--seed", "7", typed="help\nF1\n")
    assert "[V] Pursuit [/red]" in _shown(ran)
    assert "Jekyll ([hyde])" in _shown(ran)
    assert "a[b]c" in _shown(ran)
    with Person("play", "b", saves=program.saves) as person:
        shown = person.wait()
        assert "[V] Pursuit [/red]" in shown
        assert "Both may read this. Jekyll ([hyde]) is next: then only [hyde] looks." in shown
        assert "[hyde], press a key." in shown
        assert person.hang_up() == 0
    assert SaveFolder(program.saves).load("b").players == ("[hyde]", "[bold]x[/red]")


def test_a_new_game_opens_with_its_story_then_its_rules(program: Program, tmp_path: Path) -> None:
    folder = write_folder(tmp_path / "odd", one=standard("[V] Pursuit", "a[b]c"))
    put(program, "b", new_campaign(folder, shipped=False))
    with Person("play", "b", "--seed", "7", "--hyde", "bot:careful", saves=program.saves) as person:
        assert "a[b]c" in person.wait()
        rules = person.key("x")
        assert "2 rounds. Jekyll & Hyde start on space 3" in rules
        while not person.prompt.startswith("jekyll >"):
            assert "Fear 2" not in person.screen.shown
            person.key("x")
        assert "Fear 2" in person.screen.shown
        assert person.hang_up() == 0
