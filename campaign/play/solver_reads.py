"""What of a round's play is still read: by the moves to come, by what is judged at its end, and by the limits."""

from typing import Final

from mypy_extensions import i64

from campaign.cards import SUIT_MASKS
from campaign.rules.state import State
from campaign.rules.table import (
    ALL_SEATS,
    EXCHANGE_CITY_CARD,
    GAP,
    GIVE_CITY_TRICK,
    HELD_CARDS,
    HELD_TRICKS,
    JEKYLL_HYDE,
    NO_BOUND,
    OVER_CHAPTER,
    OVER_ROUND,
    OVER_TABLE,
    OVER_TRICK,
    RUN,
    SPACE,
    STEPS,
    TAKE_CITY_TRICK,
    TAKE_NOTHING,
    TAKE_SMALLER,
    Goal,
    PawnMove,
    PlayLimit,
    Row,
    Table,
    Tally,
)

WHOLE: Final = 63
"""In ``Reads.enough``: every value of the row is told apart."""
ALL_CARDS: Final = (1 << 28) - 1


class Reads:
    """The rows of one round that anything still reads, sorted by what of them a position must keep."""

    __slots__ = (
        "capped", "counted_limits", "enough", "exchanging", "forward", "gives_tricks", "held_masks", "held_rows",
        "kinds", "masks", "moves_tricks", "pair", "pawns_move", "pawns_read", "pooled", "runs", "runs_enough", "state",
        "steps", "sums", "table", "taking", "yard",
    )  # fmt: skip

    def __init__(self, state: State, goals: list[Goal]) -> None:
        """Read a round's table, and ``goals``: all that is asked of its end beyond where the pawns stand."""
        table = state.table
        self.state: State = state
        self.table: Table = table
        self.sums: list[Row] = []
        self.enough: list[i64] = []
        """For each of ``sums``, the value above which all values are alike."""
        self.runs: list[Row] = []
        self.runs_enough: list[i64] = []
        self.held_masks: list[i64] = []
        """The cards that rows count before whoever holds their trick."""
        self.held_rows: list[Row] = []
        """The other rows for which it matters who holds a trick."""
        self.masks: list[i64] = []
        """All sets of cards that anything tells from others."""
        self.counted_limits: list[PlayLimit] = []
        self.pair: Tally | None = None
        """The smaller of the players' tricks, if a pooled move counts it."""
        self.forward: list[Row] = []
        """The other pooled rows by which Jekyll & Hyde go."""
        self.yard: list[Row] = []
        """The pooled rows by which Scotland Yard goes."""
        self.pawns_read: bool = False
        self.steps: bool = False
        self.pawns_move: bool = len(table.trick_end) > 0
        self.capped: bool = table.reactions_cap < table.tricks
        self.taking: i64 = 0
        """The cards of the colours that take a trick from the City."""
        self.exchanging: i64 = 0
        """The cards of the colours that exchange one with the City."""
        self.gives_tricks: bool = False
        for colour in range(3):
            effect: i64 = table.effects[colour]
            if effect == TAKE_CITY_TRICK:
                self.taking |= SUIT_MASKS[colour]
            elif effect == EXCHANGE_CITY_CARD:
                self.exchanging |= SUIT_MASKS[colour]
            elif effect == GIVE_CITY_TRICK:
                self.gives_tricks = True
        self.moves_tricks: bool = self.gives_tricks or self.taking != 0
        for goal in goals:
            self._goal(goal)
        for limit in table.limits:
            self.masks.append(limit.cards)
            if limit.after > 0:
                self.counted_limits.append(limit)
            condition = limit.condition
            if condition is not None:
                self._goal(condition)
        self.pooled: bool = False
        """Whether the round's last moves are steps of Jekyll & Hyde, then of Scotland Yard, all of them forward.

        Then of what moves count without a condition only the sums for either pawn are read, not each row.
        """
        self._moves()
        self.kinds: bytes = self._kinds()
        """For each card a number that it shares with the cards that everything counts alike."""

    def _moves(self) -> None:
        table = self.table
        for move in table.trick_end + table.round_end:
            condition = move.condition
            if condition is not None:
                self._goal(condition)
            tally = move.tally
            if tally is not None and tally.row.noun in (SPACE, GAP, STEPS):
                self.pawns_read = True
        for move in table.trick_end:
            tally = move.tally
            if tally is not None:
                self._tally(tally, WHOLE)
        self.pooled = not self.pawns_read and not self.pawns_move and _in_turn(table.round_end)
        for move in table.round_end:
            tally = move.tally
            if tally is not None and not (self.pooled and self._pool(move, tally)):
                self._tally(tally, WHOLE)

    def _pool(self, move: PawnMove, tally: Tally) -> bool:
        """Pool what a move counts, if what comes adds to it alike whatever it is, and return whether it is pooled."""
        row = tally.row
        if move.condition is not None or move.for_every != 1 or tally.over != OVER_ROUND:
            return False
        if tally.take == TAKE_SMALLER and move.pawn == JEKYLL_HYDE and row.noun == HELD_TRICKS and self.pair is None:
            self.pair = tally
            return True
        if tally.take != TAKE_NOTHING or row.noun == RUN:
            return False
        self._held(row)
        if move.pawn == JEKYLL_HYDE:
            self.forward.append(row)
        else:
            self.yard.append(row)
        return True

    def _goal(self, goal: Goal) -> None:
        for part in goal.parts:
            self._goal(part)
        tally = goal.tally
        if tally is None:
            return
        enough: i64 = goal.least
        if goal.most < NO_BOUND:
            enough = max(enough, goal.most + 1)
        more = goal.more
        if more is not None:
            self._tally(more, WHOLE)
            enough = WHOLE
        self._tally(tally, enough)

    def _tally(self, tally: Tally, enough: i64) -> None:
        if tally.take != TAKE_NOTHING:
            self._row(tally.row, tally.over, WHOLE)
            self._row(tally.hyde, tally.over, WHOLE)
        else:
            self._row(tally.row, tally.over, enough)

    def _row(self, row: Row, over: i64, enough: i64) -> None:
        """Keep a row's value, but alike from ``enough`` on where it only grows."""
        noun = row.noun
        if noun in (SPACE, GAP, STEPS):
            self.pawns_read = True
            self.steps = self.steps or noun == STEPS
            return
        asks_holder = self._held(row)
        if over in (OVER_TABLE, OVER_TRICK):
            return  # told by the cards on the table, or by the one trick that has just ended
        if noun == RUN:
            _add(self.runs, self.runs_enough, row, max(0, min(enough, WHOLE)))
            return
        if asks_holder or enough > WHOLE:
            enough = WHOLE
        elif over == OVER_CHAPTER and enough < WHOLE:
            past: i64 = self.state.past[row.index]
            enough -= past
        _add(self.sums, self.enough, row, max(0, enough))

    def _held(self, row: Row) -> bool:
        """Note what tells a row's cards and tricks apart, and return whether it asks who holds them."""
        self._mask(row)
        if not _asks_holder(row):
            return False
        if row.noun == HELD_CARDS:
            if row.cards not in self.held_masks:
                self.held_masks.append(row.cards)
        elif row.noun != HELD_TRICKS:
            _add(self.held_rows, [], row, WHOLE)
        return True

    def _mask(self, row: Row) -> None:
        for mask in (row.cards, row.won_with, row.holding):
            if mask not in (0, ALL_CARDS) and mask not in self.masks:
                self.masks.append(mask)
        double = row.double
        if double is not None:
            self._mask(double)

    def _kinds(self) -> bytes:
        found: list[int] = []
        firsts: list[int] = []
        for card in range(28):
            kind = len(firsts)
            for number in range(len(firsts)):
                if self._alike(card, firsts[number]):
                    kind = number
                    break
            if kind == len(firsts):
                firsts.append(card)
            found.append(kind)
        return bytes(found)

    def _alike(self, one: i64, other: i64) -> bool:
        for mask in self.masks:
            if mask >> one & 1 != mask >> other & 1:
                return False
        return True


