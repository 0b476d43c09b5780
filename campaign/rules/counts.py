"""What is counted: the value of a row as things stand, over a trick, the round or the chapter."""

from typing import Final

from mypy_extensions import i64

from campaign.cards import popcount
from campaign.rules.state import (
    HYDE_SHIFT,
    LEADER_SHIFT,
    REACTION_SHIFT,
    STEPS_MASK,
    STEPS_SHIFT,
    TOOK_EFFECT,
    WINNER_SHIFT,
    State,
    laid_card,
)
from campaign.rules.table import (
    ALL_REACTIONS,
    ALL_SEATS,
    CARDS,
    CITY_SEAT,
    GAP,
    HELD_CARDS,
    HELD_TRICKS,
    HYDE_SEAT,
    JEKYLL_HYDE,
    JEKYLL_SEAT,
    OVER_CHAPTER,
    OVER_ROUND,
    OVER_TABLE,
    OVER_TRICK,
    PLAYER_SEATS,
    REACTIONS,
    RUN,
    SPACE,
    STEPS,
    TAKE_LARGER,
    TAKE_NOTHING,
    TAKE_SMALLER,
    Row,
    Tally,
)
from campaign.rules.tricks import NEXT_SEAT

_HYDE_BITS: Final = 0x1555555
_CITY_BITS: Final = 0x2AAAAAA


def effects_used(state: State) -> i64:
    """Return how many reactions took effect this round."""
    return (state.effects & 15) + (state.effects >> 4 & 15) + (state.effects >> 8)


def held_tricks(state: State, seats: i64) -> i64:
    """Return how many finished tricks lie before the seats of a set."""
    owners = state.owners
    if seats == JEKYLL_SEAT:
        return len(state.tricks) - popcount((owners | owners >> 1) & _HYDE_BITS)
    if seats == HYDE_SEAT:
        return popcount(owners & _HYDE_BITS)
    city = popcount(owners & _CITY_BITS)
    if seats == PLAYER_SEATS:
        return len(state.tricks) - city
    if seats == CITY_SEAT:
        return city
    return len(state.tricks) if seats == ALL_SEATS else city + held_tricks(state, seats ^ CITY_SEAT)


def finished_trick(state: State, row: Row, index: i64, *, any_holder: bool = False) -> i64:
    """Return what one finished trick adds to a row; ``any_holder`` asks what it would add for another holder."""
    packed: i64 = state.tricks[index]
    winner = packed >> WINNER_SHIFT & 3
    leader = packed >> LEADER_SHIFT & 3
    holder = state.owners >> 2 * index & 3
    if not row.tricks >> index & 1:
        return 0
    if row.noun == REACTIONS:
        reaction = packed >> REACTION_SHIFT
        return 1 if reaction & TOOK_EFFECT and row.cards >> 8 * (reaction & 3) & 1 else 0
    if not ((any_holder or row.holder >> holder & 1) and row.winner >> winner & 1 and row.leader >> leader & 1):
        return 0
    first = packed & 31
    second = packed >> 5 & 31
    third = packed >> 10 & 31
    if row.noun in (CARDS, HELD_CARDS):
        after = NEXT_SEAT[state.direction + leader]
        last = NEXT_SEAT[state.direction + after]
        total: i64 = 0
        if row.places & 1 and row.cards >> first & 1 and row.player >> leader & 1:
            total = 1
        if row.places & 2 and row.cards >> second & 1 and row.player >> after & 1:
            total += 1
        if row.places & 4 and row.cards >> third & 1 and row.player >> last & 1:
            total += 1
        return total
    winning = first
    if winner != leader:
        winning = second if NEXT_SEAT[state.direction + leader] == winner else third
    if not row.won_with >> winning & 1:
        return 0
    if row.holding:
        one: i64 = 1
        held = popcount((one << first | one << second | one << third) & row.holding)
        if held < row.holding_least or held > row.holding_most:
            return 0
    double = row.double
    if double is not None and finished_trick(state, double, index, any_holder=any_holder) > 0:
        return 2
    return 1


def round_value(state: State, row: Row) -> i64:
    """Return a row's value in this round."""
    noun = row.noun
    if noun == HELD_TRICKS:
        return held_tricks(state, row.holder)
    if noun == ALL_REACTIONS:
        total: i64 = 0
        if row.cards & 1:
            total = state.effects & 15
        if row.cards >> 8 & 1:
            total += state.effects >> 4 & 15
        if row.cards >> 16 & 1:
            total += state.effects >> 8
        return total
    if noun == HELD_CARDS:
        mask: i64 = 0
        if row.holder & HYDE_SEAT:
            mask = state.held >> HYDE_SHIFT
        if row.holder & JEKYLL_SEAT:
            mask |= state.held
        return popcount(mask & row.cards)
    return _scan(state, row)


def _scan(state: State, row: Row) -> i64:
    if row.noun == SPACE:
        return state.jekyll_hyde if row.pawn == JEKYLL_HYDE else state.scotland_yard
    if row.noun == GAP:
        return state.jekyll_hyde - state.scotland_yard
    if row.noun == STEPS:
        return state.round_steps >> STEPS_SHIFT * row.pawn & STEPS_MASK
    total: i64 = 0
    run: i64 = 0
    for index in range(len(state.tricks)):
        one = finished_trick(state, row, index)
        if row.noun == RUN:
            run = run + 1 if one else 0
            total = max(total, run)
        else:
            total += one
    if row.noun == REACTIONS and state.reaction & TOOK_EFFECT and row.tricks >> len(state.tricks) & 1:
        # A reaction counts as soon as it takes effect, while its trick still lies there.
        total += row.cards >> 8 * (state.reaction & 3) & 1
    return total


def _on_the_table(state: State, row: Row) -> i64:
    """Return how many of a row's cards lie in the trick that is being played."""
    total: i64 = 0
    player = state.leader
    for place in range(state.laid):
        if row.places >> place & 1 and row.cards >> laid_card(state, place) & 1 and row.player >> player & 1:
            total += 1
        player = NEXT_SEAT[state.direction + player]
    return total


def _span_value(state: State, row: Row, over: i64) -> i64:
    if row.noun in (SPACE, GAP):
        return round_value(state, row)
    if over == OVER_TABLE:
        return _on_the_table(state, row)
    if over == OVER_TRICK:
        if row.noun == STEPS:
            return state.trick_steps >> STEPS_SHIFT * row.pawn & STEPS_MASK
        return finished_trick(state, row, len(state.tricks) - 1)
    value = round_value(state, row)
    if over == OVER_CHAPTER:
        past: i64 = state.past[row.index]
        return max(past, value) if row.noun == RUN else past + value
    return value


def tally_value(state: State, tally: Tally) -> i64:
    """Return what is counted as things stand, the players' own counts compared where the tally takes them."""
    over = tally.over
    value = round_value(state, tally.row) if over == OVER_ROUND else _span_value(state, tally.row, over)
    if tally.take == TAKE_NOTHING:
        return value
    hyde = round_value(state, tally.hyde) if over == OVER_ROUND else _span_value(state, tally.hyde, over)
    if tally.take == TAKE_SMALLER:
        return min(value, hyde)
    if tally.take == TAKE_LARGER:
        return max(hyde, value)
    return value - hyde if value > hyde else hyde - value
