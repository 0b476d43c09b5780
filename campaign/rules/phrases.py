"""Cards, counts and conditions as phrases: the parts that ``rules.words`` makes sentences of.

A phrase follows one order: whose, what, with what, when, over what, how many.
"""

from collections.abc import Sequence
from typing import assert_never

from campaign.notation import Suit
from campaign.rules.chapter import (
    AllOf,
    AnyOf,
    Cards,
    Compare,
    Condition,
    Count,
    Double,
    Holding,
    Icon,
    Not,
    Noun,
    Pawn,
    Role,
    Span,
    Take,
)

ROLE_TEXTS = {
    Role.JEKYLL: "Jekyll",
    Role.HYDE: "Hyde",
    Role.LEADING: "the leading character",
    Role.OTHER: "the other character",
    Role.CITY: "the City",
    Role.PLAYERS: "the players",
    Role.ANYONE: "anyone",
}
PAWN_TEXTS = {Pawn.JEKYLL_HYDE: "Jekyll & Hyde", Pawn.SCOTLAND_YARD: "Scotland Yard"}
_ORDINALS = (
    "last", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh",
    "twelfth", "thirteenth",
)  # fmt: skip
_ICON_TEXTS = {Icon.SCOTLAND_YARD: "Scotland Yard icon (1, 2, 3)", Icon.JEKYLL_HYDE: "Jekyll & Hyde icon (8)"}
_SPAN_TEXTS = {Span.TRICK: "in this trick", Span.ROUND: "this round", Span.CHAPTER: "this chapter"}


def joined(words: Sequence[str], last: str = "or") -> str:
    """Return ``a``, ``a or b`` or ``a, b or c``."""
    if len(words) < 2:  # noqa: PLR2004 (one word needs no joining)
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def ordinals(numbers: tuple[int, ...]) -> str:
    """Return tricks or places as words, such as ``first or last``; 0 is the last trick."""
    return joined([_ORDINALS[number] for number in numbers])


def cards_words(cards: Cards, *, many: bool) -> str:
    """Return a choice of cards: ``8s``, ``potions``, ``a Fear 7``, ``cards with the Scotland Yard icon``."""
    text = _bare_cards(cards, many=many)
    return text if many else f"{'an' if text[0] == '8' else 'a'} {text}"


def _bare_cards(cards: Cards, *, many: bool) -> str:
    s = "s" * many
    colours = joined([suit.title for suit in cards.suit if suit is not Suit.POTION])
    kinds = ([f"{colours} card{s}"] if colours else []) + ([f"potion{s}"] if Suit.POTION in cards.suit else [])
    if not cards.value:
        text = joined(kinds) or f"card{s}"
    elif Suit.POTION in cards.suit:
        text = f"{joined(kinds)} with the number {joined([str(value) for value in cards.value])}"
    else:
        text = " ".join(filter(None, [colours, joined([f"{value}{s}" for value in cards.value])]))
    return text if cards.icon is None else f"{text} with the {_ICON_TEXTS[cards.icon]}"


def _holding_words(holding: Holding) -> str:
    low, high = holding.at_least, holding.at_most
    cards = cards_words(holding.cards, many=True)
    if high is None:
        return f"holding {cards_words(holding.cards, many=False)}" if low == 1 else f"holding at least {low} {cards}"
    if low == high:
        return f"holding {f'exactly {low}' if low else 'no'} {_bare_cards(holding.cards, many=low != 1)}"
    return f"holding {f'at most {high}' if low == 0 else f'{low} to {high}'} {cards}"


def count_words(count: Count, span: Span, *, told: Span | None = None) -> str:
    """Return a count as a noun phrase; ``told`` is a span that the sentence has named already."""
    match count.noun:
        case Noun.SPACE:
            return f"the number of the space on which {_pawn(count)} stand{'s' * (count.pawn is Pawn.SCOTLAND_YARD)}"
        case Noun.GAP:
            return "the gap from Scotland Yard to Jekyll & Hyde"
        case Noun.TRICKS_IN_A_ROW if count.take is None:
            return f"the longest run of {counted_words(count, span, told=told)}"
        case Noun.TRICKS_IN_A_ROW:
            return f"{_taken(count)} longest runs of {counted_words(count, span, told=told)}"
        case Noun.TRICKS | Noun.CARDS | Noun.REACTIONS | Noun.STEPS if count.take is None:
            return f"the number of {counted_words(count, span, told=told)}"
        case Noun.TRICKS | Noun.CARDS | Noun.REACTIONS | Noun.STEPS:
            return f"{_taken(count)} counts of {counted_words(count, span, told=told)}"
        case _:
            assert_never(count.noun)


def _taken(count: Count) -> str:
    comparison = "difference between" if count.take is Take.DIFFERENCE else f"{count.take} of"
    return f"the {comparison} the two players'"


def _pawn(count: Count) -> str:
    return PAWN_TEXTS[count.pawn or Pawn.JEKYLL_HYDE]


