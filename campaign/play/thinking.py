"""Thinking: each choice of a seat played out by careful players in worlds that fit what the seat knows.

The last tricks of a round are not played out but solved: both players of one mind, all cards of the world open.
"""

from typing import Final

from mypy_extensions import i64

from campaign.cards import DECK_SIZE, Chance, lowest
from campaign.play.careful import Careful
from campaign.play.playouts import play_round
from campaign.play.worlds import Worlds
from campaign.rules.bounds import FAILED, OPEN, span_verdict
from campaign.rules.goals import holds
from campaign.rules.rounds import span_met
from campaign.rules.sight import Sight
from campaign.rules.state import BEGIN_ROUND, CARD, FIRST_CHANCE, GIVE, OVER, PASS, REACHED, State
from campaign.rules.step import choose, legal, step
from campaign.rules.table import ALL_OF, Goal, Plan

WITHOUT_ACHIEVEMENT: Final = 0.5
"""What success is worth without the chapter's achievement, where it has one (T1)."""
PRIOR: Final = 2.0
"""How many worlds careful's own estimate of a card counts for."""
SOLVED: Final = 2
"""How many of a round's last tricks are not played out but solved."""


def judge(state: State) -> float:
    """Return what a finished chapter is worth: 1 for success, less without its achievement, 0 for defeat."""
    if state.ending != REACHED:
        return 0.0
    if state.plan.achievement and not span_met(state, len(state.plan.judged_in) - 1):
        return WITHOUT_ACHIEVEMENT
    return 1.0


class Thinker:
    """What thinking about one chapter needs: careful, who plays out what is thought of."""

    __slots__ = ("careful", "plan")

    def __init__(self, plan: Plan) -> None:
        self.plan: Plan = plan
        self.careful: Careful = Careful(plan)

    def play_out(self, state: State, seen: i64) -> float:
        """Play a state on to the round's end and return what it came to; ``seen`` masks the cards played this round."""
        play_round(self.careful, state, seen=seen, left=SOLVED)
        return self.best_end(state)

    def best_end(self, state: State) -> float:
        """Return the most that can come of the rest of a round, all cards open; the cards are not yet to be given."""
        while state.phase < FIRST_CHANCE and state.phase != BEGIN_ROUND:
            step(state)
        if state.phase in (BEGIN_ROUND, OVER):
            return self.value(state)
        mask = legal(state)
        best = 0.0
        while mask != 0 and best < 1.0:
            choice = lowest(mask)
            mask &= mask - 1
            after = state if mask == 0 else state.copy()
            choose(after, choice)
            best = max(best, self.best_end(after))
        return best

    def value(self, state: State) -> float:
        """Return what a state is worth where a round or the chapter has ended."""
        if state.phase == OVER:
            return judge(state)
        value = self.careful.outlook.between_rounds(state, state.round)
        plan = self.plan
        count: i64 = len(plan.judged_in)
        index: i64 = 0
        while index < count:
            verdict = span_verdict(state, index)
            promise = 1.0
            if verdict == FAILED:
                promise = 0.0
            elif verdict == OPEN:
                promise = 0.5 + 0.5 * progress(state, state.table.spans[index])
            if plan.achievement and index == count - 1:
                promise = WITHOUT_ACHIEVEMENT + (1.0 - WITHOUT_ACHIEVEMENT) * promise
            value *= promise
            index += 1
        return value


def progress(state: State, goal: Goal) -> float:
    """Return how much of a condition that is still open holds already, from 0 to 1."""
    if goal.kind != ALL_OF:
        return 1.0 if holds(state, goal) else 0.0
    total = 0.0
    for part in goal.parts:
        total += progress(state, part)
    return total / float(len(goal.parts))


def choices_of(state: State) -> list[int]:
    """Return every choice for the decision due, gifts and passes left out, in their own order."""
    found: list[int] = []
    if state.phase in (GIVE, PASS):
        return found
    mask = legal(state)
    index: i64 = 0
    while index < DECK_SIZE:
        if mask >> index & 1:
            found.append(index)
        index += 1
    return found


class Thought:
    """One decision being thought about; ``add`` plays more worlds, and the figures stand ready in between."""

    __slots__ = ("chance", "choices", "sight", "sums", "thinker", "worlds", "worlds_done")

    def __init__(self, thinker: Thinker, sight: Sight, seed: i64) -> None:
        self.thinker: Thinker = thinker
        self.sight: Sight = sight
        self.chance: Chance = Chance(seed)
        self.worlds: Worlds = Worlds(sight, thinker.careful)
        self.worlds_done: i64 = 0
        self.choices: list[int] = choices_of(sight.state)
        self.sums: list[float] = [0.0] * len(self.choices)
        """By choice, the sum of its values over the worlds."""

    def add(self, count: i64) -> None:
        """Play every choice to the round's end in so many more worlds."""
        while count > 0:
            self.play_world(self.worlds.draw(self.chance))
            count -= 1

    def play_world(self, world: State) -> None:
        """Play every choice to the round's end in one world."""
        thinker = self.thinker
        seen = self.sight.seen
        one: i64 = 1
        for index in range(len(self.choices)):
            choice: i64 = self.choices[index]
            end = world.copy()
            after = seen | one << choice if end.phase == CARD else seen
            choose(end, choice)
            self.sums[index] += thinker.play_out(end, after)
        self.worlds_done += 1

    def best(self) -> i64:
        """Return the choice of the highest value; of equals careful's own choice, else the first."""
        sight = self.sight
        state = sight.state
        own = self.thinker.careful.choose(state, sight.seat, sight.seen, sight.partner_size)
        best: i64 = 0
        best_value = -1.0
        for index in range(len(self.choices)):
            choice: i64 = self.choices[index]
            value = self.sums[index]
            if state.phase == CARD:
                value += PRIOR * self.thinker.careful.estimate(
                    state, sight.seat, sight.seen, sight.partner_size, choice
                )
            if value > best_value or (value == best_value and choice == own):
                best = index
                best_value = value
        chosen: i64 = self.choices[best]
        return chosen
