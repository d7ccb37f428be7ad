"""Deleting sessions: put away for 30 days with undo, or for good (architecture section 3).

Segments are counted by query, never by a counter: what no other session refers to goes with the
session that had it. A file that a session came from is never touched.
"""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from sessionlog.model.errors import EnvironmentFault, UserError
from sessionlog.store import attachments, notes, session_rows
from sessionlog.store import connection as cx
from sessionlog.store.leftovers import copies_beside
from sessionlog.store.session_rows import StoredSession
from sessionlog.store.store import Store


@dataclass(frozen=True, slots=True)
class PutAway:
    """A session in "Recently deleted"; `since` and `until` are ms since the epoch."""

    session: StoredSession
    since: int
    until: int


@dataclass(frozen=True, slots=True)
class Sharing:
    """What goes with sessions that are deleted for good, and what stays.

    `forks` keep segments that they share with these; `backups` are copies of the library from
    before a migration or a rescue, which still hold everything that was in it. `attachments` go with
    these sessions.
    """

    forks: tuple[StoredSession, ...]
    backups: tuple[Path, ...]
    attachments: tuple[str, ...]


def put_away(store: Store, keys: Sequence[int]) -> None:
    """Move sessions to "Recently deleted": they are whole, but no list shows them."""

    def run(connection: cx.Connection) -> None:
        for key in keys:
            session_rows.require(connection, key)
            notes.write(connection, key, notes.DELETED, None)

    store.writer.run(run)


def bring_back(store: Store, keys: Sequence[int]) -> None:
    """Undo `put_away`. Raises `UserError` for a session that was deleted for good meanwhile."""

    def run(connection: cx.Connection) -> None:
        for key in keys:
            session_rows.require(connection, key)
            notes.remove(connection, key, notes.DELETED)

    store.writer.run(run)


def recently_deleted(store: Store) -> list[PutAway]:
    """What `bring_back` can bring back, the last deleted first."""
    with store.readers.read() as connection:
        found = connection.execute(
            "SELECT session, changed_at FROM annotation WHERE key = ? ORDER BY changed_at DESC, session",
            (notes.DELETED,),
        ).fetchall()
        away = []
        for key, since in found:
            session = session_rows.one(connection, key)
            if session is not None:
                away.append(PutAway(session, since, since + notes.KEPT_MS))
        return away


def delete_now(store: Store, keys: Sequence[int]) -> list[Path]:
    """Delete sessions for good: rows, and the segments, kept originals and attachments only they have.

    The freed pages are overwritten and given back, and the WAL is emptied, so that their bytes
    are nowhere in the folder of the library. Where somebody still reads, the WAL empties later.
    Returns kept files that could not be removed; they go when the library is next written to.
    """

    def run(connection: cx.Connection) -> None:
        attachments.release(connection, keys)
        for key in keys:
            session_rows.delete(connection, key)

    store.writer.run(run)
    left: list[Path] = []
    for kept in (store.artifacts, store.attachments):
        if kept is not None:
            left += store.writer.run(kept.finish)
    store.cache.clear()
    shrink(store)
    return left


def shrink(store: Store) -> None:
    """Give free pages back and empty the WAL, between two tasks of the writer.

    A disk without room puts that off until the writer rests: what was deleted is deleted.
    """

    def run(connection: cx.Connection | None) -> None:
        if connection is not None:
            connection.execute("PRAGMA incremental_vacuum").fetchall()
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()

    with contextlib.suppress(EnvironmentFault):
        store.writer.peek(run)


def sharing_of(store: Store, keys: Sequence[int]) -> Sharing:
    """Who keeps parts of these sessions when they are deleted for good."""
    going = set(keys)
    with store.readers.read() as connection:
        others: set[int] = set()
        for key in keys:
            others.update(
                row[0]
                for row in connection.execute(
                    "SELECT DISTINCT o.session FROM session_segment s"
                    " JOIN session_segment o ON o.segment = s.segment WHERE s.session = ?",
                    (key,),
                )
            )
        found = [session_rows.one(connection, key) for key in sorted(others - going)]
        attached = tuple(attachments.only_of(connection, keys))
    forks = tuple(session for session in found if session is not None)
    return Sharing(forks, tuple(copies_beside(store.path)), attached)


def undo_fork(store: Store, key: int) -> None:
    """Delete a fork for good while it is nothing but a fork. Raises `UserError` (`fork.used`)."""

    def run(connection: cx.Connection) -> None:
        made = notes.read(connection, key, notes.FORK)
        ends = connection.execute("SELECT last_seq FROM part WHERE session = ?", (key,)).fetchall()
        used = made is None or ends != [(made[0]["end"] - 1,)]
        if made is not None and not used:
            used = (
                connection.execute(
                    "SELECT 1 FROM session c JOIN session p ON c.parent_session = p.session_id"
                    " WHERE p.id = ? AND c.state <> 'filling'",
                    (key,),
                ).fetchone()
                is not None
            )
        if used:
            raise UserError(
                "fork.used",
                "This fork has events or forks of its own by now and is not undone.",
                "Delete it, if it is not wanted.",
            )
        session_rows.delete(connection, key)

    store.writer.run(run)
    store.cache.clear()
