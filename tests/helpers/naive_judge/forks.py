"""Where a fork is cut and what the child begins with (specification 01, section 12; 02, section 2)."""

from __future__ import annotations

from typing import Any

from naive_judge.stored import Json, is_seq


class Refused(Exception):
    """A fork that the rules do not allow; its argument is the code."""


def host_fork(
    header: Json, events: list[Json], at: int | None, child: str, now: int
) -> tuple[Json, list[Json]]:
    """The child of a fork at an event: its turn whole, and the standalone events that follow it.

    A prompt that was queued after the turn, and what follows it, belongs to the next turn. The child is
    composed with the preset in force where it was cut.
    """
    ends = [event["seq"] for event in events if event["type"] == "turn/end"]
    cuts = [_cut_after(events, end) for end in ends]
    if at is None or at >= len(events):
        if not cuts:
            raise Refused("fork-unavailable")
        return _with_preset(header, _child(header, events, cuts[-1], child, now))
    for cut in cuts:
        if at < cut:
            return _with_preset(header, _child(header, events, cut, child, now))
    raise Refused("fork-unavailable")


def _with_preset(parent: Json, child: tuple[Json, list[Json]]) -> tuple[Json, list[Json]]:
    begun, copied = child
    preset = parent.get("agentPreset")
    for event in copied:
        if event["type"] == "agent-preset/selected":
            preset = event["data"]["agentPreset"]
    return (begun if preset is None else {**begun, "agentPreset": preset}), copied


def _cut_after(events: list[Json], end: int) -> int:
    cut = end + 1
    while cut < len(events) and events[cut]["type"] != "turn/start":
        if events[cut]["type"] == "agent/inbox/spliced" and events[cut]["data"]["inserted"]:
            break
        cut += 1
    return cut


def core_fork(
    header: Json, events: list[Json], boundary: Any, child: str, now: int
) -> tuple[Json, list[Json]]:
    """The child of a fork at exactly one event, which must not lie inside a turn; None is the last."""
    if boundary is None:
        cut = len(events)
    elif not is_seq(boundary) or boundary >= len(events):
        raise Refused("INVALID_BOUNDARY")
    else:
        cut = boundary + 1
    marks = [event["type"] for event in events[:cut] if event["type"] in ("turn/start", "turn/end")]
    if marks and marks[-1] == "turn/start":
        raise Refused("OPEN_TURN")
    return _child(header, events, cut, child, now)


def _child(header: Json, events: list[Json], cut: int, child: str, now: int) -> tuple[Json, list[Json]]:
    begun: Json = {"type": "session", "version": 0, "id": child, "createdAt": now}
    if "cwd" in header:
        begun["cwd"] = header["cwd"]
    begun |= {"parentSession": header["id"], "seedLength": cut, "delegationDepth": 0}
    copied = events[:cut]
    if not copied or copied[-1]["type"] != "session/end-seed":
        mark = {"type": "session/end-seed", "seq": cut, "time": now, "data": {}}
        copied = [*copied, mark]
    return begun, copied
