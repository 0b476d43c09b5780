"""A chapter's rules in words, made from its data alone, so that no text of a file can hide a rule."""

from campaign.notation import COLOURS, plural
from campaign.rules.chapter import (
    Chapter,
    CityOrder,
    Condition,
    Effect,
    FirstTakes,
    JudgedIn,
    Leading,
    Limit,
    Move,
    Noun,
    Objective,
    PastTheEnd,
    Pawn,
    RanksStart,
    Resolver,
    Role,
    RoundRules,
    Span,
    When,
)
from campaign.rules.compile import cards_mask
from campaign.rules.phrases import (
    PAWN_TEXTS,
    ROLE_TEXTS,
    cards_words,
    condition_words,
    count_words,
    counted_words,
    joined,
    ordinals,
)

__all__ = [
    "EFFECT_TEXTS",
    "PAWN_TEXTS",
    "ROLE_TEXTS",
    "achievement_words",
    "house_rules",
    "joined",
    "limit_clause",
    "limit_words",
    "move_words",
    "objective_words",
    "rules_in_words",
]

EFFECT_TEXTS = {
    Effect.TAKE_CITY_TRICK: "a player takes the City's last trick",
    Effect.GIVE_CITY_TRICK: "a player hands the City the trick they won last",
    Effect.REORDER_RANKS: "the players put the ranks in a different order",
    Effect.EXCHANGE_CITY_CARD: "a player draws the City's top card and puts one back",
    Effect.NOTHING: "nothing happens",
}

_WHEN_TEXTS = {
    When.ROUND_START: "Before the deal",
    When.TRICK_END: "After each trick",
    When.ROUND_END: "After the round",
}
_MOVE_SPANS = {When.TRICK_END: Span.TRICK, When.ROUND_END: Span.ROUND, When.ROUND_START: Span.CHAPTER}
_THINGS = (Noun.TRICKS, Noun.CARDS, Noun.REACTIONS, Noun.STEPS)
"""What can be counted one by one, so that a move can go "for each" of them."""


def move_words(move: Move) -> str:
    """Return a pawn move as a sentence."""
    span = _MOVE_SPANS[move.when]
    way = "back" if move.back else "forward"
    condition = f", if {condition_words(move.condition, span)}" if move.condition is not None else ""
    verb = "move" if move.pawn is Pawn.JEKYLL_HYDE else "moves"
    pawn = PAWN_TEXTS[move.pawn]
    return _sentence(f"{_WHEN_TEXTS[move.when]} {pawn} {verb} {_steps_words(move, way, span)}{condition}", move.text)


def _steps_words(move: Move, way: str, span: Span) -> str:
    steps = move.steps
    if isinstance(steps, int):
        return f"{plural(steps, 'step')} {way}"
    one_by_one = steps.noun in _THINGS and steps.take is None
    if move.for_every > 1:
        what = counted_words(steps, span) if one_by_one else f"in {count_words(steps, span)}"
        return f"1 step {way} for every {move.for_every} {what}"
    if one_by_one:
        return f"1 step {way} for each {counted_words(steps, span, many=False)}"
    return f"{way} by {count_words(steps, span)}"


def limit_clause(limit: Limit) -> str:
    """Return a limit as a clause: ``the leading character may not lead a trick with a potion``."""
    who = "a player" if limit.who is Role.PLAYERS else ROLE_TEXTS[limit.who]
    verb = "must" if limit.require else "may not"
    cards = cards_words(limit.cards, many=False)
    trick = f"the {ordinals(limit.trick)} trick" if limit.trick else "a trick"
    if limit.place == (1,):
        what = f"lead {trick} with {cards}"
    else:
        place = f" as the {ordinals(limit.place)} card of {trick}" if limit.place else ""
        what = f"play {cards}{place or (f' in {trick}' if limit.trick else '')}"
    able = " if able" if limit.require else ""
    follow = "" if limit.can_follow is None else f" when {'able' if limit.can_follow else 'unable'} to follow"
    after = f" once they have played {limit.after} of those this round" if limit.after else ""
    condition = f", if {condition_words(limit.condition, Span.ROUND)}" if limit.condition is not None else ""
    return f"{who} {verb} {what}{able}{follow}{after}{condition}"


