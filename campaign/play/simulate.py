"""Many games of bots, each one that a seed deals and a record could replay; tallies that add up in any order.

What is played is a job: a chapter's here, a duel's in ``duel_simulate``. A worker is sent a job, which holds a chapter
or none, two names and a seed. What it makes of them it keeps, and nothing that is compiled is sent.
"""

import threading
import time
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from dataclasses import dataclass, field, fields
from typing import Generic, Protocol, Self, TypeVar

from campaign.play.bots import Bot, Who, bots_choice, make_bot
from campaign.play.campaign import Reason
from campaign.play.record import city_shuffle, deal, first_token
from campaign.recording import number_of_text
from campaign.rules import state as phases
from campaign.rules import step
from campaign.rules.bounds import FAILED, span_verdict, sure_defeat, verdict
from campaign.rules.chapter import Chapter
from campaign.rules.compile import compile_chapter
from campaign.rules.decisions import Decision
from campaign.rules.refusals import decision_of
from campaign.rules.state import FIRST_CHANCE, State
from campaign.rules.table import Plan

AIM = 0.25
"""How many seconds a batch is meant to take: progress moves, and a stop waits, by so much."""
TICK = 0.5
"""The most seconds between two reports, though no batch has come back."""
_GROWTH = 4
"""How much larger than the last one a batch may be; the first of a chapter takes longer than its games."""


def game_seed(seed: int, number: int) -> int:
    """Return the seed of its own that a game of a simulation has: game ``number``, from 0, of a simulation's seed."""
    return number_of_text(f"{seed} game {number}")


class Counted(Protocol):
    """How some games ended: counts alone, so that tallies add up in any order."""

    @property
    def games(self) -> int:
        """How many games it counts."""
        ...

    def __add__(self, other: Self, /) -> Self:
        """Return the tally of both."""
        ...


TallyT = TypeVar("TallyT", bound=Counted)
_TallyT_co = TypeVar("_TallyT_co", bound=Counted, covariant=True)


class Games(Protocol[_TallyT_co]):
    """What is played: games of two bots, each by its number; a value that a worker can be sent."""

    @property
    def who(self) -> tuple[Who, Who]:
        """Who sits at the two seats."""
        ...

    @property
    def seed(self) -> int:
        """The simulation's seed."""
        ...

    @property
    def nothing(self) -> _TallyT_co:
        """The tally of no game."""
        ...

    def play(self, first: int, count: int) -> _TallyT_co:
        """Play some games, from number ``first`` on."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Batch(Generic[TallyT]):
    """The tally of some games, and the seconds that they took."""

    tally: TallyT
    seconds: float


def play_batch(job: Games[TallyT], first: int, count: int) -> Batch[TallyT]:
    """Play some games of a job, from number ``first`` on. This is what a worker does."""
    started = time.perf_counter()
    tally = job.play(first, count)
    return Batch(tally=tally, seconds=time.perf_counter() - started)


def play_game(
    plan: Plan, bots: tuple[Bot, Bot], seed: int, decisions: list[Decision] | None = None, *, night: int = 0
) -> State:
    """Return how the game that a seed deals ends between two bots; what they decide is added to ``decisions``.

    It stops at the first card that a player plays in round ``night``, where one is named and the game comes so far.
    """
    state = State(plan)
    number = 0
    while state.phase != phases.OVER:
        if state.phase < FIRST_CHANCE:
            step.advance(state)
        elif state.phase == phases.TOKEN:
            step.turn_token(state, first_token(seed))
        elif state.phase == phases.DEAL:
            step.deal(state, *deal(seed, state))
        elif state.phase == phases.SHUFFLE:
            step.stack_city(state, city_shuffle(seed, state))
        elif state.round == night and state.phase == phases.CARD:
            return state
        else:
            chosen = bots_choice(bots, state, seed=seed, number=number)
            if decisions is not None:
                decisions.append(decision_of(state, chosen))
            step.apply(state, chosen)
            number += 1
    return state


def recorded_game(chapter: Chapter, who: tuple[Who, Who], seed: int) -> tuple[State, tuple[Decision, ...]]:
    """Return how the game of a seed ends, and its decisions, which a session of that seed takes."""
    plan = compile_chapter(chapter)
    decisions: list[Decision] = []
    state = play_game(plan, (make_bot(who[0], plan), make_bot(who[1], plan)), seed, decisions)
    return state, tuple(decisions)


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """How some games ended: counts alone, so that tallies add up in any order. No bot concedes."""

    reached: int = 0
    caught: int = 0
    short: int = 0
    overshoot: int = 0
    objective: int = 0
    achieved: int = 0
    """How many of those that reached the last position met the chapter's achievement."""

    def __add__(self, other: "Tally") -> "Tally":
        """Return the tally of both."""
        return Tally(**{one.name: getattr(self, one.name) + getattr(other, one.name) for one in fields(Tally)})

    @property
    def games(self) -> int:
        """How many games it counts."""
        return self.reached + self.caught + self.short + self.overshoot + self.objective

    @property
    def ends(self) -> dict[Reason, int]:
        """How many games ended for each reason."""
        return {reason: getattr(self, reason.value) for reason in _ENDINGS.values()}

    @property
    def success(self) -> float:
        """The share of games that were a success; 0 of none."""
        return self.reached / self.games if self.games else 0.0

    @property
    def error(self) -> float:
        """The standard error of that share."""
        return float((self.success * (1 - self.success) / self.games) ** 0.5) if self.games else 0.0

    @property
    def achievement(self) -> float:
        """The share of games that were a success with the achievement."""
        return self.achieved / self.games if self.games else 0.0

    def stars(self, chapter: Chapter) -> float:
        """Return the mean stars: of one game (T1), or of a pair that plays until it wins, by attempt (T2)."""
        if chapter.achievement is not None:
            return self.achievement * chapter.achievement.stars
        stars, lost = 0.0, 1.0
        for earned in chapter.by_attempt or ():
            stars += lost * self.success * earned
            lost *= 1 - self.success
        return stars


