"""Frames that are cut many at a time come to what they come to one by one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from log_files import frame
from logs import LogBuilder

from sessionlog.sources import frames
from sessionlog.sources.artifact import read_artifact
from sessionlog.sources.files import open_source
from sessionlog.sources.scan import scan

HEADER, *ROWS = (line + b"\n" for line in LogBuilder("demo").user("hi").assistant("ho").end_turn().lines())
ODD = [b"", b"x\n", b"x\nx\n", b"\n", b"torn", ROWS[0] + ROWS[1], b"y" * 40 + b"\n"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("runs")


def everything(path: Path) -> tuple[list[Any], Any]:
    made = scan(read_artifact(path))
    return list(made), made.end


@given(
    odd=st.lists(st.tuples(st.sampled_from(ODD), st.integers(1, 4), st.integers(0, len(ROWS))), max_size=4),
    flip=st.none() | st.integers(0, 2000),
    cut=st.integers(0, 30),
)
def test_many_at_a_time_are_as_one_by_one(folder: Path, odd: list[Any], flip: int | None, cut: int) -> None:
    """Rows, gaps, problems with their places, resume point and diagnosis, whatever the frames hold."""
    texts = list(ROWS)
    for text, times, place in odd:
        texts[place:place] = [text] * times
    data = bytearray(b"".join(map(frame, [HEADER, *texts])))
    first = len(frame(HEADER))
    if flip is not None and first + flip < len(data):
        data[first + flip] ^= 0x15
    path = folder / "session.jsonl.zstd"
    path.write_bytes(data[: len(data) - cut])
    together = everything(path)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(frames, "_RUN_FRAMES", 1)
        assert everything(path) == together


def test_a_reader_of_the_header_decodes_no_other_frame(tmp_path: Path) -> None:
    path = tmp_path / "session.jsonl.zstd"
    path.write_bytes(b"".join(map(frame, [HEADER, *ROWS])))
    with open_source(path) as file:
        reader = frames.FrameReader(file)
        next(iter(reader.runs()))
        assert reader.position == len(frame(HEADER))
