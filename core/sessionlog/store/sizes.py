"""How large sessions are: what they say, and what they take on the disk."""

from __future__ import annotations

import os
from dataclasses import dataclass

from sessionlog.store import connection as cx
from sessionlog.store.store import Store

_STORED = (
    "coalesce(length(g.lines), 0) + coalesce(length(g.deltas), 0)"
    " + coalesce(length(g.entries), 0) + coalesce(length(g.layout), 0)"
)


@dataclass(frozen=True, slots=True)
class Sizes:
    """Bytes. `logical` is the text of the log, to a segment where a fork ends inside one.

    `own` is stored for this session alone, `shared` also for others; deleting frees `own`.
    """

    logical: int
    own: int
    shared: int
    original: int


def sizes_of(store: Store, key: int) -> Sizes:
    """The sizes of one session. Reads no segment."""
    with store.readers.read() as connection:
        return _sizes(connection, store, key)


def all_sizes(store: Store) -> dict[int, Sizes]:
    """The sizes of every session by its key, in one pass over the references. Reads no segment."""
    with store.readers.read() as connection:
        found = connection.execute(
            "WITH alone AS (SELECT segment, min(session) = max(session) AS mine FROM session_segment"
            " GROUP BY segment) SELECT n.id, length(n.header) + 1, n.artifact_sha256,"
            " coalesce(sum(g.size), 0),"
            f" coalesce(sum(CASE WHEN a.mine THEN {_STORED} END), 0),"
            f" coalesce(sum(CASE WHEN NOT a.mine THEN {_STORED} END), 0)"
            " FROM session n LEFT JOIN session_segment s ON s.session = n.id"
            " LEFT JOIN segment g ON g.id = s.segment LEFT JOIN alone a ON a.segment = s.segment"
            " WHERE n.state <> 'filling' GROUP BY n.id"
        ).fetchall()
    return {
        key: Sizes(header + logical, own, shared, _original(store, sha256))
        for key, header, sha256, logical, own, shared in found
    }


def _original(store: Store, sha256: str | None) -> int:
    if store.artifacts is None or sha256 is None:
        return 0
    path = store.artifacts.path(sha256)
    return path.stat().st_size if os.path.exists(path) else 0


def _sizes(connection: cx.Connection, store: Store, key: int) -> Sizes:
    header, logical, own, shared = connection.execute(
        "SELECT (SELECT length(header) + 1 FROM session WHERE id = ?1), coalesce(sum(size), 0),"
        " coalesce(sum(CASE WHEN mine THEN stored END), 0),"
        " coalesce(sum(CASE WHEN NOT mine THEN stored END), 0)"
        f" FROM (SELECT g.size AS size, {_STORED} AS stored, NOT EXISTS (SELECT 1 FROM session_segment o"
        " WHERE o.segment = s.segment AND o.session <> s.session) AS mine"
        " FROM session_segment s JOIN segment g ON g.id = s.segment WHERE s.session = ?1)",
        (key,),
    ).fetchone()
    found = connection.execute("SELECT artifact_sha256 FROM session WHERE id = ?", (key,)).fetchone()
    original = _original(store, None if found is None else found[0])
    return Sizes((header or 0) + logical, own, shared, original)
