"""A chapter as a flat set of lines, each an address and a whole value (chapter format, section 2)."""

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import cast

import tomli_w

from campaign.files.places_in_toml import KeyPath
from campaign.files.shape import nearest
from campaign.files.source import Problem, Source, shown

TOP_KEYS = frozenset({"format", "title", "story", "extends", "without"})
ENTRY_SECTIONS = frozenset({"moves", "limits", "objectives"})
ACHIEVEMENT = "achievement"
SCORE = "score.by-attempt"


@dataclass(frozen=True, slots=True)
class Line:
    """One line and where it comes from; ``keys`` is its place in ``source``."""

    address: str
    value: object
    source: Source
    keys: KeyPath

    @property
    def is_entry(self) -> bool:
        """Whether it is a whole rule with a name, which another line never replaces."""
        general = general_address(self.address)
        return general == ACHIEVEMENT or general.partition(".")[0] in ENTRY_SECTIONS


@dataclass(frozen=True, slots=True)
class Resolved:
    """A chapter's lines after merging, sorted by address, and the file they were resolved for."""

    source: Source
    lines: Mapping[str, Line]

    @property
    def values(self) -> dict[str, object]:
        """The lines without their origin."""
        return {address: line.value for address, line in self.lines.items()}


@dataclass(slots=True)
class Merge:
    """What merging one file comes to: its lines, and all that is wrong."""

    resolved: Resolved
    problems: list[Problem] = field(default_factory=list)


def general_address(address: str) -> str:
    """Return an address without the round that it holds in."""
    return address.split(".", 2)[2] if address.startswith("round.") else address


def round_of(address: str) -> int | None:
    """Return the round that a line holds in, or None for every round."""
    return int(address.split(".", 2)[1]) if address.startswith("round.") else None


def flatten(source: Source) -> dict[str, Line]:
    """Return the lines of one file whose shape is clean."""
    lines = [Line(address, value, source, keys) for address, keys, value in _walk((), source.data)]
    return {line.address: line for line in lines}


def _walk(path: KeyPath, table: Mapping[str, object]) -> Iterator[tuple[str, KeyPath, object]]:
    for section, value in table.items():
        keys = (*path, section)
        if section == ACHIEVEMENT or (path and section == "without"):
            yield _address(keys), keys, value
        elif section == "round":
            for number, inner in _table(value).items():
                yield from _walk((*keys, number), _table(inner))
        elif section not in TOP_KEYS:
            for name, inner in _table(value).items():
                yield _address((*keys, name)), (*keys, name), inner


def _address(keys: KeyPath) -> str:
    return ".".join(map(str, keys))


def _table(value: object) -> Mapping[str, object]:
    return cast("Mapping[str, object]", value) if isinstance(value, dict) else {}


def _texts(value: object) -> list[str]:
    return [text for text in value if isinstance(text, str)] if isinstance(value, list) else []


def _names(address: str, taken: str) -> bool:
    """Return whether an address in ``without`` names a line or a group that holds it."""
    return taken == address or taken.startswith(f"{address}.")


def merge(source: Source, base: Resolved | None) -> Merge:
    """Return a file's lines on top of those it extends (section 2), with all that is wrong (section 7, merge)."""
    inherited = dict(base.lines) if base else {}
    problems: list[Problem] = []
    for place, address in enumerate(_texts(source.data.get("without"))):
        taken = [known for known in inherited if _names(address, known)]
        if not taken:
            problems.append(_nothing_to_take_out(source, base, place, address))
        for known in taken:
            del inherited[known]
    own = flatten(source)
    for line in own.values():
        problems += _clashes(line, own, inherited)
    merged = {**inherited, **own}
    resolved = Resolved(source, {address: merged[address] for address in sorted(merged)})
    problems += _verdict_problems(resolved, own)
    problems += _round_problems(resolved)
    return Merge(resolved, problems)


def _nothing_to_take_out(source: Source, base: Resolved | None, place: int, address: str) -> Problem:
    keys = ("without", place)
    if base is None:
        return source.at_value(keys, '"without" takes lines out of an extended chapter: this one extends none')
    known = set(base.lines) | {line.address.rpartition(".")[0] for line in base.lines.values()} - {""}
    return source.at_value(keys, f'{shown(address)} is not in "{base.source.id}"{nearest(address, sorted(known))}')


