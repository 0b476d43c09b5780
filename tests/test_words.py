"""Rules in words (chapter format, section 8): made from the data, all of it told, and read well."""

from dataclasses import fields, replace
from typing import Any

import pytest

from campaign.files.chapters import load_folder
from campaign.notation import Suit
from campaign.rules.chapter import (
    Achievement,
    Cards,
    Chapter,
    CityOrder,
    Compare,
    Count,
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
    Take,
    When,
)
from campaign.rules.phrases import condition_words
from campaign.rules.words import (
    achievement_words,
    house_rules,
    limit_clause,
    limit_words,
    move_words,
    objective_words,
    rules_in_words,
)
from tests.rules.builder import MFR, chapter, four, with_round

POTIONS = Cards(suit=(Suit.POTION,))
SEVENS = Cards(value=(7,))
TRICKS = Count(noun=Noun.TRICKS, won_by=Role.PLAYERS)
SETUP = "2 rounds. Jekyll & Hyde start on space {} and must stand on space 10 after the last one. Scotland Yard {}."
DEAL = "Each player is dealt 12 cards and gives 4 to the City; the other 4 are the Reserve. 8 tricks."
GIFTS = "Each player must give all cards with the Jekyll & Hyde icon (8) they hold."
E1 = (
    "After the round Jekyll & Hyde move forward by the smaller of the two players' counts of tricks lying before them "
    "this round."
)
E2 = (
    "After the round Jekyll & Hyde move 1 step forward for each card with the Jekyll & Hyde icon (8) in tricks lying "
    "before the players this round."
)
E4 = (
    "After the round Scotland Yard moves 1 step forward for each card with the Scotland Yard icon (1, 2, 3) in tricks "
    "lying before the leading character this round."
)
E5 = E4.replace("leading", "other")
X1 = "If Jekyll & Hyde have to step past space 10, it is a defeat at once."
E3 = "Each step of Jekyll & Hyde past space 10 moves Scotland Yard one step towards them instead."
X2 = "If Scotland Yard reaches or passes Jekyll & Hyde, it is a defeat at once."
OUT = "is not in play"
REACTION = "the number of reactions of {} that take effect is at least 2"
REACTIONS = [REACTION.format(colour) for colour in ("Fear", "Ruse", "Manipulation")]
AFTER = "After the round Scotland Yard moves"
TUTORIALS = {
    "i": (
        (DEAL, GIFTS, E1, X1),
        OUT,
        "In each round the difference between the two players' counts of tricks lying before them is exactly 0. ",
    ),
    "ii": (
        (DEAL, GIFTS, E1, E2, X1),
        OUT,
        "In some round the number of reactions of Manipulation that take effect is at least 3. ",
    ),
    "iii": (
        (DEAL, GIFTS, E1, E2, E4, E3, X2),
        "starts on space 0",
        "Over the chapter the smaller of the two players' counts of tricks won with a potion is at least 2. ",
    ),
    "iv": (
        (DEAL, GIFTS, E1, E2, E4, E5, E3, X2),
        "starts on space 0",
        f"Over the chapter {REACTIONS[0]}, {REACTIONS[1]} and {REACTIONS[2]}. ",
    ),
}


def tricks(**keys: Any) -> Count:  # noqa: ANN401 (any key of a count)
    """Return the count of tricks won by the players, with other keys."""
    return replace(TRICKS, **keys)


@pytest.mark.parametrize("name", TUTORIALS)
def test_a_tutorial_in_words_e1_to_e5(name: str) -> None:
    found = load_folder().find(name)
    assert found is not None
    rules, yard, achievement = TUTORIALS[name]
    assert rules_in_words(found.chapter) == (SETUP.format(found.chapter.jekyll_hyde, yard), *rules)
    assert found.chapter.achievement is not None
    assert achievement_words(found.chapter) == achievement + found.chapter.achievement.text


def test_the_two_examples_read_aloud_word_for_word() -> None:
    both = Compare(count=Count(noun=Noun.TRICKS, won_by=Role.PLAYERS, won_with=SEVENS, take=Take.SMALLER), at_least=1)
    assert condition_words(both, Span.ROUND) == (
        "the smaller of the two players' counts of tricks won with a 7 this round is at least 1"
    )
    limit = Limit(name="dry", who=Role.LEADING, place=(1,), cards=POTIONS)
    assert limit_clause(limit) == "the leading character may not lead a trick with a potion"
    assert limit_words(replace(limit, text="Keep it.")) == (
        "The leading character may not lead a trick with a potion. Keep it."
    )


