"""The save of kind duel as text: what it says, that it comes back whole, and that what is wrong is told."""

import hashlib
import tomllib
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from campaign.duel.match import Outcome, seed_in_match
from campaign.files.codec import Kind, Save, decode, encode, glimpse, kind_of
from campaign.files.errors import SaveDamaged, SaveNewer
from campaign.play.duels import Duel, Duels
from tests.test_save_text import COUNTS, HARD, LINES, MOMENTS, pairs_of_seats

SAMPLE = Duels(
    players=("Ada", "[hyde]"),
    created=datetime(2026, 12, 1, 20, 15, tzinfo=UTC),
    played=datetime(2026, 12, 8, 21, 2, 11, tzinfo=UTC),
    games=(
        Duel(
            seed=7,
            seats=("Ada", "bot:thinker:40"),
            of=2,
            hints=(1, 0),
            cut=(2,),
            decisions=("jekyll passes P1", "hyde passes 3+"),
            fingerprints=("aa", "bb", "cc"),
            ending=Outcome(3, 9),
        ),
        Duel(
            seed=seed_in_match(7, 2),
            seats=("bot:thinker:40", "Ada"),
            game=2,
            of=2,
            fingerprints=("dd",),
            ending=Outcome(1, 10),
        ),
        Duel(seed=8, seats=("[hyde]", "Ada"), decisions=("jekyll passes W2",)),
    ),
)

SAMPLE_TEXT = """\
# A save of campaign. Its last line is a checksum, so that a file that was cut off is known as such.
format = 1
kind = "duel"
created = 2026-12-01T20:15:00Z
played = 2026-12-08T21:02:11Z

[players]
names = ["Ada", "[hyde]"]

[[games]]
game = 1
of = 2
seed = "7"
jekyll = "Ada"
hyde = "bot:thinker:40"
hints = [1, 0]
cut = [2]
decisions = '''
jekyll passes P1
hyde passes 3+
'''
fingerprints = ["aa", "bb", "cc"]
winner = "jekyll"
round = 3
marker = 9

[[games]]
game = 2
of = 2
seed = "11900460316981517751"
jekyll = "bot:thinker:40"
hyde = "Ada"
hints = [0, 0]
decisions = ""
fingerprints = ["dd"]
winner = "hyde"
round = 1
marker = 10

[[games]]
game = 1
of = 1
seed = "8"
jekyll = "[hyde]"
hyde = "Ada"
hints = [0, 0]
decisions = '''
jekyll passes W2
'''
fingerprints = []

"""
BY_HAND = SAMPLE_TEXT.partition("\n")[2]
"""The sample without its first line, as if it had been written by hand."""


def duels_of(save: Save) -> Duels:
    """Return a save that is one of duels."""
    assert isinstance(save, Duels)
    return save


def test_the_text_is_as_a_person_reads_it() -> None:
    text, _, last = encode(SAMPLE).rpartition("# end ")
    assert text == SAMPLE_TEXT
    assert len(last) == 17
    assert tomllib.loads(text)["games"][1]["winner"] == "hyde"
    assert kind_of(decode(BY_HAND)) is Kind.DUEL
    assert decode(BY_HAND) == SAMPLE


OUTCOMES = st.builds(Outcome, st.integers(1, 3), st.just(10)) | st.builds(Outcome, st.just(3), st.integers(0, 9))


@st.composite
def duels(draw: st.DrawFn) -> Duels:
    players = draw(st.sampled_from([("Ada", "Bert"), ("[hyde]", "🎩 'quoted\" \\")]))
    seats = pairs_of_seats(players)
    games: list[Duel] = []
    for of in draw(st.lists(st.sampled_from([1, 2]), max_size=3)):
        seed = draw(st.integers(0, 2**64 - 1))
        for game in range(1, of + 1):
            decisions = tuple(draw(st.lists(LINES, max_size=3)))
            games.append(
                Duel(
                    seed=seed_in_match(seed, game),
                    seats=draw(seats),
                    game=game,
                    of=of,
                    hints=draw(st.tuples(COUNTS, COUNTS)),
                    cut=tuple(range(1, len(decisions) + 1, 2)),
                    decisions=decisions,
                    fingerprints=tuple(draw(st.lists(HARD, max_size=2))),
                    ending=draw(OUTCOMES),
                )
            )
    left: int = draw(st.integers(0, 1))
    games = games[: len(games) - left]
    unfinished: bool = draw(st.booleans())
    if games and unfinished:
        games[-1] = replace(games[-1], ending=None)
    return Duels(players=players, created=draw(MOMENTS), played=draw(MOMENTS), games=tuple(games))


