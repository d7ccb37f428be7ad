"""The scan of one session of a database: the same judgement as that of a plain log of its lines.

What ends the strict prefix, what a later `turn/end` makes fatal and what would be dropped follow
the rule of text logs, as they do in the harness (spec 01 section 11). Offsets are bytes in the
session's text; rows are counted as lines.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from sessionlog.generations.finding import Stage
from sessionlog.model.errors import RowFault, UserError
from sessionlog.model.scan import ResumePoint, ScanEnd, ScanItem
from sessionlog.model.severity import Level, Problem
from sessionlog.sources.artifact import Artifact
from sessionlog.sources.frames import RATIO, RATIO_FLOOR, Text
from sessionlog.sources.harness_sqlite.rows import LostRow, read_rows
from sessionlog.sources.harness_sqlite.schema import Connection
from sessionlog.sources.harness_sqlite.sessions import StoredHeader, identity_of, stored_header
from sessionlog.sources.harness_sqlite.snapshot import Snapshot, snapshot_of
from sessionlog.sources.harness_sqlite.values import StoredRow, line_of
from sessionlog.sources.scan import LogScan

_BATCH = 64 * 1024
_TURN_END = b"turn/end"


class DatabaseScan(LogScan):
    """See `sessionlog.model.scan.Scan`. `until_bytes` of text end a pass early; it goes on where it ended."""

    def __init__(
        self,
        artifact: Artifact,
        *,
        resume: ResumePoint | None = None,
        until_bytes: int | None = None,
    ) -> None:
        super().__init__(
            Path(artifact.path),
            artifact.header,
            "plain",
            resume=resume,
            problems=artifact.problems,
        )
        state: dict[str, Any] = resume.state if resume else {}
        self._artifact = artifact
        self._total = artifact.size
        self._from_seq: int = state.get("from_seq", 0)
        self._most = until_bytes
        self._stored_bytes = 0
        self.more = False
        """Whether the pass ended early."""

    @property
    def bytes_done(self) -> int:
        return min(self._total, self._line_offset - (self._resume.offset if self._resume else 0))

    def __iter__(self) -> Iterator[ScanItem]:
        snapshot = self._artifact.database or snapshot_of(self._path.parent)
        with snapshot.connection() as connection:
            stored = stored_header(connection, self._path)
            if stored is None or stored.line != self.header.raw:
                raise self._changed()
            yield from self._opening()
            if self._resume is None:
                yield from self._text(_text_of(stored.line + b"\n"))
            yield from self._stored(connection, stored, snapshot)
            yield from self._closing()
            self._end = self._ended(snapshot, stored, connection)

    def _stored(self, connection: Connection, stored: StoredHeader, snapshot: Snapshot) -> Iterator[ScanItem]:
        start = self._line_offset
        lines: list[bytes] = []
        size = 0
        for row in read_rows(connection, stored.id, self._from_seq, snapshot.size):
            if isinstance(row, StoredRow):
                try:
                    line = line_of(row)
                except RowFault as fault:
                    yield from self._text(_text_of(b"".join(lines)))
                    lines, size = [], 0
                    yield from self._unreadable(fault, row)
                else:
                    lines.append(line + b"\n")
                    size += len(line)
                    self._watch_expansion(row, len(line))
                self._from_seq = row.seq + 1 if type(row.seq) is int else self._from_seq
            else:
                yield from self._text(_text_of(b"".join(lines)))
                lines, size = [], 0
                yield from self._lost(row)
            if size >= _BATCH:
                yield from self._text(_text_of(b"".join(lines)))
                lines, size = [], 0
                if self._most is not None and self._line_offset - start >= self._most:
                    self.more = True
                    return
        yield from self._text(_text_of(b"".join(lines)))

    def _unreadable(self, fault: RowFault, row: StoredRow) -> Iterator[ScanItem]:
        """Columns that make no line. A row that is its turn's end itself commits what was before it."""
        self._line += 1
        yield from self._bad_line(fault, None, (0, self._line_offset, self._line_offset))
        if row.type == _TURN_END and self._issue is not None:
            self._commit_issue()

    def _lost(self, row: LostRow) -> Iterator[ScanItem]:
        """A row that a damaged page took; the harness refuses to read on at such a place."""
        self._line += 1
        self._reproducible = False
        self._damaged = True
        said = "Rows" if row.seq is None else f"The row of seq {row.seq:,}"
        problem = Problem(
            "sqlite-damaged",
            Level.ERROR,
            f"{said} cannot be read: pages of the database are damaged.",
            row.seq,
            self._line,
        )
        yield from self._note(problem, Stage.PHYSICAL)
        self._from_seq = self._from_seq if row.seq is None else row.seq + 1
        self._parts.lose(problem.code, problem.message, 1, self._line, self._line_offset, self._line_offset)

    def _watch_expansion(self, row: StoredRow, size: int) -> None:
        self._stored_bytes += len(row.data or b"")
        done = self._line_offset + size
        if done > RATIO_FLOOR and done > RATIO * self._stored_bytes:
            raise UserError(
                "expansion-ratio",
                f"{self.header.id} expands to more than {RATIO:,} times its stored size.",
                "No log of a harness does that; look for another copy.",
            )

    def _point(self, offset: int) -> ResumePoint:
        point = super()._point(offset)
        return replace(point, state={**point.state, "from_seq": self._from_seq})

    def _ended(self, snapshot: Snapshot, stored: StoredHeader, connection: Connection) -> ScanEnd:
        point = self._safe
        assert point is not None
        fresh = self._resume is None
        return ScanEnd(
            identity=identity_of(snapshot, self._path, stored, connection, self._from_seq),
            resume=point,
            lines=self._line,
            events=self._events,
            parts=self._parts.part + 1,
            torn=None,
            file_sha256=None,
            text_sha256=self._cutter.text_sha256() if fresh else None,
            reproducible=self._reproducible,
            open_turn=self._check.open_turn,
            diagnosis=self._judge.diagnosis(),
            has_file=False,
        )


def _text_of(data: bytes) -> Text:
    return Text(0, 0, data, False, False)
