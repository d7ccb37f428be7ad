"""The sessions of a database: their headers, and what they are known by (spec 01 section 11)."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from sessionlog.generations import read_header_line
from sessionlog.model.errors import FormatRefused, SessionlogError, UserError
from sessionlog.model.scan import FileIdentity
from sessionlog.model.severity import Level, Problem
from sessionlog.sources.artifact import Artifact, Refused, as_refused
from sessionlog.sources.files import FileState, open_source
from sessionlog.sources.harness_sqlite.rows import tail_sha256
from sessionlog.sources.harness_sqlite.schema import MAGIC, Connection, Error, is_damage
from sessionlog.sources.harness_sqlite.snapshot import Snapshot, snapshot_of
from sessionlog.sources.harness_sqlite.values import header_line
from sessionlog.sources.names import encode_segment

_COLUMNS = (
    "CAST(id AS BLOB), version, created_at, CAST(cwd AS BLOB), CAST(parent_session AS BLOB), seed_length,"
    " CAST(origin AS BLOB), delegation_depth, CAST(agent_preset AS BLOB), CAST(incarnation AS BLOB), revision"
)


class StoredHeader(NamedTuple):
    """A row of `sessions`: the header line that it amounts to, and where it stands in its life."""

    id: bytes
    line: bytes
    incarnation: bytes
    revision: int


def is_database(path: Path) -> bool:
    """Whether a file begins as SQLite databases do; `False` for what cannot be read."""
    try:
        with open_source(path) as file:
            return file.read(0, len(MAGIC)) == MAGIC
    except SessionlogError:
        return False


def database_of(path: Path) -> Path | None:
    """The database in which a session of this path stands; `None` for any other path."""
    return path.parent if os.path.isfile(path.parent) and is_database(path.parent) else None


def is_session_path(path: Path, session_id: str) -> bool:
    """Whether a path is one that a session of a database is known by, also when that is gone."""
    segment = _segment(session_id.encode("utf-8", "surrogatepass"))
    return path.name == segment and not os.path.exists(path) and not os.path.isdir(path.parent)


def artifacts_of(database: Path) -> Iterator[Artifact | Refused]:
    """Every session of a database, by id. What the damage hides is one refused item."""
    try:
        snapshot = snapshot_of(database)
        headers, damaged = _headers(snapshot)
    except FormatRefused as refusal:
        yield as_refused(database, refusal)
        return
    share = snapshot.size // max(1, len(headers))
    for header in headers:
        path = database / _segment(header.id)
        try:
            yield _artifact(snapshot, path, header, share)
        except FormatRefused as refusal:
            yield as_refused(path, refusal)
    if damaged:
        yield as_refused(
            database,
            FormatRefused(
                "sqlite-damaged",
                f"Pages of {database.name} are damaged in its list of sessions; some may be missing.",
                "Look for another copy of it, with its -wal file if there is one.",
            ),
        )


def artifact_of(path: Path, database: Path) -> Artifact:
    """One session of a database. Raises `FormatRefused`, `UserError` when it is not there (any more)."""
    snapshot = snapshot_of(database)
    header = _header(snapshot, path)
    if header is None:
        raise UserError(
            "path-missing",
            f"{database.name} holds no session {path.name}.",
            "Open the database to see its sessions.",
        )
    return _artifact(snapshot, path, header, snapshot.size)


def state_of(path: Path, database: Path, known: FileIdentity) -> FileState:
    """What became of a session since its identity was taken, at the cost of a few rows."""
    snapshot = snapshot_of(database)
    header = _header(snapshot, path)
    if header is None:
        return FileState.GONE
    if known.header_sha256 != _life(header) or known.offset is None:
        return FileState.REPLACED
    now = snapshot.signature
    if (known.size, known.mtime_ns) == (header.revision, now.main.mtime_ns) and known.tail_sha256:
        return FileState.UNCHANGED
    with snapshot.connection() as connection:
        same = tail_sha256(connection, header.id, known.offset) == known.tail_sha256
    if not same or known.tail_sha256 == "damaged":
        return FileState.REPLACED
    return FileState.UNCHANGED if known.size == header.revision else FileState.GROWN


def identity_of(
    snapshot: Snapshot, path: Path, header: StoredHeader, connection: Connection | None = None, due: int = 0
) -> FileIdentity:
    """By what a session in a database is known again.

    `size` is its revision, `offset` the seq that follows what was read, `header_sha256` of its header
    and its incarnation, `tail_sha256` of the last rows that were read.
    """
    tail = None if connection is None else tail_sha256(connection, header.id, due)
    main = snapshot.signature.main
    return FileIdentity(
        str(path),
        main.dev,
        main.ino,
        header.revision,
        main.mtime_ns,
        _life(header),
        None if tail is None else due,
        tail,
    )


def stored_header(connection: Connection, path: Path) -> StoredHeader | None:
    """The header of the session that a path names."""
    try:
        for header in _each(connection):
            if _segment(header.id) == path.name:
                return header
    except Error as error:
        if not is_damage(error):
            raise
    return None


def _header(snapshot: Snapshot, path: Path) -> StoredHeader | None:
    with snapshot.connection() as connection:
        return stored_header(connection, path)


def _headers(snapshot: Snapshot) -> tuple[list[StoredHeader], bool]:
    """Every readable header, and whether damage ended the list from both of its ends."""
    found: dict[bytes, StoredHeader] = {}
    with snapshot.connection() as connection:
        for order in ("ASC", "DESC"):
            try:
                for header in _each(connection, order):
                    found.setdefault(header.id, header)
            except Error as error:
                if not is_damage(error):
                    raise
            else:
                return list(found.values()), False
    return list(found.values()), True


def _each(connection: Connection, order: str = "ASC") -> Iterator[StoredHeader]:
    rows: Iterator[tuple[Any, ...]] = connection.execute(
        f"SELECT {_COLUMNS} FROM sessions NOT INDEXED ORDER BY rowid {order}"
    )
    for columns in rows:
        revision = columns[10] if type(columns[10]) is int else -1
        yield StoredHeader(columns[0] or b"", header_line(columns), columns[9] or b"", revision)


def _artifact(snapshot: Snapshot, path: Path, stored: StoredHeader, size: int) -> Artifact:
    header = read_header_line(stored.line)
    problems: tuple[Problem, ...] = ()
    if stored.revision < 0 or not stored.incarnation:
        problem = Problem(
            "sqlite-session", Level.ERROR, "The session's revision or incarnation is missing.", line=1
        )
        problems = (problem,)
    return Artifact(
        str(path),
        header.id,
        header.generation,
        "sqlite",
        header,
        size,
        identity_of(snapshot, path, stored),
        problems,
        snapshot,
    )


def _life(header: StoredHeader) -> str:
    return hashlib.sha256(header.line + b"\n" + header.incarnation).hexdigest()


def _segment(session_id: bytes) -> str:
    return encode_segment(session_id.decode("utf-8", "replace")) or "~"
