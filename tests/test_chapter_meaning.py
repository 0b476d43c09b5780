"""Whether lines make sense together (chapter format, section 7, step 4)."""

from pathlib import Path

import pytest

from campaign.files.chapters import check_paths

# Lines 1 to 5; the bodies below begin on line 6. Jekyll & Hyde get to 4 + 2 x 4 = 12 at most.
HEAD = """\
format = 1
title = "x"
setup = { jekyll-hyde = 4, scotland-yard = 0 }
score.by-attempt = [3, 3, 2, 2, 1, 1]
moves.tricks = { order = 10, pawn = "jekyll-hyde", \
forward = { count = "tricks", held-by = "players", take = "smaller" } }
"""
ALONE = """\
format = 1
title = "x"
score.by-attempt = [3, 3, 2, 2, 1, 1]
"""


def messages(tmp_path: Path, text: str) -> list[str]:
    path = tmp_path / "x.toml"
    path.write_text(text)
    return [str(problem).removeprefix(f"{path}:") for problem in check_paths([path])]


PLAYABLE = [
    "deal.pass = 1",
    "face-up.city = true",
    "round.1.face-up.hands = 'jekyll'",
    "limits.a = { who = 'players', forbid = { suit = 'potion' } }",
    "reactions.ruse = 'give-city-trick'",
    "objectives.a.must = { count = 'tricks', won-by = 'city', double = { won-by = 'city' }, at-least = 1 }",
]


@pytest.mark.parametrize("body", PLAYABLE)
def test_the_whole_vocabulary_is_playable(tmp_path: Path, body: str) -> None:
    assert messages(tmp_path, f"{HEAD}{body}\n") == []


IDLE = [
    ("deal.pass = 9", "6:13: each player keeps 8 cards; found 9 to pass"),
    (
        "limits.a = { who = 'players', place = 1, can-follow = true, forbid = { suit = 'potion' } }",
        "6:55: who leads a trick follows nobody: this limit never applies",
    ),
    (
        "limits.a = { who = 'players', after = 4, forbid = { suit = 'potion' } }",
        "6:39: the deck has 4 such cards: this limit never applies",
    ),
    (
        (
            "limits.a.who = 'players'\nlimits.a.forbid = { suit = 'potion' }\n"
            "limits.a.if = { count = 'tricks', won-by = 'city', at-least = 9 }"
        ),
        "8:15: this limit never applies",
    ),
]


@pytest.mark.parametrize(("body", "message"), IDLE)
def test_what_never_comes_is_refused(tmp_path: Path, body: str, message: str) -> None:
    assert messages(tmp_path, f"{HEAD}{body}\n") == [message]


def test_a_limit_that_applies_in_one_round_is_no_problem(tmp_path: Path) -> None:
    body = "limits.dry = { who = 'players', forbid = { suit = 'potion' } }\n"
    body += "round.2.without = ['limits.dry']\n"
    body += "limits.drink = { who = 'leading', require = { suit = 'potion' } }\n"
    assert messages(tmp_path, HEAD + body) == []


def condition(text: str, *, judged_in: str = "each-round") -> str:
    return f"objectives.a = {{ in = '{judged_in}', must = {text} }}"


