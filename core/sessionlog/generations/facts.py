"""What an index entry says of an event, whatever its generation (the rules stand at `IndexEntry`)."""

from __future__ import annotations

from typing import Any

from sessionlog.generations.v0.vocabulary import (
    ASSISTANT_CHUNK,
    ASSISTANT_MESSAGE,
    END_SEED,
    TOOL_RESULT,
    TURN_END,
    USER_MESSAGE,
)
from sessionlog.model.json import MAX_SAFE_INTEGER
from sessionlog.model.row import INHERITED, SurfaceOp

_MESSAGES = frozenset({USER_MESSAGE, "system/message", "developer/message"})
_REF_MEMBER = {
    "tool/call": "callId",
    "llm/retry": "retryId",
    "llm/retry-started": "retryId",
    "compaction/start": "compactionId",
    "compaction/summary": "compactionId",
    "compaction/end": "compactionId",
    "command/run": "commandId",
    "command/done": "commandId",
    "approval/asked": "id",
    "approval/decided": "id",
    "tool/code-dispatch-start": "subCallId",
    "tool/code-dispatch": "subCallId",
    "tool/ptc-dispatch-start": "subCallId",
    "tool/ptc-dispatch": "subCallId",
    "subagent/catalog": "childId",
    "job/registered": "jobId",
    "job/settled": "jobId",
    "tool-workflow/run-start": "runId",
    "tool-workflow/agent-start": "runId",
    "tool-workflow/agent-end": "runId",
    "tool-workflow/run-end": "runId",
}


def surface_op(
    op: object, start_key: str = "start", end_key: str = "end"
) -> tuple[SurfaceOp, int | None, int | None]:
    """What a `surfaceOp` says, by the names that a generation gives the ends of a replacement."""
    if op == "append":
        return SurfaceOp.APPEND, None, None
    if isinstance(op, dict) and op.get("op") == "replace":
        start, end = number(op.get(start_key)), number(op.get(end_key))
        if start is not None and end is not None:
            return SurfaceOp.REPLACE, start, end
    return SurfaceOp.LOG_ONLY, None, None


def number(value: object) -> int | None:
    return value if type(value) is int and -MAX_SAFE_INTEGER <= value <= MAX_SAFE_INTEGER else None


def _text(value: object, member: str) -> str | None:
    found = value.get(member) if isinstance(value, dict) else None
    return found if isinstance(found, str) else None


def entry_kind(kind: str, data: dict[str, Any]) -> str | None:
    """`IndexEntry.kind` of an event in its current type."""
    if kind == ASSISTANT_CHUNK:
        chunk = data.get("chunk")
        name = _text(chunk, "type")
        if name == "finish" and isinstance(chunk, dict):
            reason = _text(chunk.get("reason"), "kind")
            return f"finish:{reason}" if reason else "finish"
        return name
    if kind == END_SEED:
        return INHERITED if data.get("inherited") is True else None
    if kind in _MESSAGES:
        return _text(_message(data).get("source"), "kind")
    if kind == ASSISTANT_MESSAGE:
        return _text(_message(data).get("source"), "kind") or ("model" if "provenance" in data else None)
    if kind == TOOL_RESULT:
        return "error" if _is_error(data) else "ok"
    if kind == TURN_END:
        return _text(data.get("reason"), "kind")
    return None


def entry_ref(kind: str, data: dict[str, Any]) -> str | None:
    """`IndexEntry.ref` of an event in its current type."""
    member = _REF_MEMBER.get(kind)
    if member is not None:
        return _text(data, member)
    if kind == TOOL_RESULT:
        return _text(_message(data).get("source"), "callId") or _text(data, "callId")
    if kind == ASSISTANT_MESSAGE or kind in _MESSAGES:
        return _text(_message(data), "id")
    return None


def _message(data: dict[str, Any]) -> dict[str, Any]:
    """The message of a surface event of any form; a `user/message` is its own message."""
    message = data.get("message", data)
    return message if isinstance(message, dict) else {}


def _is_error(data: dict[str, Any]) -> bool:
    message = _message(data)
    if data.get("error") is not None or data.get("isError") is True or message.get("isError") is True:
        return True
    content = message.get("content")
    block = content[0] if isinstance(content, list) and content else None
    return isinstance(block, dict) and block.get("isError") is True
