"""The chapters: listed, told in words made from their data, checked, and begun."""

import json as json_text
import tomllib
from pathlib import Path

from campaign.cli.console import Output, printable
from campaign.cli.context import CONTENT, USAGE, Context, Stop
from campaign.cli.home import stars_words
from campaign.cli.layout import cells, heading, padded, paragraph
from campaign.files.chapters import (
    CAMPAIGN_FILE,
    ChapterFile,
    check_paths,
    find_base,
    is_chapter_id,
    load_chapter,
    load_folder,
)
from campaign.files.shape import nearest
from campaign.notation import plural, quoted
from campaign.rules.words import achievement_words, rules_in_words


def show_chapters(context: Context, *, json: bool) -> int:
    """List the shipped chapters in order."""
    output = context.output
    folder = load_folder()
    if json:
        told = [{"id": file.chapter.id, "number": file.number, "title": file.chapter.title} for file in folder.chapters]
        output.raw(json_text.dumps({"chapters": told}))
        return 0
    if output.plain:
        for file in folder.chapters:
            output.line(f"Chapter {file.chapter.id}: {file.number}: {file.chapter.title}")
        return 0
    from rich.text import Text  # noqa: PLC0415 (rich costs time at start-up)

    heading(output, folder.title, plural(len(folder.chapters), "chapter"))
    output.line()
    width = max(cells(file.chapter.id) for file in folder.chapters)
    for file in folder.chapters:
        line = Text.assemble((padded(file.chapter.id, width), "bold cyan"), "   ", printable(file.chapter.title))
        paragraph(output, line, indent="   ", hang=" " * (width + 6))
    output.line()
    paragraph(
        output, Text.assemble(("campaign chapter show ID", "cyan"), ("   its story and rules", "dim")), indent=" "
    )
    return 0


def show_chapter(context: Context, wanted: str, *, lines: bool, json: bool) -> int:
    """Tell one chapter, of the shipped campaign or of a file; or its lines and where each comes from."""
    file = find_chapter(wanted)
    if json:
        told = _chapter_json(file)
        context.output.raw(json_text.dumps({**told, "origins": dict(file.origins)} if lines else told))
    elif lines:
        _show_lines(context.output, file)
    else:
        tell_chapter(context.output, file)
    return 0


def tell_chapter(output: Output, file: ChapterFile) -> None:
    """Write a chapter's story, rules and stars."""
    if output.plain:
        _plain_chapter(output, file)
    else:
        _chapter_screen(output, file)


def _show_lines(output: Output, file: ChapterFile) -> None:
    from campaign.files.template import inline  # noqa: PLC0415 (only where lines are asked for)

    if output.plain:
        for address, value in file.lines.items():
            output.line(f"{file.origins[address]}: {address} = {inline(value)}")
        return
    from rich.text import Text  # noqa: PLC0415 (rich costs time at start-up)

    heading(output, file.chapter.title, f"chapter {file.chapter.id}, {plural(len(file.lines), 'line')}")
    output.line()
    for address, value in file.lines.items():
        line = Text.assemble(
            (address, "bold cyan"), f" = {printable(inline(value))}   ", (printable(file.origins[address]), "dim")
        )
        paragraph(output, line, indent=" ", hang="     ")


def print_schema(context: Context) -> int:
    """Print the JSON Schema of chapter files."""
    from campaign.files.schema import chapter_schema  # noqa: PLC0415 (pydantic costs time at start-up)

    context.output.raw(json_text.dumps(chapter_schema(), indent=2))
    return 0


def new_chapter_file(context: Context, chapter_id: str, *, extends: str | None) -> int:
    """Write a commented chapter into the current folder; a file that is there is left alone."""
    from campaign.files.template import new_chapter  # noqa: PLC0415 (only here)

    if not is_chapter_id(chapter_id):
        rule = "a chapter's id is small letters, digits and hyphens, a letter first, 40 at most, and not campaign"
        raise Stop(USAGE, f"{rule}; found {quoted(chapter_id)}")
    if extends == chapter_id:
        raise Stop(USAGE, f"a chapter never extends itself; found --extends {quoted(extends)}")
    path = Path(f"{chapter_id}.toml")
    try:
        base = None if extends is None else find_base(Path(), extends)
    except KeyError as error:
        raise Stop(USAGE, f"no such chapter: --extends {quoted(str(extends))}{error.args[0]}") from None
    text = new_chapter(chapter_id, base=base, folder=Path())
    try:
        with path.open("x", encoding="utf-8", newline="\n") as file:
            file.write(text)
    except FileExistsError:
        raise Stop(USAGE, f"{path} is there already; choose another id") from None
    context.say(f"{path} is ready.")
    context.say(f"Check it at each save: campaign chapter watch {path}")
    return 0


