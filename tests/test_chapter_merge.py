"""Lines and merging (chapter format, section 2), and the digest of lines (what a save calls them by)."""

import hashlib
import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign.files.chapters import check_paths, load_chapter
from campaign.files.lines import digest_of, flatten, nested, to_toml
from campaign.files.source import parse_source
from campaign.rules.chapter import CityOrder, Effect

HEAD = 'format = 1\ntitle = "x"\n'
BASE = f"""\
{HEAD}setup.jekyll-hyde = 6
score.by-attempt = [3, 3, 2, 2, 1, 1]
[deal]
give = 4
[moves.tricks]
order = 10
pawn = "jekyll-hyde"
forward = {{ count = "tricks", held-by = "players", take = "smaller" }}
[moves.extra]
order = 20
pawn = "jekyll-hyde"
forward = 1
[round.2]
city.order = "highest-on-top"
without = ["moves.extra"]
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "base.toml").write_text(BASE)
    return tmp_path


def problems(folder: Path, body: str, *, extends: str = "base") -> list[str]:
    path = folder / "heir.toml"
    path.write_text(f'{HEAD}extends = "{extends}"\n{body}')
    return [str(problem).removeprefix(f"{folder}/") for problem in check_paths([path])]


def heir_lines(folder: Path, body: str) -> dict[str, object]:
    assert problems(folder, body) == []
    return dict(load_chapter(folder / "heir.toml").lines)


def test_a_file_is_its_lines() -> None:
    lines = flatten(parse_source(BASE, path="base.toml", chapter_id="base"))
    assert {address: line.value for address, line in lines.items()} == {
        "setup.jekyll-hyde": 6,
        "score.by-attempt": [3, 3, 2, 2, 1, 1],
        "deal.give": 4,
        "moves.tricks": {
            "order": 10,
            "pawn": "jekyll-hyde",
            "forward": {"count": "tricks", "held-by": "players", "take": "smaller"},
        },
        "moves.extra": {"order": 20, "pawn": "jekyll-hyde", "forward": 1},
        "round.2.city.order": "highest-on-top",
        "round.2.without": ["moves.extra"],
    }


def test_a_round_plays_by_the_general_lines_less_without_plus_its_own(folder: Path) -> None:
    first, second = load_chapter(folder / "base.toml").chapter.rounds
    assert [move.name for move in first.moves] == ["tricks", "extra"]
    assert [move.name for move in second.moves] == ["tricks"]
    assert (first.city_order, second.city_order) == (CityOrder.SHUFFLED, CityOrder.HIGHEST_ON_TOP)


def test_a_knob_replaces_the_inherited_one_and_a_taken_out_one_has_its_default(folder: Path) -> None:
    assert heir_lines(folder, "deal.give = 3\n")["deal.give"] == 3
    heir_lines(folder, 'without = ["deal.give"]\n')
    assert load_chapter(folder / "heir.toml").chapter.rounds[0].give == 4


@pytest.mark.parametrize(
    ("without", "left"),
    [
        ("moves", ["deal.give", "round.2.city.order", "round.2.without", "score.by-attempt", "setup.jekyll-hyde"]),
        ("round.2", ["deal.give", "moves.extra", "moves.tricks", "score.by-attempt", "setup.jekyll-hyde"]),
    ],
)
def test_without_takes_out_a_group_at_a_dot(folder: Path, without: str, left: list[str]) -> None:
    move = '{ order = 1, pawn = "jekyll-hyde", forward = 9 }'
    body = f'without = ["{without}"]\nround.2.without = ["deal"]\nmoves.new = {move}\n'
    expected = sorted({*left, "round.2.without", "moves.new"})
    assert list(heir_lines(folder, body)) == expected


def test_without_never_takes_out_half_a_name(folder: Path) -> None:
    assert problems(folder, 'without = ["move", "moves.ex", "round.2.city"]\n') == [
        'heir.toml:4:12: "move" is not in "base"; did you mean "moves"?',
        'heir.toml:4:20: "moves.ex" is not in "base"; did you mean "moves.extra"?',
    ]


def test_without_needs_a_chapter_to_take_from(tmp_path: Path) -> None:
    path = tmp_path / "alone.toml"
    path.write_text(BASE.replace("setup.", 'without = ["moves"]\nsetup.', 1))
    assert list(map(str, check_paths([path]))) == [
        f'{path}:3:12: "without" takes lines out of an extended chapter: this one extends none'
    ]


def test_an_entry_that_is_there_already_is_refused(folder: Path) -> None:
    body = 'moves.extra = { order = 5, pawn = "jekyll-hyde", forward = 1 }\n'
    assert problems(folder, body) == [
        (
            'heir.toml:4:7: moves.extra is already in "base": choose another name, or take that one out with '
            'without = ["moves.extra"]'
        )
    ]
    assert problems(folder, f'without = ["moves.extra", "round.2.without"]\n{body}') == []


def test_an_entry_of_a_round_clashes_with_a_general_one(folder: Path) -> None:
    body = 'round.1.moves.extra = { order = 5, pawn = "jekyll-hyde", forward = 1 }\n'
    assert problems(folder, body) == [
        (
            "heir.toml:4:15: moves.extra holds in every round already: choose another name, or take that one out with "
            '[round.1] without = ["moves.extra"]'
        )
    ]
    # Round 2 takes the general one out, so there the name is free.
    assert problems(folder, body.replace("round.1", "round.2")) == []


def test_no_line_of_a_round_is_overruled_unseen(folder: Path) -> None:
    body = 'city.order = "lowest-on-top"\n'
    assert problems(folder, body) == [
        (
            'heir.toml:4:6: round.2.city.order is in "base" (base.toml:16): say here what that round shall have, '
            'or take that line out with without = ["round.2.city.order"]'
        )
    ]
    assert problems(folder, f'{body}round.2.city.order = "shuffled"\n') == []
    assert problems(folder, f'without = ["round.2.city.order"]\n{body}') == []


def test_an_inherited_line_that_this_file_made_wrong_is_reported_at_extends(folder: Path) -> None:
    assert problems(folder, 'without = ["moves.extra"]\nsetup.jekyll-hyde = 7\n') == [
        (
            'heir.toml:3:1: round.2.without (base.toml:17): "moves.extra" is no line of every round; '
            'did you mean "moves.tricks"?'
        )
    ]
    assert problems(folder, "setup.rounds = 1\n") == [
        "heir.toml:3:1: round.2.city.order (base.toml:16): the chapter has 1 round; found round 2",
        "heir.toml:3:1: round.2.without (base.toml:17): the chapter has 1 round; found round 2",
    ]


def test_score_and_achievement_are_one_or_the_other(folder: Path) -> None:
    task = 'achievement = { stars = 1, must = { count = "tricks", won-by = "city", exactly = 0 } }\n'
    assert problems(folder, task) == [
        (
            "heir.toml:4:1: a chapter has [score] or [achievement], not both: take the inherited one out with "
            'without = ["score"]'
        )
    ]
    assert problems(folder, f'without = ["score"]\n{task}') == []
    both = f"{task}score.by-attempt = [1, 1, 1, 1, 1, 1]\n"
    assert problems(folder, f'without = ["score"]\n{both}') == [
        "heir.toml:6:1: a chapter has [score] or [achievement], not both"
    ]
    assert problems(folder, 'without = ["score"]\n') == [
        "heir.toml:3:1: a chapter has one of [achievement] and [score]; this one has neither"
    ]


def test_no_such_chapter_itself_and_a_circle(folder: Path) -> None:
    assert problems(folder, "", extends="bases") == [
        'heir.toml:3:11: there is no chapter "bases"; did you mean "base"?'
    ]
    assert problems(folder, "", extends="heir") == ["heir.toml:3:11: a chapter never extends itself"]
    (folder / "other.toml").write_text(f'{HEAD}extends = "heir"\n')
    assert problems(folder, "", extends="other") == [
        "other.toml:3:11: these chapters extend each other in a circle: heir, other, heir"
    ]


def test_a_problem_of_the_extended_chapter_is_told_once(folder: Path) -> None:
    (folder / "base.toml").write_text(BASE.replace("give = 4", "give = 40"))
    for name in ("one", "two"):
        (folder / f"{name}.toml").write_text(f'{HEAD}extends = "base"\n')
    found = check_paths([folder / "one.toml", folder / "two.toml", folder / "base.toml"])
    assert list(map(str, found)) == [f'{folder}/base.toml:6:8: "give" is a whole number, 0 to 13; found 40']


def test_a_chapter_of_another_folder_may_extend_a_shipped_one(tmp_path: Path) -> None:
    assert problems(tmp_path, "deal.give = 3\n", extends="iv") == []


def test_a_digest_is_of_the_lines_and_not_of_their_order(folder: Path) -> None:
    one = load_chapter(folder / "base.toml")
    (folder / "again.toml").write_text(
        'format = 1\ntitle = "another title"\nstory = "a story"\n'
        'round.2 = { without = ["moves.extra"], city.order = "highest-on-top" }\n'
        'moves.extra = { forward = 1, pawn = "jekyll-hyde", order = 20 }\ndeal.give = 4\n'
        'moves.tricks = { forward = { take = "smaller", held-by = "players", count = "tricks" }, order = 10, '
        'pawn = "jekyll-hyde" }\nscore.by-attempt = [3, 3, 2, 2, 1, 1]\nsetup.jekyll-hyde = 6\n'
    )
    assert load_chapter(folder / "again.toml").digest == one.digest
    (folder / "again.toml").write_text(BASE.replace("give = 4", "give = 3"))
    assert load_chapter(folder / "again.toml").digest != one.digest


def test_a_digest_is_the_hash_of_sorted_lines() -> None:
    text = 'a.é = "ü"\nb.c = {"x": [1, true], "y": "z"}\n'
    expected = hashlib.sha256(text.encode()).hexdigest()[:16]
    assert digest_of({"b.c": {"y": "z", "x": [1, True]}, "a.é": "ü"}) == expected


NAMES = st.sampled_from(["a", "b-1", "c"])
VALUES = st.integers(0, 9) | st.booleans() | st.text("aé\n\"'\\", max_size=5) | st.lists(st.integers(0, 9))
LINES = st.dictionaries(
    st.sampled_from(["deal.give", "moves.a", "moves.b", "round.1.moves.a", "round.2.without", "achievement"]),
    VALUES | st.dictionaries(NAMES, VALUES),
)


@given(LINES)
def test_lines_written_as_toml_are_the_same_lines(lines: dict[str, object]) -> None:
    assert tomllib.loads(to_toml(lines)) == nested(lines)


def test_effects_are_by_colour_in_the_order_of_the_suits(folder: Path) -> None:
    body = '[round.1.reactions]\nfear = "nothing"\n[round.2.reactions]\nmanipulation = "take-city-trick"\n'
    heir_lines(folder, body)
    first, second = load_chapter(folder / "heir.toml").chapter.rounds
    assert first.effects == (Effect.NOTHING, Effect.TAKE_CITY_TRICK, Effect.EXCHANGE_CITY_CARD)
    assert second.effects == (Effect.REORDER_RANKS, Effect.TAKE_CITY_TRICK, Effect.TAKE_CITY_TRICK)
