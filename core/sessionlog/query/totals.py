"""Statistics and token totals of a whole session, from its index and the few rows that hold usage."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from sessionlog.model.embedded import EMBEDDED_STREAMS
from sessionlog.model.inherited import inherited_events
from sessionlog.model.log import EventLog
from sessionlog.model.payload import chunk_of, data_of, object_in
from sessionlog.model.row import FIRST_DELTA, IndexEntry, Row, SurfaceOp
from sessionlog.model.statistics import (
    SessionStatistics,
    StatisticsFold,
    TokenUsage,
    UsageFold,
    output_tokens,
)

SLICE = 512
STREAMING_SLICE = 32
"""Entries taken at a time where answers hold their streams."""


@dataclass(frozen=True, slots=True)
class SessionTotals:
    """`owned` is what this session spent, `inherited` what its parent had spent before the fork."""

    statistics: SessionStatistics
    owned: TokenUsage
    inherited: TokenUsage
    compaction: TokenUsage


def session_totals(log: EventLog, part: int = 0) -> SessionTotals:
    """Whole-session figures, whatever part of it is loaded or shown; delta rows are not read."""
    statistics, usage = StatisticsFold(), UsageFold(inherited_events(log))
    for entry, found, first_token in _entries_with_usage(log, part):
        if first_token is not None:
            statistics.first_delta(first_token)
        _count_times(statistics, entry, found)
        _count_tokens(usage, entry, found)
    usage.settle()
    return SessionTotals(statistics.statistics, usage.owned, usage.inherited, usage.compaction)


def _entries_with_usage(
    log: EventLog, part: int
) -> Iterator[tuple[IndexEntry, Mapping[str, Any] | None, int | None]]:
    """Every entry with the usage and the time of the first token (ms) that its row tells."""
    size = SLICE if log.header.generation < EMBEDDED_STREAMS else STREAMING_SLICE
    where = log.parts[part]
    entries = log.entries(where.first_seq, where.last_seq, part)
    for start in range(0, len(entries), size):
        some = entries[start : start + size]
        holding = [entry for entry in some if _may_hold_usage(entry)]
        rows = log.rows_of(holding) if holding else []
        told = {row.seq: _told(log, row) for row in rows}
        for entry in some:
            yield entry, *told.get(entry.seq, (None, None))


def _told(log: EventLog, row: Row) -> tuple[Mapping[str, Any] | None, int | None]:
    """A stream is looked into only where its row does not say the usage beside it."""
    usage = _usage(log.dialect.event(row, log.header.id))
    stream = log.dialect.attempt_stream(row)
    if stream is None:
        return usage, None
    return stream.usage() if usage is None else usage, stream.first_token_time()


def _may_hold_usage(entry: IndexEntry) -> bool:
    if entry.type == "assistant/chunk":
        return entry.kind == "usage"
    return entry.type in ("compaction/summary", "assistant/attempt") or _is_answer(entry)


def _is_answer(entry: IndexEntry) -> bool:
    return entry.type == "assistant/message" and entry.op is SurfaceOp.APPEND


def _usage(event: Mapping[str, Any]) -> Mapping[str, Any] | None:
    chunk = chunk_of(event)
    return object_in(data_of(event) if chunk is None else chunk, "usage")


def _count_times(fold: StatisticsFold, entry: IndexEntry, usage: Mapping[str, Any] | None) -> None:
    kind = entry.type
    if kind == "step/start":
        fold.step_started(entry.time)
    elif kind == "step/end":
        fold.step_ended(entry.turn)
    elif kind == "turn/end":
        fold.turn_ended()
    elif kind == "tool/call":
        fold.called(entry.ref, entry.time)
    elif kind == "tool/result" and entry.op is SurfaceOp.APPEND:
        fold.returned(entry.ref, entry.time)
    elif entry.kind == FIRST_DELTA:
        fold.first_delta(entry.time)
    elif _is_answer(entry):
        fold.answered(entry.time, output_tokens(usage))


def _count_tokens(fold: UsageFold, entry: IndexEntry, usage: Mapping[str, Any] | None) -> None:
    if entry.kind == FIRST_DELTA:
        return
    if entry.type == "assistant/chunk":
        kind = entry.kind or ""
        fold.chunk(entry.seq, "finish" if kind.startswith("finish:") else kind, usage)
    elif _is_answer(entry):
        fold.answer(entry.seq, usage)
    elif entry.type == "assistant/attempt":
        fold.attempt(entry.seq, usage)
    elif entry.type == "compaction/summary":
        fold.summary(usage)
    else:
        fold.other(entry.type)
