"""Where keys and values of a TOML text stand (chapter format, section 7)."""

import tomllib
from datetime import UTC, datetime

import pytest
import tomli_w
from hypothesis import given
from hypothesis import strategies as st

from campaign.files.places_in_toml import KeyPath, Places, scan

TEXT = '''# a comment = 1
title = "a = [b] # no comment"
[moves.tricks] # here too
order = 10
"for every".'one' = { count = "tricks", won-with = { value = [1,
  2, # three
  3 ] }, at-least = 1 }
story = """
x = 1
""\\""""""
dotted . key.last = 1979-05-27 07:32:00Z
[[games]]
seed = 'one'
[games.inner]
a = 1
[[games]]
seed = \'\'\'it's\'\'\'\'
'''

PLACES: list[tuple[KeyPath, tuple[int, int], tuple[int, int]]] = [
    (("title",), (2, 1), (2, 9)),
    (("moves",), (3, 2), (3, 2)),
    (("moves", "tricks"), (3, 8), (3, 1)),
    (("moves", "tricks", "order"), (4, 1), (4, 9)),
    (("moves", "tricks", "for every"), (5, 1), (5, 1)),
    (("moves", "tricks", "for every", "one"), (5, 13), (5, 21)),
    (("moves", "tricks", "for every", "one", "count"), (5, 23), (5, 31)),
    (("moves", "tricks", "for every", "one", "won-with", "value"), (5, 54), (5, 62)),
    (("moves", "tricks", "for every", "one", "won-with", "value", 0), (5, 63), (5, 63)),
    (("moves", "tricks", "for every", "one", "won-with", "value", 2), (7, 3), (7, 3)),
    (("moves", "tricks", "for every", "one", "at-least"), (7, 10), (7, 21)),
    (("moves", "tricks", "story"), (8, 1), (8, 9)),
    (("moves", "tricks", "dotted"), (11, 1), (11, 1)),
    (("moves", "tricks", "dotted", "key", "last"), (11, 14), (11, 21)),
    (("games", 0, "seed"), (13, 1), (13, 8)),
    (("games", 0, "inner", "a"), (15, 1), (15, 5)),
    (("games", 1, "seed"), (17, 1), (17, 8)),
]


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize(("path", "key", "value"), PLACES)
def test_places_counted_by_hand(newline: str, path: KeyPath, key: tuple[int, int], value: tuple[int, int]) -> None:
    text = TEXT.replace("\n", newline)
    tomllib.loads(text)
    places = scan(text)
    assert places.key(path) == key
    assert places.value(path) == value


def test_a_path_that_is_not_there_has_the_place_of_what_is_around_it() -> None:
    assert scan("a = 1\n[b]\nc = {}\n").value(("b", "c", "d", 3)) == (3, 5)
    assert scan("a = 1\n").key(("x", "y")) == (1, 1)


def _leaves(data: object, path: KeyPath = ()) -> list[tuple[KeyPath, object]]:
    if isinstance(data, dict) and (data or not path):
        return [leaf for key, value in data.items() for leaf in _leaves(value, (*path, key))]
    if isinstance(data, list):
        return [(path, data), *(leaf for at, value in enumerate(data) for leaf in _leaves(value, (*path, at)))]
    return [(path, data)]


def _written(places: Places, text: str, path: KeyPath) -> object:
    found = places.found[path]
    return tomllib.loads(f"value = {text[found.value : found.end]}")["value"]


CHARACTERS = st.characters(exclude_categories=["Cs"])
SCALARS = (
    st.text(CHARACTERS)
    | st.integers(-(2**60), 2**60)
    | st.booleans()
    | st.floats(allow_nan=False)
    | st.just(datetime(2026, 12, 1, 20, 15, tzinfo=UTC))
)
KEYS = st.text(CHARACTERS, max_size=6)
TABLES = st.dictionaries(
    KEYS,
    st.recursive(
        SCALARS,
        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=4),
        max_leaves=12,
    ),
    max_size=5,
)


@given(data=TABLES, multiline=st.booleans())
def test_each_value_stands_at_its_place(*, data: dict[str, object], multiline: bool) -> None:
    text = tomli_w.dumps(data, multiline_strings=multiline).replace("\r\n", "\n")
    read = tomllib.loads(text)
    places = scan(text)
    for path, value in _leaves(read):
        if isinstance(value, list) and any(isinstance(part, dict) for part in value):
            # Such a list may be written as [[headers]], which no single stretch of text spells.
            assert path in places.found
        elif value != {}:
            assert _written(places, text, path) == value


@given(TABLES)
def test_each_key_stands_at_its_place(data: dict[str, object]) -> None:
    text = tomli_w.dumps(data)
    places = scan(text)
    for path, _ in _leaves(tomllib.loads(text)):
        if isinstance(path[-1], str):
            at = places.found[path].key
            key = tomli_w.dumps({path[-1]: 1}).removesuffix(" = 1\n")
            assert text[at : at + len(key)] == key
