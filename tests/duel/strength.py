"""How strong the duel's bots are: return matches (DU18) of thinker against careful, and of careful against random.

Run as ``python -m tests.duel.strength [--matches N] [--json]``. Each match is two duels with the roles swapped, each
duel dealt from a seed of its own; a draw counts half. It plays compiled where a C compiler is there.
"""

import argparse
import json
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import starmap
from pathlib import Path

from campaign.duel import state as phases
from campaign.duel.match import GAMES, MatchWinner, Outcome, outcome, return_match
from campaign.duel.record import DECK_ORDER, deal_of
from campaign.duel.state import State
from campaign.duel.step import advance, apply, deal
from campaign.notation import Seat
from campaign.play.bots import parse_bot
from campaign.play.duel_bots import DuelBot, duel_bot_choice, make_duel_bot
from campaign.play.record import shuffled, stream
from campaign.play.simulate import game_seed
from tests import building

SEED = 1
PAIRS = (("careful", "random", 0.75), ("thinker", "careful", 0.65))
"""Who plays whom, and the share of points aimed at."""
PROCESSES = 2
BATCH = 10


def bot(name: str) -> DuelBot:
    """Return a bot by the name that follows bot:."""
    who = parse_bot(f"bot:{name}")
    if who is None:
        raise ValueError(f"no bot: {name}")
    return make_duel_bot(who)


def play_duel(jekyll: DuelBot, hyde: DuelBot, seed: int) -> Outcome:
    """Return how the duel that a seed deals ends between two bots."""
    state, number = State(), 0
    while state.phase != phases.OVER:
        if state.phase < phases.FIRST_CHANCE:
            advance(state)
        elif state.phase == phases.DEAL:
            deal(state, *deal_of(shuffled(DECK_ORDER, stream(seed, int(state.round), "deal"))))
        else:
            seat = int(state.seat)
            apply(state, duel_bot_choice((jekyll, hyde)[seat], state, seed=seed, seat=seat, number=number))
            number += 1
    return outcome(state)


def play_match(one: DuelBot, other: DuelBot, number: int) -> tuple[Outcome, Outcome]:
    """Return how the two duels of a match ended: ``one`` is Hyde in the first, ``other`` in the second (DU18)."""
    seeds = [game_seed(SEED, number * GAMES + game) for game in range(GAMES)]
    return play_duel(other, one, seeds[0]), play_duel(one, other, seeds[1])


def play_batch(one: str, other: str, first: int, count: int) -> list[tuple[Outcome, Outcome]]:
    """Play some matches, from number ``first`` on; this is what a worker does."""
    bots = bot(one), bot(other)
    return [play_match(*bots, number) for number in range(first, first + count)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Strength:
    """How many matches one bot won against another, and as whom each won its duels."""

    one: str
    other: str
    won: int
    drawn: int
    lost: int
    as_hyde: int
    """Duels that ``one`` won as Hyde; as many were played as matches."""
    as_jekyll: int
    seconds: float

    @property
    def matches(self) -> int:
        """How many were played."""
        return self.won + self.drawn + self.lost

    @property
    def share(self) -> float:
        """The share of points, a draw counted half."""
        return (self.won + self.drawn / 2) / self.matches

    @property
    def error(self) -> float:
        """The standard error of that share."""
        squares = (self.won + self.drawn / 4) / self.matches
        return float(((squares - self.share**2) / self.matches) ** 0.5)

    def __str__(self) -> str:
        """Return one line for people."""
        return (
            f"{self.one} v {self.other}: {100 * self.share:.1f} % ± {100 * self.error:.1f} "
            f"({self.won} won, {self.drawn} drawn, {self.lost} lost of {self.matches} matches; duels won as Hyde "
            f"{self.as_hyde}, as Jekyll {self.as_jekyll}; {self.seconds:.0f} s)"
        )

    def data(self) -> dict[str, object]:
        """Return it for JSON."""
        fields = {name: getattr(self, name) for name in self.__slots__}
        return fields | {"matches": self.matches, "share": round(self.share, 4), "error": round(self.error, 4)}


def tally(one: str, other: str, ended: list[tuple[Outcome, Outcome]], seconds: float) -> Strength:
    """Return what some matches come to."""
    winners = Counter(starmap(return_match, ended))
    return Strength(
        one=one,
        other=other,
        won=winners[MatchWinner.FIRST],
        drawn=winners[MatchWinner.DRAW],
        lost=winners[MatchWinner.SECOND],
        as_hyde=sum(first.winner is Seat.HYDE for first, _ in ended),
        as_jekyll=sum(second.winner is Seat.JEKYLL for _, second in ended),
        seconds=round(seconds, 1),
    )


def measure(matches: int) -> Iterator[Strength]:
    """Play so many matches of each pair, in a few processes."""
    with ProcessPoolExecutor(PROCESSES) as pool:
        for one, other, _ in PAIRS:
            started = time.perf_counter()
            begun = [
                pool.submit(play_batch, one, other, first, min(BATCH, matches - first))
                for first in range(0, matches, BATCH)
            ]
            yield tally(
                one, other, [ended for future in begun for ended in future.result()], time.perf_counter() - started
            )


def measure_here(matches: int, *, as_json: bool) -> None:
    """Measure with what is imported, and print."""
    for found in measure(matches):
        print(json.dumps(found.data()) if as_json else found, flush=True)


def main() -> int:
    """Measure with a compiled build where one can be made, else as it stands."""
    parser = argparse.ArgumentParser(prog="python -m tests.duel.strength", description=__doc__)
    parser.add_argument("--matches", type=int, default=1000, metavar="N", help="matches of each pair")
    parser.add_argument("--json", action="store_true", help="one line of JSON for each pair")
    parser.add_argument("--here", action="store_true", help="with the modules that are imported, uncompiled or not")
    options = parser.parse_args()
    if options.here or building.compiler() is None:
        measure_here(options.matches, as_json=options.json)
        return 0
    with tempfile.TemporaryDirectory() as folder:
        installed = building.compiled_install(Path(folder))
        code = f"from tests.duel.strength import measure_here as m; m({options.matches}, as_json={options.json})"
        print(building.ran(["-P", "-c", code], Path(folder), PYTHONPATH=f"{installed}:{building.ROOT}"), end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