NONSENSE = [
    # the deal
    ("deal.give = 12", '6:13: "give" is below "hand", 12; found 12'),
    ("deal = { hand = 13, give = 13 }", '6:28: "give" is below "hand", 13; found 13'),
    ("city.from-reserve = 5", "6:21: the Reserve has 4 cards; found 5"),
    ("deal = { hand = 14, give = 4 }\ncity.from-reserve = 1", "7:21: the Reserve has 0 cards; found 1"),
    (
        "deal.give = 13\n" + condition("{ count = 'tricks', won-by = 'city', trick = 9, at-least = 1 }"),
        '6:13: "give" is below "hand", 12; found 13',
    ),
    ("deal.give = 0", "6:13: the round has no trick: the City gets no card"),
    ("round.2.deal.give = 0", "6:21: the round has no trick: the City gets no card"),
    ("deal.must-give = { value = 1, icon = 'jekyll-hyde' }", "6:18: no card of the deck is like that"),
    # rounds
    ("round.3.deal.give = 3", "6:7: the chapter has 2 rounds; found round 3"),
    # moves
    (
        "round.2.moves.b = { order = 10, pawn = 'scotland-yard', forward = 1 }",
        "6:29: order 10 is taken by moves.tricks (x.toml:5)",
    ),
    (
        (
            "moves.b = { order = 20, pawn = 'scotland-yard', "
            "forward = { count = 'tricks', won-by = 'city', for-every = 9 } }"
        ),
        "6:59: this move can never happen",
    ),
    (
        (
            "moves.b = { order = 20, when = 'round-start', pawn = 'scotland-yard', forward = 1, "
            "if = { count = 'tricks', won-by = 'city', at-least = 9 } }"
        ),
        "6:89: this move can never happen",
    ),
    (
        (
            "moves.b = { order = 20, pawn = 'scotland-yard', forward = 1, "
            "if = { count = 'tricks', won-by = 'city', at-most = 8 } }"
        ),
        "6:67: always met: it asks for nothing",
    ),
    # counts and conditions: in condition() the condition begins in column 44, over the chapter in column 41
    (
        condition("{ count = 'tricks', won-by = 'anyone', at-least = 8 }"),
        "6:44: always met: it asks for nothing",
    ),
    (
        condition("{ count = 'tricks', won-by = 'anyone', at-most = 7 }"),
        "6:93: can never be met: in a round there are 8 at least",
    ),
    (
        condition("{ count = 'tricks', won-by = 'city', won-with = { value = 8 }, exactly = 4 }"),
        "6:117: can never be met: in a round there are 3 at most",
    ),
    (
        condition("{ count = 'tricks', won-by = 'players', take = 'smaller', at-least = 5 }"),
        "6:113: can never be met: in a round there are 4 at most",
    ),
    (
        condition("{ count = 'cards', held-by = 'jekyll', value = 8, at-least = 4 }"),
        "6:105: can never be met: in a round there are 3 at most",
    ),
    (
        condition("{ count = 'tricks', won-by = 'city', at-least = 17 }", judged_in="chapter"),
        "6:89: can never be met: in the chapter there are 16 at most",
    ),
    (
        condition("{ count = 'tricks-in-a-row', won-by = 'city', at-least = 9 }", judged_in="chapter"),
        "6:98: can never be met: in the chapter there are 8 at most",
    ),
    (
        condition("{ count = 'reactions', at-least = 5 }"),
        "6:78: can never be met: in a round there are 4 at most",
    ),
    (
        "reactions.fear = 'nothing'\n" + condition("{ count = 'reactions', suit = 'fear', at-least = 1 }"),
        "7:93: can never be met: in a round there are 0 at most",
    ),
    (
        "reactions.per-round = 1\n" + condition("{ count = 'reactions', at-least = 2 }"),
        "7:78: can never be met: in a round there is 1 at most",
    ),
    (
        condition("{ count = 'space', pawn = 'scotland-yard', at-least = 11 }"),
        "6:98: can never be met: it is 10 at most",
    ),
    (
        condition("{ count = 'space', pawn = 'jekyll-hyde', at-least = 9 }"),
        "6:96: Jekyll & Hyde can never reach space 9: from 4 they get to 8 at most",
    ),
    (
        condition(
            "{ count = 'tricks', won-by = 'city', trick = 1, "
            "more-than = { count = 'tricks', won-by = 'anyone', trick = 1 } }"
        ),
        "6:104: can never be met: 1 is the most, and more than 1 is asked for",
    ),
    (
        "round.2.deal.give = 3\n" + condition("{ count = 'tricks', won-by = 'city', at-least = 7 }"),
        "7:92: can never be met: in round 2 there are 6 at most",
    ),
    (
        condition("{ count = 'tricks', won-by = 'city', trick = [1, 9], at-least = 1 }"),
        "6:93: a round has 8 tricks; found 9",
    ),
    (
        condition(
            "{ count = 'tricks', won-by = 'city', holding = { value = 8, exactly = 3, suit = 'fear' }, exactly = 1 }"
        ),
        "6:91: the deck has 1 such card; found 3",
    ),
]


