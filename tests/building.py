"""Builds of this project, in a copy of what a clone would hold, and Pythons that run what was built."""

import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

from filelock import FileLock

ROOT = Path(__file__).parent.parent
SUFFIXES = (".so", ".pyd")


def copy_checkout(folder: Path) -> Path:
    """Copy what a clone would hold, with nothing built in it."""
    for name in ("campaign", "chapters"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "setup.py", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, folder / name)
    return folder


def compiler() -> str | None:
    """Return where the C compiler is that extensions are built with, None if there is none."""
    named = shlex.split(os.environ.get("CC") or str(sysconfig.get_config_var("CC") or "cc"))
    return shutil.which(named[0])


def run(arguments: list[str], folder: Path, **environment: str) -> "subprocess.CompletedProcess[str]":
    """Run this Python in a folder."""
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def ran(arguments: list[str], folder: Path, **environment: str) -> str:
    """Return what this Python printed in a folder, where it must not fail."""
    done = run(arguments, folder, **environment)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def build_wheel(checkout: Path, folder: Path, **environment: str) -> tuple[Path, str]:
    """Build a wheel in this Python's own environment; return it, and all that was printed."""
    build = ["-m", "pip", "wheel", "-v", "--no-deps", "--no-build-isolation", "-w", str(folder), "."]
    done = run(build, checkout, **environment)
    assert done.returncode == 0, done.stdout + done.stderr
    (wheel,) = folder.glob("*.whl")
    return wheel, done.stdout + done.stderr


def install(wheel: Path, target: Path) -> Path:
    """Install a wheel, without what it needs, into a folder of its own."""
    ran(["-m", "pip", "install", "--quiet", "--no-deps", "--target", str(target), str(wheel)], wheel.parent)
    return target


def compiled_install(shared: Path) -> Path:
    """Install a compiled wheel under a folder, once for all who ask at the same time; return where it is."""
    target = shared / "compiled"
    with FileLock(shared / "compiled.lock"):
        if not target.exists():
            checkout = shared / "checkout"
            shutil.rmtree(checkout, ignore_errors=True)
            checkout.mkdir()
            wheel, printed = build_wheel(copy_checkout(checkout), checkout / "dist")
            assert "not compiled" not in printed, printed
            install(wheel, checkout / "installed").rename(target)
    return target
