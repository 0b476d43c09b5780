"""Simulated games are games: recorded and replayed they end alike; tallies are the same however the games are split."""

import multiprocessing
import os
import queue
import signal
import time
from collections.abc import Callable
from concurrent.futures import Executor, Future
from dataclasses import replace
from types import SimpleNamespace
from typing import ParamSpec, TypeVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from campaign.files.chapters import load_folder
from campaign.play import winnable
from campaign.play.bots import Who, bots_choice, make_bot, parse_bot
from campaign.play.campaign import Reason, Verdict
from campaign.play.session import Session
from campaign.play.simulate import (
    AIM,
    Batch,
    Job,
    Simulation,
    Tally,
    game_seed,
    impossible,
    play_batch,
    play_game,
    recorded_game,
)
from campaign.play.solving import Answer, Goal, solve
from campaign.play.winnable import LookedAt, look
from campaign.play.workers import InProcess, WorkersError, begin_worker, process_pool
from campaign.rules import step
from campaign.rules.chapter import Chapter, Leading, Move, Pawn
from campaign.rules.compile import compile_chapter
from campaign.rules.refusals import choice, decision_of
from campaign.rules.state import CARD, CAUGHT, FIRST_CHANCE, REACHED, SHORT
from tests.generated import chapters
from tests.rules.builder import CHAPTERS

_P = ParamSpec("_P")
_T = TypeVar("_T")
SHIPPED = {file.chapter.id: file.chapter for file in load_folder().chapters}
PAIRS = [("random", "random"), ("careful", "careful"), ("random", "careful")]


def who(name: str) -> Who:
    """Return the bot of a name."""
    found = parse_bot(f"bot:{name}")
    assert found is not None
    return found


def pair(*names: str) -> tuple[Who, Who]:
    """Return bots for both seats."""
    return who(names[0]), who(names[-1])


def job(chapter: str = "iv", name: str = "random", seed: int = 1) -> Job:
    """Return games of a shipped chapter with one bot at both seats."""
    return Job(chapter=SHIPPED[chapter], who=pair(name), seed=seed)


def simulated(games: int, executor: Executor, *, ahead: int = 1, first: int = 0) -> Simulation[Tally]:
    """Return a simulation that has been run."""
    simulation = Simulation(job=job(), first=first, games=games)
    for _ in simulation.run(executor, ahead=ahead):
        pass
    return simulation


# A game is what a record replays


@pytest.mark.parametrize(
    ("seed", "number", "own"),
    [(1, 0, 1907258225740781141), (1, 7, 13996072293256873236), (2**64 - 1, 0, 7774462806240559809)],
)
def test_a_games_own_seed_is_the_beginning_of_a_sha_256(seed: int, number: int, own: int) -> None:
    # As sha256sum has it of the texts "1 game 0", "1 game 7", "18446744073709551615 game 0": the first 16 digits.
    assert game_seed(seed, number) == own


def check_replays(chapter: Chapter, bots: tuple[Who, Who], seed: int) -> None:
    """Check that a session takes a simulated game's decisions and ends as it did."""
    state, decisions = recorded_game(chapter, bots, seed)
    session = Session(chapter, seed)
    for decision in decisions:
        session.submit(decision)
    ending = session.ending()
    assert ending is not None
    assert session.due is None
    assert int(session.state.ending) == int(state.ending)
    assert (session.state.jekyll_hyde, session.state.scotland_yard) == (state.jekyll_hyde, state.scotland_yard)
    assert session.state.tricks == state.tricks


@pytest.mark.parametrize("names", PAIRS)
@pytest.mark.parametrize("chapter", SHIPPED)
def test_a_simulated_game_replays_to_the_same_end(chapter: str, names: tuple[str, str]) -> None:
    for number in range(4):
        check_replays(SHIPPED[chapter], pair(*names), game_seed(3, number))


@pytest.mark.parametrize("chapter", ["ii", "iv", "x"])
def test_a_thinkers_game_replays_to_the_same_end(chapter: str) -> None:
    check_replays(SHIPPED[chapter], pair("thinker:4"), game_seed(5, 0))


