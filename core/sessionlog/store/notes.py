"""Notes of the library on a session, beside its log and never in it (architecture section 3)."""

from __future__ import annotations

import time
from typing import Any

import orjson

from sessionlog.store import connection as cx

FORK = "fork"
"""Of a child made here: its parent's key, the events that it inherited, the end of the new log."""

DAMAGED = "damaged"
"""Of a session that was found not to be what was stored: an import brings it in anew."""

LINKED = "linked"
"""Of a session whose original bytes stay where they are: path, size and SHA-256 of them."""

DELETED = "deleted"
"""Since when a session is in "Recently deleted"."""

TITLE = "title"
"""How a person calls a session here, whatever its log says."""

ARCHIVED = "archived"
"""Of a session that a person put out of the way; no list leaves it out for that alone."""

ATTACHED = "attached"
"""Of a session whose attachments are kept beside the library: the SHA-256 of each."""


KEPT_DAYS = 30
KEPT_MS = KEPT_DAYS * 24 * 60 * 60 * 1000


def write(connection: cx.Connection, key: int, name: str, value: Any) -> None:
    """Set a note of a session to a JSON value, in the place of the one it had, and note the time."""
    connection.execute(
        "INSERT INTO annotation (session, key, value, changed_at) VALUES (?, ?, ?, ?)"
        " ON CONFLICT (session, key) DO UPDATE SET value = excluded.value, changed_at = excluded.changed_at",
        (key, name, orjson.dumps(value).decode(), time.time_ns() // 1_000_000),
    )


def read(connection: cx.Connection, key: int, name: str) -> tuple[Any, int] | None:
    """The value and when it was written (ms); `None` where there is no such note."""
    found = connection.execute(
        "SELECT value, changed_at FROM annotation WHERE session = ? AND key = ?", (key, name)
    ).fetchone()
    return None if found is None else (orjson.loads(found[0]), found[1])


def remove(connection: cx.Connection, key: int, name: str) -> bool:
    """Whether there was such a note."""
    cursor = connection.execute("DELETE FROM annotation WHERE session = ? AND key = ?", (key, name))
    return cursor.rowcount > 0


def expired(connection: cx.Connection, now_ms: int | None = None) -> list[int]:
    """Sessions that have been in "Recently deleted" for 30 days; `now_ms` is the wall clock."""
    now = time.time_ns() // 1_000_000 if now_ms is None else now_ms
    found = connection.execute(
        "SELECT session FROM annotation WHERE key = ? AND changed_at <= ?", (DELETED, now - KEPT_MS)
    )
    return [row[0] for row in found]
