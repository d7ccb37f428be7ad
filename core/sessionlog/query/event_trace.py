"""Where an event comes from and what became of it (spec 02 section 7). Links are direct ones only."""

from __future__ import annotations

from dataclasses import dataclass

from sessionlog.model.json import is_seq
from sessionlog.model.log import EventLog
from sessionlog.model.row import SurfaceOp
from sessionlog.query.records import EventRecord, Records

SLICE = 256


@dataclass(frozen=True, slots=True)
class EventTrace:
    """`replacement_chain` runs from what replaced the event to what stands there now.

    `replaced_event_seqs` are the nodes that the event itself took the place of, `source_event_seqs`
    what it cites as logged, `derived_event_seqs` the later events that cite it.
    """

    target: EventRecord
    replaced_by: int | None
    replacement_chain: tuple[int, ...]
    replaced_event_seqs: tuple[int, ...]
    source_event_seqs: tuple[int, ...]
    derived_event_seqs: tuple[int, ...]


def trace_event(log: EventLog, seq: int, part: int = 0) -> EventTrace:
    """Raises `QueryFault` with `EVENT_NOT_FOUND`. Reads the surface events after `seq`, in slices."""
    records = Records(log, part)
    target = records.find(seq)
    replaced_by = records.surface.replaced_by
    chain = []
    at = replaced_by.get(seq)
    while at is not None:
        chain.append(at)
        at = replaced_by.get(at)
    sources = records.event(seq).get("sourceEventSeqs")
    return EventTrace(
        target=target,
        replaced_by=chain[0] if chain else None,
        replacement_chain=tuple(chain),
        replaced_event_seqs=tuple(sorted(old for old, new in replaced_by.items() if new == seq)),
        source_event_seqs=tuple(filter(is_seq, sources)) if isinstance(sources, list) else (),
        derived_event_seqs=tuple(_citing(log, records, seq)),
    )


def _citing(log: EventLog, records: Records, seq: int) -> list[int]:
    later = [entry for entry in records.entries if entry.seq > seq and entry.op is not SurfaceOp.LOG_ONLY]
    found = []
    for start in range(0, len(later), SLICE):
        entries = later[start : start + SLICE]
        for entry, row in zip(entries, log.rows_of(entries), strict=True):
            # As an event, because some writers store what they cite as runs.
            sources = log.dialect.event(row, log.header.id).get("sourceEventSeqs")
            if isinstance(sources, list) and seq in sources:
                found.append(entry.seq)
    return found
