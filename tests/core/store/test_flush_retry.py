"""A fault that ends by itself is tried again 1, 2, 4 ... 30 s later; the others wait for a person."""

from __future__ import annotations

from pathlib import Path

import pytest

from sessionlog.model.errors import EnvironmentFault
from sessionlog.store import faults
from sessionlog.store.flush_retry import FlushRetry

LIBRARY = Path("library.db")


class Clock:
    """Time that moves when a timer is let expire."""

    def __init__(self):
        self.now = 0.0
        self.timers = []

    def after(self, seconds, run):
        timer = (self.now + seconds, run)
        self.timers.append(timer)
        return lambda: self.timers.remove(timer) if timer in self.timers else None

    def expire(self):
        self.now, run = self.timers.pop()
        run()


@pytest.fixture
def clock():
    return Clock()


def test_waits_grow_to_thirty_seconds_and_start_over_after_success(clock):
    waits = []

    def flush():
        waits.append(clock.now)
        retry.failed(faults.fault(faults.BUSY, LIBRARY))

    retry = FlushRetry(flush, clock, lambda: clock.now)
    retry.failed(EnvironmentFault(faults.LOCKED, "Held."))
    for _ in range(7):
        clock.expire()
    assert [after - before for before, after in zip([0.0, *waits], waits)] == [1, 2, 4, 8, 16, 30, 30]
    retry.saved()
    assert (clock.timers, retry.retry_in) == ([], None)
    retry.failed(faults.fault(faults.BUSY, LIBRARY))
    assert retry.retry_in == 1


@pytest.mark.parametrize("code", [faults.FULL, faults.READ_ONLY, faults.IO, faults.DAMAGED])
def test_what_waits_for_a_person_is_not_tried_again(clock, code):
    retry = FlushRetry(lambda: pytest.fail("tried"), clock, lambda: clock.now)
    retry.failed(faults.fault(faults.BUSY, LIBRARY))
    retry.failed(faults.fault(code, LIBRARY))
    assert (clock.timers, retry.retry_in) == ([], None)


def test_a_bug_is_not_tried_again(clock):
    retry = FlushRetry(lambda: pytest.fail("tried"), clock, lambda: clock.now)
    retry.failed(ValueError("a bug"))
    assert clock.timers == []
