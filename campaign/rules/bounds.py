"""What can still become of a count, from what lies open to all: the bounds, and with them met, failed or open.

The bounds are those of the chapter format: sound, the same for every seat, and no replay depends on them. A span is
judged at its end: the round's after its last move, the chapter's after the last round.
"""

from typing import Final

from mypy_extensions import i64

from campaign.cards import HYDE, POTIONS, SUIT_MASKS, popcount
from campaign.rules.counts import effects_used, finished_trick, round_value, tally_value
from campaign.rules.state import (
    BEGIN_ROUND,
    END_ROUND,
    HAND,
    MOVE,
    NO_COLOUR,
    OVER,
    TAKE,
    State,
    laid_card,
)
from campaign.rules.table import (
    ALL_OF,
    ALL_REACTIONS,
    ALL_SEATS,
    ANY_OF,
    CARDS,
    CITY_SEAT,
    COMPARE,
    EACH_ROUND,
    FLIPPED,
    GAP,
    GIVE_CITY_TRICK,
    HELD_CARDS,
    HYDE_SEAT,
    JEKYLL_HYDE,
    JEKYLL_SEAT,
    KEPT,
    NOTHING,
    OVER_CHAPTER,
    OVER_TRICK,
    PAST_SCOTLAND_YARD,
    PLAYER_SEATS,
    REACTIONS,
    RUN,
    SCOTLAND_YARD,
    SOME_ROUND,
    SPACE,
    STEPS,
    TAKE_CITY_TRICK,
    TAKE_LARGER,
    TAKE_NOTHING,
    TAKE_SMALLER,
    Goal,
    PawnMove,
    Row,
    Table,
    Tally,
)

OPEN: Final = 0
MET: Final = 1
FAILED: Final = 2
VERDICT_NAMES: Final = ("open", "met", "failed")
FAR: Final = 99
"""A bound for counts on the pawns, which nothing else bounds."""
ALL_CARDS: Final = (1 << 28) - 1
ANY_EFFECT: Final = -1


def seen_cards(state: State) -> i64:
    """Return the mask of the cards in this round's finished tricks."""
    seen: i64 = 0
    one: i64 = 1
    for index in range(len(state.tricks)):
        packed: i64 = state.tricks[index]
        seen |= one << (packed & 31) | one << (packed >> 5 & 31) | one << (packed >> 10 & 31)
    return seen


def laid_cards(state: State) -> i64:
    """Return the mask of the cards in the trick that lies there."""
    laid: i64 = 0
    one: i64 = 1
    for place in range(state.laid):
        laid |= one << laid_card(state, place)
    return laid


def _tricks_left(row: Row, finished: i64, tricks: i64) -> i64:
    one: i64 = 1
    return popcount(row.tricks & ((one << tricks) - 1) & ~((one << finished) - 1))


def _effect_cards(table: Table, effect: i64) -> i64:
    """Return the cards of the colours with an effect, or with any at all."""
    cards: i64 = 0
    for colour in range(3):
        found: i64 = table.effects[colour]
        if found == effect or (effect == ANY_EFFECT and found != NOTHING):
            cards |= SUIT_MASKS[colour]
    return cards


