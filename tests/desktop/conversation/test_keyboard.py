"""Everything on the canvas can be done with keys, and the current row is always to be seen."""

from __future__ import annotations

import pytest
from drawn import answer, attempt, node, prompt, text, tool
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot
from screens import MakeScreen, Screen

from sessionlog.conversation.node import Node, NodeKind, SectionKind


def session() -> list[Node]:
    made: list[Node] = []
    for turn in range(1, 16):
        seq = turn * 10
        made += [
            node(NodeKind.TURN, seq, turn=turn),
            prompt(seq + 1, f"Question {turn}", turn=turn),
            answer(seq + 2, f"Answer {turn}. " * 20, turn=turn),
            tool(seq + 3, "bash", "run", "out", "error" if turn % 5 == 0 else "ok", turn=turn),
            node(NodeKind.TURN_TAIL, seq + 4, turn=turn, status="ok", can_fork=True),
        ]
    return made


@pytest.fixture
def screen(make_screen: MakeScreen) -> Screen:
    made = make_screen(session())
    made.scrollToTop()
    made.setFocus()
    return made


def visible_nodes(screen: Screen) -> set[str]:
    return {screen.model.rows[row].node.key for row, _ in screen.scroller.visible()}


def press(qtbot: QtBot, screen: Screen, *keys: Qt.Key | str) -> None:
    for key in keys:
        if isinstance(key, str):
            qtbot.keyClicks(screen, key)
        else:
            qtbot.keyClick(screen, key)


def test_j_and_k_go_node_by_node_and_keep_the_node_in_sight(screen: Screen, qtbot: QtBot) -> None:
    keys = [item.key for item in screen.nodes()]
    press(qtbot, screen, "j")
    assert screen.currentNode() == keys[0]
    for number in range(1, 40):
        press(qtbot, screen, "j")
        assert screen.currentNode() == keys[number]
        assert keys[number] in visible_nodes(screen)
    press(qtbot, screen, "k", "k")
    assert screen.currentNode() == keys[37]


def test_turns_prompts_and_errors_have_keys_of_their_own(screen: Screen, qtbot: QtBot) -> None:
    press(qtbot, screen, "]")
    assert screen.currentNode() == "turn:0:10"
    press(qtbot, screen, "]", "]")
    assert screen.currentNode() == "turn:0:30"
    press(qtbot, screen, "[")
    assert screen.currentNode() == "turn:0:20"
    press(qtbot, screen, "n")
    assert screen.currentNode() == "user:0:21"
    press(qtbot, screen, "p")
    assert screen.currentNode() == "user:0:11"
    press(qtbot, screen, "e")
    assert screen.currentNode() == "tool-call:0:53"
    assert "tool-call:0:53" in visible_nodes(screen)
    press(qtbot, screen, "e", "e")
    assert screen.currentNode() == "tool-call:0:153"
    press(qtbot, screen, "e")
    assert screen.currentNode() == "tool-call:0:153"


def test_turn_keys_without_brackets(screen: Screen, qtbot: QtBot) -> None:
    qtbot.keyClick(screen, Qt.Key.Key_Down, Qt.KeyboardModifier.ControlModifier)
    qtbot.keyClick(screen, Qt.Key.Key_Down, Qt.KeyboardModifier.ControlModifier)
    assert screen.currentNode() == "turn:0:20"


def test_enter_opens_and_closes_the_current_card(screen: Screen, qtbot: QtBot) -> None:
    screen.set_current("tool-call:0:13")
    rows = len(screen.model.rows)
    press(qtbot, screen, Qt.Key.Key_Return)
    assert screen.expanded() == {"tool-call:0:13"}
    assert len(screen.model.rows) == rows + 1
    press(qtbot, screen, Qt.Key.Key_Return)
    assert len(screen.model.rows) == rows


def test_pages_home_and_end(screen: Screen, qtbot: QtBot) -> None:
    top = screen.ys()
    press(qtbot, screen, Qt.Key.Key_PageDown)
    assert screen.ys() != top
    press(qtbot, screen, Qt.Key.Key_PageUp)
    assert screen.ys() == top
    press(qtbot, screen, Qt.Key.Key_End)
    assert screen.isAtBottom()
    press(qtbot, screen, Qt.Key.Key_Home)
    assert screen.ys() == top
    press(qtbot, screen, Qt.Key.Key_Space)
    assert screen.ys() != top


def test_a_key_ends_following_the_tail(make_screen: MakeScreen, qtbot: QtBot) -> None:
    screen = make_screen(session())
    assert screen.isAtBottom()
    press(qtbot, screen, Qt.Key.Key_Up)
    assert not screen.isAtBottom()


