"""A store in memory, small enough to be seen right: what every other store is compared with.

Nothing of the product's stores is in it: rows in a list, closers by the model's scan.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator, Sequence
from typing import Any

from log_files import encode, expand

from sessionlog.generations import dialect_of, read_header_line
from sessionlog.model.errors import SessionIsMirror, UserError
from sessionlog.model.faces import ReadFaces
from sessionlog.model.header import Header
from sessionlog.model.scan import ScannedRow
from sessionlog.sources.memory_log import MemoryLog

Json = dict[str, Any]


class MemoryShelf:
    """Sessions as lists of lines, by id."""

    def __init__(self) -> None:
        self.lines: dict[str, list[bytes]] = {}
        self.owned: set[str] = set()
        self._changes: dict[str, int] = {}
        self._counter = itertools.count(1)

    def put(self, lines: Sequence[bytes], *, owned: bool = False) -> str:
        key: str = json.loads(lines[0])["id"]
        self.lines[key] = list(lines)
        self._changes[key] = next(self._counter)
        if owned:
            self.owned.add(key)
        return key

    def add(self, key: str, rows: Sequence[bytes]) -> None:
        self.lines[key] += rows
        self._changes[key] = next(self._counter)

    def headers(self) -> Sequence[tuple[str, Header]]:
        return [(key, read_header_line(lines[0])) for key, lines in self.lines.items() if len(lines) > 1]

    def revision(self, key: str) -> str:
        self._require(key)
        return str(self._changes[key])

    def log(self, key: str) -> MemoryLog:
        self._require(key)
        dialect = dialect_of(0)
        header, *rows = self.lines[key]
        items = [ScannedRow(0, dialect.read_row(line), 0, 0, 0) for line in rows]
        return MemoryLog(dialect.read_header(header), dialect, items, complete=True)

    def text(self, key: str) -> Iterator[bytes]:
        self._require(key)
        return (line + b"\n" for line in self.lines[key])

    def _require(self, key: str) -> None:
        if key not in self.lines:
            raise UserError("session.gone", "It is not there.", "")


class MemoryReservation:
    def __init__(self, store: MemoryStore, key: str) -> None:
        self._store, self._key, self._over = store, key, False

    def publish(self) -> MemoryLive:
        self._end()
        return self._store.open(self._key, marked=self._store.last_type(self._key) == "session/end-seed")

    def release(self) -> None:
        self._end()

    def _end(self) -> None:
        if self._over:
            raise UserError("session.released", "It is over.", "")
        self._over = True
        self._store.reserved.discard(self._key)


class MemoryLive:
    """Appends wait until a flush."""

    def __init__(self, store: MemoryStore, key: str) -> None:
        self._store, self._key, self.waiting = store, key, []

    @property
    def next_seq(self) -> int:
        return self._store.count(self._key) + len(self.waiting)

    def append(self, type: str, data: Json, **markers: Any) -> Json:
        names = {"surface_op": "surfaceOp", "sources": "sourceEventSeqs"}
        event = {"type": type, "seq": self.next_seq, "time": 0, "data": data}
        event |= {names[name]: value for name, value in markers.items() if value is not None}
        self.waiting.append(event)
        return event

    def flush(self) -> None:
        rows, self.waiting = self.waiting, []
        self._store.shelf.add(self._key, [encode(event) for event in rows])

    def close(self) -> None:
        self.flush()
        self._store.lives.pop(self._key)


class MemoryStore:
    """The faces of an owner over a `MemoryShelf`."""

    def __init__(self) -> None:
        self.shelf = MemoryShelf()
        self.faces = ReadFaces(self.shelf)
        self.lives: dict[str, MemoryLive] = {}
        self.reserved: set[str] = set()

    def create(self, header: Json) -> tuple[str, MemoryLive]:
        if header["id"] in self.shelf.lines:
            raise UserError("session.exists", "It is there.", "")
        key = self.shelf.put([encode({"type": "session", "version": 0, **header})], owned=True)
        return key, self.open(key, marked=True)

    def open(self, key: str, *, marked: bool) -> MemoryLive:
        live = self.lives[key] = MemoryLive(self, key)
        if not marked:
            live.append("session/end-seed", {})
        return live

    def inspect(self, key: str) -> Any:
        return self.faces.inspect(key)

    def load(self, key: str) -> Any:
        self._require_owned(key)
        live = self.lives.get(key)
        if live is None:
            self._balance(key)
        else:
            live.flush()
            if self.count(key) == 0:
                raise UserError("session.gone", "It is not there.", "")
            if self.faces.inspect(key).closers:
                raise UserError("session.open-turn", "It runs.", "")
        return self.faces.inspect(key)

    def prepare(self, key: str) -> MemoryReservation:
        self._require_owned(key)
        if key in self.lives:
            raise UserError("session.live", "It is live.", "")
        if key in self.reserved:
            raise UserError("session.reserved", "It is reserved.", "")
        self._balance(key)
        self.reserved.add(key)
        return MemoryReservation(self, key)

    def count(self, key: str) -> int:
        return sum(len(expand(json.loads(line))) for line in self.shelf.lines[key][1:])

    def last_type(self, key: str) -> str:
        return str(json.loads(self.shelf.lines[key][-1])["type"])

    def _balance(self, key: str) -> None:
        closers = self.faces.inspect(key).closers
        if closers:
            self.shelf.add(key, [encode(event) for event in closers])

    def _require_owned(self, key: str) -> None:
        self.shelf.revision(key)
        if key not in self.shelf.owned:
            raise SessionIsMirror("session.mirror", "It belongs to another program.", "")
