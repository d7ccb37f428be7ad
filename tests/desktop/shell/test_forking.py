"""Forking in the window: told first, made, opened, undone; what cannot be forked is explained."""

from __future__ import annotations

from logs import LogBuilder
from PySide6.QtWidgets import QLabel

from sessionlog.library import LIBRARY_SOURCE


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


def test_a_fork_can_be_written_as_a_file(desk, tmp_path):
    opened(desk, tmp_path, talk())
    ask(desk, tail_keys(desk)[0])
    desk.do.forks.write_to(tmp_path / "out", "Elsewhere")
    desk.settle()
    assert len(list((tmp_path / "out").rglob("session.jsonl.zstd"))) == 1
    assert desk.notice()[0] == "The fork is written."
    assert kept(desk) == []
