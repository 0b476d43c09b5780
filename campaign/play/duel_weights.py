"""The numbers behind the duel's rules of thumb: weights found by play, and what a duel is worth between rounds."""

from typing import Final

from campaign.duel.state import HOME, ROUNDS

AFTER: Final[list[float]] = [
    # After round 1, 2 and 3, by the marker's space from 0 to 10.
    *(0.30, 0.33, 0.37, 0.42, 0.47, 0.52, 0.60, 0.68, 0.78, 0.90, 1.0),
    *(0.08, 0.10, 0.13, 0.18, 0.25, 0.35, 0.45, 0.58, 0.75, 0.90, 1.0),
    *(0.00, 0.01, 0.02, 0.03, 0.04, 0.05, 0.06, 0.07, 0.08, 0.09, 1.0),
]
"""How good it is for Hyde, from 0 to 1, at ``(round - 1) * 11 + space``, that a round has ended there."""


def after_round(number: int, space: int) -> float:
    """Return how good it is for Hyde that a round has ended with the marker there; beyond home is home (DU3)."""
    return AFTER[(min(number, ROUNDS) - 1) * (HOME + 1) + min(space, HOME)]


class DuelWeights:
    """What careful reckons with, in tricks of difference where nothing else is said."""

    __slots__ = (
        "expected", "given", "in_suit", "lead", "passed", "spread", "spread_fixed", "swapped", "unwilling",
    )  # fmt: skip

    def __init__(self) -> None:
        self.expected: float = 0.5
        """How much of what the hand's cards promise counts."""
        self.in_suit: float = 0.5
        """How much a card's place in its colour counts, beside its place among all cards."""
        self.spread: float = 0.8
        """How far a round's difference strays, for the root of the tricks to come."""
        self.spread_fixed: float = 0.3
        self.lead: float = 0.0
        """What leading the next trick brings to who leads."""
        self.given: float = 1.0
        """How much a card that the opponent gets counts, beside one that leaves the own hand."""
        self.passed: float = 1.0
        self.swapped: float = 1.0
        self.unwilling: float = 0.8
        """How sure it is that the opponent lays what this seat likes least."""
