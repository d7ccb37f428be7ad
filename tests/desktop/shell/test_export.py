"""Handing a session over from the window, and opening what somebody else handed over."""

from __future__ import annotations

import json
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
