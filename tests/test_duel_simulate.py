"""Simulated duels are duels: by the checked door they end alike; tallies are the same however the games are split."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign.cards import mask_of
from campaign.duel import state as phases
from campaign.duel import step
from campaign.duel.decisions import Decision, Passes
from campaign.duel.match import Outcome, outcome, return_match, seed_in_match
from campaign.duel.record import DECK_ORDER
from campaign.duel.refusals import choice, refusal
from campaign.duel.state import FIRST_CHANCE, State
from campaign.notation import Seat
from campaign.play.bots import Who
from campaign.play.duel_bots import duel_bot_choice, make_duel_bot
from campaign.play.duel_session import duel_deal
from campaign.play.duel_simulate import (
    DuelJob,
    DuelTally,
    MatchJob,
    MatchTally,
    play_duel,
    share_error,
    tally_of,
)
from campaign.play.simulate import Games, Simulation, TallyT, game_seed, play_batch
from campaign.play.workers import InProcess, process_pool
from campaign.recording import shuffled, stream
from tests.test_simulate import Late, pair, who

PAIRS = [("random", "random"), ("careful", "careful"), ("random", "careful"), ("careful", "random")]


def played(names: tuple[str, str], seed: int) -> tuple[Outcome, list[Decision]]:
    """Return how a simulated duel ends, and its decisions."""
    decisions: list[Decision] = []
    bots = make_duel_bot(who(names[0])), make_duel_bot(who(names[1]))
    return play_duel(bots, seed, decisions), decisions


@pytest.mark.parametrize("names", PAIRS)
def test_a_simulated_duel_is_that_of_its_seed_by_the_checked_door_du4(names: tuple[str, str]) -> None:
    for number in range(4):
        seed = game_seed(3, number)
        ended, decisions = played(names, seed)
        state = State()
        step.advance(state)
        left = iter(decisions)
        while state.phase != phases.OVER:
            if state.phase == phases.DEAL:
                order = shuffled(DECK_ORDER, stream(seed, int(state.round), "deal"))
                step.deal(state, mask_of(order[:10]), mask_of(order[10:20]))
                assert state.aside == mask_of(order[20:])
                continue
            decision = next(left)
            assert refusal(state, decision) is None
            step.apply(state, choice(decision))
        assert list(left) == []
        assert outcome(state) == ended


def test_the_bots_decide_as_they_would_at_the_table() -> None:
    # Their streams are made of the duel's seed, their seat and the number of decisions before; each sits at its own.
    for names in (("random", "careful"), ("careful", "random")):
        seats = [make_duel_bot(who(name)) for name in names]
        state, number = State(), 0
        _, decisions = played(names, 11)
        while state.phase != phases.OVER:
            if state.phase < FIRST_CHANCE:
                step.step(state)
            elif state.phase == phases.DEAL:
                step.deal(state, *duel_deal(11, int(state.round)))
            else:
                seat = int(state.seat)
                chosen = duel_bot_choice(seats[seat], state, seed=11, seat=seat, number=number)
                assert chosen == choice(decisions[number])
                assert decisions[number].seat is Seat(seat)
                step.choose(state, chosen)
                number += 1
        assert isinstance(decisions[0], Passes)


def test_a_second_duels_seed_is_the_beginning_of_a_sha_256() -> None:
    # As sha256sum has it of the text "7 duel 2": the first 16 digits.
    assert seed_in_match(7, 2) == 11900460316981517751


def test_a_return_match_swaps_the_roles_of_two_bots_du18() -> None:
    for number in range(6):
        own = game_seed(5, number)
        first = played(("random", "careful"), own)[0]
        second = played(("careful", "random"), seed_in_match(own, 2))[0]
        tally = MatchJob(who=pair("random", "careful"), seed=5).play(number, 1)
        assert tally.games == 1
        won = return_match(first, second)
        assert (tally.first, tally.second, tally.draws) == (won == "first", won == "second", won == "draw")
        assert tally.duels == (tally_of(first), tally_of(second))


# Tallies


def test_figures_of_a_tally_worked_out_by_hand_du3() -> None:
    tally = sum(
        (tally_of(Outcome(*ended)) for ended in ((1, 10), (3, 10), (3, 4), (3, 8), (3, 10), (3, 4))), DuelTally()
    )
    assert tally.games == 6
    assert (tally.hyde, tally.share) == (3, 0.5)
    assert tally.rounds == (1, 0, 2)
    assert tally.markers == (0, 0, 0, 0, 2, 0, 0, 0, 1, 0, 3)
    assert tally.marker == pytest.approx((30 + 8 + 8) / 6)
    assert tally.error == pytest.approx((0.25 / 6) ** 0.5)
    nothing = DuelTally()
    assert (nothing.games, nothing.share, nothing.error, nothing.marker) == (0, 0.0, 0.0, 0.0)
    assert share_error(1, 4) == pytest.approx((0.1875 / 4) ** 0.5)


outcomes = st.one_of(
    st.builds(Outcome, st.integers(1, 3), st.just(10)), st.builds(Outcome, st.just(3), st.integers(0, 9))
)


@given(st.lists(st.tuples(outcomes, outcomes), min_size=1, max_size=8), st.randoms(use_true_random=False))
def test_tallies_add_up_in_any_order(ended: list[tuple[Outcome, Outcome]], rng: random.Random) -> None:
    parts = [MatchTally(draws=1, duels=(tally_of(first), tally_of(second))) for first, second in ended]
    turned = rng.sample(parts, len(parts))
    assert sum(parts, MatchTally()) == sum(turned, MatchTally())
    whole = sum(parts, MatchTally())
    assert whole.games == whole.duels[0].games == whole.duels[1].games == len(ended)
    assert sum(whole.duels[0].rounds) == whole.duels[0].hyde


# Many duels


def check_splits(job: Games[TallyT]) -> None:
    """Check that a job's games give one tally, however they are split."""
    whole = job.play(0, 23)
    assert whole.games == 23
    assert sum((job.play(number, 1) for number in range(22, -1, -1)), job.nothing) == whole
    assert job.play(0, 9) + job.play(9, 14) == whole
    simulation = Simulation(job=job, first=0, games=23)
    late = Late()
    for _ in simulation.run(late, ahead=3):
        if late.waiting:
            late.catch_up()
    assert simulation.tally == whole
    assert simulation.done


def test_every_split_gives_the_same_tally() -> None:
    check_splits(DuelJob(who=pair("random"), seed=1))
    check_splits(MatchJob(who=pair("random"), seed=1))


def test_processes_give_the_same_tally() -> None:
    job = DuelJob(who=pair("random"), seed=1)
    simulation = Simulation(job=job, first=0, games=31)
    with process_pool(2) as pool:
        for _ in simulation.run(pool, ahead=4):
            pass
    assert simulation.tally == play_batch(job, 0, 31).tally


def test_a_thinker_may_sit_at_either_seat() -> None:
    for seats in (("thinker:1", "random"), ("random", "thinker:1")):
        simulation = Simulation(job=DuelJob(who=pair(*seats), seed=2), first=0, games=1)
        for _ in simulation.run(InProcess()):
            pass
        assert simulation.tally == tally_of(played((seats[0], seats[1]), game_seed(2, 0))[0])


def test_what_a_worker_raises_is_raised() -> None:
    nobody = DuelJob(who=(Who("nobody", bot=True),) * 2, seed=1)
    with pytest.raises(KeyError, match="nobody"):
        list(Simulation(job=nobody, first=0, games=2).run(InProcess()))
