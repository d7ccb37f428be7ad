"""The text of an event that a search looks at (spec 02 section 7)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from sessionlog.model.payload import (
    blocks_of,
    data_of,
    message_of,
    object_in,
    text_in,
    text_of_blocks,
    tool_calls_of,
)


def searchable_text(event: Mapping[str, Any]) -> str:
    """What was said, asked of tools, answered by them, planned, or went wrong; else an empty text.

    Reasoning, chunks, headers, boundaries and types that nobody knows have none.
    """
    return "\n".join(_texts(event))


def text_pattern(words: str) -> re.Pattern[str]:
    """A literal text, whatever its case and the width of its spaces; matches nothing when blank."""
    parts = [re.escape(word) for word in words.split()]
    return re.compile(r"\s+".join(parts) if parts else r"(?!)", re.IGNORECASE)


def _texts(event: Mapping[str, Any]) -> Iterator[str]:
    kind, data = event["type"], data_of(event)
    if kind in ("user/message", "assistant/message"):
        message = message_of(event)
        yield from text_of_blocks(message)
        for call in tool_calls_of(message):
            yield call.name
            yield call.arguments
    elif kind == "tool/result":
        message = message_of(event)
        if message is not None and message.get("role") == "tool":
            yield from text_of_blocks(message)
        for block in blocks_of(message):
            yield from text_of_blocks(block)
        yield from _members(object_in(data, "error"), "name", "code")
    elif kind == "todo/write":
        todos = data.get("todos")
        for todo in todos if isinstance(todos, list) else ():
            yield from _members(todo if isinstance(todo, dict) else None, "status", "content")
    elif kind == "turn/end":
        reason = object_in(data, "reason") or {}
        if reason.get("kind") == "error":
            yield from _members(object_in(reason, "error"), "message")
        elif reason.get("kind") in ("aborted", "max-tokens", "interrupted"):
            yield str(reason["kind"])


def _members(value: Mapping[str, Any] | None, *names: str) -> Iterator[str]:
    for name in names:
        text = text_in(value, name) if value is not None else None
        if text is not None:
            yield text
