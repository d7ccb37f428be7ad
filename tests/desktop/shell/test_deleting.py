"""Sessions of the library are renamed, archived, deleted, brought back and deleted for good."""

from __future__ import annotations

import pytest
from desk import Desk
from logs import LogBuilder
from PySide6.QtCore import QItemSelectionModel, Qt
from PySide6.QtWidgets import QLabel

from sessionlog.library import LIBRARY_SOURCE, Library
from sessionloom.models.session_list_model import ROW_ROLE
from sessionloom.shell.deleted_words import DAY_MS, days_left, days_text
from sessionloom.shell.main_window import Page

pytestmark = pytest.mark.gui


@pytest.fixture
def home(tmp_path):
    for number, name in enumerate(("Tide", "Wind", "Rain")):
        log = LogBuilder(f"s{number}").user(f"About {name}").assistant(f"{name} is near.").end_turn()
        log.title(name).as_home(tmp_path / "home")
    return tmp_path / "home"


@pytest.fixture
def shelf(desk: Desk, home) -> Desk:
    """The three sessions kept in the library, which is listed."""
    desk.start()
    desk.application.opening.import_path(str(home))
    desk.settle()
    desk.bench.choose_source(LIBRARY_SOURCE)
    desk.settle()
    assert {"Tide", "Wind", "Rain"} <= set(desk.titles())
    return desk


def press(desk: Desk, title: str, key: Qt.Key, *, alone: bool = True) -> None:
    """A key on a row of the session list."""
    desk.window.activateWindow()
    desk.qtbot.waitUntil(desk.window.isActiveWindow)
    view = desk.window.sidebar.sessions
    model = view.model()
    row = next(row for row in range(model.rowCount()) if model.index(row, 0).data() == title)
    view.setFocus()
    how = QItemSelectionModel.SelectionFlag
    flag = how.ClearAndSelect if alone else how.NoUpdate
    view.selectionModel().setCurrentIndex(model.index(row, 0), flag)
    desk.qtbot.keyClick(view, key)
    desk.settle()


def menu_of(desk: Desk, title: str):  # type: ignore[no-untyped-def]
    model = desk.window.sidebar.sessions.model()
    infos = [model.index(row, 0).data(ROW_ROLE).info for row in range(model.rowCount())]
    info = next(info for info in infos if info is not None and (info.name or info.title) == title)
    return desk.do.acts.menu(desk.do, info)


def pick(desk: Desk, title: str, entry: str) -> None:
    menu = menu_of(desk, title)
    next(action for action in menu.actions() if action.text() == entry).trigger()
    menu.deleteLater()
    desk.settle()


def test_a_name_of_ones_own_is_shown_everywhere_and_the_log_keeps_its_title(shelf: Desk) -> None:
    shelf.choose("Tide")
    pick(shelf, "Tide", "Rename…")
    panel = shelf.do.acts.panel
    assert panel.field.placeholderText() == "Tide"
    shelf.qtbot.keyClicks(panel.field, "High water")
    shelf.qtbot.keyClick(panel.field, Qt.Key.Key_Return)
    shelf.settle()
    assert "High water" in shelf.titles() and "Tide" not in shelf.titles()
    assert shelf.window.header.title.text() == "High water"
    assert shelf.window.windowTitle().startswith("High water")
    assert shelf.bench.controller.info.title == "Tide"
    press(shelf, "High water", Qt.Key.Key_F2)
    shelf.do.acts.panel.field.clear()
    shelf.do.acts.panel.accept.click()
    shelf.settle()
    assert "Tide" in shelf.titles()


def test_archived_sessions_leave_the_list_until_they_are_asked_for(shelf: Desk) -> None:
    pick(shelf, "Wind", "Archive")
    assert "Wind" not in shelf.titles() and "“Wind” is archived." in shelf.notice()[0]
    shelf.trigger("list.archived")
    assert "Wind" in shelf.titles()
    pick(shelf, "Wind", "Unarchive")
    shelf.trigger("list.archived")
    assert "Wind" in shelf.titles()
    pick(shelf, "Wind", "Archive")
    shelf.window.notice.shown.buttons[0].act()
    shelf.settle()
    assert "Wind" in shelf.titles()


def test_an_archived_parent_stays_where_a_fork_of_it_is_not(shelf: Desk) -> None:
    info = next(info for info in shelf.bench.library.sessions(LIBRARY_SOURCE) if info.title == "Rain")
    shelf.bench.library.fork(info.ref, title="Rain, again")
    shelf.settle()
    pick(shelf, "Rain", "Archive")
    assert {"Rain", "Rain, again"} <= set(shelf.titles())


