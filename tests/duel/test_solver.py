"""The duel's solver against plain minimax, and on positions worked out by hand from the rules."""

import contextlib
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from campaign.cards import HYDE
from campaign.duel import state as phases
from campaign.duel import step
from campaign.duel.decisions import Decision, Swaps
from campaign.duel.record import DECK_ORDER, deal_of
from campaign.duel.refusals import choice, decision_of, refusal
from campaign.duel.state import State
from campaign.play.duel_solver_keys import position_key
from campaign.play.duel_solving import SLICE, Answer, Bounds, reaches, reaches_home, solve, to_decision, values
from tests.duel.builder import Game
from tests.duel.solver_brute import Brute, TooManyError, after, drawn, late, played_a_little, position

MOST = 4_000
"""How many positions plain minimax may visit; what needs more is left out."""
PWG, PGW, GWP = 4, 5, 9
"""Ranks, low to high."""


def played(state: State, line: tuple[Decision, ...]) -> State:
    """Return a state after a line by the checked door, each decision due when it comes, its tricks all played."""
    here = to_decision(state)
    for decision in line:
        assert refusal(here, decision) is None
        here = to_decision(after(here, choice(decision)))
    assert here.phase == phases.END_ROUND
    return here


def steps_of(state: State) -> int:
    """Return how far a round's end moves the marker, home out of the way (DU17)."""
    ended = state.copy()
    ended.marker = 0
    step.step(ended)
    return int(ended.marker)


def told(state: State) -> dict[str, int | None]:
    """Return the value of each decision as text."""
    return {str(value.decision): value.value for value in values(state)}


# Against plain minimax


def check(state: State) -> None:
    """Check value, line and each decision's value; raises TooManyError where minimax gives up."""
    brute = Brute(MOST)
    by_choice = brute.by_choice(state)
    expected = max(by_choice.values()) if state.seat == HYDE else min(by_choice.values())
    solution = solve(state)
    assert solution.value == expected
    assert steps_of(played(state, solution.line)) == expected
    assert {choice(value.decision): value.value for value in values(state)} == by_choice
    for steps in range(12):
        assert reaches(state, steps).answer is (Answer.YES if expected >= steps else Answer.NO)
    home = reaches_home(state).answer
    assert home is (Answer.YES if state.marker + expected >= phases.HOME else Answer.NO)


@settings(max_examples=300)
@given(st.integers(0, 2**32), st.integers(1, 4))
def test_positions_of_few_cards_come_to_what_minimax_says(seed: int, cards: int) -> None:
    rng = random.Random(seed)
    state = played_a_little(rng, drawn(rng, cards), rng.randrange(4))
    with contextlib.suppress(TooManyError):
        check(state)


@settings(max_examples=60)
@given(st.integers(0, 2**32))
def test_the_last_tricks_of_random_rounds_come_to_what_minimax_says(seed: int) -> None:
    states = late(seed, 4)
    with contextlib.suppress(TooManyError):
        check(random.Random(seed).choice(states))


def test_most_of_these_are_within_what_minimax_may_visit_and_hold_every_kind_of_decision() -> None:
    kinds: dict[int, int] = {}
    left_out = 0
    for seed in range(150):
        rng = random.Random(seed)
        state = played_a_little(rng, drawn(rng, 4), rng.randrange(4))
        try:
            check(state)
            kinds[int(state.phase)] = kinds.get(int(state.phase), 0) + 1
        except TooManyError:
            left_out += 1
    assert set(kinds) == {phases.CARD, phases.TAKE, phases.SWAP}
    assert min(kinds.values()) >= 3
    assert left_out < 75


def test_positions_of_one_key_come_to_the_same() -> None:
    found: dict[int, set[int]] = {}
    rng = random.Random(5)
    for _ in range(4000):
        state = drawn(rng, 2)
        found.setdefault(position_key(state), set()).add(Brute(MOST).value(state))
    shared = [both for both in found.values() if len(both) != 1]
    assert shared == []
    assert len(found) < 3900


