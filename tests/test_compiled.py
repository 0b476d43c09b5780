"""The compiled core plays as the interpreted one, in a child that starts elsewhere and imports what was installed."""

import ast
import json
import tomllib
from pathlib import Path

import pytest

from campaign.rules import state as phases
from tests.building import ROOT, SUFFIXES, ran, run
from tests.checksum import bot_sums, chapter_sum, sums
from tests.duel.checksum import duel_sum

# The tests come after what is installed, so that campaign is the installed one.
ALSO_TESTS = f"import sys; sys.path.append({str(ROOT)!r}); "
SUMS = (
    f"{ALSO_TESTS}import json; from tests.checksum import bot_sums, sums; from tests.duel.checksum import duel_sum; "
    "print(json.dumps([sums(), bot_sums(), duel_sum(set())]))"
)
WHERE = "import importlib, sys; print(*(importlib.import_module(name).__file__ for name in sys.argv[1:]), sep='\\n')"
CONTRACT = "The compiled modules import no uncompiled one"


def compiled_modules() -> list[str]:
    """Return setup.py's tuple."""
    for statement in ast.parse((ROOT / "setup.py").read_text("utf-8")).body:
        match statement:
            case ast.Assign(targets=[ast.Name(id="COMPILED")], value=value):
                return list(ast.literal_eval(value))
            case _:
                pass
    raise AssertionError("setup.py names no compiled modules")


def contract() -> dict[str, list[str]]:
    """Return the contract that holds the compiled modules together."""
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]["contracts"]
    (found,) = [one for one in contracts if one["name"] == CONTRACT]
    return dict(found)


def test_the_import_contract_is_about_the_modules_that_are_compiled() -> None:
    assert contract()["source_modules"] == compiled_modules()
    assert "campaign.rules.step" in compiled_modules()


def test_the_import_contract_forbids_every_other_module_of_the_core_s_layers() -> None:
    files = [path for layer in ("rules", "duel", "play") for path in (ROOT / "campaign" / layer).glob("*.py")]
    modules = {f"campaign.{path.parent.name}.{path.stem}" for path in files if path.stem != "__init__"}
    below = {"campaign.notation", "campaign.recording", "campaign.telling"}
    assert {*contract()["forbidden_modules"]} == (modules | below) - {*compiled_modules()}


def test_every_such_module_is_compiled(compiled: Path, tmp_path: Path) -> None:
    names = compiled_modules()
    files = ran(["-P", "-c", WHERE, *names], tmp_path, PYTHONPATH=str(compiled)).splitlines()
    assert len(files) == len(names)
    assert [file for file in files if not (file.startswith(str(compiled)) and file.endswith(SUFFIXES))] == []


@pytest.mark.parametrize(
    "where", ["rules", "duel", "cards", "test_conformance.py", "test_solver.py", "test_solver_random.py"]
)
def test_the_core_passes_its_tests_compiled_too(compiled: Path, tmp_path: Path, where: str) -> None:
    (file,) = ran(["-P", "-c", WHERE, "campaign.rules.step"], tmp_path, PYTHONPATH=str(compiled)).splitlines()
    assert not file.endswith(".py")
    done = run(
        [
            *("-P", "-m", "pytest", "--import-mode=importlib", "-p", "no:cacheprovider", "-m", "not interpreted"),
            *("--rootdir", str(ROOT), "-c", str(ROOT / "pyproject.toml"), str(ROOT / "tests" / where)),
        ],
        tmp_path,
        PYTHONPATH=str(compiled),
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_same_seeds_play_the_same_games_compiled_and_interpreted(compiled: Path, tmp_path: Path) -> None:
    assert json.loads(ran(["-P", "-c", SUMS], tmp_path, PYTHONPATH=str(compiled))) == [
        sums(),
        bot_sums(),
        duel_sum(set()),
    ]


def test_the_games_summed_hold_every_decision_of_the_standard_game() -> None:
    kinds: set[int] = set()
    chapter_sum(3, kinds)
    assert kinds == {phases.GIVE, phases.CARD, phases.TAKE, phases.RANKS, phases.DRAW, phases.RETURN}
