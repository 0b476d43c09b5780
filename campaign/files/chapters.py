"""Chapters and campaigns from their files: loaded whole, or refused with every problem of every file at once."""

import os
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from campaign.files.lines import Resolved, digest_of, merge, to_toml
from campaign.files.shape import campaign_shape, chapter_shape, nearest
from campaign.files.source import ChapterProblems, Problem, Source, parse_source, read_source, shown
from campaign.rules.chapter import Chapter

__all__ = [
    "CAMPAIGN_FILE",
    "CampaignFolder",
    "ChapterFile",
    "ChapterProblems",
    "Problem",
    "check_paths",
    "find_base",
    "is_chapter_id",
    "load_chapter",
    "load_folder",
    "shipped_folder",
    "stored_chapter",
]

CAMPAIGN_FILE = "campaign.toml"
_ID = re.compile(r"[a-z][a-z0-9-]{0,39}")


@dataclass(frozen=True, slots=True)
class ChapterFile:
    """One chapter and the lines it was resolved from."""

    chapter: Chapter
    number: int
    """Its place in its campaign's list, from 1; 0 outside any list."""
    lines: Mapping[str, object]
    """The resolved lines, sorted by address: entries are whole tables, knobs single values."""
    toml: str
    """The lines as TOML, without ``format``, ``title`` and ``story``."""
    digest: str
    origins: Mapping[str, str] = field(default_factory=dict)
    """Where each line comes from, such as ``ii.toml:17``."""


@dataclass(frozen=True, slots=True)
class CampaignFolder:
    """A campaign: its title and its chapters in order."""

    title: str
    path: Path
    chapters: tuple[ChapterFile, ...]

    def find(self, chapter_id: str) -> ChapterFile | None:
        """Return the chapter of that id."""
        return next((file for file in self.chapters if file.chapter.id == chapter_id), None)


def shipped_folder() -> Path:
    """Return the shipped campaign's folder: inside the installed package, else beside it in a checkout."""
    package = Path(__file__).resolve().parent.parent
    installed = package / "chapters"
    return installed if (installed / CAMPAIGN_FILE).is_file() else package.parent / "chapters"


def load_folder(path: Path | None = None) -> CampaignFolder:
    """Return a campaign, the shipped one for None; raise :class:`ChapterProblems` with all of all its files."""
    loader = _Loader()
    folder = loader.folder(shipped_folder() if path is None else path)
    if folder is None or loader.problems:
        raise ChapterProblems(loader.problems)
    return folder


def load_chapter(path: Path) -> ChapterFile:
    """Return one chapter of a file; raise :class:`ChapterProblems` with all that is wrong with it and its bases."""
    loader = _Loader()
    loaded = loader.chapter(path)
    if loaded is None:
        raise ChapterProblems(loader.problems)
    return _chapter_file(loaded, 0)


def is_chapter_id(text: str) -> bool:
    """Return whether a text can be a chapter's id: how it is spelt, and not the name of a campaign's own file."""
    return _is_id(text) and f"{text}.toml" != CAMPAIGN_FILE


def find_base(folder: Path, chapter_id: str) -> ChapterFile:
    """Return the chapter that ``extends`` would mean in a folder: its own, else the shipped one.

    Raise :class:`ChapterProblems` with all that is wrong with it, KeyError with a hint where there is none.
    """
    folders = [folder, shipped_folder()]
    path = next((one / f"{chapter_id}.toml" for one in folders if _has(one, chapter_id)), None)
    if path is None:
        raise KeyError(nearest(chapter_id, sorted({known for one in folders for known in _ids(one)})))
    return load_chapter(path)


def check_paths(paths: Sequence[Path]) -> list[Problem]:
    """Return all problems of chapter files and campaign folders, each once, sorted by path and place."""
    loader = _Loader()
    for path in paths:
        if path.name == CAMPAIGN_FILE:
            loader.folder(path.parent)
        elif _is_folder(path):
            loader.folder(path)
        else:
            loader.chapter(path)
    return sorted(loader.problems)


def stored_chapter(toml: str, *, id: str, title: str, story: str, where: str) -> Chapter:  # noqa: A002 - a chapter's id
    """Return the chapter of a save's lines; raise :class:`ChapterProblems` that name ``where``."""
    source = parse_source(toml, path=where, chapter_id=id)
    extra = [key for key in ("format", "title", "story", "extends", "without") if key in source.data]
    if extra:
        raise ChapterProblems(source.at_key((key,), f'stored lines have no key "{key}"') for key in extra)
    source.data.update(format=1, title=title, story=story)
    return _built(_resolved(source, None))


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except (OSError, ValueError):
        return False


@dataclass(frozen=True, slots=True)
class _Loaded:
    resolved: Resolved
    chapter: Chapter


def _resolved(source: Source, base: Resolved | None) -> Resolved:
    """Return a file's lines, or raise with the problems of the first step that finds any."""
    if problems := chapter_shape(source):
        raise ChapterProblems(problems)
    merged = merge(source, base)
    if merged.problems:
        raise ChapterProblems(merged.problems)
    return merged.resolved


