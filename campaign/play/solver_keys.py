"""What the rest of a round depends on, as a key of four ints: equal keys between two tricks have equal futures.

The key holds the hands, the City's reachable cards, ranks, leader and pawns; the value as it stands of every row that a
move, a judged condition or a limit still reads; and, of tricks that an effect can still move, what each counts for
whoever may come to have it. Cards are told by their order alone: each slides down over numbers that are gone, as long
as it passes no potion and stays a card that every row and limit counts alike.
"""

from typing import Final

from mypy_extensions import i64

from campaign.cards import CITY, POTIONS, RANK_ORDERS, popcount
from campaign.play.solver_reads import Reads
from campaign.rules.counts import effects_used, finished_trick, round_value
from campaign.rules.limits import cards_played
from campaign.rules.state import EMPTY_CITY, STEPS_MASK, STEPS_SHIFT, WINNER_SHIFT, State
from campaign.rules.table import Row
from campaign.rules.tricks import FIRST_ORDER

FULL_CODE: Final = 1 << 55
"""A code that is not below this one takes no more numbers of 6 bits."""
NUMBERED: Final = 1 << 33
"""Added to the number that stands for a full code: 33 is no multiple of 6, so that no other code looks like it."""


def _order_kinds() -> bytes:
    """Return, at ``ranks * 8 + colours left``, the ranks that stand for all orders alike for those colours."""
    table: list[int] = []
    for ranks in range(10):
        for colours in range(8):
            if ranks < FIRST_ORDER:
                table.append(ranks)
                continue
            gone = [colour for colour in range(3) if not colours >> colour & 1]
            left = [colour for colour in RANK_ORDERS[ranks] if colours >> colour & 1]
            table.append(RANK_ORDERS.index((*gone, *left)))
    return bytes(table)


ORDER_KINDS: Final = _order_kinds()


def live_cards(state: State, left: i64) -> i64:
    """Return the cards that the rest of a round of ``left`` tricks can still see, but those on the table."""
    one: i64 = 1
    live = state.hand_jekyll | state.hand_hyde
    city = state.city
    deep = left + 1
    while city > EMPTY_CITY and deep > 0:
        live |= one << (city & 31)
        city >>= 5
        deep -= 1
    return live


def movable(state: State, reads: Reads, live: i64, left: i64) -> i64:
    """Return how many of the City's tricks can at most be taken in ``left`` tricks not begun."""
    return min(
        left,
        popcount(live & POTIONS),
        popcount(live & reads.taking),
        reads.table.reactions_cap - effects_used(state),
    )


def pools(state: State, reads: Reads) -> tuple[i64, i64, i64]:
    """Return the pooled sums: Jekyll's and Hyde's sides of Jekyll & Hyde's steps so far, and Scotland Yard's steps."""
    jekyll: i64 = 0
    for row in reads.forward:
        jekyll += round_value(state, row)
    hyde = jekyll
    pair = reads.pair
    if pair is not None:
        jekyll += round_value(state, pair.row)
        hyde += round_value(state, pair.hyde)
    yard: i64 = 0
    for row in reads.yard:
        yard += round_value(state, row)
    return jekyll, hyde, yard


