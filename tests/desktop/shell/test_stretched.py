"""In a language whose words are a third longer nothing in the frame is cut off."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from logs import LogBuilder
from PySide6.QtCore import QTranslator
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QApplication, QMenu, QWidget

from sessionlog.library import FlushStatus, Progress
from sessionloom.shell.controls import FlatButton
from sessionloom.shell.first_page_parts import BigRow
from sessionloom.shell.labels import LineLabel, WrapLabel
from sessionloom.shell.main_window import Page
from sessionloom.shell.works import import_work
from sessionloom.translation import install_translator

WIDE, NARROW = (1440, 900), (960, 640)


class Stretching(QTranslator):
    """Every text a third longer, its brackets telling where it begins and ends."""

    def translate(self, context: str, source: str, comment: str | None = None, n: int = -1) -> str:
        letters = source.replace("%1", "").replace("%2", "")
        return f"[{source}{'é' * max(1, len(letters) // 3 - 2)}]"

    def isEmpty(self) -> bool:
        return False


@pytest.fixture
def stretched(qapp: QApplication) -> Iterator[None]:
    translator = Stretching(qapp)
    qapp.installTranslator(translator)
    yield
    qapp.removeTranslator(translator)
    install_translator(qapp, "en")


def texts_of(label: QWidget) -> list[tuple[str, int, int]]:
    """What a widget says, the width that it needs for that and the width that it has."""
    if isinstance(label, LineLabel):
        return [(label.text(), QFontMetrics(label.font()).horizontalAdvance(label.text()), label.width())]
    if isinstance(label, WrapLabel):
        return [(label.text(), label.heightForWidth(label.width()), label.height())]
    if isinstance(label, FlatButton):
        return [(label.text(), label.sizeHint().width(), label.width())]
    if isinstance(label, BigRow):
        return label.needed()
    return []


def cut(part: QWidget) -> list[str]:
    """The texts in a part of the window that are not seen whole."""
    found = []
    for child in part.findChildren(QWidget):
        if child.isVisible():
            found += [text for text, needed, room in texts_of(child) if text and needed > room]
            if texts_of(child) and not part.rect().contains(
                child.rect().translated(child.mapTo(part, child.rect().topLeft()))
            ):
                found.append(f"outside: {texts_of(child)[0][0]}")
    return found


@pytest.mark.parametrize("size", [WIDE, NARROW])
def test_the_first_page_and_the_sidebar(desk, stretched, size):
    desk.start(size=size)
    assert desk.window.page() is Page.FIRST
    desk.window.first_page.retranslate()
    QApplication.processEvents()
    assert cut(desk.window.first_page.widget()) == []
    assert cut(desk.window.sidebar) == []


@pytest.mark.parametrize("size", [WIDE, NARROW])
def test_the_sidebar_with_sessions(desk, stretched, tmp_path, size):
    log = LogBuilder("demo", cwd="/home/dev/tidewatch")
    log.user("Q").assistant("A").end_turn().title("T")
    desk.start(log.as_home(tmp_path / "home"), size=size)
    assert cut(desk.window.sidebar) == []


@pytest.mark.parametrize("size", [WIDE, NARROW])
@pytest.mark.parametrize("state", ["saving", "retrying", "blocked", "read-only", "idle"])
def test_the_status_bar_in_every_state(desk, stretched, tmp_path, size, state):
    log = LogBuilder("demo", cwd="/home/dev/tidewatch")
    log.user("Q").assistant("A").end_turn().title("T")
    desk.start(log.as_home(tmp_path / "home"), size=size)
    bar = desk.window.status
    reason = "There is no room left for library.db. What was saved before is safe."
    bar.show_flusher(FlushStatus(state, 118, 1_790_000_000_000, reason, 12.0, "library.db"))
    if state != "blocked":  # that sentence needs the room, and says all of it in its tooltip
        bar.show_work("import", import_work(Progress(312, 2507, "x", 1, 3), lambda: None))
    bar.show_position("Turn 12 of 214", "#1846", 3)
    QApplication.processEvents()
    short = cut(bar)
    if state == "blocked":
        assert bar.flusher.toolTip() == bar.flusher.text() or bar.flusher.text() not in short
        short = [text for text in short if text != bar.flusher.text()]
    assert short == []


@pytest.mark.parametrize("size", [WIDE, NARROW, (720, 480)])
def test_every_menu_is_in_the_bar_and_every_entry_in_its_menu(desk, stretched, size):
    desk.start(size=size)
    desk.application._retranslate()
    QApplication.processEvents()
    bar = desk.window.menuBar()
    for action in bar.actions():
        box = bar.actionGeometry(action)
        assert box.isValid() and not box.isEmpty(), action.text()
        assert box.right() < desk.window._corner.x(), action.text()
    for menu in desk.window.findChildren(QMenu):
        metrics = QFontMetrics(menu.font())
        for action in menu.actions():
            needed = metrics.horizontalAdvance(action.text().partition("\t")[0].replace("&", ""))
            assert action.isSeparator() or menu.sizeHint().width() > needed
