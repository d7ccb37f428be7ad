"""The compare page: two sides aligned, walked by keyboard, opened, copied, swapped, and cancelled."""

from __future__ import annotations

import threading

import pytest
from later_logs import LaterLog
from logs import LogBuilder
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtWidgets import QApplication, QMenu

from sessionlog.compare.comparison import State
from sessionlog.model.errors import UserError
from sessionloom.compare.texts import LEFT, RIGHT
from sessionloom.conversation.zones import Action
from sessionloom.shell.main_window import Page

LONG = "word " * 20_000


@pytest.fixture
def home(tmp_path):
    root = LogBuilder("root", cwd="/home/dev/demo").user("One").assistant("1").end_turn().title("Root")
    cut = len(root.events) - 1
    for number in range(6):
        root.user(f"Same {number}").assistant(f"Answer {number}").end_turn()
    root.user("Then this").retry("Half an ans").stream([LONG, "end here"]).assistant().end_turn()
    child = root.fork("child", at=cut).title("Child")
    for number in range(6):
        child.user(f"Same {number}").assistant(f"Answer {number}").end_turn()
    child.user("Then that").stream([LONG, "stop here"]).assistant().end_turn()
    child.user("More").assistant("Yes").end_turn()
    for log in (root, child, LogBuilder("alone").user("Hi").assistant("4").end_turn().title("Alone")):
        log.as_home(tmp_path / "home")
    return tmp_path / "home"


def opened(desk, home, title="Child"):
    desk.start(home)
    desk.until(lambda: title in desk.titles())
    desk.choose(title)


def compared(desk, home):
    opened(desk, home)
    desk.trigger("session.compareParent")
    return desk.do.compare.page


def press(desk, key, modifier=Qt.KeyboardModifier.NoModifier):
    desk.qtbot.keyClick(desk.do.compare.page.view, key, modifier)
    desk.settle()


def states(view):
    return [view.rows()[row.first].state for row in view.shown() if not row.folded]


def test_a_fork_is_shown_beside_its_parent_from_where_they_part(desk, home) -> None:
    page = compared(desk, home)
    assert desk.window.page() is Page.COMPARE
    assert (page.left.title.text(), page.right.title.text()) == ("Root", "Child")
    assert "are the same" in page.point.text()
    assert "2 changed" in page.counts.text()
    assert "2 only on the right" in page.counts.text()
    assert "inherited" in page.right.facts.text()
    assert page.view.row().state is not State.SAME, "the first difference has the keyboard"


def test_equal_stretches_are_folded_and_opened(desk, home) -> None:
    view = compared(desk, home).view
    (fold,) = [row for row in view.shown() if row.folded]
    assert fold.count >= 10
    before = len(view.shown())
    view.go_to(fold.first)
    assert "equal messages" in view.accessibleName()
    press(desk, Qt.Key.Key_Return)
    assert len(view.shown()) == before + fold.count - 1
    assert not any(row.folded for row in view.shown())


def test_differences_are_walked_with_the_keyboard(desk, home) -> None:
    view = compared(desk, home).view
    differing = [n for n, row in enumerate(view.rows()) if row.state is not State.SAME]
    assert view.current == differing[0]
    press(desk, Qt.Key.Key_N)
    assert view.current == differing[1]
    desk.trigger("compare.next")
    assert view.current == differing[2]
    desk.trigger("compare.previous")
    press(desk, Qt.Key.Key_P)
    assert view.current == differing[0]
    press(desk, Qt.Key.Key_Up)
    assert view.row().state is State.SAME
    press(desk, Qt.Key.Key_End)
    assert view.current == len(view.rows()) - 1
    assert not view.step_difference(1), "there is none behind the last one"
    assert "Only on the right" in view.accessibleName()


def test_what_changed_far_inside_long_texts_is_read_and_shown(desk, home) -> None:
    view = compared(desk, home).view
    number = next(n for n, row in enumerate(view.rows()) if row.left and row.left.chars > 90_000)
    view.go_to(number)
    view.grab()
    desk.settle()
    said, _ = view._text(number, LEFT, 400)
    assert said.before > 90_000
    assert "end here" in said.text
    assert said.text[said.marks[0][0] :].startswith("end")
    height = view._places.height(view._places.index_of(number))
    press(desk, Qt.Key.Key_Space)
    view.grab()
    assert view._places.height(view._places.index_of(number)) > height
    press(desk, Qt.Key.Key_Space)
    assert view._places.height(view._places.index_of(number)) == height


