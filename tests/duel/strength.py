"""How strong the duel's bots are: return matches (DU18) of thinker against careful, and of careful against random.

Run as ``python -m tests.duel.strength [--matches N]``. It lets ``campaign duel --simulate`` of a compiled build play; a
drawn match counts half.
"""

import argparse
import json
import sys
import tempfile
from pathlib import Path
from typing import Any

from tests import building

PAIRS = (("careful", "random", 75), ("thinker", "careful", 65))
"""Who plays whom, and the percentage of points aimed at."""


def told(one: str, other: str, matches: int, found: dict[str, Any]) -> str:
    """Return one line of a simulation in which ``one`` was Hyde first."""
    points = found["first"] + found["draws"] / 2
    error = ((found["first"] + found["draws"] / 4 - points**2) / matches) ** 0.5
    duels = found["duels"]
    return (
        f"{one} v {other}: {100 * points:.1f} % of points, ± {100 * error:.1f}; of {matches} matches "
        f"{100 * found['first']:.1f} % won, {100 * found['draws']:.1f} % drawn; "
        f"duels won as Hyde {100 * duels[0]['hyde']:.1f} %, as Jekyll {100 * duels[1]['jekyll']:.1f} %"
    )


def main() -> int:
    """Play, and print a line for each pair."""
    parser = argparse.ArgumentParser(prog="python -m tests.duel.strength", description=__doc__)
    parser.add_argument("--matches", type=int, default=1000, metavar="N", help="matches of each pair")
    matches = parser.parse_args().matches
    with tempfile.TemporaryDirectory() as folder:
        installed = building.compiled_install(Path(folder))
        for one, other, goal in PAIRS:
            command = ["-P", "-m", "campaign", "duel", "--simulate", str(matches), "--return-match", "--json"]
            command += ["--hyde", f"bot:{one}", "--jekyll", f"bot:{other}"]
            found = json.loads(building.ran(command, Path(folder), PYTHONPATH=str(installed)))
            print(f"{told(one, other, matches, found)}; goal {goal} %", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
