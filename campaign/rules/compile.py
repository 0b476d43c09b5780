"""From a :class:`Chapter` to the small ints that the core plays by."""

from dataclasses import dataclass, fields, replace

from campaign.cards import CITY, HYDE, JEKYLL
from campaign.notation import COLOURS, RANK_TEXTS, Card, Suit, mask_of_cards
from campaign.rules import table as ints
from campaign.rules.chapter import (
    LAST_TRICK,
    AllOf,
    AnyOf,
    Cards,
    Chapter,
    CityOrder,
    Compare,
    Condition,
    Count,
    Double,
    Effect,
    FirstTakes,
    Icon,
    JudgedIn,
    Leading,
    Limit,
    Move,
    Not,
    Noun,
    PastTheEnd,
    Pawn,
    RanksStart,
    Resolver,
    Role,
    RoundRules,
    Span,
    Take,
    When,
)
from campaign.rules.tricks import NEXT_RANKS_HIGHEST, NEXT_RANKS_LOWEST

ALL_CARDS = tuple(map(Card, range(28)))
_NOUNS = {
    Noun.TRICKS: ints.TRICKS,
    Noun.TRICKS_IN_A_ROW: ints.RUN,
    Noun.CARDS: ints.CARDS,
    Noun.REACTIONS: ints.REACTIONS,
    Noun.STEPS: ints.STEPS,
    Noun.SPACE: ints.SPACE,
    Noun.GAP: ints.GAP,
}
_TAKES = {Take.SMALLER: ints.TAKE_SMALLER, Take.LARGER: ints.TAKE_LARGER, Take.DIFFERENCE: ints.TAKE_DIFFERENCE}
_SPANS = {Span.TRICK: ints.OVER_TRICK, Span.ROUND: ints.OVER_ROUND, Span.CHAPTER: ints.OVER_CHAPTER}
_PAWNS = {Pawn.JEKYLL_HYDE: ints.JEKYLL_HYDE, Pawn.SCOTLAND_YARD: ints.SCOTLAND_YARD}
_EFFECTS = {
    Effect.NOTHING: ints.NOTHING,
    Effect.TAKE_CITY_TRICK: ints.TAKE_CITY_TRICK,
    Effect.REORDER_RANKS: ints.REORDER_RANKS,
    Effect.EXCHANGE_CITY_CARD: ints.EXCHANGE_CITY_CARD,
    Effect.GIVE_CITY_TRICK: ints.GIVE_CITY_TRICK,
}
_PAST = {
    PastTheEnd.DEFEAT: ints.PAST_DEFEAT,
    PastTheEnd.SCOTLAND_YARD: ints.PAST_SCOTLAND_YARD,
    PastTheEnd.STOP: ints.PAST_STOP,
}
_LEADING = {
    Leading.FLIPPED: ints.FLIPPED,
    Leading.KEPT: ints.KEPT,
    Leading.JEKYLL: ints.ALWAYS_JEKYLL,
    Leading.HYDE: ints.ALWAYS_HYDE,
}
_ORDERS = {
    CityOrder.SHUFFLED: ints.SHUFFLED,
    CityOrder.HIGHEST_ON_TOP: ints.HIGHEST_ON_TOP,
    CityOrder.LOWEST_ON_TOP: ints.LOWEST_ON_TOP,
}
_JUDGED = {
    JudgedIn.EACH_ROUND: ints.EACH_ROUND,
    JudgedIn.SOME_ROUND: ints.SOME_ROUND,
    JudgedIn.CHAPTER: ints.WHOLE_CHAPTER,
}


def fits(card: Card, cards: Cards) -> bool:
    """Return whether a card is one of a choice of cards."""
    if cards.suit and card.suit not in cards.suit:
        return False
    if cards.value and card.value not in cards.value:
        return False
    if cards.icon is None:
        return True
    if card.suit is Suit.POTION:
        return False
    return card.value <= 3 if cards.icon is Icon.SCOTLAND_YARD else card.value == 8  # noqa: PLR2004 (rule C2)


def cards_mask(cards: Cards | None) -> int:
    """Return the mask of a choice of cards, all of them for None."""
    return mask_of_cards(card for card in ALL_CARDS if cards is None or fits(card, cards))


@dataclass(slots=True)
class _Round:
    """What the compilation of one table needs to know: the round's rules and its seats."""

    rules: RoundRules
    leading: int
    numbers: dict[Count, int]
    """The row number of each count over the chapter, the same in every round."""
    limit: bool = False
    """Whether conditions of a limit are compiled: their trick is the one being played."""

    def seat(self, role: Role) -> int:
        """Return the one seat of a role that names one."""
        match role:
            case Role.JEKYLL:
                return JEKYLL
            case Role.HYDE:
                return HYDE
            case Role.CITY:
                return CITY
            case Role.LEADING:
                return self.leading
            case Role.OTHER:
                return HYDE - self.leading
            case Role.PLAYERS | Role.ANYONE:
                raise ValueError(f"{role} is more than one seat")

    def seats(self, role: Role | None) -> int:
        """Return a role as a set of seats."""
        if role is Role.PLAYERS:
            return ints.PLAYER_SEATS
        if role is None or role is Role.ANYONE:
            return ints.ALL_SEATS
        return 1 << self.seat(role)

    def tricks(self, tricks: tuple[int, ...]) -> int:
        """Return a list of tricks as bits; the last is the round's own."""
        if not tricks:
            return ints.ALL_TRICKS
        mask = 0
        for trick in tricks:
            mask |= 1 << (self.rules.tricks if trick == LAST_TRICK else trick) - 1
        return mask


