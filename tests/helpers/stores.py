"""Stores and libraries for tests: a log written to a file and kept, and a plain model of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from log_files import write_batches

from sessionlog.generations import dialect_of
from sessionlog.model.row import IndexEntry, Row
from sessionlog.sources.discover import discover
from sessionlog.sources.scan import scan
from sessionlog.store.ingest import Watch
from sessionlog.store.lock import LibraryLock
from sessionlog.store.store import Store, open_library

V0 = dialect_of(0)


def new_store(folder: Path, *, wait_seconds: float = 10.0) -> Store:
    path = folder / "library.db"
    return open_library(path, lock=LibraryLock(path, wait_seconds))


def write_lines(path: Path, lines: Sequence[bytes]) -> Path:
    """A plain log of these lines, the header first."""
    return write_batches(path, lines[0], [list(lines[1:])])


def keep(store: Store, path: Path) -> int:
    """Import one log; returns the key of its session."""
    (artifact,) = discover(path).artifacts
    ingest = store.ingest()
    key = ingest.add(store.add_source("folder", str(path.parent)), scan(artifact), Watch())
    ingest.finish()
    return key.value


@dataclass
class PlainLog:
    """The rows and index entries of a healthy log in lists: what a store is compared with."""

    lines: Sequence[bytes]
    rows: list[Row] = field(default_factory=list)
    entries: list[IndexEntry] = field(default_factory=list)
    tail: tuple[int, int] = (0, 0)

    def __post_init__(self) -> None:
        indexer = V0.indexer()
        for line in self.lines[1:]:
            row = V0.read_row(line)
            self.rows.append(row)
            self.entries += indexer.feed(row)
        self.tail = indexer.tail_deltas()

    def overlapping(self, first: int, last: int) -> list[bytes]:
        return [row.raw for row in self.rows if row.seq <= last and row.last_seq >= first]

    def between(self, first: int, last: int) -> list[IndexEntry]:
        return [entry for entry in self.entries if first <= entry.seq <= last]


def unplaced(entries: Sequence[IndexEntry]) -> list[IndexEntry]:
    """Entries without where their line is stored, to compare with those of no store."""
    return [entry._replace(segment=0, row=0) for entry in entries]
