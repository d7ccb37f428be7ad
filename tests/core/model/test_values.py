"""Values whose numbers are promises: what is stored by number, and how much a page may hold."""

from __future__ import annotations

import pytest

from sessionlog.model.errors import UserError
from sessionlog.model.page import ATTEMPT_EDGE, LARGE_ATTEMPT, Bounds, LoadedPage, Page, PageContext, PageRow
from sessionlog.model.row import IndexEntry, Row, SurfaceOp

ENTRY = IndexEntry(7, "note", 1, None, None, SurfaceOp.LOG_ONLY, None, None, None, None, 7, 10, 0, 0)
ROW = Row(9, 3, "text-chunks", 1, b"", {})


def test_what_an_event_does_is_stored_by_its_number() -> None:
    assert [(op.name, int(op)) for op in SurfaceOp] == [("LOG_ONLY", 0), ("APPEND", 1), ("REPLACE", 2)]


def test_an_entry_stands_nowhere_until_it_is_stored() -> None:
    assert (ENTRY.segment, ENTRY.row) == (0, 0)


def test_a_packed_row_ends_with_its_last_event() -> None:
    assert ROW.last_seq == 11


def test_a_page_holds_50_messages_2_mib_and_20000_events_unless_told_otherwise() -> None:
    bounds = Bounds()
    assert (bounds.messages, bounds.max_bytes, bounds.max_events) == (50, 2 * 1024 * 1024, 20_000)
    assert (LARGE_ATTEMPT, ATTEMPT_EDGE) == (2 * 1024 * 1024, 64 * 1024)


@pytest.mark.parametrize("asked", [(0, 1, 1), (1001, 1, 1), (1, 0, 1), (1, 1, 0)])
def test_a_page_of_nothing_or_of_too_much_is_refused(asked: tuple[int, int, int]) -> None:
    with pytest.raises(UserError) as refused:
        Bounds(*asked)
    assert refused.value.code == "PAGE_BOUNDS"


def test_the_least_and_the_most_that_a_page_may_hold() -> None:
    assert Bounds(1, 1, 1).messages == 1
    assert Bounds(1000).messages == 1000


def test_a_row_of_a_page_stands_at_its_entry_else_at_itself() -> None:
    assert PageRow(ENTRY, None).seq == PageRow(ENTRY, ROW).seq == 7
    assert PageRow(None, ROW).seq == 9


def test_a_page_by_itself_knows_nothing_of_what_follows() -> None:
    assert PageContext().settled_after is False
    assert LoadedPage(Page(0, -1, False, 0, 0, 0, "start"), 0, ()).rows_decoded == 0
