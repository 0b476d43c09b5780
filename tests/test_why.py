"""Why a trick, a reaction or a pawn move went as it did (field report S01): told with ranks, colour and house rules."""

from dataclasses import replace
from typing import Any

import pytest

from campaign.notation import Suit
from campaign.rules.chapter import Cards, Effect, Limit, Move, PastTheEnd, Pawn, RanksStart, Role, When
from campaign.rules.events import Reacted, RoundBegan
from campaign.rules.why import why, why_trick
from campaign.rules.words import move_words
from tests.rules.builder import EIGHTS_MOVE, MFR, NO_EFFECTS, Game, chapter, four, with_round

SET = "In this chapter: The ranks are set from the start, low to high: Manipulation < Fear < Ruse."
RANKS = "Ranks then, low to high: Manipulation < Fear < Ruse. The highest rank present wins (W1)."
NUMBER = "Within one rank the highest number wins (W1)."


def lay(deal: str, **knobs: Any) -> Game:  # noqa: ANN401 (any knob of a round)
    """Lay a deal, the City to open under Jekyll's face, with the ranks of the worked examples."""
    return Game(four(**({"ranks_start": MFR} | knobs))).lay(deal)


def reasons(game: Game) -> list[str]:
    """Return why the last thing went as it did."""
    return why(game.chapter, game.events)


def test_a_trick_is_told_with_its_ranks_and_its_potions_colour_w1_r3_w2() -> None:
    game = lay("jekyll: R3 R4 | hyde: 5+ R5 | city: F4 M1").plays("R3 5+")
    # The City has won nothing: Ruse is cancelled, yet colours the potion.
    assert reasons(game) == [
        "Trick 1: Fear 4, Ruse 3, Potion 5+. Potion 5+ wins it for Hyde.",
        RANKS,
        NUMBER,
        "Potion 5+ counts as Ruse, the colour of the trick's reaction (R3), and beats the equal number (W2).",
        SET,
    ]


def test_a_trick_is_told_with_the_order_that_fear_left_r6() -> None:
    game = lay("jekyll: 5+ R4 | hyde: R3 R5 | city: F4 M1").plays("5+").do("ranks MRF").plays("R3")
    assert reasons(game) == [
        "Trick 1: Fear 4, Potion 5+, Ruse 3. Potion 5+ wins it for Jekyll.",
        "Ranks then, low to high: Manipulation < Ruse < Fear. The highest rank present wins (W1).",
        NUMBER,
        "Potion 5+ counts as Fear, the colour of the trick's reaction (R3), and beats the equal number (W2).",
        SET,
    ]


def test_two_potions_count_alike_and_the_city_can_win_r3() -> None:
    game = lay("jekyll: 3+ R4 | hyde: 4+ R5 | city: F4 M1", effects=NO_EFFECTS).plays("3+ 4+")
    assert reasons(game)[0] == "Trick 1: Fear 4, Potion 3+, Potion 4+. Potion 4+ wins it for Hyde."
    assert reasons(game)[3] == (
        "Each potion counts as Fear, the colour of the trick's reaction (R3), and beats the equal number (W2)."
    )
    city = lay("jekyll: 3+ R4 | hyde: 4+ R5 | city: F8 M1", effects=NO_EFFECTS).plays("3+ 4+")
    assert reasons(city)[0] == "Trick 1: Fear 8, Potion 3+, Potion 4+. Fear 8 wins it for the City."


def test_three_potions_have_no_reaction_and_no_colour_w3_s02() -> None:
    game = lay("jekyll: 5+ R4 | hyde: 4+ R5 | city: 3+ M1").plays("5+ 4+")
    assert reasons(game) == [
        "Trick 1: Potion 3+, Potion 5+, Potion 4+. Potion 5+ wins it for Jekyll.",
        "Three potions: no reaction and no colour, the highest potion wins (W3).",
        SET,
    ]


