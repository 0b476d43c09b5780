"""Due, legal, apply: the state machine of a chapter, in small steps.

``step`` makes one step that follows by itself, ``advance`` all of them up to the next chance or decision. Chance comes
in through ``turn_token``, ``deal`` and ``stack_city``. The functions here check nothing: a caller that takes choices
from people or files asks ``rules.refusals`` first.
"""

from typing import Final

from mypy_extensions import i64

from campaign.cards import CITY, DECK, HYDE, JEKYLL, POTION, popcount, value_of
from campaign.rules.counts import effects_used, round_value
from campaign.rules.goals import holds
from campaign.rules.limits import limited
from campaign.rules.moves import make_move
from campaign.rules.state import (
    BEGIN_ROUND,
    CARD,
    CITY_CARD,
    CONCEDED,
    DEAL,
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
    NO_CARD,
    NO_COLOUR,
    NOT_ENDED,
    OBJECTIVE,
    ORDER_CITY,
    OVER,
    PASS,
    RANKS,
    REACHED,
    REACTION_SHIFT,
    RETURN,
    SHORT,
    SHUFFLE,
    TAKE,
    TOKEN,
    TOOK_EFFECT,
    WINNER_SHIFT,
    State,
    hand_of,
)
from campaign.rules.table import (
    ALWAYS_JEKYLL,
    CHOSEN,
    EACH_ROUND,
    FLIPPED,
    GIVE_CITY_TRICK,
    HIGHEST_ON_TOP,
    KEPT,
    NOTHING,
    RANKS_KEPT,
    REORDER_RANKS,
    RUN,
    SHUFFLED,
    SOME_ROUND,
    TAKE_CITY_TRICK,
    PawnMove,
)
from campaign.rules.tricks import FIRST_ORDER, NEXT_SEAT, follows, winning_place

DEEPEST: Final = 12
"""How many cards of the City's deck are kept in order; no round reaches deeper than 10."""
SPAN_OBJECTIVES: Final = 31


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
        _next_move(state)
    elif phase == END_ROUND:
        _end_round(state)
    elif phase == BEGIN_ROUND:
        _begin_round(state)
    else:
        _order_city(state)


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
        _change_hand(state, state.seat, one << choice)
        lay(state, choice)
    elif phase == GIVE:
        _change_hand(state, state.seat, choice)
        state.gifts |= choice << HYDE_SHIFT * state.seat
        if state.seat == JEKYLL:
            state.seat = HYDE
        else:
            _gifts_given(state)
    elif phase == PASS:
        state.passes |= choice << HYDE_SHIFT * state.seat
        if state.seat == JEKYLL:
            state.seat = HYDE
        else:
            _pass_cards(state)
    elif phase == TAKE:
        _take_city_trick(state, choice)
        _go_on(state)
    elif phase == HAND:
        _hand_over_trick(state, choice)
        _go_on(state)
    elif phase == RANKS:
        state.ranks = choice
        _go_on(state)
    elif phase == DRAW:
        card = state.city & 31
        state.city >>= 5
        _change_hand(state, choice, one << card)
        state.drawn = card
        state.seat = choice
        state.phase = RETURN
    else:
        _put_back(state, choice)


def _gifts_given(state: State) -> None:
    """Go on from the gifts: to passing where a chapter has it, else to the City's deck."""
    table = state.table
    if table.passes > 0 and state.passes == 0:
        state.seat = JEKYLL
        state.phase = PASS
    else:
        state.phase = SHUFFLE if table.city_order == SHUFFLED else ORDER_CITY


def _pass_cards(state: State) -> None:
    """Exchange what both players have chosen to pass."""
    jekyll = state.passes & DECK
    hyde = state.passes >> HYDE_SHIFT
    state.hand_jekyll ^= jekyll | hyde
    state.hand_hyde ^= hyde | jekyll
    _gifts_given(state)


def _change_hand(state: State, seat: i64, cards: i64) -> None:
    """Take cards out of a hand, or put them in."""
    if seat == HYDE:
        state.hand_hyde ^= cards
    else:
        state.hand_jekyll ^= cards


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
    colour = NO_COLOUR
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


def _go_on(state: State) -> None:
    """Go on with the trick after a reaction."""
    if state.laid == 3:
        state.phase = END_TRICK
    elif state.seat == CITY:
        state.phase = CITY_CARD
    else:
        state.phase = CARD


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


