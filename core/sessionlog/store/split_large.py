"""Taking the streams out of large settlements that an earlier schema stored whole.

Small ones stay as they are: both forms are read, and sealing or another import splits them.
"""

from __future__ import annotations

from sessionlog.generations import dialect_of
from sessionlog.model.dialect import Dialect
from sessionlog.model.embedded import EMBEDDED_STREAMS
from sessionlog.model.errors import RowFault
from sessionlog.store import connection as cx
from sessionlog.store.segments import MAX_BYTES, SegmentBuilder, pack_text, unpack_text
from sessionlog.store.zstd import ZstdError


def split_large(connection: cx.Connection) -> None:
    """Every segment that is one large row of a format whose rows hold streams. Damaged ones stay."""
    found = connection.execute(
        "SELECT DISTINCT g.id, o.generation FROM segment g"
        " JOIN session_segment s ON s.segment = g.id JOIN session o ON o.id = s.session"
        " WHERE g.rows = 1 AND g.size > ? AND g.deltas IS NULL AND o.generation >= ?",
        (MAX_BYTES, EMBEDDED_STREAMS),
    ).fetchall()
    for segment, generation in found:
        _split(connection, segment, dialect_of(generation))


def _split(connection: cx.Connection, segment: int, dialect: Dialect) -> None:
    (packed,) = connection.execute("SELECT lines FROM segment WHERE id = ?", (segment,)).fetchone()
    try:
        (line,) = unpack_text(packed)
        row = dialect.read_row(line)
    except (ZstdError, ValueError, RowFault):
        return
    (made,) = SegmentBuilder.of(0, dialect, lambda text, lines: None).add(row, ())
    if made.deltas is not None:
        connection.execute(
            "UPDATE segment SET lines = ?, deltas = ? WHERE id = ?",
            (pack_text(made.lines), pack_text(made.deltas), segment),
        )
