"""The bytes of a gap are those of the file, bounded, and readable where a frame can be decoded."""

from __future__ import annotations

import pytest
from damage import cut_line, flip_byte
from log_files import frame_spans, write_lines
from logs import LogBuilder

from sessionlog.model.scan import ScannedGap
from sessionlog.sources import scan as scanning
from sessionlog.sources.artifact import read_artifact
from sessionlog.sources.gap_bytes import read_gap


def talk():
    log = LogBuilder("demo")
    for turn in range(6):
        log.user(f"Question {turn}").assistant(f"Answer {turn}").end_turn()
    return log


def gaps(path):
    return [item.gap for item in scanning.scan(read_artifact(path)) if isinstance(item, ScannedGap)]


@pytest.mark.parametrize("cut", [(20,), (20, 21, 22)])
def test_lines_of_a_plain_log_are_given_exactly(tmp_path, cut):
    lines = cut_line(talk().lines(), *cut)
    path = write_lines(tmp_path / "session.jsonl", lines)
    (gap,) = gaps(path)
    (piece,) = read_gap(path, 0, gap.first_offset, gap.last_offset)
    assert piece.data == b"".join(lines[at] + b"\n" for at in cut)
    assert (piece.total, piece.decoded, piece.offset) == (len(piece.data), False, gap.first_offset)


def test_no_more_is_read_than_may_be_shown(tmp_path):
    lines = talk().lines()
    lines[20] = b"x" * 5_000_000
    path = write_lines(tmp_path / "session.jsonl", lines)
    (gap,) = gaps(path)
    (piece,) = read_gap(path, 0, gap.first_offset, gap.last_offset, most=1000)
    assert piece.data == b"x" * 1000
    assert piece.total == 5_000_001


def test_a_bad_line_in_a_sound_frame_is_given_as_text(tmp_path):
    lines = cut_line(talk().lines(), 20)
    path = write_lines(tmp_path / "session.jsonl.zstd", lines)
    (gap,) = gaps(path)
    pieces = read_gap(path, 0, gap.first_offset, gap.last_offset)
    assert [piece.decoded for piece in pieces] == [True]
    assert pieces[0].data == lines[20] + b"\n"


def test_a_damaged_frame_is_given_as_it_stands_in_the_file(tmp_path):
    path = talk().write_zstd(tmp_path / "session.jsonl.zstd")
    flip_byte(path, frame=2)
    (gap,) = gaps(path)
    start, end = frame_spans(path.read_bytes())[2]
    raw = [piece for piece in read_gap(path, 0, gap.first_offset, gap.last_offset) if not piece.decoded]
    assert [(piece.offset, piece.data) for piece in raw] == [(start, path.read_bytes()[start:end])]
