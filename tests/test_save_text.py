"""The save as text: what it says, that it comes back whole, and that what is wrong is told with its place."""

import tomllib
import unicodedata
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from campaign.files.codec import Save, decode, encode, glimpse
from campaign.files.errors import (
    SaveDamaged,
    SaveFailed,
    SaveNewer,
)
from campaign.files.names import check_players
from campaign.files.saves import SaveFolder
from campaign.play.campaign import Campaign, Ending, Game, Reason, Row, RowState, StoredChapter, Verdict

BEGAN = datetime(2026, 12, 1, 20, 15, tzinfo=UTC)
LATER = datetime(2026, 12, 8, 21, 2, 11, tzinfo=UTC)
FIRST, SECOND = "3f2a90c41b7d5e68", "00000000000000aa"

SAMPLE = Campaign(
    title="The Jekyll Case",
    folder="",
    players=("Ada", "[hyde]"),
    created=BEGAN,
    played=LATER,
    tracker=(Row(chapter="i", attempts=1, stars=2, state=RowState.DONE), Row(chapter="iv", attempts=1)),
    chapters={
        FIRST: StoredChapter(id="i", title="One", story="Fog.\nNight.\n", lines='id = "i"\nsetup.rounds = 2\n'),
        SECOND: StoredChapter(id="iv", title='Two "Names"', story="", lines="id = 'iv'\n"),
    },
    games=(
        Game(
            chapter=FIRST,
            seed=2**64 - 1,
            seats=("Ada", "bot:careful"),
            attempt=1,
            hints=(0, 3),
            cut=(2,),
            decisions=("jekyll gives F8 R1 M1 3+", "jekyll plays F4"),
            fingerprints=("aa", "bb"),
            ending=Ending(verdict=Verdict.SUCCESS, reason=Reason.REACHED, achievement=True, stars=2),
        ),
        Game(
            chapter=FIRST,
            seed=0,
            seats=("bot:random", "bot:random"),
            ending=Ending(verdict=Verdict.DEFEAT, reason=Reason.OBJECTIVE, objective="balance"),
        ),
        Game(chapter=SECOND, seed=7, seats=("Ada", "[hyde]"), attempt=1, decisions=("concede",)),
    ),
)

SAMPLE_TEXT = """\
# A save of campaign. Its last line is a checksum, so that a file that was cut off is known as such.
format = 1
kind = "campaign"
created = 2026-12-01T20:15:00Z
played = 2026-12-08T21:02:11Z

[campaign]
title = "The Jekyll Case"
folder = ""

[players]
names = ["Ada", "[hyde]"]

[[tracker]]
chapter = "i"
attempts = 1
stars = 2
state = "done"

[[tracker]]
chapter = "iv"
attempts = 1
stars = 0
state = "open"

[chapters.3f2a90c41b7d5e68]
id = "i"
title = "One"
story = '''
Fog.
Night.
'''
lines = '''
id = "i"
setup.rounds = 2
'''

[chapters.00000000000000aa]
id = "iv"
title = "Two \\"Names\\""
story = ""
lines = '''
id = 'iv'
'''

[[games]]
chapter = "3f2a90c41b7d5e68"
counts = true
attempt = 1
seed = "18446744073709551615"
jekyll = "Ada"
hyde = "bot:careful"
hints = [0, 3]
cut = [2]
decisions = '''
jekyll gives F8 R1 M1 3+
jekyll plays F4
'''
fingerprints = ["aa", "bb"]
verdict = "success"
reason = "reached"
achievement = true
stars = 2

[[games]]
chapter = "3f2a90c41b7d5e68"
counts = false
seed = "0"
jekyll = "bot:random"
hyde = "bot:random"
hints = [0, 0]
decisions = ""
fingerprints = []
verdict = "defeat"
reason = "objective"
objective = "balance"
stars = 0

[[games]]
chapter = "00000000000000aa"
counts = true
attempt = 1
seed = "7"
jekyll = "Ada"
hyde = "[hyde]"
hints = [0, 0]
decisions = '''
concede
'''
fingerprints = []

"""


def campaign_of(save: Save) -> Campaign:
    """Return a save that is a campaign's."""
    assert isinstance(save, Campaign)
    return save


