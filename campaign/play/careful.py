"""The careful player: rules of thumb and an estimate of how the trick may end, from one seat's own knowledge.

Every function here reads of a state only the seat's own hand and gifts and what lies open, so it may be asked inside a
drawn world too. It needs no chance: the same knowledge gives the same choice.
"""

from typing import Final

from mypy_extensions import i64

from campaign.cards import (
    CITY,
    DECK,
    HYDE,
    JEKYLL,
    POTION,
    SUIT_MASKS,
    lowest,
    popcount,
)
from campaign.play.outlook import Outlook
from campaign.rules.counts import effects_used, held_tricks
from campaign.rules.effects import city_trick, givers
from campaign.rules.state import (
    CARD,
    DRAW,
    GIVE,
    HAND,
    NO_COLOUR,
    PASS,
    RANKS,
    TAKE,
    State,
    hand_of,
)
from campaign.rules.step import legal, must_give
from campaign.rules.table import (
    CHOSEN,
    GIVE_CITY_TRICK,
    NOTHING,
    REORDER_RANKS,
    TAKE_CITY_TRICK,
    Plan,
)
from campaign.rules.tricks import BEATS, COLOURS, FIRST_ORDER, FOLLOWING, NEXT_SEAT, STRENGTHS

NEVER: Final = 1000.0
"""How late a card goes back that is to go only where there is no other."""


