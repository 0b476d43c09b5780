"""Two people, one screen: no hand stays on it, behind it, or in what can be scrolled back to."""

import signal
from pathlib import Path

import pytest

from campaign.files.chapters import CampaignFolder
from campaign.notation import PLAYERS, Seat
from campaign.play.session import Session
from tests.cli.conftest import Program, new_campaign, put
from tests.cli.table import Person, after, game_lines, last_game, our_folder, shown_cards

SEED = 7


@pytest.fixture
def ours(tmp_path: Path, program: Program) -> CampaignFolder:
    folder = our_folder(tmp_path / "ours")
    put(program, "a", new_campaign(folder, shipped=False))
    return folder


def _session(program: Program, ours: CampaignFolder) -> Session:
    file = ours.find("one")
    assert file is not None
    return after(file.chapter, SEED, last_game(program.saves, "a").decisions)


def _hidden(person: Person, session: Session, seats: tuple[Seat, ...] = PLAYERS) -> None:
    for seat in seats:
        assert shown_cards(person.screen.everywhere, session, seat) == [], seat


def _leave(person: Person, how: str) -> None:
    if how == "quit":
        person.line("quit")
        assert person.end() == 0
    elif how == "interrupt":
        assert person.interrupt() == 130
    else:
        assert person.hang_up() == 0


@pytest.mark.parametrize("columns", [80, 40])
def test_no_hand_outlives_its_turn(program: Program, ours: CampaignFolder, columns: int) -> None:
    lines = game_lines(ours.chapters[0].chapter, SEED)[:14]
    with Person("play", "a", "--seed", str(SEED), saves=program.saves, columns=columns) as person:
        assert "Who is Jekyll?" in person.wait()
        person.line()
        for number, line in enumerate(lines):
            session = after(ours.chapters[0].chapter, SEED, lines[:number])
            assert session.due is not None
            seat = session.due.seat
            if person.prompt.endswith("press a key."):
                _hidden(person, session)
                assert f"then only {person.prompt.partition(',')[0]} looks." in " ".join(person.screen.shown.split())
                person.key("x")
            if seat is None:
                _hidden(person, session)
            else:
                assert shown_cards(person.screen.shown, session, seat), "the hand is not to be seen in its own turn"
                _hidden(person, session, (seat.partner,))
                person.line("hand")
                person.line("mine")
            person.line(line)
            if person.prompt.endswith("yes or no:"):
                person.line("yes")
            else:
                person.key("\r")
        _hidden(person, after(ours.chapters[0].chapter, SEED, lines))


@pytest.mark.parametrize("how", ["quit", "interrupt", "end of input"])
@pytest.mark.parametrize("columns", [80, 40])
def test_leaving_takes_the_hand_along(program: Program, ours: CampaignFolder, how: str, columns: int) -> None:
    with Person("play", "a", "--seed", str(SEED), saves=program.saves, columns=columns) as person:
        person.wait()
        person.line()
        person.key("x")
        session = _session(program, ours)
        assert len(shown_cards(person.screen.shown, session, Seat.JEKYLL)) == 12
        _leave(person, how)
        _hidden(person, session)
        assert "Go on with: campaign play a" in person.screen.shown
        assert person.modes_restored
    with Person("play", "a", saves=program.saves, columns=columns) as person:
        assert "press a key." in person.wait()
        assert "Recap" in person.screen.shown
        _hidden(person, session)
        person.key("x")
        assert len(shown_cards(person.screen.shown, session, Seat.JEKYLL)) == 12
        _leave(person, how)
        _hidden(person, session)


