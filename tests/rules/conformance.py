"""Random play of a chapter with every check at every step: what each chapter must pass, and each fault must not."""

import random
from collections.abc import Callable

from campaign.notation import RANK_TEXTS, Card, Seat, cards_of
from campaign.rules import events as told
from campaign.rules import state as phases
from campaign.rules import step
from campaign.rules.chapter import Chapter
from campaign.rules.compile import compile_chapter
from campaign.rules.decisions import (
    Decision,
    Draws,
    Gives,
    Kind,
    Plays,
    Ranks,
    Returns,
    Takes,
    parse_decision,
)
from campaign.rules.refusals import choice, decision_of, due, refusal
from campaign.rules.state import HYDE_SHIFT, State, hand_of, laid_card
from tests.rules import referee
from tests.rules.builder import snapshot

DECK = (1 << 28) - 1
SEATS = (Seat.JEKYLL, Seat.HYDE)
Watcher = Callable[[State, list[told.Event]], None]


class BrokenError(AssertionError):
    """The rules and the naive reading of them disagree; the text says where."""


def texts(mask: int) -> list[str]:
    """Return a mask's cards as the referee spells them."""
    return [str(card) for card in cards_of(mask & DECK)]


def hand(state: State, seat: int) -> int:
    """Return a hand's mask."""
    return int(hand_of(state, seat))


def trick_texts(state: State) -> list[str]:
    """Return the cards that lie in the trick."""
    return [str(Card(int(laid_card(state, place)))) for place in range(int(state.laid))]


def problems(state: State) -> list[str]:
    """Return every broken invariant of a state in which cards have been dealt."""
    found: list[str] = []
    lying = texts(hand(state, 0)) + texts(hand(state, 1)) + texts(int(state.reserve))
    if state.phase in (phases.GIVE, phases.SHUFFLE, phases.ORDER_CITY):
        lying += texts(int(state.gifts)) + texts(int(state.gifts) >> HYDE_SHIFT) + texts(int(state.under))
    else:
        lying += [str(card) for card in told.city_order(state)] + trick_texts(state)
        for packed in state.tricks:
            lying += [str(card) for card in told.trick_cards(packed)]
    if sorted(lying) != sorted(referee.DECK):
        found.append(f"the cards are not those of the deck: {sorted(lying)}")
    held = [[], []] if not state.tricks else [texts(int(state.held) >> HYDE_SHIFT * seat) for seat in (0, 1)]
    for seat in (0, 1):
        own = [
            str(card)
            for index, packed in enumerate(state.tricks)
            if state.owners >> 2 * index & 3 == seat
            for card in told.trick_cards(packed)
        ]
        if sorted(own) != sorted(held[seat]):
            found.append(f"the cards before {Seat(seat).title} are not those of the tricks there")
    if not 0 <= state.jekyll_hyde <= state.plan.last_position or not 0 <= state.scotland_yard <= state.jekyll_hyde:
        found.append(f"the pawns stand on {state.jekyll_hyde} and {state.scotland_yard}")
    if (state.phase == phases.OVER) != (state.ending != phases.NOT_ENDED):
        found.append("an ending without an end, or an end without one")
    return found


