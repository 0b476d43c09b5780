"""Due, legal, apply: the state machine of a chapter, in small steps.

``step`` makes one step that follows by itself, ``advance`` all of them up to the next chance or decision. Chance comes
in through ``turn_token``, ``deal`` and ``stack_city``. The functions here check nothing: a caller that takes choices
from people or files asks ``rules.refusals`` first.
"""

from typing import Final

from mypy_extensions import i64

from campaign.cards import CITY, HYDE, JEKYLL, POTION, popcount
from campaign.rules.counts import effects_used
from campaign.rules.effects import (
    change_hand,
    city_trick,
    givers,
    go_on,
    hand_over_trick,
    own_trick,
    put_back,
    take_city_trick,
)
from campaign.rules.limits import limited
from campaign.rules.rounds import (
    DEEPEST,
    SPAN_OBJECTIVES,
    begin_round,
    city_cards,
    city_order,
    deal,
    end_round,
    gifts_given,
    moves_now,
    next_move,
    order_city,
    pass_cards,
    span_met,
    stack_city,
    turn_token,
)
from campaign.rules.state import (
    BEGIN_ROUND,
    CARD,
    CITY_CARD,
    CONCEDED,
    DRAW,
    EMPTY_CITY,
    END_ROUND,
    END_TRICK,
    FIRST_CHANCE,
    GIVE,
    HAND,
    HYDE_SHIFT,
    LEADER_SHIFT,
    MOVE,
    NO_COLOUR,
    OVER,
    PASS,
    RANKS,
    REACTION_SHIFT,
    RETURN,
    TAKE,
    TOOK_EFFECT,
    WINNER_SHIFT,
    State,
    hand_of,
)
from campaign.rules.table import CHOSEN, GIVE_CITY_TRICK, NOTHING, REORDER_RANKS, TAKE_CITY_TRICK
from campaign.rules.tricks import FIRST_ORDER, NEXT_SEAT, follows, winning_place

__all__: Final = [
    "DEEPEST",
    "SPAN_OBJECTIVES",
    "advance",
    "apply",
    "choose",
    "city_cards",
    "city_order",
    "city_trick",
    "concede",
    "deal",
    "due_seat",
    "end_trick",
    "givers",
    "lay",
    "legal",
    "moves_now",
    "must_count",
    "must_give",
    "own_trick",
    "span_met",
    "stack_city",
    "step",
    "turn_token",
]


def advance(state: State) -> None:
    """Make every step that follows by itself, up to the next chance, decision or the chapter's end."""
    phase = state.phase
    while phase < FIRST_CHANCE:
        if phase == END_TRICK:
            end_trick(state)
        elif phase == CITY_CARD:
            city = state.city
            state.city = city >> 5
            lay(state, city & 31)
        else:
            step(state)
        phase = state.phase


def step(state: State) -> None:
    """Make the one step that ``phase`` names, which is below ``FIRST_CHANCE``."""
    phase = state.phase
    if phase == CITY_CARD:
        city = state.city
        state.city = city >> 5
        lay(state, city & 31)
    elif phase == END_TRICK:
        end_trick(state)
    elif phase == MOVE:
        next_move(state)
    elif phase == END_ROUND:
        end_round(state)
    elif phase == BEGIN_ROUND:
        begin_round(state)
    else:
        order_city(state)


def due_seat(state: State) -> i64:
    """Return whose decision ``phase`` asks for; 3 is both players together (R4)."""
    phase = state.phase
    if phase in (TAKE, HAND, RANKS, DRAW):
        return state.table.resolver
    return state.seat


def legal(state: State) -> i64:
    """Return the mask of what may be chosen.

    Of cards for a card and a returned card; of the cards that may be among the gifts; of seats for TAKE and DRAW;
    for RANKS of the ten states in ``notation.RANK_TEXTS``.
    """
    phase = state.phase
    hand = state.hand_hyde if state.seat == HYDE else state.hand_jekyll
    if phase == CARD:
        table = state.table
        if state.laid > 0 and table.must_follow:
            opening = state.first >> 3
            if opening == POTION and state.laid == 2:
                opening = state.second >> 3
            hand = follows(hand, opening)
        return limited(state, hand) if table.limits else hand
    if phase in (RETURN, PASS):
        return hand
    if phase == GIVE:
        must = hand & state.table.must_give
        return must if must != 0 and popcount(must) >= state.table.give else hand
    if phase in (TAKE, DRAW):
        one: i64 = 1
        return 3 if state.table.resolver == CHOSEN else one << state.table.resolver
    if phase == HAND:
        return givers(state)
    if phase == RANKS:
        one = 1
        return 1008 & ~(one << state.ranks)
    return 0


def must_give(state: State) -> i64:
    """Return the cards of the hand due that D2 makes gifts."""
    return hand_of(state, state.seat) & state.table.must_give


def must_count(state: State, must: i64) -> i64:
    """Return how many of the gifts must come from ``must``: all of them, or as many as are given."""
    return min(popcount(must), state.table.give)


