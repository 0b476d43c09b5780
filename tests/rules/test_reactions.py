"""Reactions: R1 to R8, what cancels them, who resolves them, and the chapter's knobs."""

from typing import Any

import pytest

from campaign.notation import Seat, parse_card
from campaign.rules.chapter import Effect, Resolver, Role
from campaign.rules.events import Drew, Reacted, Reordered, Returned, Took
from tests.rules.builder import FRM, MFR, Game, NotAllowedError, four, told

ORDERS = ["FRM", "FMR", "RFM", "RMF", "MFR", "MRF"]


def lay(deal: str, **knobs: Any) -> Game:  # noqa: ANN401
    """Lay a deal, the City to open under Jekyll's face."""
    return Game(four(**knobs)).lay(deal)


def reactions(game: Game) -> list[tuple[str, bool]]:
    """Return the reactions told so far: the colour and whether it was cancelled."""
    return [(event.colour.letter, event.cancelled) for event in told(game, Reacted) if isinstance(event, Reacted)]


# What Ruse does (R5, R8)


def city_won_first(**knobs: Any) -> Game:  # noqa: ANN401
    """Play a trick that the City wins with F8 over F2 and F3; it leads R1 and Jekyll's 3+ makes Ruse."""
    deal = "jekyll: F2 3+ M4 M5 | hyde: F3 R2 R3 M6 | city: F8 R1 M7 M8"
    return lay(deal, ranks_start=MFR, **knobs).plays("F2 F3 3+")


def test_ruse_is_resolved_at_once_by_whom_the_players_choose_r1_r4_r5() -> None:
    for seat, letter in (("jekyll", "J"), ("hyde", "H")):
        game = city_won_first()
        assert (game.due, game.holders(), len(game.table.trick)) == ("both takes", ["C"], 2)
        game.do(f"{seat} takes")
        assert (game.holders(), game.winners(), game.due) == ([letter], ["C"], "hyde plays")
        assert told(game, Took) == [Took(Seat.JEKYLL if letter == "J" else Seat.HYDE, 1)]
        assert game.refused("city takes") is not None


def test_the_city_cannot_resolve_and_nothing_else_answers_r4() -> None:
    game = city_won_first()
    assert game.refused("city takes") == 'the one who resolves it is jekyll or hyde; found "city" (R4)'
    for line in ("hyde plays R2", "jekyll draws", "ranks FRM", "jekyll gives F1 F4 F5 F6", "hyde returns R2"):
        reason = game.refused(line)
        assert reason is not None
        assert reason.startswith("what is due is who takes the City's trick; found ")


def test_a_trick_taken_by_ruse_changes_who_owns_it_never_who_leads_r8() -> None:
    game = city_won_first().do("hyde takes")
    assert [seat.title for seat in (game.table.trick[0][0], *game.table.to_follow)] == ["City", "Hyde"]
    game.do("hyde plays R3")
    # R1, 3+ as Ruse, R3: the potion beats the equal Ruse 3 (W2).
    assert (game.holders(), game.winners()) == (["H", "J"], ["C", "J"])
    assert game.due == "jekyll plays"


def test_ruse_takes_the_trick_that_the_city_won_last_and_still_has_r5() -> None:
    deal = "jekyll: F2 F4 3+ R2 M1 M2 | hyde: F3 F5 R4 4+ M3 M4 | city: F8 F7 R1 R8 M8 M7"
    game = lay(deal, ranks_start=MFR)
    game.plays("F2 F3 F4 F5")  # the City wins twice, then leads R1
    assert game.holders() == ["C", "C"]
    game.plays("3+").do("jekyll takes")
    assert game.holders() == ["C", "J"]  # the second, the latest
    game.plays("R4")  # Hyde wins with R4 and leads: 4+, then the City's R8 makes Ruse
    assert game.due == "hyde plays"
    game.plays("4+")
    assert game.due == "both takes"  # triggered by Jekyll's or the City's card alike
    game.do("hyde takes")
    assert game.holders() == ["H", "J", "H"]
    assert [event.trick for event in told(game, Took) if isinstance(event, Took)] == [2, 1]


