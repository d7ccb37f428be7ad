"""How many events a session inherited: by number, or by its last marker (spec 03 section 2)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from sessionlog.model.header import Header
from sessionlog.model.log import EventLog
from sessionlog.model.payload import data_of
from sessionlog.model.row import INHERITED

END_SEED = "session/end-seed"
MARKED_CUTS = 2
"""The first generation that marks the end of what was inherited and stores no number."""


def inherited_count(header: Header, events: Iterable[Mapping[str, Any]]) -> int:
    """The number of inherited events of a whole log, 0 for a session that is not seeded."""
    if header.generation < MARKED_CUTS or not header.is_seeded:
        return header.seed_length or 0
    return max(
        (
            event["seq"]
            for event in events
            if event["type"] == END_SEED and data_of(event).get("inherited") is True
        ),
        default=0,
    )


def inherited_events(log: EventLog) -> int:
    """As `inherited_count`, by the index of a log."""
    header = log.header
    if header.generation < MARKED_CUTS or not header.is_seeded:
        return header.seed_length or 0
    entry = log.last_entry(log.parts[0].last_seq + 1, END_SEED)
    while entry is not None and entry.kind != INHERITED:
        entry = log.last_entry(entry.seq, END_SEED)
    return 0 if entry is None else entry.seq
