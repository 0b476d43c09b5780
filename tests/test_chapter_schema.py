"""The JSON Schema takes what the checks take, and refuses what one file alone shows to be wrong."""

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import cast

import pytest
from jsonschema import Draft202012Validator

from campaign.files.chapters import check_paths
from campaign.files.reference_examples import EXAMPLES
from campaign.files.schema import Schema, chapter_schema
from tests.test_chapter_docs import AUTHORING, blocks, whole
from tests.test_chapter_wrong_files import CHAPTERS, WRONG

ROOT = Path(__file__).parent.parent
SCHEMA = chapter_schema()
VALIDATOR = Draft202012Validator(SCHEMA)
SHIPPED = sorted(path for path in (ROOT / "chapters").glob("*.toml") if path.stem != "campaign")


def is_valid(text: str) -> bool:
    return VALIDATOR.is_valid(tomllib.loads(text))


def places(text: str) -> set[str]:
    """Return where the schema finds something wrong, as dotted keys."""
    return {".".join(map(str, error.absolute_path)) for error in VALIDATOR.iter_errors(tomllib.loads(text))}


def test_it_is_a_schema() -> None:
    Draft202012Validator.check_schema(SCHEMA)
    assert SCHEMA["$schema"] == "https://json-schema.org/draft/2020-12/schema"


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_it_takes_every_shipped_chapter(path: Path) -> None:
    assert places(path.read_text("utf-8")) == set()


@pytest.mark.parametrize("text", [*CHAPTERS.values(), *map(whole, EXAMPLES.values()), *map(whole, blocks(AUTHORING))])
def test_it_takes_what_the_checks_take(text: str) -> None:
    if "chapters" not in tomllib.loads(text):
        assert places(text) == set()


REFUSED = {
    "slips": {"", "reactions.ruse", "reactions.per-round", "objectives.balance.must"},
    "half": {"objectives.potions.must", "objectives.pair.must", "moves.push", "moves.push.forward"},
    "rounds": {"round", "round.2", "round.1.objectives.far", "deal.must-give"},
    # Merging, the deck and the track are beyond a schema: only chapter check finds these.
    "heir": set(),
    "reach": set(),
    "odds": set(),
}


@pytest.mark.parametrize("name", WRONG)
def test_the_six_wrong_files_are_refused_as_far_as_a_schema_can(name: str) -> None:
    text = f'format = 1\ntitle = "x"\nextends = "iv"\n{WRONG[name][0]}'
    assert places(text) == REFUSED[name]


ONE_FAULT = [
    "format = 2",
    "title = 3",
    "setup.rounds = true",
    "setup.rounds = 10",
    "deal.must-give = { suit = 'potions' }",
    "deal.must-give.value = [3]",
    "ranks.start = ['fear', 'ruse']",
    "limits.a = { who = 'city', forbid = { suit = 'potion' } }",
    "limits.a = { who = 'players' }",
    "limits.a = { who = 'players', forbid = { value = 1 }, require = { value = 2 } }",
    "limits.a = { who = 'players', require = { value = 2 }, after = 1 }",
    "limits.Big = { who = 'players', forbid = { value = 1 } }",
    "moves.a = { order = 1, pawn = 'scotland-yard' }",
    "moves.a = { order = 1, pawn = 'scotland-yard', forward = 0 }",
    "objectives.a = { text = 'x' }",
    "objectives.a.must = { count = 'tricks', won-by = 'city' }",
    "objectives.a.must = { count = 'tricks', at-least = 1 }",
    "objectives.a.must = { count = 'trick', won-by = 'city', at-least = 1 }",
    "objectives.a.must = { count = 'tricks', won-by = 'city', exactly = 1, at-least = 1 }",
    "objectives.a.must = { count = 'tricks', won-by = 'city', at-most = 0 }",
    "objectives.a.must = { count = 'tricks', won-by = 'city', at-least = 1, for-every = 2 }",
    "objectives.a.must = { count = 'tricks', won-by = 'city', double = {}, at-least = 1 }",
    "objectives.a.must = { count = 'tricks', won-by = 'city', more-than = { count = 'gap', at-least = 1 } }",
    "objectives.a.must.all = [{ count = 'gap', at-least = 1 }]",
    "objectives.a.must.any = [{ count = 'gap', at-least = 1 }, { count = 'gap' }]",
    "objectives.a.must.not = { count = 'cards', suit = 'fear', exactly = 1 }",
    "score.by-attempt = [3, 3, 2]",
    "round.0.deal.give = 3",
    "round.1.setup.rounds = 2",
]


@pytest.mark.parametrize("line", ONE_FAULT)
def test_it_refuses_what_the_checks_refuse(tmp_path: Path, line: str) -> None:
    text = whole(line + "\n")
    assert not is_valid(text)
    path = tmp_path / "x.toml"
    path.write_text(text, "utf-8")
    assert len(check_paths([path])) > 0


def test_a_chapter_that_extends_none_says_where_it_starts_and_what_earns_stars() -> None:
    head = 'format = 1\ntitle = "x"\n'
    start, score = "setup.jekyll-hyde = 10\n", "score.by-attempt = [3, 3, 2, 2, 1, 1]\n"
    task = "achievement = { stars = 1, must = { count = 'gap', at-least = 1 } }\n"
    assert is_valid(head + start + score)
    assert is_valid(head + start + task)
    for text in (start, score, start + score + task, start + score + 'without = ["setup"]\n'):
        assert not is_valid(head + text)
    assert not is_valid(head + 'extends = "iv"\n' + score + task)


def _tables() -> Iterator[tuple[str, Schema]]:
    yield "chapter", SCHEMA
    yield from cast("dict[str, Schema]", SCHEMA["$defs"]).items()


def test_every_key_has_a_title_and_a_description() -> None:
    for name, table in _tables():
        assert table["title"], name
        assert table["description"], name
        for key, one in cast("dict[str, Schema]", table.get("properties", {})).items():
            assert one["title"] == key, (name, key)
            assert one["description"], (name, key)


def test_it_has_nothing_that_toml_has_not() -> None:
    assert '"null"' not in str(SCHEMA).replace("'", '"')