class Keys:
    """Makes the keys of one round's positions."""

    __slots__ = ("codes", "reads", "slides", "with_pools")

    def __init__(self, reads: Reads, with_pools: bool) -> None:  # noqa: FBT001
        self.reads: Reads = reads
        self.with_pools: bool = with_pools
        """Whether a key holds the pooled sums too, or leaves them to its caller."""
        self.codes: dict[tuple[i64, i64], i64] = {}
        """A number for each pair of a code and what follows it, so that a code of any length is one number."""
        self.slides: list[bytes | None] = [None] * (3 << 12)
        """By colour, potions left and numbers left: the number less one to which each card of the colour slides."""

    def key(self, state: State) -> tuple[i64, i64, i64, i64]:
        """Return the key of a state between two tricks, with no card on the table."""
        left: i64 = self.reads.table.tricks - len(state.tricks)
        live = live_cards(state, left)
        first, second = self._cards(state, live, left)
        return first, second, self._numbers(state), self._tricks(state, live, left)

    def _cards(self, state: State, live: i64, left: i64) -> tuple[i64, i64]:
        one: i64 = 1
        jekyll = state.hand_jekyll
        hyde = state.hand_hyde
        hands = (jekyll & POTIONS) | (hyde & POTIONS) << 28
        potions = live >> 24
        suit: i64 = 0
        colours: i64 = 0
        while suit < 3:
            present = live >> 8 * suit & 255
            if present != 0:
                colours |= one << suit
                slide = self._slide(suit, potions, present)
                value: i64 = 0
                while value < 8:
                    card = 8 * suit + value
                    if jekyll >> card & 1:
                        hands |= one << 8 * suit + slide[value]
                    elif hyde >> card & 1:
                        hands |= one << 28 + 8 * suit + slide[value]
                    value += 1
            suit += 1
        city = state.city
        deep = left + 1
        deck: i64 = 1
        while city > EMPTY_CITY and deep > 0:
            card = city & 31
            if card < 24:
                suit = card >> 3
                card = 8 * suit + self._slide(suit, potions, live >> 8 * suit & 255)[card & 7]
            deck = deck << 5 | card
            city >>= 5
            deep -= 1
        ranks: i64 = ORDER_KINDS[state.ranks * 8 + colours]
        return hands | ranks << 56 | state.leader << 60, deck

    def _slide(self, suit: i64, potions: i64, present: i64) -> bytes:
        place = suit << 12 | potions << 8 | present
        found = self.slides[place]
        if found is None:
            found = self._new_slide(suit, potions, present)
            self.slides[place] = found
        return found

    def _new_slide(self, suit: i64, potions: i64, present: i64) -> bytes:
        """Slide each card down as far as nothing can tell: past no card, no potion (W2), to a card counted alike."""
        kinds = self.reads.kinds
        numbers: list[int] = []
        free: i64 = 0
        for value in range(8):
            number: i64 = value
            if present >> value & 1:
                number = free
                while kinds[8 * suit + number] != kinds[8 * suit + value] or (
                    _beaten(number, potions) != _beaten(value, potions)
                ):
                    number += 1
                free = number + 1
            numbers.append(number)
        return bytes(numbers)

    def _push(self, code: i64, number: i64) -> i64:
        """Add a number of 6 bits to a code."""
        if code < FULL_CODE:
            return code << 6 | number
        pair = (code, number)
        found = self.codes.get(pair)
        if found is None:
            found = NUMBERED + len(self.codes)
            self.codes[pair] = found
        return found

    def _wide(self, code: i64, number: i64) -> i64:
        """Add a number of 12 bits."""
        return self._push(self._push(code, number >> 6), number & 63)

    def _numbers(self, state: State) -> i64:
        """Return a code for every number that is read and kept; the same numbers always, in one order."""
        reads = self.reads
        code: i64 = 1
        index: i64 = 0
        for row in reads.sums:
            most: i64 = reads.enough[index]
            code = self._push(code, min(round_value(state, row), most))
            index += 1
        index = 0
        for row in reads.runs:
            most = reads.runs_enough[index]
            code = self._push(code, min(round_value(state, row), most))
            code = self._push(code, min(_run_now(state, row), most))
            index += 1
        if reads.capped:
            code = self._push(code, effects_used(state))
        if reads.pawns_move:
            code = self._push(code, state.jekyll_hyde)
            code = self._push(code, state.scotland_yard)
        if reads.steps:
            code = self._wide(code, state.round_steps & STEPS_MASK)
            code = self._wide(code, state.round_steps >> STEPS_SHIFT)
        if self.with_pools:
            jekyll, hyde, yard = pools(state, reads)
            code = self._wide(code, jekyll)
            code = self._wide(code, hyde)
            code = self._wide(code, yard)
        for limit in reads.counted_limits:
            seat: i64 = 0
            while seat < CITY:
                if limit.who >> seat & 1:
                    code = self._push(code, min(cards_played(state, seat, limit.cards), limit.after))
                seat += 1
        return code

    def _tricks(self, state: State, live: i64, left: i64) -> i64:
        """Return a code for the tricks that an effect can still move, and for whom each counts how much."""
        reads = self.reads
        if not reads.moves_tricks:
            return 0
        code: i64 = 1
        index: i64 = len(state.tricks) - 1
        if not reads.gives_tricks:
            most = movable(state, reads, live, left)
            while index >= 0 and most > 0:
                if state.owners >> 2 * index & 3 == CITY:
                    code = self._trick(state, code, index)
                    most -= 1
                index -= 1
            return code
        while index >= 0:
            owner = state.owners >> 2 * index & 3
            packed: i64 = state.tricks[index]
            winner = packed >> WINNER_SHIFT & 3
            if owner in (CITY, winner):
                code = self._push(code, winner << 2 | owner)
                code = self._trick(state, code, index)
            index -= 1
        return code

    def _trick(self, state: State, code: i64, index: i64) -> i64:
        """Add what a trick counts for each row that asks who holds it."""
        reads = self.reads
        packed: i64 = state.tricks[index]
        one: i64 = 1
        cards = one << (packed & 31) | one << (packed >> 5 & 31) | one << (packed >> 10 & 31)
        code = self._push(code, 1)
        for mask in reads.held_masks:
            code = self._push(code, popcount(cards & mask))
        for row in reads.held_rows:
            code = self._push(code, self._by_holder(state, row, index))
        return code

    def _by_holder(self, state: State, row: Row, index: i64) -> i64:
        """Return what a trick counts before each of the three, 2 bits each."""
        owners = state.owners
        holder: i64 = 0
        three: i64 = 3
        found: i64 = 0
        while holder < 3:
            state.owners = (owners & ~(three << 2 * index)) | holder << 2 * index
            found |= finished_trick(state, row, index) << 2 * holder
            holder += 1
        state.owners = owners
        return found


def _beaten(value: i64, potions: i64) -> i64:
    """Return how many of the potions left a card of the number ``value + 1`` beats."""
    beaten: i64 = 0
    potion: i64 = 0
    while potion < 4:
        if potions >> potion & 1 and potion + 3 < value + 1:
            beaten += 1
        potion += 1
    return beaten


def _run_now(state: State, row: Row) -> i64:
    run: i64 = 0
    index: i64 = len(state.tricks) - 1
    while index >= 0 and finished_trick(state, row, index) > 0:
        run += 1
        index -= 1
    return run
