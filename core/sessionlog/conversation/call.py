"""A tool call and what came of it (spec 02 section 4.4)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from sessionlog.conversation.message import content_sections
from sessionlog.conversation.node import Node, NodeKind, Section, SectionKind
from sessionlog.conversation.text import mapping, objects, text_of
from sessionlog.conversation.tools import argument_line, card_of, diff_text, exit_facts, parse_arguments
from sessionlog.model import json as codec

MAX_NESTING = 256

STATUS_OF_CODE = {
    "TOOL_OUTCOME_UNKNOWN": "unknown",
    "TOOL_NOT_STARTED": "not-started",
    "ABORTED_BEFORE_DISPATCH": "not-started",
    "ABORTED": "stopped",
    "interrupted": "stopped",
}
"""Results that the harness wrote for calls that did not run to their end."""

CALL_MISSING = "the call itself is not in the log"

STATUS_WITHOUT_RESULT = {"open": "running", "closed": "stopped", "ended": "unknown", "gap": "unknown"}


@dataclass(slots=True)
class Dispatch:
    """A call that the tool itself made, started or finished."""

    seq: int
    time: int
    data: dict[str, Any]
    done_seq: int | None = None
    done_time: int | None = None
    done: dict[str, Any] | None = None


@dataclass(slots=True)
class Result:
    seq: int
    time: int
    data: dict[str, Any]
    turn: int | None
    step: int | None


@dataclass(slots=True)
class Call:
    """A `tool/call`, or a result whose call is nowhere to be found (`data` is `None`).

    `foreign`: the call lies before the window and is here because something in the window
    belongs to it.
    """

    part: int
    seq: int
    call_id: str
    time: int
    turn: int | None
    step: int | None
    data: dict[str, Any] | None
    foreign: bool = False
    result: Result | None = None
    dispatches: dict[str, Dispatch] = field(default_factory=dict)
    _node: tuple[str, Node] | None = None

    def give_result(self, result: Result) -> None:
        self.result = result
        self._node = None

    def give_dispatch(self, seq: int, time: int, data: dict[str, Any], done: bool) -> None:
        sub = text_of(data.get("subCallId")) or f"#{seq}"
        found = self.dispatches.get(sub)
        if found is None:
            found = self.dispatches[sub] = Dispatch(seq, time, data)
        if done and found.done is None:
            found.done_seq, found.done_time, found.done = seq, time, data
        self._node = None

    def node(self, state: str) -> Node:
        """The node. `state` is that of its step: open, closed, ended or gap."""
        if self._node is None or self._node[0] != state:
            self._node = (state, _call_node(self, state))
        return self._node[1]


def pending_node(
    part: int,
    anchor: tuple[int, int],
    message_seq: int,
    position: int,
    turn: int | None,
    step: int | None,
    block: dict[str, Any],
) -> Node:
    """A call that a committed answer asks for and that was never recorded as started."""
    name = text_of(block.get("name"))
    raw = block.get("arguments")
    return Node(
        key=f"tool-call:{part}:{message_seq}.{position}",
        kind=NodeKind.TOOL_CALL,
        part=part,
        seq=message_seq,
        anchor=anchor,
        turn=turn,
        step=step,
        time=None,
        status="not-started",
        title=name,
        sections=_input(raw),
        facts={
            "name": name,
            "argument": argument_line(name, parse_arguments(raw), raw),
            "call_id": text_of(block.get("id")),
            "card": card_of(name),
        },
    )


def _input(raw: object) -> tuple[Section, ...]:
    text = text_of(raw) if isinstance(raw, str) else text_of(codec.encode(raw).decode("utf-8"))
    return (Section("in", SectionKind.INPUT, text, language="json"),) if text else ()


def _call_node(call: Call, state: str) -> Node:
    data = call.data if call.data is not None else {}
    name, raw = text_of(data.get("name")), data.get("arguments")
    arguments = parse_arguments(raw)
    facts: dict[str, Any] = {"name": name, "call_id": call.call_id, "card": card_of(name)}
    facts["argument"] = argument_line(name, arguments, raw) if call.data is not None else CALL_MISSING
    status = STATUS_WITHOUT_RESULT[state]
    sections = list(_input(raw)) if call.data is not None else []
    if call.result is not None:
        status = _result_facts(call, call.result, facts)
        sections += _result_sections(call.result, facts)
    return Node(
        key=f"tool-call:{call.part}:{call.seq}",
        kind=NodeKind.TOOL_CALL,
        part=call.part,
        seq=call.seq,
        anchor=(call.seq, 0),
        turn=call.turn,
        step=call.step,
        time=call.time,
        status=status,
        title=name or call.call_id,
        sections=tuple(sections),
        facts=facts,
        last_seq=call.result.seq if call.result is not None else call.seq,
        children=_children(call, state),
    )


def result_block(data: dict[str, Any]) -> dict[str, Any]:
    """What a result says: the one `tool-result` block of its message, or a message of the role tool."""
    message = mapping(data.get("message"))
    if message.get("role") == "tool":
        return dict(message)
    blocks = objects(message.get("content"))
    return blocks[0] if blocks else {}


def _result_facts(call: Call, result: Result, facts: dict[str, Any]) -> str:
    block = result_block(result.data)
    error = mapping(result.data.get("error"))
    code = text_of(error.get("code"))
    facts["result_seq"] = result.seq
    if call.data is not None:
        facts["duration_ms"] = max(0, result.time - call.time)
    if code:
        facts["error_code"], facts["error_name"] = code, text_of(error.get("name"))
    facts |= exit_facts(str(facts["name"]), block.get("content"))
    if code in STATUS_OF_CODE:
        return STATUS_OF_CODE[code]
    failed = block.get("isError") is True or bool(error)
    return "error" if failed or facts.get("exit_code", 0) != 0 or "signal" in facts else "ok"


def _result_sections(result: Result, facts: dict[str, Any]) -> list[Section]:
    sections = []
    diff, added, removed = diff_text(result.data.get("meta"))
    if diff:
        sections.append(Section("diff", SectionKind.DIFF, diff))
        facts["card"] = "diff"
        facts["added"], facts["removed"] = added, removed
    block = result_block(result.data)
    return sections + content_sections(block.get("content"), SectionKind.OUTPUT, prefix="out")


def _children(call: Call, state: str) -> tuple[Node, ...]:
    """Nested dispatches in start order; one whose parents lead nowhere hangs on the call itself."""
    below: dict[str, list[str]] = {}
    for sub, dispatch in sorted(call.dispatches.items(), key=lambda item: item[1].seq):
        below.setdefault(_parent(call, sub, dispatch), []).append(sub)

    def build(parent: str, depth: int) -> tuple[Node, ...]:
        subs = below.get(parent, ()) if depth < MAX_NESTING else ()
        return tuple(_dispatch_node(call, call.dispatches[sub], state, build(sub, depth + 1)) for sub in subs)

    return build("", 0)


def _parent(call: Call, sub: str, dispatch: Dispatch) -> str:
    """The parent's id, empty for the root: also for a parent that is unknown or part of a cycle."""
    parent = text_of(dispatch.data.get("parentCallId"))
    seen, above = {sub}, parent
    while above in call.dispatches:
        if above in seen:
            return ""
        seen.add(above)
        above = text_of(call.dispatches[above].data.get("parentCallId"))
    return parent if parent in call.dispatches else ""