def _gain(row: Row, table: Table, seen: i64, finished: i64, effects_left: i64) -> i64:
    """Return the most that the tricks not finished can add to a row."""
    left = _tricks_left(row, finished, table.tricks)
    unseen = ALL_CARDS & ~seen
    if row.noun in (CARDS, HELD_CARDS):
        places = min(popcount(row.player), popcount(row.places))
        return min(popcount(row.cards & unseen), left * places)
    if row.noun in (REACTIONS, ALL_REACTIONS):
        colours = row.cards & _effect_cards(table, ANY_EFFECT)
        return min(left, popcount(POTIONS & unseen), popcount(colours & unseen), effects_left)
    gain = min(left, popcount(row.won_with & unseen))
    if row.holding and row.holding_least > 0:
        gain = min(gain, popcount(row.holding & unseen) // row.holding_least)
    double = row.double
    if double is None:
        return gain
    named = _tricks_left(double, finished, table.tricks) if _names_tricks_alone(double) else gain
    return gain + min(gain, named)


def _names_tricks_alone(row: Row) -> bool:
    """Return whether nothing but ``trick`` narrows a row."""
    return (
        row.winner == ALL_SEATS
        and row.holder == ALL_SEATS
        and row.leader == ALL_SEATS
        and row.won_with == ALL_CARDS
        and row.holding == 0
    )


def table_of(state: State, number: i64) -> Table:
    """Return the table of a later round, whose leading character is known already (S3)."""
    plan = state.plan
    leading = state.leading
    later = state.round
    while later < number:
        later += 1
        found: i64 = plan.leading[later - 1]
        if found == FLIPPED:
            leading = HYDE - leading
        elif found != KEPT:
            leading = found - 2
    return plan.by_jekyll[number - 1] if leading == 0 else plan.by_hyde[number - 1]


def _later(state: State, row: Row) -> i64:
    """Return the most that later rounds can add to a row counted over the chapter."""
    total: i64 = 0
    number = state.round
    while number < state.plan.rounds:
        number += 1
        table = table_of(state, number)
        again = table.chapter_rows[row.index]
        most = _gain(again, table, 0, 0, table.reactions_cap)
        total = max(total, most) if row.noun == RUN else total + most
    return total


def _movable(state: State, seen: i64, effect: i64) -> i64:
    """Return how many tricks an effect can still move this round: Q of the format."""
    table = state.table
    unseen = ALL_CARDS & ~seen
    left: i64 = table.tricks - len(state.tricks)
    if state.laid > 0 and state.reaction != NO_COLOUR:
        left -= 1
        unseen &= ~laid_cards(state)
    most = min(
        left,
        popcount(POTIONS & unseen),
        popcount(_effect_cards(table, effect) & unseen),
        table.reactions_cap - effects_used(state),
    )
    now: i64 = TAKE if effect == TAKE_CITY_TRICK else HAND
    return most + 1 if state.phase == now else most


def _top(state: State, row: Row, seats: i64, movable: i64) -> i64:
    """Return what the last tricks that an effect could move from some seats count for whoever has them then."""
    total: i64 = 0
    index: i64 = len(state.tricks) - 1
    while index >= 0 and movable > 0:
        if seats >> (state.owners >> 2 * index & 3) & 1:
            total += finished_trick(state, row, index, any_holder=True)
            movable -= 1
        index -= 1
    return total


def _row_bounds(state: State, row: Row, over: i64) -> tuple[i64, i64]:
    noun = row.noun
    if noun in (SPACE, GAP, STEPS):
        return _pawn_bounds(state, row, over)
    now = round_value(state, row)
    past: i64 = state.past[row.index] if over == OVER_CHAPTER else 0
    seen = seen_cards(state)
    effects_left = state.table.reactions_cap - effects_used(state)
    finished: i64 = len(state.tricks)
    if noun in (REACTIONS, ALL_REACTIONS) and state.laid > 0 and state.reaction != NO_COLOUR:
        finished += 1  # the trick that lies there has had its reaction (R2), and it is counted
        seen |= laid_cards(state)
    gain = _gain(row, state.table, seen, finished, effects_left)
    later = _later(state, row) if over == OVER_CHAPTER else 0
    if noun == RUN:
        best = max(past, now)
        return best, max(best, _run_now(state, row) + gain, later)
    low = past + now
    high = low + gain + later
    if row.holder != ALL_SEATS:
        return _moved_bounds(state, row, seen, past, low, high)
    return low, high


def _moved_bounds(state: State, row: Row, seen: i64, past: i64, low: i64, high: i64) -> tuple[i64, i64]:
    """Widen the bounds of a row with ``held-by`` by the tricks that effects can still move; the past stays."""
    taken = _movable(state, seen, TAKE_CITY_TRICK)
    given = _movable(state, seen, GIVE_CITY_TRICK)
    if taken > 0 and given > 0:
        return past, high + _top(state, row, ALL_SEATS, len(state.tricks))
    if row.holder & CITY_SEAT:
        return low - _top(state, row, CITY_SEAT, taken), high + _given_top(state, row, PLAYER_SEATS, given)
    return low - _given_top(state, row, row.holder, given), high + _top(state, row, CITY_SEAT, taken)


def _given_top(state: State, row: Row, seats: i64, movable: i64) -> i64:
    """Return what the last tricks of each of some players count, so many of each as they could give away."""
    total: i64 = 0
    if seats & JEKYLL_SEAT:
        total = _top(state, row, JEKYLL_SEAT, movable)
    if seats & HYDE_SEAT:
        total += _top(state, row, HYDE_SEAT, movable)
    return total


def _run_now(state: State, row: Row) -> i64:
    run: i64 = 0
    index: i64 = len(state.tricks) - 1
    while index >= 0 and finished_trick(state, row, index, any_holder=False) > 0:
        run += 1
        index -= 1
    return run


def bounds(state: State, tally: Tally) -> tuple[i64, i64]:
    """Return the least and the most that a count can be at the end of its span."""
    row = tally.row
    low, high = _row_bounds(state, row, tally.over)
    if tally.take == TAKE_NOTHING:
        return low, high
    low_hyde, high_hyde = _row_bounds(state, tally.hyde, tally.over)
    if tally.take == TAKE_LARGER:
        return max(low, low_hyde), max(high, high_hyde)
    if tally.take == TAKE_SMALLER:
        most = min(high, high_hyde)
        if row.noun not in (CARDS, HELD_CARDS, RUN) and _one_seat_key(row):
            # A trick goes to one of the two: what both can still gain is shared between them.
            most = min(most, max(high + low_hyde, low + high_hyde) // 2)
        return min(low, low_hyde), most
    difference = max(low - high_hyde, low_hyde - high)
    return max(0, difference), max(high - low_hyde, high_hyde - low)


def _one_seat_key(row: Row) -> bool:
    return (row.holder != 7) + (row.winner != 7) + (row.leader != 7) == 1


def verdict(state: State, goal: Goal) -> i64:
    """Return MET, FAILED or OPEN for a condition over its span."""
    if goal.kind == COMPARE:
        tally = goal.tally
        if tally is None:
            return OPEN
        low, high = bounds(state, tally)
        more = goal.more
        if more is not None:
            more_low, more_high = bounds(state, more)
            if low > more_high:
                return MET
            return FAILED if high <= more_low else OPEN
        if low >= goal.least and high <= goal.most:
            return MET
        return FAILED if high < goal.least or low > goal.most else OPEN
    if goal.kind in (ALL_OF, ANY_OF):
        ends = FAILED if goal.kind == ALL_OF else MET
        found = MET if goal.kind == ALL_OF else FAILED
        for part in goal.parts:
            one = verdict(state, part)
            if one == ends:
                return ends
            if one == OPEN:
                found = OPEN
        return found
    return (OPEN, FAILED, MET)[verdict(state, goal.parts[0])]


def span_verdict(state: State, index: i64) -> i64:
    """Return the verdict of one of ``Table.spans``, over the rounds that ended and this one."""
    judged_in: i64 = state.plan.judged_in[index]
    now = verdict(state, state.table.spans[index])
    if judged_in == EACH_ROUND:
        if state.some_failed >> index & 1 or now == FAILED:
            return FAILED
        return MET if now == MET and state.round == state.plan.rounds else OPEN
    if judged_in == SOME_ROUND:
        if state.some_met >> index & 1 or now == MET:
            return MET
        return FAILED if now == FAILED and state.round == state.plan.rounds else OPEN
    return now


def _pawn_bounds(state: State, row: Row, over: i64) -> tuple[i64, i64]:
    """Return bounds on a space, a gap or steps: what stands, and the moves still to come."""
    last = state.plan.last_position
    low_j, high_j = _reach(state, JEKYLL_HYDE, over)
    low_y, high_y = _reach(state, SCOTLAND_YARD, over)
    if row.noun == GAP:
        return max(-last, low_j - high_y), min(last, high_j - low_y)
    if row.noun == SPACE:
        return (max(0, low_j), min(last, high_j)) if row.pawn == JEKYLL_HYDE else (max(0, low_y), min(last, high_y))
    steps = round_value(state, row)
    if over == OVER_CHAPTER:
        past: i64 = state.past[row.index]
        steps += past
    return steps, steps + FAR if moves_to_come(state, over) else steps


def moves_to_come(state: State, over: i64) -> bool:
    """Return whether any pawn move is still to be made in the span."""
    if state.phase == OVER:
        return False
    if over == OVER_CHAPTER and state.round < state.plan.rounds:
        return True
    if state.phase in (END_ROUND, BEGIN_ROUND):
        return False
    if state.phase == MOVE and state.when == 2:
        return state.move < len(state.table.round_end)
    return True


def _reach(state: State, pawn: i64, over: i64) -> tuple[i64, i64]:
    """Return the least and the most space a pawn can stand on at the span's end, not yet kept to the track."""
    low = state.jekyll_hyde if pawn == JEKYLL_HYDE else state.scotland_yard
    high = low
    if state.phase == OVER:
        return low, high
    if state.phase not in (END_ROUND, BEGIN_ROUND):
        low, high = _reach_this_round(state, pawn, low, high)
    if over != OVER_CHAPTER:
        return low, high
    number = state.round
    while number < state.plan.rounds:
        number += 1
        later = table_of(state, number)
        low, high = _add(state, later.round_start, 0, 1, pawn, low, high, fresh=True, table=later)
        low, high = _add(state, later.trick_end, 0, later.tricks, pawn, low, high, fresh=True, table=later)
        low, high = _add(state, later.round_end, 0, 1, pawn, low, high, fresh=True, table=later)
    return low, high


def _reach_this_round(state: State, pawn: i64, low: i64, high: i64) -> tuple[i64, i64]:
    """Add what this round's moves still to come can do to a pawn's space."""
    table = state.table
    ended = len(state.tricks) == table.tricks
    tricks: i64 = table.tricks - len(state.tricks)
    if state.phase == MOVE and state.when == 0:
        low, high = _add(state, table.round_start, state.move, 1, pawn, low, high, fresh=False)
    if not ended or (state.phase == MOVE and state.when == 1):
        if state.phase == MOVE and state.when == 1:
            low, high = _add(state, table.trick_end, state.move, 1, pawn, low, high, fresh=True)
        low, high = _add(state, table.trick_end, 0, tricks, pawn, low, high, fresh=True)
    first = state.move if state.phase == MOVE and state.when == 2 else 0
    return _add(state, table.round_end, first, 1, pawn, low, high, fresh=False)


def _add(
    state: State,
    moves: list[PawnMove],
    first: i64,
    times: i64,
    pawn: i64,
    low: i64,
    high: i64,
    *,
    fresh: bool,
    table: Table | None = None,
) -> tuple[i64, i64]:
    """Add what a list of moves can do to a pawn; ``fresh`` moves are not judged by how this round stands."""
    index: i64 = first
    overshoot = pawn == SCOTLAND_YARD and state.plan.past_the_end == PAST_SCOTLAND_YARD
    while index < len(moves):
        move = moves[index]
        index += 1
        if move.pawn != pawn and not (overshoot and move.pawn == JEKYLL_HYDE and not move.back):
            continue
        least, most = _steps(state, move, fresh=fresh, table=table)
        if move.pawn != pawn:
            least = 0
        if move.back:
            low -= most * times
            high = max(0, high - least * times)
        else:
            low = min(state.plan.last_position, low + least * times)
            high += most * times
    return low, high


def _steps(state: State, move: PawnMove, *, fresh: bool, table: Table | None) -> tuple[i64, i64]:
    """Return the least and the most steps of one move still to come."""
    least = move.fixed
    most = move.fixed
    tally = move.tally
    if tally is not None:
        least, most = _move_count(state, tally, fresh=fresh, table=table)
        least = max(0, least) // move.for_every
        most = max(0, most) // move.for_every
    condition = move.condition
    if condition is not None:
        judged = OPEN if fresh or _about_pawns(condition) else verdict(state, condition)
        if judged == FAILED:
            return 0, 0
        if judged == OPEN:
            least = 0
    return least, most


def _move_count(state: State, tally: Tally, *, fresh: bool, table: Table | None) -> tuple[i64, i64]:
    noun = tally.row.noun
    if noun in (SPACE, GAP, STEPS):
        return 0, FAR
    if not fresh:
        return bounds(state, tally)
    here = state.table if table is None else table
    if tally.over == OVER_TRICK:
        return 0, 3
    most = _gain(tally.row, here, 0, 0, here.reactions_cap)
    if tally.take != TAKE_NOTHING:
        most = max(most, _gain(tally.hyde, here, 0, 0, here.reactions_cap))
        if tally.take == TAKE_SMALLER and noun not in (CARDS, HELD_CARDS, RUN) and _one_seat_key(tally.row):
            most //= 2
    if tally.over == OVER_CHAPTER:
        most += tally_value(state, tally) + _later(state, tally.row) + FAR
    return 0, most


def _about_pawns(goal: Goal) -> bool:
    tally = goal.tally
    if tally is not None and tally.row.noun in (SPACE, GAP, STEPS):
        return True
    more = goal.more
    if more is not None and more.row.noun in (SPACE, GAP, STEPS):
        return True
    for part in goal.parts:
        if _about_pawns(part):
            return True
    return False


def sure_defeat(state: State) -> bool:
    """Return whether X3 is sure already: they can no longer reach the last position."""
    return state.round > 0 and _reach(state, JEKYLL_HYDE, OVER_CHAPTER)[1] < state.plan.last_position