def apply(state: State, choice: i64) -> None:
    """Take a choice that ``legal`` allows, then advance. Gifts are a mask; ranks a number in ``RANK_TEXTS``."""
    if state.phase == CARD:
        if state.seat == HYDE:
            state.hand_hyde ^= 1 << choice
        else:
            state.hand_jekyll ^= 1 << choice
        lay(state, choice)
    else:
        choose(state, choice)
    if state.phase < FIRST_CHANCE:
        advance(state)


def choose(state: State, choice: i64) -> None:
    """Take a choice that ``legal`` allows, without what follows by itself."""
    phase = state.phase
    one: i64 = 1
    if phase == CARD:
        change_hand(state, state.seat, one << choice)
        lay(state, choice)
    elif phase == GIVE:
        change_hand(state, state.seat, choice)
        state.gifts |= choice << HYDE_SHIFT * state.seat
        if state.seat == JEKYLL:
            state.seat = HYDE
        else:
            gifts_given(state)
    elif phase == PASS:
        state.passes |= choice << HYDE_SHIFT * state.seat
        if state.seat == JEKYLL:
            state.seat = HYDE
        else:
            pass_cards(state)
    elif phase == TAKE:
        take_city_trick(state, choice)
        go_on(state)
    elif phase == HAND:
        hand_over_trick(state, choice)
        go_on(state)
    elif phase == RANKS:
        state.ranks = choice
        go_on(state)
    elif phase == DRAW:
        card = state.city & 31
        state.city >>= 5
        change_hand(state, choice, one << card)
        state.drawn = card
        state.seat = choice
        state.phase = RETURN
    else:
        put_back(state, choice)


def concede(state: State) -> None:
    """End the chapter in defeat at the players' wish (T6)."""
    state.ending = CONCEDED
    state.phase = OVER


def lay(state: State, card: i64) -> None:
    """Lay a card that has left its hand or deck: ranks (K2), then a reaction (R1), then whose turn it is."""
    suit = card >> 3
    laid = state.laid
    seat: i64 = NEXT_SEAT[state.direction + state.seat]
    state.seat = seat
    state.laid = laid + 1
    if suit != POTION and state.ranks < FIRST_ORDER:
        state.ranks = state.table.next_ranks[state.ranks * 3 + suit]
    if laid == 0:
        state.first = card
        state.phase = CITY_CARD if seat == CITY else CARD
        return
    if laid == 1:
        state.second = card
        last = state.first >> 3
    else:
        state.third = card
        last = state.second >> 3
    colour: i64 = NO_COLOUR
    if suit == POTION:
        colour = last
    elif last == POTION:
        colour = suit
    if colour != NO_COLOUR and state.reaction == NO_COLOUR and _react(state, colour):
        return  # an effect is to be resolved first
    if laid == 2:
        state.phase = END_TRICK
    else:
        state.phase = CITY_CARD if seat == CITY else CARD


def _react(state: State, colour: i64) -> bool:
    """Note the trick's reaction (R2) and return whether its effect is to be resolved now."""
    table = state.table
    state.reaction = colour | (state.laid - 1) << 3
    effect: i64 = table.effects[colour]
    if effect == NOTHING or effects_used(state) >= table.reactions_cap:
        return False
    if effect == TAKE_CITY_TRICK:
        if city_trick(state) < 0:
            return False
        state.phase = TAKE
    elif effect == GIVE_CITY_TRICK:
        if givers(state) == 0:
            return False
        state.phase = HAND
    elif effect == REORDER_RANKS:
        if state.ranks < FIRST_ORDER:
            return False
        state.phase = RANKS
    else:
        if state.city == EMPTY_CITY:
            return False
        state.phase = DRAW
    state.effects += 1 << 4 * colour
    state.reaction |= TOOK_EFFECT
    return True


def end_trick(state: State) -> None:
    """End a full trick: its winner takes it and leads the next (W1 to W3, N2)."""
    first = state.first
    second = state.second
    third = state.third
    leader = state.seat
    reaction = state.reaction
    place = winning_place(first, second, third, state.ranks, reaction & 3)
    winner = leader
    if place != 0:
        winner = NEXT_SEAT[state.direction + leader]
        if place == 2:
            winner = NEXT_SEAT[state.direction + winner]
    tricks = state.tricks
    number: i64 = len(tricks)
    state.owners |= winner << 2 * number
    if winner != CITY:
        state.held |= (1 << first | 1 << second | 1 << third) << HYDE_SHIFT * winner
    packed: int = (
        first | second << 5 | third << 10 | leader << LEADER_SHIFT | winner << WINNER_SHIFT | reaction << REACTION_SHIFT
    )
    state.tricks = tricks + (packed,)  # noqa: RUF005 (compiled, a list would be built first)
    state.laid = 0
    state.reaction = NO_COLOUR
    state.leader = winner
    state.seat = winner
    table = state.table
    if table.trick_end:
        state.trick_steps = 0
        state.when = 1
        state.move = 0
        state.phase = MOVE
    elif number + 1 == table.tricks:
        state.when = 2
        state.move = 0
        state.phase = MOVE
    else:
        state.phase = CITY_CARD if winner == CITY else CARD
