"""What contract code asks of a format generation (architecture section 2).

A session keeps the generation in which it was written. Code that folds, pages or assembles
asks its dialect; a later generation is one more module, never a patch in here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Protocol

from sessionlog.model.embedded import EmbeddedStream
from sessionlog.model.header import Header
from sessionlog.model.row import IndexEntry, Row
from sessionlog.model.rules import ClosingRules, SurfaceRules
from sessionlog.model.stream_run import StreamRun

__all__ = ["Dialect", "Indexer", "StreamRun"]


class Indexer(Protocol):
    """Makes index entries of rows fed in order. Its state can be kept and taken up again."""

    def feed(self, row: Row) -> list[IndexEntry]: ...

    def tail_deltas(self) -> tuple[int, int]: ...

    def state(self) -> dict[str, Any]:
        """A JSON value that `Dialect.indexer` takes back."""
        ...


class Dialect(Protocol):
    @property
    def generation(self) -> int: ...

    @property
    def surface(self) -> SurfaceRules: ...

    @property
    def closing(self) -> ClosingRules: ...

    def read_header(self, line: bytes) -> Header:
        """Raises `RowFault` when the line is no header of this generation."""
        ...

    def read_row(self, line: bytes) -> Row:
        """Decode one line (without LF) and check its row shape. Raises `RowFault`."""
        ...

    def is_delta(self, row: Row) -> bool:
        """Whether the row holds stream deltas only (packed or single)."""
        ...

    def stream_run(self, row: Row) -> StreamRun | None:
        """The deltas of a delta row, without expanding it; `None` for any other row."""
        ...

    def attempt_stream(self, row: Row) -> EmbeddedStream | None:
        """The stream inside a settlement row (generation 2 and later); `None` for any other row."""
        ...

    def stream_place(self, row: Row) -> tuple[int, int] | None:
        """Offset and size of the bytes of that stream in `row.raw`, such that the row reads the same
        with an empty array in their place; `None` where there is none, or where that is not certain."""
        ...

    def events(self, rows: Iterable[Row], session_id: str) -> Iterator[dict[str, Any]]:
        """Every event of the rows: packed rows expanded, legacy shapes normalised (view only),
        embedded streams included.

        Rows come in seq order from seq 0; a later start is allowed where no legacy replacement
        needs an earlier id.
        """
        ...

    def event(
        self, row: Row, session_id: str, id_at: Callable[[int], str | None] | None = None
    ) -> dict[str, Any]:
        """The single event of a row that is not packed, legacy shape normalised.

        A settlement comes without its stream: `attempt_stream` has it. `id_at` tells the message id
        of an earlier seq; whoever folds a surface gives it, because a tool result of an old shape
        has the id of what it replaces. Without it, that is taken to be no replacement itself.
        """
        ...

    def indexer(self, state: dict[str, Any] | None = None) -> Indexer: ...
