"""After a bug there is a report without content; after a crash the next start shows what was left."""

from __future__ import annotations

import logging
import os
import stat
import sys
import threading

import pytest
from PySide6.QtCore import Qt

from sessionloom.shell.crash import DUMP_NAME, LOG_NAME, CrashWatch, report_of

SECRET = "contents of a private prompt"


def caught(work):
    try:
        work()
    except Exception as error:  # noqa: BLE001 - the report is made of whatever it is
        return error
    raise AssertionError("nothing was raised")


def test_a_report_names_the_place_and_quotes_nothing():
    def inner():
        raise KeyError(SECRET)

    def outer():
        try:
            inner()
        except KeyError as error:
            raise RuntimeError(SECRET) from error

    report = report_of(caught(outer))
    assert "builtins.RuntimeError" in report
    assert "builtins.KeyError" in report
    assert "in inner" in report
    assert SECRET not in report
    assert "/home" not in report


@pytest.fixture
def watch(tmp_path):
    bugs = []
    made = CrashWatch(tmp_path / "data", bugs.append)
    made.install()
    yield made, bugs, tmp_path / "data"
    made.uninstall()


def test_what_nobody_caught_is_a_bug_with_a_log_line(watch, capsys):
    _made, bugs, folder = watch
    error = caught(lambda: 1 / 0)
    sys.excepthook(type(error), error, error.__traceback__)
    assert bugs == [error]
    assert "ZeroDivisionError" in (folder / LOG_NAME).read_text()


@pytest.mark.skipif(os.name == "nt", reason="modes of POSIX")
def test_nobody_else_reads_the_dump_or_the_log(watch):
    _made, _bugs, folder = watch
    logging.getLogger("test").error("a line")
    modes = {file.name: stat.S_IMODE(file.stat().st_mode) for file in folder.iterdir()}
    assert modes == {DUMP_NAME: 0o600, LOG_NAME: 0o600}


def test_a_thread_that_dies_is_a_bug_too(watch):
    _made, bugs, _folder = watch
    thread = threading.Thread(target=lambda: 1 / 0)
    thread.start()
    thread.join()
    assert [type(error) for error in bugs] == [ZeroDivisionError]


def test_a_clean_end_leaves_no_dump(tmp_path):
    watch = CrashWatch(tmp_path, lambda error: None)
    watch.install()
    assert (tmp_path / DUMP_NAME).exists()
    watch.uninstall()
    assert not (tmp_path / DUMP_NAME).exists()
    assert watch.take_last() == ""


def test_a_hard_crash_is_shown_once_at_the_next_start(tmp_path):
    (tmp_path / DUMP_NAME).write_text("Fatal Python error: Segmentation fault\n")
    watch = CrashWatch(tmp_path, lambda error: None)
    assert "Segmentation fault" in watch.take_last()
    assert watch.take_last() == ""


def test_a_folder_that_cannot_be_written_is_no_obstacle(tmp_path):
    (tmp_path / "file").write_text("")
    watch = CrashWatch(tmp_path / "file", lambda error: None)
    before = list(logging.getLogger().handlers)
    watch.install()
    watch.uninstall()
    assert logging.getLogger().handlers == before


def test_the_last_crash_is_said_in_the_window(desk):
    desk.start()
    desk.application.trouble.show_last_crash("Fatal Python error")
    panel = desk.application.trouble._panel
    assert panel.isVisible()
    desk.qtbot.mouseClick(panel.close_button, Qt.MouseButton.LeftButton)
    assert desk.application.trouble._panel is None
