"""Running the program in this process or as another one, and saves to run it on."""

import io
import os
import random
import subprocess
import sys
import termios
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from campaign.cards import cards_in, mask_of
from campaign.cli.app import run
from campaign.files.chapters import CampaignFolder, ChapterFile, load_folder
from campaign.files.saves import SaveFolder
from campaign.play import tracker
from campaign.play.campaign import Campaign, Ending, Game, StoredChapter
from campaign.play.session import Session
from campaign.rules import state as phases
from campaign.rules import step
from campaign.rules.decisions import Concede
from campaign.rules.refusals import decision_of

ROOT = Path(__file__).parents[2]
BEGAN = datetime(2026, 12, 1, 20, 15, tzinfo=UTC)
LATER = datetime(2026, 12, 8, 21, 2, 11, tzinfo=UTC)

WON = (
    'format = 1\ntitle = "{title}"\nstory = "{story}"\nsetup.jekyll-hyde = 10\nscore.by-attempt = [3, 3, 2, 2, 1, 1]\n'
)
"""A chapter that every game wins: the pawn stands on the last position and nothing moves it."""
LEARNT = (
    'format = 1\ntitle = "Two Names on One Door"\nsetup.jekyll-hyde = 10\n'
    'achievement = { in = "chapter", stars = 2, must = { count = "tricks", won-by = "players", at-least = 1 } }\n'
)
"""A tutorial that a game wins with its achievement by one trick of a player's."""


@dataclass(frozen=True, slots=True)
class Ran:
    """What a run of the program left."""

    code: int
    out: str
    err: str

    @property
    def lines(self) -> list[str]:
        """The lines of standard output."""
        return self.out.splitlines()


@dataclass(frozen=True, slots=True)
class Program:
    """The program with its folder of saves."""

    saves: Path
    monkeypatch: pytest.MonkeyPatch
    capsys: pytest.CaptureFixture[str]

    def __call__(self, *arguments: str, typed: str = "") -> Ran:
        """Run it in this process, with what is typed on its standard input."""
        self.monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        self.capsys.readouterr()
        code = run(list(arguments))
        told = self.capsys.readouterr()
        return Ran(code, told.out, told.err)

    def start(
        self, *arguments: str, typed: bytes = b"", env: Mapping[str, str] | None = None
    ) -> subprocess.CompletedProcess[bytes]:
        """Run it as a process of its own, its output in pipes."""
        return subprocess.run(
            [sys.executable, "-m", "campaign", *arguments],
            cwd=ROOT,
            input=typed,
            capture_output=True,
            env={**os.environ, **(env or {})},
            timeout=60,
            check=False,
        )


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Program:
    """Return the program with a folder of saves of its own."""
    saves = tmp_path / "saves"
    monkeypatch.setenv("CAMPAIGN_SAVES", str(saves))
    for variable in ("CAMPAIGN_PLAIN", "NO_COLOR", "FORCE_COLOR", "COLUMNS", "PYTHONIOENCODING"):
        monkeypatch.delenv(variable, raising=False)
    return Program(saves, monkeypatch, capsys)


@dataclass(frozen=True, slots=True)
class Screen:
    """What a terminal shows at the end of a command, and all that was sent to it."""

    code: int
    sent: str
    lines: list[str]

    @property
    def text(self) -> str:
        """The lines, one below the other."""
        return "\n".join(self.lines)


Terminal = Callable[..., Screen]


def _read(terminal: int) -> bytes:
    """Return what a terminal's program wrote, nothing once it has ended."""
    try:
        return os.read(terminal, 65536)
    except OSError:  # Linux's way to say that nobody holds the other end
        return b""