@pytest.mark.parametrize("name", ["random", "careful"])
@settings(max_examples=40)
@given(chapter=chapters(), seed=st.integers(0, 2**64 - 1))
def test_any_chapters_simulated_game_replays_to_the_same_end(name: str, chapter: Chapter, seed: int) -> None:
    check_replays(chapter, pair(name), seed)


@pytest.mark.parametrize("names", PAIRS)
def test_the_bots_decide_as_they_would_at_the_table(names: tuple[str, str]) -> None:
    # Their streams are made of the game's seed and the number of decisions before.
    chapter, bots = SHIPPED["iv"], pair(*names)
    session = Session(chapter, 11)
    plan = compile_chapter(chapter)
    made = make_bot(bots[0], plan), make_bot(bots[1], plan)
    while session.due is not None:
        chosen = bots_choice(made, session.state, seed=11, number=len(session.decisions))
        session.submit(decision_of(session.state, chosen))
    assert recorded_game(chapter, bots, 11)[1] == tuple(session.decisions)


def test_a_batch_counts_what_sessions_end_with() -> None:
    for chapter in ("i", "x"):
        found = dict.fromkeys(Reason, 0)
        achieved = 0
        one = job(chapter, "careful")
        for number in range(30):
            session = Session(one.chapter, game_seed(1, number))
            for decision in recorded_game(one.chapter, one.who, session.seed)[1]:
                session.submit(decision)
            ending = session.ending()
            assert ending is not None
            found[ending.reason] += 1
            achieved += ending.achievement
            assert (ending.verdict is Verdict.SUCCESS) == (ending.reason is Reason.REACHED)
        batch = play_batch(one, 0, 30)
        assert {**batch.tally.ends, Reason.CONCEDED: 0} == found
        assert batch.tally.achieved == achieved


def test_a_bot_sits_at_its_own_seat() -> None:
    plan = compile_chapter(SHIPPED["iv"])
    random, careful = make_bot(who("random"), plan), make_bot(who("careful"), plan)
    for bots, names in (((random, careful), ("random", "careful")), ((careful, random), ("careful", "random"))):
        state = play_game(plan, bots, 9)
        assert state.tricks == recorded_game(SHIPPED["iv"], pair(*names), 9)[0].tricks
        mixed = Job(chapter=SHIPPED["iv"], who=pair(*names), seed=1)
        ends = [int(recorded_game(mixed.chapter, mixed.who, game_seed(1, number))[0].ending) for number in range(40)]
        tally = play_batch(mixed, 0, 40).tally
        assert [ends.count(one) for one in (REACHED, CAUGHT, SHORT)] == [tally.reached, tally.caught, tally.short]


# Tallies

counts = st.integers(0, 10**6)
tallies = st.builds(
    Tally, reached=counts, caught=counts, short=counts, overshoot=counts, objective=counts, achieved=counts
)


@given(
    st.lists(tallies, min_size=1, max_size=6).flatmap(lambda parts: st.tuples(st.just(parts), st.permutations(parts)))
)
def test_tallies_add_up_in_any_order(both: tuple[list[Tally], list[Tally]]) -> None:
    parts, turned = both
    assert sum(parts, Tally()) == sum(turned, Tally())
    assert parts[0] + (parts[-1] + parts[0]) == (parts[0] + parts[-1]) + parts[0]
    assert sum(parts, Tally()).games == sum(part.games for part in parts)


def test_figures_of_a_tally_worked_out_by_hand() -> None:
    tally = Tally(reached=4, caught=6, short=3, overshoot=2, objective=1, achieved=1)
    assert tally.games == 16
    assert tally.success == 0.25
    assert tally.error == pytest.approx((0.25 * 0.75 / 16) ** 0.5) == pytest.approx(0.10825, abs=1e-5)
    assert tally.achievement == 0.0625
    assert list(tally.ends.items()) == [
        (Reason.REACHED, 4),
        (Reason.CAUGHT, 6),
        (Reason.SHORT, 3),
        (Reason.OVERSHOOT, 2),
        (Reason.OBJECTIVE, 1),
    ]
    nothing = Tally()
    assert (nothing.games, nothing.success, nothing.error, nothing.achievement) == (0, 0.0, 0.0, 0.0)