BOTH = "the two players' counts of"
EQUAL = "equal numbers in the order Fear, Ruse, Manipulation, potion"
STEPS = " Scotland Yard moves 2 steps forward"
MOVE = Move(name="m", order=1, pawn=Pawn.SCOTLAND_YARD, steps=2)
MOVES = [
    (MOVE, "After the round Scotland Yard moves 2 steps forward."),
    (replace(MOVE, back=True, steps=1, text="Away!"), "After the round Scotland Yard moves 1 step back. Away!"),
    (
        replace(MOVE, when=When.TRICK_END, condition=Compare(count=tricks(won_by=Role.CITY), at_least=1)),
        f"After each trick{STEPS}, if the number of tricks won by the City in this trick is at least 1.",
    ),
    (
        replace(MOVE, when=When.ROUND_START, pawn=Pawn.JEKYLL_HYDE, steps=tricks(take=Take.LARGER)),
        f"Before the deal Jekyll & Hyde move forward by the larger of {BOTH} tricks won this chapter.",
    ),
    (
        replace(MOVE, steps=tricks(won_by=Role.CITY), for_every=2),
        "After the round Scotland Yard moves 1 step forward for every 2 tricks won by the City this round.",
    ),
    (
        replace(MOVE, steps=tricks(take=Take.DIFFERENCE), for_every=3),
        f"{AFTER} 1 step forward for every 3 in the difference between {BOTH} tricks won this round.",
    ),
    (
        replace(MOVE, steps=Count(noun=Noun.REACTIONS)),
        "After the round Scotland Yard moves 1 step forward for each reaction that takes effect this round.",
    ),
    (
        replace(MOVE, steps=Count(noun=Noun.GAP), back=True),
        "After the round Scotland Yard moves back by the gap from Scotland Yard to Jekyll & Hyde.",
    ),
]


@pytest.mark.parametrize(("move", "text"), MOVES)
def test_moves(move: Move, text: str) -> None:
    assert move_words(move) == text


LIMIT = Limit(name="l", who=Role.PLAYERS, cards=POTIONS)
LIMITS = [
    (LIMIT, "A player may not play a potion."),
    (replace(LIMIT, who=Role.HYDE, require=True), "Hyde must play a potion if able."),
    (replace(LIMIT, place=(1,), trick=(1, 0)), "A player may not lead the first or last trick with a potion."),
    (replace(LIMIT, place=(2, 3)), "A player may not play a potion as the second or third card of a trick."),
    (replace(LIMIT, trick=(1,)), "A player may not play a potion in the first trick."),
    (replace(LIMIT, can_follow=True), "A player may not play a potion when able to follow."),
    (replace(LIMIT, can_follow=False), "A player may not play a potion when unable to follow."),
    (replace(LIMIT, after=2), "A player may not play a potion once they have played 2 of those this round."),
    (
        replace(LIMIT, condition=Compare(count=TRICKS, at_least=1)),
        "A player may not play a potion, if the number of tricks won by the players this round is at least 1.",
    ),
]


@pytest.mark.parametrize(("limit", "text"), LIMITS)
def test_limits(limit: Limit, text: str) -> None:
    assert limit_words(limit) == text


KNOBS: dict[str, tuple[Any, str]] = {
    "hand": (10, "Each player is dealt 10 cards and gives 4 to the City; the other 8 are the Reserve. 6 tricks."),
    "give": (5, "Each player is dealt 12 cards and gives 5 to the City; the other 4 are the Reserve. 7 tricks."),
    "must_give": (
        Cards(value=(1, 8)),
        "Each player must give all 1s or 8s they hold; whoever holds more than 4 gives only such.",
    ),
    "passes": (1, "After the gifts each player passes 1 card to the other, both choosing before either sees."),
    "city_order": (
        CityOrder.LOWEST_ON_TOP,
        f"The City's deck is not shuffled: lowest numbers on top, {EQUAL}.",
    ),
    "from_reserve": (1, "1 card of the Reserve joins the City unseen."),
    "city_face_up": (True, "The City's deck lies face up, in its order, from the first trick on."),
    "reserve_face_up": (True, "The Reserve lies face up from the first trick on."),
    "hands_face_up": (Role.OTHER, "The hand of the other character lies face up from the first trick on."),
    "ranks_start": (MFR, "The ranks are set from the start, low to high: Manipulation < Fear < Ruse."),
    "first_takes": (
        FirstTakes.HIGHEST,
        "The first colour to appear takes the highest rank, the second the middle, the third the lowest.",
    ),
    "leading": (Leading.HYDE, "Hyde is the leading character."),
    "opens": (Role.OTHER, "The other character leads the first trick."),
    "after_city": (Role.OTHER, "The other character, not the leading one, plays next after the City."),
    "must_follow": (False, "Nobody has to follow: any card may be played."),
    "effects": (
        (Effect.NOTHING, Effect.TAKE_CITY_TRICK, Effect.EXCHANGE_CITY_CARD),
        "A reaction of Fear: nothing happens.",
    ),
    "resolver": (Resolver.LEADING, "Only the leading character resolves reactions."),
    "reactions_cap": (1, "At most 1 reaction a round takes effect; the rest are cancelled."),
    "talk_before_deal": (False, "The players may not talk before the deal."),
    "talk_gifts": (True, "The players may also talk over the gifts."),
    "talk_night": (True, "The players may also talk during the night."),
    "talk_reaction": (False, "The players may not talk while a reaction is resolved."),
    "moves": ((MOVE,), "After the round Scotland Yard moves 2 steps forward."),
    "limits": ((LIMIT,), "A player may not play a potion."),
    "objectives": (
        (Objective(name="one", must=Compare(count=TRICKS, at_least=1), text="Do."),),
        "Objective one, or it is a defeat: In each round the number of tricks won by the players is at least 1. Do.",
    ),
}


