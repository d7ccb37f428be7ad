"""Chunks that no message cites: where they are, and reading a very large attempt in part."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sessionlog.model.log import EventLog
from sessionlog.model.page import ATTEMPT_EDGE, LARGE_ATTEMPT, Elision
from sessionlog.model.row import FIRST_DELTA, IndexEntry, Row

CHUNK = "assistant/chunk"


@dataclass(frozen=True, slots=True)
class AttemptRange:
    """A contiguous run of chunk events. `bytes` are those of their stored lines."""

    first_seq: int
    last_seq: int
    bytes: int


def uncited(
    entries: Sequence[IndexEntry], first_seq: int, last_seq: int, cited_from: int | None = None
) -> list[AttemptRange]:
    """The runs of chunks in a range that no message of it cites, oldest first.

    Seqs are dense, so every seq without an entry is a delta chunk. A run ends with its finish.
    """
    groups = [
        (entry.group_start, entry.seq)
        for entry in entries
        if entry.type == "assistant/message" and entry.group_start < entry.seq
    ]
    if cited_from is not None:
        groups.append((cited_from, last_seq))
    runs: list[AttemptRange] = []
    at, open_first, size = first_seq, None, 0
    for entry in entries:
        size += entry.delta_bytes
        if entry.type == CHUNK:
            if open_first is None:
                open_first = at
            size += entry.size if entry.kind != FIRST_DELTA else 0
        else:
            if open_first is not None or at < entry.seq:
                runs.append(AttemptRange(at if open_first is None else open_first, entry.seq - 1, size))
            open_first, size = None, 0
        if entry.type != CHUNK:
            at = entry.seq + 1
        elif (entry.kind or "").startswith("finish"):
            runs.append(AttemptRange(at if open_first is None else open_first, entry.seq, size))
            at, open_first, size = entry.seq + 1, None, 0
    if open_first is not None or at <= last_seq:
        runs.append(AttemptRange(at if open_first is None else open_first, last_seq, size))
    return [left for run in runs for left in _without(run, groups)]


def _without(run: AttemptRange, groups: Sequence[tuple[int, int]]) -> list[AttemptRange]:
    """What of a run lies in no group, its bytes in proportion."""
    pieces = [(run.first_seq, run.last_seq)]
    for low, high in groups:
        cut: list[tuple[int, int]] = []
        for first, last in pieces:
            if high < first or low > last:
                cut.append((first, last))
                continue
            if first < low:
                cut.append((first, low - 1))
            if last > high:
                cut.append((high + 1, last))
        pieces = cut
    whole = run.last_seq - run.first_seq + 1
    return [AttemptRange(a, b, run.bytes * (b - a + 1) // whole) for a, b in pieces]


def read_attempt(log: EventLog, part: int, attempt: AttemptRange) -> tuple[list[Row], list[Elision]]:
    """The rows of a run; of one over 2 MiB those of its first and last 64 KiB of text."""
    if attempt.bytes <= LARGE_ATTEMPT:
        return list(log.rows(attempt.first_seq, attempt.last_seq, part)), []
    head = _head(log, part, attempt)
    low = head[-1].last_seq + 1 if head else attempt.first_seq
    tail = _tail(log, part, attempt, low)
    high = tail[0].seq - 1 if tail else attempt.last_seq
    size = attempt.bytes - sum(len(row.raw) for row in (*head, *tail))
    left_out = [Elision(low, high, max(size, 0))] if low <= high else []
    return head + tail, left_out


def _text_size(log: EventLog, row: Row) -> int:
    run = log.dialect.stream_run(row)
    return sum(map(len, run.texts)) if run is not None else 0


def _head(log: EventLog, part: int, attempt: AttemptRange) -> list[Row]:
    rows, size = [], 0
    for row in log.rows(attempt.first_seq, attempt.last_seq, part):
        rows.append(row)
        size += _text_size(log, row)
        if size >= ATTEMPT_EDGE:
            break
    return rows


def _tail(log: EventLog, part: int, attempt: AttemptRange, low: int) -> list[Row]:
    """The last rows with enough text: read backwards in steps that double."""
    events = attempt.last_seq - attempt.first_seq + 1
    step = max(1, 2 * events * ATTEMPT_EDGE // max(attempt.bytes, 1))
    while True:
        first = max(low, attempt.last_seq - step + 1)
        rows = [row for row in log.rows(first, attempt.last_seq, part) if row.seq >= low]
        if first == low or sum(_text_size(log, row) for row in rows) >= ATTEMPT_EDGE:
            return rows
        step *= 2
