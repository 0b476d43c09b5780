"""The solver: endings worked by hand, budgets and slices, every chapter and card, its two searches set side by side."""

import random
from dataclasses import replace
from functools import cache

import pytest

from campaign.files.chapters import load_folder
from campaign.notation import Seat, parse_deal
from campaign.play.solving import SLICE, Answer, Goal, all_ends, solve, solve_for, to_decision, values
from campaign.rules import step
from campaign.rules.chapter import Chapter, Count, Move, Noun, Pawn, Role
from campaign.rules.compile import compile_chapter
from campaign.rules.state import CAUGHT, CITY_CARD, REACHED, SHORT, State
from tests.cards.deals import NUMBERS, card, short
from tests.rules.builder import FRM, NO_EFFECTS, YARD_ICONS, Game, chapter, four, one
from tests.solver_brute import night
from tests.test_solver_random import check, replayed

DEALS = 200


@cache
def every_chapter() -> dict[str, Chapter]:
    """Return the ten shipped chapters and the 28 cards, by name."""
    shipped = {file.chapter.id: file.chapter for file in load_folder().chapters}
    return shipped | {f"card-{number:02}": card(number) for number in NUMBERS}


NAMES = [*("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x"), *(f"card-{number:02}" for number in NUMBERS)]


def lines(found: object) -> list[str]:
    """Return decisions as text."""
    assert isinstance(found, tuple)
    return list(map(str, found))


def told(game: Game, goal: Goal | None = None) -> dict[str, str]:
    """Return the value of each legal decision as text."""
    return {str(value.decision): value.answer.value for value in values(game.state, goal)}


def last_step(deal: str, **knobs: object) -> Game:
    """Return a game whose last round has two tricks, and in which each player must win one of them (E1, X3)."""
    defaults: dict[str, object] = {"jekyll_hyde": 9, "rounds": 1, "hand": 3, "give": 1, "effects": NO_EFFECTS}
    return Game(one(**(defaults | knobs))).lay(deal)


# City F5 leads. Jekyll's F8 takes it (W1) and leads F6; Hyde's R3 beats that by rank (K1) and the City's R2: one each.
# Jekyll F6 lets Hyde's F7 take it; Hyde's R3 then takes the second trick as well: none for Jekyll.
TWO_TRICKS = "jekyll: F6 F8 | hyde: F7 R3 | city: F5 R2"


def test_two_tricks_worked_by_hand_n4_w1_k1() -> None:
    game = last_step(TWO_TRICKS)
    assert told(game) == {"jekyll plays F6": "unreachable", "jekyll plays F8": "reachable"}
    solution = solve(game.state)
    assert lines(solution.line) == ["jekyll plays F8", "hyde plays F7", "jekyll plays F6", "hyde plays R3"]
    assert solution.end is not None
    assert (solution.end.ending, solution.end.jekyll_hyde) == (REACHED, 10)
    game.do(*lines(solution.line))
    assert game.state.ending == REACHED


def test_all_ends_of_two_tricks_worked_by_hand() -> None:
    ends = all_ends(last_step(TWO_TRICKS).state)
    assert ends.complete
    assert {(end.ending, end.jekyll_hyde) for end in ends.ends} == {(REACHED, 10), (SHORT, 9)}


def test_an_only_legal_card_has_its_real_value_too_s11() -> None:
    game = last_step(TWO_TRICKS).do("jekyll plays F8")
    assert told(game) == {"hyde plays F7": "reachable"}
    game = last_step(TWO_TRICKS).do("jekyll plays F6")
    assert told(game) == {"hyde plays F7": "unreachable"}


# City F8 beats F1 and F2; on the City's R2 Jekyll's 3+ is Ruse 3 (R3), wins the second trick, and one of the two takes
# the City's first (R5): Hyde must, or Jekyll has both. A 3+ played at once is Fear 3 and lost under F8.
RUSE = "jekyll: F1 3+ | hyde: F2 R1 | city: F8 R2"


def test_who_takes_the_city_s_trick_worked_by_hand_r3_r5() -> None:
    effects = four().rounds[0].effects
    game = last_step(RUSE, effects=effects)
    assert told(game) == {"jekyll plays F1": "reachable", "jekyll plays 3+": "unreachable"}
    game.do("jekyll plays F1", "hyde plays F2", "jekyll plays 3+")
    assert told(game) == {"jekyll takes": "unreachable", "hyde takes": "reachable"}
    assert lines(solve(game.state).line) == ["hyde takes", "hyde plays R1"]


