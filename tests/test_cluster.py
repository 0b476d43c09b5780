"""A simulation on a real Dask cluster over TCP: the same figures, and each way it can fail in a sentence."""

import importlib
import json
import os
import socket
import sys
import time
import warnings
from collections.abc import Iterator
from typing import Protocol

import pytest

from campaign.play import workers
from campaign.play.workers import WorkersError
from tests.cli.conftest import Program, program

__all__ = ["program"]
distributed = pytest.importorskip("distributed", reason="needs the extra cluster")
# Dask's own code and its event loop's ends warn; none of that is ours.
pytestmark = pytest.mark.filterwarnings("ignore")


class Cluster(Protocol):
    """What is read of a cluster."""

    scheduler_address: str


@pytest.fixture(scope="module")
def scheduler() -> Iterator["Cluster"]:
    """Give a cluster of two processes on this computer."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with distributed.LocalCluster(
            n_workers=2, threads_per_worker=2, processes=True, host="127.0.0.1", dashboard_address=None
        ) as cluster:
            yield cluster


def figures(program: Program, *arguments: str) -> dict[str, object]:
    """Return a simulation's JSON, but for how long it took."""
    ran = program("chapter", "simulate", *arguments, "--json")
    assert (ran.code, ran.err) == (0, "")
    told: dict[str, object] = json.loads(ran.out)
    del told["seconds"]
    return told


@pytest.mark.parametrize("bot", ["random", "careful"])
def test_a_cluster_gives_the_figures_of_one_process(program: Program, scheduler: "Cluster", bot: str) -> None:
    address = scheduler.scheduler_address
    assert address.startswith("tcp://127.0.0.1:")
    there = figures(program, "iv", "--games", "400", "--bot", bot, "--cluster", address)
    assert there == figures(program, "iv", "--games", "400", "--bot", bot, "--workers", "1")
    assert there["games"] == 400


def test_threads_of_one_worker_share_no_bot(program: Program) -> None:
    with distributed.LocalCluster(
        n_workers=1, threads_per_worker=4, processes=True, host="127.0.0.1", dashboard_address=None
    ) as cluster:
        there = figures(program, "iii", "--games", "300", "--cluster", cluster.scheduler_address)
    assert there == figures(program, "iii", "--games", "300", "--workers", "1")


def test_workers_that_die_are_told_in_a_sentence(scheduler: "Cluster") -> None:
    died = "workers of the cluster ended early"
    with pytest.raises(WorkersError, match=died), workers.cluster(scheduler.scheduler_address) as (executor, _):
        executor.submit(os._exit, 1).result()


def test_a_cluster_that_goes_away_is_told_in_a_sentence() -> None:
    with distributed.LocalCluster(
        n_workers=1, threads_per_worker=1, processes=True, host="127.0.0.1", dashboard_address=None
    ) as cluster:
        address = cluster.scheduler_address
        with pytest.raises(WorkersError, match="was lost"), workers.cluster(address) as (executor, threads):  # noqa: PT012
            assert threads == 1
            begun = executor.submit(time.sleep, 60)
            cluster.close()
            begun.result()


def test_a_worker_that_lacks_the_program_is_told_in_a_sentence(scheduler: "Cluster") -> None:
    lacks = "another version of this program, or none"
    with pytest.raises(WorkersError, match=lacks), workers.cluster(scheduler.scheduler_address) as (executor, _):
        executor.submit(importlib.import_module, "campaign.none").result()


def test_nobody_at_the_address_is_4_and_a_sentence(program: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "CONNECT", 1)
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        address = f"tcp://127.0.0.1:{taken.getsockname()[1]}"
        ran = program("chapter", "simulate", "iv", "--cluster", address)
    assert (ran.code, ran.out) == (4, "")
    assert ran.err == f"no cluster answers at {address}\n"


@pytest.mark.parametrize("address", ["nonsense://x:1", "tcp://127.0.0.1:port", ""])
def test_what_is_no_address_is_2(program: Program, monkeypatch: pytest.MonkeyPatch, address: str) -> None:
    monkeypatch.setattr(workers, "CONNECT", 1)
    ran = program("chapter", "simulate", "iv", "--cluster", address)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("--cluster: no address of a cluster: ")
    assert len(ran.err.splitlines()) == 1


def test_a_cluster_without_workers_is_4(program: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "CONNECT", 1)
    with distributed.LocalCluster(n_workers=0, processes=True, host="127.0.0.1", dashboard_address=None) as cluster:
        ran = program("chapter", "simulate", "iv", "--cluster", cluster.scheduler_address)
    assert (ran.code, ran.err) == (4, f"the cluster at {cluster.scheduler_address} has no workers\n")


def test_without_the_extra_it_is_2_and_says_what_to_install(program: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    ran = program("chapter", "simulate", "iv", "--cluster", "tcp://127.0.0.1:1")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == "--cluster: a cluster needs Dask: pip install 'campaign-jekyll-hyde[cluster]'\n"
