"""Where saves are kept: the folder asked for, this project's checkout, or the user's data folder."""

import os
import re
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from campaign.files.errors import FilesError, PlaceRefused, cause
from campaign.files.saves import SaveFolder

VARIABLE = "CAMPAIGN_SAVES"
"""The environment variable that names the folder."""
SETTINGS = f"choose another folder with --saves or {VARIABLE}"
"""What a message about the folder tells a person to change."""
PROJECT = "campaign-jekyll-hyde"
"""This project's name in its pyproject.toml, and the user-data folder's."""


class Source(StrEnum):
    """What decided on the folder."""

    OPTION = "--saves"
    ENVIRONMENT = VARIABLE
    CHECKOUT = "checkout"
    USER = "user"


@dataclass(frozen=True, slots=True)
class SavesPlace:
    """The folder for saves and what decided on it."""

    path: Path
    source: Source


def _absolute(path: Path) -> Path:
    try:
        return path.absolute()
    except OSError:  # the current folder was removed; the path as typed still says something
        return path


def _is_checkout(folder: Path) -> bool:
    try:
        text = (folder / "pyproject.toml").read_text("utf-8", errors="replace")
    except OSError:
        return False
    return re.search(rf"""^name\s*=\s*["']{PROJECT}["']\s*(#.*)?$""", text, re.MULTILINE) is not None


def _user_folder() -> Path:
    from platformdirs import user_data_path  # noqa: PLC0415 -- most starts do not need it

    return user_data_path(PROJECT, appauthor=False) / "saves"


def saves_folder(option: Path | None) -> SavesPlace:
    """Return the folder of ``--saves``, else of the environment, else of a checkout, else of the user."""
    if option is not None:
        return SavesPlace(_absolute(option), Source.OPTION)
    if named := os.environ.get(VARIABLE):
        return SavesPlace(_absolute(Path(named)), Source.ENVIRONMENT)
    if _is_checkout(Path()):
        return SavesPlace(_absolute(Path("saves")), Source.CHECKOUT)
    return SavesPlace(_user_folder(), Source.USER)


def other_place(place: SavesPlace) -> Path | None:
    """Return the other folder of checkout and user, if it holds saves; a folder that was asked for has no other."""
    project = Path(__file__).parents[2]
    if place.source is Source.CHECKOUT:
        other = _user_folder()
    elif place.source is Source.USER and _is_checkout(project):
        other = project / "saves"
    else:
        return None
    try:
        return other if SaveFolder(other).names() else None
    except FilesError:
        return None


def ensure_folder(place: SavesPlace) -> None:
    """Make the folder if it is missing; raise :class:`PlaceRefused`."""
    try:
        place.path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise PlaceRefused(f"{place.path}: the folder for saves cannot be made: {cause(error)}; {SETTINGS}") from error