def test_the_text_is_as_a_person_reads_it() -> None:
    text, _, last = encode(SAMPLE).rpartition("# end ")
    assert text == SAMPLE_TEXT
    assert len(last) == 17


HARD = st.one_of(
    st.text(),
    st.lists(
        st.sampled_from(
            [
                "'''",
                '"""',
                "'",
                '"',
                "\\",
                "\n",
                "\r\n",
                "\r",
                "\t",
                "\0",
                "\x1b",
                "\x7f",
                "\x85",
                "\u2028",
                "\ufeff",
                "é",
                "\n[[games]]\n",
                f"\n[chapters.{FIRST}]\n",
                "# end 0123456789abcdef\n",
                "[x]\n",
                'id = "x"',
                "🎩",
                "a",
            ]
        )
    ).map("".join),
)
MOMENTS = st.datetimes(datetime(1, 1, 2), datetime(9999, 12, 30), timezones=st.just(UTC)).map(  # noqa: DTZ001
    lambda moment: moment.replace(microsecond=0)
)
COUNTS = st.integers(0, 2**63 - 1)
DIGESTS = st.text("0123456789abcdef", min_size=16, max_size=16)
LINES = HARD.map(lambda text: text.replace("\n", "").strip()).filter(bool)


def pairs_of_seats(players: tuple[str, str]) -> st.SearchStrategy[tuple[str, str]]:
    """Return who may sit at the two seats: two different players, or bots."""
    seat = st.sampled_from(players) | HARD.map("bot:{}".format)
    return st.tuples(seat, seat).filter(lambda seats: seats[0] != seats[1] or seats[0] not in players)


@st.composite
def campaigns(draw: st.DrawFn) -> Campaign:
    players = draw(st.sampled_from([("Ada", "Bert"), ("[hyde]", "🎩 'quoted\" \\"), ("A", "B")]))
    assert check_players(*players) == tuple(unicodedata.normalize("NFC", name) for name in players)
    chapters = draw(
        st.dictionaries(DIGESTS, st.builds(StoredChapter, id=HARD, title=HARD, story=HARD, lines=HARD), max_size=3)
    )
    endings = st.builds(
        Ending,
        verdict=st.sampled_from(Verdict),
        reason=st.sampled_from(Reason),
        objective=st.none() | HARD,
        achievement=st.booleans(),
        stars=COUNTS,
    )
    games = st.builds(
        Game,
        chapter=st.sampled_from(list(chapters) or [""]),
        seed=st.integers(0, 2**64 - 1),
        seats=pairs_of_seats(players),
        attempt=st.none() | st.integers(1, 2**63 - 1),
        hints=st.tuples(COUNTS, COUNTS),
        decisions=st.lists(LINES, max_size=3).map(tuple),
        fingerprints=st.lists(HARD, max_size=2).map(tuple),
        ending=endings,
    ).map(lambda game: replace(game, cut=tuple(range(1, len(game.decisions) + 1, 2))))
    begun = draw(st.lists(games, max_size=3)) if chapters else []
    unfinished: bool = draw(st.booleans())
    if begun and unfinished:
        begun[-1] = replace(begun[-1], ending=None)
    rows = st.builds(Row, chapter=HARD, attempts=COUNTS, stars=COUNTS, state=st.sampled_from(RowState))
    return Campaign(
        title=draw(HARD),
        folder=draw(HARD),
        players=players,
        created=draw(MOMENTS),
        played=draw(MOMENTS),
        finished=draw(st.none() | MOMENTS),
        tracker=tuple(draw(st.lists(rows, max_size=3, unique_by=lambda row: row.chapter))),
        chapters=chapters,
        games=tuple(begun),
    )


@settings(max_examples=300)
@given(campaigns())
def test_writing_and_reading_is_the_identity(campaign: Campaign) -> None:
    text = encode(campaign)
    assert decode(text) == campaign
    glimpsed = campaign_of(glimpse(text))
    assert glimpsed.games == campaign.games[-1:]
    assert {digest: chapter.id for digest, chapter in glimpsed.chapters.items()} == {
        game.chapter: campaign.chapters[game.chapter].id for game in campaign.games[-1:]
    }
    assert replace(glimpsed, games=(), chapters={}) == replace(campaign, games=(), chapters={})


