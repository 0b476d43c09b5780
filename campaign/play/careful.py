"""The careful bot: rules of thumb and a look one trick ahead, from one seat's view alone.

What a card or a trick is worth before the players it reads off the chapter's own pawn moves. The City's next card and
the partner's answer it draws from what the seat has not seen, with the seat's own stream.
"""

import random
from dataclasses import dataclass
from typing import assert_never

from campaign.notation import FIRST_ORDER, PLAYERS, RANK_TEXTS, Card, Seat, Suit
from campaign.rules.chapter import Count, Effect, Move, Noun, PastTheEnd, Pawn, Role, Take, When
from campaign.rules.compile import fits
from campaign.rules.decisions import Decision, Draws, Gives, Hands, Kind, Passes, Plays, Ranks, Returns, Takes
from campaign.rules.refusals import order_choices
from campaign.rules.tricks import STRENGTHS, follows, next_ranks
from campaign.rules.view import View

WORLDS = 16
"""How many times the unseen cards are drawn for one decision."""
_LATE = 0.6
_EVEN = 0.6
_SPENT = 0.002
"""What a point of a card's strength is worth in the hand rather than on the table."""
_FIRST_SHARE = 0.6
"""How much of the way to the end a round that is not the last should bring, where a step too far is a defeat."""
_RUSE = 0.8
_DRAW = 0.25
_TOO_FAR = 2.0
_GIVE_FIRST = (6, 5, 4, 7, 3, 2, 1, 8)
"""Gifts by number: the middle cards win nothing and cost nothing before the City; low ones are laid on its tricks."""


@dataclass(frozen=True, slots=True)
class _Worth:
    """What lying before a player is worth in steps: each card before each player, and a trick by its winner."""

    cards: tuple[tuple[float, ...], tuple[float, ...]]
    tricks: tuple[float, float]
    city_tricks: int
    wanted: float
    """How many steps the round should still bring; each beyond is as bad as it is good before."""
    behind: tuple[bool, bool]
    """Whether a player's next trick makes them step at once."""

    def of_trick(self, cards: list[int], winner: int) -> float:
        """Return what a trick of these cards is worth once ``winner`` has it."""
        if winner == Seat.CITY:
            return 0.0
        own = self.cards[winner]
        value = self.tricks[winner] + sum(own[card] for card in cards)
        steps = self.behind[winner] + sum(own[card] for card in cards if own[card] > 0)
        beyond = steps - max(self.wanted, 0)
        return value - _TOO_FAR * beyond if beyond > 0 else value


def worth(view: View) -> _Worth:
    """Read off the chapter's moves what cards and tricks are worth to the players now."""
    table = view.table
    by_seat = [[0.0] * 28, [0.0] * 28]
    balance = 0.0
    for move in table.rules.moves:
        if move.when is When.ROUND_END and isinstance(move.steps, Count):
            sign = 1.0 if (move.pawn is Pawn.JEKYLL_HYDE) != move.back else -1.0
            sign /= move.for_every
            if move.steps.noun is Noun.CARDS and move.steps.held_by is not None:
                _add_cards(by_seat, move.steps, sign, view)
            if move.steps.noun is Noun.TRICKS and move.steps.take is Take.SMALLER:
                balance += sign
    counts = (table.held(Seat.JEKYLL), table.held(Seat.HYDE))
    left = 1 - (len(table.tricks) + 1) / table.rules.tricks
    wanted = _steps_wanted(view)
    tricks = [0.0, 0.0]
    behind = [False, False]
    for seat in (Seat.JEKYLL, Seat.HYDE):
        own, other = counts[seat], counts[seat.partner]
        behind[seat] = own < other and balance > 0
        gain = 1.0 if own < other else (_EVEN if own == other else _LATE * left)
        if wanted <= 0 and own >= other:
            gain = -_LATE
        tricks[seat] = gain * balance
    return _Worth(
        (tuple(by_seat[0]), tuple(by_seat[1])),
        (tricks[0], tricks[1]),
        table.held(Seat.CITY),
        wanted,
        (behind[0], behind[1]),
    )