def counted_words(count: Count, span: Span, *, told: Span | None = None, many: bool = True) -> str:
    """Return the things that a count counts, ``many`` or one: ``cards in tricks lying before Hyde this round``."""
    over = count.over or span
    s = "s" * many
    match count.noun:
        case Noun.STEPS:
            parts = [f"step{s} made by {_pawn(count)}"]
        case Noun.REACTIONS:
            colours = count.cards.suit if count.cards is not None else ()
            of = f" of {joined([suit.title for suit in colours])}" if colours else ""
            parts = [f"reaction{s}{of} that take{'' if many else 's'} effect"]
        case Noun.CARDS:
            parts = _card_parts(count, over, many=many)
        case Noun.TRICKS | Noun.TRICKS_IN_A_ROW:
            parts = _trick_parts(count, many=many)
        case Noun.SPACE | Noun.GAP:
            raise ValueError(f"a {count.noun} is no number of things")
        case _:
            assert_never(count.noun)
    return " ".join([*parts, *_when_words(count, over, told)])


def _card_parts(count: Count, over: Span, *, many: bool) -> list[str]:
    parts = [_bare_cards(count.cards or Cards(), many=many)]
    if count.played_by is not None:
        split = count.take is not None and count.played_by is Role.PLAYERS
        parts.append("played" if split else f"played by {ROLE_TEXTS[count.played_by]}")
    if count.place:
        parts.append(f"as the {ordinals(count.place)} card of a trick")
    if count.held_by is not None:
        parts.append(f"in {'a trick' if over is Span.TRICK else 'tricks'} {_lying_words(count.held_by, count.take)}")
    return parts


def _lying_words(held_by: Role, take: Take | None) -> str:
    """Return before whom tricks lie; where the two players are compared, the phrase has named them."""
    return f"lying before {'them' if take and held_by is Role.PLAYERS else ROLE_TEXTS[held_by]}"


def _trick_parts(count: Count, *, many: bool) -> list[str]:
    parts = [f"trick{'s' * many}"]
    for role, verb in ((count.won_by, "won"), (count.led_by, "led")):
        if role is not None:
            parts.append(verb if count.take and role is Role.PLAYERS else f"{verb} by {ROLE_TEXTS[role]}")
        if verb == "won" and count.won_with is not None:
            parts.append(f"{'' if role else 'won '}with {cards_words(count.won_with, many=False)}")
    if count.held_by is not None:
        parts.append(_lying_words(count.held_by, count.take))
    if count.holding is not None:
        parts.append(_holding_words(count.holding))
    if count.double is not None:
        parts.append(f"(those {_double_words(count.double)} count twice)")
    return parts


def _double_words(double: Double) -> str:
    same = Count(
        noun=Noun.TRICKS,
        won_by=double.won_by,
        held_by=double.held_by,
        led_by=double.led_by,
        won_with=double.won_with,
        holding=double.holding,
    )
    parts = _trick_parts(same, many=True)[1:]
    return " ".join([*parts, *([f"that come {ordinals(double.trick)} in a round"] if double.trick else [])])


def _when_words(count: Count, over: Span, told: Span | None) -> list[str]:
    if count.trick:
        which = ordinals(count.trick)
        if over is Span.TRICK:
            return [f"in this trick if it is the round's {which}"]
        if over is Span.CHAPTER:
            return [f"in the {which} trick of each round"]
        return [f"in the {which} trick{'' if told is Span.ROUND else ' of this round'}"]
    if over is told:
        return []
    if over is Span.CHAPTER and count.noun is Noun.TRICKS_IN_A_ROW:
        return ["in any round of this chapter"]
    return [_SPAN_TEXTS[over]]


def condition_words(condition: Condition, span: Span, *, told: Span | None = None) -> str:
    """Return a condition as a clause: whose, what, with what, when, over what, how many."""
    match condition:
        case Compare():
            return f"{count_words(condition.count, span, told=told)} is {_comparison_words(condition, span, told)}"
        case AllOf(parts):
            return joined([_part_words(part, span, told) for part in parts], "and")
        case AnyOf(parts):
            return joined([_part_words(part, span, told) for part in parts])
        case Not(part):
            return f"it is not so that {_part_words(part, span, told)}"
        case _:
            assert_never(condition)


def _part_words(part: Condition, span: Span, told: Span | None) -> str:
    """Return a part of a condition, in brackets where "and" and "or" would run together."""
    text = condition_words(part, span, told=told)
    return f"({text})" if isinstance(part, AllOf | AnyOf) else text


def _comparison_words(compare: Compare, span: Span, told: Span | None) -> str:
    if compare.more_than is not None:
        return f"more than {count_words(compare.more_than, span, told=told)}"
    low, high = compare.at_least, compare.at_most
    if low is None:
        return f"at most {high}"
    if high is None:
        return f"at least {low}"
    return f"exactly {low}" if low == high else f"from {low} to {high}"
