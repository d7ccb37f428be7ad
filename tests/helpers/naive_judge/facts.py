"""Titles, statistics, token counts and the inbox (specification 01, sections 1.4, 14; 02, section 5)."""

from __future__ import annotations

from typing import Any

from naive_judge.attempts import attempts, first_token
from naive_judge.stored import Json

TOKENS = ("inputTokens", "outputTokens", "cacheReadTokens", "cacheWriteTokens", "reasoningTokens")


def title(events: list[Json]) -> str | None:
    """The newest title."""
    titles = [event["data"]["title"] for event in events if event["type"] == "session/title"]
    return titles[-1] if titles else None


def first_token_times(events: list[Json]) -> dict[tuple[int, int], int]:
    """For each step, the time of its first delta that says something; a retry does not reset it."""
    found: dict[tuple[int, int], int] = {}
    for event in events:
        if event["type"] == "assistant/chunk" and (time := first_token([event])) is not None:
            place = (event["data"]["turn"], event["data"]["step"])
            if place not in found:
                found[place] = time
    return found


def token_usage(events: list[Json]) -> dict[str, int]:
    """Tokens over all attempts, failed ones too; a message's own usage counts where no chunk told it."""
    total = dict.fromkeys(TOKENS, 0)
    streamed = [attempt for attempt in attempts(events) if attempt["usage"] is not None]
    told = [attempt["committed"] for attempt in streamed]
    answers = [event for event in events if event["type"] == "assistant/message"]
    untold = [event for event in answers if event["surfaceOp"] == "append" and event["seq"] not in told]
    counted = [attempt["usage"] for attempt in streamed]
    counted += [event["data"].get("usage") or {} for event in untold]
    for usage in counted:
        for key in TOKENS:
            total[key] += usage.get(key, 0)
    return total


def statistics(events: list[Json]) -> Json:
    """Turns and steps by `step/end`; ms of the model, to the first token, and of tools."""
    ended = [event["data"] for event in events if event["type"] == "step/end"]
    model_ms = tool_ms = first_ms = timed = 0
    started: dict[tuple[int, int], int] = {}
    calls: dict[str, int] = {}
    tokens = first_token_times(events)
    for event in events:
        kind, data = event["type"], event["data"]
        if kind == "step/start":
            started[(data["turn"], data["step"])] = event["time"]
        elif kind == "assistant/message" and event["surfaceOp"] == "append":
            place = (data["turn"], data["step"])
            if place in started:
                model_ms += event["time"] - started[place]
                if place in tokens:
                    first_ms += tokens[place] - started[place]
                    timed += 1
        elif kind == "tool/call":
            calls[data["callId"]] = event["time"]
        elif kind == "tool/result" and event["surfaceOp"] == "append":
            call = data["message"]["source"]["callId"]
            if call in calls:
                tool_ms += event["time"] - calls.pop(call)
        elif kind == "turn/end":
            calls = {}
    return {
        "turns": len({data["turn"] for data in ended}),
        "steps": len(ended),
        "llmMs": model_ms,
        "toolMs": tool_ms,
        "ttftMs": first_ms,
        "ttftSteps": timed,
    }


def inbox(header: Json, events: list[Json]) -> dict[str, list[Any]]:
    """What waits in this session's own inbox; what a fork inherited is not in force."""
    lists: dict[str, list[Any]] = {"next-turn": [], "next-step": []}
    for event in events[header.get("seedLength", 0) :]:
        if event["type"] == "agent/inbox/spliced":
            data = event["data"]
            start, removed = data["start"], data.get("removedCount", 0)
            lists[data["target"]][start : start + removed] = data["inserted"]
    return lists
