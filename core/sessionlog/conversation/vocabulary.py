"""What becomes of every event type: a node, an audit row, or state that is not shown by itself.

A type that has no line here is unknown and is shown raw, as stored; nothing is guessed. Types
are the current names (legacy `compact/*` and `steering/message` are normalised before).
"""

from __future__ import annotations

from enum import StrEnum


class Fate(StrEnum):
    NODE = "node"
    AUDIT = "audit"
    STATE = "state"


_NODES = (
    "turn/start",
    "turn/end",
    "user/message",
    "assistant/chunk",
    "assistant/attempt",
    "assistant/message",
    "tool/call",
    "tool/result",
    "tool/code-dispatch-start",
    "tool/code-dispatch",
    "tool/ptc-dispatch-start",
    "tool/ptc-dispatch",
    "llm/retry",
    "llm/retry-started",
    "compaction/start",
    "compaction/summary",
    "compaction/end",
)

_AUDIT = (
    "agent-preset/selected",
    "approval/asked",
    "approval/decided",
    "approval/policy",
    "sandbox/mode",
    "permission/preset",
    "plan/mode",
    "command/run",
    "command/done",
    "compaction/prune",
    "deliverables/presented",
    "developer/message",
    "feedback/record",
    "feedback/message-put",
    "feedback/message-delete",
    "goal/change",
    "hook/invoked",
    "hook/result",
    "image/offload",
    "job/registered",
    "job/settled",
    "model/selection",
    "schedule/change",
    "session/end-seed",
    "session/title",
    "session-log-deepseek/delivery-accepted",
    "subagent/catalog",
    "subagent/descriptor",
    "subagent/model-selection-policy",
    "system/message",
    "team/member",
    "team/task",
    "team/message/queued",
    "team/message/delivered",
    "todo/write",
    "tool-workflow/run-start",
    "tool-workflow/agent-start",
    "tool-workflow/agent-end",
    "tool-workflow/run-end",
    "web/deepseek-search-llm-request",
    "working-directory/change",
    "workspace/changes",
)

_STATE = (
    "step/start",
    "step/end",
    "agent/inbox/spliced",
    "request/header",
    "request/context",
    "session/title-llm-request",
)

FATES: dict[str, Fate] = {
    **dict.fromkeys(_NODES, Fate.NODE),
    **dict.fromkeys(_AUDIT, Fate.AUDIT),
    **dict.fromkeys(_STATE, Fate.STATE),
}


def fate_of(type: str) -> Fate | None:
    """What becomes of a type; `None` for one that is unknown."""
    return FATES.get(type)
