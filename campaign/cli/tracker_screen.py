"""The score tracker on the screen, as the booklet has it."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from campaign.cli.console import Output, printable
from campaign.cli.context import local_text
from campaign.cli.home import stars_words
from campaign.cli.layout import cells, heading, padded, paragraph
from campaign.cli.tracking import Best, Box, Kind, TrackerRow, boxes
from campaign.play.campaign import Campaign, RowState
from campaign.play.tracker import TRIES, total
from campaign.rules.words import joined, plural

if TYPE_CHECKING:
    from rich.text import Text

BEST_SHOWN = 3
"""How many of the best totals the screen shows; JSON has all."""
_BOXES_WIDTH = 29
_STARS_WIDTH = 11
_MARK_WIDTH = len("in progress")


def draw_tracker(output: Output, name: str, campaign: Campaign, *, rows: Sequence[TrackerRow], best: Sequence[Best]) -> None:
    """Show the tracker: a row a chapter, the total row, the best totals so far."""
    if output.plain:
        _plain_tracker(output, name, campaign, rows, best)
        return
    heading(output, f"{name} · score tracker", " and ".join(campaign.players))
    for kind, title in ((Kind.TUTORIAL, "Tutorials"), (Kind.SCORED, "Chapters")):
        of_kind = [row for row in rows if row.kind is kind]
        if of_kind:
            output.line()
            _section(output, title, of_kind)
    output.line()
    _total_row(output, campaign)
    if best:
        output.line()
        paragraph(output, "Best totals of finished campaigns", indent=" ", style="bold")
        for place, one in enumerate(best[:BEST_SHOWN], 1):
            paragraph(output, f"{place}  {_best_words(one, name)}", indent="   ", hang="      ")


def _best_words(best: Best, name: str) -> str:
    this = " (this one)" if best.name == name else ""
    return f"{stars_words(best.stars)} in {plural(best.attempts, 'attempt')} · {best.name}{this} · {local_text(best.date)[:10]}"


def _total_row(output: Output, campaign: Campaign) -> None:
    sums = total(campaign)
    finished = "" if campaign.finished is None else f" · finished {local_text(campaign.finished)[:10]}"
    text = f"Total   {plural(sums.attempts, 'attempt')} · {stars_words(sums.stars)}{finished}"
    paragraph(output, text, indent=" ", hang=" " * 9, style="bold")


def _section(output: Output, title: str, rows: Sequence[TrackerRow]) -> None:
    from rich.text import Text  # noqa: PLC0415 (rich costs time at start-up)

    id_width = max(cells(row.chapter) for row in rows)
    title_width = max(cells(printable(row.title)) for row in rows)
    room = output.width - 3 - id_width - 2 - 2 - _BOXES_WIDTH - _STARS_WIDTH - 2 - _MARK_WIDTH
    if title_width > room:
        output.line(Text(f" {title}", "bold"))
        for row in rows:
            start = Text.assemble(*_name(row, id_width))
            paragraph(output, start, indent="   ", hang=" " * (5 + id_width))
            for line in _narrow_boxes(row, output.width - 5):
                output.line(Text(" " * 5) + line)
        return
    left = padded(f" {title}", 3 + id_width + 2 + room)
    right = "Attempts".rjust(_BOXES_WIDTH) if rows[0].kind is Kind.TUTORIAL else "   ".join("123456") + "   7+"
    stars = "Points" if rows[0].kind is Kind.TUTORIAL else "Stars"
    output.line(Text.assemble((left, "bold"), "  ", (right.rjust(_BOXES_WIDTH), "dim"), (stars.rjust(_STARS_WIDTH), "dim")))
    for row in rows:
        line = Text.assemble("   ", *_name(row, id_width))
        line.append(" " * (3 + id_width + 2 + room + 2 - cells(line.plain)))
        line.append_text(_wide_boxes(row))
        line.append("  ")
        line.append(row.mark, "yellow")
        line.rstrip()
        output.line(line)


def _name(row: TrackerRow, id_width: int) -> tuple[tuple[str, str], str]:
    style = "bold" if row.due or row.in_progress else "dim" if not row.attempts else ""
    return (padded(row.chapter, id_width), style), f"  {printable(row.title)}"


def _number_box(number: int, *, known: bool) -> tuple[str, str]:
    return f"[{number if known else '':>2}]", "" if known else "dim"


def _attempt_boxes(row: TrackerRow, gap: str) -> "Text":
    from rich.text import Text  # noqa: PLC0415 (rich costs time at start-up)

    text = Text()
    for number, box in enumerate(boxes(row), 1):
        label = str(number) if number <= TRIES else "7+"
        if number > 1:
            text.append(gap)
        match box:
            case Box.FREE:
                text.append(f"[{label}]", "dim")
            case Box.CROSSED:
                text.append("[×]" if number <= TRIES else "[××]", "red")
            case Box.CIRCLED:
                text.append(f"({label})", "bold green")
    return text


def _wide_boxes(row: TrackerRow) -> "Text":
    from rich.text import Text  # noqa: PLC0415 (rich costs time at start-up)

    stars, style = _number_box(row.stars, known=_is_scored(row))
    if row.kind is Kind.TUTORIAL:
        attempts, attempts_style = _number_box(row.attempts, known=row.attempts > 0)
        boxed = Text(attempts.rjust(_BOXES_WIDTH), attempts_style)
    else:
        boxed = _attempt_boxes(row, " ")
        boxed.pad_left(_BOXES_WIDTH - boxed.cell_len)
    return boxed + Text(stars.rjust(_STARS_WIDTH), style)


def _narrow_boxes(row: TrackerRow, width: int) -> "list[Text]":
    from rich.text import Text  # noqa: PLC0415 (rich costs time at start-up)

    stars, style = _number_box(row.stars, known=_is_scored(row))
    if row.kind is Kind.TUTORIAL:
        attempts, attempts_style = _number_box(row.attempts, known=row.attempts > 0)
        line = Text.assemble("Attempts ", (attempts, attempts_style), "  Points ", (stars, style))
    else:
        line = _attempt_boxes(row, "") + Text.assemble(" Stars ", (stars, style))
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
