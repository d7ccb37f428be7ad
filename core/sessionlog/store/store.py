"""`Store`: one SQLite file with sessions in it, the library or a scratch library.

Everything that is written goes through one thread; everything that is read through a small pool.
The thread and the lock are taken when there is something to write, not before.
"""

from __future__ import annotations

import stat
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from sessionlog.generations import read_header_line
from sessionlog.model.errors import EnvironmentFault, SessionIsMirror, UserError
from sessionlog.model.header import Header
from sessionlog.model.scan import FileIdentity, ResumePoint
from sessionlog.model.severity import Diagnosis
from sessionlog.store import connection as cx
from sessionlog.store import faults, notes, schema, session_rows
from sessionlog.store.artifacts import Artifacts, Original, read_linked
from sessionlog.store.attachments import Attachments
from sessionlog.store.ingest import Ingest
from sessionlog.store.leftovers import put_in_order
from sessionlog.store.lock import LibraryLock
from sessionlog.store.readers import Readers
from sessionlog.store.resume import resume_point
from sessionlog.store.sealing import Sealer
from sessionlog.store.segment_cache import SegmentCache
from sessionlog.store.session_rows import StoredSession
from sessionlog.store.stored_log import StoredLog
from sessionlog.store.stored_text import checked_text
from sessionlog.store.terms import Terms
from sessionlog.store.text import storable
from sessionlog.store.writer import Guard, Priority, Writer


