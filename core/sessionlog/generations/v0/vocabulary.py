"""The event types of generation 0 (spec 01 section 1.4, spec 03 section 3)."""

from __future__ import annotations

TURN_START = "turn/start"
TURN_END = "turn/end"
STEP_START = "step/start"
STEP_END = "step/end"
USER_MESSAGE = "user/message"
ASSISTANT_CHUNK = "assistant/chunk"
ASSISTANT_MESSAGE = "assistant/message"
TOOL_CALL = "tool/call"
TOOL_RESULT = "tool/result"
REQUEST_HEADER = "request/header"
END_SEED = "session/end-seed"

SURFACE_TYPES = frozenset({USER_MESSAGE, ASSISTANT_MESSAGE, TOOL_RESULT})

CORE_TYPES = frozenset(
    {
        TURN_START,
        TURN_END,
        STEP_START,
        STEP_END,
        USER_MESSAGE,
        ASSISTANT_CHUNK,
        ASSISTANT_MESSAGE,
        TOOL_CALL,
        TOOL_RESULT,
        "todo/write",
        REQUEST_HEADER,
        "request/context",
        END_SEED,
    }
)

PLUGIN_TYPES = frozenset(
    {
        "agent/inbox/spliced",
        "agent-preset/selected",
        "approval/asked",
        "approval/decided",
        "approval/policy",
        "sandbox/mode",
        "permission/preset",
        "plan/mode",
        "command/run",
        "command/done",
        "compaction/start",
        "compaction/summary",
        "compaction/end",
        "compaction/prune",
        "feedback/record",
        "goal/change",
        "hook/invoked",
        "hook/result",
        "llm/retry",
        "llm/retry-started",
        "schedule/change",
        "session/title",
        "session/title-llm-request",
        "subagent/descriptor",
        "team/member",
        "team/task",
        "team/message/queued",
        "team/message/delivered",
        "tool-workflow/run-start",
        "tool-workflow/agent-start",
        "tool-workflow/agent-end",
        "tool-workflow/run-end",
        "tool/code-dispatch-start",
        "tool/code-dispatch",
        "web/deepseek-search-llm-request",
    }
)

LAST_RELEASE_TYPES = frozenset(
    {"model/selection", "session-log-deepseek/delivery-accepted", "subagent/model-selection-policy"}
)
"""Added by the last release that wrote generation 0."""

CURRENT_NAME = {
    "compact/start": "compaction/start",
    "compact/summary": "compaction/summary",
    "compact/end": "compaction/end",
    "compact/prune": "compaction/prune",
    "steering/message": USER_MESSAGE,
}
"""Names of older logs, each with the name that the view gives it."""

REFUSED_TYPES = frozenset({"request/header-delta", "mode/set"})
"""Types that no release reads any more; our view shows them raw."""

KNOWN_TYPES = CORE_TYPES | PLUGIN_TYPES | LAST_RELEASE_TYPES
"""What may appear without `ignorable: true`, by current names."""

PACKED_KINDS = {"text-chunks": "text", "reasoning-chunks": "reasoning", "tool-call-chunks": "tool-call"}
"""Tags of packed rows, each with the kind of its deltas."""

DELTA_KINDS = {"text-delta": "text", "reasoning-delta": "reasoning", "tool-call-delta": "tool-call"}
"""Chunk types that are deltas, each with its kind."""
