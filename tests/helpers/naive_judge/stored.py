"""Stored lines and the events in them (specification 01, sections 1.1 and 10.3)."""

from __future__ import annotations

import json
from typing import Any

Json = dict[str, Any]
SAFE = 2**53 - 1
PACKED = {
    "text-chunks": ("text-delta", "texts", "text"),
    "reasoning-chunks": ("reasoning-delta", "texts", "text"),
    "tool-call-chunks": ("tool-call-delta", "args", "argumentsDelta"),
}


class Malformed(Exception):
    """A line that is no event and no packed row."""


def canonical(value: Any) -> str:
    """JSON with sorted keys, no spaces and escapes: the form that the reference's results are hashed in."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True)


def same(left: Any, right: Any) -> bool:
    """Deep equality that keeps `true` apart from 1."""
    return canonical(left) == canonical(right)


def is_int(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) <= SAFE


def is_seq(value: Any) -> bool:
    return is_int(value) and value >= 0


def read_lines(lines: list[bytes]) -> tuple[Json, list[Json]]:
    """The header object, and the events of every row after it, packed rows expanded."""
    events: list[Json] = []
    for line in lines[1:]:
        if line.strip():
            events += expanded(json.loads(line))
    return json.loads(lines[0]), events


def expanded(row: Json) -> list[Json]:
    """The events of one row. Cited runs `[first, last]` become the seqs that they stand for."""
    if "seq0" not in row:
        if isinstance(row.get("sourceEventSeqs"), list):
            row = {**row, "sourceEventSeqs": _seqs(row["sourceEventSeqs"])}
        return [row]
    if set(row) != {"type", "seq0", "time0", "data"} or row["type"] not in PACKED:
        raise Malformed(row)
    kind, members, field = PACKED[row["type"]]
    data = row["data"]
    keys = {"turn", "step", "index", "dt", members}
    if kind == "tool-call-delta":
        keys |= {"id"}
        if "name" in data:
            keys |= {"name"}
    if set(data) != keys or not data[members] or len(data["dt"]) != len(data[members]) - 1:
        raise Malformed(row)
    events = []
    for k, text in enumerate(data[members]):
        chunk = {"type": kind, "index": data["index"]}
        for key in ("id", "name"):
            if key in keys:
                chunk[key] = data[key]
        chunk[field] = text
        seq, time = row["seq0"] + k, row["time0"] + sum(data["dt"][:k])
        if not is_seq(seq) or not is_int(time) or not isinstance(text, str):
            raise Malformed(row)
        place = {"turn": data["turn"], "step": data["step"], "chunk": chunk}
        events.append({"type": "assistant/chunk", "seq": seq, "time": time, "data": place})
    return events


def _seqs(cited: list[Any]) -> list[Any]:
    seqs: list[Any] = []
    for entry in cited:
        if isinstance(entry, list) and len(entry) == 2 and all(is_seq(end) for end in entry):
            seqs += range(entry[0], entry[1] + 1)
        else:
            seqs.append(entry)
    return seqs
