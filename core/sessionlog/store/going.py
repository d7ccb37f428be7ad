"""Files beside a library that no session has any more, recorded where the last one lets go of them.

Only what is recorded is ever removed, so that a killed program leaves none of it, and a library that
is begun anew, or lies in one folder with another, takes nobody's originals away.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

import orjson

from sessionlog.store import connection as cx

ATTACHMENTS = "attachments-going"
ORIGINALS = "originals-going"


def recorded(connection: cx.Connection, kind: str) -> set[str]:
    """Names (SHA-256) that are to go; some session may have one of them again."""
    found = connection.execute("SELECT value FROM fact WHERE key = ?", (kind,)).fetchone()
    return set() if found is None else set(orjson.loads(found[0]))


def record(connection: cx.Connection, kind: str, names: Iterable[str]) -> None:
    """These are to go, too. In the transaction that lets go of them."""
    known = recorded(connection, kind)
    wanted = known.union(names)
    if wanted != known:
        _write(connection, kind, wanted)


def remove(
    connection: cx.Connection,
    kind: str,
    had: Callable[[cx.Connection], set[str]],
    path: Callable[[str], Path],
) -> list[Path]:
    """Remove the files of what is to go and no session has again, in a transaction.

    What cannot be removed is given back and waits for the next time. What this library never had stays,
    whosever it is.
    """
    names = recorded(connection, kind)
    if not names:
        return []
    left = [name for name in sorted(names - had(connection)) if not is_removed(path(name))]
    if left:
        _write(connection, kind, set(left))
    else:
        connection.execute("DELETE FROM fact WHERE key = ?", (kind,))
    return [path(name) for name in left]


def is_removed(path: Path) -> bool:
    """Remove a file; whether it is gone now."""
    try:
        path.unlink(missing_ok=True)
    except OSError:
        return False
    return True


def release_original(connection: cx.Connection, key: int, kept: str | None = None) -> None:
    """Before a session is deleted, or has the original `kept` in the place of the one it had."""
    found = connection.execute("SELECT artifact_sha256 FROM session WHERE id = ?", (key,)).fetchone()
    if found is not None and found[0] not in (None, kept):
        record(connection, ORIGINALS, [found[0]])


def _write(connection: cx.Connection, kind: str, names: set[str]) -> None:
    connection.execute(
        "INSERT INTO fact (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
        (kind, orjson.dumps(sorted(names)).decode()),
    )
