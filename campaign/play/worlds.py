"""Full states that fit what a seat knows, drawn at random.

The cards that a seat has not seen lie with the partner, in the City's deck or in the Reserve. What the seat knows of
them is kept: its own gifts, what it passed and put back, the colours that the partner did not follow, and that a player
gives what must be given (D2). How well a world's gifts fit a careful partner decides which of a few drawn worlds is
taken.
"""

from typing import Final

from mypy_extensions import i64

from campaign.cards import CITY, DECK, HYDE, POTION, SUIT_MASKS, Chance, popcount
from campaign.play.careful import Careful
from campaign.rules.rounds import DEEPEST, laid_in_order
from campaign.rules.sight import Sight
from campaign.rules.state import EMPTY_CITY, HYDE_SHIFT, LEADER_SHIFT, NO_CARD, RETURN, State, hand_of
from campaign.rules.table import SHUFFLED
from campaign.rules.tricks import NEXT_SEAT

POOL: Final = 6
"""How many worlds are drawn for one that is taken."""
FIT: Final = 3
"""How many times likelier each gift that careful would have given makes a world."""


class Worlds:
    """What a seat's knowledge says of every world, worked out once; ``draw`` makes one of them."""

    __slots__ = (
        "careful", "city_played", "city_size", "drawn", "fixed", "forbidden", "own", "own_gifts", "partner",
        "partner_drew", "partner_known", "partner_played", "partner_size", "seat", "sight", "top", "unseen",
        "voids",
    )  # fmt: skip

    def __init__(self, sight: Sight, careful: Careful) -> None:
        self.sight: Sight = sight
        self.careful: Careful = careful
        state = sight.state
        seat = sight.seat
        self.seat: i64 = seat
        self.partner: i64 = HYDE - seat
        self.own: i64 = hand_of(state, seat)
        self.partner_known: i64 = hand_of(state, self.partner)
        self.partner_size: i64 = sight.partner_size
        self.city_size: i64 = sight.city_size
        self.unseen: i64 = DECK & ~(sight.seen | self.own)
        self.own_gifts: i64 = state.gifts >> HYDE_SHIFT * seat & DECK & self.unseen
        self.partner_played: i64 = 0
        self.city_played: i64 = 0
        self.voids: i64 = 0
        """Cards of the colours that the partner has none of."""
        self.partner_drew: i64 = 0
        """How many cards the partner drew from the City's deck (R7)."""
        self.drawn: i64 = -1
        """The last trick in which the partner drew."""
        self.top: i64 = NO_CARD
        """The card that this seat put on the City's deck and that lies there still."""
        self.fixed: i64 = state.passes >> HYDE_SHIFT * seat & DECK & self.unseen
        """Cards that the partner is known to have got."""
        self.forbidden: i64 = 0
        """Cards that the partner must have given."""
        self._look_back(state)

    def _look_back(self, state: State) -> None:
        table = state.table
        last = False
        for noted in state.exchanges:
            seat: i64 = noted >> 10 & 3
            last = seat == self.seat
            if not last:
                self.partner_drew += 1
                self.drawn = noted >> 12
            elif self.unseen >> (noted & 31) & 1:
                self.top = noted & 31
        if not last:
            self.top = NO_CARD
        if state.phase == RETURN and state.seat == self.partner:
            self.partner_drew += 1
            self.drawn = len(state.tricks)
        for index in range(len(state.tricks)):
            packed: i64 = state.tricks[index]
            self._look_at(state, index, packed >> LEADER_SHIFT & 3, 3, packed & 31, packed >> 5 & 31, packed >> 10 & 31)
        self._look_at(state, len(state.tricks), state.leader, state.laid, state.first, state.second, state.third)
        if self.partner_drew == 0 and popcount(table.must_give) <= table.give:
            self.forbidden = table.must_give

    def _look_at(self, state: State, index: i64, leader: i64, laid: i64, first: i64, second: i64, third: i64) -> None:
        """Note who played what in a trick, and the colour that the partner could not follow (N4)."""
        seat = leader
        opening: i64 = POTION
        one: i64 = 1
        place: i64 = 0
        while place < laid:
            card = first if place == 0 else (second if place == 1 else third)
            suit = card >> 3
            if seat == CITY:
                self.city_played |= one << card
            elif seat == self.partner:
                self.partner_played |= one << card
                if opening not in (POTION, suit) and suit != POTION and index > self.drawn and state.table.must_follow:
                    self.voids |= SUIT_MASKS[opening]
            if opening == POTION:
                opening = suit
            seat = NEXT_SEAT[state.direction + seat]
            place += 1

    def draw(self, chance: Chance) -> State:
        """Return a world that fits, taken from ``POOL`` by how well the partner's gifts fit a careful partner."""
        best = self._draw_one(chance)
        if self.sight.state.table.give == 0 or self.partner_known != 0:
            return best
        total = self._fit(best)
        count: i64 = 1
        while count < POOL:
            other = self._draw_one(chance)
            fit = self._fit(other)
            total += fit
            if chance.below(total) < fit:
                best = other
            count += 1
        return best

    def _fit(self, world: State) -> i64:
        """Return how likely a careful partner's gifts make a world, as a whole number."""
        partner = self.partner
        gave = world.gifts >> HYDE_SHIFT * partner & DECK
        held = hand_of(world, partner) | self.partner_played | gave
        probe = self.careful.give_of(held, held & world.table.must_give, popcount(gave))
        fit: i64 = 1
        same = popcount(probe & gave)
        while same > 0:
            fit *= FIT
            same -= 1
        return fit

    def _draw_one(self, chance: Chance) -> State:
        known = self.sight.state
        one: i64 = 1
        unseen = self.unseen & ~known.reserve
        city_size = self.city_size
        fixed = self.fixed
        city: i64 = self.own_gifts & ~fixed
        if self.top != NO_CARD:
            city |= one << self.top
            fixed &= ~city
        drew = self.partner_drew
        while drew > 0 and city != 0:
            # The partner may have drawn a card that this seat gave.
            if chance.below(city_size + drew) < popcount(city):
                moved = one << chance.one_of(city)
                if self.top == NO_CARD or moved != one << self.top:
                    city &= ~moved
                    fixed |= moved
            drew -= 1
        if known.city > EMPTY_CITY:
            city = self._open_city(known)
            fixed &= ~city
        if popcount(city) > city_size:
            city = chance.some_of(city, city_size)
        if popcount(fixed) > self.partner_size:
            fixed = chance.some_of(fixed, self.partner_size)
        partner = fixed
        if self.partner_known != 0:
            partner = self.partner_known
            city &= ~partner
        else:
            missing = self.partner_size - popcount(partner)
            pool = unseen & ~(partner | city)
            free = pool & ~(self.voids | self.forbidden)
            if popcount(free) < missing:
                free = pool & ~self.voids
            if popcount(free) < missing:
                free = pool
            partner |= chance.some_of(free, missing)
        rest = unseen & ~(partner | city)
        city |= chance.some_of(rest, city_size - popcount(city))
        return self._world(known, partner, city, chance)

    def _open_city(self, known: State) -> i64:
        one: i64 = 1
        mask = known.under
        city = known.city
        while city > EMPTY_CITY:
            mask |= one << (city & 31)
            city >>= 5
        return mask

    def _world(self, known: State, partner: i64, city: i64, chance: Chance) -> State:
        world = known.copy()
        if self.seat == HYDE:
            world.hand_jekyll = partner
        else:
            world.hand_hyde = partner
        world.reserve = self.unseen & ~(partner | city)
        if known.city <= EMPTY_CITY:
            self._stack(world, city, chance)
        gave = (city | self.city_played) & ~(known.gifts >> HYDE_SHIFT * self.seat & DECK)
        if popcount(gave) > known.table.give:
            gave = chance.some_of(gave, known.table.give)
        world.gifts |= gave << HYDE_SHIFT * self.partner
        return world

    def _stack(self, world: State, city: i64, chance: Chance) -> None:
        """Lay the City's deck: shuffled or sorted, under the card known to lie on top."""
        one: i64 = 1
        order: list[int] = []
        if self.top != NO_CARD and city >> self.top & 1:
            city ^= one << self.top
            order.append(self.top)
        if world.table.city_order == SHUFFLED:
            while city != 0:
                card = chance.one_of(city)
                city ^= one << card
                order.append(card)
        else:
            order.extend(laid_in_order(city, world.table.city_order))
        packed: i64 = EMPTY_CITY
        under: i64 = 0
        place: i64 = len(order) - 1
        while place >= 0:
            card = order[place]
            if place >= DEEPEST:
                under |= one << card
            else:
                packed = packed << 5 | card
            place -= 1
        world.city = packed
        world.under = under
