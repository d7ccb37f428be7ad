"""Rows of generation-0 logs for tests of the model: from events, from a builder, from a file."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from log_files import encode, expand, pack, read_text

from sessionlog.generations import dialect_of
from sessionlog.model.row import Row

V0 = dialect_of(0)
Json = dict[str, Any]


def rows_of(events: Iterable[Json], *, packed: bool = True) -> list[Row]:
    """The rows that a harness would store for these events in one batch."""
    listed = list(events)
    return [V0.read_row(encode(value)) for value in (pack(listed) if packed else listed)]


def split_row(row: Row) -> list[Row]:
    """The rows of the same events unpacked."""
    return [V0.read_row(encode(event)) for event in expand(row.value)]


def unpacked(rows: Iterable[Row]) -> list[Row]:
    return [part for row in rows for part in split_row(row)]


@dataclass(frozen=True)
class StoredLog:
    """A log of the corpus: its header object, its id and its rows as stored."""

    id: str
    header: Json
    rows: Sequence[Row]

    def events(self) -> list[Json]:
        """Packed rows expanded, legacy shapes normalised."""
        return list(V0.events(self.rows, self.id))


def read_log(path: Path) -> StoredLog:
    lines = read_text(path).split(b"\n")
    header = V0.read_header(lines[0])
    return StoredLog(header.id, header.value, [V0.read_row(line) for line in lines[1:] if line])
