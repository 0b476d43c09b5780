"""Builds the compiled core where a wheel is made and a C compiler is there; all else stands in pyproject.toml.

An editable install stays interpreted: its compiled code would go on shadowing the source that is edited.
"""

import os
import re
import sys
from collections.abc import Iterable
from os import PathLike
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

COMPILED = (
    "campaign.cards",
    "campaign.duel.counts",
    "campaign.duel.effects",
    "campaign.duel.rollouts",
    "campaign.duel.rounds",
    "campaign.duel.sight",
    "campaign.duel.state",
    "campaign.duel.step",
    "campaign.duel.tricks",
    "campaign.play.careful",
    "campaign.play.duel_careful",
    "campaign.play.duel_odds",
    "campaign.play.duel_playouts",
    "campaign.play.duel_solver",
    "campaign.play.duel_solver_keys",
    "campaign.play.duel_thinking",
    "campaign.play.duel_weights",
    "campaign.play.duel_worlds",
    "campaign.play.outlook",
    "campaign.play.playouts",
    "campaign.play.rollouts",
    "campaign.play.solver",
    "campaign.play.solver_bounds",
    "campaign.play.solver_keys",
    "campaign.play.solver_order",
    "campaign.play.solver_reads",
    "campaign.play.solver_targets",
    "campaign.play.thinking",
    "campaign.play.weights",
    "campaign.play.worlds",
    "campaign.play.worth",
    "campaign.rules.bounds",
    "campaign.rules.counts",
    "campaign.rules.effects",
    "campaign.rules.goals",
    "campaign.rules.limits",
    "campaign.rules.moves",
    "campaign.rules.rounds",
    "campaign.rules.sight",
    "campaign.rules.state",
    "campaign.rules.step",
    "campaign.rules.table",
    "campaign.rules.tricks",
)
"""The compiled modules, the same as in pyproject.toml's contract; they import no other module of ours."""

COMPILED_FILES = ("*.so", "*.pyd")


def extensions() -> list[Extension]:
    """Return what is to be compiled, once mypyc has written its C; nothing where it cannot or need not be."""
    if "bdist_wheel" not in sys.argv:
        return []
    try:
        from mypyc.build import mypycify  # noqa: PLC0415 (needed for a wheel alone, and may be missing)

        files = [f"{module.replace('.', '/')}.py" for module in COMPILED]
        made = mypycify(files, group_name="campaign", debug_level="0")
        for extension in made:
            widen_shifts(extension.sources)
            if os.name == "posix":
                extension.extra_compile_args.append("-fvisibility=hidden")  # so that small functions are inlined
    except (Exception, SystemExit) as error:  # noqa: BLE001 (whatever it is, the interpreted program works)
        not_compiled(error)
        return []
    return [extension for extension in made if isinstance(extension, Extension)]


def widen_shifts(sources: Iterable[str | PathLike[str]]) -> None:
    """Make 64 bits of each number that mypyc's C shifts: its ``1 << n`` is C's int, and loses what passes bit 30."""
    for source in map(Path, sources):
        text = source.read_text("utf-8")
        if (wide := re.sub(r"= (\d+) << ", r"= (int64_t)\1 << ", text)) != text:
            source.write_text(wide, "utf-8")


def not_compiled(error: BaseException) -> None:
    """Say why the installed program will be interpreted."""
    print(f"not compiled: {type(error).__name__}: {error}", file=sys.stderr)  # noqa: T201 (the builder reads it)


class BuildAllOrNothing(build_ext):
    """Compile every extension, or leave none behind: each is a part of one shared library."""

    def run(self) -> None:
        """Build in place of whatever an earlier build has left."""
        self.clear()
        try:
            super().run()
        except (Exception, SystemExit) as error:  # noqa: BLE001 (as above)
            not_compiled(error)
            self.clear()
            self.extensions: list[Extension] = []

    def clear(self) -> None:
        """Unlink all compiled files of the build folder, those of modules too that are compiled no longer."""
        for pattern in COMPILED_FILES:
            for path in Path(self.build_lib).rglob(pattern):
                path.unlink()


setup(ext_modules=extensions(), cmdclass={"build_ext": BuildAllOrNothing})