def _row(count: Count, over: Span, here: _Round) -> ints.Row:
    row = ints.Row()
    row.noun = _NOUNS[count.noun]
    row.winner = here.seats(count.won_by)
    row.holder = here.seats(count.held_by)
    row.leader = here.seats(count.led_by)
    row.player = here.seats(count.played_by)
    row.cards = cards_mask(count.cards)
    row.won_with = cards_mask(count.won_with)
    if count.holding is not None:
        row.holding = cards_mask(count.holding.cards)
        row.holding_least = count.holding.at_least
        row.holding_most = 3 if count.holding.at_most is None else count.holding.at_most
    row.tricks = here.tricks(count.trick)
    if count.place:
        row.places = sum(1 << place - 1 for place in count.place)
    if count.pawn is not None:
        row.pawn = _PAWNS[count.pawn]
    if count.double is not None:
        row.double = _row(_as_count(count.double), Span.ROUND, here)
    narrowing = {f.name for f in fields(count) if getattr(count, f.name) not in (None, ())} - {
        "noun",
        "held_by",
        "take",
        "over",
    }
    if over is not Span.TRICK and count.held_by not in (None, Role.ANYONE, Role.CITY):
        if count.noun is Noun.TRICKS and not narrowing:
            row.noun = ints.HELD_TRICKS
        if count.noun is Noun.CARDS and not narrowing - {"cards"}:
            row.noun = ints.HELD_CARDS
    if over is not Span.TRICK and count.noun is Noun.REACTIONS and not count.trick:
        row.noun = ints.ALL_REACTIONS
    if over is Span.CHAPTER and count.noun not in (Noun.SPACE, Noun.GAP):
        row.index = here.numbers.setdefault(replace(count, over=None, take=None), len(here.numbers))
    return row


def _as_count(double: Double) -> Count:
    """Return the tricks that count twice as a count of their own."""
    return Count(
        noun=Noun.TRICKS,
        won_by=double.won_by,
        held_by=double.held_by or Role.ANYONE,
        led_by=double.led_by,
        won_with=double.won_with,
        holding=double.holding,
        trick=double.trick,
    )


def _tally(count: Count, default: Span, here: _Round) -> ints.Tally:
    over = count.over or default
    ints_over = ints.OVER_TABLE if here.limit and over is Span.TRICK else _SPANS[over]
    if count.take is None:
        row = _row(count, over, here)
        return ints.Tally(row, row, ints.TAKE_NOTHING, ints_over)
    jekyll, hyde = (_row(_own(count, role), over, here) for role in (Role.JEKYLL, Role.HYDE))
    return ints.Tally(jekyll, hyde, _TAKES[count.take], ints_over)


def _own(count: Count, role: Role) -> Count:
    """Return the count of one player alone, in place of the "players" that ``take`` splits."""
    if count.held_by is Role.PLAYERS:
        return replace(count, held_by=role)
    if count.won_by is Role.PLAYERS:
        return replace(count, won_by=role)
    if count.led_by is Role.PLAYERS:
        return replace(count, led_by=role)
    return replace(count, played_by=role)


def _goal(condition: Condition, default: Span, here: _Round) -> ints.Goal:
    match condition:
        case Compare():
            goal = ints.Goal(ints.COMPARE, _tally(condition.count, default, here), [])
            if condition.at_least is not None:
                goal.least = condition.at_least
            elif condition.more_than is not None:
                goal.more = _tally(condition.more_than, default, here)
            if condition.count.noun is Noun.GAP and condition.at_least is None:
                goal.least = -ints.NO_BOUND
            if condition.at_most is not None:
                goal.most = condition.at_most
            return goal
        case AllOf(parts):
            return ints.Goal(ints.ALL_OF, None, [_goal(part, default, here) for part in parts])
        case AnyOf(parts):
            return ints.Goal(ints.ANY_OF, None, [_goal(part, default, here) for part in parts])
        case Not(part):
            return ints.Goal(ints.NOT, None, [_goal(part, default, here)])


_MOVE_SPANS = {When.TRICK_END: Span.TRICK, When.ROUND_END: Span.ROUND, When.ROUND_START: Span.CHAPTER}


