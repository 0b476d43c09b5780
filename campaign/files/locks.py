"""One process at a time holds a save, and says who it is."""

import contextlib
import os
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from campaign.files.errors import PlaceRefused, SaveHeld, cause
from campaign.notation import quoted

LOCK_ENDING = ".toml.lock"
"""The file that the operating system locks; it stays, and means nothing when nobody holds it."""
HOLDER_ENDING = ".toml.held"
"""Who holds the lock. A file of its own: Windows lets nobody read a locked one, and older filelocks empty it."""


@contextlib.contextmanager
def hold(folder: Path, name: str) -> Iterator[None]:
    """Hold a save while the block runs; raise :class:`SaveHeld` or :class:`PlaceRefused`."""
    from filelock import FileLock, Timeout  # noqa: PLC0415 -- slow to import, and most commands hold nothing

    path, holder = folder / f"{name}{LOCK_ENDING}", folder / f"{name}{HOLDER_ENDING}"
    lock = FileLock(path)
    try:
        lock.acquire(timeout=0)
    except Timeout as error:
        raise SaveHeld(f"{quoted(name)} is in use by {_described(holder)}") from error
    except (OSError, NotImplementedError) as error:
        why = cause(error) if isinstance(error, OSError) else "locks are not known there"
        raise PlaceRefused(
            f"{path}: the save cannot be locked: {why}; choose another folder with --saves or CAMPAIGN_SAVES"
        ) from error
    try:
        # A full disk must not keep anybody from playing: the lock holds without the note.
        with contextlib.suppress(OSError):
            holder.write_text(f"{os.getpid()} {datetime.now(UTC).isoformat(timespec='seconds')}\n", "ascii")
        yield
    finally:
        with contextlib.suppress(OSError):
            holder.unlink()
        lock.release()


def _described(holder: Path) -> str:
    try:
        process, since = holder.read_text("ascii").split()
        began = datetime.fromisoformat(since).astimezone()
        return f"process {int(process)} since {began:%Y-%m-%d %H:%M}"
    except (OSError, ValueError, OverflowError):
        return "another process"