def city_trick(state: State) -> i64:
    """Return the number, from 0, of the City's most recently won trick that it still has; -1 for none (R5)."""
    index: i64 = len(state.tricks) - 1
    while index >= 0:
        if state.owners >> 2 * index & 3 == CITY:
            return index
        index -= 1
    return -1


def own_trick(state: State, seat: i64) -> i64:
    """Return the number, from 0, of the last trick that a player won and still has; -1 for none."""
    index: i64 = len(state.tricks) - 1
    while index >= 0:
        packed: i64 = state.tricks[index]
        if packed >> WINNER_SHIFT & 3 == seat and state.owners >> 2 * index & 3 == seat:
            return index
        index -= 1
    return -1


def givers(state: State) -> i64:
    """Return the players who may resolve ``give-city-trick``: those allowed to who have a trick of their own."""
    resolver = state.table.resolver
    seats: i64 = 0
    if resolver != HYDE and own_trick(state, JEKYLL) >= 0:
        seats = 1
    if resolver != JEKYLL and own_trick(state, HYDE) >= 0:
        seats |= 2
    return seats


def _hand_over_trick(state: State, seat: i64) -> None:
    index = own_trick(state, seat)
    one: i64 = 1
    handed: i64 = state.tricks[index]
    state.owners ^= (CITY ^ seat) << 2 * index
    cards = one << (handed & 31) | one << (handed >> 5 & 31) | one << (handed >> 10 & 31)
    state.held &= ~(cards << HYDE_SHIFT * seat)


def _take_city_trick(state: State, seat: i64) -> None:
    index = city_trick(state)
    one: i64 = 1
    taken: i64 = state.tricks[index]
    state.owners ^= (CITY ^ seat) << 2 * index
    cards = one << (taken & 31) | one << (taken >> 5 & 31) | one << (taken >> 10 & 31)
    state.held |= cards << HYDE_SHIFT * seat


def _put_back(state: State, card: i64) -> None:
    one: i64 = 1
    seat = state.seat
    _change_hand(state, seat, one << card)
    state.city = state.city << 5 | card
    noted: int = len(state.tricks) << 12 | seat << 10 | state.drawn << 5 | card
    state.exchanges = (*state.exchanges, noted)
    state.drawn = NO_CARD
    seat = state.leader
    laid = state.laid
    while laid > 0:
        seat = NEXT_SEAT[state.direction + seat]
        laid -= 1
    state.seat = seat
    _go_on(state)


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
    state.tricks = (*tricks, packed)
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


def moves_now(state: State) -> list[PawnMove]:
    """Return the pawn moves of the time that ``when`` names."""
    table = state.table
    if state.when == 2:
        return table.round_end
    return table.trick_end if state.when == 1 else table.round_start


def _next_move(state: State) -> None:
    moves = moves_now(state)
    if state.move < len(moves):
        move = moves[state.move]
        state.move += 1
        make_move(state, move)
        if state.ending != NOT_ENDED:
            state.phase = OVER
        return
    state.move = 0
    if state.when == 2:
        state.phase = END_ROUND
    elif state.when == 0:
        state.phase = DEAL
    elif len(state.tricks) == state.table.tricks:
        state.when = 2
    else:
        state.phase = CITY_CARD if state.seat == CITY else CARD


def _begin_round(state: State) -> None:
    """Begin the next round: everything that lay on the table is cleared, then the token (S3) and the ranks (S4)."""
    state.round += 1
    state.hand_jekyll = 0
    state.hand_hyde = 0
    state.gifts = 0
    state.passes = 0
    state.reserve = 0
    state.city = EMPTY_CITY
    state.under = 0
    state.owners = 0
    state.held = 0
    state.tricks = ()
    state.exchanges = ()
    state.effects = 0
    state.round_steps = 0
    state.trick_steps = 0
    found: i64 = state.plan.leading[state.round - 1]
    if found in (FLIPPED, KEPT) and state.round == 1:
        state.phase = TOKEN
    elif found == FLIPPED:
        turn_token(state, HYDE - state.leading)
    elif found == KEPT:
        turn_token(state, state.leading)
    else:
        turn_token(state, JEKYLL if found == ALWAYS_JEKYLL else HYDE)


