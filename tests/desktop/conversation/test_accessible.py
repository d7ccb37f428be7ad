"""A screen reader gets the conversation as a list of named rows, and hears where the focus is."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from drawn import answer, node, prompt, tool
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QAccessibleEvent
from pytestqt.qtbot import QtBot
from screens import MakeScreen, Screen

from sessionlog.conversation.node import NodeKind, Splice
from sessionloom.conversation import accessible


@pytest.fixture
def heard(monkeypatch: pytest.MonkeyPatch) -> list[QAccessibleEvent]:
    """The events that go to assistive technology; the bridge counts as active."""
    events: list[QAccessibleEvent] = []

    class Listening:
        isActive = staticmethod(lambda: True)
        updateAccessibility = staticmethod(events.append)

        def __getattr__(self, name: str) -> object:
            return getattr(QAccessible, name)

    monkeypatch.setattr(accessible, "QAccessible", Listening())
    return events


@pytest.fixture
def screen(make_screen: MakeScreen) -> Iterator[Screen]:
    yield make_screen(
        [
            node(NodeKind.TURN, 1, turn=1, title="Turn 1"),
            prompt(2, "What is in here?"),
            answer(3, "Two things.\n\nFirst one.\n\nSecond one."),
            tool(4, "bash", "ls", "a\nb", "error", exit_code=1),
        ]
    )


def test_the_view_is_a_list_of_all_its_rows(screen: Screen) -> None:
    found = QAccessible.queryAccessibleInterface(screen)
    assert found.role() is QAccessible.Role.List
    assert found.text(QAccessible.Text.Name) == "Conversation"
    assert found.childCount() == len(screen.model.rows)
    for index in range(found.childCount()):
        item = found.child(index)
        assert item.role() is QAccessible.Role.ListItem
        assert item.text(QAccessible.Text.Name)
        assert found.indexOfChild(item) == index
        assert item.state().readOnly


def test_a_row_is_named_by_role_state_and_text(screen: Screen) -> None:
    found = QAccessible.queryAccessibleInterface(screen)
    names = [found.child(index).text(QAccessible.Text.Name) for index in range(found.childCount())]
    assert "You: What is in here?" in names
    assert "Assistant: Second one." in names
    assert "Tool call: Failed: bash ls" in names


def test_rows_say_whether_they_are_open(screen: Screen) -> None:
    found = QAccessible.queryAccessibleInterface(screen)
    item = found.child(found.childCount() - 1)
    assert item.state().expandable and item.state().collapsed
    screen.toggleExpanded("tool-call:0:4")
    assert item.state().expanded


def test_rows_say_where_they_are(screen: Screen) -> None:
    found = QAccessible.queryAccessibleInterface(screen)
    area = found.child(1).rect()
    corner = screen.viewport().mapToGlobal(QPoint(0, 0))
    assert QRect(corner, screen.viewport().size()).contains(area)
    middle = area.center()
    assert found.indexOfChild(found.childAt(middle.x(), middle.y())) == 1


def test_the_focus_is_told_row_by_row(screen: Screen, heard: list[QAccessibleEvent], qtbot: QtBot) -> None:
    screen.setFocus()
    for _ in range(3):
        qtbot.keyClicks(screen, "j")
    told = [event.child() for event in heard if event.type() is QAccessible.Event.Focus]
    assert told[-3:] == [0, 1, 3]


def test_a_new_answer_is_announced_once(screen: Screen, heard: list[QAccessibleEvent]) -> None:
    count = len(screen.nodes())
    screen.splice([Splice(count, 0, (answer(9, "It is done."),))])
    screen.splice([Splice(count, 1, (answer(9, "It is done."),))])
    said = [event.message() for event in heard if isinstance(event, QAccessibleAnnouncementEvent)]
    assert said == ["Assistant: It is done."]


def test_a_row_that_is_gone_is_no_longer_valid(screen: Screen) -> None:
    found = QAccessible.queryAccessibleInterface(screen)
    item = found.child(found.childCount() - 1)
    assert item.isValid()
    screen.splice([Splice(3, 1, ())])
    assert not item.isValid()
    assert found.child(len(screen.model.rows)) is None


def test_thousands_of_rows_are_reached_without_keeping_an_item_for_each(make_screen: MakeScreen) -> None:
    screen = make_screen([prompt(number, f"Row {number}") for number in range(1, 1500)])
    found = QAccessible.queryAccessibleInterface(screen)
    for index in range(0, found.childCount(), 2):
        assert found.child(index).text(QAccessible.Text.Name).startswith("You")
    assert isinstance(found, accessible.ConversationList)
    assert found.kept() <= accessible.KEPT_ITEMS
    assert screen.focusPolicy() is Qt.FocusPolicy.StrongFocus
