"""The folder of saves: what is there, and reading and writing it so that no save is ever half there.

Whoever creates, writes, restores or deletes a save holds its lock (:func:`campaign.files.locks.hold`).
"""

import contextlib
import os
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from campaign.files.codec import Kind, Save, decode, encode, glimpse, kind_of
from campaign.files.disk import keep_aside, read_file, replace_file
from campaign.files.errors import (
    FilesError,
    NameRefused,
    PlaceRefused,
    SaveChanged,
    SaveDamaged,
    SaveExists,
    SaveFailed,
    SaveNewer,
    SaveOfOtherKind,
    SaveUnknown,
    cause,
)
from campaign.files.locks import HOLDER_ENDING, LOCK_ENDING
from campaign.files.names import check_name, same_name
from campaign.notation import quoted
from campaign.play.campaign import Campaign, Row
from campaign.play.duels import Duel, Duels, Match, match_ended

SAVE_ENDING = ".toml"
"""A save is NAME and this."""
BACKUP_ENDING = ".toml.bak"
"""The version of a save before the last write."""
DAMAGED_ENDING = ".toml.damaged"
"""A save that a backup replaced; further ones carry a number."""


_HELD = {Kind.CAMPAIGN: "a campaign", Kind.DUEL: "duels"}


@dataclass(frozen=True, slots=True, kw_only=True)
class SaveSummary:
    """What a list tells of a save; with a ``problem`` only the name is known.

    Of a campaign: ``chapter`` and ``attempt`` are those of the last game begun, the one in progress if there is one;
    ``attempt`` is None for a free game. ``rows`` is the score tracker, ``stars`` its sum. Of duels: ``duel`` is the
    last one begun, which may wait for the second of its return match, and ``match`` the return match that it ended.
    """

    name: str
    kind: str | None = None
    title: str | None = None
    folder: str | None = None
    chapter: str | None = None
    attempt: int | None = None
    stars: int = 0
    in_progress: bool = False
    rows: tuple[Row, ...] = ()
    duel: Duel | None = None
    match: Match | None = None
    played: datetime | None = None
    finished: datetime | None = None
    problem: str | None = None


def summary(path: Path) -> SaveSummary:
    """Return what a list tells of the save in a file; never raises for what the file holds."""
    name = path.name.removesuffix(SAVE_ENDING)
    try:
        save = glimpse(_text(path, _data(path, name)))
    except FilesError as error:
        return SaveSummary(name=name, problem=str(error).removeprefix(f"{path}: "))
    in_progress = any(game.ending is None for game in save.games)
    if isinstance(save, Duels):
        return SaveSummary(
            name=name,
            kind=Kind.DUEL,
            in_progress=in_progress,
            duel=save.games[-1] if save.games else None,
            match=match_ended(save, len(save.games)) if save.games else None,
            played=save.played,
        )
    game = save.games[-1] if save.games else None
    return SaveSummary(
        name=name,
        kind=Kind.CAMPAIGN,
        title=save.title,
        folder=save.folder,
        chapter=None if game is None else save.chapters[game.chapter].id,
        attempt=None if game is None else game.attempt,
        stars=sum(row.stars for row in save.tracker),
        in_progress=in_progress,
        rows=save.tracker,
        played=save.played,
        finished=save.finished,
    )