def test_ruse_with_no_trick_won_by_the_city_is_cancelled_r5() -> None:
    game = lay("jekyll: 3+ F1 | hyde: R2 F2 | city: R1 F3").plays("3+")
    assert (game.due, reactions(game)) == ("hyde plays", [("R", True)])
    game.plays("R2")
    assert game.winners() == ["J"]  # R3: the potion has the colour all the same


def test_ruse_with_none_left_is_cancelled_r5() -> None:
    game = Game(four(ranks_start=MFR)).lay(
        "jekyll: F2 3+ 4+ M5 | hyde: F3 R2 R3 M6 | city: F8 R1 M7 M8",
    )
    game.plays("F2 F3 3+").do("jekyll takes").plays("R2").plays("4+ R3")
    assert (game.holders(), reactions(game)) == (["J", "J", "J"], [("R", False), ("R", True)])


def test_ruse_in_the_last_trick_r5() -> None:
    # Two tricks. The City wins the first with F8 and leads R1 into the last; the pair is Hyde's 3+ and Jekyll's R2.
    game = lay("jekyll: F2 R2 | hyde: F3 3+ | city: F8 R1", ranks_start=MFR, hand=3, give=1)
    game.plays("F2 F3 R2 3+")
    assert (game.due, game.holders()) == ("both takes", ["C"])
    game.do("jekyll takes")
    # The potion wins, for Hyde. E1: one trick each, the smaller is 1; E2: F8 came with the trick: 3 to 5.
    assert game.table.round == 2
    assert game.table.jekyll_hyde == 5


# What Fear does (R6)


def test_fear_puts_the_tokens_into_one_of_the_five_other_orders_r6() -> None:
    for start in (FRM, MFR):
        game = lay("jekyll: 3+ M1 | hyde: F2 M2 | city: F1 M3", ranks_start=start).plays("3+")
        now = "".join(suit.letter for suit in start)
        allowed = [order for order in ORDERS if game.refused(f"ranks {order}") is None]
        assert allowed == [order for order in ORDERS if order != now]
        assert game.refused(f"ranks {now}") == f"the order must differ from {now}, which lies there now (R6)"


@pytest.mark.parametrize(("order", "wins"), [("MRF", "J"), ("RMF", "J"), ("FRM", "H"), ("RFM", "H"), ("FMR", "H")])
def test_the_new_order_decides_this_trick_already_r6_w1(order: str, wins: str) -> None:
    game = lay("jekyll: 3+ R1 | hyde: M2 R3 | city: F1 R5", ranks_start=MFR).plays("3+").do(f"ranks {order}")
    assert game.table.ranks == order
    assert told(game, Reordered) == [Reordered(order)]
    game.plays("M2")  # F1 and 3+ as Fear against M2
    assert game.winners() == [wins]


def test_fear_with_no_token_or_one_is_cancelled_r6() -> None:
    game = lay("jekyll: F2 M1 | hyde: F3 M2 | city: 3+ M3")
    game.plays("F2")  # the first colour of the round: one token (K2)
    assert (game.due, game.table.ranks, reactions(game)) == ("hyde plays", "F", [("F", True)])


def test_fear_works_once_this_trick_has_placed_the_third_token_k2_r6() -> None:
    # Under no ranks the City's R1 places one token, Jekyll's F2 the others (RFM), Hyde's 3+ after it makes Fear.
    game = lay("jekyll: F2 M1 | hyde: 3+ M2 | city: R1 M3").plays("F2 3+")
    assert (game.due, game.table.ranks) == ("both ranks", "RFM")


def test_fear_works_where_its_own_card_placed_the_third_token_k2_r6() -> None:
    game = Game(four()).lay("jekyll: R2 4+ M1 | hyde: R3 F2 M2 | city: R1 3+ M3")
    game.plays("R2 R3")  # R3 wins for Hyde: City, Jekyll, Hyde; Hyde leads
    game.plays("F2")  # RFM lies there
    assert game.table.ranks == "RFM"
    assert game.due == "both ranks"  # the City's 3+ came right after F2
    game.do("ranks FMR")
    assert game.due == "jekyll plays"


