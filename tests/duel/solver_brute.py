"""A round of the duel without any table, bound or order: plain minimax over every legal choice."""

import random

from campaign.cards import HYDE
from campaign.duel import state as phases
from campaign.duel import step
from campaign.duel.record import DECK_ORDER
from campaign.duel.state import State, hand_of
from tests.duel.builder import mask
from tests.duel.random_play import core_choices, walk

DECISIONS = (phases.PASS, phases.CARD, phases.TAKE, phases.SWAP)


class TooManyError(Exception):
    """The lines are more than a test should count."""


class Brute:
    """Counts what it visits, and gives up beyond ``most``."""

    def __init__(self, most: int) -> None:
        self.most = most

    def value(self, state: State) -> int:
        """Return the difference of the trick counts that a round comes to: Hyde's most, Jekyll's least (DU17)."""
        self.most -= 1
        if self.most < 0:
            raise TooManyError
        state = state.copy()
        while state.phase not in DECISIONS:
            if state.phase == phases.END_ROUND:
                hyde = int(state.owners).bit_count()
                return abs(hyde - (10 - hyde))
            step.step(state)
        found = self.by_choice(state).values()
        return max(found) if state.seat == HYDE else min(found)

    def by_choice(self, state: State) -> dict[int, int]:
        """Return what comes of each legal choice of the decision due."""
        return {chosen: self.value(after(state, chosen)) for chosen in sorted(core_choices(state))}


def after(state: State, chosen: int) -> State:
    """Return a copy of a state after a choice, not advanced."""
    copied = state.copy()
    step.choose(copied, chosen)
    return copied


def position(jekyll: str, hyde: str, *, holders: str, ranks: int = 0, leader: int = 0, marker: int = 0) -> State:
    """Return a position between two tricks; ``holders`` is J or H for each trick before it, cards untold."""
    return _position(mask(jekyll), mask(hyde), holders, ranks=ranks, leader=leader, marker=marker)


def _position(jekyll: int, hyde: int, holders: str, *, ranks: int, leader: int, marker: int) -> State:
    state = State()
    step.advance(state)
    step.deal(state, jekyll, hyde)
    assert jekyll.bit_count() == hyde.bit_count() == 10 - len(holders)
    state.tricks = (0,) * len(holders)
    state.owners = sum(1 << index for index, holder in enumerate(holders) if holder == "H")
    state.ranks = ranks
    state.leader = state.seat = leader
    state.marker = marker
    state.phase = phases.CARD
    return state


def drawn(rng: random.Random, cards: int) -> State:
    """Return a position of so many cards a hand, potions and all three colours likelier than play leaves them."""
    weights = [3 if card >= 24 or card & 7 in (1, 2, 3, 4) else 1 for card in DECK_ORDER]
    chosen: list[int] = []
    while len(chosen) < 2 * cards:
        (card,) = rng.choices(DECK_ORDER, weights)
        if card not in chosen:
            chosen.append(card)
    jekyll, hyde = (sum(1 << card for card in half) for half in (chosen[:cards], chosen[cards:]))
    holders = "".join(rng.choice("JH") for _ in range(10 - cards))
    return _position(jekyll, hyde, holders, ranks=rng.randrange(10), leader=rng.randrange(2), marker=rng.randrange(10))


def late(seed: int, cards: int) -> list[State]:
    """Return the states of a random duel where a decision is due and nobody holds more than so many cards."""
    return [
        after.copy()
        for _, after in walk(seed)
        if after.phase in DECISIONS and all(int(hand_of(after, seat)).bit_count() <= cards for seat in (0, 1))
    ]


def played_a_little(rng: random.Random, state: State, decisions: int) -> State:
    """Return a state after at most so many random decisions, at a decision; the state itself near the round's end."""
    here = state
    for _ in range(decisions):
        there = after(here, rng.choice(sorted(core_choices(here))))
        while there.phase < phases.FIRST_CHANCE and there.phase != phases.END_ROUND:
            step.step(there)
        if there.phase == phases.END_ROUND:
            return here
        here = there
    return here
