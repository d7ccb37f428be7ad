"""The palette finds by words, by a slip of the finger, and by Chinese."""

from __future__ import annotations

from PySide6.QtCore import Qt

from sessionloom.shell.palette import Entry, matched_spans, ranked


def entries(*titles):
    return [Entry(title, "", "", lambda: None) for title in titles]


def found(text, *titles):
    return [entry.title for entry in ranked(entries(*titles), text)]


def test_a_title_that_holds_the_word_comes_first():
    assert found("fork", "Show lineage of forks", "Fork from this turn", "Copy")[:2] == [
        "Fork from this turn",
        "Show lineage of forks",
    ]


def test_all_words_count_in_any_order():
    assert found("turn next", "Next node", "Next turn")[0] == "Next turn"


def test_a_slip_is_forgiven():
    assert "Keyboard shortcuts" in found("keybord", "Keyboard shortcuts", "Copy")


def test_two_chinese_characters_find_a_title():
    assert found("乱码", "修复导出 CSV 的中文乱码", "Copy")[0] == "修复导出 CSV 的中文乱码"


def test_nothing_typed_shows_the_first_ones():
    assert found("", *"abcdefghijklmnop") == list("abcdefghij")


def test_the_matched_letters_are_known():
    assert matched_spans("Fork from this turn", "fork turn") == [(0, 4), (15, 4)]


def test_the_keyboard_runs_a_command_and_gives_the_focus_back(desk):
    desk.start()
    desk.do.open_palette()
    palette = desk.do.palette
    desk.qtbot.keyClicks(palette.field, "dark")
    assert palette.shown()[0].title == "Dark"
    desk.qtbot.keyClick(palette.field, Qt.Key.Key_Return)
    assert palette.isHidden()
    assert desk.application.look.mode() == "dark"


def test_escape_closes_it(desk):
    desk.start()
    desk.do.open_palette()
    desk.qtbot.keyClick(desk.do.palette.field, Qt.Key.Key_Escape)
    assert desk.do.palette.isHidden()


def test_a_session_is_found_by_its_title(desk):
    desk.start()
    desk.window.first_page.samples.click()
    desk.settle()
    desk.do.open_palette()
    desk.qtbot.keyClicks(desk.do.palette.field, "build server")
    desk.qtbot.keyClick(desk.do.palette.field, Qt.Key.Key_Return)
    desk.settle()
    assert desk.window.header.title.text() == "Dates differ on the build server"
