"""Whole processes: our commands against a program that does nothing."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from campaign.files.chapters import shipped_folder
from campaign.files.saves import SaveFolder
from tests.bench.figures import Figure, figure, medians, timed
from tests.bench.saves import played_campaign

PROCESSES = 11
EMPTY_APP = """
import typer
app = typer.Typer()
@app.command()
def nothing() -> None:
    pass
app()
"""


def process(
    arguments: list[str],
    saves: Path,
    *,
    code: str = EMPTY_APP,
    name: str = "typer app of one command that does nothing",
) -> Figure:
    """Time a command of ours as a whole process against another program, a typer app that does nothing."""
    environment = {**os.environ, "CAMPAIGN_SAVES": str(saves)}

    def run(command: list[str]) -> None:
        subprocess.run(command, check=True, env=environment, stdout=subprocess.DEVNULL)

    with tempfile.TemporaryDirectory() as folder:
        other = Path(folder, "peer.py")
        other.write_text(code, encoding="utf-8")
        ours = [sys.executable, "-m", "campaign", *arguments]
        peer = [sys.executable, str(other)]
        pairs = [(timed(lambda: run(ours)), timed(lambda: run(peer))) for _ in range(PROCESSES + 1)][1:]
    value, peer_value = medians(pairs, 4)
    return figure("s", value, name, peer_value)


def list_100() -> Figure:
    """``campaign list`` over 100 saves of 8 games each."""
    campaign = played_campaign(8)
    with tempfile.TemporaryDirectory() as folder:
        for number in range(100):
            SaveFolder(Path(folder)).create(f"campaign {number}", campaign)
        return process(["list"], Path(folder))


def check_10() -> Figure:
    """``campaign chapter check`` of the shipped chapters, against an import of pydantic alone."""
    code = "from pydantic import BaseModel"
    with tempfile.TemporaryDirectory() as folder:
        return process(["chapter", "check", str(shipped_folder())], Path(folder), code=code, name="import of pydantic")


def help_screen() -> Figure:
    """``campaign --help``."""
    with tempfile.TemporaryDirectory() as folder:
        return process(["--help"], Path(folder))
