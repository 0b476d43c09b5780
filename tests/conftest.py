"""What every test runs under: its own folder of saves, and how hard hypothesis looks."""

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests import building

settings.register_profile("quick", max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("full", max_examples=1500, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "quick"))


@pytest.fixture(autouse=True)
def own_saves(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Keep every test away from the saves of whoever runs it."""
    folder = tmp_path_factory.mktemp("saves")
    monkeypatch.setenv("CAMPAIGN_SAVES", str(folder))
    return folder


@pytest.fixture(scope="session")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return where the compiled program is installed; built once a run, whatever the number of its processes."""
    if building.compiler() is None:
        pytest.skip("no C compiler")
    base = tmp_path_factory.getbasetemp()
    return building.compiled_install(base.parent if "PYTEST_XDIST_WORKER" in os.environ else base)
