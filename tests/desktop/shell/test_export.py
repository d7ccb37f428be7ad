"""Handing a session over from the window, and opening what somebody else handed over."""

from __future__ import annotations

import json
import threading
import zipfile
from contextlib import closing
from pathlib import Path

import pytest
from archives import Item, write_archive
from desk import Desk
from harness_db import add_session, new_database
from logs import LogBuilder
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from sessionlog.access.exporting import Exporter
from sessionlog.export.entries import ExportProgress
from sessionlog.library import Progress
from sessionloom.dialogs.export_words import progress_text
from sessionloom.dialogs.pace import Pace, left_text
from sessionloom.shell.main_window import Page
from sessionloom.shell.support_text import findings_of

pytestmark = pytest.mark.gui


def home(tmp_path: Path) -> Path:
    parent = LogBuilder("root").turn().user("mail me at eve@example.org").assistant("done").end_turn()
    parent.title("The root").as_home(tmp_path / "home")
    child = LogBuilder("child", parentSession="root").turn().user("go on").assistant("yes").end_turn()
    child.title("The child").as_home(tmp_path / "home")
    return tmp_path / "home"


def case_zip(tmp_path: Path) -> Path:
    bad = LogBuilder("case").turn().user("help").fail("half an ans", message="no more quota")
    good = LogBuilder("side", parentSession="case").turn().user("try").assistant("fine").end_turn()
    text = [b"\n".join([*log.lines(), b""]) for log in (bad, good)]
    return write_archive(
        tmp_path / "case.zip",
        [
            Item("session.jsonl", text[0]),
            Item("subagents/side/session.jsonl", text[1]),
            Item("../../etc/cron.d/x", b"boo"),
        ],
    )


def dialog_of(desk: Desk):  # type: ignore[no-untyped-def]
    desk.trigger("session.export")
    dialog = desk.do.handover.dialog
    assert dialog is not None and dialog.isVisible()
    return dialog


def test_a_raw_zip_is_written_from_the_dialog(desk: Desk, tmp_path: Path) -> None:
    desk.start(home(tmp_path))
    desk.choose("The root")
    dialog = dialog_of(desk)
    names = [row.name for row in dialog.entries.entries.rows]
    assert names == ["session.jsonl", "subagents/", "child/session.jsonl"]
    target = tmp_path / "out.zip"
    dialog.write_to(str(target))
    desk.settle()
    with zipfile.ZipFile(target) as archive:
        assert archive.namelist() == [
            "session.jsonl",
            "subagents/child/session.jsonl",
            "sessionloom-manifest.json",
        ]
    assert dialog.hash.text().startswith("SHA-256 ")
    assert [dialog.entries.entries.state(row) for row in (0, 2)] == ["written", "written"]


def test_descendants_are_left_out_where_they_are_not_wanted(desk: Desk, tmp_path: Path) -> None:
    desk.start(home(tmp_path))
    desk.choose("The root")
    dialog = dialog_of(desk)
    dialog.descendants.click()
    desk.settle()
    assert [row.name for row in dialog.entries.entries.rows] == ["session.jsonl"]


def test_only_what_is_checked_is_redacted(desk: Desk, tmp_path: Path) -> None:
    desk.start(home(tmp_path))
    desk.choose("The root")
    dialog = dialog_of(desk)
    dialog.redact.click()
    desk.settle()
    model = dialog.findings.findings
    shown = [str(model.index(row).data()) for row in range(model.rowCount())]
    assert any("eve@example.org" in text for text in shown)
    assert any("/home/dev" in text for text in shown)
    path_row = next(row for row, text in enumerate(shown) if "/home/dev" in text)
    model.setData(model.index(path_row), Qt.CheckState.Unchecked, Qt.ItemDataRole.CheckStateRole)
    dialog.write_to(str(tmp_path / "out.zip"))
    desk.settle()
    with zipfile.ZipFile(tmp_path / "out.zip") as archive:
        text = archive.read("session.jsonl").decode()
        manifest = json.loads(archive.read("sessionloom-manifest.json"))
    assert "eve@example.org" not in text
    assert "/home/dev" in text
    assert manifest["redaction"]["notChosen"] == {"home-path": 1}


