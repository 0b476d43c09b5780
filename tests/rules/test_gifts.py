"""The day: deal and gifts (D1 to D3, B01), the City's order, and conceding at every kind of decision (T6)."""

import pytest

from campaign.notation import Seat, parse_cards
from campaign.rules import state as phases
from campaign.rules.chapter import Cards, CityOrder
from campaign.rules.decisions import Concede
from campaign.rules.events import CityStacked, Dealt, Given, ReserveDealt
from campaign.rules.refusals import due, refusal
from tests.rules.builder import CHAPTERS, EIGHTS, FRM, Game, NotAllowedError, chapter, four, told

DEAL = "jekyll: F8 R8 F1 F2 F3 F4 F5 F6 F7 R1 R2 R3 | hyde: R4 R5 R6 R7 M1 M2 M3 M4 M5 M6 M7 3+"
"""M8 and three potions are the Reserve."""
THREE_EIGHTS = "jekyll: F8 R8 M8 F1 F2 F3 F4 F5 F6 F7 R1 R2 | hyde: R3 R4 R5 R6 R7 M1 M2 M3 M4 M5 M6 3+"


def test_twelve_cards_each_and_a_reserve_of_four_d1() -> None:
    game = Game(four()).deal(DEAL)
    assert game.table.hand_sizes == (12, 12)
    assert (game.table.reserve_size, game.table.city_size) == (4, 0)
    (reserve,) = told(game, ReserveDealt)
    assert reserve == ReserveDealt(parse_cards("M8 4+ 5+ 6+"))
    assert [len(event.cards) for event in told(game, Dealt) if isinstance(event, Dealt)] == [12, 12]


@pytest.mark.parametrize(
    ("gifts", "reason"),
    [
        ("F8 R8 F1", "Jekyll gives exactly 4 cards; found 3 (D2)"),
        ("F8 R8 F1 F2 F3", "Jekyll gives exactly 4 cards; found 5 (D2)"),
        ("F8 R8 F1 F1", "each gift is another card; found F1 twice (D2)"),
        ("F8 R8 F1 M1", "Jekyll does not hold M1 (D2)"),
        ("F8 F1 F2 F3", "R8 must be given to the City (D2)"),
        ("F1 F2 F3 F4", "F8 R8 must be given to the City (D2)"),
    ],
)
def test_four_held_different_cards_and_every_eight_d2_b01(gifts: str, reason: str) -> None:
    game = Game(four()).deal(DEAL)
    assert game.refused(f"jekyll gives {gifts}") == reason
    with pytest.raises(NotAllowedError):
        game.do(f"jekyll gives {gifts}")


def test_the_gifts_leave_eight_cards_each_and_a_city_of_eight_d2_d3_b01() -> None:
    game = Game(four()).deal(DEAL)
    assert game.due == "jekyll gives"
    assert game.refused("hyde gives R4 R5 R6 R7") is not None
    game.do("jekyll gives F8 R8 F1 F2")
    assert (game.table.hand_sizes, game.due) == ((8, 12), "hyde gives")
    game.do("hyde gives 3+ R4 R5 R6")
    assert game.table.hand_sizes == (8, 8)
    assert game.hand(Seat.JEKYLL) == {"F3", "F4", "F5", "F6", "F7", "R1", "R2", "R3"}
    game.stack("R4 F8 R8 F1 F2 3+ R5 R6")
    assert (game.table.city_size, str(game.table.trick[0][1])) == (7, "R4")
    assert told(game, CityStacked) == [CityStacked(parse_cards("R4 F8 R8 F1 F2 3+ R5 R6"))]
    assert told(game, Given) == [
        Given(Seat.JEKYLL, parse_cards("F1 F2 F8 R8")),
        Given(Seat.HYDE, parse_cards("R4 R5 R6 3+")),
    ]


def test_three_eights_are_all_given_d2_b01() -> None:
    game = Game(four()).deal(THREE_EIGHTS)
    for gifts in ("F8 R8 F1 F2", "F8 M8 F1 F2", "R8 M8 F1 F2"):
        assert game.refused(f"jekyll gives {gifts}") is not None
    assert game.refused("jekyll gives F8 R8 M8 F1") is None


def test_who_holds_no_eight_gives_what_they_like_d2() -> None:
    game = Game(four()).deal(DEAL).do("jekyll gives F8 R8 F1 F2")
    assert game.legal() == {"R4", "R5", "R6", "R7", "M1", "M2", "M3", "M4", "M5", "M6", "M7", "3+"}
    assert game.refused("hyde gives M4 M5 M6 M7") is None


