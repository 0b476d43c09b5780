"""Small pure questions about a trick of two cards: who may play what, what it ranks, who wins.

The tables are bytes, or tuples told to have any length: compiled code builds a tuple of known length anew at each look.
"""

from typing import Final

from mypy_extensions import i64

from campaign.cards import POTIONS, RANK_ORDERS, SUIT_MASKS, duel_value_of


def _next_ranks() -> bytes:
    table: list[int] = []
    for number in range(10):
        order = RANK_ORDERS[number]
        for colour in range(3):
            if len(order) == 0:
                table.append(colour + 1)
            elif len(order) == 3 or order[0] == colour:
                table.append(number)
            else:
                low = order[0]
                table.append(RANK_ORDERS.index((low, colour, 3 - low - colour)))
    return bytes(table)


def _places() -> bytes:
    return bytes([order.index(colour) if colour in order else 0 for order in RANK_ORDERS for colour in range(3)])


def _numbers() -> bytes:
    return bytes([2 * duel_value_of(card) + (1 if card >= 24 else 0) for card in range(28)])


NEXT_RANKS: Final = _next_ranks()
"""Rule DU10: at ``ranks * 3 + colour``, the ranks once a card of that colour has been played."""
PLACES: Final = _places()
"""Rule DU10: at ``ranks * 3 + colour``, the colour's place, 0 the lowest."""
NUMBERS: Final = _numbers()
"""Rule DU12: each card's number twice over, a potion's one more, so that it beats the equal number."""

FOLLOWING: Final[tuple[int, ...]] = (SUIT_MASKS[0] | POTIONS, SUIT_MASKS[1] | POTIONS, SUIT_MASKS[2] | POTIONS)
"""Rule DU8: by the colour led, what a player who can follow may play."""
COLOURS: Final = (1 << 24) - 1


def follows(hand: i64, first: i64, named: i64) -> i64:
    """Return the mask of the cards of ``hand`` that may follow the card led, and the colour named with a potion.

    After a colour that is this colour or a potion (DU8), after a potion the named colour alone (DU9). Who has none of
    it may play any card, a potion too: DU9 says so without exception, and DU13 knows tricks of two potions.
    """
    if first < 24:
        allowed = hand & FOLLOWING[first >> 3]
        return allowed if allowed & COLOURS else hand
    allowed = hand & SUIT_MASKS[named]
    return allowed if allowed != 0 else hand


def second_wins(first: i64, second: i64, ranks: i64) -> bool:
    """Return whether the second card wins the trick: DU11 for two colours, DU12 and DU13 with a potion.

    Two colours of one trick are both ranked, for each was ranked when it was played (DU10) and Wrath comes with a
    potion only. So ``ranks`` matters only where they are.
    """
    if first >= 24 or second >= 24:
        return NUMBERS[second] > NUMBERS[first]
    if first >> 3 == second >> 3:
        return second > first
    return PLACES[ranks * 3 + (second >> 3)] > PLACES[ranks * 3 + (first >> 3)]