@pytest.mark.parametrize("form", ["html", "markdown"])
def test_readable_files_are_written_too(desk: Desk, tmp_path: Path, form: str) -> None:
    desk.start(home(tmp_path))
    desk.choose("The root")
    dialog = dialog_of(desk)
    dialog.form_buttons[form].click()
    desk.settle()
    dialog.write_to(str(tmp_path / "out"))
    desk.settle()
    assert "eve@example.org" in (tmp_path / "out").read_text()


def test_a_place_that_cannot_be_written_is_said(desk: Desk, tmp_path: Path) -> None:
    desk.start(home(tmp_path))
    desk.choose("The root")
    dialog = dialog_of(desk)
    dialog.write_to(str(tmp_path / "nowhere" / "out.zip"))
    desk.settle()
    assert "could not be written" in dialog.state.text()
    assert not (tmp_path / "nowhere").exists()


def test_a_hidden_export_says_in_the_window_when_it_is_done(desk: Desk, tmp_path: Path) -> None:
    desk.start(home(tmp_path))
    desk.choose("The root")
    dialog = dialog_of(desk)
    dialog.write_to(str(tmp_path / "out.zip"))
    dialog.hide_button.click()
    desk.settle()
    assert desk.notice() == ("The export is written.", str(tmp_path / "out.zip"))


def test_what_goes_in_is_counted_by_kind(desk: Desk, tmp_path: Path) -> None:
    place = home(tmp_path)
    agent = LogBuilder("helper", parentSession="root", origin="subagent", delegationDepth=1)
    agent.user("look").assistant("seen").end_turn().as_home(place)
    desk.start(place)
    desk.choose("The root")
    dialog = dialog_of(desk)
    assert dialog.descendants.accessibleDescription() == "1 subagent, 1 continuation"
    assert dialog.media.accessibleDescription() == "It refers to none"
    dialog.descendants.click()
    desk.settle()
    assert dialog.descendants.accessibleDescription() == "1 subagent, 1 continuation"


