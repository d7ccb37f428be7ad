"""The reading place is arithmetic on exact heights: it stops at both ends and moves by what it was told."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sessionloom.conversation.scroller import Scroller

HEAD, FOOT, VIEWPORT = 10, 20, 600
heights = st.lists(st.integers(1, 900), min_size=1, max_size=40)


def scroller_of(rows: list[int]) -> Scroller:
    scroller = Scroller(lambda row: float(rows[row]), lambda: len(rows))
    scroller.head, scroller.foot, scroller.viewport = HEAD, FOOT, VIEWPORT
    scroller.to_top()
    return scroller


def place_of(scroller: Scroller, rows: list[int]) -> float:
    """How many px lie above the viewport."""
    return HEAD + sum(rows[: scroller.row]) + scroller.offset


@settings(max_examples=150, deadline=None)
@given(heights, st.lists(st.integers(-3000, 3000), max_size=12))
def test_moves_add_up_and_stop_at_the_ends(rows: list[int], moves: list[int]) -> None:
    scroller = scroller_of(rows)
    last = max(0, HEAD + sum(rows) + FOOT - VIEWPORT)
    expected = 0.0
    for distance in moves:
        scroller.move(distance)
        expected = min(max(expected + distance, 0), last)
        assert place_of(scroller, rows) == pytest.approx(expected)


@settings(max_examples=100, deadline=None)
@given(heights, st.data())
def test_a_placed_row_is_where_it_was_put_unless_an_end_is_in_the_way(
    rows: list[int], data: st.DataObject
) -> None:
    scroller = scroller_of(rows)
    row = data.draw(st.integers(0, len(rows) - 1))
    y = data.draw(st.integers(-500, 700))
    scroller.place(row, y)
    last = max(0, HEAD + sum(rows) + FOOT - VIEWPORT)
    expected = min(max(HEAD + sum(rows[:row]) - y, 0), last)
    assert place_of(scroller, rows) == pytest.approx(expected)


@settings(max_examples=100, deadline=None)
@given(heights)
def test_the_bottom_is_the_bottom(rows: list[int]) -> None:
    scroller = scroller_of(rows)
    scroller.to_bottom()
    assert scroller.at_bottom(0)
    assert place_of(scroller, rows) == max(0, HEAD + sum(rows) + FOOT - VIEWPORT)


def test_the_tail_is_followed_within_24_px_of_it() -> None:
    scroller = scroller_of([500] * 10)
    scroller.to_bottom()
    scroller.move(-24)
    assert scroller.at_bottom()
    scroller.move(-1)
    assert not scroller.at_bottom()


def test_nothing_to_show_is_no_fault() -> None:
    scroller = scroller_of([])
    scroller.move(100)
    scroller.to_bottom()
    assert list(scroller.visible()) == []
    assert scroller.at_bottom()


def test_reveal_moves_no_more_than_needed() -> None:
    rows = [100] * 30
    scroller = scroller_of(rows)
    scroller.reveal(3, 3, 16)
    assert place_of(scroller, rows) == 0
    scroller.reveal(10, 10, 16)
    assert place_of(scroller, rows) == HEAD + 1100 + 16 - VIEWPORT
    scroller.reveal(2, 2, 16)
    assert place_of(scroller, rows) == HEAD + 200 - 16


def test_what_is_taller_than_the_viewport_is_shown_from_its_top() -> None:
    rows = [100, 100, 2000, 100]
    scroller = scroller_of(rows)
    scroller.reveal(2, 2, 16)
    assert place_of(scroller, rows) == 0
    scroller.move(900)
    scroller.reveal(2, 2, 16)
    assert place_of(scroller, rows) == HEAD + 200 - 16