def _dispatch_node(call: Call, dispatch: Dispatch, state: str, children: tuple[Node, ...]) -> Node:
    name, raw = text_of(dispatch.data.get("name")), dispatch.data.get("arguments")
    status = STATUS_WITHOUT_RESULT[state]
    facts: dict[str, Any] = {"name": name, "card": card_of(name), "nested": True}
    facts["argument"] = argument_line(name, parse_arguments(raw), raw)
    facts["call_id"] = text_of(dispatch.data.get("subCallId"))
    sections = list(_input(raw))
    if dispatch.done is not None:
        status = "error" if dispatch.done.get("isError") is True else "ok"
        if dispatch.done_time is not None and dispatch.done_seq != dispatch.seq:
            facts["duration_ms"] = max(0, dispatch.done_time - dispatch.time)
        sections += content_sections(dispatch.done.get("content"), SectionKind.OUTPUT, prefix="out")
    return Node(
        key=f"tool-call:{call.part}:{dispatch.seq}",
        kind=NodeKind.TOOL_CALL,
        part=call.part,
        seq=dispatch.seq,
        anchor=(dispatch.seq, 0),
        turn=call.turn,
        step=call.step,
        time=dispatch.time,
        status=status,
        title=name,
        sections=tuple(sections),
        facts=facts,
        last_seq=dispatch.done_seq,
        children=children,
    )
