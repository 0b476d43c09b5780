"""A sitting at the table, in either edition: a game, and at a terminal those that follow it."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import ClassVar, Generic, Protocol, TypeVar

from campaign.cli.context import USAGE, Context, Stop, played_by
from campaign.cli.game import Departed, Setting
from campaign.cli.keyboard import EndOfInputError, Keyboard
from campaign.cli.moves import Moves
from campaign.cli.screen import Screen
from campaign.cli.seating import Seats, people, swapped
from campaign.cli.store import SaveT, Store
from campaign.notation import quoted
from campaign.play.bots import Clock
from campaign.play.edition import DecisionT
from campaign.play.game_record import RecordT

THINK = 500
"""The most milliseconds that a bot takes for a decision at the table, where nothing else is typed."""
MOST_THINK = 600_000
_DIGITS = len(str(MOST_THINK))
_TWO = 2

SessionT = TypeVar("SessionT")


class Playable(Protocol):
    """A table with a game on it."""

    def play(self) -> None:
        """Play until the game has ended."""
        ...


def thinking_time(typed: str | None) -> Clock:
    """Return the most that a bot may take, from ``--think MS``; stops where it names no time."""
    if typed is None:
        return Clock(THINK / 1000)
    if not (typed.isascii() and typed.isdecimal() and len(typed) <= _DIGITS and 1 <= int(typed) <= MOST_THINK):
        raise Stop(USAGE, f"--think is a whole number of milliseconds from 1 to {MOST_THINK}; found {quoted(typed)}")
    return Clock(int(typed) / 1000)


class Sitting(ABC, Generic[SaveT, RecordT, DecisionT, SessionT]):
    """One run of the command that plays: a game, and at a terminal those that follow it."""

    kind: ClassVar[str]
    """What kind of save is played."""

    def __init__(
        self,
        context: Context,
        store: Store[SaveT, RecordT],
        keyboard: Keyboard,
        moves: Moves[DecisionT] | None,
        clock: Clock,
    ) -> None:
        self.context = context
        self.output = context.output
        self.store = store
        self.keyboard = keyboard
        self.moves = moves
        self.clock = clock

    @abstractmethod
    def _table(self, session: SessionT, setting: Setting[DecisionT]) -> Playable:
        """Return the table at which a game is played."""

    @abstractmethod
    def _show_ending(self, screen: Screen, session: SessionT) -> None:
        """Show how the game that has just been saved ended."""

    @abstractmethod
    def _show_next(self, screen: Screen) -> None:
        """Show where the save stands now, and what is due next."""

    @abstractmethod
    def _next(self) -> tuple[SessionT, Seats] | None:
        """Begin the game that follows, asking what there is to ask; None to stop here."""

    def _goes_on(self) -> bool:
        """Return whether the game that has ended is followed by one that belongs to it."""
        return False

    def sit(self, first: Callable[[], tuple[SessionT, Seats]], *, resumed: bool) -> int:
        """Play the first game and those that follow it until the players stop; return the exit code."""
        try:
            session, seats = first()
            while self._played(session, seats, resumed=resumed):
                following = self._next()
                if following is None:
                    return 0
                resumed = False
                session, seats = following
        except (EndOfInputError, Departed):
            self._say_farewell()
        except KeyboardInterrupt:
            self._say_farewell()
            raise
        return 0

    def _say_farewell(self) -> None:
        """Say how to go on, and where: a folder that was named once must be named again."""
        word = "The last decision could not be saved." if self.store.behind else "Saved."
        self.output.line(f"{word} Go on with: {self._command()}")

    def _command(self) -> str:
        return self.context.typed(played_by(self.kind, self.store.name), folder=self.store.saves.path)

    def _played(self, session: SessionT, seats: Seats, *, resumed: bool) -> bool:
        """Play a game to its end; return whether another may follow."""
        screen = Screen(self.output, private=len(people(seats)) == _TWO)
        setting = Setting(
            seats=seats,
            screen=screen,
            keyboard=self.keyboard,
            moves=self.moves,
            clock=self.clock,
            resumed=resumed,
        )
        self._table(session, setting).play()
        self._show_ending(screen, session)
        if self.moves is not None and not self._goes_on():
            left = self.moves.left_over()
            if left is not None:
                raise left
            self.moves = None
        self._show_next(screen)
        return self._goes_on() or (self.keyboard.terminal and bool(people(seats)))

    def _seats_asked(self, seats: Seats, *, least: int = _TWO) -> Seats:
        """Ask at a terminal, where at least so many people play, who is Jekyll; as before by default (S1)."""
        if not self.keyboard.terminal or self.moves is not None or len(people(seats)) < least:
            return seats
        self.context.say(f"Who is Jekyll?  1  {seats[0]}   2  {seats[1]}")
        while True:
            answer = self.keyboard.line(f"1, 2, or Enter for {seats[0]} > ").casefold()
            if answer in ("", "1", seats[0].casefold()):
                return seats
            if answer in ("2", seats[1].casefold()):
                return swapped(seats)
            if answer == "quit":
                raise Departed
            self.output.line("Type 1, 2 or a name.")

    def _chosen(self, question: str, answers: Mapping[str, str]) -> str:
        """Return which of some words was answered, or begun; the first by Enter alone where its value is Enter."""
        words = list(answers)
        self.context.say(question)
        by_enter = answers[words[0]] == "Enter"
        prompt = f"{' / '.join([f'{words[0]} (Enter)' if by_enter else words[0], *words[1:]])} > "
        while True:
            typed = self.keyboard.line(prompt).casefold()
            if not typed and by_enter:
                return words[0]
            for word in words:
                if typed and word.startswith(typed):
                    return word
            self.output.line(f"One of {', '.join(words)} is asked for.")
