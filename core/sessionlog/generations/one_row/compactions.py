"""Compactions: whose they are, and which span of the surface they shadow (spec 03b section 7.2).

A compaction belongs to the turn and the command that its start names. One that a
`session/end-seed` cuts off was orphaned by a crash: it ends there, and may have been crossed by turns.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sessionlog.generations.v0.positions import SurfacePositions
from sessionlog.model.json import is_seq
from sessionlog.model.payload import data_of, message_of, number_in, object_in, source_of, text_in

_START, _SUMMARY, _END, _PRUNE = (f"compaction/{name}" for name in ("start", "summary", "end", "prune"))
TYPES = frozenset(
    {_START, _SUMMARY, _END, _PRUNE, "turn/start", "turn/end", "session/end-seed", "user/message"}
)
_MARKED = ("compact-checkpoint", "compact")
"""Source kind of a checkpoint from generation 4 on, and the name of the plug-in before it."""


class Compactions:
    """Feed events in order; each gives what it breaks, in the harness's words."""

    def __init__(self, state: dict[str, Any] | None = None) -> None:
        state = state or {}
        self._turn: int | None = state.get("turn")
        # id, command, turn and number of summaries of the one that is open
        self._open: list[Any] | None = list(state["open"]) if state.get("open") else None
        self._crossed: str = state.get("crossed", "")

    def state(self) -> dict[str, Any]:
        return {"turn": self._turn, "open": self._open, "crossed": self._crossed}

    def apply(self, event: dict[str, Any], surface: SurfacePositions) -> Iterator[str]:
        """`surface` is where the events before this one left it."""
        kind, data = event["type"], data_of(event)
        if kind in ("turn/start", "turn/end"):
            self._crossing(kind)
            self._turn = number_in(data, "turn") if kind == "turn/start" else None
        elif kind == "session/end-seed":
            self._open, self._crossed = None, ""
        elif kind == "user/message":
            yield from self._checkpoint(event)
        elif kind == _PRUNE:
            yield from _span(kind, event["seq"], data, surface)
        elif not text_in(data, "compactionId"):
            yield "compactionId requires a nonempty string"
        elif kind == _START:
            yield from self._start(data)
        elif kind == _SUMMARY:
            yield from self._summary(event["seq"], data, surface)
        elif kind == _END:
            yield from self._end(data)

    def finish(self) -> Iterator[str]:
        """A turn that crossed a compaction which nothing has orphaned."""
        if self._crossed:
            yield self._crossed

    def _crossing(self, kind: str) -> None:
        if self._open is not None and not self._crossed:
            self._crossed = f"{kind} crosses an open compaction"

    def _start(self, data: Any) -> Iterator[str]:
        turn = data.get("turn", -1)
        if turn is not None and not is_seq(turn):
            yield "compaction turn must be a non-negative safe integer"
        elif self._open is not None:
            yield "compaction/start overlaps an open compaction"
        elif turn != self._turn:
            yield "compaction/start does not match the open turn"
        self._open = [data["compactionId"], data.get("sourceCommandId"), turn, 0]

    def _summary(self, seq: int, data: Any, surface: SurfacePositions) -> Iterator[str]:
        if self._open is None or not self._owns(data):
            yield "compaction/summary has no matching compaction/start"
            return
        self._open[3] += 1
        if self._open[3] > 1:
            yield "compaction/summary repeats"
        yield from _span(_SUMMARY, seq, data, surface)

    def _end(self, data: Any) -> Iterator[str]:
        if self._open is None or not self._owns(data):
            yield "compaction/end has no matching compaction/start"
            return
        yield from self.finish()
        if data.get("turn", -1) != self._open[2]:
            yield "compaction/end changes its owner turn"
        elif "error" not in data and self._open[3] != 1:
            yield "successful compaction/end requires one summary"
        self._open, self._crossed = None, ""

    def _checkpoint(self, event: dict[str, Any]) -> Iterator[str]:
        source = source_of(message_of(event))
        marked = source.get("plugin") if source.get("kind") == "plugin" else source.get("kind")
        if marked in _MARKED and event.get("surfaceOp") != "append" and not self._owns(source):
            yield "compaction checkpoint has no matching compaction/start"

    def _owns(self, named: Any) -> bool:
        """Whether an event or a message names the open compaction and its command."""
        owner = [named.get("compactionId"), named.get("sourceCommandId")]
        return self._open is not None and self._open[:2] == owner


def _span(kind: str, seq: int, data: Any, surface: SurfacePositions) -> Iterator[str]:
    """Whether what is shadowed is a span of the surface as it is now, without its head."""
    shadowed, named = data.get("shadowedSeqs"), object_in(data, "shadowedRange")
    if named is None:
        yield "compaction shadowedRange requires an object"
        return
    for end in ("start", "end"):
        if not is_seq(named.get(end)) or named[end] >= seq:
            yield f"compaction range {end} must name an earlier event"
            return
    if not isinstance(shadowed, list):
        yield "compaction shadowedSeqs requires an array"
        return
    if not surface.known:
        return
    span = surface.span(named["start"], named["end"])
    if span is None or list(span) != shadowed:
        yield f"{kind} shadowedSeqs do not name an exact current surface span"
    elif surface.head in span:
        yield "compaction cannot shadow the protected system head"
