"""The numbers behind the duel's rules of thumb: weights found by play, and what a duel is worth between rounds."""

from typing import Final

from campaign.duel.state import HOME, ROUNDS

AFTER: Final[list[float]] = [
    # After round 1, 2 and 3, by the marker's space from 0 to 10.
    *(0.302, 0.364, 0.426, 0.495, 0.564, 0.638, 0.713, 0.762, 0.811, 0.906, 1.000),
    *(0.102, 0.142, 0.182, 0.235, 0.288, 0.361, 0.435, 0.468, 0.501, 0.676, 0.850),
    *(0.000, 0.010, 0.020, 0.043, 0.065, 0.107, 0.150, 0.215, 0.280, 0.405, 0.530),
]
"""How good it is for Hyde, from 0 to 1, at ``(round - 1) * 11 + space``, that a round has ended there.

An end of the duel, at home or after round 3, is worth the share of a return match's points that Hyde can hope for with
it (DU18), by how often thinkers' duels end better or worse. The other figures are means over rounds of two careful
players, who went on from there: odd spaces, which no whole round reaches from 0, lie between their neighbours.
"""


def after_round(number: int, space: int) -> float:
    """Return how good it is for Hyde that a round has ended with the marker there; beyond home is home (DU3)."""
    return AFTER[(min(number, ROUNDS) - 1) * (HOME + 1) + min(space, HOME)]


class DuelWeights:
    """What careful reckons with, in tricks of difference where nothing else is said."""

    __slots__ = (
        "expected_hyde", "expected_jekyll", "greed", "in_suit", "passed", "potion", "spread", "spread_fixed", "swapped",
        "unwilling", "void",
    )  # fmt: skip

    def __init__(self) -> None:
        self.expected_hyde: float = 0.8594
        """How much of what Hyde's cards promise counts."""
        self.expected_jekyll: float = 1.0743
        self.in_suit: float = 0.4455
        """How much a card's place in its colour counts, beside its place among all cards."""
        self.spread: float = 1.25
        """How far a round's difference strays, for the root of the tricks to come."""
        self.spread_fixed: float = 0.216
        self.passed: float = 0.48
        """How much of the cards passed counts, which leave this hand and join the other; no ranks are known then."""
        self.swapped: float = 0.6
        """The same of cards swapped."""
        self.unwilling: float = 0.792
        """How sure it is that the opponent lays what this seat likes least."""
        self.void: float = 0.0007
        """What having none of a colour is worth for each trick to come, as a share of the match."""
        self.potion: float = 0.0054
        """The same of a potion."""
        self.greed: float = -0.0196
        """What swapping cards is worth, as a share of the match."""
