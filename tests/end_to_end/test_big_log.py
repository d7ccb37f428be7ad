"""The large logs of the benchmarks are the ones that the goals were set for."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from corpus import REPOSITORY
from log_files import expand, frame_spans, read_text

sys.path.insert(0, str(REPOSITORY))

from benchmarks.big_log import Size, write


@pytest.mark.parametrize(
    ("profile", "size"),
    [
        ("plain", Size(events=3003, rows=207, frames=142, text=98271, zstd=61573, turns=6)),
        ("hard", Size(events=301796, rows=13430, frames=13378, text=21186532, zstd=4454855, turns=2)),
    ],
)
def test_the_same_seed_gives_the_same_log(tmp_path: Path, profile: str, size: Size) -> None:
    assert write(tmp_path / "big.jsonl.zstd", 3000, profile) == size


def test_seqs_are_dense_and_frames_whole(tmp_path: Path) -> None:
    path = tmp_path / "big.jsonl.zstd"
    size = write(path, 3000)
    header, *rows = [json.loads(line) for line in read_text(path).splitlines()]
    assert header["id"] == "big"
    assert [event["seq"] for row in rows for event in expand(row)] == list(range(size.events))
    assert len(frame_spans(path.read_bytes())) == size.frames
