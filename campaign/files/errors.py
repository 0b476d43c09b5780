"""What can go wrong with files, sorted by what the caller can do; each class carries its exit code."""

# ruff: noqa: N818 -- a refusal is named for what was refused, as `except SaveHeld` reads

from typing import ClassVar


class FilesError(Exception):
    """A file, a name or a place was refused; the message is one sentence for a person."""

    exit_code: ClassVar[int] = 1


class SaveDamaged(FilesError):
    """A save's content is not what this format says; the file is left alone."""


class SaveNewer(FilesError):
    """A save was made by a newer version; the file is left alone."""


class SaveChanged(FilesError):
    """A save is not as this process last read or wrote it; the file is left alone."""


class NameRefused(FilesError, ValueError):
    """A name that no save or player may have."""

    exit_code = 2


class SeedRefused(FilesError, ValueError):
    """Text that is no seed."""

    exit_code = 2


class SaveExists(FilesError):
    """A new save under a name in use."""

    exit_code = 2


class SaveUnknown(FilesError):
    """No save, or no backup, has this name."""

    exit_code = 2


class SaveOfOtherKind(FilesError):
    """A save of this name is there, but of the other kind; ``name`` is its name and ``kind`` what it holds."""

    exit_code = 2

    def __init__(self, message: str, *, name: str, kind: str) -> None:
        super().__init__(message)
        self.name = name
        self.kind = kind


class SaveHeld(FilesError):
    """Another process holds the save."""

    exit_code = 3


class SaveFailed(FilesError):
    """The operating system refused to read or write a save; what was there is still there."""

    exit_code = 4


class PlaceRefused(FilesError):
    """The operating system refused the folder for saves."""

    exit_code = 4


def cause(error: OSError) -> str:
    """Return why the operating system refused, without the path."""
    return error.strerror or str(error) or type(error).__name__
