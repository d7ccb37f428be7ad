"""The shapes that a stored header, request header or surface event must have (spec 01 sections 2.3, 2.4;
of later generations spec 03 sections 2 and 3, spec 03b sections 2 and 3).

Only what the harness checks is checked: block internals, unknown block types and unknown sources
pass. What is wrong has a code of its own; it is given back, for a judge that goes on, or raised as
`LogFault`, for a gate.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from sessionlog.model.faults import LogFault
from sessionlog.model.json import is_safe_int, is_seq
from sessionlog.model.json_rules import is_text
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


class Wrong(NamedTuple):
    """A broken rule: its code, and what is wrong in words that go on from "the event ..."."""

    code: str
    what: str


def request_header_fault(data: object) -> Wrong | None:
    """Of the payload of a `request/header`: provider and model are named; every default flag is `true`
    and flags a field that is there."""
    header = _object(_object(data).get("header"))
    config = header.get("config")
    if not isinstance(config, Mapping):
        return Wrong("header-config", "has no config")
    if not is_text(config.get("provider")) or not is_text(config.get("model")):
        return Wrong("header-config", "names no provider and model")
    if "reasoningEffort" in config and not is_text(config["reasoningEffort"]):
        return Wrong("header-config", "has an empty reasoning effort")
    if "adapterDefaults" not in header:
        return None
    flags = header["adapterDefaults"]
    if not isinstance(flags, Mapping) or not flags.keys() <= set(DEFAULT_FLAGS):
        return Wrong("header-defaults", "has adapter defaults in another form")
    if any(value is not True for value in flags.values()) or not flags.keys() <= config.keys():
        return Wrong("header-defaults", "flags an adapter default that its config does not hold")
    return None


def check_request_header(event: Mapping[str, Any]) -> None:
    """As `request_header_fault`, raised."""
    _refuse(request_header_fault(event["data"]), event["seq"])


def message_fault(kind: str, data: object, rules: SurfaceRules = GENERATION_0) -> Wrong | None:
    """Of the payload of a surface event, its message: id, role, source, content, and what its kind adds."""
    message = data if kind == "user/message" else _object(data).get("message")
    if not isinstance(message, Mapping):
        return Wrong("message-missing", "has no message")
    if not is_text(message.get("id")):
        return Wrong("message-id", "has no id")
    own_message = kind == rules.result_type and not rules.result_blocks
    role = TOOL_ROLE if own_message else ROLES[kind]
    if message.get("role") != role:
        return Wrong("message-role", f"is not of the role {role}")
    source = message.get("source")
    if not isinstance(source, Mapping) or not is_text(source.get("kind")):
        return Wrong("message-source", "has no source")
    content = message.get("content")
    if not isinstance(content, list):
        return Wrong("message-content", "has no list of content")
    if kind == "assistant/message":
        return _model_source_fault(source)
    if own_message:
        return _result_fault(source, message)
    return _result_fault(source, _result_block(content)) if kind == "tool/result" else None


def check_message(event: Mapping[str, Any], rules: SurfaceRules = GENERATION_0) -> None:
    """As `message_fault`, raised."""
    _refuse(message_fault(event["type"], event["data"], rules), event["seq"])


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


def _model_source_fault(source: Mapping[str, Any]) -> Wrong | None:
    named = is_text(source.get("provider")) and is_text(source.get("model"))
    if source["kind"] != "model" or not named:
        return Wrong("message-source", "names no provider and model")
    return None


def _result_fault(source: Mapping[str, Any], answering: Mapping[str, Any] | None) -> Wrong | None:
    """`answering` is the message or the block that says which call it answers; `None` without one."""
    if source["kind"] != "tool" or not is_text(source.get("callId")):
        return Wrong("message-source", "names no call")
    if answering is None:
        return Wrong("result-block", "has not exactly one result block")
    if answering.get("toolCallId") != source["callId"]:
        return Wrong("result-call", "answers another call than it names")
    return None


def _result_block(content: list[Any]) -> Mapping[str, Any] | None:
    block = _object(content[0]) if len(content) == 1 else {}
    whole = block.get("type") == "tool-result" and isinstance(block.get("content"), list)
    return block if whole else None


def _object(value: object) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}


def _refuse(wrong: Wrong | None, seq: int) -> None:
    if wrong is not None:
        raise _fault(wrong.code, seq, wrong.what)


def _fault(code: str, seq: int | None, what: str) -> LogFault:
    place = "An event" if seq is None else f"The event at seq {seq}"
    return LogFault(code, f"{place} {what}.", READ_ANYWAY, seq)


def _header_fault(code: str, what: str) -> LogFault:
    return LogFault(code, f"The header {what}.", READ_ANYWAY)
