"""The balance of the shipped chapters: ``python -m tests.balance --write [--games N]`` plays them, compiled.

``--check`` compares the digests in docs/balance.md with the chapters of today, and plays nothing.
"""

import argparse
import json
import re
import sys
import tempfile
from pathlib import Path

from campaign.files.chapters import ChapterFile, load_folder
from tests import building

TARGET = building.ROOT / "docs" / "balance.md"
GAMES = {"random": 10, "careful": 10, "thinker": 1}
"""How many times ``--games`` each bot plays a chapter: a thinker is slow, and the others are cheap."""
INTRODUCTION = """# How hard the shipped chapters are

Made by `python -m tests.balance --write --games {games}`, from the chapters whose digests stand in the last column.
Success in 100 games of two like bots, with its standard error. `stars` is what the thinkers earn: in one game with the
chapter's achievement, or by the attempt that wins. `with` is the share of their successes that meet the achievement.

| chapter | from | random | careful | thinker | with | stars | digest |
|---|---|---|---|---|---|---|---|
"""


def simulated(installed: Path, chapter: str, bot: str, games: int) -> dict[str, float]:
    """Return what ``chapter simulate`` of the compiled program says of a chapter."""
    command = ["-m", "campaign", "chapter", "simulate", chapter, "--bot", bot, "--games", str(games), "--json"]
    found: dict[str, float] = json.loads(building.ran(command, installed.parent, PYTHONPATH=str(installed)))
    return found


def row(installed: Path, file: ChapterFile, games: int) -> str:
    """Return one chapter's row of the table."""
    chapter = file.chapter
    cells = [f"{chapter.id.upper()} {chapter.title}", str(chapter.jekyll_hyde)]
    found: dict[str, float] = {}
    for bot, times in GAMES.items():
        found = simulated(installed, chapter.id, bot, times * games)
        cells.append(f"{100 * found['success']:.1f} ±{100 * found['error']:.1f}")
    share = found["achievement"] / found["success"] if chapter.achievement and found["success"] else None
    cells += ["" if share is None else f"{100 * share:.0f}", f"{found['stars']:.2f}", file.digest]
    return f"| {' | '.join(cells)} |\n"


def stale() -> list[str]:
    """Return the chapters whose digest of today does not stand in the page."""
    known = set(re.findall(r"\b[0-9a-f]{16}\b", TARGET.read_text("utf-8")))
    return [file.chapter.id for file in load_folder().chapters if file.digest not in known]


def main() -> int:
    """Write the page, or check that it is of today's chapters."""
    parser = argparse.ArgumentParser(prog="python -m tests.balance", description=__doc__)
    parser.add_argument("--write", action="store_true", help="play, and write docs/balance.md")
    parser.add_argument("--check", action="store_true", help="fail where the page is of other chapters")
    parser.add_argument("--games", type=int, default=400, metavar="N", help="games of thinkers a chapter")
    options = parser.parse_args()
    if options.write:
        with tempfile.TemporaryDirectory() as folder:
            installed = building.compiled_install(Path(folder))
            page = INTRODUCTION.format(games=options.games)
            for file in load_folder().chapters:
                page += row(installed, file, options.games)
                print(page.splitlines()[-1], flush=True)
        TARGET.write_text(page, encoding="utf-8")
        return 0
    changed = stale()
    if changed:
        print(f"docs/balance.md is of other chapters than {', '.join(changed)}: python -m tests.balance --write")
    return 1 if changed else 0


if __name__ == "__main__":
    sys.exit(main())