def test_an_export_under_way_shows_in_the_status_bar_and_is_asked_about(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.start(home(tmp_path))
    desk.choose("The root")
    dialog = dialog_of(desk)
    on = threading.Event()
    write = Exporter.write_zip

    def held(self, plan, path, *, progress, cancel, **how):  # type: ignore[no-untyped-def]
        progress(ExportProgress(1, 2, "x", 3_000, 4_000))
        on.wait()
        return write(self, plan, path, progress=progress, cancel=cancel, **how)

    monkeypatch.setattr(Exporter, "write_zip", held)
    dialog.write_to(str(tmp_path / "out.zip"))
    dialog.hide_button.click()
    desk.until(lambda: desk.window.status.work_text.text() == "Exporting 2 of 2 files")
    assert desk.window.status.work_bar.value() == 750
    assert desk.application.leaving.question()[0] == "An export is running"
    desk.window.status.cancel.click()
    on.set()
    desk.settle()
    assert desk.window.status.work_bar.isHidden() and not (tmp_path / "out.zip").exists()


def test_the_time_left_is_said_once_it_can_be_known() -> None:
    now = [100.0]
    pace = Pace(lambda: now[0])
    pace.restart()
    now[0] += 0.5
    assert pace.left(50, 100) is None, "too soon to say"
    now[0] += 3.5
    assert pace.left(1, 100) is None, "too little done to say"
    assert pace.left(80, 100) == pytest.approx(1.0)
    assert left_text(pace.left(80, 100)) == "about 1 s left"
    assert (left_text(None), left_text(600)) == ("", "about 10 min left")
    progress = ExportProgress(3, 7, "x", 3_680_000, 6_370_000)
    short, whole = progress_text(progress, raw=True, left="about 2 s left")
    assert short == "Exporting 4 of 7 files"
    assert whole == "Writing 4 of 7 files, 3.68 MB of 6.37 MB, about 2 s left"


def test_a_zip_bears_a_lock_in_the_list_of_sources(desk: Desk, tmp_path: Path) -> None:
    desk.start(case_zip(tmp_path), home(tmp_path))
    model = desk.window.sidebar.sources.model()
    role = Qt.ItemDataRole.AccessibleTextRole
    said = [str(model.index(row, 0).data(role)) for row in range(model.rowCount())]
    assert [text.endswith("read-only") for text in said] == ["case.zip" in text for text in said]
    assert any("case.zip" in text for text in said)


def test_the_status_bar_says_that_nothing_is_written_to_a_zip(desk: Desk, tmp_path: Path) -> None:
    desk.start(case_zip(tmp_path))
    status = desk.window.status
    assert (status.flusher_name.text(), status.flusher.text()) == (
        "case.zip",
        "read-only, nothing is written",
    )
    desk.bench.choose_source(1)
    desk.settle()
    assert status.flusher_name.text() == "library.db"


def test_a_zip_opens_with_what_is_in_it_and_what_is_wrong(desk: Desk, tmp_path: Path) -> None:
    desk.start(case_zip(tmp_path))
    desk.until(lambda: desk.window.support_page.case is not None)
    page = desk.window.support_page
    assert desk.window.page() is Page.SUPPORT
    case = page.case
    assert {session.info.id for session in case.sessions if session.info.generation >= 0} == {"case", "side"}
    assert [entry.name for entry in case.refused] == ["../../etc/cron.d/x"]
    (ending,) = [session.ending for session in case.sessions if session.ending is not None]
    assert ending.kind == "error" and "no more quota" in ending.reason
    page.reportWanted.emit()
    report = QApplication.clipboard().text()
    assert "no more quota" in report and "../../etc/cron.d/x" in report
    assert sorted(found.name for found in tmp_path.iterdir() if found.suffix == ".jsonl") == []


def test_a_zip_that_is_opened_while_a_session_is_read_shows_its_first_screen(
    desk: Desk, tmp_path: Path
) -> None:
    desk.start(home(tmp_path))
    desk.choose("The root")
    desk.drop([case_zip(tmp_path)])
    desk.until(lambda: desk.window.support_page.case is not None)
    assert desk.window.page() is Page.SUPPORT
    desk.trigger("go.back")
    assert desk.reads("mail me at eve@example.org")


def test_a_session_of_a_database_is_handed_over_as_what_it_is(desk: Desk, tmp_path: Path) -> None:
    path = tmp_path / "sessions.sqlite"
    with closing(new_database(path)) as connection:
        add_session(connection, LogBuilder("root").user("hi").assistant("ho").end_turn().lines())
    desk.start(path)
    desk.choose("hi")
    dialog = dialog_of(desk)
    model = dialog.entries.entries
    assert model.index(0).data(Qt.ItemDataRole.ToolTipRole) == "Written out of a database, row by row"
    dialog.write_to(str(tmp_path / "out.zip"))
    desk.settle()
    desk.drop([tmp_path / "out.zip"])
    desk.until(lambda: desk.window.support_page.case is not None)
    case = desk.window.support_page.case
    assert case is not None
    told = {row.title: row.place for row in findings_of(case)}
    assert told["A log was written out of a database"] == "session.jsonl"


def test_reading_a_zip_shows_how_far_it_is_and_can_be_given_up(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.start()
    on = threading.Event()
    read = desk.bench.library.support_case

    def held(source, progress, *, cancel):  # type: ignore[no-untyped-def]
        progress(Progress(1, 4, "case", 0, 0))
        on.wait()
        return read(source, progress, cancel)

    monkeypatch.setattr(desk.bench.library, "support_case", held)
    desk.application.opening.open_path(str(case_zip(tmp_path)))
    status, page = desk.window.status, desk.window.support_page
    desk.until(lambda: status.work_text.text() == "Reading case.zip, 2 of 4")
    assert page.facts.text() == "Reading case.zip, 2 of 4" and status.work_bar.value() == 250
    status.cancel.click()
    on.set()
    desk.settle()
    assert page.case is None and "cancelled" in page.facts.text()
    assert status.work_bar.isHidden()


def test_a_dropped_zip_is_imported_into_the_library(desk: Desk, tmp_path: Path) -> None:
    desk.start()
    desk.drop([case_zip(tmp_path)])
    desk.until(lambda: desk.window.support_page.case is not None)
    desk.window.support_page.importWanted.emit()
    desk.settle()
    infos = desk.bench.library.sessions(1)
    assert {info.id for info in infos} == {"case", "side"}


def test_from_a_session_one_click_on_the_zip_leads_back(desk: Desk, tmp_path: Path) -> None:
    desk.start(case_zip(tmp_path))
    desk.until(lambda: desk.window.support_page.case is not None)
    page = desk.window.support_page
    info = next(session.info for session in page.case.sessions if session.info.id == "side")
    page.showWanted.emit(info, None)
    desk.settle()
    assert desk.window.page() is Page.SESSION
    assert desk.reads("fine")
    desk.window.sidebar.sourceChosen.emit(info.ref.source)
    desk.settle()
    assert desk.window.page() is Page.SUPPORT
