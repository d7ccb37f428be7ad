"""Segments give every line back byte for byte, and find rows by seq without decoding them."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sessionlog.model.row import Row
from sessionlog.store import segments
from sessionlog.store.segments import PackedSegment, SegmentBuilder

LINES = st.lists(
    st.tuples(
        st.binary(max_size=90).map(lambda raw: raw.replace(b"\n", b" ")), st.integers(1, 400), st.booleans()
    ),
    max_size=60,
)
"""Lines, how many events each packs, and whether it holds deltas."""


def row(seq: int, raw: bytes, count: int, delta: bool = False) -> Row:
    return Row(seq, count, "delta" if delta else "x", 0, raw, {})


def pack(lines, first_seq: int) -> tuple[list[PackedSegment], list[bytes]]:
    texts: list[bytes] = []
    builder = SegmentBuilder(0, lambda made: made.type == "delta", lambda text, _lines: texts.append(text))
    packed: list[PackedSegment] = []
    seq = first_seq
    for raw, count, delta in lines:
        packed += builder.add(row(seq, raw, count, delta), [])
        seq += count
    return packed + builder.finish(), texts


def unpack(packed: PackedSegment, first: int = 0, last: int = 2**62) -> list[bytes]:
    layout = segments.unpack_layout(packed.layout, packed.rows)
    texts = [segments.unpack_text(segments.pack_text(text)) for text in (packed.lines, packed.deltas)]
    return list(segments.lines_between(*texts, layout, packed.first_seq, first, last))


@settings(max_examples=80, deadline=None)
@given(LINES, st.integers(0, 2**53 - 30_000), st.integers(1, 7), st.integers(40, 400))
def test_every_line_comes_back_and_every_bound_holds(lines, first_seq, max_rows, max_bytes):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(segments, "MAX_ROWS", max_rows)
        patch.setattr(segments, "MAX_BYTES", max_bytes)
        packed, texts = pack(lines, first_seq)
    assert [line for one in packed for line in unpack(one)] == [raw for raw, _, _ in lines]
    assert b"".join(texts) == b"".join(raw + b"\n" for raw, _, _ in lines)
    layout = [entry for one in packed for entry in segments.unpack_layout(one.layout, one.rows)]
    assert layout == [(count, delta) for _, count, delta in lines]
    seq = first_seq
    for one in packed:
        assert one.first_seq == seq
        seq = one.last_seq + 1
        assert one.rows <= max_rows
        assert one.size <= max_bytes or one.rows == 1
    assert seq == first_seq + sum(count for _, count, _ in lines)


@settings(max_examples=80, deadline=None)
@given(LINES, st.integers(0, 500), st.integers(0, 500))
def test_rows_of_a_seq_range_are_those_that_overlap_it(lines, first, length):
    packed, _ = pack(lines, 0)
    last = first + length
    found = [line for one in packed for line in unpack(one, first, last)]
    seq, wanted = 0, []
    for raw, count, _ in lines:
        if seq <= last and seq + count > first:
            wanted.append(raw)
        seq += count
    assert found == wanted


def test_a_row_larger_than_a_segment_stands_alone():
    large = b"x" * (segments.MAX_BYTES + 1)
    packed, _ = pack([(b"before", 1, False), (large, 1, False), (b"after", 1, False)], 0)
    assert [unpack(one) for one in packed] == [[b"before"], [large], [b"after"]]
