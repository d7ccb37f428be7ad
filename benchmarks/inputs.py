"""The logs that are measured, made once and kept in build/bench."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, replace
from pathlib import Path

import orjson
import zstandard

from benchmarks.big_log import HEADER, BigLog, Size, write

REPOSITORY = Path(__file__).resolve().parents[1]
CACHE = REPOSITORY / "build" / "bench"
SIZES = (10_000, 100_000, 1_300_000)
PROFILES = ("plain", "hard")
GIB = 1 << 30
KNOWN = {
    ("plain", 1_300_000): (1_300_216, 89_170, 63_641),
    ("hard", 1_300_000): (1_300_809, 84_568, 61_986),
}


def big_log(profile: str, events: int) -> tuple[Path, Size]:
    """The log file and what it holds."""
    path = CACHE / f"big-{profile}-{events}.jsonl.zstd"
    if not path.with_suffix(".json").exists():
        keep(path, write(path, events, profile))
    return path, kept(path)


def keep(path: Path, size: Size) -> None:
    """Remember what a written log holds."""
    path.with_suffix(".json").write_text(json.dumps(asdict(size)))


def kept(path: Path) -> Size:
    """What `keep` remembered."""
    return Size(**json.loads(path.with_suffix(".json").read_text()))


def gib_log() -> Path:
    """A log of 1 GiB of text, made once."""
    path = CACHE / "gibibyte.jsonl"
    if not path.exists():
        making = path.with_suffix(".part")
        making.parent.mkdir(parents=True, exist_ok=True)
        with making.open("wb") as out:
            out.write(orjson.dumps(HEADER) + b"\n")
            for batch in BigLog(1 << 40).batches():
                out.write(batch)
                if out.tell() >= GIB:
                    break
        making.rename(path)
    return path


def single_rows() -> tuple[Path, Size]:
    """The smaller plain log with every packed row written out, a line for each event."""
    source, size = big_log("plain", 100_000)
    path = CACHE / "single-rows.jsonl.zstd"
    compressor = zstandard.ZstdCompressor(write_checksum=True, write_content_size=False)
    rows = text = 0
    if not path.exists():
        frames = []
        for batch in batches(source):
            lines = [line for row in batch.splitlines() for line in expanded(row)]
            stream = compressor.compressobj()
            frames.append(stream.compress(b"".join(lines)) + stream.flush())
            rows += len(lines)
            text += sum(map(len, lines))
        path.write_bytes(b"".join(frames))
        keep(path, replace(size, rows=rows - 1, text=text, zstd=path.stat().st_size))
    return path, kept(path)


def batches(path: Path) -> Iterator[bytes]:
    """The text of each frame of a log, the header's first."""
    data = path.read_bytes()
    while data:
        reader = zstandard.ZstdDecompressor().decompressobj()
        yield reader.decompress(data)
        data = reader.unused_data


def expanded(line: bytes) -> list[bytes]:
    """A stored line with its LF; of a packed row, a line for each of its events."""
    value = orjson.loads(line)
    if "seq0" not in value:
        return [line + b"\n"]
    data, time, lines = value["data"], value["time0"], []
    place = {"turn": data["turn"], "step": data["step"]}
    kind = value["type"].removesuffix("chunks") + "delta"
    for member, text in enumerate(data["texts"]):
        time += data["dt"][member - 1] if member else 0
        chunk = {"type": kind, "index": data["index"], "text": text}
        event = {"type": "assistant/chunk", "seq": value["seq0"] + member, "time": time}
        lines.append(orjson.dumps({**event, "data": {**place, "chunk": chunk}}) + b"\n")
    return lines