def _add_cards(by_seat: list[list[float]], count: Count, sign: float, view: View) -> None:
    for seat in (Seat.JEKYLL, Seat.HYDE):
        leading = view.table.leading is seat
        roles = {Role.PLAYERS, Role.ANYONE, Role(seat.word), Role.LEADING if leading else Role.OTHER}
        if count.held_by in roles:
            for index in range(28):
                if count.cards is None or fits(Card(index), count.cards):
                    by_seat[seat][index] += sign


def _steps_wanted(view: View) -> float:
    """Return how many more steps the round should bring, all that lie open already taken off."""
    table = view.table
    needed = table.chapter.last_position - table.jekyll_hyde
    so_far = 0
    for move in table.rules.moves:
        if move.pawn is Pawn.JEKYLL_HYDE and move.when is When.ROUND_END and not move.back:
            so_far += _so_far(move, view)
    rounds_left = len(table.chapter.rounds) - table.round + 1
    if table.chapter.past_the_end is PastTheEnd.DEFEAT and rounds_left > 1:
        return needed * _FIRST_SHARE - so_far
    return needed - so_far


def _so_far(move: Move, view: View) -> int:
    """Return the steps that a move would make if the round ended now; only what the rules of thumb know."""
    steps = move.steps
    if isinstance(steps, int):
        return steps
    table = view.table
    if steps.noun is Noun.TRICKS and steps.take is Take.SMALLER:
        return min(table.held(Seat.JEKYLL), table.held(Seat.HYDE)) // move.for_every
    if steps.noun is Noun.CARDS and steps.held_by is Role.PLAYERS and steps.cards is not None:
        held = [card for trick in table.tricks if trick.holder is not Seat.CITY for card in trick.cards]
        return sum(fits(card, steps.cards) for card in held) // move.for_every
    return 0


@dataclass(slots=True)
class _Trick:
    """A trick being thought through, on ints: what lies there and what it has set off."""

    cards: list[int]
    seats: list[int]
    ranks: int
    colour: int
    """The trick's reaction colour, 3 for none."""
    fear: bool
    """Whether the players chose, or may choose, the ranks after all cards lie."""
    bonus: float = 0.0

    def copy(self) -> "_Trick":
        return _Trick(self.cards[:], self.seats[:], self.ranks, self.colour, self.fear, self.bonus)


class Careful:
    """Rules of thumb, good gifts, and each card weighed by how the trick may end."""

    def decide(self, view: View, rng: random.Random) -> Decision:
        """Return the decision that its rules of thumb prefer."""
        asked = view.table.due
        if asked is None:
            raise ValueError("no decision is due in this view")
        match asked.kind:
            case Kind.GIVES:
                return Gives(view.seat, self._gifts(view))
            case Kind.PASSES:
                return Passes(view.seat, tuple(sorted(sorted(view.legal, key=gift_rank)[: view.table.rules.passes])))
            case Kind.PLAYS:
                return Plays(view.seat, _Thought(view, rng).card())
            case Kind.RETURNS:
                return Returns(view.seat, _Thought(view, rng).put_back())
            case Kind.TAKES:
                return Takes(self._taker(view))
            case Kind.HANDS:
                return Hands(self._hander(view))
            case Kind.DRAWS:
                return Draws(_resolver(view, view.seat))
            case Kind.RANKS:
                return Ranks(_Thought(view, rng).order())
            case _:
                assert_never(asked.kind)

    def _gifts(self, view: View) -> tuple[Card, ...]:
        number = view.table.rules.give
        ordered = sorted(view.hand, key=lambda card: (card not in view.must_give, gift_rank(card), card))
        return tuple(sorted(ordered[:number]))

    def _hander(self, view: View) -> Seat:
        """Return who misses their last trick least."""
        weighed = worth(view)
        last = {trick.winner: trick for trick in view.table.tricks if trick.holder is trick.winner}
        named = _resolver(view, Seat.CITY)
        able = [seat for seat in PLAYERS if seat in last and named in (Seat.CITY, seat)]
        return min(able, key=lambda seat: weighed.of_trick([card.index for card in last[seat].cards], seat))

    def _taker(self, view: View) -> Seat:
        table = view.table
        weighed = worth(view)
        cards = [card.index for trick in table.tricks if trick.holder is Seat.CITY for card in trick.cards][-3:]
        best = max((Seat.JEKYLL, Seat.HYDE), key=lambda seat: weighed.of_trick(cards, seat))
        return _resolver(view, best)


