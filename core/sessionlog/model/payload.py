"""Reading event payloads that may hold anything: each function gives what is there, or nothing.

Folds over logs use these, so that a malformed payload costs its own fact and never the fold.
Whether a payload is as the contract wants it is for `validation` to say.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

Event = Mapping[str, Any]


class ToolCall(NamedTuple):
    """A `tool-call` block. `arguments` is the model's raw JSON text, never parsed."""

    id: str
    name: str
    arguments: str


def data_of(event: Event) -> Mapping[str, Any]:
    """The payload where it is an object, else an empty one."""
    data = event.get("data")
    return data if isinstance(data, dict) else {}


def number_in(data: Mapping[str, Any], name: str) -> int | None:
    """An integer member such as `turn`, `step` or `retry`."""
    value = data.get(name)
    return value if type(value) is int else None


def text_in(data: Mapping[str, Any], name: str) -> str | None:
    value = data.get(name)
    return value if isinstance(value, str) else None


def object_in(data: Mapping[str, Any], name: str) -> Mapping[str, Any] | None:
    value = data.get(name)
    return value if isinstance(value, dict) else None


def turn_and_step(event: Event) -> tuple[int | None, int | None]:
    data = data_of(event)
    return number_in(data, "turn"), number_in(data, "step")


def chunk_of(event: Event) -> Mapping[str, Any] | None:
    """The stream chunk of an `assistant/chunk`."""
    return object_in(data_of(event), "chunk") if event["type"] == "assistant/chunk" else None


def message_of(event: Event) -> Mapping[str, Any] | None:
    """The message of a surface event: the whole payload of a `user/message`, else its `message`."""
    data = data_of(event)
    return data if event["type"] == "user/message" else object_in(data, "message")


def blocks_of(message: Mapping[str, Any] | None) -> list[Mapping[str, Any]]:
    """The content blocks of a message, without what is no object."""
    content = message.get("content") if message is not None else None
    return [block for block in content if isinstance(block, dict)] if isinstance(content, list) else []


def source_of(message: Mapping[str, Any] | None) -> Mapping[str, Any]:
    source = object_in(message, "source") if message is not None else None
    return source if source is not None else {}


def tool_calls_of(message: Mapping[str, Any] | None) -> Iterator[ToolCall]:
    for block in blocks_of(message):
        call_id = text_in(block, "id")
        if block.get("type") == "tool-call" and call_id is not None:
            yield ToolCall(call_id, text_in(block, "name") or "", text_in(block, "arguments") or "")


def result_call_id(event: Event) -> str | None:
    """The call that a `tool/result` settles."""
    return text_in(source_of(message_of(event)), "callId")


def is_human_prompt(event: Event) -> bool:
    """A prompt typed by a person: `user/message` with a source of kind `user`."""
    return event["type"] == "user/message" and source_of(message_of(event)).get("kind") == "user"


def text_of_blocks(message: Mapping[str, Any] | None) -> list[str]:
    """The texts of a message's text blocks."""
    found = (text_in(block, "text") for block in blocks_of(message) if block.get("type") == "text")
    return [text for text in found if text is not None]
