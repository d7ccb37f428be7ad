"""The frame: how it gives way, how it looks in another theme and language, what a screen reader hears."""

from __future__ import annotations

import pytest
import shiboken6
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QAbstractButton, QApplication, QLineEdit, QMenu, QWidget

from sessionloom.shell.main_window import Page
from sessionloom.theme.theme import theme
from sessionloom.translation import install_translator


@pytest.fixture
def samples(desk):
    desk.start()
    desk.window.first_page.samples.click()
    desk.settle()
    return desk


@pytest.fixture
def english_again(qapp):
    yield
    install_translator(qapp, "en")


def test_the_parts_have_the_sizes_of_the_design(samples):
    window = samples.window
    assert window.menuBar().height() == 32
    assert window.sidebar.width() == 272
    assert window.header.height() == 56
    assert window.status.height() == 28


@pytest.mark.parametrize(("width", "sidebar"), [(1440, 272), (1100, 272), (1030, 232), (960, 232)])
def test_the_sidebar_gives_way(samples, width, sidebar):
    samples.window.resize(width, 640)
    assert samples.window.sidebar.width() == sidebar
    assert samples.window.sidebar.isVisible()


def test_in_a_narrow_window_the_sidebar_lies_over_it_and_goes_away(samples):
    window = samples.window
    window.resize(760, 500)
    assert not window.sidebar.isVisible()
    samples.trigger("view.sidebar")
    assert window.sidebar.isVisible()
    assert window.canvas.width() >= 740
    samples.qtbot.keyClick(window, Qt.Key.Key_Escape)
    assert not window.sidebar.isVisible()
    window.resize(1280, 800)
    assert window.sidebar.isVisible()


def test_the_window_can_be_small(samples):
    samples.window.resize(100, 100)
    assert (samples.window.width(), samples.window.height()) == (720, 480)


def test_the_theme_changes_while_reading(samples):
    nodes = list(samples.canvas.nodes())
    samples.trigger("theme.dark")
    assert theme().mode == "dark"
    image = samples.window.grab().toImage()
    assert image.pixelColor(20, samples.window.height() - 60) == theme().color("bg.window")
    assert list(samples.canvas.nodes()) == nodes
    samples.trigger("theme.light")
    assert theme().mode == "light"


def test_zoom_makes_the_frame_larger(samples):
    samples.trigger("view.zoomIn")
    assert samples.window.header.height() == round(56 * 1.1)
    samples.trigger("view.zoomReset")
    assert samples.window.header.height() == 56


def test_the_language_changes_while_open(samples, english_again):
    samples.trigger("language.zh_CN")
    assert samples.window.sidebar.sources_label.text() == "来源"
    assert samples.window.menuBar().actions()[0].text() == "文件"
    assert samples.window.header.import_button.text() != "Import into library"
    assert samples.bench.controller.info is not None
    samples.trigger("language.en")
    assert samples.window.menuBar().actions()[0].text() == "File"


@pytest.mark.parametrize("page", ["first", "session"])
def test_everything_that_can_be_used_has_a_name(desk, page):
    desk.start()
    if page == "session":
        desk.window.first_page.samples.click()
        desk.settle()
        assert desk.window.page() is Page.SESSION
    nameless = []
    for widget in desk.window.findChildren(QWidget):
        if isinstance(widget, QAbstractButton | QLineEdit) and widget.isVisible():
            interface = QAccessible.queryAccessibleInterface(widget)
            if not interface.text(QAccessible.Text.Name):
                nameless.append(widget)
    assert nameless == []


def test_lists_and_rows_speak(samples):
    sidebar = samples.window.sidebar
    for view, name in ((sidebar.sources, "Sources"), (sidebar.sessions, "Sessions")):
        interface = QAccessible.queryAccessibleInterface(view)
        assert interface.text(QAccessible.Text.Name) == name
        assert interface.role() == QAccessible.Role.List
        assert interface.childCount() == view.model().rowCount()
        for row in range(interface.childCount()):
            assert interface.child(row).text(QAccessible.Text.Name)
    spoken = [
        sidebar.sessions.model().index(row, 0).data(Qt.ItemDataRole.AccessibleTextRole)
        for row in range(sidebar.sessions.model().rowCount())
    ]
    assert any("damaged" in text for text in spoken)
    assert any("fork" in text for text in spoken)


def test_tab_reaches_the_list_and_the_conversation(samples):
    reached = set()
    samples.window.activateWindow()
    samples.window.sidebar.search.setFocus()
    for _ in range(60):
        focus = samples.window.focusWidget()
        reached.add(focus)
        samples.qtbot.keyClick(focus, Qt.Key.Key_Tab)
    wanted = {
        samples.window.sidebar.search,
        samples.window.sidebar.sources,
        samples.window.sidebar.sessions,
        samples.window.header.more,
        samples.canvas,
    }
    assert wanted <= reached


def test_the_keyboard_alone_opens_a_session(samples):
    view = samples.window.sidebar.sessions
    samples.trigger("go.list")
    shown = samples.window.header.title.text()
    for _ in range(3):
        samples.qtbot.keyClick(view, Qt.Key.Key_Down)
    samples.qtbot.keyClick(view, Qt.Key.Key_Return)
    samples.settle()
    assert samples.window.header.title.text() != shown


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_a_context_menu_holds_no_dead_entry(samples):
    samples.application._session_menu(samples.bench.controller.info, samples.window.pos())
    menus = [menu for menu in samples.window.findChildren(QMenu) if menu.isVisible()]
    assert menus
    assert all(action.isEnabled() for action in menus[-1].actions())
    menus[-1].close()


def test_the_status_bar_says_where_one_is(samples):
    assert samples.window.status.turn.text().startswith("Turn ")
    assert samples.window.status.seq.text().startswith("#")
    samples.trigger("library.storage")
    assert samples.window.status.seq.text() == "", "no conversation is shown"
    samples.do.storage.page.close_button.click()
    samples.settle()
    assert samples.window.status.seq.text().startswith("#")


def test_copying_the_id_and_a_link(samples):
    info = samples.bench.controller.info
    samples.trigger("edit.copyId")
    assert QApplication.clipboard().text() == info.id
    samples.trigger("edit.copyLink")
    assert QApplication.clipboard().text().startswith(f"{info.id}@g0")


def test_a_link_of_a_log_is_shown_before_anything_opens(samples, monkeypatch):
    opened = []
    monkeypatch.setattr("sessionloom.shell.trouble.QDesktopServices.openUrl", opened.append)
    samples.canvas.linkActivated.emit("https://example.org/\u202egnp.exe")
    assert opened == []


def test_a_window_that_was_closed_is_gone_with_all_that_it_had(samples):
    application = samples.application
    parts = [application, application.window, application.sessions, application.canvas, application.bench]
    samples.close()
    assert not any(shiboken6.isValid(part) for part in parts)