# Ranks F, R, M. City R5, Jekyll 3+ (a Ruse reaction, here the reordering): with Fear highest Hyde's F1 wins, else not.
def test_the_new_ranks_decide_worked_by_hand_r6_w1() -> None:
    effects = (four().rounds[0].effects[0],) * 3
    built = one(jekyll_hyde=9, rounds=1, hand=2, give=1, from_reserve=0, effects=effects, ranks_start=FRM)
    game = Game(built).lay("jekyll: 3+ | hyde: F1 | city: R5").do("jekyll plays 3+")
    goal = Goal(endings=frozenset({SHORT}))
    held = {end.ending for end in all_ends(game.state).ends}
    assert held == {SHORT}
    assert set(told(game, goal).values()) == {"reachable"}
    assert set(told(game).values()) == {"unreachable"}
    assert len(told(game)) == 5


def test_a_return_is_not_the_same_as_its_neighbour_r7() -> None:
    """Hyde's R1 goes to the City if Jekyll puts M7 back and leads M6; M6 put back and M7 led keeps it."""
    effects = (four().rounds[0].effects[1], four().rounds[0].effects[2], four().rounds[0].effects[1])
    count = Count(noun=Noun.CARDS, held_by=Role.PLAYERS, cards=YARD_ICONS)
    moves = (Move(name="icons", order=10, pawn=Pawn.JEKYLL_HYDE, steps=count),)
    built = chapter(moves, jekyll_hyde=3, scotland_yard=0, hand=3, give=1, effects=effects, ranks_start=FRM)
    game = Game(built, Seat.HYDE).lay("jekyll: R8 M7 | hyde: R1 3+ | city: R7 M6")
    assert check(game.state, random.Random(1)) > 1


def test_a_card_led_is_not_the_same_as_its_neighbour_that_may_come_back_r7() -> None:
    """Hyde's 3+ lets Jekyll put a card back that the City plays on the lead: M5 led beats M4, M4 led beats nothing."""
    count = Count(noun=Noun.TRICKS, held_by=Role.JEKYLL)
    moves = (Move(name="tricks", order=10, pawn=Pawn.JEKYLL_HYDE, steps=count),)
    built = chapter(moves, jekyll_hyde=3, hand=3, give=1, opens=Role.LEADING)
    game = Game(built).lay("jekyll: M4 M5 | hyde: 3+ F1 | city: F8 F7")
    assert max(end.jekyll_hyde for end in all_ends(game.state).ends) == 5
    assert check(game.state, random.Random(1)) > 1


def test_caught_can_be_asked_for_and_found() -> None:
    built = short(four(), 3)
    found = 0
    for seed in range(20):
        state = night(built, seed)
        assert state is not None
        solution = solve(state, Goal(endings=frozenset({CAUGHT})))
        if solution.answer is Answer.REACHABLE:
            found += 1
            assert replayed(state, solution) == solution.end
    assert found > 0


def test_a_card_drawn_from_the_city_can_be_hidden_in_a_trick_that_it_keeps_r7() -> None:
    # Three icons lie in the City's deck, one trick is the City's, and Scotland Yard is not to step. The City's own card
    # hides one; Hyde draws the second and plays it there, and the last is put on the deck and never played.
    laid = parse_deal("jekyll: F6 M4 5+ | hyde: F4 R4 M6 | city: 3+ M2 R3 M1")
    state = Game(replace(short(every_chapter()["iv"], 3), jekyll_hyde=3)).state
    step.deal(state, laid.jekyll, laid.hyde, 0)
    step.stack_city(state, [card.index for card in laid.city])
    assert (state.phase, state.jekyll_hyde, state.scotland_yard) == (CITY_CARD, 3, 0)
    solution = solve(state, Goal(jekyll_hyde=range(4, 11), scotland_yard=range(1)))
    assert solution.answer is Answer.REACHABLE
    assert replayed(state, solution) == solution.end


HARD = Goal(jekyll_hyde=range(8, 11), scotland_yard=range(3))
"""With the seed 2 more than three slices of work."""


def hard_night() -> State:
    """Return a night for which that goal takes long."""
    state = night(four(), 2)
    assert state is not None
    return state


