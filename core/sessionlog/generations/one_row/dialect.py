"""The dialect of a generation whose rows are one event each."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from sessionlog.generations.header import header_of_generation
from sessionlog.generations.one_row.indexer import OneRowIndexer
from sessionlog.generations.one_row.rows import (
    attempt_stream,
    read_row,
    stream_place,
    with_stream,
    without_stream,
)
from sessionlog.generations.source_ranges import expanded, has_ranges
from sessionlog.model.dialect import Indexer, StreamRun
from sessionlog.model.embedded import EmbeddedStream
from sessionlog.model.header import Header
from sessionlog.model.row import Row
from sessionlog.model.rules import ClosingRules, SurfaceRules

RowRule = Callable[[Row], None]


class OneRowDialect:
    """Generation 2, 3 or 4. It has no state."""

    def __init__(
        self, generation: int, surface: SurfaceRules, closing: ClosingRules, row_rule: RowRule | None = None
    ) -> None:
        """`row_rule` raises `RowFault` for a row that ends what the harness reads of a log."""
        self.generation = generation
        self.surface = surface
        self.closing = closing
        self._row_rule = row_rule

    def read_header(self, line: bytes) -> Header:
        """Raises `RowFault` with code `header` when the line is no header of this generation."""
        return header_of_generation(line, self.generation)

    def read_row(self, line: bytes) -> Row:
        row = read_row(line)
        if self._row_rule is not None:
            self._row_rule(row)
        return row

    def is_delta(self, row: Row) -> bool:
        return False

    def stream_run(self, row: Row) -> StreamRun | None:
        return None

    def attempt_stream(self, row: Row) -> EmbeddedStream | None:
        return attempt_stream(row)

    def stream_place(self, row: Row) -> tuple[int, int] | None:
        return stream_place(row)

    def events(self, rows: Iterable[Row], session_id: str) -> Iterator[dict[str, Any]]:
        """Every event of the rows, runs of cited seqs written out, streams in their places."""
        for row in rows:
            yield with_stream(self.event(row, session_id), row)

    def event(
        self, row: Row, session_id: str, id_at: Callable[[int], str | None] | None = None
    ) -> dict[str, Any]:
        """The event of a row, runs of cited seqs written out; a settlement without its stream."""
        value = without_stream(row.value)
        if not has_ranges(value.get("sourceEventSeqs")):
            return value
        sources = expanded(value["sourceEventSeqs"])
        return value if sources is None else {**value, "sourceEventSeqs": sources}

    def indexer(self, state: dict[str, Any] | None = None) -> Indexer:
        return OneRowIndexer(self.surface, state)
