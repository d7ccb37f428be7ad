"""Open a folder, read, fork from a message, see it in the tree, undo, fork again, compare."""

from __future__ import annotations

from pathlib import Path

import pytest
from desk import Desk
from logs import LogBuilder
from PySide6.QtCore import Qt

from sessionlog.compare.comparison import State
from sessionlog.conversation.node import NodeKind
from sessionlog.library import LIBRARY_SOURCE
from sessionloom.shell.main_window import Page


@pytest.fixture
def home(tmp_path: Path) -> Path:
    log = LogBuilder("root", cwd="/home/dev/demo").user("List the files").title("Files")
    log.tool("bash", {"command": "ls"}, "a.txt\nb.txt").assistant("There are two files.").end_turn()
    log.user("Delete the second").tool("bash", {"command": "rm b.txt"}, "").assistant("Done.").end_turn()
    log.as_home(tmp_path / "home")
    return tmp_path / "home"


def kept(desk: Desk) -> list[str]:
    return sorted(str(info.title) for info in desk.bench.library.sessions(LIBRARY_SOURCE))


def test_from_an_opened_folder_to_the_comparison_of_a_fork(desk: Desk, home: Path) -> None:
    desk.start(home)
    desk.until(lambda: "Files" in desk.titles())
    desk.choose("Files")
    assert desk.reads("There are two files.")

    desk.fork_from("There are two files.", "Tried otherwise")
    assert desk.bench.controller.info.title == "Tried otherwise"
    assert not desk.reads("Delete the second"), "the fork ends with the first turn"
    assert kept(desk) == ["Files", "Tried otherwise"]

    desk.trigger("session.lineage")
    tree = desk.do.lineage.page.view.tree
    assert {placed.branch.member.ref.title for placed in tree.places} == {"Files", "Tried otherwise"}
    desk.qtbot.keyClick(desk.do.lineage.page.view, Qt.Key.Key_Escape)

    desk.window.notice.shown.buttons[0].act()  # Undo
    desk.settle()
    assert kept(desk) == ["Files"]
    assert desk.bench.controller.info.id == "root"

    desk.fork_from("There are two files.", "Once more")
    desk.trigger("session.compareParent")
    page = desk.do.compare.page
    assert desk.window.page() is Page.COMPARE
    assert (page.left.title.text(), page.right.title.text()) == ("Files", "Once more")
    assert "are the same" in page.point.text()
    rows = page.view.rows()
    only = [row.left for row in rows if row.state is State.LEFT]
    assert [item.kind for item in only] == [NodeKind.USER, NodeKind.TOOL_CALL, NodeKind.ASSISTANT]
    assert {row.state for row in rows} == {State.SAME, State.LEFT}

    desk.qtbot.keyClick(page.view, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    desk.settle()
    assert desk.window.page() is Page.SESSION
    assert desk.bench.controller.info.id == "root"
    assert desk.reads("Delete the second")
