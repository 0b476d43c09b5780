"""The benchmark: ``python -m tests.bench [--json]``, each figure beside its peer in the same run.

Figures are medians of several rounds in which ours and the peer take turns, so that a drifting machine cancels out of
the ratio. It imports the package and the extra ``bench`` alone; a peer that is not installed is null, with the reason.
"""

import argparse
import contextlib
import importlib
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from campaign.cards import DECK
from campaign.files.chapters import ChapterFile, load_folder, shipped_folder
from campaign.files.saves import SaveFolder
from campaign.play import tracker
from campaign.play.bots import bot_decision, parse_bot
from campaign.play.campaign import Campaign, Game, StoredChapter
from campaign.play.session import Session
from campaign.rules.compile import compile_chapter
from campaign.rules.state import CARD, DEAL, GIVE, OVER, SHUFFLE, State
from campaign.rules.step import advance, apply, city_cards, deal, legal, must_give, stack_city, turn_token
from campaign.rules.table import Plan

Figure = dict[str, object]
ROUNDS = 7
SECONDS = 1.0
PROCESSES = 11
EMPTY_APP = """
import typer
app = typer.Typer()
@app.command()
def nothing() -> None:
    pass
app()
"""


def figure(unit: str, value: float, peer: str, peer_value: float | None, reason: str | None = None) -> Figure:
    """Return one figure in the benchmark's shape."""
    ratio = None if peer_value is None else round(value / peer_value, 3)
    made: Figure = {"unit": unit, "value": value, "peer": peer, "peer_value": peer_value, "ratio": ratio}
    if reason is not None:
        made["reason"] = reason
    return made


def chapter_player(plan: Plan, seed: int) -> Callable[[], int]:
    """Return what plays one chapter with random decisions through the core's own functions, its deals included."""
    rng = random.Random(seed)
    chance, bits = rng.random, rng.getrandbits

    def one_of(mask: int) -> int:
        skip = int(chance() * mask.bit_count())
        while skip:
            mask &= mask - 1
            skip -= 1
        return mask & -mask

    def some_of(mask: int, count: int) -> int:
        """Return ``count`` cards, every choice equally likely: a random mask of about that size, mended."""
        chosen = mask & bits(28)
        if 8 * count < 3 * mask.bit_count():
            chosen &= bits(28)
        missing = count - chosen.bit_count()
        while missing > 0:
            chosen |= one_of(mask & ~chosen)
            missing -= 1
        while missing < 0:
            chosen ^= one_of(chosen)
            missing += 1
        return chosen

    def shuffled(mask: int) -> list[int]:
        order: list[int] = []
        places = 1
        while mask:
            bit = mask & -mask
            mask ^= bit
            order.insert(int(chance() * places), bit.bit_length() - 1)
            places += 1
        return order

    def play() -> int:
        state = State(plan)
        decisions = 0
        advance(state)
        while True:
            phase = state.phase
            if phase >= CARD:
                if phase == OVER:
                    return decisions
                mask: int = legal(state)
                skip = int(chance() * mask.bit_count())
                while skip:
                    mask &= mask - 1
                    skip -= 1
                apply(state, (mask & -mask).bit_length() - 1)
                decisions += 1
            elif phase == GIVE:
                must: int = must_give(state)
                free: int = legal(state) & ~must
                apply(state, must | some_of(free, 4 - must.bit_count()))
                decisions += 1
            elif phase == DEAL:
                jekyll = some_of(DECK, 12)
                reserve = some_of(DECK ^ jekyll, 4)
                deal(state, jekyll, DECK ^ jekyll ^ reserve, 0)
            elif phase == SHUFFLE:
                stack_city(state, shuffled(city_cards(state)))
                advance(state)
            else:
                turn_token(state, bits(1))
                advance(state)

    return play


def hearts_player(seed: int) -> Callable[[], int]:
    """Return what plays one game of OpenSpiel's hearts with random decisions, its deal included."""
    game = importlib.import_module("pyspiel").load_game("hearts")
    chance = random.Random(seed).random

    def play() -> int:
        state: Any = game.new_initial_state()
        decisions = 0
        while not state.is_terminal():
            actions = state.legal_actions()
            if not state.is_chance_node():
                decisions += 1
            state.apply_action(actions[int(chance() * len(actions))])
        return decisions

    return play


def standard_chapter() -> ChapterFile:
    """Return the chapter that has the standard game whole: the fourth."""
    return load_folder().chapters[3]


def rate(play: Callable[[], int]) -> float:
    """Return decisions a second over some time."""
    decisions = 0
    start = time.perf_counter()
    while (spent := time.perf_counter() - start) < SECONDS:
        for _ in range(50):
            decisions += play()
    return decisions / spent


def core_interpreted() -> Figure:
    """Random play of the standard chapter, with its deals, against OpenSpiel's hearts with its."""
    chapter = standard_chapter().chapter
    ours = chapter_player(compile_chapter(chapter), 1)
    name = "OpenSpiel hearts, Python API"
    try:
        peer = hearts_player(1)
    except ImportError as error:
        return figure("decisions/s", round(rate(ours)), name, None, str(error))
    rate(ours)
    pairs = [(rate(ours), rate(peer)) for _ in range(ROUNDS)]
    value, peer_value = (round(statistics.median(column)) for column in zip(*pairs, strict=True))
    return figure("decisions/s", value, name, peer_value)


