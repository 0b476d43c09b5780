"""Cards about ranks, the City's deck and the gifts, each against chapter IV, worked out by hand."""

from campaign.notation import PLAYERS, Seat, cards_text, parse_cards
from campaign.rules import state as phases
from campaign.rules.events import CityStacked, Drew, ReserveDealt, Returned, visible
from campaign.rules.view import view
from tests.cards.deals import begin, card, deal_with, iv, last_of, lay, moves, plain, play, refused, rounds
from tests.rules.builder import Game

# Ranks. Jekyll holds no Ruse and Hyde no Fear nor Ruse, so each of the three shows another colour.
COLOURS = ["cR4 jF8 hM5", "cR5 jF7 hM6"]


def won_by(*letters: str) -> list[str]:
    """Return the two tricks with those who win them."""
    return [f"{line} {letter}" for line, letter in zip(COLOURS, letters, strict=True)]


def test_card_8_the_ranks_are_set_before_a_card_is_played() -> None:
    # Manipulation, Fear, Ruse: the City's Ruse wins; by K1 Manipulation would have come to the top.
    game = begin(8)
    assert game.table.ranks == "MFR"
    rounds(game, won_by("C", "C"))
    assert (game.table.round, game.table.ranks) == (2, "MFR")
    game = plain()
    assert game.table.ranks == ""
    rounds(game, ["cR4 jF8 hM5 H", "hM6 cR5 jF7 H"])


def test_card_8_fear_takes_effect_in_the_first_trick_and_the_next_round_is_set_anew() -> None:
    script = ["cF4 j3+ [ranks RMF] hF5 H", "hF7 cF6 jF8 J"]
    game = rounds(begin(8), script)
    assert (game.table.round, game.table.ranks) == (2, "MFR")
    game = lay(plain(), script)
    game.do("jekyll plays 3+")
    assert game.due == "hyde plays"  # cancelled: only Fear is ranked there (R6)


def test_card_9_the_first_colour_is_the_highest() -> None:
    game = lay(begin(9), won_by("C", "C"))
    assert game.table.ranks == "R"
    game.do("jekyll plays F8")
    assert game.table.ranks == "MFR"  # Ruse, then Fear; Manipulation is the lowest at once
    game.do("hyde plays M5")
    assert game.winners() == ["C"]
    game = lay(plain(), won_by("C", "C"))
    game.do("jekyll plays F8")
    assert game.table.ranks == "RFM"
    game.do("hyde plays M5")
    assert game.winners() == ["H"]


KEPT = (["cR4 jF8 hM5 H", "hM6 cR5 jF7 H"], ["cF6 hR4 jM5 J", "jM6 cF5 hR5 J"])


def test_card_10_round_2_begins_with_the_ranks_of_round_1() -> None:
    # Ruse, Fear, Manipulation stay: in round 2 M5 beats F6, which came first.
    game = rounds(begin(10), KEPT[0])
    assert (game.table.round, game.table.ranks) == (2, "RFM")
    rounds(game, KEPT[1])


def test_card_10_else_the_ranks_are_set_anew() -> None:
    game = rounds(plain(), KEPT[0])
    assert (game.table.round, game.table.ranks) == (2, "")
    play(lay(game, KEPT[1]), *KEPT[1])  # Fear, Ruse, Manipulation


def test_card_10_ranks_put_in_order_by_fear_stay_so_and_one_rank_stays_one() -> None:
    game = rounds(begin(10), ["cR6 jR5 hR4 C", "cF6 j4+ [ranks MRF] hF5 C"])
    assert (game.table.round, game.table.ranks) == (2, "MRF")
    # Fear is the highest still: the City's F4 beats both Ruse cards.
    play(lay(game, ["cF4 hR7 jR8 C", "cR4 hR6 jR5 H"]), "cF4 hR7 jR8 C")
    game = rounds(begin(10), ["cF4 jF6 hF5 J", "jF8 hF7 cF3 J"])
    assert (game.table.round, game.table.ranks) == (2, "F")
    lay(game, ["cM4 hF7 jF8 C", "cR4 hF6 jF5 C"])
    assert game.table.ranks == "FMR"  # Manipulation is the second colour, Ruse takes the third place (K1)


# The City's deck. All 28 cards; the first trick is opened at once, so that seven of the City's cards are left.
DEAL = ("F1 F2 F8 R7 R8 M1 M2 M3 M4 M5 3+ 4+", "F3 F4 F5 F6 F7 R1 R2 R3 M6 M7 M8 6+")
"""What is left, R4 R5 R6 5+, is the Reserve."""
GIFTS = ("jekyll gives F8 R8 M3 3+", "hyde gives F3 R3 M8 6+")
SORTED = "F8 R8 M8 6+ F3 R3 M3 3+"
"""Highest first, and equal numbers in the order Fear, Ruse, Manipulation, potion."""


def test_card_11_the_citys_deck_is_sorted_and_nothing_is_shuffled() -> None:
    game = deal_with(Game(card(11)), *DEAL).do(*GIFTS)
    assert last_of(game, CityStacked) == CityStacked(parse_cards(SORTED), face_up=False)
    assert game.table.trick == ((Seat.CITY, parse_cards("F8")[0]),)
    assert game.due == "jekyll plays"
    assert game.table.city is None  # sorted, but not open
    # F1 and F7 against F8: the City wins and plays the next of its pile.
    game.plays("F1 F7")
    assert [str(one) for _, one in game.table.trick] == ["R8"]


