"""The solver agrees with a search that has no table, on random chapters, deals and play: ends, goals, every value."""

import contextlib
import random
from dataclasses import replace
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from campaign.cards import Chance
from campaign.play.solver_keys import Keys
from campaign.play.solver_reads import Reads
from campaign.play.solver_targets import Outcome, Target, asked_of, meets
from campaign.play.solving import Answer, End, Goal, Solution, all_ends, solve, solve_for, values
from campaign.rules import step
from campaign.rules.bounds import FAILED, MET
from campaign.rules.chapter import Cards, Chapter, Count, Icon, Move, Noun, Pawn, Role, RoundRules, Take
from campaign.rules.refusals import choice, refusal
from campaign.rules.state import State
from tests import generated
from tests.cards.deals import iv, short
from tests.rules import strategies
from tests.solver_brute import Brute, TooManyError, after, late_nights, night, played_on, settled

MOST = 3_000
"""How many positions the search without a table may visit; what needs more is left out."""
ICONS = [Cards(icon=icon) for icon in Icon]
plain_counts = st.one_of(
    st.builds(
        Count,
        noun=st.just(Noun.TRICKS),
        held_by=st.just(Role.PLAYERS),
        take=st.sampled_from([Take.SMALLER, Take.SMALLER, Take.LARGER, Take.DIFFERENCE]),
    ),
    st.builds(
        Count,
        noun=st.just(Noun.CARDS),
        held_by=st.sampled_from([Role.PLAYERS, Role.LEADING, Role.OTHER, Role.HYDE]),
        cards=st.sampled_from(ICONS),
    ),
)


@st.composite
def forward_moves(draw: st.DrawFn) -> tuple[Move, ...]:
    """Draw moves as the shipped chapters have them, first of Jekyll & Hyde, then of Scotland Yard; a few otherwise."""
    pawns = [Pawn.JEKYLL_HYDE] * draw(st.integers(1, 3)) + [Pawn.SCOTLAND_YARD] * draw(st.integers(0, 2))
    odd = draw(st.integers(0, 5)) == 0
    return tuple(
        Move(
            name=f"move-{order}",
            order=order,
            pawn=pawn,
            back=odd and draw(st.booleans()),
            steps=draw(plain_counts | plain_counts | strategies.card_table_counts | st.integers(1, 2)),
            for_every=draw(st.sampled_from([1, 1, 1, 2])),
            condition=draw(st.none() | st.none() | st.none() | strategies.conditions),
        )
        for order, pawn in enumerate(draw(st.permutations(pawns)) if odd else pawns)
    )


@st.composite
def short_chapters(draw: st.DrawFn) -> Chapter:
    """Draw a chapter of rounds of 2 to 4 tricks whose pawns come to stand on many spaces."""
    built = draw(generated.chapters())

    def short(rules: RoundRules) -> RoundRules:
        hand, give = draw(st.sampled_from([(3, 1), (5, 2), (4, 2), (6, 2)]))
        moves = draw(forward_moves() | forward_moves() | st.just(rules.moves))
        limits = rules.limits if draw(st.integers(0, 2)) == 0 else ()
        return replace(rules, hand=hand, give=give, from_reserve=0, passes=0, moves=moves, limits=limits)

    return replace(
        built,
        jekyll_hyde=draw(st.integers(3, 7)),
        scotland_yard=draw(st.integers(0, 2)),
        rounds=tuple(map(short, built.rounds)),
    )


def end_of(outcome: Outcome) -> End:
    """Return an outcome as the front tells it."""
    ending, jekyll_hyde, scotland_yard, failed, some_met, some_failed, verdict = map(int, outcome)
    achievement = {MET: True, FAILED: False}.get(verdict)
    return End(ending, jekyll_hyde, scotland_yard, failed, some_met, some_failed, achievement)


def any_goal(rng: random.Random, ends: list[Outcome]) -> Goal:
    """Return a goal about as often met as not."""
    near = rng.choice(ends)
    some = frozenset(rng.sample(range(7), rng.randint(1, 6)))
    goal = Goal(endings=rng.choice([some, frozenset({int(near[0])}), frozenset({0, 1})]))
    knobs: dict[str, Any] = {}
    for name, space in (("jekyll_hyde", int(near[1])), ("scotland_yard", int(near[2]))):
        low, high = rng.choice([(0, 10), (space, 10), (0, space), (space, space), (space + 1, 10), (0, space - 1)])
        knobs[name] = range(low, high + 1)
    return replace(goal, achievement=rng.random() < 0.2, **knobs)