def test_a_line_of_a_whole_round_keeps_its_value_at_each_decision() -> None:
    state = State()
    step.advance(state)
    step.deal(state, *deal_of(random.Random(4).sample(DECK_ORDER, len(DECK_ORDER))))
    rng = random.Random(1)
    while len(state.tricks) < 4 or state.phase not in (phases.CARD, phases.SWAP):
        if state.phase < phases.FIRST_CHANCE:
            step.step(state)
        else:
            state = played_a_little(rng, state, 1)
    solution = solve(state)
    assert solution.value is not None
    assert steps_of(played(state, solution.line)) == solution.value
    here = state
    for decision in solution.line:
        assert decision in {value.decision for value in values(here) if value.value == solution.value}
        here = to_decision(after(here, choice(decision)))


# Worked out by hand


def test_hyde_gains_by_losing_every_trick_du17() -> None:
    # All eight lie before Jekyll. Whatever Hyde leads, P1 or W1, Jekyll must follow with P2 or W2 (DU8) and wins.
    state = position("P2 W2", "P1 W1", holders="JJJJJJJJ", ranks=PWG, leader=HYDE)
    solution = solve(state)
    assert solution.value == 10
    assert len(solution.line) == 4
    assert told(state) == {"hyde plays P1": 10, "hyde plays W1": 10}


def test_jekyll_levels_the_counts_where_he_can_du17() -> None:
    # P7 wins and P1 loses, in whatever order: from 5 to 3 before Hyde it comes to 6 to 4, from 4 to 4 to 5 to 5.
    assert solve(position("P7 P1", "P6 P2", holders="HHHHHJJJ")).value == 2
    assert solve(position("P7 P1", "P6 P2", holders="HHHHJJJJ")).value == 0


def test_pride_is_named_or_waited_for_du9_du12_du14() -> None:
    # Five tricks lie before Hyde, three before Jekyll, who leads.
    # 5+ naming P: P3 must be played; Jekyll wins and takes one, 5 to 4; W1 then loses to W2: 5 to 5.
    # 5+ naming W: W2 must be played; the ranks are cleared (DU16), W1 is lowest and P3 beats it: 4 to 6.
    # 5+ naming G: Hyde has none and plays W2, the same.
    # W1: W2 follows and wins, 3 to 6; on P3 Jekyll plays 5+, wins, and takes one: 5 to 5.
    state = position("W1 5+", "P3 W2", holders="HHHHHJJJ", ranks=PWG)
    assert told(state) == {
        "jekyll plays W1": 0,
        "jekyll plays 5+ naming P": 0,
        "jekyll plays 5+ naming W": 2,
        "jekyll plays 5+ naming G": 2,
    }


def test_a_potion_beats_the_equal_number_and_loses_to_the_next_du12() -> None:
    # The last trick, four before Hyde and five before Jekyll: if Hyde's potion wins it is 5 to 5, else 6 to 4.
    for wrath, steps in (("W2", 0), ("W3", 0), ("W4", 2)):
        state = position(wrath, "3+", holders="HHHHJJJJJ", leader=HYDE)
        assert solve(state).value == steps
    # So W3 and W4 are not alike while 3+ is held, nor one key; W1 and W2 are, and so are W4 and W5.
    keys = [position_key(position(wrath, "3+", holders="HHHHJJJJJ")) for wrath in ("W1", "W2", "W3", "W4", "W5")]
    assert keys[0] == keys[1] == keys[2]
    assert keys[3] == keys[4] != keys[0]


def test_the_first_colour_played_is_the_lowest_du10() -> None:
    # No colour is ranked. Five tricks lie before Hyde, four before Jekyll, who leads W7: G1 then ranks above it.
    assert solve(position("W7", "G1", holders="HHHHHJJJJ")).value == 2
    # Ranked Greed, Wrath, Pride from low to high, W7 wins.
    assert solve(position("W7", "G1", holders="HHHHHJJJJ", ranks=GWP)).value == 0


def test_neighbours_are_not_alike_when_they_are_swapped_du15() -> None:
    state = to_decision(after(after(position("G1 P5 P6 W1", "4+ P7 W2 W3", holders="HHHJJJ", ranks=PGW), 16), 26))
    assert state.phase == phases.SWAP
    found = values(state)
    assert [value.decision for value in found] == [
        Swaps(found[0].decision.seat, decision.cards)
        for decision in (
            decision_of(state, 1 << 4 | 1 << 5),
            decision_of(state, 1 << 4 | 1 << 8),
            decision_of(state, 1 << 5 | 1 << 8),
        )
        if isinstance(decision, Swaps)
    ]
    assert {choice(value.decision): value.value for value in found} == Brute(100_000).by_choice(state)