@settings(max_examples=200)
@given(duels())
def test_writing_and_reading_is_the_identity(save: Duels) -> None:
    text = encode(save)
    assert decode(text) == save
    assert glimpse(text) == replace(save, games=save.games[-2:])


def test_a_save_changed_by_hand_is_read_in_full() -> None:
    by_hand = encode(SAMPLE).replace("Ada", "Eda")
    assert duels_of(decode(by_hand)).players == duels_of(glimpse(by_hand)).players == ("Eda", "[hyde]")
    assert duels_of(glimpse(by_hand)).games == duels_of(decode(by_hand)).games[-2:]
    broken = encode(SAMPLE).replace("marker = 9", "marker = 11")
    for read in (decode, glimpse):
        with pytest.raises(SaveDamaged, match=r"^\[\[games\]\] 1, marker: expected a space from 0 to 10; found the"):
            read(broken)


def test_a_save_cut_off_anywhere_is_damaged() -> None:
    text = encode(SAMPLE)
    for end in range(len(text) - 1):
        for read in (decode, glimpse):
            with pytest.raises(SaveDamaged):
                read(text[:end])
    assert decode(text[:-1]) == SAMPLE


def test_a_newer_format_is_said_to_be_newer() -> None:
    for read in (decode, glimpse):
        with pytest.raises(SaveNewer, match=r"^made by a newer version \(format 2\); this one reads format 1$"):
            read(SAMPLE_TEXT.replace("format = 1", "format = 2"))


def test_a_whole_save_of_another_kind_or_a_newer_format_is_refused() -> None:
    """Its checksum is right: it was written so, and not by this version."""
    for part, other, refused in (
        ("format = 1", "format = 2", SaveNewer),
        ('kind = "duel"', 'kind = "trio"', SaveDamaged),
    ):
        text = SAMPLE_TEXT.replace(part, other)
        whole = f"{text}# end {hashlib.sha256(text.encode()).hexdigest()[:16]}\n"
        for read in (decode, glimpse):
            with pytest.raises(refused):
                read(whole)