def test_three_potions_before_any_colour_is_ranked_w3_s02() -> None:
    game = Game(four()).lay("jekyll: 5+ R4 | hyde: 4+ R5 | city: 3+ M1").plays("5+ 4+")
    assert reasons(game) == [
        "Trick 1: Potion 3+, Potion 5+, Potion 4+. Potion 5+ wins it for Jekyll.",
        "Three potions: no reaction and no colour, the highest potion wins (W3).",
    ]


def test_one_colour_alone_is_ranked_k1() -> None:
    game = Game(four()).lay("jekyll: F5 R4 | hyde: F7 R5 | city: F4 M1").plays("F5 F7")
    assert reasons(game) == [
        "Trick 1: Fear 4, Fear 5, Fear 7. Fear 7 wins it for Hyde.",
        "Only Fear is ranked then, and no other colour lies here.",
        NUMBER,
    ]


def test_house_rules_in_force_are_named_s01() -> None:
    game = lay("jekyll: R3 F1 | hyde: M5 F5 | city: F4 M1", must_follow=False, ranks_start=MFR).plays("R3 M5")
    assert reasons(game)[-2:] == ["In this chapter: Nobody has to follow: any card may be played.", SET]
    dry = Limit(name="dry", who=Role.PLAYERS, cards=Cards(suit=(Suit.POTION,)))
    limited = replace(game.chapter, rounds=(replace(game.chapter.rounds[0], limits=(dry,)),) * 2)
    assert why(limited, game.events)[-1] == "In this chapter: A player may not play a potion."


def test_the_house_rules_are_those_of_the_round_s01() -> None:
    rules = four(ranks_start=MFR)
    game = Game(with_round(rules, 2, must_follow=False)).lay("jekyll: R3 R4 | hyde: M5 R5 | city: F4 M1").plays("R3 M5")
    assert reasons(game)[-1] == SET


PAIR = (
    "A potion and a {0} card lie one directly after the other: a reaction of {0} (R1), the only one of its trick (R2)."
)
RESOLVED = "The players resolve it together, whoever triggered it (R4, {})."
CANCELLED = "It is cancelled: {}. It still colours the trick's potions (R2)."


@pytest.mark.parametrize(
    ("deal", "plays", "colour", "rule"),
    [
        ("jekyll: 3+ R4 | hyde: R5 R6 | city: F4 M1", "3+", "Fear", "R6"),
        ("jekyll: 3+ R4 | hyde: R5 R6 | city: M4 F1", "3+", "Manipulation", "R7"),
        ("jekyll: F2 3+ M4 | hyde: F3 R2 M6 | city: F8 R1 M7", "F2 F3 3+", "Ruse", "R5"),
    ],
)
def test_a_reaction_that_takes_effect_r1_r2_r4(deal: str, plays: str, colour: str, rule: str) -> None:
    game = lay(deal).plays(plays)
    assert reasons(game) == [PAIR.format(colour), RESOLVED.format(rule), SET]


@pytest.mark.parametrize(
    ("deal", "plays", "knobs", "colour", "reason"),
    [
        ("jekyll: 3+ R7 | hyde: R5 R6 | city: R4 M1", "3+", {}, "Ruse", "no trick lies before the City (R5)"),
        (
            "jekyll: 3+ R4 | hyde: R5 R6 | city: F4 M1",
            "3+",
            {"ranks_start": RanksStart.NONE},
            "Fear",
            "only 1 of the three colours is ranked (R6)",
        ),
        ("jekyll: 3+ R4 | hyde: R5 R6 | city: M4", "3+", {}, "Manipulation", "the City's deck is empty (R7)"),
        (
            "jekyll: 3+ R4 | hyde: R5 R6 | city: F4 M1",
            "3+",
            {"effects": NO_EFFECTS},
            "Fear",
            "in this chapter a reaction of Fear does nothing",
        ),
    ],
)
def test_a_cancelled_reaction_r2(deal: str, plays: str, knobs: dict[str, Any], colour: str, reason: str) -> None:
    game = lay(deal, **knobs).plays(plays)
    assert reasons(game)[:2] == [PAIR.format(colour), CANCELLED.format(reason)]


