"""How large sessions are: what they say, and what they take on the disk."""

from __future__ import annotations

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
    original = 0
    found = connection.execute("SELECT artifact_sha256 FROM session WHERE id = ?", (key,)).fetchone()
    if store.artifacts is not None and found is not None and found[0] is not None:
        path = store.artifacts.path(found[0])
        original = path.stat().st_size if path.exists() else 0
    return Sizes((header or 0) + logical, own, shared, original)
