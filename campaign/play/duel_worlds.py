"""Full states of a duel that fit what a seat knows, drawn at random.

The cards that a seat has not seen lie with the opponent or aside. What the seat knows of them is kept: what it gave the
opponent, the colours that the opponent did not follow (DU8, DU9), and that who passed no potion was dealt one at most
(DU5). What the opponent has chosen to pass or swap, while this seat still chooses, is careful's choice in each world.
"""

from typing import Final

from mypy_extensions import i64

from campaign.cards import DECK, DUEL_DECK, HYDE, POTION, POTIONS, SUIT_MASKS, Chance, popcount
from campaign.duel.sight import Sight, known_cards
from campaign.duel.state import HYDE_SHIFT, LEADER_SHIFT, NAME_SHIFT, PASS, SWAP, State, hand_of
from campaign.play.duel_careful import DuelCareful

TRIES: Final = 40
"""How often a world is drawn again for the potions that its opponent would have had to pass."""
NO_LIMIT: Final = 4


class DuelWorlds:
    """What a seat's knowledge says of every world, worked out once; ``draw`` makes one of them."""

    __slots__ = ("careful", "known", "opponent", "potions", "seat", "sight", "size", "unseen", "voids")

    def __init__(self, sight: Sight, careful: DuelCareful) -> None:
        self.sight: Sight = sight
        self.careful: DuelCareful = careful
        state = sight.state
        seat = sight.seat
        self.seat: i64 = seat
        self.opponent: i64 = HYDE - seat
        self.known: i64 = sight.known
        self.size: i64 = sight.opponent_size - popcount(sight.known)
        """How many of the unseen cards the opponent holds."""
        self.unseen: i64 = DUEL_DECK & ~(sight.seen | sight.known | hand_of(state, seat))
        self.voids: i64 = 0
        """Cards of the colours that the opponent had none of; what it got since is known."""
        self.potions: i64 = NO_LIMIT
        """The most potions among the opponent's unseen cards."""
        for index in range(len(state.tricks)):
            packed: i64 = state.tricks[index]
            self._look_at(packed & 31, packed >> 5 & 31, packed >> LEADER_SHIFT & 3, packed >> NAME_SHIFT & 3)
        if state.laid == 2:
            self._look_at(state.first, state.second, state.leader, state.named)
        if state.phase != PASS:
            self._look_at_passes(state)

    def _look_at(self, first: i64, second: i64, leader: i64, named: i64) -> None:
        """Note the colour that the opponent could not follow."""
        if leader != self.seat:
            return
        suit = second >> 3
        if first >> 3 == POTION:
            if suit != named:
                self.voids |= SUIT_MASKS[named]  # DU9
        elif suit not in (first >> 3, POTION):
            self.voids |= SUIT_MASKS[first >> 3]  # DU8

    def _look_at_passes(self, state: State) -> None:
        """Note how many potions the opponent may still hold of those dealt, where it passed none (DU5)."""
        passed = state.passes >> HYDE_SHIFT * self.opponent & DECK
        if passed & POTIONS:
            return
        got = state.passes >> HYDE_SHIFT * self.seat & DECK
        shown = self._played(state)
        for index in range(len(state.swaps)):
            swap: i64 = state.swaps[index]
            got |= swap >> HYDE_SHIFT * self.seat & DECK
            shown |= swap >> HYDE_SHIFT * self.opponent & DECK
        dealt = popcount(shown & POTIONS & ~got)
        self.potions = 1 - dealt if dealt < 1 else 0

    def _played(self, state: State) -> i64:
        """Return the cards that the opponent has played this round."""
        one: i64 = 1
        played: i64 = 0
        for index in range(len(state.tricks)):
            packed: i64 = state.tricks[index]
            led = packed >> LEADER_SHIFT & 3 == self.opponent
            played |= one << (packed & 31 if led else packed >> 5 & 31)
        if state.laid > 0 and state.leader == self.opponent:
            played |= one << state.first
        if state.laid > 1 and state.leader == self.seat:
            played |= one << state.second
        return played

    def draw(self, chance: Chance) -> State:
        """Return a world that fits."""
        state = self.sight.state
        hidden = self._hidden(chance)
        world = state.copy()
        hand = self.known | hidden
        if self.opponent == HYDE:
            world.hand_hyde = hand
        else:
            world.hand_jekyll = hand
        world.aside = self.unseen & ~hidden
        if self.seat == HYDE and state.phase == PASS:
            world.passes |= self._choice(world)
        elif self.seat == HYDE and state.phase == SWAP:
            world.offers |= self._choice(world)
        return world

    def _hidden(self, chance: Chance) -> i64:
        free = self.unseen & ~self.voids  # the true hand is among them, so they are enough
        hidden = chance.some_of(free, self.size)
        tries: i64 = 0
        while popcount(hidden & POTIONS) > self.potions and tries < TRIES:
            hidden = chance.some_of(free, self.size)
            tries += 1
        return hidden

    def _choice(self, world: State) -> i64:
        """Return what Jekyll, who has chosen already, gives in a world."""
        before = world.copy()
        before.seat = self.opponent
        return self.careful.choose(before, self.opponent, self.sight.seen, known_cards(before, self.opponent))
