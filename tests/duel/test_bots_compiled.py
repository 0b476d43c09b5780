"""The duel's bots decide compiled as they do interpreted."""

import json
from pathlib import Path

from campaign.play.duel_simulate import play_duel
from tests.building import ROOT, ran
from tests.duel.bots import bot

PLAY = (
    f"import sys; sys.path.append({str(ROOT)!r}); import json; "
    "from tests.duel.test_bots_compiled import ends; print(json.dumps(ends()))"
)


def ends() -> list[list[int]]:
    """Return how some duels of careful and of thinkers end: the round and the marker's space."""
    found: list[list[int]] = []
    for name, seeds in (("careful", range(30)), ("thinker:1", range(30, 33))):
        for seed in seeds:
            ended = play_duel((bot(name), bot(name)), seed)
            found.append([ended.round, ended.marker])
    return found


def test_the_same_seeds_end_alike_compiled_and_interpreted(compiled: Path, tmp_path: Path) -> None:
    assert json.loads(ran(["-P", "-c", PLAY], tmp_path, PYTHONPATH=str(compiled))) == ends()
