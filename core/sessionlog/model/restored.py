"""A stored session as the model would be sent it next, read by its index.

The index knows which rows are on the surface or set the request header. Only those are decoded:
of a log of a million events some thousands.
"""

from __future__ import annotations

from itertools import islice

from sessionlog.model.embedded import EMBEDDED_STREAMS
from sessionlog.model.log import EventLog
from sessionlog.model.restore import Restore
from sessionlog.model.row import IndexEntry, SurfaceOp

OTHER_TYPES = frozenset({"request/header", "request/context", "image/offload"})
"""Types off the surface that change what the model is sent."""

SLICE = 1024
STREAMING_SLICE = 64
"""Rows read at a time where answers hold their streams."""


def restore_log(log: EventLog, last_seq: int | None = None) -> Restore:
    """The strict prefix of a log, up to and with `last_seq`.

    Rows that the index passes over were judged when they were indexed. Raises `LogFault` where
    the surface cannot be folded.
    """
    prefix = log.parts[0]
    last = prefix.last_seq if last_seq is None else min(last_seq, prefix.last_seq)
    restore = Restore(log.dialect, log.header.id)
    size = SLICE if log.header.generation < EMBEDDED_STREAMS else STREAMING_SLICE
    wanted = filter(_matters, log.entries(prefix.first_seq, last))
    while some := list(islice(wanted, size)):
        for row in log.rows_of(some):
            restore.skip_to(row.seq)
            restore.feed(row)
    restore.skip_to(last + 1)
    return restore


def _matters(entry: IndexEntry) -> bool:
    return entry.op is not SurfaceOp.LOG_ONLY or entry.type in OTHER_TYPES
