"""How it is installed: a wheel compiled where that can be, an editable install, an sdist, and a bare checkout."""

import subprocess
import sys
import sysconfig
import tarfile
import zipfile
from pathlib import Path

import pytest

from campaign.files.chapters import shipped_folder
from tests.building import ROOT, SUFFIXES, build_wheel, compiler, copy_checkout, install, ran

SHIPPED = {path.name for path in (ROOT / "chapters").glob("*.toml")}
WHERE = "import campaign, campaign.files.chapters as c; print(campaign.__file__); print(c.shipped_folder())"
HOOK = "import sys; from setuptools import build_meta; getattr(build_meta, sys.argv[1])(sys.argv[2])"
HALF_WAY = """#!/bin/sh
# Makes empty files where a compiler would make its own, and fails at the sixth call.
echo >> "$CALLS"
[ "$(wc -l < "$CALLS")" -ge 6 ] && exit 1
while [ $# -gt 0 ]; do [ "$1" = -o ] && : > "$2"; shift; done
"""


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """Return a copy of what a clone would hold, with nothing built in it."""
    folder = tmp_path / "checkout"
    folder.mkdir()
    return copy_checkout(folder)


def names_in(wheel: Path) -> list[str]:
    """Return the files of a wheel."""
    with zipfile.ZipFile(wheel) as archive:
        return archive.namelist()


def built(folder: Path) -> list[str]:
    """Return what is compiled under a folder."""
    return [path.name for path in folder.rglob("*") if path.suffix in SUFFIXES]


def check_interpreted(wheel: Path, target: Path) -> None:
    """Check that a wheel holds nothing compiled and that its program finds the chapters."""
    assert not [name for name in names_in(wheel) if name.endswith(SUFFIXES)]
    install(wheel, target)
    campaign = ["-P", "-m", "campaign"]
    assert ran([*campaign, "--version"], target.parent, PYTHONPATH=str(target)).rstrip().endswith(", interpreted")
    listed = ran([*campaign, "chapter", "list", "--json"], target.parent, PYTHONPATH=str(target))
    assert '"id": "iv", "number": 4' in listed


def test_with_a_compiler_a_wheel_is_compiled_and_carries_the_chapters(compiled: Path, tmp_path: Path) -> None:
    campaign = ["-P", "-m", "campaign"]
    assert ran([*campaign, "--version"], tmp_path, PYTHONPATH=str(compiled)).rstrip().endswith(", compiled")
    code, chapters = ran(["-P", "-c", WHERE], tmp_path, PYTHONPATH=str(compiled)).splitlines()
    assert Path(code) == compiled / "campaign" / "__init__.py"
    assert Path(chapters) == compiled / "campaign" / "chapters"
    assert {"campaign.toml", "i.toml"} < SHIPPED
    assert {path.name for path in Path(chapters).glob("*.toml")} == SHIPPED
    listed = ran([*campaign, "chapter", "list", "--json"], tmp_path, PYTHONPATH=str(compiled))
    assert '"id": "iv", "number": 4' in listed
    assert not [name for name in ("tests", "saves") if (compiled / name).exists()]


def test_without_a_compiler_it_is_interpreted_and_says_so(checkout: Path, tmp_path: Path) -> None:
    wheel, printed = build_wheel(checkout, tmp_path / "dist", CC=str(tmp_path / "no-compiler"))
    assert "not compiled: " in printed
    assert not built(checkout / "build")
    check_interpreted(wheel, tmp_path / "installed")


def test_a_compiler_that_fails_half_way_leaves_nothing_behind(checkout: Path, tmp_path: Path) -> None:
    script, calls = tmp_path / "compiler", tmp_path / "calls"
    script.write_text(HALF_WAY, encoding="utf-8")
    script.chmod(0o755)
    # An earlier build has left a module that is compiled no longer.
    stale = checkout / "build" / f"lib.{sysconfig.get_platform()}-{sys.implementation.cache_tag}" / "campaign"
    stale.mkdir(parents=True)
    (stale / f"notation{sysconfig.get_config_var('EXT_SUFFIX')}").touch()
    wheel, printed = build_wheel(checkout, tmp_path / "dist", CC=str(script), CALLS=str(calls))
    assert len(calls.read_text("utf-8").splitlines()) == 6
    assert "not compiled: " in printed
    assert not built(checkout / "build")
    check_interpreted(wheel, tmp_path / "installed")


def test_without_mypyc_it_is_interpreted_and_says_so(checkout: Path, tmp_path: Path) -> None:
    missing = tmp_path / "without" / "mypyc"
    missing.mkdir(parents=True)
    (missing / "__init__.py").write_text('raise ImportError("no mypyc here")\n', encoding="utf-8")
    wheel, printed = build_wheel(checkout, tmp_path / "dist", PYTHONPATH=str(missing.parent))
    assert "not compiled: ImportError: no mypyc here" in printed
    assert wheel.name.endswith("-py3-none-any.whl")
    check_interpreted(wheel, tmp_path / "installed")


@pytest.mark.skipif(compiler() is None, reason="no C compiler")
def test_an_editable_install_is_never_compiled(checkout: Path, tmp_path: Path) -> None:
    ran(["-c", HOOK, "build_editable", str(tmp_path)], checkout)
    (wheel,) = tmp_path.glob("*.whl")
    assert not [name for name in names_in(wheel) if name.endswith(SUFFIXES)]
    assert not built(checkout)


def test_an_editable_install_finds_the_chapters_beside_the_package() -> None:
    assert shipped_folder() == ROOT / "chapters"
    script = Path(sys.executable).with_name("campaign")
    done = subprocess.run([str(script), "--version"], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("campaign ")
    assert done.stdout.rstrip().endswith("interpreted")


def test_an_sdist_carries_what_a_wheel_is_built_from(checkout: Path, tmp_path: Path) -> None:
    ran(["-c", HOOK, "build_sdist", str(tmp_path)], checkout)
    (sdist,) = tmp_path.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        names = {name.split("/", 1)[1] for name in archive.getnames() if "/" in name}
    assert {"setup.py", "pyproject.toml", "campaign/rules/step.py"} < names
    assert {name.removeprefix("chapters/") for name in names if name.startswith("chapters/")} >= SHIPPED


def test_a_bare_checkout_runs_as_a_module(checkout: Path) -> None:
    code, chapters = ran(["-c", WHERE], checkout).splitlines()
    assert Path(code) == checkout / "campaign" / "__init__.py"
    assert Path(chapters) == checkout / "chapters"
    assert ran(["-m", "campaign", "demo", "--seed", "3", "--fast"], checkout).splitlines()[-1].startswith("Next: ")
