"""`EventLog`: the reading side of one session, whatever holds it.

The store (library and scratch) and the tail of a file that is not indexed yet implement it;
history, conversation and query know nothing else of where rows come from.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Protocol

from sessionlog.model.dialect import Dialect
from sessionlog.model.header import Header
from sessionlog.model.row import IndexEntry, Row
from sessionlog.model.severity import Gap


@dataclass(frozen=True, slots=True)
class Part:
    """A run of dense seqs. Part 0 is the strict prefix, parts 1..n the islands of a damaged log.

    An empty part has `last_seq == first_seq - 1`. `gap_before` is what could not be read before it.
    """

    number: int
    first_seq: int
    last_seq: int
    gap_before: Gap | None = None


class EventLog(Protocol):
    """Reads are bounded by what is asked, never by what exists. Every call may run on any thread."""

    @property
    def header(self) -> Header: ...

    @property
    def dialect(self) -> Dialect: ...

    @property
    def parts(self) -> Sequence[Part]:
        """In file order; never empty. The first part may begin late while an index is being built."""
        ...

    @property
    def complete(self) -> bool:
        """Whether everything that the artifact holds can be read through this log by now."""
        ...

    def one_read(self) -> AbstractContextManager[object]:
        """A block whose calls, on this thread, see one state of the log (architecture section 3)."""
        ...

    def entries_before(self, seq: int | None, part: int = 0) -> Iterator[IndexEntry]:
        """Entries with a smaller seq, newest first; all of the part for `None`. Lazy."""
        ...

    def entries(self, first_seq: int, last_seq: int, part: int = 0) -> list[IndexEntry]:
        """Entries of an inclusive seq range, oldest first."""
        ...

    def last_entry(
        self, before_seq: int, type: str, *, ref: str | None = None, part: int = 0
    ) -> IndexEntry | None:
        """The newest entry of a type (and id) below a seq: the turn or step that is open there, a call."""
        ...

    def first_entry(
        self, after_seq: int, type: str, *, ref: str | None = None, part: int = 0
    ) -> IndexEntry | None:
        """The oldest entry of a type (and id) above a seq: a call's result, the end of a turn."""
        ...

    def rows_of(self, entries: Sequence[IndexEntry]) -> list[Row]:
        """The stored rows of these entries, in their order; each segment is read once."""
        ...

    def rows(self, first_seq: int, last_seq: int, part: int = 0) -> Iterator[Row]:
        """Every stored row that overlaps an inclusive seq range, delta rows included. Lazy."""
        ...

    def tail_deltas(self, part: int = 0) -> tuple[int, int]:
        """Events and bytes of the delta chunks after the part's last entry."""
        ...
