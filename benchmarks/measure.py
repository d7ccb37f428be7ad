"""Clocks, memory and percentiles for the cases."""

from __future__ import annotations

import gc
import os
import statistics
from collections.abc import Callable, Sequence
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

CLOCK_VARIABLE = "SESSIONLOOM_BENCH_CLOCK"
PAGE = os.sysconf("SC_PAGE_SIZE")
MIB = 1 << 20


def clock() -> float:
    """Seconds of the wall clock, or of this process alone where the machine is busy otherwise."""
    return process_time() if os.environ.get(CLOCK_VARIABLE) == "processor" else perf_counter()


def ms(work: Callable[[], Any]) -> float:
    """Milliseconds of one call."""
    begun = clock()
    work()
    return (clock() - begun) * 1000


def percentile(values: Sequence[float], percent: float) -> float:
    """The value that `percent` of the values do not exceed."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * percent / 100))]


def median(values: Sequence[float]) -> float:
    return statistics.median(values)


def resident() -> float:
    """MiB of memory that the process holds now."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * PAGE / MIB


def peak() -> float:
    """MiB that the process has held at most since `reset_peak`."""
    status = Path("/proc/self/status").read_text()
    return int(status.split("VmHWM:")[1].split()[0]) / 1024


def reset_peak() -> None:
    gc.collect()
    Path("/proc/self/clear_refs").write_text("5")


def disk_size(database: Path) -> int:
    """Bytes of an SQLite file with its side files."""
    return sum(path.stat().st_size for path in database.parent.glob(f"{database.name}*"))
