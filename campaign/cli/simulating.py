"""``campaign chapter simulate``: how hard a chapter is, from many games of bots; and how any games are simulated."""

import contextlib
import json as json_text
import os
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeVar

from campaign.cli.chapters import find_chapter
from campaign.cli.context import INTERRUPTED, SYSTEM, USAGE, Context, Stop, parse_number
from campaign.cli.simulation_progress import progress
from campaign.cli.simulation_screen import Outcome, outcome_json, show_outcome
from campaign.files.chapters import ChapterFile
from campaign.files.names import parse_seed
from campaign.notation import quoted
from campaign.play.bots import BOTS, UnknownBotError, Who, parse_bot
from campaign.play.simulate import Counted, Job, Simulation, Tally, impossible
from campaign.play.winnable import LookedAt, look
from campaign.play.workers import InProcess, NoClusterError, WorkersError, cluster, process_pool

MOST_WORKERS = 256
LEAD = 0.25
"""How many seconds this process plays before it begins others."""
WORTH_WHILE = 1.0
"""How many seconds of games make it worth while to begin other processes."""
SPARE = 8
"""How many batches wait for a process that is done with its own: few enough that a pipe holds them."""
_SLOW = "thinker"
_TallyT = TypeVar("_TallyT", bound=Counted)


@dataclass(frozen=True, slots=True)
class SimulateOptions:
    """What was typed after ``campaign chapter simulate``."""

    chapter: str
    games: str
    skip: str
    bot: str
    seed: str
    workers: str | None
    cluster: str | None
    json: bool


@dataclass(frozen=True, slots=True)
class Played:
    """How long a simulation took, and whether Ctrl-C stopped it."""

    seconds: float
    interrupted: bool


def simulate_chapter(context: Context, options: SimulateOptions) -> int:
    """Play a chapter many times and tell how it ended; return the exit code."""
    games = parse_number(options.games, "--games")
    skip = _parse_skip(options.skip)
    who = parse_bots(options.bot)
    seed = parse_seed(options.seed)
    if options.cluster is not None and options.workers is not None:
        raise Stop(USAGE, "--workers is for this computer, --cluster for others; only one of them can be given")
    workers = parse_workers(options.workers)
    file = find_chapter(options.chapter)
    simulation = Simulation(job=Job(chapter=file.chapter, who=who, seed=seed), first=skip, games=games)
    played = play(context, simulation, workers=workers, cluster_address=options.cluster, shown=not options.json)
    outcome = _outcome(file, simulation, played)
    if options.json:
        context.output.raw(json_text.dumps(outcome_json(outcome)))
    else:
        show_outcome(context, outcome)
    return INTERRUPTED if outcome.interrupted else 0


def _outcome(file: ChapterFile, simulation: Simulation[Tally], played: Played) -> Outcome:
    """Return what was found, and where no game was won whether one could have been."""
    sure = impossible(file.chapter)
    looked: LookedAt | None = None
    started = time.perf_counter()
    interrupted = played.interrupted
    if not (interrupted or sure or simulation.tally.reached):
        try:
            looked = look(file.chapter, seed=simulation.job.seed, first=simulation.first, games=simulation.games)
        except KeyboardInterrupt:
            interrupted = True
    return Outcome(
        file=file,
        simulation=simulation,
        seconds=played.seconds + time.perf_counter() - started,
        interrupted=interrupted,
        impossible=sure,
        looked=looked,
    )


def parse_workers(text: str | None) -> int:
    """Return how many processes may play: as many as there are processors where none are typed."""
    if text is None:
        return os.cpu_count() or 1
    workers = parse_number(text, "--workers")
    if workers > MOST_WORKERS:
        raise Stop(USAGE, f"--workers is at most {MOST_WORKERS}; found {quoted(text)}")
    return workers


def play(
    context: Context,
    simulation: Simulation[_TallyT],
    *,
    workers: int,
    cluster_address: str | None = None,
    shown: bool,
) -> Played:
    """Play a simulation to its end or to Ctrl-C, progress ``shown`` or not; raises Stop where workers do not work."""
    started = time.perf_counter()
    interrupted = False
    try:
        with progress(context.output, simulation.games, shown=shown) as show:
            if cluster_address is None:
                for _ in _here(simulation, min(workers, simulation.games, MOST_WORKERS)):
                    show(simulation.tally.games)
            else:
                for _ in _there(simulation, cluster_address):
                    show(simulation.tally.games)
    except KeyboardInterrupt:
        interrupted = True
    except WorkersError as error:
        _stop(error, simulation)
    return Played(time.perf_counter() - started, interrupted)


def _stop(error: WorkersError, simulation: Simulation[_TallyT]) -> None:
    if isinstance(error, NoClusterError):
        raise Stop(USAGE, f"--cluster: {error}") from None
    played = simulation.tally.games
    messages = [str(error)]
    if played:
        messages.append(f"{played} of {simulation.games} games had been played; --workers 1 plays them in this process")
    raise Stop(SYSTEM, *messages) from None


def _parse_skip(text: str) -> int:
    if text.isascii() and text.isdigit() and len(text) < 19:  # noqa: PLR2004 (nobody plays so many games)
        return int(text)
    raise Stop(USAGE, f"--skip is a whole number from 0; found {quoted(text)}")


def parse_bots(text: str) -> tuple[Who, Who]:
    """Return the bots of ``NAME`` for both seats or ``NAME,NAME``, with or without ``bot:`` before a name."""
    words = [word.strip() for word in text.split(",")]
    try:
        found = [parse_bot(word if word.casefold().partition(":")[0] == "bot" else f"bot:{word}") for word in words]
    except UnknownBotError:
        found = []
    bots = [one for one in found if one is not None]
    if len(bots) not in (1, 2):
        names = f"{', '.join(sorted(BOTS))} or thinker:WORLDS"
        raise Stop(USAGE, f"--bot is {names}, or two of them, Jekyll's first: A,B; found {quoted(text)}")
    return bots[0], bots[-1]


@contextlib.contextmanager
def _gathered(simulation: Simulation[_TallyT]) -> Iterator[None]:
    """Keep, when Ctrl-C comes, the games that have been played."""
    try:
        yield
    except KeyboardInterrupt:
        simulation.gather()
        raise


def _here(simulation: Simulation[_TallyT], workers: int) -> Iterator[None]:
    """Play in this process, and in others where there is enough to do; give each progress."""
    slow = _SLOW in {who.name for who in simulation.job.who}
    if workers == 1 or not slow:
        started = time.perf_counter()
        with _gathered(simulation):
            for _ in simulation.run(InProcess(), seconds=None if workers == 1 else LEAD):
                yield
        spent = time.perf_counter() - started
        played, games = simulation.tally.games, simulation.games
        if 0 < played < games and spent * (games - played) / played < WORTH_WHILE:
            workers = 1
    if simulation.done:
        return
    executors = process_pool(workers) if workers > 1 else contextlib.nullcontext(InProcess())
    with executors as executor, _gathered(simulation):
        for _ in simulation.run(executor, ahead=workers + SPARE if workers > 1 else 1):
            yield


def _there(simulation: Simulation[_TallyT], address: str) -> Iterator[None]:
    """Play on a cluster; give each progress."""
    with cluster(address) as (executor, workers), _gathered(simulation):
        for _ in simulation.run(executor, ahead=2 * workers):
            yield
