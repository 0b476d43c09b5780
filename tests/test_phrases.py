"""Cards, counts and conditions as phrases (chapter format, section 8)."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

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
from campaign.rules.phrases import cards_words, condition_words, count_words, counted_words
from tests.rules.strategies import conditions, counts

POTIONS = Cards(suit=(Suit.POTION,))
SEVENS = Cards(value=(7,))
TRICKS = Count(noun=Noun.TRICKS, won_by=Role.PLAYERS)
CARD = "card of a trick in tricks"
T = "the number of tricks won by the players"


CHOICES = [
    (Cards(), "cards", "a card"),
    (Cards(value=(8,)), "8s", "an 8"),
    (Cards(value=(7, 8)), "7s or 8s", "a 7 or 8"),
    (POTIONS, "potions", "a potion"),
    (Cards(suit=(Suit.FEAR,)), "Fear cards", "a Fear card"),
    (Cards(suit=(Suit.FEAR, Suit.POTION)), "Fear cards or potions", "a Fear card or potion"),
    (Cards(suit=(Suit.FEAR, Suit.RUSE), value=(7,)), "Fear or Ruse 7s", "a Fear or Ruse 7"),
    (Cards(suit=(Suit.POTION,), value=(3, 4)), "potions with the number 3 or 4", "a potion with the number 3 or 4"),
    (
        Cards(suit=(Suit.RUSE,), icon=Icon.SCOTLAND_YARD),
        "Ruse cards with the Scotland Yard icon (1, 2, 3)",
        "a Ruse card with the Scotland Yard icon (1, 2, 3)",
    ),
]


@pytest.mark.parametrize(("cards", "many", "single"), CHOICES)
def test_choices_of_cards(cards: Cards, many: str, single: str) -> None:
    assert (cards_words(cards, many=True), cards_words(cards, many=False)) == (many, single)


def tricks(**keys: Any) -> Count:  # noqa: ANN401 (any key of a count)
    return replace(TRICKS, **keys)


COUNTS = [
    (tricks(won_by=None, led_by=Role.CITY), "the number of tricks led by the City this round"),
    (
        tricks(won_by=None, led_by=Role.CITY, won_with=SEVENS),
        "the number of tricks won with a 7 led by the City this round",
    ),
    (tricks(won_by=None, held_by=Role.HYDE), "the number of tricks lying before Hyde this round"),
    (tricks(over=Span.CHAPTER), f"{T} this chapter"),
    (tricks(trick=(1, 0)), f"{T} in the first or last trick of this round"),
    (
        tricks(trick=(0,), over=Span.CHAPTER),
        f"{T} in the last trick of each round",
    ),
    (
        tricks(trick=(2,), over=Span.TRICK),
        f"{T} in this trick if it is the round's second",
    ),
    (
        tricks(holding=Holding(cards=POTIONS, at_least=2)),
        f"{T} holding at least 2 potions this round",
    ),
    (tricks(holding=Holding(cards=POTIONS)), f"{T} holding a potion this round"),
    (
        tricks(holding=Holding(cards=POTIONS, at_least=0, at_most=0)),
        f"{T} holding no potions this round",
    ),
    (
        tricks(holding=Holding(cards=POTIONS, at_most=1)),
        f"{T} holding exactly 1 potion this round",
    ),
    (
        tricks(holding=Holding(cards=POTIONS, at_least=0, at_most=2)),
        f"{T} holding at most 2 potions this round",
    ),
    (
        tricks(holding=Holding(cards=POTIONS, at_least=1, at_most=2)),
        f"{T} holding 1 to 2 potions this round",
    ),
    (
        tricks(double=Double(won_by=Role.JEKYLL, won_with=SEVENS, trick=(0,))),
        f"{T} (those won by Jekyll with a 7 that come last in a round count twice) this round",
    ),
    (
        tricks(double=Double(trick=(1,))),
        f"{T} (those that come first in a round count twice) this round",
    ),
    (tricks(take=Take.DIFFERENCE), "the difference between the two players' counts of tricks won this round"),
    (tricks(noun=Noun.TRICKS_IN_A_ROW), "the longest run of tricks won by the players this round"),
    (
        tricks(noun=Noun.TRICKS_IN_A_ROW, take=Take.LARGER, over=Span.CHAPTER),
        "the larger of the two players' longest runs of tricks won in any round of this chapter",
    ),
    (
        Count(noun=Noun.CARDS, played_by=Role.JEKYLL, held_by=Role.CITY, cards=POTIONS, place=(1, 3)),
        f"the number of potions played by Jekyll as the first or third {CARD} lying before the City this round",
    ),
    (
        Count(noun=Noun.CARDS, played_by=Role.PLAYERS, take=Take.SMALLER),
        "the smaller of the two players' counts of cards played this round",
    ),
    (
        Count(noun=Noun.CARDS, held_by=Role.HYDE, over=Span.TRICK),
        "the number of cards in a trick lying before Hyde in this trick",
    ),
    (Count(noun=Noun.REACTIONS), "the number of reactions that take effect this round"),
    (
        Count(noun=Noun.REACTIONS, cards=Cards(suit=(Suit.FEAR, Suit.RUSE)), trick=(3,)),
        "the number of reactions of Fear or Ruse that take effect in the third trick of this round",
    ),
    (Count(noun=Noun.STEPS, pawn=Pawn.JEKYLL_HYDE), "the number of steps made by Jekyll & Hyde this round"),
    (
        Count(noun=Noun.SPACE, pawn=Pawn.JEKYLL_HYDE),
        "the number of the space on which Jekyll & Hyde stand",
    ),
    (Count(noun=Noun.SPACE, pawn=Pawn.SCOTLAND_YARD), "the number of the space on which Scotland Yard stands"),
    (Count(noun=Noun.GAP), "the gap from Scotland Yard to Jekyll & Hyde"),
]


@pytest.mark.parametrize(("count", "text"), COUNTS)
def test_counts(count: Count, text: str) -> None:
    assert count_words(count, Span.ROUND) == text


def test_a_space_is_no_number_of_things() -> None:
    with pytest.raises(ValueError, match="gap"):
        counted_words(Count(noun=Noun.GAP), Span.ROUND)


def test_conditions() -> None:
    def said(condition: Condition) -> str:
        return condition_words(condition, Span.ROUND).replace(f"{T} this round", "T")

    one, most = Compare(count=TRICKS, at_least=1), Compare(count=TRICKS, at_most=3)
    assert said(one) == "T is at least 1"
    assert said(most) == "T is at most 3"
    assert said(Compare(count=TRICKS, at_least=2, at_most=2)) == "T is exactly 2"
    assert said(Compare(count=TRICKS, at_least=2, at_most=4)) == "T is from 2 to 4"
    assert said(Compare(count=TRICKS, more_than=TRICKS)) == "T is more than T"
    assert said(AllOf((one, most))) == "T is at least 1 and T is at most 3"
    assert said(AnyOf((one, most, one))) == "T is at least 1, T is at most 3 or T is at least 1"
    assert said(Not(AnyOf((one, most)))) == "it is not so that (T is at least 1 or T is at most 3)"
    assert said(AllOf((one, AnyOf((most, one))))) == "T is at least 1 and (T is at most 3 or T is at least 1)"


@settings(max_examples=150, deadline=None)
@given(one=counts, other=counts, span=st.sampled_from([Span.ROUND, Span.CHAPTER]))
def test_two_counts_that_differ_read_differently(one: Count, other: Count, span: Span) -> None:
    def key(count: Count) -> Count:
        over = None if count.noun in (Noun.SPACE, Noun.GAP) else count.over or span
        return replace(count, over=over, cards=count.cards or Cards())

    if key(one) != key(other):
        assert count_words(one, span) != count_words(other, span)


@settings(max_examples=150, deadline=None)
@given(condition=conditions, span=st.sampled_from(list(Span)))
def test_a_condition_reads_as_one_line_of_plain_text(condition: Condition, span: Span) -> None:
    text = condition_words(condition, span)
    assert text.isprintable()
    assert "  " not in text
    assert not {"None", "Role", "Span", "Suit"} & set(text.replace(".", " ").split())
