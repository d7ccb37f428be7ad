"""Selecting and copying: across rows, whole and in part, as stored, laid out or not."""

from __future__ import annotations

import pytest
from drawn import answer, prompt, text, tool
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot
from screens import MakeScreen, Screen

from sessionlog.conversation.node import Node, SectionKind
from sessionloom.conversation.painters import PAINTERS

CODE = "Use this:\n\n```python\nprint('😀 one')\nprint('two')\n```\n\nThen *stop*."


def spot(screen: Screen, block_key: str, place: int) -> QPoint:
    """Where a character of a block is on the viewport."""
    screen.grab()
    for index, y in screen.scroller.visible():
        if screen.model.rows[index].block.key == block_key:
            box = screen.scene.box(index, y, screen.viewport().rect().toRectF())
            assert box.body is not None
            block = box.body.document.findBlock(place)
            line = block.layout().lineForTextPosition(place - block.position())
            x = line.cursorToX(place - block.position())
            corner = box.body.document.documentLayout().blockBoundingRect(block).topLeft()
            inside = QPointF(x[0] if isinstance(x, tuple) else x, line.y() + 8)
            return (PAINTERS[box.row.block.kind].origin(box) + corner + inside).toPoint()
    raise AssertionError(f"{block_key} is not on the viewport")


def drag(screen: Screen, start: QPoint, end: QPoint) -> None:
    port = screen.viewport()
    QTest.mousePress(port, Qt.MouseButton.LeftButton, pos=start)
    QTest.mouseMove(port, start + QPoint(12, 0))
    QTest.mouseMove(port, end)
    QTest.mouseRelease(port, Qt.MouseButton.LeftButton, pos=end)


@pytest.fixture
def nodes() -> list[Node]:
    return [
        prompt(1, "First question, 第一个问题."),
        answer(2, "First paragraph.\n\nSecond **bold** paragraph."),
        prompt(3, "Second question."),
        answer(4, CODE),
    ]


def test_dragging_selects_from_the_middle_of_one_row_to_the_middle_of_another(
    make_screen: MakeScreen, nodes: list[Node]
) -> None:
    screen = make_screen(nodes)
    first = f"{nodes[0].key}/0.0"
    last = f"{nodes[1].key}/1.1"
    drag(screen, spot(screen, first, 6), spot(screen, last, 11))
    assert screen.selectedText() == "question, 第一个问题.\n\nAssistant\nFirst paragraph.\n\nSecond bold"


def test_dragging_upwards_selects_the_same(make_screen: MakeScreen, nodes: list[Node]) -> None:
    screen = make_screen(nodes)
    first, last = f"{nodes[0].key}/0.0", f"{nodes[1].key}/1.1"
    drag(screen, spot(screen, last, 11), spot(screen, first, 6))
    assert screen.selectedText() == "question, 第一个问题.\n\nAssistant\nFirst paragraph.\n\nSecond bold"


def test_whole_rows_are_copied_as_stored(make_screen: MakeScreen, nodes: list[Node], qtbot: QtBot) -> None:
    screen = make_screen(nodes)
    screen.selectAll()
    with qtbot.waitSignal(screen.copied) as signal:
        screen.copySelection()
    copied = QGuiApplication.clipboard().text()
    assert "Second **bold** paragraph." in copied
    assert CODE in copied
    assert signal.args == [len(copied)]


def test_part_of_code_is_copied_character_for_character(make_screen: MakeScreen, nodes: list[Node]) -> None:
    """The smiley is two units for Qt and one character of the text."""
    screen = make_screen(nodes)
    key = f"{nodes[3].key}/1.1"
    drag(screen, spot(screen, key, 6), spot(screen, key, 12))
    assert screen.selectedText() == "'😀 on"


def test_a_double_click_selects_a_word_and_a_third_click_the_row(
    make_screen: MakeScreen, nodes: list[Node]
) -> None:
    screen = make_screen(nodes)
    port, key = screen.viewport(), f"{nodes[1].key}/1.0"
    place = spot(screen, key, 8)
    QTest.mouseClick(port, Qt.MouseButton.LeftButton, pos=place)
    QTest.mouseDClick(port, Qt.MouseButton.LeftButton, pos=place)
    assert screen.selectedText() == "paragraph"
    QTest.mouseClick(port, Qt.MouseButton.LeftButton, pos=place)
    assert screen.selectedText() == "First paragraph."


