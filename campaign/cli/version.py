"""This program's version."""

import re
from pathlib import Path

from campaign.files.places import PROJECT


def version_text() -> str:
    """Return ``campaign X.Y.Z, interpreted`` or ``compiled``."""
    from campaign.rules import step  # noqa: PLC0415 (imported to see what it is)

    how = "interpreted" if str(step.__file__).endswith(".py") else "compiled"
    return f"campaign {_number()}, {how}"


def _number() -> str:
    """Return the number of the checkout that runs, else of the installed package."""
    try:
        text = (Path(__file__).parents[2] / "pyproject.toml").read_text("utf-8", errors="replace")
    except OSError:
        text = ""
    if f'name = "{PROJECT}"' in text and (found := re.search(r'^version = "([^"]+)"', text, re.MULTILINE)):
        return found[1]
    from importlib.metadata import PackageNotFoundError, version  # noqa: PLC0415 (slow, and only for this)

    try:
        return version(PROJECT)
    except PackageNotFoundError:
        return "of unknown number"
