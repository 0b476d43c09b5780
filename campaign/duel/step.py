"""Due, legal, apply: the state machine of a duel, in small steps.

``step`` makes one step that follows by itself, ``advance`` all of them up to the next chance or decision. Chance comes
in through ``deal``. The functions here check nothing: a caller that takes choices from people or files asks
``duel.refusals`` first.
"""

from typing import Final

from mypy_extensions import i64

from campaign.cards import CARD as CARD_BITS
from campaign.cards import HYDE, JEKYLL, POTION
from campaign.duel.counts import difference, held_tricks, must_pass, number_due, tricks_before
from campaign.duel.effects import (
    change_hand,
    clear_ranks,
    pass_cards,
    resolve,
    swap_cards,
    take_trick,
    trick_winner,
)
from campaign.duel.rounds import begin_round, deal, end_round, open_tricks, winner
from campaign.duel.state import (
    CARD,
    CLEAR,
    EFFECT_SHIFT,
    END_ROUND,
    END_TRICK,
    FIRST_CHANCE,
    HAND,
    HYDE_SHIFT,
    LEADER_SHIFT,
    NAME_SHIFT,
    NAMED_SHIFT,
    NO_COLOUR,
    PASS,
    SWAP,
    TAKE,
    WINNER_SHIFT,
    State,
    hand_of,
)
from campaign.duel.tricks import NEXT_RANKS, follows, second_wins

__all__: Final = [
    "advance",
    "apply",
    "choose",
    "deal",
    "difference",
    "end_trick",
    "held_tricks",
    "lay",
    "legal",
    "must_pass",
    "names",
    "number_due",
    "step",
    "trick_winner",
    "winner",
]


def advance(state: State) -> None:
    """Make every step that follows by itself, up to the next chance, decision or the duel's end."""
    phase = state.phase
    while phase < FIRST_CHANCE:
        if phase == END_TRICK:
            end_trick(state)
        else:
            step(state)
        phase = state.phase


def step(state: State) -> None:
    """Make the one step that ``phase`` names, which is below ``FIRST_CHANCE``."""
    phase = state.phase
    if phase == END_TRICK:
        end_trick(state)
    elif phase == CLEAR:
        clear_ranks(state)
    elif phase == END_ROUND:
        end_round(state)
    else:
        begin_round(state)


def legal(state: State) -> i64:
    """Return the mask of what may be chosen.

    Of cards for a card; of the cards that may be among those passed or swapped; of tricks, from 0, for TAKE. A potion
    that is led needs a colour beside it, any of the three (``names``): the opponent need not hold it, nor anybody.
    """
    phase = state.phase
    seat = state.seat
    if phase == CARD:
        hand = state.hand_hyde if seat == HYDE else state.hand_jekyll
        return hand if state.laid == 0 else follows(hand, state.first, state.named)
    if phase == TAKE:
        return tricks_before(state, HYDE - seat)
    if phase == PASS:
        must = must_pass(state)
        return must if must != 0 and state.round == 1 else hand_of(state, seat)
    return hand_of(state, seat) if phase == SWAP else 0


def names(state: State, card: i64) -> bool:
    """Return whether a card that is played now comes with a named colour: a potion that is led (DU9)."""
    return state.laid == 0 and card >> 3 == POTION


def apply(state: State, choice: i64) -> None:
    """Take a choice that ``legal`` allows, then advance.

    Passes and swaps are a mask, a trick to take is its number from 0; a card is its number, and a led potion has the
    named colour from bit ``NAMED_SHIFT``.
    """
    if state.phase == CARD:
        card = choice & CARD_BITS
        if state.seat == HYDE:
            state.hand_hyde ^= 1 << card
        else:
            state.hand_jekyll ^= 1 << card
        lay(state, card, choice >> NAMED_SHIFT)
    else:
        choose(state, choice)
    if state.phase < FIRST_CHANCE:
        advance(state)


def choose(state: State, choice: i64) -> None:
    """Take a choice that ``legal`` allows, without what follows by itself."""
    phase = state.phase
    one: i64 = 1
    if phase == CARD:
        card = choice & CARD_BITS
        change_hand(state, state.seat, one << card)
        lay(state, card, choice >> NAMED_SHIFT)
    elif phase == TAKE:
        take_trick(state, choice)
    elif phase == PASS:
        state.passes |= choice << HYDE_SHIFT * state.seat
        if state.seat == JEKYLL:
            state.seat = HYDE
        else:
            pass_cards(state)
            open_tricks(state)
    else:
        state.offers |= choice << HYDE_SHIFT * state.seat
        if state.seat == JEKYLL:
            state.seat = HYDE
        else:
            swap_cards(state)


def lay(state: State, card: i64, named: i64) -> None:
    """Lay a card that has left its hand: its token (DU10), then an effect (DU12), then whose turn it is.

    A colour that is only named appears nowhere and places no token (DU10).
    """
    suit = card >> 3
    if suit != POTION:
        state.ranks = NEXT_RANKS[state.ranks * 3 + suit]
    if state.laid == 0:
        state.first = card
        state.laid = 1
        if suit == POTION:
            state.named = named
        state.seat = HYDE - state.seat
        return
    state.second = card
    state.laid = 2
    led = state.first >> 3
    if led == POTION:
        if suit != POTION:
            resolve(state, suit)
            return
    elif suit == POTION:
        resolve(state, led)
        return
    state.phase = END_TRICK  # DU11, and DU13: two potions have no effect


def end_trick(state: State) -> None:
    """End a full trick: its winner takes it and leads the next (DU7)."""
    first = state.first
    second = state.second
    leader = state.leader
    won_by = HYDE - leader if second_wins(first, second, state.ranks) else leader
    tricks = state.tricks
    number: i64 = len(tricks)
    state.owners |= won_by << number
    packed: int = (
        first
        | second << 5
        | leader << LEADER_SHIFT
        | won_by << WINNER_SHIFT
        | state.named << NAME_SHIFT
        | state.effect << EFFECT_SHIFT
    )
    state.tricks = tricks + (packed,)  # noqa: RUF005 (compiled, a list would be built first)
    state.laid = 0
    state.named = NO_COLOUR
    state.effect = NO_COLOUR
    state.leader = won_by
    state.seat = won_by
    state.phase = END_ROUND if number + 1 == HAND else CARD