class SaveFolder:
    """The saves in one folder, which need not exist yet."""

    def __init__(self, path: Path) -> None:
        self.path = path
        # What each save may hold for this process to write over it; two versions while a write is under way.
        self._known: dict[str, tuple[bytes | None, ...]] = {}

    def names(self) -> list[str]:
        """Return the names of all saves as their files spell them; raise :class:`PlaceRefused`."""
        return self._stems(SAVE_ENDING)

    def find(self, name: str) -> str | None:
        """Return how the save of this name is spelt, None if there is none; raise :class:`NameRefused`."""
        return _matching(check_name(name), self.names())

    def summaries(self) -> list[SaveSummary]:
        """Return what a list tells of every save, the damaged ones with their reason."""
        return [summary(self.path / f"{name}{SAVE_ENDING}") for name in self.names()]

    def last_played(self) -> str | None:
        """Return the name of the campaign played last, None if none can be read."""
        campaigns = [found for found in self.summaries() if found.kind == Kind.CAMPAIGN]
        played = [(found.played, found.name) for found in campaigns if found.played is not None]
        return max(played)[1] if played else None

    def read(self, name: str) -> Save:
        """Return a save of any kind; raise SaveUnknown, SaveDamaged, SaveNewer or SaveFailed, the path in the message.

        It may be written from now on.
        """
        path = self._path(name)
        data = _data(path, name)
        save = _decoded(path, data)
        self._known[path.name] = (data,)
        return save

    def load(self, name: str) -> Campaign:
        """Return a campaign; raise as ``read`` does, or SaveOfOtherKind."""
        save = self.read(name)
        if not isinstance(save, Campaign):
            raise _other_kind(name, save, wanted=Kind.CAMPAIGN)
        return save

    def load_duels(self, name: str) -> Duels:
        """Return the duels of a save; raise as ``read`` does, or SaveOfOtherKind."""
        save = self.read(name)
        if not isinstance(save, Duels):
            raise _other_kind(name, save, wanted=Kind.DUEL)
        return save

    def create(self, name: str, save: Save) -> str:
        """Write a new save and return its name in NFC; raise SaveExists for a name in use, whatever its kind."""
        name = check_name(name)
        if found := self.find(name):
            raise SaveExists(f"a save of the name {quoted(found)} is already there; choose another name")
        if found := _matching(name, self._stems(BACKUP_ENDING)):
            path = self.path / f"{found}{BACKUP_ENDING}"
            raise SaveExists(
                f"{path}: the backup of a save of that name is there; repair or delete it, or choose another name"
            )
        path = self.path / f"{name}{SAVE_ENDING}"
        self._known[path.name] = (None,)
        self._put(path, _encoded(path, save))
        return name

    def write(self, name: str, save: Save) -> None:
        """Write a save that this object read or created; the version before it becomes the backup.

        Raises SaveChanged where the file is not as this object knows it, SaveFailed where the system refuses.
        """
        path = self._path(name)
        self._put(path, _encoded(path, save))

    def delete(self, name: str) -> None:
        """Remove a save, its backup and what its lock left; raise SaveUnknown or SaveFailed."""
        stem = self._any_stem(name)
        try:
            # The backup last: whatever stops this, what is left can be repaired or deleted.
            for ending in (SAVE_ENDING, BACKUP_ENDING):
                (self.path / f"{stem}{ending}").unlink(missing_ok=True)
        except OSError as error:
            raise SaveFailed(f"{error.filename}: the save cannot be deleted: {cause(error)}") from error
        finally:
            self._known.pop(f"{stem}{SAVE_ENDING}", None)
        for ending in (HOLDER_ENDING, LOCK_ENDING):
            with contextlib.suppress(OSError):  # Windows keeps a file that is held
                (self.path / f"{stem}{ending}").unlink()

    def read_backup(self, name: str) -> Save:
        """Return what the backup holds, of any kind; raise as ``read`` does."""
        path = self.path / f"{self._any_stem(name)}{BACKUP_ENDING}"
        return _decoded(path, _data(path, name))

    def restore(self, name: str) -> Path | None:
        """Put the backup in the save's place and return where what was there is kept; raise as ``read`` does.

        A save made by a newer version is not damaged, and stays.
        """
        stem = self._any_stem(name)
        path, source = self.path / f"{stem}{SAVE_ENDING}", self.path / f"{stem}{BACKUP_ENDING}"
        data = _data(source, name)
        _decoded(source, data)
        current = read_file(path)
        aside = None
        if current is not None:
            with contextlib.suppress(SaveDamaged):
                _decoded(path, current)
            aside = self._free_name(stem)
            keep_aside(path, aside)
        self._known[path.name] = (current, data)
        replace_file(path, data)
        self._known[path.name] = (data,)
        return aside

    def _free_name(self, stem: str) -> Path:
        aside = self.path / f"{stem}{DAMAGED_ENDING}"
        number = 1
        while os.path.lexists(aside):
            number += 1
            aside = self.path / f"{stem}{DAMAGED_ENDING}{number}"
        return aside

    def _put(self, path: Path, data: bytes) -> None:
        current = read_file(path)
        known = self._known.get(path.name, ())
        if current not in known:
            how = "is gone" if current is None else "has changed" if known else "was not read"
            raise SaveChanged(f"{path}: the save {how} since this process last read it, and was left alone")
        # A write that is stopped half-way has done either nothing or everything.
        self._known[path.name] = (current, data)
        replace_file(path, data, backup=path.with_name(f"{path.name.removesuffix(SAVE_ENDING)}{BACKUP_ENDING}"))
        self._known[path.name] = (data,)

    def _path(self, name: str) -> Path:
        checked = check_name(name)
        path = self.path / f"{checked}{SAVE_ENDING}"
        if path.name in self._known or os.path.lexists(path):
            return path
        if (stem := _matching(checked, self.names())) is None:
            raise SaveUnknown(f"no save of the name {quoted(checked)} in {self.path}")
        return self.path / f"{stem}{SAVE_ENDING}"

    def _any_stem(self, name: str) -> str:
        checked = check_name(name)
        stem = _matching(checked, self.names()) or _matching(checked, self._stems(BACKUP_ENDING))
        if stem is None:
            raise SaveUnknown(f"no save of the name {quoted(checked)} in {self.path}")
        return stem

    def _stems(self, ending: str) -> list[str]:
        try:
            with os.scandir(self.path) as entries:
                found = [entry.name.removesuffix(ending) for entry in entries if _is_file(entry, ending)]
        except FileNotFoundError:
            return []
        except OSError as error:
            raise PlaceRefused(
                f"{self.path}: the folder for saves cannot be read: {cause(error)}; "
                "choose another folder with --saves or CAMPAIGN_SAVES"
            ) from error
        return sorted(filter(_is_name, found), key=lambda stem: (stem.casefold(), stem))


