"""Sessions that belong to this library: made, prepared, loaded and continued here (spec 01 section 7).

Each call on a session waits for the one before it; different sessions do not wait for each other.
A mirror may be read through the read faces and refuses everything in here.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from sessionlog.generations import dialect_of, read_header_line
from sessionlog.model.errors import UserError
from sessionlog.model.faces import Inspection, ReadFaces
from sessionlog.model.header import Header
from sessionlog.model.json import encode
from sessionlog.model.message_shape import check_header
from sessionlog.model.restore import Restore
from sessionlog.model.restored import restore_log
from sessionlog.model.row import Row
from sessionlog.model.severity import Severity
from sessionlog.store import faults, hidden
from sessionlog.store.balancing import balance, is_balanced, unsettled_rows
from sessionlog.store.journal import JournalChunk
from sessionlog.store.keeper import Keeper
from sessionlog.store.live import LiveSession, now_ms
from sessionlog.store.prepared import CACHE_BYTES, PreparedCache, PreparedSession
from sessionlog.store.rows_append import Pending
from sessionlog.store.shelf import StoreShelf
from sessionlog.store.store import Store

END_SEED = "session/end-seed"
NEW_GENERATION = 4
"""The format of a session that begins here."""
WRITTEN_GENERATIONS = frozenset({0, NEW_GENERATION})
"""The formats in which this version writes events of its own."""


_HEADER_ORDER = (
    "type", "version", "id", "createdAt", "cwd", "parentSession", "seedLength", "isSeeded", "origin",
    "delegationDepth", "agentPreset",
)  # fmt: skip


@dataclass(slots=True)
class Preparation:
    """An exclusive reservation of a balanced session. Publish it or release it."""

    key: int
    session: PreparedSession
    _publish: Callable[[], LiveSession]
    _release: Callable[[], None]
    _over: bool = field(default=False)

    def publish(self) -> LiveSession:
        """Make it live: its log goes on with a `session/end-seed`, unless it ends in one."""
        self._end()
        return self._publish()

    def release(self) -> None:
        """Give it back unchanged; another may prepare it."""
        self._end()
        self._release()

    def _end(self) -> None:
        if self._over:
            raise UserError("session.released", "This reservation is over.", "Prepare the session again.")
        self._over = True


class _Saver:
    """The write-behind queue of one native session."""

    def __init__(self, store: Store, keeper: Keeper, key: int) -> None:
        self._store = store
        self._keeper = keeper
        self._key = key

    def enqueue(self, rows: Sequence[Row]) -> None:
        self._keeper.enqueue(self._key, [Pending(0, row) for row in rows])

    def enqueue_chunk(self, chunk: JournalChunk) -> None:
        self._keeper.enqueue(self._key, [Pending(0, None, chunk=chunk)])

    def flush(self) -> None:
        self._keeper.flush_session(self._key)

    def waiting(self) -> list[Row]:
        return [item.row for item in self._keeper.waiting(self._key) if item.row is not None]

    def stored(self) -> Iterator[Row]:
        log = self._store.log(self._key)
        return log.rows(0, log.parts[0].last_seq)


class NativeSessions:
    """The faces of an owner. Every method may run on any thread."""

    def __init__(
        self,
        store: Store,
        keeper: Keeper,
        *,
        cache_bytes: int = CACHE_BYTES,
        clock: Callable[[], int] = now_ms,
    ) -> None:
        self._store = store
        self._keeper = keeper
        self._clock = clock
        self._faces = ReadFaces(StoreShelf(store), lambda key: unsettled_rows(store.readers, key))
        self.cache = PreparedCache(cache_bytes)
        self._live: dict[int, LiveSession] = {}
        self._reserved: set[int] = set()
        self._locks: dict[int, threading.RLock] = {}
        self._lock = threading.Lock()

    def create(self, header: Mapping[str, Any]) -> tuple[int, LiveSession]:
        """A new live session, of generation 4 unless its header says another `version`. Nothing is
        stored of it before its first append, then header and rows together; until then no list shows it.

        Raises `LogFault` for a header that the format does not have, `UserError` (`session.exists`,
        `session.generation`).
        """
        read = read_header_line(encode(new_header(header)))
        _require_written(read.generation)
        named = {name: value for name, value in read.value.items() if name != "type"}
        check_header(named, read.id, generation=read.generation)
        self._store.writer.hold()
        try:
            key = self._store.writer.run(lambda connection: hidden.reserve(connection, read), full=False)
        except BaseException:
            self._store.writer.let_go()
            raise
        dialect = dialect_of(read.generation)
        return key, self._made_live(key, read, Restore(dialect, read.id))

    def live(self, key: int) -> LiveSession | None:
        with self._lock:
            return self._live.get(key)

    def inspect(self, key: int) -> Inspection:
        """As the read face; a live session is answered from memory, its turn may be open."""
        live = self.live(key)
        if live is None:
            return self._faces.inspect(key)
        end = live.next_seq
        return Inspection(
            live.header,
            f"live:{key}:{end}",
            live.dialect,
            end - 1,
            (),
            lambda: (row for row in live.rows() if row.seq < end),
        )

    def load(self, key: int) -> Inspection:
        """The session balanced for good: closers of a crash are stored first.

        A live session is saved first; one with an open turn is refused (`session.open-turn`), one
        without events is not there yet (`session.gone`). Raises `SessionIsMirror`.
        """
        with self._one_at_a_time(key):
            live = self.live(key)
            if live is not None:
                live.flush()
                if live.open_turn is not None:
                    raise UserError(
                        "session.open-turn", f"Turn {live.open_turn} is still running.", "Wait until it ends."
                    )
                if live.next_seq == 0:
                    raise _gone()
                return self._faces.inspect(key)
            self._require_free(key)
            self._balance(key)
            return self._faces.inspect(key)

    def prepare(self, key: int) -> Preparation:
        """Reserve a session for continuing it; what a crash left open is closed and stored first.

        Raises `UserError` (`session.live`, `session.reserved`), `SessionIsMirror`, and
        `EnvironmentFault` when it cannot be read or written.
        """
        with self._one_at_a_time(key):
            if self.live(key) is not None:
                raise UserError("session.live", "This session is being written to already.", "Use it there.")
            self._require_free(key)
            with self._lock:
                self._reserved.add(key)
            try:
                prepared = self._prepared(key)
            except BaseException:
                self._unreserve(key)
                raise
        return Preparation(
            key, prepared, lambda: self._publish(key, prepared), lambda: self._give_back(key, prepared)
        )

    # -- one session -----------------------------------------------------------------------

    def _prepared(self, key: int) -> PreparedSession:
        while True:
            self._balance(key)
            revision = StoreShelf(self._store).revision(key)
            kept = self.cache.take(key, revision)
            if kept is not None:
                return kept
            log = self._store.log(key)
            restore = restore_log(log)
            last = next(iter(log.entries_before(None)), None)
            size = sum(entry.size for entry in log.entries(0, log.parts[0].last_seq) if entry.op)
            if StoreShelf(self._store).revision(key) == revision:
                marked = last is not None and (last.type, last.seq) == (END_SEED, log.parts[0].last_seq)
                return PreparedSession(log.header, restore, revision, marked, size)

    def _balance(self, key: int) -> None:
        """Store the closers of a turn that a crash left open."""
        self._store.require_native(key)
        if self._store.diagnosis(key).severity in (Severity.DAMAGED, Severity.REFUSED):
            raise faults.fault(faults.DAMAGED, self._store.path)
        if self._keeper.has_spills():  # what waits belongs before whatever closes the log
            self._store.writer.run(lambda connection: None)
        if not is_balanced(self._store, key):
            self.cache.forget(key)
            balance(self._store, key)

    def _publish(self, key: int, prepared: PreparedSession) -> LiveSession:
        header = prepared.header
        try:
            _require_written(header.generation)
        except UserError:
            self._give_back(key, prepared)
            raise
        self._store.writer.hold()
        session = self._made_live(key, header, prepared.restore)
        self._unreserve(key)
        if not prepared.marked:
            session.append(END_SEED, {})
        return session

    def _made_live(self, key: int, header: Header, restore: Restore) -> LiveSession:
        session = LiveSession(
            header,
            dialect_of(header.generation),
            restore,
            _Saver(self._store, self._keeper, key),
            clock=self._clock,
            closed=lambda: self._let_go(key),
        )
        with self._lock:
            self._live[key] = session
        return session

    def _let_go(self, key: int) -> None:
        with self._lock:
            known = self._live.pop(key, None)
        if known is not None:
            self._store.writer.let_go()

    def _give_back(self, key: int, prepared: PreparedSession) -> None:
        self.cache.put(key, prepared)
        self._unreserve(key)

    def _unreserve(self, key: int) -> None:
        with self._lock:
            self._reserved.discard(key)

    def _require_free(self, key: int) -> None:
        self._store.require_native(key)
        with self._lock:
            if key in self._reserved:
                raise UserError(
                    "session.reserved", "This session is being prepared elsewhere.", "Try again in a moment."
                )

    @contextmanager
    def _one_at_a_time(self, key: int) -> Iterator[None]:
        with self._lock:
            lock = self._locks.setdefault(key, threading.RLock())
        with lock:
            yield


def new_header(header: Mapping[str, Any]) -> dict[str, Any]:
    """The first line of a session that begins here, members in the order in which the harness writes them."""
    full: dict[str, Any] = {"type": "session", "version": NEW_GENERATION, **header}
    if full["version"] == NEW_GENERATION:
        full.setdefault("isSeeded", False)
    ordered = {name: full[name] for name in _HEADER_ORDER if name in full}
    return ordered | full


def _require_written(generation: int) -> None:
    if generation not in WRITTEN_GENERATIONS:
        raise UserError(
            "session.generation",
            f"Sessions of format v{generation} are read here, not continued.",
            "Continue it with the program that wrote it.",
        )


def _gone() -> UserError:
    return UserError("session.gone", "This session is no longer in the library.", "Refresh the list.")
