"""Saving a campaign."""

import os
import tempfile
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from campaign.files.chapters import load_folder
from campaign.files.saves import SaveFolder
from campaign.play import tracker
from campaign.play.bots import bot_decision, parse_bot
from campaign.play.campaign import Campaign, Game, StoredChapter
from campaign.play.session import Session
from tests.bench.figures import Figure, figure, medians, timed


def played_campaign(games: int) -> Campaign:
    """Return a campaign with so many finished games of the standard chapter, played by bots."""
    file = load_folder().chapters[3]
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
            seen = session.sight(session.table().leading if asked.seat is None else asked.seat)
            session.submit(bot_decision(who, seen, seed=seed, number=len(session.decisions)))
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


def save() -> Figure:
    """Write a campaign of 8 games after one decision, against a plain write and sync of the same bytes."""
    campaign = played_campaign(8)
    with tempfile.TemporaryDirectory() as name:
        folder = SaveFolder(Path(name))
        folder.create("bench", campaign)
        data = Path(name, "bench.toml").read_bytes()
        pairs = [
            (timed(lambda: folder.write("bench", campaign)), timed(lambda: _plain_write(name, data)))
            for _ in range(200)
        ]
    value, peer_value = medians([(1000 * ours, 1000 * peer) for ours, peer in pairs], 3)
    return figure("ms", value, "write and fsync of the same bytes", peer_value)


def _plain_write(folder: str, data: bytes) -> None:
    with Path(folder, "plain").open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
