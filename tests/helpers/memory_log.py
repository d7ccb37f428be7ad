"""An `EventLog` over lines in memory, which counts what is read of it.

Lines are those of a `LogBuilder`; what cannot be read or does not go on opens a new part, as a
scan of a damaged file does.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field

from log_core import LogCore

from sessionlog.generations import dialect_of, read_header_line
from sessionlog.model.dialect import Dialect
from sessionlog.model.errors import RowFault
from sessionlog.model.header import Header
from sessionlog.model.log import Part
from sessionlog.model.row import IndexEntry, Row
from sessionlog.model.severity import Gap


@dataclass
class _MemoryPart:
    number: int
    first_seq: int
    gap: Gap | None
    rows: list[Row] = field(default_factory=list)
    entries: list[IndexEntry] = field(default_factory=list)
    tail: tuple[int, int] = (0, 0)

    @property
    def last_seq(self) -> int:
        return self.rows[-1].last_seq if self.rows else self.first_seq - 1


class MemoryLog:
    """`rows_read` and `entries_read` count the rows and entries given out."""

    def __init__(self, lines: Sequence[bytes]) -> None:
        self.header: Header = read_header_line(lines[0])
        self.dialect: Dialect = dialect_of(self.header.generation)
        self.complete = True
        self.rows_read = self.entries_read = 0
        self._parts = [_MemoryPart(0, 0, None)]
        self._indexer = self.dialect.indexer()
        self._bad = 0
        self._next = 0
        for line in lines[1:]:
            self.add_line(line)
        self.end_lines()

    @classmethod
    def of(cls, log: LogCore, *, packed: bool = True) -> MemoryLog:
        return cls(log.lines(packed=packed))

    def add_line(self, line: bytes) -> None:
        try:
            row = self.dialect.read_row(line)
        except RowFault:
            self._bad += 1
            return
        if self._bad or row.seq != self._next:
            self._open_part(row.seq)
        part = self._parts[-1]
        made = self._indexer.feed(row)
        part.entries += [entry._replace(segment=part.number + 1, row=len(part.rows)) for entry in made]
        part.rows.append(row)
        part.tail = self._indexer.tail_deltas()
        self._next = row.last_seq + 1

    def end_lines(self) -> None:
        if self._bad:
            self._open_part(self._next)

    def _open_part(self, first_seq: int) -> None:
        before = self._parts[-1].last_seq if self._parts[-1].rows else None
        gap = Gap(self._bad, 0, 0, 0, 0, before, first_seq, "unreadable", "rows could not be read")
        self._parts.append(_MemoryPart(len(self._parts), first_seq, gap))
        self._indexer = self.dialect.indexer()
        self._bad = 0
        self._next = first_seq

    @property
    def parts(self) -> list[Part]:
        return [Part(p.number, p.first_seq, p.last_seq, p.gap) for p in self._parts]

    def one_read(self) -> AbstractContextManager[object]:
        return nullcontext()

    def entries_before(self, seq: int | None, part: int = 0) -> Iterator[IndexEntry]:
        for entry in reversed(self._parts[part].entries):
            if seq is None or entry.seq < seq:
                self.entries_read += 1
                yield entry

    def entries(self, first_seq: int, last_seq: int, part: int = 0) -> list[IndexEntry]:
        found = [e for e in self._parts[part].entries if first_seq <= e.seq <= last_seq]
        self.entries_read += len(found)
        return found

    def last_entry(
        self, before_seq: int, type: str, *, ref: str | None = None, part: int = 0
    ) -> IndexEntry | None:
        entries = reversed(self._parts[part].entries)
        return next((e for e in entries if e.seq < before_seq and _is(e, type, ref)), None)

    def first_entry(
        self, after_seq: int, type: str, *, ref: str | None = None, part: int = 0
    ) -> IndexEntry | None:
        entries = self._parts[part].entries
        return next((e for e in entries if e.seq > after_seq and _is(e, type, ref)), None)

    def rows_of(self, entries: Sequence[IndexEntry]) -> list[Row]:
        self.rows_read += len(entries)
        return [self._parts[entry.segment - 1].rows[entry.row] for entry in entries]

    def rows(self, first_seq: int, last_seq: int, part: int = 0) -> Iterator[Row]:
        for row in self._parts[part].rows:
            if row.seq <= last_seq and row.last_seq >= first_seq:
                self.rows_read += 1
                yield row

    def tail_deltas(self, part: int = 0) -> tuple[int, int]:
        return self._parts[part].tail


def _is(entry: IndexEntry, type: str, ref: str | None) -> bool:
    return entry.type == type and (ref is None or entry.ref == ref)
