"""Simulation: what a second process adds, its start included."""

from campaign.files.chapters import load_folder
from campaign.play.bots import Who
from campaign.play.simulate import Job, Simulation
from campaign.play.workers import InProcess, process_pool
from tests.bench.figures import Figure, figure, medians, timed

SPAN = 10.0
"""About how many seconds one process plays, so that starting the others weighs little."""
ROUNDS = 3
SPARE = 8


def simulate_workers() -> Figure:
    """Games of the standard chapter by the careful bot, on two processes against this one alone."""
    who = Who("careful", bot=True)
    job = Job(chapter=load_folder().chapters[3].chapter, who=(who, who), seed=1)

    def alone(games: int) -> None:
        for _ in Simulation(job=job, first=0, games=games).run(InProcess()):
            pass

    def together(games: int) -> None:
        with process_pool(2) as pool:
            for _ in Simulation(job=job, first=0, games=games).run(pool, ahead=2 + SPARE):
                pass

    games = 200
    alone(games)
    games = int(games * SPAN / timed(lambda: alone(games)))
    pairs = [(games / timed(lambda: together(games)), games / timed(lambda: alone(games))) for _ in range(ROUNDS)]
    value, peer_value = medians(pairs)
    return figure("games/s", value, "the same on one process", peer_value)
