"""What a whole log comes to: the hash of its events, surface, messages, request header, closers.

One pass over the rows; events are made one at a time and forgotten.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from itertools import chain
from typing import Any

from sessionlog.model.closers import CloserScan
from sessionlog.model.derive import derive_messages
from sessionlog.model.errors import RowFault, SessionlogError
from sessionlog.model.json import canonical
from sessionlog.model.log import EventLog, Part
from sessionlog.model.request_header import RequestHeaderFold
from sessionlog.model.row import Row
from sessionlog.model.surface import SurfaceFold

Tick = Callable[[int], None]


class Derivation:
    """Reads the parts of a log. What the harness derives it derives from a log that is one part."""

    def __init__(self, log: EventLog, *, strict: bool, tick: Tick = lambda done: None) -> None:
        """`strict`: the strict prefix only. `tick` is told the number of events read."""
        self._log = log
        self._tick = tick
        self.count = 0
        self.events_sha256 = ""
        self.surface: SurfaceFold | None = SurfaceFold(log.dialect.surface)
        self.headers = RequestHeaderFold()
        self.closers: list[dict[str, Any]] = []
        self._read([part for part in log.parts if part.number == 0 or not strict])

    def _read(self, parts: list[Part]) -> None:
        digest = hashlib.sha256()
        scan = CloserScan(self._log.dialect.closing)
        last: dict[str, Any] | None = None
        for event in chain.from_iterable(self._events(part) for part in parts):
            digest.update((b"\n" if self.count else b"") + canonical(event))
            self.count += 1
            if self.count % 5000 == 0:
                self._tick(self.count)
            last = event
            self._fold(event, scan)
        self.events_sha256 = digest.hexdigest()
        if last is not None and len(parts) == 1:
            self.closers = scan.closers(last["seq"], last["time"])

    def _fold(self, event: dict[str, Any], scan: CloserScan) -> None:
        try:
            scan.apply(event)
            self.headers.apply(event)
            if self.surface is not None:
                self.surface.apply(event)
        except SessionlogError:
            self.surface = None  # no surface of a log that breaks its rules; the diagnosis says where

    def _events(self, part: Part) -> Iterator[dict[str, Any]]:
        """The events of a part. A legacy row of a wrong shape is taken as it is stored."""
        dialect, session_id = self._log.dialect, self._log.header.id
        rows = self._log.rows(part.first_seq, part.last_seq, part.number)
        if part.number == 0:
            yield from self._normalised(rows)
            return
        for row in rows:  # an island has no earlier rows that a legacy replacement could point to
            if dialect.is_delta(row):
                yield from dialect.events([row], session_id)
            else:
                yield self._event(row)

    def _normalised(self, rows: Iterator[Row]) -> Iterator[dict[str, Any]]:
        dialect, session_id = self._log.dialect, self._log.header.id
        noted: list[Row] = []
        events = dialect.events(_noting(rows, noted), session_id)
        while True:
            try:
                yield next(events)
            except StopIteration:
                return
            except RowFault:
                yield noted[-1].value
                events = dialect.events(_noting(rows, noted), session_id)

    def _event(self, row: Row) -> dict[str, Any]:
        try:
            return self._log.dialect.event(row, self._log.header.id)
        except RowFault:
            return row.value

    def messages(self) -> list[Any] | None:
        return derive_messages(self.surface.events()) if self.surface is not None else None


def _noting(rows: Iterator[Row], noted: list[Row]) -> Iterator[Row]:
    """The same rows; `noted` holds the newest one."""
    for row in rows:
        noted[:] = [row]
        yield row
