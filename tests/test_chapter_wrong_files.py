"""The six wrong files of the chapter format, section 11, over the four chapters of section 9."""

from pathlib import Path

import pytest

from campaign.files.chapters import check_paths

CHAPTERS = {
    "i": """\
format = 1
title = "x"
[setup]
jekyll-hyde = 5
past-the-end = "defeat"
[deal]
must-give = { icon = "jekyll-hyde" }
[moves.tricks]
order = 10
pawn = "jekyll-hyde"
forward = { count = "tricks", held-by = "players", take = "smaller" }
[achievement]
text = "In one round both of you hold the same number of tricks."
in = "some-round"
must = { count = "tricks", held-by = "players", take = "difference", exactly = 0 }
stars = 2
""",
    "ii": """\
format = 1
title = "x"
extends = "i"
without = ["achievement"]
[setup]
jekyll-hyde = 4
[moves.eights]
order = 20
pawn = "jekyll-hyde"
forward = { count = "cards", held-by = "players", icon = "jekyll-hyde" }
[achievement]
in = "chapter"
must = { count = "tricks", won-by = "players", won-with = { value = 8 }, at-least = 1 }
stars = 2
""",
    "iii": """\
format = 1
title = "x"
extends = "ii"
[setup]
jekyll-hyde = 2
scotland-yard = 0
past-the-end = "scotland-yard"
[moves.leading-icons]
order = 30
pawn = "scotland-yard"
forward = { count = "cards", held-by = "leading", icon = "scotland-yard" }
""",
    "iv": """\
format = 1
title = "x"
extends = "iii"
[setup]
jekyll-hyde = 3
[moves.other-icons]
order = 40
pawn = "scotland-yard"
forward = { count = "cards", held-by = "other", icon = "scotland-yard" }
""",
}

WRONG = {
    "slips": (
        """\
give = 3
[reactions]
ruse = "give-city-tricks"
per-round = "2"
[objectives.balance]
must = { count = "tricks", wonby = "leading", at-least = true }
""",
        [
            '4:1: a chapter has no key "give"; it belongs in [deal]',
            (
                '6:8: "ruse" is one of take-city-trick, give-city-trick, reorder-ranks, exchange-city-card, nothing; '
                'found "give-city-tricks"; did you mean "give-city-trick"?'
            ),
            '7:13: "per-round" is a whole number; found "2"',
            '9:28: a count of tricks has no key "wonby"; did you mean "won-by"?',
            '9:58: "at-least" is a whole number; found true',
        ],
    ),
    "heir": (
        """\
without = ["moves.trick"]
moves.eights = { order = 20, pawn = "jekyll-hyde", forward = 1 }
score.by-attempt = [3, 3, 2, 2, 1, 1]
""",
        [
            '4:12: "moves.trick" is not in "iv"; did you mean "moves.tricks"?',
            (
                '5:7: moves.eights is already in "ii": choose another name, or take that one out with '
                'without = ["moves.eights"]'
            ),
            (
                "6:1: a chapter has [score] or [achievement], not both: take the inherited one out with "
                'without = ["achievement"]'
            ),
        ],
    ),
    "half": (
        """\
objectives.potions.must = { count = "cards", suit = "potion", won-by = "jekyll" }
objectives.pair.must = { count = "tricks", won-by = "leading", take = "smaller", at-least = 2, at-most = 2 }
moves.push = { order = 50, pawn = "scotland-yard", forward = { count = "tricks", won-by = "city", at-least = 3 }, \
back = 1 }
""",
        [
            '4:63: a count of cards has no key "won-by"; it goes with a count of tricks or tricks-in-a-row',
            '5:64: "take" compares the two players: exactly one of won-by, held-by, led-by, played-by is "players"',
            "5:96: write exactly = 2",
            '6:14: a move has one of "forward" and "back"',
            '6:99: "at-least" goes with a condition; these are steps',
        ],
    ),
    "reach": (
        """\
setup.rounds = 1
setup.jekyll-hyde = 2
objectives.nine.must = { count = "tricks", won-by = "players", at-least = 9 }
objectives.ninth.must = { count = "tricks", won-by = "city", trick = 9, exactly = 1 }
objectives.green.must = { count = "cards", held-by = "jekyll", suit = "potion", value = 8, exactly = 1 }
objectives.idle.must = { count = "tricks", won-by = "city", at-most = 8 }
""",
        [
            "5:21: Jekyll & Hyde can never reach space 10: from 2 they get to 9 at most",
            "6:75: can never be met: in a round there are 8 at most",
            "7:70: a round has 8 tricks; found 9",
            "8:25: no card of the deck is like that",
            "9:24: always met: it asks for nothing",
        ],
    ),
    "odds": (
        """\
limits.dry = { who = "players", forbid = { suit = "potion" } }
limits.drink = { who = "leading", can-follow = false, require = { suit = "potion" } }
moves.late = { order = 30, pawn = "scotland-yard", back = 1, \
if = { count = "tricks", won-by = "city", at-least = 9 } }
""",
        [
            '5:65: "dry" forbids all of these: this limit never applies',
            "6:24: order 30 is taken by moves.leading-icons (iii.toml:9)",
            "6:67: this move can never happen",
        ],
    ),
    "rounds": (
        """\
round.two.reactions.fear = "nothing"
round.2.setup.rounds = 2
round.1.objectives.far = { in = "chapter", must = { count = "space", pawn = "jekyll-hyde", at-least = 6.0 } }
deal.must-give = {}
""",
        [
            '4:7: a round is a number, 1 to 9; found "two"',
            '5:9: [round.N] has no key "setup"; it holds for the whole chapter, not for one round',
            '6:28: an objective under [round.N] is for that round; take "in" out',
            '6:103: "at-least" is a whole number; found 6.0',
            '7:18: a choice of cards needs "suit", "value" or "icon"',
        ],
    ),
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in CHAPTERS.items():
        (tmp_path / f"{name}.toml").write_text(text)
    return tmp_path


def test_the_four_chapters_have_no_problem(folder: Path) -> None:
    assert check_paths([folder / f"{name}.toml" for name in CHAPTERS]) == []


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_file_gets_all_its_messages(folder: Path, name: str) -> None:
    text, messages = WRONG[name]
    path = folder / f"{name}.toml"
    path.write_text(f'format = 1\ntitle = "x"\nextends = "iv"\n{text}')
    assert list(map(str, check_paths([path]))) == [f"{path}:{message}" for message in messages]


def test_all_wrong_files_are_reported_at_once_sorted_by_path(folder: Path) -> None:
    paths = []
    for name, (text, _) in WRONG.items():
        paths.append(folder / f"{name}.toml")
        paths[-1].write_text(f'format = 1\ntitle = "x"\nextends = "iv"\n{text}')
    expected = [f"{folder / name}.toml:{message}" for name in sorted(WRONG) for message in WRONG[name][1]]
    assert list(map(str, check_paths(paths))) == expected
