"""What closes a log that ends inside a turn (specification 01, section 6)."""

from __future__ import annotations

from typing import Any

from naive_judge.stored import Json

NOT_STARTED = (
    "The tool call was interrupted before the Harness recorded it as started. Retry it if it is still needed."
)
UNKNOWN = (
    "The tool call was interrupted after it was recorded, but no result was durably recorded. Its outcome is "
    "unknown. Decide whether to retry from the tool semantics: retry only if the operation is read-only or "
    "idempotent; if it may have side effects, first verify external state or ask the user. "
    "Do not retry blindly."
)


def closers(events: list[Json]) -> list[Json]:
    """The events that a reader adds: a result for each pending call, the step's end, the turn's end."""
    turn: Any = None
    step: Any = None
    pending: dict[str, Json] = {}
    for event in events:
        kind, data = event["type"], event["data"]
        if kind == "turn/start":
            turn, step, pending = data["turn"], None, {}
        elif kind == "turn/end":
            turn, step, pending = None, None, {}
        elif kind == "step/start":
            step = data["step"]
        elif kind == "step/end":
            step, pending = None, {}
        elif kind == "assistant/message":
            for block in data["message"]["content"]:
                if block["type"] == "tool-call":
                    pending[block["id"]] = {"step": data["step"]}
        elif kind == "tool/call":
            if data["callId"] in pending:
                pending[data["callId"]]["callSeq"] = event["seq"]
        elif kind == "tool/result":
            pending.pop(data["message"]["source"]["callId"], None)
    if turn is None:
        return []
    added: list[Json] = []

    def add(kind: str, data: Json, **markers: Any) -> None:
        last = events[-1]
        place = {"type": kind, "seq": last["seq"] + 1 + len(added), "time": last["time"]}
        added.append({**place, "data": data, **markers})

    for call, facts in pending.items():
        started = "callSeq" in facts
        text = UNKNOWN if started else NOT_STARTED
        block = {"type": "tool-result", "toolCallId": call, "isError": True}
        message = {
            "id": f"interrupted-tool-result-{call}-{events[-1]['seq'] + 1 + len(added)}",
            "role": "user",
            "source": {"kind": "tool", "callId": call},
            "content": [{**block, "content": [{"type": "text", "text": text}]}],
        }
        name, code = ("ToolNotStartedError", "TOOL_NOT_STARTED")
        cited: Json = {}
        if started:
            name, code = ("ToolOutcomeUnknownError", "TOOL_OUTCOME_UNKNOWN")
            cited = {"sourceEventSeqs": [facts["callSeq"]]}
        result = {"turn": turn, "step": facts["step"], "message": message}
        error = {"name": name, "code": code}
        add("tool/result", {**result, "error": error}, surfaceOp="append", **cited)
    if step is not None:
        add("step/end", {"turn": turn, "step": step})
    add("turn/end", {"turn": turn, "reason": {"kind": "interrupted"}})
    return added
