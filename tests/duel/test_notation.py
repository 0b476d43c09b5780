"""The duel's notation: parse, print, parse is the identity, whatever the case; what cannot be read is quoted."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign.cards import DUEL_DECK, cards_in
from campaign.duel.decisions import Decision, Kind, Passes, Plays, Swaps, Takes, kind_of, parse_decision
from campaign.duel.refusals import decision_of
from campaign.duel.state import State
from campaign.notation import (
    DUEL_COLOURS,
    DUEL_RANK_TEXTS,
    PLAYERS,
    DuelCard,
    DuelSuit,
    NotationError,
    parse_duel_card,
    parse_duel_cards,
    parse_duel_colour,
    quoted,
)

ALL_CARDS = [DuelCard(index) for index in cards_in(DUEL_DECK)]
cards = st.sampled_from(ALL_CARDS)
players = st.sampled_from(PLAYERS)
sets = st.sets(cards, min_size=1, max_size=4).map(lambda found: tuple(sorted(found)))
decisions: st.SearchStrategy[Decision] = st.one_of(
    st.builds(Passes, players, sets),
    st.builds(Swaps, players, sets),
    st.builds(Plays, players, cards, st.none() | st.sampled_from(DUEL_COLOURS)),
    st.builds(Takes, players, st.integers(1, 10)),
)


@given(decisions)
def test_decisions_are_read_back_in_any_case(decision: Decision) -> None:
    for text in (str(decision), str(decision).upper(), f"  {decision}  "):
        assert parse_decision(text) == decision
    assert str(decision).split()[1] == kind_of(decision)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("jekyll passes P1 W2", Kind.PASSES),
        ("hyde plays P3", Kind.PLAYS),
        ("hyde plays 3+ naming W", Kind.PLAYS),
        ("jekyll takes 4", Kind.TAKES),
        ("hyde swaps G1 G2", Kind.SWAPS),
    ],
)
def test_the_examples_of_the_notation(text: str, kind: Kind) -> None:
    decision = parse_decision(text)
    assert (str(decision), kind_of(decision)) == (text, kind)


def test_cards_passed_and_swapped_are_sets() -> None:
    assert str(parse_decision("hyde passes 3+, w2 P1")) == "hyde passes P1 W2 3+"
    assert parse_decision("hyde swaps G2 G1") == parse_decision("hyde swaps g1 g2")


@pytest.mark.parametrize(
    "text",
    [
        "", "jekyll", "jekyll plays", "jekyll passes", "jekyll takes", "jekyll gives P1", "concede", "ranks PWG",
        "jekyll plays 3+ naming", "jekyll plays 3+ called W", "jekyll plays 3+ W", "jekyll plays P1 P2",
        "jekyll takes 4 5",
    ],
)  # fmt: skip
def test_what_is_no_decision_is_refused_with_examples(text: str) -> None:
    with pytest.raises(NotationError, match="a decision is such as: jekyll passes P1 W2") as caught:
        parse_decision(text)
    assert quoted(text) in str(caught.value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("city plays P1", 'a seat is jekyll or hyde; found "city"'),
        ("jekyll plays P3+", 'a card is P, W or G with 1 to 7, or a potion 2+ 3+ 4+ 5+; found "P3+"'),
        ("jekyll plays 3+ naming X", 'a colour is P, W or G; found "X"'),
        ("jekyll takes 0", 'a trick is a number from 1 on; found "0"'),
        ("jekyll takes -1", 'a trick is a number from 1 on; found "-1"'),
        ("jekyll takes \u0664", "a trick is a number from 1 on"),
        ("jekyll takes 999", "a trick is a number from 1 on"),
        ("jekyll passes P1 F2", 'found "F2"'),
    ],
)
def test_the_part_that_cannot_be_read_is_named(text: str, message: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_decision(text)
    assert message in str(caught.value)


@pytest.mark.parametrize("card", ALL_CARDS, ids=str)
def test_every_card_is_read_back_in_any_case_du1(card: DuelCard) -> None:
    for text in (str(card), str(card).lower(), f" {card} "):
        assert parse_duel_card(text) == card
    assert repr(card) == f"parse_duel_card('{card}')"


@pytest.mark.parametrize(
    ("text", "suit", "value", "name"),
    [
        ("P3", DuelSuit.PRIDE, 3, "Pride 3"),
        ("w7", DuelSuit.WRATH, 7, "Wrath 7"),
        ("G1", DuelSuit.GREED, 1, "Greed 1"),
        ("2+", DuelSuit.POTION, 2, "Potion 2+"),
        ("5+", DuelSuit.POTION, 5, "Potion 5+"),
    ],
)
def test_a_card_has_its_suit_number_and_name_du1(text: str, suit: DuelSuit, value: int, name: str) -> None:
    card = parse_duel_card(text)
    assert (card.suit, card.value, card.name) == (suit, value, name)


@pytest.mark.parametrize("text", ["", "P", "P0", "P8", "P3+", "F3", "6+", "1+", "3", "8W", "P\u2463", "P4\x1b"])
def test_what_is_no_card_is_refused_and_quoted_du1(text: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_duel_card(text)
    assert quoted(text) in str(caught.value)


@pytest.mark.parametrize("index", [-1, 7, 15, 23, 28])
def test_the_deck_has_no_eight_du1(index: int) -> None:
    with pytest.raises(ValueError, match="no card of the duel"):
        DuelCard(index)


@given(st.lists(cards))
def test_lists_of_cards_are_read_back(found: list[DuelCard]) -> None:
    assert parse_duel_cards(", ".join(map(str, found)).lower()) == tuple(found)


def test_colours_have_a_letter_and_potions_none() -> None:
    assert [parse_duel_colour(suit.letter.lower()) for suit in DUEL_COLOURS] == list(DUEL_COLOURS)
    for text in ("", "F", "+", "PW"):
        with pytest.raises(NotationError, match="a colour is P, W or G"):
            parse_duel_colour(text)


def test_the_states_of_the_ranks_du10() -> None:
    assert DUEL_RANK_TEXTS == ("", "P", "W", "G", "PWG", "PGW", "WPG", "WGP", "GPW", "GWP")


def test_a_door_that_is_shut_says_so() -> None:
    with pytest.raises(ValueError, match="no decision is due"):
        decision_of(State(), 0)
