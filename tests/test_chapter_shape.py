"""The shape of chapter files (chapter format, sections 3 to 5 and 7; field reports B31 and B33)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign.files.shape import campaign_shape, chapter_shape
from campaign.files.source import parse_source
from campaign.files.source import shown as shown_value

HEAD = 'format = 1\ntitle = "x"\n'


def messages(body: str, *, head: str = HEAD) -> list[str]:
    source = parse_source(head + body, path="x.toml", chapter_id="x")
    return [str(problem).removeprefix("x.toml:") for problem in chapter_shape(source)]


COUNT = '{ count = "tricks", won-by = "city", at-least = 1 }'

SLIPS = [
    # field report B31, names
    ("[setpu]\nrounds = 2\n", '3:2: a chapter has no key "setpu"; did you mean "setup"?'),
    ("setup.ruonds = 2\n", '3:7: [setup] has no key "ruonds"; did you mean "rounds"?'),
    ("[setup]\nhand = 12\n", '4:1: [setup] has no key "hand"; it belongs in [deal]'),
    ("[deal]\nstars = 2\n", '4:1: [deal] has no key "stars"'),
    ("[deal]\nstory = 'x'\n", '4:1: [deal] has no key "story"; it belongs at the top of the file'),
    ("[round.1]\nextends = 'x'\n", '4:1: [round.N] has no key "extends"; it belongs at the top of the file'),
    ("[round.0.deal]\n", '3:8: a round is a number, 1 to 9; found "0"'),
    (
        "[moves.A]\norder = 1\npawn = 'jekyll-hyde'\nforward = 1\n",
        '3:8: a name is small letters, digits and hyphens, a letter first, 40 at most; found "A"',
    ),
    (
        "extends = '../i'\n",
        ('3:11: "extends" is small letters, digits and hyphens, a letter first, 40 at most; found "../i"'),
    ),
    # field report B33, numbers and other kinds
    ("setup.rounds = true\n", '3:16: "rounds" is a whole number; found true'),
    ("setup.jekyll-hyde = 2.0\n", '3:21: "jekyll-hyde" is a whole number; found 2.0'),
    ('setup.jekyll-hyde = "2"\n', '3:21: "jekyll-hyde" is a whole number; found "2"'),
    ("deal.give = -1\n", '3:13: "give" is a whole number, 0 to 13; found -1'),
    ("setup.last-position = nan\n", '3:23: "last-position" is a whole number; found nan'),
    ("setup.rounds = 2026-12-01\n", '3:16: "rounds" is a whole number; found 2026-12-01'),
    (f"setup.rounds = 1{'0' * 20}\n", f'3:16: "rounds" is a whole number, 1 to 9; found 1{"0" * 20}'),
    (
        f"setup.rounds = 0x{'f' * 5000}\n",
        ('3:16: "rounds" is a whole number, 1 to 9; found a number of more than 24 digits'),
    ),
    ("score.by-attempt = []\n", '3:20: "by-attempt" is a list of six numbers; found 0'),
    ('score.by-attempt = [3, 2, "1", 1, 1, 1]\n', '3:27: "by-attempt" is a whole number; found "1"'),
    ("score.by-attempt = [3, 2, 10, 1, 1, 1]\n", '3:27: "by-attempt" is a whole number, 0 to 9; found 10'),
    ("setup = 3\n", '3:9: "setup" is a table; found 3'),
    ("moves.a = 3\n", '3:11: "a" is a table; found 3'),
    ('night.must-follow = "no"\n', '3:21: "must-follow" is true or false; found "no"'),
    ("without = 'moves'\n", '3:11: "without" is a list; found "moves"'),
    ("deal.must-give = { value = [3] }\n", '3:28: "value" is a list of two or more; found 1'),
    ("deal.must-give = { value = 9 }\n", '3:28: "value" is a whole number, 1 to 8; found 9'),
    (
        "deal.must-give = { suit = ['fear', 'fury'] }\n",
        ('3:36: "suit" is one of fear, ruse, manipulation, potion; found "fury"'),
    ),
    ("ranks.start = ['fear', 'ruse']\n", '3:15: "start" is a list of the three colours; found 2'),
    ("ranks.start = ['fear', 'ruse', 'fear']\n", '3:15: "start" lists each of the three colours once, low to high'),
    # entries
    (
        "moves.a = { pawn = 'jekyll-hyde', forward = 1 }\n",
        '3:11: a move needs "order"',
    ),
    (
        "moves.a = { order = 1, pawn = 'jekyll-hyde', forward = 11 }\n",
        '3:56: "forward" is a whole number, 1 to 10; found 11',
    ),
    (
        "moves.a = { order = 1, pawn = 'jekyll-hyde', back = 'x' }\n",
        '3:53: "back" is a whole number or a count; found "x"',
    ),
    ("moves.a = { order = 1, pawn = 'jekyll-hyde' }\n", '3:11: a move has one of "forward" and "back"'),
    (
        "limits.a = { who = 'players' }\n",
        '3:12: a limit has one of "forbid" and "require"',
    ),
    (
        "limits.a = { who = 'players', require = { value = 1 }, after = 2 }\n",
        '3:56: "after" goes with "forbid"',
    ),
    # counts and conditions
    ("objectives.a.must = 3\n", '3:21: "must" is a condition; found 3'),
    (
        "objectives.a.must = { won-by = 'city' }\n",
        '3:21: a count needs "count": one of tricks, tricks-in-a-row, cards, reactions, steps, space, gap',
    ),
    (
        "objectives.a.must = { count = 'trick', exactly = 1 }\n",
        (
            '3:21: "count" is one of tricks, tricks-in-a-row, cards, reactions, steps, space, gap; found "trick"; '
            'did you mean "tricks"?'
        ),
    ),
    (
        "objectives.a.must = { count = 'tricks', exactly = 1 }\n",
        '3:21: a count of tricks needs "won-by", "held-by" or "led-by"',
    ),
    (
        "objectives.a.must = { count = 'cards', suit = 'fear', exactly = 1 }\n",
        '3:21: a count of cards needs "held-by" or "played-by"',
    ),
    (
        "objectives.a.must = { count = 'tricks', won-by = 'city' }\n",
        '3:21: a condition needs "at-least", "at-most", "exactly" or "more-than"',
    ),
    (
        "objectives.a.must = { count = 'tricks', won-by = 'city', at-most = 0 }\n",
        "3:58: write exactly = 0",
    ),
    (
        "objectives.a.must = { count = 'tricks', won-by = 'city', at-least = 3, at-most = 2 }\n",
        '3:72: "at-least" is above "at-most": no number is from 3 to 2',
    ),
    (
        "objectives.a.must = { count = 'tricks', won-by = 'city', exactly = 3, at-most = 5 }\n",
        '3:71: "at-most" does not go with "exactly"',
    ),
    (
        "objectives.a.must = { count = 'tricks', won-by = 'city', at-least = 3, for-every = 2 }\n",
        '3:72: "for-every" goes with steps; this is a condition',
    ),
    (f"objectives.a.must = {{ not = {COUNT} }}\n", '3:23: write exactly = 0 instead of "not"'),
    (
        "objectives.a.must = { not = { count = 'gap', at-most = 2 } }\n",
        '3:23: write at-least = 3 instead of "not"',
    ),
    (f"objectives.a.must = {{ all = [{COUNT}] }}\n", '3:29: "all" is a list of two or more; found 1'),
    (
        f"objectives.a.must = {{ any = [{COUNT}, {COUNT}], at-least = 1 }}\n",
        '3:137: a condition with "any" has no key "at-least"; it goes with a count',
    ),
    (
        (
            "objectives.a.must = { count = 'tricks', won-by = 'jekyll', "
            "more-than = { count = 'tricks', won-by = 'hyde', at-least = 1 } }\n"
        ),
        '3:109: "at-least" goes with a condition; "more-than" compares this count already',
    ),
    (
        "objectives.a.must = { count = 'tricks', won-by = 'city', double = {}, at-least = 1 }\n",
        '3:67: "double" needs "won-by", "held-by", "led-by", "won-with", "holding" or "trick"',
    ),
    # over (section 4): never shorter than its place
    (
        "objectives.a = { in = 'chapter', must = { count = 'reactions', over = 'round', at-least = 1 } }\n",
        '3:71: "over" in an objective over the chapter is chapter; found "round"',
    ),
    (
        "moves.a = { order = 1, pawn = 'jekyll-hyde', forward = { count = 'reactions', over = 'trick' } }\n",
        '3:86: "over" in a round-end move is round or chapter; found "trick"',
    ),
    (
        (
            "limits.a = { who = 'hyde', forbid = { value = 1 }, "
            "if = { count = 'cards', held-by = 'hyde', over = 'trick', at-least = 1 } }\n"
        ),
        '3:101: over = "trick" in a limit counts the cards on the table: it needs "played-by"',
    ),
    (
        "round.2.without = ['moves', 'setup.rounds']\n",
        "3:29: setup holds for the whole chapter: one round cannot take it out",
    ),
]


@pytest.mark.parametrize(("body", "message"), SLIPS)
def test_a_slip_has_its_message(body: str, message: str) -> None:
    assert messages(body) == [message]


def test_all_slips_come_at_once_sorted_by_place() -> None:
    assert messages("setup.rounds = true\ngive = 3\ndeal.hand = 1\n", head="format = 0\n") == [
        '1:1: a chapter needs "title"',
        '1:10: "format" is a whole number, 1; found 0',
        '2:16: "rounds" is a whole number; found true',
        '3:1: a chapter has no key "give"; it belongs in [deal]',
        '4:13: "hand" is a whole number, 2 to 14; found 1',
    ]


def test_what_is_found_is_quoted_without_what_a_terminal_would_act_on() -> None:
    assert messages('setup.rounds = "\\u001b[31m"\n') == ['3:16: "rounds" is a whole number; found "\ufffd[31m"']


def test_a_campaign_file() -> None:
    text = 'format = 1\ntitle = "x"\nchapters = ["i", "I", "i", "campaign"]\nstory = ""\n'
    source = parse_source(text, path="campaign.toml", chapter_id="campaign")
    assert list(map(str, campaign_shape(source))) == [
        'campaign.toml:3:18: "chapters" is small letters, digits and hyphens, a letter first, 40 at most; found "I"',
        'campaign.toml:3:23: "i" is in the list already',
        'campaign.toml:3:28: "campaign" is this file: no chapter is called that',
        'campaign.toml:4:1: a campaign has no key "story"',
    ]


WORDS = st.sampled_from(
    [
        "setup",
        "deal",
        "moves",
        "limits",
        "objectives",
        "round",
        "achievement",
        "score",
        "without",
        "must",
        "if",
        "forward",
        "all",
        "any",
        "not",
        "count",
        "tricks",
        "cards",
        "won-by",
        "won-with",
        "holding",
        "double",
        "more-than",
        "take",
        "over",
        "players",
        "chapter",
        "at-least",
        "exactly",
        "1",
        "2",
        "must-give",
        "suit",
        "value",
        "icon",
        "fear",
        "order",
        "pawn",
        "when",
        "start",
        "ranks",
        ":tricks",
        "[key]",
        "by-attempt",
        "extends",
        "format",
        "text",
        "in",
    ]
)
VALUES = st.recursive(
    WORDS | st.integers(-1, 99) | st.booleans() | st.floats() | st.sampled_from(["é\x1b", "", "x" * 99]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS, inner, max_size=6),
    max_leaves=30,
)


@given(st.dictionaries(WORDS, VALUES, max_size=8))
def test_no_table_however_wrong_is_more_than_problems(data: dict[str, object]) -> None:
    source = parse_source("", path="x.toml", chapter_id="x")
    source.data.update(data)
    problems = chapter_shape(source)
    assert problems
    assert all(problem.path == "x.toml" for problem in problems)


@pytest.mark.parametrize(
    ("value", "text"),
    [(True, "true"), (6.0, "6.0"), ("2", '"2"'), ({}, "a table"), ([], "an empty list"), ([1], "a list")],
)
def test_values_are_shown_as_toml_spells_them(value: object, text: str) -> None:
    assert shown_value(value) == text
