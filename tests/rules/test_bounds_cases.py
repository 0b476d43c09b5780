"""Bounds, verdicts and counts over the chapter in cases worked out by hand."""

from dataclasses import replace
from typing import Any

import pytest

from campaign.notation import Seat
from campaign.rules import state as phases
from campaign.rules.bounds import bounds, sure_defeat, verdict
from campaign.rules.chapter import (
    Achievement,
    AnyOf,
    Cards,
    Chapter,
    Compare,
    Count,
    Effect,
    JudgedIn,
    Move,
    Noun,
    PastTheEnd,
    Pawn,
    Role,
    RoundRules,
    Span,
    Take,
    When,
)
from campaign.rules.state import State
from tests.rules.builder import EIGHTS, FRM, NO_EFFECTS, Game, chapter
from tests.rules.random_play import walk

HELD = Count(noun=Noun.TRICKS, held_by=Role.PLAYERS)
HELD_EIGHTS = Count(noun=Noun.CARDS, held_by=Role.PLAYERS, cards=EIGHTS)
REACTIONS = Count(noun=Noun.REACTIONS)
SPACE = Count(noun=Noun.SPACE, pawn=Pawn.JEKYLL_HYDE)


def reading(count: Count, built: Chapter) -> Chapter:
    """Return a chapter in which one count is read each round, without being judged."""
    must = AnyOf((Compare(count=count, at_least=1),))
    return Chapter(
        id=built.id,
        title=built.title,
        jekyll_hyde=built.jekyll_hyde,
        scotland_yard=built.scotland_yard,
        past_the_end=built.past_the_end,
        rounds=built.rounds,
        achievement=Achievement(must=must, stars=1),
    )


def low_high(state: State) -> tuple[int, int]:
    """Return the bounds of the count that is read."""
    tally = state.table.spans[-1].parts[0].tally
    assert tally is not None
    low, high = bounds(state, tally)
    return int(low), int(high)


def test_the_bounds_of_held_tricks_at_a_rounds_start() -> None:
    game = Game(reading(HELD, chapter()))
    assert low_high(game.state) == (0, 8)
    game = Game(reading(Count(noun=Noun.TRICKS, held_by=Role.PLAYERS, take=Take.SMALLER), chapter()))
    assert low_high(game.state) == (0, 4)  # eight tricks shared between two


def test_what_ruse_could_still_take_counts_all_its_cards() -> None:
    # The City wins a trick with two 8s. Ruse can bring it to the players, and one 8 is still to come: 0 to 3.
    game = Game(reading(HELD_EIGHTS, chapter(must_give=None, ranks_start=FRM)))
    game.lay("jekyll: F8 F1 F2 | hyde: R8 F3 F4 | city: M7 M1 M2").plays("F8 R8")
    assert game.holders() == ["C"]
    assert low_high(game.state) == (0, 3)


def test_what_ruse_could_still_take_is_nothing_without_an_effect_that_takes() -> None:
    game = Game(reading(HELD_EIGHTS, chapter(must_give=None, ranks_start=FRM, effects=NO_EFFECTS)))
    game.lay("jekyll: F8 F1 F2 | hyde: R8 F3 F4 | city: M7 M1 M2").plays("F8 R8")
    assert low_high(game.state) == (0, 1)


def test_a_reaction_that_used_up_the_cap_still_counts_when_its_trick_ends() -> None:
    game = Game(reading(REACTIONS, chapter(ranks_start=FRM, reactions_cap=1, must_give=None)))
    game.lay("jekyll: 3+ R1 | hyde: F2 R2 | city: F1 R3 R4")
    assert low_high(game.state) == (0, 1)
    game.plays("3+")
    assert low_high(game.state)[1] == 1
    game.do("ranks RMF")
    assert low_high(game.state)[1] == 1
    game.plays("F2")
    assert low_high(game.state) == (1, 1)


def test_the_trick_that_ruse_is_about_to_take_still_counts_under_a_cap() -> None:
    # One Ruse a round takes effect. Two tricks; the City has won the first; Ruse is to be resolved in the last.
    built = chapter(must_give=None, ranks_start=FRM, reactions_cap=1, hand=3, give=1)
    game = Game(reading(HELD, built)).lay("jekyll: F2 R2 | hyde: F3 3+ | city: F8 R1").plays("F2 F3 R2 3+")
    assert game.due == "both takes"
    # The trick that lies there and the City's: two at most.
    assert low_high(game.state)[1] == 2


def test_what_can_still_be_held_does_not_rise_when_ruse_has_been_resolved() -> None:
    # The last of three tricks, led by Jekyll with R2; the City holds both that ended. Hyde's 3+ makes Ruse: one of the
    # City's tricks and the one that lies there are all that the players can hold.
    game = Game(reading(HELD, chapter(must_give=None, ranks_start=FRM, hand=5, give=2)))
    game.lay("jekyll: F2 F4 R2 | hyde: F3 F5 3+ | city: F8 F7 R1 M1").plays("F2 F3 F4 F5")
    assert game.holders() == ["C", "C"]
    game.plays("R2 3+")
    assert (game.due, low_high(game.state)) == ("both takes", (0, 2))


def test_what_can_still_be_held_does_not_rise_between_ruse_and_the_tricks_end() -> None:
    # The same with the face turned: the City's R1, Hyde's 3+ (Ruse), and Jekyll is still to play.
    game = Game(reading(HELD, chapter(must_give=None, ranks_start=FRM, hand=5, give=2)), Seat.HYDE)
    game.lay("jekyll: F2 F4 R2 | hyde: F3 F5 3+ | city: F8 F7 R1 M1").plays("F3 F2 F5 F4 3+")
    assert (game.due, low_high(game.state)) == ("both takes", (0, 2))
    game.do("hyde takes")
    assert low_high(game.state) == (1, 2)