def limit_words(limit: Limit) -> str:
    """Return a limit as a sentence."""
    clause = limit_clause(limit)
    return _sentence(f"{clause[0].upper()}{clause[1:]}", limit.text)


_JUDGED_TEXTS = {
    JudgedIn.EACH_ROUND: "In each round",
    JudgedIn.SOME_ROUND: "In some round",
    JudgedIn.CHAPTER: "Over the chapter",
}


def objective_words(judged_in: JudgedIn, must: Condition, *, where: str | None = None) -> str:
    """Return what an objective or achievement asks for, as a sentence without an end; ``where`` names its round."""
    span = Span.CHAPTER if judged_in is JudgedIn.CHAPTER else Span.ROUND
    return f"{where or _JUDGED_TEXTS[judged_in]} {condition_words(must, span, told=span)}"


def _objective_sentence(one: Objective, where: str | None = None) -> str:
    rule = f"Objective {one.name}, or it is a defeat: {objective_words(one.judged_in, one.must, where=where)}"
    return _sentence(rule, one.text)


def _sentence(rule: str, text: str) -> str:
    return f"{rule}. {text}" if text else f"{rule}."


def rules_in_words(chapter: Chapter) -> tuple[str, ...]:
    """Return the rules of a chapter in words, in the order in which a table needs them.

    What all rounds share is said once; what only some rounds have is said with their number.
    """
    told = [_round_words(rules) for rules in chapter.rounds]
    shared = [line for line in told[0] if all(line in other for other in told)]
    aims = [_objective_sentence(one) for one in chapter.rounds[0].objectives if _in_all_rounds(one, chapter)]
    own: list[str] = []
    for number, rules in enumerate(chapter.rounds, 1):
        single = [one for one in rules.objectives if not _in_all_rounds(one, chapter)]
        lines = [line for line in told[number - 1] if line not in shared]
        lines += [_objective_sentence(one, where="In this round") for one in single]
        own += [f"Round {number}: {line}" for line in lines]
    aims += [_objective_sentence(one) for one in chapter.objectives]
    return (_setup_words(chapter), *shared, *own, *aims, *_end_words(chapter))


def _in_all_rounds(one: Objective, chapter: Chapter) -> bool:
    return all(one in rules.objectives for rules in chapter.rounds)


def _setup_words(chapter: Chapter) -> str:
    yard = "Scotland Yard is not in play"
    if chapter.scotland_yard is not None:
        yard = f"Scotland Yard starts on space {chapter.scotland_yard}"
    rounds = len(chapter.rounds)
    return (
        f"{plural(rounds, 'round')}. Jekyll & Hyde start on space {chapter.jekyll_hyde} and must stand on space "
        f"{chapter.last_position} after {'it' if rounds == 1 else 'the last one'}. {yard}."
    )


def _round_words(rules: RoundRules) -> list[str]:
    reserve = 28 - 2 * rules.hand
    gives = f"gives {rules.give} to the City" if rules.give else "gives none to the City"
    aside = f"the other {reserve} are the Reserve" if reserve else "there is no Reserve"
    dealt = f"Each player is dealt {plural(rules.hand, 'card')} and {gives}; {aside}"
    lines = [f"{dealt}. {plural(rules.tricks, 'trick')}."]
    if rules.must_give is not None:
        many = cards_mask(rules.must_give).bit_count() > rules.give
        only = f"; whoever holds more than {rules.give} gives only such" if many else ""
        lines.append(f"Each player must give all {cards_words(rules.must_give, many=True)} they hold{only}.")
    if rules.passes:
        passed = plural(rules.passes, "card")
        lines.append(f"After the gifts each player passes {passed} to the other, both choosing before either sees.")
    if rules.from_reserve:
        joins = "joins" if rules.from_reserve == 1 else "join"
        lines.append(f"{plural(rules.from_reserve, 'card')} of the Reserve {joins} the City unseen.")
    return lines + house_rules(rules) + _talk_words(rules) + _entry_words(rules)


def house_rules(rules: RoundRules) -> list[str]:
    """Return what a round changes in the standard game's night and reactions."""
    return _table_words(rules) + _night_words(rules) + _reaction_words(rules)