def _clashes(line: Line, own: Mapping[str, Line], inherited: Mapping[str, Line]) -> Iterator[Problem]:
    old = inherited.get(line.address)
    if line.is_entry:
        if old is not None:
            other_name = "" if line.address.endswith(ACHIEVEMENT) else "choose another name, or "
            text = (
                f'{line.address} is already in "{old.source.id}": {other_name}'
                f'take that one out with without = ["{line.address}"]'
            )
            yield line.source.at_key(line.keys, text)
        return
    if round_of(line.address) is not None:
        return
    for address, other in inherited.items():
        if round_of(address) is not None and general_address(address) == line.address and address not in own:
            text = (
                f'{address} is in "{other.source.id}" ({other.source.home(other.keys)}): say here what that round '
                f'shall have, or take that line out with without = ["{address}"]'
            )
            yield line.source.at_key(line.keys, text)


def _verdict_problems(resolved: Resolved, own: Mapping[str, Line]) -> Iterator[Problem]:
    """Yield what is wrong with ``[score]`` and ``[achievement]``, of which a chapter has exactly one."""
    source = resolved.source
    present = [address for address in (ACHIEVEMENT, SCORE) if address in resolved.lines]
    if not present:
        yield source.at_key(("extends",), "a chapter has one of [achievement] and [score]; this one has neither")
    elif len(present) == 1:
        return
    elif len(mine := [address for address in present if address in own]) == 1:
        other = "achievement" if mine == [SCORE] else "score"
        text = (
            f'a chapter has [score] or [achievement], not both: take the inherited one out with without = ["{other}"]'
        )
        yield source.at_key((mine[0].partition(".")[0],), text)
    else:
        text = "a chapter has [score] or [achievement], not both"
        yield max(source.at_key((address.partition(".")[0],), text) for address in present)


def _round_problems(resolved: Resolved) -> Iterator[Problem]:
    """Yield what clashes within one round: an entry with a general one, a ``without`` with nothing."""
    general = [address for address in resolved.lines if round_of(address) is None]
    for address, line in resolved.lines.items():
        number = round_of(address)
        if number is None:
            continue
        if general_address(address) == "without":
            for place, taken in enumerate(_texts(line.value)):
                if not any(_names(taken, known) for known in general):
                    text = f"{shown(taken)} is no line of every round{nearest(taken, general)}"
                    yield report_at(resolved, line, (place,), text)
        elif line.is_entry and general_address(address) in _general_lines(resolved, number):
            name = general_address(address)
            text = (
                f"{name} holds in every round already: choose another name, or take that one out "
                f'with [round.{number}] without = ["{name}"]'
            )
            yield report_at(resolved, line, (), text, at_key=True)


def report_at(resolved: Resolved, line: Line, keys: KeyPath, text: str, *, at_key: bool = False) -> Problem:
    """Return a problem in a line: at the value, or the key, that ``keys`` lead to from the line on.

    An inherited line is reported at ``extends``, with its address and home.
    """
    at = (*line.keys, *keys)
    if line.source is not resolved.source:
        return resolved.source.at_key(("extends",), f"{line.address} ({line.source.home(at)}): {text}")
    return line.source.at_key(at, text) if at_key else line.source.at_value(at, text)


def _general_lines(resolved: Resolved, number: int) -> dict[str, Line]:
    """Return the general lines that hold in one round."""
    without = resolved.lines.get(f"round.{number}.without")
    taken = _texts(without.value) if without else []
    return {
        address: line
        for address, line in resolved.lines.items()
        if round_of(address) is None and not any(_names(name, address) for name in taken)
    }


def round_lines(resolved: Resolved, number: int) -> dict[str, Line]:
    """Return the lines that one round plays by, under their general addresses."""
    lines = _general_lines(resolved, number)
    for address, line in resolved.lines.items():
        if round_of(address) == number and general_address(address) != "without":
            lines[general_address(address)] = line
    return lines


def nested(lines: Mapping[str, object]) -> dict[str, object]:
    """Return lines as the nested tables that a file would have."""
    tables: dict[str, object] = {}
    for address, value in lines.items():
        *sections, name = address.split(".")
        table = tables
        for section in sections:
            inner = table.setdefault(section, {})
            table = cast("dict[str, object]", inner)
        table[name] = value
    return tables


def to_toml(lines: Mapping[str, object]) -> str:
    """Return resolved lines as TOML: a chapter file without ``format``, ``title`` and ``story``."""
    return tomli_w.dumps(nested({address: lines[address] for address in sorted(lines)}))


def digest_of(lines: Mapping[str, object]) -> str:
    """Return 16 hex digits that are the same for the same lines in any order: what a save calls them by."""
    text = "".join(f"{address} = {_canonical(lines[address])}\n" for address in sorted(lines))
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _canonical(value: object) -> str:
    """Return the one spelling of a value: JSON with sorted keys."""
    return json.dumps(value, sort_keys=True, ensure_ascii=False)
