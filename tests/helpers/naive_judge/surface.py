"""The model's surface and what is derived from it (specification 01, section 3)."""

from __future__ import annotations

from typing import Any

from naive_judge.stored import Json

SURFACE_TYPES = ("user/message", "assistant/message", "tool/result")


def nodes(events: list[Json]) -> tuple[list[int], int]:
    """The seqs on the surface in their order, and how many replacements there were."""
    listed: list[int] = []
    replacements = 0
    for event in events:
        if event["type"] not in SURFACE_TYPES:
            continue
        operation = event["surfaceOp"]
        if operation == "append":
            listed = [*listed, event["seq"]]
        else:
            first, last = listed.index(operation["start"]), listed.index(operation["end"])
            listed = [*listed[:first], event["seq"], *listed[last + 1 :]]
            replacements += 1
    return listed, replacements


def message_of(event: Json) -> Any:
    """The message that an event puts before the model; None for none."""
    if event["type"] == "user/message":
        return event["data"]
    if event["type"] == "assistant/message":
        return event["data"]["message"] if event["data"]["message"]["content"] else None
    if event["type"] == "tool/result":
        return event["data"]["message"]
    return None


def messages(events: list[Json]) -> list[Any]:
    """What the model would be sent now."""
    by_seq = {event["seq"]: event for event in events}
    derived = [message_of(by_seq[seq]) for seq in nodes(events)[0]]
    return [message for message in derived if message is not None]


def transcript(events: list[Json]) -> list[int]:
    """The seqs of what a person saw: everything once appended, whatever replaced it later."""
    return [event["seq"] for event in events if event.get("surfaceOp") == "append"]


def header(events: list[Json]) -> Json | None:
    """The request header in force, in its canonical form."""
    found = None
    for event in events:
        if event["type"] == "request/header":
            found = event["data"]["header"]
    if found is None:
        return None
    kept = {"config": found["config"]}
    defaults = found.get("adapterDefaults") or {}
    if defaults.get("reasoningEffort") is True or defaults.get("maxTokens") is True:
        kept["adapterDefaults"] = defaults
    for key in ("system", "tools"):
        if found.get(key):
            kept[key] = found[key]
    return kept


def context(events: list[Json]) -> Json | None:
    """The newest request context; a window that it does not name is not known."""
    found = None
    for event in events:
        if event["type"] == "request/context":
            found = event["data"]
    return found
