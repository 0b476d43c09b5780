"""Perfect-information search: one round, all cards known, both players of one mind, to the round's end.

A search tries every line that could matter, one decision at a time, on a stack of its own: ``run`` comes back after so
many choices, and goes on where it stood. A position between two tricks from which all lines have been tried is never
entered again. What is found is a line, or that there is none; a search that is given up has found nothing.
"""

from typing import Final

from mypy_extensions import i64

from campaign.play.solver_bounds import Prospects
from campaign.play.solver_keys import Keys, pools
from campaign.play.solver_order import Promise, distinct
from campaign.play.solver_reads import Reads
from campaign.play.solver_targets import (
    Outcome,
    Target,
    achievement_now,
    asked_of,
    better_further,
    meets,
    outcome_of,
)
from campaign.rules.state import CARD, CITY_CARD, END_ROUND, FIRST_DECISION, OVER, State
from campaign.rules.step import choose, legal, step
from campaign.rules.table import PAST_SCOTLAND_YARD, PAST_STOP

SEARCHING: Final = 0
FOUND: Final = 1
EXHAUSTED: Final = 2
"""Every line has been tried."""
_CLOSED: Final = 3
"""Nothing is left to try from here."""
FIRST_TURN: Final = 300
NOISE: Final = 32
POOL_BITS: Final = 12
POOL: Final = (1 << POOL_BITS) - 1
OVERSHOOTS: Final = 1
"""In packed sums, below the three of them: Jekyll & Hyde might come to pass the last position."""


class Frame:
    """One decision on the way down: the state before it, and which choices are still to be tried."""

    __slots__ = ("choice", "first", "fourth", "keyed", "pools", "second", "state", "third", "untried")

    def __init__(self, state: State) -> None:
        self.state: State = state
        self.untried: i64 = 0
        """The mask of the choices not yet tried."""
        self.choice: i64 = 0
        self.keyed: bool = False
        """Whether this is the first decision of a trick; then the four ints are the key of the position before it."""
        self.first: i64 = 0
        self.second: i64 = 0
        self.third: i64 = 0
        self.fourth: i64 = 0
        self.pools: i64 = 0
        """The pooled sums there, packed."""


