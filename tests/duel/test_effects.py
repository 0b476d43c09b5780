"""What potions do: Pride (DU14), Greed (DU15), Wrath (DU16), and when (DU12)."""

import pytest

from campaign.duel import step
from campaign.duel.events import Effect, Ranked, Swapped, Took, Won, event_json
from campaign.duel.view import view
from campaign.notation import DuelSuit, Seat, parse_duel_card
from tests.duel.builder import Game, told

PRIDE, WRATH, GREED = DuelSuit.PRIDE, DuelSuit.WRATH, DuelSuit.GREED


def three_tricks() -> Game:
    """Return a duel in which Jekyll has tricks 1 and 3 and Hyde 2; Jekyll leads the fourth."""
    game = Game().lay("W7 W1 G7 P4 P7 P6", "W2 W3 G1 5+ 2+ 3+")
    game.plays("W7 W2 W1 W3 G1 G7")
    assert (game.winners(), game.due) == ("JHJ", "jekyll plays")
    return game


def test_prides_taker_is_the_tricks_winner_and_chooses_a_trick_of_the_opponents_du14() -> None:
    game = three_tricks().plays("P4 5+")  # Hyde wins by number
    assert game.due == "hyde takes"
    assert view(game.state, Seat.HYDE).takes == (1, 3)
    assert view(game.state, Seat.JEKYLL).takes == ()
    for trick in (2, 4, 10, 99):  # his own, this one, none yet
        assert game.refused(f"hyde takes {trick}") == f'before Jekyll lie the tricks 1 3; found "{trick}" (DU14)'
    game.do("hyde takes 1")
    assert game.holders() == "HHJH"
    assert game.winners() == "JHJH"
    assert told(game, Took) == [Took(Seat.HYDE, 1)]
    assert told(game, Effect) == [Effect(PRIDE, cancelled=False)]
    assert game.table.held == (1, 3)
    assert game.due == "hyde plays"


def test_the_colours_player_takes_where_the_colour_wins_du14() -> None:
    game = three_tricks().plays("P7 3+")
    assert game.due == "jekyll takes"
    assert view(game.state, Seat.JEKYLL).takes == (2,)
    # The only trick there is is a decision all the same.
    game.do("jekyll takes 2")
    assert game.holders() == "JJJJ"


def test_a_taken_trick_may_be_taken_back_du14() -> None:
    game = three_tricks().plays("P4 5+").do("hyde takes 1").plays("2+W P7")
    assert game.due == "jekyll takes"
    game.do("jekyll takes 1")
    assert game.holders() == "JHJHJ"


@pytest.mark.parametrize(("jekyll", "hyde", "plays"), [("P3 W1", "5+ W2", "P3 5+"), ("5+ W1", "P3 W2", "5+P P3")])
def test_pride_with_no_trick_to_take_is_nothing_du14(jekyll: str, hyde: str, plays: str) -> None:
    game = Game().lay(jekyll, hyde).plays(plays)
    assert told(game, Effect) == [Effect(PRIDE, cancelled=True)]
    assert told(game, Took) == []
    assert len(game.table.tricks) == 1


def test_pride_does_nothing_where_the_winner_himself_has_all_tricks_du14() -> None:
    game = Game().lay("W7 P6 P1", "W2 2+ P2").plays("W7 W2 P6 2+")
    assert told(game, Effect) == [Effect(PRIDE, cancelled=True)]
    assert game.holders() == "JJ"


def test_greed_swaps_two_cards_at_the_same_time_du15() -> None:
    game = Game().lay("G3 P1 P2 W1", "3+ P5 P6 W5").plays("G3 3+")
    assert game.due == "jekyll swaps"
    assert game.refused("jekyll swaps P1") == "Jekyll swaps exactly 2 cards; found 1 (DU15)"
    assert game.refused("jekyll swaps P1 P1") == "each card is another one; found P1 twice (DU15)"
    game.do("jekyll swaps P1 W1")
    # Nothing is told or changes hands before Hyde has chosen, who cannot give what he is to get.
    assert (game.due, told(game, Swapped)) == ("hyde swaps", [])
    assert game.hand(Seat.JEKYLL) == {"P1", "P2", "W1"}
    assert game.refused("hyde swaps P1 P5") == "Hyde does not hold P1 (DU15)"
    game.do("hyde swaps W5 P5")
    assert game.hand(Seat.JEKYLL) == {"P2", "P5", "W5"}
    assert game.hand(Seat.HYDE) == {"P1", "P6", "W1"}
    assert [event_json(one, None) for one in told(game, Swapped)] == [
        {"event": "swapped", "seat": "jekyll", "cards": ["P1", "W1"]},
        {"event": "swapped", "seat": "hyde", "cards": ["P5", "W5"]},
    ]
    # The swap comes before the trick is taken; its winner, Hyde, may lead what he has got.
    assert [type(one) for one in game.events[-3:]] == [Swapped, Swapped, Won]
    assert game.refused("hyde plays W1") is None


