"""One flush: rows that belong after the stored ones of a session, in one transaction."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sessionlog.generations import dialect_of
from sessionlog.model.errors import UserError
from sessionlog.model.row import Row
from sessionlog.model.scan import FileIdentity, ResumePoint
from sessionlog.model.severity import Gap
from sessionlog.store import connection as cx
from sessionlog.store import session_rows
from sessionlog.store.appender import Appender, SeqFault
from sessionlog.store.resume import write_resume_point
from sessionlog.store.terms import Terms


@dataclass(frozen=True, slots=True)
class PendingRow:
    """A row on its way: of which part, and the gap that opened this part just before it, if one did.

    `resume` and `identity` say where the file stands once this row is stored (a followed log).
    """

    part: int
    row: Row
    gap: Gap | None = None
    resume: ResumePoint | None = None
    identity: FileIdentity | None = None


@dataclass(frozen=True, slots=True)
class Appended:
    """What a flush stored: an inclusive seq range for each part, nothing for rows that were there."""

    session: int
    ranges: tuple[tuple[int, int, int], ...]


def append_rows(connection: cx.Connection, terms: Terms, key: int, rows: Sequence[PendingRow]) -> Appended:
    """Append what is not stored yet. Runs on the writer's thread, inside its transaction.

    Raises `SeqFault` when rows are missing between the stored ones and these, or a stored row
    differs from its second coming; then nothing of the batch is stored.
    """
    found = connection.execute(
        "SELECT generation, session_id FROM session WHERE id = ? AND state <> 'filling'", (key,)
    ).fetchone()
    if found is None:
        raise UserError("session.gone", "This session is no longer in the library.", "Refresh the list.")
    appender = Appender.resume(terms, connection, key, dialect_of(found[0]), found[1])
    ranges: dict[int, tuple[int, int]] = {}
    for pending in rows:
        part, row = pending.part, pending.row
        if part > appender.part:
            if pending.gap is None or part != appender.part + 1:
                raise SeqFault(f"part {part} does not follow part {appender.part}")
            appender.gap(part, pending.gap)
        if part < appender.part or (appender.next_seq is not None and row.last_seq < appender.next_seq):
            continue
        appender.feed(row)
        ranges[part] = (ranges.get(part, (row.seq, 0))[0], row.last_seq)
    if ranges:
        appender.checkpoint()
        for statement in appender.take().statements:
            statement(connection)
    last = rows[-1] if rows else None
    if last is not None and last.resume is not None:
        write_resume_point(connection, key, last.resume)
    if last is not None and last.identity is not None:
        session_rows.write_identity(connection, key, last.identity)
    return Appended(key, tuple((part, first, end) for part, (first, end) in ranges.items()))
