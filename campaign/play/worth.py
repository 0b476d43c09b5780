"""What cards and tricks are worth to the players in a round, read off the chapter's own pawn moves.

All that is worth something is told in steps of the two pawns. A :class:`Worth` belongs to one round and one leading
character; careful weighs its choices with it, and the playouts of thinker do.
"""

from typing import Final

from mypy_extensions import i64

from campaign.cards import HYDE, JEKYLL, popcount
from campaign.rules.state import HYDE_SHIFT, State
from campaign.rules.table import (
    CARDS,
    HELD_CARDS,
    HELD_TRICKS,
    OVER_CHAPTER,
    SCOTLAND_YARD,
    TAKE_CITY_TRICK,
    TAKE_NOTHING,
    TAKE_SMALLER,
    TRICKS,
    PawnMove,
    Plan,
    Row,
    Table,
    Tally,
)

MOST_TRICKS: Final = 14
LEADS: Final = 13
"""The widest lead of one player over the other, in tricks, that ``FUTURE`` knows."""
PLAYER_SHARE: Final = 0.44
"""How likely one of the players is taken to win a trick still to come."""


def _future() -> list[float]:
    """Return, at ``(lead + LEADS) * MOST_TRICKS + tricks to come``, the expected growth of the smaller count."""
    rows = [[float(min(0, lead)) for lead in range(-LEADS - MOST_TRICKS, LEADS + MOST_TRICKS + 1)]]
    for _ in range(1, MOST_TRICKS):
        last = rows[-1]
        row: list[float] = []
        for place in range(len(last)):
            up = last[min(place + 1, len(last) - 1)]
            # Hyde's win raises Hyde's own count, from which the smaller is told, by one.
            down = last[max(place - 1, 0)] + 1.0
            row.append(PLAYER_SHARE * up + PLAYER_SHARE * down + (1.0 - 2.0 * PLAYER_SHARE) * last[place])
        rows.append(row)
    table: list[float] = []
    for lead in range(2 * LEADS + 1):
        for left in range(MOST_TRICKS):
            table.append(rows[left][lead + MOST_TRICKS])  # noqa: PERF401
    return table


FUTURE: Final = _future()
"""Told from Hyde's count: how much the smaller of the two counts will be above (or below) what Hyde has now."""


UNTAKEN: Final = 0.82
"""How much of a round's steps is left where no effect takes the City's tricks."""


class CardRow:
    """Steps for each of some cards before some player."""

    __slots__ = ("hyde", "jekyll", "steps", "yard")

    def __init__(self, jekyll: i64, hyde: i64, steps: float, yard: bool) -> None:  # noqa: FBT001
        self.jekyll: i64 = jekyll
        self.hyde: i64 = hyde
        self.steps: float = steps
        self.yard: bool = yard


