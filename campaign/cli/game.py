"""One game at the table, in either edition: who decides, what everybody sees in between, and one shared screen."""

import shutil
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import ClassVar, Generic, Protocol, TypeVar

from campaign.cli.facts import Fact
from campaign.cli.keyboard import Keyboard
from campaign.cli.moves import Moves
from campaign.cli.news import News
from campaign.cli.screen import Screen
from campaign.cli.seating import Seats, names_of, people
from campaign.cli.store import SaveT, Store
from campaign.cli.turns import QuitError, Turn
from campaign.cli.waiting import Waiting
from campaign.notation import Seat
from campaign.play.bots import Clock
from campaign.play.edition import DecisionT, EventT, GameSession
from campaign.play.game_record import RecordT

PUBLIC = Seat.CITY
"""The City looks at nothing of its own: what it may see is what everybody may see."""
_TWO = 2
_PROMPT_ROWS = 2
_PAGE_FOOT = 3
"""A prompt, and what it asks once more."""


class Departed(Exception):  # noqa: N818 (leaving is no error)
    """The players left the game; all is saved."""


class Asked(Protocol):
    """A decision that is due, in either edition; ``seat`` None is a joint one."""

    @property
    def seat(self) -> Seat | None:
        """Whose decision it is."""
        ...


AskedT = TypeVar("AskedT", bound=Asked)


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting(Generic[DecisionT]):
    """What a game is played with: who sits where, their screen and keyboard, a move file, a bot's clock."""

    seats: Seats
    screen: Screen
    keyboard: Keyboard
    moves: Moves[DecisionT] | None
    clock: Clock
    resumed: bool


