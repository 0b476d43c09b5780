"""Text laid out for the width there is. Plain output is never wrapped."""

from typing import TYPE_CHECKING

from campaign.cli.console import Output, printable

if TYPE_CHECKING:
    from rich.text import Text

_NARROWEST = 12


def cells(text: str) -> int:
    """Return how many columns a text takes; a wide letter takes two."""
    if text.isascii():
        return len(text)
    from rich.cells import cell_len  # noqa: PLC0415 (only where columns count)

    return cell_len(text)


def padded(text: str, width: int) -> str:
    """Return text with spaces after it, so that it takes this many columns."""
    return text + " " * (width - cells(text))


def paragraph(
    output: Output, text: "str | Text", *, indent: str = "", hang: str | None = None, style: str = ""
) -> None:
    """Write text between the margins: ``indent`` before its first line, ``hang`` before the others."""
    if output.plain:
        output.line(text)
        return
    from rich.text import Text  # noqa: PLC0415 (rich costs time at start-up)

    body = Text(printable(text), style=style) if isinstance(text, str) else text
    rest = indent if hang is None else hang
    room = max(_NARROWEST, output.width - max(len(indent), len(rest)))
    for number, line in enumerate(body.wrap(output.console, room)):
        output.line(Text(rest if number else indent) + line)


def heading(output: Output, left: str, right: str = "") -> None:
    """Write a title, with what belongs to it at the right margin where there is room. Not for plain output."""
    from rich.text import Text  # noqa: PLC0415 (rich costs time at start-up)

    left, right = printable(left), printable(right)
    gap = output.width - 2 - cells(left) - cells(right)
    if right and gap < 2:  # noqa: PLR2004 (two spaces keep them apart)
        paragraph(output, left, indent=" ", style="bold")
        paragraph(output, right, indent=" ", style="dim")
    else:
        output.line(Text.assemble(" ", (left, "bold"), " " * max(gap, 0), (right, "dim")))
