"""Tables of the duel for those who weigh cards: what goes over what, and how likely a hand lacks some cards."""

from math import comb, erf, sqrt
from typing import Final

from mypy_extensions import i64

from campaign.cards import DUEL_DECK, RANK_ORDERS, popcount
from campaign.duel.state import HAND
from campaign.duel.tricks import NEXT_RANKS, second_wins

CARDS: Final = 28
MOST_UNSEEN: Final = 16
"""One more than a hand and the cards set aside."""


def _over() -> list[int]:
    table: list[int] = []
    for ranks in range(10):
        for first in range(CARDS):
            mask = 0
            for second in range(CARDS):
                after = ranks if second >= 24 else NEXT_RANKS[ranks * 3 + (second >> 3)]
                if DUEL_DECK >> second & 1 and second_wins(first, second, after):
                    mask |= 1 << second
            table.append(mask)
    return table


def _orders(ranks: int) -> list[int]:
    """Return the full orders that the ranks may still become."""
    placed = RANK_ORDERS[ranks]
    return [number for number in range(4, 10) if RANK_ORDERS[number][: len(placed)] == placed]


def _always(*, all_orders: bool) -> list[int]:
    table: list[int] = []
    for ranks in range(10):
        orders = _orders(ranks)
        for card in range(CARDS):
            masks = [OVER[order * CARDS + card] for order in orders]
            mask = masks[0]
            for other in masks[1:]:
                mask = mask & other if all_orders else mask | other
            table.append(mask)
    return table


OVER: Final[list[int]] = _over()
"""At ``ranks * 28 + card``, the cards that win over a card led, the ranks being as they are once it is led."""
SURELY_OVER: Final[list[int]] = _always(all_orders=True)
"""At ``ranks * 28 + card``, the cards that go over a card whatever place the colours get that have none yet."""
MAYBE_OVER: Final[list[int]] = _always(all_orders=False)
"""The same, the cards that go over it in some order of them."""


def _none() -> list[float]:
    table: list[float] = []
    for unseen in range(MOST_UNSEEN):
        for some in range(MOST_UNSEEN):
            for held in range(HAND + 1):
                left = unseen - some
                fits = left >= 0 and held <= left
                table.append(comb(left, held) / comb(unseen, held) if fits else 0.0)
    return table


NONE: Final[list[float]] = _none()


def none_of(unseen: i64, some: i64, held: i64) -> float:
    """Return how likely ``held`` cards out of ``unseen`` hold none of ``some`` of them; impossible numbers give 0."""
    if some == 0 or held <= 0:
        return 1.0
    found: float = NONE[(unseen * MOST_UNSEEN + some) * (HAND + 1) + held]
    return found


def able(hidden: i64, size: i64, shown: i64, wanted: i64, suit: i64, follow: i64) -> float:
    """Return how likely a hand can lay one of the ``wanted`` cards.

    The hand is ``shown`` and ``size`` cards more out of ``hidden``. Who holds a card of the mask ``suit`` may lay those
    of the mask ``follow`` alone, which holds it (DU8, DU9).
    """
    inside = wanted & follow
    if shown & inside:
        return 1.0
    count = popcount(hidden)
    some = popcount(hidden & inside)
    without = none_of(count, some, size)
    if shown & suit:
        return 1.0 - without
    rest = popcount(hidden & suit & ~wanted)
    void = none_of(count - some, rest, size)
    outside = wanted & ~follow
    missing = 0.0
    if shown & outside == 0:
        missing = none_of(count - some - rest, popcount(hidden & outside), size)
    return 1.0 - without * (1.0 - void * (1.0 - missing))


def below(value: float) -> float:
    """Return the share of the normal distribution below a value."""
    return 0.5 + 0.5 * erf(value / sqrt(2.0))
