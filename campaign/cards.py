"""Cards as small ints, hands as bit sets, seats as ints, and the search's generator.

A card is ``suit * 8 + value - 1`` for a colour (0 to 23) and ``value + 21`` for a potion (24 to 27),
so that sorting ints sorts a hand by suit and number. A set of cards is a 28-bit mask.
"""

from typing import Final

from mypy_extensions import i64

FEAR: Final = 0
RUSE: Final = 1
MANIPULATION: Final = 2
POTION: Final = 3
NO_SUIT: Final = 3
"""Where only a colour can stand (an opening colour, a reaction), the number 3 says that there is none."""

JEKYLL: Final = 0
HYDE: Final = 1
CITY: Final = 2
BOTH: Final = 3
"""The seat of a joint decision."""

DECK_SIZE: Final = 28
CARD_BITS: Final = 5
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


def suit_of(card: i64) -> i64:
    """Return the suit: 0 to 2 a colour, 3 a potion."""
    return card >> 3


def value_of(card: i64) -> i64:
    """Return the printed number, 1 to 8."""
    if card >= 24:
        return card - 21
    return (card & 7) + 1


def popcount(mask: i64) -> i64:
    """Return how many cards a 28-bit mask holds."""
    return POPCOUNTS[mask & HALF_MASK] + POPCOUNTS[mask >> _HALF]


def lowest(mask: i64) -> i64:
    """Return the lowest card of a mask that is not empty."""
    bit = mask & -mask
    card: i64 = 0
    if bit >= 1 << 16:
        card = 16
        bit >>= 16
    if bit >= 1 << 8:
        card += 8
        bit >>= 8
    if bit >= 1 << 4:
        card += 4
        bit >>= 4
    if bit >= 1 << 2:
        card += 2
        bit >>= 2
    return card + (bit >> 1)


def cards_in(mask: int) -> list[int]:
    """Return the cards of a mask, lowest first."""
    return [card for card in range(DECK_SIZE) if mask >> card & 1]


def mask_of(cards: list[int]) -> int:
    """Return the mask of some cards."""
    mask = 0
    for card in cards:
        mask |= 1 << card
    return mask


class Chance:
    """The search's generator: small, and equal whether compiled or not. Games that are recorded never use it."""

    __slots__ = ("state",)

    def __init__(self, seed: i64) -> None:
        self.state: i64 = seed % 2147483646 + 1

    def below(self, bound: i64) -> i64:
        """Return a number from 0 to ``bound - 1``, ``bound`` far below 2**31."""
        self.state = self.state * 1132489760 % 2147483647
        return self.state % bound


def nth_card(mask: i64, index: i64) -> i64:
    """Return the card of a mask that has ``index`` cards below it."""
    while index > 0:
        mask &= mask - 1
        index -= 1
    return lowest(mask)


def random_card(chance: Chance, mask: i64) -> i64:
    """Return one card of a mask that is not empty."""
    return nth_card(mask, chance.below(popcount(mask)))


def random_cards(chance: Chance, mask: i64, count: i64) -> i64:
    """Return ``count`` cards of a mask as a mask, every choice equally likely.

    It starts from a random mask of about the right size and mends it: no card is treated unlike another.
    """
    size = popcount(mask)
    chosen = mask & chance.below(1 << 28)
    if 8 * count < 3 * size:
        chosen &= chance.below(1 << 28)
    elif 8 * count > 5 * size:
        chosen |= mask & chance.below(1 << 28)
    one: i64 = 1
    missing = count - popcount(chosen)
    while missing > 0:
        chosen |= one << random_card(chance, mask & ~chosen)
        missing -= 1
    while missing < 0:
        chosen ^= one << random_card(chance, chosen)
        missing += 1
    return chosen


def shuffled(chance: Chance, mask: i64) -> list[int]:
    """Return the cards of a mask in random order."""
    order: list[int] = []
    left = popcount(mask)
    one: i64 = 1
    while left > 0:
        card = nth_card(mask, chance.below(left))
        order.append(card)
        mask ^= one << card
        left -= 1
    return order
