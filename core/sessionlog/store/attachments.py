"""Attachments beside a library, in the harness's own layout (spec 01 section 13), and who has them.

Sessions say which they brought along (`notes.ATTACHED`); one that no session has any more goes with
the last that had it. What is to go is recorded with the deletion, so that a killed program leaves none.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from pathlib import Path

import orjson

from sessionlog.store import connection as cx
from sessionlog.store import going, notes


class Attachments:
    """The folder `attachments` beside a library."""

    def __init__(self, library: Path) -> None:
        self.folder = library.parent / "attachments"

    def path(self, digest: str) -> Path:
        return self.folder / "v1" / "objects" / digest[:2] / digest

    def size(self, digests: Iterable[str]) -> int:
        """Bytes of those that are there."""
        return sum(path.stat().st_size for path in map(self.path, digests) if os.path.isfile(path))

    def finish(self, connection: cx.Connection) -> list[Path]:
        """Remove what a deletion left to be removed, as `going.remove`."""
        return going.remove(connection, going.ATTACHMENTS, had, self.path)


def had(connection: cx.Connection) -> set[str]:
    """What any session has."""
    rows = connection.execute("SELECT value FROM annotation WHERE key = ?", (notes.ATTACHED,))
    return {digest for (value,) in rows for digest in orjson.loads(value)}


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
    theirs: set[str] = set()
    for key in keys:
        known = notes.read(connection, key, notes.ATTACHED)
        theirs.update(known[0] if known is not None else ())
    if theirs:
        for key, value in connection.execute(
            "SELECT session, value FROM annotation WHERE key = ?", (notes.ATTACHED,)
        ):
            if key not in keys:
                theirs.difference_update(orjson.loads(value))
    return sorted(theirs)


def release(connection: cx.Connection, keys: Sequence[int]) -> None:
    """Before these sessions are deleted: what only they have is recorded as going."""
    going.record(connection, going.ATTACHMENTS, only_of(connection, keys))
