"""The end of a session in a database before it is indexed: its last rows, read from the end."""

from __future__ import annotations

from pathlib import Path

from sessionlog.generations import dialect_of
from sessionlog.model.errors import RowFault, UserError
from sessionlog.model.row import Row
from sessionlog.model.scan import ScannedRow
from sessionlog.sources.artifact import Artifact
from sessionlog.sources.harness_sqlite.rows import last_rows
from sessionlog.sources.harness_sqlite.sessions import stored_header
from sessionlog.sources.harness_sqlite.values import line_of
from sessionlog.sources.memory_log import MemoryLog

TAIL_BYTES = 1024 * 1024


def database_tail(artifact: Artifact, tail_bytes: int = TAIL_BYTES) -> MemoryLog:
    """The rows at the end of a session; `complete` only when they are all that there is.

    What stands before the last break (a bad row, a jump of seqs, damage) is left out.
    Raises `FormatRefused`, `UserError` or `EnvironmentFault` when it cannot be read.
    """
    dialect = dialect_of(artifact.generation)
    snapshot = artifact.database
    assert snapshot is not None
    rows: list[Row] = []
    size = 0
    with snapshot.connection() as connection:
        stored = stored_header(connection, Path(artifact.path))
        if stored is None or stored.line != artifact.header.raw:
            raise UserError("source-changed", f"{artifact.session_id} is no longer there.", "Open it again.")
        broken = False
        for stored_row in last_rows(connection, stored.id):
            try:
                row = dialect.read_row(line_of(stored_row))
            except RowFault:
                broken = True
                if rows:
                    break
                continue
            if rows and row.last_seq + 1 != rows[-1].seq:
                broken = True
                break
            rows.append(row)
            size += len(row.raw)
            if size > tail_bytes:
                break
    items = (ScannedRow(0, row, 0, 0, 0) for row in reversed(rows))
    whole = size <= tail_bytes and not broken and (not rows or rows[-1].seq == 0)
    return MemoryLog(artifact.header, dialect, items, complete=whole)
