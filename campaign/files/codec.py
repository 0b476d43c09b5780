"""A save as its TOML text, and back, whatever its kind.

The first line is a comment that promises the last one, and the last one holds the checksum of all lines before it: so
a file that was cut off is known as such, and a list of saves need not read every line of a file that is as it was
written. A file changed by hand is read in full; one without the first line needs no last one.
"""

import hashlib
import re
from enum import StrEnum
from typing import assert_never

from campaign.files.campaign_text import campaign_excerpt, campaign_text, last_game_alone, read_campaign
from campaign.files.duel_text import duels_excerpt, duels_text, last_duels_alone, read_duels
from campaign.files.errors import SaveDamaged, SaveFailed, SaveNewer
from campaign.files.fields import NUMBER_LIMIT, Fields, described
from campaign.files.save_text import moment
from campaign.notation import quoted
from campaign.play.campaign import Campaign
from campaign.play.duels import Duels

FORMAT = 1
"""The format that this version reads and writes."""


class Kind(StrEnum):
    """The kinds of save that this version knows."""

    CAMPAIGN = "campaign"
    DUEL = "duel"


Save = Campaign | Duels
"""What a save holds, by its kind."""

_FIRST = "# A save of campaign. Its last line is a checksum, so that a file that was cut off is known as such.\n"
_LAST = re.compile(r"# end ([0-9a-f]{16})")


def kind_of(save: Save) -> Kind:
    """Return a save's kind."""
    return Kind.CAMPAIGN if isinstance(save, Campaign) else Kind.DUEL


def encode(save: Save) -> str:
    """Return the text of a save; raise :class:`SaveFailed` for text that is not Unicode."""
    body = campaign_text(save) if isinstance(save, Campaign) else duels_text(save)
    times = f"created = {moment(save.created)}\nplayed = {moment(save.played)}\n"
    text = f"{_head(kind_of(save))}{times}{body}\n"
    try:
        return f"{text}# end {_checksum(text)}\n"
    except UnicodeEncodeError as error:
        raise SaveFailed(f"a save is Unicode text; found {quoted(error.object[error.start : error.end])}") from error


def _head(kind: Kind) -> str:
    return f'{_FIRST}format = {FORMAT}\nkind = "{kind}"\n'


def _checksum(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def decode(text: str) -> Save:
    """Return what a save's text holds; raise :class:`SaveDamaged` or :class:`SaveNewer`."""
    raw = _parsed(text)
    _check_end(text)
    return _read(raw, whole=True)


def glimpse(text: str) -> Save:
    """Return a save with its last game alone, of chapters that game's id alone, and of duels the last two.

    Quicker; raises as decode. Only a text that is as it was written is read in parts; any other is checked in full.
    """
    end = _end(text) if text.startswith(_FIRST) else None
    if end is not None and end[1] == _checksum(end[0]):
        if text.startswith(_head(Kind.CAMPAIGN)):
            return _read(_parsed(campaign_excerpt(text)), whole=False)
        if text.startswith(_head(Kind.DUEL)):
            return _read(_parsed(duels_excerpt(text)), whole=False)
    save = decode(text)
    return last_game_alone(save) if isinstance(save, Campaign) else last_duels_alone(save)


def _end(text: str) -> tuple[str, str] | None:
    """Return what the last line vouches for and its checksum; None where the end is missing."""
    before, newline, last = text.rstrip("\r\n").rpartition("\n")
    found = _LAST.fullmatch(last)
    return None if found is None else (before + newline, found[1])


def _check_end(text: str) -> None:
    if text.startswith(_FIRST.rstrip("\n")) and _end(text) is None:
        raise SaveDamaged('the file was cut off: expected "# end" and a checksum as its last line')


def _parsed(text: str) -> dict[str, object]:
    """Return the tables of a text of this format."""
    import tomllib  # noqa: PLC0415 -- slow to import, and most commands read no save

    if not text.strip():
        raise SaveDamaged("the file is empty; expected a save")
    try:
        raw: dict[str, object] = tomllib.loads(text)
    except RecursionError as error:
        raise SaveDamaged("the file is nested too deeply to be a save") from error
    except ValueError as error:
        _check_end(text)
        raise SaveDamaged(f"the file is not TOML: {error}") from error
    found = raw.get("format")
    if type(found) is int and found > FORMAT:
        number = str(found) if found < NUMBER_LIMIT else "a very large one"
        raise SaveNewer(f"made by a newer version (format {number}); this one reads format {FORMAT}")
    if type(found) is not int or found != FORMAT:
        raise SaveDamaged(f"format: expected the number {FORMAT}; found {described(found)}")
    return raw


def _read(raw: dict[str, object], *, whole: bool) -> Save:
    """Return what the tables of a save hold, ``whole`` or an excerpt of them."""
    top = Fields(raw, "")
    top.number("format")
    kind = Kind(top.word("kind", Kind))
    match kind:
        case Kind.CAMPAIGN:
            return read_campaign(top)
        case Kind.DUEL:
            return read_duels(top, whole=whole)
        case _:
            assert_never(kind)
