"""Cards that change the gifts or the reactions: turned round, capped, for one player alone, without effect."""

import pytest

from campaign.notation import Seat, Suit
from campaign.play.session import Session
from campaign.rules.chapter import Chapter, Effect
from campaign.rules.events import Drew, Handed, Reacted, Took
from tests.cards.deals import begin, card, deal_with, iv, lay, moves, plain, play, refused, rounds, start
from tests.rules.builder import Game, told

JH = ["cF4 jF6 hF5 J", "jF7 hF8 cF3 H"]
DEAL = ("F1 F2 F8 R7 R8 M1 M2 M3 M4 M5 3+ 4+", "F3 F4 F5 F6 F7 R1 R2 R3 M6 M7 M8 6+")


def reactions(game: Game) -> str:
    """Return the reactions told so far by their letters, small where cancelled."""
    found = [event for event in told(game, Reacted) if isinstance(event, Reacted)]
    return "".join(one.colour.letter.lower() if one.cancelled else one.colour.letter for one in found)


# Card 14


@pytest.mark.parametrize(
    ("line", "by_card_14", "by_iv"),
    [
        ("jekyll gives F1 M1 F2 R7", "", "F8 R8 must be given to the City (D2)"),
        ("jekyll gives F1 M1 F8 R8", "", ""),
        ("jekyll gives F8 R8 F2 R7", "F1 M1 must be given to the City (D2)", ""),
        ("jekyll gives F1 F8 R8 F2", "M1 must be given to the City (D2)", ""),
        ("jekyll gives F2 R7 M2 M3", "F1 M1 must be given to the City (D2)", "F8 R8 must be given to the City (D2)"),
    ],
)
def test_card_14_all_1s_must_be_given_and_no_8(line: str, by_card_14: str, by_iv: str) -> None:
    assert refused(deal_with(Game(card(14)), *DEAL), line) == by_card_14
    assert refused(deal_with(Game(iv()), *DEAL), line) == by_iv


def test_card_14_who_holds_no_1_gives_what_they_like() -> None:
    game = deal_with(Game(card(14)), "F2 F3 F4 F5 F6 F7 F8 R2 R3 R4 R5 R6", "F1 R1 M1 M2 M3 M4 M5 M6 M7 M8 3+ 4+")
    game.do("jekyll gives F2 F3 F4 F5")
    assert refused(game, "hyde gives F1 R1 M1 M8") == ""
    assert refused(game, "hyde gives F1 R1 M8 M7") == "M1 must be given to the City (D2)"


# Card 15: Jekyll wins the first trick and leads R7; Hyde's 3+ beside it makes a reaction of Ruse.
HANDS = ["cR4 jR6 hR5 J", "jR7 h3+ [jekyll hands] cR8 C", "cR3 jR2 hR1 C"]


def test_card_15_a_player_hands_their_last_trick_to_the_city() -> None:
    game = play(start(15, HANDS, 3), HANDS[0])
    game.plays("R7 3+")
    assert game.due == "both hands"
    assert (game.winners(), game.holders()) == (["J"], ["J"])
    assert refused(game, "hyde hands") == 'the one who resolves it is jekyll; found "hyde" (R4)'
    assert refused(game, "jekyll takes") == 'what is due is who hands a trick to the City; found "jekyll takes" (R5)'
    game.do("jekyll hands")
    assert (game.winners(), game.holders()) == (["J", "C"], ["C", "C"])
    assert told(game, Handed) == [Handed(Seat.JEKYLL, 1)]


def test_card_15_what_was_handed_over_counts_for_nobody() -> None:
    # 1-1 by what was won (3+ is a Ruse 3), but the first trick lies before the City, and with it the icon of R3: E1 is
    # 0, and the icons of R1 and R2 lie before Hyde.
    game = rounds(begin(15), ["cR3 jR6 hR5 J", "jR2 h3+ [jekyll hands] cR1 H"])
    assert moves(game) == [("other-icons", "Y", 0, 2)]


def test_card_15_cancelled_where_no_player_has_won_a_trick() -> None:
    # The City has one: by chapter IV it would be taken, turned round there is none to hand over.
    game = rounds(begin(15), ["cR6 jR5 hR4 C", "cR8 jR7 h3+ C"])
    assert (reactions(game), told(game, Handed), game.table.round) == ("r", [], 2)
    game = rounds(plain(), ["cR6 jR5 hR4 C", "cR8 jR7 h3+ [hyde takes] C"])
    assert (reactions(game), told(game, Took), game.table.round) == ("R", [Took(Seat.HYDE, 1)], 2)


def test_card_15_then_the_trick_before_it_is_next() -> None:
    # Jekyll wins two tricks and hands over the second, then the first. F1 comes second and beats Ruse.
    script = ["cR4 jR6 h3+ J", "jR8 hR2 cR1 J", "jR7 h4+ [jekyll hands] cF1 C", "cR5 j5+ [jekyll hands] hR3 J"]
    game = rounds(begin(15, 4), script)
    assert told(game, Handed) == [Handed(Seat.JEKYLL, 2), Handed(Seat.JEKYLL, 1)]
    assert reactions(game) == "rRR"
    assert moves(game) == [("leading-icons", "Y", 0, 1)]  # R3 in the fourth; R8, R1 and R2 went away


# Card 16: rounds of four tricks, with a reaction in each. Manipulation, Ruse and Fear are ranked in that order.
FOUR = [
    "cM6 j3+ [jekyll draws] [jekyll returns R6] hM5 C", "cR6 j4+ [jekyll takes] hR5 C", "cF6 j5+ hF5 C",
    "cR8 j6+ hR7 C",
]  # fmt: skip


