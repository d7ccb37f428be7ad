"""Above the first row and below the last: what is not loaded yet, and what has not come yet."""

from __future__ import annotations

import time

import pytest
from drawn import answer, attempt, node, prompt, text, tool
from pytestqt.qtbot import QtBot
from screens import MakeScreen

from sessionlog.conversation.node import NodeKind, SectionKind, Splice
from sessionloom.conversation.edges import WAITING_ROW, earlier_text, waiting_for, waiting_text
from sessionloom.theme.theme import Theme

TURN = node(NodeKind.TURN, 1)


@pytest.mark.parametrize(
    ("last", "words"),
    [
        (tool(4, "bash", "x", status="running"), "Waiting for the tool"),
        (tool(4, "bash", "x"), "Waiting for the model"),
        (prompt(4, "q"), "Waiting for the model"),
        (answer(4, "so far", status="running"), "Answering"),
        (node(NodeKind.RETRY, 4, attempt(1, 2, "", "503"), outcome="waiting"), "Waiting to try again"),
        (TURN, "Waiting for the model"),
    ],
)
def test_what_a_running_turn_waits_for(qapp, last, words):
    hook = node(NodeKind.AUDIT, 5, title="Hook")
    waiting = waiting_for([TURN, prompt(2, "q"), last, hook])
    assert waiting is not None
    assert waiting_text(waiting)[0] == words


def test_a_turn_that_has_ended_waits_for_nothing():
    ended = [TURN, prompt(2, "q"), node(NodeKind.TURN_TAIL, 9)]
    assert waiting_for(ended) is None
    assert waiting_for([*ended, node(NodeKind.AUDIT, 10)]) is None
    assert waiting_for([]) is None


def test_the_time_counts_from_the_turn_in_whole_seconds(qapp):
    began = time.time_ns() // 1_000_000 - 51_400
    waiting = waiting_for([node(NodeKind.TURN, 1, time=began), tool(2, "bash", "x", status="running")])
    assert waiting is not None
    assert waiting_text(waiting)[1] in ("turn runs 51 s", "turn runs 52 s")
    unknown = waiting_for([tool(2, "bash", "x", status="running")])
    assert unknown is not None
    assert waiting_text(unknown)[1] == ""


def test_the_row_comes_while_somebody_writes_and_goes_with_the_turn(make_screen: MakeScreen) -> None:
    screen = make_screen([TURN, prompt(2, "q"), tool(3, "bash", "x", status="running")])
    foot = screen.scroller.foot
    screen.setLive(True)
    assert screen.scroller.foot == foot + screen.look.px(WAITING_ROW)
    screen.grab()
    assert screen.motion.turning()
    screen.splice([Splice(2, 1, (tool(3, "bash", "x"), node(NodeKind.TURN_TAIL, 5)))])
    assert screen.scroller.foot == foot
    screen.grab()
    assert not screen.motion.turning()


def test_with_reduced_motion_the_seconds_count_and_nothing_turns(
    make_screen: MakeScreen, app_theme: Theme
) -> None:
    app_theme.set_reduced_motion(True)
    screen = make_screen([TURN, prompt(2, "q")])
    screen.setLive(True)
    screen.grab()
    assert not screen.motion.turning()
    assert screen.motion._seconds.isActive()
    screen.setLive(False)
    screen.grab()
    assert not screen.motion._seconds.isActive()


def test_a_reader_who_reads_above_is_not_moved_by_the_row(make_screen: MakeScreen) -> None:
    screen = make_screen([TURN, *(prompt(seq, "question\n\n" * 5) for seq in range(2, 40))])
    screen.scrollToTop()
    screen.scroll_by(333)
    before = screen.ys()
    screen.setLive(True)
    assert screen.ys() == before


@pytest.mark.parametrize(("above", "words"), [(None, ""), (1, "1 event above"), (1204, "1,204 events above")])
def test_how_much_lies_above(qapp, above, words):
    assert earlier_text(above) == words


def test_everything_opens_and_closes_and_the_reader_stays(make_screen: MakeScreen, qtbot: QtBot) -> None:
    nodes = [TURN]
    for seq in range(2, 60, 3):
        nodes += [
            answer(seq, "Words.", text("thought", "t", SectionKind.THINKING)),
            tool(seq + 1, "bash", "ls", "out\n" * 30),
        ]
    screen = make_screen(nodes)
    screen.scrollToTop()
    screen.scroll_by(400)
    closed = len(screen.model.rows)
    key, y = next((key, y) for key, y in screen.ys().items() if y >= 0)
    screen.expandAll()
    assert len(screen.model.rows) >= closed + 2 * 20
    assert screen.ys()[key] == y
    screen.collapseAll()
    assert len(screen.model.rows) == closed
    assert screen.expanded() == set()
