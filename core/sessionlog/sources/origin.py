"""One way to scan, compare and follow a session, wherever it stands: in a file or in a database."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

from sessionlog.model.log import EventLog
from sessionlog.model.scan import FileIdentity, ResumePoint, Scan
from sessionlog.sources import scan as file_scan
from sessionlog.sources import tail as file_tail
from sessionlog.sources.artifact import Artifact, read_artifact
from sessionlog.sources.files import FileState
from sessionlog.sources.files import compare as compare_file
from sessionlog.sources.follow import FileCursor, Growth
from sessionlog.sources.harness_sqlite.follow import DatabaseCursor
from sessionlog.sources.harness_sqlite.scan import DatabaseScan
from sessionlog.sources.harness_sqlite.sessions import artifact_of, database_of, state_of
from sessionlog.sources.harness_sqlite.tail import database_tail


class Cursor(Protocol):
    """Stands at the end of what was read of one session. Belongs to one thread."""

    def poll(self) -> Growth: ...


def scan(artifact: Artifact, *, resume: ResumePoint | None = None, trust_expansion: bool = False) -> Scan:
    """A pass over a session, whole or from where an earlier one ended. Raises `FormatRefused`."""
    if artifact.database is not None:
        return DatabaseScan(artifact, resume=resume, trust_expansion=trust_expansion)
    return file_scan.scan(artifact, resume=resume, trust_expansion=trust_expansion)


def tail(artifact: Artifact) -> EventLog:
    """The end of a session, before it is indexed."""
    return file_tail.TailLog(artifact) if artifact.database is None else database_tail(artifact)


def cursor(artifact: Artifact, resume: ResumePoint, identity: FileIdentity) -> Cursor:
    """What follows a session from the end of its last scan."""
    if artifact.database is not None:
        return DatabaseCursor(artifact, resume, identity)
    return FileCursor(artifact, resume, identity)


def compare(path: Path, known: FileIdentity) -> FileState:
    """What became of a session since its scan reached its end.

    Raises `UserError` or `EnvironmentFault` when it is there but unreadable.
    """
    database = database_of(path)
    return compare_file(path, known) if database is None else state_of(path, database, known)


def read_again(path: Path) -> Artifact:
    """The session of a path, its header read. Raises `FormatRefused`, `UserError`, `EnvironmentFault`."""
    database = database_of(path)
    return read_artifact(path) if database is None else artifact_of(path, database)


def is_there(path: Path) -> bool:
    """Whether a file, or the database that a session stood in, is still at a path."""
    return path.exists() or database_of(path) is not None
