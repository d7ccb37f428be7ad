"""Streams that are hard to assemble, made from a plan of what they must come to.

The plan is a list of final blocks, each with a way of streaming it; the chunks of all blocks are then
shuffled into one another. What a commit must hold is known before a chunk is written, so that a log made
here does not depend on anybody's assembler, this folder's judge included.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

from log_files import Json

WAYS = ("plain", "plain", "end only", "end differs", "never closed", "late", "twice", "no start")
WORDS = ("alpha", "beta ", " gamma", "\n", "会议", "🙂", "delta", "", "x" * 40)


@dataclass(frozen=True)
class Planned:
    """`block` is what the chunks of `index` assemble to."""

    index: int
    block: Json
    chunks: list[Json]


def plan(rng: random.Random, calls: int, prefix: str) -> tuple[list[Json], list[Json]]:
    """The chunks of a stream with some text and `calls` tool calls, and the blocks in their final order."""
    kinds = [rng.choice(("text", "reasoning")) for _ in range(rng.randint(0, 2))]
    kinds += ["tool-call"] * calls
    indexes = rng.sample(range(9), len(kinds)) if rng.random() < 0.3 else list(range(len(kinds)))
    planned = [
        _planned(rng, index, kind, f"{prefix}_{number}")
        for number, (index, kind) in enumerate(zip(indexes, kinds, strict=True))
    ]
    chunks = _shuffled(rng, [list(one.chunks) for one in planned])
    order = [chunk["index"] for chunk in chunks]
    planned.sort(key=lambda one: order.index(one.index))
    return chunks, [one.block for one in planned]


def broken_off(blocks: list[Json]) -> list[Json]:
    """What a stop keeps of the blocks of a plan."""
    return [block for block in blocks if block["type"] != "tool-call" and block["text"].strip()]


def _planned(rng: random.Random, index: int, kind: str, call: str) -> Planned:
    way = rng.choice(WAYS)
    pieces = [rng.choice(WORDS) for _ in range(rng.randint(1, 6))]
    start: Json = {"type": "block-start", "index": index, "blockType": kind}
    deltas = [_delta(kind, index, call, number, piece) for number, piece in enumerate(pieces)]
    block = _block(kind, call, "".join(pieces))
    end: Json = {"type": "block-end", "index": index, "block": block}
    if way == "end only":
        return Planned(index, block, [start, end])
    if way == "end differs":
        other = _block(kind, call, "the end has the last word")
        return Planned(index, other, [start, *deltas, {**end, "block": other}])
    if way == "never closed":
        return Planned(index, block, [start, *deltas])
    if way == "late":
        again = {**end, "block": _block(kind, call, "a second end")}
        return Planned(index, block, [start, *deltas, end, deltas[0], again])
    if way == "twice":
        return Planned(index, block, [start, start, *deltas, end])
    return Planned(index, block, [*([] if way == "no start" else [start]), *deltas, end])


def _delta(kind: str, index: int, call: str, number: int, piece: str) -> Json:
    if kind != "tool-call":
        return {"type": f"{kind}-delta", "index": index, "text": piece}
    named: Json = {"name": "bash"} if number == 0 else ({"name": ""} if number == 1 else {})
    return {"type": "tool-call-delta", "index": index, "id": call, **named, "argumentsDelta": piece}


def _block(kind: str, call: str, text: str) -> Json:
    if kind == "tool-call":
        return {"type": kind, "id": call, "name": "bash", "arguments": text}
    return {"type": kind, "text": text}


def _shuffled(rng: random.Random, lanes: list[list[Json]]) -> list[Json]:
    """The lanes in one, each in its own order; half of the time one after another."""
    if rng.random() < 0.5:
        return [chunk for lane in lanes for chunk in lane]
    merged = []
    while lanes := [lane for lane in lanes if lane]:
        merged.append(rng.choice(lanes).pop(0))
    return merged
