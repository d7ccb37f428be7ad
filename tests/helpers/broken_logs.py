"""One rule broken in an otherwise sound log: the markers above all, then shapes, headers and types."""

from __future__ import annotations

import json
import random
from collections.abc import Callable

from log_files import Json

Break = Callable[[random.Random, list[Json]], None]


def broken(events: list[Json], seed: int) -> tuple[str, list[Json]]:
    """The name of a break and the log with it. Some breaks find nothing to break and leave the log sound."""
    rng = random.Random(seed)
    changed: list[Json] = json.loads(json.dumps(events))
    name = rng.choice(sorted(BREAKS))
    BREAKS[name](rng, changed)
    return name, changed


def _one(rng: random.Random, events: list[Json], *kinds: str) -> Json:
    """An event of these kinds, or an empty one that is in no log."""
    return rng.choice([event for event in events if event["type"] in kinds] or [{"data": {}}])


def _replacing(rng: random.Random, events: list[Json], kind: str = "") -> Json:
    found = [event for event in events if isinstance(event.get("surfaceOp"), dict)]
    found = [event for event in found if event["type"].startswith(kind)]
    return rng.choice(found or [{"surfaceOp": {}, "sourceEventSeqs": [], "data": {}}])


def _surface(rng: random.Random, events: list[Json]) -> Json:
    return _one(rng, events, "user/message", "assistant/message", "tool/result")


def _ends_exchanged(rng: random.Random, events: list[Json]) -> None:
    operation = _replacing(rng, events)["surfaceOp"]
    if operation:
        operation["start"], operation["end"] = operation["end"], operation["start"]


def _other_end(rng: random.Random, events: list[Json]) -> None:
    operation = _replacing(rng, events)["surfaceOp"]
    operation[rng.choice(("start", "end"))] = rng.choice(
        (0, 1, rng.randrange(len(events)), -1, 2**53, "0", True)
    )


def _one_not_cited(rng: random.Random, events: list[Json]) -> None:
    cited = _replacing(rng, events)["sourceEventSeqs"]
    if cited:
        cited.pop(rng.randrange(len(cited)))


def _cited_wrongly(rng: random.Random, events: list[Json]) -> None:
    event = _surface(rng, events)
    seq = event.get("seq", 0)
    cited = list(event.get("sourceEventSeqs") or [0])
    event["sourceEventSeqs"] = rng.choice(
        ([], [*cited, cited[0]], [*cited, seq], [*cited, seq + 1], [*cited, -1], [*cited, "1"], None, "0", {})
    )


def _marker_gone(rng: random.Random, events: list[Json]) -> None:
    _surface(rng, events).pop(rng.choice(("surfaceOp", "sourceEventSeqs")), None)


def _marker_too_many(rng: random.Random, events: list[Json]) -> None:
    event = _one(rng, events, "turn/start", "step/end", "tool/call", "assistant/chunk", "plugin:weather")
    event.update(rng.choice(({"surfaceOp": "append"}, {"sourceEventSeqs": []}, {"surfaceOp": None})))


def _other_operation(rng: random.Random, events: list[Json]) -> None:
    event = _replacing(rng, events)
    span = event["surfaceOp"]
    event["surfaceOp"] = rng.choice(
        ("append", "replace", {**span, "op": "swap"}, {**span, "more": 1}, {"op": "replace"}, None, [])
    )


def _result_changed(rng: random.Random, events: list[Json]) -> None:
    data = _replacing(rng, events, "tool/")["data"]
    if "message" not in data:
        return
    block = data["message"]["content"][0]
    changes: list[tuple[Json, Json]] = [
        (data, {"step": 99}),
        (data, {"meta": None}),
        (data, {"error": {"name": "E", "code": "E"}}),
        (data["message"], {"id": "other"}),
        (block, {"isError": not block["isError"]}),
        (block, {"toolCallId": "other"}),
        (block, {"content": []}),
        (block, {"content": "text"}),
    ]
    target, change = rng.choice(changes)
    target.update(change)


def _other_kind_in_its_place(rng: random.Random, events: list[Json]) -> None:
    """A tool result put over a node that is none, or over a span."""
    result = _one(rng, events, "tool/result")
    nodes = [event["seq"] for event in events if "surfaceOp" in event and event["seq"] < result.get("seq", 0)]
    if nodes:
        span = {"start": rng.choice(nodes), "end": rng.choice(nodes)}
        result.update(surfaceOp={"op": "replace", **span}, sourceEventSeqs=nodes)


def _shape(rng: random.Random, events: list[Json]) -> None:
    data = _surface(rng, events)["data"]
    message = data.get("message", data)
    key = rng.choice(("id", "role", "source", "content"))
    message[key] = rng.choice(("", None, 1, [], {}, {"kind": ""}, {"kind": "tool", "callId": ""}, "user"))


def _header(rng: random.Random, events: list[Json]) -> None:
    header = _one(rng, events, "request/header")["data"].setdefault("header", {})
    config = header.setdefault("config", {})
    change: Json = rng.choice(
        (
            {"adapterDefaults": {"reasoningEffort": False}},
            {"adapterDefaults": {"maxTokens": True}},
            {"adapterDefaults": {"other": True}},
            {"adapterDefaults": None},
            {"config": {**config, "model": ""}},
            {"config": {**config, "provider": 1}},
            {"config": {**config, "reasoningEffort": ""}},
            {"config": []},
        )
    )
    header.update(change)


def _type(rng: random.Random, events: list[Json]) -> None:
    event = _one(rng, events, "turn/start", "todo/write", "session/title", "step/end", "plugin:weather")
    names = ("mode/set", "request/header-delta", "x/y", "compact/start", "", None, 3)
    event["type"] = rng.choice(names)
    if rng.random() < 0.5:
        event["ignorable"] = rng.choice((True, False, None, 1))


def _envelope(rng: random.Random, events: list[Json]) -> None:
    event = rng.choice(events)
    change: Json = rng.choice(
        ({"extra": 1}, {"ignorable": False}, {"time": 1.5}, {"time": "1"}, {"time": 2**53})
    )
    event.update(change)


def _half_old(rng: random.Random, events: list[Json]) -> None:
    """A shape that looks like an earlier release's and is not quite."""
    event = _one(rng, events, "turn/start", "turn/end")
    changes: tuple[Json, ...] = (
        {"trigger": {}},
        {"trigger": {"kind": "user"}, "more": 1},
        {"turn": 0},
        {"reason": {"kind": "completed", "more": 1}},
        {"reason": {"kind": "error", "message": "m"}},
        {"reason": {"kind": "error", "step": 0, "message": ""}},
        {"reason": {"kind": "error", "step": 0, "failure": {"message": "m", "code": "C", "more": 1}}},
        {"reason": {"kind": "aborted", "more": 1}},
        {"reason": {"kind": "unheard of", "more": 1}},
        {"reason": "completed"},
        {"more": 1},
    )
    event["data"].update(rng.choice(changes))


BREAKS: dict[str, Break] = {
    "a cited seq is wrong": _cited_wrongly,
    "a header is wrong": _header,
    "a marker is missing": _marker_gone,
    "a marker where none belongs": _marker_too_many,
    "a message is misshapen": _shape,
    "a pruned result says something else": _result_changed,
    "a result over something else": _other_kind_in_its_place,
    "a shadowed node is not cited": _one_not_cited,
    "a span has another end": _other_end,
    "a span is turned round": _ends_exchanged,
    "a type is unknown": _type,
    "an operation is unknown": _other_operation,
    "half an old shape": _half_old,
    "the envelope is wrong": _envelope,
}