LAST = BY_HAND.rindex("[[games]]")
SECOND = BY_HAND.index("[[games]]", BY_HAND.index("[[games]]") + 1)
WRONG = [
    # what stands there, what stands there instead, the sentence
    ('["Ada", "[hyde]"]', '["Ada", "ADA"]', '[players], names: the players have two different names; found "Ada" and'),
    ('["Ada", "[hyde]"]', '["Ada"]', "[players], names: expected a list of two; found a list of 1"),
    ('names = ["Ada"', 'who = 1\nnames = ["Ada"', '[players], "who": this format has no such key'),
    ('kind = "duel"\n', 'kind = "duel"\nbest = 3\n', '"best": this format has no such key'),
    ("\n[players]", '\n[campaign]\ntitle = ""\n[players]', '"campaign": this format has no such key'),
    ("created = 2026-12-01T20:15:00Z", "created = 3", "created: expected a date and time such as 2026-"),
    ("game = 1\n", "", "[[games]] 1, game: expected a whole number from 1 on; found nothing"),
    (
        "game = 1\nof = 2",
        "game = 3\nof = 3",
        "[[games]] 1, of: expected 1, or 2 for a return match; found the number 3",
    ),
    ("game = 1\nof = 1", "game = 2\nof = 1", "[[games]] 3, game: expected the number of one of 1; found the number 2"),
    ("game = 1\nof = 1", "of = 1\nchapter = 1\ngame = 1", '[[games]] 3, "chapter": this format has no such key'),
    (
        "game = 1\nof = 1",
        "game = 2\nof = 2",
        "[[games]] 3, game: expected 1, for no return match waits for its second; found 2",
    ),
    (
        "game = 2\nof = 2",
        "game = 1\nof = 1",
        "[[games]] 2, game: expected 2 of 2, a return match's second; found 1 of 1",
    ),
    (
        "game = 2\nof = 2",
        "game = 1\nof = 2",
        "[[games]] 2, game: expected 2 of 2, a return match's second; found 1 of 2",
    ),
    (
        '"11900460316981517751"',
        '"9"',
        '[[games]] 2, seed: expected "11900460316981517751", which follows from its match; found "9"',
    ),
    ('seed = "8"', 'seed = "08"', "[[games]] 3, seed: a seed is a whole number from 0 to"),
    (
        'jekyll = "[hyde]"',
        'jekyll = "Ada"',
        "[[games]] 3, hyde: expected another player than Jekyll's, or a bot; found",
    ),
    (
        'hyde = "bot:thinker:40"',
        'hyde = "Eve"',
        "[[games]] 1, hyde: expected a player's name, or bot: and a bot's name",
    ),
    ("cut = [2]", "cut = [3]", "[[games]] 1, cut: expected rising numbers of its 2 decisions; found a list of 1"),
    ('winner = "jekyll"', 'winner = "draw"', '[[games]] 1, winner: expected one of jekyll, hyde; found "draw"'),
    ('winner = "jekyll"', 'winner = "hyde"', '[[games]] 1, winner: expected jekyll, the marker on 9; found "hyde"'),
    ('winner = "hyde"', 'winner = "jekyll"', '[[games]] 2, winner: expected hyde, the marker on 10; found "jekyll"'),
    ("marker = 9", "marker = -1", "[[games]] 1, marker: expected a whole number from 0 on; found the number -1"),
    ("round = 3", "round = 0", "[[games]] 1, round: expected a whole number from 1 on; found the number 0"),
    ("round = 3", "round = 4", "[[games]] 1, round: expected a round from 1 to 3; found the number 4"),
    ("round = 3", "round = 2", "[[games]] 1, round: expected 3 where Jekyll wins; found the number 2"),
    ("round = 3\n", "", "[[games]] 1, round: expected a whole number from 1 on; found nothing"),
    (
        'winner = "jekyll"\nround = 3\nmarker = 9\n',
        "",
        "[[games]] 1, winner: expected one in each duel but the last; found nothing",
    ),
    ('winner = "hyde"\n', "", '[[games]] 2, "round": this format has no such key'),
]


@pytest.mark.parametrize(("right", "wrong", "sentence"), WRONG)
def test_a_wrong_value_is_told_with_its_place(right: str, wrong: str, sentence: str) -> None:
    assert right in BY_HAND
    text = BY_HAND.replace(right, wrong, 1)
    for read in (decode, glimpse):
        with pytest.raises(SaveDamaged) as damaged:
            read(text)
        assert str(damaged.value).startswith(sentence)
        assert str(damaged.value).isprintable()


def test_a_return_match_that_waits_for_its_second_duel_is_a_save() -> None:
    waiting = replace(SAMPLE, games=SAMPLE.games[:1])
    assert decode(encode(waiting)) == waiting
    with pytest.raises(SaveDamaged, match=r"^\[\[games\]\] 2, game: expected 2 of 2, .*; found 1 of 1$"):
        decode(BY_HAND[:SECOND] + BY_HAND[LAST:])


def test_a_campaign_s_tables_are_none_of_a_duel_s() -> None:
    with pytest.raises(SaveDamaged, match=r'^"tracker": this format has no such key$'):
        decode(BY_HAND + '[[tracker]]\nchapter = "i"\nattempts = 1\nstars = 0\nstate = "open"\n')
