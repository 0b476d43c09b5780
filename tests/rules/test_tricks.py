"""One trick: who may play what (N4), the tokens (K), what reacts (R1 to R3) and who wins (W)."""

import itertools
from typing import Any

import pytest

from campaign.notation import Seat, Suit
from campaign.rules.chapter import FirstTakes, Role
from tests.rules import referee
from tests.rules.builder import FRM, MFR, NO_EFFECTS, Game, NotAllowedError, four

CITY_FIRST, CITY_SECOND, CITY_THIRD = Role.CITY, Role.OTHER, Role.LEADING
"""Who opens under Jekyll's face: City, Jekyll, Hyde; or Hyde, City, Jekyll; or Jekyll, Hyde, City."""
SEATS = {CITY_FIRST: "CJH", CITY_SECOND: "HCJ", CITY_THIRD: "JHC"}
PLACES = {"C": "city", "J": "jekyll", "H": "hyde"}


def lay_trick(cards: str, opens: Role = CITY_FIRST, *, more_city: str = "", **knobs: Any) -> Game:  # noqa: ANN401
    """Lay the cards of one trick into the hands and the deck of those who will play them."""
    places = {PLACES[seat]: card for seat, card in zip(SEATS[opens], cards.split(), strict=True)}
    deal = f"jekyll: {places['jekyll']} | hyde: {places['hyde']} | city: {places['city']} {more_city}"
    return Game(four(opens=opens, **knobs)).lay(deal)


def play_trick(cards: str, opens: Role = CITY_FIRST, *, more_city: str = "", **knobs: Any) -> Game:  # noqa: ANN401
    """Play one trick whose reaction has nothing to be resolved; the City's cards come by themselves."""
    game = lay_trick(cards, opens, more_city=more_city, **knobs)
    for seat, card in zip(SEATS[opens], cards.split(), strict=True):
        if seat != "C":
            game.do(f"{PLACES[seat]} plays {card}")
    return game


@pytest.mark.parametrize("opens", SEATS)
@pytest.mark.parametrize(
    ("cards", "colour", "at", "wins"),
    [
        ("F4 R3 M8", None, 0, "R3"),
        ("F4 R3 5+", "Ruse", 3, "5+"),
        ("F4 5+ R3", "Fear", 2, "R3"),
        ("3+ M2 F1", "Manipulation", 2, "F1"),
        ("F4 3+ 4+", "Fear", 2, "4+"),
        ("3+ R5 5+", "Ruse", 2, "5+"),
        ("3+ 4+ F4", "Fear", 3, "4+"),
        ("3+ 5+ 4+", None, 0, "5+"),
        # The colour of the reaction, not the nearest nor the last card's, is the potion's (R2, R3).
        ("R1 6+ F8", "Ruse", 2, "6+"),
        ("M8 6+ F1", "Manipulation", 2, "F1"),
        ("M8 F1 6+", "Fear", 3, "6+"),
        ("6+ M1 R1", "Manipulation", 2, "R1"),
        ("6+ R1 M8", "Ruse", 2, "6+"),
        ("6+ 5+ M8", "Manipulation", 3, "M8"),
        ("M7 6+ 5+", "Manipulation", 2, "M7"),
        ("6+ M6 5+", "Manipulation", 2, "6+"),
    ],
)
def test_every_shape_with_the_city_in_each_place_r1_r3_w1_w3(
    opens: Role, cards: str, colour: str | None, at: int, wins: str
) -> None:
    game = play_trick(cards, opens, ranks_start=MFR, effects=NO_EFFECTS)
    (trick,) = game.table.tricks
    assert [str(card) for card in trick.cards] == cards.split()
    assert "".join(seat.title[0] for seat in trick.seats) == SEATS[opens]
    if colour is None:
        assert trick.reaction is None
    else:
        assert trick.reaction is not None
        assert (trick.reaction.colour.title, trick.reaction.place) == (colour, at)
    assert trick.winner.title[0] == SEATS[opens][cards.split().index(wins)]
    assert trick.holder is trick.winner is Seat(game.state.leader)  # N2


@pytest.mark.parametrize("opens", SEATS)
@pytest.mark.parametrize(
    ("cards", "colour", "at", "resolution", "wins"),
    [
        ("F4 R3 5+", "Ruse", 3, None, "5+"),
        ("F4 5+ R3", "Fear", 2, "ranks FMR", "R3"),
        ("3+ 4+ F4", "Fear", 3, "ranks MRF", "4+"),
        ("F4 3+ 4+", "Fear", 2, "ranks FMR", "4+"),
        ("3+ 5+ 4+", None, 0, None, "5+"),
        ("3+ R5 5+", "Ruse", 2, None, "5+"),
    ],
)
def test_the_worked_examples_of_the_sheet(
    opens: Role, cards: str, colour: str | None, at: int, resolution: str | None, wins: str
) -> None:
    game = lay_trick(cards, opens, ranks_start=MFR)
    for place, (seat, card) in enumerate(zip(SEATS[opens], cards.split(), strict=True), start=1):
        if seat != "C":
            game.do(f"{PLACES[seat]} plays {card}")
        if place == at and resolution is not None:
            assert game.due == "both ranks"  # R1: at once, before the trick goes on
            assert len(game.table.trick) == place
            game.do(resolution)
    (trick,) = game.table.tricks
    assert (trick.reaction.colour.title if trick.reaction else None) == colour
    assert trick.winner.title[0] == SEATS[opens][cards.split().index(wins)]


