"""Runs of stream deltas as packed rows, as the harness writes them (spec 01 section 10.3)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from sessionlog.generations.v0.rows import read_row
from sessionlog.generations.v0.vocabulary import ASSISTANT_CHUNK
from sessionlog.model.json import encode, is_safe_int
from sessionlog.model.row import Row

LEAST_MEMBERS = 3
MOST_MEMBERS = 1024
MOST_BYTES = 1 << 20
_KINDS = {
    "text-delta": ("text-chunks", "texts", "text"),
    "reasoning-delta": ("reasoning-chunks", "texts", "text"),
    "tool-call-delta": ("tool-call-chunks", "args", "argumentsDelta"),
}
_ENVELOPE = {"type", "seq", "time", "data"}
_DATA = {"turn", "step", "chunk"}


def pack_rows(rows: Sequence[Row]) -> list[Row]:
    """The rows of one durable batch with every run of three or more like deltas as one row.

    What is packed says exactly the same events; anything with a further member stays as it is.
    """
    packed: list[Row] = []
    run: list[Row] = []
    key: tuple[Any, ...] | None = None
    size = 0
    for row in rows:
        its_key = _run_key(row)
        goes_on = its_key is not None and its_key == key and row.seq == run[-1].seq + 1
        if not goes_on or len(run) >= MOST_MEMBERS or size + len(row.raw) > MOST_BYTES:
            packed += _closed(run)
            run, size = [], 0
        key = its_key
        if key is None:
            packed.append(row)
        else:
            run.append(row)
            size += len(row.raw)
    return packed + _closed(run)


def _run_key(row: Row) -> tuple[Any, ...] | None:
    """What the members of a run have in common; `None` for a row that is no delta of exactly that shape."""
    if row.type != ASSISTANT_CHUNK or row.value.keys() != _ENVELOPE:
        return None
    data = row.value["data"]
    if not isinstance(data, dict) or data.keys() != _DATA or not isinstance(data["chunk"], dict):
        return None
    chunk = data["chunk"]
    kind = _KINDS.get(chunk["type"]) if isinstance(chunk.get("type"), str) else None
    if kind is None or not isinstance(chunk.get(kind[2]), str):
        return None
    members = {"type", "index", kind[2]}
    if kind[1] == "args":
        members |= {"id", "name"} if "name" in chunk else {"id"}
        if not isinstance(chunk.get("id"), str) or not isinstance(chunk.get("name", ""), str):
            return None
    places = (data["turn"], data["step"], chunk.get("index"))
    if chunk.keys() != members or not all(map(is_safe_int, places)):
        return None
    return (chunk["type"], *places, chunk.get("id"), "name" in chunk, chunk.get("name"))


def _closed(run: list[Row]) -> list[Row]:
    if len(run) < LEAST_MEMBERS:
        return run
    first = run[0].value
    chunk = first["data"]["chunk"]
    tag, member, text = _KINDS[chunk["type"]]
    data: dict[str, Any] = {
        "turn": first["data"]["turn"],
        "step": first["data"]["step"],
        "index": chunk["index"],
        "dt": [after.time - before.time for before, after in pairwise(run)],
    }
    data |= {name: chunk[name] for name in ("id", "name") if name in chunk}
    data[member] = [row.value["data"]["chunk"][text] for row in run]
    return [read_row(encode({"type": tag, "seq0": run[0].seq, "time0": run[0].time, "data": data}))]