def test_every_knob_of_a_round_is_asked_about_here() -> None:
    assert set(KNOBS) == {one.name for one in fields(RoundRules)}


@pytest.mark.parametrize("knob", KNOBS)
def test_every_knob_that_differs_is_told(knob: str) -> None:
    value, text = KNOBS[knob]
    plain = chapter(must_give=None)
    lines = rules_in_words(chapter(**({"must_give": None} | {knob: value})))
    assert text in lines
    assert text not in rules_in_words(plain)
    assert f"Round 2: {text.replace('In each round', 'In this round')}" in rules_in_words(
        with_round(plain, 2, **{knob: value})
    )


OTHERS: list[tuple[dict[str, Any], str]] = [
    ({"hand": 14}, "Each player is dealt 14 cards and gives 4 to the City; there is no Reserve. 8 tricks."),
    (
        {"hand": 12, "give": 0, "from_reserve": 2},
        "Each player is dealt 12 cards and gives none to the City; the other 4 are the Reserve. 2 tricks.",
    ),
    ({"from_reserve": 2}, "2 cards of the Reserve join the City unseen."),
    ({"hands_face_up": Role.PLAYERS}, "Both players' hands lie face up from the first trick on."),
    ({"ranks_start": RanksStart.KEPT}, "The ranks start as the round before left them."),
    ({"leading": Leading.KEPT}, "The token is not flipped: the leading character stays that of the round before."),
    ({"leading": Leading.JEKYLL}, "Jekyll is the leading character."),
    ({"reactions_cap": 2}, "At most 2 reactions a round take effect; the rest are cancelled."),
    (
        {"talk_reaction": False, "talk_before_deal": False},
        "The players may not talk before the deal or while a reaction is resolved.",
    ),
    ({"talk_gifts": True, "talk_night": True}, "The players may also talk over the gifts and during the night."),
]


@pytest.mark.parametrize(("knobs", "text"), OTHERS)
def test_other_values_of_knobs(knobs: dict[str, Any], text: str) -> None:
    assert text in rules_in_words(chapter(**knobs))


def test_the_chapters_own_knobs_are_told() -> None:
    built = replace(chapter(rounds=1, past=PastTheEnd.STOP), last_position=7)
    lines = rules_in_words(built)
    assert lines[0] == (
        "1 round. Jekyll & Hyde start on space 5 and must stand on space 7 after it. Scotland Yard is not in play."
    )
    assert lines[-1] == "Steps of Jekyll & Hyde past space 7 are lost."
    assert achievement_words(built) is None
    told = Objective(name="two", judged_in=JudgedIn.SOME_ROUND, must=Compare(count=TRICKS, at_least=2))
    text = "Objective two, or it is a defeat: In some round the number of tricks won by the players is at least 2."
    assert text in rules_in_words(replace(built, objectives=(told,)))
    won = Achievement(must=Compare(count=replace(TRICKS, over=Span.CHAPTER), at_least=1), stars=1)
    assert achievement_words(replace(built, achievement=won)) == (
        "In each round the number of tricks won by the players this chapter is at least 1."
    )


def test_the_span_is_not_said_twice_and_never_cut_short() -> None:
    last = Compare(count=tricks(trick=(0,)), at_least=1)
    assert objective_words(JudgedIn.EACH_ROUND, last) == (
        "In each round the number of tricks won by the players in the last trick is at least 1"
    )
    assert objective_words(JudgedIn.CHAPTER, last) == (
        "Over the chapter the number of tricks won by the players in the last trick of each round is at least 1"
    )


def test_house_rules_are_what_differs_at_the_table() -> None:
    assert house_rules(four().rounds[0]) == []
    changed = four(must_follow=False, talk_night=True, hand=10).rounds[0]
    assert house_rules(changed) == ["Nobody has to follow: any card may be played."]


def test_a_chapter_in_words_never_repeats_a_line() -> None:
    for file in load_folder().chapters:
        built: Chapter = file.chapter
        lines = rules_in_words(built)
        assert len(set(lines)) == len(lines)