def test_a_spent_budget_is_not_decided_never_no() -> None:
    solution = solve(hard_night(), HARD, budget=50)
    assert (solution.answer, solution.line, solution.end) == (Answer.NOT_DECIDED, (), None)
    assert solution.tried == 50
    assert {value.answer for value in values(hard_night(), HARD, budget=9)} == {Answer.NOT_DECIDED}
    assert not all_ends(hard_night(), budget=50).complete
    assert solve_for(hard_night(), lambda end: end.jekyll_hyde > 10, budget=50).answer is Answer.NOT_DECIDED


def test_a_search_comes_back_between_slices_and_can_be_stopped_there() -> None:
    seen: list[int] = []

    def stop(tried: int) -> None:
        seen.append(tried)
        if len(seen) == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        solve(hard_night(), HARD, progress=stop)
    assert seen == [SLICE, 2 * SLICE, 3 * SLICE]


def test_a_search_leaves_the_state_alone_and_finds_the_same_again() -> None:
    state = night(short(four(), 3), 5)
    assert state is not None
    before = state.copy()
    assert solve(state) == solve(before)
    assert all_ends(state).ends == all_ends(before).ends


def test_a_round_is_solved_from_its_night_on() -> None:
    state = State(compile_chapter(four()))
    with pytest.raises(ValueError, match="from its night"):
        solve(state)
    game = last_step(TWO_TRICKS).do("jekyll plays F8", "hyde plays F7", "jekyll plays F6", "hyde plays R3")
    with pytest.raises(ValueError, match="from its night"):
        values(game.state)


def test_a_round_with_no_decision_left_has_its_one_end_and_no_values() -> None:
    game = last_step(TWO_TRICKS).do("jekyll plays F8", "hyde plays F7", "jekyll plays F6")
    state = to_decision(game.state)
    step.choose(state, int(step.legal(state)).bit_length() - 1)
    assert solve(state).answer is Answer.REACHABLE
    assert solve(state).line == ()
    assert len(all_ends(state).ends) == 1
    with pytest.raises(ValueError, match="no decision is due"):
        values(state)


@pytest.mark.parametrize("name", NAMES)
def test_every_chapter_and_card_is_solved_and_its_lines_replay(name: str) -> None:
    built = every_chapter()[name]
    for number in (1, len(built.rounds)):
        state = next(found for seed in range(99) if (found := night(built, seed, number)) is not None)
        for goal in (Goal(), Goal(endings=frozenset(range(7)), jekyll_hyde=range(6, 11))):
            solution = solve(state, goal, budget=1200)
            if solution.answer is Answer.REACHABLE:
                assert solution.end == replayed(state, solution)
                assert int(solution.end.ending) in goal.endings


@pytest.mark.parametrize("name", NAMES)
def test_every_chapter_and_card_in_short_rounds_is_solved_as_without_a_table(name: str) -> None:
    built = short(every_chapter()[name], 2)
    rng = random.Random(name)
    checked = 0
    for seed in range(6):
        for number in (1, len(built.rounds)):
            state = night(replace(built, scotland_yard=built.scotland_yard and 1), seed, number)
            checked += 0 if state is None else check(state, rng, goals=2) > 0
    assert checked > 0


def test_the_goal_search_and_the_whole_set_agree_on_200_deals() -> None:
    rng = random.Random(200)
    agreed = {Answer.REACHABLE: 0, Answer.UNREACHABLE: 0}
    for deal in range(DEALS):
        built = short(every_chapter()[NAMES[deal % len(NAMES)]], 3)
        state = night(built, deal)
        assert state is not None
        found = all_ends(state)
        assert found.complete
        ends = sorted(found.ends, key=str)
        wanted = rng.choice(ends)
        low = rng.choice([wanted.jekyll_hyde, wanted.jekyll_hyde + 1])
        high = rng.choice([wanted.scotland_yard, wanted.scotland_yard - 1])
        goal = Goal(jekyll_hyde=range(low, 11), scotland_yard=range(high + 1))
        some = [
            end
            for end in ends
            if end.ending in goal.endings and end.jekyll_hyde in goal.jekyll_hyde and end.scotland_yard <= high
        ]
        answer = solve(state, goal).answer
        assert answer is (Answer.REACHABLE if some else Answer.UNREACHABLE)
        agreed[answer] += 1
    assert min(agreed.values()) > DEALS // 10