def test_hyde_sees_what_jekyll_swaps_du15() -> None:
    # Both values are those of minimax in the order asked; the second state is Hyde's, Jekyll's choice noted in it.
    state = to_decision(after(after(position("G1 P5 P6 W1", "4+ P7 W2 W3", holders="HHHJJJ", ranks=PGW), 16), 26))
    chosen = after(state, 1 << 4 | 1 << 5)
    assert (chosen.phase, chosen.seat) == (phases.SWAP, HYDE)
    assert solve(chosen).value == Brute(100_000).value(chosen)


# What is asked, and what is not settled


def full(seed: int = 3) -> State:
    """Return a first round, dealt."""
    state = State()
    step.advance(state)
    step.deal(state, *deal_of(random.Random(seed).sample(DECK_ORDER, len(DECK_ORDER))))
    return state


def test_a_spent_budget_is_told_as_bounds_and_never_as_a_value() -> None:
    solution = solve(full(), budget=50)
    assert solution.value is None
    assert solution.bounds == Bounds(0, 10)
    assert solution.line == ()
    assert solution.tried == 50
    assert reaches(full(), 4, budget=50).answer is Answer.NOT_DECIDED
    rng = random.Random(8)
    spent = 0
    for _ in range(40):
        state = drawn(rng, 3)
        expected = Brute(100_000).value(state)
        for budget in (0, 5, 20, 60):
            bounds = solve(state, budget=budget).bounds
            assert bounds.least <= expected <= bounds.most
            spent += bounds.value is None
            for value in values(state, budget=budget):
                assert (
                    value.bounds.least
                    <= Brute(100_000).value(after(state, choice(value.decision)))
                    <= value.bounds.most
                )
    assert spent > 40


def test_passes_are_decisions_too_du5() -> None:
    state = full()
    found = values(state, budget=0)
    assert {choice(value.decision) for value in found} == {
        1 << card for card in range(28) if step.legal(state) >> card & 1
    }
    assert reaches(state, 0).answer is Answer.YES
    assert reaches(state, 11).answer is Answer.NO
    # In round 2 two cards of ten, and with two potions in hand not the 28 pairs without one.
    game = Game(number=2).deal("P1 P2 P3 P4 W1 W2 W3 W4 2+ 3+", "P5 P6 P7 W5 W6 W7 G1 G2 G3 4+")
    assert len(values(game.state, budget=0)) == 45 - 28
    game.do("jekyll passes P1 2+")
    assert len(values(game.state, budget=0)) == 45


def test_home_is_asked_for_by_what_is_missing_du3() -> None:
    for marker, answer in ((7, Answer.NO), (8, Answer.YES), (9, Answer.YES)):
        state = position("P7 P1", "P6 P2", holders="HHHHHJJJ", marker=marker)
        assert reaches_home(state).answer is answer


def test_progress_is_told_at_each_slice_and_what_it_raises_ends_the_search() -> None:
    tried: list[int] = []
    solve(full(), budget=10 * SLICE + 7, progress=tried.append)
    assert tried == [*range(SLICE, 11 * SLICE, SLICE), 10 * SLICE + 7]

    def stop(_: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        solve(full(), progress=stop)


def test_a_state_is_left_as_it_was_and_one_outside_a_round_is_refused() -> None:
    state = position("W1 5+", "P3 W2", holders="HHHHHJJJ", ranks=PWG)
    before = (int(state.hand_jekyll), int(state.phase), state.tricks)
    solve(state)
    values(state)
    assert (int(state.hand_jekyll), int(state.phase), state.tricks) == before
    undealt = State()
    with pytest.raises(ValueError, match="once it has been dealt"):
        solve(undealt)
    ended = played(state, solve(state).line)
    assert solve(ended).value == 0
    with pytest.raises(ValueError, match="no decision is due"):
        values(ended)
