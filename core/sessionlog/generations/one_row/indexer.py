"""Index entries of rows that are one event each; embedded streams do not count (architecture 4)."""

from __future__ import annotations

from typing import Any

from sessionlog.generations.facts import entry_kind, entry_ref, number, surface_op
from sessionlog.generations.v0.vocabulary import STEP_END, STEP_START, TURN_END, TURN_START
from sessionlog.model.embedded import LeanData, span_size
from sessionlog.model.row import IndexEntry, Row, SurfaceOp
from sessionlog.model.rules import SurfaceRules


class OneRowIndexer:
    """Feed it every row of a part in order. It follows which turn and step are open."""

    def __init__(self, rules: SurfaceRules, state: dict[str, Any] | None = None) -> None:
        state = state or {}
        self._rules = rules
        self._turn: int | None = state.get("turn")
        self._step: int | None = state.get("step")

    def state(self) -> dict[str, Any]:
        return {"turn": self._turn, "step": self._step}

    def tail_deltas(self) -> tuple[int, int]:
        return 0, 0

    def feed(self, row: Row) -> list[IndexEntry]:
        kind, value, rules = row.type, row.value, self._rules
        data = value["data"] if isinstance(value["data"], dict) else {}
        if kind == TURN_START:
            self._turn, self._step = number(data.get("turn")), None
        elif kind == STEP_START:
            self._step = number(data.get("step"))
        turn, step = number(data.get("turn")), number(data.get("step"))
        turn = self._turn if turn is None else turn
        step = self._step if step is None else step
        op, start, end = SurfaceOp.LOG_ONLY, None, None
        if kind in rules.types:
            op, start, end = surface_op(value.get("surfaceOp"), rules.start_key, rules.end_key)
        size = row.size - (span_size(data.span) if isinstance(data, LeanData) else 0)
        about = (entry_kind(kind, data), entry_ref(kind, data), row.seq, max(size, 0), 0, 0)
        if kind == TURN_END:
            self._turn = self._step = None
        elif kind == STEP_END:
            self._step = None
        return [IndexEntry(row.seq, kind, row.time, turn, step, op, start, end, *about)]
