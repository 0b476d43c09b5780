"""The command line as a whole: help, version, refusals, crashes, pipes, encodings."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from campaign.cli import home
from campaign.files.chapters import CampaignFolder
from tests.cli.conftest import ROOT, WON, Program, Terminal, new_campaign, put, with_game, write_folder

COMMANDS = ("demo", "new", "play", "duel", "list", "tracker", "replay", "review", "delete", "repair", "chapter")


def test_help_names_every_command_and_nothing_that_does_not_work(program: Program) -> None:
    ran = program("--help")
    assert ran.code == 0
    named = [line.split()[0] for line in ran.out.partition("Commands:")[2].splitlines() if line.startswith("  ")]
    assert tuple(named[: len(COMMANDS)]) == COMMANDS
    for word in ("--saves DIR", "--plain", "--version"):
        assert word in ran.out
    assert "--install-completion" not in ran.out
    assert [c for c in ran.out if "\u2500" <= c <= "\u259f"] == []


@pytest.mark.parametrize("command", [*COMMANDS, "chapter list", "chapter show", "chapter check"])
def test_each_command_explains_itself_without_reading_saves(program: Program, command: str) -> None:
    ran = program("--saves", "/dev/null/nowhere", *command.split(), "--help")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith(f"Usage: campaign {command} ")


def test_chapter_alone_shows_its_commands(program: Program) -> None:
    ran = program("chapter")
    assert (ran.code, ran.err) == (0, "")
    assert all(f"  {word} " in ran.out for word in ("list", "show", "check"))


def test_version_says_how_it_was_built(program: Program) -> None:
    ran = program("--version")
    assert (ran.code, ran.out) == (0, "campaign 0.1.0, interpreted\n")


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("nonsense", "No such command"),
        ("list --foo", "No such option: --foo"),
        ("tracker", "Missing argument"),
        ("new a --players Ada", "--players"),
        ("list extra", "extra"),
        ("chapter nonsense", "No such command"),
        ("replay a --seat city", '--seat is jekyll or hyde; found "city"'),
    ],
)
def test_what_is_typed_wrongly_is_2_with_nothing_on_stdout(program: Program, typed: str, said: str) -> None:
    ran = program(*typed.split())
    assert (ran.code, ran.out) == (2, "")
    assert said in ran.err.splitlines()[0]
    assert not program.saves.exists()


@pytest.mark.parametrize(
    "typed",
    [
        "replay a -1",
        "replay -12",
        "replay a --game -1",
        "replay a --game=-1",
        "replay a --game 0",
        "replay a --game 1.5",
        "replay a --game 1e3",
        "replay a --game \u0661",
        "tracker -1",
        "chapter show -1",
    ],
)
def test_numbers_below_their_range_get_a_range_error(program: Program, typed: str) -> None:
    ran = program(*typed.split())
    assert (ran.code, ran.out) == (2, "")
    assert "number" in ran.err
    assert "No such option" not in ran.err


def test_an_empty_folder_of_saves_is_refused(program: Program) -> None:
    ran = program("--saves", "", "list")
    assert (ran.code, ran.err) == (2, '--saves is the path of a folder; found ""\n')


def test_alone_with_no_saves_it_says_where_it_looked_and_what_to_type(program: Program) -> None:
    ran = program()
    assert ran.code == 0
    assert ran.lines == [
        f"Saves folder: {program.saves}",
        "Campaigns: none yet.",
        "To watch two bots play a chapter: campaign demo",
        "To begin a campaign: campaign new NAME",
        "To play the duel of 2021: campaign duel",
        "For all commands: campaign --help",
    ]


def test_alone_it_says_where_every_campaign_stands_and_what_to_type(
    program: Program, shipped: CampaignFolder, tmp_path: Path
) -> None:
    fresh = new_campaign(shipped)
    put(program, "Ada and Bert", with_game(fresh, shipped, "i", seed=1, decisions=5))
    put(program, "free", with_game(fresh, shipped, "iii", seed=1, decisions=5, counts=False))
    put(program, "fresh", fresh)
    put(program, "lost", with_game(fresh, shipped, "i", seed=1, concede=True))
    ours = write_folder(tmp_path / "ours", v=WON.format(title="V", story=""))
    put(program, "won", with_game(new_campaign(ours, shipped=False), ours, "v", seed=1))
    (program.saves / "broken.toml").write_text("")
    ran = program()
    told = {line.split(":")[1].strip(): line for line in ran.lines if line.startswith(("Campaign: ", "Save: "))}
    assert "chapter i, attempt 1 in progress, 0 stars" in told["Ada and Bert"]
    assert told["Ada and Bert"].endswith('Next: campaign play "Ada and Bert"')
    assert "chapter iii, a free game in progress" in told["free"]
    assert "not begun" in told["fresh"]
    assert "chapter i, 1 attempt so far, 0 stars" in told["lost"]
    assert "finished in 1 attempt, 3 stars" in told["won"]
    assert told["won"].endswith("Next: campaign tracker won")
    assert "cannot be read: the file is empty" in told["broken"]
    assert told["broken"].endswith("Next: campaign repair broken")


def test_the_other_folder_is_named_when_it_holds_saves(
    program: Program, shipped: CampaignFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(program, "a", new_campaign(shipped))
    monkeypatch.setattr("campaign.files.places.other_place", lambda _place: program.saves)
    for typed in ((), ("list",), ("tracker", "nobody")):
        ran = program(*typed)
        assert str(program.saves) in (ran.out + ran.err).splitlines()[-1]
        assert "--saves" in (ran.out + ran.err).splitlines()[-1]


def test_a_crash_tells_no_values_and_leaves_a_report(
    program: Program, shipped: CampaignFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(program, "a", new_campaign(shipped))
    before = (program.saves / "a.toml").read_bytes()

    def fault(*_: object, **__: object) -> int:
        hidden = "jekyll holds F8 R8"
        empty: dict[str, int] = {}
        try:
            return empty[hidden]
        except KeyError as error:
            raise RuntimeError(hidden) from error

    monkeypatch.setattr(home, "show_list", fault)
    ran = program("list")
    assert (ran.code, ran.out) == (70, "")
    assert len(ran.err.splitlines()) == 1
    report = next(program.saves.glob("crash-*.txt"))
    assert str(report) in ran.err
    told = report.read_text()
    assert "RuntimeError" in told
    assert "KeyError" in told
    assert "in test_a_crash" in told
    assert "F8" not in ran.err + told
    assert "hidden" not in ran.err + told
    assert (program.saves / "a.toml").read_bytes() == before
    assert [line.split(":")[1] for line in program().lines if line.startswith("Campaign: ")] == [" a"]


def test_a_crash_without_a_folder_of_saves_reports_in_the_temporary_folder(
    program: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setattr(home, "show_list", lambda *_, **__: 1 / 0)
    ran = program("list")
    assert ran.code == 70
    assert str(next(tmp_path.glob("crash-*.txt"))) in ran.err


def test_a_crash_shows_no_values_even_under_rich_tracebacks_with_locals(program: Program) -> None:
    code = (
        "import sys, rich.traceback; rich.traceback.install(show_locals=True)\n"
        "from campaign.cli import app, home\n"
        "def fault(*_, **__):\n    hidden = 'F8 R8'; raise RuntimeError(hidden)\n"
        "home.show_list = fault\nsys.argv[1:] = ['list']\napp.main()\n"
    )
    ran = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False, timeout=60
    )
    assert ran.returncode == 70
    assert "F8" not in ran.stdout + ran.stderr
    assert len(ran.stderr.splitlines()) == 1
    assert not program.saves.exists()


def test_ctrl_c_is_130_and_quiet(program: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(*_: object, **__: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(home, "show_list", stopped)
    ran = program("list")
    assert (ran.code, ran.out, ran.err) == (130, "", "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_a_full_disk_behind_stdout_is_4_without_a_traceback(program: Program) -> None:
    with Path("/dev/full").open("wb") as full:
        ran = subprocess.run(
            [sys.executable, "-m", "campaign", "list"], cwd=ROOT, stdout=full, stderr=subprocess.PIPE, check=False
        )
    assert ran.returncode == 4
    assert ran.stderr.decode() == "output: No space left on device\n"
    assert not program.saves.exists()


@pytest.mark.skipif(os.name == "nt", reason="needs a POSIX shell")
@pytest.mark.parametrize("closed", [">&-", "2>&-", "<&-", "<&- >&- 2>&-"])
def test_closed_streams_are_no_crash(program: Program, closed: str) -> None:
    ran = subprocess.run(  # noqa: S602 (a shell closes streams)
        f"{sys.executable} -m campaign list {closed}",
        shell=True,
        cwd=ROOT,
        capture_output=True,
        check=False,
        timeout=60,
    )
    assert ran.returncode == 0
    assert b"Traceback" not in ran.stdout + ran.stderr
    assert not program.saves.exists()


@pytest.mark.parametrize("how", ["a file", "below a file", "read-only"])
def test_a_place_that_is_no_folder_is_4_and_what_needs_none_still_works(
    program: Program, tmp_path: Path, how: str
) -> None:
    place = tmp_path / "place"
    if how == "read-only":
        if os.geteuid() == 0:
            place = Path("/proc/saves")
        else:
            place.mkdir(mode=0o500)
            place /= "saves"
    else:
        place.write_text("")
        place = place if how == "a file" else place / "saves"
    ran = program("--saves", str(place), "new", "a")
    assert ran.code == 4
    assert str(place) in ran.err
    assert "--saves" in ran.err
    if how == "a file":
        assert program("--saves", str(place)).code == program("--saves", str(place), "list").code == 4
    assert program("--saves", str(place), "chapter", "show", "iv").code == 0
    assert program("--saves", str(place), "chapter", "check", str(ROOT / "chapters")).code == 0


@pytest.mark.parametrize(
    "env",
    [{"PYTHONIOENCODING": "cp1252"}, {"PYTHONIOENCODING": "ascii"}, {"LANG": "C", "LC_ALL": "C"}],
)
def test_a_poor_encoding_degrades_characters_and_nothing_else(
    program: Program, tmp_path: Path, env: dict[str, str]
) -> None:
    ours = write_folder(tmp_path / "ours", v=WON.format(title="霧の街 Zoë", story="Der Nebel \u2013 dünn …"))
    put(program, "霧 Zoë", with_game(new_campaign(ours, shipped=False, players=("Zoë", "霧")), ours, "v", seed=1))
    env = {"CAMPAIGN_SAVES": str(program.saves), **env}
    chapter = str(ours.path / "v.toml")
    for typed in ([], ["list"], ["tracker", "霧 Zoë"], ["replay", "霧 Zoë"], ["replay", "霧 Zoë", "--json"]):
        ran = program.start(*typed, env=env)
        assert (ran.returncode, ran.stderr) == (0, b"")
    ran = program.start("chapter", "show", chapter, env=env)
    assert (ran.returncode, ran.stderr) == (0, b"")
    assert b"Der Nebel " in ran.stdout
    assert program.start("tracker", "霧 Zoe", env=env).returncode == 2


def test_on_a_terminal_with_a_poor_encoding_the_tracker_is_still_drawn(
    program: Program, tmp_path: Path, terminal: Terminal
) -> None:
    ours = write_folder(tmp_path / "ours", v=WON.format(title="霧", story=""), w=WON.format(title="W", story=""))
    campaign = with_game(new_campaign(ours, shipped=False), ours, "v", seed=1, concede=True)
    put(program, "a", with_game(campaign, ours, "v", seed=1))
    screen = terminal("tracker", "a", PYTHONIOENCODING="ascii")
    assert screen.code == 0
    assert "[x](2)[3][4][5][6][7+]" in screen.text


@pytest.mark.parametrize("plain", ["flag", "variable", "dumb", "pipe"])
def test_plain_output_has_no_escapes_and_no_boxes(
    program: Program, tmp_path: Path, terminal: Terminal, plain: str
) -> None:
    ours = write_folder(tmp_path / "ours", v=WON.format(title="V", story="Fog."), w=WON.format(title="W", story=""))
    put(program, "a", with_game(new_campaign(ours, shipped=False), ours, "v", seed=1))
    chapter = str(ours.path / "v.toml")
    for typed in ([], ["list"], ["tracker", "a"], ["replay", "a"], ["chapter", "list"], ["chapter", "show", chapter]):
        if plain == "flag":
            out = terminal("--plain", *typed).sent
        elif plain == "variable":
            out = terminal(*typed, CAMPAIGN_PLAIN="1").sent
        elif plain == "dumb":
            out = terminal(*typed, TERM="dumb").sent
        else:
            out = program.start(*typed).stdout.decode()
        assert [c for c in out if "\u2500" <= c <= "\u259f" or "\u2800" <= c <= "\u28ff" or c == "\x1b"] == []
        assert "\r" not in out.replace("\r\n", "\n")
        assert all(": " in line for line in out.splitlines())


def test_no_color_is_honoured(program: Program, shipped: CampaignFolder, terminal: Terminal) -> None:
    put(program, "a", with_game(new_campaign(shipped), shipped, "i", seed=1))
    for typed in ([], ["list"], ["tracker", "a"], ["replay", "a"], ["chapter", "show", "iv"]):
        coloured = terminal(*typed)
        grey = terminal(*typed, NO_COLOR="1")
        assert grey.lines == coloured.lines
        codes = {code for found in re.findall("\x1b\\[([0-9;]*)m", grey.sent) for code in found.split(";")}
        assert codes <= {"", "0", "1", "2", "3"}


def test_a_closed_pipe_is_no_error(program: Program, shipped: CampaignFolder) -> None:
    put(program, "a", with_game(new_campaign(shipped), shipped, "i", seed=1))
    before = (program.saves / "a.toml").read_bytes()
    for typed in ("replay a --json", "replay a", "list", "--help", "chapter show iv --json"):
        ran = subprocess.run(  # noqa: S602 (a shell makes pipes)
            f"({sys.executable} -m campaign {typed}; echo code $? >&2) | head -c 1",
            shell=True,
            cwd=ROOT,
            capture_output=True,
            check=False,
            timeout=60,
        )
        assert ran.stderr == b"code 0\n"
    assert (program.saves / "a.toml").read_bytes() == before
