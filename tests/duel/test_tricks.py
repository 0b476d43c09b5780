"""One trick: who may play what (DU8, DU9), the tokens (DU10) and who wins (DU11 to DU13)."""

import itertools

import pytest

from campaign.cards import DUEL_DECK, cards_in
from campaign.duel.decisions import Plays
from campaign.duel.events import Named, Ranked, Won
from campaign.duel.refusals import refusal
from campaign.duel.tricks import follows, second_wins
from campaign.notation import DUEL_RANK_TEXTS, DuelCard, DuelSuit, Seat, parse_duel_card
from tests.duel import referee
from tests.duel.builder import Game, mask, texts, told


def play(first: str, second: str, ranks: str = "PWG") -> Game:
    """Play one trick, Jekyll leading, whose effect, if any, has nothing to be chosen; hands hold nothing else."""
    game = Game().lay(first[:2], second)
    game.state.ranks = DUEL_RANK_TEXTS.index(ranks)
    return game.plays(f"{first} {second}")


@pytest.mark.parametrize(
    ("led", "hand", "allowed"),
    [
        ("P1", "P2 P3 W1 G1", "P2 P3"),
        ("P1", "P2 W1 G1 3+", "P2 3+"),
        ("P1", "W1 G1", "W1 G1"),
        ("P1", "W1 G1 3+", "W1 G1 3+"),
        ("P1", "2+ 3+", "2+ 3+"),
        ("G7", "P1 W1 G1 5+", "G1 5+"),
    ],
)
def test_a_colour_is_followed_by_it_or_a_potion_du8(led: str, hand: str, allowed: str) -> None:
    game = Game().lay(led, hand).plays(led)
    assert game.legal() == set(allowed.split())
    title = parse_duel_card(led).suit.title
    for barred in set(hand.split()) - set(allowed.split()):
        assert game.refused(f"hyde plays {barred}") == f"you hold {title}, which was led (DU8)"


def test_the_leader_plays_any_card_du8() -> None:
    game = Game().lay("P1 W2 G3 4+", "P2")
    assert game.legal() == {"P1", "W2", "G3", "4+"}
    assert game.refused("jekyll plays P2") == "Jekyll does not hold P2 (DU8)"


@pytest.mark.parametrize(
    ("named", "hand", "allowed"),
    [
        ("W", "P2 W1 W3 G1", "W1 W3"),
        ("W", "P2 W1 G1 3+", "W1"),  # even holding a potion
        ("W", "P2 G1 3+", "P2 G1 3+"),  # unable: any card, so a potion too
        ("W", "3+", "3+"),
        ("P", "P2 G1 3+", "P2"),
        ("G", "P2 W1", "P2 W1"),
    ],
)
def test_a_led_potions_colour_must_be_played_if_able_du9(named: str, hand: str, allowed: str) -> None:
    game = Game().lay("5+", hand).plays(f"5+{named}")
    assert game.legal() == set(allowed.split())
    colour = game.table.named
    assert colour is not None
    assert colour.letter == named
    assert told(game, Named) == [Named(Seat.JEKYLL, colour)]
    for barred in set(hand.split()) - set(allowed.split()):
        assert game.refused(f"hyde plays {barred}") == f"you hold {colour.title}, which was named (DU9)"
    assert game.refused("hyde plays W7") == "Hyde does not hold W7 (DU9)"


def test_a_led_potion_names_a_colour_and_nothing_else_does_du9() -> None:
    game = Game().lay("5+ P1 3+", "P2 2+ 4+")
    assert game.refused("jekyll plays 5+") == "a led potion names a colour, such as: 5+ naming W (DU9)"
    only = 'only a potion that is led names a colour; found "{} naming" (DU9)'
    assert game.refused("jekyll plays P1 naming P") == only.format("P1")
    # Any of the three, whether or not anybody holds it.
    for colour in "PWG":
        assert game.refused(f"jekyll plays 5+ naming {colour}") is None
    potion = Plays(Seat.JEKYLL, parse_duel_card("5+"), DuelSuit.POTION)
    assert str(refusal(game.state, potion)) == "what is named is a colour: P, W or G (DU9)"
    game.plays("P1")
    assert game.refused("hyde plays 2+ naming P") == only.format("2+")
    assert game.refused("hyde plays 2+") is None


def test_a_named_colour_is_forgotten_with_its_trick_du9() -> None:
    game = Game().lay("5+ P1", "4+ P2").plays("5+W 4+")
    assert game.table.named is None
    assert game.table.tricks[0].named is DuelSuit.WRATH


