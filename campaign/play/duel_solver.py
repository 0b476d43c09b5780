"""Perfect-information search of a duel's round: all cards known, two opponents, every trick to the round's end.

What the round comes to is half the difference of the trick counts (DU17), 0 to 5, which Hyde wants large and Jekyll
small. A search asks whether it comes to at least so much: at Hyde's decisions one choice must do, at Jekyll's all. It
goes down one decision at a time on a stack of its own: ``run`` comes back after so many choices and goes on where it
stood. What it learns of positions between two tricks stays true for every other question about the same round.

Passes (DU5) and swaps (DU15), chosen by both in secret at the same time, are searched in the order in which the core
asks for them: Jekyll first, then Hyde, who sees what Jekyll has chosen.
"""

from typing import Final

from mypy_extensions import i64

from campaign.cards import DECK, HYDE, popcount
from campaign.duel.counts import difference, sets_due
from campaign.duel.state import CARD, END_ROUND, FIRST_CHANCE, HAND, NAMED_SHIFT, TAKE, State
from campaign.duel.step import choose, legal, step
from campaign.play.duel_solver_keys import (
    HALF,
    NAMINGS,
    distinct_cards,
    farthest,
    nearest,
    position_key,
)

SEARCHING: Final = 0
YES: Final = 1
NO: Final = 2
SLOTS: Final = 40
"""How many bits a mask of choices for a card has."""
MOST_BITS: Final = 3
LEAST: Final = 7


class Frame:
    """One decision on the way down: the state before it, and which choices are still to be tried."""

    __slots__ = ("choice", "key", "keyed", "sets", "state", "tried", "untried")

    def __init__(self, state: State) -> None:
        self.state: State = state
        self.untried: i64 = 0
        """The mask of the cards or tricks not yet tried."""
        self.sets: list[i64] = []
        """The sets to pass or swap, else none."""
        self.tried: i64 = 0
        """How many of the sets have been tried."""
        self.choice: i64 = 0
        """The choice that is being tried: a bit of the mask, or the number of a set."""
        self.keyed: bool = False
        """Whether this is the first decision of a trick; then ``key`` is its position's."""
        self.key: i64 = 0