# What Manipulation does (R7)


def exchange(**knobs: Any) -> Game:  # noqa: ANN401
    """Lay a trick in which Jekyll's 3+ on the City's M1 makes Manipulation; F8 lies on top of the City's deck."""
    deal = "jekyll: 3+ R2 R3 | hyde: M2 F3 F4 | city: M1 F8 R1"
    return lay(deal, ranks_start=MFR, **knobs).plays("3+")


def test_manipulation_draws_the_citys_top_card_and_puts_one_back_r7() -> None:
    game = exchange()
    assert game.due == "both draws"
    game.do("jekyll draws")
    assert (game.due, game.hand(Seat.JEKYLL)) == ("jekyll returns", {"R2", "R3", "F8"})
    assert game.legal() == {"R2", "R3", "F8"}
    assert game.refused("hyde returns F3") is not None
    assert game.refused("jekyll returns F3") == "Jekyll does not hold F3 (R7)"
    game.do("jekyll returns R2")
    assert (game.due, game.hand(Seat.JEKYLL), game.table.city_size) == ("hyde plays", {"R3", "F8"}, 2)
    assert told(game, Drew) == [Drew(Seat.JEKYLL, parse_card("F8"))]
    assert told(game, Returned) == [Returned(Seat.JEKYLL, parse_card("R2"))]


def test_the_card_put_back_is_the_one_that_the_city_plays_next_r7_n3() -> None:
    game = exchange().do("jekyll draws", "jekyll returns R3").plays("M2")
    # The potion wins, being Manipulation too, and Jekyll leads; the City comes last.
    assert game.winners() == ["J"]
    game.do("jekyll plays F8", "hyde plays F3")
    assert [str(card) for card in game.table.tricks[1].cards] == ["F8", "F3", "R3"]
    assert game.winners() == ["J", "C"]


def test_an_exchange_changes_the_card_that_the_city_is_about_to_play_in_the_same_trick_r1_r7() -> None:
    # Jekyll leads: Jekyll 3+, Hyde M2, then the City, whose top card was F8.
    deal = "jekyll: 3+ R2 R3 | hyde: M2 F3 F4 | city: F8 R1 R4"
    game = lay(deal, ranks_start=FRM, opens=Role.LEADING).plays("3+ M2")
    assert game.due == "both draws"
    game.do("hyde draws", "hyde returns F3")
    assert [str(card) for card in game.table.tricks[0].cards] == ["3+", "M2", "F3"]
    assert game.hand(Seat.HYDE) == {"F4", "F8"}
    assert game.winners() == ["J"]


def test_the_drawn_card_itself_may_be_put_back_r7() -> None:
    game = exchange().do("hyde draws", "hyde returns F8")
    assert game.hand(Seat.HYDE) == {"M2", "F3", "F4"}
    game.plays("M2").do("jekyll plays R2", "hyde plays F3")
    assert str(game.table.tricks[1].cards[2]) == "F8"


def test_a_drawn_eight_is_kept_and_won_and_counts_r7_e2() -> None:
    # Two tricks. M1 3+ M2: Jekyll. Then Jekyll leads F8, Hyde F4, the City R2: with ranks R F M, Jekyll wins both.
    ranks = (FRM[1], FRM[0], FRM[2])
    game = lay("jekyll: 3+ R2 | hyde: M2 F4 | city: M1 F8", ranks_start=ranks, hand=3, give=1)
    game.plays("3+").do("jekyll draws", "jekyll returns R2").plays("M2")
    game.do("jekyll plays F8", "hyde plays F4")
    # E1: 2 and 0, nothing; E2: one 8, from 3 to 4; E4: M1 M2 R2 lie before the leading Jekyll.
    assert (game.table.jekyll_hyde, game.table.scotland_yard) == (4, 3)