class Play:
    """One random game of a chapter, checked at each step against the naive referee."""

    def __init__(self, chapter: Chapter, seed: int, watcher: Watcher | None = None) -> None:
        self.chapter = chapter
        self.rng = random.Random(seed)
        self.state = State(compile_chapter(chapter))
        self.watcher = watcher
        self.events: list[told.Event] = []
        self.ranks = ""
        self.decisions: list[str] = []

    def run(self) -> "Play":
        """Play to the end; raises BrokenError at the first thing that is not as it must be."""
        while self.state.phase != phases.OVER:
            before = self.state.copy()
            self._go()
            new = list(told.tell(self.chapter, before, self.state))
            self.events.extend(new)
            self._check(new)
            if self.watcher is not None:
                self.watcher(self.state, new)
        return self

    def _go(self) -> None:
        state, rng = self.state, self.rng
        if state.phase == phases.TOKEN:
            step.turn_token(state, rng.randrange(2))
        elif state.phase == phases.DEAL:
            order = rng.sample(range(28), 28)
            rules = self.chapter.rounds[int(state.round) - 1]
            size = rules.hand
            jekyll, hyde, joining = order[:size], order[size : 2 * size], order[2 * size :][: rules.from_reserve]
            step.deal(state, *(sum(1 << card for card in cards) for cards in (jekyll, hyde, joining)))
        elif state.phase == phases.SHUFFLE:
            cards = [card.index for card in cards_of(int(step.city_cards(state)))]
            step.stack_city(state, rng.sample(cards, len(cards)))
        elif state.phase < phases.FIRST_CHANCE:
            step.step(state)
        else:
            self._decide()

    def _decide(self) -> None:
        state = self.state
        options = self._options()
        before = snapshot(state)
        for decision in self._all_decisions():
            reason = refusal(state, decision)
            if (reason is None) != (str(decision) in options):
                raise BrokenError(f"{decision}: {reason}; by the rules {options}")
            if reason is not None and not reason.rule:
                raise BrokenError(f"{decision}: refused without a rule")
        if snapshot(state) != before:
            raise BrokenError("asking what is refused changed the state")
        line = self.rng.choice(options)
        decision = parse_decision(line)
        if str(decision) != line or parse_decision(line.lower()) != decision:
            raise BrokenError(f"{line} is not read back as printed")
        if refusal(state, decision) is not None:
            raise BrokenError(f"{line}: {refusal(state, decision)}")
        if decision_of(state, choice(decision)) != decision:
            raise BrokenError(f"{line} is not the decision that its number stands for")
        self.decisions.append(line)
        step.choose(state, choice(decision))

    def _options(self) -> list[str]:
        """Return what may be chosen by the naive rules; for gifts a few examples."""
        state = self.state
        asked = due(state)
        if asked is None:
            raise BrokenError("nothing is due, yet nothing goes on")
        seat = Seat(int(state.seat))
        own = texts(hand(state, int(seat)))
        rules = self.chapter.rounds[int(state.round) - 1]
        match asked.kind:
            case Kind.PLAYS:
                allowed = referee.may_play(own, trick_texts(state)) if rules.must_follow else own
                return [f"{seat.word} plays {card}" for card in allowed]
            case Kind.RETURNS:
                return [f"{seat.word} returns {card}" for card in own]
            case Kind.RANKS:
                return [f"ranks {order}" for order in referee.ORDERS if order != self.ranks]
            case Kind.TAKES | Kind.DRAWS:
                return [f"{who.word} {asked.kind}" for who in SEATS if asked.seat in (None, who)]
            case _:
                must = [card for card in own if rules.must_give is not None and card[0] != "8" and card[-1] == "8"]
                others = [card for card in own if card not in must]
                must = self.rng.sample(must, min(len(must), rules.give))
                cards = must + self.rng.sample(others, rules.give - len(must))
                cards.sort(key=referee.DECK.index)
                return [f"{seat.word} gives {' '.join(cards)}"]

    def _all_decisions(self) -> list[Decision]:
        cards = [Card(index) for index in range(28)]
        kind = due(self.state)
        if kind is not None and kind.kind is Kind.GIVES:
            return [Plays(Seat.JEKYLL, cards[0]), Takes(Seat.HYDE), Gives(Seat.CITY, tuple(cards[:4]))]
        every: list[Decision] = [Ranks(order) for order in range(4, 10)]
        every += [one(seat) for one in (Takes, Draws) for seat in Seat]
        every += [one(seat, card) for one in (Plays, Returns) for seat in SEATS for card in cards]
        return every

    def _check(self, new: list[told.Event]) -> None:
        state = self.state
        if state.phase not in (phases.BEGIN_ROUND, phases.TOKEN, phases.DEAL) and (
            state.hand_jekyll or state.hand_hyde or state.tricks
        ):
            broken = problems(state)
            if broken:
                raise BrokenError("; ".join(broken))
        for event in new:
            match event:
                case told.RoundBegan():
                    self.ranks = ""
                case told.Played(card=card):
                    self.ranks = referee.place_token(self.ranks, str(card))
                case told.Reordered(ranks=ranks):
                    self.ranks = ranks
                case told.Won():
                    self._check_won(event)
                case _:
                    pass
        if self.chapter.rounds[0].ranks_start == "none" and state.round and state.phase > phases.DEAL:
            now = RANK_TEXTS[state.ranks]
            if now != self.ranks:
                raise BrokenError(f"the ranks are {now}; by K1 {self.ranks}")

    def _check_won(self, event: told.Won) -> None:
        cards = [str(card) for card in event.cards]
        played = [one for one in self.events if isinstance(one, told.Played)][-3:]
        if [str(one.card) for one in played] != cards:
            raise BrokenError(f"trick {event.trick} is told as {cards}; played were {played}")
        expected = played[referee.winner(cards, self.ranks) - 1].seat
        if event.seat is not expected:
            raise BrokenError(f"{' '.join(cards)} under {self.ranks} goes to {expected.word}; found {event.seat.word}")
        if len({one.seat for one in played}) != len(played):
            raise BrokenError("a seat played twice in a trick")
