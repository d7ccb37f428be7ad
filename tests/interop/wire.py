"""Derived messages in the form in which each release sends them to a model."""

from __future__ import annotations

import json
from typing import Any

Json = dict[str, Any]


def sent_messages(generation: int, request: Json) -> list[Json]:
    """The messages of a request that a model received, the system prompt among them."""
    if generation < 4:
        return list(request["messages"])
    return [{"role": "system", "content": request["system"]}, *map(_without_signatures, request["messages"])]


def derived_messages(generation: int, messages: list[Any], header: Json) -> list[Json]:
    """What a log derives, in the same form."""
    if generation >= 4:
        return _messages_protocol(messages)
    system = [{"role": "system", "content": header["system"]}] if "system" in header else []
    return system + [_completion(message) for message in messages]


def _text(blocks: list[Json], kind: str = "text") -> str:
    return "".join(block["text"] for block in blocks if block["type"] == kind)


def _completion(message: Json) -> Json:
    blocks = message["content"]
    if message["role"] == "assistant":
        return _completed_answer(blocks)
    if blocks and blocks[0]["type"] == "tool-result":
        output = _text(blocks[0]["content"])
        return {"role": "tool", "tool_call_id": blocks[0]["toolCallId"], "content": output}
    return {"role": message["role"], "content": _text(blocks)}


def _completed_answer(blocks: list[Json]) -> Json:
    answer: Json = {"role": "assistant", "content": _text(blocks)}
    thought = _text(blocks, "reasoning")
    calls = [
        {"id": b["id"], "type": "function", "function": {"name": b["name"], "arguments": b["arguments"]}}
        for b in blocks
        if b["type"] == "tool-call"
    ]
    thinking = {"reasoning_content": thought} if thought else {}
    return answer | thinking | ({"tool_calls": calls} if calls else {})


def _messages_protocol(messages: list[Any]) -> list[Json]:
    """Two roles only: neighbours of one role are one message, results are blocks of the user's."""
    made: list[Json] = []
    for message in messages:
        if message["role"] == "system":
            made.append({"role": "system", "content": _text(message["content"])})
            continue
        if message["role"] == "developer":  # no text: what it says of tools is in the request's list
            continue
        role = "assistant" if message["role"] == "assistant" else "user"
        blocks = [_result(message)] if message["role"] == "tool" else list(map(_block, message["content"]))
        if made and made[-1]["role"] == role:
            made[-1]["content"] += blocks
        else:
            made.append({"role": role, "content": blocks})
    return made


def _result(message: Json) -> Json:
    made: Json = {"type": "tool_result", "tool_use_id": message["toolCallId"]}
    made["content"] = [{"type": "text", "text": block["text"]} for block in message["content"]]
    return made | ({"is_error": message["isError"]} if "isError" in message else {})


def _block(block: Json) -> Json:
    if block["type"] == "reasoning":
        return {"type": "thinking", "thinking": block["text"]}
    if block["type"] == "tool-call":
        arguments = json.loads(block["arguments"])
        return {"type": "tool_use", "id": block["id"], "name": block["name"], "input": arguments}
    return {"type": "text", "text": block["text"]}


def _without_signatures(message: Json) -> Json:
    blocks = message["content"]
    return {
        **message,
        "content": [{key: value for key, value in block.items() if key != "signature"} for block in blocks],
    }
