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

Json = Any
T = TypeVar("T", bound="Payload", covariant=True)


class Payload(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """Members in Python spelling; the log's spelling is camel case."""


class Turn(Payload, frozen=True, kw_only=True):
    turn: int


class TurnEnd(Payload, frozen=True, kw_only=True):
    turn: int
    reason: dict[str, Json]


class Step(Payload, frozen=True, kw_only=True):
    turn: int
    step: int


class UserMessage(Payload, frozen=True, kw_only=True):
    id: str
    role: str
    content: list[dict[str, Json]]
    source: dict[str, Json]


class Usage(Payload, frozen=True, kw_only=True):
    """Token counts, disjoint: input excludes what the cache served."""

    input_tokens: int
    output_tokens: int
    cache_read_tokens: int = 0
    cache_write_tokens: int = 0
    reasoning_tokens: int = 0


class Failure(Payload, frozen=True, kw_only=True):
    """Why a request failed; `provider_retry_after_ms` is what the provider asked to wait."""

    message: str
    code: str
    status: int | None = None
    provider_retry_after_ms: float | None = None
    request_id: str | None = None


class AssistantChunk(Step, frozen=True, kw_only=True):
    chunk: dict[str, Json]


class AssistantMessage(Step, frozen=True, kw_only=True):
    message: UserMessage
    usage: Usage | None = None
    interrupted: bool = False


class ToolCall(Step, frozen=True, kw_only=True):
    """`arguments` is the model's JSON text, never parsed."""

    call_id: str
    name: str
    arguments: str


class ErrorName(Payload, frozen=True, kw_only=True):
    name: str
    code: str


class ToolResult(Step, frozen=True, kw_only=True):
    message: UserMessage
    error: ErrorName | None = None
    meta: Json = None


class Todo(Payload, frozen=True, kw_only=True):
    content: str
    status: str


class TodoWrite(Payload, frozen=True, kw_only=True):
    todos: list[Todo]


class Config(Payload, frozen=True, kw_only=True):
    provider: str
    model: str
    reasoning_effort: str | None = None
    temperature: float | None = None
    max_tokens: int | None = None
    stop: list[str] | None = None


class Header(Payload, frozen=True, kw_only=True):
    """`tools` is a list of schemas; some logs hold a text in its place."""

    config: Config
    adapter_defaults: dict[str, bool] | None = None
    system: str | None = None
    tools: Json = None


class RequestHeader(Payload, frozen=True, kw_only=True):
    header: Header
    reason: str


class RequestContext(Payload, frozen=True, kw_only=True):
    provider: str
    model: str
    context_window: int | None = None


class InboxSplice(Payload, frozen=True, kw_only=True):
    """A list splice of `target`; `removed_count` is left out of the log when it is 0."""

    target: str
    start: int
    inserted: list[UserMessage]
    removed_count: int = 0
    outcome: str | None = None


class ApprovalAsked(Payload, frozen=True, kw_only=True):
    id: str
    tool_name: str
    call_id: str | None = None
    reason: str | None = None


class ApprovalDecided(Payload, frozen=True, kw_only=True):
    id: str
    outcome: str


class CommandRun(Payload, frozen=True, kw_only=True):
    command_id: str
    name: str
    source: dict[str, Json]
    args: str | None = None


class CommandDone(Payload, frozen=True, kw_only=True):
    command_id: str
    kind: str
    text: str | None = None
    source_event_seq: int | None = None


class CompactionStart(Payload, frozen=True, kw_only=True):
    """`turn` is `None` for a compaction between turns."""

    compaction_id: str
    turn: int | None
    source_command_id: str | None = None


class ShadowedRange(Payload, frozen=True, kw_only=True):
    start: int
    end: int


class Shadowing(Payload, frozen=True, kw_only=True):
    shadowed_range: ShadowedRange
    shadowed_seqs: list[int]
    shadowed_token_count: int


class CompactionSummary(Shadowing, frozen=True, kw_only=True):
    compaction_id: str
    summary: list[dict[str, Json]]
    provider: str
    model: str
    source_command_id: str | None = None
    max_tokens: int | None = None
    usage: Usage | None = None
    raw_output: list[dict[str, Json]] | None = None
    llm_stream_call: bool = False


class CompactionEnd(Payload, frozen=True, kw_only=True):
    compaction_id: str
    turn: int | None
    source_command_id: str | None = None
    error: Json = None


class HookInvoked(Payload, frozen=True, kw_only=True):
    """A hook that runs outside a turn names none."""

    point: str
    dialect: str
    handler_id: str
    turn: int | None = None
    matcher: str | None = None


class HookResult(Payload, frozen=True, kw_only=True):
    """`duration_ms` may have a fraction."""

    point: str
    handler_id: str
    decision: Json
    duration_ms: float
    turn: int | None = None
    exit_code: int | None = None
    stderr_summary: str | None = None


class Retry(Step, frozen=True, kw_only=True):
    """`mode` is `normal` or `always`; the latter has no `max_retries`. `delay_ms` may have a fraction."""

    retry_id: str
    provider: str
    mode: str
    policy_key: str
    retry: int
    delay_ms: float
    failure: Failure
    max_retries: int | None = None


class RetryStarted(Step, frozen=True, kw_only=True):
    retry_id: str
    retry: int


class Title(Payload, frozen=True, kw_only=True):
    title: str
    message_seqs: list[int]
    source: dict[str, Json]


class CodeDispatchStart(Payload, frozen=True, kw_only=True):
    root_call_id: str
    parent_call_id: str
    sub_call_id: str
    name: str
    arguments: Json


class CodeDispatch(CodeDispatchStart, frozen=True, kw_only=True):
    is_error: bool
    content: list[dict[str, Json]]


class Feedback(Payload, frozen=True, kw_only=True):
    text: str


class Goal(Payload, frozen=True, kw_only=True):
    """`operation` is clear (with `cleared`, `cleared_at`) or one that carries the whole `goal`."""

    kind: str
    version: int
    operation: str
    goal: dict[str, Json] | None = None
    cleared: dict[str, Json] | None = None
    cleared_at: int | None = None
    rounds_started: int | None = None
    created_at: int | None = None
    updated_at: int | None = None


class SubagentDescriptor(Payload, frozen=True, kw_only=True):
    version: int
    mode: str
    provider: str
    label: str | None = None
    agent_provider: str | None = None
    agent_model: str | None = None
    persona: str | None = None
    tool_filter: dict[str, Json] | None = None


class Selected(Payload, frozen=True, kw_only=True):
    agent_preset: str


class Policy(Payload, frozen=True, kw_only=True):
    policy: str
    source: str | None = None


class Mode(Payload, frozen=True, kw_only=True):
    mode: str
    source: str | None = None


class Plan(Payload, frozen=True, kw_only=True):
    active: bool


class WorkflowAgent(Payload, frozen=True, kw_only=True):
    """`seq` is the number of the member in its run, not a place in the log."""

    run_id: str
    seq: int
    label: str | None = None
    phase: str | None = None
    child_id: str | None = None
    outcome: str | None = None


class WorkflowRun(Payload, frozen=True, kw_only=True):
    run_id: str
    name: str | None = None
    stop_reason: str | None = None


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
