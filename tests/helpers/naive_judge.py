"""The contracts of the log a second time, as slowly and as literally as the sentences allow.

No function here shares code with the product or with another one here. Each takes the list of all
events and looks at all of it.
"""

from __future__ import annotations

from itertools import takewhile
from typing import Any

Json = dict[str, Any]
NOT_STARTED = (
    "The tool call was interrupted before the Harness recorded it as started. Retry it if it is still needed."
)
UNKNOWN = (
    "The tool call was interrupted after it was recorded, but no result was durably recorded. "
    "Its outcome is unknown. Decide whether to retry from the tool semantics: retry only if the operation is "
    "read-only or idempotent; if it may have side effects, first verify external state or ask the user. "
    "Do not retry blindly."
)


def nodes(events: list[Json]) -> tuple[list[int], int]:
    found: list[int] = []
    replacements = 0
    for event in events:
        if event["type"] not in ("user/message", "assistant/message", "tool/result"):
            continue
        if event["surfaceOp"] == "append":
            found = [*found, event["seq"]]
        else:
            start, end = found.index(event["surfaceOp"]["start"]), found.index(event["surfaceOp"]["end"])
            assert start <= end and set(found[start : end + 1]) <= set(event["sourceEventSeqs"])
            found = [*found[:start], event["seq"], *found[end + 1 :]]
            replacements += 1
    return found, replacements


def messages(events: list[Json]) -> list[Json]:
    found = []
    for seq in nodes(events)[0]:
        event = events[seq]
        message = event["data"] if event["type"] == "user/message" else event["data"]["message"]
        if event["type"] != "assistant/message" or message["content"]:
            found.append(message)
    return found


def header(events: list[Json]) -> Json | None:
    logged = [event["data"]["header"] for event in events if event["type"] == "request/header"]
    if not logged:
        return None
    kept = {"config": logged[-1]["config"]}
    for name in ("adapterDefaults", "system", "tools"):
        if logged[-1].get(name):
            kept[name] = logged[-1][name]
    return kept


def closers(events: list[Json]) -> list[Json]:
    starts = [event["seq"] for event in events if event["type"] == "turn/start"]
    ends = [event["seq"] for event in events if event["type"] == "turn/end"]
    if not starts or (ends and ends[-1] > starts[-1]):
        return []
    inside = events[starts[-1] :]
    turn = inside[0]["data"]["turn"]
    steps = [event for event in inside if event["type"] in ("step/start", "step/end")]
    open_step = steps[-1]["data"]["step"] if steps and steps[-1]["type"] == "step/start" else None
    here = inside if open_step is None else [event for event in inside if event["seq"] > steps[-1]["seq"]]
    asked: list[str] = []
    for event in here if open_step is not None else []:
        if event["type"] == "assistant/message":
            blocks = event["data"]["message"]["content"]
            asked += [b["id"] for b in blocks if b["type"] == "tool-call" and b["id"] not in asked]
        if event["type"] == "tool/result":
            asked = [call for call in asked if call != event["data"]["message"]["source"]["callId"]]
    made: list[Json] = []
    seq, time = events[-1]["seq"] + 1, events[-1]["time"]
    for call in asked:
        started = [e["seq"] for e in here if e["type"] == "tool/call" and e["data"]["callId"] == call]
        text = UNKNOWN if started else NOT_STARTED
        name, code = (
            ("ToolOutcomeUnknownError", "TOOL_OUTCOME_UNKNOWN")
            if started
            else ("ToolNotStartedError", "TOOL_NOT_STARTED")
        )
        block = {
            "type": "tool-result",
            "toolCallId": call,
            "isError": True,
            "content": [{"type": "text", "text": text}],
        }
        result: Json = {
            "type": "tool/result",
            "seq": seq + len(made),
            "time": time,
            "data": {
                "turn": turn,
                "step": open_step,
                "message": {
                    "id": f"interrupted-tool-result-{call}-{seq + len(made)}",
                    "role": "user",
                    "source": {"kind": "tool", "callId": call},
                    "content": [block],
                },
                "error": {"name": name, "code": code},
            },
            "surfaceOp": "append",
        }
        made.append(result | ({"sourceEventSeqs": [started[-1]]} if started else {}))
    if open_step is not None:
        made.append(
            {
                "type": "step/end",
                "seq": seq + len(made),
                "time": time,
                "data": {"turn": turn, "step": open_step},
            }
        )
    reason = {"kind": "interrupted"}
    made.append(
        {"type": "turn/end", "seq": seq + len(made), "time": time, "data": {"turn": turn, "reason": reason}}
    )
    return made


def attempts(events: list[Json]) -> list[Json]:
    """First and last chunk, outcome, committed seq and first token of each run of chunks up to a finish."""
    chunks = [event for event in events if event["type"] == "assistant/chunk"]
    groups: list[list[Json]] = []
    for event in chunks:
        last = groups[-1][-1] if groups else None
        if (
            last is None
            or last["data"]["chunk"]["type"] == "finish"
            or (last["data"]["turn"], last["data"]["step"]) != (event["data"]["turn"], event["data"]["step"])
        ):
            groups.append([])
        groups[-1].append(event)
    return [_attempt(events, group, groups[number + 1 :][:1]) for number, group in enumerate(groups)]


def _attempt(events: list[Json], group: list[Json], following: list[list[Json]]) -> Json:
    turn, step = group[0]["data"]["turn"], group[0]["data"]["step"]
    until = following[0][0]["seq"] if following else len(events)
    after = events[group[-1]["seq"] + 1 : until]
    own = list(takewhile(lambda e: e["type"] not in ("turn/start", "step/start"), after))
    message = next((e for e in own if e["type"] == "assistant/message" and e["surfaceOp"] == "append"), None)
    reasons = [e["data"]["reason"] for e in own if e["type"] == "turn/end"]
    finish = (
        group[-1]["data"]["chunk"].get("reason") if group[-1]["data"]["chunk"]["type"] == "finish" else None
    )
    again = following and (following[0][0]["data"]["turn"], following[0][0]["data"]["step"]) == (turn, step)
    if message is not None:
        outcome = "interrupted" if message["data"].get("interrupted") else "committed"
    elif again or any(e["type"] == "llm/retry" for e in own):
        outcome = "retried"
    elif (
        len(own) == len(after)
        and not reasons
        and not following
        and not any(e["type"] == "step/end" for e in own)
    ):
        outcome = "open"
    elif (finish or {}).get("kind") == "error" or (reasons and reasons[0]["kind"] == "error"):
        outcome = "failed"
    else:
        outcome = "interrupted"
    tokens = [
        e["time"]
        for e in group
        if e["data"]["chunk"]["type"].endswith("-delta")
        and (e["data"]["chunk"].get("text") or e["data"]["chunk"].get("argumentsDelta"))
    ]
    return {
        "turn": turn,
        "step": step,
        "first": group[0]["seq"],
        "last": group[-1]["seq"],
        "outcome": outcome,
        "committed": None if message is None else message["seq"],
        "first_token": tokens[0] if tokens else None,
    }
