"""The bare log under `LogBuilder`: a header, events with seqs and times, batches, files."""

from __future__ import annotations

import random
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any, Self

from log_files import Json, artifact_path, encode, pack, write_batches

START = 1785000000000


@dataclass(frozen=True)
class ToolUse:
    """One call of a step and what came of it. `arguments` may be the raw string of the model."""

    name: str
    arguments: Json | str
    result: str | list[Json]
    error: bool = False
    code: str | None = None
    id: str | None = None
    meta: Any = None
    between: tuple[Json, ...] = ()  # events written between the call and its result
    took_ms: int = 40


class LogCore:
    """Appends events as given and writes them; knows nothing of turns."""

    def __init__(
        self,
        id: str = "demo",
        *,
        cwd: str | None = "/home/dev/demo",
        created_at: int = START,
        tick: int = 7,
        **header: Any,
    ) -> None:
        """`tick` ms pass before every event. `header` takes further members, `seedLength` for one."""
        self.id, self.cwd = id, cwd
        self.header: Json = {"type": "session", "version": 0, "id": id, "createdAt": created_at}
        if cwd is not None:
            self.header["cwd"] = cwd
        depth = header.pop("delegationDepth", 0)
        for key in ("parentSession", "seedLength", "origin"):
            if key in header:
                self.header[key] = header.pop(key)
        self.header |= {"delegationDepth": depth, **header}
        self.events: list[Json] = []
        self.surface: list[int] = []
        self.now, self.tick = created_at, tick
        self._random = random.Random(id)
        self._cuts: list[int] = []

    def raw(self, event: Json) -> Self:
        """Append an event as given; `seq` and `time` are filled in where they are missing."""
        self.now += self.tick
        whole = {"type": event["type"], "seq": len(self.events), "time": self.now}
        self.events.append({**whole, **event})
        return self

    def log(self, type: str, data: Any, **markers: Any) -> int:
        """Append an event and return its seq; a surface event takes `surfaceOp`, `sourceEventSeqs`."""
        self.raw({"type": type, "data": data, **markers})
        self.fold_surface(self.events[-1])
        seq: int = self.events[-1]["seq"]
        return seq

    def fold_surface(self, event: Json) -> None:
        operation = event.get("surfaceOp")
        if operation == "append":
            self.surface.append(event["seq"])
        elif operation is not None:
            first, last = (self.surface.index(operation[key]) for key in ("start", "end"))
            self.surface[first : last + 1] = [event["seq"]]

    def wait(self, ms: int) -> Self:
        """Let time pass before the next event."""
        self.now += ms
        return self

    def flush(self) -> Self:
        """End a durable batch here: what follows goes into the next frame."""
        if self.events and (not self._cuts or self._cuts[-1] != len(self.events)):
            self._cuts.append(len(self.events))
        return self

    def last(self, type: str) -> Json:
        """The newest event of a type."""
        return next(event for event in reversed(self.events) if event["type"] == type)

    def new_id(self) -> str:
        return str(uuid.UUID(int=self._random.getrandbits(128), version=4))

    # -- writing ---------------------------------------------------------------------------

    def batches(self, batches: int | Sequence[int] | None = None) -> list[list[Json]]:
        """Events by durable batch: as flushed, `batches` events each, or of the lengths given."""
        if isinstance(batches, int):
            cuts = list(range(batches, len(self.events), batches))
        elif batches is not None:
            cuts = [sum(batches[: at + 1]) for at in range(len(batches))]
        else:
            cuts = self._cuts
        edges = [0, *(cut for cut in cuts if 0 < cut < len(self.events)), len(self.events)]
        return [self.events[first:last] for first, last in pairwise(edges)]

    def rows(self, *, packed: bool = True, batches: int | Sequence[int] | None = None) -> list[list[bytes]]:
        """Row lines without LF, by durable batch."""
        parts = self.batches(batches)
        return [[encode(row) for row in (pack(part) if packed else part)] for part in parts]

    def lines(self, *, packed: bool = True) -> list[bytes]:
        """The header line and every row line, without LF."""
        return [encode(self.header), *(line for batch in self.rows(packed=packed) for line in batch)]

    def write_plain(self, path: Path, *, packed: bool = True) -> Path:
        return write_batches(path, encode(self.header), self.rows(packed=packed))

    def write_zstd(
        self, path: Path, batches: int | Sequence[int] | None = None, *, packed: bool = True
    ) -> Path:
        """The header in a frame alone, then one frame for each batch (see `batches`)."""
        return write_batches(path, encode(self.header), self.rows(packed=packed, batches=batches))

    def as_home(self, home: Path, *, zstd: bool = True, packed: bool = True) -> Path:
        """Write the log where the harness keeps it below `home`; returns the file."""
        return write_batches(
            artifact_path(home, self.cwd, self.id, zstd=zstd), encode(self.header), self.rows(packed=packed)
        )