def test_the_emulator_would_show_a_hand_that_stayed(
    program: Program, ours: CampaignFolder, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Without the last code of a clearing the hand is found in the scrollback: the check can fail."""
    del monkeypatch
    (tmp_path / "sitecustomize.py").write_text("from campaign.cli import screen\nscreen._FORGET = ''\n")
    env = {"PYTHONPATH": str(tmp_path)}
    with Person("play", "a", "--seed", str(SEED), saves=program.saves, env=env) as person:
        person.wait()
        person.line()
        person.key("x")
        session = _session(program, ours)
        person.line("quit")
        assert person.end() == 0
        assert len(shown_cards(person.screen.everywhere, session, Seat.JEKYLL)) == 12


def test_plain_warns_once_and_shows_a_hand_on_its_word_alone(program: Program, ours: CampaignFolder) -> None:
    env = {"TERM": "dumb"}
    rows = 30
    with Person("play", "a", "--seed", str(SEED), saves=program.saves, rows=rows, env=env) as person:
        person.wait()
        assert "Plain output cannot take back what it prints" in person.line()
        assert person.prompt == "Enter goes on."
        person.key("\r")
        assert person.prompt == "Ada, press a key."
        person.key("x")
        session = _session(program, ours)
        assert shown_cards(person.sent.decode(), session, Seat.JEKYLL) == []
        assert "Type hand to see your cards." in person.screen.shown
        person.line("hand")
        assert len(shown_cards(person.screen.shown, session, Seat.JEKYLL)) == 12
        person.line("F8 R8 F2 F3")
        sent = len(person.sent)
        person.line("yes")
        assert "\r\n" * rows in person.sent[sent:].decode()
        assert shown_cards(person.screen.shown, session, Seat.JEKYLL) == []
        assert shown_cards(person.sent.decode(), session, Seat.HYDE) == []
        person.key("x")
        person.line("hand")
        assert person.sent.count(b"cannot take back") == 1
        assert b"\x1b" not in person.sent
        assert person.hang_up() == 0


def test_news_of_a_trick_reaches_the_partner(program: Program, ours: CampaignFolder) -> None:
    lines = game_lines(ours.chapters[0].chapter, SEED)
    chapter = ours.chapters[0].chapter
    tricks = 0
    with Person("play", "a", "--seed", str(SEED), saves=program.saves) as person:
        person.wait()
        person.line()
        for number, line in enumerate(lines):
            session = after(chapter, SEED, lines[:number])
            if session.table().round == 2:
                break
            if person.prompt.endswith("press a key."):
                if session.table().tricks:
                    tricks += 1
                    assert " Last     " in person.screen.shown
                person.key("x")
            shown = person.screen.shown
            assert shown.count("\n") < 22, "a turn fits into 24 lines with its prompts"
            assert "The Street" in shown
            person.line(line)
            if person.prompt.endswith("yes or no:"):
                person.line("yes")
            else:
                person.key("\r")
    assert tricks > 7


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_being_ended_takes_the_hand_along(program: Program, ours: CampaignFolder, number: signal.Signals) -> None:
    with Person("play", "a", "--seed", str(SEED), saves=program.saves) as person:
        person.wait()
        person.line()
        person.key("x")
        session = _session(program, ours)
        assert shown_cards(person.screen.shown, session, Seat.JEKYLL)
        person.process.send_signal(number)
        assert person.end() == 128 + number
        _hidden(person, session)
        assert person.modes_restored


def test_plain_output_covers_the_hand_on_leaving(program: Program, ours: CampaignFolder) -> None:
    with Person("--plain", "play", "a", "--seed", str(SEED), saves=program.saves) as person:
        person.wait()
        person.line()
        while not person.prompt.startswith("jekyll >"):
            person.key("\r")
        person.line("hand")
        session = _session(program, ours)
        assert shown_cards(person.screen.shown, session, Seat.JEKYLL)
        person.line("quit")
        assert person.end() == 0
        assert shown_cards(person.screen.shown, session, Seat.JEKYLL) == []


def test_conceding_is_asked_with_no_hand_in_sight(program: Program, ours: CampaignFolder) -> None:
    with Person("play", "a", "--seed", str(SEED), saves=program.saves) as person:
        person.wait()
        person.line()
        person.key("x")
        session = _session(program, ours)
        person.line("concede")
        assert "Do you both concede?" in person.screen.shown
        _hidden(person, session)
        person.line("no")
        assert shown_cards(person.screen.shown, session, Seat.JEKYLL)
        person.line("concede")
        person.line("quit")
        assert person.end() == 0
