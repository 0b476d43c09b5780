"""Positions from which what is asked cannot come any more, told from all cards; perhaps late, never wrongly."""

from mypy_extensions import i64

from campaign.cards import CITY, POTIONS, popcount
from campaign.play.solver_keys import live_cards, movable
from campaign.play.solver_reads import Reads
from campaign.play.solver_targets import NO_ACHIEVEMENT, UNJUDGED, Target, achievement_now
from campaign.rules.bounds import FAILED, FAR, bounds, span_verdict, verdict
from campaign.rules.counts import held_tricks, round_value
from campaign.rules.state import OBJECTIVE, State
from campaign.rules.table import (
    GAP,
    HELD_CARDS,
    HELD_TRICKS,
    HYDE_SEAT,
    JEKYLL_HYDE,
    JEKYLL_SEAT,
    OVER_ROUND,
    PAST_DEFEAT,
    PAST_SCOTLAND_YARD,
    SPACE,
    STEPS,
    TAKE_NOTHING,
    TAKE_SMALLER,
    Goal,
    PawnMove,
    Row,
    Tally,
)


class Prospects:
    """Tells between two tricks when what is asked cannot come any more."""

    __slots__ = (
        "burden", "judged", "least", "left", "live", "most", "overshoots", "pairs", "reads", "spans", "takable",
        "target",
    )  # fmt: skip

    def __init__(self, state: State, reads: Reads, target: Target) -> None:
        self.reads: Reads = reads
        self.target: Target = target
        self.judged: list[Goal] = []
        """The round's objectives, if none of them may fail."""
        self.spans: i64 = 0
        """How many of the chapter's spans must not have failed."""
        if not target.endings & (UNJUDGED | 1 << OBJECTIVE):
            self.judged = state.table.objectives
            if state.round == state.plan.rounds:
                self.spans = len(state.plan.judged_in) - (1 if state.plan.achievement else 0)
        self.burden: i64 = 0
        """The cards that bring Scotland Yard a step on whoever of the players holds them."""
        if not reads.gives_tricks:
            self.burden = _burden(state.table.round_end)
        self.overshoots: bool = True
        """Whether Jekyll & Hyde may come to pass the last position from the state asked about last."""
        self.left: i64 = 0
        self.live: i64 = 0
        self.takable: i64 = 0
        """How many tricks that lie before the City can still be taken."""
        self.least: i64 = 0
        self.most: i64 = 0
        self.pairs: i64 = 0
        """How many moves so far go by the smaller of the players' counts of tricks."""

    def hopeless(self, state: State) -> bool:
        """Return whether a state between two tricks cannot come to what is asked."""
        self.overshoots = True
        target = self.target
        for goal in self.judged:
            if verdict(state, goal) == FAILED:
                return True
        for index in range(self.spans):
            if span_verdict(state, index) == FAILED:
                return True
        if target.achievement and achievement_now(state) in (FAILED, NO_ACHIEVEMENT):
            return True
        return not self.reads.pawns_move and self._pawns_cannot(state)

    def _pawns_cannot(self, state: State) -> bool:
        """Return whether the round's last moves cannot bring the pawns to what is asked."""
        target = self.target
        plan = state.plan
        last = plan.last_position
        low = state.jekyll_hyde
        high = low
        yard = state.scotland_yard
        others: i64 = 0
        backwards = False
        self._look(state)
        for move in state.table.round_end:
            pairs = self.pairs
            self._steps(state, move)
            if move.pawn == JEKYLL_HYDE:
                if move.back:
                    backwards = True
                else:
                    low += self.least
                    high += self.most
                    if pairs == self.pairs:
                        others += self.most
            else:
                yard += -self.most if move.back else self.least
        self.overshoots = high > last
        if min(last, high) < target.jekyll_hyde_least:
            return True
        if target.endings & UNJUDGED:
            return False
        if low > last and not backwards:
            if plan.past_the_end == PAST_DEFEAT:
                return True
            if plan.past_the_end == PAST_SCOTLAND_YARD:
                yard += low - last
        if self.burden != 0 and self.pairs == 1:
            needed = max(target.jekyll_hyde_least, yard + 1 if plan.yard_in_play else 0)
            pairs = needed - state.jekyll_hyde - others
            more = max(0, pairs - held_tricks(state, JEKYLL_SEAT)) + max(0, pairs - held_tricks(state, HYDE_SEAT))
            yard += self._burdened(state, self.left - max(0, more - self.takable))
        return yard > target.scotland_yard_most or (plan.yard_in_play and yard >= min(last, high))

    def _look(self, state: State) -> None:
        """Take in what the cards left allow."""
        self.pairs = 0
        self.left = state.table.tricks - len(state.tricks)
        self.live = live_cards(state, self.left)
        most = movable(state, self.reads, self.live, self.left)
        self.takable = 0
        index: i64 = len(state.tricks) - 1
        while index >= 0 and self.takable < most:
            if state.owners >> 2 * index & 3 == CITY:
                self.takable += 1
            index -= 1

    def _burdened(self, state: State, most: i64) -> i64:
        """Return how many of the cards that are a burden must lie before the players, if the City keeps so many tricks.

        Each of its tricks hides two cards of the players' and its own; an exchange moves a card between the two, either
        way.
        """
        hands = state.hand_jekyll | state.hand_hyde
        own = popcount(hands & self.burden)
        city = popcount(self.live & ~hands & self.burden)
        exchanges = min(self.left, popcount(self.live & POTIONS), popcount(self.live & self.reads.exchanging))
        least: i64 = 28
        moved = -exchanges
        while moved <= exchanges:
            least = min(least, max(0, own - moved - 2 * most) + max(0, city + moved - most))
            moved += 1
        return max(0, least - (popcount(self.live) - 3 * self.left))

    def _steps(self, state: State, move: PawnMove) -> None:
        """Find the least and the most steps of a move at the round's end."""
        tally = move.tally
        self.least = move.fixed
        self.most = move.fixed
        if tally is not None:
            self._count(state, tally)
            self.least = max(0, self.least) // move.for_every
            self.most = max(0, self.most) // move.for_every
        if move.condition is not None:
            self.least = 0

    def _count(self, state: State, tally: Tally) -> None:
        """Find the least and the most that a tally can be when its move's turn comes."""
        row = tally.row
        noun = row.noun
        if noun in (SPACE, GAP, STEPS):
            self.least = 0
            self.most = FAR
        elif tally.over != OVER_ROUND or self.reads.gives_tricks:
            self.least, self.most = bounds(state, tally)
        elif noun == HELD_CARDS and tally.take == TAKE_NOTHING:
            self.least = round_value(state, row)
            self.most = self.least + popcount(self.live & row.cards) + self._takable_cards(state, row)
        elif noun == HELD_TRICKS and tally.take == TAKE_SMALLER:
            self.pairs += 1
            jekyll = round_value(state, row)
            hyde = round_value(state, tally.hyde)
            more = self.left + self.takable
            self.least = min(jekyll, hyde)
            self.most = min(self.least + more, (jekyll + hyde + more) // 2)
        else:
            self.least, self.most = bounds(state, tally)

    def _takable_cards(self, state: State, row: Row) -> i64:
        """Return how many of a row's cards lie in the City's tricks that can still be taken."""
        total: i64 = 0
        one: i64 = 1
        left = self.takable
        index: i64 = len(state.tricks) - 1
        while left > 0:
            if state.owners >> 2 * index & 3 == CITY:
                packed: i64 = state.tricks[index]
                held = one << (packed & 31) | one << (packed >> 5 & 31) | one << (packed >> 10 & 31)
                total += popcount(held & row.cards)
                left -= 1
            index -= 1
        return total


def _burden(moves: list[PawnMove]) -> i64:
    """Return the cards that a player's trick cannot hold without a step of Scotland Yard, whoever the player is."""
    jekyll: i64 = 0
    hyde: i64 = 0
    for move in moves:
        tally = move.tally
        if tally is None or move.pawn == JEKYLL_HYDE or move.back or move.for_every != 1 or move.condition is not None:
            continue
        row = tally.row
        if row.noun == HELD_CARDS and tally.take == TAKE_NOTHING and tally.over == OVER_ROUND:
            if row.holder & JEKYLL_SEAT:
                jekyll |= row.cards
            if row.holder & HYDE_SEAT:
                hyde |= row.cards
    return jekyll & hyde