def test_an_empty_hand_puts_the_drawn_card_back_r7() -> None:
    # One trick left to Jekyll and Hyde: Jekyll 3+, Hyde M2, then the City's last card. Nobody holds anything more.
    game = lay("jekyll: 3+ | hyde: M2 | city: F8 R1", ranks_start=FRM, opens=Role.LEADING, hand=2, give=1)
    game.plays("3+ M2").do("jekyll draws")
    assert game.legal() == {"F8"}
    assert game.refused("jekyll returns R1") is not None
    game.do("jekyll returns F8")
    # 3+ M2 F8 with Manipulation highest: Jekyll's potion won the one trick, F8 in it: E2 one step.
    assert game.table.jekyll_hyde == 4


def test_manipulation_with_the_citys_last_card_just_played_is_cancelled_r7() -> None:
    game = lay("jekyll: F1 | hyde: 3+ | city: M1", ranks_start=FRM, opens=Role.OTHER)
    game.plays("3+")  # Hyde 3+, then the City's last card M1
    assert (game.due, reactions(game), game.table.city_size) == ("jekyll plays", [("M", True)], 0)


def test_an_exchange_can_change_what_the_next_player_must_follow_r7_n4() -> None:
    # M1 and 3+; Hyde, who holds no Manipulation, draws M7: Manipulation was opened, so Hyde must play it.
    game = lay("jekyll: 3+ R2 | hyde: F2 F3 | city: M1 M7", ranks_start=FRM).plays("3+")
    game.do("hyde draws", "hyde returns F2")
    assert game.legal() == {"M7"}


# One reaction a trick (R2, R3)


def test_a_second_pair_in_a_trick_is_ignored_r2() -> None:
    # M1 and 3+ is Manipulation; 3+ and F2 would be Fear.
    game = lay("jekyll: 3+ R2 | hyde: F2 R3 | city: M1 R4 R5", ranks_start=MFR).plays("3+")
    game.do("jekyll draws", "jekyll returns R2", "hyde plays F2")
    assert reactions(game) == [("M", False)]
    assert game.winners() == ["H"]  # the potion stays Manipulation, the lowest


def test_a_second_pair_is_ignored_even_after_a_cancelled_first_r2() -> None:
    # R1 and 3+ is Ruse, with nothing to take; 3+ and F2 would be Fear with three tokens ranked.
    game = lay("jekyll: 3+ R2 | hyde: F2 F3 | city: R1 R4 R5", ranks_start=MFR).plays("3+ F2")
    assert reactions(game) == [("R", True)]
    assert game.winners() == ["J"]  # R2 and R3: cancelled Ruse colours its potion


def test_two_potions_after_a_cancelled_reaction_count_as_its_colour_r3() -> None:
    game = lay("jekyll: 3+ F2 | hyde: 4+ F3 | city: R1 F4 F5", ranks_start=MFR).plays("3+ 4+")
    assert (reactions(game), game.winners()) == ([("R", True)], ["H"])


def test_the_next_trick_can_react_again_and_is_not_paired_with_the_last_r1_r2() -> None:
    # The first trick ends on Hyde's potion (cancelled Ruse); Hyde leads M1, no pair across tricks.
    game = lay("jekyll: R2 M3 4+ | hyde: 3+ M1 F1 | city: R1 F5 F6", ranks_start=MFR).plays("R2 3+")
    assert (game.winners(), game.due) == (["H"], "hyde plays")
    game.plays("M1")
    assert reactions(game) == [("R", True)]
    game.plays("4+")  # Hyde M1, City F5, Jekyll 4+: Fear, with the ranks full
    assert (game.due, reactions(game)) == ("both ranks", [("R", True), ("F", False)])


# Knobs


def test_an_effect_of_nothing_still_colours_the_potion_r3() -> None:
    effects = (Effect.NOTHING, Effect.NOTHING, Effect.NOTHING)
    game = lay("jekyll: 3+ M4 | hyde: F2 R2 | city: F1 F5 F6", ranks_start=MFR, effects=effects).plays("3+ F2")
    assert (reactions(game), game.winners()) == ([("F", True)], ["J"])


