"""Runs of stream deltas as packed rows, as the harness writes them (spec 01 section 10.3)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import orjson

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
_TEXT_KINDS = ("text-delta", "reasoning-delta")
_TEXT_MEMBERS = {"type", "index", "text"}
_CALL_MEMBERS = {"type", "index", "id", "argumentsDelta"}
_NAMED_CALL_MEMBERS = _CALL_MEMBERS | {"name"}
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
    """What the members of a run have in common; `None` for a row that is no delta of exactly that shape.

    Asked of every chunk that a model streams, so plain comparisons instead of a loop over members.
    """
    if row.type != ASSISTANT_CHUNK or row.value.keys() != _ENVELOPE:
        return None
    data = row.value["data"]
    if type(data) is not dict or data.keys() != _DATA:
        return None
    chunk, turn, step = data["chunk"], data["turn"], data["step"]
    if type(chunk) is not dict:
        return None
    kind, index = chunk.get("type"), chunk.get("index")
    call_id = name = None
    if kind in _TEXT_KINDS:
        if chunk.keys() != _TEXT_MEMBERS or type(chunk["text"]) is not str:
            return None
    elif kind == "tool-call-delta":
        call_id, name = chunk.get("id"), chunk.get("name")
        members = _CALL_MEMBERS if "name" not in chunk else _NAMED_CALL_MEMBERS
        if chunk.keys() != members or type(chunk["argumentsDelta"]) is not str:
            return None
        if type(call_id) is not str or ("name" in chunk and type(name) is not str):
            return None
    else:
        return None
    if not (is_safe_int(turn) and is_safe_int(step) and is_safe_int(index)):
        return None
    return kind, turn, step, index, call_id, name


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
    return [read_row(_line({"type": tag, "seq0": run[0].seq, "time0": run[0].time, "data": data}))]


def _line(packed: dict[str, Any]) -> bytes:
    """Whole numbers and texts only, which the quick writer spells as the careful one does, unless a text
    has a lone surrogate."""
    try:
        return orjson.dumps(packed)
    except TypeError:
        return encode(packed)
