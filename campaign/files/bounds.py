"""How far a count can go, and so what a condition can come to, before a card is played (chapter format, section 5)."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import assert_never

from campaign.cards import DECK, JEKYLL_HYDE_ICONS, SCOTLAND_YARD_ICONS, SUIT_MASKS
from campaign.files.places_in_toml import KeyPath
from campaign.notation import Card
from campaign.rules.chapter import (
    LAST_TRICK,
    AllOf,
    AnyOf,
    Cards,
    Chapter,
    Compare,
    Condition,
    Count,
    Effect,
    Holding,
    Icon,
    Move,
    Not,
    Noun,
    Pawn,
    Role,
    RoundRules,
    Span,
    Take,
    When,
)

SEATS_OF_ROLE = {Role.PLAYERS: 2, Role.ANYONE: 3}
_ICON_MASKS = {Icon.SCOTLAND_YARD: SCOTLAND_YARD_ICONS, Icon.JEKYLL_HYDE: JEKYLL_HYDE_ICONS}
_POTIONS = 4
_COLOUR_CARDS = 8
_MOST_STEPS = 99
"""The bound on what hangs on pawns while their own moves are still being bounded."""


class Outcome(Enum):
    """What is known of a condition before a card is played."""

    MET = "met"
    FAILED = "failed"
    OPEN = "open"


@dataclass(frozen=True, slots=True)
class Range:
    """The least and the most that a count can come to."""

    low: int
    high: int


@dataclass(frozen=True, slots=True)
class Moment:
    """When a condition or count is read: in which round (from 1), over what unless it says, before or after it.

    ``midway`` is again and again while the round lasts, as a limit and a move after each trick do.
    """

    round: int
    span: Span
    at_start: bool = False
    midway: bool = False

    def over(self, count: Count) -> Span:
        """Return the span of a count."""
        return count.over or self.span


MOVE_SPANS = {When.ROUND_START: Span.CHAPTER, When.TRICK_END: Span.TRICK, When.ROUND_END: Span.ROUND}
"""What the counts of a move run over unless they say."""


def move_moment(move: Move, number: int) -> Moment:
    """Return when a move of one round reads its counts."""
    at_start, midway = move.when is When.ROUND_START, move.when is When.TRICK_END
    return Moment(number, MOVE_SPANS[move.when], at_start=at_start, midway=midway)


def mask_of(cards: Cards | None) -> int:
    """Return the cards of the deck that a choice of cards fits."""
    if cards is None:
        return DECK
    mask = DECK
    if cards.suit:
        mask &= sum(SUIT_MASKS[suit] for suit in set(cards.suit))
    if cards.value:
        mask &= sum(1 << index for index in range(28) if Card(index).value in cards.value)
    if cards.icon is not None:
        mask &= _ICON_MASKS[cards.icon]
    return mask


def tricks_named(tricks: tuple[int, ...], rules: RoundRules) -> int:
    """Return how many tricks of a round are among those named; none named: all."""
    if not tricks:
        return max(0, rules.tricks)
    named = {rules.tricks if trick == LAST_TRICK else trick for trick in tricks}
    return sum(1 <= trick <= rules.tricks for trick in named)


class Opening:
    """The bounds of a chapter's counts as it begins."""

    def __init__(self, chapter: Chapter) -> None:
        self.chapter = chapter
        self.reach = [chapter.last_position] * len(chapter.rounds)
        """The furthest space that Jekyll & Hyde can stand on after each round, were the track long enough."""
        self._bounds_pawns = False
        space, reach = chapter.jekyll_hyde, []
        for number, rules in enumerate(chapter.rounds, start=1):
            space += sum(self._most_forward(move, number, rules) for move in rules.moves)
            reach.append(space)
        self.reach, self._bounds_pawns = reach, True

    def _most_forward(self, move: Move, number: int, rules: RoundRules) -> int:
        if move.pawn is not Pawn.JEKYLL_HYDE or move.back:
            return 0
        moment = move_moment(move, number)
        if move.condition is not None and self.outcome(move.condition, moment) is Outcome.FAILED:
            return 0
        times = rules.tricks if move.when is When.TRICK_END else 1
        return times * self.most_steps(move, moment)

    def most_steps(self, move: Move, moment: Moment) -> int:
        """Return the most steps that a move can ask for at once."""
        if isinstance(move.steps, int):
            return move.steps
        return self.range(move.steps, moment).high // move.for_every

    def range(self, count: Count, moment: Moment) -> Range:
        """Return the least and the most that a count can come to."""
        match count.noun:
            case Noun.SPACE | Noun.GAP:
                return self._pawn_range(count, moment)
            case Noun.STEPS:
                return Range(0, _MOST_STEPS)
            case Noun.TRICKS | Noun.TRICKS_IN_A_ROW | Noun.CARDS | Noun.REACTIONS:
                pass
            case _:
                assert_never(count.noun)
        ranges = [_round_range(count, rules) for rules in self._rounds(count, moment)]
        if moment.midway and ranges:
            # Of the round that still lasts nothing is sure to have come yet.
            ranges[-1] = Range(0, ranges[-1].high)
        if moment.over(count) is Span.TRICK:
            most = _most_in_a_trick(count)
            return Range(0, max((min(most, part.high) for part in ranges), default=0))
        if count.noun is Noun.TRICKS_IN_A_ROW:
            return Range(max((part.low for part in ranges), default=0), max((part.high for part in ranges), default=0))
        return Range(sum(part.low for part in ranges), sum(part.high for part in ranges))

    def _rounds(self, count: Count, moment: Moment) -> tuple[RoundRules, ...]:
        first = 0 if moment.over(count) is Span.CHAPTER else moment.round - 1
        return self.chapter.rounds[first : moment.round - moment.at_start]

    def _pawn_range(self, count: Count, moment: Moment) -> Range:
        last = self.chapter.last_position
        reach = min(self.reach[moment.round - 1], last) if self._bounds_pawns else _MOST_STEPS
        if count.noun is Noun.GAP:
            return Range(-last, reach)
        return Range(0, reach if count.pawn is Pawn.JEKYLL_HYDE else last)

    def outcome(self, condition: Condition, moment: Moment) -> Outcome:
        """Return what is known of a condition."""
        match condition:
            case Compare():
                return self._compare(condition, moment)
            case AllOf(parts):
                return _joined({self.outcome(part, moment) for part in parts}, Outcome.FAILED, Outcome.MET)
            case AnyOf(parts):
                return _joined({self.outcome(part, moment) for part in parts}, Outcome.MET, Outcome.FAILED)
            case Not(part):
                turned = {Outcome.MET: Outcome.FAILED, Outcome.FAILED: Outcome.MET, Outcome.OPEN: Outcome.OPEN}
                return turned[self.outcome(part, moment)]
            case _:
                assert_never(condition)

    def _compare(self, condition: Compare, moment: Moment) -> Outcome:
        counted = self.range(condition.count, moment)
        if condition.more_than is not None:
            other = self.range(condition.more_than, moment)
            parts = {_outcome(met=counted.low > other.high, failed=counted.high <= other.low)}
        else:
            least, most = condition.at_least, condition.at_most
            parts = set()
            if least is not None:
                parts.add(_outcome(met=counted.low >= least, failed=counted.high < least))
            if most is not None:
                parts.add(_outcome(met=counted.high <= most, failed=counted.low > most))
        return _joined(parts, Outcome.FAILED, Outcome.MET)


