"""One flush: what belongs after the stored rows of a session, in one transaction."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sessionlog.generations import dialect_of
from sessionlog.generations.v0.packing import pack_rows
from sessionlog.model.errors import UserError
from sessionlog.model.row import Row
from sessionlog.model.scan import ScanEnd
from sessionlog.model.severity import Gap
from sessionlog.store import connection as cx
from sessionlog.store import journal, session_rows
from sessionlog.store.appender import Appender, SeqFault
from sessionlog.store.journal import JournalChunk
from sessionlog.store.resume import write_resume_point
from sessionlog.store.terms import Terms


@dataclass(frozen=True, slots=True)
class Pending:
    """A row on its way to a session, or a gap that opens part `part`, or both.

    `end` says where the followed file stands once this is stored. `chunk` is one of a running
    attempt, which goes to the journal and is no row.
    """

    part: int
    row: Row | None
    gap: Gap | None = None
    end: ScanEnd | None = None
    chunk: JournalChunk | None = None

    @property
    def events(self) -> int:
        """What the status bar counts as waiting."""
        if self.chunk is not None:
            return 1
        return 0 if self.row is None else self.row.count


@dataclass(frozen=True, slots=True)
class Appended:
    """What a flush stored: (part, first seq, last seq) runs, none for rows that were there."""

    session: int
    ranges: tuple[tuple[int, int, int], ...]


def append_rows(connection: cx.Connection, terms: Terms, key: int, batch: Sequence[Pending]) -> Appended:
    """Append what is not stored yet. Runs on the writer's thread, inside its transaction.

    Raises `SeqFault` when something is missing between the stored rows and these; then nothing of
    the batch is stored.
    """
    found = connection.execute(
        "SELECT generation, session_id, native, state, header FROM session"
        " WHERE id = ? AND (native = 1 OR state <> 'filling')",
        (key,),
    ).fetchone()
    if found is None:
        raise UserError("session.gone", "This session is no longer in the library.", "Refresh the list.")
    generation, session_id, native, state, header = found
    appender = Appender.resume(terms, connection, key, dialect_of(generation), session_id)
    if state == "filling":
        appender.header(header)
        connection.execute("UPDATE session SET state = 'ready' WHERE id = ?", (key,))
    if native:
        if journal.has_journal(generation):
            _keep_chunks(connection, key, batch)
        batch = _as_stored(batch, appender, generation)
    ranges: dict[int, tuple[int, int]] = {}
    changed = False
    for item in batch:
        if item.gap is not None:
            if item.part > appender.part + 1:
                raise SeqFault(f"part {item.part} does not follow part {appender.part}")
            appender.gap(item.part, item.gap)
            changed = True
        row = item.row
        if row is None or _is_stored(appender, item.part, row):
            continue
        if item.part != appender.part:
            raise SeqFault(f"part {item.part} was never opened")
        appender.feed(row)
        changed = True
        ranges[item.part] = (ranges.get(item.part, (row.seq, 0))[0], row.last_seq)
    if changed:
        appender.checkpoint()
        for statement in appender.take().statements:
            statement(connection)
    end = next((item.end for item in reversed(batch) if item.end is not None), None)
    if end is not None:
        session_rows.write_diagnosis(connection, key, end.diagnosis)
        session_rows.write_identity(connection, key, end.identity)
        write_resume_point(connection, key, end.resume)
    return Appended(key, tuple((part, first, last) for part, (first, last) in ranges.items()))


def _keep_chunks(connection: cx.Connection, key: int, batch: Sequence[Pending]) -> None:
    """Chunks of the attempt that is still running after this batch go to the journal; those of the
    attempts that it settles are in their settlements."""
    running: list[JournalChunk] = []
    for item in batch:
        if item.chunk is not None:
            running.append(item.chunk)
        elif item.row is not None and journal.is_settlement(item.row):
            journal.settle(connection, key, item.row.seq)
            running.clear()
    journal.write(connection, key, running)


def _as_stored(batch: Sequence[Pending], appender: Appender, generation: int) -> list[Pending]:
    """The rows of a native session that are not stored yet; runs of chunks are packed, as its
    format has it. Raises `SeqFault` where the first rows are missing."""
    rows = [item.row for item in batch if item.row is not None and not _is_stored(appender, 0, item.row)]
    if rows and appender.next_seq is None and rows[0].seq != 0:
        raise SeqFault(f"row {rows[0].seq} where 0 was due")
    return [Pending(0, row) for row in (pack_rows(rows) if generation == 0 else rows)]


def _is_stored(appender: Appender, part: int, row: Row) -> bool:
    if part < appender.part:
        return True
    return part == appender.part and appender.next_seq is not None and row.last_seq < appender.next_seq
