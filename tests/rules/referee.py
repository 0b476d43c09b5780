"""The rules once more, naively, from the rules sheet alone. Cards are strings: ``F4``, ``3+``. No core here."""

DECK = [f"{colour}{number}" for colour in "FRM" for number in range(1, 9)] + ["3+", "4+", "5+", "6+"]
ORDERS = ["FRM", "FMR", "RFM", "RMF", "MFR", "MRF"]
ROUND_THE_TABLE = {"J": "JHC", "H": "HJC"}
"""Rule N1: who plays after the City, and then on, under each face of the token."""


def is_potion(card: str) -> bool:
    """Return whether a card is a potion."""
    return card[0] not in "FRM"


def number(card: str) -> int:
    """Return a card's printed number."""
    return int(card[0]) if is_potion(card) else int(card[1])


def may_play(hand: list[str], trick: list[str]) -> list[str]:
    """Rule N4: return the cards of a hand that may be played to a trick."""
    for card in trick:
        if not is_potion(card):
            if any(mine[0] == card[0] for mine in hand):
                return [mine for mine in hand if mine[0] == card[0] or is_potion(mine)]
            return list(hand)
    return list(hand)


def reaction(trick: list[str]) -> tuple[str, int] | None:
    """Rules R1 and R2: return the first pair's colour and the place, from 1, of its second card."""
    for place in range(1, len(trick)):
        first, second = trick[place - 1], trick[place]
        if is_potion(first) != is_potion(second):
            return (second if is_potion(first) else first)[0], place + 1
    return None


def place_token(ranks: str, card: str) -> str:
    """Rule K1 and K3: return the ranks, low to high, once a card has been played."""
    if is_potion(card) or len(ranks) == 3 or card[0] in ranks:
        return ranks
    if not ranks:
        return card[0]
    (third,) = set("FRM") - {ranks, card[0]}
    return ranks + card[0] + third


def winner(trick: list[str], ranks: str) -> int:
    """Rules W1 to W3 and R3: return the place, from 1, of the card that wins a full trick."""
    found = reaction(trick)
    keys = []
    for card in trick:
        colour = (found[0] if found else "") if is_potion(card) else card[0]
        keys.append((ranks.index(colour) if colour else 0, number(card), is_potion(card)))
    return keys.index(max(keys)) + 1


def seats_from(leader: str, face: str) -> list[str]:
    """Rules N1 and N2: return the seats in the order in which they play a trick."""
    ring = ROUND_THE_TABLE[face]
    start = ring.index(leader)
    return list(ring[start:] + ring[:start])
