"""The duel's careful player: rules of thumb for both roles, from one seat's own knowledge.

The marker steps by the difference of the trick counts, whoever has more (DU17): Hyde wants a lopsided round, to either
side, Jekyll a balanced one. So what counts is the difference to be expected, in tricks of this seat's over the
opponent's, and whether it should grow or shrink. Every function here reads of a state only the seat's own hand and what
lies open, so it may be asked inside a drawn world too. It needs no chance: the same knowledge gives the same choice.
"""

from math import sqrt
from typing import Final

from mypy_extensions import i64

from campaign.cards import DUEL_DECK, GREED, HYDE, POTION, POTIONS, PRIDE, SUIT_MASKS, WRATH, lowest, popcount
from campaign.duel.counts import held_tricks, sets_due
from campaign.duel.effects import trick_winner
from campaign.duel.state import CARD, HAND, HOME, NAMED_SHIFT, PASS, TAKE, State, hand_of
from campaign.duel.step import legal
from campaign.duel.tricks import FOLLOWING, NEXT_RANKS
from campaign.play.duel_odds import CARDS, MAYBE_OVER, OVER, SURELY_OVER, able, below, none_of
from campaign.play.duel_weights import DuelWeights, after_round

PARTS: Final = 4
"""How many values ``DuelCareful.worths`` has for a trick of difference."""
MOST: Final = 14
ROW: Final = MOST * PARTS + 2
FARTHEST: Final = float(ROW - 2)
LOWEST: Final = -1000.0


