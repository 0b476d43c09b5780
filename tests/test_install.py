"""Three ways to run it: from a wheel, from an editable install, and from a bare checkout."""

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from campaign.files.chapters import shipped_folder

ROOT = Path(__file__).parent.parent
SHIPPED = {path.name for path in (ROOT / "chapters").glob("*.toml")}
WHERE = "import campaign, campaign.files.chapters as c; print(campaign.__file__); print(c.shipped_folder())"


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of what a clone would hold, with nothing built in it."""
    copy = tmp_path_factory.mktemp("checkout")
    for name in ("campaign", "chapters"):
        shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, copy / name)
    return copy


def ran(arguments: list[str], folder: Path, **environment: str) -> str:
    """Return what a Python started in a folder printed."""
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_wheel_carries_the_chapters_and_finds_them(checkout: Path, tmp_path: Path) -> None:
    ran(["-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation", "-w", str(tmp_path), "."], checkout)
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    assert {"campaign.toml", "i.toml"} < SHIPPED
    assert {name.removeprefix("campaign/chapters/") for name in names if name.endswith(".toml")} == SHIPPED
    assert not [name for name in names if name.startswith(("tests/", "saves/"))]
    target = tmp_path / "installed"
    ran(["-m", "pip", "install", "--quiet", "--no-deps", "--target", str(target), str(wheel)], tmp_path)
    code, chapters = ran(["-P", "-c", WHERE], tmp_path, PYTHONPATH=str(target)).splitlines()
    assert Path(code) == target / "campaign" / "__init__.py"
    assert Path(chapters) == target / "campaign" / "chapters"
    listed = ran(["-P", "-m", "campaign", "chapter", "list", "--json"], tmp_path, PYTHONPATH=str(target))
    assert '"id": "iv", "number": 4' in listed


def test_a_bare_checkout_runs_as_a_module(checkout: Path) -> None:
    code, chapters = ran(["-c", WHERE], checkout).splitlines()
    assert Path(code) == checkout / "campaign" / "__init__.py"
    assert Path(chapters) == checkout / "chapters"
    assert ran(["-m", "campaign", "demo", "--seed", "3", "--fast"], checkout).splitlines()[-1].startswith("Next: ")


def test_an_editable_install_finds_the_chapters_beside_the_package() -> None:
    assert shipped_folder() == ROOT / "chapters"
    script = Path(sys.executable).with_name("campaign")
    done = subprocess.run([str(script), "--version"], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("campaign ")
    assert done.stdout.rstrip().endswith("interpreted")
