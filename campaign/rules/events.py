"""What happened, told from the state before and after a step. The core itself builds no events.

Beside each field stands who may see it, as ``campaign.telling`` says.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from campaign.cards import CITY, DECK, popcount
from campaign.notation import PLAYERS, RANK_TEXTS, Card, Seat, Suit, cards_of
from campaign.rules import state as phases
from campaign.rules import step
from campaign.rules.bounds import VERDICT_NAMES, span_verdict, verdict
from campaign.rules.chapter import Chapter, Effect, Pawn, Role, RoundRules, When
from campaign.rules.compile import moves_of
from campaign.rules.state import (
    CITY_CARD,
    HYDE_SHIFT,
    LEADER_SHIFT,
    REACTION_SHIFT,
    TOOK_EFFECT,
    WINNER_SHIFT,
    State,
    hand_of,
    laid_card,
)
from campaign.rules.tricks import NEXT_SEAT
from campaign.telling import face_up_mark, open_to_all, open_to_seat, seen_fields


@dataclass(frozen=True, slots=True)
class RoundBegan:
    """A round began with its leading character (S3)."""

    round: int = open_to_all()
    leading: Seat = open_to_all()


@dataclass(frozen=True, slots=True)
class Dealt:
    """A player's hand (D1)."""

    seat: Seat = open_to_all()
    cards: tuple[Card, ...] = open_to_seat()


@dataclass(frozen=True, slots=True)
class ReserveDealt:
    """The Reserve, not looked at (D1, N7); a chapter that lays it face up does so only after the gifts."""

    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Given:
    """A player's gifts to the City (D2)."""

    seat: Seat = open_to_all()
    cards: tuple[Card, ...] = open_to_seat()


@dataclass(frozen=True, slots=True)
class Passed:
    """What a player passed to the partner; told once both have chosen, so both know it."""

    seat: Seat = open_to_all()
    cards: tuple[Card, ...] = open_to_all()


@dataclass(frozen=True, slots=True)
class CityStacked:
    """The City's deck, top first (D3)."""

    cards: tuple[Card, ...]
    face_up: bool = face_up_mark()


@dataclass(frozen=True, slots=True)
class Played:
    """A card of a trick, numbered from 1."""

    trick: int = open_to_all()
    seat: Seat = open_to_all()
    card: Card = open_to_all()


@dataclass(frozen=True, slots=True)
class Ranked:
    """The ranks after a token was placed (K2) or set at a round's start; text of ``RANK_TEXTS``."""

    ranks: str = open_to_all()


@dataclass(frozen=True, slots=True)
class Reacted:
    """A reaction (R1), whether or not it takes effect."""

    colour: Suit = open_to_all()
    effect: Effect = open_to_all()
    cancelled: bool = open_to_all()


@dataclass(frozen=True, slots=True)
class Took:
    """Ruse: a player took one of the City's tricks (R5)."""

    seat: Seat = open_to_all()
    trick: int = open_to_all()


@dataclass(frozen=True, slots=True)
class Handed:
    """Ruse turned round: a player handed the City the trick they had won last."""

    seat: Seat = open_to_all()
    trick: int = open_to_all()


@dataclass(frozen=True, slots=True)
class Reordered:
    """Fear: the tokens' new order (R6)."""

    ranks: str = open_to_all()


@dataclass(frozen=True, slots=True)
class Drew:
    """Manipulation: the City's top card came into a hand (R7)."""

    seat: Seat = open_to_all()
    card: Card = open_to_seat()
    face_up: bool = face_up_mark()


@dataclass(frozen=True, slots=True)
class Returned:
    """Manipulation: the card put back on top of the City's deck (R7)."""

    seat: Seat = open_to_all()
    card: Card = open_to_seat()
    face_up: bool = face_up_mark()


@dataclass(frozen=True, slots=True)
class Won:
    """A finished trick: who won it, its cards as played, who led it (W1 to W3)."""

    trick: int = open_to_all()
    seat: Seat = open_to_all()
    cards: tuple[Card, ...] = open_to_all()


@dataclass(frozen=True, slots=True)
class Moved:
    """Steps that a pawn really made, negative for back, and the chapter's move that made it step."""

    pawn: Pawn = open_to_all()
    steps: int = open_to_all()
    start: int = open_to_all()
    end: int = open_to_all()
    move: str = open_to_all()


@dataclass(frozen=True, slots=True)
class ObjectiveJudged:
    """How an objective stands at a round's end: met, failed or open."""

    id: str = open_to_all()
    verdict: str = open_to_all()


