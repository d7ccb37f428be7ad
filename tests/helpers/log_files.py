"""Writing generation-0 logs as the harness does: compact lines, packed rows, frames, folders.

Spec 01 sections 10.1 to 10.4. Kept apart from the product's code on purpose: a test that reads
these files compares two implementations, not one with itself.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import zstandard

LONE_SURROGATE = re.compile("[\ud800-\udfff]")
MAX_SAFE_INT = 2**53 - 1
MIN_PACKED = 3
RLE_BLOCK, CHECKSUM_FLAG = 1, 4
DELTAS = {
    "text-delta": ("text-chunks", "texts", "text"),
    "reasoning-delta": ("reasoning-chunks", "texts", "text"),
    "tool-call-delta": ("tool-call-chunks", "args", "argumentsDelta"),
}
Json = dict[str, Any]


def encode(value: Any) -> bytes:
    """The bytes that `JSON.stringify` would write: no spaces, UTF-8, lone surrogates escaped."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return LONE_SURROGATE.sub(lambda match: f"\\u{ord(match[0]):04x}", text).encode()


def expand(value: Json) -> list[Json]:
    """The events of one stored row: the row itself, or the members of a packed row (10.3)."""
    if value.get("type") not in {tag for tag, _, _ in DELTAS.values()}:
        return [value]
    data = value["data"]
    kind = next(delta for delta, (tag, _, _) in DELTAS.items() if tag == value["type"])
    _, member, field = DELTAS[kind]
    place = {"turn": data["turn"], "step": data["step"]}
    fixed = {"type": kind, "index": data["index"]}
    if kind == "tool-call-delta":
        fixed["id"] = data["id"]
        if "name" in data:
            fixed["name"] = data["name"]
    events, time = [], value["time0"]
    for k, text in enumerate(data[member]):
        time += data["dt"][k - 1] if k else 0
        chunk = {**fixed, field: text}
        events.append(
            {
                "type": "assistant/chunk",
                "seq": value["seq0"] + k,
                "time": time,
                "data": {**place, "chunk": chunk},
            }
        )
    return events


def pack(events: Sequence[Json]) -> list[Json]:
    """Storage rows of one durable batch: runs of three or more like deltas become one row (10.3)."""
    rows: list[Json] = []
    run: list[Json] = []
    for event in events:
        if run and _run_key(event) == _run_key(run[0]) and _follows(run[-1], event):
            run.append(event)
            continue
        rows += _close_run(run)
        run = [event] if _run_key(event) is not None else []
        if not run:
            rows.append(event)
    return rows + _close_run(run)


def _run_key(event: Json) -> tuple[Any, ...] | None:
    if event["type"] != "assistant/chunk" or set(event) != {"type", "seq", "time", "data"}:
        return None
    data = event["data"]
    chunk = data.get("chunk")
    if set(data) != {"turn", "step", "chunk"} or not isinstance(chunk, dict):
        return None
    if chunk.get("type") not in DELTAS:
        return None
    named = {"name"} if "name" in chunk else set()
    field = DELTAS[chunk["type"]][2]
    wanted = {"type", "index", field} | ({"id"} | named if field == "argumentsDelta" else set())
    if set(chunk) != wanted or not isinstance(chunk[field], str):
        return None
    return (chunk["type"], data["turn"], data["step"], chunk["index"], chunk.get("id"), "name" in chunk)


def _follows(last: Json, event: Json) -> bool:
    same_name = last["data"]["chunk"].get("name") == event["data"]["chunk"].get("name")
    times = (last["time"], event["time"], event["time"] - last["time"])
    return same_name and event["seq"] == last["seq"] + 1 and all(abs(t) <= MAX_SAFE_INT for t in times)


def _close_run(run: list[Json]) -> list[Json]:
    if len(run) < MIN_PACKED:
        return list(run)
    first = run[0]
    chunk = first["data"]["chunk"]
    tag, member, field = DELTAS[chunk["type"]]
    data = {key: first["data"][key] for key in ("turn", "step")} | {"index": chunk["index"]}
    data["dt"] = [after["time"] - before["time"] for before, after in pairwise(run)]
    if tag == "tool-call-chunks":
        data["id"] = chunk["id"]
        if "name" in chunk:
            data["name"] = chunk["name"]
    data[member] = [event["data"]["chunk"][field] for event in run]
    return [{"type": tag, "seq0": first["seq"], "time0": first["time"], "data": data}]


