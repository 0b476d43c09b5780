"""A chapter's rules in words, made from its data alone, so that no text of a file can hide a rule."""

from collections.abc import Sequence
from typing import assert_never

from campaign.notation import COLOURS, Suit
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
    Effect,
    FirstTakes,
    Holding,
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
EFFECT_TEXTS = {
    Effect.TAKE_CITY_TRICK: "a player takes the City's last trick",
    Effect.GIVE_CITY_TRICK: "a player hands the City the trick they won last",
    Effect.REORDER_RANKS: "the players put the ranks in a different order",
    Effect.EXCHANGE_CITY_CARD: "a player draws the City's top card and puts one back",
    Effect.NOTHING: "nothing happens",
}
_ORDINALS = ("last", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
_ICON_TEXTS = {Icon.SCOTLAND_YARD: "Scotland Yard icon (1, 2, 3)", Icon.JEKYLL_HYDE: "Jekyll & Hyde icon (8)"}
_SPAN_TEXTS = {Span.TRICK: "this trick", Span.ROUND: "this round", Span.CHAPTER: "this chapter"}


def joined(words: Sequence[str], last: str = "or") -> str:
    """Return ``a``, ``a or b`` or ``a, b or c``."""
    if len(words) < 2:  # noqa: PLR2004 (one word needs no joining)
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def plural(number: int, word: str) -> str:
    """Return ``1 step`` or ``2 steps``."""
    return f"{number} {word}{'' if number == 1 else 's'}"


def ordinal(number: int) -> str:
    """Return a trick's or place's number as a word; 0 is the last."""
    return _ORDINALS[number] if number < len(_ORDINALS) else f"{number}th"


def cards_words(cards: Cards, *, many: bool) -> str:
    """Return a choice of cards: ``8s``, ``potions``, ``a Fear 7``, ``cards with the Scotland Yard icon``."""
    number = joined([str(value) + "s" * many for value in cards.value])
    suits = joined([suit.title if suit is not Suit.POTION else ("potions" if many else "potion") for suit in cards.suit])
    if cards.value and cards.suit:
        text = f"{suits} {number}"
    elif cards.value:
        text = number
    elif cards.suit:
        text = suits if cards.suit == (Suit.POTION,) else f"{suits} card{'s' * many}"
    else:
        text = f"card{'s' * many}"
    if cards.icon is not None:
        text += f" with the {_ICON_TEXTS[cards.icon]}"
    if many:
        return text
    return f"{'an' if text[0] in '8aeiouAEIOU' else 'a'} {text}"


def _holding_words(holding: Holding) -> str:
    if holding.at_most is None:
        number = f"{holding.at_least} or more"
    elif holding.at_most == holding.at_least:
        number = "no" if holding.at_most == 0 else str(holding.at_most)
    else:
        number = f"{holding.at_least} to {holding.at_most}"
    return f"holding {number} {cards_words(holding.cards, many=True)}"


def _tricks_words(tricks: tuple[int, ...]) -> str:
    return joined([ordinal(trick) for trick in tricks])


def count_words(count: Count, span: Span) -> str:
    """Return a count as a noun phrase: whose, what, with what, when, over what."""
    over = _SPAN_TEXTS[count.over or span]
    match count.noun:
        case Noun.SPACE:
            return f"the space of {PAWN_TEXTS[count.pawn or Pawn.JEKYLL_HYDE]}"
        case Noun.GAP:
            return "the gap from Scotland Yard to Jekyll & Hyde"
        case Noun.STEPS:
            return f"the steps of {PAWN_TEXTS[count.pawn or Pawn.JEKYLL_HYDE]} {over}"
        case Noun.REACTIONS:
            colours = count.cards.suit if count.cards is not None else ()
            of = f" of {joined([suit.title for suit in colours])}" if colours else ""
            return f"the reactions{of} that take effect {_in_tricks(count)}{over}"
        case Noun.TRICKS | Noun.TRICKS_IN_A_ROW | Noun.CARDS:
            return _table_count_words(count, over)
        case _:
            assert_never(count.noun)


def _in_tricks(count: Count) -> str:
    return f"in the {_tricks_words(count.trick)} trick of " if count.trick else ""


def _table_count_words(count: Count, over: str, *, each: bool = False) -> str:
    cards = count.noun is Noun.CARDS
    if cards:
        what = cards_words(count.cards or Cards(), many=not each).removeprefix("a ").removeprefix("an ")
    else:
        what = "tricks" if count.noun is Noun.TRICKS else "tricks in a row"
    parts = [what]
    for role, verb in ((count.won_by, "won by"), (count.led_by, "led by"), (count.played_by, "played by")):
        if role is not None:
            parts.append(f"{verb} {ROLE_TEXTS[role]}")
    if count.held_by is not None:
        parts.append(f"{'in tricks ' if cards else ''}before {ROLE_TEXTS[count.held_by]}")
    if count.won_with is not None:
        parts.append(f"with {cards_words(count.won_with, many=False)}")
    if count.holding is not None:
        parts.append(_holding_words(count.holding))
    if count.place:
        parts.append(f"as {_tricks_words(count.place)} card")
    text = f"{' '.join(parts)} {_in_tricks(count)}{over}"
    match count.take:
        case None:
            return text if each else f"the {text}"
        case Take.DIFFERENCE:
            return f"the difference of the two players' counts of {_split_words(text)}"
        case Take.SMALLER | Take.LARGER:
            return f"the {count.take} of the two players' counts of {_split_words(text)}"
        case _:
            assert_never(count.take)


def _split_words(text: str) -> str:
    """Drop "by the players": the phrase around it has said so."""
    for words in (" won by the players", " led by the players", " played by the players"):
        text = text.replace(words, words.removesuffix(" by the players"), 1)
    return text.replace(" before the players", " before them", 1)


def condition_words(condition: Condition, span: Span) -> str:
    """Return a condition as a clause: whose, what, with what, when, over what, how many."""
    match condition:
        case Compare():
            text = count_words(condition.count, span)
            verb = "is" if _singular(condition.count) else "are"
            return f"{text} {verb} {_comparison_words(condition, span)}"
        case AllOf(parts):
            return joined([condition_words(part, span) for part in parts], "and")
        case AnyOf(parts):
            return joined([condition_words(part, span) for part in parts])
        case Not(part):
            return f"it is not so that {condition_words(part, span)}"
        case _:
            assert_never(condition)


def _singular(count: Count) -> bool:
    return count.take is not None or count.noun in (Noun.SPACE, Noun.GAP)


def _comparison_words(compare: Compare, span: Span) -> str:
    if compare.more_than is not None:
        return f"more than {count_words(compare.more_than, span)}"
    low, high = compare.at_least, compare.at_most
    if low is None:
        return f"at most {high}"
    if high is None:
        return f"at least {low}"
    return f"exactly {low}" if low == high else f"{low} to {high}"


_WHEN_TEXTS = {When.ROUND_START: "Before the deal", When.TRICK_END: "After each trick", When.ROUND_END: "After the round"}
_MOVE_SPANS = {When.TRICK_END: Span.TRICK, When.ROUND_END: Span.ROUND, When.ROUND_START: Span.CHAPTER}


def move_words(move: Move) -> str:
    """Return a pawn move as a sentence."""
    span = _MOVE_SPANS[move.when]
    way = "back" if move.back else "forward"
    if isinstance(move.steps, int):
        steps = f"{plural(move.steps, 'step')} {way}"
    elif move.for_every > 1:
        steps = f"{way} 1 for every {move.for_every} of {count_words(move.steps, span)}"
    elif move.steps.noun is Noun.CARDS and move.steps.take is None:
        steps = f"1 step {way} for each {_table_count_words(move.steps, _SPAN_TEXTS[move.steps.over or span], each=True)}"
    else:
        steps = f"{way} by {count_words(move.steps, span)}"
    condition = f", if {condition_words(move.condition, span)}" if move.condition is not None else ""
    verb = "move" if move.pawn is Pawn.JEKYLL_HYDE else "moves"
    return _sentence(f"{_WHEN_TEXTS[move.when]} {PAWN_TEXTS[move.pawn]} {verb} {steps}{condition}", move.text)


def limit_words(limit: Limit) -> str:
    """Return a limit as a sentence."""
    who = "a player" if limit.who is Role.PLAYERS else ROLE_TEXTS[limit.who]
    verb = "must" if limit.require else "may not"
    when = ""
    if limit.trick:
        when += f" in the {_tricks_words(limit.trick)} trick"
    if limit.place:
        when += f" as {_tricks_words(limit.place)} card"
    if limit.can_follow is not None:
        when += " when able to follow" if limit.can_follow else " when unable to follow"
    after = f" after {limit.after} of them" if limit.after else ""
    condition = f", if {condition_words(limit.condition, Span.ROUND)}" if limit.condition is not None else ""
    cards = cards_words(limit.cards, many=False)
    return _sentence(f"{who[0].upper()}{who[1:]} {verb} play {cards}{when}{after}{condition}", limit.text)


def objective_words(judged_in: JudgedIn, must: Condition) -> str:
    """Return what an objective or achievement asks for, as a sentence without an end."""
    spans = {JudgedIn.EACH_ROUND: "In each round", JudgedIn.SOME_ROUND: "In some round", JudgedIn.CHAPTER: "Over the chapter"}
    span = Span.CHAPTER if judged_in is JudgedIn.CHAPTER else Span.ROUND
    clause = condition_words(must, span)
    return f"{spans[judged_in]} {clause.replace(f' {_SPAN_TEXTS[span]}', '')}"


def _sentence(rule: str, text: str) -> str:
    return f"{rule}. {text}" if text else f"{rule}."


def rules_in_words(chapter: Chapter) -> tuple[str, ...]:
    """Return the rules of a chapter in words, in the order in which a table needs them.

    What all rounds share is said once; what only some rounds have is said with their number.
    """
    lines = list(_setup_words(chapter))
    told = [_round_words(rules) for rules in chapter.rounds]
    shared = [line for line in told[0] if all(line in other for other in told)]
    lines += shared
    for number, own in enumerate(told, 1):
        lines += [f"Round {number}: {line}" for line in own if line not in shared]
    lines += [
        _sentence(f"Objective {one.name}: {objective_words(one.judged_in, one.must)}, or it is a defeat", one.text)
        for one in chapter.objectives
    ]
    lines += _end_words(chapter)
    return tuple(lines)


def _setup_words(chapter: Chapter) -> list[str]:
    yard = "Scotland Yard is not in play"
    if chapter.scotland_yard is not None:
        yard = f"Scotland Yard starts on space {chapter.scotland_yard}"
    rounds = len(chapter.rounds)
    return [
        f"{plural(rounds, 'round')}. Jekyll & Hyde start on space {chapter.jekyll_hyde} and must stand on space "
        f"{chapter.last_position} after the last one. {yard}."
    ]


def _round_words(rules: RoundRules) -> list[str]:
    reserve = 28 - 2 * rules.hand
    lines = [
        f"Each player is dealt {plural(rules.hand, 'card')} and gives {rules.give} to the City; "
        f"{'no card is' if reserve == 0 else f'{reserve} are'} set aside as the Reserve. {plural(rules.tricks, 'trick')}."
    ]
    if rules.must_give is not None:
        lines.append(f"Given to the City first: all {cards_words(rules.must_give, many=True)}.")
    if rules.from_reserve:
        lines.append(f"{plural(rules.from_reserve, 'card')} of the Reserve join the City unseen.")
    orders = {
        CityOrder.HIGHEST_ON_TOP: "The City's deck is not shuffled: highest numbers on top.",
        CityOrder.LOWEST_ON_TOP: "The City's deck is not shuffled: lowest numbers on top.",
    }
    if rules.city_order in orders:
        lines.append(orders[rules.city_order])
    return lines + house_rules(rules) + _entry_words(rules)


def house_rules(rules: RoundRules) -> list[str]:
    """Return what a round changes in the standard game's night and reactions."""
    return _night_words(rules) + _reaction_words(rules)


def _night_words(rules: RoundRules) -> list[str]:
    """Return how the night differs from the standard game."""
    lines: list[str] = []
    leading = {
        Leading.KEPT: "The leading character stays the same from round to round.",
        Leading.JEKYLL: "Jekyll is the leading character.",
        Leading.HYDE: "Hyde is the leading character.",
    }
    if rules.leading in leading:
        lines.append(leading[rules.leading])
    if rules.opens is not Role.CITY:
        lines.append(f"{ROLE_TEXTS[rules.opens].capitalize()} leads the first trick.")
    if rules.after_city is not Role.LEADING:
        lines.append("After the City the other character plays first.")
    if not rules.must_follow:
        lines.append("Nobody has to follow: any card may be played.")
    if isinstance(rules.ranks_start, tuple):
        names = " < ".join(suit.title for suit in rules.ranks_start)
        lines.append(f"The ranks are set from the start: {names}.")
    elif rules.ranks_start is RanksStart.KEPT:
        lines.append("The ranks stay as the round before left them.")
    if rules.first_takes is FirstTakes.HIGHEST:
        lines.append("The first colour to appear is the highest, the second the middle, the third the lowest.")
    return lines


def _reaction_words(rules: RoundRules) -> list[str]:
    """Return how reactions, and the talk about them, differ from the standard game."""
    standard = RoundRules().effects
    lines = [
        f"A reaction of {colour.title}: {EFFECT_TEXTS[rules.effects[colour]]}."
        for colour in COLOURS
        if rules.effects[colour] is not standard[colour]
    ]
    if rules.resolver is not Resolver.CHOSEN:
        who = ROLE_TEXTS[Role(rules.resolver)]
        lines.append(f"Only {who} resolves reactions.")
    if rules.reactions_cap is not None:
        lines.append(f"At most {plural(rules.reactions_cap, 'reaction')} a round take effect; the rest are cancelled.")
    talk = [
        name
        for name, now, usual in (
            ("before the deal", rules.talk_before_deal, True),
            ("over the gifts", rules.talk_gifts, False),
            ("during the night", rules.talk_night, False),
            ("while a reaction is resolved", rules.talk_reaction, True),
        )
        if now != usual and now
    ]
    quiet = [
        name
        for name, now in (
            ("before the deal", rules.talk_before_deal),
            ("while a reaction is resolved", rules.talk_reaction),
        )
        if not now
    ]
    if talk:
        lines.append(f"The players may also talk {joined(talk, 'and')}.")
    if quiet:
        lines.append(f"The players may not talk {joined(quiet)}.")
    return lines


def _entry_words(rules: RoundRules) -> list[str]:
    lines = [limit_words(limit) for limit in rules.limits]
    lines += [move_words(move) for move in rules.moves]
    return lines + [
        _sentence(f"Objective {one.name}: {objective_words(one.judged_in, one.must)}, or it is a defeat", one.text)
        for one in rules.objectives
    ]


def _end_words(chapter: Chapter) -> list[str]:
    past = {
        PastTheEnd.DEFEAT: f"A step past space {chapter.last_position} is a defeat at once.",
        PastTheEnd.SCOTLAND_YARD: f"Each step past space {chapter.last_position} moves Scotland Yard one step towards them instead.",
        PastTheEnd.STOP: f"Steps past space {chapter.last_position} are lost.",
    }
    lines = [past[chapter.past_the_end]]
    if chapter.scotland_yard is not None:
        lines.append("If Scotland Yard reaches or passes Jekyll & Hyde, it is a defeat at once.")
    return lines


def achievement_words(chapter: Chapter) -> str | None:
    """Return what the achievement asks for: its rule from the data, then its own text."""
    if chapter.achievement is None:
        return None
    return _sentence(objective_words(chapter.achievement.judged_in, chapter.achievement.must), chapter.achievement.text)