@pytest.mark.parametrize(("body", "message"), NONSENSE)
def test_lines_that_make_no_sense_have_their_message(tmp_path: Path, body: str, message: str) -> None:
    assert messages(tmp_path, f"{HEAD}{body}\n") == [message]


def held(text: str) -> tuple[str, str]:
    """Return an objective, and the place of the number that ends its condition."""
    body = condition(text)
    return body, f"6:{len(body) - 4}: "


MOST = [
    ("{ count = 'cards', played-by = 'jekyll', at-least = 9 }", "8 at most"),
    ("{ count = 'cards', played-by = 'players', suit = 'potion', at-least = 5 }", "4 at most"),
    ("{ count = 'cards', played-by = 'anyone', place = 1, at-least = 9 }", "8 at most"),
    ("{ count = 'cards', played-by = 'players', take = 'larger', at-least = 9 }", "8 at most"),
    ("{ count = 'cards', played-by = 'players', icon = 'jekyll-hyde', take = 'smaller', at-least = 2 }", "1 at most"),
    ("{ count = 'cards', held-by = 'players', suit = 'potion', take = 'smaller', at-least = 3 }", "2 at most"),
    ("{ count = 'cards', held-by = 'anyone', suit = 'fear', at-most = 3 }", "4 at least"),
    ("{ count = 'tricks-in-a-row', won-by = 'players', take = 'smaller', at-least = 5 }", "4 at most"),
    ("{ count = 'tricks', won-by = 'city', holding = { suit = 'potion', at-least = 2 }, at-least = 3 }", "2 at most"),
    ("{ count = 'tricks', won-by = 'city', trick = [1, 'last'], at-least = 3 }", "2 at most"),
]


@pytest.mark.parametrize(("text", "bound"), MOST)
def test_a_count_goes_no_further_than_cards_and_tricks_allow(tmp_path: Path, text: str, bound: str) -> None:
    body, place = held(text)
    verb = "is" if bound.startswith("1 ") else "are"
    assert messages(tmp_path, f"{HEAD}{body}\n") == [f"{place}can never be met: in a round there {verb} {bound}"]


MOVES = [
    # After each trick a count runs over that trick alone: it is 1 trick and 3 cards at most.
    ("when = 'trick-end', if = { count = 'tricks', won-by = 'city', at-least = 2 }", True),
    ("when = 'trick-end', if = { count = 'cards', held-by = 'city', at-least = 3 }", False),
    ("when = 'trick-end', if = { count = 'tricks', won-by = 'city', over = 'round', at-least = 2 }", False),
    # Before round 1 nothing is counted, before round 2 one round.
    ("when = 'round-start', if = { count = 'tricks', won-by = 'city', at-least = 8 }", False),
    ("if = { not = { count = 'tricks', won-by = 'anyone', exactly = 8 } }", True),
    (
        "if = { any = [{ count = 'reactions', at-least = 5 }, { count = 'tricks', won-by = 'city', at-least = 9 }] }",
        True,
    ),
    ("if = { all = [{ count = 'reactions', at-least = 4 }, { count = 'gap', at-least = 1 }] }", False),
]


@pytest.mark.parametrize(("keys", "is_idle"), MOVES)
def test_a_move_comes_or_never_comes(tmp_path: Path, keys: str, *, is_idle: bool) -> None:
    start = "moves.b = { order = 50, pawn = 'scotland-yard', forward = 1, "
    found = messages(tmp_path, f"{HEAD}{start}{keys} }}\n")
    column = len(start) + keys.index("if = ") + len("if = ") + 1
    assert found == ([f"6:{column}: this move can never happen"] if is_idle else [])