@pytest.mark.parametrize(
    ("cards", "wins"),
    [("F8 M1 F7", "J"), ("F8 R1 M1", "H"), ("F8 F7 F1", "C"), ("F8 F1 R1", "H"), ("M1 M8 M2", "J"), ("R8 R7 M1", "H")],
)
def test_the_highest_rank_wins_then_the_highest_number_w1_b02(cards: str, wins: str) -> None:
    assert play_trick(cards, ranks_start=FRM).winners() == [wins]


@pytest.mark.parametrize(
    ("cards", "wins"),
    [("R5 5+ R6", "H"), ("R6 6+ R8", "H"), ("R5 R4 5+", "H"), ("5+ R5 R3", "C"), ("R6 5+ F8", "C"), ("R3 3+ F8", "J")],
)
def test_a_potion_beats_the_equal_number_of_its_colour_w2(cards: str, wins: str) -> None:
    assert play_trick(cards, ranks_start=MFR, effects=NO_EFFECTS).winners() == [wins]


@pytest.mark.parametrize("cards", list(itertools.permutations(["3+", "4+", "5+", "6+"], 3)), ids=" ".join)
def test_three_potions_the_highest_wins_no_reaction_no_token_w3_k3_s02(cards: tuple[str, str, str]) -> None:
    (fourth,) = {"3+", "4+", "5+", "6+"} - set(cards)  # what the City would lead next
    game = play_trick(" ".join(cards), more_city=fourth)
    assert game.table.tricks[0].reaction is None
    assert game.table.ranks == ""
    assert game.winners() == ["CJH"[cards.index(max(cards))]]


def test_the_winner_of_three_potions_leads_the_next_s02_n2() -> None:
    game = play_trick("3+ 5+ 4+")
    assert game.due == "jekyll plays"
    assert [seat.title[0] for seat in game.table.to_follow] == ["J", "H", "C"]


@pytest.mark.parametrize(
    ("cards", "after_each"),
    [
        ("F1 F2 F3", ["F", "F", "F"]),
        ("F1 R1 F2", ["F", "FRM", "FRM"]),
        ("M1 F1 R1", ["M", "MFR", "MFR"]),
        ("R1 R2 M1", ["R", "R", "RMF"]),
        ("3+ 4+ R1", ["", "", "R"]),
        ("3+ M1 R1", ["", "M", "MRF"]),
        ("M1 3+ R1", ["M", "M", "MRF"]),
    ],
)
def test_tokens_are_placed_as_cards_are_played_none_one_or_three_k1_k2_k3(cards: str, after_each: list[str]) -> None:
    game = lay_trick(cards, effects=NO_EFFECTS)
    found = [game.table.ranks]
    for seat, card in zip("JH", cards.split()[1:], strict=True):
        game.do(f"{PLACES[seat]} plays {card}")
        found.append(game.table.ranks)
    assert found == after_each
    assert game.table.ranks != ""


@pytest.mark.parametrize(
    ("cards", "ranks"), [("F1 F2 F3", "F"), ("F1 R1 F2", "MRF"), ("M1 F1 R1", "RFM"), ("3+ M1 R1", "FRM")]
)
def test_the_first_colour_can_take_the_highest_rank_k1_knob(cards: str, ranks: str) -> None:
    assert play_trick(cards, effects=NO_EFFECTS, first_takes=FirstTakes.HIGHEST).table.ranks == ranks


def test_the_token_stands_before_the_reaction_of_its_card_is_resolved_k2() -> None:
    # The City's F1 places one token, R2 the other two; 3+ after R2 makes Ruse: cancelled, the ranks stand.
    game = play_trick("F1 R2 3+")
    assert game.table.ranks == "FRM"
    # M1 first, then a potion, then F5: the pair is M1 and the potion, and one token lies there.
    game = lay_trick("F1 3+ R2")
    game.do("jekyll plays 3+")  # Fear with one token: cancelled (R6)
    assert (game.table.ranks, game.due) == ("F", "hyde plays")


def follow(city: str, jekyll: str, jekyll_plays: str, hyde: str) -> Game:
    """Lay a trick that waits for Hyde; the reactions do nothing."""
    game = Game(four(effects=NO_EFFECTS)).lay(f"jekyll: {jekyll} | hyde: {hyde} | city: {city}")
    return game.do(f"jekyll plays {jekyll_plays}")


