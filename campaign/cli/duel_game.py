"""A duel at the table: its bots and hints, its opening, and two opponents at one screen."""

from collections.abc import Callable, Iterable, Sequence
from typing import ClassVar

from campaign.cli.duel_facts import show_table, told_trick
from campaign.cli.duel_store import DuelStore
from campaign.cli.duel_telling import duel_title, event_sentence
from campaign.cli.duel_turns import DuelTurn
from campaign.cli.facts import Fact, fact
from campaign.cli.game import GameTable, Setting
from campaign.cli.news import News
from campaign.duel.decisions import Decision
from campaign.duel.events import AsideDealt, Dealt, Effect, Ended, Event, Named, Played, Ranked, RoundBegan, Won
from campaign.duel.refusals import Due, decision_of
from campaign.duel.words import how_to_play
from campaign.notation import DuelCard, Seat, plural
from campaign.play.bots import seated
from campaign.play.duel_bots import duel_bot_choice, make_duel_bot
from campaign.play.duel_hints import DuelHint, duel_hint
from campaign.play.duel_session import DuelSession
from campaign.play.duels import Duel, Duels

DUEL_NEWS: News[Event] = News(
    sentence=event_sentence,
    trick=told_trick,
    round_began=RoundBegan,
    trick_won=Won,
    hidden=(AsideDealt,),
    hands=(Dealt,),
    beside_trick=(Effect,),
    on_table=(Played, Named, Ranked, Ended),
)


class DuelTable(GameTable[Duels, Duel, Decision, Event, Due]):
    """Plays one duel."""

    news: ClassVar = DUEL_NEWS
    store: DuelStore
    session: DuelSession

    def __init__(self, store: DuelStore, session: DuelSession, setting: Setting[Decision]) -> None:
        super().__init__(store, session, setting)
        self.title = duel_title(store.game)

    def _due(self) -> Due | None:
        return self.session.due

    def _end(self) -> None:
        ending = self.session.ending()
        if ending is None:
            raise ValueError("a duel without a decision due has ended")
        self.store.end(self.session, ending)

    def _of_bot(self, seat: Seat) -> Decision:
        session = self.session
        bot = make_duel_bot(seated(self.seats[seat]), self.clock)
        number = len(session.decisions)
        with self.waiting.on(self.names.full(seat)):
            chosen = duel_bot_choice(bot, session.state, seed=session.seed, seat=seat, number=number)
        self._mark_cut(bot)
        return decision_of(session.state, chosen)

    def _bots_own(self, asked: Due) -> Decision:
        return self._of_bot(asked.seat)

    def _hint(self, seat: Seat, card: DuelCard | None) -> DuelHint:
        """Return a hint for a person, and count it; with a potion that is to be led, which colour to name."""
        session = self.session
        number = len(session.decisions)
        with self.waiting.on("The hint"):
            found = duel_hint(session.sight(seat), seed=session.seed, number=number, clock=self.clock, card=card)
        self.store.count_hint(seat)
        return found

    def _turn(self, asked: Due, *, hide_hand: bool) -> DuelTurn:
        return DuelTurn(
            self.session,
            asked,
            screen=self.screen,
            keyboard=self.keyboard,
            names=self.names,
            title=self.title,
            hint=self._hint,
            hide_hand=hide_hand,
        )

    def _draw_table(self) -> None:
        show_table(self.screen, self.session.table(), title=self.title, you=None)

    def _recap(self) -> Iterable[Fact]:
        played = plural(len(self.session.decisions), "decision")
        players = " against ".join(self.names.full(seat) for seat in (Seat.JEKYLL, Seat.HYDE))
        yield fact("Recap", f"{players}, round {self.session.round}, {played} so far")

    def _opening(self) -> Sequence[Sequence[Callable[[], None]]]:
        """Return the rules, before the first duel of a save."""
        if len(self.store.kept.games) > 1:
            return ()
        return (self._parts(fact(part, text) for part, text in how_to_play()),)

    def _opening_title(self) -> None:
        self.screen.title(self.title, "the rules", kind="Duel")