@pytest.mark.parametrize(
    ("effect", "due"),
    [
        (Effect.TAKE_CITY_TRICK, "both takes"),
        (Effect.REORDER_RANKS, "both ranks"),
        (Effect.EXCHANGE_CITY_CARD, "both draws"),
        (Effect.NOTHING, "hyde plays"),
    ],
)
@pytest.mark.parametrize("colour", [0, 1, 2])
def test_any_colour_can_have_any_effect(colour: int, effect: Effect, due: str) -> None:
    effects = [Effect.NOTHING] * 3
    effects[colour] = effect
    letter = "FRM"[colour]
    # The City wins the first trick (the highest card of one colour), leads the same colour and Jekyll answers with 3+.
    deal = f"jekyll: {letter}2 3+ | hyde: {letter}3 {letter}4 | city: {letter}8 {letter}1 {letter}5"
    game = lay(deal, ranks_start=FRM, effects=tuple(effects))
    game.plays(f"{letter}2 {letter}3 3+")
    assert game.due == due


@pytest.mark.parametrize(
    ("resolver", "face", "who"),
    [
        (Resolver.CHOSEN, Seat.JEKYLL, None),
        (Resolver.LEADING, Seat.JEKYLL, "jekyll"),
        (Resolver.LEADING, Seat.HYDE, "hyde"),
        (Resolver.OTHER, Seat.JEKYLL, "hyde"),
        (Resolver.OTHER, Seat.HYDE, "jekyll"),
        (Resolver.JEKYLL, Seat.HYDE, "jekyll"),
        (Resolver.HYDE, Seat.JEKYLL, "hyde"),
    ],
)
def test_the_chapter_can_say_who_resolves_r4(resolver: Resolver, face: Seat, who: str | None) -> None:
    chapter = four(ranks_start=FRM, resolver=resolver)
    both = "both" if who is None else who
    # Whoever plays after the City's M1 plays a potion: Manipulation.
    game = Game(chapter, face).lay("jekyll: 3+ R2 | hyde: 4+ F2 | city: M1 F8 R1")
    game.plays("3+" if face is Seat.JEKYLL else "4+")
    assert game.due == f"{both} draws"
    for seat in ("jekyll", "hyde"):
        assert (game.refused(f"{seat} draws") is None) == (who in (None, seat))
    # Fear asks the same.
    game = Game(chapter, face).lay("jekyll: 3+ R2 | hyde: 4+ F2 | city: F1 F8 R1")
    game.plays("3+" if face is Seat.JEKYLL else "4+")
    assert game.due == f"{both} ranks"


def test_after_an_exchange_by_another_seat_the_turn_is_whose_it_was_r7_n1() -> None:
    for who in ("jekyll", "hyde"):
        game = exchange().do(f"{who} draws", f"{who} returns {'R2' if who == 'jekyll' else 'F3'}")
        assert game.due == "hyde plays"


@pytest.mark.parametrize("cap", [0, 1, 2, None])
def test_so_many_reactions_a_round_take_effect_the_rest_are_cancelled(cap: int | None) -> None:
    # F1 3+ F2: Fear, and Jekyll's potion wins; Jekyll leads 4+, Hyde answers F5: Fear again.
    game = lay("jekyll: 3+ 4+ M1 | hyde: F2 F5 M2 | city: F1 R1 R2", ranks_start=FRM, reactions_cap=cap)
    game.plays("3+")
    taken = 0
    if cap != 0:
        game.do("ranks RMF")
        taken += 1
    game.plays("F2 4+ F5")
    if cap is None or cap > 1:
        game.do("ranks FRM")
        taken += 1
    assert reactions(game) == [("F", cap == 0), ("F", cap is not None and cap < 2)]
    assert game.table.effects_used == taken


def test_the_cap_begins_anew_each_round() -> None:
    chapter = four(ranks_start=FRM, reactions_cap=1, hand=2, give=1)
    game = Game(chapter).lay("jekyll: 3+ | hyde: F2 | city: F1 R1").plays("3+").do("ranks RMF").plays("F2")
    assert (game.table.round, game.table.effects_used) == (2, 0)
    game.lay("jekyll: F2 | hyde: 3+ | city: F1 R1").plays("3+")
    assert game.due == "both ranks"


def test_a_reaction_is_mandatory_r4() -> None:
    game = city_won_first()
    with pytest.raises(NotAllowedError):
        game.do("hyde plays R2")
