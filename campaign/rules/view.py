"""What the table shows to all, and what one seat may know: other types than the state, built up from nothing.

Prompts, bots, JSON for a seat and plain output are made from these alone (N7). No seed, no partner's hand, no order of
the City's deck and no Reserve can be read from them.
"""

from dataclasses import dataclass

from campaign.cards import CARD, DECK, HYDE, JEKYLL, popcount
from campaign.notation import PLAYERS, RANK_TEXTS, Card, Seat, Suit, cards_of
from campaign.rules import step
from campaign.rules.bounds import VERDICT_NAMES, sure_defeat
from campaign.rules.chapter import Chapter, RoundRules
from campaign.rules.counts import effects_used
from campaign.rules.decisions import Kind
from campaign.rules.events import (
    achievement_verdict,
    cards_left,
    city_order,
    objective_verdicts,
    open_hands,
    reaction_of,
    trick_cards,
    trick_reaction,
    trick_seats,
)
from campaign.rules.refusals import Due, card_refusal, due, limits_lifted
from campaign.rules.state import CARD as CARD_PHASE
from campaign.rules.state import GIVE, HYDE_SHIFT, OVER, PASS, RETURN, WINNER_SHIFT, State, hand_of, laid_card
from campaign.telling import Refusal


@dataclass(frozen=True, slots=True)
class ReactionView:
    """A trick's reaction: its colour, whether it took effect, and which card triggered it, 2 or 3."""

    colour: Suit
    took_effect: bool
    place: int


@dataclass(frozen=True, slots=True)
class TrickView:
    """A finished trick, open to all (N7): who won it, before whom it lies now, its cards and who played them."""

    number: int
    winner: Seat
    holder: Seat
    cards: tuple[Card, Card, Card]
    seats: tuple[Seat, Seat, Seat]
    reaction: ReactionView | None


@dataclass(frozen=True, slots=True)
class OpenTable:
    """What lies open to all; ``scotland_yard`` None is not in play (S2)."""

    chapter: Chapter
    round: int
    leading: Seat
    due: Due | None
    jekyll_hyde: int
    scotland_yard: int | None
    ranks: str
    trick: tuple[tuple[Seat, Card], ...]
    to_follow: tuple[Seat, ...]
    """Who is still to play to the trick that lies there, in order."""
    reaction: ReactionView | None
    tricks: tuple[TrickView, ...]
    hand_sizes: tuple[int, int]
    city_size: int
    reserve_size: int
    exchanges: tuple[tuple[int, Seat], ...]
    """In which trick who exchanged a card with the City's deck; which cards is for that seat alone (R7)."""
    effects_used: int
    objectives: tuple[tuple[str, str], ...]
    """Each objective's name with open, met or failed."""
    achievement: str | None
    city: tuple[Card, ...] | None
    """The City's deck, top first, where a chapter lays it face up."""
    reserve: tuple[Card, ...] | None
    """The Reserve, where a chapter lays it face up."""
    open_hands: tuple[tuple[Seat, tuple[Card, ...]], ...]
    """The hands that a chapter lays face up."""
    sure_defeat: bool
    """Whether the last position is out of reach for sure (X3)."""

    @property
    def rules(self) -> RoundRules:
        """The rules of the round."""
        return self.chapter.rounds[self.round - 1]

    def held(self, seat: Seat) -> int:
        """Return how many tricks lie before a seat."""
        return sum(trick.holder is seat for trick in self.tricks)


@dataclass(frozen=True, slots=True)
class Exchange:
    """What a seat itself drew and put back by Manipulation, and in which trick."""

    trick: int
    drew: Card
    returned: Card


@dataclass(frozen=True, slots=True)
class View:
    """What one seat may know. ``legal`` and ``barred`` are its own cards where it is the one to choose a card."""

    table: OpenTable
    seat: Seat
    hand: tuple[Card, ...]
    legal: tuple[Card, ...]
    barred: tuple[tuple[Card, Refusal], ...]
    limits_lifted: bool
    """Whether limits apply to the card that this seat is to play, but no card obeys them all, so that none binds."""
    must_give: tuple[Card, ...]
    gave: tuple[Card, ...]
    passed: tuple[Card, ...]
    received: tuple[Card, ...]
    """What the partner passed; empty until both have chosen."""
    exchanges: tuple[Exchange, ...]
    drawn: Card | None
    """The card just drawn, while this seat is to put one back (R7)."""