def test_potions_may_be_swapped_du15() -> None:
    game = Game().lay("G3 2+ P2 W1", "3+ 4+ 5+ W5").plays("G3 3+")
    game.do("jekyll swaps 2+ P2", "hyde swaps 4+ 5+")
    assert game.hand(Seat.JEKYLL) == {"W1", "4+", "5+"}


def test_greed_swaps_one_card_if_only_one_is_left_du15() -> None:
    game = Game().lay("G3 P1", "3+ P5").plays("G3 3+")
    assert view(game.state, Seat.JEKYLL).number == 1
    game.do("jekyll swaps P1", "hyde swaps P5")
    assert (game.hand(Seat.JEKYLL), game.hand(Seat.HYDE)) == ({"P5"}, {"P1"})


def test_greed_with_no_card_left_is_nothing_du15() -> None:
    game = Game().lay("G3", "3+").plays("G3 3+")
    assert told(game, Effect) == [Effect(GREED, cancelled=True)]
    assert (told(game, Swapped), game.winners()) == ([], "H")


def test_wrath_clears_all_tokens_its_own_cards_too_du16_du10() -> None:
    game = Game().lay("P3 W4 G1 P7", "P2 W5 5+ G2").plays("P3 P2 W4 5+")
    # W4 ranked all three (DU10), before its effect (DU12).
    assert told(game, Ranked) == [Ranked("P"), Ranked("PWG"), Ranked("")]
    assert told(game, Effect) == [Effect(WRATH, cancelled=False)]
    assert game.table.ranks == ""
    # Set anew by the cards played after this trick: Greed is now the lowest.
    game.plays("G2 G1")
    assert game.table.ranks == "G"


def test_two_cards_of_wrath_clear_nothing_du11_du16() -> None:
    game = Game().lay("P1 W4", "W5 P2").plays("P1 P2 W5 W4")
    assert game.table.ranks == "PWG"


def test_wrath_as_the_first_colour_of_all_clears_its_own_token_du16_du10() -> None:
    game = Game().lay("4+ P1", "W1 P2").plays("4+W W1")
    assert told(game, Ranked) == [Ranked("W"), Ranked("")]
    assert game.winners() == "J"


def test_the_effect_is_told_between_the_cards_and_the_winner_du12() -> None:
    game = Game().lay("4+ P1", "W1 P2").plays("4+W W1")
    assert [event_json(one, None)["event"] for one in game.events[-7:]] == [
        "played", "named", "played", "ranked", "effect", "ranked", "won",
    ]  # fmt: skip


def test_the_effect_is_that_of_the_card_not_of_the_colour_named_du12_du9() -> None:
    game = Game().lay("4+ P1 P3", "G1 P2 P5").plays("4+W")
    assert game.legal() == {"G1", "P2", "P5"}
    game.plays("G1")
    assert (game.due, game.table.effect) == ("jekyll swaps", Effect(GREED, cancelled=False))
    assert game.table.tricks == ()
    assert game.table.trick == ((Seat.JEKYLL, parse_duel_card("4+")), (Seat.HYDE, parse_duel_card("G1")))
    assert game.table.to_follow == ()


def test_nothing_else_may_be_chosen_while_an_effect_is_due_du14_du15() -> None:
    game = three_tricks().plays("P4 5+")
    due = "what is due is Hyde to take a trick of the opponent's"
    assert game.refused("hyde plays 2+") == f'{due}; found "hyde plays 2+" (DU14)'
    assert game.refused("jekyll takes 2") == f'{due}; found "jekyll" (DU14)'
    assert step.number_due(game.state) == 0
    game = Game().lay("G3 P1", "3+ P5").plays("G3 3+")
    assert game.refused("hyde swaps P5") == (
        'what is due is Jekyll to swap cards with the opponent; found "hyde" (DU15)'
    )