def test_select_all_and_copy(screen: Screen, qtbot: QtBot) -> None:
    qtbot.keyClick(screen, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    qtbot.keyClick(screen, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    copied = QGuiApplication.clipboard().text()
    assert "Question 1" in copied and "Question 15" in copied


def test_the_menu_key_asks_for_the_menu_of_the_current_node(screen: Screen, qtbot: QtBot) -> None:
    screen.set_current("user:0:11")
    with qtbot.waitSignal(screen.contextMenuWanted) as signal:
        press(qtbot, screen, Qt.Key.Key_Menu)
    assert signal.args[0] == "user:0:11"


def test_f_does_nothing_as_long_as_nobody_can_fork(screen: Screen, qtbot: QtBot) -> None:
    screen.set_current("turn-tail:0:14")
    with qtbot.assertNotEmitted(screen.forkRequested):
        press(qtbot, screen, "f")


def test_the_focus_ring_shows_after_keys_and_goes_with_the_mouse(screen: Screen, qtbot: QtBot) -> None:
    press(qtbot, screen, "j", "j")
    assert screen.scene.ring
    qtbot.mouseClick(screen.viewport(), Qt.MouseButton.LeftButton)
    assert not screen.scene.ring


def test_an_unknown_key_is_left_to_the_window(screen: Screen, qtbot: QtBot) -> None:
    before = screen.ys()
    press(qtbot, screen, Qt.Key.Key_F5, "x")
    assert screen.ys() == before


def test_scrolling_to_a_node_shows_and_marks_it(screen: Screen, qtbot: QtBot) -> None:
    with qtbot.waitSignal(screen.currentNodeChanged) as signal:
        assert screen.scrollToNode("user:0:101")
    assert signal.args == ["user:0:101"]
    assert "user:0:101" in visible_nodes(screen)
    assert screen.scene.flash_key == "user:0:101"
    press(qtbot, screen, Qt.Key.Key_Down)
    assert screen.scene.flash_key == ""
    assert not screen.scrollToNode("user:0:99999")


def test_the_mark_of_a_jump_fades_by_itself(screen: Screen, qtbot: QtBot) -> None:
    screen.scrollToNode("user:0:101")
    qtbot.waitUntil(lambda: screen.scene.flash_key == "")


def test_opening_a_retry_whose_attempts_are_not_loaded_asks_for_them(
    make_screen: MakeScreen, qtbot: QtBot
) -> None:
    lacking = attempt(1, 2, "", "503", chunks=40)
    retry = node(NodeKind.RETRY, 5, lacking, retries=1, reason="503", outcome="answered")
    screen = make_screen([retry])
    with qtbot.waitSignal(screen.attemptsWanted) as signal:
        screen.toggleExpanded(retry.key)
    assert signal.args == [retry.key]


def test_the_switch_for_attempts_opens_every_retry(make_screen: MakeScreen) -> None:
    retry = node(NodeKind.RETRY, 5, attempt(1, 2, "Half an ans", "503", chunks=4), retries=1, reason="503")
    screen = make_screen([retry])
    assert len(screen.model.rows) == 1
    screen.setViewSwitches(attempts=True, context=True, audit=False, raw=True)
    assert len(screen.model.rows) == 3
    screen.toggleExpanded(retry.key)
    assert len(screen.model.rows) == 1


def test_load_earlier_is_asked_for_at_the_top(make_screen: MakeScreen, qtbot: QtBot) -> None:
    screen = make_screen(session())
    screen.setHasEarlier(True)
    screen.scrollToTop()
    screen.grab()
    zone = next(zone for zone in screen.scene.zones if zone.node_key == "")
    with qtbot.waitSignal(screen.loadEarlierWanted):
        qtbot.mouseClick(screen.viewport(), Qt.MouseButton.LeftButton, pos=zone.rect.center())
    screen.setLoadingEarlier(True)
    screen.grab()
    assert not [zone for zone in screen.scene.zones if zone.node_key == ""]


def test_hot_zones_are_large_enough_and_say_what_they_do(make_screen: MakeScreen, qtbot: QtBot) -> None:
    thinking = text("thought", "t", SectionKind.THINKING)
    screen = make_screen(
        [
            answer(1, "```py\nx = 1\n```", thinking),
            tool(2, "bash", "ls", "x"),
            node(NodeKind.TURN_TAIL, 3, status="ok", can_fork=True),
        ]
    )
    screen.grab()
    zones = screen.scene.zones
    assert len(zones) == 5
    for zone in zones:
        assert zone.rect.width() >= 24 and zone.rect.height() >= 24
        assert zone.tip
    fork = next(zone for zone in zones if zone.tip.startswith("Fork"))
    qtbot.mouseMove(screen.viewport(), fork.rect.center())
    assert screen.viewport().cursor().shape() is Qt.CursorShape.PointingHandCursor
    with qtbot.waitSignal(screen.forkRequested):
        qtbot.mouseClick(screen.viewport(), Qt.MouseButton.LeftButton, pos=fork.rect.center())
