"""Generation 0: one row a line, stream chunks as events, deltas in packed rows (spec 01)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from sessionlog.generations.header import header_of_generation
from sessionlog.generations.v0 import legacy, rows
from sessionlog.generations.v0.indexer import GenerationZeroIndexer
from sessionlog.model.dialect import Indexer, StreamRun
from sessionlog.model.embedded import EmbeddedStream
from sessionlog.model.header import Header
from sessionlog.model.row import Row
from sessionlog.model.rules import CLOSING_0, GENERATION_0

__all__ = ["GENERATION_ZERO", "GenerationZero"]


class GenerationZero:
    """The dialect of generation 0, and of generation 1, whose rows are the same. It has no state."""

    surface = GENERATION_0
    closing = CLOSING_0

    def __init__(self, generation: int = 0) -> None:
        self.generation = generation

    def read_header(self, line: bytes) -> Header:
        """Raises `RowFault` with code `header` when the line is no header of this generation."""
        return header_of_generation(line, self.generation)

    read_row = staticmethod(rows.read_row)
    is_delta = staticmethod(rows.is_delta)
    stream_run: Callable[[Row], StreamRun | None] = staticmethod(rows.stream_run)

    def attempt_stream(self, row: Row) -> EmbeddedStream | None:
        """None: chunks are events of their own."""
        return None

    def stream_place(self, row: Row) -> tuple[int, int] | None:
        """None: no row holds a stream."""
        return None

    def events(self, rows: Iterable[Row], session_id: str) -> Iterator[dict[str, Any]]:
        """Every event of the rows, packed rows expanded, legacy shapes normalised."""
        return legacy.Normaliser(session_id).events(rows)

    def event(
        self, row: Row, session_id: str, id_at: Callable[[int], str | None] | None = None
    ) -> dict[str, Any]:
        """The event of a row that is not packed, legacy shape normalised.

        `id_at` gives the message id of an earlier seq, for a legacy replacement of a tool result
        that itself replaces another; without it, the id is minted from the seq that it replaces.
        """
        return legacy.view(row.value, session_id, id_at)

    def indexer(self, state: dict[str, Any] | None = None) -> Indexer:
        return GenerationZeroIndexer(state)


GENERATION_ZERO = GenerationZero()
