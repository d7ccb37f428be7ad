"""The storage page: sizes of sessions, and the library compacted, backed up, moved and checked from it."""

from __future__ import annotations

import threading

import pytest
from desk import Desk
from logs import LogBuilder
from PySide6.QtWidgets import QLabel

from sessionlog.access.storage import Cancelled
from sessionlog.library import LIBRARY_SOURCE, Library, Progress
from sessionloom.shell.main_window import Page

pytestmark = pytest.mark.gui


@pytest.fixture
def shelf(desk: Desk, tmp_path) -> Desk:
    for number, turns in enumerate((9, 1)):
        log = LogBuilder(f"s{number}")
        for turn in range(turns):
            log.user(f"Question {turn}").assistant("An answer. " * 50).end_turn()
        log.title("Long" if number == 0 else "Short").as_home(tmp_path / "home")
    desk.start()
    desk.application.opening.import_path(str(tmp_path / "home"))
    desk.settle()
    desk.bench.choose_source(LIBRARY_SOURCE)
    desk.settle()
    return desk


def shown(desk: Desk):  # type: ignore[no-untyped-def]
    desk.trigger("library.storage")
    page = desk.do.storage.page
    assert desk.window.page() is Page.STORAGE and page.report is not None
    return page


def test_sessions_are_listed_by_what_they_take(shelf: Desk) -> None:
    info = next(info for info in shelf.bench.library.sessions(LIBRARY_SOURCE) if info.title == "Long")
    shelf.bench.library.fork(info.ref, title="Branch")
    shelf.settle()
    page = shown(shelf)
    rows = {row.cells[0]: row.cells for row in page.list.table.rows}
    assert set(rows) == {"Long", "Short", "Branch"}
    assert rows["Long"][4] and rows["Branch"][4] and not rows["Short"][4], "a fork shares"
    assert page.facts.text() == str(shelf.bench.library.path)
    page.list.confirmed.emit(next(row for row in page.list.table.rows if row.cells[0] == "Short"))
    shelf.settle()
    assert shelf.window.page() is Page.SESSION and shelf.bench.controller.info.title == "Short"


def test_originals_of_no_session_here_are_counted_apart(shelf: Desk) -> None:
    def labels() -> list[str]:
        return [label.text() for label in shown(shelf).findChildren(QLabel)]

    assert "kept for no session here" not in labels()
    folder = shelf.bench.library.path.parent / "artifacts"
    folder.mkdir()
    (folder / ("ab" * 32)).write_bytes(b"bytes of a log")
    assert "kept for no session here" in labels()


def test_checking_and_compacting_say_what_they_found(shelf: Desk) -> None:
    page = shown(shelf)
    page.buttons["check"].click()
    shelf.settle()
    assert shelf.notice()[0] == "All 2 sessions are what was stored."
    page.buttons["compact"].click()
    shelf.settle()
    assert shelf.notice()[0].startswith("The library is compact.")
    assert page.bar.isHidden() and page.buttons["move"].isEnabled()


def test_a_damaged_session_is_named_and_shown(shelf: Desk) -> None:
    shelf.bench.library._store.writer.run(
        lambda connection: connection.execute("UPDATE segment SET lines = x'00' WHERE first_seq = 0")
    )
    shelf.bench.library._store.cache.clear()
    shown(shelf).buttons["check"].click()
    shelf.settle()
    claim, where = shelf.notice()
    assert claim == "2 sessions of 2 are not what was stored."
    assert "cannot be read" in where and "Import it again" in where


def test_a_backup_opens_as_a_library(shelf: Desk, tmp_path) -> None:
    shown(shelf)
    shelf.do.storage.back_up(tmp_path / "disk")
    shelf.settle()
    claim, where = shelf.notice()
    assert claim == "The backup is written and checked."
    copy = Library.open(next((tmp_path / "disk").rglob("library.db")))
    try:
        assert str(copy.path) == where and len(copy.sessions(LIBRARY_SOURCE)) == 2
    finally:
        copy.close()


def test_what_is_under_way_shows_and_can_be_cancelled_and_is_asked_about(shelf: Desk, monkeypatch) -> None:
    page = shown(shelf)
    stopped = threading.Event()
    shelf.do.storage.page.stop.clicked.connect(stopped.set)

    def slow(progress, cancel):  # type: ignore[no-untyped-def]
        progress(Progress(1, 4, "", 0, 0))
        stopped.wait()
        assert cancel()
        raise Cancelled

    monkeypatch.setattr(shelf.bench.library.storage, "check", slow)
    page.buttons["check"].click()
    shelf.until(lambda: "1 / 4" in page.state.text())
    status = shelf.window.status
    assert page.bar.value() == 250 and not page.buttons["compact"].isEnabled()
    assert "Checking" in status.work_text.text()
    assert "not finished" in shelf.application.leaving.question()[0]
    page.stop.click()
    shelf.settle()
    assert shelf.notice()[0] == "Cancelled. Nothing is half done."
    assert status.work_bar.isHidden() and shelf.application.leaving.question() is None


def test_a_moved_library_starts_again_from_its_new_folder(shelf: Desk, tmp_path) -> None:
    shown(shelf)
    shelf.do.storage.move(tmp_path / "disk")
    shelf.settle()
    there = tmp_path / "disk" / "sessionloom"
    shelf.do.storage.panel.buttons[0].click()
    assert shelf.application.start_again and shelf.window.isHidden()
    shelf.close()
    assert not (shelf.folder / "library.db").exists()
    assert (there / "library.db").exists() and (there / "settings.json").exists()
    shelf.start()
    shelf.bench.choose_source(LIBRARY_SOURCE)
    shelf.settle()
    assert {"Long", "Short"} <= set(shelf.titles())


def test_a_folder_that_cannot_take_it_is_said_and_nothing_moves(shelf: Desk, tmp_path) -> None:
    (tmp_path / "disk" / "sessionloom").mkdir(parents=True)
    shown(shelf)
    shelf.do.storage.move(tmp_path / "disk")
    shelf.settle()
    assert "already" in shelf.notice()[0]
    assert (shelf.folder / "library.db").exists()


def test_long_work_that_ends_in_the_background_is_told(shelf: Desk, monkeypatch) -> None:
    told: list[str] = []
    shelf.application.notifier.told.connect(told.append)
    monkeypatch.setattr(shelf.window, "isActiveWindow", lambda: False)
    shown(shelf).buttons["check"].click()
    shelf.settle()
    assert told == ["All 2 sessions are what was stored."]
    monkeypatch.setattr(shelf.window, "isActiveWindow", lambda: True)
    shelf.do.storage.page.buttons["check"].click()
    shelf.settle()
    assert len(told) == 1
