"""The attempts of a log and what was assembled from each (specification 01, section 4)."""

from __future__ import annotations

from typing import Any

from naive_judge.stored import Json, same

BOUNDARIES = ("step/start", "step/end", "turn/start", "turn/end", "llm/retry")
TEXTS = {"text-delta": "text", "reasoning-delta": "reasoning"}


def attempts(events: list[Json]) -> list[Json]:
    """Every streamed attempt in order.

    `first` and `last` are seqs of chunks, `firstToken` the time of the attempt's own first delta that
    says something, `committed` the seq of its message or None. Outcomes: committed, retried (a retry was
    decided, or the step asked again), interrupted, failed, open (its turn has not ended).
    """
    return [_attempt(group, events) for group in _groups(events)]


def _groups(events: list[Json]) -> list[list[Json]]:
    """The chunks of each attempt. A finish delimits it, and so does everything that ends its stream."""
    groups: list[list[Json]] = []
    open_group = False
    for event in events:
        if event["type"] == "assistant/chunk":
            if not open_group or _begins_anew(groups[-1], event):
                groups.append([])
            groups[-1].append(event)
            open_group = True
        elif event["type"] in BOUNDARIES or _is_answer(event):
            open_group = False
    return groups


def _is_answer(event: Json) -> bool:
    return event["type"] == "assistant/message" and event["surfaceOp"] == "append"


def _begins_anew(group: list[Json], event: Json) -> bool:
    if _place(group[0]) != _place(event):
        return True
    finished = any(chunk["data"]["chunk"]["type"] == "finish" for chunk in group)
    return finished and event["data"]["chunk"]["type"] not in ("usage", "finish")


def _place(event: Json) -> tuple[Any, Any]:
    return event["data"]["turn"], event["data"]["step"]


def _attempt(group: list[Json], events: list[Json]) -> Json:
    chunks = [event["data"]["chunk"] for event in group]
    finish, replay = finish_of(chunks)
    turn, step = _place(group[0])
    message = _message_after(group, events)
    found: Json = {
        "turn": turn,
        "step": step,
        "first": group[0]["seq"],
        "last": group[-1]["seq"],
        "chunks": [event["seq"] for event in group],
        "finish": finish,
        "usage": usage_of(chunks),
        "firstToken": first_token(group),
        "blocks": blocks(chunks),
        "replay": replay,
        "committed": None if message is None else message["seq"],
        "outcome": _outcome(group, events, finish, message),
        "differs": [],
    }
    if message is not None:
        found["differs"] = _differences(found, chunks, message)
    return found


def first_token(group: list[Json]) -> int | None:
    """The time of the first delta with any text or arguments in it."""
    for event in group:
        chunk = event["data"]["chunk"]
        said = chunk["text"] if chunk["type"] in TEXTS else chunk.get("argumentsDelta")
        if said:
            time: int = event["time"]
            return time
    return None


def usage_of(chunks: list[Json]) -> Json | None:
    """The last usage that the stream reported."""
    found = None
    for chunk in chunks:
        if chunk["type"] == "usage":
            found = chunk["usage"]
    return found


def finish_of(chunks: list[Json]) -> tuple[Json | None, Any]:
    """The last finish's reason and replay state; no reason where the stream has no finish."""
    reason, replay = None, None
    for chunk in chunks:
        if chunk["type"] == "finish":
            reason, replay = chunk["reason"], chunk.get("replayState")
    if replay is None or "blocks" not in replay:
        return reason, replay
    seen = [_block(chunks, index) for index in _indexes(chunks)]
    if len(replay["blocks"]) != len(seen):
        return reason, None
    if reason is not None and reason["kind"] == "max-tokens":
        pairs = zip(replay["blocks"], seen, strict=True)
        replay = {**replay, "blocks": [state for state, block in pairs if block["type"] != "tool-call"]}
    return reason, replay