def test_who_holds_more_than_are_given_gives_only_such_d2_knob() -> None:
    game = Game(chapter(hand=4, give=2, must_give=EIGHTS)).deal("jekyll: F8 R8 M8 F1 | hyde: F2 F3 F4 F5")
    assert game.legal() == {"F8", "R8", "M8"}
    assert game.refused("jekyll gives F8 F1") == "all 2 gifts must be among F8 R8 M8 (D2)"
    assert game.refused("jekyll gives R8 M8") is None


def test_what_must_be_given_is_the_chapters_d2_knob() -> None:
    game = Game(chapter(must_give=None)).deal(DEAL)
    assert game.refused("jekyll gives F1 F2 F3 F4") is None
    game = Game(chapter(must_give=Cards(value=(3,)))).deal(DEAL)
    assert game.refused("jekyll gives F1 F2 F8 R8") == "F3 R3 must be given to the City (D2)"
    game.do("jekyll gives F3 R3 F8 R8")
    assert game.refused("hyde gives M1 M2 M3 M4") == "3+ must be given to the City (D2)"


@pytest.mark.parametrize(
    ("order", "expected"),
    [
        (CityOrder.HIGHEST_ON_TOP, "F8 R8 M6 6+ M3 3+ F2 R1"),
        (CityOrder.LOWEST_ON_TOP, "R1 F2 M3 3+ M6 6+ F8 R8"),
    ],
)
def test_the_city_can_lie_in_order_equal_numbers_by_suit_d3_knob(order: CityOrder, expected: str) -> None:
    deal = "jekyll: F8 R8 F2 R1 F1 F3 F4 F5 F6 F7 R2 R3 | hyde: M6 6+ M3 3+ R4 R5 R6 R7 M1 M2 M4 M5"
    game = Game(four(city_order=order)).deal(deal).do("jekyll gives F8 R8 F2 R1", "hyde gives M6 6+ M3 3+")
    assert told(game, CityStacked) == [CityStacked(parse_cards(expected))]
    assert str(game.table.trick[0][1]) == expected[:2]


def test_no_card_is_given_where_the_chapter_says_so_d2_knob() -> None:
    game = Game(chapter(hand=3, give=0, from_reserve=3))
    assert game.state.phase == phases.DEAL
    game.deal("jekyll: F1 F2 F3 | hyde: R1 R2 R3")
    assert not game.gives
    assert game.state.phase == phases.SHUFFLE


KINDS = {
    "gives": lambda: Game(four()).deal(DEAL),
    "gives, the second": lambda: Game(four()).deal(DEAL).do("jekyll gives F8 R8 F1 F2"),
    "plays": lambda: Game(four()).lay("jekyll: F1 F2 | hyde: F3 F4 | city: F5 F6"),
    "takes": lambda: Game(four()).lay("jekyll: F2 3+ M1 | hyde: F3 R2 R3 | city: F8 R1 M2").plays("F2 F3 3+"),
    "ranks": lambda: Game(four(ranks_start=FRM)).lay("jekyll: 3+ M1 | hyde: F2 M2 | city: F1 M3").plays("3+"),
    "draws": lambda: Game(four()).lay("jekyll: 3+ F1 | hyde: F2 M2 | city: M1 M3").plays("3+"),
    "returns": lambda: Game(four()).lay("jekyll: 3+ F1 | hyde: F2 M2 | city: M1 M3").plays("3+").do("jekyll draws"),
}


@pytest.mark.parametrize("kind", KINDS)
def test_the_players_may_concede_at_every_decision_t6(kind: str) -> None:
    game = KINDS[kind]()
    assert game.due is not None
    assert game.due.split()[1] == kind.removesuffix(", the second")
    game.do("concede")
    assert (int(game.state.phase), int(game.state.ending)) == (phases.OVER, phases.CONCEDED)
    assert due(game.state) is None
    assert game.refused("concede") == "the chapter has ended (T3)"
    assert game.refused("jekyll plays F1") == "the chapter has ended (T3)"


def test_nothing_can_be_chosen_or_conceded_while_chance_is_due_t6() -> None:
    game = Game(four())
    assert game.state.phase == phases.DEAL
    assert str(refusal(game.state, Concede())) == "no decision is due (T3)"


@pytest.mark.parametrize("name", CHAPTERS)
def test_each_tutorial_makes_its_eights_gifts_d2(name: str) -> None:
    game = Game(CHAPTERS[name]).deal(DEAL)
    assert game.refused("jekyll gives F1 F2 F3 F8") == "R8 must be given to the City (D2)"
