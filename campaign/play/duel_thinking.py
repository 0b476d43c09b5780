"""Thinking in a duel: each choice of a seat played out by careful players in worlds that fit what the seat knows."""

from typing import Final

from mypy_extensions import i64

from campaign.cards import CARD as CARD_BITS
from campaign.cards import HYDE, POTION, Chance
from campaign.duel.counts import sets_due
from campaign.duel.sight import Sight
from campaign.duel.state import CARD, NAMED_SHIFT, PASS, SWAP, State
from campaign.duel.step import choose, legal
from campaign.play.duel_careful import DuelCareful
from campaign.play.duel_playouts import play_round
from campaign.play.duel_worlds import DuelWorlds

MOST_SETS: Final = 24
"""How many sets of cards to pass or swap are thought about, those that careful likes best."""

SOLVED: Final = 2
"""How many of the last tricks are solved in each world."""


class DuelThinker:
    """What thinking about a duel needs: careful at both seats, who plays out what is thought of."""

    __slots__ = ("hyde", "jekyll")

    def __init__(self) -> None:
        self.jekyll: DuelCareful = DuelCareful()
        self.hyde: DuelCareful = DuelCareful()


def choices_of(careful: DuelCareful, sight: Sight) -> list[int]:
    """Return the choices that are thought about, in their own order; sets of cards the best first."""
    state = sight.state
    found: list[int] = []
    if state.phase in (PASS, SWAP):
        careful.look(state, sight.seat, sight.seen, sight.known)
        return best_sets(careful, sets_due(state))
    mask = legal(state)
    if state.phase != CARD:
        return [lowest_of(mask)]
    card: i64 = 0
    while card < 28:
        if mask >> card & 1:
            if state.laid == 0 and card >> 3 == POTION:
                colour: i64 = 0
                while colour < POTION:
                    found.append(card | colour << NAMED_SHIFT)
                    colour += 1
            else:
                found.append(card)
        card += 1
    return found


def lowest_of(mask: i64) -> i64:
    """Return the lowest bit's number: of tricks to take only the count matters, so one stands for all."""
    index: i64 = 0
    while mask >> index & 1 == 0:
        index += 1
    return index


def best_sets(careful: DuelCareful, sets: list[i64]) -> list[int]:
    """Return the sets that careful likes best, the best first."""
    values = [careful.gift(chosen) for chosen in sets]
    found: list[int] = []
    while len(found) < MOST_SETS and len(found) < len(sets):
        best: i64 = 0
        for index in range(len(sets)):
            if values[index] > values[best]:
                best = index
        found.append(sets[best])
        values[best] = -1000.0
    return found


class DuelThought:
    """One decision being thought about; ``add`` plays more worlds, and the figures stand ready in between."""

    __slots__ = ("chance", "choices", "sight", "sums", "thinker", "worlds", "worlds_done")

    def __init__(self, thinker: DuelThinker, sight: Sight, seed: i64) -> None:
        self.thinker: DuelThinker = thinker
        self.sight: Sight = sight
        self.chance: Chance = Chance(seed)
        self.worlds: DuelWorlds = DuelWorlds(sight, thinker.jekyll)
        self.worlds_done: i64 = 0
        self.choices: list[int] = choices_of(thinker.jekyll, sight)
        self.sums: list[float] = [0.0] * len(self.choices)
        """By choice, the sum of its values for this seat over the worlds."""

    def add(self, count: i64) -> None:
        """Play every choice to the round's end in so many more worlds."""
        while count > 0:
            self.play_world(self.worlds.draw(self.chance))
            count -= 1

    def play_world(self, world: State) -> None:
        """Play every choice to the round's end in one world."""
        one: i64 = 1
        thinker = self.thinker
        for index in range(len(self.choices)):
            choice: i64 = self.choices[index]
            end = world.copy()
            seen = self.sight.seen
            if end.phase == CARD:
                seen |= one << (choice & CARD_BITS)
            choose(end, choice)
            value = play_round(thinker.jekyll, thinker.hyde, end, seen=seen, exact=SOLVED)
            self.sums[index] += value if self.sight.seat == HYDE else -value
        self.worlds_done += 1

    def best(self) -> i64:
        """Return the choice of the highest value; of equals careful's own choice, else the first."""
        sight = self.sight
        own = self.thinker.jekyll.choose(sight.state, sight.seat, sight.seen, sight.known)
        best: i64 = 0
        for index in range(len(self.choices)):
            value: float = self.sums[index]
            top: float = self.sums[best]
            if value > top or (value == top and self.choices[index] == own):
                best = index
        chosen: i64 = self.choices[best]
        return chosen
