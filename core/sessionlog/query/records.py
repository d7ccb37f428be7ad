"""Event records: every event of a log and where it stands now (spec 02 section 7).

One fold over the index tells current, shadowed and log-only events apart. Payloads are read only
where a filter asks for text, delta rows only where a filter lets deltas through.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any

from sessionlog.model.embedded import EMBEDDED_STREAMS
from sessionlog.model.log import EventLog
from sessionlog.model.result_ids import ResultIds
from sessionlog.model.row import FIRST_DELTA, IndexEntry, SurfaceOp
from sessionlog.model.surface import SurfaceMap, map_surface
from sessionlog.query.faults import EVENT_NOT_FOUND, INVALID_WINDOW, QueryFault
from sessionlog.query.filters import EventFilter, Standing

MAX_WINDOW = 50
SLICE = 256


@dataclass(frozen=True, slots=True)
class EventRecord:
    """`time` is ms since the epoch."""

    seq: int
    type: str
    time: int
    surface: Standing


@dataclass(frozen=True, slots=True)
class EventWindow:
    """An event with its neighbours, as normalised events."""

    target: Mapping[str, Any]
    events: tuple[Mapping[str, Any], ...]
    start_seq: int
    end_seq: int


class Records:
    """The records of one part of a log, over one reading of its index."""

    def __init__(self, log: EventLog, part: int = 0) -> None:
        self._log = log
        self._part = part
        self._first = log.parts[part].first_seq
        self._last = log.parts[part].last_seq
        entries = log.entries(self._first, self._last, part)
        self.entries: list[IndexEntry] = [entry for entry in entries if entry.kind != FIRST_DELTA]
        self.surface: SurfaceMap = map_surface(self.entries)
        self._result_ids = ResultIds(log, part)

    def standing(self, seq: int, op: SurfaceOp) -> Standing:
        if op is SurfaceOp.LOG_ONLY:
            return Standing.LOG_ONLY
        return Standing.SHADOWED if seq in self.surface.replaced_by else Standing.CURRENT

    def all(self, wanted: EventFilter | None = None) -> Iterator[EventRecord]:
        """Records in seq order."""
        wanted = wanted or EventFilter()
        has_deltas = self._log.header.generation < EMBEDDED_STREAMS
        return self._with_deltas(wanted) if has_deltas and wanted.wants_deltas() else self._of_entries(wanted)

    def find(self, seq: int) -> EventRecord:
        """The record of one event. Raises `QueryFault` with `EVENT_NOT_FOUND`."""
        for entry in self._log.entries(seq, seq, self._part):
            if entry.kind != FIRST_DELTA:
                return self._record(entry)
        event = self.event(seq)
        return EventRecord(seq, event["type"], event["time"], Standing.LOG_ONLY)

    def event(self, seq: int) -> Mapping[str, Any]:
        """One event, in the current shape; out of a packed row too."""
        if self._first <= seq <= self._last:
            for event in self._events(seq, seq):
                return event
        raise QueryFault(EVENT_NOT_FOUND, f"The log has no event {seq}.", "Check the number.")

    def window(self, seq: int, before: int = 0, after: int = 0) -> EventWindow:
        """An event and up to 50 events on each side. Raises `QueryFault`."""
        if not (0 <= before <= MAX_WINDOW and 0 <= after <= MAX_WINDOW):
            raise QueryFault(
                INVALID_WINDOW, f"A window has 0 to {MAX_WINDOW} events on a side.", "Ask for fewer."
            )
        target = self.event(seq)
        first, last = max(self._first, seq - before), min(self._last, seq + after)
        return EventWindow(target, tuple(self._events(first, last)), first, last)

    def _events(self, first: int, last: int) -> Iterator[Mapping[str, Any]]:
        log = self._log
        for row in log.rows(first, last, self._part):
            if row.count == 1:
                yield log.dialect.event(row, log.header.id, self._result_ids)
                continue
            for event in log.dialect.events([row], log.header.id):
                if event["seq"] > last:
                    return
                if event["seq"] >= first:
                    yield event

    def _of_entries(self, wanted: EventFilter) -> Iterator[EventRecord]:
        fitting = (entry for entry in self.entries if wanted.accepts(*_facts(self._record(entry))))
        if wanted.text is None:
            yield from map(self._record, fitting)
            return
        while some := list(islice(fitting, SLICE)):
            for entry, row in zip(some, self._log.rows_of(some), strict=True):
                if wanted.accepts_text(self._log.dialect.event(row, self._log.header.id)):
                    yield self._record(entry)

    def _record(self, entry: IndexEntry) -> EventRecord:
        return EventRecord(entry.seq, entry.type, entry.time, self.standing(entry.seq, entry.op))

    def _with_deltas(self, wanted: EventFilter) -> Iterator[EventRecord]:
        ops = {entry.seq: entry.op for entry in self.entries if entry.op is not SurfaceOp.LOG_ONLY}
        for event in self._events(self._first, self._last):
            seq = event["seq"]
            standing = self.standing(seq, ops.get(seq, SurfaceOp.LOG_ONLY))
            record = EventRecord(seq, event["type"], event["time"], standing)
            if wanted.accepts(*_facts(record)):
                yield record


def _facts(record: EventRecord) -> tuple[int, str, int, Standing]:
    return record.seq, record.type, record.time, record.surface
