"""One game at the table: who decides, what everybody sees in between, and the hand-over of one shared screen."""

import shutil
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from campaign.cli.facts import Fact, fact, told_trick
from campaign.cli.keyboard import Keyboard
from campaign.cli.moves import Moves
from campaign.cli.screen import Screen
from campaign.cli.seating import Seats, names_of, people
from campaign.cli.store import Store
from campaign.cli.telling import attempt_words, event_sentence
from campaign.cli.turns import QuitError, Turn
from campaign.cli.waiting import Waiting
from campaign.notation import PLAYERS, Seat
from campaign.play.bots import Bot, Clock, ThinkerBot, bot_stream, bots_choice, make_bot, seated
from campaign.play.hints import Hint, hint
from campaign.play.session import Session
from campaign.rules.decisions import Concede, Decision
from campaign.rules.events import (
    CityStacked,
    Dealt,
    Event,
    Given,
    Played,
    Ranked,
    Reacted,
    ReserveDealt,
    RoundBegan,
    Won,
)
from campaign.rules.refusals import Due, decision_of
from campaign.rules.words import achievement_words, plural, rules_in_words

PUBLIC = Seat.CITY
"""The City looks at nothing of its own: what it may see is what everybody may see."""
_TWO = 2
_PROMPT_ROWS = 2
_PAGE_FOOT = 3
"""A prompt, and what it asks once more."""
_NEWS = 10
"""How much news a redrawn screen holds; what is older can be asked for."""


class Departed(Exception):  # noqa: N818 (leaving is no error)
    """The players left the game; all is saved."""