@dataclass(frozen=True, slots=True)
class AchievementJudged:
    """How the achievement stands at a round's end: met, failed or open (T1)."""

    verdict: str = open_to_all()


Event = (
    RoundBegan | Dealt | ReserveDealt | Given | Passed | CityStacked | Played | Ranked | Reacted | Took | Handed
    | Reordered | Drew | Returned | Won | Moved | ObjectiveJudged | AchievementJudged
)  # fmt: skip


def visible(event: Event, seat: Seat | None) -> dict[str, object]:
    """Return the fields of an event that a seat may see; ``seat`` None is a referee, who sees all."""
    return seen_fields(event, seat)


def tell(chapter: Chapter, before: State, after: State) -> Iterator[Event]:
    """Tell the one step that led from ``before`` to ``after``, in the order in which a table would see it."""
    match before.phase:
        case phases.BEGIN_ROUND | phases.TOKEN:
            if after.phase != phases.TOKEN:
                yield RoundBegan(after.round, Seat(after.leading))
                if after.ranks:
                    yield Ranked(RANK_TEXTS[after.ranks])
        case phases.DEAL:
            for seat in PLAYERS:
                yield Dealt(seat, _hand(after, seat))
            yield ReserveDealt(cards_of(int(after.reserve | after.under)))
        case phases.GIVE:
            seat = Seat(before.seat)
            yield Given(seat, cards_of(int(after.gifts >> HYDE_SHIFT * seat & DECK)))
        case phases.PASS:
            if before.seat == Seat.HYDE:
                for seat in PLAYERS:
                    yield Passed(seat, cards_of(int(after.passes >> HYDE_SHIFT * seat & DECK)))
        case phases.SHUFFLE | phases.ORDER_CITY:
            yield CityStacked(city_order(after), _rules(chapter, after).city_face_up)
        case phases.CARD | phases.CITY_CARD:
            yield from _tell_card(chapter, before, after)
        case phases.TAKE:
            index = int(step.city_trick(before))
            yield Took(Seat(after.owners >> 2 * index & 3), index + 1)
        case phases.HAND:
            moved = int(before.owners ^ after.owners)
            index = (moved.bit_length() - 1) // 2
            yield Handed(Seat(before.owners >> 2 * index & 3), index + 1)
        case phases.RANKS:
            yield Reordered(RANK_TEXTS[after.ranks])
        case phases.DRAW:
            drawer = Seat(after.seat)
            yield Drew(drawer, Card(int(after.drawn)), _exchange_seen(_rules(chapter, after), drawer, after))
        case phases.RETURN:
            drawer = Seat(before.seat)
            card = Card(after.exchanges[-1] & 31)
            yield Returned(drawer, card, _exchange_seen(_rules(chapter, after), drawer, after))
        case phases.END_TRICK:
            packed = after.tricks[-1]
            yield Won(len(after.tricks), Seat(packed >> WINNER_SHIFT & 3), trick_cards(packed))
        case phases.MOVE:
            yield from _tell_move(chapter, before, after)
        case phases.END_ROUND:
            yield from _tell_verdicts(chapter, before, after)
        case _:
            raise ValueError("no step leads on from a chapter that has ended")


def _rules(chapter: Chapter, state: State) -> RoundRules:
    return chapter.rounds[int(state.round) - 1]


def _exchange_seen(rules: RoundRules, seat: Seat, state: State) -> bool:
    """Return whether everybody sees an exchange: from an open deck, or into and out of an open hand."""
    return rules.city_face_up or seat in open_hands(rules, Seat(state.leading))


def open_hands(rules: RoundRules, leading: Seat) -> tuple[Seat, ...]:
    """Return the players whose hands a chapter lays face up."""
    match rules.hands_face_up:
        case None:
            return ()
        case Role.PLAYERS:
            return PLAYERS
        case Role.LEADING:
            return (leading,)
        case Role.OTHER:
            return (leading.partner,)
        case role:
            return (Seat.JEKYLL if role is Role.JEKYLL else Seat.HYDE,)


def city_order(state: State) -> tuple[Card, ...]:
    """Return the cards that lie in the City's deck, top first, then those too deep ever to be reached."""
    cards: list[Card] = []
    city = int(state.city)
    while city > 1:
        cards.append(Card(city & 31))
        city >>= 5
    return (*cards, *cards_of(int(state.under)))


def trick_cards(packed: int) -> tuple[Card, Card, Card]:
    """Return a finished trick's cards as played."""
    return Card(packed & 31), Card(packed >> 5 & 31), Card(packed >> 10 & 31)