def test_card_16_the_third_reaction_and_the_fourth_are_cancelled() -> None:
    game = play(start(16, FOUR, 4), *FOUR[:2])
    assert game.table.effects_used == 2
    game.plays("5+")
    assert (reactions(game), game.due) == ("MRf", "hyde plays")
    assert game.table.ranks == "MRF"
    reaction = game.table.reaction
    assert reaction is not None
    assert (reaction.colour, reaction.took_effect) == (Suit.FEAR, False)
    # The City has tricks that Ruse could take, and keeps them.
    game.plays("F5 6+ R7")
    assert (reactions(game), len(told(game, Took))) == ("MRfr", 1)


def test_card_16_without_the_cap_the_third_takes_effect() -> None:
    game = play(lay(plain(4), FOUR), *FOUR[:2])
    game.plays("5+")
    assert (reactions(game), game.due) == ("MRF", "both ranks")


def test_card_16_what_was_cancelled_uses_none_and_each_round_has_its_own_two() -> None:
    # Ruse finds no trick of the City yet; then Manipulation and Ruse take effect, Fear no more. 6+ is a Fear 6 (W2).
    first = [
        "cR6 j3+ hR5 C", "cM6 j4+ [jekyll draws] [jekyll returns R8] hM5 C", "cR8 j5+ [jekyll takes] hR7 C",
        "cF6 j6+ hF5 J",
    ]  # fmt: skip
    second = ["cM6 h3+ [hyde draws] [hyde returns M8] jM5 C", "cM8 hM7 jM4 C", "cF8 hF7 jF4 C", "cR8 hR7 jR4 C"]
    game = rounds(begin(16, 4), first)
    assert (reactions(game), game.table.round) == ("rMRf", 2)
    assert play(lay(game, second), second[0]).table.effects_used == 1
    assert reactions(game) == "rMRfM"


# Card 17: the leading character is Jekyll in round 1, Hyde in round 2, whoever plays the second card of the pair.
BY_LEADING = [
    (["cM6 j3+ [jekyll draws] [jekyll returns F6] hM5 C", "cF6 jF5 hF4 C"], "3+", "draws"),
    (["cM6 jM5 h3+ [jekyll draws] [jekyll returns F6] C", "cF6 jF5 hF4 C"], "M5 3+", "draws"),
    (["cR6 jR5 hR4 C", "cR8 j3+ [jekyll takes] hR7 C"], "R5 R4 3+", "takes"),
    (["cR6 jR5 hR4 C", "cF6 j3+ [ranks FRM] hF5 C"], "R5 R4 3+", "ranks"),
]


@pytest.mark.parametrize(("script", "played", "verb"), BY_LEADING)
def test_card_17_the_leading_character_alone_resolves_reactions(script: list[str], played: str, verb: str) -> None:
    game = start(17, script).plays(played)
    assert game.due == f"jekyll {verb}"
    if verb != "ranks":
        assert refused(game, f"hyde {verb}") == 'the one who resolves it is jekyll; found "hyde" (R4)'
    rounds(begin(17), script)
    assert lay(plain(), script).plays(played).due == f"both {verb}"


def test_card_17_in_round_2_it_is_hyde() -> None:
    game = lay(rounds(begin(17), JH), ["cM6 h3+ jM5 C", "cF6 hF5 jF4 C"]).plays("3+")
    assert game.due == "hyde draws"
    assert refused(game, "jekyll draws") == 'the one who resolves it is hyde; found "jekyll" (R4)'
    game.do("hyde draws", "hyde returns F6")


def may_talk(chapter: Chapter, game: Game) -> bool:
    """Return whether the players may talk as a game stands."""
    session = Session(chapter, 1)
    session.state = game.state
    return session.may_talk()


def test_card_17_nobody_may_talk_about_it() -> None:
    for script, played, _ in BY_LEADING:
        assert not may_talk(card(17), start(17, script).plays(played))
        assert may_talk(iv(), lay(plain(), script).plays(played))
    assert not may_talk(card(17), start(17, JH))
    assert not may_talk(iv(), lay(plain(), JH))


# Card 28. The second colour ranks all three; a Fear card beside a potion follows in the second trick of each round.
NO_FEAR = ["cM6 j3+ [jekyll draws] [jekyll returns F4] hM5 C", "cF4 j4+ hF3 J"]
NO_MANIPULATION = ["cM6 h3+ jM5 C", "cF6 h4+ [ranks FMR] jF5 C"]


def test_card_28_fear_does_nothing_in_round_1_and_manipulation_in_round_2() -> None:
    game = play(start(28, NO_FEAR), NO_FEAR[0])
    game.plays("4+")
    assert (game.table.ranks, game.due) == ("MFR", "hyde plays")
    assert told(game, Reacted)[-1] == Reacted(Suit.FEAR, Effect.NOTHING, cancelled=True)
    rounds(game.plays("F3"), NO_MANIPULATION)  # 4+ is a Fear 4 all the same, and has beaten F4 (R2, W2)
    assert reactions(game) == "MfmF"
    assert [event.seat for event in told(game, Drew) if isinstance(event, Drew)] == [Seat.JEKYLL]
    assert told(game, Reacted)[-2] == Reacted(Suit.MANIPULATION, Effect.NOTHING, cancelled=True)


def test_card_28_in_chapter_iv_both_take_effect_in_both_rounds() -> None:
    game = rounds(plain(), [NO_FEAR[0], "cF4 j4+ [ranks FMR] hF3 J"])
    with_draw = ["cM6 h3+ [hyde draws] [hyde returns F6] jM5 C", "cF6 h4+ [ranks FMR] jF5 C"]
    assert reactions(rounds(game, with_draw)) == "MFMF"
