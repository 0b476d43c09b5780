"""Names, seeds and the folder of saves: what is taken, and what is refused before anything is touched."""

import errno
import os
import subprocess
import sys
import unicodedata
from pathlib import Path
from typing import NoReturn

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign.files import places
from campaign.files.errors import NameRefused, PlaceRefused, SeedRefused
from campaign.files.names import check_name, check_player, check_players, parse_seed, same_name
from campaign.files.places import SavesPlace, Source, ensure_folder, other_place, saves_folder
from campaign.files.saves import SaveFolder

CHECKOUT = '[project]\nname = "campaign-jekyll-hyde"\n'


@pytest.mark.parametrize(
    "name",
    [
        "a",
        "7",
        "Ada and Bert",
        "v1.2_final-3",
        "Zoë",
        "東京",
        "Ελλάδα",
        "हिन्दी",  # ends with a vowel sign, which belongs to its letter
        "١٢٣",
        "a..b",
        "console",
        "com10",
        "com0",
        "x.con",
        "\N{DESERET CAPITAL LETTER LONG I}" * 60,
        "n" * 60,
    ],
)
def test_names_that_are_taken(name: str) -> None:
    assert check_name(name) == name


BAD_NAMES = [
    "../x",
    "/etc/x",
    "..\\x",
    "a/b",
    "a\\b",
    "",
    ".",
    "..",
    "a\0b",
    "a\nb",
    "a\n",
    "n" * 61,
    "n" * 300,
    " a",
    "a ",
    "-a",
    "a-",
    ".a",
    "a.",
    "_a",
    "a_",
    "~",
    "a:b",
    "a*b",
    "a\tb",
    "a\x1b[2Jb",
    "a\u202eb",  # right-to-left override
    "a\u200db",
    "a\ud800b",
    "1\u0301",  # an accent on no letter
    "\u0301a",
    "a¹",
    "con",
    "CON",
    "Nul",
    "aux.txt",
    "prn.a.b",
    "con .x",
    "com1",
    "LPT9.log",
    "COM¹",
]


@pytest.mark.parametrize("name", BAD_NAMES)
def test_names_that_are_refused_touch_no_file(name: str, tmp_path: Path) -> None:
    """B23: for every entrance that takes a name."""
    home = tmp_path / "saves"
    home.mkdir()
    folder = SaveFolder(home)
    for entrance in (folder.find, folder.load, folder.delete, folder.read_backup, folder.restore):
        with pytest.raises(NameRefused) as refused:
            entrance(name)
        message = str(refused.value)
        assert message.isprintable()
        assert len(message) < 200
        assert refused.value.exit_code == 2
    assert [path.name for path in tmp_path.rglob("*")] == ["saves"]


def test_a_name_is_returned_composed() -> None:
    assert check_name("Zoe\u0308") == "Zoë"
    assert check_name("e\u0301" * 60) == "é" * 60


@given(st.text())
def test_any_text_is_refused_or_a_plain_file_name(text: str) -> None:
    try:
        name = check_name(text)
    except NameRefused:
        return
    assert name == unicodedata.normalize("NFC", text)
    assert Path(name).name == name
    assert len(os.fsencode(f".{name}.toml.bak.tmp")) <= 255
    assert check_name(name) == name


@pytest.mark.parametrize(
    ("first", "second", "same"),
    [
        ("Ada", "ADA", True),
        ("Zoë", "ZOE\u0308", True),
        ("Straße", "STRASSE", True),
        ("a b", "a_b", False),
        ("Ada", "Ada2", False),
    ],
)
def test_same_name(first: str, second: str, *, same: bool) -> None:
    assert same_name(first, second) is same


@pytest.mark.parametrize("name", ["Ada", "[hyde]", "[/red]", "Dr. Jekyll", "a:b", "botanist", "P" * 40, "/etc", "🎩"])
def test_players_that_are_taken(name: str) -> None:
    assert check_player(f" {name} ") == name


@pytest.mark.parametrize(
    "name", ["", "  ", "P" * 41, "a\nb", "a\x1b[0m", "a\u202eb", "bot", "Human", "BOT:careful", "bot:"]
)
def test_players_that_are_refused(name: str) -> None:
    with pytest.raises(NameRefused) as refused:
        check_player(name)
    assert str(refused.value).isprintable()


def test_two_players_have_two_names() -> None:
    assert check_players(" Ada", "Bert ") == ("Ada", "Bert")
    with pytest.raises(NameRefused, match='found "Ada" and "ADA"'):
        check_players("Ada", "ADA")


@pytest.mark.parametrize("seed", [0, 1, 7, 10, 2**32 - 1, 2**32, 2**63, 2**64 - 1])
def test_seeds_that_are_taken(seed: int) -> None:
    """B27: accepted and printed back exactly."""
    assert parse_seed(str(seed)) == seed


