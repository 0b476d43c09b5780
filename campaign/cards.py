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
SUIT_MASKS: Final = (255, 255 << 8, 255 << 16, 15 << 24)
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


def cards_in(mask: int) -> list[int]:
    """Return the cards of a mask, lowest first."""
    return [card for card in range(DECK_SIZE) if mask >> card & 1]


def mask_of(cards: list[int]) -> int:
    """Return the mask of some cards."""
    mask = 0
    for card in cards:
        mask |= 1 << card
    return mask
