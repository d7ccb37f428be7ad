"""Closers: the events that end an open turn without inventing an outcome (spec 01 section 6).

A crash leaves a turn open (kind `interrupted`), and so does a fork that cuts one (`forked`, from
generation 4 on). Generations differ in what settles a call and in the shape of a result: the
rules come from the dialect (spec 03 section 6, spec 03b section 6).

The scan looks only at the last open turn. What it closes with follows from the log alone: the
same prefix always gives the same closers, byte for byte, times included.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from sessionlog.model.dialect import Dialect
from sessionlog.model.payload import (
    data_of,
    message_of,
    result_call_id,
    text_in,
    tool_calls_of,
    turn_and_step,
)
from sessionlog.model.row import Row
from sessionlog.model.rules import CLOSING_0, ClosingRules

_DECIDE = (
    "Decide whether to retry from the tool semantics: retry only if the operation"
    " is read-only or idempotent; if it may have side effects, first verify external state or ask the user."
    " Do not retry blindly."
)
NOT_STARTED_TEXT = (
    "The tool call was interrupted before the Harness recorded it as started. Retry it if it is still needed."
)
OUTCOME_UNKNOWN_TEXT = (
    "The tool call was interrupted after it was recorded, but no result was durably recorded."
    f" Its outcome is unknown. {_DECIDE}"
)
FORKED_NOT_STARTED_TEXT = (
    "The history inherited by this branch has no record of this tool call starting."
    f" The parent session may have executed it after the fork point. {_DECIDE}"
)
FORKED_UNKNOWN_TEXT = (
    "The history inherited by this branch records this tool call starting but does not include its result."
    f" The parent session may have completed it after the fork point. {_DECIDE}"
)
INTERRUPTED, FORKED = "interrupted", "forked"
_TEXTS = {
    INTERRUPTED: (NOT_STARTED_TEXT, OUTCOME_UNKNOWN_TEXT),
    FORKED: (FORKED_NOT_STARTED_TEXT, FORKED_UNKNOWN_TEXT),
}
NOT_STARTED_ERROR = {"name": "ToolNotStartedError", "code": "TOOL_NOT_STARTED"}
OUTCOME_UNKNOWN_ERROR = {"name": "ToolOutcomeUnknownError", "code": "TOOL_OUTCOME_UNKNOWN"}


class _Pending:
    """A tool call of the open step that has no result yet."""

    __slots__ = ("call_seq", "step", "turn")

    def __init__(self, turn: int | None, step: int | None) -> None:
        self.turn = turn
        self.step = step
        self.call_seq: int | None = None


class CloserScan:
    """Follows the brackets of a log; `closers` says what would end it here. Chunks may be left out."""

    def __init__(self, rules: ClosingRules = CLOSING_0) -> None:
        self.rules = rules
        self.open_turn: int | None = None
        self.open_step: int | None = None
        self._pending: dict[
            str, _Pending
        ] = {}  # in the order of the requests; an id that repeats keeps its place

    def apply(self, event: Mapping[str, Any]) -> None:
        kind = event["type"]
        turn, step = turn_and_step(event)
        if kind == "turn/start":
            self._open(turn, None)
        elif kind == "turn/end":
            self._open(None, None)
        elif kind == "step/start":
            self.open_step = step
        elif kind == "step/end":
            self._open(self.open_turn, None)
        elif kind == "assistant/message":
            for call in tool_calls_of(message_of(event)):
                self._pending[call.id] = _Pending(turn, step)
        elif kind == "tool/call":
            pending = self._pending.get(text_in(data_of(event), "callId") or "")
            if pending is not None:
                pending.call_seq = event["seq"]
        elif kind == "tool/result" and self._settles(event, turn, step):
            self._pending.pop(result_call_id(event) or "", None)

    def _settles(self, event: Mapping[str, Any], turn: int | None, step: int | None) -> bool:
        if not self.rules.steps_settle:
            return True
        pending = self._pending.get(result_call_id(event) or "")
        if pending is None or event.get("surfaceOp") != "append":
            return False
        return (pending.turn, pending.step) == (turn, step)

    def closers(self, last_seq: int, last_time: int, kind: str = INTERRUPTED) -> list[dict[str, Any]]:
        """The closing events after the last logged event of any type; none when no turn is open.

        Every closer carries that event's time (ms). Members stand in the order in which the
        harness writes them.
        """
        if self.open_turn is None:
            return []
        turn, seq = self.open_turn, last_seq + 1
        events: list[dict[str, Any]] = []
        for call_id, pending in self._pending.items():
            where = (turn, seq + len(events), last_time)
            events.append(_result(call_id, pending, *where, kind=kind, blocks=self.rules.result_blocks))
        if self.open_step is not None:
            data = {"turn": turn, "step": self.open_step}
            events.append(_event("step/end", seq + len(events), last_time, data))
        ended: dict[str, Any] = {"turn": turn, "reason": {"kind": kind}}
        events.append(_event("turn/end", seq + len(events), last_time, ended))
        return events

    def _open(self, turn: int | None, step: int | None) -> None:
        self.open_turn, self.open_step = turn, step
        self._pending.clear()


def crash_closers(
    events: Iterable[Mapping[str, Any]], rules: ClosingRules = CLOSING_0, kind: str = INTERRUPTED
) -> list[dict[str, Any]]:
    """The closers of a log given as events; empty for a balanced or an empty log."""
    scan = CloserScan(rules)
    last: Mapping[str, Any] | None = None
    for last in events:
        scan.apply(last)
    return [] if last is None else scan.closers(last["seq"], last["time"], kind)


def closers_of_rows(rows: Iterable[Row], dialect: Dialect, session_id: str) -> list[dict[str, Any]]:
    """The closers of a log given as rows; only the last row, where it is packed, is ever expanded."""
    scan = CloserScan(dialect.closing)
    last: Row | None = None
    for last in rows:
        if not dialect.is_delta(last):
            scan.apply(dialect.event(last, session_id))
    if last is None or scan.open_turn is None:
        return []
    time = last.time
    for event in dialect.events([last], session_id) if dialect.is_delta(last) else ():
        time = event["time"]
    return scan.closers(last.last_seq, time)


def _result(
    call_id: str, pending: _Pending, turn: int, seq: int, time: int, *, kind: str, blocks: bool
) -> dict[str, Any]:
    started = pending.call_seq is not None
    content = [{"type": "text", "text": _TEXTS[kind][started]}]
    name, source = f"{kind}-tool-result-{call_id}-{seq}", {"kind": "tool", "callId": call_id}
    message: dict[str, Any]
    if blocks:
        block = {"type": "tool-result", "toolCallId": call_id, "isError": True, "content": content}
        message = {"id": name, "role": "user", "source": source, "content": [block]}
    else:
        message = {"id": name, "role": "tool", "toolCallId": call_id, "isError": True}
        message |= {"source": source, "content": content}
    error = OUTCOME_UNKNOWN_ERROR if started else NOT_STARTED_ERROR
    data = {"turn": turn, "step": pending.step, "message": message, "error": dict(error)}
    event = _event("tool/result", seq, time, data)
    event["surfaceOp"] = "append"
    if started:
        event["sourceEventSeqs"] = [pending.call_seq]
    return event


def _event(type: str, seq: int, time: int, data: dict[str, Any]) -> dict[str, Any]:
    return {"type": type, "seq": seq, "time": time, "data": data}