def turn_token(state: State, leading: i64) -> None:
    """Set the leading character of the round that begins, and with it the round's table."""
    plan = state.plan
    state.leading = leading
    state.table = table = plan.by_jekyll[state.round - 1] if leading == JEKYLL else plan.by_hyde[state.round - 1]
    if table.ranks_start != RANKS_KEPT:
        state.ranks = table.ranks_start
    state.direction = 0 if table.after_city == JEKYLL else 3
    if len(table.round_start) > 0:
        state.when = 0
        state.move = 0
        state.phase = MOVE
    else:
        state.phase = DEAL


def deal(state: State, jekyll: i64, hyde: i64, joining: i64) -> None:
    """Deal the hands (D1), masks; ``joining`` are the Reserve cards that will join the City."""
    state.hand_jekyll = jekyll
    state.hand_hyde = hyde
    state.under = joining
    state.reserve = DECK & ~(jekyll | hyde | joining)
    state.seat = JEKYLL
    if state.table.give > 0:
        state.phase = GIVE
    else:
        _gifts_given(state)


def city_cards(state: State) -> i64:
    """Return the cards that will be the City's deck: the gifts and what joins them from the Reserve."""
    return (state.gifts | state.gifts >> HYDE_SHIFT) & DECK | state.under


def stack_city(state: State, order: list[int]) -> None:
    """Lay the City's deck, top first, and open the first trick (D3, N1)."""
    city: i64 = EMPTY_CITY
    for card in reversed(order[:DEEPEST]):
        city = city << 5 | card
    under: i64 = 0
    for card in order[DEEPEST:]:
        under |= 1 << card
    state.city = city
    state.under = under
    opener = state.table.opener
    state.leader = opener
    state.seat = opener
    state.phase = CITY_CARD if opener == CITY else CARD


def city_order(state: State) -> list[int]:
    """Return the order, top first, in which a chapter lays the City's deck where it is not shuffled."""
    keys: list[int] = []
    cards = city_cards(state)
    card: i64 = 0
    while card < 28:
        if cards >> card & 1:
            value = value_of(card)
            if state.table.city_order == HIGHEST_ON_TOP:
                value = 8 - value
            keys.append(value << 5 | card)
        card += 1
    keys.sort()
    return [key & 31 for key in keys]


def _order_city(state: State) -> None:
    stack_city(state, city_order(state))


def _end_round(state: State) -> None:
    """Judge the round's objectives, then go on to the next round or to the end (X3, X4)."""
    plan = state.plan
    index: i64 = 0
    one: i64 = 1
    for goal in state.table.objectives:
        if not holds(state, goal):
            state.failed |= one << index
        index += 1
    _judge_spans(state)
    if state.failed:
        state.ending = OBJECTIVE
        state.phase = OVER
    elif state.round < plan.rounds:
        if plan.chapter_rows > 0:
            _keep_past(state)
        state.phase = BEGIN_ROUND
    else:
        state.ending = REACHED if state.jekyll_hyde == plan.last_position else SHORT
        state.phase = OVER


def _judge_spans(state: State) -> None:
    """Note whether this round met or failed each condition; in the last round judge those of the whole chapter."""
    plan = state.plan
    index: i64 = 0
    one: i64 = 1
    last: i64 = len(plan.judged_in) - 1 if plan.achievement else len(plan.judged_in)
    for goal in state.table.spans:
        if holds(state, goal):
            state.some_met |= one << index
        else:
            state.some_failed |= one << index
        if state.round == plan.rounds and index < last and not span_met(state, index):
            state.failed |= one << SPAN_OBJECTIVES + index
        index += 1


def span_met(state: State, index: i64) -> bool:
    """Return whether a condition of ``Table.spans`` is met, asked once the last round has been judged."""
    judged_in: i64 = state.plan.judged_in[index]
    if judged_in == EACH_ROUND:
        return not state.some_failed >> index & 1
    if judged_in == SOME_ROUND:
        return bool(state.some_met >> index & 1)
    return holds(state, state.table.spans[index])


def _keep_past(state: State) -> None:
    past: list[int] = []
    index: i64 = 0
    for row in state.table.chapter_rows:
        before: i64 = state.past[index]
        value = round_value(state, row)
        if row.noun == RUN:
            past.append(max(before, value))
        else:
            past.append(before + value)
        index += 1
    state.past = tuple(past)
