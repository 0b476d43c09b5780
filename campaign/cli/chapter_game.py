"""A chapter at the table: its bots and hints, its opening, and what partners decide together."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import ClassVar

from campaign.cli.campaign_store import CampaignStore
from campaign.cli.chapter_facts import show_table, told_trick
from campaign.cli.chapter_turns import ChapterTurn
from campaign.cli.facts import Fact, fact
from campaign.cli.game import GameTable, Setting
from campaign.cli.news import News
from campaign.cli.telling import attempt_words, event_sentence
from campaign.notation import PLAYERS, Seat, plural
from campaign.play.bots import Bot, bot_stream, bots_choice, make_bot, seated
from campaign.play.campaign import Campaign, Game
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
from campaign.rules.words import achievement_words, rules_in_words

CHAPTER_NEWS: News[Event] = News(
    sentence=event_sentence,
    trick=told_trick,
    round_began=RoundBegan,
    trick_won=Won,
    hidden=(ReserveDealt, CityStacked),
    hands=(Dealt, Given),
    beside_trick=(Reacted,),
    on_table=(Played, Ranked),
)


class ChapterTable(GameTable[Campaign, Game, Decision, Event, Due]):
    """Plays one game of a chapter."""

    news: ClassVar = CHAPTER_NEWS
    store: CampaignStore
    session: Session

    def __init__(self, store: CampaignStore, session: Session, setting: Setting[Decision]) -> None:
        super().__init__(store, session, setting)
        self.label = store.label(session.chapter.id)

    def _due(self) -> Due | None:
        return self.session.due

    def _end(self) -> None:
        ending = self.session.ending()
        if ending is None:
            raise ValueError("a game without a decision due has ended")
        self.store.end(self.session, ending)

    def _bot(self, seat: Seat) -> Bot:
        return make_bot(seated(self.seats[seat]), self.session.state.plan, self.clock)

    def _of_bot(self, seat: Seat) -> Decision:
        bot = self._bot(seat)
        decision = self._choice_of(bot, seat)
        self._mark_cut(bot)
        return decision

    def _choice_of(self, bot: Bot, seat: Seat) -> Decision:
        """Return a bot's decision, or its wish in a joint one (R4)."""
        rng = bot_stream(self.session.seed, seat, len(self.session.decisions))
        with self.waiting.on(self.names.full(seat)):
            chosen = bot.choose(self.session.sight(seat), rng)
        return decision_of(self.session.state, chosen)

    def _bots_own(self, asked: Due) -> Decision:
        bots = (self._bot(Seat.JEKYLL), self._bot(Seat.HYDE))
        state = self.session.state
        who = self.session.table().leading if asked.seat is None else asked.seat
        with self.waiting.on(self.names.full(who)):
            chosen = bots_choice(bots, state, seed=self.session.seed, number=len(self.session.decisions))
        for bot in bots:
            self._mark_cut(bot)
        return decision_of(state, chosen)

    def _hint(self, seat: Seat) -> Hint:
        """Return a hint for a person, and count it."""
        session = self.session
        with self.waiting.on("The hint"):
            found = hint(session.sight(seat), seed=session.seed, number=len(session.decisions), clock=self.clock)
        self.store.count_hint(seat)
        return found

    def _disagrees(self, decision: Decision) -> str | None:
        return self._may_concede() if isinstance(decision, Concede) else None

    def _may_concede(self) -> str | None:
        """Return why a bot partner does not concede yet (T6); None where the people decide alone, or it agrees."""
        table = self.session.table()
        lost = table.sure_defeat or any(verdict == "failed" for _, verdict in table.objectives)
        bots = [seat for seat in PLAYERS if seat not in self.people]
        if not bots or lost:
            return None
        return f"{self.names.full(bots[0])} does not concede while success is possible (T6)"

    def _turn(self, asked: Due, *, hide_hand: bool) -> ChapterTurn:
        return ChapterTurn(
            self.session,
            screen=self.screen,
            keyboard=self.keyboard,
            names=self.names,
            label=self.label,
            may_concede=self._may_concede,
            hide_hand=hide_hand,
            wish=self._wish(asked),
            hint=self._hint,
            hint_seat=self.people[0] if len(self.people) == 1 else asked.seat,
        )

    def _wish(self, asked: Due) -> Fact | None:
        """Return what a bot partner would choose in a joint decision (R4)."""
        bots = [seat for seat in PLAYERS if seat not in self.people]
        if asked.seat is not None or not bots:
            return None
        wish = self._choice_of(self._bot(bots[0]), bots[0])
        return fact("Wish", f"{self.names.full(bots[0])} would choose: {wish}")

    def _draw_table(self) -> None:
        show_table(self.screen, self.session.table(), label=self.label, you=None)

    def _recap(self) -> Iterable[Fact]:
        game = self.store.game
        chapter = self.session.chapter
        table = self.session.table()
        played = plural(len(self.session.decisions), "decision")
        number = f"{self.label}, " if self.label else ""
        where = f"{attempt_words(game.attempt)}, round {table.round}, {played} so far"
        yield fact("Recap", f"chapter {number}{chapter.title}: {where}")
        since = self.store.since_begun(game)
        if since:
            yield fact("Chapter", f"{since}; this game goes on by the rules it was begun with")

    def _opening(self) -> Sequence[Sequence[Callable[[], None]]]:
        """Return the chapter's story and its rules; a chapter without a story opens at once."""
        story = self.session.chapter.story.strip()
        if not story:
            return ()
        parts = [" ".join(part.split()) for part in story.split("\n\n")]
        return [partial(self._paragraph, part) for part in parts], self._parts(self._rules())

    def _opening_title(self) -> None:
        self.screen.title(self.session.chapter.title, "a new game", label=self.label)

    def _paragraph(self, text: str) -> None:
        self.screen.say(text, style="italic")
        self.screen.gap()

    def _rules(self) -> Iterable[Fact]:
        yield from (fact("Rule", line) for line in rules_in_words(self.session.chapter))
        words = achievement_words(self.session.chapter)
        if words is not None:
            yield fact("Stars", words)