def trick_seats(packed: int, direction: int) -> tuple[Seat, Seat, Seat]:
    """Return who played a finished trick's cards."""
    leader = packed >> LEADER_SHIFT & 3
    second = NEXT_SEAT[direction + leader]
    return Seat(leader), Seat(second), Seat(NEXT_SEAT[direction + second])


def reaction_of(reaction: int) -> tuple[Suit, bool, int] | None:
    """Return a reaction's colour, whether it took effect, and which card triggered it (1 or 2); None for none."""
    colour = reaction & 3
    return None if colour == phases.NO_COLOUR else (Suit(colour), bool(reaction & TOOK_EFFECT), reaction >> 3 & 3)


def trick_reaction(packed: int) -> tuple[Suit, bool, int] | None:
    """Return a finished trick's reaction as ``reaction_of`` does."""
    return reaction_of(packed >> REACTION_SHIFT)


def _hand(state: State, seat: Seat) -> tuple[Card, ...]:
    return cards_of(int(hand_of(state, seat)))


def _tell_card(chapter: Chapter, before: State, after: State) -> Iterator[Event]:
    card = Card(int(laid_card(after, before.laid)))
    seat = Seat(CITY if before.phase == CITY_CARD else before.seat)
    yield Played(len(before.tricks) + 1, seat, card)
    if after.ranks != before.ranks:
        yield Ranked(RANK_TEXTS[after.ranks])
    if after.reaction != before.reaction:
        colour = Suit(after.reaction & 3)
        effect = chapter.rounds[int(after.round) - 1].effects[colour]
        yield Reacted(colour, effect, not after.reaction & TOOK_EFFECT)


_TIMES = (When.ROUND_START, When.TRICK_END, When.ROUND_END)


def _tell_move(chapter: Chapter, before: State, after: State) -> Iterator[Event]:
    moves = moves_of(chapter.rounds[int(before.round) - 1], _TIMES[before.when])
    if before.move >= len(moves):
        return
    move = moves[int(before.move)]
    pairs = (
        (Pawn.JEKYLL_HYDE, int(before.jekyll_hyde), int(after.jekyll_hyde)),
        (Pawn.SCOTLAND_YARD, int(before.scotland_yard), int(after.scotland_yard)),
    )
    for pawn, start, end in pairs:
        if start != end:
            yield Moved(pawn, end - start, start, end, move.name)


def _tell_verdicts(chapter: Chapter, before: State, after: State) -> Iterator[Event]:
    judged = objective_verdicts(chapter, _round_judged(before, after))
    for name in sorted(judged):
        yield ObjectiveJudged(name, VERDICT_NAMES[judged[name]])
    if chapter.achievement is not None:
        yield AchievementJudged(VERDICT_NAMES[achievement_verdict(chapter, _round_judged(before, after))])


def _round_judged(before: State, after: State) -> State:
    """Return the state at the round's end, with the marks of the judgement."""
    judged = before.copy()
    judged.some_met = after.some_met
    judged.some_failed = after.some_failed
    return judged


def objective_verdicts(chapter: Chapter, state: State) -> dict[str, int]:
    """Return OPEN, MET or FAILED for each objective in force, by name."""
    rules = chapter.rounds[int(state.round) - 1]
    found = {
        objective.name: int(verdict(state, goal))
        for objective, goal in zip(rules.objectives, state.table.objectives, strict=True)
    }
    for index, objective in enumerate(chapter.objectives):
        found[objective.name] = int(span_verdict(state, index))
    return found


def achievement_verdict(chapter: Chapter, state: State) -> int:
    """Return OPEN, MET or FAILED for the achievement of a chapter that has one."""
    if chapter.achievement is None:
        raise ValueError("this chapter has no achievement")
    return int(span_verdict(state, len(chapter.objectives)))


def failed_objective(chapter: Chapter, state: State) -> str | None:
    """Return the objective that ended the chapter: of those that failed, the first by name."""
    rules = chapter.rounds[int(state.round) - 1]
    names = [o.name for index, o in enumerate(rules.objectives) if state.failed >> index & 1]
    names += [o.name for index, o in enumerate(chapter.objectives) if state.failed >> step.SPAN_OBJECTIVES + index & 1]
    return min(names, default=None)


def achieved(chapter: Chapter, state: State) -> bool:
    """Return whether a chapter that has ended in success met its achievement."""
    return chapter.achievement is not None and step.span_met(state, len(chapter.objectives))


def cards_left(state: State) -> int:
    """Return how many cards lie in the City's deck."""
    return len(city_order(state)) if state.city > 1 else int(popcount(state.under))
