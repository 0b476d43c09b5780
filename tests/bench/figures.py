"""What a figure is, and how ours and its peer are timed."""

import statistics
import time
from collections.abc import Callable

Figure = dict[str, object]
ROUNDS = 7
SECONDS = 1.0


def figure(unit: str, value: float | None, peer: str, peer_value: float | None, reason: str | None = None) -> Figure:
    """Return one figure in the benchmark's shape; what could not be measured is None, with the reason."""
    ratio = None if value is None or peer_value is None else round(value / peer_value, 3)
    made: Figure = {"unit": unit, "value": value, "peer": peer, "peer_value": peer_value, "ratio": ratio}
    if reason is not None:
        made["reason"] = reason
    return made


def rate(play: Callable[[], int]) -> float:
    """Return how much ``play`` does a second, as it counts it itself, over some time."""
    done = 0
    start = time.perf_counter()
    while (spent := time.perf_counter() - start) < SECONDS:
        for _ in range(50):
            done += play()
    return done / spent


def timed(work: Callable[[], None]) -> float:
    """Return how many seconds some work takes once."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def medians(pairs: list[tuple[float, float]], digits: int | None = None) -> list[float]:
    """Return the median of ours and of the peer's, rounded."""
    return [round(statistics.median(column), digits) for column in zip(*pairs, strict=True)]
