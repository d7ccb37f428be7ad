"""What a program that was killed left in a library, and what has been deleted for 30 days."""

from __future__ import annotations

import os
from pathlib import Path

from sessionlog.store import attachments as attached
from sessionlog.store import connection as cx
from sessionlog.store import notes, session_rows
from sessionlog.store.artifacts import Artifacts
from sessionlog.store.attachments import Attachments


def copies_beside(library: Path) -> list[Path]:
    """Whole copies of a library, which hold what was deleted since: from before a migration, and
    damaged ones that were rescued."""
    kinds = ("schema", "damaged")
    found = [path for kind in kinds for path in library.parent.glob(f"{library.name}.{kind}-*")]
    return sorted(path for path in found if os.path.isfile(path))


def put_in_order(connection: cx.Connection, artifacts: Artifacts, attachments: Attachments) -> None:
    """Before anybody writes: unfinished imports, expired sessions and the files that they had go."""
    left = [*session_rows.unfinished(connection), *notes.expired(connection)]
    if left:
        connection.execute("BEGIN IMMEDIATE")
        attached.release(connection, left)
        for key in left:
            session_rows.delete(connection, key)
        connection.execute("COMMIT")
    attachments.finish(connection)
    artifacts.finish(connection)
    artifacts.sweep()
