"""Where every campaign stands: the list, and what ``campaign`` alone shows."""

from typing import TYPE_CHECKING

from campaign.cli.console import Output, printable
from campaign.cli.context import DUEL, Context, local_text, played_by, shell_word, utc_text
from campaign.cli.layout import cells, heading, padded, paragraph
from campaign.notation import plural
from campaign.play.campaign import RowState

if TYPE_CHECKING:
    from pathlib import Path

    from campaign.files.places import SavesPlace
    from campaign.files.saves import SaveSummary

_SEVENTH = 7
_STARS_AND_DATE = 2 + len("99 stars") + 2 + len("2026-12-08 21:02")
_NAME_ROOM = 8
_BESIDE = 60
_BEGIN = (
    ("campaign demo", "watch two bots play a chapter"),
    ("campaign new NAME", "begin a campaign"),
    ("campaign duel", "play the duel of 2021"),
)


def save_json(save: "SaveSummary") -> dict[str, object]:
    """Return a save as the list has it; attempt 7 means 7+, None a free game or none begun."""
    return {
        "name": save.name,
        "kind": save.kind,
        "chapter": save.chapter,
        "attempt": None if save.attempt is None else min(save.attempt, _SEVENTH),
        "stars": save.stars,
        "in_progress": save.in_progress,
        "played": None if save.played is None else utc_text(save.played),
        "problem": save.problem,
    }


def stars_words(stars: int) -> str:
    """Return ``1 star`` or ``2 stars``."""
    return plural(stars, "star")


def standing(save: "SaveSummary") -> str:
    """Return where a campaign stands, without its stars."""
    if save.problem is not None:
        return f"cannot be read: {save.problem}"
    if save.kind == DUEL:
        return _duel_standing(save)
    if save.in_progress:
        if save.attempt is None:
            return f"chapter {save.chapter}, a free game in progress"
        return f"chapter {save.chapter}, attempt {_number(save.attempt)} in progress"
    if save.finished is not None:
        return f"finished in {_attempts(sum(row.attempts for row in save.rows))}"
    begun = [row for row in save.rows if row.attempts]
    if not begun:
        return "not begun"
    last = begun[-1]
    match last.state:
        case RowState.OPEN:
            return f"chapter {last.chapter}, {_attempts(last.attempts)} so far"
        case RowState.DONE:
            return f"chapter {last.chapter} done"
        case RowState.MOVED_ON:
            return f"chapter {last.chapter} left behind"


def _duel_standing(save: "SaveSummary") -> str:
    """Return where a save of duels stands."""
    duel = save.duel
    if duel is None:
        return "duel, not begun"
    of = "" if duel.of == 1 else f" {duel.game} of {duel.of}"
    players = " against ".join(duel.seats)
    if duel.ending is None:
        return f"duel{of} in progress, {players}"
    if duel.game < duel.of:
        return f"duel{of} ended, the return duel due, {players}"
    if save.match is not None:
        won = "drawn" if save.match.winner is None else f"won by {save.match.winner}"
        return f"return match {won}, {players}"
    return f"duel{of}, {duel.ending.winner.title} won ({duel.winner})"


def _number(attempt: int) -> str:
    return str(attempt) if attempt < _SEVENTH else "7+"


def _attempts(number: int) -> str:
    return plural(number, "attempt")


def next_command(context: Context, save: "SaveSummary") -> str:
    """Return what to type to go on with a campaign."""
    if save.problem is not None:
        return context.typed(f"repair {shell_word(save.name)}")
    if save.finished is not None and not save.in_progress:
        return context.typed(f"tracker {shell_word(save.name)}")
    return context.typed(played_by(save.kind or "", save.name))


def show_list(context: Context, *, json: bool) -> int:
    """Show every save."""
    folder = context.folder()
    saves = folder.summaries()
    output = context.output
    if json:
        from json import dumps  # noqa: PLC0415 (only where it is asked for)

        output.raw(dumps({"saves_folder": str(folder.path), "saves": [save_json(save) for save in saves]}))
        return 0
    if output.plain:
        output.line(f"Saves folder: {folder.path}")
        for save in saves:
            output.line(f"{kind_word(save)}: {save.name}: {', '.join(_facts(save))}")
        if not saves:
            output.line("Campaigns: none yet. To begin one: campaign new NAME")
    else:
        _list_screen(output, folder.path, saves)
    _tell_other(output, context.place)
    return 0


def kind_word(save: "SaveSummary") -> str:
    """Return what a save is of, to begin a line with; one that cannot be read may be of either kind."""
    if save.kind is None:
        return "Save"
    return "Duel" if save.kind == DUEL else "Campaign"