@pytest.mark.parametrize("seed", [0, 2**32 - 1, 2**32, 2**63, 2**64 - 1])
def test_a_seed_is_kept_whole(seed: int) -> None:
    """B27."""
    campaign = replace(SAMPLE, games=(replace(SAMPLE.games[0], seed=seed),))
    assert f'seed = "{seed}"' in encode(campaign)
    assert decode(encode(campaign)).games[0].seed == seed


def test_a_moment_is_kept_in_utc() -> None:
    east = BEGAN.astimezone(timezone(timedelta(hours=5, minutes=30))).replace(microsecond=999999)
    assert decode(encode(replace(SAMPLE, created=east))).created == BEGAN


def test_text_that_is_not_unicode_is_refused() -> None:
    with pytest.raises(SaveFailed, match="a save is Unicode text"):
        encode(replace(SAMPLE, folder="/chapters/\udcff"))


@pytest.mark.parametrize("change", [str, "\ufeff{}".format, lambda text: text.replace("\n", "\r\n")])
def test_what_editors_do_to_a_file_does_not_matter(change: object, tmp_path: Path) -> None:
    assert callable(change)
    (tmp_path / "a.toml").write_bytes(str(change(encode(SAMPLE))).encode())
    assert SaveFolder(tmp_path).load("a") == SAMPLE
    assert SaveFolder(tmp_path).summaries()[0].problem is None


def test_a_save_changed_by_hand_is_read_in_full() -> None:
    by_hand = encode(SAMPLE).replace("The Jekyll Case", "Ours")
    assert campaign_of(decode(by_hand)).title == campaign_of(glimpse(by_hand)).title == "Ours"
    assert decode(SAMPLE_TEXT.partition("\n")[2]) == SAMPLE
    broken = encode(SAMPLE).replace('"bot:careful"', '"Eve"')
    for read in (decode, glimpse):
        with pytest.raises(SaveDamaged, match=r'^\[\[games\]\] 1, hyde: expected a player.*found "Eve"$'):
            read(broken)


def test_a_save_cut_off_anywhere_is_damaged() -> None:
    """S03: also where what is left would be a whole TOML file."""
    text = encode(SAMPLE)
    for end in range(len(text) - 1):
        for read in (decode, glimpse):
            with pytest.raises(SaveDamaged):
                read(text[:end])
    with pytest.raises(SaveDamaged, match="cut off"):
        glimpse(SAMPLE_TEXT)
    assert decode(text[:-1]) == SAMPLE


@pytest.mark.parametrize("version", ["2", "9007199254740993", "0x" + "f" * 9999])
def test_a_newer_format_is_said_to_be_newer(version: str) -> None:
    """B19."""
    text = SAMPLE_TEXT.replace("format = 1", f"format = {version}")
    number = "2" if version == "2" else r".*"
    for read in (decode, glimpse):
        with pytest.raises(SaveNewer, match=rf"^made by a newer version \(format {number}\); this one reads format 1$"):
            read(text)
    assert SaveNewer.exit_code == 1