@pytest.fixture
def terminal(program: Program) -> Terminal:  # noqa: ARG001 (it has set the environment)
    """Return a function that runs the program in a terminal of some width."""
    pty = pytest.importorskip("pty", reason="needs a POSIX terminal")
    import pyte  # noqa: PLC0415 (an extra of the tests)

    def at(*arguments: str, columns: int = 80, typed: Sequence[str] = (), **env: str) -> Screen:
        ours, theirs = pty.openpty()
        termios.tcsetwinsize(theirs, (200, columns))
        child = subprocess.Popen(
            [sys.executable, "-m", "campaign", *arguments],
            cwd=ROOT,
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            start_new_session=True,
            env={**os.environ, "TERM": "xterm-256color", **env},
        )
        os.close(theirs)
        sent, waiting = b"", list(typed)
        while read := _read(ours):
            sent += read
            if waiting and sent.endswith(b": "):
                os.write(ours, f"{waiting.pop(0)}\n".encode())
        os.close(ours)
        code = child.wait(30)
        shown = sent.decode()
        screen = pyte.Screen(columns, 200)
        pyte.Stream(screen).feed(shown)
        lines = [line.rstrip() for line in screen.display]
        while lines and not lines[-1]:
            lines.pop()
        return Screen(code, shown, lines)

    return at


def played_out(file: ChapterFile, seed: int, *, decisions: int | None = None) -> Session:
    """Return a game of random legal decisions: to its end, or so many."""
    session = Session(file.chapter, seed)
    rng = random.Random(seed)
    while session.due is not None and (decisions is None or len(session.decisions) < decisions):
        state = session.state
        mask = int(step.legal(state))
        if state.phase == phases.GIVE:
            must = cards_in(int(step.must_give(state)))
            others = [card for card in cards_in(mask) if card not in must]
            give = int(state.table.give)
            chosen = mask_of((rng.sample(must, len(must)) + rng.sample(others, len(others)))[:give])
        else:
            chosen = rng.choice(cards_in(mask))
        session.submit(decision_of(state, chosen))
    return session


def with_game(
    campaign: Campaign,
    folder: CampaignFolder,
    chapter: str,
    *,
    seed: int,
    counts: bool = True,
    decisions: int | None = None,
    concede: bool = False,
) -> Campaign:
    """Return a campaign with one more game, played to its end or so many decisions."""
    file = folder.find(chapter)
    assert file is not None
    stored = StoredChapter(id=chapter, title=file.chapter.title, story=file.chapter.story, lines=file.toml)
    game = Game(
        chapter=file.digest,
        seed=seed,
        seats=campaign.players,
        attempt=tracker.attempt_number(campaign, chapter) if counts else None,
    )
    campaign = replace(campaign, played=LATER, chapters={**campaign.chapters, file.digest: stored})
    campaign = tracker.begin(campaign, file.chapter, game)
    session = played_out(file, seed, decisions=3 if concede else decisions)
    if concede:
        session.submit(Concede())
    game = replace(game, decisions=tuple(map(str, session.decisions)), fingerprints=tuple(session.fingerprints))
    campaign = tracker.with_progress(campaign, game)
    ending: Ending | None = session.ending()
    if ending is None:
        return campaign
    chapters = [one.chapter for one in folder.chapters]
    return tracker.finish(campaign, file.chapter, ending, chapters=chapters, now=LATER)


def new_campaign(
    folder: CampaignFolder, *, shipped: bool = True, players: tuple[str, str] = ("Ada", "Bert")
) -> Campaign:
    """Return a campaign that was not begun."""
    return Campaign(
        title=folder.title, folder="" if shipped else str(folder.path), players=players, created=BEGAN, played=BEGAN
    )


def write_folder(path: Path, **chapters: str) -> CampaignFolder:
    """Write a campaign folder of chapters, in order, and return it."""
    path.mkdir()
    ids = ", ".join(f'"{chapter}"' for chapter in chapters)
    (path / "campaign.toml").write_text(f'format = 1\ntitle = "Ours"\nchapters = [{ids}]\n', "utf-8")
    for chapter, text in chapters.items():
        (path / f"{chapter}.toml").write_text(text, "utf-8")
    return load_folder(path)


@pytest.fixture(scope="session")
def shipped() -> CampaignFolder:
    """Return the shipped campaign."""
    return load_folder()


def put(program: Program, name: str, campaign: Campaign) -> None:
    """Write a save."""
    program.saves.mkdir(exist_ok=True)
    SaveFolder(program.saves).create(name, campaign)