def _is_file(entry: "os.DirEntry[str]", ending: str) -> bool:
    # A link to nowhere is a save that cannot be read, and the list says so; folders and pipes are none.
    if not entry.name.endswith(ending):
        return False
    try:
        return entry.is_file() or (entry.is_symlink() and not entry.is_dir())
    except OSError:
        return True


def _is_name(stem: str) -> bool:
    try:
        check_name(stem)
    except NameRefused:
        return False
    return True


def _matching(name: str, stems: list[str]) -> str | None:
    if name in stems:
        return name
    return next((stem for stem in stems if same_name(stem, name)), None)


def _other_kind(name: str, save: Save, *, wanted: Kind) -> SaveOfOtherKind:
    kind = kind_of(save)
    return SaveOfOtherKind(f"{quoted(name)} holds {_HELD[kind]}, not {_HELD[wanted]}", name=name, kind=kind)


def _encoded(path: Path, save: Save) -> bytes:
    try:
        return encode(save).encode()
    except SaveFailed as error:
        raise SaveFailed(f"{path}: {error}") from error


def _data(path: Path, name: str) -> bytes:
    data = read_file(path)
    if data is None:
        raise SaveUnknown(f"{path}: nothing is there for {quoted(name)}")
    return data


def _text(path: Path, data: bytes) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise SaveDamaged(f"{path}: the file is not UTF-8 at byte {error.start}") from error


def _decoded(path: Path, data: bytes) -> Save:
    text = _text(path, data)
    try:
        return decode(text)
    except (SaveDamaged, SaveNewer) as error:
        raise type(error)(f"{path}: {error}") from error
