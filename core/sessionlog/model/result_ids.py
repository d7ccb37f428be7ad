"""The message id of a tool result of an old shape that replaces another (spec 01 section 2.6).

It is the id of what it replaces, which may be a replacement itself: whoever reads one event out of
the middle of a log follows them back.
"""

from __future__ import annotations

from typing import Any

from sessionlog.model.log import EventLog
from sessionlog.model.row import Row

RESULT = "tool/result"


def takes_earlier_id(row: Row) -> bool:
    """Whether the event has its message id from an event before it."""
    if row.type != RESULT or not isinstance(row.value.get("surfaceOp"), dict):
        return False
    data = row.value.get("data")
    return isinstance(data, dict) and "message" not in data


class ResultIds:
    """Answers `id_at` of `Dialect.event` for one part of a log; reads replaced results alone."""

    def __init__(self, log: EventLog, part: int = 0) -> None:
        self._log = log
        self._part = part
        self._known: dict[int, str | None] = {}

    def __call__(self, seq: int) -> str | None:
        """The message id of the tool result at `seq`; `None` where there is none."""
        followed = []
        at: int | None = seq
        while at is not None and at not in self._known:
            followed.append(at)
            at = self._look(at)
        found = self._known.get(followed[-1] if at is None else at)
        self._known.update(dict.fromkeys(followed, found))
        return found

    def _look(self, seq: int) -> int | None:
        """The earlier result whose id this one has; otherwise the id is known now."""
        row = next(iter(self._log.rows(seq, seq, self._part)), None)
        if row is None or row.type != RESULT:
            self._known[seq] = None
            return None
        start = row.value["surfaceOp"].get("start") if takes_earlier_id(row) else None
        if type(start) is int and start < seq and self._is_result(start):
            return start
        self._known[seq] = _id_in(self._log.dialect.event(row, self._log.header.id)["data"])
        return None

    def _is_result(self, seq: int) -> bool:
        found = self._log.entries(seq, seq, self._part)
        return any(entry.type == RESULT for entry in found)


def _id_in(data: Any) -> str | None:
    message = data.get("message") if isinstance(data, dict) else None
    found = message.get("id") if isinstance(message, dict) else None
    return found if isinstance(found, str) else None
