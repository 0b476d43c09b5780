"""Cards as small ints, hands as bit sets, seats as ints.

A card is ``suit * 8 + value - 1`` for a colour (0 to 23) and ``value + 21`` for a potion (24 to 27),
so that sorting ints sorts a hand by suit and number. A set of cards is a 28-bit mask.
"""

from typing import Final

from mypy_extensions import i64

FEAR: Final = 0
RUSE: Final = 1
MANIPULATION: Final = 2
POTION: Final = 3

JEKYLL: Final = 0
HYDE: Final = 1
CITY: Final = 2
BOTH: Final = 3
"""The seat of a joint decision."""

DECK_SIZE: Final = 28
CARD: Final = 31
DECK: Final = (1 << 28) - 1
POTIONS: Final = 15 << 24
SUIT_MASKS: Final[tuple[int, ...]] = (255, 255 << 8, 255 << 16, 15 << 24)
SCOTLAND_YARD_ICONS: Final = 7 | 7 << 8 | 7 << 16
"""Rule C2: the cards 1, 2 and 3 of each colour."""
JEKYLL_HYDE_ICONS: Final = 1 << 7 | 1 << 15 | 1 << 23
"""Rule C2: the 8 of each colour."""

_HALF: Final = 14
POPCOUNTS: Final = bytes(half.bit_count() for half in range(1 << 14))
HALF_MASK: Final = (1 << 14) - 1


def value_of(card: i64) -> i64:
    """Return the printed number, 1 to 8."""
    if card >= 24:
        return card - 21
    return (card & 7) + 1


def popcount(mask: i64) -> i64:
    """Return how many cards a 28-bit mask holds."""
    return POPCOUNTS[mask & HALF_MASK] + POPCOUNTS[mask >> _HALF]


def lowest(mask: i64) -> i64:
    """Return the lowest card of a mask that holds at least one."""
    return popcount((mask & -mask) - 1)


def cards_in(mask: int) -> list[int]:
    """Return the cards of a mask, lowest first."""
    return [card for card in range(DECK_SIZE) if mask >> card & 1]


def mask_of(cards: list[int]) -> int:
    """Return the mask of some cards."""
    mask = 0
    for card in cards:
        mask |= 1 << card
    return mask


MODULUS: Final = 2147483647


class Chance:
    """The search's own generator (Lehmer, modulus 2**31 - 1): equal compiled and interpreted, and small."""

    __slots__ = ("state",)

    def __init__(self, seed: i64) -> None:
        """Take any seed; every one of them begins another stretch of the sequence."""
        self.state: i64 = (seed * 48271 + 11) % 2147483646 + 1
        self.below(2)

    def below(self, bound: i64) -> i64:
        """Return a number from 0 to ``bound - 1``; ``bound`` is at most 2**31."""
        product = self.state * 1132489760
        # The remainder by 2**31 - 1, which divides 2**31 with remainder 1: no slow division.
        state = (product & MODULUS) + (product >> 31)
        if state >= MODULUS:
            state -= MODULUS
        self.state = state
        return state * bound >> 31

    def one_of(self, mask: i64) -> i64:
        """Return a card of a mask that holds at least one, each as likely as any other."""
        skip = self.below(popcount(mask))
        while skip > 0:
            mask &= mask - 1
            skip -= 1
        return lowest(mask)

    def some_of(self, mask: i64, count: i64) -> i64:
        """Return the mask of ``count`` cards of a mask that holds as many, every choice equally likely."""
        # About the right number, each card as likely as another; then cards at random make it the right one.
        self.below(1)
        chosen = mask & self.state >> 2
        if 8 * count < 3 * popcount(mask):
            self.below(1)
            chosen &= self.state >> 2
        missing = count - popcount(chosen)
        one: i64 = 1
        while missing > 0:
            chosen |= one << self.one_of(mask & ~chosen)
            missing -= 1
        while missing < 0:
            chosen ^= one << self.one_of(chosen)
            missing += 1
        return chosen


PRIDE: Final = 0
WRATH: Final = 1
GREED: Final = 2
"""Rule DU1: the duel's colours; its potions are the suit ``POTION``."""
DUEL_DECK: Final = 127 | 127 << 8 | 127 << 16 | POTIONS
"""Rule DU1: the duel's 25 cards, packed as the others are: bits 7, 15 and 23 are no cards, 24 to 27 are 2+ to 5+."""
DUEL_DECK_SIZE: Final = 25


def duel_value_of(card: i64) -> i64:
    """Return the printed number of a card of the duel, 1 to 7."""
    if card >= 24:
        return card - 22
    return (card & 7) + 1


RANK_ORDERS: Final[tuple[tuple[int, ...], ...]] = (
    (), (0,), (1,), (2,), (0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0),
)  # fmt: skip
"""The ten states of the rank places, low to high: none, one token, or all three; both decks number them so."""
