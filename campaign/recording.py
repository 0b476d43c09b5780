"""What the records of both editions are made of: chance from a seed, digests of states, where each card must lie."""

import hashlib
import random
from collections.abc import Iterable, Mapping

from campaign.cards import cards_in

SEED_LIMIT = 1 << 64
"""Seeds are whole numbers from 0 to this, not included."""


def stream(seed: int, *purpose: object) -> random.Random:
    """Return the generator of one purpose, made from text; only its ``random()`` is ever called."""
    return random.Random(" ".join(map(str, (seed, *purpose))))


def shuffled(cards: Iterable[int], rng: random.Random) -> list[int]:
    """Return cards in random order, by ``random()`` alone, whose sequence Python promises to keep."""
    order = list(cards)
    for last in range(len(order) - 1, 0, -1):
        other = int(rng.random() * (last + 1))
        order[last], order[other] = order[other], order[last]
    return order


def digest_of(parts: Iterable[object]) -> str:
    """Return 16 hex digits that tell a state's parts from any others."""
    return hashlib.sha256(";".join(map(str, parts)).encode()).hexdigest()[:16]


def number_of_text(text: str) -> int:
    """Return the 64-bit number that a text stands for: a seed that follows from another."""
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")


def card_problems(places: Mapping[str, int], deck: int) -> list[str]:
    """Return what is wrong with where cards lie, masks by place: each card of the deck, a mask too, in exactly one."""
    found: list[str] = []
    seen: dict[int, str] = {}
    for place, mask in places.items():
        for card in cards_in(mask):
            if card in seen:
                found.append(f"card {card} lies in {seen[card]} and in {place}")
            seen[card] = place
    found += [f"card {card} lies nowhere" for card in cards_in(deck) if card not in seen]
    return found + [f"card {card} is none of the deck" for card in seen if not deck >> card & 1]
