"""Audit rows and raw cards: what happened around the conversation, and what is not known."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from sessionlog.conversation.message import json_text
from sessionlog.conversation.node import Node, NodeKind, Section, SectionKind, event_node
from sessionlog.conversation.text import clean, counted, integer, mapping, objects, one_line, seconds, text_of
from sessionlog.model.row import IndexEntry, Row

Line = Callable[[Mapping[str, Any]], str]


def _words(*keys: str) -> Line:
    """The text members of these names, those that are there."""

    def line(data: Mapping[str, Any]) -> str:
        return " · ".join(text for key in keys if (text := text_of(data.get(key))))

    return line


def _hook_result(data: Mapping[str, Any]) -> str:
    facts = [text_of(data.get("point")), text_of(data.get("decision"))]
    if (code := integer(data.get("exitCode"))) is not None:
        facts.append(f"exit {code}")
    if isinstance(data.get("durationMs"), int | float):
        facts.append(seconds(data["durationMs"]))
    facts.append(text_of(data.get("stderrSummary")))
    return " · ".join(fact for fact in facts if fact)


def _todos(data: Mapping[str, Any]) -> str:
    todos = objects(data.get("todos"))
    done = sum(todo.get("status") == "completed" for todo in todos)
    return f"{done} of {len(todos)} done"


def _within(member: str, *keys: str) -> Line:
    inner = _words(*keys)

    def line(data: Mapping[str, Any]) -> str:
        return inner(mapping(data.get(member)))

    return line


def _plan(data: Mapping[str, Any]) -> str:
    return "on" if data.get("active") is True else "off"


def _goal(data: Mapping[str, Any]) -> str:
    objective = text_of(mapping(data.get("goal")).get("objective"))
    return " · ".join(part for part in (text_of(data.get("operation")), objective) if part)


def _prompt(data: Mapping[str, Any]) -> str:
    blocks = objects(mapping(data.get("message")).get("content"))
    return next((text for block in blocks if (text := text_of(block.get("text")))), "empty")


def _tools(data: Mapping[str, Any]) -> str:
    signs = {"tool-addition": "+", "tool-removal": "-"}
    blocks = objects(mapping(data.get("message")).get("content"))
    return " ".join(
        f"{signs[text_of(block.get('type'))]}{text_of(block.get('toolName'))}"
        for block in blocks
        if text_of(block.get("type")) in signs
    )


def _offloaded(data: Mapping[str, Any]) -> str:
    indexes = [target.get("imageIndexes") for target in objects(data.get("targets"))]
    return counted(sum(len(each) for each in indexes if isinstance(each, list)), "image", "images")


def _files(data: Mapping[str, Any]) -> str:
    return ", ".join(text_of(file.get("path")) for file in objects(data.get("files")))


def _seed(data: Mapping[str, Any]) -> str:
    return "what was inherited ends here" if data.get("inherited") is True else ""


def _prune(data: Mapping[str, Any]) -> str:
    seqs = data.get("shadowedSeqs")
    return counted(len(seqs) if isinstance(seqs, list) else 0, "result", "results") + " shortened"


LINES: dict[str, tuple[str, Line]] = {
    "agent-preset/selected": ("Agent preset", _words("agentPreset")),
    "approval/asked": ("Approval asked", _words("toolName", "reason")),
    "approval/decided": ("Approval decided", _words("outcome")),
    "approval/policy": ("Approval policy", _words("policy", "source")),
    "sandbox/mode": ("Sandbox mode", _words("mode", "source")),
    "permission/preset": ("Permission preset", _words("preset")),
    "plan/mode": ("Plan mode", _plan),
    "command/run": ("Command", _words("name", "args")),
    "command/done": ("Command done", _words("kind", "text")),
    "compaction/prune": ("Pruned", _prune),
    "deliverables/presented": ("Presented", _files),
    "developer/message": ("Tools changed", _tools),
    "feedback/record": ("Feedback", _words("text")),
    "feedback/message-put": ("Feedback", _within("item", "rating", "note")),
    "feedback/message-delete": ("Feedback withdrawn", _words("messageId")),
    "goal/change": ("Goal", _goal),
    "hook/invoked": ("Hook", _words("point", "matcher", "handlerId")),
    "hook/result": ("Hook result", _hook_result),
    "image/offload": ("Images put aside", _offloaded),
    "job/registered": ("Job", _words("kind", "label")),
    "job/settled": ("Job done", _words("kind", "label", "status", "detail")),
    "model/selection": ("Model selected", _words("provider", "model", "reasoningEffort")),
    "schedule/change": ("Schedule", _words("operation", "id")),
    "session/end-seed": ("Session taken up", _seed),
    "session/title": ("Title", _words("title")),
    "session-log-deepseek/delivery-accepted": ("Delivery accepted", _words()),
    "subagent/catalog": ("Subagent listed", _words("mode", "label", "childId")),
    "subagent/descriptor": ("Subagent", _words("mode", "label", "provider")),
    "subagent/model-selection-policy": ("Subagent model policy", _words("policy")),
    "system/message": ("System prompt", _prompt),
    "team/member": ("Team member", _within("member", "name", "phase")),
    "team/task": ("Team task", _within("task", "subject", "status")),
    "team/message/queued": ("Team message", _within("message", "senderName", "content")),
    "team/message/delivered": ("Team message delivered", _words("messageId")),
    "todo/write": ("To-do list", _todos),
    "tool-workflow/run-start": ("Workflow", _words("name")),
    "tool-workflow/agent-start": ("Workflow member", _words("phase", "label")),
    "tool-workflow/agent-end": ("Workflow member done", _words("outcome")),
    "tool-workflow/run-end": ("Workflow done", _words("stopReason")),
    "web/deepseek-search-llm-request": ("Web search request", _words("endpoint")),
    "working-directory/change": ("Working directory", _words("cwd")),
    "workspace/changes": ("Files changed", _words()),
}
"""Title and one line for each audit type."""


def _json_node(
    kind: NodeKind, part: int, entry: IndexEntry, title: str, text: str, facts: dict[str, Any]
) -> Node:
    sections = (Section("json", SectionKind.JSON, text, language="json"),)
    return event_node(kind, part, entry, step=entry.step, title=title, sections=sections, facts=facts)


def audit_node(part: int, entry: IndexEntry, data: Mapping[str, Any]) -> Node:
    title, line = LINES[entry.type]
    facts = {"type": entry.type, "summary": one_line(line(data)), "ref": entry.ref}
    return _json_node(NodeKind.AUDIT, part, entry, title, json_text(dict(data)), facts)


def raw_node(part: int, entry: IndexEntry, row: Row, why: str) -> Node:
    """An event that is not known or does not have the shape of its type: its line as stored."""
    text = clean(row.raw.decode("utf-8", "replace"))
    return _json_node(NodeKind.RAW, part, entry, row.type, text, {"type": row.type, "reason": why})