@pytest.mark.parametrize(
    ("reached", "stars"),
    # Halves: 3/2 + 3/4 + 2/8 + 2/16 + 1/32 + 1/64, and a 64th of all pairs needs a 7th attempt, which earns nothing.
    [(10, 3.0), (0, 0.0), (5, 1.5 + 0.75 + 0.25 + 0.125 + 0.03125 + 0.015625)],
)
def test_stars_by_attempt_are_the_mean_of_a_pair_that_repeats_t2(reached: int, stars: float) -> None:
    chapter = replace(SHIPPED["v"], by_attempt=(3, 3, 2, 2, 1, 1))
    assert Tally(reached=reached, caught=10 - reached).stars(chapter) == pytest.approx(stars)


def test_stars_of_an_achievement_are_those_of_one_game_t1() -> None:
    assert SHIPPED["iv"].achievement is not None
    assert SHIPPED["iv"].achievement.stars == 2
    assert Tally(reached=6, caught=4, achieved=3).stars(SHIPPED["iv"]) == pytest.approx(0.6)


# Many games


class Late(Executor):
    """Does the work when it is next asked for more, the last begun first."""

    def __init__(self) -> None:
        self.waiting: list[Callable[[], None]] = []
        self.sizes: list[int] = []

    def submit(self, fn: Callable[_P, _T], /, *args: _P.args, **kwargs: _P.kwargs) -> Future[_T]:
        """Note the work."""
        future: Future[_T] = Future()
        self.waiting.append(lambda: future.set_result(fn(*args, **kwargs)))
        self.sizes.append(int(str(args[2])))
        if len(self.waiting) >= 3:
            self.catch_up()
        return future

    def catch_up(self) -> None:
        """Do what waits but for the first."""
        while len(self.waiting) > 1:
            self.waiting.pop()()
        self.waiting.pop()()


def test_every_split_gives_the_same_tally() -> None:
    whole = simulated(101, InProcess()).tally
    assert whole.games == 101
    assert whole == play_batch(job(), 0, 101).tally
    assert whole == sum((play_batch(job(), number, 1).tally for number in range(100, -1, -1)), Tally())
    late = Late()
    simulation = Simulation(job=job(), first=0, games=101)
    run = simulation.run(late, ahead=3)
    for _ in run:
        if late.waiting:
            late.catch_up()
    assert simulation.tally == whole
    assert simulation.done
    assert sum(late.sizes) == 101
    assert len(set(late.sizes)) > 2, late.sizes


@pytest.mark.parametrize("workers", [2, 3])
def test_processes_give_the_same_tally(workers: int) -> None:
    with process_pool(workers) as pool:
        assert simulated(157, pool, ahead=workers + 2).tally == play_batch(job(), 0, 157).tally


def test_game_k_is_the_game_that_is_played_alone_after_skipping_k() -> None:
    alone = [simulated(1, InProcess(), first=number).tally for number in range(20)]
    assert len(set(alone)) > 1
    assert sum(alone, Tally()) == simulated(20, InProcess()).tally
    assert sum(alone[7:], Tally()) == simulated(13, InProcess(), first=7).tally


class Timed(Executor):
    """Says of each batch that it took so long."""

    def __init__(self, seconds: Callable[[int], float]) -> None:
        self.seconds = seconds
        self.sizes: list[int] = []

    def submit(self, fn: Callable[_P, _T], /, *args: _P.args, **kwargs: _P.kwargs) -> Future[_T]:  # noqa: ARG002
        """Play nothing."""
        size = int(str(args[2]))
        self.sizes.append(size)
        future: Future[object] = Future()
        future.set_result(Batch(tally=Tally(reached=size), seconds=self.seconds(size)))
        return future  # type: ignore[return-value]


def test_batches_grow_to_take_the_time_they_should() -> None:
    even = Timed(lambda size: size * AIM / 10)
    simulated(100, even)
    assert even.sizes == [1, 4, 10, 10, 10, 10, 10, 10, 10, 10, 10, 5]
    slow = Timed(lambda _: 60.0)
    simulated(3, slow)
    assert slow.sizes == [1, 1, 1]
    # The last are small, so that no worker plays on alone.
    fast = Timed(lambda _: 0.0)
    simulated(100, fast, ahead=4)
    assert max(fast.sizes) <= 25
    assert fast.sizes[-4:] == [1, 1, 1, 1]