class GameTable:
    """Plays one game to its end, saving each decision before anything that follows from it is shown."""

    def __init__(
        self,
        store: Store,
        session: Session,
        *,
        seats: Seats,
        screen: Screen,
        keyboard: Keyboard,
        moves: Moves | None,
        clock: Clock,
        resumed: bool,
    ) -> None:
        self.store = store
        self.session = session
        self.seats = seats
        self.screen = screen
        self.keyboard = keyboard
        self.moves = moves
        self.people = people(seats)
        self.names = names_of(seats)
        self.waiting = Waiting(screen, terminal=keyboard.terminal)
        self.clock = replace(clock, waiting=self.waiting.tell)
        self.label = store.label(session.chapter.id)
        self._told = len(session.events) if session.decisions else 0
        self._told_all = self._told
        self._resumed = resumed
        self._last_shown: Seat | None = None
        self._warned = False

    @property
    def _drawn(self) -> bool:
        """Whether the screen is redrawn at each prompt, rather than added to."""
        return self.keyboard.terminal and not self.screen.output.plain

    def play(self) -> None:
        """Play until the game has ended; raises Departed, EndOfInputError or Stop with everything saved."""
        try:
            while (asked := self.session.due) is not None:
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
        ending = self.session.ending()
        if ending is None:
            raise ValueError("a game without a decision due has ended")
        self.store.end(self.session, ending)

    def _take(self, decision: Decision) -> None:
        rounds = len(self.session.fingerprints)
        self.session.submit(decision)
        self.store.note(self.session)
        if self.people or len(self.session.fingerprints) > rounds:
            self.store.save()
        if not self.people or not self._drawn:
            self._tell_news()

    def _decide(self, asked: Due) -> Decision:
        if not self.people:
            return self._bots_own(asked)
        if asked.seat is not None and asked.seat not in self.people:
            bot = self._bot(asked.seat)
            decision = self._of_bot(bot, asked.seat)
            self._mark_cut(bot)
            return decision
        if self.moves is not None and self.moves.more:
            return self._from_file(self.moves)
        if self.moves is not None and not self.keyboard.terminal:
            raise Departed
        return self._asked(asked)

    def _bot(self, seat: Seat) -> Bot:
        return make_bot(seated(self.seats[seat]), self.session.state.plan, self.clock)

    def _of_bot(self, bot: Bot, seat: Seat) -> Decision:
        """Return a bot's decision, or its wish in a joint one (R4)."""
        rng = bot_stream(self.session.seed, seat, len(self.session.decisions))
        with self.waiting.on(self.names.full(seat)):
            chosen = bot.choose(self.session.sight(seat), rng)
        return decision_of(self.session.state, chosen)

    def _bots_own(self, asked: Due) -> Decision:
        """Return the decision due where bots sit at both seats."""
        bots = (self._bot(Seat.JEKYLL), self._bot(Seat.HYDE))
        state = self.session.state
        who = self.session.table().leading if asked.seat is None else asked.seat
        with self.waiting.on(self.names.full(who)):
            chosen = bots_choice(bots, state, seed=self.session.seed, number=len(self.session.decisions))
        for bot in bots:
            self._mark_cut(bot)
        return decision_of(state, chosen)

    def _mark_cut(self, bot: Bot) -> None:
        if isinstance(bot, ThinkerBot) and bot.cut:
            self.store.mark_cut(len(self.session.decisions) + 1)

    def _hint(self, seat: Seat) -> Hint:
        """Return a hint for a person, and count it."""
        session = self.session
        with self.waiting.on("The hint"):
            found = hint(session.sight(seat), seed=session.seed, number=len(session.decisions), clock=self.clock)
        self.store.count_hint(seat)
        return found

    def _from_file(self, moves: Moves) -> Decision:
        number, decision = moves.take()
        refused = self.session.refusal(decision)
        if refused is not None:
            raise moves.refused(number, str(refused))
        if isinstance(decision, Concede):
            disagrees = self._may_concede()
            if disagrees is not None:
                raise moves.refused(number, disagrees)
        return decision

    def _may_concede(self) -> str | None:
        """Return why a bot partner does not concede yet (T6); None where the people decide alone, or it agrees."""
        table = self.session.table()
        lost = table.sure_defeat or any(verdict == "failed" for _, verdict in table.objectives)
        bots = [seat for seat in PLAYERS if seat not in self.people]
        if not bots or lost:
            return None
        return f"{self.names.full(bots[0])} does not concede while success is possible (T6)"

    def _asked(self, asked: Due) -> Decision:
        two = len(self.people) == _TWO
        turn = Turn(
            self.session,
            screen=self.screen,
            keyboard=self.keyboard,
            names=self.names,
            label=self.label,
            may_concede=self._may_concede,
            hide_hand=two and not self._drawn,
            wish=self._wish(asked),
            hint=self._hint,
            hint_seat=self.people[0] if not two else asked.seat,
        )
        if self.keyboard.terminal:
            if two:
                self._hand_over(asked.seat)
            elif self._drawn:
                self.screen.enter()
                self.screen.clear()
                self._open_chapter()
        if not self._drawn:
            self._open_chapter()
        if not two or not self._drawn or asked.seat is None:
            self._before(lambda: self._show_between(asked.seat), turn.show)
        try:
            return turn.ask()
        except QuitError:
            raise Departed from None

    def _wish(self, asked: Due) -> Fact | None:
        """Return what a bot partner would choose in a joint decision (R4)."""
        bots = [seat for seat in PLAYERS if seat not in self.people]
        if asked.seat is not None or not bots:
            return None
        return fact("Wish", f"{self.names.full(bots[0])} would choose: {self._of_bot(self._bot(bots[0]), bots[0])}")

    def _hand_over(self, seat: Seat | None) -> None:
        """Let everybody see what changed, then only one person; no hand stays on the screen or in its scrollback."""
        if self._drawn:
            self.screen.enter()
            self._open_chapter()
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
            self.screen.table(self.session.table(), label=self.label, you=None)
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
            self._recap()
        self._tell_news(seat)

    def _recap(self) -> None:
        """Say where a resumed game stands; the table itself follows."""
        game = self.store.campaign.games[-1]
        chapter = self.session.chapter
        table = self.session.table()
        played = plural(len(self.session.decisions), "decision")
        number = f"{self.label}, " if self.label else ""
        self.screen.fact(
            fact(
                "Recap",
                f"chapter {number}{chapter.title}: {attempt_words(game.attempt)}, round {table.round}, {played} so far",
            )
        )
        since = self.store.since_begun(game)
        if since:
            self.screen.fact(fact("Chapter", f"{since}; this game goes on by the rules it was begun with"))
        self.screen.gap()

    def _open_chapter(self) -> None:
        """Open a new game with the chapter's story, then its rules: each on a page of its own where pages are drawn."""
        if self._told or self._resumed or not self.session.chapter.story.strip():
            return
        self._pages(self._story())
        self._pages(self._rules())

    def _pages(self, parts: Sequence[Callable[[], None]]) -> None:
        """Show some parts, as many on a page as the window has room for."""
        rows = 0
        for part in parts:
            height = self.screen.held(part).count("\n") if self._drawn else 0
            if rows and rows + height > self._window() - _PAGE_FOOT:
                self._turn_page()
                rows = 0
            if not rows:
                self.screen.title(self.label, self.session.chapter.title, "a new game")
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

    def _story(self) -> list[Callable[[], None]]:
        parts = (" ".join(part.split()) for part in self.session.chapter.story.strip().split("\n\n"))
        return [partial(self._paragraph, part) for part in parts]

    def _paragraph(self, text: str) -> None:
        self.screen.say(text, style="italic")
        self.screen.gap()

    def _rules(self) -> list[Callable[[], None]]:
        facts = [fact("Rule", line) for line in rules_in_words(self.session.chapter)]
        words = achievement_words(self.session.chapter)
        if words is not None:
            facts.append(fact("Stars", words))
        return [partial(self.screen.fact, one) for one in facts]

    def _tell_news(self, seat: Seat | None = None) -> None:
        """Tell what has happened since this was last done: to one seat, or to all that look on."""
        drawn = self._drawn and bool(self.people)
        shared = seat if seat is not None and drawn else PUBLIC
        audience = self.people[0] if len(self.people) == 1 else shared
        end = len(self.session.events)
        first = self._told_all if audience is PUBLIC else self._told
        self._told = end
        if audience is PUBLIC:
            self._told_all = end
        facts = drawn_news(self.session, first, audience) if drawn else told_news(self.session.events, first, audience)
        self.screen.facts(facts)
        if facts and self._drawn:
            self.screen.gap()


