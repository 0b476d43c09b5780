"""The score tracker on the screen, as the booklet has it."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from campaign.cli.console import Output, printable
from campaign.cli.context import local_text
from campaign.cli.home import stars_words
from campaign.cli.layout import cells, heading, padded, paragraph
from campaign.cli.tracking import Best, Box, Kind, TrackerRow, boxes
from campaign.notation import plural
from campaign.play.campaign import Campaign, RowState
from campaign.play.tracker import TRIES, hints_asked, total
from campaign.rules.words import joined

if TYPE_CHECKING:
    from rich.text import Text

BEST_SHOWN = 3
"""How many of the best totals the screen shows; JSON has all."""
_INDENT = 3
_CROSS = "\N{MULTIPLICATION SIGN}"
_BOXES_WIDTH = len("[1][2][3][4][5][6][7+]")
_STARS_WIDTH = len("   Points")
_MARK_WIDTH = len("  next")
_TITLE_ROOM = 14
_SHORT_MARKS = {"in progress": "now", "due next": "next", "left behind": "left"}


def draw_tracker(
    output: Output, name: str, campaign: Campaign, *, rows: Sequence[TrackerRow], best: Sequence[Best]
) -> None:
    """Show the tracker: a row a chapter, the total row, the best totals so far."""
    if output.plain:
        _plain_tracker(output, name, campaign, rows, best)
        return
    heading(output, f"{name} · score tracker", " and ".join(campaign.players))
    widths = max(cells(row.chapter) for row in rows), max(cells(printable(row.title)) for row in rows)
    for kind, title in ((Kind.TUTORIAL, "Tutorials"), (Kind.SCORED, "Chapters")):
        of_kind = [row for row in rows if row.kind is kind]
        if of_kind:
            output.line()
            _section(output, title, of_kind, widths)
    output.line()
    _total_row(output, campaign)
    if best:
        output.line()
        paragraph(output, "Best totals of finished campaigns", indent=" ", style="bold")
        for place, one in enumerate(best[:BEST_SHOWN], 1):
            paragraph(output, f"{place}  {_best_words(one, name)}", indent="   ", hang="      ")


def _best_words(best: Best, name: str) -> str:
    this = " (this one)" if best.name == name else ""
    score = f"{stars_words(best.stars)} in {plural(best.attempts, 'attempt')}"
    return f"{score} · {best.name}{this} · {local_text(best.date)[:10]}"


def _total_row(output: Output, campaign: Campaign) -> None:
    sums = total(campaign)
    finished = "" if campaign.finished is None else f" · finished {local_text(campaign.finished)[:10]}"
    text = f"Total   {plural(sums.attempts, 'attempt')} · {stars_words(sums.stars)}{finished}"
    paragraph(output, text, indent=" ", hang=" " * 9, style="bold")
    if hints := hints_asked(campaign):
        text = f"Hints   {' · '.join(f'{name} {number}' for name, number in hints)}"
        paragraph(output, text, indent=" ", hang=" " * 9, style="dim")


def _section(output: Output, title: str, rows: Sequence[TrackerRow], widths: tuple[int, int]) -> None:
    from rich.text import Text  # noqa: PLC0415 (rich costs time at start-up)

    id_width, title_width = widths
    room = output.width - _INDENT - id_width - 4 - _BOXES_WIDTH - _STARS_WIDTH - _MARK_WIDTH
    if room < _TITLE_ROOM:
        output.line(Text(f" {title}", "bold"))
        for row in rows:
            _narrow_row(output, row, id_width)
        return
    title_width = min(room, title_width)
    left = padded(f" {title}", _INDENT + id_width + 2 + title_width + 2)
    stars = "Points" if rows[0].kind is Kind.TUTORIAL else "Stars"
    output.line(Text.assemble((left, "bold"), ("Attempts".ljust(_BOXES_WIDTH + 3) + stars, "dim")))
    for row in rows:
        _wide_row(output, row, id_width, title_width)


def _wide_row(output: Output, row: TrackerRow, id_width: int, title_width: int) -> None:
    """Write a row on one line, or a long title above the last of its lines."""
    from rich.text import Text  # noqa: PLC0415 (rich costs time at start-up)

    style = _name_style(row)
    start = Text(padded(row.chapter, id_width), style)
    titles = list(Text(printable(row.title), style).wrap(output.console, title_width)) or [Text()]
    for number, part in enumerate(titles, 1):
        line = Text(" " * _INDENT) + start + Text("  ") + part
        if number == len(titles):
            line.pad_right(_INDENT + id_width + 2 + title_width + 2 - line.cell_len)
            line.append_text(_wide_boxes(row))
            line.append(f"  {_SHORT_MARKS.get(row.mark, '')}", "yellow")
            line.rstrip()
        output.line(line)
        start = Text(" " * id_width)


def _narrow_row(output: Output, row: TrackerRow, id_width: int) -> None:
    from rich.text import Text  # noqa: PLC0415 (rich costs time at start-up)

    start = Text(f"{padded(row.chapter, id_width)}  {printable(row.title)}", _name_style(row))
    paragraph(output, start, indent=" " * _INDENT, hang=" " * (_INDENT + 2 + id_width))
    for line in _narrow_boxes(row, output.width - 5):
        output.line(Text(" " * 5) + line)


def _name_style(row: TrackerRow) -> str:
    return "bold" if row.due or row.in_progress else "" if row.attempts else "dim"


def _number_box(number: int, *, known: bool) -> tuple[str, str]:
    return f"[{number if known else '':>2}]", "" if known else "dim"


def _attempt_boxes(row: TrackerRow) -> "Text":
    from rich.text import Text  # noqa: PLC0415 (rich costs time at start-up)

    text = Text()
    for number, box in enumerate(boxes(row), 1):
        label = str(number) if number <= TRIES else "7+"
        match box:
            case Box.FREE:
                text.append(f"[{label}]", "dim")
            case Box.CROSSED:
                text.append(f"[{_CROSS}]", "red")
            case Box.CIRCLED:
                text.append(f"({label})", "bold green")
    return text


def _wide_boxes(row: TrackerRow) -> "Text":
    from rich.text import Text  # noqa: PLC0415 (rich costs time at start-up)

    stars, style = _number_box(row.stars, known=_is_scored(row))
    if row.kind is Kind.TUTORIAL:
        attempts, attempts_style = _number_box(row.attempts, known=row.attempts > 0)
        boxed = Text(attempts, attempts_style)
    else:
        boxed = _attempt_boxes(row)
    boxed = Text() + boxed
    boxed.pad_right(_BOXES_WIDTH - boxed.cell_len)
    return boxed + Text(f"   {stars}", style)


def _narrow_boxes(row: TrackerRow, width: int) -> "list[Text]":
    from rich.text import Text  # noqa: PLC0415 (rich costs time at start-up)

    stars, style = _number_box(row.stars, known=_is_scored(row))
    if row.kind is Kind.TUTORIAL:
        attempts, attempts_style = _number_box(row.attempts, known=row.attempts > 0)
        line = Text.assemble("Attempts ", (attempts, attempts_style), "  Points ", (stars, style))
    else:
        line = _attempt_boxes(row) + Text.assemble(" Stars ", (stars, style))
    mark = row.mark
    if not mark:
        return [line]
    if line.cell_len + 2 + len(mark) <= width:
        return [line + Text.assemble("  ", (mark, "yellow"))]
    return [line, Text(mark, "yellow")]


def _is_scored(row: TrackerRow) -> bool:
    return row.state is not RowState.OPEN or row.stars > 0


def _plain_tracker(
    output: Output, name: str, campaign: Campaign, rows: Sequence[TrackerRow], best: Sequence[Best]
) -> None:
    output.line(f"Campaign: {name}")
    output.line(f"Players: {' and '.join(campaign.players)}")
    for row in rows:
        output.line(f"{row.kind.value.capitalize()} {row.chapter}: {row.title}: {', '.join(_plain_facts(row))}")
    sums = total(campaign)
    output.line(f"Total: {plural(sums.attempts, 'attempt')}, {stars_words(sums.stars)}")
    if hints := hints_asked(campaign):
        output.line(f"Hints: {', '.join(f'{name} {number}' for name, number in hints)}")
    output.line(f"Finished: {'no' if campaign.finished is None else local_text(campaign.finished)[:10]}")
    for one in best[:BEST_SHOWN]:
        output.line(f"Best: {_best_words(one, name).replace(' · ', ', ')}")


def _plain_facts(row: TrackerRow) -> list[str]:
    if not row.attempts:
        return [row.mark or "not begun"]
    facts: list[str] = []
    if row.kind is Kind.TUTORIAL:
        facts.append(plural(row.attempts, "attempt"))
    else:
        crossed = [str(number) for number, box in enumerate(boxes(row), 1) if box is Box.CROSSED]
        if crossed:
            facts.append(f"{'attempts' if len(crossed) > 1 else 'attempt'} {joined(crossed, 'and')} crossed out")
        if row.state is RowState.DONE:
            facts.append(f"attempt {row.attempts if row.attempts <= TRIES else '7+'} circled")
        if row.attempts > TRIES:
            facts.append(f"{plural(row.attempts, 'attempt')} in all")
    facts.append(stars_words(row.stars))
    if row.state is not RowState.OPEN:
        facts.append("done" if row.state is RowState.DONE else "left behind")
    elif row.mark:
        facts.append(row.mark)
    return facts
