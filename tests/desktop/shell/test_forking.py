"""Forking in the window: told first, made, opened, undone; what cannot be forked is explained."""

from __future__ import annotations

import threading

import pytest
from logs import LogBuilder
from PySide6.QtCore import QPoint, QRect
from PySide6.QtWidgets import QLabel, QWidget

from sessionlog.library import LIBRARY_SOURCE, Progress


def talk() -> LogBuilder:
    log = LogBuilder("demo")
    log.user("One").tool("bash", {"c": "ls"}, "a.txt").assistant("First answer").end_turn().title("Plan")
    return log.user("Two").assistant("Second answer").end_turn()


def opened(desk, tmp_path, log):
    log.as_home(tmp_path / "home")
    return desk.start(tmp_path / "home")


def tail_keys(desk) -> list[str]:
    return [node.key for node in desk.canvas.nodes() if node.facts.get("can_fork")]


def ask(desk, node_key):
    desk.canvas.forkRequested.emit(node_key)
    desk.settle()
    return desk.do.forks.dialog


def kept(desk) -> list[str]:
    return [info.id for info in desk.bench.library.sessions(LIBRARY_SOURCE)]


def test_the_dialog_says_everything_before_anything_is_written(desk, tmp_path):
    opened(desk, tmp_path, talk())
    dialog = ask(desk, tail_keys(desk)[0])
    assert dialog.isVisible()
    assert dialog.title.text() == "Fork at the end of turn 1"
    assert "whole turns" in dialog.sentence.text() and "turn 1" in dialog.sentence.text()
    assert dialog.kept.texts()[:4] == ["Turns 1", "Messages 3", "Tool results 1", "Images 0"]
    assert any(text.startswith("Turn 2") for text in dialog.left.texts())
    assert dialog.title_field.text() == "Plan (1)"
    assert "First answer" in dialog.cut_box.accessibleName()
    assert "Two" in dialog.cut_box.accessibleName()
    assert not dialog.other_cut.isVisible(), "format 0 takes whole turns"
    assert kept(desk) == []
    dialog.cancel_button.click()
    desk.settle()
    assert kept(desk) == [] and desk.do.forks.dialog is None


def test_the_child_opens_and_undo_takes_it_back(desk, tmp_path):
    opened(desk, tmp_path, talk())
    dialog = ask(desk, tail_keys(desk)[0])
    dialog.title_field.setText("My way")
    dialog.create_button.click()
    desk.settle()
    info = desk.bench.controller.info
    assert (info.title, info.parent_session, info.native) == ("My way", "demo", True)
    assert desk.reads("First answer") and not desk.reads("Second answer")
    assert desk.notice()[0] == "The fork is made and saved."
    assert sorted(kept(desk)) == sorted(["demo", info.id])
    desk.window.notice.shown.buttons[0].act()
    desk.settle()
    assert kept(desk) == ["demo"]
    assert desk.bench.controller.info.id == "demo"


def test_f_forks_from_the_current_message_and_an_open_turn_is_explained(desk, tmp_path):
    log = talk()
    log.user("Three").stream("Hm")
    opened(desk, tmp_path, log)
    desk.canvas.setFocus()
    desk.trigger("session.fork")
    assert desk.do.forks.dialog is None
    texts = [label.text() for label in desk.do.forks.refused.findChildren(QLabel)]
    assert any("has not ended" in text for text in texts)
    assert kept(desk) == []


def test_the_button_above_the_conversation_forks_too(desk, tmp_path):
    opened(desk, tmp_path, talk())
    header = desk.window.header
    assert header.fork_button.text() == "Fork" and header.export_button.text() == "Export"
    header.fork_button.click()
    desk.settle()
    assert desk.do.forks.dialog.isVisible()
    desk.do.forks.dialog.close_panel()
    desk.window.resize(860, 640)
    assert header.fork_button.text() == "Fork" and header.import_button.text() == ""


def test_keeping_the_parent_first_shows_how_far_it_is_and_can_be_given_up(desk, tmp_path, monkeypatch):
    opened(desk, tmp_path, talk())
    dialog = ask(desk, tail_keys(desk)[0])
    on, forks = threading.Event(), desk.do.forks
    fork = desk.bench.library.fork

    def held(ref, at, *, progress, cancel, **how):
        progress(Progress(0, 1, "demo", 3_000, 4_000))
        on.wait()
        return fork(ref, at, progress=progress, cancel=cancel, **how)

    monkeypatch.setattr(desk.bench.library, "fork", held)
    dialog.create_button.click()
    desk.until(lambda: dialog.bar.isVisible())
    assert dialog.state.text() == "Keeping the parent in the library, 3 KB / 4 KB"
    assert dialog.bar.value() == 750 and desk.window.status.work_bar.value() == 750
    assert desk.application.leaving.question()[0] == "A fork is being made"
    dialog.cancel_button.click()
    on.set()
    desk.settle()
    assert kept(desk) == [] and desk.do.forks.refused is None
    assert desk.window.status.work_bar.isHidden() and not forks.running()


def test_a_fork_can_be_written_as_a_file(desk, tmp_path):
    opened(desk, tmp_path, talk())
    ask(desk, tail_keys(desk)[0])
    desk.do.forks.write_to(tmp_path / "out", "Elsewhere")
    desk.settle()
    assert len(list((tmp_path / "out").rglob("session.jsonl.zstd"))) == 1
    assert desk.notice()[0] == "The fork is written."
    assert kept(desk) == []


@pytest.mark.parametrize("size", [(1440, 900), (960, 640)])
def test_nothing_of_the_dialog_is_cut_off(desk, tmp_path, size):
    talk().as_home(tmp_path / "home")
    desk.start(tmp_path / "home", size=size)
    for key in tail_keys(desk):
        dialog = ask(desk, key)
        parts = [dialog.strip, dialog.cut_box, *dialog.kept.rows(), *dialog.left.rows()]
        parts += [dialog.title_field, dialog.create_button]
        desk.qtbot.waitUntil(lambda parts=parts, dialog=dialog: all(whole(part, dialog) for part in parts))
        dialog.cancel_button.click()
        desk.settle()


def whole(part: QWidget, panel: QWidget) -> bool:
    inside = panel.rect().contains(QRect(part.mapTo(panel, QPoint(0, 0)), part.size()))
    return inside and part.height() >= part.sizeHint().height()


def test_an_open_dialog_speaks_another_language_at_once(desk, tmp_path):
    opened(desk, tmp_path, talk())
    dialog = ask(desk, tail_keys(desk)[0])
    dialog.title_field.setText("My way")
    try:
        desk.trigger("language.zh_CN")
        assert dialog.create_button.text() == "创建分叉"
        assert dialog.title_field.text() == "My way", "what was written stays"
    finally:
        desk.trigger("language.en")
    assert dialog.create_button.text() == "Create fork"
