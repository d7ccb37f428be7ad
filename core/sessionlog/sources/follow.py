"""Following a log that grows: only what follows the known end is read (architecture section 3)."""

from __future__ import annotations

import os
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from sessionlog.model.errors import FormatRefused, UserError
from sessionlog.model.scan import FileIdentity, ResumePoint, ScanEnd, ScanItem, ScannedRow
from sessionlog.sources.artifact import Artifact, read_artifact
from sessionlog.sources.files import FileState, compare
from sessionlog.sources.scan import LogScan

POLL_BYTES = 8 * 1024 * 1024
"""Bytes of the file that one poll reads at most; a longer line or frame is read whole."""


class GrowthKind(StrEnum):
    UNCHANGED = "unchanged"
    GROWN = "grown"
    REPLACED = "replaced"
    GONE = "gone"


@dataclass(frozen=True, slots=True)
class Growth:
    """What a poll found. `items` are new rows, gaps and problems in file order.

    `end` is the scan's end where the file was read; with `more`, only what was read so far counts
    and another poll follows at once. `replaced` and `gone` carry nothing: the file must be opened
    anew, or is no longer there.
    """

    kind: GrowthKind
    items: tuple[ScanItem, ...] = ()
    end: ScanEnd | None = None
    more: bool = False


class FileCursor:
    """Stands at the end of what was read of one log, and polls it. Belongs to one thread.

    A torn tail is never taken, neither a line without its LF nor the whole lines of an incomplete
    frame: its writer will finish it, or cut it off and write it again.
    """

    def __init__(self, artifact: Artifact, resume: ResumePoint, identity: FileIdentity) -> None:
        """`resume` and `identity` are those of the end of the last scan of this artifact."""
        self._artifact = artifact
        self._path = Path(artifact.path)
        self._resume = resume
        self._identity = identity
        self._changed = False
        self._reach = POLL_BYTES

    @classmethod
    def at_start(cls, artifact: Artifact) -> FileCursor:
        """A cursor that has read nothing but the header; the first poll gives the rows from seq 0."""
        return cls(artifact, ResumePoint(0, 0, 1, 0, 0, 0, {}), artifact.identity)

    @property
    def resume(self) -> ResumePoint:
        return self._resume

    @property
    def identity(self) -> FileIdentity:
        return self._identity

    def poll(self) -> Growth:
        """Look once. Raises `UserError` or `EnvironmentFault` when the file is there but unreadable."""
        state = self._state()
        if state is FileState.UNCHANGED:
            return Growth(GrowthKind.UNCHANGED)
        if state is FileState.GONE:
            return Growth(GrowthKind.GONE)
        if state is FileState.REPLACED or not self._same_header():
            return Growth(GrowthKind.REPLACED)
        return self._read_on()

    def _state(self) -> FileState:
        if self._identity.offset is not None and not self._changed:
            return compare(self._path, self._identity)
        return FileState.GROWN if os.path.exists(self._path) else FileState.GONE

    def _same_header(self) -> bool:
        try:
            return read_artifact(self._path).identity.header_sha256 == self._identity.header_sha256
        except FormatRefused:
            return False

    def _read_on(self) -> Growth:
        start = self._resume.offset
        scan = LogScan(
            self._path,
            self._artifact.header,
            self._artifact.encoding,
            resume=self._resume if start else None,
            until=start + self._reach,
            take_torn=False,
            problems=() if start else self._artifact.problems,
        )
        try:
            items = tuple(scan)
        except UserError as error:
            if error.code == "source-changed":
                return Growth(GrowthKind.REPLACED)
            raise
        end = scan.end
        size = end.identity.size
        self._changed = size > start + self._reach
        stuck = self._changed and end.resume.offset == start
        self._reach = self._reach * 4 if stuck else POLL_BYTES
        self._resume, self._identity = end.resume, end.identity
        grown = any(isinstance(item, ScannedRow) for item in items) or end.resume.offset > start
        kind = GrowthKind.GROWN if grown or self._changed else GrowthKind.UNCHANGED
        return Growth(kind, items, end, self._changed)