def _heading(saves: "list[SaveSummary]") -> str:
    return "Campaigns and duels" if any(save.kind == DUEL for save in saves) else "Campaigns"


def _facts(save: "SaveSummary") -> list[str]:
    facts = [standing(save)]
    if save.rows:
        facts.append(stars_words(save.stars))
    if save.played is not None:
        facts.append(f"{'played' if save.chapter or save.duel else 'made'} {local_text(save.played)}")
    return facts


def _list_screen(output: Output, path: "Path", saves: "list[SaveSummary]") -> None:
    heading(output, _heading(saves), str(path))
    output.line()
    if not saves:
        paragraph(output, "none yet", indent="   ", style="dim")
        output.line()
        paragraph(output, "campaign new NAME   begins one", indent="   ")
        return
    words_width = max((cells(standing(save)) for save in saves if save.problem is None), default=0)
    room = output.width - 1 - 3 - 3 - words_width - _STARS_AND_DATE
    width = min(max(cells(save.name) for save in saves), room)
    for save in saves:
        _list_entry(output, save, (width, words_width) if room >= _NAME_ROOM else None)


def _list_entry(output: Output, save: "SaveSummary", columns: tuple[int, int] | None) -> None:
    """Write a save on one line in columns, or its name above its facts."""
    from rich.text import Text  # noqa: PLC0415 (rich costs time at start-up)

    name = printable(save.name)
    style = "red" if save.problem is not None else "green" if save.finished else "yellow" if save.in_progress else ""
    if columns is None:
        paragraph(output, Text(name, "bold"), indent="   ")
        paragraph(output, Text(printable(" · ".join(_facts(save))), style), indent="     ")
        return
    width, words_width = columns
    start = Text(name, "bold")
    if cells(name) > width:
        paragraph(output, start, indent="   ")
        start = Text()
    start.pad_right(width + 3 - start.cell_len)
    hang = " " * (width + 6)
    if save.problem is not None or save.played is None:
        room = output.width - len(hang) - 1
        for line in Text(printable(standing(save)), style).wrap(output.console, room):
            output.line(Text("   ") + start + line)
            start = Text(" " * (width + 3))
        return
    start.append(padded(printable(standing(save)), words_width), style)
    start.append(f"  {stars_words(save.stars) if save.rows else '':>8}  ")
    start.append(local_text(save.played), "dim")
    output.line(Text("   ") + start)


def show_home(context: Context) -> int:
    """Show where every campaign stands and what to type next."""
    output = context.output
    place = context.place
    saves = context.folder().summaries()
    saves.sort(key=lambda save: (save.played is None, -save.played.timestamp() if save.played else 0))
    if output.plain:
        output.line(f"Saves folder: {place.path}")
        for save in saves:
            output.line(
                f"{kind_word(save)}: {save.name}: {', '.join(_facts(save))}. Next: {next_command(context, save)}"
            )
        if not saves:
            output.line("Campaigns: none yet.")
        for command, purpose in _BEGIN:
            output.line(f"To {purpose}: {command}")
        output.line("For all commands: campaign --help")
    else:
        _home_screen(context, saves)
    _tell_other(output, place)
    return 0


def _home_screen(context: Context, saves: "list[SaveSummary]") -> None:
    from rich.text import Text  # noqa: PLC0415 (rich costs time at start-up)

    output = context.output
    heading(output, _heading(saves), str(context.place.path))
    output.line()
    if not saves:
        paragraph(output, "none yet", indent="   ", style="dim")
        output.line()
    for save in saves:
        _list_entry(output, save, None)
        paragraph(output, Text(next_command(context, save), "cyan"), indent="     > ", hang="       ")
        output.line()
    others = (*_BEGIN, ("campaign --help", "see all commands"))
    width = max(len(command) for command, _ in others)
    for command, purpose in others:
        if output.width < _BESIDE:
            paragraph(output, Text(command, "cyan"), indent="   ")
            paragraph(output, Text(purpose, "dim"), indent="     ")
        else:
            output.line(Text.assemble("   ", (command.ljust(width), "cyan"), "   ", (purpose, "dim")))


def _tell_other(output: Output, place: "SavesPlace") -> None:
    from campaign.files.places import other_place  # noqa: PLC0415 (the caller's place has loaded it)

    other = other_place(place)
    if other is not None:
        output.line()
        text = f"Another folder holds saves too: {other} (--saves chooses a folder)"
        paragraph(output, text, indent="" if output.plain else " ")
