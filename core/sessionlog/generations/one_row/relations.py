"""Rules between events: generation 4 keeps them on every read, 3 in strict reading (spec 03b section 7.2).

Turns and steps that nest and count on, messages inside their step, calls and results that match,
a system message at the head of the surface. Each rule is said where it is first broken.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from sessionlog.model.closers import NOT_STARTED_ERROR, NOT_STARTED_TEXT
from sessionlog.model.payload import data_of, message_of, object_in, result_call_id, text_in, tool_calls_of

_IN_STEP = frozenset(
    {
        "system/message",
        "developer/message",
        "assistant/message",
        "assistant/attempt",
        "tool/call",
        "tool/result",
    }
)
_IN_TURN = frozenset({"request/header", "request/context", "tool/ptc-dispatch-start", "tool/ptc-dispatch"})
TYPES = _IN_STEP | _IN_TURN | {"turn/start", "turn/end", "step/start", "step/end"}
"""Types that take part in a relation."""

HEAD_TEXT = "system/message requires a protected first surface head"


class Relations:
    """Feed events in order; each gives what it breaks, as texts."""

    def __init__(self, state: dict[str, Any] | None = None) -> None:
        state = state or {}
        self._turn: int | None = state.get("turn")
        self._step: int | None = state.get("step")
        self._last_turn: int = state.get("last_turn", 0)
        self._last_step: int = state.get("last_step", 0)
        # what an answer asked for and no result has settled: name, arguments, whether it was started
        self._calls: dict[str, list[Any]] = {key: list(call) for key, call in state.get("calls", {}).items()}

    def state(self) -> dict[str, Any]:
        return {
            "turn": self._turn,
            "step": self._step,
            "last_turn": self._last_turn,
            "last_step": self._last_step,
            "calls": {name: list(call) for name, call in self._calls.items()},
        }

    def apply(self, event: dict[str, Any]) -> Iterator[str]:
        kind, seq, data = event["type"], event["seq"], data_of(event)
        turn, step = data.get("turn"), data.get("step")
        if kind == "turn/start":
            yield from self._turn_start(turn)
        elif kind == "turn/end":
            yield from self._end(kind, turn, None)
            self._turn = self._step = None
        elif kind == "step/start":
            yield from self._step_start(turn, step)
        elif kind == "step/end":
            yield from self._end(kind, turn, step)
            self._step = None
        elif kind in _IN_TURN and self._turn is None:
            yield f"{kind} at seq {seq} stands outside a turn"
        elif kind in _IN_STEP and (kind == "system/message" or event.get("surfaceOp", "append") == "append"):
            yield from self._in_step(event, kind, seq, turn, step)
        elif kind == "tool/result" and self._turn is None:
            yield f"tool/result at seq {seq} replaces another outside a turn"

    def _turn_start(self, turn: Any) -> Iterator[str]:
        if self._turn is not None or turn != self._last_turn + 1:
            yield "turn/start does not open the expected turn"
        self._turn = self._last_turn = turn if type(turn) is int else self._last_turn + 1
        self._step, self._last_step = None, 0
        self._calls.clear()

    def _step_start(self, turn: Any, step: Any) -> Iterator[str]:
        place = (self._turn, self._last_step + 1)
        if self._turn is None or self._step is not None or (turn, step) != place:
            yield "step/start does not open the expected step"
        self._step = self._last_step = step if type(step) is int else self._last_step + 1
        self._calls.clear()

    def _end(self, kind: str, turn: Any, step: Any) -> Iterator[str]:
        open_here = self._turn is not None and (self._step is not None or kind != "step/end")
        if not open_here or turn != self._turn or step != self._step:
            yield f"{kind} does not close what is open"
        if self._calls:
            yield f"{kind} leaves unresolved tool call {next(iter(self._calls))}"
        self._calls.clear()

    def _in_step(self, event: dict[str, Any], kind: str, seq: int, turn: Any, step: Any) -> Iterator[str]:
        if self._step is None or (turn, step) != (self._turn, self._step):
            yield f"{kind} at seq {seq} stands outside its step"
        elif kind == "assistant/message":
            yield from _block_faults(message_of(event))
            for call in tool_calls_of(message_of(event)):
                if call.id in self._calls:
                    yield f"assistant/message repeats advertised tool call {call.id}"
                self._calls[call.id] = [call.name, call.arguments, False]
        elif kind == "tool/call":
            yield from self._call(event)
        elif kind == "tool/result":
            yield from self._result(event)

    def _call(self, event: dict[str, Any]) -> Iterator[str]:
        data = data_of(event)
        asked = self._calls.get(text_in(data, "callId") or "")
        if asked is None or asked[:2] != [data.get("name"), data.get("arguments")] or asked[2]:
            yield f"tool/call {text_in(data, 'callId')} has no advertised tool lifecycle"
        else:
            asked[2] = True

    def _result(self, event: dict[str, Any]) -> Iterator[str]:
        call_id = result_call_id(event) or ""
        asked = self._calls.pop(call_id, None)
        if asked is None:
            yield f"tool/result {call_id} answers no open tool call"
        elif not asked[2] and not _is_not_started(event, call_id):
            yield f"tool/result {call_id} is not the exact TOOL_NOT_STARTED repair"


def _block_faults(message: Mapping[str, Any] | None) -> Iterator[str]:
    """What the blocks of an answer lack that calls are read from."""
    content = message.get("content") if message is not None else None
    for block in content if isinstance(content, list) else ():
        if not isinstance(block, dict):
            yield "assistant content block requires an object"
        elif block.get("type") == "tool-call" and not text_in(block, "id"):
            yield "tool call id requires a nonempty string"


def _is_not_started(event: dict[str, Any], call_id: str) -> bool:
    """Whether a result is the repair of a call that was not started: its text exact, or of a fork."""
    data, message = data_of(event), message_of(event) or {}
    error = object_in(data, "error") or {}
    if error.get("code") != NOT_STARTED_ERROR["code"] or "sourceEventSeqs" in event:
        return False
    name = message.get("id")
    if not isinstance(name, str) or name.startswith("forked-tool-result-"):
        return isinstance(name, str)
    content = message.get("content")
    block = content[0] if isinstance(content, list) and len(content) == 1 else None
    if isinstance(block, dict) and block.get("type") == "tool-result":
        inner = block.get("content")
        block = inner[0] if isinstance(inner, list) and len(inner) == 1 else None
    return isinstance(block, dict) and block.get("text") == NOT_STARTED_TEXT
