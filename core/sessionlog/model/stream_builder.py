"""The stream of an attempt as the records that its settlement holds (spec 03 section 3).

The inverse of `embedded`: chunks go in one by one, as a model sends them, and come out as runs of
like deltas and as single chunks. Boundaries between deltas are kept, empty deltas too.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from sessionlog.model.json import is_safe_int, is_seq
from sessionlog.model.json_rules import is_text

_RUNS = {
    "text-delta": ("text-chunks", "texts", "text"),
    "reasoning-delta": ("reasoning-chunks", "texts", "text"),
    "tool-call-delta": ("tool-call-chunks", "args", "argumentsDelta"),
}
_CALL_DELTA = "tool-call-delta"


class StreamBuilder:
    """Takes the chunks of one attempt in order; `records` is its stream so far."""

    def __init__(self) -> None:
        self.records: list[dict[str, Any]] = []
        self._common: tuple[Any, ...] | None = None
        self._last_time = 0

    def add(self, time: int, chunk: Mapping[str, Any]) -> None:
        """A chunk and when it came (ms since the epoch; may be before the chunk before it)."""
        common = _in_common(chunk)
        if common is None:
            self.records.append({"type": "chunk", "time": time, "chunk": dict(chunk)})
        elif common == self._common and is_safe_int(time - self._last_time):
            _, member, text = _RUNS[chunk["type"]]
            run = self.records[-1]
            run["dt"].append(time - self._last_time)
            run[member].append(chunk[text])
        else:
            self.records.append(_new_run(time, chunk))
        self._common, self._last_time = common, time


def stream_of(chunks: Iterable[tuple[int, Mapping[str, Any]]]) -> list[dict[str, Any]]:
    """The records of an attempt whose chunks came at these times (ms)."""
    builder = StreamBuilder()
    for time, chunk in chunks:
        builder.add(time, chunk)
    return builder.records


def _new_run(time: int, chunk: Mapping[str, Any]) -> dict[str, Any]:
    kind, member, text = _RUNS[chunk["type"]]
    run: dict[str, Any] = {"type": kind, "time0": time, "index": chunk["index"], "dt": []}
    run |= {name: chunk[name] for name in ("id", "name") if name in chunk}
    run[member] = [chunk[text]]
    return run


def _in_common(chunk: Mapping[str, Any]) -> tuple[Any, ...] | None:
    """What the members of a run share; `None` for a chunk that no run may hold.

    A tool delta whose id or name is empty is such a one, and so is a delta with a further member.
    """
    kind = chunk.get("type")
    run = _RUNS.get(kind) if isinstance(kind, str) else None
    if run is None or not isinstance(chunk.get(run[2]), str) or not is_seq(chunk.get("index")):
        return None
    members = {"type", "index", run[2]}
    if kind == _CALL_DELTA:
        members |= {"id", "name"} if "name" in chunk else {"id"}
        if not is_text(chunk.get("id")) or not is_text(chunk.get("name", "-")):
            return None
    if chunk.keys() != members:
        return None
    return kind, chunk["index"], chunk.get("id"), chunk.get("name")
