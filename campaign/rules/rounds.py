"""A round from its token to its judgement: gifts, the City's deck, pawn moves, and the way on or the end."""

from typing import Final

from mypy_extensions import i64

from campaign.cards import CITY, DECK, HYDE, JEKYLL, value_of
from campaign.rules.counts import round_value
from campaign.rules.goals import holds
from campaign.rules.moves import make_move
from campaign.rules.state import (
    BEGIN_ROUND,
    CARD,
    CITY_CARD,
    DEAL,
    EMPTY_CITY,
    END_ROUND,
    GIVE,
    HYDE_SHIFT,
    MOVE,
    NOT_ENDED,
    OBJECTIVE,
    ORDER_CITY,
    OVER,
    PASS,
    REACHED,
    SHORT,
    SHUFFLE,
    TOKEN,
    State,
)
from campaign.rules.table import (
    ALWAYS_JEKYLL,
    EACH_ROUND,
    FLIPPED,
    HIGHEST_ON_TOP,
    KEPT,
    RANKS_KEPT,
    RUN,
    SHUFFLED,
    SOME_ROUND,
    PawnMove,
)

DEEPEST: Final = 12
"""How many cards of the City's deck are kept in order; no round reaches deeper than 10."""
SPAN_OBJECTIVES: Final = 31


def gifts_given(state: State) -> None:
    """Go on from the gifts: to passing where a chapter has it, else to the City's deck."""
    table = state.table
    if table.passes > 0 and state.passes == 0:
        state.seat = JEKYLL
        state.phase = PASS
    else:
        state.phase = SHUFFLE if table.city_order == SHUFFLED else ORDER_CITY


def pass_cards(state: State) -> None:
    """Exchange what both players have chosen to pass."""
    jekyll = state.passes & DECK
    hyde = state.passes >> HYDE_SHIFT
    state.hand_jekyll ^= jekyll | hyde
    state.hand_hyde ^= hyde | jekyll
    gifts_given(state)


def moves_now(state: State) -> list[PawnMove]:
    """Return the pawn moves of the time that ``when`` names."""
    table = state.table
    if state.when == 2:
        return table.round_end
    return table.trick_end if state.when == 1 else table.round_start


def next_move(state: State) -> None:
    """Make the next pawn move of its time, or go on from the last."""
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


def begin_round(state: State) -> None:
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
        gifts_given(state)


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
    return laid_in_order(city_cards(state), state.table.city_order)


def laid_in_order(cards: i64, order: i64) -> list[int]:
    """Return the cards of a mask by number, the highest or the lowest first."""
    keys: list[int] = []
    card: i64 = 0
    while card < 28:
        if cards >> card & 1:
            value = value_of(card)
            if order == HIGHEST_ON_TOP:
                value = 8 - value
            keys.append(value << 5 | card)
        card += 1
    keys.sort()
    return [key & 31 for key in keys]


def order_city(state: State) -> None:
    """Lay the City's deck in the order that the chapter gives it."""
    stack_city(state, city_order(state))


def end_round(state: State) -> None:
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