_ENDINGS = {
    phases.REACHED: Reason.REACHED,
    phases.CAUGHT: Reason.CAUGHT,
    phases.SHORT: Reason.SHORT,
    phases.OVERSHOOT: Reason.OVERSHOOT,
    phases.OBJECTIVE: Reason.OBJECTIVE,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """Games of a chapter, who sits at its two seats, and the simulation's seed."""

    chapter: Chapter
    who: tuple[Who, Who]
    seed: int

    @property
    def nothing(self) -> Tally:
        """The tally of no game."""
        return Tally()

    def play(self, first: int, count: int) -> Tally:
        """Play some games, from number ``first`` on."""
        plan, bots = _kept.take(self)
        ends = dict.fromkeys(_ENDINGS, 0)
        achieved = 0
        for number in range(first, first + count):
            state = play_game(plan, bots, game_seed(self.seed, number))
            ending = int(state.ending)
            ends[ending] += 1
            if ending == phases.REACHED and plan.achievement and step.span_met(state, len(plan.judged_in) - 1):
                achieved += 1
        return Tally(achieved=achieved, **{_ENDINGS[ending].value: games for ending, games in ends.items()})


class _Kept(threading.local):
    """The last job of this thread, ready to play: bots keep notes between decisions, so no two threads share them."""

    job: Job | None = None
    plan: Plan
    bots: tuple[Bot, Bot]

    def take(self, job: Job) -> tuple[Plan, tuple[Bot, Bot]]:
        """Return a job's plan and bots."""
        if self.job != job:
            self.plan = compile_chapter(job.chapter)
            self.bots = (make_bot(job.who[0], self.plan), make_bot(job.who[1], self.plan))
            self.job = job
        return self.plan, self.bots


_kept = _Kept()


@dataclass(slots=True, kw_only=True)
class Simulation(Generic[TallyT]):
    """Some games of a job, from number ``first`` on, and the tally of those that have been played.

    Whatever plays them, and in whatever pieces, the tally of them all is the same.
    """

    job: Games[TallyT]
    first: int
    games: int
    tally: TallyT = field(init=False)
    _next: int = 0
    _size: int = 1
    _begun: "dict[Future[Batch[TallyT]], int]" = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Begin with no game."""
        self.tally = self.job.nothing

    @property
    def done(self) -> bool:
        """Whether all games have been played."""
        return self.tally.games == self.games

    def run(self, executor: Executor, *, ahead: int = 1, seconds: float | None = None) -> Iterator[TallyT]:
        """Play, giving the tally so far at least every ``TICK``; after some ``seconds`` begin nothing more.

        ``ahead`` is how many batches are begun and not yet back, more than there are workers, so that none waits for
        its next. Stopped by an exception, ``tally`` still holds what came back; ``gather`` adds what did meanwhile.
        """
        until = None if seconds is None else time.monotonic() + seconds
        while True:
            while len(self._begun) < ahead and self._next < self.games:
                if until is not None and time.monotonic() >= until:
                    break
                self._begin(executor, ahead)
            if not self._begun:
                return
            wait(self._begun, TICK, FIRST_COMPLETED)
            self.gather()
            yield self.tally

    def _begin(self, executor: Executor, ahead: int) -> None:
        # The last batches are small, so that all workers end at about the same time.
        size = max(1, min(self._size, (self.games - self._next) // ahead))
        self._begun[executor.submit(play_batch, self.job, self.first + self._next, size)] = size
        self._next += size

    def gather(self) -> None:
        """Add the batches that have come back; raises what a worker raised."""
        for future in [one for one in self._begun if one.done()]:
            size = self._begun.pop(future)
            batch = future.result()
            self.tally += batch.tally
            fitting = int(size * AIM / max(batch.seconds, 1e-6))
            self._size = max(1, min(fitting, _GROWTH * size))


def impossible(chapter: Chapter) -> bool:
    """Return whether the rules alone rule a success out, before a card is dealt. False proves nothing."""
    plan = compile_chapter(chapter)
    return all(_lost(_dealt_to(plan, leading)) for leading in (0, 1))


def _dealt_to(plan: Plan, leading: int) -> State:
    """Return the chapter at its first deal, or over before it; ``leading`` is the token's face where it is flipped."""
    state = State(plan)
    step.advance(state)
    if state.phase == phases.TOKEN:
        step.turn_token(state, leading)
        step.advance(state)
    return state


def _lost(state: State) -> bool:
    if state.phase == phases.OVER:
        return state.ending != phases.REACHED
    plan = state.plan
    spans = len(plan.judged_in) - 1 if plan.achievement else len(plan.judged_in)
    return (
        sure_defeat(state)
        or any(verdict(state, goal) == FAILED for goal in state.table.objectives)
        or any(span_verdict(state, index) == FAILED for index in range(spans))
    )