class Search:
    """A search for what is asked of a round's end.

    Told to look for ``everything`` it stops at each outcome that it has not met before, whatever is asked of it.
    """

    __slots__ = (
        "depth", "done", "everything", "failed", "frames", "keys", "nodes", "outcome", "outcomes", "past", "promise",
        "prospects", "ranked", "reads", "status", "target", "turn", "turn_length",
    )  # fmt: skip

    def __init__(self, state: State, target: Target, everything: bool) -> None:  # noqa: FBT001
        self.target: Target = target
        self.everything: bool = everything
        self.past: i64 = state.plan.past_the_end
        self.reads: Reads = Reads(state, asked_of(state, target, everything))
        self.ranked: bool = self.reads.pooled and not everything and better_further(target)
        """Whether more steps of Jekyll & Hyde, or fewer of Scotland Yard, are never worse."""
        self.keys: Keys = Keys(self.reads, self.reads.pooled and not self.ranked)
        self.prospects: Prospects = Prospects(state, self.reads, target)
        self.promise: Promise = Promise(state)
        self.frames: list[Frame] = [Frame(state.copy())]
        self.depth: i64 = -1
        self.nodes: i64 = 0
        """How many choices have been tried so far."""
        self.turn: i64 = 0
        """The search begins again once so many choices have been tried; each time it goes on for longer."""
        self.turn_length: i64 = 0
        self.done: set[tuple[i64, i64, i64, i64]] = set()
        """The keys of the positions from which every line has been tried."""
        self.failed: dict[tuple[i64, i64, i64, i64], list[i64]] = {}
        """The same where positions are ranked: by key, the pooled sums that were not enough."""
        self.outcomes: set[Outcome] = set()
        self.outcome: Outcome = (0, 0, 0, 0, 0, 0, 0)
        """How the round ended that was found last."""
        self.status: i64 = SEARCHING
        self.begin(state)

    def begin(self, state: State) -> None:
        """Begin from a state of the same night; what is known of positions is kept, and the state left alone."""
        self.depth = -1
        self.turn_length = FIRST_TURN
        self.turn = self.nodes + FIRST_TURN
        self.promise.noise = 0
        frame = self.frames[0]
        assign(frame.state, state)
        opened = self._open(frame)
        if opened == SEARCHING:
            self.depth = 0
        self.status = EXHAUSTED if opened == _CLOSED else opened

    def run(self, nodes: i64) -> i64:
        """Try at most so many choices, and return SEARCHING, FOUND (a line, or a new outcome) or EXHAUSTED."""
        one: i64 = 1
        while self.depth >= 0:
            frame = self.frames[self.depth]
            if frame.untried == 0:
                if frame.keyed:
                    self._close(frame)
                self.depth -= 1
                continue
            if self.nodes >= self.turn and not self.everything:
                self._begin_again()
                continue
            if nodes <= 0:
                self.status = SEARCHING
                return SEARCHING
            nodes -= 1
            self.nodes += 1
            choice = self.promise.best(self.depth, frame.untried)
            frame.untried ^= one << choice
            frame.choice = choice
            depth = self.depth + 1
            if depth == len(self.frames):
                self.frames.append(Frame(State(frame.state.plan)))
            child = self.frames[depth]
            assign(child.state, frame.state)
            choose(child.state, choice)
            opened = self._open(child)
            if opened == SEARCHING:
                self.depth = depth
            elif opened == FOUND:
                self.status = FOUND
                return FOUND
        self.status = EXHAUSTED
        return EXHAUSTED

    def _begin_again(self) -> None:
        """Begin again from the top, by another order: most goals have many lines, and a bad start hides them all."""
        self.turn_length += self.turn_length >> 1
        self.turn = self.nodes + self.turn_length
        self.promise.noise = NOISE
        self.depth = 0 if self._open(self.frames[0]) == SEARCHING else -1

    def line(self) -> list[int]:
        """Return the choices that led to what was found, from where the search began."""
        choices: list[int] = []
        depth: i64 = 0
        while depth <= self.depth:
            choices.append(self.frames[depth].choice)
            depth += 1
        return choices

    def _open(self, frame: Frame) -> i64:
        """Go on to the next decision and make it ready; return SEARCHING, or FOUND or CLOSED at the round's end."""
        state = frame.state
        frame.keyed = False
        while True:
            phase = state.phase
            if phase == OVER:
                return self._ended(outcome_of(state, 0))
            if phase >= FIRST_DECISION:
                if phase == CARD and state.laid == 0 and not frame.keyed and not self._enters(frame):
                    return _CLOSED
                frame.untried = distinct(state, legal(state), self.reads)
                self.promise.weigh(self.depth + 1, state, frame.untried)
                return SEARCHING
            if phase == END_ROUND:
                return self._judged(state)
            if phase == CITY_CARD and state.laid == 0 and not self._enters(frame):
                return _CLOSED
            step(state)

    def _enters(self, frame: Frame) -> bool:
        """Note the key of a position between two tricks, and return whether anything can come of it."""
        state = frame.state
        key = self.keys.key(state)
        if self.ranked:
            jekyll, hyde, yard = pools(state, self.reads)
            failed = self.failed.get(key)
            if failed is not None:
                for packed in failed:
                    if self._no_better(jekyll, hyde, yard, packed):
                        return False
            frame.pools = jekyll << POOL_BITS | hyde << 2 * POOL_BITS | yard << 3 * POOL_BITS
        elif key in self.done:
            return False
        frame.keyed = True
        frame.first, frame.second, frame.third, frame.fourth = key
        if self.everything:
            return True
        if self.prospects.hopeless(state):
            return False
        if self.prospects.overshoots:
            frame.pools |= OVERSHOOTS
        return True

    def _no_better(self, jekyll: i64, hyde: i64, yard: i64, packed: i64) -> bool:
        """Return whether pooled sums are sure to fail where others, packed, have failed."""
        jekyll = (packed >> POOL_BITS & POOL) - jekyll
        hyde = (packed >> 2 * POOL_BITS & POOL) - hyde
        yard -= packed >> 3 * POOL_BITS
        if jekyll < 0 or hyde < 0 or yard < 0:
            return False
        if packed & OVERSHOOTS == 0 or self.past == PAST_STOP:
            return True
        # Fewer steps of Jekyll & Hyde may be fewer past the last position.
        if self.past == PAST_SCOTLAND_YARD:
            return yard >= max(jekyll, hyde)
        return jekyll == 0 and hyde == 0

    def _close(self, frame: Frame) -> None:
        """Note that all lines from a position have been tried."""
        key = (frame.first, frame.second, frame.third, frame.fourth)
        if not self.ranked:
            self.done.add(key)
            return
        failed = self.failed.get(key)
        if failed is None:
            self.failed[key] = [frame.pools]
        else:
            failed.append(frame.pools)

    def _judged(self, state: State) -> i64:
        """Judge a round whose last move has been made."""
        achievement = achievement_now(state)
        step(state)
        return self._ended(outcome_of(state, achievement))

    def _ended(self, outcome: Outcome) -> i64:
        """Take in how a round ended."""
        if self.everything:
            if outcome in self.outcomes:
                return _CLOSED
            self.outcomes.add(outcome)
        elif not meets(outcome, self.target):
            return _CLOSED
        self.outcome = outcome
        return FOUND


def assign(state: State, other: State) -> None:
    """Make a state equal to another of the same plan."""
    state.table = other.table
    state.phase = other.phase
    state.round = other.round
    state.leading = other.leading
    state.direction = other.direction
    state.hand_jekyll = other.hand_jekyll
    state.hand_hyde = other.hand_hyde
    state.gifts = other.gifts
    state.passes = other.passes
    state.reserve = other.reserve
    state.city = other.city
    state.under = other.under
    state.ranks = other.ranks
    state.leader = other.leader
    state.seat = other.seat
    state.first = other.first
    state.second = other.second
    state.third = other.third
    state.laid = other.laid
    state.reaction = other.reaction
    state.drawn = other.drawn
    state.effects = other.effects
    state.owners = other.owners
    state.held = other.held
    state.tricks = other.tricks
    state.exchanges = other.exchanges
    state.jekyll_hyde = other.jekyll_hyde
    state.scotland_yard = other.scotland_yard
    state.when = other.when
    state.move = other.move
    state.round_steps = other.round_steps
    state.trick_steps = other.trick_steps
    state.past = other.past
    state.some_met = other.some_met
    state.some_failed = other.some_failed
    state.ending = other.ending
    state.failed = other.failed