def test_a_message_is_opened_in_its_session_and_copied_whole(desk, home) -> None:
    view = compared(desk, home).view
    number = next(n for n, row in enumerate(view.rows()) if row.left and row.left.chars > 90_000)
    view.go_to(number)
    press(desk, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QApplication.clipboard().text() == LONG + "end here"
    press(desk, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert desk.window.page() is Page.SESSION
    assert desk.bench.controller.info.id == "root"
    assert desk.reads("end here")


def test_swapping_exchanges_the_sides_and_reads_nothing(desk, home) -> None:
    page = compared(desk, home)
    before = [(row.left, row.right) for row in page.view.rows()]
    desk.trigger("compare.swap")
    assert (page.left.title.text(), page.right.title.text()) == ("Child", "Root")
    assert "2 only on the left" in page.counts.text()
    desk.trigger("compare.swap")
    assert [(row.left, row.right) for row in page.view.rows()] == before


def test_two_sessions_that_say_the_same_have_no_differences(desk, home) -> None:
    opened(desk, home, "Root")
    made = desk.bench.library.fork(desk.bench.controller.ref)
    desk.settle()
    (kept,) = [info for info in desk.bench.library.sessions(1) if info.id == "root"]
    desk.do.compare.compare(kept.ref, made.ref)
    desk.settle()
    page = desk.do.compare.page
    assert page.counts.text().startswith("No differences")
    assert not page.next.isEnabled()
    assert states(page.view).count(State.SAME) == len(states(page.view))


def test_escape_leads_back_to_where_it_was_asked_for(desk, home) -> None:
    page = compared(desk, home)
    desk.qtbot.keyClick(page.view, Qt.Key.Key_Escape)
    assert desk.window.page() is Page.SESSION
    desk.trigger("session.lineage")
    desk.do.compare.with_parent()
    desk.settle()
    assert desk.window.page() is Page.COMPARE
    desk.qtbot.keyClick(page.view, Qt.Key.Key_Escape)
    assert desk.window.page() is Page.LINEAGE


def test_reading_can_be_cancelled(desk, home, monkeypatch) -> None:
    opened(desk, home)
    shown = desk.do.compare.page.view
    desk.do.compare.with_parent()
    desk.until(lambda: desk.window.page() is Page.COMPARE)
    desk.do.compare.cancel()
    desk.settle()
    assert desk.window.page() is Page.SESSION
    assert shown.found is None
    assert desk.notice() == ("", "")


def test_a_fault_is_told_and_leads_back(desk, home, monkeypatch) -> None:
    opened(desk, home)

    def refuse(*_args, **_more):
        raise UserError("x", "That cannot be.", "Try another.")

    monkeypatch.setattr(desk.bench.library.comparing, "sessions", refuse)
    desk.trigger("session.compareParent")
    assert desk.window.page() is Page.SESSION
    assert desk.notice() == ("That cannot be.", "Try another.")


def test_who_went_elsewhere_meanwhile_stays_there(desk, home, monkeypatch) -> None:
    opened(desk, home)
    go_on = threading.Event()

    def refuse(*_args, **_more):
        go_on.wait(20)
        raise UserError("x", "That cannot be.")

    monkeypatch.setattr(desk.bench.library.comparing, "sessions", refuse)
    ref = desk.bench.controller.ref
    desk.do.compare.compare(ref, ref)
    desk.window.show_page(Page.MESSAGE)
    go_on.set()
    desk.settle()
    assert desk.window.page() is Page.MESSAGE
    assert desk.notice()[0] == "That cannot be."


def test_a_missing_parent_and_no_other_generation_are_said(desk, home, tmp_path) -> None:
    LogBuilder("orphan", parentSession="gone").user("Hi").end_turn().title("Orphan").as_home(home)
    opened(desk, home, "Orphan")
    desk.trigger("session.compareParent")
    assert "gone" in desk.notice()[0]
    desk.trigger("session.compareGenerations")
    assert "No other generation" in desk.notice()[0]


def test_a_failed_attempt_beside_the_answer(desk, home) -> None:
    opened(desk, home, "Root")
    retry = next(node for node in desk.canvas.nodes() if node.kind == "retry")
    desk.canvas.set_current(retry.key)
    desk.settle()
    desk.do.registry.refresh()
    desk.trigger("session.compareAttempt")
    page = desk.do.compare.page
    assert (page.left.title.text(), page.right.title.text()) == ("Attempt 1 of 2", "Attempt 2 of 2")
    rows = {row.left.title: row for row in page.view.rows() if row.left and row.left.kind == "fact"}
    assert rows["outcome"].left.preview == "retried"
    assert not any(row.folded for row in page.view.shown())
    page.view.grab()


def test_the_link_at_a_failed_attempt_leads_to_its_comparison(desk, home) -> None:
    opened(desk, home, "Root")
    retry = next(node for node in desk.canvas.nodes() if node.kind == "retry")
    desk.canvas.toggleExpanded(retry.key)
    desk.canvas.scrollToNode(retry.key)
    desk.settle()
    desk.canvas.grab()
    zones = [zone for zone in desk.canvas.scene.zones if zone.action is Action.COMPARE]
    assert len(zones) == 1, "the attempt that was answered has none"
    at = zones[0].rect.center()
    desk.qtbot.mouseClick(desk.canvas.viewport(), Qt.MouseButton.LeftButton, pos=at)
    desk.settle()
    assert desk.do.compare.page.left.title.text() == "Attempt 1 of 2"


def test_the_lineage_offers_its_sessions(desk, home, monkeypatch) -> None:
    menus: list[QMenu] = []
    monkeypatch.setattr("sessionloom.compare.flow.popup", lambda menu, at: menus.append(menu))
    opened(desk, home)
    desk.trigger("session.lineage")
    view = desk.do.lineage.page.view
    view.go_to("root")
    event = QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, QPoint(5, 5), QPoint(5, 5))
    QApplication.sendEvent(view.viewport(), event)
    (menu,) = menus
    texts = [action.text() for action in menu.actions()]
    assert texts == ["Open", "Compare with the open session", "Compare with…"]
    menu.actions()[1].trigger()
    desk.settle()
    page = desk.do.compare.page
    assert (page.left.title.text(), page.right.title.text()) == ("Child", "Root")


def test_two_generations_are_compared_from_the_banner(desk, tmp_path) -> None:
    for generation in (3, 4):
        log = LaterLog(generation).begin("Go").answer(["one"]).end()
        if generation == 3:
            log.begin("On").answer(["two"]).end()
        log.write(tmp_path / "sessions")
    desk.start(tmp_path / "sessions")
    newest = next(i for i in desk.bench.catalog.sessions(desk.bench.current_source) if i.generation == 4)
    desk.bench.choose_session(newest)
    desk.settle()
    desk.until(lambda: desk.window.banner.shown is not None and len(desk.window.banner.shown.buttons) > 1)
    button = next(b for b in desk.window.banner.shown.buttons if b.text == "Compare generations")
    button.act()
    desk.settle()
    page = desk.do.compare.page
    assert "generation 3" in page.left.facts.text()
    assert "generation 4" in page.right.facts.text()
    assert "One session twice" in page.point.text()
    assert page.counts.text() == "2 only on the left · 2 equal"


def test_another_session_is_picked_from_a_list(desk, home) -> None:
    opened(desk, home)
    desk.trigger("session.compareWith")
    picker = desk.do.compare.picker
    assert next(entry.title for entry in picker.shown()) == "Root", "the family comes first"
    desk.qtbot.keyClicks(picker.field, "Alone")
    desk.qtbot.keyClick(picker.field, Qt.Key.Key_Return)
    desk.settle()
    assert desk.do.compare.page.right.title.text() == "Alone"
    assert "No common ancestor" in desk.do.compare.page.point.text()


@pytest.mark.parametrize(
    ("written", "said"),
    [(True, "Both come from “The trunk”."), (False, "Both come from root, which is not here.")],
)
def test_the_session_that_both_come_from_is_named_where_it_is_neither(desk, tmp_path, written, said) -> None:
    root = LogBuilder("root").user("One").assistant("1").end_turn().title("The trunk")
    forks = [root.fork(name).title(name).user(name).assistant("x").end_turn() for name in ("A", "B")]
    for log in (root, *forks) if written else forks:
        log.as_home(tmp_path / "home")
    opened(desk, tmp_path / "home", "A")
    desk.trigger("session.compareWith")
    desk.qtbot.keyClicks(desk.do.compare.picker.field, "B")
    desk.qtbot.keyClick(desk.do.compare.picker.field, Qt.Key.Key_Return)
    desk.settle()
    page = desk.do.compare.page
    assert {page.left.title.text(), page.right.title.text()} == {"A", "B"}
    assert page.point.text().endswith(said)


def test_a_side_that_the_other_comes_from_is_not_named_twice(desk, home) -> None:
    assert "Both come from" not in compared(desk, home).point.text()


def test_two_selected_sessions_of_the_list_are_compared(desk, home) -> None:
    opened(desk, home)
    view, model = desk.window.sidebar.sessions, desk.window.sidebar.sessions.model()
    rows = {str(model.index(row, 0).data()): model.index(row, 0) for row in range(model.rowCount())}
    at = view.visualRect(rows["Alone"]).center()
    control = Qt.KeyboardModifier.ControlModifier
    desk.qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, control, at)
    assert desk.bench.controller.info.id == "child", "nothing was opened"
    info = desk.bench.sessions.info_at(rows["Alone"])
    menu = QMenu(desk.window)
    desk.do.compare.fill_menu(menu, info)
    texts = [action.text() for action in menu.actions()]
    assert texts[0] == "Compare with “Child”"
    menu.actions()[0].trigger()
    desk.settle()
    page = desk.do.compare.page
    assert (page.left.title.text(), page.right.title.text()) == ("Child", "Alone")


def test_the_pointer_chooses_a_row_and_a_side(desk, home) -> None:
    view = compared(desk, home).view
    number = next(n for n, row in enumerate(view.rows()) if row.state is State.CHANGED)
    view.go_to(number)
    top = view._places.tops[view._places.index_of(number)] - view.verticalScrollBar().value()
    at = QPoint(view.viewport().width() - 40, top + 12)
    desk.qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert (view.current, view.side) == (number, RIGHT)
    assert view.place_at(QPointF(3, top + 12)) == (number, LEFT)
