"""What a duel's record needs of its rules: the deal of an order of the deck, fingerprints, and broken invariants."""

from collections.abc import Sequence

from campaign.cards import DECK, DUEL_DECK, cards_in, mask_of
from campaign.duel.state import HAND, HOME, HYDE_SHIFT, OVER, ROUNDS, State, laid_card
from campaign.recording import card_problems, digest_of

DECK_ORDER = tuple(cards_in(DUEL_DECK))
"""The deck sorted, for a record to shuffle."""


def deal_of(order: Sequence[int]) -> tuple[int, int]:
    """Return the two hands of a shuffled deck, as masks (DU4): Jekyll's are its first cards, Hyde's the next."""
    return mask_of(list(order[:HAND])), mask_of(list(order[HAND : 2 * HAND]))


def fingerprint(state: State) -> str:
    """Return 16 hex digits that tell this state from any other, for a replay to compare at each round's end."""
    parts = (
        state.phase,
        state.round,
        state.marker,
        state.leading,
        state.hand_jekyll | state.hand_hyde << HYDE_SHIFT,
        state.aside,
        state.passes,
        state.offers,
        " ".join(map(str, state.swaps)),
        state.ranks,
        state.leader,
        state.seat,
        " ".join(str(laid_card(state, place)) for place in range(int(state.laid))),
        state.named,
        state.effect,
        state.owners,
        " ".join(map(str, state.tricks)),
    )
    return digest_of(parts)


def problems(state: State) -> list[str]:
    """Return every broken invariant of a state between steps: each card of the deck lies in exactly one place."""
    found = _card_problems(state) if state.aside else []
    if not 0 <= state.marker <= HOME:
        found.append(f"the marker on space {state.marker}, off the track")
    if state.phase == OVER and state.marker != HOME and state.round != ROUNDS:
        found.append(f"the end in round {state.round} with the marker on {state.marker}")
    if state.owners >> len(state.tricks):
        found.append("a trick lies before Hyde that has not been played")
    return found


def _card_problems(state: State) -> list[str]:
    places = {
        "Jekyll's hand": int(state.hand_jekyll),
        "Hyde's hand": int(state.hand_hyde),
        "the cards set aside": int(state.aside),
        "the trick": mask_of([int(laid_card(state, place)) for place in range(int(state.laid))]),
        "won tricks": mask_of([packed >> 5 * place & 31 for packed in state.tricks for place in range(2)]),
    }
    return card_problems(places, DUEL_DECK) + _chosen_problems(state)


def _chosen_problems(state: State) -> list[str]:
    """Return what is wrong with cards chosen to be swapped: they still lie in the hand of whoever chose them."""
    offered = int(state.offers)
    if offered & DECK & ~int(state.hand_jekyll) or offered >> HYDE_SHIFT & ~int(state.hand_hyde):
        return ["a card is offered by a player who does not hold it"]
    return []
