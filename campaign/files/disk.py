"""Putting a file in place so that at every moment either the old one or the new one is there, whole."""

import contextlib
import os
import stat
import time
from pathlib import Path

from campaign.files.errors import SaveFailed, cause

_WAITS = (0.05, 0.1, 0.2, 0.3, 0.35)
"""How long to wait, in seconds, for another program to let go of a file (Windows)."""


LARGEST = 1 << 26
"""The most bytes that a save may have."""


def read_file(path: Path) -> bytes | None:
    """Return what a file holds, None where there is none; raise :class:`SaveFailed`.

    A pipe, a device or an endless file is refused, not waited for.
    """
    try:
        mode = path.stat().st_mode
        if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):
            raise SaveFailed(f"{path}: the save cannot be read: it is no ordinary file")
        with path.open("rb") as file:
            data = file.read(LARGEST + 1)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise SaveFailed(f"{path}: the save cannot be read: {cause(error)}") from error
    if len(data) > LARGEST:
        raise SaveFailed(f"{path}: the save cannot be read: it has more than {LARGEST} bytes")
    return data


def replace_file(path: Path, data: bytes, *, backup: Path | None = None) -> None:
    """Write a file in place of what is there, which becomes ``backup``; raise :class:`SaveFailed`.

    Whatever stops it, ``path`` holds what it held before or ``data``. Where a kill leaves a temporary file, the next
    call removes it; so no two processes may do this to one path at once.
    """
    target = _target(path)
    temporary = _temporary(target)
    try:
        try:
            _write(temporary, data)
            if backup is not None and target.exists():
                _keep(target, backup)
            _rename(temporary, target)
        finally:
            _remove(temporary)
    except OSError as error:
        raise SaveFailed(f"{path}: the save cannot be written: {cause(error)}") from error
    _sync_folder(target.parent)


def keep_aside(path: Path, aside: Path) -> None:
    """Give a file a second name that nothing has yet; raise :class:`SaveFailed`."""
    try:
        _second_name(_target(path), aside)
    except OSError as error:
        raise SaveFailed(f"{aside}: the save cannot be kept there: {cause(error)}") from error


def _target(path: Path) -> Path:
    return Path(os.path.realpath(path)) if path.is_symlink() else path


def _temporary(path: Path) -> Path:
    return path.with_name(f".{path.name}.tmp")


def _write(path: Path, data: bytes) -> None:
    """Write a new file through to the disk."""
    _remove(path)
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o666)
    try:
        left = memoryview(data)
        while left:
            left = left[os.write(descriptor, left) :]
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _keep(target: Path, backup: Path) -> None:
    spare = _temporary(backup)
    _remove(spare)
    try:
        _second_name(target, spare)
        _rename(spare, backup)
    finally:
        _remove(spare)  # after a kill all three may name one file, and the rename then did nothing


def _second_name(path: Path, name: Path) -> None:
    try:
        os.link(path, name)
    except FileExistsError:
        raise
    except OSError:  # not every file system knows links
        _write(name, path.read_bytes())


def _rename(path: Path, target: Path) -> None:
    for wait in _WAITS:
        try:
            path.replace(target)
        except PermissionError:
            time.sleep(wait)
        else:
            return
    path.replace(target)


def _remove(path: Path) -> None:
    # What cannot be removed is in the way at the next write, which then says so.
    with contextlib.suppress(OSError):
        path.unlink()


def _sync_folder(folder: Path) -> None:
    # The file is in place by now: a system that cannot sync a folder must not make it look as if it were not.
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