def _move(move: Move, here: _Round) -> ints.PawnMove:
    span = _MOVE_SPANS[move.when]
    condition = None if move.condition is None else _goal(move.condition, span, here)
    if isinstance(move.steps, int):
        return ints.PawnMove(_PAWNS[move.pawn], move.back, move.steps, None, condition)
    compiled = ints.PawnMove(_PAWNS[move.pawn], move.back, 0, _tally(move.steps, span, here), condition)
    compiled.for_every = move.for_every
    return compiled


def _table(chapter: Chapter, rules: RoundRules, leading: int, numbers: dict[Count, int]) -> ints.Table:
    here = _Round(rules, leading, numbers)
    table = ints.Table()
    table.hand = rules.hand
    table.give = rules.give
    table.passes = rules.passes
    table.limits = [_limit(limit, here) for limit in rules.limits]
    table.tricks = rules.tricks
    table.must_give = 0 if rules.must_give is None else cards_mask(rules.must_give)
    table.from_reserve = rules.from_reserve
    table.city_order = _ORDERS[rules.city_order]
    table.ranks_start = _ranks_start(rules)
    table.next_ranks = NEXT_RANKS_HIGHEST if rules.first_takes is FirstTakes.HIGHEST else NEXT_RANKS_LOWEST
    table.opener = here.seat(rules.opens)
    table.after_city = here.seat(rules.after_city)
    table.must_follow = rules.must_follow
    table.open_hands = 0 if rules.hands_face_up is None else here.seats(rules.hands_face_up)
    table.city_open = rules.city_face_up
    table.reserve_open = rules.reserve_face_up
    table.talk_reaction = rules.talk_reaction
    table.effects = tuple(_EFFECTS[rules.effects[colour]] for colour in COLOURS)
    table.resolver = ints.CHOSEN if rules.resolver is Resolver.CHOSEN else here.seat(Role(rules.resolver))
    if rules.reactions_cap is not None:
        table.reactions_cap = rules.reactions_cap
    for moves, when in (
        (table.round_start, When.ROUND_START),
        (table.trick_end, When.TRICK_END),
        (table.round_end, When.ROUND_END),
    ):
        moves.extend(_move(move, here) for move in moves_of(rules, when))
    table.objectives = [_goal(objective.must, Span.ROUND, here) for objective in rules.objectives]
    for judged_in, must in _spans(chapter):
        table.spans.append(_goal(must, Span.CHAPTER if judged_in is JudgedIn.CHAPTER else Span.ROUND, here))
    table.chapter_rows = [_row(count, Span.CHAPTER, here) for count in list(numbers)]
    return table


def _limit(limit: Limit, here: _Round) -> ints.PlayLimit:
    within = replace(here, limit=True)
    condition = None if limit.condition is None else _goal(limit.condition, Span.ROUND, within)
    compiled = ints.PlayLimit(cards_mask(limit.cards), limit.require, condition)
    compiled.who = here.seats(limit.who)
    compiled.tricks = here.tricks(limit.trick)
    if limit.place:
        compiled.places = sum(1 << place - 1 for place in limit.place)
    if limit.can_follow is not None:
        compiled.can_follow = 1 if limit.can_follow else 0
    compiled.after = limit.after
    return compiled


def _ranks_start(rules: RoundRules) -> int:
    if rules.ranks_start is RanksStart.NONE:
        return 0
    if rules.ranks_start is RanksStart.KEPT:
        return ints.RANKS_KEPT
    return RANK_TEXTS.index("".join(suit.letter for suit in rules.ranks_start))


def _spans(chapter: Chapter) -> list[tuple[JudgedIn, Condition]]:
    spans = [(objective.judged_in, objective.must) for objective in chapter.objectives]
    if chapter.achievement is not None:
        spans.append((chapter.achievement.judged_in, chapter.achievement.must))
    return spans


def moves_of(rules: RoundRules, when: When) -> tuple[Move, ...]:
    """Return a round's moves of one time, in their order."""
    return tuple(sorted((move for move in rules.moves if move.when is when), key=lambda move: move.order))


def compile_chapter(chapter: Chapter) -> ints.Plan:
    """Return the tables of a chapter. Every count over the chapter has the same row number in every round."""
    plan = ints.Plan()
    plan.rounds = len(chapter.rounds)
    plan.jekyll_hyde = chapter.jekyll_hyde
    plan.yard_in_play = chapter.scotland_yard is not None
    plan.scotland_yard = chapter.scotland_yard or 0
    plan.last_position = chapter.last_position
    plan.past_the_end = _PAST[chapter.past_the_end]
    plan.leading = [_LEADING[rules.leading] for rules in chapter.rounds]
    plan.judged_in = [_JUDGED[judged_in] for judged_in, _ in _spans(chapter)]
    plan.achievement = chapter.achievement is not None
    numbers: dict[Count, int] = {}
    for rules in chapter.rounds:
        _table(chapter, rules, JEKYLL, numbers)  # a first time, to number what any round counts over the chapter
    for leading, tables in ((JEKYLL, plan.by_jekyll), (HYDE, plan.by_hyde)):
        tables.extend(_table(chapter, rules, leading, numbers) for rules in chapter.rounds)
    plan.chapter_rows = len(numbers)
    return plan
