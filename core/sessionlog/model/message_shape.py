"""The shapes that a stored header, request header or surface event must have (spec 01 sections 2.3, 2.4;
of later generations spec 03 sections 2 and 3, spec 03b sections 2 and 3).

Only what the harness checks is checked: block internals, unknown block types and unknown sources
pass. Each function raises `LogFault` with a code of its own.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from sessionlog.model.faults import LogFault
from sessionlog.model.json_rules import is_safe_int, is_seq, is_text
from sessionlog.model.request_header import DEFAULT_FLAGS
from sessionlog.model.rules import GENERATION_0, SurfaceRules

ENVELOPE = frozenset({"type", "seq", "time", "data", "surfaceOp", "sourceEventSeqs", "ignorable"})
ROLES = {
    "user/message": "user",
    "assistant/message": "assistant",
    "system/message": "system",
    "developer/message": "developer",
    "tool/result": "user",
}
TOOL_ROLE = "tool"
"""The role of a tool result that is a message of its own."""

READ_ANYWAY = "Open the session for reading; the harness would refuse it here."

_ABSOLUTE = re.compile(r"^(?:/|[A-Za-z]:[\\/]|\\\\)")


def check_envelope(event: Mapping[str, Any]) -> None:
    """Seven keys and no other; type, seq, time and data in their form; `ignorable` absent or `true`."""
    seq = event.get("seq")
    place = seq if is_seq(seq) else None
    if foreign := sorted(event.keys() - ENVELOPE):
        raise _fault("envelope-key", place, f'has the member "{foreign[0]}", which no event has')
    if not isinstance(event.get("type"), str):
        raise _fault("envelope-type", place, "has no type")
    if place is None:
        raise _fault("envelope-seq", None, f"has {seq!r} for a seq")
    if not is_safe_int(event.get("time")):
        raise _fault("envelope-time", place, "has no time in milliseconds")
    if "data" not in event:
        raise _fault("envelope-data", place, "has no data")
    if "ignorable" in event and event["ignorable"] is not True:
        raise _fault("envelope-ignorable", place, "says ignorable with another value than true")


def check_request_header(event: Mapping[str, Any]) -> None:
    """Provider and model are named; every default flag is `true` and flags a field that is there."""
    header = _object(_object(event["data"]).get("header"))
    config = _object(header.get("config"))
    seq = event["seq"]
    if not is_text(config.get("provider")) or not is_text(config.get("model")):
        raise _fault("header-config", seq, "names no provider or no model")
    if "reasoningEffort" in config and not is_text(config["reasoningEffort"]):
        raise _fault("header-config", seq, "has a reasoning effort that is no text")
    if "adapterDefaults" not in header:
        return
    defaults = header["adapterDefaults"]
    if not isinstance(defaults, Mapping) or not defaults.keys() <= set(DEFAULT_FLAGS):
        raise _fault("header-defaults", seq, "has other adapter defaults than the two known ones")
    for flag, value in defaults.items():
        if value is not True or flag not in config:
            raise _fault("header-defaults", seq, f'flags "{flag}" as a default that is not in the config')


def check_message(event: Mapping[str, Any], rules: SurfaceRules = GENERATION_0) -> None:
    """The message of a surface event: id, role, source, content, and what its kind adds."""
    kind, seq = event["type"], event["seq"]
    message = event["data"] if kind == "user/message" else _object(event["data"]).get("message")
    if not isinstance(message, Mapping):
        raise _fault("message-missing", seq, "holds no message")
    if not is_text(message.get("id")):
        raise _fault("message-id", seq, "holds a message without an id")
    own_message = kind == rules.result_type and not rules.result_blocks
    role = TOOL_ROLE if own_message else ROLES[kind]
    if message.get("role") != role:
        raise _fault("message-role", seq, f'holds a message whose role is not "{role}"')
    source = message.get("source")
    if not isinstance(source, Mapping) or not is_text(source.get("kind")):
        raise _fault("message-source", seq, "holds a message without a source")
    if not isinstance(message.get("content"), list):
        raise _fault("message-content", seq, "holds a message whose content is no list")
    if kind == "assistant/message":
        _check_model_source(source, seq)
    elif own_message:
        _check_result_message(source, message, seq)
    elif kind == "tool/result":
        _check_result(source, message["content"], seq)


def check_header(
    header: Mapping[str, Any], session_id: str, *, on_disk: bool = True, generation: int = 0
) -> None:
    """A header of a generation; `delegationDepth` is mandatory only in a stored one."""
    if header.get("version") != generation or isinstance(header.get("version"), bool):
        raise _header_fault("header-version", f"has another version than {generation}")
    _check_seeded(header, generation)
    if header.get("id") != session_id:
        raise _header_fault("header-id", f"belongs to the session {header.get('id')!r}")
    required = ("createdAt", "delegationDepth") if on_disk else ("createdAt",)
    for name in ("createdAt", "delegationDepth", "seedLength"):
        if (name in header or name in required) and not is_seq(header.get(name)):
            raise _header_fault("header-number", f"has no valid {name}")
    if "cwd" in header and not (isinstance(header["cwd"], str) and _ABSOLUTE.match(header["cwd"])):
        raise _header_fault("header-cwd", "has a working directory that is not absolute")
    if "origin" in header and header["origin"] != "subagent":
        raise _header_fault("header-origin", "has an origin other than subagent")
    for name in ("parentSession", "agentPreset"):
        if name in header and not isinstance(header[name], str):
            raise _header_fault("header-text", f"has a {name} that is no text")


def _check_seeded(header: Mapping[str, Any], generation: int) -> None:
    """By a number up to generation 1, by a flag and a marker from 2 on."""
    if generation == 1 and "isSeeded" in header:
        raise _header_fault("header-seeded", "has isSeeded, which format 1 does not have")
    if generation > 1 and ("seedLength" in header or not isinstance(header.get("isSeeded"), bool)):
        raise _header_fault("header-seeded", "does not say by isSeeded alone whether it is seeded")


def _check_result_message(source: Mapping[str, Any], message: Mapping[str, Any], seq: int) -> None:
    if source["kind"] != "tool" or not is_text(source.get("callId")):
        raise _fault("message-source", seq, "holds a tool result that names no call")
    if message.get("toolCallId") != source["callId"]:
        raise _fault("result-call", seq, "names two different calls")


def _check_model_source(source: Mapping[str, Any], seq: int) -> None:
    named = is_text(source.get("provider")) and is_text(source.get("model"))
    if source["kind"] != "model" or not named:
        raise _fault("message-source", seq, "holds an answer that names no model")


def _check_result(source: Mapping[str, Any], content: list[Any], seq: int) -> None:
    if source["kind"] != "tool" or not is_text(source.get("callId")):
        raise _fault("message-source", seq, "holds a tool result that names no call")
    block = content[0] if len(content) == 1 and isinstance(content[0], Mapping) else {}
    if block.get("type") != "tool-result" or not isinstance(block.get("content"), list):
        raise _fault("result-block", seq, "holds other content than exactly one tool result")
    if block.get("toolCallId") != source["callId"]:
        raise _fault("result-call", seq, "names two different calls")


def _object(value: object) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}


def _fault(code: str, seq: int | None, what: str) -> LogFault:
    place = "An event" if seq is None else f"The event at seq {seq}"
    return LogFault(code, f"{place} {what}.", READ_ANYWAY, seq)


def _header_fault(code: str, what: str) -> LogFault:
    return LogFault(code, f"The header {what}.", READ_ANYWAY)
