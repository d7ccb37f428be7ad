"""The large logs in generations 3 and 4: the same turns, prompts, answers, calls and results.

Deltas that are rows of their own in generation 0 become records of the stream inside the settlement
that they led to (spec 03 sections 3 and 4). Seqs count anew.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Any

import orjson
import zstandard

from benchmarks.big_log import Size
from benchmarks.inputs import batches, big_log, keep, kept

Json = dict[str, Any]
PROMPT_SOURCES = {
    3: {"kind": "plugin", "plugin": "@deepseek-ai/dsh-system-prompt"},
    4: {"kind": "system-prompt"},
}


class LaterRows:
    """Takes the rows of a generation-0 log in order, and gives those of a later generation."""

    def __init__(self, generation: int) -> None:
        self._generation = generation
        self._stream: list[Json] = []
        self._place: Json = {}
        self._moved: dict[int, int] = {}
        self._has_head = False
        self.seq = 0

    def take(self, row: Json) -> Iterator[Json]:
        """The rows that are complete by this one."""
        kind, data = row["type"], row["data"]
        if "seq0" in row:
            self._record(
                data,
                {
                    "type": kind,
                    "time0": row["time0"],
                    **{name: data[name] for name in ("index", "dt", "texts")},
                },
            )
            return
        if kind == "assistant/chunk":
            self._record(data, {"type": "chunk", "time": row["time"], "chunk": data["chunk"]})
            return
        if self._stream and kind != "assistant/message":
            yield self._row("assistant/attempt", row["time"], {**self._place, "stream": self._taken()})
        if kind == "user/message" and not self._has_head:
            self._has_head = True
            message = {"role": "system", "content": [], "source": PROMPT_SOURCES[self._generation], "id": "s"}
            head = {"turn": 1, "step": 1, "message": message}
            yield self._row("system/message", row["time"], head, surfaceOp="append")
        yield self._moved_row(kind, row)

    def _record(self, data: Json, record: Json) -> None:
        self._place = {"turn": data["turn"], "step": data["step"]}
        self._stream.append(record)

    def _taken(self) -> list[Json]:
        taken, self._stream = self._stream, []
        return taken

    def _moved_row(self, kind: str, row: Json) -> Json:
        self._moved[row["seq"]] = self.seq
        data = row["data"]
        marks: Json = {}
        if kind == "assistant/message":
            data = {**data, "stream": self._taken()}
        elif kind == "tool/result" and self._generation >= 4:
            data = {**data, "message": _as_tool(data["message"])}
        elif kind == "compaction/summary":
            span = {end: self._moved[seq] for end, seq in data["shadowedRange"].items()}
            data = {**data, "shadowedRange": span, "shadowedSeqs": self._seqs(data["shadowedSeqs"])}
        elif kind == "user/message" and data["source"]["kind"] == "plugin" and self._generation >= 4:
            source = {"kind": "compact-checkpoint", "compactionId": data["source"]["compactionId"]}
            data = {**data, "source": source}
        if "sourceEventSeqs" in row and kind != "assistant/message":
            marks["sourceEventSeqs"] = self._seqs(row["sourceEventSeqs"])
        op = row.get("surfaceOp")
        if isinstance(op, dict):
            op = {"op": "replace", "startSeq": self._moved[op["start"]], "endSeq": self._moved[op["end"]]}
        if op is not None:
            marks["surfaceOp"] = op
        return self._row(kind, row["time"], data, **marks)

    def _seqs(self, seqs: list[int]) -> list[int]:
        return [self._moved[seq] for seq in seqs]

    def _row(self, kind: str, time: int, data: Json, **marks: Any) -> Json:
        self.seq += 1
        return {"type": kind, "seq": self.seq - 1, "time": time, "data": data, **marks}


def _as_tool(message: Json) -> Json:
    """A tool result as a message of its own role."""
    (block,) = message["content"]
    lifted = {"role": "tool", "source": message["source"], "toolCallId": block["toolCallId"]}
    return {**lifted, "content": block["content"], "isError": False, "id": message["id"]}


def _taken(rows: LaterRows, batch: bytes) -> list[Json]:
    return [made for line in batch.splitlines() for made in rows.take(orjson.loads(line))]


def later_log(profile: str, events: int, generation: int) -> tuple[Path, Size]:
    """A large log in a later generation, and what it holds."""
    source, size = big_log(profile, events)
    path = source.with_name(f"big-{profile}-{events}.v{generation}.jsonl.zstd")
    if not path.with_suffix(".json").exists():
        keep(path, rewrite(batches(source), path, generation, size))
    return path, kept(path)


def rewrite(pieces: Iterator[bytes], path: Path, generation: int, size: Size) -> Size:
    """Write a generation-0 log anew, a frame for each of its batches that has a row left."""
    compressor = zstandard.ZstdCompressor(write_checksum=True, write_content_size=False)
    rows, frames, text = LaterRows(generation), 0, 0
    header = orjson.loads(next(pieces))
    header |= {"version": generation, "isSeeded": False}
    with path.open("wb") as out:
        for lines in chain(([header],), (_taken(rows, batch) for batch in pieces)):
            if not lines:
                continue
            piece = b"".join(orjson.dumps(line) + b"\n" for line in lines)
            stream = compressor.compressobj()
            out.write(stream.compress(piece) + stream.flush())
            frames += 1
            text += len(piece)
    return Size(rows.seq, rows.seq, frames, text, path.stat().st_size, size.turns)
