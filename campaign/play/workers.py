"""What plays simulated games: this process, a pool of processes, or a Dask cluster; all of them are Executors."""

import contextlib
import importlib
import logging
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.connection import wait
from typing import ParamSpec, TypeVar

_P = ParamSpec("_P")
_T = TypeVar("_T")
CONNECT = 10
"""How many seconds a cluster may take to answer, and again to have a worker."""


class WorkersError(Exception):
    """What was to play the games does not; the message is one sentence."""


class NoClusterError(WorkersError):
    """The extra ``cluster`` is not installed, or the address is none."""


class InProcess(Executor):
    """Does the work at once, in this process."""

    def submit(self, fn: Callable[_P, _T], /, *args: _P.args, **kwargs: _P.kwargs) -> Future[_T]:
        """Return the finished work."""
        future: Future[_T] = Future()
        future.set_result(fn(*args, **kwargs))
        return future


class _Pool(ProcessPoolExecutor):
    """A pool whose processes are born deaf to Ctrl-C, which a terminal sends to all of them."""

    def submit(self, fn: Callable[_P, _T], /, *args: _P.args, **kwargs: _P.kwargs) -> Future[_T]:
        """Begin some work, and the process that does it if there is none idle."""
        with _interrupts_held():
            return super().submit(fn, *args, **kwargs)


@contextlib.contextmanager
def _interrupts_held() -> Iterator[None]:
    """Hold Ctrl-C back; a process that begins meanwhile holds it back for good. Not on every system."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def begin_worker() -> None:
    """Ignore Ctrl-C, which the program hears; and end with the program, however that ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)


@contextlib.contextmanager
def process_pool(workers: int) -> Iterator[Executor]:
    """Give a pool of processes; however it is left, none of them stays behind."""
    others = {process.pid for process in multiprocessing.active_children()}
    pool = _Pool(workers, mp_context=multiprocessing.get_context("spawn"), initializer=begin_worker)
    try:
        yield pool
    except BaseException as error:
        # A batch that was begun may take long, and nobody waits for it any more. The pool's own thread is waited for:
        # Python's end would trip over it.
        for process in multiprocessing.active_children():
            if process.pid not in others:
                process.terminate()
        pool.shutdown(cancel_futures=True)
        if isinstance(error, BrokenProcessPool):
            raise WorkersError("a worker process ended early: out of memory, or ended from outside") from None
        raise
    pool.shutdown()


@contextlib.contextmanager
def _no_logging() -> Iterator[None]:
    """Keep Dask's loggers quiet: what goes wrong is told once, in a sentence."""
    before = logging.root.manager.disable
    logging.disable(logging.CRITICAL)
    try:
        yield
    finally:
        logging.disable(before)


@contextlib.contextmanager
def cluster(address: str) -> Iterator[tuple[Executor, int]]:
    """Give a Dask cluster as an executor, and how many batches it plays at a time."""
    try:
        distributed = importlib.import_module("distributed")
    except ImportError:
        raise NoClusterError("a cluster needs Dask: pip install 'campaign-jekyll-hyde[cluster]'") from None
    with _no_logging(), contextlib.ExitStack() as stack:
        try:
            client = stack.enter_context(distributed.Client(address, timeout=CONNECT, set_as_default=False))
        except (ValueError, TypeError) as error:
            raise NoClusterError(f"no address of a cluster: {error}") from None
        except OSError:
            raise WorkersError(f"no cluster answers at {address}") from None
        try:
            client.wait_for_workers(1, timeout=CONNECT)
            yield client.get_executor(pure=False), sum(client.nthreads().values())
        except (ImportError, AttributeError) as error:
            message = f"a worker of the cluster has another version of this program, or none: {error}"
            raise WorkersError(message) from None
        except TimeoutError:
            raise WorkersError(f"the cluster at {address} has no workers") from None
        except distributed.KilledWorker:
            raise WorkersError("workers of the cluster ended early, one after another: out of memory?") from None
        except (CancelledError, OSError):
            raise WorkersError(f"the cluster at {address} was lost") from None
