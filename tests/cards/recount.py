"""A naive recount of what the chapter format can count, from the events of a game alone. No core here."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from campaign.notation import Card, Seat, Suit
from campaign.rules.chapter import (
    LAST_TRICK,
    AllOf,
    AnyOf,
    Cards,
    Chapter,
    Compare,
    Condition,
    Count,
    Double,
    Holding,
    Icon,
    Noun,
    Pawn,
    Role,
    Span,
    Take,
)
from campaign.rules.events import Event, Handed, Moved, Played, Reacted, RoundBegan, Took, Won

PLAYERS = {Seat.JEKYLL, Seat.HYDE}


def is_among(card: Card, cards: Cards | None) -> bool:
    """Return whether a card is of a choice of cards, read off its text."""
    if cards is None:
        return True
    text = str(card)
    potion = text.endswith("+")
    number = int(text[0] if potion else text[1])
    suit = "P" if potion else text[0]
    if cards.suit and suit not in {one.letter for one in cards.suit}:
        return False
    if cards.value and number not in cards.value:
        return False
    icons = {Icon.SCOTLAND_YARD: {1, 2, 3}, Icon.JEKYLL_HYDE: {8}}
    return cards.icon is None or (not potion and number in icons[cards.icon])


@dataclass
class TrickRecord:
    """One trick: who played what, in order; the rest once it is known."""

    plays: list[tuple[Seat, Card]] = field(default_factory=list)
    winner: Seat | None = None
    holder: Seat | None = None
    took_effect: list[Suit] = field(default_factory=list)
    steps: dict[Pawn, int] = field(default_factory=lambda: dict.fromkeys(Pawn, 0))


@dataclass
class RoundRecord:
    """One round: its leading character, its number of tricks, and its tricks."""

    leading: Seat
    size: int
    tricks: list[TrickRecord] = field(default_factory=list)
    steps: dict[Pawn, int] = field(default_factory=lambda: dict.fromkeys(Pawn, 0))

    @property
    def finished(self) -> list[TrickRecord]:
        """The finished tricks."""
        return [trick for trick in self.tricks if trick.winner is not None]

    @property
    def table(self) -> list[tuple[Seat, Card]]:
        """What lies on the table."""
        return self.tricks[-1].plays if self.tricks and self.tricks[-1].winner is None else []

    def seats(self, role: Role | None) -> set[Seat]:
        """Return who a role is in this round."""
        match role:
            case None | Role.ANYONE:
                return set(Seat)
            case Role.PLAYERS:
                return PLAYERS
            case Role.LEADING:
                return {self.leading}
            case Role.OTHER:
                return PLAYERS - {self.leading}
            case _:
                return {seat for seat in Seat if seat.word == role.value}


class Record:
    """A game as its events tell it."""

    def __init__(self, chapter: Chapter) -> None:
        self.chapter = chapter
        self.rounds: list[RoundRecord] = []
        self.spaces = {Pawn.JEKYLL_HYDE: chapter.jekyll_hyde, Pawn.SCOTLAND_YARD: chapter.scotland_yard or 0}

    @property
    def now(self) -> RoundRecord:
        """The round that goes on."""
        return self.rounds[-1]

    def hear(self, events: Iterable[Event]) -> None:
        """Take events down."""
        for event in events:
            match event:
                case RoundBegan(number, leading):
                    self.rounds.append(RoundRecord(leading, self.chapter.rounds[number - 1].tricks))
                case Played(number, seat, card):
                    if number > len(self.now.tricks):
                        self.now.tricks.append(TrickRecord())
                    self.now.tricks[-1].plays.append((seat, card))
                case Reacted(colour=colour, cancelled=False):
                    self.now.tricks[-1].took_effect.append(colour)
                case Won(number, seat):
                    trick = self.now.tricks[number - 1]
                    trick.winner = trick.holder = seat
                case Took(seat, number):
                    self.now.tricks[number - 1].holder = seat
                case Handed(_, number):
                    self.now.tricks[number - 1].holder = Seat.CITY
                case Moved(pawn=pawn, steps=steps, end=end):
                    self.spaces[pawn] = end
                    self.now.steps[pawn] += abs(steps)
                    if self.now.tricks:
                        self.now.tricks[-1].steps[pawn] += abs(steps)
                case _:
                    pass

    def value(self, count: Count, span: Span, *, limit: bool = False) -> int:
        """Return a count as things stand; in a limit the span of a trick is what lies on the table."""
        if count.take is None:
            return self._of(count, span, None, limit=limit)
        jekyll, hyde = (self._of(count, span, seat, limit=limit) for seat in (Seat.JEKYLL, Seat.HYDE))
        return {Take.SMALLER: min(jekyll, hyde), Take.LARGER: max(jekyll, hyde)}.get(count.take, abs(jekyll - hyde))

    def _of(self, count: Count, span: Span, player: Seat | None, *, limit: bool) -> int:
        pawn = count.pawn or Pawn.JEKYLL_HYDE
        over = count.over or span
        if count.noun is Noun.SPACE:
            return self.spaces[pawn]
        if count.noun is Noun.GAP:
            return self.spaces[Pawn.JEKYLL_HYDE] - self.spaces[Pawn.SCOTLAND_YARD]
        if over is Span.TRICK and limit:
            return self._cards(count, self.now, self.now.table, player)
        if count.noun is Noun.STEPS:
            if over is Span.TRICK:
                return self.now.finished[-1].steps[pawn]
            return sum(one.steps[pawn] for one in (self.rounds if over is Span.CHAPTER else self.rounds[-1:]))
        if over is Span.TRICK:
            return self._each(count, self.now, player)[-1]
        each = [self._each(count, one, player) for one in (self.rounds if over is Span.CHAPTER else self.rounds[-1:])]
        if count.noun is Noun.TRICKS_IN_A_ROW:
            return max(_longest(one) for one in each)
        return sum(map(sum, each))

    def _each(self, count: Count, within: RoundRecord, player: Seat | None) -> list[int]:
        """Return what each finished trick of a round counts; a reaction counts as soon as it takes effect."""
        found: list[int] = []
        for number, trick in enumerate(within.tricks if count.noun is Noun.REACTIONS else within.finished, 1):
            if not _named(count.trick, number, within.size):
                found.append(0)
            elif count.noun is Noun.REACTIONS:
                suits = count.cards.suit if count.cards is not None and count.cards.suit else tuple(Suit)
                found.append(sum(colour in suits for colour in trick.took_effect))
            elif not _fits(count, trick, within, player):
                found.append(0)
            elif count.noun is Noun.CARDS:
                found.append(self._cards(count, within, trick.plays, player))
            else:
                twice = count.double is not None and _doubles(count.double, trick, number, within)
                found.append(2 if twice else 1)
        return found

    def _cards(self, count: Count, within: RoundRecord, plays: list[tuple[Seat, Card]], player: Seat | None) -> int:
        who = {player} if count.played_by is Role.PLAYERS and player is not None else within.seats(count.played_by)
        return sum(
            seat in who and is_among(card, count.cards) and (not count.place or place in count.place)
            for place, (seat, card) in enumerate(plays, 1)
        )

    def holds(self, condition: Condition, span: Span, *, limit: bool = False) -> bool:
        """Return whether a condition is true as things stand."""
        match condition:
            case Compare(count=count, at_least=low, at_most=high, more_than=more):
                value = self.value(count, span, limit=limit)
                if more is not None:
                    return value > self.value(more, span, limit=limit)
                return (low is None or value >= low) and (high is None or value <= high)
            case AllOf(parts):
                return all(self.holds(part, span, limit=limit) for part in parts)
            case AnyOf(parts):
                return any(self.holds(part, span, limit=limit) for part in parts)
            case _:
                return not self.holds(condition.part, span, limit=limit)


def _longest(each: list[int]) -> int:
    best = run = 0
    for one in each:
        run = run + 1 if one else 0
        best = max(best, run)
    return best


def _named(tricks: tuple[int, ...], number: int, size: int) -> bool:
    return not tricks or number in tricks or (LAST_TRICK in tricks and number == size)


def _fits(count: Count, trick: TrickRecord, within: RoundRecord, player: Seat | None) -> bool:
    def who(role: Role | None) -> set[Seat]:
        return {player} if role is Role.PLAYERS and player is not None else within.seats(role)

    return (
        trick.winner in who(count.won_by)
        and trick.holder in who(count.held_by)
        and trick.plays[0][0] in who(count.led_by)
        and is_among(_winning(trick), count.won_with)
        and _holds_such(trick, count.holding)
    )


def _doubles(double: Double, trick: TrickRecord, number: int, within: RoundRecord) -> bool:
    return (
        trick.winner in within.seats(double.won_by)
        and trick.holder in within.seats(double.held_by)
        and trick.plays[0][0] in within.seats(double.led_by)
        and is_among(_winning(trick), double.won_with)
        and _holds_such(trick, double.holding)
        and _named(double.trick, number, within.size)
    )


def _winning(trick: TrickRecord) -> Card:
    return next(card for seat, card in trick.plays if seat is trick.winner)


def _holds_such(trick: TrickRecord, holding: Holding | None) -> bool:
    if holding is None:
        return True
    held = sum(is_among(card, holding.cards) for _, card in trick.plays)
    return holding.at_least <= held and (holding.at_most is None or held <= holding.at_most)