def test_card_11_in_chapter_iv_chance_orders_it() -> None:
    game = deal_with(Game(iv()), *DEAL).do(*GIFTS)
    assert game.state.phase == phases.SHUFFLE
    game.stack("3+ M3 R3 F3 6+ M8 R8 F8")
    assert [str(one) for _, one in game.table.trick] == ["3+"]


def city_of(game: Game) -> str:
    """Return the City's deck as it lies open, top first."""
    return cards_text(game.table.city or ())


STACKED = "M3 F8 R8 6+ F3 R3 M8 3+"


def test_card_12_everybody_sees_the_citys_deck_and_its_order() -> None:
    game = deal_with(Game(card(12)), *DEAL)
    assert game.table.city is None
    game.do(*GIFTS)
    assert game.table.city is None  # from the first trick on
    game.stack(STACKED)
    for seat in PLAYERS:
        seen = view(game.chapter, game.state, seat).table
        assert cards_text(seen.city or ()) == "F8 R8 6+ F3 R3 M8 3+"
        assert seen.reserve is None
        stacked = visible(last_of(game, CityStacked), seat)
        assert stacked["cards"] == parse_cards(STACKED)
        assert visible(last_of(game, ReserveDealt), seat) == {}
    # M1 and M6 follow M3; Hyde wins and leads F7, the City plays the next one, Jekyll F1: F8 wins.
    game.plays("M1 M6 F7 F1")
    assert game.winners() == ["H", "C"]
    assert city_of(game) == "6+ F3 R3 M8 3+"  # R8 lies in the third trick


def test_card_12_what_manipulation_exchanges_is_seen_by_both() -> None:
    game = deal_with(Game(card(12)), *DEAL).do(*GIFTS).stack(STACKED)
    game.do("jekyll plays 4+", "jekyll draws")
    assert city_of(game) == "R8 6+ F3 R3 M8 3+"
    game.do("jekyll returns M5")
    assert city_of(game) == "M5 R8 6+ F3 R3 M8 3+"
    for seat in PLAYERS:
        assert visible(last_of(game, Drew), seat)["card"] == parse_cards("F8")[0]
        assert visible(last_of(game, Returned), seat)["card"] == parse_cards("M5")[0]


def test_card_12_in_chapter_iv_nobody_sees_it() -> None:
    game = deal_with(Game(iv()), *DEAL).do(*GIFTS).stack(STACKED)
    game.do("jekyll plays 4+", "jekyll draws", "jekyll returns M5")
    for seat in PLAYERS:
        assert view(game.chapter, game.state, seat).table.city is None
        assert "cards" not in visible(last_of(game, CityStacked), seat)
    assert "card" not in visible(last_of(game, Returned), Seat.HYDE)


# Card 13: two of the Reserve's R4 R5 R6 5+ join the City; each player gives three and keeps a card at the end.
THREE = ("jekyll gives F8 R8 M3", "hyde gives F3 R3 M8")


def test_card_13_each_gives_three_and_no_other_number() -> None:
    game = deal_with(Game(card(13)), *DEAL, joining="R4 5+")
    assert refused(game, GIFTS[0]) == "Jekyll gives exactly 3 cards; found 4 (D2)"
    assert refused(game, "jekyll gives F8 M3 3+") == "R8 must be given to the City (D2)"
    assert refused(game, THREE[0]) == ""
    assert refused(deal_with(Game(iv()), *DEAL), THREE[0]) == "Jekyll gives exactly 4 cards; found 3 (D2)"


def stacked_13(joining: str, order: str) -> Game:
    """Return card 13's game with its first trick opened."""
    return deal_with(Game(card(13)), *DEAL, joining=joining).do(*THREE).stack(order)


def test_card_13_the_city_has_eight_cards_two_of_them_unseen() -> None:
    game = stacked_13("R4 5+", "M3 R4 F8 R8 F3 5+ R3 M8")
    other = stacked_13("R5 R6", "M3 F3 R5 R6 F8 R8 M8 R3")
    table = game.table
    assert (table.city_size, table.reserve_size, table.hand_sizes) == (7, 2, (9, 9))  # and M3 opens
    for seat in PLAYERS:
        assert view(game.chapter, game.state, seat) == view(other.chapter, other.state, seat)
        assert visible(last_of(game, ReserveDealt), seat) == {}


def test_card_13_after_eight_tricks_each_keeps_one_card() -> None:
    # All tricks but Hyde's with M7 go to the City. Three colours are ranked, so Fear takes effect in the last one.
    script = [
        "cM8 jM1 hM6 C", "cF8 jF1 hF3 C", "cR8 jR7 hR1 C", "cR6 jF2 hR2 C", "cR5 jM2 hR3 C", "cR4 jM4 hF4 C",
        "cM3 jM5 hM7 H", "hF5 cF7 j4+ [ranks FMR] C",
    ]  # fmt: skip
    city = "M8 F8 R8 R6 R5 R4 M3 F7"
    game = Game(card(13))
    deal_with(game, "F1 F2 F8 R7 R8 M1 M2 M3 M4 M5 3+ 4+", "F3 F4 F5 F6 F7 R1 R2 R3 M6 M7 M8 R4", joining="R5 R6")
    game.do("jekyll gives F8 R8 M3", "hyde gives F7 M8 R4").stack(city)
    play(game, *script[:-1])
    assert (game.hand(Seat.JEKYLL), game.hand(Seat.HYDE)) == ({"3+", "4+"}, {"F5", "F6"})
    assert (game.table.city_size, game.due) == (1, "hyde plays")
    play(game, script[-1])
    assert (game.table.round, game.state.phase) == (2, phases.DEAL)
    assert moves(game) == [("other-icons", "Y", 0, 1)]  # none for Jekyll; M3 is an icon before Hyde