def test_steps_before_the_first_deal_and_after_each_trick_reach_the_end(tmp_path: Path) -> None:
    start = "setup = { jekyll-hyde = 1 }\nmoves.a = { order = 1, pawn = 'jekyll-hyde', "
    # 1 + 2 x 4 with the one, 1 + 2 x 8 with the other.
    assert messages(tmp_path, f"{ALONE}{start}forward = 4, when = 'round-start' }}\n") == [
        "4:25: Jekyll & Hyde can never reach space 10: from 1 they get to 9 at most"
    ]
    assert messages(tmp_path, f"{ALONE}{start}forward = 1, when = 'trick-end' }}\n") == []


SENSE = [
    "round.2.deal.give = 3\n"
    + condition("{ count = 'tricks', won-by = 'city', at-least = 7 }", judged_in="some-round"),
    "moves.b = { order = 10, when = 'trick-end', pawn = 'scotland-yard', forward = 1 }",
    "deal = { hand = 14, give = 4 }",
    condition("{ any = [{ count = 'gap', at-most = 2 }, { count = 'steps', pawn = 'jekyll-hyde', at-least = 9 }] }"),
    (
        "moves.b = { order = 20, when = 'round-start', pawn = 'scotland-yard', forward = 1, "
        "if = { count = 'tricks', won-by = 'city', at-least = 8 } }"
    ),
    condition("{ count = 'tricks', won-by = 'city', trick = 'last', exactly = 1 }"),
    # While a round lasts fewer tricks are finished than at its end.
    (
        "limits.a = { who = 'players', forbid = { suit = 'fear' }, "
        "if = { count = 'tricks', won-by = 'anyone', at-most = 3 } }"
    ),
    (
        "moves.b = { order = 20, when = 'trick-end', pawn = 'scotland-yard', forward = 1, "
        "if = { count = 'tricks', won-by = 'anyone', over = 'round', exactly = 4 } }"
    ),
    condition("{ count = 'tricks', won-by = 'city', holding = { value = 8, exactly = 0 }, at-least = 1 }"),
]


@pytest.mark.parametrize("body", SENSE)
def test_lines_that_make_sense_have_none(tmp_path: Path, body: str) -> None:
    assert messages(tmp_path, f"{HEAD}{body}\n") == []


PAWNS = [
    ("setup.rounds = 1\n", '4:1: [setup] needs "jekyll-hyde": the space where their pawn starts'),
    (
        "setup = { jekyll-hyde = 8, last-position = 7 }\n",
        "4:25: Jekyll & Hyde start past the last position, 7; found 8",
    ),
    (
        "setup = { jekyll-hyde = 10, scotland-yard = 10 }\n",
        "4:25: Jekyll & Hyde start ahead of Scotland Yard; found 10, and Scotland Yard on 10",
    ),
    ("setup = { jekyll-hyde = 10, past-the-end = 'scotland-yard' }\n", "4:44: Scotland Yard is not in play"),
    (
        "setup = { jekyll-hyde = 10 }\nmoves.a = { order = 1, pawn = 'scotland-yard', forward = 1 }\n",
        "5:31: Scotland Yard is not in play",
    ),
    (
        "setup = { jekyll-hyde = 10 }\nobjectives.a.must = { count = 'gap', at-least = 1 }\n",
        "5:31: Scotland Yard is not in play",
    ),
    (
        "setup = { jekyll-hyde = 9 }\n",
        "4:25: Jekyll & Hyde can never reach space 10: from 9 they get to 9 at most",
    ),
]


@pytest.mark.parametrize(("body", "message"), PAWNS)
def test_pawns_stand_where_they_can(tmp_path: Path, body: str, message: str) -> None:
    assert messages(tmp_path, ALONE + body) == [message]