def frame(text: bytes, *, checksum: bool = True, content_size: bool = False) -> bytes:
    """One zstd frame as Node writes it: content checksum, no content size, default level."""
    compressor = zstandard.ZstdCompressor(write_checksum=checksum, write_content_size=content_size)
    if content_size:
        return compressor.compress(text)
    stream = compressor.compressobj()
    return stream.compress(text) + stream.flush()


def frame_spans(data: bytes) -> list[tuple[int, int]]:
    """Start and end offset of every structurally complete frame (RFC 8878), damaged ones too."""
    spans: list[tuple[int, int]] = []
    while spans == [] or spans[-1][1] < len(data):
        start = spans[-1][1] if spans else 0
        end = _frame_end(data, start)
        if end is None or end > len(data):
            break
        spans.append((start, end))
    return spans


def _frame_end(data: bytes, start: int) -> int | None:
    if data[start : start + 4] != zstandard.FRAME_HEADER or len(data) < start + 9:
        return None
    at = start + zstandard.frame_header_size(data[start : start + 18])
    while at + 3 <= len(data):
        block = int.from_bytes(data[at : at + 3], "little")
        at += 3 + (1 if block >> 1 & 3 == RLE_BLOCK else block >> 3)
        if block & 1:
            return at + (4 if data[start + 4] & CHECKSUM_FLAG else 0)
    return None


def read_text(path: Path) -> bytes:
    """The decoded text of a log file, every frame of it; raises when a frame is damaged."""
    data = path.read_bytes()
    if path.suffix != ".zstd":
        return data
    return b"".join(
        zstandard.ZstdDecompressor().decompressobj().decompress(data[start:end])
        for start, end in frame_spans(data)
    )


def write_batches(path: Path, header: bytes, batches: Iterable[Sequence[bytes]]) -> Path:
    """Write lines (without LF) to `path`; a name that ends in `.zstd` gets a frame for each batch."""
    path.parent.mkdir(parents=True, exist_ok=True)
    texts = [header + b"\n", *(b"".join(line + b"\n" for line in batch) for batch in batches if batch)]
    zstd = path.suffix == ".zstd"
    path.write_bytes(b"".join(frame(text) if zstd else text for text in texts))
    return path


def write_lines(path: Path, lines: Sequence[bytes], *, per_frame: int = 8) -> Path:
    """Write a header line and rows (without LF), `per_frame` rows to a frame where `path` is zstd."""
    rows = lines[1:]
    return write_batches(path, lines[0], [rows[at : at + per_frame] for at in range(0, len(rows), per_frame)])


def project_key(cwd: str) -> str:
    """The folder of a project under a sessions root (10.1): lossy, wrapped in dashes."""
    joined = re.sub(r"[/\\:]+", "-", cwd)
    kept = _escape(joined).lstrip("-") or "root"
    return f"--{kept[:251]}--"


def encode_segment(session_id: str) -> str:
    """The folder of a session (10.1): injective, separators escaped."""
    if session_id in {".", ".."}:
        return "~002E" * len(session_id)
    return _escape(session_id)


def _escape(text: str) -> str:
    out = []
    for char in text:
        if re.fullmatch(r"[A-Za-z0-9._-]", char):
            out.append(char)
            continue
        units = char.encode("utf-16-be", "surrogatepass")
        out += [f"~{units[at : at + 2].hex().upper()}" for at in range(0, len(units), 2)]
    return "".join(out)


def artifact_path(home: Path, cwd: str | None, session_id: str, *, zstd: bool = True) -> Path:
    """Where the harness keeps a session's log below its home folder."""
    project = "_no-cwd" if cwd is None else project_key(cwd)
    name = "session.jsonl.zstd" if zstd else "session.jsonl"
    return home / "sessions" / project / encode_segment(session_id) / name
