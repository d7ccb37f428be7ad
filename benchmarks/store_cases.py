"""The store: appends, reads, the sessions of the reference's own table, and one very large import.

The table (spec 02 section 9) is of 105 sessions with 2,507,860 events; ours are made by the generator,
from some hundred events to two hundred thousand, because how long the reference's were is not known.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from itertools import islice
from math import exp
from pathlib import Path

from benchmarks.big_log import BigLog
from benchmarks.core_cases import Numbers, fresh_library, library_file
from benchmarks.inputs import expanded, gib_log
from benchmarks.measure import MIB, clock, disk_size, median, ms, peak, percentile, reset_peak
from sessionlog.generations import dialect_of
from sessionlog.library import LIBRARY_SOURCE, Library, SessionRef
from sessionlog.store.rows_append import Pending

SESSIONS, EVENTS, BATCH = 105, 2_507_860, 512
SPREAD = 6.2
TURN_EXCESS = 760
"""About what the last turn of a generated session goes beyond the number that was asked for."""
FLUSHES = 60
TAIL, WINDOW = 50, 1_000
V0 = {"version": 0, "createdAt": 1, "delegationDepth": 0}


def appended(batch: str) -> Numbers:
    """Append so many events to a live session and flush, again and again; the median of one flush."""
    library = Library.open(fresh_library("appended"))
    _, session = library.native.create({**V0, "id": "appended"})
    place = {"turn": 1, "step": 1}
    session.append("turn/start", {"turn": 1})
    session.append("step/start", place)
    session.flush()
    took = []
    for _ in range(FLUSHES):
        begun = clock()
        for number in range(int(batch)):
            chunk = {"type": "text-delta", "index": 0, "text": f" word {number}"}
            session.append("assistant/chunk", {**place, "chunk": chunk})
        session.flush()
        took.append((clock() - begun) * 1000)
    session.close()
    library.close()
    return {
        "ms": median(took),
        "p95_ms": percentile(took, 95),
        "us_per_event": median(took) * 1000 / int(batch),
    }


def read_back(profile: str, events: str) -> Numbers:
    """The last events, a window in the middle, and every row of a kept session."""
    library = Library.open(library_file(profile, events))
    ref = library.sessions(LIBRARY_SOURCE)[0].ref
    last = library.log(ref).parts[0].last_seq
    library.log(ref).tail_deltas()  # opens what reading needs
    tail = [ms(lambda: list(library.read_from(ref, last - TAIL + 1))) for _ in range(30)]
    starts = range(last // 40, last - WINDOW, last // 40)
    window = [ms(lambda at=at: list(islice(library.read_from(ref, at), WINDOW))) for at in starts]  # type: ignore[misc]
    whole = ms(lambda: _read_whole(library, ref))
    library.close()
    return {"tail_ms": median(tail), "window_ms": median(window), "whole_ms": whole}


def many_sessions() -> Numbers:
    """The sessions of the reference's table: written in batches of 512 events, read, and all forked."""
    path = fresh_library("many-sessions")
    library = Library.open(path)
    refs, counts, seconds = [], [], 0.0
    for number, events in enumerate(session_sizes()):
        key, session = library.native.create({**V0, "id": f"s{number}"})
        refs.append(SessionRef(LIBRARY_SOURCE, key))
        for batch in _batches(number, events):
            begun = clock()
            library._keeper.enqueue(key, batch)
            library._keeper.flush_session(key)
            seconds += clock() - begun
        session.close()
        counts.append(library._store.session(key).events or 0)
    library.close()  # empties the write-ahead log
    size = disk_size(path)
    library = Library.open(path)
    whole = [ms(lambda ref=ref: _read_whole(library, ref)) for ref in refs]  # type: ignore[misc]
    tails = [ms(lambda ref=ref: _read_tail(library, ref)) for ref in refs for _ in range(3)]  # type: ignore[misc]
    forking = ms(lambda: [library.fork(ref) for ref in refs])
    library.close()
    return {
        "events": sum(counts),
        "mb": size / 1e6,
        "write_s": seconds,
        "whole_p50_ms": median(whole),
        "whole_p95_ms": percentile(whole, 95),
        "tail_p50_ms": median(tails),
        "tail_p95_ms": percentile(tails, 95),
        "fork_all_s": forking / 1000,
        "forks_mb": (disk_size(path) - size) / 1e6,
    }


def gibibyte() -> Numbers:
    """Import a log of 1 GiB while a live session is flushed: memory, largest WAL, acknowledged flushes."""
    source = gib_log()
    path = fresh_library("gibibyte")
    library = Library.open(path)
    _, session = library.native.create({**V0, "id": "live"})
    session.append("turn/start", {"turn": 1})
    session.flush()
    reset_peak()
    over, waits, wals = threading.Event(), [], [0]

    def keep_flushing() -> None:
        while not over.wait(0.05):
            session.append("todo/write", {"todos": []})
            begun = time.perf_counter()
            session.flush()
            waits.append((time.perf_counter() - begun) * 1000)
            wals.append(_size(path.with_name(path.name + "-wal")))

    flusher = threading.Thread(target=keep_flushing)
    flusher.start()
    begun = clock()
    (result,) = library.import_path(source)
    seconds = clock() - begun
    over.set()
    flusher.join()
    assert result.result == "added", result
    held = peak()
    session.close()
    library.close()
    return {
        "mib": held,
        "wal_mib": max(wals) / MIB,
        "flushes": len(waits),
        "flush_p95_ms": percentile(waits, 95),
        "flush_most_ms": max(waits),
        "seconds": seconds,
    }


def session_sizes() -> list[int]:
    """How many events each session of the table has at least: it ends with the turn that goes beyond."""
    weights = [exp(SPREAD * number / (SESSIONS - 1)) for number in range(SESSIONS)]
    whole = EVENTS - SESSIONS * TURN_EXCESS
    return [max(1, round(whole * weight / sum(weights))) for weight in weights]


def _batches(seed: int, events: int) -> Iterator[list[Pending]]:
    """The events of a generated log, one row each, in durable batches."""
    read = dialect_of(0).read_row
    batch: list[Pending] = []
    for text in BigLog(events, seed=seed).batches():
        for line in (line for packed in text.splitlines() for line in expanded(packed)):
            batch.append(Pending(0, read(line.rstrip(b"\n"))))
            if len(batch) == BATCH:
                yield batch
                batch = []
    if batch:
        yield batch


def _read_whole(library: Library, ref: SessionRef) -> int:
    log = library.log(ref)
    return sum(row.count for row in log.rows(0, log.parts[0].last_seq))


def _read_tail(library: Library, ref: SessionRef) -> int:
    last = library.log(ref).parts[0].last_seq
    return len(list(library.read_from(ref, max(0, last - TAIL + 1))))


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except FileNotFoundError:
        return 0


CASES = {
    "appended": appended,
    "read_back": read_back,
    "many_sessions": many_sessions,
    "gibibyte": gibibyte,
}