def test_a_file_that_shortens_a_round_is_told_of_the_inherited_line_at_extends(tmp_path: Path) -> None:
    body = condition("{ count = 'tricks', won-by = 'city', at-least = 7 }")
    (tmp_path / "base.toml").write_text(f"{HEAD}{body}\n")
    assert messages(tmp_path, 'format = 1\ntitle = "x"\nextends = "base"\ndeal.give = 3\n') == [
        "3:1: objectives.a (base.toml:6): can never be met: in a round there are 6 at most"
    ]


def both(first: str, second: str) -> str:
    """Return two objectives, on lines 6 and 7."""
    return f"objectives.a = {{ {first} }}\nobjectives.b = {{ {second} }}"


FEW = "must = { count = 'tricks', won-by = 'city', at-most = 2 }"
MANY = "must = { count = 'tricks', won-by = 'city', at-least = 3 }"
FEWER = "must = { count = 'tricks', won-by = 'city', over = 'chapter', at-most = 2 }"
AT_ODDS = [
    (both(FEW, MANY), "7:25: can never be met: objectives.a (x.toml:6) asks for at most 2 of the same count"),
    (
        both("in = 'some-round', " + MANY, FEW),
        "7:25: can never be met: objectives.a (x.toml:6) asks for at least 3 of the same count",
    ),
    (
        both("in = 'chapter', " + MANY, FEWER),
        "7:25: can never be met: objectives.a (x.toml:6) asks for at least 3 of the same count",
    ),
    (
        f"objectives.a = {{ {MANY} }}\nround.2.objectives.b = {{ {FEW} }}",
        "7:33: can never be met: objectives.a (x.toml:6) asks for at least 3 of the same count",
    ),
    (
        (
            "objectives.a.must.all = [{ count = 'gap', at-least = 2 }, { count = 'steps', pawn = 'jekyll-hyde', "
            "at-least = 1 }, { count = 'gap', exactly = 1 }]"
        ),
        "6:116: can never be met: objectives.a (x.toml:6) asks for at least 2 of the same count",
    ),
    (
        both(
            "must = { count = 'tricks', won-by = 'city', at-least = 1, at-most = 2 }",
            "must = { count = 'tricks', won-by = 'city', exactly = 3 }",
        ),
        "7:25: can never be met: objectives.a (x.toml:6) asks for 1 to 2 of the same count",
    ),
]


@pytest.mark.parametrize(("body", "message"), AT_ODDS)
def test_two_objectives_on_one_count_have_a_common_number(tmp_path: Path, body: str, message: str) -> None:
    assert messages(tmp_path, f"{HEAD}{body}\n") == [message]


def test_an_objective_at_odds_with_an_inherited_one_is_told_at_its_own_place(tmp_path: Path) -> None:
    (tmp_path / "base.toml").write_text(f"{HEAD}objectives.a = {{ {FEW} }}\n")
    text = f'format = 1\ntitle = "x"\nextends = "base"\nobjectives.b = {{ {MANY} }}\n'
    assert messages(tmp_path, text) == [
        "4:25: can never be met: objectives.a (base.toml:6) asks for at most 2 of the same count"
    ]


AT_PEACE = [
    both("in = 'some-round', " + MANY, "in = 'some-round', " + FEW),
    f"round.1.objectives.a = {{ {MANY} }}\nround.2.objectives.b = {{ {FEW} }}",
    both("in = 'chapter', " + MANY, FEW),
    both(FEW, "must = { count = 'tricks', won-by = 'hyde', at-least = 3 }"),
    both(FEW, "must.any = [{ count = 'tricks', won-by = 'city', at-least = 3 }, { count = 'gap', at-least = 2 }]"),
    both(FEW, "must = { count = 'tricks', won-by = 'city', exactly = 2 }"),
    f"round.1.objectives.a = {{ {MANY} }}\nobjectives.b = {{ in = 'some-round', {FEW} }}",
]


@pytest.mark.parametrize("body", AT_PEACE)
def test_objectives_that_can_be_met_together_have_no_message(tmp_path: Path, body: str) -> None:
    assert messages(tmp_path, f"{HEAD}{body}\n") == []
