"""Event payloads of generation 0 as typed structures (spec 01 sections 1.3 and 1.4).

They say which members a payload has and how code reads them. Nothing is ever stored from them: a
structure drops what it does not name, `views` keeps it.
"""

from __future__ import annotations

from typing import Any

import msgspec

Json = Any


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