def find_chapter(wanted: str) -> ChapterFile:
    """Return the shipped chapter of an id, or the chapter of a path to a .toml file."""
    if wanted.endswith(".toml"):
        return load_chapter(Path(wanted))
    folder = load_folder()
    file = folder.find(wanted.casefold())
    if file is None:
        ids = [one.chapter.id for one in folder.chapters]
        hint = nearest(wanted.casefold(), ids) or f"; there are {', '.join(ids)}"
        raise Stop(USAGE, f"no such chapter: {quoted(wanted)}{hint}")
    return file


def _chapter_json(file: ChapterFile) -> dict[str, object]:
    chapter = file.chapter
    achievement = chapter.achievement
    return {
        "id": chapter.id,
        "number": file.number or None,
        "title": chapter.title,
        "story": chapter.story,
        "rules": list(rules_in_words(chapter)),
        "achievement": achievement and {"text": achievement_words(chapter), "stars": achievement.stars},
        "stars_by_attempt": None if chapter.by_attempt is None else list(chapter.by_attempt),
        "lines": dict(file.lines),
    }


def _stars_words(file: ChapterFile) -> str:
    by_attempt = file.chapter.by_attempt
    if by_attempt is None:
        return ""
    return f"{', '.join(map(str, by_attempt))} for success at attempt 1 to {len(by_attempt)}; none from the 7th on"


def _plain_chapter(output: Output, file: ChapterFile) -> None:
    chapter = file.chapter
    output.line(f"Chapter: {chapter.id}")
    output.line(f"Title: {chapter.title}")
    for line in filter(str.strip, chapter.story.splitlines()):
        output.line(f"Story: {line}")
    for rule in rules_in_words(chapter):
        output.line(f"Rule: {rule}")
    if chapter.achievement is not None:
        output.line(f"Achievement: {achievement_words(chapter)} Worth {stars_words(chapter.achievement.stars)}.")
    if chapter.by_attempt is not None:
        output.line(f"Stars: {_stars_words(file)}")


def _chapter_screen(output: Output, file: ChapterFile) -> None:
    from rich.text import Text  # noqa: PLC0415 (rich costs time at start-up)

    chapter = file.chapter
    heading(output, chapter.title, f"chapter {chapter.id}")
    for block in filter(None, (block.strip() for block in chapter.story.split("\n\n"))):
        output.line()
        paragraph(output, " ".join(block.split()), indent="   ", style="italic")
    output.line()
    paragraph(output, "Rules", indent=" ", style="bold")
    for rule in rules_in_words(chapter):
        paragraph(output, rule, indent="   · ", hang="     ")
    if chapter.achievement is not None:
        output.line()
        stars = chapter.achievement.stars
        head = Text.assemble(("Achievement", "bold"), "   ", (f"{'★' * min(stars, 10)} {stars_words(stars)}", "yellow"))
        paragraph(output, head, indent=" ")
        paragraph(output, achievement_words(chapter) or "", indent="   ")
    if chapter.by_attempt is not None:
        output.line()
        paragraph(output, "Stars", indent=" ", style="bold")
        attempts = [*map(str, range(1, len(chapter.by_attempt) + 1)), "7+"]
        output.line("   attempt " + "".join(f"{attempt:>4}" for attempt in attempts))
        output.line(Text("   stars   " + "".join(f"{stars:>4}" for stars in (*chapter.by_attempt, 0)), "yellow"))


def check_chapters(context: Context, paths: list[Path], *, json: bool) -> int:
    """Tell every problem of some chapter files and campaign folders."""
    problems = check_paths(paths)
    output = context.output
    if json:
        told = [{"path": one.path, "line": one.line, "column": one.column, "text": one.text} for one in problems]
        output.raw(json_text.dumps({"problems": told}))
        return CONTENT if problems else 0
    if problems:
        raise Stop(CONTENT, *map(str, problems))
    output.line(f"{plural(_file_count(paths), 'file')}, no problems")
    return 0


def _file_count(paths: list[Path]) -> int:
    """Return how many files paths without problems stand for, each once."""
    files: set[Path] = set()
    for path in paths:
        index = path if path.name == CAMPAIGN_FILE else path / CAMPAIGN_FILE
        if path.is_dir() or path.name == CAMPAIGN_FILE:
            chapters = tomllib.loads(index.read_bytes().decode("utf-8-sig"))["chapters"]
            files |= {index.resolve(), *((index.parent / f"{chapter}.toml").resolve() for chapter in chapters)}
        else:
            files.add(path.resolve())
    return len(files)