def _in_turn(moves: list[PawnMove]) -> bool:
    """Return whether Jekyll & Hyde make all their moves before Scotland Yard, and nobody steps back."""
    yard = False
    for move in moves:
        if move.back or (yard and move.pawn == JEKYLL_HYDE):
            return False
        yard = yard or move.pawn != JEKYLL_HYDE
    return True


def _asks_holder(row: Row) -> bool:
    """Return whether what a finished trick counts depends on who holds it."""
    double = row.double
    return row.holder != ALL_SEATS or (double is not None and _asks_holder(double))


def _add(rows: list[Row], enough: list[i64], row: Row, most: i64) -> None:
    """Add a row, or where it is there already only see that its values stay apart as far as they must."""
    for index in range(len(rows)):
        if same_row(rows[index], row):
            if index < len(enough):
                enough[index] = max(enough[index], most)
            return
    rows.append(row)
    enough.append(most)


def same_row(one: Row, other: Row) -> bool:
    """Return whether two rows count the same."""
    double = one.double
    others = other.double
    if double is None or others is None:
        if double is not None or others is not None:
            return False
    elif not same_row(double, others):
        return False
    return (
        one.noun == other.noun
        and one.winner == other.winner
        and one.holder == other.holder
        and one.leader == other.leader
        and one.player == other.player
        and one.cards == other.cards
        and one.won_with == other.won_with
        and one.holding == other.holding
        and one.holding_least == other.holding_least
        and one.holding_most == other.holding_most
        and one.tricks == other.tricks
        and one.places == other.places
    )