@pytest.mark.parametrize(
    "text",
    [
        str(2**64),
        "-1",
        str(10**30),
        "9" * 5000,
        "abc",
        "007",
        "00",
        "",
        " 7",
        "7 ",
        "+7",
        "1_0",
        "7.0",
        "1e3",
        "0x7",
        "\u0667",
        "\u00b2",
    ],
)
def test_seeds_that_are_refused(text: str) -> None:
    """B27: refused with what was expected and what was found."""
    with pytest.raises(SeedRefused, match="a seed is a whole number from 0 to 18446744073709551615") as refused:
        parse_seed(text)
    assert f'found "{text[:40]}' in str(refused.value)
    assert refused.value.exit_code == 2


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Stand in an empty folder with no setting, the user's data below it and no checkout around the package."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("CAMPAIGN_SAVES", raising=False)
    monkeypatch.setattr("platformdirs.user_data_path", lambda *_args, **_options: tmp_path / "data")
    monkeypatch.setattr(places, "__file__", str(tmp_path / "site" / "campaign" / "files" / "places.py"))
    return tmp_path


def test_the_folder_is_the_first_that_applies(elsewhere: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    user = SavesPlace(elsewhere / "data" / "saves", Source.USER)
    assert saves_folder(None) == user
    pyproject = elsewhere / "pyproject.toml"
    for other in ('[project]\nname = "campaign"\n', "", "\0\xff", '# name = "campaign-jekyll-hyde"\n'):
        pyproject.write_text(other, "latin-1")
        assert saves_folder(None) == user
    pyproject.write_text(CHECKOUT)
    assert saves_folder(None) == SavesPlace(elsewhere / "saves", Source.CHECKOUT)
    monkeypatch.setenv("CAMPAIGN_SAVES", "")
    assert saves_folder(None).source is Source.CHECKOUT
    monkeypatch.setenv("CAMPAIGN_SAVES", "mine")
    assert saves_folder(None) == SavesPlace(elsewhere / "mine", Source.ENVIRONMENT)
    assert saves_folder(Path("typed")) == SavesPlace(elsewhere / "typed", Source.OPTION)
    assert not (elsewhere / "saves").exists()


def test_the_other_place_is_told_when_it_holds_saves(elsewhere: Path) -> None:
    user, checkout = elsewhere / "data" / "saves", elsewhere / "site" / "saves"
    for folder in (user, checkout):
        folder.mkdir(parents=True)
        assert other_place(SavesPlace(checkout, Source.CHECKOUT)) is None
        assert other_place(SavesPlace(user, Source.USER)) is None
    (user / "a.toml").touch()
    (checkout / "a.toml").touch()
    assert other_place(SavesPlace(checkout, Source.CHECKOUT)) == user
    assert other_place(SavesPlace(user, Source.USER)) is None  # no checkout there
    (elsewhere / "site" / "pyproject.toml").write_text(CHECKOUT)
    assert other_place(SavesPlace(user, Source.USER)) == checkout
    assert other_place(SavesPlace(elsewhere, Source.OPTION)) is None
    assert other_place(SavesPlace(elsewhere, Source.ENVIRONMENT)) is None


def test_an_unreadable_other_place_is_none(elsewhere: Path) -> None:
    (elsewhere / "data").mkdir()
    (elsewhere / "data" / "saves").touch()
    assert other_place(SavesPlace(elsewhere, Source.CHECKOUT)) is None


def test_a_missing_current_folder_is_no_crash(tmp_path: Path) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    script = (
        "import os, pathlib; os.rmdir(os.getcwd()); from campaign.files.places import saves_folder;"
        "print(saves_folder(pathlib.Path('x')).path)"
    )
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[1])}
    done = subprocess.run([sys.executable, "-c", script], cwd=gone, env=environment, capture_output=True, check=True)
    assert done.stdout == b"x\n"


def test_the_folder_is_made_with_its_parents(tmp_path: Path) -> None:
    place = SavesPlace(tmp_path / "a" / "b", Source.OPTION)
    ensure_folder(place)
    ensure_folder(place)
    assert place.path.is_dir()


@pytest.mark.parametrize("tail", ["", "deeper"])
def test_a_file_in_the_folders_place_is_refused(tail: str, tmp_path: Path) -> None:
    """B25: the path, the cause and the setting to change."""
    (tmp_path / "saves").write_text("mine")
    place = SavesPlace(tmp_path / "saves" / tail, Source.USER)
    with pytest.raises(PlaceRefused) as refused:
        ensure_folder(place)
    for part in (str(place.path), "File exists" if not tail else "Not a directory", "--saves", "CAMPAIGN_SAVES"):
        assert part in str(refused.value)
    assert refused.value.exit_code == 4
    with pytest.raises(PlaceRefused, match="CAMPAIGN_SAVES"):
        SaveFolder(place.path).summaries()
    assert (tmp_path / "saves").read_text() == "mine"


@pytest.mark.parametrize("code", [errno.EACCES, errno.EROFS, errno.ENOSPC, errno.EIO])
@pytest.mark.parametrize("function", ["mkdir", "scandir"])
def test_a_folder_the_system_refuses(function: str, code: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """B25: the same for what permission bits do, which say nothing to root."""

    def refuse(*_args: object, **_options: object) -> NoReturn:
        raise OSError(code, os.strerror(code))

    place = SavesPlace(tmp_path / "saves", Source.USER)
    monkeypatch.setattr(os, function, refuse)
    with pytest.raises(PlaceRefused) as refused:
        ensure_folder(place) if function == "mkdir" else SaveFolder(place.path).names()
    for part in (str(place.path), os.strerror(code), "--saves", "CAMPAIGN_SAVES"):
        assert part in str(refused.value)
    assert refused.value.exit_code == 4