WRONG = [
    # what stands there, what stands there instead, where, what was found
    ("format = 1", "", "format", "found nothing"),
    ("format = 1", "format = 0", "format", "found the number 0"),
    ("format = 1", "format = -1", "format", "found the number -1"),
    ("format = 1", 'format = "1"', "format", 'found "1"'),
    ("format = 1", "format = true", "format", 'found "true"'),
    ("format = 1", "format = 1.0", "format", "found the number 1.0"),
    ("format = 1", "format = nan", "format", "found the number"),
    ("format = 1", "format = [2]", "format", "found a list of 1"),
    ("format = 1", "format = 1979-05-27", "format", "found the date or time 1979-05-27"),
    ("format = 1", f"format = -0{'0' * 9999}", "not TOML", ""),
    ('kind = "campaign"', 'kind = "duet"', "kind", 'expected one of campaign, duel; found "duet"'),
    ('kind = "campaign"', 'kind = "duel"', "[[games]] 1, game", "found nothing"),
    ('kind = "campaign"', "", "kind", "found nothing"),
    ("created = 2026-12-01T20:15:00Z", "created = 2026-12-01T20:15:00", "created", "found the date or time 2026-12-01"),
    ("created = 2026-12-01T20:15:00Z", "created = 0001-01-01T00:00:00+01:00", "created", "found the date or time 0001"),
    ("played = 2026-12-08T21:02:11Z", "played = 20261208", "played", "found the number 20261208"),
    ('folder = ""', "folder = 1", "[campaign], folder", "found the number 1"),
    ('folder = ""', 'folder = ""\nfinished = "now"', "[campaign], finished", 'found "now"'),
    ('folder = ""', 'folder = ""\nnote = "x"', '[campaign], "note"', "no such key"),
    ("[campaign]", "[campaing]", "[campaign]", "found nothing"),
    ("[players]", "[[players]]", "[players]", "found a list of 1"),
    ('names = ["Ada", "[hyde]"]', 'names = ["Ada"]', "[players], names", "found a list of 1"),
    ('names = ["Ada", "[hyde]"]', 'names = ["Ada", 7]', "[players], names", "found a list of 2"),
    ('names = ["Ada", "[hyde]"]', 'names = ["Ada", "ada"]', "[players], names", 'found "Ada" and "ada"'),
    ('chapter = "iv"\nattempts = 1', 'chapter = "i"\nattempts = 1', "[[tracker]]", 'found "i" twice'),
    ("attempts = 1\nstars = 2", "attempts = true\nstars = 2", "[[tracker]] 1, attempts", 'found "true"'),
    ("attempts = 1\nstars = 2", "attempts = 1.0\nstars = 2", "[[tracker]] 1, attempts", "found the number 1.0"),
    ("attempts = 1\nstars = 2", "attempts = -1\nstars = 2", "[[tracker]] 1, attempts", "found the number -1"),
    (
        "attempts = 1\nstars = 2",
        f"attempts = {10**30}\nstars = 2",
        "[[tracker]] 1, attempts",
        "found the number beyond",
    ),
    ("attempts = 1\nstars = 2", f"attempts = 0x{'f' * 9999}\nstars = 2", "[[tracker]] 1, attempts", "beyond 2^63"),
    ('state = "open"', 'state = "opne"', "[[tracker]] 2, state", 'one of open, done, moved-on; found "opne"'),
    ('state = "open"', 'state = "open"\nextra = 1', '[[tracker]] 2, "extra"', "no such key"),
    (f"[chapters.{FIRST}]", "[chapters.xyz]", "[chapters]", 'found "xyz"'),
    (f"[chapters.{FIRST}]\nid", f"[chapters.{FIRST}]\nname", f"[chapters.{FIRST}], id", "found nothing"),
    (f"[chapters.{SECOND}]", f"[[chapters.{SECOND}]]", f"[chapters.{SECOND}]", "found a list of 1"),
    (f'chapter = "{SECOND}"', 'chapter = "0123456789abcdef"', "[[games]] 3, chapter", 'found "0123456789abcdef"'),
    ("counts = false", "counts = 0", "[[games]] 2, counts", "found the number 0"),
    ("counts = false", "counts = true", "[[games]] 2, attempt", "found nothing"),
    ("counts = false", "counts = false\nattempt = 1", '[[games]] 2, "attempt"', "no such key"),
    ('attempt = 1\nseed = "7"', 'attempt = 0\nseed = "7"', "[[games]] 3, attempt", "number 0"),
    ('hyde = "[hyde]"', 'hyde = "Ada"', "[[games]] 3, hyde", 'another player than Jekyll\'s, or a bot; found "Ada"'),
    ('seed = "7"', "seed = 7", "[[games]] 3, seed", "found the number 7"),
    ('seed = "7"', 'seed = "-1"', "[[games]] 3, seed", 'found "-1"'),
    ('seed = "7"', 'seed = "007"', "[[games]] 3, seed", 'found "007"'),
    ('seed = "7"', 'seed = "18446744073709551616"', "[[games]] 3, seed", 'found "18446744073709551616"'),
    ("hints = [0, 3]", "hints = [0]", "[[games]] 1, hints", "found a list of 1"),
    ("hints = [0, 3]", "hints = [0, true]", "[[games]] 1, hints", "found a list of 2"),
    ("hints = [0, 3]", "hints = 3", "[[games]] 1, hints", "found the number 3"),
    ("cut = [2]", "cut = 2", "[[games]] 1, cut", "found the number 2"),
    ("cut = [2]", "cut = [true]", "[[games]] 1, cut", "a list of whole numbers from 1 on; found a list of 1"),
    ("cut = [2]", "cut = [0]", "[[games]] 1, cut", "a list of whole numbers from 1 on; found a list of 1"),
    ("cut = [2]", "cut = [3]", "[[games]] 1, cut", "rising numbers of its 2 decisions; found a list of 1"),
    ("cut = [2]", "cut = [2, 1]", "[[games]] 1, cut", "rising numbers of its 2 decisions; found a list of 2"),
    ("cut = [2]", "cut = [1, 1]", "[[games]] 1, cut", "rising numbers of its 2 decisions; found a list of 2"),
    ('decisions = ""', "decisions = []", "[[games]] 2, decisions", "found a list of 0"),
    ('fingerprints = ["aa", "bb"]', "fingerprints = [1]", "[[games]] 1, fingerprints", "found a list of 1"),
    ('verdict = "success"', 'verdict = "won"', "[[games]] 1, verdict", 'one of success, defeat; found "won"'),
    (
        'verdict = "success"\nreason = "reached"\nachievement = true\nstars = 2\n',
        "",
        "[[games]] 1, verdict",
        "found nothing",
    ),
    ('verdict = "success"\n', "", '[[games]] 1, "reason"', "no such key"),
    ('reason = "reached"\n', "", "[[games]] 1, reason", "found nothing"),
    ("achievement = true", "achievement = 1", "[[games]] 1, achievement", "found the number 1"),
    ("format = 1", 'format = 1\n"\x1b" = 1', "", "not TOML"),
    ("format = 1", 'format = 1\n"\\u001b" = 1', '"\N{REPLACEMENT CHARACTER}"', "no such key"),
    ("format = 1", "format = 1\ngames = 3\n#", "", "not TOML"),
    ("format = 1", f"format = 1\nx = {'[' * 5000}", "", "nested too deeply"),
]


