"""What every row of generation 4 must pass before the log is looked at as a whole (spec 03b section 7.1)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

_PAYLOAD_MESSAGES = frozenset({"system/message", "developer/message", "assistant/message", "tool/result"})
WITH_MESSAGES = _PAYLOAD_MESSAGES | {
    "user/message",
    "agent/inbox/spliced",
    "session/title-llm-request",
    "compaction/summary",
    "tool/ptc-dispatch",
}
"""Types whose payloads hold messages or content."""

_LISTS = {"agent/inbox/spliced": "inserted", "session/title-llm-request": "messages"}
"""Types whose payloads hold lists of messages, and the members that have them."""

_DEVELOPER_BLOCKS = frozenset({"tool-addition", "tool-removal"})


def message_faults(kind: str, seq: int, data: Any) -> Iterator[str]:
    """What is wrong with the messages of an event: its own, those of an inbox or of a request."""
    if kind in _LISTS:
        yield from _list_faults(kind, data)
    for message in _messages(kind, data):
        source = message.get("source")
        owner = source.get("kind") if isinstance(source, dict) else None
        if not isinstance(owner, str) or owner in ("plugin", ""):
            yield "format v4 message requires a producer-owned source kind"
        yield from _content_faults(kind, seq, message.get("content"), message.get("role"))
    if isinstance(data, dict):
        for content in _loose_content(kind, data):
            yield from _content_faults(kind, seq, content, None)


def _list_faults(kind: str, data: Any) -> Iterator[str]:
    if not isinstance(data, dict):
        return
    messages = data.get(_LISTS[kind])
    if not isinstance(messages, list):
        yield f"{kind} requires message array"
    elif not all(isinstance(message, dict) for message in messages):
        yield f"{kind} requires message objects"


def _messages(kind: str, data: Any) -> list[dict[str, Any]]:
    if not isinstance(data, dict):
        return []
    found: Any = ()
    if kind == "user/message":
        found = (data,)
    elif kind in _PAYLOAD_MESSAGES:
        found = (data.get("message"),)
    elif kind in _LISTS:
        found = data.get(_LISTS[kind])
    return [item for item in found if isinstance(item, dict)] if isinstance(found, list | tuple) else []


def _loose_content(kind: str, data: dict[str, Any]) -> list[Any]:
    if kind == "compaction/summary":
        return [data.get("summary"), data.get("rawOutput")]
    return [data.get("content")] if kind == "tool/ptc-dispatch" else []


def _content_faults(kind: str, seq: int, content: Any, role: Any) -> Iterator[str]:
    for block in content if isinstance(content, list) else ():
        type_ = block.get("type") if isinstance(block, dict) else None
        if type_ == "tool-result":
            yield f"format v4 {kind} at seq {seq} content must not contain a released tool-result wrapper"
        elif isinstance(type_, str) and type_ in _DEVELOPER_BLOCKS and role != "developer":
            yield f"format v4 {type_} requires developer role"


def result_fault(data: Any) -> str:
    """What is wrong with a tool result as a message of its own (spec 03b section 3)."""
    message = data.get("message") if isinstance(data, dict) else None
    if not isinstance(message, dict) or message.get("role") != "tool":
        return "requires a tool message"
    if not isinstance(message.get("id"), str) or not message["id"]:
        return "requires a message id"
    source = message.get("source")
    call = source.get("callId") if isinstance(source, dict) and source.get("kind") == "tool" else None
    if not isinstance(call, str) or not call or message.get("toolCallId") != call:
        return "requires toolCallId matching its tool source"
    if not isinstance(message.get("content"), list):
        return "requires a list of content"
    if "isError" in message and type(message["isError"]) is not bool:
        return "requires a boolean isError"
    if data.get("error") is not None and message.get("isError") is not True:
        return "carries error metadata for a non-error tool result"
    return ""
