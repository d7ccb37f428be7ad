"""One pass over a log for what the model would be sent next: surface, header, context.

Delta rows, some 95 % of the events of a long session, are passed over unread.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from sessionlog.model.derive import derive_messages
from sessionlog.model.dialect import Dialect
from sessionlog.model.request_header import RequestHeaderFold
from sessionlog.model.row import Row
from sessionlog.model.surface import SurfaceFold
from sessionlog.model.tool_history import DEVELOPER, ToolHistory, ToolHistoryFold


class Restore:
    """Feed the rows of a log from seq 0 in order. A broken rule raises `LogFault` and changes nothing."""

    def __init__(self, dialect: Dialect, session_id: str) -> None:
        self._dialect = dialect
        self._session_id = session_id
        self.surface = SurfaceFold(dialect.surface)
        self._request = RequestHeaderFold()
        self._tools = ToolHistoryFold() if DEVELOPER in self.surface.rules.types else None

    def feed(self, row: Row) -> Mapping[str, Any] | None:
        """Take one row in; gives back its event (in the current shape) unless it is a delta row."""
        if self._dialect.is_delta(row):
            self.surface.skip(row.seq, row.count)
            return None
        event = self._dialect.event(row, self._session_id, self.surface.message_id)
        self.surface.apply(event)
        self._request.apply(event)
        if self._tools is not None:
            self._tools.apply(event)
        return event

    def skip_to(self, seq: int) -> None:
        """Pass over the log-only rows before `seq`; an index tells that they are."""
        if seq > self.surface.next_seq:
            self.surface.skip(self.surface.next_seq, seq - self.surface.next_seq)

    def feed_all(self, rows: Iterable[Row]) -> Restore:
        for row in rows:
            self.feed(row)
        return self

    def messages(self) -> list[Mapping[str, Any]]:
        """The messages that a request made now would carry."""
        return derive_messages(self.surface.events())

    def tool_history(self) -> ToolHistory | None:
        """How a request made now would be told its tools; `None` before generation 4 or a header."""
        return None if self._tools is None else self._tools.history(self.surface.events())

    @property
    def header(self) -> dict[str, Any] | None:
        return self._request.header

    @property
    def context(self) -> dict[str, Any] | None:
        return self._request.context
