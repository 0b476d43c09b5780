"""``campaign demo``: two bots play a chapter on the screen, both hands open. Nothing is saved."""

import secrets
import sys
import time

from campaign.cli.campaign_store import roman
from campaign.cli.chapter_facts import told_trick, track
from campaign.cli.console import Output
from campaign.cli.context import USAGE, Context, Stop
from campaign.cli.ending import move_facts, verdict_fact
from campaign.cli.facts import Fact, card_spans, fact, ranks_fact
from campaign.cli.screen import Screen
from campaign.cli.telling import event_sentence
from campaign.files.chapters import ChapterFile, load_folder
from campaign.files.names import parse_seed
from campaign.notation import COLOURS, PLAYERS, Seat, quoted
from campaign.play.bots import Who, bot_decision
from campaign.play.session import Session
from campaign.rules.decisions import Kind
from campaign.rules.events import Dealt, Played, Ranked, ReserveDealt, RoundBegan, Won

PAUSE = 0.6
"""Seconds after each line that tells something new."""


def demo(context: Context, *, chapter: str, seed: str | None, fast: bool) -> int:
    """Let two bots play a chapter for a referee to watch; return the exit code."""
    folder = load_folder()
    file = folder.find(chapter)
    if file is None:
        known = ", ".join(one.chapter.id for one in folder.chapters)
        raise Stop(USAGE, f"no such chapter: {quoted(chapter)}; the shipped ones are {known}")
    number = secrets.randbits(64) if seed is None else parse_seed(seed)
    screen = play_demo(context.output, file, number, pause=0.0 if fast or not sys.stdout.isatty() else PAUSE)
    screen.fact(fact("Next", "campaign new NAME begins a campaign; campaign play NAME plays it"))
    return 0


def play_demo(output: Output, file: ChapterFile, number: int, *, pause: float) -> Screen:
    """Let two bots play a chapter, dealt from a seed, and tell all of it; return the screen."""
    screen = Screen(output)
    session = Session(file.chapter, number)
    screen.title(file.chapter.title, f"two bots, seed {number}", label=roman(file.number))
    screen.say("A referee's view: both hands open, as no player ever sees them. Nothing is saved.", style="yellow")
    _Demo(screen, session, pause=pause).play()
    ending = session.ending()
    if ending is None:
        raise ValueError("a game without a decision due has ended")
    screen.gap()
    screen.track(track(session.table()))
    screen.facts(move_facts(session))
    screen.fact(verdict_fact(ending, session))
    screen.gap()
    screen.fact(fact("Seed", f"{number} ({ending.verdict.value})"))
    return screen


class _Demo:
    """Tells a session to a referee as its bots play it."""

    def __init__(self, screen: Screen, session: Session, *, pause: float) -> None:
        self.screen = screen
        self.session = session
        self.pause = pause
        self._told = 0

    def play(self) -> None:
        """Play to the end, telling each event once."""
        bot = Who("careful", bot=True)
        self._tell()
        while (asked := self.session.due) is not None:
            seat = self.session.table().leading if asked.seat is None else asked.seat
            number = len(self.session.decisions)
            self.session.submit(bot_decision(bot, self.session.sight(seat), seed=self.session.seed, number=number))
            last = Kind.PASSES if self.session.table().rules.passes else Kind.GIVES
            self._tell()
            if asked.kind is last and seat is Seat.HYDE:
                self._hands()

    def _tell(self) -> None:
        first, self._told = self._told, len(self.session.events)
        for index in range(first, self._told):
            one = self._fact(index)
            if one is not None:
                self.screen.fact(one)
                time.sleep(self.pause)

    def _hands(self) -> None:
        for seat in PLAYERS:
            self.screen.fact(fact(seat.title, "holds ", *card_spans(self.session.view(seat).hand)))

    def _fact(self, index: int) -> Fact | None:
        event = self.session.events[index]
        match event:
            case RoundBegan(number):
                self.screen.gap()
                leading = (event.leading.title, "bold")
                return fact(f"Round {number}", "the token shows ", leading, ", the leading character")
            case Won():
                return told_trick(self.session.events, index)
            case Ranked(ranks):
                return ranks_fact(ranks, COLOURS)
            case Played() | Dealt() | ReserveDealt():
                return None
            case _:
                return fact("Event", event_sentence(event, None))
