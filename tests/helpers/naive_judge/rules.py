"""Which event a reader refuses first (specification 01, sections 2.3, 2.5 and 3)."""

from __future__ import annotations

from typing import Any

from naive_judge.stored import Json, is_int, is_seq, same
from naive_judge.surface import SURFACE_TYPES, nodes

ENVELOPE = {"type", "seq", "time", "data", "surfaceOp", "sourceEventSeqs", "ignorable"}
REJECTED = ("request/header-delta", "mode/set")
KNOWN_TEXT = """
    turn/start turn/end step/start step/end user/message assistant/chunk assistant/message tool/call
    tool/result todo/write request/header request/context session/end-seed
    agent/inbox/spliced agent-preset/selected approval/asked approval/decided approval/policy sandbox/mode
    permission/preset plan/mode command/run command/done compaction/start compaction/summary compaction/end
    compaction/prune feedback/record goal/change hook/invoked hook/result llm/retry llm/retry-started
    schedule/change session/title session/title-llm-request subagent/descriptor team/member team/task
    team/message/queued team/message/delivered tool-workflow/run-start tool-workflow/agent-start
    tool-workflow/agent-end tool-workflow/run-end tool/code-dispatch-start tool/code-dispatch
    web/deepseek-search-llm-request
    model/selection session-log-deepseek/delivery-accepted subagent/model-selection-policy
"""
KNOWN = set(KNOWN_TEXT.split())


class Broken(Exception):
    """A rule that an event breaks."""


def first_refused(events: list[Json]) -> int | None:
    """The index of the first event that may not stand where it stands; None when all may.

    Takes events after legacy shapes were normalised. Quadratic: the surface before every surface event
    is folded anew.
    """
    for index, event in enumerate(events):
        try:
            _check(event, index, events[:index])
        except Broken:
            return index
    return None


def _check(event: Json, index: int, before: list[Json]) -> None:
    kind = event.get("type")
    _demand(isinstance(kind, str) and set(event) <= ENVELOPE and "data" in event)
    _demand(is_seq(event.get("seq")) and is_int(event.get("time")))
    _demand("ignorable" not in event or event["ignorable"] is True)
    _demand(kind not in REJECTED)
    _demand(kind in KNOWN or event.get("ignorable") is True)
    data = event["data"]
    if kind == "request/header":
        _header(data)
    if kind == "user/message":
        _message(data, "user")
    if kind == "assistant/message":
        _demand(isinstance(data, dict))
        _message(data.get("message"), "assistant")
        source = data["message"]["source"]
        _demand(source["kind"] == "model" and _text(source.get("provider")) and _text(source.get("model")))
    if kind == "tool/result":
        _demand(isinstance(data, dict))
        _result(data.get("message"))
    _demand(event["seq"] == index)
    _surface(event, before)


def _header(data: Any) -> None:
    _demand(
        isinstance(data, dict) and data.get("reason") != "fallback" and isinstance(data.get("header"), dict)
    )
    config = data["header"].get("config")
    _demand(isinstance(config, dict) and _text(config.get("provider")) and _text(config.get("model")))
    _demand("reasoningEffort" not in config or _text(config["reasoningEffort"]))
    if "adapterDefaults" in data["header"]:
        flags = data["header"]["adapterDefaults"]
        _demand(isinstance(flags, dict) and set(flags) <= {"reasoningEffort", "maxTokens"})
        _demand(all(flags[key] is True and key in config for key in flags))


def _message(message: Any, role: str) -> None:
    _demand(isinstance(message, dict) and _text(message.get("id")) and message.get("role") == role)
    source = message.get("source")
    _demand(isinstance(source, dict) and _text(source.get("kind")))
    _demand(isinstance(message.get("content"), list))


def _result(message: Any) -> None:
    _message(message, "user")
    source, content = message["source"], message["content"]
    _demand(source["kind"] == "tool" and _text(source.get("callId")) and len(content) == 1)
    block = content[0]
    _demand(isinstance(block, dict) and block.get("type") == "tool-result")
    _demand(isinstance(block.get("content"), list) and block.get("toolCallId") == source["callId"])


def _surface(event: Json, before: list[Json]) -> None:
    if event["type"] not in SURFACE_TYPES:
        _demand("surfaceOp" not in event and "sourceEventSeqs" not in event)
        return
    operation, cited = event.get("surfaceOp"), event.get("sourceEventSeqs")
    _demand("surfaceOp" in event)
    if "sourceEventSeqs" in event:
        _demand(isinstance(cited, list) and all(is_seq(seq) and seq < event["seq"] for seq in cited))
        _demand(len(cited) == len(set(cited)))
        _demand(cited != [] or event["type"] == "assistant/message")
    if operation == "append":
        return
    _demand(isinstance(operation, dict) and set(operation) == {"op", "start", "end"})
    _demand(operation["op"] == "replace" and is_seq(operation["start"]) and is_seq(operation["end"]))
    current = nodes(before)[0]
    _demand(operation["start"] in current and operation["end"] in current)
    first, last = current.index(operation["start"]), current.index(operation["end"])
    _demand(first <= last)
    shadowed = current[first : last + 1]
    _demand(isinstance(cited, list) and set(shadowed) <= set(cited))
    if event["type"] == "tool/result":
        _demand(len(shadowed) == 1 and before[shadowed[0]]["type"] == "tool/result")
        _demand(same(_without_output(event["data"]), _without_output(before[shadowed[0]]["data"])))


def _without_output(data: Json) -> Json:
    block = {key: value for key, value in data["message"]["content"][0].items() if key != "content"}
    return {**data, "message": {**data["message"], "content": [block]}}


def _text(value: Any) -> bool:
    return isinstance(value, str) and value != ""


def _demand(holds: bool) -> None:
    if not holds:
        raise Broken
