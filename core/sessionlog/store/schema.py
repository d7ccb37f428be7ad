"""The tables of a library, as recorded, forward-only migrations (architecture section 3).

A shipped migration is never edited: a change is one more function. `user_version` is the number
of migrations that a file has seen, so that opening a current one costs two pragmas.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path

from sessionlog.model.errors import UserError
from sessionlog.store import connection as cx
from sessionlog.store import faults
from sessionlog.store.on_disk import file_to_disk
from sessionlog.store.split_large import split_large

Migration = Callable[[cx.Connection], None]

_FIRST = """
CREATE TABLE fact (
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE term (
    id INTEGER PRIMARY KEY,
    text TEXT NOT NULL UNIQUE
) STRICT;

CREATE TABLE source (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    kind TEXT NOT NULL,
    path TEXT NOT NULL,
    added_at INTEGER NOT NULL,
    UNIQUE (kind, path)
) STRICT;

CREATE TABLE session (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    source INTEGER NOT NULL REFERENCES source (id),
    session_id TEXT NOT NULL,
    generation INTEGER NOT NULL,
    native INTEGER NOT NULL CHECK (native IN (0, 1)),
    state TEXT NOT NULL CHECK (state IN ('listed', 'filling', 'ready')),
    replaces INTEGER REFERENCES session (id),
    header BLOB NOT NULL,
    created_at INTEGER NOT NULL,
    cwd TEXT,
    parent_session TEXT,
    seed_length INTEGER,
    origin TEXT,
    events INTEGER,
    turns INTEGER,
    title TEXT,
    last_prompt TEXT,
    last_prompt_at INTEGER,
    last_turn_end TEXT,
    open_turn INTEGER,
    severity TEXT NOT NULL DEFAULT 'unchecked',
    harness TEXT NOT NULL DEFAULT 'opens',
    harness_class TEXT,
    harness_text TEXT,
    resume TEXT,
    artifact_sha256 TEXT,
    imported_at INTEGER,
    CHECK (native = 0 OR (resume IS NULL AND artifact_sha256 IS NULL)),
    CHECK (state = 'filling' OR replaces IS NULL)
) STRICT;
CREATE UNIQUE INDEX session_identity ON session (source, session_id, generation)
    WHERE state <> 'filling';
CREATE INDEX session_by_id ON session (session_id);

CREATE TABLE file (
    session INTEGER PRIMARY KEY REFERENCES session (id) ON DELETE CASCADE,
    path TEXT NOT NULL,
    dev TEXT NOT NULL,
    ino TEXT NOT NULL,
    size INTEGER NOT NULL,
    mtime_ns INTEGER NOT NULL,
    header_sha256 TEXT NOT NULL,
    complete_offset INTEGER,
    tail_sha256 TEXT
) STRICT;
CREATE INDEX file_by_path ON file (path);

CREATE TABLE text_run (
    session INTEGER NOT NULL REFERENCES session (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    lines INTEGER NOT NULL,
    bytes INTEGER NOT NULL,
    sha256 TEXT NOT NULL,
    PRIMARY KEY (session, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE part (
    session INTEGER NOT NULL REFERENCES session (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    first_seq INTEGER NOT NULL,
    last_seq INTEGER NOT NULL,
    tail_events INTEGER NOT NULL,
    tail_bytes INTEGER NOT NULL,
    indexer TEXT,
    PRIMARY KEY (session, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE gap (
    session INTEGER NOT NULL REFERENCES session (id) ON DELETE CASCADE,
    before_part INTEGER NOT NULL,
    rows INTEGER NOT NULL,
    first_line INTEGER NOT NULL,
    last_line INTEGER NOT NULL,
    first_offset INTEGER NOT NULL,
    last_offset INTEGER NOT NULL,
    before_seq INTEGER,
    after_seq INTEGER,
    code TEXT NOT NULL,
    message TEXT NOT NULL,
    PRIMARY KEY (session, before_part)
) STRICT, WITHOUT ROWID;

CREATE TABLE problem (
    session INTEGER NOT NULL REFERENCES session (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    code TEXT NOT NULL,
    level TEXT NOT NULL,
    message TEXT NOT NULL,
    seq INTEGER,
    line INTEGER,
    frame INTEGER,
    byte_offset INTEGER,
    affected TEXT,
    PRIMARY KEY (session, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE segment (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    first_seq INTEGER NOT NULL,
    rows INTEGER NOT NULL,
    size INTEGER NOT NULL,
    layout BLOB,
    entries BLOB,
    lines BLOB,
    deltas BLOB,
    CHECK (lines IS NOT NULL OR deltas IS NOT NULL)
) STRICT;

CREATE TABLE session_segment (
    session INTEGER NOT NULL REFERENCES session (id) ON DELETE CASCADE,
    part INTEGER NOT NULL,
    first_seq INTEGER NOT NULL,
    last_seq INTEGER NOT NULL,
    segment INTEGER NOT NULL REFERENCES segment (id),
    PRIMARY KEY (session, part, first_seq)
) STRICT, WITHOUT ROWID;
CREATE INDEX session_segment_by_segment ON session_segment (segment);

CREATE TABLE segment_type (
    segment INTEGER NOT NULL,
    type INTEGER NOT NULL,
    PRIMARY KEY (segment, type)
) STRICT, WITHOUT ROWID;

CREATE TABLE segment_ref (
    segment INTEGER NOT NULL,
    ref TEXT NOT NULL,
    PRIMARY KEY (segment, ref)
) STRICT, WITHOUT ROWID;

CREATE TABLE annotation (
    session INTEGER NOT NULL REFERENCES session (id) ON DELETE CASCADE,
    key TEXT NOT NULL,
    value TEXT NOT NULL,
    changed_at INTEGER NOT NULL,
    PRIMARY KEY (session, key)
) STRICT, WITHOUT ROWID;
"""


def first_schema(connection: cx.Connection) -> None:
    """Schema 1: sessions native or mirror, parts, segments and their index, files, annotations."""
    for statement in _FIRST.split(";\n"):
        if statement.strip():
            connection.execute(statement)


_JOURNAL = """
CREATE TABLE attempt_chunk (
    session INTEGER NOT NULL REFERENCES session (id) ON DELETE CASCADE,
    attempt INTEGER NOT NULL,
    number INTEGER NOT NULL,
    turn INTEGER NOT NULL,
    step INTEGER NOT NULL,
    chunks BLOB NOT NULL,
    PRIMARY KEY (session, attempt, number)
) STRICT, WITHOUT ROWID
"""


def attempt_journal(connection: cx.Connection) -> None:
    """Schema 2: the chunks of running attempts, before an event of the log holds them."""
    connection.execute(_JOURNAL)


def lean_settlements(connection: cx.Connection) -> None:
    """Schema 3: lines of settlements are lean, their streams stand among the deltas (`lean_lines`)."""
    split_large(connection)


MIGRATIONS: tuple[Migration, ...] = (first_schema, attempt_journal, lean_settlements)


def version_of(path: Path, connection: cx.Connection, newest: int) -> int:
    """The schema number of a library file, 0 for an empty one.

    Raises `UserError` for a file of another program and for a library that is newer than this
    program, in which case the text says which of the two has to move.
    """
    application = cx.pragma(connection, "application_id")
    version = cx.pragma(connection, "user_version")
    objects = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]
    if application == version == objects == 0:
        return 0
    if application != cx.APPLICATION_ID:
        raise UserError(
            "library.foreign",
            f"{path.name} is a database of another program, not a Sessionloom library.",
            "Choose another file; this one was not touched.",
        )
    if version > newest:
        raise UserError(
            "library.newer",
            f"{path.name} was written by a newer Sessionloom (schema {version}; this one knows {newest}).",
            "Update Sessionloom to open it; nothing in it was changed.",
        )
    return version


def create_unrecorded(connection: cx.Connection) -> None:
    """The newest schema in an empty file that will never be migrated (a scratch library)."""
    connection.execute("BEGIN IMMEDIATE")
    for migration in MIGRATIONS:
        migration(connection)
    _stamp(connection, len(MIGRATIONS))
    connection.execute("COMMIT")


def migrate(
    path: Path, connection: cx.Connection, version: int, migrations: Sequence[Migration] = MIGRATIONS
) -> Path | None:
    """Bring a library up to date; each migration is one transaction with its record.

    A file with content is first copied aside; the copy's path is returned. A migration that fails
    or is interrupted leaves the file at the last complete one. Raises `EnvironmentFault` for a file
    whose tables are not those that its version names.
    """
    if version >= len(migrations):
        return None
    copy = copy_aside(path, connection, version) if version else None
    if not version:  # before the first table: what is left half made must not pass for another program's
        connection.execute(f"PRAGMA application_id={cx.APPLICATION_ID}")
    from sqlite_utils import Database, Migrations

    recorded = Migrations("sessionloom.library")
    for number, migration in enumerate(migrations, 1):
        recorded(name=f"{number:03} {migration.__name__}")(_numbered(migration, number))
    try:
        recorded.apply(Database(connection))
    except cx.Error as error:
        if faults.of_sqlite(error, path) is None and version:
            raise faults.fault(faults.MIGRATION, path) from error
        raise
    return copy


def copy_aside(path: Path, connection: cx.Connection, version: int) -> Path:
    """A complete, fsynced copy of the library beside it, named after its schema and the time."""
    stamp = time.strftime("%Y%m%d-%H%M%S", time.gmtime())
    copy = path.with_name(f"{path.name}.schema-{version}-{stamp}")
    cx.create_file(copy)
    target = cx.driver.connect(str(copy))
    try:
        connection.backup(target)
    finally:
        target.close()
    try:
        file_to_disk(copy)
    except OSError as error:
        raise faults.of_os(error, copy) from error
    return copy


def _numbered(migration: Migration, number: int) -> Callable[..., None]:
    def run(db: object) -> None:
        connection: cx.Connection = db.conn  # type: ignore[attr-defined]
        migration(connection)
        _stamp(connection, number)

    run.__name__ = migration.__name__
    return run


def _stamp(connection: cx.Connection, version: int) -> None:
    connection.execute(f"PRAGMA application_id={cx.APPLICATION_ID}")
    connection.execute(f"PRAGMA user_version={version}")
