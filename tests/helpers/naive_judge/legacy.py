"""Shapes of earlier releases, read as what they became (specification 01, section 2.5 point 4)."""

from __future__ import annotations

from typing import Any

from naive_judge.stored import Json, is_int

PLAIN_REASONS = ("completed", "blocked", "max-tokens", "interrupted")
OLD_NAMES = {
    "compact/start": "compaction/start",
    "compact/summary": "compaction/summary",
    "compact/end": "compaction/end",
    "compact/prune": "compaction/prune",
}
FAILURE_TEXTS = {"message", "code", "requestId"}
FAILURE_NUMBERS = {"status", "providerRetryAfterMs"}


class Legacy(Exception):
    """Looks like an earlier release's shape and is not one."""


def normalised(events: list[Json], session_id: str) -> list[Json]:
    """Every event as the last release reads it. Raises `Legacy` at the first that it refuses."""
    done: list[Json] = []
    for event in events:
        done.append(_event(event, done, session_id))
    return done


def _event(event: Json, before: list[Json], session_id: str) -> Json:
    kind, data = event["type"], event.get("data")
    if kind in OLD_NAMES:
        return {**event, "type": OLD_NAMES[kind]}
    if kind == "steering/message":
        _demand(isinstance(data, dict) and is_int(data.get("turn")), event)
    if not isinstance(data, dict):
        return event
    minted = f"legacy-message:{session_id}:{event['seq']}"
    if kind == "turn/start" and "trigger" in data:
        trigger = data["trigger"]
        _demand(set(data) == {"turn", "trigger"} and _positive(data["turn"]), event)
        _demand(isinstance(trigger, dict) and _text(trigger.get("kind")), event)
        return {**event, "data": {"turn": data["turn"]}}
    if kind == "turn/end":
        _demand(set(data) == {"turn", "reason"} and _positive(data["turn"]), event)
        return {**event, "data": {"turn": data["turn"], "reason": _reason(data["reason"], event)}}
    if kind == "steering/message":
        return {**event, "type": "user/message", "data": _steering(data, minted, event)}
    if (
        kind == "user/message"
        and {"content", "source"} <= set(data)
        and not {"id", "role", "message"} & set(data)
    ):
        return {**event, "data": {**data, "id": minted, "role": "user"}}
    if kind == "assistant/message" and {"content", "provenance"} <= set(data) and "message" not in data:
        rest = {key: data[key] for key in data if key not in ("content", "provenance")}
        source = {**data["provenance"], "kind": "model"}
        message = {"role": "assistant", "content": data["content"], "source": source, "id": minted}
        return {**event, "data": {**rest, "message": message}}
    if kind == "tool/result" and {"callId", "content", "isError"} <= set(data) and "message" not in data:
        rest = {key: data[key] for key in data if key not in ("callId", "content", "isError")}
        operation = event.get("surfaceOp")
        if isinstance(operation, dict):
            minted = _id_at(operation.get("start"), before, minted)
        inner = {"type": "tool-result", "toolCallId": data["callId"], "content": data["content"]}
        message = {
            "role": "user",
            "content": [{**inner, "isError": data["isError"]}],
            "source": {"kind": "tool", "callId": data["callId"]},
            "id": minted,
        }
        return {**event, "data": {**rest, "message": message}}
    return event


def _id_at(seq: Any, before: list[Json], otherwise: str) -> Any:
    """The id of the tool result that a replacement stands for; its own where there is none."""
    for event in before:
        if is_int(seq) and event["seq"] == seq and event["type"] == "tool/result":
            return event["data"]["message"]["id"]
    return otherwise


def _steering(data: Json, minted: str, event: Json) -> Any:
    if set(data) == {"turn", "message"}:
        return data["message"]
    _demand(set(data) == {"turn", "content", "source"}, event)
    return {"content": data["content"], "source": data["source"], "id": minted, "role": "user"}


def _reason(reason: Any, event: Json) -> Any:
    _demand(isinstance(reason, dict), event)
    kind = reason.get("kind")
    if kind in PLAIN_REASONS:
        _demand(set(reason) == {"kind"}, event)
    _demand(isinstance(kind, str), event)
    if kind == "aborted" and "reason" not in reason:
        _demand(set(reason) == {"kind"}, event)
        return {"kind": "aborted", "reason": {"kind": "legacy"}}
    if kind == "disposed" and set(reason) == {"kind"}:
        return {"kind": "aborted", "reason": {"kind": "disposed"}}
    if kind == "error" and "error" not in reason:
        _demand(is_int(reason.get("step")) and reason["step"] >= 0, event)
        if "failure" in reason:
            _demand(set(reason) == {"kind", "step", "failure"}, event)
            _demand(_failure(reason["failure"]), event)
            return {"kind": "error", "error": reason["failure"]}
        _demand(set(reason) <= {"kind", "step", "message", "code"} and "message" in reason, event)
        failure = {"message": reason["message"], "code": reason.get("code", "UNKNOWN")}
        _demand(_failure(failure), event)
        return {"kind": "error", "error": failure}
    return reason


def _failure(value: Any) -> bool:
    if not isinstance(value, dict) or not {"message", "code"} <= set(value):
        return False
    return all(
        isinstance(member, str)
        if name in FAILURE_TEXTS
        else name in FAILURE_NUMBERS and isinstance(member, int | float) and not isinstance(member, bool)
        for name, member in value.items()
    )


def _positive(value: Any) -> bool:
    return is_int(value) and value >= 1


def _text(value: Any) -> bool:
    return isinstance(value, str) and value != ""


def _demand(holds: bool, event: Json) -> None:
    if not holds:
        raise Legacy(event)
