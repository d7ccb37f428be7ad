"""Scrolling moves the picture and paints what appears: pixel for pixel what painting all of it gives."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from drawn import answer, node, prompt, tool
from PySide6.QtCore import QPoint, QRect
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from screens import MakeScreen, Screen

from sessionlog.conversation.node import Node, NodeKind
from sessionloom.conversation.painting import BLEED
from sessionloom.conversation.selection import Range

WORDS = "Some words that fill a line and go on to the next one, with `code` and **weight**. "
CODE = "```python\n" + "\n".join(f"value_{n} = {n}" for n in range(30)) + "\n```\n"
STEPS = (-40, -300, 120, 17, -599, 240, -1, 1, -2500, 60, 9000, -120, -120, -9000, 500)
"""Wheel steps, pages, single px, more than the viewport, beyond both ends."""


def mixed(count: int) -> list[Node]:
    made: list[Node] = []
    for turn in range(1, count + 1):
        seq = turn * 10
        made += [
            node(NodeKind.TURN, seq, turn=turn),
            prompt(seq + 1, f"Question {turn} " + WORDS * (turn % 3), turn=turn),
            tool(seq + 3, "bash", f"run {turn}", "output\n" * (turn % 7), turn=turn),
            answer(seq + 5, f"**{turn}** " + WORDS * (1 + turn % 5) + "\n\n" + CODE * (turn % 2), turn=turn),
        ]
    return made


def on_screen(screen: Screen) -> QImage:
    """What was painted so far, as it stands on the screen; the ruler beside it is always painted whole."""
    QApplication.processEvents()
    picture = screen.screen().grabWindow(screen.winId()).toImage()
    return picture.copy(screen.viewport().geometry()).convertToFormat(QImage.Format.Format_RGB32)


def painted_anew(screen: Screen) -> QImage:
    picture = screen.grab().toImage()
    return picture.copy(screen.viewport().geometry()).convertToFormat(QImage.Format.Format_RGB32)


def plain(screen: Screen, _qtbot: QtBot) -> None:
    """As it was opened."""


def selected(screen: Screen, _qtbot: QtBot) -> None:
    screen.selectAll()


def current(screen: Screen, _qtbot: QtBot) -> None:
    screen.previousTurn()
    screen.previousNode()


def hovered(screen: Screen, qtbot: QtBot) -> None:
    on_screen(screen)
    zone = next(zone for zone in screen.scene.zones if screen.viewport().rect().contains(zone.rect))
    qtbot.mouseMove(screen.viewport(), zone.rect.center())


def live(screen: Screen, _qtbot: QtBot) -> None:
    screen.setHasEarlier(True, 700)


@pytest.mark.parametrize("state", [plain, selected, current, hovered, live])
def test_a_scrolled_picture_is_the_picture_of_its_place(
    make_screen: MakeScreen, qtbot: QtBot, state: Callable[[Screen, QtBot], None]
) -> None:
    screen = make_screen(mixed(14))
    state(screen, qtbot)
    on_screen(screen)
    for step in STEPS:
        screen.scroll_by(step)
        moved = on_screen(screen)
        zones = sorted(screen.scene.zones, key=repr)
        assert moved == painted_anew(screen), step
        assert sorted(screen.scene.zones, key=repr) == zones, step


def test_a_drag_of_the_ruler_is_the_picture_of_its_place_too(make_screen: MakeScreen) -> None:
    screen = make_screen(mixed(14))
    bar = screen.verticalScrollBar()
    for share in (0.9, 0.88, 0.5, 0.51, 0.0, 1.0):
        bar.setValue(round(bar.maximum() * share))
        assert on_screen(screen) == painted_anew(screen), share


def test_a_change_between_two_steps_is_painted(make_screen: MakeScreen) -> None:
    screen = make_screen(mixed(14))
    on_screen(screen)
    screen.scroll_by(-200)
    screen.toggleExpanded(screen.currentNode() or screen.nodeInSight())
    screen.scroll_by(-50)
    assert on_screen(screen) == painted_anew(screen)


def test_a_step_paints_only_the_rows_that_it_uncovers(
    make_screen: MakeScreen, monkeypatch: pytest.MonkeyPatch
) -> None:
    screen = make_screen([prompt(seq, f"Row {seq}") for seq in range(1, 200)])
    on_screen(screen)
    painted: list[QRect] = []
    paint = screen.scene.paint

    def noted(painter: QPainter, viewport: QRect, exposed: QRect, selection: Range | None) -> None:
        painted.append(exposed)
        paint(painter, viewport, exposed, selection)

    monkeypatch.setattr(screen.scene, "paint", noted)
    screen.scroll_by(-60)
    on_screen(screen)
    assert painted == [QRect(QPoint(0, 0), painted[0].size())]
    assert painted[0].height() == 60 + BLEED
