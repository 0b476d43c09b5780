"""Random duels in step with the slow referee, which agrees on all that may be chosen, is told and stands; and faults.

Each planted fault must be caught, or the check is none.
"""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign.cards import DUEL_DECK, POTIONS, Chance
from campaign.duel import counts, effects, events, refusals, rounds, step, tricks
from campaign.duel import state as phases
from campaign.duel.record import fingerprint, problems
from campaign.duel.rollouts import deal_chance, play_duels, play_on, play_out, random_choice
from campaign.duel.state import State
from tests.duel import random_play
from tests.duel.builder import snapshot
from tests.duel.random_play import BrokenError, Play, walk

SOME = 14
"""So many duels hold every effect, its cancelling, and a home-coming of Hyde."""


def play_some() -> list[Play]:
    return [Play(seed).run() for seed in range(SOME)]


@given(st.integers(0, 1 << 31))
def test_random_duels_conform(seed: int) -> None:
    play = Play(seed).run()
    assert play.state.phase == phases.OVER


def test_the_duels_played_hold_everything_the_rules_know() -> None:
    plays = play_some()
    told = [event for play in plays for event in play.events]
    assert {type(event) for event in told} == set(events.EVENT_NAMES)
    found = {(str(event.suit.letter), event.cancelled) for event in told if isinstance(event, events.Effect)}
    assert found == {("P", False), ("P", True), ("W", False), ("G", False), ("G", True)}
    assert {int(rounds.winner(play.state)) for play in plays} == {0, 1}
    assert {len(event.cards) for event in told if isinstance(event, events.Swapped)} == {1, 2}


def test_the_same_seed_plays_the_same_duel() -> None:
    one, two = Play(7).run(), Play(7).run()
    assert (one.decisions, one.events) == (two.decisions, two.events)


@given(st.integers(0, 1 << 31))
def test_every_card_lies_in_one_place_something_is_always_legal_and_copies_are_independent(seed: int) -> None:
    kept: list[tuple[State, dict[str, object]]] = []
    for before, state in walk(seed):
        assert problems(state) == []
        if phases.FIRST_DECISION <= state.phase < phases.OVER:
            assert step.legal(state) != 0
            assert not step.legal(state) & ~(DUEL_DECK if state.phase != phases.TAKE else 1023)
        kept.append((before, snapshot(before)))
    assert all(snapshot(state) == noted for state, noted in kept)


@given(st.integers(0, 1 << 31))
def test_the_quick_door_leads_where_single_steps_lead(seed: int) -> None:
    quick, slow = State(), State()
    chance, again = Chance(seed), Chance(seed)
    decisions = play_on(quick, chance)
    chosen = 0
    while slow.phase != phases.OVER:
        if slow.phase < phases.FIRST_CHANCE:
            step.step(slow)
        elif slow.phase == phases.DEAL:
            deal_chance(slow, again)
        else:
            step.choose(slow, random_choice(slow, again))
            chosen += 1
    assert snapshot(quick) == snapshot(slow)
    assert fingerprint(quick) == fingerprint(slow)
    assert decisions == chosen


def test_rollouts_count_decisions_and_leave_their_state_alone() -> None:
    assert play_duels(2, Chance(3)) == (one := Chance(3), play_on(State(), one) + play_on(State(), one))[1]
    state = State()
    step.advance(state)
    deal_chance(state, Chance(1))
    before = snapshot(state)
    assert play_out(state, 3, Chance(2)) >= 3 * 22
    assert snapshot(state) == before


# Planted faults


Plant = tuple[object, str, Callable[..., object]]


def any_card(hand: int, _first: int, _named: int) -> int:
    """Return a fault: nobody follows (DU8, DU9)."""
    return hand


def potions_as_named(hand: int, first: int, named: int) -> int:
    """Return a fault: a potion may be played instead of the named colour (DU9)."""
    found = tricks.follows(hand, first, named)
    return found | hand & POTIONS


def higher_number(first: int, second: int, _ranks: int) -> bool:
    """Return a fault: ranks never count (DU11)."""
    return tricks.NUMBERS[second] > tricks.NUMBERS[first]