def blocks(chunks: list[Json]) -> list[Json]:
    """The blocks of a stream in the order in which their indexes were first seen."""
    assembled = [_block(chunks, index) for index in _indexes(chunks)]
    kinds = [chunk["reason"]["kind"] for chunk in chunks if chunk["type"] == "finish"]
    if kinds and kinds[-1] == "max-tokens":
        assembled = [block for block in assembled if block["type"] != "tool-call"]
    return assembled


def readable(chunks: list[Json]) -> list[Json]:
    """What is kept of a stream that was broken off: text and reasoning that is not blank."""
    assembled = [_block(chunks, index) for index in _indexes(chunks)]
    return [block for block in assembled if block["type"] in ("text", "reasoning") and block["text"].strip()]


def _indexes(chunks: list[Json]) -> list[int]:
    order: list[int] = []
    for chunk in chunks:
        if "index" in chunk and chunk["index"] not in order:
            order.append(chunk["index"])
    return order


def _block(chunks: list[Json], index: int) -> Json:
    """One block: as its first end stored it, else from the deltas before any end."""
    mine = [chunk for chunk in chunks if chunk.get("index") == index]
    for chunk in mine:
        if chunk["type"] == "block-end":
            stored: Json = chunk["block"]
            return stored
    implied = {"text-delta": "text", "reasoning-delta": "reasoning", "tool-call-delta": "tool-call"}
    first = mine[0]
    kind = first["blockType"] if first["type"] == "block-start" else implied[first["type"]]
    if kind == "tool-call":
        call, name, arguments = f"call-{index}", "", ""
        for chunk in mine:
            if chunk["type"] == "tool-call-delta":
                call, name = chunk["id"], chunk.get("name") or name
                arguments += chunk["argumentsDelta"]
        return {"type": "tool-call", "id": call, "name": name, "arguments": arguments}
    return {"type": kind, "text": "".join(chunk["text"] for chunk in mine if chunk["type"] in TEXTS)}


def _message_after(group: list[Json], events: list[Json]) -> Json | None:
    """The message that was appended of this attempt, in its step and before any other attempt."""
    for event in _after(group, events):
        if _is_answer(event):
            return event if _place(event) == _place(group[0]) else None
    return None


def _after(group: list[Json], events: list[Json]) -> list[Json]:
    """What comes after an attempt, up to the next attempt or the end of its step."""
    found: list[Json] = []
    for event in events:
        if event["seq"] <= group[-1]["seq"]:
            continue
        if event["type"] in ("assistant/chunk", "step/end", "step/start", "turn/end", "turn/start"):
            break
        found.append(event)
    return found


def _outcome(group: list[Json], events: list[Json], finish: Json | None, message: Json | None) -> str:
    if message is not None:
        return "interrupted" if message["data"].get("interrupted") is True else "committed"
    if any(event["type"] == "llm/retry" for event in _after(group, events)) or _asked_again(group, events):
        return "retried"
    if finish is not None and finish["kind"] == "error":
        return "failed"
    for event in events:
        if event["seq"] > group[-1]["seq"] and event["type"] == "turn/end":
            return "failed" if event["data"]["reason"]["kind"] == "error" else "interrupted"
    return "open"


def _asked_again(group: list[Json], events: list[Json]) -> bool:
    """Whether another attempt of the same step follows, as after a recovery by compaction (5.2)."""
    later = [event for event in events if event["seq"] > group[-1]["seq"]]
    return any(event["type"] == "assistant/chunk" and _place(event) == _place(group[0]) for event in later)


def _differences(found: Json, chunks: list[Json], message: Json) -> list[str]:
    """In what a committed message is not what its stream comes to."""
    data = message["data"]
    due = readable(chunks) if data.get("interrupted") is True else found["blocks"]
    differs = []
    if not same(data["message"]["content"], due):
        differs.append("content")
    if not same(data.get("usage"), found["usage"]):
        differs.append("usage")
    if not same(message.get("sourceEventSeqs"), found["chunks"]):
        differs.append("sources")
    replay = None if data.get("interrupted") is True else found["replay"]
    if not same(data["message"]["source"].get("replayState"), replay):
        differs.append("replay")
    return differs