class DuelCareful:
    """A careful player, for either seat."""

    __slots__ = (
        "difference", "known", "left", "pool", "promises", "ready", "seat", "size", "state", "totals", "weights",
        "worth", "worths",
    )  # fmt: skip

    def __init__(self) -> None:
        self.weights: DuelWeights = DuelWeights()
        self.worths: list[list[float]] = [[] for _ in range(3 * (HOME + 1))]
        self.worth: list[float] = []
        """At ``tricks to come * ROW + difference * PARTS``, how good a difference to be expected is for Hyde."""
        self.state: State = State()
        self.seat: i64 = 0
        self.pool: i64 = 0
        """The cards that this seat has not seen, but for those that it knows the opponent to hold."""
        self.known: i64 = 0
        self.size: i64 = 0
        """How many of the unseen cards the opponent holds."""
        self.difference: float = 0.0
        """This seat's finished tricks over the opponent's."""
        self.left: i64 = 0
        """Tricks to come after this one."""
        self.ready: i64 = 0
        """A bit for each number of ranks that ``totals`` and ``promises`` are worked out for."""
        self.totals: list[float] = [0.0] * 10
        self.promises: list[float] = [0.0] * (10 * CARDS)

    def choose(self, state: State, seat: i64, seen: i64, known: i64) -> i64:
        """Return the choice of a seat for the decision due.

        ``seen`` masks the cards played this round, ``known`` those that the opponent is known to hold.
        """
        phase = state.phase
        if phase == CARD:
            hand = legal(state)
            if hand & (hand - 1) == 0 and (state.laid > 0 or hand < 1 << 24):
                return lowest(hand)
            self.look(state, seat, seen, known)
            return self._lead(hand) if state.laid == 0 else self._answer(hand)
        if phase == TAKE:
            return lowest(legal(state))  # of the tricks only the count matters
        self.look(state, seat, seen, known)
        return self._give(sets_due(state))

    def look(self, state: State, seat: i64, seen: i64, known: i64) -> None:
        """Take in the table before a decision of this seat."""
        self.state = state
        self.seat = seat
        hand = hand_of(state, seat)
        self.known = known
        self.pool = DUEL_DECK & ~(seen | hand | known)
        self.left = HAND - 1 - len(state.tricks)
        size = popcount(hand)
        if state.phase == CARD and state.laid == 1:
            size -= 1
        self.size = size - popcount(known)
        own = held_tricks(state, seat)
        self.difference = float(own - (len(state.tricks) - own))
        self.ready = 0
        place = (state.round - 1) * (HOME + 1) + state.marker
        if len(self.worths[place]) == 0:
            self.worths[place] = worths_of(state.round, state.marker, self.weights)
        self.worth = self.worths[place]

    def _worth(self, difference: float, left: i64) -> float:
        """Return how good a difference to be expected is for this seat."""
        place = difference * 4.0
        if place < 0.0:
            place = -place
        place = place if place < FARTHEST else FARTHEST
        low = i64(place)
        part = place - float(low)
        start = left * ROW + low
        lower: float = self.worth[start]
        upper: float = self.worth[start + 1]
        value = lower + (upper - lower) * part
        return value if self.seat == HYDE else -value

    def _look_at(self, ranks: i64) -> None:
        """Work out what the cards of the hand promise under some ranks, each from -1 to 1."""
        one: i64 = 1
        if self.ready >> ranks & 1:
            return
        self.ready |= one << ranks
        hand = hand_of(self.state, self.seat)
        others = self.pool | self.known
        count = float(popcount(others))
        total = 0.0
        share = self.weights.in_suit
        while hand != 0:
            card = lowest(hand)
            hand &= hand - 1
            sure: i64 = SURELY_OVER[ranks * CARDS + card]
            maybe: i64 = MAYBE_OVER[ranks * CARDS + card]
            over = float(popcount(others & sure) + popcount(others & maybe)) / count if count > 0.0 else 1.0
            promise = 1.0 - over
            if card < 24:
                follow: i64 = FOLLOWING[card >> 3]
                answers = others & follow
                able_to = float(popcount(answers))
                if able_to > 0.0:
                    within = 1.0 - 2.0 * float(popcount(answers & sure)) / able_to
                    promise += share * (within - promise)
            self.promises[ranks * CARDS + card] = promise
            total += promise
        self.totals[ranks] = total

    def _later(self, ranks: i64, card: i64) -> float:
        """Return the difference that the hand promises once a card has left it."""
        self._look_at(ranks)
        total: float = self.totals[ranks]
        promise: float = self.promises[ranks * CARDS + card]
        return self._expected() * (total - promise)

    def _expected(self) -> float:
        """Return how much of what the hand promises counts for this seat."""
        return self.weights.expected_hyde if self.seat == HYDE else self.weights.expected_jekyll

    def _freedom(self, given: i64) -> float:
        """Return what a hand is worth, once some cards have left it, for the choice that it leaves (DU8, DU9)."""
        hand = hand_of(self.state, self.seat) & ~given
        free = self.weights.potion * float(popcount(hand & POTIONS))
        for colour in range(3):
            if hand & SUIT_MASKS[colour] == 0:
                free += self.weights.void
        return free * float(self.left)

    def _turn(self, effect: i64, *, won: bool) -> float:
        """Return the difference that a trick makes with its effect (DU14)."""
        if effect == PRIDE:
            held = held_tricks(self.state, HYDE - self.seat if won else self.seat)
            if held > 0:
                return 3.0 if won else -3.0
        return 1.0 if won else -1.0

    def _value(self, card: i64, ranks: i64, effect: i64, *, won: bool) -> float:
        """Return how good the table is once a trick has been won or lost with a card."""
        if effect == WRATH:
            ranks = 0
        one: i64 = 1
        difference = self.difference + self._turn(effect, won=won) + self._later(ranks, card)
        free = self._freedom(one << card)
        if effect == GREED and self.left > 0:
            free += self.weights.greed
        return self._worth(difference, self.left) + free

    def _answer(self, hand: i64) -> i64:
        state = self.state
        first = state.first
        best: i64 = 0
        best_value = LOWEST
        over: i64 = OVER[state.ranks * CARDS + first]
        while hand != 0:
            card = lowest(hand)
            hand &= hand - 1
            suit = card >> 3
            ranks = state.ranks
            effect: i64 = POTION
            if suit != POTION:
                ranks = NEXT_RANKS[ranks * 3 + suit]
                if first >= 24:
                    effect = suit
            elif first < 24:
                effect = first >> 3
            value = self._value(card, ranks, effect, won=over >> card & 1 != 0)
            if value > best_value:
                best_value = value
                best = card
        return best

    def _lead(self, hand: i64) -> i64:
        ranks = self.state.ranks
        best: i64 = 0
        best_value = LOWEST
        while hand != 0:
            card = lowest(hand)
            hand &= hand - 1
            suit = card >> 3
            if suit != POTION:
                value = self._lead_colour(card, suit, NEXT_RANKS[ranks * 3 + suit])
                if value > best_value:
                    best_value = value
                    best = card
            else:
                colour: i64 = 0
                while colour < POTION:
                    value = self._lead_potion(card, colour, ranks)
                    if value > best_value:
                        best_value = value
                        best = card | colour << NAMED_SHIFT
                    colour += 1
        return best

    def _lead_colour(self, card: i64, suit: i64, ranks: i64) -> float:
        won = self._value(card, ranks, POTION, won=True)
        lost = self._value(card, ranks, POTION, won=False)
        return self._met(card, ranks, suit, FOLLOWING[suit], won, lost)

    def _lead_potion(self, card: i64, colour: i64, ranks: i64) -> float:
        suit: i64 = SUIT_MASKS[colour]
        has = 1.0
        if self.known & suit == 0:
            has -= none_of(popcount(self.pool), popcount(self.pool & suit), self.size)
        after: i64 = NEXT_RANKS[ranks * 3 + colour]
        won = self._value(card, after, colour, won=True)
        lost = self._value(card, after, colour, won=False)
        met = self._met(card, ranks, colour, suit, won, lost)
        if has == 1.0:
            return met
        won = self._value(card, ranks, POTION, won=True)
        lost = self._value(card, ranks, POTION, won=False)
        return has * met + (1.0 - has) * self._met(card, ranks, colour, suit, won, lost)

    def _met(self, card: i64, ranks: i64, suit: i64, follow: i64, won: float, lost: float) -> float:
        """Return the value of a card led, the opponent laying what this seat likes least if it can."""
        over: i64 = OVER[ranks * CARDS + card]
        under = DUEL_DECK & ~over
        mask: i64 = SUIT_MASKS[suit]
        beaten = able(self.pool, self.size, self.known, over, mask, follow)
        ducked = able(self.pool, self.size, self.known, under, mask, follow)
        sure = self.weights.unwilling
        if won >= lost:
            wins = sure * (1.0 - beaten) + (1.0 - sure) * ducked
        else:
            wins = sure * ducked + (1.0 - sure) * (1.0 - beaten)
        return wins * won + (1.0 - wins) * lost

    def _give(self, sets: list[i64]) -> i64:
        """Return the cards that this seat passes (DU5) or swaps (DU15)."""
        best: i64 = sets[0]
        best_value = LOWEST
        for index in range(len(sets)):
            chosen: i64 = sets[index]
            value = self.gift(chosen)
            if value > best_value:
                best_value = value
                best = chosen
        return best

    def gift(self, chosen: i64) -> float:
        """Return how good it is to give a set of cards; the opponent's gift is not known."""
        state = self.state
        difference = self.difference
        ranks = state.ranks
        weights = self.weights
        left = self.left + 1
        count = weights.passed
        if state.phase != PASS:
            left -= 1
            count = weights.swapped
            difference += 1.0 if trick_winner(state) == self.seat else -1.0
        self._look_at(ranks)
        total: float = self.totals[ranks]
        free = self._freedom(chosen)
        while chosen != 0:
            card = lowest(chosen)
            chosen &= chosen - 1
            promise: float = self.promises[ranks * CARDS + card]
            total -= 2.0 * promise * count
        return self._worth(difference + self._expected() * total, left) + free


def worths_of(number: i64, marker: i64, weights: DuelWeights) -> list[float]:
    """Return how good each difference to be expected is for Hyde, in a round and with the marker on a space."""
    found: list[float] = []
    for left in range(HAND + 1):
        spread = weights.spread_fixed + weights.spread * sqrt(float(left))
        for place in range(ROW):
            expected = float(place) / float(PARTS)
            total = 0.0
            for even in range(HAND + 1):
                ended = 2 * even - HAND
                share = 1.0 if ended == HAND else below((float(ended) + 1.0 - expected) / spread)
                if ended > -HAND:
                    share -= below((float(ended) - 1.0 - expected) / spread)
                steps = ended if ended > 0 else -ended
                total += share * after_round(int(number), int(marker) + steps)
            found.append(total)
    return found