def gift_rank(card: Card) -> int:
    """Return a card's place among the gifts, the lowest given first; potions are kept."""
    return 9 + card.value if card.suit is Suit.POTION else _GIVE_FIRST.index(card.value)


def _resolver(view: View, wanted: Seat) -> Seat:
    rules = view.table.rules
    named = {
        "leading": view.table.leading,
        "other": view.table.leading.partner,
        "jekyll": Seat.JEKYLL,
        "hyde": Seat.HYDE,
    }
    return named.get(rules.resolver.value, wanted)


class _Thought:
    """One decision thought through: the trick as it lies, what is unseen, and what outcomes are worth."""

    def __init__(self, view: View, rng: random.Random) -> None:
        self.view = view
        self.rng = rng
        self.worth = worth(view)
        self.own = tuple(card.index for card in view.hand)
        table = view.table
        seen = {card.index for card in view.hand} | {card.index for _, card in table.trick}
        seen |= {card.index for trick in table.tricks for card in trick.cards}
        self.unseen = [index for index in range(28) if index not in seen]
        self.own_gifts = [card.index for card in view.gave if card.index not in seen]
        reaction = table.reaction
        self.now = _Trick(
            [card.index for _, card in table.trick],
            [int(seat) for seat, _ in table.trick],
            RANK_TEXTS.index(table.ranks),
            3 if reaction is None else int(reaction.colour),
            fear=False,
        )

    def card(self) -> Card:
        """Return the card whose trick is worth most on the average of some drawn worlds."""
        if len(self.view.legal) == 1:
            return self.view.legal[0]
        after = [int(seat) for seat in self.view.table.to_follow[1:]]
        worlds = [self._draw() for _ in range(WORLDS)] if after else [((), 0)]
        best, best_value = self.view.legal[0], float("-inf")
        for card in self.view.legal:
            trick = self._laid(self.now, card.index, int(self.view.seat))
            value = sum(self._outcome(trick, after, hand, city) for hand, city in worlds) / len(worlds)
            value -= self._kept_worth(card)
            if value > best_value:
                best, best_value = card, value
        return best

    def order(self) -> int:
        """Return the order of the ranks (Fear) after which the trick is worth most."""
        after = [int(seat) for seat in self.view.table.to_follow]
        worlds = [self._draw() for _ in range(WORLDS)] if after else [((), 0)]
        best, best_value = 0, float("-inf")
        for order in order_choices(self.view.table.ranks):
            trick = self.now.copy()
            trick.ranks = order
            value = sum(self._outcome(trick, after, hand, city) for hand, city in worlds)
            if value > best_value:
                best, best_value = order, value
        return best

    def put_back(self) -> Card:
        """Return the card to put on the City's deck: none worth holding; the best next City card if it plays now."""
        own = self.worth.cards[self.view.seat]
        spare = [card for card in self.view.legal if own[card.index] <= 0] or list(self.view.legal)
        after = [int(seat) for seat in self.view.table.to_follow]
        if after and after[0] == Seat.CITY:
            return max(spare, key=lambda card: self._outcome(self.now, after, (), card.index) - self._kept_worth(card))
        return min(spare, key=gift_rank)

    def _kept_worth(self, card: Card) -> float:
        strength = STRENGTHS[self.now.ranks * 4 + 3][card.index]
        return _SPENT * strength + (_DRAW / 2 if card.suit is Suit.POTION else 0.0)

    def _draw(self) -> tuple[tuple[int, ...], int]:
        """Draw a partner's hand and the City's next card from what this seat has not seen."""
        table = self.view.table
        size = table.hand_sizes[self.view.seat.partner]
        known = [card for card in self.own_gifts if card in self.unseen]
        city = table.city[0].index if table.city else -1
        if (
            city < 0
            and known
            and table.city_size
            and self.rng.random() < min(len(known), table.city_size) / table.city_size
        ):
            city = known[int(self.rng.random() * len(known))]
        others = [card for card in self.unseen if card not in known]
        for last in range(len(others) - 1, 0, -1):
            other = int(self.rng.random() * (last + 1))
            others[last], others[other] = others[other], others[last]
        # The own gifts lie in the City's deck unless the partner drew one; they fill up a hand last.
        others += [card for card in known if card != city]
        hand = tuple(others[:size])
        if city < 0:
            city = (others[size:] or hand)[0]
        return hand, city

    def _laid(self, trick: _Trick, card: int, seat: int) -> _Trick:
        """Return the trick with one more card, its rank token (K2) and its reaction (R1)."""
        new = trick.copy()
        suit = card >> 3
        if suit != Suit.POTION:
            new.ranks = next_ranks(new.ranks, suit, self.view.table.rules.first_takes.value == "highest")
        if new.cards and new.colour == Suit.POTION:
            last = new.cards[-1] >> 3
            if (last == Suit.POTION) != (suit == Suit.POTION):
                new.colour = suit if last == Suit.POTION else last
                self._react(new)
        new.cards.append(card)
        new.seats.append(seat)
        return new

    def _react(self, trick: _Trick) -> None:
        effect = self.view.table.rules.effects[trick.colour]
        match effect:
            case Effect.REORDER_RANKS:
                trick.fear = trick.ranks >= FIRST_ORDER
            case Effect.TAKE_CITY_TRICK:
                trick.bonus += _RUSE * max(self.worth.tricks) if self.worth.city_tricks else 0.0
            case Effect.EXCHANGE_CITY_CARD:
                trick.bonus += _DRAW
            case Effect.NOTHING | Effect.GIVE_CITY_TRICK:
                pass
            case _:
                assert_never(effect)

    def _outcome(self, trick: _Trick, after: list[int], hand: tuple[int, ...], city: int) -> float:
        """Return what a trick is worth once those still to play have played."""
        if not after:
            return self._value(trick)
        seat, rest = after[0], after[1:]
        if seat == Seat.CITY:
            return self._outcome(self._laid(trick, city, seat), rest, hand, city)
        held = self.own if seat == self.view.seat else hand
        mask = sum(1 << card for card in held)
        if self.view.table.rules.must_follow:
            colours = [card >> 3 for card in trick.cards if card >> 3 != Suit.POTION]
            mask = follows(mask, colours[0] if colours else 3)
        answers = [card for card in held if mask >> card & 1]
        return max(self._outcome(self._laid(trick, card, seat), rest, (), city) for card in answers)

    def _value(self, trick: _Trick) -> float:
        orders = order_choices(RANK_TEXTS[trick.ranks]) if trick.fear else (trick.ranks,)
        return trick.bonus + max(self._won(trick, order) for order in orders)

    def _won(self, trick: _Trick, order: int) -> float:
        strengths = STRENGTHS[order * 4 + trick.colour]
        best = max(range(len(trick.cards)), key=lambda place: strengths[trick.cards[place]])
        return self.worth.of_trick(trick.cards, trick.seats[best])
