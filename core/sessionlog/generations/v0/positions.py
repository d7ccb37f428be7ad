"""Whether replacements name what is current on the surface (spec 01 section 3), from seqs alone.

A scan cannot keep messages, so whether a replaced tool result kept its other members is not
looked at here; the surface fold, which has them, says that.
"""

from __future__ import annotations

from typing import Any

from sessionlog.generations.source_ranges import expanded, has_ranges
from sessionlog.generations.v0.vocabulary import TOOL_RESULT
from sessionlog.model.node_order import NodeOrder
from sessionlog.model.rules import GENERATION_0, SurfaceRules


class SurfacePositions:
    """The current nodes of a log read from its beginning. After a fault or `give_up` it says nothing more."""

    def __init__(self, state: dict[str, Any] | None = None, rules: SurfaceRules = GENERATION_0) -> None:
        self._rules = rules
        self._head: int | None = state.get("head") if state else None
        self._order: NodeOrder | None = NodeOrder()
        self._results: set[int] = set()
        if state is None:
            return
        self._results = set(state["results"])
        if state["nodes"] is None:
            self._order = None
            return
        for seq in state["nodes"]:
            self._order.append(seq)

    def state(self) -> dict[str, Any]:
        nodes = None if self._order is None else list(self._order)
        state = {"nodes": nodes, "results": sorted(self._results)}
        return state if self._head is None else {**state, "head": self._head}

    @property
    def head(self) -> int | None:
        """The protected system message, where the surface begins with one."""
        return self._head

    @property
    def empty(self) -> bool:
        return self._order is not None and next(iter(self._order), None) is None

    @property
    def known(self) -> bool:
        """Whether anything can be said of the surface."""
        return self._order is not None

    def span(self, start: int, end: int) -> tuple[int, ...] | None:
        """The current nodes from one to another by position; `None` where they are none."""
        order = self._order
        if order is None or start not in order or end not in order:
            return None
        return order.span(start, end)

    def give_up(self) -> None:
        """From here on, what is current is anybody's guess: rows are missing or were refused."""
        self._order = None
        self._results = set()

    def apply(self, seq: int, kind: str, op: object, cited: object) -> str:
        """Take a surface event whose own shape is sound; gives what is wrong with it, or nothing."""
        if self._order is None:
            return ""
        fault = self._place(self._order, seq, kind, op, cited)
        if fault:
            self.give_up()
        elif kind == TOOL_RESULT:
            self._results.add(seq)
        return fault

    def _place(self, order: NodeOrder, seq: int, kind: str, op: object, cited: object) -> str:
        if not isinstance(op, dict):
            if kind == self._rules.head_type and next(iter(order), None) is None:
                self._head = seq
            order.append(seq)
            return ""
        start, end = op[self._rules.start_key], op[self._rules.end_key]
        if start not in order or end not in order:
            return f"replaces {start} to {end}, which are not both current"
        span = order.span(start, end)
        if span is None:
            return f"replaces {start} to {end}, which stand the other way round"
        sources = expanded(cited) if isinstance(cited, list) and has_ranges(cited) else cited
        if not set(sources if isinstance(sources, list) else ()).issuperset(span):
            return "does not cite every event that it replaces"
        if kind == TOOL_RESULT and (len(span) != 1 or span[0] not in self._results):
            return "is a tool result that replaces something else than one tool result"
        if self._head in span:
            if len(span) != 1 or kind != self._rules.head_type:
                return "replaces the system message, which only another one may"
            self._head = seq
        order.replace(span, seq)
        self._results.difference_update(span)
        return ""
