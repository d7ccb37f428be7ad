"""Importing one scan after another into a library: new sessions, growth, replacement.

A session is hidden (`filling`) until its last statement makes it `ready`; growth extends it by a
dense run at a time. Whoever is killed in between leaves a hidden session, which the next writer
removes, or a shorter one, which the next import extends (architecture section 3).
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from sessionlog.generations import dialect_of
from sessionlog.model.row import Row
from sessionlog.model.scan import Scan, ScanEnd, ScannedGap, ScannedRow
from sessionlog.model.severity import Severity
from sessionlog.store import connection as cx
from sessionlog.store import going, notes, session_rows
from sessionlog.store.appender import Appender, Due, SessionKey
from sessionlog.store.artifacts import Artifacts, Original, sha256_of
from sessionlog.store.readers import Readers
from sessionlog.store.resume import write_resume_point
from sessionlog.store.slices import SESSION_WEIGHT, Slices
from sessionlog.store.stored_log import StoredLog
from sessionlog.store.terms import Terms
from sessionlog.store.text import storable
from sessionlog.store.writer import Writer

CHECK_ROWS = 256
TAKE_BYTES = 1 << 20


class Cancelled(Exception):
    """The caller asked to stop. What was finished before stays."""


class Diverged(Exception):
    """The log no longer begins with what is stored: it has to be imported anew."""


@dataclass(frozen=True, slots=True)
class Watch:
    """What an import tells and asks while it works: bytes read so far, and whether to stop."""

    progress: Callable[[int], None] | None = None
    cancelled: Callable[[], bool] | None = None

    def look(self, scan: Scan) -> None:
        if self.cancelled is not None and self.cancelled():
            raise Cancelled
        if self.progress is not None:
            self.progress(scan.bytes_done)


class Ingest:
    """One run of imports. Nothing is promised before `finish` has returned.

    The calls run on the caller's thread and leave the inserting to the writer.
    """

    def __init__(
        self,
        writer: Writer,
        readers: Readers,
        terms: Terms,
        log: Callable[[int], StoredLog],
        artifacts: Artifacts | None,
        *,
        link: bool = False,
    ) -> None:
        """With `link`, original bytes are not copied: where they stand is remembered."""
        self._readers = readers
        self._terms = terms
        self._log = log
        self._artifacts = artifacts
        self._link = link
        self._slices = Slices(writer)

    def add(self, source: int, scan: Scan, watch: Watch, *, replaces: int | None = None) -> SessionKey:
        """Import a log as a new session, or beside the one it `replaces`, whose key it then takes.

        The key's value is there once the statements have run, at the latest after `finish`.
        """
        key = SessionKey()

        def insert(connection: cx.Connection) -> None:
            key.value = session_rows.insert(
                connection, source, scan.header, state="filling", replaces=replaces
            )

        appender = Appender(self._terms, key, dialect_of(scan.header.generation), scan.header.id)
        self._slices.add(Due([insert], SESSION_WEIGHT))
        try:
            end = self._fill(scan, appender, watch)
        except BaseException:
            self._slices.add(Due([lambda connection: _discard(connection, key)]))
            raise
        artifact = self._keep_original(end, appender)

        def complete(connection: cx.Connection) -> None:
            _conclude(connection, key.value, end, artifact)
            if replaces is None:
                connection.execute("UPDATE session SET state = 'ready' WHERE id = ?", (key.value,))
            else:
                _swap(connection, replaces, key.value)
                key.value = replaces

        self._slices.add(Due([complete]))
        return key

    def fill(self, key: int, scan: Scan, watch: Watch) -> None:
        """Read the log of a session that is only listed (a scratch library)."""
        appender = Appender(self._terms, SessionKey(key), dialect_of(scan.header.generation), scan.header.id)
        self._slices.add(Due([lambda connection: session_rows.delete_content(connection, (key,))]))
        try:
            end = self._fill(scan, appender, watch)
        except BaseException:
            self._slices.add(Due([lambda connection: session_rows.delete_content(connection, (key,))]))
            raise

        def complete(connection: cx.Connection) -> None:
            _conclude(connection, key, end, None)
            connection.execute("UPDATE session SET state = 'ready' WHERE id = ?", (key,))

        self._slices.add(Due([complete]))

    def grow(self, key: int, scan: Scan, watch: Watch) -> int:
        """Append what a resumed scan gives. Returns the number of new events.

        Rows that are stored already (a flush went further than the recorded resume point) must be
        the same; raises `Diverged` where they are not.
        """
        with self._readers.read() as connection:
            appender = Appender.resume(
                self._terms, connection, key, dialect_of(scan.header.generation), scan.header.id
            )
        before = appender.facts.events
        stored = _StoredAgain(self._log(key), appender)
        end = self._fill(scan, appender, watch, stored)
        artifact = self._keep_original(end, appender)
        self._slices.add(Due([lambda connection: _conclude(connection, key, end, artifact)]))
        return appender.facts.events - before

    def finish(self) -> None:
        """Wait until everything is on the disk. Raises the `EnvironmentFault` of any slice."""
        self._slices.finish()

    # -- one scan --------------------------------------------------------------------------

    def _fill(
        self, scan: Scan, appender: Appender, watch: Watch, stored: _StoredAgain | None = None
    ) -> ScanEnd:
        if not scan.resumed:
            appender.header(scan.header.raw)
        feed = appender.feed
        unchecked = 0
        for item in scan:
            if type(item) is ScannedRow:
                if stored is not None and stored.has(item.part, item.row):
                    continue
                due = feed(item.row)
                unchecked += 1
                if unchecked >= CHECK_ROWS or due >= TAKE_BYTES:
                    unchecked = 0
                    watch.look(scan)
                    if due >= TAKE_BYTES:
                        self._pass_on(appender, complete=stored is not None)
            elif type(item) is ScannedGap:
                appender.gap(item.part, item.gap)
        watch.look(scan)
        self._pass_on(appender, complete=True)
        return scan.end

    def _pass_on(self, appender: Appender, *, complete: bool) -> None:
        """`complete` where readers see the session meanwhile: part and facts keep up with the rows."""
        if complete:
            appender.checkpoint()
        self._slices.add(appender.take())

    def _keep_original(self, end: ScanEnd, appender: Appender) -> Original | None:
        """Keep the bytes of a damaged log, or of one that its lines cannot give back: as a copy, or
        where they are."""
        same = end.text_sha256 is None or appender.run_sha256 == end.text_sha256
        exact = end.reproducible and end.torn is None and same
        if not end.has_file:
            return None
        if self._artifacts is None or (exact and end.diagnosis.severity is not Severity.DAMAGED):
            return None
        size, path = end.identity.size, end.copy or end.identity.path
        if self._link and not end.copy:
            return Original(sha256_of(path, size, end.file_sha256), path, size)
        return self._artifacts.keep(path, size, end.file_sha256)


class _StoredAgain:
    """Recognises rows that a resumed scan gives although they are stored."""

    def __init__(self, log: StoredLog, appender: Appender) -> None:
        self._log = log
        self._part = appender.part
        self._next = appender.next_seq

    def has(self, part: int, row: Row) -> bool:
        if part != self._part or self._next is None or row.seq >= self._next:
            return False
        again = next(iter(self._log.rows(row.seq, row.seq, part)), None)
        if again is None or again.raw != row.raw:
            raise Diverged
        return True


def _conclude(connection: cx.Connection, key: int, end: ScanEnd, original: Original | None) -> None:
    session_rows.write_diagnosis(connection, key, end.diagnosis)
    session_rows.write_identity(connection, key, end.identity)
    write_resume_point(connection, key, end.resume)
    kept = None if original is None or original.path else original.sha256
    going.release_original(connection, key, kept)
    if original is not None:
        original.place()
    connection.execute(
        "UPDATE session SET artifact_sha256 = ?, imported_at = ? WHERE id = ?",
        (kept, time.time_ns() // 1_000_000, key),
    )
    notes.remove(connection, key, notes.LINKED)
    if original is not None and original.path:
        linked = {"path": storable(original.path), "size": original.size, "sha256": original.sha256}
        notes.write(connection, key, notes.LINKED, linked)


def _discard(connection: cx.Connection, key: SessionKey) -> None:
    if key.value:
        session_rows.delete(connection, key.value)


def _swap(connection: cx.Connection, old: int, new: int) -> None:
    """The new content takes the key of the old session, so that whoever refers to it sees the new one."""
    going.release_original(connection, old)
    for note in (notes.DAMAGED, notes.LINKED):
        notes.remove(connection, old, note)
    connection.execute(
        "UPDATE annotation SET session = ? WHERE session = ? AND key = ?", (old, new, notes.LINKED)
    )
    session_rows.delete_content(connection, (old,))
    connection.execute("DELETE FROM file WHERE session = ?", (old,))
    for table in ("session_segment", "part", "gap", "problem", "text_run", "file"):
        connection.execute(f"UPDATE {table} SET session = ? WHERE session = ?", (old, new))
    columns = ", ".join(
        name
        for (name,) in connection.execute("SELECT name FROM pragma_table_info('session')").fetchall()
        if name not in {"id", "source", "native", "state", "replaces"}
    )
    connection.execute(
        f"UPDATE session SET ({columns}) = (SELECT {columns} FROM session WHERE id = ?) WHERE id = ?",
        (new, old),
    )
    connection.execute("DELETE FROM session WHERE id = ?", (new,))
