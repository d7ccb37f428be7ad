"""One way to scan, compare and follow a session, wherever it stands: in a file, a database or a ZIP."""

from __future__ import annotations

import os
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
from sessionlog.sources.zip_archive.entries import archive_of, entry_artifact, entry_state
from sessionlog.sources.zip_archive.scan import EntryCursor, EntryScan, copied


class Cursor(Protocol):
    """Stands at the end of what was read of one session. Belongs to one thread."""

    def poll(self) -> Growth: ...


def scan(artifact: Artifact, *, resume: ResumePoint | None = None) -> Scan:
    """A pass over a session, whole or from where an earlier one ended. Raises `FormatRefused`."""
    if artifact.database is not None:
        return DatabaseScan(artifact, resume=resume)
    if artifact.copy is not None:
        return EntryScan(artifact, artifact.copy, resume=resume)
    return file_scan.scan(artifact, resume=resume)


def tail(artifact: Artifact) -> EventLog:
    """The end of a session, before it is indexed."""
    if artifact.database is not None:
        return database_tail(artifact)
    return file_tail.TailLog(artifact if artifact.copy is None else copied(artifact, artifact.copy))


def cursor(artifact: Artifact, resume: ResumePoint, identity: FileIdentity) -> Cursor:
    """What follows a session from the end of its last scan."""
    if artifact.database is not None:
        return DatabaseCursor(artifact, resume, identity)
    if artifact.copy is not None:
        return EntryCursor()
    return FileCursor(artifact, resume, identity)


def compare(path: Path, known: FileIdentity) -> FileState:
    """What became of a session since its scan reached its end.

    Raises `UserError` or `EnvironmentFault` when it is there but unreadable.
    """
    database = database_of(path)
    if database is not None:
        return state_of(path, database, known)
    archive = archive_of(path)
    return compare_file(path, known) if archive is None else entry_state(path, archive, known)


def read_again(path: Path) -> Artifact:
    """The session of a path, its header read. Raises `FormatRefused`, `UserError`, `EnvironmentFault`."""
    database = database_of(path)
    if database is not None:
        return artifact_of(path, database)
    archive = archive_of(path)
    return read_artifact(path) if archive is None else entry_artifact(path, archive)


def is_there(path: Path) -> bool:
    """Whether a file, or the database or ZIP that a session stood in, is still at a path."""
    return os.path.exists(path) or database_of(path) is not None or archive_of(path) is not None


def grows(path: Path) -> bool:
    """Whether a session of this path may be written to: it is there, and no entry of a ZIP."""
    return os.path.exists(path) or database_of(path) is not None
