"""An `EventLog` over rows in memory: the tail of a file, or a small log whole."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext

from sessionlog.model.dialect import Dialect
from sessionlog.model.header import Header
from sessionlog.model.log import Part
from sessionlog.model.row import IndexEntry, Row
from sessionlog.model.scan import ScanItem, ScannedGap, ScannedRow
from sessionlog.model.severity import Gap


class _PartRows:
    """The rows and entries of one part, in order."""

    def __init__(self, dialect: Dialect, number: int, gap: Gap | None) -> None:
        self.number = number
        self.gap = gap
        self.rows: list[Row] = []
        self.row_seqs: list[int] = []
        self.entries: list[IndexEntry] = []
        self.entry_seqs: list[int] = []
        self._indexer = dialect.indexer()

    def add(self, row: Row) -> None:
        place = len(self.rows)
        self.rows.append(row)
        self.row_seqs.append(row.seq)
        for entry in self._indexer.feed(row):
            self.entries.append(entry._replace(segment=self.number + 1, row=place))
            self.entry_seqs.append(entry.seq)

    def tail_deltas(self) -> tuple[int, int]:
        return self._indexer.tail_deltas()

    def described(self) -> Part:
        first = self.rows[0].seq if self.rows else 0
        last = self.rows[-1].last_seq if self.rows else first - 1
        return Part(self.number, first, last, self.gap)


class MemoryLog:
    """Rows held in memory behind the interface of `EventLog`. It does not change once it is made."""

    def __init__(
        self, header: Header, dialect: Dialect, items: Iterable[ScanItem], *, complete: bool
    ) -> None:
        self._header = header
        self._dialect = dialect
        self._complete = complete
        self._parts = [_PartRows(dialect, 0, None)]
        for item in items:
            if isinstance(item, ScannedRow):
                self._parts[-1].add(item.row)
            elif isinstance(item, ScannedGap):
                self._parts.append(_PartRows(dialect, item.part, item.gap))

    @property
    def header(self) -> Header:
        return self._header

    @property
    def dialect(self) -> Dialect:
        return self._dialect

    @property
    def parts(self) -> Sequence[Part]:
        return [part.described() for part in self._parts]

    @property
    def complete(self) -> bool:
        return self._complete

    def one_read(self) -> AbstractContextManager[object]:
        """Rows in memory never change."""
        return nullcontext()

    def entries_before(self, seq: int | None, part: int = 0) -> Iterator[IndexEntry]:
        held = self._parts[part]
        end = len(held.entries) if seq is None else bisect_left(held.entry_seqs, seq)
        for place in range(end - 1, -1, -1):
            yield held.entries[place]

    def entries(self, first_seq: int, last_seq: int, part: int = 0) -> list[IndexEntry]:
        held = self._parts[part]
        return held.entries[bisect_left(held.entry_seqs, first_seq) : bisect_right(held.entry_seqs, last_seq)]

    def last_entry(
        self, before_seq: int, type: str, *, ref: str | None = None, part: int = 0
    ) -> IndexEntry | None:
        found = (entry for entry in self.entries_before(before_seq, part) if _is(entry, type, ref))
        return next(found, None)

    def first_entry(
        self, after_seq: int, type: str, *, ref: str | None = None, part: int = 0
    ) -> IndexEntry | None:
        held = self._parts[part]
        start = bisect_right(held.entry_seqs, after_seq)
        for place in range(start, len(held.entries)):
            if _is(held.entries[place], type, ref):
                return held.entries[place]
        return None

    def rows_of(self, entries: Sequence[IndexEntry]) -> list[Row]:
        """The rows of entries that this log gave out; an entry's `segment` is its part's number + 1."""
        return [self._parts[entry.segment - 1].rows[entry.row] for entry in entries]

    def rows(self, first_seq: int, last_seq: int, part: int = 0) -> Iterator[Row]:
        held = self._parts[part]
        start = max(0, bisect_right(held.row_seqs, first_seq) - 1)
        for place in range(start, len(held.rows)):
            row = held.rows[place]
            if row.seq > last_seq:
                return
            if row.last_seq >= first_seq:
                yield row

    def tail_deltas(self, part: int = 0) -> tuple[int, int]:
        return self._parts[part].tail_deltas()


def _is(entry: IndexEntry, type: str, ref: str | None) -> bool:
    return entry.type == type and (ref is None or entry.ref == ref)