@pytest.mark.parametrize(("right", "wrong", "where", "found"), WRONG)
def test_a_wrong_value_is_told_with_its_place(right: str, wrong: str, where: str, found: str) -> None:
    whole = SAMPLE_TEXT.partition("\n")[2]
    assert right in whole
    text = whole.replace(right, wrong, 1)
    for read in (decode, glimpse):
        with pytest.raises(SaveDamaged) as damaged:
            read(text)
        message = str(damaged.value)
        assert where in message
        assert found in message
        assert message.isprintable()
        assert damaged.value.exit_code == 1


def test_a_save_that_knows_nothing_of_the_clock_has_no_decision_cut_short() -> None:
    text = SAMPLE_TEXT.partition("\n")[2].replace("cut = [2]\n", "")
    assert [game.cut for game in decode(text).games] == [(), (), ()]
    assert "cut" not in encode(decode(text)).partition("\n")[2]


@pytest.mark.parametrize("value", ["3", "[3]", '"x"'])
@pytest.mark.parametrize("key", ["tracker", "chapters", "games"])
def test_tables_that_are_none(key: str, value: str) -> None:
    head = SAMPLE_TEXT[SAMPLE_TEXT.index("format") : SAMPLE_TEXT.index("[[tracker]]")]
    assert decode(head).games == ()
    with pytest.raises(SaveDamaged, match=key):
        decode(f"{key} = {value}\n{head}")


@given(st.binary(max_size=200) | HARD.map(str.encode))
def test_a_foreign_file_is_damaged_and_no_crash(data: bytes) -> None:
    with pytest.raises((SaveDamaged, UnicodeDecodeError)):
        decode(data.decode())


def test_any_toml_reader_reads_a_save() -> None:
    raw = tomllib.loads(encode(SAMPLE))
    assert raw["games"][0]["decisions"] == "jekyll gives F8 R1 M1 3+\njekyll plays F4\n"
    assert raw["players"]["names"] == ["Ada", "[hyde]"]