def _table_words(rules: RoundRules) -> list[str]:
    """Return how the City's deck and what lies face up differ from the standard game."""
    orders = {
        CityOrder.HIGHEST_ON_TOP: "highest numbers on top",
        CityOrder.LOWEST_ON_TOP: "lowest numbers on top",
    }
    lines: list[str] = []
    if rules.city_order in orders:
        order = f"{orders[rules.city_order]}, equal numbers in the order Fear, Ruse, Manipulation, potion"
        lines.append(f"The City's deck is not shuffled: {order}.")
    if rules.city_face_up:
        lines.append("The City's deck lies face up, in its order, from the first trick on.")
    if rules.reserve_face_up:
        lines.append("The Reserve lies face up from the first trick on.")
    if rules.hands_face_up is not None:
        both = rules.hands_face_up is Role.PLAYERS
        hand = "Both players' hands lie" if both else f"The hand of {ROLE_TEXTS[rules.hands_face_up]} lies"
        lines.append(f"{hand} face up from the first trick on.")
    return lines


def _night_words(rules: RoundRules) -> list[str]:
    """Return how the night differs from the standard game."""
    lines: list[str] = []
    leading = {
        Leading.KEPT: "The token is not flipped: the leading character stays that of the round before.",
        Leading.JEKYLL: "Jekyll is the leading character.",
        Leading.HYDE: "Hyde is the leading character.",
    }
    if rules.leading in leading:
        lines.append(leading[rules.leading])
    if rules.opens is not Role.CITY:
        lines.append(f"{ROLE_TEXTS[rules.opens].capitalize()} leads the first trick.")
    if rules.after_city is not Role.LEADING:
        lines.append("The other character, not the leading one, plays next after the City.")
    if not rules.must_follow:
        lines.append("Nobody has to follow: any card may be played.")
    if isinstance(rules.ranks_start, tuple):
        names = " < ".join(suit.title for suit in rules.ranks_start)
        lines.append(f"The ranks are set from the start, low to high: {names}.")
    elif rules.ranks_start is RanksStart.KEPT:
        lines.append("The ranks start as the round before left them.")
    if rules.first_takes is FirstTakes.HIGHEST:
        lines.append("The first colour to appear takes the highest rank, the second the middle, the third the lowest.")
    return lines


def _reaction_words(rules: RoundRules) -> list[str]:
    """Return how reactions differ from the standard game."""
    standard = RoundRules().effects
    lines = [
        f"A reaction of {colour.title}: {EFFECT_TEXTS[rules.effects[colour]]}."
        for colour in COLOURS
        if rules.effects[colour] is not standard[colour]
    ]
    if rules.resolver is not Resolver.CHOSEN:
        lines.append(f"Only {ROLE_TEXTS[Role(rules.resolver)]} resolves reactions.")
    if rules.reactions_cap is not None:
        take = f"{plural(rules.reactions_cap, 'reaction')} a round take{'s' * (rules.reactions_cap == 1)} effect"
        lines.append(f"At most {take}; the rest are cancelled.")
    return lines


def _talk_words(rules: RoundRules) -> list[str]:
    """Return when the players may talk otherwise than in the standard game."""
    times = (
        ("before the deal", rules.talk_before_deal, RoundRules().talk_before_deal),
        ("over the gifts", rules.talk_gifts, RoundRules().talk_gifts),
        ("during the night", rules.talk_night, RoundRules().talk_night),
        ("while a reaction is resolved", rules.talk_reaction, RoundRules().talk_reaction),
    )
    talk = [time for time, now, usual in times if now and not usual]
    quiet = [time for time, now, usual in times if usual and not now]
    lines = [f"The players may also talk {joined(talk, 'and')}."] if talk else []
    return [*lines, f"The players may not talk {joined(quiet)}."] if quiet else lines


def _entry_words(rules: RoundRules) -> list[str]:
    return [*map(limit_words, rules.limits), *map(move_words, rules.moves)]


def _end_words(chapter: Chapter) -> list[str]:
    last = chapter.last_position
    beyond = f"of Jekyll & Hyde past space {last}"
    past = {
        PastTheEnd.DEFEAT: f"If Jekyll & Hyde have to step past space {last}, it is a defeat at once.",
        PastTheEnd.SCOTLAND_YARD: f"Each step {beyond} moves Scotland Yard one step towards them instead.",
        PastTheEnd.STOP: f"Steps {beyond} are lost.",
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
