"""The notation: parse, print, parse is the identity, whatever the case; what cannot be read is quoted."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign.notation import (
    COLOURS,
    RANK_TEXTS,
    Card,
    Deal,
    NotationError,
    Seat,
    Suit,
    cards_text,
    parse_card,
    parse_cards,
    parse_deal,
    parse_ranks,
    parse_seat,
    quoted,
)
from campaign.rules.decisions import (
    Concede,
    Decision,
    Draws,
    Gives,
    Plays,
    Ranks,
    Returns,
    Takes,
    kind_of,
    parse_decision,
)

ALL_CARDS = [Card(index) for index in range(28)]
cards = st.sampled_from(ALL_CARDS)
players = st.sampled_from([Seat.JEKYLL, Seat.HYDE])
decisions: st.SearchStrategy[Decision] = st.one_of(
    st.builds(Gives, players, st.sets(cards, min_size=1, max_size=13).map(lambda found: tuple(sorted(found)))),
    st.builds(Plays, players, cards),
    st.builds(Takes, players),
    st.builds(Ranks, st.integers(4, 9)),
    st.builds(Draws, players),
    st.builds(Returns, players, cards),
    st.just(Concede()),
)


def test_the_deck_is_three_colours_of_eight_and_four_potions_c1() -> None:
    expected = [f"{letter}{number}" for letter in "FRM" for number in range(1, 9)] + ["3+", "4+", "5+", "6+"]
    assert [str(card) for card in ALL_CARDS] == expected


@pytest.mark.parametrize(
    ("text", "suit", "value", "name"),
    [
        ("F1", Suit.FEAR, 1, "Fear 1"),
        ("R8", Suit.RUSE, 8, "Ruse 8"),
        ("M5", Suit.MANIPULATION, 5, "Manipulation 5"),
        ("3+", Suit.POTION, 3, "Potion 3+"),
        ("6+", Suit.POTION, 6, "Potion 6+"),
    ],
)
def test_a_card_has_its_suit_number_and_name_c1(text: str, suit: Suit, value: int, name: str) -> None:
    card = parse_card(text)
    assert (card.suit, card.value, card.name) == (suit, value, name)


@pytest.mark.parametrize("card", ALL_CARDS, ids=str)
def test_every_card_is_read_back_in_any_case(card: Card) -> None:
    for text in (str(card), str(card).lower(), f" {card} "):
        assert parse_card(text) == card
    assert repr(card) == f"parse_card('{card}')"
    if card.suit is Suit.POTION:
        for text in (f"P{card.value}", f"p{card.value}", f"P{card.value}+", f"p{card.value}+"):
            assert parse_card(text) == card


@pytest.mark.parametrize(
    "text", ["", "F", "F0", "F9", "X3", "2+", "7+", "P2", "P7+", "3", "F44", "8F", "F4+", "F\u2463", "F4\x1b"]
)
def test_what_is_no_card_is_refused_and_quoted(text: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_card(text)
    assert quoted(text) in str(caught.value)
    assert str(caught.value).isprintable()


def test_what_is_quoted_is_cut_and_holds_nothing_a_terminal_acts_on() -> None:
    assert quoted("x" * 40) == '"' + "x" * 40 + '"'
    assert quoted("x" * 41) == '"' + "x" * 40 + '..."'
    assert "\x1b" not in quoted("\x1b[2J")


def test_suit_letters_and_seat_initials_are_unique_s08() -> None:
    letters = [suit.letter for suit in Suit]
    assert sorted(letters) == ["F", "M", "P", "R"]
    words = [seat.word for seat in Seat]
    assert len({word[0] for word in words}) == 3
    assert len({suit.title[0] for suit in COLOURS} | {word[0].upper() for word in words}) == 6


@given(st.lists(cards))
def test_lists_of_cards_are_read_back(found: list[Card]) -> None:
    assert parse_cards(cards_text(found)) == tuple(found)
    assert parse_cards(", ".join(map(str, found)).lower()) == tuple(found)


@pytest.mark.parametrize("seat", Seat)
def test_seats_are_read_back(seat: Seat) -> None:
    assert parse_seat(seat.word) is parse_seat(seat.word.upper()) is seat


def test_partners() -> None:
    assert (Seat.JEKYLL.partner, Seat.HYDE.partner) == (Seat.HYDE, Seat.JEKYLL)
    with pytest.raises(ValueError, match="no partner"):
        _ = Seat.CITY.partner


@pytest.mark.parametrize("text", ["FRM", "FMR", "RFM", "RMF", "MFR", "MRF"])
def test_the_six_full_orders_are_read_back_k1(text: str) -> None:
    assert RANK_TEXTS[parse_ranks(text)] == RANK_TEXTS[parse_ranks(text.lower())] == text


def test_ranks_are_none_one_or_three_tokens_never_two_k1() -> None:
    assert sorted(len(text) for text in RANK_TEXTS) == [0, 1, 1, 1, 3, 3, 3, 3, 3, 3]
    assert len(set(RANK_TEXTS)) == 10


@pytest.mark.parametrize("text", ["", "F", "FR", "FFR", "FRMM", "FRX", "F R M"])
def test_what_is_no_full_order_is_refused_and_quoted(text: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_ranks(text)
    assert quoted(text) in str(caught.value)


@st.composite
def deals(draw: st.DrawFn) -> Deal:
    """Draw a deal: all cards in random order, cut at random places."""
    order = draw(st.permutations(ALL_CARDS))
    cuts = sorted(draw(st.lists(st.integers(0, 28), min_size=4, max_size=4)))
    masks = [sum(1 << card.index for card in order[start:end]) for start, end in zip([0, *cuts], cuts, strict=False)]
    return Deal(masks[0], masks[1], masks[2], tuple(order[cuts[2] : cuts[3]]))


@given(deals())
def test_deals_are_read_back(deal: Deal) -> None:
    assert parse_deal(str(deal)) == parse_deal(str(deal).upper()) == deal
    assert str(parse_deal(str(deal))) == str(deal)


def test_a_deals_places_may_come_in_any_order_and_the_city_keeps_its_own() -> None:
    deal = parse_deal("city: R1 F1 3+ | hyde: M1 | jekyll: F3 F2")
    assert str(deal) == "jekyll: F2 F3 | hyde: M1 | reserve:  | city: R1 F1 3+"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("jekyll: F1 | jekyll: F2", '" jekyll: F2"'),
        ("nobody: F1", '"nobody: F1"'),
        ("jekyll F1", '"jekyll F1"'),
        ("", '""'),
        ("jekyll: F1 | hyde: F1", '"F1" twice'),
        ("jekyll: F1 | city: P3 3+", '"3+" twice'),
        ("jekyll: F9", '"F9"'),
    ],
)
def test_what_is_no_deal_is_refused_and_quoted(text: str, found: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_deal(text)
    assert found in str(caught.value)


@given(decisions)
def test_decisions_are_read_back(decision: Decision) -> None:
    text = str(decision)
    assert parse_decision(text) == parse_decision(text.upper()) == parse_decision(f"  {text.lower()} ") == decision
    assert str(parse_decision(text)) == text
    kind = kind_of(decision)
    assert kind is None if isinstance(decision, Concede) else kind is not None and kind in text.split()


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("jekyll gives F8 R1 M1 3+", "jekyll gives F8 R1 M1 3+"),
        ("JEKYLL GIVES p3, m1 r1 f8", "jekyll gives F8 R1 M1 3+"),
        ("hyde plays P6", "hyde plays 6+"),
        ("hyde takes", "hyde takes"),
        ("Ranks mfr", "ranks MFR"),
        ("jekyll draws", "jekyll draws"),
        ("jekyll returns R2", "jekyll returns R2"),
        ("Concede", "concede"),
    ],
)
def test_decisions_have_one_spelling(text: str, printed: str) -> None:
    assert str(parse_decision(text)) == printed


@pytest.mark.parametrize(
    "text",
    [
        "",
        "jekyll",
        "jekyll plays",
        "jekyll plays F1 F2",
        "jekyll gives",
        "jekyll takes F1",
        "jekyll draws F1",
        "jekyll returns",
        "jekyll ranks MFR",
        "ranks",
        "concede now",
        "jekyll concede",
        "jekyll sings F1",
    ],
)
def test_what_is_no_decision_is_refused_and_quoted(text: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_decision(text)
    assert quoted(text) in str(caught.value)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("nobody plays F1", '"nobody"'),
        ("jekyll plays F9", '"F9"'),
        ("ranks MF", '"MF"'),
        ("jekyll gives F1 Q1", '"Q1"'),
    ],
)
def test_a_decisions_wrong_word_is_quoted(text: str, found: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_decision(text)
    assert found in str(caught.value)


def test_a_card_no_deck_has_cannot_be_built() -> None:
    for index in (-1, 28):
        with pytest.raises(ValueError, match="0 to 27"):
            Card(index)
