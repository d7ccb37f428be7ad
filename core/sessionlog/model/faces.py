"""The read faces of stored sessions, the same over everything that keeps them (spec 01 section 7).

`list` and `list_snapshots` look at headers only, `inspect` balances in memory and writes nothing,
`read_from` gives the stored suffix as it is, `artifact` the text. Revisions are opaque: two are
compared for equality and nothing else. What only an owner may do is not in here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain, takewhile
from typing import Any, Generic, Protocol, TypeVar

from sessionlog.model.closers import closers_of_rows
from sessionlog.model.dialect import Dialect
from sessionlog.model.errors import EnvironmentFault, UserError
from sessionlog.model.header import Header
from sessionlog.model.json import is_seq
from sessionlog.model.log import EventLog
from sessionlog.model.result_ids import takes_earlier_id
from sessionlog.model.row import Row

K = TypeVar("K")
Event = dict[str, Any]

ARTIFACT_NAME = "session.jsonl"
_TRIES = 10


@dataclass(frozen=True, slots=True)
class Snapshot(Generic[K]):
    """A session as it stands now, told by its header and its revision."""

    key: K
    header: Header
    revision: str


@dataclass(frozen=True, slots=True)
class Inspection:
    """A session, balanced in memory: its stored events and the closers of a turn that a crash left open.

    A live session is given as it is, its turn may be open. `last_seq` is that of the last stored
    event, -1 without any.
    """

    header: Header
    revision: str
    dialect: Dialect
    last_seq: int
    closers: tuple[Event, ...]
    rows: Callable[[], Iterator[Row]]
    """The stored rows from seq 0, read anew at each call."""

    def events(self) -> Iterator[Event]:
        """Every event in the current shape, closers last. Lazy."""
        yield from self.dialect.events(self.rows(), self.header.id)
        yield from self.closers


@dataclass(frozen=True, slots=True)
class TextArtifact:
    """The decoded text of a session's log, in pieces, under the name that every backend reports."""

    pieces: Iterator[bytes]
    name: str = ARTIFACT_NAME


class Shelf(Protocol[K]):
    """What keeps sessions: a library, a folder of logs, memory."""

    def headers(self) -> Sequence[tuple[K, Header]]:
        """Every session, by header alone."""
        ...

    def revision(self, key: K) -> str:
        """Changes whenever the log does. Raises `UserError` for a session that is not there."""
        ...

    def log(self, key: K) -> EventLog:
        """The whole log. Raises `UserError`, `FormatRefused`, `EnvironmentFault`."""
        ...

    def text(self, key: K) -> Iterator[bytes]: ...


class ReadFaces(Generic[K]):
    """See the module. Every method may run on any thread."""

    def __init__(self, shelf: Shelf[K], unsettled: Callable[[K], Sequence[Row]] = lambda key: ()) -> None:
        """`unsettled` gives the rows that settle what a crash left of a running attempt, where a
        shelf keeps such things outside the log."""
        self._shelf = shelf
        self._unsettled = unsettled

    def list(self) -> Sequence[tuple[K, Header]]:
        """Every session that was ever appended to, by header alone; versions are not judged."""
        return self._shelf.headers()

    def list_snapshots(self) -> Sequence[Snapshot[K]]:
        return [Snapshot(key, header, self._shelf.revision(key)) for key, header in self._shelf.headers()]

    def inspect(self, key: K) -> Inspection:
        """The session balanced in memory; nothing is written and its revision stays.

        Raises `UserError` (`session.gone`), `FormatRefused`, `EnvironmentFault` (`session.busy` when it
        changes faster than it can be read).
        """
        for _ in range(_TRIES):
            revision = self._shelf.revision(key)
            log = self._shelf.log(key)
            found = inspection(log, revision, self._unsettled(key))
            if self._shelf.revision(key) == revision:
                return found
        raise EnvironmentFault(
            "session.busy", "The session is written to faster than it can be read.", "Try again in a moment."
        )

    def read_from(self, key: K, from_seq: int) -> Iterator[Event]:
        """The stored events from a seq on: no closers, nothing before it is read, none past the end.

        Raises `UserError` (`seq.invalid`) for what is no seq.
        """
        return suffix(self._shelf.log(key), from_seq)

    def artifact(self, key: K) -> TextArtifact:
        """The text of the log, header first, each line with its LF."""
        self._shelf.revision(key)
        return TextArtifact(self._shelf.text(key))


def inspection(log: EventLog, revision: str, unsettled: Sequence[Row] = ()) -> Inspection:
    """A log balanced in memory; the closers begin with the settlement of `unsettled`."""
    last = log.parts[0].last_seq
    settled = log.dialect.events(unsettled, log.header.id)
    closers = (*settled, *closers_of_log(log, unsettled))
    return Inspection(log.header, revision, log.dialect, last, closers, partial(log.rows, 0, last))


def suffix(log: EventLog, from_seq: int) -> Iterator[Event]:
    """The events of the strict prefix from a seq on; reads no more of it than is taken.

    An old replacement of a tool result takes its message id from an event before it: from the first
    such one on, the log is read from its beginning. Raises `UserError` (`seq.invalid`).
    """
    if not is_seq(from_seq):
        raise UserError("seq.invalid", f"{from_seq!r} is no seq.", "Seqs count from 0.")
    return _suffix(log, from_seq, log.parts[0].last_seq)


def _suffix(log: EventLog, from_seq: int, last: int) -> Iterator[Event]:
    due = from_seq
    plain = takewhile(lambda row: not takes_earlier_id(row), log.rows(from_seq, last))
    for event in log.dialect.events(plain, log.header.id):
        if event["seq"] >= from_seq:
            due = event["seq"] + 1
            yield event
    if due <= last:
        events = log.dialect.events(log.rows(0, last), log.header.id)
        yield from (event for event in events if event["seq"] >= due)


def closers_of_log(log: EventLog, unsettled: Sequence[Row] = ()) -> list[Event]:
    """What would end the turn that is open at the end of the strict prefix, after the rows that settle
    a running attempt; reads no more than it."""
    end = log.parts[0].last_seq + 1
    started, ended = log.last_entry(end, "turn/start"), log.last_entry(end, "turn/end")
    if started is None or (ended is not None and ended.seq > started.seq):
        return []
    rows = chain(log.rows(started.seq, end - 1), unsettled)
    return closers_of_rows(rows, log.dialect, log.header.id)