class Store:
    """Open it with `open_library` or `open_scratch`. Every method may be called from any thread."""

    def __init__(
        self,
        path: Path,
        *,
        guard: Guard | None,
        scratch: bool,
        immutable: bool = False,
        before_writing: Callable[[Store, cx.Connection], None] | None = None,
    ) -> None:
        self.path = path
        self.scratch = scratch
        self.read_only = immutable
        self.terms = Terms()
        self.cache = SegmentCache()
        self.artifacts = None if scratch else Artifacts(path)
        self.attachments = None if scratch else Attachments(path)
        self._before_writing = before_writing
        self._watch: cx.Connection | None = None
        self.readers = Readers(path, lambda: cx.open_read(path, immutable=immutable))
        self.sealer = Sealer(
            self.terms, lambda run: self.writer.submit(run, priority=Priority.IDLE, full=False)
        )
        self.writer = Writer(
            path,
            self._open_for_writing,
            guard=guard,
            opened=None if scratch else self._put_in_order,
            rolled_back=self.terms.forget_new,
            resting=self.sealer.resting,
            durable=not scratch,
        )

    # -- reading ---------------------------------------------------------------------------

    def sessions(self) -> list[StoredSession]:
        """All sessions of the library in one query, the last human prompt first."""
        with self.readers.read() as connection:
            return session_rows.listed(connection)

    def session(self, key: int) -> StoredSession:
        """Raises `UserError` when it is gone."""
        with self.readers.read() as connection:
            found = session_rows.one(connection, key)
        if found is None:
            raise UserError("session.gone", "This session is no longer in the library.", "Refresh the list.")
        return found

    def formats(self, key: int) -> list[StoredSession]:
        """A session, and then those with the same id in other formats. Raises `UserError` when it is gone."""
        with self.readers.read() as connection:
            found = session_rows.formats(connection, key)
        return found or [self.session(key)]

    def header(self, key: int) -> Header:
        """The header as stored, also of a session that is not shown yet. Raises `UserError`."""
        with self.readers.read() as connection:
            found = connection.execute("SELECT header FROM session WHERE id = ?", (key,)).fetchone()
        if found is None:
            raise UserError("session.gone", "This session is no longer in the library.", "Refresh the list.")
        return read_header_line(found[0])

    def is_known_damaged(self, key: int) -> bool:
        """Whether somebody found that the session is not what was stored."""
        with self.readers.read() as connection:
            return notes.read(connection, key, notes.DAMAGED) is not None

    def of_file(self, path: str) -> StoredSession | None:
        with self.readers.read() as connection:
            found = session_rows.of_file(connection, path)
        return found[0] if found else None

    def with_identity(self, source: int, session_id: str, generation: int) -> StoredSession | None:
        with self.readers.read() as connection:
            return session_rows.with_identity(connection, source, session_id, generation)

    def identity(self, key: int) -> FileIdentity | None:
        with self.readers.read() as connection:
            return session_rows.identity_of(connection, key)

    def resume(self, key: int) -> ResumePoint | None:
        """Where the next scan of the session's file goes on."""
        with self.readers.read() as connection:
            return resume_point(connection, key)

    def diagnosis(self, key: int) -> Diagnosis:
        with self.readers.read() as connection:
            return session_rows.diagnosis_of(connection, key)

    def log(self, key: int) -> StoredLog:
        return StoredLog(self.readers, self.terms, self.cache, key)

    def text(self, key: int) -> Iterator[bytes]:
        """The header and every stored row, each with its LF: the text of a healthy log.

        Raises `EnvironmentFault` (`library.damaged`) where it is not what was stored.
        """
        return checked_text(self.readers, self.log(key), key)

    def original(self, key: int) -> Iterator[bytes]:
        """The bytes of the log as they were: those kept beside the library, else its text."""
        with self.readers.read() as connection:
            found = connection.execute("SELECT artifact_sha256 FROM session WHERE id = ?", (key,)).fetchone()
            linked = notes.read(connection, key, notes.LINKED)
        if linked is not None:
            return read_linked(Original(**linked[0]))
        if self.artifacts is None or found is None or found[0] is None:
            return self.text(key)
        return self.artifacts.read(found[0])

    def count(self) -> int:
        with self.readers.read() as connection:
            return int(
                connection.execute(
                    "SELECT count(*) FROM session s WHERE s.state <> 'filling'"
                    f" AND {session_rows.NOT_DELETED}"
                ).fetchone()[0]
            )

    def marks(self) -> dict[int, int]:
        """A number for each session that changes when its content does."""
        with self.readers.read() as connection:
            return dict(
                connection.execute(
                    "SELECT id, coalesce(events, -1) * 31 + coalesce(imported_at, 0) + coalesce((SELECT"
                    " sum(changed_at) FROM annotation a WHERE a.session = s.id), 0) FROM session s"
                    f" WHERE state <> 'filling' AND {session_rows.NOT_DELETED}"
                )
            )

    def foreign_version(self) -> tuple[bool, int]:
        """Changes with every commit of another program; own commits leave it as it is.

        SQLite counts for each connection the commits of all others. The writer's tells apart what
        is ours; before it is open, nothing is.
        """

        def peek(connection: cx.Connection | None) -> int | None:
            return None if connection is None else cx.pragma(connection, "data_version")

        own = self.writer.peek(peek)
        if own is not None:
            return True, own
        if self._watch is None:
            self._watch = cx.open_read(self.path, immutable=self.read_only)
        return False, cx.pragma(self._watch, "data_version")

    # -- writing ---------------------------------------------------------------------------

    def add_source(self, kind: str, path: str) -> int:
        """The row of a place that sessions come from; made where it is new."""
        with self.readers.read() as connection:
            known = _source(connection, kind, path)
        if known is not None:
            return known

        def add(connection: cx.Connection) -> int:
            connection.execute(
                "INSERT OR IGNORE INTO source (kind, path, added_at) VALUES (?, ?, ?)",
                (kind, storable(path), time.time_ns() // 1_000_000),
            )
            found = _source(connection, kind, path)
            assert found is not None
            return found

        return self.writer.run(add, full=False)

    def list_sessions(self, source: int, found: Sequence[tuple[Header, FileIdentity]]) -> list[int]:
        """Name sessions whose logs have not been read yet (a scratch library); returns their keys.

        A header whose identity is listed already is left out with key 0.
        """

        def add(connection: cx.Connection) -> list[int]:
            keys = []
            for header, identity in found:
                if session_rows.with_identity(connection, source, header.id, header.generation):
                    keys.append(0)
                    continue
                key = session_rows.insert(connection, source, header, state="listed")
                session_rows.write_identity(connection, key, identity)
                keys.append(key)
            return keys

        return self.writer.run(add, full=False)

    def unlist(self, key: int) -> None:
        """Forget the log of a session, which stays in the list as one that has not been read."""

        def run(connection: cx.Connection) -> None:
            session_rows.delete_content(connection, (key,))
            connection.execute(
                "UPDATE session SET state = 'listed', severity = 'unchecked' WHERE id = ?", (key,)
            )

        self.writer.run(run)

    def ingest(self, *, link: bool = False) -> Ingest:
        """A run of imports into this store; with `link`, original bytes stay where they are."""
        return Ingest(self.writer, self.readers, self.terms, self.log, self.artifacts, link=link)

    def require_native(self, key: int) -> None:
        """Raises `SessionIsMirror` for a session that another program owns."""
        if not self.session(key).native:
            raise SessionIsMirror(
                "session.mirror",
                "This session belongs to the program that wrote it; its log cannot be added to here.",
                "Fork it, and continue the fork.",
            )

    def close(self) -> None:
        """What is queued is written first.

        The writer's connection closes last: only one that may write can remove the WAL.
        """
        self.readers.close()
        if self._watch is not None:
            self._watch.close()
        self.writer.close()
        if not self.read_only and not self.scratch:
            cx.tidy(self.path)

    # -- the writer's side -----------------------------------------------------------------

    def _open_for_writing(self) -> cx.Connection:
        if self.read_only:
            raise faults.fault(faults.READ_ONLY, self.path)
        return cx.open_write(self.path)

    def _put_in_order(self, connection: cx.Connection) -> None:
        """Runs each time the lock was taken: what a killed writer left is removed or replayed."""
        schema.version_of(self.path, connection, len(schema.MIGRATIONS))
        if self.artifacts is not None and self.attachments is not None:
            put_in_order(connection, self.artifacts, self.attachments)
        if self._before_writing is not None:
            self._before_writing(self, connection)


def open_library(
    path: Path,
    *,
    lock: LibraryLock | None = None,
    migrations: Sequence[schema.Migration] = schema.MIGRATIONS,
    before_writing: Callable[[Store, cx.Connection], None] | None = None,
) -> Store:
    """Open a library, made or migrated first where that is needed.

    Raises `UserError` (`library.newer`, `library.foreign`, `library.not-a-file`) and
    `EnvironmentFault` (no access, locked by a program that migrates it, full, damaged).
    """
    is_new = not _has_content(path)
    lock = lock or LibraryLock(path)
    immutable = False
    if is_new:
        cx.create_file(path)
        version = 0
    else:
        version, immutable = _look(path, len(migrations))
    if version < len(migrations):
        if immutable:
            raise faults.fault(faults.READ_ONLY, path)
        lock.acquire()
        try:
            _prepare(path, migrations)
        finally:
            lock.release()
    return Store(path, guard=lock, scratch=False, immutable=immutable, before_writing=before_writing)


def _has_content(path: Path) -> bool:
    """Whether a library is there already; an empty file is none yet."""
    try:
        found = path.stat()
    except FileNotFoundError:
        return False
    except OSError as error:
        raise faults.of_os(error, path) from error
    if not stat.S_ISREG(found.st_mode):
        what = "a folder" if stat.S_ISDIR(found.st_mode) else "no regular file"
        raise UserError(
            "library.not-a-file",
            f"{path} is {what}, so it cannot be a library.",
            "Name a file for the library.",
        )
    return found.st_size > 0


def open_scratch(path: Path) -> Store:
    """A new scratch library. Its file is of no value: no lock, no waiting for the disk."""
    path.unlink(missing_ok=True)
    cx.create_file(path)
    connection = cx.open_new(path)
    try:
        with cx.translated(path):
            schema.create_unrecorded(connection)
    finally:
        connection.close()
    return Store(path, guard=None, scratch=True)


def _look(path: Path, newest: int) -> tuple[int, bool]:
    """Schema number, and whether the file can only be read as it stands (no `-shm` can be made)."""
    for immutable in (False, True):
        connection = None
        try:
            connection = cx.open_read(path, immutable=immutable)
            with cx.translated(path):
                return schema.version_of(path, connection, newest), immutable
        except EnvironmentFault as error:
            if immutable or error.code not in (faults.UNREADABLE, faults.READ_ONLY):
                raise
        finally:
            if connection is not None:
                connection.close()
    raise faults.fault(faults.UNREADABLE, path)


def _prepare(path: Path, migrations: Sequence[schema.Migration]) -> None:
    """Under the lock: somebody else may have done it meanwhile."""
    new = path.stat().st_size == 0
    connection = cx.open_new(path) if new else cx.open_write(path)
    try:
        with cx.translated(path):
            version = schema.version_of(path, connection, len(migrations))
            schema.migrate(path, connection, version, migrations)
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    finally:
        connection.close()


def _source(connection: cx.Connection, kind: str, path: str) -> int | None:
    found = connection.execute(
        "SELECT id FROM source WHERE kind = ? AND path = ?", (kind, storable(path))
    ).fetchone()
    return None if found is None else int(found[0])
