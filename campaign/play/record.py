"""A game as it is recorded: its chance from the seed, its fingerprints, and its replay."""

from campaign.cards import DECK, DECK_SIZE, HYDE, JEKYLL, cards_in, mask_of
from campaign.recording import card_problems, digest_of, shuffled, stream
from campaign.rules.events import city_order
from campaign.rules.state import EMPTY_CITY, HYDE_SHIFT, State, laid_card
from campaign.rules.step import city_cards


def first_token(seed: int) -> int:
    """Return the face that the token shows in round 1 (S3): the leading character's seat."""
    return JEKYLL if stream(seed, 1, "token").random() < 0.5 else HYDE  # noqa: PLR2004 (even chances)


def deal(seed: int, state: State) -> tuple[int, int, int]:
    """Return a round's deal (D1): the two hands and the Reserve cards that will join the City, as masks."""
    order = shuffled(range(DECK_SIZE), stream(seed, int(state.round), "deal"))
    hand = int(state.table.hand)
    joining = int(state.table.from_reserve)
    return mask_of(order[:hand]), mask_of(order[hand : 2 * hand]), mask_of(order[2 * hand : 2 * hand + joining])


def city_shuffle(seed: int, state: State) -> list[int]:
    """Return the City's deck (D3), top first, shuffled from the sorted cards."""
    return shuffled(cards_in(int(city_cards(state))), stream(seed, int(state.round), "city"))


def fingerprint(state: State) -> str:
    """Return 16 hex digits that tell this state from any other, for a replay to compare at each round's end."""
    parts = (
        state.round,
        state.leading,
        state.hand_jekyll | state.hand_hyde << HYDE_SHIFT,
        state.gifts,
        state.reserve,
        " ".join(map(str, city_order(state))),
        state.ranks,
        state.owners,
        " ".join(map(str, state.tricks)),
        " ".join(map(str, state.exchanges)),
        state.jekyll_hyde,
        state.scotland_yard,
        " ".join(map(str, state.past)),
        state.some_met,
        state.some_failed,
        state.ending,
    )
    return digest_of(parts)


def problems(state: State) -> list[str]:
    """Return every broken invariant of a state between steps: each card of the deck lies in exactly one place."""
    return (_card_problems(state) if _is_dealt(state) else []) + _pawn_problems(state)


def _is_dealt(state: State) -> bool:
    """Return whether the round's cards are on the table; a chapter can end before they are dealt."""
    return bool(state.hand_jekyll or state.gifts or state.tricks or state.laid)


def _card_problems(state: State) -> list[str]:
    unopened = state.city == EMPTY_CITY and not state.laid and not state.tricks
    places = {
        "Jekyll's hand": int(state.hand_jekyll),
        "Hyde's hand": int(state.hand_hyde),
        "the gifts": int(state.gifts | state.gifts >> HYDE_SHIFT) & DECK if unopened else 0,
        "the City's deck": mask_of([card.index for card in city_order(state)]),
        "the Reserve": int(state.reserve),
        "the trick": mask_of([int(laid_card(state, place)) for place in range(int(state.laid))]),
        "won tricks": mask_of([packed >> 5 * place & 31 for packed in state.tricks for place in range(3)]),
    }
    return card_problems(places, DECK)


def _pawn_problems(state: State) -> list[str]:
    last = int(state.plan.last_position)
    return [
        f"{name} on space {space}, off the track"
        for name, space in (("Jekyll & Hyde", int(state.jekyll_hyde)), ("Scotland Yard", int(state.scotland_yard)))
        if not 0 <= space <= last
    ]
