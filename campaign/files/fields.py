"""A table of a save being read: every key is asked for, every kind is checked, nothing is left over."""

import contextlib
import re
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from typing import TypeGuard, TypeVar

from campaign.files.errors import SaveDamaged
from campaign.notation import quoted

NUMBER_LIMIT = 2**63
"""Numbers in a save are below this, as TOML promises them."""

_T = TypeVar("_T")


class Fields:
    """Each question takes one key or raises :class:`SaveDamaged`; ``finish`` refuses what is left."""

    def __init__(self, raw: dict[str, object], place: str) -> None:
        self._left = dict(raw)
        self.place = place

    def wrong(self, key: str, expected: str, found: object) -> SaveDamaged:
        """Return the refusal of a key's value."""
        return SaveDamaged(f"{self._at(key)}: expected {expected}; found {described(found)}")

    def has(self, key: str) -> bool:
        """Whether the key is there and was not taken yet."""
        return key in self._left

    def finish(self) -> None:
        """Refuse keys that nobody asked for."""
        for key in self._left:
            raise SaveDamaged(f"{self._at(quoted(key))}: this format has no such key")

    def text(self, key: str) -> str:
        """Take a text."""
        found = self._left.pop(key, None)
        if not isinstance(found, str):
            raise self.wrong(key, "a text", found)
        return found

    def word(self, key: str, words: Iterable[str]) -> str:
        """Take one of some words."""
        found = self.text(key)
        known = list(words)
        if found not in known:
            raise self.wrong(key, f"one of {', '.join(known)}", found)
        return found

    def flag(self, key: str) -> bool:
        """Take true or false."""
        found = self._left.pop(key, None)
        if not isinstance(found, bool):
            raise self.wrong(key, "true or false", found)
        return found

    def number(self, key: str, *, low: int = 0) -> int:
        """Take a whole number from ``low`` on."""
        found = self._left.pop(key, None)
        if not _is_number(found, low):
            raise self.wrong(key, f"a whole number from {low} on", found)
        return found

    def numbers(self, key: str, *, low: int = 0) -> list[int]:
        """Take a list of whole numbers from ``low`` on."""
        found = self._list(key, "a list of whole numbers")
        numbers = [item for item in found if _is_number(item, low)]
        if len(numbers) != len(found):
            raise self.wrong(key, f"a list of whole numbers from {low} on", found)
        return numbers

    def texts(self, key: str) -> list[str]:
        """Take a list of texts."""
        found = self._list(key, "a list of texts")
        texts = [item for item in found if isinstance(item, str)]
        if len(texts) != len(found):
            raise self.wrong(key, "a list of texts", found)
        return texts

    def pair(self, key: str, found: list[_T]) -> tuple[_T, _T]:
        """Return the two entries of a list that was taken."""
        match found:
            case [first, second]:
                return first, second
        raise self.wrong(key, "a list of two", found)

    def moment(self, key: str) -> datetime:
        """Take a date and time with its offset, in UTC."""
        found = self._left.pop(key, None)
        if isinstance(found, datetime) and found.tzinfo is not None:
            # An offset may lead out of the years that there are.
            with contextlib.suppress(OverflowError):
                return found.astimezone(UTC)
        raise self.wrong(key, "a date and time such as 2026-12-01T20:15:00Z", found)

    def table(self, key: str) -> "Fields":
        """Take a table."""
        found = self._left.pop(key, None)
        if not isinstance(found, dict):
            raise self.wrong(f"[{key}]", "a table", found)
        return Fields(found, f"[{key}]")

    def tables(self, key: str) -> "list[Fields]":
        """Take a list of tables; none may be there."""
        found = self._list(key, f"tables [[{key}]]") if key in self._left else []
        tables = [Fields(item, f"[[{key}]] {place}") for place, item in enumerate(found, 1) if isinstance(item, dict)]
        if len(tables) != len(found):
            raise self.wrong(key, f"tables [[{key}]]", found)
        return tables

    def named_tables(self, key: str, pattern: re.Pattern[str]) -> "Iterator[tuple[str, Fields]]":
        """Take a table of tables, each under a name of the pattern; none may be there."""
        found = self._left.pop(key, {})
        if not isinstance(found, dict):
            raise self.wrong(f"[{key}]", "a table", found)
        for name, table in found.items():
            if pattern.fullmatch(name) is None:
                raise self.wrong(f"[{key}]", f"names such as {pattern.pattern}", name)
            if not isinstance(table, dict):
                raise self.wrong(f"[{key}.{name}]", "a table", table)
            yield name, Fields(table, f"[{key}.{name}]")

    def _list(self, key: str, expected: str) -> list[object]:
        found = self._left.pop(key, None)
        if not isinstance(found, list):
            raise self.wrong(key, expected, found)
        return found

    def _at(self, key: str) -> str:
        return f"{self.place}, {key}" if self.place else key


def _is_number(found: object, low: int) -> TypeGuard[int]:
    return type(found) is int and low <= found < NUMBER_LIMIT


def described(found: object) -> str:
    """Return the kind of what was found, and what it is in quotes."""
    match found:
        case None:
            return "nothing"
        case str():
            return quoted(found)
        case bool():
            return quoted(str(found).lower())
        case int() | float():
            return f"the number {found if abs(found) < NUMBER_LIMIT else 'beyond 2^63'}"
        case list() | dict():
            return f"a {'list' if isinstance(found, list) else 'table'} of {len(found)}"
    return f"the date or time {found}"
