"""The numbers behind the duel's rules of thumb: weights found by play, and what a duel is worth between rounds."""

from typing import Final

from campaign.duel.state import HOME, ROUNDS

AFTER: Final[list[float]] = [
    # After round 1, 2 and 3, by the marker's space from 0 to 10.
    *(0.270, 0.328, 0.387, 0.460, 0.533, 0.596, 0.659, 0.726, 0.793, 0.897, 1.000),
    *(0.095, 0.136, 0.176, 0.232, 0.287, 0.342, 0.397, 0.444, 0.490, 0.670, 0.850),
    *(0.000, 0.010, 0.020, 0.043, 0.065, 0.107, 0.150, 0.215, 0.280, 0.405, 0.530),
]
"""How good it is for Hyde, from 0 to 1, at ``(round - 1) * 11 + space``, that a round has ended there."""


def after_round(number: int, space: int) -> float:
    """Return how good it is for Hyde that a round has ended with the marker there; beyond home is home (DU3)."""
    return AFTER[(min(number, ROUNDS) - 1) * (HOME + 1) + min(space, HOME)]


class DuelWeights:
    """What careful reckons with, in tricks of difference where nothing else is said."""

    __slots__ = (
        "curve", "expected_hyde", "expected_jekyll", "given", "greed", "in_suit", "lead", "passed", "potion", "spread",
        "spread_fixed", "swapped", "unwilling", "void",
    )  # fmt: skip

    def __init__(self) -> None:
        self.expected_hyde: float = 0.8594
        """How much of what Hyde's cards promise counts."""
        self.expected_jekyll: float = 0.8594
        self.in_suit: float = 0.396
        """How much a card's place in its colour counts, beside its place among all cards."""
        self.curve: float = 0.0
        """How much less middling cards promise than what their place says."""
        self.spread: float = 1.25
        """How far a round's difference strays, for the root of the tricks to come."""
        self.spread_fixed: float = 0.3
        self.lead: float = 0.0
        """What leading the next trick brings to who leads."""
        self.given: float = 1.0
        """How much a card that the opponent gets counts, beside one that leaves the own hand."""
        self.passed: float = 0.6
        """How much of it counts before the first trick, where ranks are unknown."""
        self.swapped: float = 0.6
        """The same for a swap."""
        self.unwilling: float = 0.8
        """How sure it is that the opponent lays what this seat likes least."""
        self.void: float = 0.0
        """What having none of a colour is worth for each trick to come, as a share of the match."""
        self.potion: float = 0.0
        """The same of a potion."""
        self.greed: float = 0.0
        """What swapping cards is worth, as a share of the match."""
