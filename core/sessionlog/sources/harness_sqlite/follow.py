"""Following a session in a database: its revision tells of growth, the rows after the known end are read."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

from sessionlog.model.errors import FormatRefused, UserError
from sessionlog.model.scan import FileIdentity, ResumePoint, ScannedRow
from sessionlog.sources.artifact import Artifact
from sessionlog.sources.files import FileState
from sessionlog.sources.follow import POLL_BYTES, Growth, GrowthKind
from sessionlog.sources.harness_sqlite.scan import DatabaseScan
from sessionlog.sources.harness_sqlite.sessions import state_of
from sessionlog.sources.harness_sqlite.snapshot import Signature, signature, snapshot_of

_KINDS = {FileState.GONE: GrowthKind.GONE, FileState.REPLACED: GrowthKind.REPLACED}


class DatabaseCursor:
    """Stands at the end of what was read of one session, and polls its database. Belongs to one thread.

    A look at a database that nobody wrote to costs three `stat` calls.
    """

    def __init__(self, artifact: Artifact, resume: ResumePoint, identity: FileIdentity) -> None:
        self._artifact = artifact
        self._path = Path(artifact.path)
        self._resume = resume
        self._identity = identity
        self._seen: Signature | None = None

    def poll(self) -> Growth:
        """Look once. Raises `UserError` or `EnvironmentFault` when the database is there but unreadable."""
        database = self._path.parent
        if not os.path.exists(database):
            return Growth(GrowthKind.GONE)
        now = signature(database)
        if now == self._seen:
            return Growth(GrowthKind.UNCHANGED)
        try:
            state = state_of(self._path, database, self._identity)
        except FormatRefused:
            return Growth(GrowthKind.REPLACED)
        if state is FileState.UNCHANGED:
            self._seen = now
            return Growth(GrowthKind.UNCHANGED)
        return self._read_on() if state is FileState.GROWN else Growth(_KINDS[state])

    def _read_on(self) -> Growth:
        snapshot = snapshot_of(self._path.parent)
        artifact = replace(self._artifact, database=snapshot)
        scan = DatabaseScan(artifact, resume=self._resume, until_bytes=POLL_BYTES)
        try:
            items = tuple(scan)
        except UserError as error:
            if error.code == "source-changed":
                return Growth(GrowthKind.REPLACED)
            raise
        end = scan.end
        self._artifact, self._resume = artifact, end.resume
        # A pass that ended early has not seen the whole revision: the next poll reads on.
        size = self._identity.size if scan.more else end.identity.size
        self._identity = replace(end.identity, size=size)
        grown = scan.more or any(isinstance(item, ScannedRow) for item in items)
        return Growth(GrowthKind.GROWN if grown else GrowthKind.UNCHANGED, items, end, scan.more)