def _outcome(*, met: bool, failed: bool) -> Outcome:
    return Outcome.MET if met else Outcome.FAILED if failed else Outcome.OPEN


def _joined(parts: set[Outcome], one: Outcome, every: Outcome) -> Outcome:
    """Return ``one`` if a part is that, ``every`` if all are that, else open."""
    if one in parts:
        return one
    return every if parts == {every} else Outcome.OPEN


def leaves(condition: Condition, keys: KeyPath) -> Iterator[tuple[KeyPath, Compare]]:
    """Yield the single comparisons of a condition, each with its key path."""
    match condition:
        case Compare():
            yield keys, condition
        case AllOf(parts) | AnyOf(parts):
            word = "all" if isinstance(condition, AllOf) else "any"
            for place, part in enumerate(parts):
                yield from leaves(part, (*keys, word, place))
        case Not(part):
            yield from leaves(part, (*keys, "not"))
        case _:
            assert_never(condition)


def _round_range(count: Count, rules: RoundRules) -> Range:
    tricks = tricks_named(count.trick, rules)
    if count.noun is Noun.CARDS:
        return _cards_range(count, tricks)
    if count.noun is Noun.REACTIONS:
        return Range(0, _most_reactions(count, rules, tricks))
    return _tricks_range(count, tricks)


def _tricks_range(count: Count, tricks: int) -> Range:
    seats = {count.won_by, count.held_by, count.led_by} - {None}
    high = tricks
    if count.won_with is not None:
        high = min(high, mask_of(count.won_with).bit_count())
    if count.holding is not None:
        high = min(high, _most_holding(count.holding, tricks))
    if count.take is Take.SMALLER and count.noun is Noun.TRICKS:
        high = high // 2 if seats == {Role.PLAYERS} else high
    elif count.take is Take.SMALLER:
        high = tricks // 2
    narrowed = count.won_with or count.holding or count.double or count.take
    low = high if seats == {Role.ANYONE} and not narrowed else 0
    return Range(low, high * 2 if count.double else high)


def _most_holding(holding: Holding, tricks: int) -> int:
    fitting = mask_of(holding.cards).bit_count()
    if holding.at_least > 3:  # noqa: PLR2004 - a trick has three cards
        return 0
    return min(tricks, fitting // holding.at_least) if holding.at_least else tricks


def _cards_range(count: Count, tricks: int) -> Range:
    fitting = mask_of(count.cards).bit_count()
    in_a_trick = _most_in_a_trick(count)
    high = min(fitting, in_a_trick * tricks)
    split = count.take is not None
    if split and count.held_by is Role.PLAYERS and count.take is Take.SMALLER:
        high //= 2
    elif split and count.played_by is Role.PLAYERS:
        high = min(fitting, tricks)
        if count.take is Take.SMALLER:
            high = min(high, fitting // 2)
    everybody = {count.held_by, count.played_by} <= {None, Role.ANYONE}
    low = max(0, in_a_trick * tricks - (DECK.bit_count() - fitting)) if everybody else 0
    return Range(low, high)


def _most_in_a_trick(count: Count) -> int:
    """Return how many cards, tricks or reactions one trick can add."""
    if count.noun is not Noun.CARDS:
        return 2 if count.double else 1
    seats = SEATS_OF_ROLE.get(count.played_by, 1) if count.played_by else 3
    return min(seats, len(set(count.place)) or 3)


def _most_reactions(count: Count, rules: RoundRules, tricks: int) -> int:
    colours = set(count.cards.suit) if count.cards else {0, 1, 2}
    acting = sum(rules.effects[colour] is not Effect.NOTHING for colour in colours)
    most = min(tricks, _POTIONS, acting * _COLOUR_CARDS)
    return most if rules.reactions_cap is None else min(most, rules.reactions_cap)
