"""Splices reach the view in their order, whatever is handed in between, and never too many at once."""

from __future__ import annotations

from drawn import prompt
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtWidgets import QApplication

from sessionlog.conversation.node import Splice
from sessionloom.models.splice_queue import NODES_AT_ONCE, SpliceQueue


def splice(number, nodes=1):
    return Splice(0, 0, tuple(prompt(number, "q") for _ in range(nodes)))


def test_a_few_are_applied_at_once(qapp):
    told = []
    queue = SpliceQueue(told.append)
    queue.add([splice(1), splice(2)], lambda: told.append("then"))
    assert [len(told[0]), told[1]] == [2, "then"]


def test_many_leave_room_between_them_and_keep_their_order(qtbot):
    seen, sizes, told = [], [], []

    def apply(splices):
        sizes.append(sum(len(change.nodes) for change in splices))
        seen.extend(change.nodes[0].seq for change in splices)

    queue = SpliceQueue(apply)
    queue.add([splice(number, 100) for number in range(20)], lambda: told.append(len(seen)))
    assert len(seen) < 20
    queue.add([splice(20)], lambda: told.append(len(seen)))
    qtbot.waitUntil(lambda: len(told) == 2)
    assert seen == list(range(21))
    assert max(sizes) <= NODES_AT_ONCE
    assert told == [20, 21]


def test_what_is_forgotten_never_comes(qtbot):
    seen = []
    queue = SpliceQueue(seen.extend)
    queue.add([splice(number, NODES_AT_ONCE) for number in range(3)], lambda: seen.append("then"))
    queue.clear()
    QApplication.processEvents()
    assert len(seen) == 1


@given(st.lists(st.lists(st.integers(0, 300), max_size=6), max_size=5))
def test_finishing_applies_everything_in_order(qapp, groups):
    seen = []
    queue = SpliceQueue(seen.extend)
    number = 0
    for group in groups:
        queue.add([splice(number + at, size) for at, size in enumerate(group)])
        number += len(group)
    queue.finish()
    assert len(seen) == number
    assert [change.nodes[0].seq for change in seen if change.nodes] == [
        at for at, size in enumerate(size for group in groups for size in group) if size
    ]
