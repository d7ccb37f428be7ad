"""Two branches of 5,000 messages: what is painted and laid out is what is on screen."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from sessionlog.access.comparing import Comparison, Side
from sessionlog.access.values import SessionInfo, SessionRef
from sessionlog.compare.comparison import State, compare_items
from sessionlog.compare.item import Item, digest_of
from sessionlog.lineage.fork_point import ForkPoint, Relation
from sessionlog.model.severity import Severity
from sessionloom.compare.page import ComparePage
from sessionloom.compare.shown import fold

NODES = 5_000


def info(key: int) -> SessionInfo:
    return SessionInfo(
        ref=SessionRef(1, key), id=f"s{key}", generation=0, title="T", created_at=0, updated_at=0, cwd=None,
        parent_session=None, origin=None, seed_length=None, events=9, turns=1, severity=Severity.OK,
        running=False, interrupted=False, native=False, artifact=None, last_prompt=None,
    )  # fmt: skip


def item(number: int, text: str) -> Item:
    digest = digest_of([text])
    kind = "user" if number % 2 == 0 else "assistant"
    return Item(
        f"{kind}:0:{number}", kind, 0, number, number // 2, 1, "", kind, text[:600], len(text), digest, digest
    )


def branches(every: int) -> Comparison:
    """Two branches that differ in every so many messages."""
    left = [item(n, f"Message {n} says what it says. " * (1 + n % 9)) for n in range(NODES)]
    right = [item(n, f"Otherwise, {n}. " * 5) if n % every == 0 else left[n] for n in range(NODES)]
    rows, counts = compare_items(left, right)
    sides = [Side(info(key), NODES, 0) for key in (1, 2)]
    return Comparison(sides[0], sides[1], ForkPoint(Relation.COUSINS, 7, "s0"), 7, 0, False, rows, counts)


@pytest.fixture
def page(qtbot):
    window = QWidget()  # a page has no window of its own
    qtbot.addWidget(window)
    made = ComparePage(window)
    window.resize(1200, 700)
    made.resize(1200, 700)
    window.show()
    qtbot.waitExposed(window)
    yield made


@pytest.mark.parametrize("every", [1, 2, 50])
def test_painting_and_laying_out_are_bounded_by_the_window(page, every) -> None:
    found = branches(every)
    page.show_comparison(found)
    view = page.view
    view.grab()
    assert 0 < view.painted < 40
    assert view.layouts.made < 160
    before = view.layouts.made
    view.verticalScrollBar().setValue(view.verticalScrollBar().maximum())
    view.grab()
    assert 0 < view.painted < 40
    assert view.layouts.made - before < 160
    assert page.counts.text().startswith(f"{found.counts.changed} changed")


def test_every_difference_is_walked_to_once_and_in_order(page, qtbot) -> None:
    page.show_comparison(branches(50))
    view = page.view
    seen = [view.current]
    while view.step_difference(1):
        seen.append(view.current)
    assert seen == [n for n, row in enumerate(view.rows()) if row.state is not State.SAME]
    assert len(seen) == NODES // 50
    qtbot.keyClick(view, Qt.Key.Key_P)
    assert view.current == seen[-2]


def test_a_narrower_window_keeps_the_row_that_is_read(page) -> None:
    page.show_comparison(branches(3))
    view = page.view
    view.go_to(NODES // 2)
    top = view._places.shown[view._places.at(view.verticalScrollBar().value())].first
    page.resize(700, 500)
    assert view._places.shown[view._places.at(view.verticalScrollBar().value())].first == top


def test_folding_hides_nothing_but_equal_rows() -> None:
    rows = branches(50).rows
    shown = fold(rows)
    hidden = [n for row in shown if row.folded for n in range(row.first, row.first + row.count)]
    assert sorted([*hidden, *(row.first for row in shown if not row.folded)]) == list(range(len(rows)))
    assert all(rows[n].state is State.SAME for n in hidden)
    assert fold(rows, frozenset(row.first for row in shown if row.folded)) == fold(
        rows, frozenset(range(NODES))
    )