def seconds(command: list[str], environment: dict[str, str]) -> float:
    """Return how long a whole process takes."""
    start = time.perf_counter()
    subprocess.run(command, check=True, env=environment, stdout=subprocess.DEVNULL)
    return time.perf_counter() - start


def process(
    arguments: list[str],
    saves: Path,
    *,
    code: str = EMPTY_APP,
    name: str = "typer app of one command that does nothing",
) -> Figure:
    """Time a command of ours as a whole process against another program, a typer app that does nothing."""
    environment = {**os.environ, "CAMPAIGN_SAVES": str(saves)}
    with tempfile.TemporaryDirectory() as folder:
        other = Path(folder, "peer.py")
        other.write_text(code, encoding="utf-8")
        ours = [sys.executable, "-m", "campaign", *arguments]
        peer = [sys.executable, str(other)]
        pairs = [(seconds(ours, environment), seconds(peer, environment)) for _ in range(PROCESSES + 1)][1:]
    value, peer_value = (round(statistics.median(column), 4) for column in zip(*pairs, strict=True))
    return figure("s", value, name, peer_value)


def played_campaign(games: int) -> Campaign:
    """Return a campaign with so many finished games of the standard chapter, played by bots."""
    file = standard_chapter()
    who = parse_bot("bot:random")
    if who is None:
        raise ValueError("bot:random is no bot")
    stored = StoredChapter(id=file.chapter.id, title=file.chapter.title, story=file.chapter.story, lines=file.toml)
    now = datetime.now(UTC).replace(microsecond=0)
    campaign = Campaign(
        title="bench", folder="", players=("Ada", "Bert"), created=now, played=now, chapters={file.digest: stored}
    )
    for seed in range(games):
        session = Session(file.chapter, seed)
        while (asked := session.due) is not None:
            view = session.view(session.table().leading if asked.seat is None else asked.seat)
            session.submit(bot_decision(who, view, seed=seed, number=len(session.decisions)))
        ending = session.ending()
        if ending is None:
            raise ValueError("a game has not ended")
        game = Game(chapter=file.digest, seed=seed, seats=("Ada", "Bert"), attempt=seed + 1)
        campaign = tracker.begin(campaign, file.chapter, game)
        campaign = tracker.with_progress(
            campaign,
            replace(game, decisions=tuple(map(str, session.decisions)), fingerprints=tuple(session.fingerprints)),
        )
        campaign = tracker.finish(campaign, file.chapter, ending, chapters=None, now=now)
    return campaign


def list_100() -> Figure:
    """``campaign list`` over 100 saves of 8 games each."""
    campaign = played_campaign(8)
    with tempfile.TemporaryDirectory() as folder:
        for number in range(100):
            SaveFolder(Path(folder)).create(f"campaign {number}", campaign)
        return process(["list"], Path(folder))


def check_10() -> Figure:
    """``campaign chapter check`` of the shipped chapters, against an import of pydantic alone."""
    code = "from pydantic import BaseModel"
    with tempfile.TemporaryDirectory() as folder:
        return process(["chapter", "check", str(shipped_folder())], Path(folder), code=code, name="import of pydantic")


def help_screen() -> Figure:
    """``campaign --help``."""
    with tempfile.TemporaryDirectory() as folder:
        return process(["--help"], Path(folder))


def save() -> Figure:
    """Write a campaign of 8 games after one decision, against a plain write and sync of the same bytes."""
    campaign = played_campaign(8)
    with tempfile.TemporaryDirectory() as name:
        folder = SaveFolder(Path(name))
        folder.create("bench", campaign)
        data = Path(name, "bench.toml").read_bytes()
        pairs = [
            (_timed(lambda: folder.write("bench", campaign)), _timed(lambda: _plain_write(name, data)))
            for _ in range(200)
        ]
    value, peer_value = (round(1000 * statistics.median(column), 3) for column in zip(*pairs, strict=True))
    return figure("ms", value, "write and fsync of the same bytes", peer_value)


def _timed(work: Callable[[], None]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def _plain_write(folder: str, data: bytes) -> None:
    with Path(folder, "plain").open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


FIGURES: dict[str, Callable[[], Figure]] = {
    "core-interpreted": core_interpreted,
    "help": help_screen,
    "list-100": list_100,
    "check-10": check_10,
    "save": save,
}


def main() -> None:
    """Run the benchmark and print it."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--only", choices=FIGURES, action="append", help="run this figure alone; may be given again")
    options = parser.parse_args()
    found: dict[str, Figure] = {}
    for name in options.only or FIGURES:
        found[name] = FIGURES[name]()
        if not options.json:
            one = found[name]
            print(
                f"{name:18} {one['value']} {one['unit']}; {one['peer']}: {one['peer_value']}; ratio {one['ratio']}",
                flush=True,
            )
    if options.json:
        print(json.dumps(found, indent=2))


if __name__ == "__main__":
    with contextlib.suppress(KeyboardInterrupt):
        main()
