"""The one thread that writes: a queue of tasks, each in a transaction (architecture section 3).

A flush goes before the next import slice. Flushes that wait together share one commit, each in a
savepoint of its own, so that one that is refused takes no other with it.
"""

from __future__ import annotations

import heapq
import itertools
import logging
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field
from enum import IntEnum
from pathlib import Path
from typing import Any, Protocol, TypeVar

from sessionlog.model.errors import EnvironmentFault
from sessionlog.store import connection as cx
from sessionlog.store import moved

T = TypeVar("T")

PASSIVE_WAL_BYTES = 8 << 20
TRUNCATE_WAL_BYTES = 64 << 20
IDLE_SECONDS = 2.0

log = logging.getLogger(__name__)


class Priority(IntEnum):
    FLUSH = 0
    EDIT = 1
    SLICE = 2
    IDLE = 3


class Guard(Protocol):
    """Who may write now: the library's lock, or nothing for a scratch library."""

    def acquire(self) -> None:
        """Raises `EnvironmentFault` when another program does not let go."""
        ...

    def release(self) -> None: ...


class NoGuard:
    """Nobody else knows the file."""

    def acquire(self) -> None:
        return None

    def release(self) -> None:
        return None


@dataclass(order=True, slots=True)
class _Task:
    priority: int
    number: int
    run: Callable[[cx.Connection], Any] = field(compare=False)
    full: bool = field(compare=False)
    future: Future[Any] = field(compare=False)