class Careful:
    """A careful player of one chapter."""

    __slots__ = ("outlook",)

    def __init__(self, plan: Plan) -> None:
        self.outlook: Outlook = Outlook(plan)

    def choose(self, state: State, seat: i64, seen: i64, partner_size: i64) -> i64:
        """Return the choice of a seat for the decision due; ``seen`` masks the cards played this round."""
        phase = state.phase
        if phase == CARD:
            hand = legal(state)
            if hand & (hand - 1) == 0:
                return lowest(hand)
            self.outlook.look(state, seat, seen, partner_size)
            return self._card(hand)
        if phase == GIVE:
            return self.gifts(state, seat)
        if phase == PASS:
            return self.give_of(hand_of(state, seat), 0, state.table.passes)
        if phase == HAND:
            return self._hander(state)
        self.outlook.look(state, seat, seen, partner_size)
        if phase == TAKE:
            return self._taker(state)
        if phase == DRAW:
            return self._drawer(state)
        if phase == RANKS:
            return self._order(state, seat)
        return self._put_back(state, seat)

    def estimate(self, state: State, seat: i64, seen: i64, partner_size: i64, card: i64) -> float:
        """Return careful's own chance of success once a card is played."""
        self.outlook.look(state, seat, seen, partner_size)
        return self._value_of(card) - self._kept(card)

    def gifts(self, state: State, seat: i64) -> i64:
        """Return the gifts: what must be given, then the middle cards first."""
        must = must_give(state)
        return self.give_of(hand_of(state, seat), must, state.table.give)

    def give_of(self, hand: i64, must: i64, count: i64) -> i64:
        """Return so many cards of a hand: first those that must be given, then those that are missed least."""
        weights = self.outlook.weights
        chosen: i64 = 0
        one: i64 = 1
        while count > 0:
            left = must & ~chosen
            if left == 0:
                left = hand & ~chosen
            best: i64 = 0
            best_late = 1000.0
            while left != 0:
                card = lowest(left)
                left &= left - 1
                late = weights.late_potion if card >= 24 else weights.late[card & 7]
                late += weights.late_suit * float(popcount(hand & SUIT_MASKS[card >> 3]))
                if late < best_late:
                    best_late = late
                    best = card
            chosen |= one << best
            count -= 1
        return chosen

    def _card(self, hand: i64) -> i64:
        best = lowest(hand)
        best_value = -1000.0
        while hand != 0:
            card = lowest(hand)
            hand &= hand - 1
            value = self._value_of(card) - self._kept(card)
            if value > best_value:
                best_value = value
                best = card
        return best

    def _kept(self, card: i64) -> float:
        """Return what a card would be worth in the hand."""
        weights = self.outlook.weights
        row = self.outlook.state.ranks * 4 + 3
        strength: i64 = STRENGTHS[row][card]
        value = weights.strength_kept * float(strength)
        if card >= 24:
            value = weights.potion_kept + weights.strength_kept * 2.0 * float(card - 21)
        elif self.outlook.state.ranks >= FIRST_ORDER:
            stronger: i64 = BEATS[row * 28 + card]
            above = float(popcount(stronger & self.outlook.pool & COLOURS)) / float(popcount(self.outlook.pool) + 1)
            value += weights.strongest_kept * above_none(above) + weights.weakest_kept * above * above
        return value * self.outlook.keep

    def _value_of(self, card: i64) -> float:
        """Return the chance of success once a card is played."""
        state = self.outlook.state
        self.outlook.weigh(card)
        laid = state.laid
        suit = card >> 3
        ranks = state.ranks
        if suit != POTION and ranks < FIRST_ORDER:
            ranks = state.table.next_ranks[ranks * 3 + suit]
        first = state.first if laid > 0 else card
        second: i64 = -1
        third: i64 = -1
        if laid == 1:
            second = card
        elif laid == 2:
            second = state.second
            third = card
        colour = state.reaction & 3
        effect: i64 = NOTHING
        if laid > 0 and state.reaction == NO_COLOUR:
            last = (first if laid == 1 else second) >> 3
            if suit == POTION:
                colour = last
            elif last == POTION:
                colour = suit
            if colour != NO_COLOUR and effects_used(state) < state.table.reactions_cap:
                effect = state.table.effects[colour]
        leader = state.leader
        if effect == TAKE_CITY_TRICK and city_trick(state) >= 0:
            return self._best_taker(first, second, third, ranks, colour, laid + 1)
        if effect == REORDER_RANKS and ranks >= FIRST_ORDER:
            return self._best_order(first, second, third, ranks, colour, leader, laid + 1)
        value = self._outcome(first, second, third, ranks, colour, leader, laid + 1)
        if effect == GIVE_CITY_TRICK and givers(state) != 0:
            value -= self._gain_of_trick()
        return value

    def _gain_of_trick(self) -> float:
        """Return what one more trick before the players brings to the chance of success."""
        now = self.outlook.chance(CITY, -1, -1, -1)
        jekyll = self.outlook.chance(JEKYLL, -1, -1, -1)
        hyde = self.outlook.chance(HYDE, -1, -1, -1)
        return max(jekyll, hyde) - now

    def _best_order(
        self, first: i64, second: i64, third: i64, ranks: i64, colour: i64, leader: i64, laid: i64
    ) -> float:
        best = -1000.0
        order: i64 = FIRST_ORDER
        while order < 10:
            if order != ranks:
                value = self._outcome(first, second, third, order, colour, leader, laid)
                best = max(best, value)
            order += 1
        return best

    def _best_taker(self, first: i64, second: i64, third: i64, ranks: i64, colour: i64, laid: i64) -> float:
        """Return the value of a trick once a player has taken the City's last one (R5)."""
        state = self.outlook.state
        best = -1000.0
        seat: i64 = JEKYLL
        while seat <= HYDE:
            if state.table.resolver in (CHOSEN, seat):
                self.outlook.take(seat)
                value = self._outcome(first, second, third, ranks, colour, state.leader, laid)
                best = max(best, value)
            seat += 1
        self.outlook.untake()
        return best

    def _outcome(self, first: i64, second: i64, third: i64, ranks: i64, colour: i64, leader: i64, laid: i64) -> float:
        """Return the chance of success of a trick as it lies, over what those still to play may play."""
        state = self.outlook.state
        row = ranks * 4 + colour
        if colour == NO_COLOUR and laid < 3:
            # A potion that answers takes the colour of the card before it.
            before = (first if laid == 1 else second) >> 3
            if before != POTION:
                row = ranks * 4 + before
        strengths = STRENGTHS[row]
        winning = first
        winner = leader
        after = NEXT_SEAT[state.direction + leader]
        if laid > 1 and strengths[second] > strengths[winning]:
            winning = second
            winner = after
        if laid > 2 and strengths[third] > strengths[winning]:
            winning = third
            winner = NEXT_SEAT[state.direction + after]
        now = self.outlook.chance(winner, first, second, third)
        if laid == 3:
            return now
        to_play = after if laid == 1 else NEXT_SEAT[state.direction + after]
        stronger: i64 = BEATS[row * 28 + winning]
        city = self._city_beats(stronger)
        opening = first >> 3
        if opening == POTION and laid == 2:
            opening = second >> 3
        if laid == 2:
            other = self.outlook.chance(to_play, first, second, third)
            if to_play == CITY:
                return city * other + (1.0 - city) * now
            return self._partner_answers(stronger, opening, other, now)
        partner_seat: i64 = to_play if to_play != CITY else NEXT_SEAT[state.direction + to_play]
        partner = self.outlook.chance(partner_seat, first, second, third)
        to_city = self.outlook.chance(CITY, first, second, third)
        if to_play == CITY:
            beaten = self._partner_answers(stronger, opening, partner, to_city)
            beaten = (
                self.outlook.weights.partner_over_city * beaten
                + (1.0 - self.outlook.weights.partner_over_city) * to_city
            )
            return city * beaten + (1.0 - city) * self._partner_answers(stronger, opening, partner, now)
        higher = city * 0.5
        over = higher * to_city + (1.0 - higher) * partner
        under = city * to_city + (1.0 - city) * now
        return self._partner_answers(stronger, opening, over, under)

    def _city_beats(self, stronger: i64) -> float:
        """Return how likely the City's next card is among the stronger."""
        if self.outlook.city >= 0:
            return 1.0 if stronger >> self.outlook.city & 1 else 0.0
        pool = popcount(self.outlook.pool)
        return float(popcount(stronger & self.outlook.pool)) / float(pool) if pool > 0 else 0.0

    def _partner_answers(self, stronger: i64, opening: i64, over: float, under: float) -> float:
        """Return the value where the partner goes over the trick if that is better and able to, else stays under."""
        pool = self.outlook.partner_pool
        count = float(popcount(pool))
        if count == 0.0 or self.outlook.size == 0:
            return under
        following = FOLLOWING[opening]
        if opening == POTION:
            following = DECK
        above = float(popcount(stronger & pool & following)) / count
        void = 1.0
        if opening != POTION:
            colour = float(popcount(pool & SUIT_MASKS[opening])) / count
            void = power(1.0 - colour, self.outlook.size)
            above += void * float(popcount(stronger & pool & ~following)) / count
        if over >= under:
            none = power(1.0 - above, self.outlook.size)
            return none * under + (1.0 - none) * over
        forced = power(above, self.outlook.size)
        return forced * over + (1.0 - forced) * under

    def _taker(self, state: State) -> i64:
        if state.table.resolver != CHOSEN:
            return state.table.resolver
        laid = state.laid
        second = state.second if laid > 1 else -1
        third = state.third if laid > 2 else -1
        self.outlook.take(JEKYLL)
        jekyll = self._outcome(state.first, second, third, state.ranks, state.reaction & 3, state.leader, laid)
        self.outlook.take(HYDE)
        hyde = self._outcome(state.first, second, third, state.ranks, state.reaction & 3, state.leader, laid)
        return HYDE if hyde > jekyll else JEKYLL

    def _drawer(self, state: State) -> i64:
        if state.table.resolver != CHOSEN:
            return state.table.resolver
        seat = state.seat if state.seat != CITY else NEXT_SEAT[state.direction + CITY]
        more = held_tricks(state, 1) - held_tricks(state, 2)
        if state.laid == 3:
            seat = state.leading
        value = self.outlook.weights.draw_next if seat == JEKYLL else -self.outlook.weights.draw_next
        value += self.outlook.weights.draw_more * float(more)
        return JEKYLL if value >= 0.0 else HYDE

    def _hander(self, state: State) -> i64:
        able = givers(state)
        if able != 3:
            return HYDE if able == 2 else JEKYLL
        return HYDE if held_tricks(state, 2) > held_tricks(state, 1) else JEKYLL

    def _order(self, state: State, seat: i64) -> i64:
        """Return the ranks after which the trick promises most, and of equals those that suit the hand."""
        laid = state.laid
        second = state.second if laid > 1 else -1
        third = state.third if laid > 2 else -1
        hand = hand_of(state, seat)
        best: i64 = FIRST_ORDER
        best_value = -1000.0
        order: i64 = FIRST_ORDER
        while order < 10:
            if order != state.ranks:
                value = self._outcome(state.first, second, third, order, state.reaction & 3, state.leader, laid)
                value += self.outlook.weights.order_power * self._power(hand, order) * self.outlook.keep
                if value > best_value:
                    best_value = value
                    best = order
            order += 1
        return best

    def _power(self, hand: i64, order: i64) -> float:
        """Return how much of the unseen the cards of a hand beat under some ranks, on the average."""
        count = popcount(hand)
        others = popcount(self.outlook.pool)
        if count == 0 or others == 0:
            return 0.0
        beaten: i64 = 0
        while hand != 0:
            card = lowest(hand)
            hand &= hand - 1
            stronger: i64 = BEATS[(order * 4 + 3) * 28 + card]
            beaten += popcount(self.outlook.pool & ~stronger)
        return float(beaten) / float(count * others)

    def _put_back(self, state: State, seat: i64) -> i64:
        """Return the card for the top of the City's deck (R7): no potion and none that brings steps, if it can."""
        weights = self.outlook.weights
        worth = self.outlook.worth
        hand = hand_of(state, seat)
        best = lowest(hand)
        best_late = 2.0 * NEVER
        left = hand
        others = float(popcount(self.outlook.pool) + 1)
        while left != 0:
            card = lowest(left)
            left &= left - 1
            harm = worth.yard_of[card] + worth.yard_of[28 + card]
            good = worth.steps_of[card] + worth.steps_of[28 + card]
            stronger: i64 = BEATS[(state.ranks * 4 + 3) * 28 + card]
            late = weights.back_power * float(popcount(self.outlook.pool & ~stronger)) / others
            late += weights.back_unwanted * harm
            if good > 0.0 or card >= 24:
                late += NEVER
            if popcount(hand & SUIT_MASKS[card >> 3]) == 1:
                late += weights.back_single
            if late < best_late:
                best_late = late
                best = card
        return best


def power(base: float, exponent: i64) -> float:
    """Return a float to a small whole power."""
    if base <= 0.0:
        return 0.0
    result = 1.0
    while exponent > 0:
        result *= base
        exponent -= 1
    return result


def above_none(share: float) -> float:
    """Return how far a card is from being beaten, 1 for the strongest."""
    left = 1.0 - share
    return left * left * left * left
