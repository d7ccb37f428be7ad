"""Attachments beside a library, in the harness's own layout (spec 01 section 13), and who has them.

Sessions say which they brought along (`notes.ATTACHED`); one that no session has any more goes with
the last that had it. What is to go is recorded with the deletion, so that a killed program leaves none.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

import orjson

from sessionlog.store import connection as cx
from sessionlog.store import faults, notes

_GOING = "attachments-going"


class Attachments:
    """The folder `attachments` beside a library."""

    def __init__(self, library: Path) -> None:
        self.folder = library.parent / "attachments"

    def path(self, digest: str) -> Path:
        return self.folder / "v1" / "objects" / digest[:2] / digest

    def size(self, digests: Iterable[str]) -> int:
        """Bytes of those that are there."""
        return sum(path.stat().st_size for path in map(self.path, digests) if path.is_file())

    def finish(self, connection: cx.Connection) -> None:
        """Remove what a deletion left to be removed. In a transaction. Raises `EnvironmentFault`."""
        found = connection.execute("SELECT value FROM fact WHERE key = ?", (_GOING,)).fetchone()
        for digest in [] if found is None else orjson.loads(found[0]):
            path = self.path(digest)
            try:
                path.unlink(missing_ok=True)
            except OSError as error:
                raise faults.of_os(error, path) from error
        if found is not None:
            connection.execute("DELETE FROM fact WHERE key = ?", (_GOING,))


def claim(connection: cx.Connection, key: int, digests: Iterable[str]) -> None:
    """A session has these attachments too."""
    known = notes.read(connection, key, notes.ATTACHED)
    wanted = {*digests, *(known[0] if known is not None else ())}
    if wanted:
        notes.write(connection, key, notes.ATTACHED, sorted(wanted))


def hand_down(connection: cx.Connection, parent: int, child: int) -> None:
    """A fork has what its parent has."""
    known = notes.read(connection, parent, notes.ATTACHED)
    if known is not None:
        claim(connection, child, known[0])


def only_of(connection: cx.Connection, keys: Sequence[int]) -> list[str]:
    """The attachments that these sessions have and no other."""
    going: set[str] = set()
    for key in keys:
        known = notes.read(connection, key, notes.ATTACHED)
        going.update(known[0] if known is not None else ())
    if going:
        for key, value in connection.execute(
            "SELECT session, value FROM annotation WHERE key = ?", (notes.ATTACHED,)
        ):
            if key not in keys:
                going.difference_update(orjson.loads(value))
    return sorted(going)


def release(connection: cx.Connection, keys: Sequence[int]) -> None:
    """Before these sessions are deleted: what only they have is recorded as going."""
    going = only_of(connection, keys)
    if going:
        found = connection.execute("SELECT value FROM fact WHERE key = ?", (_GOING,)).fetchone()
        all_going = {*going, *(orjson.loads(found[0]) if found is not None else ())}
        connection.execute(
            "INSERT INTO fact (key, value) VALUES (?, ?)"
            " ON CONFLICT (key) DO UPDATE SET value = excluded.value",
            (_GOING, orjson.dumps(sorted(all_going)).decode()),
        )