def told_news(events: Sequence[Event], first: int, audience: Seat) -> list[Fact]:
    """Return every event from ``first`` on that a seat may hear of, one fact each; a deal it cannot see is not told."""
    hidden = (ReserveDealt, CityStacked)
    return [
        fact("Event", event_sentence(event, audience))
        for event in events[first:]
        if not isinstance(event, hidden) and not (isinstance(event, Dealt | Given) and event.seat is not audience)
    ]


def _drawn_from(session: Session) -> int:
    """Return the index of the first event of the tricks that the table itself shows: the last and the present one."""
    events = session.events
    ends = [index for index, event in enumerate(events) if isinstance(event, Won | RoundBegan)]
    if session.due is None:
        return len(events)
    before = ends[-2:] if isinstance(events[ends[-1]], Won) else ends[-1:]
    return before[0] + 1


def drawn_news(session: Session, first: int, audience: Seat) -> list[Fact]:
    """Return what a redrawn table does not show by itself: reactions, pawn moves, finished tricks but the last."""
    shown: list[Fact] = []
    events = session.events
    drawn = _drawn_from(session)
    for index in range(first, len(events)):
        event = events[index]
        if isinstance(event, Won):
            shown += [told_trick(events, index)] * (index < drawn)
        elif isinstance(event, Reacted):
            shown += [fact("News", event_sentence(event, audience))] * (index < drawn)
        elif isinstance(event, RoundBegan) and event.round == 1:
            continue
        elif not isinstance(event, Played | Ranked | Dealt | ReserveDealt | Given | CityStacked):
            shown.append(fact("News", event_sentence(event, audience)))
    return shown[-_NEWS:]
