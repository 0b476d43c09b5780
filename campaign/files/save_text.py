"""How a save writes texts and moments as TOML, and the heads by which its parts are found without reading them all."""

import re
from datetime import UTC, datetime

GAME = "\n[[games]]\n"
"""The head of each game."""
CHAPTER = "\n[chapters."
"""How the head of each set of a chapter's lines begins."""

_ESCAPES = {code: f"\\u{code:04x}" for code in (*range(0x20), 0x7F)} | {
    ord('"'): '\\"',
    ord("\\"): "\\\\",
    ord("\n"): "\\n",
    ord("\r"): "\\r",
    ord("\t"): "\\t",
}
_NOT_LITERAL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]|'''|^\[(chapters\.|\[games\]\])", re.MULTILINE)


def line(text: str) -> str:
    """Return a text on one line."""
    return f'"{text.translate(_ESCAPES)}"'


def block(text: str) -> str:
    """Return a text over as many lines as it has, where it can stand there as it is."""
    # No line of a block looks like the head of a chapter or a game, so that a search for heads finds only heads.
    return f"'''\n{text}'''" if "\n" in text and not _NOT_LITERAL.search(text) else line(text)


def moment(when: datetime) -> str:
    """Return a moment in UTC, to the second."""
    return f"{when.astimezone(UTC).replace(tzinfo=None).isoformat(timespec='seconds')}Z"