def open_table(chapter: Chapter, state: State) -> OpenTable:
    """Return what lies open to all, once a round has begun."""
    seats = trick_seats(int(state.leader) << 15, int(state.direction))
    rules = chapter.rounds[int(state.round) - 1]
    night = state.phase > PASS
    hands = open_hands(rules, Seat(state.leading)) if night else ()
    laid = int(state.laid)
    return OpenTable(
        chapter=chapter,
        round=int(state.round),
        leading=Seat(state.leading),
        due=due(state),
        jekyll_hyde=int(state.jekyll_hyde),
        scotland_yard=None if chapter.scotland_yard is None else int(state.scotland_yard),
        ranks=RANK_TEXTS[state.ranks],
        trick=tuple((seats[place], Card(int(laid_card(state, place)))) for place in range(laid)),
        to_follow=seats[laid:] if night else (),
        reaction=_reaction_view(reaction_of(int(state.reaction))),
        tricks=tuple(_trick_view(state, index) for index in range(len(state.tricks))),
        hand_sizes=(_hand_size(state, JEKYLL), _hand_size(state, HYDE)),
        city_size=cards_left(state),
        reserve_size=int(popcount(state.reserve)),
        exchanges=tuple(((noted >> 12) + 1, Seat(noted >> 10 & 3)) for noted in state.exchanges),
        effects_used=int(effects_used(state)),
        objectives=tuple(
            (name, VERDICT_NAMES[one]) for name, one in sorted(objective_verdicts(chapter, state).items())
        ),
        achievement=None if chapter.achievement is None else VERDICT_NAMES[achievement_verdict(chapter, state)],
        city=city_order(state) if night and rules.city_face_up else None,
        reserve=cards_of(int(state.reserve)) if night and rules.reserve_face_up else None,
        open_hands=tuple((seat, cards_of(int(hand_of(state, seat)))) for seat in hands),
        sure_defeat=state.phase != OVER and bool(sure_defeat(state)),
    )


def view(chapter: Chapter, state: State, seat: Seat) -> View:
    """Return what a player may know."""
    own = _own(state, seat)
    chooses = state.phase in (CARD_PHASE, GIVE, PASS, RETURN) and state.seat == seat
    passed = int(state.passes)
    both_passed = state.phase != PASS
    legal = cards_of(int(step.legal(state))) if chooses else ()
    asked = due(state)
    barred: tuple[tuple[Card, Refusal], ...] = ()
    if asked is not None and asked.kind is Kind.PLAYS and asked.seat is seat:
        refusals = ((card, card_refusal(state, card, chapter)) for card in own)
        barred = tuple((card, refused) for card, refused in refusals if refused is not None)
    gives = chooses and state.phase == GIVE
    exchanges = tuple(
        Exchange((noted >> 12) + 1, Card(noted >> 5 & CARD), Card(noted & CARD))
        for noted in state.exchanges
        if noted >> 10 & 3 == seat
    )
    return View(
        table=open_table(chapter, state),
        seat=seat,
        hand=own,
        legal=legal,
        barred=barred,
        limits_lifted=chooses and limits_lifted(state),
        must_give=cards_of(int(step.must_give(state))) if gives else (),
        gave=cards_of(int(state.gifts >> HYDE_SHIFT * seat & DECK)),
        passed=cards_of(passed >> HYDE_SHIFT * seat & DECK),
        received=cards_of(passed >> HYDE_SHIFT * seat.partner & DECK) if both_passed else (),
        exchanges=exchanges,
        drawn=Card(int(state.drawn)) if state.phase == RETURN and state.seat == seat else None,
    )


def _own(state: State, seat: Seat) -> tuple[Card, ...]:
    if seat not in PLAYERS:
        raise ValueError("only a player has a view")
    return cards_of(int(hand_of(state, seat)))


def _hand_size(state: State, seat: int) -> int:
    return int(popcount(hand_of(state, seat)))


def _reaction_view(parts: tuple[Suit, bool, int] | None) -> ReactionView | None:
    return None if parts is None else ReactionView(parts[0], parts[1], parts[2] + 1)


def _trick_view(state: State, index: int) -> TrickView:
    packed = state.tricks[index]
    return TrickView(
        number=index + 1,
        winner=Seat(packed >> WINNER_SHIFT & 3),
        holder=Seat(state.owners >> 2 * index & 3),
        cards=trick_cards(packed),
        seats=trick_seats(packed, int(state.direction)),
        reaction=_reaction_view(trick_reaction(packed)),
    )
