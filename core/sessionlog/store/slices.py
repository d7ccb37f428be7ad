"""Import work in slices: at most 4 MiB of log text or 50 ms a transaction (architecture section 3).

The importer's thread reads and checks; the writer's thread compresses and inserts. Between two slices
the writer does whatever is more urgent. Sessions that are small share a slice.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import Future

from sessionlog.store import connection as cx
from sessionlog.store.appender import Due, Statement
from sessionlog.store.writer import Priority, Writer

SLICE_BYTES = 4 << 20
SLICE_SECONDS = 0.050
SESSION_WEIGHT = 8 << 10


class Slices:
    """Collects statements and sends them. A fault of an earlier slice is raised by the next call."""

    def __init__(self, writer: Writer, clock: Callable[[], float] = time.monotonic) -> None:
        self._writer = writer
        self._clock = clock
        self._statements: list[Statement] = []
        self._weight = 0
        self._sent: Future[list[Statement]] | None = None
        self.sent = 0

    def add(self, due: Due) -> None:
        self._statements += due.statements
        self._weight += due.weight
        if self._weight >= SLICE_BYTES:
            self._send(full=False)

    def finish(self) -> None:
        """Everything is stored and on the disk when this returns; it writes nothing if nothing came.

        The last commit waits for the disk, and with it every commit before.
        """
        if self.sent or self._statements:
            self._statements.append(_stamp)
            self._send(full=True)
            self._settle(full=True)

    def _send(self, *, full: bool) -> None:
        self._settle(full=False)
        statements, self._statements, self._weight = self._statements, [], 0
        self._submit(statements, full)

    def _settle(self, *, full: bool) -> None:
        while self._sent is not None:
            left = self._sent.result()
            self._sent = None
            if left:
                self._submit(left, full)

    def _submit(self, statements: list[Statement], full: bool) -> None:
        self.sent += 1
        self._sent = self._writer.submit(
            lambda connection: self._slice(connection, statements), priority=Priority.SLICE, full=full
        )

    def _slice(self, connection: cx.Connection, statements: list[Statement]) -> list[Statement]:
        """Run statements until the time of a slice is over; what is left runs in the next one."""
        until = self._clock() + SLICE_SECONDS
        for done, statement in enumerate(statements, 1):
            statement(connection)
            if self._clock() >= until:
                return statements[done:]
        return []


def _stamp(connection: cx.Connection) -> None:
    connection.execute(
        "INSERT INTO fact (key, value) VALUES ('imported-at', ?)"
        " ON CONFLICT (key) DO UPDATE SET value = excluded.value",
        (str(time.time_ns() // 1_000_000),),
    )
