"""Small pure questions about a trick: who may play what, what reacts, who wins.

The tables are bytes, or tuples told to have any length: compiled code builds a tuple of known length anew at each look.
"""

from typing import Final

from mypy_extensions import i64

from campaign.cards import POTION, POTIONS, SUIT_MASKS

# The ten states of the rank places, low to high, as ``notation.RANK_TEXTS`` spells them.
_ORDERS: Final = (
    (), (0,), (1,), (2,), (0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0),
)  # fmt: skip
FIRST_ORDER: Final = 4


def _next_ranks(first_is_highest: bool) -> tuple[int, ...]:  # noqa: FBT001
    table: list[int] = []
    for number in range(10):
        order = _ORDERS[number]
        for colour in range(3):
            if len(order) == 0:
                table.append(colour + 1)
            elif len(order) == 3 or order[0] == colour:
                table.append(number)
            else:
                low = order[0]
                third = 3 - low - colour
                full = (third, colour, low) if first_is_highest else (low, colour, third)
                table.append(_ORDERS.index(full))
    return tuple(table)


NEXT_RANKS_LOWEST: Final = _next_ranks(False)  # noqa: FBT003
"""Rule K1: at ``ranks * 3 + colour``, the ranks once a card of that colour has been played."""
NEXT_RANKS_HIGHEST: Final = _next_ranks(True)  # noqa: FBT003
"""The same where a chapter lets the first colour take the highest rank."""


def next_ranks(ranks: int, colour: int, first_is_highest: bool) -> int:  # noqa: FBT001
    """Return the ranks once a card of a colour has been played (K1), as numbers in ``notation.RANK_TEXTS``."""
    table = NEXT_RANKS_HIGHEST if first_is_highest else NEXT_RANKS_LOWEST
    return table[ranks * 3 + colour]


def _strengths() -> list[bytes]:
    rows: list[bytes] = []
    for number in range(10):
        order = _ORDERS[number]
        for potion_colour in range(4):
            row: list[int] = []
            for card in range(28):
                suit = card >> 3
                value = card - 21 if card >= 24 else (card & 7) + 1
                colour = potion_colour if suit == POTION else suit
                rank = order.index(colour) if colour in order else 0
                row.append(rank * 32 + value * 2 + (1 if suit == POTION else 0))
            rows.append(bytes(row))
    return rows


STRENGTHS: Final = _strengths()
"""Rules W1 to W3: at ``ranks * 4 + colour of the potions``, the strength of each card; the highest of a trick wins."""


def _beats() -> list[int]:
    masks: list[int] = []
    for strengths in STRENGTHS:
        for card in range(28):
            mask = 0
            for other in range(28):
                if strengths[other] > strengths[card]:
                    mask |= 1 << other
            masks.append(mask)
    return masks


BEATS: Final = _beats()
"""At ``(ranks * 4 + colour of the potions) * 28 + card``, the mask of the cards that are stronger."""

FOLLOWING: Final[tuple[int, ...]] = (SUIT_MASKS[0] | POTIONS, SUIT_MASKS[1] | POTIONS, SUIT_MASKS[2] | POTIONS, POTIONS)
"""Rule N4: by opening colour, what a player who can follow may play."""
COLOURS: Final = (1 << 24) - 1

NEXT_SEAT: Final = bytes((1, 2, 0, 2, 0, 1))
"""Rule N1: at ``direction + seat``, who plays next; direction 0 runs City, Jekyll, Hyde, and 3 City, Hyde, Jekyll."""


def follows(hand: i64, opening: i64) -> i64:
    """Return the mask of the cards of ``hand`` that N4 allows under the opening colour, 3 for none yet."""
    allowed = hand & FOLLOWING[opening]
    return allowed if allowed & COLOURS else hand


def winning_place(first: i64, second: i64, third: i64, ranks: i64, potion_colour: i64) -> i64:
    """Return which of a full trick's cards wins it, 0 to 2 as played (W1 to W3)."""
    strengths = STRENGTHS[ranks * 4 + potion_colour]
    one: i64 = strengths[first]
    two: i64 = strengths[second]
    three: i64 = strengths[third]
    if two > one:
        return 1 if two > three else 2
    return 0 if one > three else 2
