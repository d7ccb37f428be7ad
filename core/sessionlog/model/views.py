"""Typed views over event payloads (spec 01 sections 1.3 and 1.4).

The stored payload stays a dict with every member it has; a view is how code reads it. Members
that the contract does not name are in `View.unknown`, never lost. A payload in another shape has
no view: `view_of` raises `LogFault`, and the event is shown as stored.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import msgspec

from sessionlog.model.faults import LogFault
from sessionlog.model.payload import data_of
from sessionlog.model.payloads import (
    ApprovalAsked,
    ApprovalDecided,
    AssistantChunk,
    AssistantMessage,
    CodeDispatch,
    CodeDispatchStart,
    CommandDone,
    CommandRun,
    CompactionEnd,
    CompactionStart,
    CompactionSummary,
    Feedback,
    Goal,
    HookInvoked,
    HookResult,
    InboxSplice,
    Mode,
    Payload,
    Plan,
    Policy,
    RequestContext,
    RequestHeader,
    Retry,
    RetryStarted,
    Selected,
    Shadowing,
    Step,
    SubagentDescriptor,
    Title,
    TodoWrite,
    ToolCall,
    ToolResult,
    Turn,
    TurnEnd,
    UserMessage,
    WorkflowAgent,
    WorkflowRun,
)

T = TypeVar("T", bound="Payload", covariant=True)


VIEWS: Mapping[str, type[Payload]] = {
    "turn/start": Turn,
    "turn/end": TurnEnd,
    "step/start": Step,
    "step/end": Step,
    "user/message": UserMessage,
    "assistant/chunk": AssistantChunk,
    "assistant/message": AssistantMessage,
    "tool/call": ToolCall,
    "tool/result": ToolResult,
    "todo/write": TodoWrite,
    "request/header": RequestHeader,
    "request/context": RequestContext,
    "agent/inbox/spliced": InboxSplice,
    "agent-preset/selected": Selected,
    "approval/asked": ApprovalAsked,
    "approval/decided": ApprovalDecided,
    "approval/policy": Policy,
    "sandbox/mode": Mode,
    "plan/mode": Plan,
    "command/run": CommandRun,
    "command/done": CommandDone,
    "compaction/start": CompactionStart,
    "compaction/summary": CompactionSummary,
    "compaction/end": CompactionEnd,
    "compaction/prune": Shadowing,
    "feedback/record": Feedback,
    "goal/change": Goal,
    "hook/invoked": HookInvoked,
    "hook/result": HookResult,
    "llm/retry": Retry,
    "llm/retry-started": RetryStarted,
    "session/title": Title,
    "subagent/descriptor": SubagentDescriptor,
    "tool-workflow/run-start": WorkflowRun,
    "tool-workflow/agent-start": WorkflowAgent,
    "tool-workflow/agent-end": WorkflowAgent,
    "tool-workflow/run-end": WorkflowRun,
    "tool/code-dispatch-start": CodeDispatchStart,
    "tool/code-dispatch": CodeDispatch,
}
"""The types whose payload code reads member by member; the others stay plain dicts."""


@dataclass(frozen=True, slots=True)
class View(Generic[T]):
    """`typed` for reading, `stored` as it is in the log."""

    typed: T
    stored: Mapping[str, Any]

    @property
    def unknown(self) -> dict[str, Any]:
        """Members that the contract does not name."""
        named = set(self.typed.__struct_encode_fields__)
        return {name: value for name, value in self.stored.items() if name not in named}


def view_of(event: Mapping[str, Any]) -> View[Payload] | None:
    """The typed view of an event; `None` for a type without one. Raises `LogFault` for another shape."""
    found = VIEWS.get(event["type"])
    return None if found is None else view_as(found, data_of(event), event["seq"])


def view_as(type: type[T], stored: Mapping[str, Any], seq: int | None = None) -> View[T]:
    """A payload, or a part of one such as a usage, read as `type`."""
    try:
        return View(msgspec.convert(stored, type), stored)
    except msgspec.ValidationError as fault:
        raise LogFault(
            "payload-shape",
            f"The payload at seq {seq} has another shape: {fault}.",
            "Look at the row as stored.",
            seq,
        ) from None