def test_the_first_colour_is_lowest_the_second_middle_the_third_then_highest_du10() -> None:
    game = Game().lay("W1 P1 G1", "W2 G2 P2")
    assert game.table.ranks == ""
    game.plays("W1")
    assert game.table.ranks == "W"
    game.plays("W2")
    assert told(game, Ranked) == [Ranked("W")]
    game.plays("G2")
    assert game.table.ranks == "WGP"
    game.plays("G1")
    assert told(game, Ranked) == [Ranked("W"), Ranked("WGP")]
    game.plays("P2 P1")
    assert game.table.ranks == "WGP"


def test_potions_and_named_colours_place_no_token_du10_du12() -> None:
    game = Game().lay("5+ P1", "4+ P2").plays("5+W 4+")
    assert (game.table.ranks, told(game, Ranked)) == ("", [])
    game = Game().lay("3+ W1", "P5 W2").plays("3+G P5")
    assert game.table.ranks == "P"  # the colour played with a potion does


def test_the_token_is_placed_before_the_trick_is_won_du10_du11() -> None:
    # Hyde's Wrath appears in this very trick and ranks above Pride.
    assert play("P7", "W1", ranks="").winners() == "H"


@pytest.mark.parametrize(
    ("first", "second", "ranks", "wins"),
    [
        ("P3", "P5", "PWG", "H"),
        ("P5", "P3", "PWG", "J"),
        ("P7", "W1", "PWG", "H"),
        ("W1", "P7", "PWG", "J"),
        ("G1", "W7", "PWG", "J"),
        ("G7", "W1", "GPW", "H"),
        ("W5", "G5", "GWP", "J"),
    ],
)
def test_two_colours_are_won_by_number_within_one_else_by_rank_du11(
    first: str, second: str, ranks: str, wins: str
) -> None:
    game = play(first, second, ranks)
    assert game.winners() == wins
    (trick,) = game.table.tricks
    assert trick.effect is None
    assert [str(one) for one in trick.cards] == [first, second]
    assert told(game, Won) == [Won(1, trick.winner, trick.cards)]


@pytest.mark.parametrize(
    ("first", "second", "wins"),
    [
        ("P6", "5+", "J"),
        ("P5", "5+", "H"),  # a potion beats the equal number
        ("P4", "5+", "H"),
        ("5+P", "P6", "H"),
        ("5+P", "P5", "J"),
        ("5+W", "P4", "J"),
        ("2+G", "P1", "J"),
        ("P1", "2+", "H"),
    ],
)
@pytest.mark.parametrize("ranks", ["", "PWG", "WGP"])
def test_with_one_potion_the_higher_number_wins_ranks_ignored_du12(
    first: str, second: str, wins: str, ranks: str
) -> None:
    game = play(first, second, ranks)
    assert game.winners() == wins
    # The effect is the colour card's, not that of the colour named.
    effect = game.table.tricks[0].effect
    assert effect is not None
    assert effect.suit is DuelSuit.PRIDE


@pytest.mark.parametrize(("first", "second", "wins"), [("5+P", "4+", "J"), ("2+P", "3+", "H")])
def test_two_potions_have_no_effect_and_the_higher_wins_du13(first: str, second: str, wins: str) -> None:
    game = play(first, second)
    assert (game.winners(), game.table.tricks[0].effect) == (wins, None)
    assert game.due == f"{'jekyll' if wins == 'J' else 'hyde'} plays"


def test_the_winner_of_every_pair_under_all_ranks_du11_du12_du13() -> None:
    cards = [DuelCard(card) for card in cards_in(DUEL_DECK)]
    for first, second in itertools.permutations(cards, 2):
        for ranks in DUEL_RANK_TEXTS:
            suits = {card.suit.letter for card in (first, second)}
            if "" not in suits and not suits <= set(ranks):
                continue  # both colours of a trick are ranked when it is won
            best = referee.winning_card(str(first), str(second), ranks)
            found = second_wins(first.index, second.index, DUEL_RANK_TEXTS.index(ranks))
            assert found == (best == str(second)), (str(first), str(second), ranks)


@pytest.mark.parametrize("led", ["P4", "W1", "G7", "3+"])
def test_what_may_follow_is_what_the_sheet_says_for_every_small_hand_du8_du9(led: str) -> None:
    card = parse_duel_card(led).index
    for hand in itertools.combinations([card for card in referee.DECK if card != led], 3):
        for number, colour in enumerate("PWG" if led == "3+" else "-"):
            named = number if led == "3+" else 3
            found = texts(int(follows(mask(" ".join(hand)), card, named)))
            assert found == set(referee.may_play(list(hand), led, colour))
