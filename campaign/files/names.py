"""What a person types: names of saves and players, and seeds."""

import unicodedata

from campaign.files.errors import NameRefused, SeedRefused
from campaign.notation import quoted

NAME_LENGTH = 60
"""The most characters in a save's name: with four bytes each and our endings it still fits in a file's name."""
PLAYER_LENGTH = 40
"""The most characters in a player's name."""
SEED_LIMIT = 2**64
"""Seeds are below this."""

_BETWEEN = frozenset(" -_.")
_DEVICES = frozenset(
    ["con", "prn", "aux", "nul", *(f"{port}{digit}" for port in ("com", "lpt") for digit in "123456789¹²³")]
)
_WHO_WORDS = frozenset(["human", "bot"])


def _is_letter(character: str) -> bool:
    return unicodedata.category(character)[0] == "L"


def _is_mark(character: str) -> bool:
    return unicodedata.category(character)[0] == "M"


def _is_digit(character: str) -> bool:
    return unicodedata.category(character) == "Nd"


def check_name(text: str) -> str:
    """Return the NFC form of a save's name; raise :class:`NameRefused`."""
    name = unicodedata.normalize("NFC", text)
    if not 1 <= len(name) <= NAME_LENGTH:
        shown = f"{len(name)} in {quoted(name)}" if name else "none"
        raise NameRefused(f"a save's name has 1 to {NAME_LENGTH} characters; found {shown}")
    # A vowel sign or accent belongs to the letter before it, so it may also end a name.
    after_letter = False
    for character in name:
        if _is_letter(character) or (after_letter and _is_mark(character)):
            after_letter = True
            continue
        after_letter = False
        if not _is_digit(character) and character not in _BETWEEN:
            raise NameRefused(
                "a save's name holds letters and digits, and inside also space, - _ and .; "
                f"found {quoted(character)} in {quoted(name)}"
            )
    if name[0] in _BETWEEN or name[-1] in _BETWEEN:
        raise NameRefused(f"a save's name begins and ends with a letter or a digit; found {quoted(name)}")
    if name.partition(".")[0].rstrip(" ").casefold() in _DEVICES:
        raise NameRefused(f"a save's name is not the name of a device on Windows; found {quoted(name)}")
    return name


def _folded(name: str) -> str:
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())


def same_name(first: str, second: str) -> bool:
    """Whether two names are the same but for case and composition."""
    return _folded(first) == _folded(second)


def check_player(text: str) -> str:
    """Return a player's name, NFC and without space around it; raise :class:`NameRefused`."""
    name = unicodedata.normalize("NFC", text).strip()
    if not 1 <= len(name) <= PLAYER_LENGTH:
        shown = f"{len(name)} in {quoted(name)}" if name else "none"
        raise NameRefused(f"a player's name has 1 to {PLAYER_LENGTH} characters; found {shown}")
    if not name.isprintable():
        raise NameRefused(f"a player's name is one line that can be printed; found {quoted(name)}")
    folded = _folded(name)
    if folded in _WHO_WORDS or folded.startswith("bot:"):
        raise NameRefused(f"a player is not called human, bot or bot:..., which say who plays; found {quoted(name)}")
    return name


def check_players(first: str, second: str) -> tuple[str, str]:
    """Return the names of two players, who differ in more than case; raise :class:`NameRefused`."""
    names = check_player(first), check_player(second)
    if same_name(*names):
        raise NameRefused(f"the players have two different names; found {quoted(names[0])} and {quoted(names[1])}")
    return names


def parse_seed(text: str) -> int:
    """Return the seed of its decimal digits; raise :class:`SeedRefused`."""
    plain = text.isascii() and text.isdigit() and len(text) <= len(str(SEED_LIMIT)) and (text == "0" or text[0] != "0")
    if not plain or int(text) >= SEED_LIMIT:
        raise SeedRefused(
            f"a seed is a whole number from 0 to {SEED_LIMIT - 1}, digits alone, no leading zeros; found {quoted(text)}"
        )
    return int(text)