def replayed(state: State, solution: Solution) -> End:
    """Return how a round ends by a solution's line, each decision let through by the checked door."""
    here = state.copy()
    for decision in solution.line:
        here, outcome = settled(here)
        assert outcome is None
        assert refusal(here, decision) is None
        step.choose(here, choice(decision))
    here, outcome = settled(here)
    assert outcome is not None
    return end_of(outcome)


def check(state: State, rng: random.Random, goals: int = 4) -> int:
    """Hold the solver against the search without a table; return how many ends there are, 0 if they are too many."""
    try:
        want = Brute(MOST).outcomes(state)
    except TooManyError:
        return 0
    found = all_ends(state)
    assert found.complete
    assert found.ends == {end_of(outcome) for outcome in want}
    for _ in range(goals):
        goal = any_goal(rng, sorted(want))
        check_goal(state, goal, want)
    return len(want)


def check_goal(state: State, goal: Goal, want: set[Outcome]) -> None:
    """Hold one goal, and the value of every decision for it, against all outcomes."""
    target = goal.target()

    def answer(outcomes: set[Outcome]) -> Answer:
        met = any(meets(outcome, target) for outcome in outcomes)
        return Answer.REACHABLE if met else Answer.UNREACHABLE

    solution = solve(state, goal)
    assert solution.answer is answer(want)
    if solution.answer is Answer.REACHABLE:
        assert solution.end is not None
        assert replayed(state, solution) == solution.end
        assert solution.end in {end_of(outcome) for outcome in want if meets(outcome, target)}
    here, ended = settled(state.copy())
    if ended is None:
        by_choice = Brute(MOST).by_choice(here)
        told = {choice(value.decision): value.answer for value in values(state, goal)}
        assert told == {one: answer(outcomes) for one, outcomes in by_choice.items()}
        for one, outcomes in by_choice.items():
            assert solve(after(here, one), goal).answer is answer(outcomes)


@settings(suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much])
@given(generated.chapters() | short_chapters(), st.integers(0, 2**31))
def test_every_answer_is_that_of_a_search_without_a_table(chapter: Chapter, seed: int) -> None:
    rng = random.Random(seed)
    for state in late_nights(chapter, seed, tricks=3):
        check(state, rng)


def futures(state: State, seed: int, times: int) -> tuple[int, int]:
    """Play a night on so many times to its last tricks, and check that the positions of one key have one future.

    Return how many positions were met, and how many different ones.
    """
    chance = Chance(seed)
    reads = Reads(state, asked_of(state, Target(), everything=True))
    keys = Keys(reads, with_pools=reads.pooled)
    seen: dict[tuple[int, ...], set[Outcome]] = {}
    met = 0
    for number in range(times):
        late = played_on(state, chance, 2 if number % 8 == 0 else 1)
        if late is None:
            continue
        key = tuple(map(int, keys.key(late)))
        with contextlib.suppress(TooManyError):
            found = Brute(MOST).outcomes(late)
            assert seen.setdefault(key, found) == found
            met += 1
    return met, len(seen)


@given(short_chapters() | generated.chapters(), st.integers(0, 2**31), st.integers(1, 3))
def test_positions_of_one_key_have_one_future(chapter: Chapter, seed: int, number: int) -> None:
    state = night(chapter, seed, number)
    if state is not None:
        futures(state, seed, times=50)


def test_positions_of_one_key_are_met_by_many_ways() -> None:
    """Guard: where no key is met twice, nothing would be proved."""
    built = short(iv(), 4)
    state = night(built, 1)
    assert state is not None
    met, different = futures(state, 1, times=100)
    assert met > 1.3 * different


def kind_of(end: End) -> int:
    """Return what of an end no goal can ask for."""
    return (end.jekyll_hyde + end.scotland_yard) % 3


@given(short_chapters(), st.integers(0, 2**31))
def test_any_predicate_over_the_ends_is_found_if_one_is_like_that(chapter: Chapter, seed: int) -> None:
    for state in late_nights(chapter, seed, tricks=2):
        kinds = set(map(kind_of, all_ends(state).ends))
        for kind in range(3):
            solution = solve_for(state, lambda end, kind=kind: kind_of(end) == kind)  # type: ignore[misc]
            assert (solution.answer is Answer.REACHABLE) == (kind in kinds)
            if solution.end is not None:
                assert kind_of(solution.end) == kind
                assert replayed(state, solution) == solution.end


def test_the_random_rounds_come_to_different_ends() -> None:
    """Guard: where all lines end alike, nothing would be proved."""
    several = 0

    @settings(max_examples=40, database=None, derandomize=True, deadline=None)
    @given(short_chapters(), st.integers(0, 2**31))
    def count(chapter: Chapter, seed: int) -> None:
        nonlocal several
        for state in late_nights(chapter, seed, tricks=3):
            several += check(state, random.Random(seed), goals=0) > 1

    count()
    assert several >= 5
