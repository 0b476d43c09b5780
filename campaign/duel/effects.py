"""What potions do: the effect of the other card's colour (DU14 to DU16), and cards that change hands."""

from mypy_extensions import i64

from campaign.cards import DECK, GREED, HYDE, JEKYLL, PRIDE
from campaign.duel.counts import swapped, tricks_before
from campaign.duel.state import CLEAR, END_TRICK, HYDE_SHIFT, SWAP, TAKE, TOOK_EFFECT, TRICK_SHIFT, State
from campaign.duel.tricks import second_wins


def change_hand(state: State, seat: i64, cards: i64) -> None:
    """Take cards out of a hand, or put them in."""
    if seat == HYDE:
        state.hand_hyde ^= cards
    else:
        state.hand_jekyll ^= cards


def trick_winner(state: State) -> i64:
    """Return who wins the full trick that lies there.

    With a potion it is known before the effect is resolved, since ranks are ignored then (DU12): so Pride's chooser is
    known in time (DU14), and no effect can change the winner.
    """
    return HYDE - state.leader if second_wins(state.first, state.second, state.ranks) else state.leader


def resolve(state: State, colour: i64) -> None:
    """Note the effect of the colour that met a potion, and go on to what is to be resolved.

    It is the colour of the other card, whatever colour was named with the potion. Where there is nothing to resolve the
    effect is cancelled and the trick ends.
    """
    state.effect = colour
    state.phase = END_TRICK
    if colour == PRIDE:
        winner = trick_winner(state)
        if tricks_before(state, HYDE - winner) == 0:
            return  # DU14: none lies before the opponent
        state.seat = winner
        state.phase = TAKE
    elif colour == GREED:
        if swapped(state) == 0:
            return  # DU15: in the last trick no card is left
        state.seat = JEKYLL
        state.phase = SWAP
    else:
        state.phase = CLEAR
    state.effect |= TOOK_EFFECT


def clear_ranks(state: State) -> None:
    """Take all tokens off (DU16), the one too that Wrath's own card has just placed (DU10, DU12)."""
    state.ranks = 0
    state.phase = END_TRICK


def take_trick(state: State, index: i64) -> None:
    """Move a finished trick before the player due, the winner of this one (DU14).

    Any trick before the opponent may be taken, one too that Pride has moved already.
    """
    state.owners ^= 1 << index
    state.phase = END_TRICK


def pass_cards(state: State) -> None:
    """Exchange what both players have chosen to pass (DU5)."""
    _exchange(state, state.passes)


def swap_cards(state: State) -> None:
    """Exchange what both players have chosen to swap, potions too if they like (DU15)."""
    _exchange(state, state.offers)
    noted: int = state.offers | len(state.tricks) << TRICK_SHIFT
    state.swaps = (*state.swaps, noted)
    state.offers = 0
    state.phase = END_TRICK


def _exchange(state: State, chosen: i64) -> None:
    both = (chosen | chosen >> HYDE_SHIFT) & DECK
    state.hand_jekyll ^= both
    state.hand_hyde ^= both
