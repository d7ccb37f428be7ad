"""Whatever changes in a session, the text under the reader's eyes stays where it is."""

from __future__ import annotations

from dataclasses import replace

import pytest
from drawn import answer, node, prompt, text, tool
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from screens import MakeScreen, Screen

from sessionlog.conversation.node import Node, NodeKind, SectionKind, Splice
from sessionloom.theme.theme import Theme

LOREM = "A sentence that is long enough to wrap when there are several of it in one paragraph. "


def turns(first: int, last: int) -> list[Node]:
    """For each turn a prompt, a call and an answer of another length."""
    made = []
    for turn in range(first, last):
        seq = turn * 10
        made += [
            node(NodeKind.TURN, seq, turn=turn),
            prompt(seq + 1, f"Question {turn}", turn=turn),
            tool(seq + 3, "bash", f"run {turn}", "output\n" * 5, turn=turn),
            answer(seq + 5, f"**{turn}** " + LOREM * (1 + turn % 5), turn=turn),
        ]
    return made


def common(before: dict[str, int], after: dict[str, int]) -> set[str]:
    shared = set(before) & set(after)
    assert shared, "nothing that was on screen is still there"
    return shared


def assert_still(before: dict[str, int], after: dict[str, int]) -> None:
    for key in common(before, after):
        assert after[key] == before[key], key


