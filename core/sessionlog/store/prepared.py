"""Sessions that were read for continuing, kept for a while: bounded by bytes (spec 01 section 7).

Only what nobody has reserved is in here. The oldest-touched goes first.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from threading import Lock

from sessionlog.model.header import Header
from sessionlog.model.restore import Restore

CACHE_BYTES = 64 << 20
_LEAST = 4096


@dataclass(frozen=True, slots=True)
class PreparedSession:
    """A balanced session, folded to where its next event comes.

    `restore` has its surface, its messages and its request header; `bytes` is what it weighs, by the
    stored lines that it holds; `marked` whether its last event is a `session/end-seed`.
    """

    header: Header
    restore: Restore
    revision: str
    marked: bool
    bytes: int

    @property
    def next_seq(self) -> int:
        return self.restore.surface.next_seq


class PreparedCache:
    """Safe on every thread."""

    def __init__(self, limit: int = CACHE_BYTES) -> None:
        self._limit = limit
        self._kept: OrderedDict[int, PreparedSession] = OrderedDict()
        self._bytes = 0
        self._lock = Lock()

    @property
    def bytes(self) -> int:
        return self._bytes

    def take(self, key: int, revision: str) -> PreparedSession | None:
        """Hand it out, once; one of another revision is forgotten."""
        with self._lock:
            found = self._kept.pop(key, None)
            if found is None:
                return None
            self._bytes -= _weight(found)
            return found if found.revision == revision else None

    def put(self, key: int, prepared: PreparedSession) -> None:
        """Keep it, and let go of the oldest where that is too much; one that is too large is not kept."""
        with self._lock:
            old = self._kept.pop(key, None)
            self._bytes -= _weight(old) if old is not None else 0
            if _weight(prepared) > self._limit:
                return
            self._kept[key] = prepared
            self._bytes += _weight(prepared)
            while self._bytes > self._limit:
                self._bytes -= _weight(self._kept.popitem(last=False)[1])

    def forget(self, key: int) -> None:
        with self._lock:
            old = self._kept.pop(key, None)
            self._bytes -= _weight(old) if old is not None else 0


def _weight(prepared: PreparedSession) -> int:
    return _LEAST + prepared.bytes
