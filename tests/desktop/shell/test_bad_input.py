"""Bad input is normal input: one clear sentence with a remedy, nothing lost, the rest still opens."""

from __future__ import annotations

import sqlite3

import pytest
from damage import cut_line, cut_tail, flip_byte, foreign_file, newer_version
from log_files import frame_spans, write_lines
from logs import LogBuilder
from PySide6.QtWidgets import QPlainTextEdit
from rights import ordinary_rights

from sessionlog.model.errors import EnvironmentFault
from sessionloom.dialogs.text_panel import TextPanel
from sessionloom.shell.main_window import Page


def log(id="demo", title="A good one"):
    made = LogBuilder(id, cwd="/home/dev/tidewatch")
    for turn in range(4):
        made.user(f"Question {turn}").assistant(f"Answer {turn}").end_turn()
    return made.title(title)


def is_sentence(text):
    return text.count(" ") >= 2 and text.rstrip().endswith(".")


def test_a_folder_that_is_not_there(desk, tmp_path):
    good = log().as_home(tmp_path / "home")
    desk.start(tmp_path / "nowhere", good)
    claim, remedy = desk.notice()
    assert "nowhere" in claim
    assert is_sentence(claim)
    assert is_sentence(remedy)
    assert desk.window.header.title.text() == "A good one"


@pytest.mark.parametrize("kind", ["text", "empty"])
def test_a_file_that_is_no_log(desk, tmp_path, kind):
    path = tmp_path / "notes.txt"
    if kind == "empty":
        path.write_bytes(b"")
    else:
        foreign_file(path)
    desk.start(path)
    claim, remedy = desk.message() if desk.window.page() is Page.MESSAGE else desk.notice()
    assert is_sentence(claim), claim
    assert is_sentence(remedy), remedy


def test_a_file_that_may_not_be_read(desk, tmp_path):
    path = log().write_plain(tmp_path / "session.jsonl")
    path.chmod(0)
    with ordinary_rights():
        desk.start(path)
    claim, remedy = desk.message() if desk.window.page() is Page.MESSAGE else desk.notice()
    assert is_sentence(claim)
    assert is_sentence(remedy)


def test_a_log_of_a_newer_version_is_refused_with_a_direction(desk, tmp_path):
    path = write_lines(tmp_path / "session.jsonl", newer_version(log().lines(), 7))
    before = path.read_bytes()
    desk.start(path)
    claim, remedy = desk.message()
    assert desk.window.page() is Page.MESSAGE
    assert "7" in claim
    assert is_sentence(remedy)
    assert path.read_bytes() == before


def test_a_refusal_stays_when_the_lists_are_read_again(desk, tmp_path):
    path = write_lines(tmp_path / "session.jsonl", newer_version(log().lines(), 7))
    desk.start(path)
    said = desk.message()
    desk.bench.catalog.refresh_sources()
    desk.settle()
    assert desk.message() == said


def test_a_damaged_frame_is_named_and_the_rest_is_read(desk, tmp_path):
    path = log().write_zstd(tmp_path / "session.jsonl.zstd")
    flip_byte(path, frame=2)
    desk.start(path)
    banner = desk.window.banner.shown
    assert banner is not None
    assert banner.tint == "damaged"
    assert banner.claim.startswith("Damaged: ")
    assert "The file was not changed." in banner.where
    assert desk.reads("Answer 3")
    desk.trigger("session.firstProblem")
    assert any(node.kind == "gap" for node in desk.canvas.nodes())


def test_a_torn_tail_is_repaired_on_reading_only(desk, tmp_path):
    path = log().write_zstd(tmp_path / "session.jsonl.zstd")
    cut_tail(path, 5)
    before = path.read_bytes()
    desk.start(path)
    banner = desk.window.banner.shown
    assert banner is not None
    assert banner.tint == "repaired"
    assert path.read_bytes() == before


def test_a_library_of_another_program_is_left_alone(desk, tmp_path):
    database = tmp_path / "foreign.db"
    connection = sqlite3.connect(database)
    connection.execute("CREATE TABLE recipe (name TEXT)")
    connection.commit()
    connection.close()
    before = database.read_bytes()
    desk.start(library=database)
    claim, remedy = desk.message()
    assert is_sentence(claim)
    assert is_sentence(remedy)
    assert database.read_bytes() == before


def test_trying_again_opens_the_library_that_was_put_right(desk, tmp_path):
    database = tmp_path / "data" / "library.db"
    database.parent.mkdir()
    database.write_bytes(b"this is no database, and it is longer than a header of one is" * 20)
    desk.start()
    assert desk.window.page() is Page.MESSAGE
    database.unlink()
    desk.application.open_library()
    desk.settle()
    assert desk.window.page() is Page.FIRST


def test_a_full_disk_at_import_is_said_and_reading_goes_on(desk, tmp_path, monkeypatch):
    home = log().as_home(tmp_path / "home")
    desk.start(home)

    def full(*_args, **_options):
        raise EnvironmentFault("store.full", "The disk is full.", "Free space, then import again.")

    monkeypatch.setattr(desk.bench.library, "import_path", full)
    desk.trigger("source.import")
    assert desk.notice() == ("The disk is full.", "Free space, then import again.")
    assert not desk.bench.imports.running()
    assert desk.reads("Answer 3")


def test_a_bug_is_said_with_a_report_that_quotes_nothing(desk):
    desk.start()
    secret = "the user's own words"

    def broken():
        raise ValueError(secret)

    desk.bench.runner.run(broken)
    desk.until(lambda: desk.application.trouble.reports)
    (report,) = desk.application.trouble.reports
    assert "ValueError" in report
    assert secret not in report
    assert str(desk.folder) not in report


def bytes_shown(desk):
    """What "Show bytes" on the first gap shows."""
    desk.trigger("session.firstProblem")
    gap = next(node for node in desk.canvas.nodes() if node.kind == "gap")
    desk.canvas.rawWanted.emit(gap.key)
    desk.settle()
    panel = desk.window.findChildren(TextPanel)[-1]
    assert panel.isVisible()
    return panel.findChild(QPlainTextEdit).toPlainText()


def test_the_bytes_of_a_gap_are_shown_with_their_place(desk, tmp_path):
    path = log().write_zstd(tmp_path / "session.jsonl.zstd")
    offset = flip_byte(path, frame=2)
    desk.start(path)
    text = bytes_shown(desk)
    assert f"file: {path}" in text
    assert "bytes: " in text
    start = frame_spans(path.read_bytes())[2][0]
    assert start < offset
    assert f"{start:08x}  28 b5 2f fd" in text


def test_lines_that_are_no_rows_are_shown_as_text_with_every_character_seen(desk, tmp_path):
    lines = log().lines()
    lines[20] = b'{"type":"\x00\x1b[2J\xe2\x80\xae no row'
    path = write_lines(tmp_path / "session.jsonl", lines)
    desk.start(path)
    text = bytes_shown(desk)
    assert '{"type":"\u2400\u241b[2J\ufffd no row' in text


def test_bytes_that_are_gone_are_said_and_the_place_stays(desk, tmp_path):
    path = write_lines(tmp_path / "session.jsonl", cut_line(log().lines(), 20))
    desk.start(path)
    path.unlink()
    text = bytes_shown(desk)
    assert "lines: 21 to 21" in text
    assert "There is nothing at" in text
