"""Importing shows a count, can be cancelled, can be done again, and never stops reading."""

from __future__ import annotations

import threading

import pytest
from logs import LogBuilder

from sessionlog.library import ImportResult, Progress
from sessionloom.shell.opening import import_summary


@pytest.fixture
def home(tmp_path):
    for number in range(5):
        log = LogBuilder(f"s{number}", cwd="/home/dev/tidewatch")
        log.user(f"Question {number}").assistant("Answer").end_turn()
        log.title(f"Session {number}").as_home(tmp_path / "home")
    return tmp_path / "home"


def test_an_import_ends_with_what_it_did(desk, home):
    desk.start(home)
    desk.trigger("source.import")
    assert desk.notice()[0] == "Imported 5 sessions."
    assert desk.bench.catalog.source(1).sessions == 5
    assert desk.window.status.work_bar.isHidden()
    desk.window.notice._buttons[0].click()
    desk.settle()
    assert desk.bench.current_source == 1
    assert len([title for title in desk.titles() if title.startswith("Session ")]) == 5


def test_the_status_bar_says_when_it_was_saved(desk, home):
    desk.start()
    assert desk.status() == "new, nothing to save"
    desk.application.opening.import_path(str(home))
    desk.settle()
    desk.until(lambda: desk.status().startswith("saved ") and desk.status().endswith(", 0 waiting"))
    desk.close()
    desk.start()
    desk.until(lambda: desk.status() == "nothing to save")


def test_importing_again_changes_nothing_and_says_so(desk, home):
    desk.start(home)
    desk.trigger("source.import")
    desk.trigger("source.import")
    assert desk.notice()[0] == "5 were there already, unchanged."
    assert desk.bench.catalog.source(1).sessions == 5


def test_one_session_is_imported_from_its_header(desk, home):
    desk.start(home)
    assert desk.window.header.import_button.isVisible()
    desk.window.header.import_button.click()
    desk.settle()
    assert desk.notice()[0] == "Imported 1 session."


def test_progress_has_a_count_and_cancel_stops_it(desk, home, monkeypatch):
    desk.start(home)
    gate = threading.Event()
    cancelled = []

    def slow(path, *, progress, cancel):
        progress(Progress(2, 5, "s2", 40, 100))
        gate.wait(20)
        cancelled.append(cancel())
        return []

    monkeypatch.setattr(desk.bench.library, "import_path", slow)
    desk.do.registry.action("source.import").trigger()
    desk.until(lambda: desk.window.status.work_bar.isVisible())
    assert desk.window.status.work_text.text() == "Importing 2 of 5"
    assert desk.window.status.work_bar.value() == 400
    desk.choose_while_busy = desk.reads("Answer")
    assert desk.choose_while_busy
    desk.window.status.cancel.click()
    gate.set()
    desk.settle()
    assert cancelled == [True]
    assert desk.notice()[0].startswith("Cancelled. What was imported stays.")
    assert desk.window.status.work_bar.isHidden()


def test_quitting_asks_once_while_an_import_runs(desk, home, monkeypatch):
    desk.start(home)
    gate = threading.Event()

    def slow(path, *, progress, cancel):
        gate.wait(20)
        return []

    monkeypatch.setattr(desk.bench.library, "import_path", slow)
    desk.do.registry.action("source.import").trigger()
    desk.window.close()
    assert desk.window.isVisible()
    panel = desk.application.leaving._panel
    assert panel.isVisible()
    desk.window.close()
    assert desk.application.leaving._panel is panel
    closed = []
    desk.application.closed.connect(lambda: closed.append(True))
    gate.set()
    panel.buttons[1].click()
    assert closed == [True]


def test_quitting_asks_nothing_at_rest(desk, home):
    desk.start(home)
    closed = []
    desk.application.closed.connect(lambda: closed.append(True))
    desk.window.close()
    assert closed == [True]


def result(kind, reason=None):
    return ImportResult("/x/session.jsonl", "s", 0, kind, reason, None)


@pytest.mark.parametrize(
    ("results", "cancelled", "sentence"),
    [
        (["added"], False, "Imported 1 session."),
        (["added", "updated", "replaced"], False, "Imported 3 sessions."),
        (["unchanged"], False, "1 was there already, unchanged."),
        (["added", "unchanged", "unchanged"], False, "Imported 1 session. 2 were there already, unchanged."),
        (["skipped", "conflict"], False, "Imported 0 sessions. 2 were left out."),
        (["added"], True, "Cancelled. What was imported stays. Imported 1 session."),
    ],
)
def test_the_summary_counts(qapp, results, cancelled, sentence):
    assert import_summary([result(kind) for kind in results], cancelled) == sentence