class GameTable(ABC, Generic[SaveT, RecordT, DecisionT, EventT, AskedT]):
    """Plays one game to its end, saving each decision before anything that follows from it is shown."""

    news: ClassVar[News]  # type: ignore[type-arg]  # a class attribute takes no type variable

    def __init__(
        self,
        store: Store[SaveT, RecordT],
        session: GameSession[DecisionT, EventT],
        setting: Setting[DecisionT],
    ) -> None:
        self.store = store
        self.session = session
        self.seats = setting.seats
        self.screen = setting.screen
        self.keyboard = setting.keyboard
        self.moves = setting.moves
        self.people = people(setting.seats)
        self.names = names_of(setting.seats)
        self.waiting = Waiting(setting.screen, terminal=setting.keyboard.terminal)
        self.clock = replace(setting.clock, waiting=self.waiting.tell)
        self._told = len(session.events) if session.decisions else 0
        self._told_all = self._told
        self._resumed = setting.resumed
        self._last_shown: Seat | None = None
        self._warned = False

    @abstractmethod
    def _due(self) -> AskedT | None:
        """Return the decision due, None once the game has ended."""

    @abstractmethod
    def _end(self) -> None:
        """Save how the game ended."""

    @abstractmethod
    def _of_bot(self, seat: Seat) -> DecisionT:
        """Return the decision of a seat's bot."""

    @abstractmethod
    def _bots_own(self, asked: AskedT) -> DecisionT:
        """Return the decision due where bots sit at both seats."""

    @abstractmethod
    def _turn(self, asked: AskedT, *, hide_hand: bool) -> Turn[DecisionT, EventT]:
        """Return the turn in which people decide."""

    @abstractmethod
    def _draw_table(self) -> None:
        """Show all that lies open."""

    @abstractmethod
    def _recap(self) -> Iterable[Fact]:
        """Return where a resumed game stands; the table itself follows."""

    @abstractmethod
    def _opening(self) -> Sequence[Sequence[Callable[[], None]]]:
        """Return what opens a new game, by page or pages: each part as what shows it."""

    @abstractmethod
    def _opening_title(self) -> None:
        """Show the title of a page that opens a new game."""

    def _disagrees(self, decision: DecisionT) -> str | None:  # noqa: ARG002 (an edition may look at it)
        """Return why a bot does not go along with a decision of a move file, None where none is asked."""
        return None

    @property
    def _drawn(self) -> bool:
        """Whether the screen is redrawn at each prompt, rather than added to."""
        return self.keyboard.terminal and not self.screen.output.plain

    def play(self) -> None:
        """Play until the game has ended; raises Departed, EndOfInputError or Stop with everything saved."""
        try:
            while (asked := self._due()) is not None:
                self._take(self._decide(asked))
        except KeyboardInterrupt:
            if not self.people and self.store.behind:
                self.store.save()
            raise
        finally:
            if self.screen.output.plain and self._last_shown is not None:
                self.screen.cover(self._window())
            self.screen.leave()
        self._tell_news()
        self._end()

    def _take(self, decision: DecisionT) -> None:
        rounds = len(self.session.fingerprints)
        self.session.submit(decision)
        self.store.note(self.session)
        if self.people or len(self.session.fingerprints) > rounds:
            self.store.save()
        if not self.people or not self._drawn:
            self._tell_news()

    def _decide(self, asked: AskedT) -> DecisionT:
        if not self.people:
            return self._bots_own(asked)
        if asked.seat is not None and asked.seat not in self.people:
            return self._of_bot(asked.seat)
        if self.moves is not None and self.moves.more:
            return self._from_file(self.moves)
        if self.moves is not None and not self.keyboard.terminal:
            raise Departed
        return self._asked(asked)

    def _mark_cut(self, bot: object) -> None:
        """Note that the clock cut a bot's decision short, where it did; some bots never look at it."""
        if getattr(bot, "cut", False):
            self.store.mark_cut(len(self.session.decisions) + 1)

    def _from_file(self, moves: Moves[DecisionT]) -> DecisionT:
        number, decision = moves.take()
        refused = self.session.refusal(decision)
        if refused is not None:
            raise moves.refused(number, str(refused))
        disagrees = self._disagrees(decision)
        if disagrees is not None:
            raise moves.refused(number, disagrees)
        return decision

    def _asked(self, asked: AskedT) -> DecisionT:
        two = len(self.people) == _TWO
        turn = self._turn(asked, hide_hand=two and not self._drawn)
        if self.keyboard.terminal:
            if two:
                self._hand_over(asked.seat)
            elif self._drawn:
                self.screen.enter()
                self.screen.clear()
                self._open_game()
        if not self._drawn:
            self._open_game()
        if not two or not self._drawn or asked.seat is None:
            self._before(lambda: self._show_between(asked.seat), turn.show)
        try:
            return turn.ask()
        except QuitError:
            raise Departed from None

    def _hand_over(self, seat: Seat | None) -> None:
        """Let everybody see what changed, then only one person; no hand stays on the screen or in its scrollback."""
        if self._drawn:
            self.screen.enter()
            self._open_game()
        elif not self._warned:
            self._warned = True
            self.screen.say("Plain output cannot take back what it prints: a hand is shown on the word hand alone.")
            self.keyboard.key("Enter goes on. ")
        if seat is None:
            if self._last_shown is not None:
                self.screen.cover(self._window())
            self._last_shown = None
        elif seat is not self._last_shown:
            if self._last_shown is not None or self._drawn:
                self.screen.cover(self._window())
            self._before(lambda: self._show_between(None), lambda: self._gate(seat))
            self._gate(seat)
            self.keyboard.key(f" {self.names.seats[seat]}, press a key. ")
            self.screen.clear()
            self._last_shown = seat
        else:
            self.screen.clear()
            if self._drawn:
                self._show_between(seat)

    def _gate(self, seat: Seat) -> None:
        """Say whose turn it is, with all that lies open where it is drawn."""
        if self._drawn:
            self._draw_table()
        self.screen.gap()
        person = self.names.seats[seat]
        self.screen.say(f"Both may read this. {self.names.full(seat)} is next: then only {person} looks.", style="bold")

    def _before(self, first: Callable[[], None], then: Callable[[], None]) -> None:
        """Show one thing before another: on a page of its own where the window has no room for both."""
        if not self._drawn:
            first()
            return
        held = self.screen.held(first)
        rows = held.count("\n") + self.screen.held(then).count("\n")
        self.screen.write(held)
        if held and rows > self._window() - _PROMPT_ROWS:
            self.keyboard.key(" Press a key. ")
            self.screen.clear()

    def _window(self) -> int:
        return shutil.get_terminal_size().lines

    def _show_between(self, seat: Seat | None) -> None:
        """Show what has happened since anybody last looked, and the recap of a resumed game."""
        if self._resumed:
            self._resumed = False
            self.screen.facts(self._recap())
            self.screen.gap()
        self._tell_news(seat)

    def _open_game(self) -> None:
        """Open a new game with its story and rules: each on a page of its own where pages are drawn."""
        if self._told or self._resumed:
            return
        for parts in self._opening():
            self._pages(parts)

    def _pages(self, parts: Sequence[Callable[[], None]]) -> None:
        """Show some parts, as many on a page as the window has room for."""
        rows = 0
        for part in parts:
            height = self.screen.held(part).count("\n") if self._drawn else 0
            if rows and rows + height > self._window() - _PAGE_FOOT:
                self._turn_page()
                rows = 0
            if not rows:
                self._opening_title()
                self.screen.gap()
                rows = 2
            part()
            rows += height
        self._turn_page()

    def _turn_page(self) -> None:
        self.screen.gap()
        if self._drawn:
            self.keyboard.key(" Press a key. ")
            self.screen.clear()

    def _parts(self, facts: Iterable[Fact]) -> list[Callable[[], None]]:
        """Return facts as the parts of pages."""
        return [partial(self.screen.fact, one) for one in facts]

    def _tell_news(self, seat: Seat | None = None) -> None:
        """Tell what has happened since this was last done: to one seat, or to all that look on."""
        drawn = self._drawn and bool(self.people)
        shared = seat if seat is not None and drawn else PUBLIC
        audience = self.people[0] if len(self.people) == 1 else shared
        events = self.session.events
        first = self._told_all if audience is PUBLIC else self._told
        self._told = len(events)
        if audience is PUBLIC:
            self._told_all = len(events)
        if drawn:
            facts = self.news.drawn(events, first, audience, over=self._due() is None)
        else:
            facts = self.news.told(events, first, audience)
        self.screen.facts(facts)
        if facts and self._drawn:
            self.screen.gap()
