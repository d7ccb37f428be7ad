"""Rows out of stored lines, without reading what a lean line keeps apart."""

from __future__ import annotations

from collections.abc import Callable

from sessionlog.model.dialect import Dialect
from sessionlog.model.embedded import LeanData, StreamAside
from sessionlog.model.row import LeanRow, Row
from sessionlog.store.lean_lines import is_lean, read_lean

LoadStream = Callable[[int, int, int], bytes]
"""Gives the bytes of a stream by the seq of its row, its number in the segment, and its size."""


def read_stored(dialect: Dialect, stored: bytes, load: LoadStream) -> Row:
    """The row of a stored line. Raises `RowFault`, and `ValueError` for a lean line that is none."""
    if not is_lean(stored):
        return dialect.read_row(stored)
    lean = read_lean(stored)
    row = dialect.read_row(lean.line)
    data = row.value["data"]
    if not isinstance(data, LeanData):
        raise ValueError("a lean line that holds no stream")
    seq, number, size = row.seq, lean.number, lean.size
    data.span = StreamAside(size, lean.facts, lambda: load(seq, number, size))
    return LeanRow(row, lean.whole_size, lambda: lean.with_stream(load(seq, number, size)))