def test_a_click_with_shift_extends_and_a_click_clears(make_screen: MakeScreen, nodes: list[Node]) -> None:
    screen = make_screen(nodes)
    port = screen.viewport()
    first, last = f"{nodes[1].key}/1.0", f"{nodes[1].key}/1.1"
    QTest.mouseClick(port, Qt.MouseButton.LeftButton, pos=spot(screen, first, 6))
    end = spot(screen, last, 6)
    QTest.mouseClick(port, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ShiftModifier, end)
    assert screen.selectedText() == "paragraph.\n\nSecond"
    QTest.mouseClick(port, Qt.MouseButton.LeftButton, pos=end)
    assert screen.selectedText() == ""


def test_a_selection_stays_with_its_text_when_earlier_nodes_arrive(
    make_screen: MakeScreen, nodes: list[Node]
) -> None:
    from sessionlog.conversation.node import Splice

    screen = make_screen(nodes[1:])
    key = f"{nodes[1].key}/1.0"
    drag(screen, spot(screen, key, 0), spot(screen, key, 5))
    screen.splice([Splice(0, 0, (nodes[0],))])
    assert screen.selectedText() == "First"


def test_holding_the_pointer_below_the_edge_scrolls_and_selects(
    make_screen: MakeScreen, qtbot: QtBot
) -> None:
    screen = make_screen([answer(number, f"Answer number {number}.") for number in range(1, 80)])
    screen.scrollToTop()
    port = screen.viewport()
    start = spot(screen, "assistant:0:1/1.0", 0)
    QTest.mousePress(port, Qt.MouseButton.LeftButton, pos=start)
    QTest.mouseMove(port, QPoint(200, port.height() + 300))
    qtbot.waitUntil(screen.isAtBottom)
    QTest.mouseRelease(port, Qt.MouseButton.LeftButton, pos=QPoint(200, port.height() + 300))
    assert "Answer number 70." in screen.selectedText()


def test_copying_rows_that_were_never_laid_out(make_screen: MakeScreen) -> None:
    screen = make_screen([answer(number, f"Answer number {number}.") for number in range(1, 2000)])
    screen.selectAll()
    built = screen.measure.documents.built
    copied = screen.selectedText()
    assert all(f"Answer number {number}." in copied for number in (1, 1000, 1999))
    assert screen.measure.documents.built <= built + 2


def test_a_line_of_12_8_million_characters_is_copied_whole(make_screen: MakeScreen) -> None:
    body = "x" * 12_800_000
    call = tool(1, "bash", "cat big", body)
    screen = make_screen([prompt(0, "big"), call])
    screen.toggleExpanded(call.key)
    screen.grab()
    assert screen.measure.documents.characters < 100_000
    screen.selectAll()
    copied = screen.copySelection()
    assert copied > len(body)
    assert screen.measure.documents.characters < 100_000
    assert body in screen.selectedText()


def test_opening_all_of_12_8_million_characters_lays_out_only_what_is_seen(make_screen: MakeScreen) -> None:
    body = "y" * 12_800_000
    call = tool(1, "bash", "cat big", body)
    screen = make_screen([call])
    screen.toggleExpanded(call.key)
    more = next(row.block.facts["expands"] for row in screen.model.rows if row.block.kind.value == "more")
    screen.toggleExpanded(more)
    screen.grab()
    assert len(screen.model.rows) > 1000
    assert screen.measure.documents.characters < 200_000
    screen.selectAll()
    assert body in screen.selectedText()


def test_copying_without_a_selection_takes_the_current_node(
    make_screen: MakeScreen, nodes: list[Node]
) -> None:
    screen = make_screen(nodes)
    screen.set_current(nodes[1].key)
    screen.copySelection()
    assert QGuiApplication.clipboard().text() == nodes[1].sections[0].text


def test_the_copy_button_of_code_copies_all_of_it(make_screen: MakeScreen, qtbot: QtBot) -> None:
    code = "\n".join(f"value_{number} = {number}" for number in range(90))
    screen = make_screen([answer(1, f"Long:\n\n```python\n{code}\n```")])
    screen.scrollToTop()
    screen.grab()
    zone = next(zone for zone in screen.scene.zones if zone.tip == "Copy this code")
    qtbot.mouseClick(screen.viewport(), Qt.MouseButton.LeftButton, pos=zone.rect.center())
    assert QGuiApplication.clipboard().text() == code


def test_hidden_thinking_is_not_copied_but_its_row_is(make_screen: MakeScreen) -> None:
    thinking = text("Line one of thought.\nLine two of thought.", "t", SectionKind.THINKING)
    screen = make_screen([answer(1, "Said.", thinking)])
    screen.selectAll()
    assert "Line two" not in screen.selectedText()
    screen.toggleExpanded("assistant:0:1/t")
    screen.selectAll()
    assert "Line two" in screen.selectedText()