def test_a_simulation_begins_nothing_after_its_time_and_can_go_on() -> None:
    simulation = Simulation(job=job(), first=0, games=50)
    assert list(simulation.run(InProcess(), seconds=0)) == []
    assert simulation.tally == Tally()
    first = next(iter(simulation.run(InProcess())))
    assert first.games == 1
    assert not simulation.done
    for _ in simulation.run(InProcess()):
        pass
    assert simulation.tally == play_batch(job(), 0, 50).tally


def test_what_a_worker_raises_is_raised() -> None:
    broken = Job(chapter=SHIPPED["iv"], who=(Who("nobody", bot=True),) * 2, seed=1)
    simulation = Simulation(job=broken, first=0, games=5)
    with pytest.raises(KeyError, match="nobody"):
        list(simulation.run(InProcess()))


def test_a_worker_that_dies_is_told_in_a_sentence() -> None:
    with pytest.raises(WorkersError, match="a worker process ended early"), process_pool(2) as pool:
        pool.submit(os.kill, pool.submit(os.getpid).result(), signal.SIGKILL).result()


def test_a_pool_that_is_left_in_a_hurry_waits_for_no_batch() -> None:
    with process_pool(1) as other:
        pid = other.submit(os.getpid).result()
        before = {process.pid for process in multiprocessing.active_children()}
        started = time.monotonic()
        with pytest.raises(KeyError), process_pool(2) as pool:  # noqa: PT012 (leaving it is what is tested)
            for _ in range(6):
                pool.submit(time.sleep, 60)
            raise KeyError
        assert time.monotonic() - started < 20
        assert {process.pid for process in multiprocessing.active_children()} == before
        assert other.submit(os.getpid).result() == pid


def test_a_pool_works_where_a_thread_cannot_hold_signals_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(signal, "pthread_sigmask", raising=False)
    with process_pool(1) as pool:
        assert simulated(5, pool, ahead=2).tally == play_batch(job(), 0, 5).tally


def test_a_worker_ignores_ctrl_c_and_ends_with_its_parent(monkeypatch: pytest.MonkeyPatch) -> None:
    ignored: list[object] = []
    ended: queue.SimpleQueue[int] = queue.SimpleQueue()
    monkeypatch.setattr(signal, "signal", lambda *given: ignored.append(given))
    monkeypatch.setattr(os, "_exit", ended.put)
    monkeypatch.setattr(multiprocessing, "parent_process", lambda: None)
    begin_worker()
    parent, theirs = multiprocessing.Pipe()
    monkeypatch.setattr(multiprocessing, "parent_process", lambda: SimpleNamespace(sentinel=parent))
    begin_worker()
    assert ended.empty()
    theirs.close()
    assert ended.get(timeout=10) == 1
    parent.close()
    assert ignored == [(signal.SIGINT, signal.SIG_IGN)] * 2


# Impossible chapters


def still(**knobs: int) -> Chapter:
    """Return a chapter in which no pawn ever moves."""
    return replace(CHAPTERS["IV"], rounds=(replace(CHAPTERS["IV"].rounds[0], moves=()),), **knobs)  # type: ignore[arg-type]


def test_a_last_position_out_of_reach_is_impossible_x3() -> None:
    assert impossible(still(jekyll_hyde=9))
    assert not impossible(still(jekyll_hyde=10))
    # One round of 8 tricks: the smaller player has at most 4, so they step at most 4 spaces.
    one = replace(CHAPTERS["I"], rounds=CHAPTERS["I"].rounds[:1], objectives=())
    assert [impossible(replace(one, jekyll_hyde=space)) for space in (4, 5, 6)] == [True, True, False]


@pytest.mark.parametrize("leading", [Leading.FLIPPED, Leading.JEKYLL, Leading.HYDE])
def test_whoever_leads_a_chapter_can_be_impossible(leading: Leading) -> None:
    chapter = still(jekyll_hyde=9)
    rules = replace(chapter.rounds[0], leading=leading)
    assert impossible(replace(chapter, rounds=(rules,)))
    assert not impossible(replace(chapter, rounds=(rules,), jekyll_hyde=10))