def _built(resolved: Resolved) -> Chapter:
    # pydantic takes long to import, and most commands read no chapter file.
    from campaign.files.build import build_chapter  # noqa: PLC0415
    from campaign.files.meaning import meaning_problems  # noqa: PLC0415

    if problems := meaning_problems(resolved):
        raise ChapterProblems(problems)
    data = resolved.source.data
    return build_chapter(resolved, title=str(data.get("title", "")), story=str(data.get("story", "")))


def _chapter_file(loaded: _Loaded, number: int) -> ChapterFile:
    lines = loaded.resolved.values
    origins = {address: line.source.home(line.keys) for address, line in loaded.resolved.lines.items()}
    return ChapterFile(loaded.chapter, number, lines, to_toml(lines), digest_of(lines), origins)


class _Loader:
    """Files read once each, whoever names them, and the problems of all of them."""

    def __init__(self) -> None:
        self.problems: set[Problem] = set()
        self._loaded: dict[str, _Loaded | None] = {}
        self._begun: list[str] = []

    def folder(self, path: Path) -> CampaignFolder | None:
        """Return a campaign; None when its own file or a chapter is wrong."""
        try:
            source = read_source(path / CAMPAIGN_FILE)
        except ChapterProblems as error:
            self.problems.update(error.problems)
            return None
        shape = campaign_shape(source)
        self.problems.update(shape)
        named = source.data.get("chapters")
        ids = [(place, word) for place, word in enumerate(named if isinstance(named, list) else []) if _is_id(word)]
        loaded = [self._listed(source, path, place, word) for place, word in ids]
        chapters = tuple(_chapter_file(file, number) for number, file in enumerate(loaded, start=1) if file)
        if shape or None in loaded:
            return None
        return CampaignFolder(str(source.data["title"]), path, chapters)

    def _listed(self, source: Source, folder: Path, place: int, chapter_id: str) -> _Loaded | None:
        path = folder / f"{chapter_id}.toml"
        if not os.path.lexists(path):
            text = f'there is no file "{path.name}" in this folder{nearest(chapter_id, _ids(folder))}'
            self.problems.add(source.at_value(("chapters", place), text))
            return None
        return self.chapter(path)

    def chapter(self, path: Path) -> _Loaded | None:
        """Return a chapter; None when it or one that it extends is wrong."""
        key = _absolute(path)
        if key not in self._loaded:
            self._loaded[key] = None
            self._begun.append(key)
            try:
                self._loaded[key] = self._read(path)
            except ChapterProblems as error:
                self.problems.update(error.problems)
            finally:
                self._begun.pop()
        return self._loaded[key]

    def _read(self, path: Path) -> _Loaded | None:
        source = read_source(path)
        if path.suffix != ".toml" or not _is_id(path.stem):
            rule = "a chapter's file is called ID.toml, the id in small letters, digits and hyphens, a letter first"
            text = f"{rule}; found {shown(path.name)}"
            raise ChapterProblems([Problem(str(path), 1, 1, text), *chapter_shape(source)])
        shape = chapter_shape(source)
        self.problems.update(shape)
        base = self._base(source, path) if _is_id(source.data.get("extends")) else None
        if shape or (base is None and "extends" in source.data):
            return None
        resolved = _resolved(source, base.resolved if base else None)
        return _Loaded(resolved, _built(resolved))

    def _base(self, source: Source, path: Path) -> _Loaded | None:
        """Return the chapter that one extends, its problems noted; None when there is none that is right."""
        wanted = str(source.data["extends"])
        if wanted == source.id:
            self.problems.add(source.at_value(("extends",), "a chapter never extends itself"))
            return None
        folders = [path.parent, shipped_folder()]
        base = next((folder / f"{wanted}.toml" for folder in folders if _has(folder, wanted)), None)
        if base is None:
            known = sorted({chapter_id for folder in folders for chapter_id in _ids(folder)} - {source.id})
            text = f'there is no chapter "{wanted}"{nearest(wanted, known)}'
            self.problems.add(source.at_value(("extends",), text))
            return None
        if (key := _absolute(base)) in self._begun:
            circle = [Path(name).stem for name in [*self._begun[self._begun.index(key) :], key]]
            text = f"these chapters extend each other in a circle: {', '.join(circle)}"
            self.problems.add(source.at_value(("extends",), text))
            return None
        return self.chapter(base)


def _absolute(path: Path) -> str:
    return os.path.abspath(path)  # noqa: PTH100 - Path has no way to do this without following links


def _is_id(word: object) -> bool:
    return isinstance(word, str) and _ID.fullmatch(word) is not None


def _has(folder: Path, chapter_id: str) -> bool:
    return chapter_id != Path(CAMPAIGN_FILE).stem and os.path.lexists(folder / f"{chapter_id}.toml")


def _ids(folder: Path) -> Iterable[str]:
    """Return the ids of a folder's chapters, none where it cannot be read."""
    try:
        names = [path.name for path in folder.iterdir()]
    except (OSError, ValueError):
        return []
    return sorted(
        name.removesuffix(".toml")
        for name in names
        if name.endswith(".toml") and name != CAMPAIGN_FILE and _is_id(name.removesuffix(".toml"))
    )