def equal_to_the_leader(first: int, second: int, ranks: int) -> bool:
    """Return a fault: a potion loses to an equal number (DU12)."""
    if tricks.NUMBERS[first] // 2 == tricks.NUMBERS[second] // 2:
        return first >= 24
    return tricks.second_wins(first, second, ranks)


def no_clearing(state: State) -> None:
    """Be a fault: Wrath leaves the tokens (DU16)."""
    state.phase = phases.END_TRICK


def second_token_highest(ranks: int) -> bytes:
    """Return a fault: the second colour is ranked highest (DU10)."""
    table = list(tricks.NEXT_RANKS)
    table[ranks * 3 + 1] = 5
    return bytes(table)


def one_card(state: State) -> int:
    """Return a fault: Greed swaps one card only (DU15)."""
    return min(1, int(phases.hand_of(state, state.seat)).bit_count())


def no_potion_due(_state: State) -> int:
    """Return a fault: nobody must pass a potion (DU5)."""
    return 0


def all_tricks(state: State, seat: int) -> int:
    """Return a fault: Pride takes from whom it likes (DU14)."""
    return counts.tricks_before(state, 1 - seat)


def hyde_leads(state: State) -> None:
    """Be a fault: Hyde leads the first trick whatever the marker (DU6)."""
    state.leader = state.seat = 1
    state.phase = phases.CARD


def no_difference(state: State) -> int:
    """Return a fault: the marker moves by Hyde's tricks (DU17)."""
    return int(state.owners).bit_count()


FAULTS: dict[str, list[Plant]] = {
    "DU5 potions": [(step, "must_pass", no_potion_due)],
    "DU6": [(step, "open_tricks", hyde_leads)],
    "DU8 DU9": [(step, "follows", any_card)],
    "DU9 potions": [(step, "follows", potions_as_named)],
    "DU11": [(effects, "second_wins", higher_number), (step, "second_wins", higher_number)],
    "DU12": [(effects, "second_wins", equal_to_the_leader), (step, "second_wins", equal_to_the_leader)],
    "DU14": [(step, "tricks_before", all_tricks)],
    "DU15": [(effects, "swapped", one_card), (counts, "swapped", one_card)],
    "DU16": [(step, "clear_ranks", no_clearing)],
    "DU17": [(rounds, "difference", no_difference)],
}


@pytest.mark.interpreted
@pytest.mark.parametrize("name", FAULTS)
def test_a_planted_fault_is_caught(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    for module, attribute, fault in FAULTS[name]:
        monkeypatch.setattr(module, attribute, fault)
    with pytest.raises(BrokenError, match="by the rules"):
        play_some()


@pytest.mark.interpreted
@pytest.mark.parametrize(
    ("module", "attribute", "value"),
    [(step, "NEXT_RANKS", second_token_highest(1)), (rounds, "HOME", 11), (rounds, "ROUNDS", 4), (step, "HAND", 9)],
)
def test_a_planted_number_is_caught_du2_du3_du7_du10(
    monkeypatch: pytest.MonkeyPatch, module: object, attribute: str, value: object
) -> None:
    monkeypatch.setattr(module, attribute, value)
    with pytest.raises((BrokenError, AssertionError)):
        play_some()


@pytest.mark.interpreted
def test_a_planted_lost_card_is_caught_du4(monkeypatch: pytest.MonkeyPatch) -> None:
    swap = effects.swap_cards

    def loses(state: State) -> None:
        swap(state)
        state.hand_hyde &= state.hand_hyde - 1

    monkeypatch.setattr(step, "swap_cards", loses)
    with pytest.raises(BrokenError, match="lies nowhere"):
        play_some()


def test_a_refusal_that_is_none_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(refusals, "naming_refusal", lambda _state, _card, _naming: None)
    with pytest.raises(BrokenError, match="naming"):
        play_some()


def test_an_untold_effect_is_caught_du12(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(events, "effect_of", lambda _effect: None)
    monkeypatch.setattr(random_play, "problems", lambda _state: [])
    with pytest.raises(BrokenError, match="what is told"):
        play_some()
