"""The benchmark: ``python -m tests.bench [--json] [--long]``, each figure beside its peer in the same run.

Figures are medians of several rounds in which ours and the peer take turns, so that a drifting machine cancels out of
the ratio. It imports the package and the extra ``bench`` alone; what cannot be measured, such as a peer that is not
installed, is null, with the reason.
"""

import argparse
import contextlib
import importlib
import json

from tests.bench.figures import Figure
from tests.bench.success import CASES, success

FIGURES = {
    "core-interpreted": "core.core_interpreted",
    "core-compiled": "core.core_compiled",
    "core-rollouts": "core.core_rollouts",
    "goal-median": "solver.goal_median",
    "goal-p99": "solver.goal_p99",
    "solver-dds": "solver.solver_dds",
    "thinker-mean": "thinker.thinker_mean",
    "thinker-p99": "thinker.thinker_p99",
    "simulate-workers": "simulate.simulate_workers",
    "help": "processes.help_screen",
    "list-100": "processes.list_100",
    "check-10": "processes.check_10",
    "save": "saves.save",
    "duel-interpreted": "duel.duel_interpreted",
    "duel-compiled": "duel.duel_compiled",
}
"""Each figure's function, as ``module.name`` in this package; a module is imported when its figure is measured."""


def measure(name: str) -> Figure:
    """Measure one figure."""
    if name in CASES:
        return success(name)
    module, function = FIGURES[name].split(".")
    made: Figure = getattr(importlib.import_module(f"tests.bench.{module}"), function)()
    return made


def main() -> None:
    """Run the benchmark and print it."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument(
        "--only", choices=[*FIGURES, *CASES], action="append", help="run this figure alone; may be given again"
    )
    parser.add_argument("--long", action="store_true", help="also how strong the bots are, 2000 games each")
    options = parser.parse_args()
    found: dict[str, Figure] = {}
    for name in options.only or [*FIGURES, *(CASES if options.long else ())]:
        one = found[name] = measure(name)
        if not options.json:
            reason = f" ({one['reason']})" if "reason" in one else ""
            print(
                f"{name:18} {one['value']} {one['unit']}; {one['peer']}: {one['peer_value']}; "
                f"ratio {one['ratio']}{reason}",
                flush=True,
            )
    if options.json:
        print(json.dumps(found, indent=2))


if __name__ == "__main__":
    with contextlib.suppress(KeyboardInterrupt):
        main()