def wheel(screen: Screen, notches: float) -> None:
    """Turns the wheel; negative is down, as in Qt."""
    centre = QPointF(300, 200)
    event = QWheelEvent(
        centre,
        screen.viewport().mapToGlobal(centre),
        QPoint(),
        QPoint(0, round(notches * 120)),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(screen.viewport(), event)


@pytest.mark.parametrize("notches", [1, 7, 25])
def test_prepending_a_page_moves_nothing(make_screen: MakeScreen, notches: int) -> None:
    screen = make_screen(turns(50, 80))
    wheel(screen, notches)
    before = screen.ys()
    screen.splice([Splice(0, 0, tuple(turns(20, 50)))])
    assert screen.ys() == before
    screen.grab()
    assert screen.ys() == before


def test_prepending_at_the_very_top_moves_nothing(make_screen: MakeScreen) -> None:
    screen = make_screen(turns(50, 80))
    screen.setHasEarlier(True)
    screen.scrollToTop()
    before = screen.ys()
    screen.splice([Splice(0, 0, tuple(turns(20, 50)))])
    assert_still(before, screen.ys())


def test_a_page_that_changes_the_first_visible_node_moves_no_other(make_screen: MakeScreen) -> None:
    """An earlier page may complete the node that the later one had begun with."""
    nodes = turns(50, 80)
    half = answer(499, "the end of an answer", turn=49)
    screen = make_screen([half, *nodes])
    screen.scrollToTop()
    before = screen.ys()
    assert f"{half.key}/head" in before
    whole = answer(
        499, LOREM * 12 + "\n\nthe end of an answer", text("thought", "t", SectionKind.THINKING), turn=49
    )
    screen.splice([Splice(0, 1, (*turns(40, 49), whole))])
    after = screen.ys()
    for key in before:
        if not key.startswith(half.key):
            assert after[key] == before[key]


def test_a_page_that_removes_the_first_visible_node_moves_no_other(make_screen: MakeScreen) -> None:
    nodes = turns(50, 80)
    screen = make_screen(nodes)
    screen.scrollToTop()
    before = screen.ys()
    screen.splice([Splice(0, 1, tuple(turns(40, 50)))])
    after = screen.ys()
    gone = f"{nodes[0].key}/head"
    assert gone not in screen.block_keys()
    for key in before:
        if key != gone:
            assert after[key] == before[key]


def test_a_change_in_the_middle_moves_nothing(make_screen: MakeScreen) -> None:
    nodes = turns(1, 60)
    screen = make_screen(nodes)
    wheel(screen, 10)
    before = screen.ys()
    screen.splice([Splice(8, 3, tuple(turns(100, 110))), Splice(0, 1, ())])
    assert screen.ys() == before


def test_what_grows_at_the_end_is_followed(make_screen: MakeScreen) -> None:
    screen = make_screen(turns(1, 30))
    assert screen.isAtBottom()
    for length in range(1, 30, 4):
        screen.splice([Splice(len(screen.nodes()) - 1, 1, (answer(295, LOREM * length, turn=29),))])
        assert screen.isAtBottom()
    screen.splice([Splice(len(screen.nodes()), 0, tuple(turns(30, 33)))])
    assert screen.isAtBottom()
    assert screen.block_keys()[-1] in screen.ys()


def test_a_reader_who_scrolled_up_stays_while_the_end_grows(make_screen: MakeScreen) -> None:
    screen = make_screen(turns(1, 30))
    wheel(screen, 1)
    assert not screen.isAtBottom()
    before = screen.ys()
    for more in range(30, 60):
        screen.splice([Splice(len(screen.nodes()), 0, tuple(turns(more, more + 1)))])
        assert_still(before, screen.ys())


def test_scrolling_back_to_the_end_follows_again(make_screen: MakeScreen) -> None:
    screen = make_screen(turns(1, 30))
    wheel(screen, 2)
    wheel(screen, -5)
    screen.splice([Splice(len(screen.nodes()), 0, tuple(turns(30, 40)))])
    assert screen.isAtBottom()


def test_the_answer_that_is_read_may_grow_without_moving(make_screen: MakeScreen) -> None:
    """The reader looks at the beginning of the answer that is being written."""
    nodes = [prompt(1, "q"), answer(5, "\n\n".join(LOREM * 3 for _ in range(20)))]
    screen = make_screen(nodes)
    screen.scrollToTop()
    before = screen.ys()
    longer = answer(5, nodes[1].sections[0].text + "\n\n" + LOREM * 30)
    screen.splice([Splice(1, 1, (longer,))])
    assert screen.ys() == before


def test_another_width_keeps_the_first_visible_row(make_screen: MakeScreen) -> None:
    screen = make_screen(turns(1, 60))
    wheel(screen, 20)
    anchor = screen.anchor()
    assert anchor is not None
    screen.resize(620, 600)
    narrow = screen.anchor()
    assert narrow is not None
    assert (narrow.block_key, narrow.offset) == (anchor.block_key, anchor.offset)
    screen.resize(800, 600)
    assert screen.anchor() == anchor


def test_zoom_and_theme_keep_the_first_visible_row(make_screen: MakeScreen, app_theme: Theme) -> None:
    screen = make_screen(turns(1, 60))
    wheel(screen, 20)
    anchor = screen.anchor()
    before = screen.ys()
    app_theme.set_mode("dark")
    assert screen.ys() == before
    app_theme.set_zoom(1.5)
    assert anchor is not None
    zoomed = screen.anchor()
    assert zoomed is not None and zoomed.block_key == anchor.block_key
    assert screen.look.zoom == 1.5


def test_opening_never_moves_the_row_clicked(make_screen: MakeScreen, qtbot: QtBot) -> None:
    screen = make_screen(turns(1, 60))
    wheel(screen, 20)
    screen.grab()
    zone = next(zone for zone in screen.scene.zones if zone.key.startswith("tool-call"))
    before = screen.ys()[zone.block_key]
    for _ in range(2):
        qtbot.mouseClick(screen.viewport(), Qt.MouseButton.LeftButton, pos=zone.rect.center())
        assert screen.ys()[zone.block_key] == before
        screen.grab()
    assert screen.expanded() == set()


def test_opening_the_last_row_does_not_move_it_though_the_tail_was_followed(make_screen: MakeScreen) -> None:
    nodes = [*turns(1, 30), tool(400, "bash", "ls", "line\n" * 100, turn=40)]
    screen = make_screen(nodes)
    key = f"{nodes[-1].key}/head"
    before = screen.ys()[key]
    screen.toggleExpanded(nodes[-1].key)
    assert screen.ys()[key] == before
    assert not screen.isAtBottom()


def test_an_anchor_leads_back_also_into_other_nodes(make_screen: MakeScreen) -> None:
    screen = make_screen(turns(1, 60))
    wheel(screen, 30)
    anchor, before = screen.anchor(), screen.ys()
    screen.setNodes([])
    assert screen.ys() == {}
    screen.setNodes(turns(1, 90))
    assert screen.restoreAnchor(anchor)
    assert screen.ys() == before


def test_an_anchor_that_is_not_loaded_moves_nothing(make_screen: MakeScreen) -> None:
    screen = make_screen(turns(1, 60))
    wheel(screen, 30)
    anchor = screen.anchor()
    screen.setNodes(turns(100, 120))
    before = screen.ys()
    assert not screen.restoreAnchor(anchor)
    assert screen.ys() == before


def test_the_end_is_remembered_as_the_end(make_screen: MakeScreen) -> None:
    screen = make_screen(turns(1, 30))
    anchor = screen.anchor()
    screen.setNodes(turns(1, 40))
    screen.scrollToTop()
    screen.restoreAnchor(anchor)
    assert screen.isAtBottom()


def test_showing_and_hiding_kinds_keeps_the_place(make_screen: MakeScreen, qtbot: QtBot) -> None:
    nodes: list[Node] = []
    for item in turns(1, 60):
        nodes.append(item)
        if item.kind is NodeKind.USER:
            nodes.append(node(NodeKind.CONTEXT, item.seq + 1, text("files"), producer="AGENTS.md"))
    screen = make_screen(nodes)
    wheel(screen, 30)
    before = screen.ys()
    screen.setViewSwitches(attempts=False, context=False, audit=False, raw=True)
    hidden = screen.ys()
    held = next(key for key in before if not key.startswith("context"))
    assert hidden[held] == before[held]
    qtbot.waitUntil(lambda: not any(key.startswith("context") for key in screen.block_keys()))
    assert screen.ys()[held] == before[held]
    screen.setViewSwitches(attempts=False, context=True, audit=False, raw=True)
    assert any(key.startswith("context") for key in screen.block_keys())


def test_the_scroll_bar_is_derived_and_leads_anywhere(make_screen: MakeScreen) -> None:
    screen = make_screen(turns(1, 200))
    bar = screen.verticalScrollBar()
    assert bar.value() == bar.maximum()
    bar.setValue(bar.maximum() // 2)
    middle = screen.anchor()
    assert middle is not None and not middle.at_end
    bar.setValue(0)
    assert f"{screen.nodes()[0].key}/head" in screen.ys()
    bar.setValue(bar.maximum())
    assert screen.isAtBottom()


def test_measuring_around_the_viewport_moves_nothing(make_screen: MakeScreen, qtbot: QtBot) -> None:
    screen = make_screen(turns(1, 300))
    screen.verticalScrollBar().setValue(screen.verticalScrollBar().maximum() // 3)
    before = screen.ys()
    measured = screen.measure.measured
    qtbot.waitUntil(lambda: not screen.premeasuring())
    assert screen.measure.measured > measured
    assert screen.ys() == before


def test_replacing_a_node_by_an_equal_one_lays_nothing_out_anew(make_screen: MakeScreen) -> None:
    screen = make_screen(turns(1, 20))
    screen.grab()
    built = screen.measure.documents.built
    last = screen.nodes()[-1]
    screen.splice([Splice(len(screen.nodes()) - 1, 1, (replace(last),))])
    screen.grab()
    assert screen.measure.documents.built == built