def test_what_the_past_holds_stays_where_this_rounds_tricks_can_go_both_ways() -> None:
    # Round 1: Hyde wins the only trick, three cards. In round 2 Ruse could take a trick and Fear give one away: Hyde's
    # tricks of round 2 may go, the three cards of round 1 may not.
    both_ways = (Effect.GIVE_CITY_TRICK, Effect.TAKE_CITY_TRICK, Effect.NOTHING)
    held = Count(noun=Noun.CARDS, held_by=Role.HYDE, over=Span.CHAPTER)
    small: dict[str, Any] = {"hand": 2, "give": 1, "must_give": None, "effects": both_ways, "ranks_start": FRM}
    built = reading(held, chapter(jekyll_hyde=0, scotland_yard=None, rounds=2, **small))
    must = Compare(count=held, at_least=1)
    built = replace(built, achievement=Achievement(must=AnyOf((must,)), stars=1, judged_in=JudgedIn.CHAPTER))
    game = Game(built).lay("jekyll: F1 | hyde: F5 | city: F3 F4").plays("F1 F5")
    assert game.state.round == 2
    game.lay("jekyll: M1 | hyde: M5 | city: M3 M4")
    assert low_high(game.state)[0] == 3


def forward(steps: int, order: int, **knobs: Any) -> Move:  # noqa: ANN401
    """Return a move of Jekyll & Hyde."""
    return Move(name=f"step-{order}", order=order, pawn=Pawn.JEKYLL_HYDE, steps=steps, **knobs)


SMALL: dict[str, Any] = {"hand": 2, "give": 1, "must_give": None, "effects": NO_EFFECTS, "rounds": 1}


def played(built: Chapter) -> Game:
    """Play a round of one trick."""
    return Game(built).lay("jekyll: F1 | hyde: F2 | city: F3 F4").plays("F1 F2")


def test_a_step_back_stops_at_space_0_so_defeat_is_not_sure_x3() -> None:
    # From 2 five back is 0, and ten forward is 10: success.
    built = chapter((forward(5, 1, back=True), forward(10, 2)), jekyll_hyde=2, **SMALL)
    assert not sure_defeat(Game(built).state)
    assert played(built).state.ending == phases.REACHED


def test_a_lost_step_past_the_end_is_lost_for_the_bounds_too() -> None:
    # From 9 five forward is 10, and three back is 7.
    moves = (forward(5, 1), forward(3, 2, back=True))
    game = Game(reading(SPACE, chapter(moves, jekyll_hyde=9, past=PastTheEnd.STOP, **SMALL)))
    low, high = low_high(game.state)
    assert low <= 7 <= high


OVER_CHAPTER = Count(noun=Noun.TRICKS, won_by=Role.ANYONE, over=Span.CHAPTER)


@pytest.mark.parametrize("number", [1, 2])
def test_a_count_over_the_chapter_may_stand_in_one_round_only(number: int) -> None:
    # One round's own move counts every trick of the chapter; the achievement counts another thing over the chapter.
    move = Move(name="all", order=1, pawn=Pawn.JEKYLL_HYDE, steps=OVER_CHAPTER)
    plain = RoundRules(hand=2, give=1, effects=NO_EFFECTS)
    own = RoundRules(hand=2, give=1, effects=NO_EFFECTS, moves=(move,))
    other = Count(noun=Noun.CARDS, held_by=Role.CITY, over=Span.CHAPTER)
    built = Chapter(
        id="test",
        title="Test",
        jekyll_hyde=3,
        rounds=(own, plain) if number == 1 else (plain, own),
        achievement=Achievement(judged_in=JudgedIn.CHAPTER, must=Compare(count=other, at_least=6), stars=1),
    )
    game = Game(built, Seat.JEKYLL)
    for _ in range(2):
        game.lay("jekyll: F1 | hyde: F2 | city: F3 F4")
        assert game.table.achievement == "open"
        game.plays("F1 F2" if game.state.seat == Seat.JEKYLL else "F2 F1")
    # One trick has ended when round 1 moves, two when round 2 does; the City won both: six cards.
    assert game.state.jekyll_hyde == 3 + number
    assert [verdict(game.state, goal) for goal in game.state.table.spans] == [1]


def test_a_later_round_of_more_tricks_is_not_bounded_by_this_ones() -> None:
    # Round 1 has one trick, round 2 eight; after each trick of round 2 a step for every three tricks of that round.
    thirds = Move(
        name="thirds",
        when=When.TRICK_END,
        order=1,
        pawn=Pawn.JEKYLL_HYDE,
        steps=Count(noun=Noun.TRICKS, won_by=Role.ANYONE, over=Span.ROUND),
        for_every=3,
    )
    rounds = (RoundRules(hand=2, give=1, effects=NO_EFFECTS), RoundRules(effects=NO_EFFECTS, moves=(thirds,)))
    # After tricks 3, 4, 5 one step each, after 6, 7, 8 two each: nine steps, from 1 to 10.
    built = Chapter(id="test", title="Test", jekyll_hyde=1, rounds=rounds)
    shown = [bool(sure_defeat(state)) for _, state in walk(built, 1) if state.phase >= phases.FIRST_CHANCE]
    assert not any(shown)


def test_effects_by_colour_bound_the_reactions() -> None:
    effects = (Effect.REORDER_RANKS, Effect.NOTHING, Effect.NOTHING)
    ruse = Count(noun=Noun.REACTIONS, cards=Cards(suit=(FRM[1],)))
    assert low_high(Game(reading(ruse, chapter(effects=effects))).state) == (0, 0)
    assert low_high(Game(reading(REACTIONS, chapter(effects=effects))).state) == (0, 4)  # four potions
