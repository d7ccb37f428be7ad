"""Whether a database is one of the harness, and of the schema that is read here (spec 01 section 11)."""

from __future__ import annotations

import importlib
import sqlite3
from pathlib import Path
from typing import Any

from sessionlog.model.errors import EnvironmentFault, FormatRefused, SessionlogError

try:
    driver: Any = importlib.import_module("pysqlite3.dbapi2")
except ImportError:
    driver = sqlite3

Connection = sqlite3.Connection
Error: type[sqlite3.Error] = driver.Error

MAGIC = b"SQLite format 3\x00"
APPLICATION_ID = 1146308688
USER_VERSION = 17
_LIBRARY_ID = 0x534C6F6D

_TABLES = """
CREATE TABLE persistence_state (
  singleton INTEGER PRIMARY KEY CHECK (singleton = 1),
  store_id  TEXT NOT NULL
) STRICT;
CREATE TABLE sessions (
  id               TEXT PRIMARY KEY,
  version          INTEGER NOT NULL,
  created_at       INTEGER NOT NULL,
  cwd              TEXT,
  parent_session   TEXT,
  seed_length      INTEGER,
  origin           TEXT,
  delegation_depth INTEGER,
  agent_preset     TEXT,
  incarnation      TEXT NOT NULL,
  revision         INTEGER NOT NULL
) STRICT;
CREATE TABLE events (
  session_id        TEXT NOT NULL REFERENCES sessions(id) ON DELETE CASCADE,
  seq               INTEGER NOT NULL,
  type              TEXT NOT NULL,
  time              INTEGER NOT NULL,
  data              ANY NOT NULL,
  source_event_seqs ANY,
  surface_op        TEXT,
  ignorable         INTEGER CHECK (ignorable IS NULL OR ignorable IN (0, 1)),
  PRIMARY KEY (session_id, seq)
) STRICT
"""
_CORRUPT, _NOT_A_DATABASE, _NO_ROOM = 11, 26, 13
_DAMAGE = frozenset({_CORRUPT, _NOT_A_DATABASE})


def _collapsed(sql: object) -> str | None:
    return " ".join(_said(sql).split()) if isinstance(sql, bytes | str) else None


def _said(name: object) -> str:
    """A name out of the schema, which in a damaged file need not be text."""
    return name.decode("utf-8", "replace") if isinstance(name, bytes) else str(name)


CANONICAL = frozenset(
    {("table", sql.split()[2], _collapsed(sql)) for sql in _TABLES.split(";")}
    | {("index", "sqlite_autoindex_sessions_1", None), ("index", "sqlite_autoindex_events_1", None)}
)


def require_readable(connection: Connection, path: Path) -> None:
    """Refuse whatever is not exactly a database of the harness with the schema that is known here.

    Raises `FormatRefused`: `sqlite` (of another program), `newer` or `older` (the number and the
    direction are said), `sqlite-schema` (other tables than the schema has). No row is read before.
    """
    application, version = _number(connection, "application_id"), _number(connection, "user_version")
    if application == _LIBRARY_ID:
        raise FormatRefused(
            "sqlite",
            f"{path.name} is a Sessionloom library.",
            "Open it as the library (--library), not as a source.",
        )
    if application != APPLICATION_ID:
        raise foreign(path, application)
    if version > USER_VERSION:
        raise FormatRefused(
            "newer",
            f"{path.name} has the database schema {version}, which a newer harness wrote; "
            f"this version reads schema {USER_VERSION}.",
            "Update Sessionloom.",
        )
    if version < USER_VERSION:
        raise FormatRefused(
            "older",
            f"{path.name} has the database schema {version}, which an older harness wrote; "
            f"this version reads schema {USER_VERSION}.",
            "Open it with the release that wrote it.",
        )
    found = {
        (_said(kind), _said(name), _collapsed(sql))
        for kind, name, sql in connection.execute("SELECT type, name, sql FROM sqlite_schema")
    }
    if found != CANONICAL:
        names = sorted(name[:60] for _, name, _ in found ^ CANONICAL)
        raise FormatRefused(
            "sqlite-schema",
            f"{path.name} does not have exactly the tables of schema {USER_VERSION} "
            f"({', '.join(names[:5])}).",
            "It was altered; the harness refuses it too.",
        )


def foreign(path: Path, application: int) -> FormatRefused:
    """The refusal of a database of some other program."""
    return FormatRefused(
        "sqlite",
        f"{path.name} is a SQLite database of another program (application id {application}).",
        "Choose a session log, a harness home or the harness's own database.",
    )


def damaged(path: Path, reason: str) -> FormatRefused:
    """The refusal of a database of which nothing can be read."""
    return FormatRefused(
        "sqlite-damaged",
        f"{path.name} is a damaged database: {reason}.",
        "Look for another copy of it, with its -wal file if there is one.",
    )


def translated(error: sqlite3.Error, path: Path) -> SessionlogError:
    """What a driver error means for whoever opened the database."""
    number = getattr(error, "sqlite_errorcode", None)
    if is_damage(error):
        return damaged(path, str(error))
    if isinstance(number, int) and number & 0xFF == _NO_ROOM:
        return EnvironmentFault(
            "scratch-full", f"There is no room to read a copy of {path.name}.", "Free some space, try again."
        )
    return EnvironmentFault(
        "read-failed", f"{path.name} could not be read: {error}.", "Nothing was changed; try again."
    )


def is_damage(error: sqlite3.Error) -> bool:
    """Whether pages of the database are not what they should be, as against a machine that refuses."""
    number = getattr(error, "sqlite_errorcode", None)
    return isinstance(number, int) and number & 0xFF in _DAMAGE


def _number(connection: Connection, pragma: str) -> int:
    return int(connection.execute(f"PRAGMA {pragma}").fetchone()[0])
