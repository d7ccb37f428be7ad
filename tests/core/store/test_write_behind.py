"""The write-behind machine against a model of spec 01 section 8 in the words of the spec."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from sessionlog.store.write_behind import Done, WriteBehind


class HandTimers:
    """Timers that expire when the test says so."""

    def __init__(self) -> None:
        self.armed: list[Callable[[], None]] = []
        self.delays: list[float] = []

    def after(self, seconds: float, run: Callable[[], None]) -> Callable[[], None]:
        self.armed.append(run)
        self.delays.append(seconds)
        return lambda: self.armed.remove(run) if run in self.armed else None

    def expire(self) -> None:
        (run,) = self.armed
        self.armed.remove(run)
        run()


class HandWrites:
    """Writes that end when the test says so; what was stored, in order."""

    def __init__(self) -> None:
        self.active: list[tuple[list[int], Done]] = []
        self.stored: list[int] = []

    def __call__(self, batch: list[int], done: Done) -> None:
        assert not self.active, "two writes at once"
        self.active.append((list(batch), done))

    def end(self, error: BaseException | None) -> None:
        batch, done = self.active.pop()
        if error is None:
            self.stored += batch
        done(error)


class Machine(RuleBasedStateMachine):
    """The model keeps the state of section 8 by name and is stepped beside the real thing."""

    def __init__(self) -> None:
        super().__init__()
        self.timers, self.writes = HandTimers(), HandWrites()
        self.real: WriteBehind[int] = WriteBehind(self.writes, self.timers)
        self.next = 0
        self.enqueued: list[int] = []
        self.pending: list[int] = []
        self.batch: list[int] | None = None
        self.timer = self.barrier = self.expired = self.paused = self.draining = False
        self.barriers: list = []
        self.failures = 0

    def start(self, *, draining: bool) -> None:
        self.batch, self.pending = self.pending, []
        self.timer = self.expired = False
        self.draining = draining

    def drain(self) -> None:
        if self.pending:
            self.start(draining=True)
        else:
            self.barrier = False

    @rule(count=st.integers(1, 3))
    def enqueue(self, count: int) -> None:
        items = list(range(self.next, self.next + count))
        self.next += count
        self.enqueued += items
        was_empty = not self.pending
        self.pending += items
        if not self.barrier:
            if self.paused:
                self.paused = False
                self.timer = True
            elif was_empty:
                self.timer = True
        self.real.enqueue(items)

    @precondition(lambda self: self.timer)
    @rule()
    def deadline(self) -> None:
        self.timer = False
        if self.batch is not None:
            self.expired = True
        elif self.pending:
            self.start(draining=False)
        self.timers.expire()

    @precondition(lambda self: self.batch is not None)
    @rule()
    def write_succeeds(self) -> None:
        self.batch = None
        if self.barrier:
            self.drain()
        elif self.pending and self.expired:
            self.start(draining=False)
        self.writes.end(None)

    @precondition(lambda self: self.batch is not None)
    @rule()
    def write_fails(self) -> None:
        self.failures += 1
        self.pending = [*self.batch, *self.pending]
        self.batch = None
        self.timer = self.expired = False
        if self.barrier and not self.draining:
            self.drain()
        else:
            self.paused = True
            self.barrier = False
        self.writes.end(OSError(self.failures))

    @rule()
    def flush(self) -> None:
        joined = self.barrier
        if not joined:
            self.barrier = True
            self.timer = self.expired = self.paused = False
            if self.batch is None:
                self.drain()
        future = self.real.flush()
        if joined:
            assert future is self.barriers[-1]
        else:
            self.barriers.append(future)

    @invariant()
    def the_same_state(self) -> None:
        assert self.real.waiting == [*(self.batch or ()), *self.pending]
        assert self.real.writing == (self.batch is not None)
        assert self.real.paused == self.paused
        assert self.real.armed == self.timer == bool(self.timers.armed)
        active = [batch for batch, _ in self.writes.active]
        assert active == ([self.batch] if self.batch is not None else [])

    @invariant()
    def nothing_is_lost_or_reordered(self) -> None:
        assert self.writes.stored + self.real.waiting == self.enqueued

    @invariant()
    def a_barrier_is_done_only_when_its_items_are_stored_or_it_failed(self) -> None:
        for future in self.barriers[:-1]:
            assert future.done()
        if self.barriers:
            assert self.barriers[-1].done() == (not self.barrier)


Machine.TestCase.settings = settings(max_examples=120, stateful_step_count=40, deadline=None)
TestWriteBehind = Machine.TestCase


def behind(**more):
    timers, writes = HandTimers(), HandWrites()
    return WriteBehind(writes, timers, **more), timers, writes


def test_the_deadline_is_fixed_by_the_first_event():
    queue, timers, writes = behind()
    queue.enqueue([1])
    queue.enqueue([2, 3])
    assert timers.delays == [0.2]
    timers.expire()
    assert writes.active[0][0] == [1, 2, 3]


def test_a_flush_that_fails_rejects_all_who_joined_and_keeps_the_batch():
    queue, _, writes = behind()
    queue.enqueue([1, 2])
    barrier = queue.flush()
    assert queue.flush() is barrier
    writes.end(OSError("full"))
    with pytest.raises(OSError, match="full"):
        barrier.result()
    assert queue.waiting == [1, 2]
    assert queue.paused


def test_there_is_no_automatic_retry():
    told = []
    queue, timers, writes = behind(failed=told.append)
    queue.enqueue([1])
    timers.expire()
    writes.end(OSError("full"))
    assert (timers.armed, writes.active, len(told)) == ([], [], 1)
    queue.enqueue([2])
    timers.expire()
    assert writes.active[0][0] == [1, 2]


def test_items_that_come_during_a_barrier_belong_to_it():
    queue, timers, writes = behind()
    queue.enqueue([1])
    barrier = queue.flush()
    queue.enqueue([2])
    writes.end(None)
    assert not barrier.done()
    writes.end(None)
    assert barrier.done()
    assert (writes.stored, timers.armed) == ([1, 2], [])


def test_a_flush_of_nothing_is_done_at_once():
    queue, _, writes = behind()
    assert queue.flush().done()
    assert writes.active == []