class DuelSearch:
    """A search of one round; ``begin`` asks a question, ``run`` looks for its answer."""

    __slots__ = ("depth", "frames", "least", "nodes", "status", "table", "useful")

    def __init__(self) -> None:
        self.frames: list[Frame] = []
        self.depth: i64 = -1
        self.nodes: i64 = 0
        """How many choices have been tried so far."""
        self.least: i64 = 0
        """Half the difference that is asked for."""
        self.status: i64 = NO
        self.table: dict[i64, i64] = {}
        """By key what a position comes to: at least in the three low bits, at most in the next three."""
        self.useful: list[i64] = [0] * (2 * SLOTS)
        """By seat and choice, how often it answered the question."""

    def begin(self, state: State, least: i64) -> i64:
        """Ask whether a state comes to at least half of a difference, and return the answer where it is plain."""
        self.least = least
        self.depth = -1
        frame = self._frame(0)
        assign(frame.state, state)
        self.status = self._open(frame)
        if self.status == SEARCHING:
            self.depth = 0
        return self.status

    def run(self, nodes: i64) -> i64:
        """Try at most so many choices, and return SEARCHING, YES or NO."""
        while self.depth >= 0:
            frame = self.frames[self.depth]
            wish: i64 = YES if frame.state.seat == HYDE else NO
            if frame.untried == 0 and frame.tried == len(frame.sets):
                self._close(YES + NO - wish)
                continue
            if nodes <= 0:
                return SEARCHING
            nodes -= 1
            self.nodes += 1
            choice = self._next(frame)
            child = self._frame(self.depth + 1)
            assign(child.state, frame.state)
            choose(child.state, choice)
            found = self._open(child)
            if found == SEARCHING:
                self.depth += 1
            elif found == wish:
                self._thank(frame)
                self._close(found)
        return self.status

    def _frame(self, depth: i64) -> Frame:
        if depth == len(self.frames):
            self.frames.append(Frame(State()))
        return self.frames[depth]

    def _next(self, frame: Frame) -> i64:
        """Take the likeliest choice that has not been tried, and return it as the core takes it."""
        if frame.untried == 0:
            frame.choice = frame.tried
            frame.tried += 1
            return frame.sets[frame.choice]
        one: i64 = 1
        best: i64 = -1
        most: i64 = -1
        offset = SLOTS * frame.state.seat
        left = frame.untried
        while left != 0:
            slot = lowest_slot(left)
            left &= left - 1
            useful = self.useful[offset + slot]
            if useful > most:
                most = useful
                best = slot
        frame.untried ^= one << best
        frame.choice = best
        return choice_of(best)

    def _thank(self, frame: Frame) -> None:
        """Note that the choice being tried has answered the question."""
        if len(frame.sets) == 0:
            left: i64 = HAND - len(frame.state.tricks)
            self.useful[SLOTS * frame.state.seat + frame.choice] += left * left

    def _close(self, found: i64) -> None:
        """Take an answer back up, as far as it answers what was asked there."""
        while True:
            frame = self.frames[self.depth]
            if frame.keyed:
                self._note(frame.key, found)
            self.depth -= 1
            if self.depth < 0:
                self.status = found
                return
            frame = self.frames[self.depth]
            if (found == YES) != (frame.state.seat == HYDE):
                return
            self._thank(frame)

    def _note(self, key: i64, found: i64) -> None:
        known = self.table.get(key)
        bounds: i64 = HALF << MOST_BITS
        if known is not None:
            bounds = known
        yes = bounds & ~LEAST | self.least
        no = bounds & LEAST | (self.least - 1) << MOST_BITS
        self.table[key] = yes if found == YES else no

    def _open(self, frame: Frame) -> i64:
        """Go on to the next decision and make it ready; return SEARCHING, or YES or NO where that is known."""
        state = frame.state
        frame.keyed = False
        frame.tried = 0
        frame.untried = 0
        if len(frame.sets) > 0:
            frame.sets = []
        while state.phase < FIRST_CHANCE:
            if state.phase == END_ROUND:
                return YES if difference(state) >= 2 * self.least else NO
            step(state)
        if state.phase == CARD:
            if state.laid == 0:
                known = self._known(frame)
                if known != SEARCHING:
                    return known
            frame.untried = distinct_cards(state, legal(state))
        elif state.phase == TAKE:
            tricks = legal(state)
            frame.untried = tricks & -tricks
        else:
            frame.sets = sets_due(state)
        return SEARCHING

    def _known(self, frame: Frame) -> i64:
        """Note the key of a position between two tricks, and return the answer where it is known there."""
        state = frame.state
        if farthest(state) < self.least:
            return NO
        if nearest(state) >= self.least:
            return YES
        frame.keyed = True
        frame.key = position_key(state)
        known = self.table.get(frame.key)
        if known is None:
            return SEARCHING
        bounds: i64 = known
        if bounds & LEAST >= self.least:
            return YES
        return NO if bounds >> MOST_BITS < self.least else SEARCHING


def lowest_slot(mask: i64) -> i64:
    """Return the lowest bit of a mask that has one."""
    low = mask & DECK
    if low != 0:
        return popcount((low & -low) - 1)
    high = mask >> NAMINGS
    return NAMINGS + popcount((high & -high) - 1)


def choice_of(slot: i64) -> i64:
    """Return the core's choice for a bit of a mask of cards."""
    if slot < NAMINGS:
        return slot
    number = slot - NAMINGS
    return 24 + number // 3 | number % 3 << NAMED_SHIFT


def assign(state: State, other: State) -> None:
    """Make a state equal to another."""
    state.phase = other.phase
    state.round = other.round
    state.marker = other.marker
    state.leading = other.leading
    state.hand_jekyll = other.hand_jekyll
    state.hand_hyde = other.hand_hyde
    state.aside = other.aside
    state.passes = other.passes
    state.offers = other.offers
    state.swaps = other.swaps
    state.ranks = other.ranks
    state.leader = other.leader
    state.seat = other.seat
    state.first = other.first
    state.second = other.second
    state.laid = other.laid
    state.named = other.named
    state.effect = other.effect
    state.owners = other.owners
    state.tricks = other.tricks
