"""Payloads may hold anything; what is there is read, and nothing else is made up."""

from __future__ import annotations

from sessionlog.model.payload import ToolCall, tool_calls_of


def test_a_tool_call_is_a_block_of_that_type_with_an_id_and_keeps_its_raw_arguments() -> None:
    content = [
        {"type": "tool-call", "id": "c1", "name": "bash", "arguments": '{"n":1}'},
        {"type": "tool-call", "id": "c2"},
        {"type": "tool-call", "name": "bash", "arguments": "{}"},
        {"type": "text", "id": "c3", "text": "no call"},
        "no block",
    ]
    assert list(tool_calls_of({"content": content})) == [
        ToolCall("c1", "bash", '{"n":1}'),
        ToolCall("c2", "", ""),
    ]
