"""Events of today's shape turned into the shapes of earlier releases (spec 01 section 2.5 point 4)."""

from __future__ import annotations

import random
from collections.abc import Sequence

from log_files import Json
from logs import LogBuilder

OLD_NAMES = {
    "compaction/start": "compact/start",
    "compaction/summary": "compact/summary",
    "compaction/end": "compact/end",
    "compaction/prune": "compact/prune",
}


def pruned_twice() -> LogBuilder:
    """A tool result of the old shape that two others took the place of, one after the other."""
    log = LogBuilder().user("x").tool("bash", {}, "out").assistant("y").end_turn()
    result = log.last("tool/result")
    block = result["data"]["message"]["content"][0]
    old = {"turn": 1, "step": result["data"]["step"], "callId": block["toolCallId"], "isError": False}
    result["data"] = {**old, "content": block["content"]}
    seq = result["seq"]
    for text in ("shorter", "short"):
        op = {"op": "replace", "start": seq, "end": seq}
        content = [{"type": "text", "text": text}]
        seq = log.log("tool/result", {**old, "content": content}, sourceEventSeqs=[seq], surfaceOp=op)
    log.user("more")
    return log


def aged(events: Sequence[Json], seed: int) -> list[Json]:
    """The same log as an older release could have left it.

    All tool results are aged or none, since a result and what replaced it must be of one shape.
    """
    rng = random.Random(seed)
    results = rng.random() < 0.5
    return [_aged(rng, event, results) for event in events]


def _aged(rng: random.Random, event: Json, results: bool) -> Json:
    kind, data = event["type"], event["data"]
    if kind == "tool/result":
        return {**event, "data": _old_result(data)} if results else event
    if rng.random() < 0.4:
        return event
    if kind == "turn/start":
        return {**event, "data": {**data, "trigger": {"kind": "user"}}}
    if kind == "turn/end":
        return {**event, "data": {**data, "reason": _old_reason(rng, data["reason"])}}
    if kind == "user/message" and data["source"]["kind"] == "user":
        bare = {"content": data["content"], "source": data["source"]}
        steering = {"turn": 1, "message": data} if rng.random() < 0.5 else {"turn": 1, **bare}
        return {**event, "type": "steering/message", "data": steering} if rng.random() < 0.5 else {
            **event, "data": bare
        }  # fmt: skip
    if kind == "assistant/message":
        message = data["message"]
        rest = {key: data[key] for key in data if key != "message"}
        source = {key: message["source"][key] for key in message["source"] if key != "kind"}
        return {**event, "data": {**rest, "content": message["content"], "provenance": source}}
    return {**event, "type": OLD_NAMES.get(kind, kind)}


def _old_result(data: Json) -> Json:
    block = data["message"]["content"][0]
    rest = {key: data[key] for key in data if key != "message"}
    flat = {"callId": block["toolCallId"], "content": block["content"], "isError": block["isError"]}
    return {**rest, **flat}


def _old_reason(rng: random.Random, reason: Json) -> Json:
    if reason["kind"] == "aborted":
        return {"kind": "disposed" if reason["reason"]["kind"] == "disposed" else "aborted"}
    if reason["kind"] != "error":
        return reason
    error = reason["error"]
    if rng.random() < 0.5:
        return {"kind": "error", "step": 1, "failure": error}
    code = {"code": error["code"]} if rng.random() < 0.5 else {}
    return {"kind": "error", "step": 1, "message": error["message"], **code}