class Worth:
    """What the moves of one round make of cards and tricks."""

    __slots__ = (
        "balance", "fixed", "last", "later_steps", "later_yard", "per_trick", "rows", "steps_of", "total_steps",
        "total_yard", "tricks", "yard_balance", "yard_fixed", "yard_of", "yard_per_trick",
    )  # fmt: skip

    def __init__(self, table: Table) -> None:
        self.tricks: i64 = table.tricks
        self.last: bool = True
        self.balance: float = 0.0
        """Steps of Jekyll & Hyde for each trick of the player who has fewer (E1)."""
        self.yard_balance: float = 0.0
        self.fixed: float = 0.0
        self.yard_fixed: float = 0.0
        self.per_trick: list[float] = [0.0, 0.0, 0.0]
        """Steps for each trick before a seat, whoever has fewer."""
        self.yard_per_trick: list[float] = [0.0, 0.0, 0.0]
        self.rows: list[CardRow] = []
        self.steps_of: list[float] = [0.0] * 84
        """At ``seat * 28 + card``, the steps for that card before that seat."""
        self.yard_of: list[float] = [0.0] * 84
        self.total_steps: float = 0.0
        """What the whole round brings on the average, a guess."""
        self.total_yard: float = 0.0
        self.later_steps: float = 0.0
        """What the rounds after this one bring together, a guess."""
        self.later_yard: float = 0.0
        for move in table.round_end:
            self._add(move, 1.0)
        for move in table.trick_end:
            self._add(move, float(table.tricks))
        for move in table.round_start:
            self._add(move, 0.0)
        self._guess_totals()

    def _add(self, move: PawnMove, times: float) -> None:
        sign = -1.0 if move.back else 1.0
        yard = move.pawn == SCOTLAND_YARD
        if move.condition is not None:
            sign *= 0.5
        tally = move.tally
        if tally is None:
            if yard:
                self.yard_fixed += sign * times * float(move.fixed)
            else:
                self.fixed += sign * times * float(move.fixed)
            return
        if tally.over == OVER_CHAPTER:
            return
        sign /= float(move.for_every)
        if tally.take == TAKE_NOTHING:
            self._add_row(tally.row, sign, yard)
        else:
            self._add_taken(tally, sign, yard)

    def _add_taken(self, tally: Tally, sign: float, yard: bool) -> None:  # noqa: FBT001
        noun = tally.row.noun
        if noun in (HELD_TRICKS, TRICKS) and tally.take == TAKE_SMALLER:
            if yard:
                self.yard_balance += sign
            else:
                self.balance += sign
        elif noun in (HELD_CARDS, CARDS, HELD_TRICKS, TRICKS):
            self._add_row(tally.row, sign * 0.5, yard)
            self._add_row(tally.hyde, sign * 0.5, yard)

    def _add_row(self, row: Row, sign: float, yard: bool) -> None:  # noqa: FBT001
        seats = row.holder & row.winner
        if row.noun in (HELD_TRICKS, TRICKS):
            for seat in range(3):
                if seats >> seat & 1:
                    if yard:
                        self.yard_per_trick[seat] += sign
                    else:
                        self.per_trick[seat] += sign
        elif row.noun in (HELD_CARDS, CARDS):
            jekyll = row.cards if seats & 1 else 0
            hyde = row.cards if seats & 2 else 0
            self.rows.append(CardRow(jekyll, hyde, sign, yard))
            for card in range(28):
                if row.cards >> card & 1:
                    for seat in range(3):
                        if seats >> seat & 1:
                            if yard:
                                self.yard_of[seat * 28 + card] += sign
                            else:
                                self.steps_of[seat * 28 + card] += sign

    def _guess_totals(self) -> None:
        tricks = min(self.tricks, MOST_TRICKS - 1)
        even = FUTURE[LEADS * MOST_TRICKS + tricks]
        share = PLAYER_SHARE * float(self.tricks)
        self.total_steps = self.fixed + self.balance * even + share * (self.per_trick[JEKYLL] + self.per_trick[HYDE])
        self.total_yard = (
            self.yard_fixed
            + self.yard_balance * even
            + share * (self.yard_per_trick[JEKYLL] + self.yard_per_trick[HYDE])
        )
        in_play = 3.0 * float(self.tricks) / 28.0
        for row in self.rows:
            count = in_play * 0.4 * float(popcount(row.jekyll) + popcount(row.hyde)) * row.steps
            if row.yard:
                self.total_yard += count
            else:
                self.total_steps += count

    def steps_so_far(self, state: State, *, yard: bool) -> float:
        """Return the steps that the cards before the players bring."""
        total = 0.0
        jekyll = state.held & (1 << HYDE_SHIFT) - 1
        hyde = state.held >> HYDE_SHIFT
        for row in self.rows:
            if row.yard == yard:
                total += row.steps * float(popcount(row.jekyll & jekyll) + popcount(row.hyde & hyde))
        return total


def worths_of(plan: Plan) -> list[Worth]:
    """Return a plan's worths, at ``(round - 1) * 2 + leading character``."""
    found: list[Worth] = []
    for number in range(plan.rounds):
        found.append(Worth(plan.by_jekyll[number]))
        found.append(Worth(plan.by_hyde[number]))
    steps = 0.0
    yard = 0.0
    number = plan.rounds - 1
    while number >= 0:
        for leading in range(2):
            one = found[number * 2 + leading]
            one.last = number == plan.rounds - 1
            one.later_steps = steps
            one.later_yard = yard
        steps += (found[number * 2].total_steps + found[number * 2 + 1].total_steps) / 2.0
        yard += (found[number * 2].total_yard + found[number * 2 + 1].total_yard) / 2.0
        number -= 1
    return found


def to_come(plan: Plan, worths: list[Worth], *, yard: bool) -> list[float]:
    """Return by the number of rounds that have ended what the others bring together, a guess."""
    found: list[float] = [0.0]
    number = plan.rounds - 1
    while number >= 0:
        both: list[Worth] = worths[number * 2 : number * 2 + 2]
        if yard:
            steps = (both[0].total_yard + both[1].total_yard) / 2.0
        else:
            steps = (both[0].total_steps + both[1].total_steps) / 2.0
            if TAKE_CITY_TRICK not in plan.by_jekyll[number].effects:
                steps *= UNTAKEN
        found.insert(0, found[0] + steps)
        number -= 1
    return found
