"""The chapter file that ``campaign chapter new`` writes: it checks clean as it is, and says what to change."""

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from campaign.files.chapters import ChapterFile

SCHEMA_FILE = "chapter.schema.json"
"""What the hint in the file calls the output of ``campaign chapter schema``."""

_HEAD = """\
format = 1
title = "{title}"
story = \"\"\"
Say here, in your own words, what this night is about.\"\"\"
"""

_WHOLE = """\

# Every line below is a rule. Change a value, save, and read what it has become: campaign chapter show {id}.toml
# In the folder of the program docs/chapters.md explains every key, docs/authoring.md has many recipes.

[setup]
rounds = 2
jekyll-hyde = 3               # where their pawn starts; after the last round they must stand on space 10
scotland-yard = 0             # where that pawn starts; if it reaches theirs, the chapter is lost
past-the-end = "stop"         # or "defeat", or "scotland-yard": their steps past the end are his

[deal]
hand = 12
give = 4                      # each player gives so many cards to the City
must-give = {{ icon = "jekyll-hyde" }}   # these go first: the 8s

# A pawn move: after each round Jekyll & Hyde step forward by the smaller of the two players' trick counts.
[moves.tricks]
order = 10
pawn = "jekyll-hyde"
forward = {{ count = "tricks", held-by = "players", take = "smaller" }}

[moves.eights]
order = 20
pawn = "jekyll-hyde"
forward = {{ count = "cards", held-by = "players", icon = "jekyll-hyde" }}

[moves.yard]
order = 30
pawn = "scotland-yard"
forward = {{ count = "cards", held-by = "players", icon = "scotland-yard", for-every = 2 }}

# An objective: failing it loses the chapter.
[objectives.city]
text = "Leave the City something in each round."
must = {{ count = "tricks", held-by = "city", at-least = 1 }}

# A limit: what a player may not, or must, play.
# [limits.sober-lead]
# who = "leading"
# place = 1
# forbid = {{ suit = "potion" }}

# What holds in one round only stands under that round.
# [round.2.reactions]
# fear = "nothing"

# The stars of attempts 1 to 6. Instead, a chapter can have an [achievement] that earns its stars.
[score]
by-attempt = [3, 3, 2, 2, 1, 1]
"""

_HEIR = """\
extends = "{base}"
# Lines of "{base}" to take out; a rule with a name that you want otherwise is taken out and written anew.
without = []

# This chapter begins with all the lines of "{base}", which stand at the end of this file. Write here only what is
# different. Take the "# " away where you want one of these, and check: campaign chapter check {id}.toml
# In the folder of the program docs/chapters.md explains every key, docs/authoring.md has many recipes.

# [setup]
# jekyll-hyde = 4

# [limits.sober-lead]
# who = "leading"
# place = 1
# forbid = {{ suit = "potion" }}

# [objectives.balance]
# in = "some-round"
# must = {{ count = "tricks", won-by = "players", take = "difference", exactly = 0 }}

# [round.2.reactions]
# fear = "nothing"

# What it begins with:
"""


def new_chapter(chapter_id: str, *, base: "ChapterFile | None", folder: Path) -> str:
    """Return a commented chapter; ``base`` is the one that it extends, ``folder`` where the file will lie."""
    title = chapter_id.replace("-", " ").strip().capitalize()
    text = _schema_hint(folder) + _HEAD.format(title=title)
    if base is None:
        return text + _WHOLE.format(id=chapter_id)
    told = [f"# {line}\n" for line in line_texts(base)]
    return text + _HEIR.format(id=chapter_id, base=base.chapter.id) + "".join(told)


def _schema_hint(folder: Path) -> str:
    if (folder / SCHEMA_FILE).is_file():
        return f"#:schema ./{SCHEMA_FILE}\n"
    return (
        f"# To have your editor complete and check keys: campaign chapter schema > {SCHEMA_FILE},\n"
        f"# then make the first line of this file #:schema ./{SCHEMA_FILE}\n"
    )


def line_texts(file: "ChapterFile") -> list[str]:
    """Return a chapter's resolved lines as TOML, one a line."""
    return [f"{address} = {inline(value)}" for address, value in file.lines.items()]


def inline(value: object) -> str:
    """Return a value as TOML on one line."""
    from json import dumps  # noqa: PLC0415 (only where lines are shown)

    match value:
        case dict():
            inner = ", ".join(f"{key} = {inline(part)}" for key, part in value.items())
            return f"{{ {inner} }}" if inner else "{}"
        case list():
            return f"[{', '.join(map(inline, value))}]"
        case str():
            # JSON's escapes are TOML's, but for one character that JSON lets stand.
            return dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
        case bool():
            return "true" if value else "false"
    return str(value)