def test_delete_says_what_it_means_and_can_be_undone(shelf: Desk) -> None:
    shelf.choose("Tide")
    press(shelf, "Tide", Qt.Key.Key_Delete)
    assert "Tide" not in shelf.titles() and shelf.bench.controller.info is None
    claim, where = shelf.notice()
    assert claim == "“Tide” is in Recently deleted."
    assert "30 days" in where and "not touched" in where
    shelf.window.notice.shown.buttons[0].act()
    shelf.settle()
    assert "Tide" in shelf.titles()


def test_what_is_deleted_waits_with_its_days_and_comes_back(shelf: Desk) -> None:
    press(shelf, "Tide", Qt.Key.Key_Delete)
    press(shelf, "Wind", Qt.Key.Key_Delete)
    shelf.trigger("library.deleted")
    page = shelf.do.deleted.page
    assert shelf.window.page() is Page.DELETED
    assert [row.cells[0] for row in page.list.table.rows] == ["Wind", "Tide"]
    assert {row.cells[3] for row in page.list.table.rows} == {"30 days left"}
    assert not page.restore.isEnabled()
    page.list.setFocus()
    page.list.setCurrentIndex(page.list.table.index(1))
    page.restore.click()
    shelf.settle()
    assert "Tide" in shelf.titles() and [row.cells[0] for row in page.list.table.rows] == ["Wind"]
    shelf.qtbot.keyClick(page.list, Qt.Key.Key_Escape)
    assert shelf.window.page() is not Page.DELETED


def test_delete_now_first_says_exactly_what_goes(shelf: Desk, tmp_path) -> None:
    info = next(info for info in shelf.bench.library.sessions(LIBRARY_SOURCE) if info.title == "Rain")
    shelf.bench.library.fork(info.ref, title="Drizzle")
    shelf.settle()
    press(shelf, "Rain", Qt.Key.Key_Delete)
    shelf.trigger("library.deleted")
    page = shelf.do.deleted.page
    page.list.setCurrentIndex(page.list.table.index(0))
    shelf.qtbot.keyClick(page.list, Qt.Key.Key_Delete)
    shelf.settle()
    question = shelf.do.deleted.question
    said = "\n".join(label.text() for label in question.findChildren(QLabel))
    assert "for good?" in said and "cannot be undone" in said
    assert "Goes: all events of the session" in said
    assert "Drizzle" in said and "s2" in said
    question.buttons[0].click()
    shelf.settle()
    assert len(shelf.bench.library.deletions.recently_deleted()) == 1
    page.delete.click()
    shelf.settle()
    shelf.do.deleted.question.buttons[1].click()
    shelf.settle()
    assert shelf.bench.library.deletions.recently_deleted() == []
    assert page.empty.isVisible() and not page.list.isVisible()
    assert list((tmp_path / "home").rglob("*.zstd")), "the file it came from is not touched"


def test_several_sessions_go_and_come_back_together(shelf: Desk) -> None:
    shelf.window.activateWindow()
    view = shelf.window.sidebar.sessions
    view.setFocus()
    view.selectAll()
    press(shelf, "Wind", Qt.Key.Key_Delete, alone=False)
    assert not {"Tide", "Wind", "Rain"} & set(shelf.titles())
    claim, where = shelf.notice()
    assert claim == "3 sessions are in Recently deleted." and where.startswith("They can be")
    shelf.window.notice.shown.buttons[0].act()
    shelf.settle()
    assert {"Tide", "Wind", "Rain"} <= set(shelf.titles())


def test_delete_on_a_heading_deletes_nothing(shelf: Desk) -> None:
    shelf.choose("Tide")
    press(shelf, shelf.titles()[0], Qt.Key.Key_Delete)
    assert {"Tide", "Wind", "Rain"} <= set(shelf.titles())
    assert shelf.bench.controller.info is not None


def test_a_place_that_is_only_opened_offers_no_deletion(desk: Desk, home) -> None:
    desk.start(home)
    menu = menu_of(desk, "Tide")
    names = {action.text() for action in menu.actions()}
    menu.deleteLater()
    assert "Import session into library" in names
    assert not names & {"Delete", "Rename…", "Archive"}
    press(desk, "Tide", Qt.Key.Key_Delete)
    assert "Tide" in desk.titles()


def test_days_are_counted_with_the_begun_one() -> None:
    assert (days_left(30 * DAY_MS, 0), days_left(DAY_MS, DAY_MS - 1), days_left(0, DAY_MS)) == (30, 1, 0)
    assert [days_text(days) for days in (0, 1, 12)] == [
        "goes at the next start",
        "1 day left",
        "12 days left",
    ]


def test_the_library_that_was_cleared_stays_a_library(shelf: Desk) -> None:
    for title in ("Tide", "Wind", "Rain"):
        press(shelf, title, Qt.Key.Key_Delete)
    path = shelf.bench.library.path
    shelf.close()
    again = Library.open(path)
    try:
        assert again.sessions(LIBRARY_SOURCE) == []
        assert len(again.deletions.recently_deleted()) == 3
    finally:
        again.close()
