"""How strong the bots are: the share of standard chapters that they win, no achievement to play for, compiled."""

import json
import tempfile
from pathlib import Path

from tests import building
from tests.bench.figures import Figure, figure

GAMES = 2000
CASES = {
    "success-careful": ("careful", 3, 0.50),
    "success-thinker": ("thinker", 3, 0.90),
    "success-thinker-from-2": ("thinker", 2, 0.76),
    "success-thinker-careful": ("thinker,careful", 3, 0.80),
    "success-thinker-20": ("thinker:20", 3, 0.75),
}
"""Each figure's bots, the space that Jekyll & Hyde start from, and the goal."""
CHAPTER = """format = 1
title = "The standard game"
story = "Two rounds, both pawns, and nothing else."
extends = "iv"
without = ["achievement"]

[setup]
jekyll-hyde = {start}

[score]
by-attempt = [6, 5, 4, 3, 2, 1]
"""


def success(name: str) -> Figure:
    """Return the share of games won, with the games and its standard error, beside the goal."""
    bots, start, goal = CASES[name]
    with tempfile.TemporaryDirectory() as folder:
        chapter = Path(folder, "standard.toml")
        chapter.write_text(CHAPTER.format(start=start), encoding="utf-8")
        command = ["-P", "-m", "campaign", "chapter", "simulate", str(chapter), "--bot", bots, "--json"]
        try:
            installed = building.compiled_install(Path(folder))
            told = building.ran([*command, "--games", str(GAMES)], Path(folder), PYTHONPATH=str(installed))
        except AssertionError as error:
            return figure("of games", None, "the goal", goal, str(error))
    found = json.loads(told)
    return figure("of games", found["success"], "the goal", goal) | {"games": GAMES, "error": found["error"]}
