"""Index entries of generation-0 rows (architecture section 3; the rules stand at `IndexEntry`)."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from typing import Any

from sessionlog.generations.facts import entry_kind, entry_ref, number, surface_op
from sessionlog.generations.source_ranges import source_runs
from sessionlog.generations.v0.rows import chunk_of, delta_kind
from sessionlog.generations.v0.vocabulary import (
    ASSISTANT_CHUNK,
    CURRENT_NAME,
    PACKED_KINDS,
    STEP_END,
    STEP_START,
    SURFACE_TYPES,
    TURN_END,
    TURN_START,
)
from sessionlog.model.row import FIRST_DELTA, IndexEntry, Row, SurfaceOp


class GenerationZeroIndexer:
    """Feed it every row of a part in order.

    An entry with kind `first-delta` stands for one delta inside a row of deltas: its `size` is 0
    and the delta itself is counted with those after it, so that every delta is counted once.
    """

    def __init__(self, state: dict[str, Any] | None = None) -> None:
        state = state or {}
        self._turn: int | None = state.get("turn")
        self._step: int | None = state.get("step")
        self._chunk_turn: int | None = state.get("chunk_turn")
        self._chunk_step: int | None = state.get("chunk_step")
        self._first_given: bool = state.get("first_given", False)
        self._starts = array("q", state.get("starts", ()))
        self._ends = array("q", state.get("ends", ()))
        self._delta_events: int = state.get("delta_events", 0)
        self._delta_bytes: int = state.get("delta_bytes", 0)

    def state(self) -> dict[str, Any]:
        return {
            "turn": self._turn,
            "step": self._step,
            "chunk_turn": self._chunk_turn,
            "chunk_step": self._chunk_step,
            "first_given": self._first_given,
            "starts": self._starts.tolist(),
            "ends": self._ends.tolist(),
            "delta_events": self._delta_events,
            "delta_bytes": self._delta_bytes,
        }

    def tail_deltas(self) -> tuple[int, int]:
        return self._delta_events, self._delta_bytes

    def feed(self, row: Row) -> list[IndexEntry]:
        kind = row.type
        if kind in PACKED_KINDS:
            data = row.value["data"]
            self._cite(data["turn"], data["step"], row.seq, row.seq + row.count - 1)
            if self._first_given:
                return self._counted(row)
            return self._first_delta(row, data["texts"] if "texts" in data else data["args"])
        if kind == ASSISTANT_CHUNK:
            return self._chunk(row)
        return [self._event(row)]

    def _cite(self, turn: object, step: object, first: int, last: int) -> None:
        """Note the seqs of a chunk row of a turn and step."""
        if turn != self._chunk_turn or step != self._chunk_step:
            self._forget_chunks()
            self._chunk_turn, self._chunk_step = number(turn), number(step)
        if self._ends and self._ends[-1] == first - 1:
            self._ends[-1] = last
        else:
            self._starts.append(first)
            self._ends.append(last)

    def _forget_chunks(self) -> None:
        self._chunk_turn = self._chunk_step = None
        self._first_given = False
        self._starts = array("q")
        self._ends = array("q")

    def _counted(self, row: Row) -> list[IndexEntry]:
        self._delta_events += row.count
        self._delta_bytes += len(row.raw)
        return []

    def _first_delta(self, row: Row, texts: list[str]) -> list[IndexEntry]:
        """The entry of the first delta of a step that is not empty, if the row has it."""
        if not any(texts):
            return self._counted(row)
        self._first_given = True
        member = next(k for k, text in enumerate(texts) if text)
        time = row.time
        if member:
            time += sum(row.value["data"]["dt"][:member])
        seq = row.seq + member
        entry = IndexEntry(
            seq,
            ASSISTANT_CHUNK,
            time,
            self._chunk_turn,
            self._chunk_step,
            SurfaceOp.LOG_ONLY,
            None,
            None,
            FIRST_DELTA,
            None,
            seq,
            0,
            self._delta_events + member,
            self._delta_bytes,
        )
        self._delta_events = row.count - member
        self._delta_bytes = len(row.raw)
        return [entry]

    def _chunk(self, row: Row) -> list[IndexEntry]:
        data = row.value["data"]
        if not isinstance(data, dict):
            return [self._event(row)]
        self._cite(data.get("turn"), data.get("step"), row.seq, row.seq)
        kind = delta_kind(row.value)
        if kind is None:
            return [self._event(row)]
        if self._first_given:
            return self._counted(row)
        chunk = chunk_of(row.value)
        return self._first_delta(row, [chunk["argumentsDelta" if kind == "tool-call" else "text"]])

    def _event(self, row: Row) -> IndexEntry:
        value = row.value
        stored = row.type
        kind = CURRENT_NAME.get(stored, stored)
        data = value["data"] if isinstance(value["data"], dict) else {}
        self._enter(kind, data)
        turn, step = number(data.get("turn")), number(data.get("step"))
        turn = self._turn if turn is None else turn
        step = self._step if step is None else step
        op, start, end = SurfaceOp.LOG_ONLY, None, None
        if kind in SURFACE_TYPES:
            op, start, end = surface_op(value.get("surfaceOp"))
        cited = value.get("sourceEventSeqs")
        entry = IndexEntry(
            row.seq,
            kind,
            row.time,
            turn,
            step,
            op,
            start,
            end,
            entry_kind(kind, data),
            entry_ref(kind, data),
            self._group_start(row.seq, turn, step, cited) if cited else row.seq,
            len(row.raw),
            self._delta_events,
            self._delta_bytes,
        )
        self._delta_events = self._delta_bytes = 0
        self._leave(kind)
        return entry

    def _enter(self, kind: str, data: dict[str, Any]) -> None:
        if kind == TURN_START:
            self._turn, self._step = number(data.get("turn")), None
            self._forget_chunks()
        elif kind == STEP_START:
            self._step = number(data.get("step"))
            self._forget_chunks()

    def _leave(self, kind: str) -> None:
        if kind == TURN_END:
            self._turn = self._step = None
        elif kind == STEP_END:
            self._step = None

    def _group_start(self, seq: int, turn: int | None, step: int | None, cited: object) -> int:
        """The least of `seq` and of the cited seqs that are chunks of this event's turn and step."""
        if not self._starts or type(cited) is not list:
            return seq
        if turn != self._chunk_turn or step != self._chunk_step:
            return seq
        try:
            least = min(cited)
        except TypeError:
            return self._least_of_runs(seq, cited)
        if type(least) is int and self._is_chunk(least):
            return min(least, seq)
        return self._least_of_runs(seq, cited)

    def _least_of_runs(self, seq: int, cited: list[object]) -> int:
        """As `_group_start`, for sources that are stored as runs, or cite other events before the chunks."""
        try:
            runs = list(source_runs(cited))
        except ValueError:
            return seq
        least = seq
        for first, last in runs:
            place = bisect_right(self._starts, first) - 1
            if place >= 0 and first <= self._ends[place]:
                least = min(least, first)
            elif place + 1 < len(self._starts) and self._starts[place + 1] <= last:
                least = min(least, self._starts[place + 1])
        return least

    def _is_chunk(self, seq: int) -> bool:
        place = bisect_right(self._starts, seq) - 1
        return place >= 0 and seq <= self._ends[place]
