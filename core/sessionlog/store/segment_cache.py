"""The lines of recently read segments, bounded by bytes; shared by the logs of one library.

Segments are immutable and their ids are never reused, so what is kept here stays right.
"""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock

CACHE_BYTES = 16 << 20
LINE_OVERHEAD = 64
Key = tuple[int, bool]
"""A segment, and whether its deltas are meant."""


class SegmentCache:
    """Counts what was read, for whoever must show that reads are bounded."""

    def __init__(self, limit: int = CACHE_BYTES) -> None:
        self._limit = limit
        self._size = 0
        self._kept: OrderedDict[Key, tuple[int, list[bytes]]] = OrderedDict()
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

    def clear(self) -> None:
        with self._lock:
            self._kept.clear()
            self._size = 0
