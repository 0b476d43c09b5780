"""Move files, flags and seats: what is taken, what is refused with its line, and what is kept from game to game."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from campaign.files.chapters import CampaignFolder
from campaign.files.saves import SaveFolder
from campaign.notation import Seat
from campaign.play.campaign import RowState
from tests.cli.conftest import LEARNT, WON, Program, Ran, new_campaign, put, write_folder
from tests.cli.table import Person, game_lines, last_game, our_folder

SEED = 7
GIFTS = "jekyll gives F2 F3 F8 R8"


@pytest.fixture
def ours(tmp_path: Path, program: Program) -> CampaignFolder:
    folder = our_folder(tmp_path / "ours")
    put(program, "a", new_campaign(folder, shipped=False))
    return folder


@pytest.fixture
def lines(ours: CampaignFolder) -> list[str]:
    return game_lines(ours.chapters[0].chapter, SEED)


def _file(tmp_path: Path, data: str | bytes) -> str:
    path = tmp_path / "moves.txt"
    path.write_bytes(data.encode() if isinstance(data, str) else data)
    return str(path)


def _kept(program: Program) -> Sequence[str]:
    return last_game(program.saves, "a").decisions


@pytest.mark.parametrize(
    "shape",
    [
        "\n".join,
        lambda lines: "\r\n".join(lines) + "\r\n",
        "\r".join,
        lambda lines: "\ufeff" + "\n".join(lines),
        lambda lines: "# a game\n\n  \n" + "\n".join(f"  {line.upper()}  # so" for line in lines) + "\n#",
    ],
    ids=["lf", "crlf", "cr", "bom", "comments"],
)
@pytest.mark.parametrize("stdin", [True, False])
@pytest.mark.usefixtures("ours")
def test_a_move_file_in_every_shape(
    program: Program,
    lines: list[str],
    tmp_path: Path,
    shape: object,
    stdin: bool,  # noqa: FBT001 (a case)
) -> None:
    assert callable(shape)
    text = shape(lines[:6])
    if stdin:
        ran = program("play", "a", "--seed", "7", "--moves", "-", typed=text)
    else:
        ran = program("play", "a", "--seed", "7", "--moves", _file(tmp_path, text))
    assert (ran.code, ran.err) == (0, "")
    assert list(_kept(program)) == lines[:6]
    assert ran.lines[-1] == "Saved. Go on with: campaign play a"


def test_standard_input_as_bytes(program: Program, ours: CampaignFolder, lines: list[str]) -> None:
    assert len(ours.chapters) == 2
    typed = b"\xef\xbb\xbf" + "\r\n".join(lines[:2]).encode()
    ran = program.start("play", "a", "--seed", "7", "--moves", "-", typed=typed, env={"PYTHONIOENCODING": "cp1252"})
    assert (ran.returncode, ran.stderr) == (0, b"")
    assert list(_kept(program)) == lines[:2]
    ran = program.start("play", "a", "--moves", "-", typed=b"\xff\xfe")
    assert (ran.returncode, ran.stderr) == (1, b"standard input: a move file is UTF-8 text\n")


@pytest.mark.usefixtures("ours")
@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("jekyll dances", 'found "jekyll dances"'),
        ("hyde gives F1 F4 R1", "Hyde gives exactly 4 cards; found 3 (D2)"),
        ("jekyll gives F5 F7 R5 R6", 'what is due is Hyde to give cards to the City; found "jekyll" (D2)'),
        ("hyde plays R3", "what is due is Hyde to give cards to the City"),
        ("ranks FRM", "what is due is Hyde to give cards to the City"),
        ("hint", 'found "hint"'),
    ],
)
def test_a_refused_line_names_file_and_rule(program: Program, tmp_path: Path, line: str, reason: str) -> None:
    path = _file(tmp_path, f"# one\n{GIFTS}\n\n{line}\nhyde gives F1 F4 R1 R2\n")
    ran = program("play", "a", "--seed", "7", "--moves", path)
    assert ran.code == 1
    assert ran.err.startswith(f"{path}:4: ")
    assert reason in ran.err
    assert list(_kept(program)) == [GIFTS]


@pytest.mark.usefixtures("ours")
def test_a_line_for_a_bot_is_refused(program: Program, tmp_path: Path) -> None:
    path = _file(tmp_path, f"{GIFTS}\nhyde gives F1 F4 R1 R2\n")
    ran = program("play", "a", "--seed", "7", "--hyde", "bot:careful", "--moves", path)
    assert ran.code == 1
    assert f"{path}:2: what is due is Jekyll to play a card" in ran.err
    kept = _kept(program)
    assert kept[0] == GIFTS
    assert kept[1].startswith("hyde gives ")


@pytest.mark.usefixtures("ours")
def test_lines_after_the_end(program: Program, lines: list[str], tmp_path: Path) -> None:
    path = _file(tmp_path, "\n".join([*lines, "jekyll plays F1"]))
    ran = program("play", "a", "--seed", "7", "--moves", path)
    assert ran.code == 1
    assert ran.err == f'{path}:{len(lines) + 1}: the chapter has ended (T3); found "jekyll plays F1"\n'
    assert last_game(program.saves, "a").ending is not None


@pytest.mark.usefixtures("ours")
def test_files_that_are_none(program: Program, tmp_path: Path) -> None:
    missing = tmp_path / "no.txt"
    ran = program("play", "a", "--moves", str(missing))
    assert (ran.code, ran.err) == (4, f"{missing}: No such file or directory\n")
    ran = program("play", "a", "--moves", str(tmp_path))
    assert ran.code == 4
    ran = program("play", "a", "--moves", "/dev/zero")
    assert ran.code == 1
    assert "at most" in ran.err
    ran = program("play", "a", "--moves", _file(tmp_path, b"\xff\xfe"))
    assert ran.code == 1
    assert "UTF-8" in ran.err
    assert SaveFolder(program.saves).load("a").games == ()


@pytest.mark.usefixtures("ours")
def test_conceding(program: Program) -> None:
    ran = program("play", "a", "--seed", "7", "--hyde", "bot:careful", "--moves", "-", typed="concede")
    assert ran.code == 1
    assert "standard input:1: Hyde (bot:careful) does not concede while success is possible (T6)" in ran.err
    ran = program("play", "a", typed="concede\n")
    assert "does not concede" in ran.out
    assert last_game(program.saves, "a").ending is None
    ran = program("play", "a", "--hyde", "human", "--moves", "-", typed="concede")
    assert (ran.code, ran.err) == (0, "")
    ending = last_game(program.saves, "a").ending
    assert ending is not None
    assert ending.reason == "conceded"
    row = SaveFolder(program.saves).load("a").tracker[0]
    assert (row.attempts, row.stars, row.state) == (1, 0, RowState.OPEN)


@pytest.mark.usefixtures("ours")
def test_the_seed_of_a_resume(program: Program) -> None:
    assert program("play", "a", "--seed", "7").code == 0
    assert program("play", "a", "--seed", "7").code == 0
    ran = program("play", "a", "--seed", "8")
    assert ran.code == 2
    assert "--seed 8" in ran.err
    assert " 7" not in ran.err  # it would tell the deal
    ran = program("play", "a", "--swap")
    assert ran.code == 2
    assert "(S1)" in ran.err


@pytest.mark.usefixtures("ours")
@pytest.mark.parametrize("seed", ["18446744073709551616", "-1", "1" + "0" * 30, "abc", "007", "", "1.0", "٣"])
def test_seeds_that_are_none(program: Program, seed: str) -> None:
    before = (program.saves / "a.toml").read_bytes()
    ran = program("play", "a", "--seed", seed)
    assert ran.code == 2
    assert len(ran.err.splitlines()) <= 2
    assert (program.saves / "a.toml").read_bytes() == before


@pytest.mark.usefixtures("ours")
@pytest.mark.parametrize("who", ["bot:thinkr", "bot:thinker:0", "bot:", "bot:x", "robot", "", "Ada"])
def test_nobody_of_that_name(program: Program, who: str) -> None:
    before = (program.saves / "a.toml").read_bytes()
    for option in ("--jekyll", "--hyde"):
        ran = program("play", "a", option, who)
        assert ran.code == 2, who
        assert ran.err.startswith(option)
        assert "bot:careful" in ran.err or "worlds" in ran.err
    assert (program.saves / "a.toml").read_bytes() == before


@pytest.mark.usefixtures("ours")
def test_seats_are_kept_until_a_flag_changes_them(program: Program) -> None:
    def seats(*arguments: str, typed: str = "concede") -> tuple[str, str]:
        assert program("play", "a", "--chapter", "one", "--moves", "-", *arguments, typed=typed).code in (0, 1)
        return last_game(program.saves, "a").seats

    assert seats() == ("Ada", "Bert")
    assert seats("--swap") == ("Bert", "Ada")
    assert seats() == ("Bert", "Ada")
    assert seats("--jekyll", "BOT:random") == ("bot:random", "Ada")
    assert seats("--jekyll", "human") == ("Bert", "Ada")
    assert seats("--hyde", "bot:careful", typed="concede") == ("Bert", "bot:careful")
    assert seats("--hyde", "human", "--jekyll", "human") == ("Bert", "Ada")
    assert len(SaveFolder(program.saves).load("a").games) == 5


@pytest.mark.usefixtures("ours")
def test_chapters_by_name(program: Program) -> None:
    ran = program("play", "a", "--chapter", "three")
    assert ran.code == 2
    assert "this campaign has one, two" in ran.err
    assert program("play", "a", "--chapter", "two", "--seed", "5").code == 0  # not due: a free game
    ran = program("play", "a", "--chapter", "one")
    assert ran.code == 2
    assert "chapter two" in ran.err
    ran = program("play", "a", "--chapter", "two", "--moves", "-", typed="concede")
    assert "a free game" in ran.out
    assert "Stars: none: a free game leaves the tracker as it was" in ran.out
    campaign = SaveFolder(program.saves).load("a")
    assert campaign.tracker == ()
    assert campaign.games[0].attempt is None
    program("play", "a", "--chapter", "one", "--moves", "-", typed="concede")
    assert last_game(program.saves, "a").attempt == 1


@pytest.mark.usefixtures("ours")
def test_again_or_on(program: Program) -> None:
    assert program("play", "a", "--moves", "-", typed="concede").code == 0
    ran = program("play", "a")
    assert (ran.code, ran.err) == (0, "")
    assert "Play The Street again, or go on without its stars (T1)?" in ran.out
    assert len(SaveFolder(program.saves).load("a").games) == 1
    program("play", "a", typed="sideways\nagain\nconcede\n")
    games = SaveFolder(program.saves).load("a").games
    assert [game.attempt for game in games] == [1, 2]
    program("play", "a", typed="on\nconcede\n")
    campaign = SaveFolder(program.saves).load("a")
    assert [(row.chapter, row.attempts, row.state) for row in campaign.tracker] == [
        ("one", 2, RowState.MOVED_ON),
        ("two", 1, RowState.OPEN),
    ]
    for attempt in range(2, 9):  # T2: from the 7th try on it is 7+
        ran = program("play", "a", "--moves", "-", typed="concede")
        shown = attempt if attempt < 7 else "7+"
        assert f"0 stars for attempt {shown}" in ran.out
        assert "Next: The Square again (T2): campaign play a" in ran.out
    assert last_game(program.saves, "a").attempt == 8


def test_a_campaign_is_finished(program: Program, tmp_path: Path) -> None:
    folder = write_folder(tmp_path / "won", one=LEARNT, two=WON.format(title="Last", story=""))
    put(program, "w", new_campaign(folder, shipped=False))
    bots = ("--jekyll", "bot:careful", "--hyde", "bot:careful")
    first = program("play", "w", "--seed", "1", *bots)
    assert first.code == 0
    assert "Verdict: Success: after the last round Jekyll & Hyde stand on space 10." in first.out
    assert "Achieved: the chapter's achievement was met (T1)" in first.out
    assert "Stars: 2 stars for attempt 1" in first.out
    second = program("play", "w", "--seed", "1")
    assert "Stars: 3 stars for attempt 1" in second.out
    assert "the campaign is complete" in second.out
    ran = program("play", "w")
    assert ran.code == 2
    assert "finished" in ran.err
    assert program("play", "w", "--chapter", "one", "--seed", "1").code == 0
    assert last_game(program.saves, "w").attempt is None


def test_a_move_file_goes_on_at_the_prompt(
    program: Program, ours: CampaignFolder, lines: list[str], tmp_path: Path
) -> None:
    assert len(ours.chapters) == 2
    path = _file(tmp_path, "\n".join(lines[:2]))
    with Person("play", "a", "--seed", "7", "--moves", path, saves=program.saves) as person:
        person.wait()
        assert person.prompt.endswith("press a key.")
        person.key("x")
        person.line("concede")
        person.line("yes")
        assert person.prompt == "again / on / quit >"
        person.line("again")
        assert "Who is Jekyll?" in person.screen.shown
        person.line("2")
        assert person.prompt == "Bert, press a key."
        assert person.hang_up() == 0
    assert last_game(program.saves, "a").seats[Seat.JEKYLL] == "Bert"


def _states(ran: Ran) -> list[str]:
    return [line for line in ran.lines if line.startswith(("Hand:", "Trick:", "Track:", "Ranks:", "Tricks:"))]


@pytest.mark.usefixtures("ours")
@pytest.mark.parametrize("how", ["--plain", "CAMPAIGN_PLAIN", "TERM"])
def test_plain_for_a_whole_chapter(program: Program, lines: list[str], tmp_path: Path, how: str) -> None:
    path = _file(tmp_path, "\n".join(lines))
    env = {"CAMPAIGN_PLAIN": {"CAMPAIGN_PLAIN": "1"}, "TERM": {"TERM": "dumb"}}.get(how, {})
    flags = ["--plain"] if how == "--plain" else []
    with Person(*flags, "play", "a", "--seed", "7", "--moves", path, saves=program.saves, env=env) as person:
        person.wait()
        assert person.hang_up() == 0
        sent = person.sent.decode()
    assert "Verdict: " in sent
    assert "Track: " in sent
    assert "\x1b" not in sent
    assert not [letter for letter in sent if 0x2500 <= ord(letter) <= 0x259F or 0x2800 <= ord(letter) <= 0x28FF]
    assert not [line for line in sent.split("\r\n") if "\r" in line or line.startswith(" ")]


@pytest.mark.usefixtures("ours")
def test_a_plain_turn_says_what_each_line_is(program: Program) -> None:
    ran = program("play", "a", "--seed", "7", "--hyde", "bot:careful", typed=f"{GIFTS}\n")
    labels = {line.partition(":")[0] for line in ran.lines if ": " in line}
    assert {"Chapter", "Track", "Ranks", "Tricks", "Trick", "Stars", "Turn", "Hand", "Choice 1"} <= labels
    assert "Hand: F5 F7 R5 R6 R7 M3 3+ 6+" in ran.lines
    assert len(_states(ran)) >= 8