class Writer:
    """Owns the write connection of one library. Every method may be called from any thread.

    `opened` is called on the writer thread each time the guard was taken, before any task:
    what must be put in order before anybody writes (spilled batches, unfinished imports).
    `resting` is called there when nothing has been queued for a while, before the guard is let go.
    """

    def __init__(
        self,
        path: Path,
        open_connection: Callable[[], cx.Connection],
        *,
        guard: Guard | None = None,
        opened: Callable[[cx.Connection], None] | None = None,
        rolled_back: Callable[[], None] | None = None,
        resting: Callable[[cx.Connection], None] | None = None,
        durable: bool = True,
    ) -> None:
        self.path = path
        self._open_connection = open_connection
        self._guard = guard or NoGuard()
        self._opened = opened
        self._rolled_back = rolled_back
        self._resting = resting
        self._durable = durable
        self._heap: list[_Task] = []
        self._numbers = itertools.count()
        self._wake = threading.Condition(threading.RLock())
        self._closing = False
        self._peeks: list[Callable[[cx.Connection | None], None]] = []
        self._holds = 0
        self._held = False
        self._connection: cx.Connection | None = None
        self._file: tuple[int, int] | None = None
        self._thread: threading.Thread | None = None
        self.commits = 0

    def submit(
        self, run: Callable[[cx.Connection], T], *, priority: Priority = Priority.EDIT, full: bool = True
    ) -> Future[T]:
        """Queue a task; it runs inside a transaction. `full` waits for the disk before it is done."""
        future: Future[T] = Future()
        with self._wake:
            if self._closing:
                raise RuntimeError("the library is closed")
            heapq.heappush(self._heap, _Task(priority, next(self._numbers), run, full, future))
            if self._thread is None:
                self._thread = threading.Thread(target=self._work, name="library-writer", daemon=True)
                self._thread.start()
            self._wake.notify()
        return future

    def run(
        self, run: Callable[[cx.Connection], T], *, priority: Priority = Priority.EDIT, full: bool = True
    ) -> T:
        """`submit`, and wait for it."""
        return self.submit(run, priority=priority, full=full).result()

    def peek(self, run: Callable[[cx.Connection | None], T]) -> T | None:
        """Look at the write connection between two tasks, without transaction and guard.

        `None` stands for a connection that is not open (any more); the look is then made at once.
        Raises `EnvironmentFault` when the machine refuses.
        """
        future: Future[T] = Future()
        with self._wake:
            if self._thread is None or self._closing:
                return run(None)
            self._peeks.append(lambda connection: _settle(future, run, connection))
            self._wake.notify()
        with cx.translated(self.path):
            return future.result()

    def hold(self) -> None:
        """Keep the guard until `let_go`, also while the queue is empty (an import, a native session)."""
        with self._wake:
            self._holds += 1

    def let_go(self) -> None:
        with self._wake:
            self._holds -= 1
            self._wake.notify()

    @property
    def waiting(self) -> int:
        with self._wake:
            return len(self._heap)

    def close(self) -> None:
        """Run what is queued, then end the thread and close the connection."""
        with self._wake:
            self._closing = True
            self._wake.notify()
            thread = self._thread
        if thread is not None:
            thread.join()

    # -- the thread ------------------------------------------------------------------------

    def _work(self) -> None:
        try:
            while True:
                tasks = self._next_tasks()
                self._answer_peeks()
                if tasks is None:
                    return
                if tasks:
                    self._perform(tasks)
                else:
                    self._rest()
        finally:
            self._end()

    def _next_tasks(self) -> list[_Task] | None:
        """Tasks that share a commit; an empty list when it is time to rest; `None` at the end."""
        rest_at = None
        with self._wake:
            while not self._heap:
                if self._closing:
                    return None
                if self._peeks:
                    self._answer_peeks()
                if not self._held or self._holds:
                    rest_at = None
                    self._wake.wait()
                    continue
                now = time.monotonic()
                rest_at = now + IDLE_SECONDS if rest_at is None else rest_at  # peeks do not put it off
                if rest_at <= now:
                    return []
                self._wake.wait(rest_at - now)
            tasks = [heapq.heappop(self._heap)]
            if tasks[0].priority == Priority.FLUSH:
                while self._heap and self._heap[0].priority == Priority.FLUSH:
                    tasks.append(heapq.heappop(self._heap))
            return tasks

    def _answer_peeks(self) -> None:
        with self._wake:
            peeks, self._peeks = self._peeks, []
        for peek in peeks:
            peek(self._connection)

    def _perform(self, tasks: list[_Task]) -> None:
        try:
            connection = self._ready()
        except BaseException as error:  # noqa: BLE001  (told to whoever waits)
            for task in tasks:
                task.future.set_exception(error)
            return
        results: list[tuple[_Task, Any]] = []
        try:
            with cx.translated(self.path):
                connection.execute(f"PRAGMA synchronous={self._synchronous(tasks)}")
                connection.execute("BEGIN IMMEDIATE")
                for task in tasks:
                    self._perform_one(connection, task, len(tasks) > 1, results)
                connection.execute("COMMIT")
        except BaseException as error:  # noqa: BLE001  (told to whoever waits)
            self._undo(connection)
            for task in tasks:
                if not task.future.done():
                    task.future.set_exception(error)
            return
        self.commits += 1
        for task, result in results:
            task.future.set_result(result)
        self._checkpoint(connection)

    def _synchronous(self, tasks: list[_Task]) -> str:
        if not self._durable:
            return "OFF"
        return "FULL" if any(task.full for task in tasks) else "NORMAL"

    def _perform_one(
        self, connection: cx.Connection, task: _Task, shared: bool, results: list[tuple[_Task, Any]]
    ) -> None:
        """One task; among several, a refusal undoes its savepoint only, if the transaction still lives."""
        if not shared:
            results.append((task, task.run(connection)))
            return
        connection.execute("SAVEPOINT task")
        try:
            with cx.translated(self.path):
                result = task.run(connection)
        except BaseException as error:
            if not connection.in_transaction:
                raise
            connection.execute("ROLLBACK TO task")
            if self._rolled_back is not None:
                self._rolled_back()
            task.future.set_exception(error)
        else:
            results.append((task, result))
        connection.execute("RELEASE task")

    def _ready(self) -> cx.Connection:
        if self._connection is None:
            self._connection = self._open_connection()
            self._file = _file_of(self.path)
        elif _file_of(self.path) != self._file:
            # The open file still takes rows, but nobody would ever find them.
            raise moved.gone(self.path)
        if not self._held:
            self._guard.acquire()
            self._held = True
            if self._opened is not None:
                try:
                    with cx.translated(self.path):
                        self._opened(self._connection)
                except BaseException:
                    self._undo(self._connection)
                    self._let_others()
                    raise
        return self._connection

    def _undo(self, connection: cx.Connection) -> None:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        if self._rolled_back is not None:
            self._rolled_back()

    def _rest(self) -> None:
        """Nothing queued for a while: empty the WAL and let other programs write."""
        if self._connection is not None:
            self._try_resting(self._connection)
            self._try_checkpoint(self._connection, "TRUNCATE")
        self._let_others()

    def _let_others(self) -> None:
        self._held = False
        self._guard.release()

    def _checkpoint(self, connection: cx.Connection) -> None:
        try:
            size = self.path.with_name(self.path.name + "-wal").stat().st_size
        except OSError:
            return
        if size > TRUNCATE_WAL_BYTES:
            self._try_checkpoint(connection, "TRUNCATE")
        elif size > PASSIVE_WAL_BYTES:
            self._try_checkpoint(connection, "PASSIVE")

    def _try_resting(self, connection: cx.Connection) -> None:
        """Work that nobody waits for. What it cannot do now, it does at another rest."""
        if self._resting is not None:
            try:
                with cx.translated(self.path):
                    self._resting(connection)
            except EnvironmentFault as fault:
                log.info("work at rest on %s put off: %s", self.path.name, fault)

    def _try_checkpoint(self, connection: cx.Connection, mode: str) -> None:
        """A checkpoint that cannot be made now (a reader, a full disk) loses nothing: the WAL stays."""
        try:
            connection.execute(f"PRAGMA wal_checkpoint({mode})").fetchall()
        except cx.Error as error:
            log.info("checkpoint %s of %s put off: %s", mode, self.path.name, error)

    def _end(self) -> None:
        if self._connection is not None:
            self._try_checkpoint(self._connection, "TRUNCATE")
            self._connection.close()
        if self._held:
            self._let_others()


def _settle(
    future: Future[T], run: Callable[[cx.Connection | None], T], connection: cx.Connection | None
) -> None:
    try:
        future.set_result(run(connection))
    except BaseException as error:  # noqa: BLE001  (told to whoever waits)
        future.set_exception(error)


def _file_of(path: Path) -> tuple[int, int] | None:
    """Which file stands at a path now, `None` without one."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino
