"""Work leaves the UI thread and its outcome comes back to it, in the order of its lane."""

from __future__ import annotations

import threading

import pytest
from PySide6.QtCore import QObject

from sessionlog.model.errors import EnvironmentFault
from sessionloom.bridge.tasks import TaskRunner

pytestmark = pytest.mark.gui


@pytest.fixture
def runner(qtbot):
    runner = TaskRunner()
    yield runner
    runner.close()


def test_work_runs_elsewhere_and_its_callback_here(qtbot, runner):
    threads = []
    with qtbot.waitSignal(runner.idle):
        runner.run(
            threading.get_ident,
            on_done=lambda ident: threads.append((ident, threading.get_ident())),
        )
    worker, here = threads[0]
    assert here == threading.get_ident()
    assert worker != here


def test_one_lane_is_serial_and_in_order(qtbot, runner):
    running = []
    overlaps = []
    order = []

    def work(number):
        overlaps.append(len(running))
        running.append(number)
        order.append(number)
        running.remove(number)

    with qtbot.waitSignal(runner.idle):
        for number in range(50):
            runner.run(work, number, lane="session:1")
    assert order == list(range(50))
    assert set(overlaps) == {0}


def test_two_lanes_do_not_wait_for_each_other(qtbot, runner):
    gate = threading.Event()
    done = []
    runner.run(gate.wait, 10, lane="session:1", on_done=lambda _: done.append("first"))
    runner.run(lambda: None, lane="session:2", on_done=lambda _: done.append("second"))
    qtbot.waitUntil(lambda: done == ["second"])
    gate.set()
    qtbot.waitUntil(lambda: done == ["second", "first"])


def test_a_cancelled_task_says_nothing(qtbot, runner):
    gate = threading.Event()
    heard = []
    runner.run(gate.wait, 10, lane="a")
    task = runner.run(lambda: heard.append("ran"), lane="a", on_done=heard.append)
    task.cancel()
    gate.set()
    qtbot.waitUntil(lambda: runner.busy() == 0)
    assert heard == []


def test_long_work_learns_that_it_was_cancelled(qtbot, runner):
    seen = threading.Event()
    started = threading.Event()

    def work(*, cancel):
        started.set()
        while not cancel():
            pass
        seen.set()

    task = runner.run(work, pass_cancel=True)
    started.wait(10)
    task.cancel()
    qtbot.waitUntil(seen.is_set)


def test_a_callback_dies_with_its_owner(qtbot, runner):
    owner = QObject()
    heard = []
    gate = threading.Event()
    runner.run(gate.wait, 10, owner=owner, on_done=heard.append)
    owner.deleteLater()
    del owner
    gate.set()
    qtbot.waitUntil(lambda: runner.busy() == 0)
    assert heard in ([], [True])  # the deletion is queued too; it must not raise


def test_a_fault_nobody_took_is_announced(qtbot, runner):
    def work():
        raise EnvironmentFault("store.full", "The disk is full.", "Free space, then retry.")

    with qtbot.waitSignal(runner.fault) as blocker:
        runner.run(work)
    assert blocker.args[0].code == "store.full"


def test_a_bug_is_announced_even_when_its_caller_took_it(qtbot, runner):
    taken = []
    with qtbot.waitSignal(runner.bug):
        runner.run(lambda: 1 / 0, on_error=taken.append)
    qtbot.waitUntil(lambda: len(taken) == 1)
    assert isinstance(taken[0], ZeroDivisionError)


def test_a_closed_runner_takes_nothing(qtbot):
    runner = TaskRunner()
    runner.close()
    assert runner.run(lambda: 1).cancelled()
