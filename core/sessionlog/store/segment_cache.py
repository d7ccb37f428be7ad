"""The lines and index entries of recently read segments, bounded; shared by the logs of one library.

Segments are immutable and their ids are never reused, so what is kept here stays right.
"""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock

from sessionlog.model.row import IndexEntry

CACHE_BYTES = 16 << 20
LINE_OVERHEAD = 64
CACHE_ENTRIES = 8_000
"""A page asks a handful of segments for their entries, each of them several times."""
Key = tuple[int, bool]
"""A segment, and whether its deltas are meant."""


class SegmentCache:
    """Counts what was read, for whoever must show that reads are bounded."""

    def __init__(self, limit: int = CACHE_BYTES) -> None:
        self._limit = limit
        self._size = 0
        self._kept: OrderedDict[Key, tuple[int, list[bytes]]] = OrderedDict()
        self._indexes: OrderedDict[int, list[IndexEntry]] = OrderedDict()
        self._entries = 0
        self._lock = Lock()
        self.segments_read = 0
        self.bytes_decompressed = 0

    def get(self, key: Key) -> list[bytes] | None:
        with self._lock:
            kept = self._kept.get(key)
            if kept is None:
                return None
            self._kept.move_to_end(key)
            return kept[1]

    def put(self, key: Key, lines: list[bytes]) -> None:
        size = sum(map(len, lines)) + len(lines)
        cost = size + LINE_OVERHEAD * len(lines)
        with self._lock:
            self.segments_read += 1
            self.bytes_decompressed += size
            if cost > self._limit // 4 or key in self._kept:
                return
            self._kept[key] = (cost, lines)
            self._size += cost
            while self._size > self._limit:
                self._size -= self._kept.popitem(last=False)[1][0]

    def entries(self, segment: int) -> list[IndexEntry] | None:
        """The entries of a segment, for reading only."""
        with self._lock:
            kept = self._indexes.get(segment)
            if kept is not None:
                self._indexes.move_to_end(segment)
            return kept

    def put_entries(self, segment: int, entries: list[IndexEntry]) -> None:
        with self._lock:
            if segment in self._indexes:
                return
            self._indexes[segment] = entries
            self._entries += len(entries)
            while self._entries > CACHE_ENTRIES:
                self._entries -= len(self._indexes.popitem(last=False)[1])

    def clear(self) -> None:
        with self._lock:
            self._kept.clear()
            self._size = 0
            self._indexes.clear()
            self._entries = 0