def test_a_reaction_beyond_the_cap_r2() -> None:
    effects = (Effect.REORDER_RANKS, Effect.REORDER_RANKS, Effect.REORDER_RANKS)
    game = lay("jekyll: 5+ 4+ | hyde: R5 R6 | city: F4 R1", effects=effects, reactions_cap=1)
    game.plays("5+").do("ranks RMF").plays("R5 4+ R6")
    reacted = max(index for index, event in enumerate(game.events) if isinstance(event, Reacted))
    assert why(game.chapter, game.events[: reacted + 1])[:2] == [
        PAIR.format("Ruse"),
        CANCELLED.format("1 reaction took effect this round already, and no more may"),
    ]


YARD = Move(name="yard", order=1, pawn=Pawn.SCOTLAND_YARD, steps=1)


def one_trick(*moves: Move, **knobs: Any) -> Game:  # noqa: ANN401
    """Play a round of one trick, F4 F5 F8, which Hyde wins, with some moves."""
    built = chapter(moves, **({"hand": 2, "give": 1, "must_give": None, "scotland_yard": 0, "rounds": 1} | knobs))
    return Game(built).lay("jekyll: F5 | hyde: F8 | city: F4").plays("F5 F8")


def test_a_pawn_move_is_told_with_its_rule_after_the_trick_e1_to_e6() -> None:
    game = one_trick(YARD, EIGHTS_MOVE)
    assert reasons(game) == [
        "Trick 1: Fear 4, Fear 5, Fear 8. Fear 8 wins it for Hyde.",
        "Only Fear is ranked then, and no other colour lies here.",
        NUMBER,
        "Scotland Yard stepped forward from 0 to 1: After the round Scotland Yard moves 1 step forward.",
        f"Jekyll & Hyde stepped forward from 5 to 6: {move_words(EIGHTS_MOVE)}",
    ]


def test_a_step_back_and_one_past_the_end_e3() -> None:
    back = replace(YARD, pawn=Pawn.JEKYLL_HYDE, back=True)
    assert reasons(one_trick(back))[-1] == (
        "Jekyll & Hyde stepped back from 5 to 4: After the round Jekyll & Hyde move 1 step back."
    )
    far = replace(YARD, pawn=Pawn.JEKYLL_HYDE, steps=3)
    game = one_trick(far, past=PastTheEnd.SCOTLAND_YARD, jekyll_hyde=8)
    rule = "After the round Jekyll & Hyde move 3 steps forward."
    assert reasons(game)[-2:] == [
        f"Jekyll & Hyde stepped forward from 8 to 10: {rule}",
        f"Scotland Yard stepped forward from 0 to 1: {rule} Steps past space 10 moved Scotland Yard instead (E3).",
    ]


def test_moves_before_a_deal_stand_alone_and_the_last_rounds_stay_told() -> None:
    start = replace(YARD, when=When.ROUND_START)
    game = Game(chapter((start,), scotland_yard=0))
    assert reasons(game) == [
        "Scotland Yard stepped forward from 0 to 1: Before the deal Scotland Yard moves 1 step forward."
    ]
    ended = one_trick(YARD, rounds=2)
    assert isinstance(ended.events[-1], RoundBegan)
    assert reasons(ended)[-1].startswith("Scotland Yard stepped forward from 0 to 1")


def test_nothing_has_happened_yet() -> None:
    game = Game(four())
    assert reasons(game) == []
    assert why(game.chapter, []) == []


def test_only_a_finished_trick_can_be_told_as_one() -> None:
    game = lay("jekyll: R3 R4 | hyde: 5+ R5 | city: F4 M1")
    with pytest.raises(ValueError, match="finished trick"):
        why_trick(game.chapter, game.events)