@pytest.mark.parametrize(
    ("city", "jekyll", "hyde", "legal"),
    [
        ("4+", "R2", "R7 F5 6+", "R7 6+"),  # B03
        ("4+", "5+", "R7 F5 6+", "R7 F5 6+"),  # B03: only potions lie there
        ("F1", "F2", "F3 R1 M1 3+", "F3 3+"),
        ("F1", "F2", "R1 M1 3+", "R1 M1 3+"),  # none of it: anything
        ("F1", "R8", "F3 R1 M1", "F3"),  # the first colour, not the last
        ("F1", "3+", "F3 F4 R1", "F3 F4"),  # a potion does not open
        ("F1", "3+", "R1 4+", "R1 4+"),
        ("F1", "F2", "3+ 4+", "3+ 4+"),
        ("3+", "M2", "F1 R1", "F1 R1"),
        ("3+", "M2", "M1 R1 5+", "M1 5+"),
        ("F1", "F2", "F3 F4 F5", "F3 F4 F5"),
    ],
)
def test_who_holds_the_opening_colour_plays_it_or_a_potion_n4(city: str, jekyll: str, hyde: str, legal: str) -> None:
    game = follow(city, jekyll, jekyll, hyde)
    assert game.legal() == set(legal.split())
    before_allowed = {card for card in hyde.split() if game.refused(f"hyde plays {card}") is None}
    assert before_allowed == set(legal.split())
    for card in set(hyde.split()) - set(legal.split()):
        reason = game.refused(f"hyde plays {card}")
        assert reason is not None
        assert "(N4)" in reason


def test_the_refusal_names_the_colour_that_opened_or_was_led_n4_b03() -> None:
    opened = follow("4+", "R2", "R2", "R7 F5 6+").refused("hyde plays F5")
    assert opened == "you hold Ruse, the colour to follow (N4)"
    led = follow("R4", "R2", "R2", "R7 F5 6+").refused("hyde plays F5")
    assert led == "you hold Ruse, which was led (N4)"
    assert follow("R4", "R2", "R2", "R7 F5 6+").refused("hyde plays M5") == "Hyde does not hold M5 (N4)"


def test_the_leader_plays_anything_n4() -> None:
    game = Game(four(opens=Role.LEADING)).lay("jekyll: F1 R1 M1 3+ | hyde: F2 | city: F3")
    assert game.legal() == {"F1", "R1", "M1", "3+"}


def test_the_city_never_follows_n3() -> None:
    game = Game(four(opens=Role.LEADING)).lay("jekyll: F1 | hyde: F2 | city: R1 F8")
    game.plays("F1 F2")
    assert [str(card) for card in game.table.tricks[0].cards] == ["F1", "F2", "R1"]


def test_a_chapter_can_do_without_following_n4_knob() -> None:
    game = Game(four(must_follow=False)).lay("jekyll: F2 R1 M1 3+ | hyde: F4 | city: F3")
    assert game.legal() == {"F2", "R1", "M1", "3+"}


def test_a_players_turn_is_that_players_only_n1() -> None:
    game = Game(four()).lay("jekyll: F1 | hyde: F2 | city: F3")
    assert game.refused("hyde plays F2") == 'what is due is Jekyll to play a card; found "hyde" (N1)'
    with pytest.raises(NotAllowedError):
        game.do("hyde plays F2")


def test_a_trick_ends_when_all_three_have_played_n5() -> None:
    game = lay_trick("F1 F2 F3", more_city="R1")
    assert (len(game.table.trick), len(game.table.tricks)) == (1, 0)
    game.do("jekyll plays F2")
    assert (len(game.table.trick), len(game.table.tricks)) == (2, 0)
    game.do("hyde plays F3")
    assert (len(game.table.trick), len(game.table.tricks)) == (0, 1)


SAMPLE = ["F1", "F4", "F6", "R3", "R5", "M2", "M8", "3+", "4+", "5+", "6+"]


@pytest.mark.parametrize("order", referee.ORDERS)
def test_winner_and_reaction_agree_with_a_naive_reading_of_the_sheet(order: str) -> None:
    ranks = tuple(next(suit for suit in Suit if suit.letter == letter) for letter in order)
    for cards in itertools.permutations(SAMPLE, 3):
        game = play_trick(" ".join(cards), ranks_start=ranks, effects=NO_EFFECTS)
        (trick,) = game.table.tricks
        expected = referee.reaction(list(cards))
        found = None if trick.reaction is None else (trick.reaction.colour.letter, trick.reaction.place)
        assert (cards, found, trick.winner.title[0]) == (cards, expected, "CJH"[referee.winner(list(cards), order) - 1])
