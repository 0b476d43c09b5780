"""The documents for authors: the reference is the models', and every piece of TOML in both checks clean."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from campaign.files.chapters import check_paths, load_chapter, load_folder
from campaign.files.models import ChapterTable
from campaign.files.reference import TARGET, reference
from campaign.files.reference_examples import EXAMPLES
from campaign.play.bots import Who, bot_decision
from campaign.play.session import Session

ROOT = Path(__file__).parent.parent
AUTHORING = (ROOT / "docs" / "authoring.md").read_text("utf-8")
_BLOCK = re.compile(r"^( *)```toml\n(.*?)^ *```$", re.MULTILINE | re.DOTALL)
_HEAD = {"format": "format = 1", "title": 'title = "x"', "extends": 'extends = "iv"'}
IDEAS = 28


def blocks(text: str) -> list[str]:
    """Return the pieces of TOML of a document, without what sets them in."""
    return [re.sub(f"^{found[1]}", "", found[2], flags=re.MULTILINE) for found in _BLOCK.finditer(text)]


def whole(text: str) -> str:
    """Return a piece as a chapter file that extends ``iv`` if it does not say another."""
    keys = tomllib.loads(text)
    return "".join(f"{line}\n" for key, line in _HEAD.items() if key not in keys) + text


def problems(tmp_path: Path, text: str) -> list[str]:
    """Return what is wrong with a piece: a chapter, or a campaign.toml."""
    if "chapters" in tomllib.loads(text):
        for name in tomllib.loads(text)["chapters"]:
            (tmp_path / f"{name}.toml").write_text(whole(""), "utf-8")
        path = tmp_path / "campaign.toml"
        path.write_text(text, "utf-8")
        load_folder(tmp_path)
    else:
        path = tmp_path / "piece.toml"
        path.write_text(whole(text), "utf-8")
    return list(map(str, check_paths([path])))


@pytest.mark.parametrize("text", blocks(AUTHORING))
def test_every_piece_of_the_guide_checks_clean_and_plays(tmp_path: Path, text: str) -> None:
    assert problems(tmp_path, text) == []
    if "chapters" in tomllib.loads(text):
        return
    session = Session(load_chapter(tmp_path / "piece.toml").chapter, 7)
    while (asked := session.due) is not None:
        seat = session.table().leading if asked.seat is None else asked.seat
        bot = Who("careful", bot=True)
        session.submit(bot_decision(bot, session.sight(seat), seed=7, number=len(session.decisions)))
    assert session.ending() is not None


def test_the_guide_has_a_recipe_for_every_idea() -> None:
    recipes = AUTHORING.partition("## Recipes")[2].partition("## When chapters change")[0]
    titles = re.findall(r"^\*\*(.+?)\*\*", recipes, re.MULTILINE | re.DOTALL)
    assert len(titles) == len(set(titles)) == IDEAS
    assert len(blocks(recipes)) == IDEAS + 1


def test_a_wrong_piece_would_be_found(tmp_path: Path) -> None:
    assert blocks("- x\n\n  ```toml\n  deal.giv = 3\n  a = 1\n  ```\n") == ["deal.giv = 3\na = 1\n"]
    assert "did you mean" in problems(tmp_path, "deal.giv = 3\n")[0]


@pytest.mark.parametrize("key", EXAMPLES)
def test_every_example_checks_clean(tmp_path: Path, key: str) -> None:
    text = EXAMPLES[key]
    if not key.startswith("campaign."):
        assert problems(tmp_path, text) == []
        return
    parts = {one: EXAMPLES[f"campaign.{one}"] for one in ("format", "title", "chapters")}
    assert parts[key.removeprefix("campaign.")] == text
    assert problems(tmp_path, "\n".join(parts.values())) == []


def test_every_example_uses_its_key() -> None:
    for place, text in EXAMPLES.items():
        key = place.rpartition(".")[2]
        assert re.search(rf"(?<![a-z-]){key}(?![a-z-])", text), place


def test_the_reference_has_every_key_and_only_pieces_that_were_checked() -> None:
    text = reference()
    assert set(blocks(text)) == {f"{example.strip()}\n" for example in EXAMPLES.values()}
    for key, info in ChapterTable.model_fields.items():
        name = info.alias or key
        assert f"**`{name}`**" in text or f"`[{name}" in text, name


def test_the_reference_is_not_stale(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert TARGET.read_text("utf-8") == reference()
    command = [sys.executable, "-m", "campaign.files.reference", "--check"]
    assert subprocess.run(command, cwd=ROOT, check=False).returncode == 0
    from campaign.files import reference as module  # noqa: PLC0415 (its target is moved)

    monkeypatch.setattr(module, "TARGET", tmp_path / "chapters.md")
    monkeypatch.setattr(sys, "argv", ["reference", "--check"])
    assert module.main() == 1
    monkeypatch.setattr(sys, "argv", ["reference"])
    assert module.main() == 0
    monkeypatch.setattr(sys, "argv", ["reference", "--check"])
    assert module.main() == 0
    (tmp_path / "chapters.md").write_text("old", "utf-8")
    assert module.main() == 1


def test_nothing_of_the_program_imports_the_reference() -> None:
    code = (
        "import sys\nfrom campaign.cli.app import run\n"
        "run(['chapter', 'check', 'chapters'])\nrun(['chapter', 'schema'])\nrun(['chapter', 'show', 'iv', '--lines'])\n"
        "print([name for name in sys.modules if name.startswith('campaign.files.reference')], file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stderr.strip() == "[]"
