"""Cards that limit what a player plays: barred, not barred, and lifted where no card obeys."""

from dataclasses import replace

from campaign.notation import Seat, Suit
from campaign.rules.chapter import Cards, Limit, Role
from tests.cards.deals import begin, card, lay, lifted, play, refused, rounds, short, start
from tests.rules.builder import Game

JH = ["cF4 jF6 hF5 J", "jF7 hF8 cF3 H"]
SOBER = "the leading character may not lead a trick with a potion (limit sober-lead)"
RESORT = "a player may not play a potion when able to follow (limit last-resort)"

# Card 4: rounds of three tricks. Jekyll leads the round and the second and third trick; 3+ is left for the last.
JEKYLL_LEADS = ["cF4 jF8 hF5 J", "jR6 hR4 cF6 J", "j3+ hR5 cF7 H"]
HYDE_LEADS = ["cF4 jF5 hF8 H", "h3+ cF7 jF6 C", "cR4 jR6 hR5 J"]


def test_card_4_a_potion_is_barred_where_the_leading_character_leads() -> None:
    game = play(start(4, JEKYLL_LEADS, 3), JEKYLL_LEADS[0])
    assert game.due == "jekyll plays"
    assert game.legal() == {"R6"}
    assert refused(game, "jekyll plays 3+") == SOBER
    assert refused(game, "jekyll plays R6") == ""
    assert lifted(game) == []


def test_card_4_a_player_with_potions_alone_leads_one_and_is_told_so() -> None:
    game = play(start(4, JEKYLL_LEADS, 3), *JEKYLL_LEADS[:2])
    assert (game.hand(Seat.JEKYLL), game.legal()) == ({"3+"}, {"3+"})
    assert lifted(game) == ["jekyll"]
    # The reaction of Ruse finds no trick of the City (R5); 3+ is a Ruse 3; of Fear, Ruse, Manipulation R5 beats F7.
    play(game, JEKYLL_LEADS[2])


def test_card_4_the_leading_character_may_play_a_potion_that_does_not_lead() -> None:
    game = start(4, JEKYLL_LEADS, 3)
    assert refused(game, "jekyll plays 3+") == ""
    assert game.legal() == {"F8", "3+"}


def test_card_4_the_other_character_may_lead_a_potion() -> None:
    game = play(start(4, HYDE_LEADS, 3), HYDE_LEADS[0])
    assert game.due == "hyde plays"
    assert game.legal() == {"3+", "R5"}
    # 3+ and the City's F7 make a reaction of Fear, cancelled: Fear alone is ranked (R6).
    play(game, *HYDE_LEADS[1:])


def test_card_4_the_limit_goes_with_the_token() -> None:
    # In round 2 Hyde leads the round: now it binds Hyde, and Jekyll no more.
    first = ["cF4 jF6 hF5 J", "jF8 hF7 cF3 J", "jR6 hR5 cR4 J"]
    hyde = ["cF4 hF8 jF5 H", "hR6 jR4 cF6 H", "h3+ jR5 cF7 J"]
    jekyll = ["cF4 hF5 jF8 J", "j3+ cF7 hF6 C", "cR4 hR6 jR5 H"]
    game = play(lay(rounds(begin(4, 3), first), hyde), hyde[0])
    assert refused(game, "hyde plays 3+") == SOBER
    play(game, hyde[1])
    assert lifted(game) == ["hyde"]
    game = play(lay(rounds(begin(4, 3), first), jekyll), jekyll[0])
    assert game.legal() == {"3+", "R5"}


# Card 23: in the first trick Hyde holds Fear and a potion, Jekyll holds no Fear; rounds of two tricks.
FOLLOWS = ["cF6 hF5 j4+ C", "cF7 h3+ jR4 J"]


def test_card_23_in_round_2_a_potion_is_barred_to_who_can_follow() -> None:
    game = lay(rounds(begin(23), JH), FOLLOWS)
    assert (game.table.round, game.due) == (2, "hyde plays")
    assert game.legal() == {"F5"}
    assert refused(game, "hyde plays 3+") == RESORT
    assert lifted(game) == []


def test_card_23_who_cannot_follow_may_play_one() -> None:
    game = lay(rounds(begin(23), JH), FOLLOWS)
    game.do("hyde plays F5")
    assert game.hand(Seat.JEKYLL) == {"R4", "4+"}  # no Fear
    assert game.legal() == {"R4", "4+"}
    play_on = ["cF6 hF5 j4+ C", "cF7 h3+ jR4 J"]
    # Fear is cancelled in the first trick, its rank alone lies there. In the second Hyde holds 3+ alone; R4 is ranked
    # above Fear, and 3+ is a Fear 3.
    play(lay(rounds(begin(23), JH), play_on), *play_on)


def test_card_23_while_no_colour_lies_anybody_may_lead_a_potion() -> None:
    # Hyde wins the first trick and leads the next one with a choice of three-trick rounds.
    first = ["cF4 jF6 hF5 J", "jF8 hF7 cF3 J", "jR6 hR5 cR4 J"]
    script = ["cF4 hF8 jF5 H", "h3+ jF6 cF3 J", "jR4 cR6 hR5 C"]
    game = play(lay(rounds(begin(23, 3), first), script), script[0])
    assert game.legal() == {"3+", "R5"}
    # A potion led sets no colour (N4): Jekyll, who holds Fear and Ruse, may answer with any card.
    play(game, "h3+ jF6 cF3 J")


def test_card_23_round_1_knows_no_such_limit() -> None:
    game = start(23, ["cF6 jF5 h4+ C", "cF7 j3+ hR4 H"])
    assert game.legal() == {"F5", "3+"}
    assert refused(game, "jekyll plays 3+") == ""


def test_card_23_a_wrong_colour_is_refused_by_n4_and_not_by_the_limit() -> None:
    script = ["cF6 hF5 jF4 C", "cF7 hR5 jF3 H"]
    game = lay(rounds(begin(23), JH), script)
    assert refused(game, "hyde plays R5") == "you hold Fear, which was led (N4)"


def test_of_two_limits_that_bar_a_card_the_first_is_named() -> None:
    dry = Limit(name="dry", who=Role.PLAYERS, cards=Cards(suit=(Suit.POTION,)))
    for limits, text in (
        ((dry, *card(4).rounds[0].limits), "a player may not play a potion (limit dry)"),
        ((*card(4).rounds[0].limits, dry), SOBER),
    ):
        built = short(card(4), 3)
        built = replace(built, rounds=tuple(replace(rules, limits=limits) for rules in built.rounds))
        game = play(lay(Game(built), JEKYLL_LEADS), JEKYLL_LEADS[0])
        assert refused(game, "jekyll plays 3+") == text
