"""Where the next scan of a session's file goes on, as it is kept in the library."""

from __future__ import annotations

from sessionlog.model.json import decode
from sessionlog.model.scan import ResumePoint
from sessionlog.store import connection as cx
from sessionlog.store.text import json_text


def resume_point(connection: cx.Connection, key: int) -> ResumePoint | None:
    """`None` for a session without a file, and before its first scan has ended."""
    found = connection.execute("SELECT resume FROM session WHERE id = ?", (key,)).fetchone()
    if found is None or found[0] is None:
        return None
    return ResumePoint.from_json(decode(found[0].encode()))


def write_resume_point(connection: cx.Connection, key: int, point: ResumePoint) -> None:
    connection.execute("UPDATE session SET resume = ? WHERE id = ?", (json_text(point.as_json()), key))