def test_no_shipped_chapter_is_impossible() -> None:
    assert [chapter for chapter in SHIPPED if impossible(SHIPPED[chapter])] == []


@settings(max_examples=60)
@given(chapter=chapters(), seed=st.integers(0, 1 << 32))
def test_no_game_of_an_impossible_chapter_is_won(chapter: Chapter, seed: int) -> None:
    won = play_batch(Job(chapter=chapter, who=pair("random"), seed=seed), 0, 20).tally.reached
    assert not (won and impossible(chapter))


# Whether games that no bot wins could be won


def narrow() -> Chapter:
    """Return one round in which four tricks each are the only success: 4 steps from space 6, none for the City."""
    return replace(CHAPTERS["I"], rounds=CHAPTERS["I"].rounds[:1], objectives=(), jekyll_hyde=6)


def test_what_bots_hardly_win_the_solver_does_x3() -> None:
    assert play_batch(Job(chapter=narrow(), who=pair("random"), seed=1), 0, 30).tally == Tally(short=30)
    found = look(narrow(), seed=1, first=0, games=10)
    assert found.games == 10
    assert found.winnable >= 5
    # Each game from its careful gifts on, again: a line that leads to four tricks each, or none found.
    plan = compile_chapter(narrow())
    bots = make_bot(who("careful"), plan), make_bot(who("careful"), plan)
    answers = []
    for number in range(10):
        state = play_game(plan, bots, game_seed(1, number), night=1)
        assert (state.round, state.phase, state.tricks) == (1, CARD, ())
        solution = solve(state, Goal(endings=frozenset((REACHED,))), budget=winnable.BUDGET)
        answers.append(solution.answer)
        if solution.answer is Answer.REACHABLE:
            for decision in solution.line:
                while state.phase < FIRST_CHANCE:
                    step.step(state)
                step.choose(state, choice(decision))
            step.advance(state)
            owners = [state.owners >> 2 * index & 3 for index in range(8)]
            assert (state.ending, owners.count(0), owners.count(1)) == (REACHED, 4, 4)
    assert answers.count(Answer.REACHABLE) == found.winnable
    assert answers.count(Answer.NOT_DECIDED) == found.undecided


def test_a_pawn_that_stands_at_the_end_is_always_winnable_and_one_short_of_it_is_not() -> None:
    assert look(still(jekyll_hyde=10), seed=1, first=3, games=4) == LookedAt(games=4, winnable=4, undecided=0)
    assert look(still(jekyll_hyde=9), seed=1, first=3, games=2).winnable == 0


def test_games_lost_before_the_last_round_are_neither_won_nor_undecided_x2() -> None:
    raid = Move(name="raid", order=90, pawn=Pawn.SCOTLAND_YARD, steps=20)
    first, *others = CHAPTERS["IV"].rounds
    caught = replace(CHAPTERS["IV"], rounds=(replace(first, moves=(*first.moves, raid)), *others))
    assert play_batch(Job(chapter=caught, who=pair("careful"), seed=1), 0, 5).tally == Tally(caught=5)
    assert look(caught, seed=1, first=0, games=5) == LookedAt(games=5)


def test_a_spent_budget_is_undecided_and_few_games_are_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(winnable, "BUDGET", 1)
    monkeypatch.setattr(winnable, "MOST", 3)
    assert look(narrow(), seed=1, first=0, games=100) == LookedAt(games=3, winnable=0, undecided=3)


def test_the_look_can_be_stopped_at_each_slice_and_depends_on_its_numbers_alone() -> None:
    def stop(_: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        look(narrow(), seed=1, first=0, games=1, progress=stop)
    chapter = SHIPPED["x"]
    parts = [look(chapter, seed=1, first=number, games=1) for number in range(6)]
    whole = look(chapter, seed=1, first=0, games=6)
    assert whole.winnable == sum(part.winnable for part in parts)
    assert whole.undecided == sum(part.undecided for part in parts)
