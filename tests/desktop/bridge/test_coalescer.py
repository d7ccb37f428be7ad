"""However many changes come in, a view hears of them at most once a frame, and of all of them."""

from __future__ import annotations

import threading

import pytest

from sessionlog.model.changes import Changes, SeqRange
from sessionloom.bridge.changes import ChangeBus
from sessionloom.bridge.coalescer import Coalescer

pytestmark = pytest.mark.gui


def test_a_burst_is_one_delivery_in_order(qtbot):
    coalescer = Coalescer()
    deliveries = []
    coalescer.delivered.connect(deliveries.append)
    with qtbot.waitSignal(coalescer.delivered):
        for number in range(1000):
            coalescer.push(number)
    assert deliveries == [list(range(1000))]


def test_the_latest_of_many_progress_values_is_enough(qtbot):
    coalescer = Coalescer(latest_only=True)
    with qtbot.waitSignal(coalescer.delivered) as blocker:
        for number in range(10):
            coalescer.push(number)
    assert blocker.args == [[9]]


def test_pushes_from_threads_are_all_delivered(qtbot):
    coalescer = Coalescer()
    got = []
    coalescer.delivered.connect(got.extend)
    threads = [
        threading.Thread(target=lambda base=base: [coalescer.push(base + n) for n in range(200)])
        for base in (0, 1000, 2000)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    qtbot.waitUntil(lambda: len(got) == 600)
    assert sorted(got) == sorted(base + n for base in (0, 1000, 2000) for n in range(200))


def test_changes_of_one_source_arrive_as_one_value(qtbot):
    bus = ChangeBus()
    heard = []
    bus.changed.connect(lambda source, changes: heard.append((source, changes)))
    bus.publish(1, Changes(sessions=frozenset({4}), ranges=(SeqRange(4, 0, 9),)))
    bus.publish(1, Changes(sessions=frozenset({5})))
    bus.publish(2, Changes(sources=True))
    qtbot.waitUntil(lambda: len(heard) == 2)
    assert heard == [
        (1, Changes(sessions=frozenset({4, 5}), ranges=(SeqRange(4, 0, 9),))),
        (2, Changes(sources=True)),
    ]


def test_a_detached_bus_hears_nothing_more(qtbot):
    subscribers = []
    bus = ChangeBus()
    bus.attach(lambda callback: subscribers.append(callback) or (lambda: subscribers.clear()))
    assert len(subscribers) == 1
    bus.detach()
    assert subscribers == []
