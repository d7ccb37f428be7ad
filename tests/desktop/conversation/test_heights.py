"""The height index gives the same sums as a plain list, whatever was done to it."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sessionloom.conversation.heights import CHUNK, HeightIndex

heights = st.lists(st.integers(0, 400).map(float), max_size=700)


def check(index: HeightIndex, naive: list[float]) -> None:
    assert list(index) == naive
    assert len(index) == len(naive)
    assert index.total == sum(naive)


@settings(max_examples=60, deadline=None)
@given(heights, st.data())
def test_any_sequence_of_changes_equals_a_plain_list(start: list[float], data: st.DataObject) -> None:
    index, naive = HeightIndex(start), list(start)
    for _ in range(data.draw(st.integers(0, 8))):
        at = data.draw(st.integers(0, len(naive)))
        if at < len(naive) and data.draw(st.booleans()):
            height = float(data.draw(st.integers(0, 5000)))
            assert index.set(at, height) == height - naive[at]
            naive[at] = height
        else:
            removed = data.draw(st.integers(0, len(naive) - at))
            new = data.draw(heights)
            index.splice(at, removed, new)
            naive[at : at + removed] = new
        check(index, naive)
        row = data.draw(st.integers(0, len(naive)))
        assert index.offset(row) == sum(naive[:row])


@settings(max_examples=100, deadline=None)
@given(heights, st.floats(-50, 300_000, allow_nan=False))
def test_row_at_finds_the_row_that_covers_a_place(naive: list[float], y: float) -> None:
    row, inside = HeightIndex(naive).row_at(y)
    if not naive:
        assert (row, inside) == (0, 0.0)
    elif y < 0:
        assert (row, inside) == (0, y)
    elif y < sum(naive):
        top = sum(naive[:row])
        assert top <= y < top + naive[row]
        assert inside == pytest.approx(y - top)
    else:
        assert row == len(naive) - 1
        assert inside >= naive[-1]


def test_rough_offset_is_never_more_than_one_chunk_away() -> None:
    naive = [float(number % 90) for number in range(3000)]
    index = HeightIndex(naive)
    for row in range(0, 3001, 97):
        assert abs(index.rough_offset(row) - index.offset(row)) <= CHUNK * 90


def test_scaling_keeps_the_rows_and_multiplies_the_total() -> None:
    index = HeightIndex([10.0, 0.0, 30.0])
    index.scale(1.5)
    assert list(index) == [15.0, 0.0, 45.0]


def test_rows_outside_the_list_are_refused() -> None:
    index = HeightIndex([1.0])
    for broken in (lambda: index.get(1), lambda: index.offset(2), lambda: index.splice(1, 1, [])):
        with pytest.raises(IndexError):
            broken()
