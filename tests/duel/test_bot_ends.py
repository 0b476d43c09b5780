"""How a duel's bots value rounds: the last tricks solved, ends in order, playouts that stop where they should."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from campaign.cards import cards_in
from campaign.duel import state as phases
from campaign.duel import step
from campaign.duel.counts import sets_due
from campaign.duel.refusals import decision_of
from campaign.duel.sight import played_cards, sight
from campaign.duel.state import State
from campaign.play.duel_careful import DuelCareful
from campaign.play.duel_playouts import best_end, play_round
from campaign.play.duel_thinking import DuelThinker, DuelThought, choices_of
from campaign.play.duel_weights import after_round
from tests.duel.builder import Game
from tests.duel.random_play import core_choices, walk


def value_by_trying(state: State) -> float:
    """Return how good the rest of a round is for Hyde where both play best: every choice of the core's is tried."""
    while state.phase < phases.FIRST_CHANCE and state.phase != phases.BEGIN_ROUND:
        step.step(state)
    if state.phase in (phases.BEGIN_ROUND, phases.OVER):
        return after_round(int(state.round), int(state.marker))
    values: list[float] = []
    for choice in core_choices(state):
        after = state.copy()
        step.choose(after, choice)
        values.append(value_by_trying(after))
    return max(values) if state.seat else min(values)


@settings(max_examples=25)
@given(st.integers(0, 1 << 32))
def test_the_last_two_tricks_are_solved_as_by_trying_all_du7(seed: int) -> None:
    for _, state in walk(seed):
        if state.phase == phases.CARD and len(state.tricks) == 8 and state.laid == 0:
            assert best_end(state.copy()) == value_by_trying(state.copy())


def test_three_tricks_are_solved_as_by_trying_all_du14_du15() -> None:
    for seed in range(3):
        for _, state in walk(seed):
            if state.phase == phases.CARD and len(state.tricks) == 7 and state.laid == 0:
                assert best_end(state.copy()) == value_by_trying(state.copy())


def test_a_thinker_solves_the_last_two_tricks_of_each_world_du7() -> None:
    """Who follows in the third trick from the end is followed by two that are solved."""
    compared = 0
    for seed in range(8):
        for _, state in walk(seed):
            if state.phase != phases.CARD or len(state.tricks) != 7 or state.laid == 0:
                continue
            thought = DuelThought(DuelThinker(), sight(state, int(state.seat)), 1)
            thought.play_world(state)
            for choice, value in zip(thought.choices, thought.sums, strict=True):
                after = state.copy()
                step.choose(after, choice)
                best = value_by_trying(after)
                assert value == (best if state.seat else -best)
                compared += 1
    assert compared > 40


def test_a_card_thought_about_counts_as_seen_in_what_follows_it_du7() -> None:
    matters = 0
    for seed in range(8):
        for _, state in walk(seed):
            if state.phase != phases.CARD or len(state.tricks) > 4 or state.laid:
                continue
            seen = sight(state, int(state.seat))
            thought = DuelThought(DuelThinker(), seen, 1)
            thought.play_world(state)
            for choice, value in zip(thought.choices, thought.sums, strict=True):
                shown, hidden = (_played_out(state, choice, int(seen.seen) | card) for card in (1 << (choice & 31), 0))
                assert value == (shown if state.seat else -shown)
                matters += shown != hidden
    assert matters > 10


def _played_out(state: State, choice: int, seen: int) -> float:
    """Return what a round is worth after a choice, with careful players to whom some cards count as played."""
    after = state.copy()
    step.choose(after, choice)
    return float(play_round(DuelCareful(), DuelCareful(), after, seen=seen, exact=2))


@pytest.mark.parametrize("exact", [0, 2])
def test_a_round_played_out_is_worth_what_its_end_is_du3(exact: int) -> None:
    ended: set[int] = set()
    for seed in range(12):
        for number, (_, state) in enumerate(walk(seed)):
            if phases.FIRST_DECISION <= state.phase < phases.OVER and number % 12 == seed % 12:
                end = state.copy()
                value = play_round(DuelCareful(), DuelCareful(), end, seen=played_cards(end), exact=exact)
                if exact == 0:
                    assert value == after_round(int(end.round), int(end.marker))
                    assert end.round == state.round
                    ended.add(int(end.phase))
                else:
                    assert 0.0 <= value <= 1.0
    assert ended <= {phases.BEGIN_ROUND, phases.OVER}
    assert exact or len(ended) == 2


def test_ends_are_in_the_order_of_the_return_match_du3_du18() -> None:
    ends = [after_round(3, space) for space in range(10)] + [after_round(number, 10) for number in (3, 2, 1)]
    assert ends == sorted(ends)
    assert len(set(ends)) == len(ends)
    assert (ends[0], ends[-1]) == (0.0, 1.0)
    assert after_round(2, 14) == after_round(2, 10)  # beyond home is home
    for number in (1, 2):
        spaces = [after_round(number, space) for space in range(11)]
        assert spaces == sorted(spaces)  # the nearer home the better
    for space in range(10):
        assert after_round(1, space) > after_round(2, space)  # more rounds to come


def test_all_cards_and_colours_to_name_are_thought_about_du9() -> None:
    seen = sight(Game().lay("P1 W2 3+", "P3 P4 W1").state, 0)
    found = choices_of(DuelCareful(), seen)
    assert {str(decision_of(seen.state, choice)) for choice in found} == {
        "jekyll plays P1",
        "jekyll plays W2",
        "jekyll plays 3+ naming P",
        "jekyll plays 3+ naming W",
        "jekyll plays 3+ naming G",
    }
    assert len(found) == 5


@pytest.mark.parametrize(("number", "sets"), [(1, 10), (2, 24), (3, 24)])
def test_so_many_sets_of_cards_to_pass_are_thought_about_du5(number: int, sets: int) -> None:
    # Of 45 pairs and 120 threes those that careful likes best, careful's own the first.
    game = Game(number=number).deal()
    careful, seen = DuelCareful(), sight(game.state, 0)
    found = choices_of(careful, seen)
    assert len(found) == len(set(found)) == sets
    assert all(len(cards_in(chosen)) == number for chosen in found)
    assert found[0] == careful.choose(seen.state, 0, 0, 0)


@pytest.mark.parametrize(("number", "sets"), [(1, 2), (2, 17), (3, 64)])
def test_the_sets_of_who_must_pass_a_potion_hold_one_du5(number: int, sets: int) -> None:
    # Two potions of ten cards: 2 singles; 45 - 28 pairs; 120 - 56 threes.
    game = Game(number=number).deal("P1 P2 P3 P4 W1 W2 W3 W4 2+ 3+", "P5 P6 P7 W5 W6 W7 G3 G4 G5 4+")
    found = sets_due(game.state)
    assert len(set(found)) == len(found) == sets
    assert all(chosen >> 24 for chosen in found)


def test_of_equal_choices_a_thinker_takes_careful_s_own() -> None:
    seen = sight(Game().deal().state, 0)
    thought = DuelThought(DuelThinker(), seen, 1)  # no world is played, so all are equal
    assert thought.best() == DuelCareful().choose(seen.state, 0, 0, 0)
