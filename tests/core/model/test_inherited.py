"""How much of a session is its parent's: by number, from generation 2 on by its last marked event."""

from __future__ import annotations

import pytest
from later_logs import LaterLog
from logs import LogBuilder
from memory_log import MemoryLog

from sessionlog.model.inherited import inherited_count, inherited_events


def counted(log: MemoryLog) -> int:
    """By the events and by the index, which have to agree."""
    events = log.dialect.events(log.rows(0, log.parts[0].last_seq), log.header.id)
    count = inherited_count(log.header, events)
    assert inherited_events(log) == count
    return count


@pytest.mark.parametrize("generation", [2, 3, 4])
def test_the_last_marker_that_says_so_ends_what_was_inherited(generation: int) -> None:
    log = LaterLog(generation, seeded=True).begin("x").answer(["y"]).end()
    log.add("session/end-seed", {"inherited": True})
    last = log.add("session/end-seed", {"inherited": True})
    log.add("session/end-seed", {"inherited": False})
    assert counted(MemoryLog(log.lines())) == last
    log.begin("own").add("session/end-seed", {})
    assert counted(MemoryLog(log.lines())) == last


@pytest.mark.parametrize("generation", [2, 3, 4])
def test_a_fork_with_nothing_of_its_own_ends_with_its_marker(generation: int) -> None:
    log = LaterLog(generation, seeded=True).begin("x").answer(["y"]).end()
    assert counted(MemoryLog(log.lines())) == 0
    assert log.add("session/end-seed", {"inherited": True}) == counted(MemoryLog(log.lines()))


@pytest.mark.parametrize("generation", [2, 3, 4])
def test_a_session_that_is_not_seeded_or_has_no_marker_inherited_nothing(generation: int) -> None:
    for seeded in (False, True):
        log = LaterLog(generation, seeded=seeded).begin("x").end()
        log.add("session/end-seed", {"inherited": not seeded})
        assert counted(MemoryLog(log.lines())) == 0


def test_a_fork_of_generation_0_says_the_number_in_its_header() -> None:
    parent = LogBuilder("parent").user("x").assistant("y").end_turn()
    assert counted(MemoryLog.of(parent)) == 0
    child = parent.fork("child")
    assert counted(MemoryLog.of(child)) == child.header["seedLength"] > 0
    child.log("session/end-seed", {"inherited": True})
    assert counted(MemoryLog.of(child)) == child.header["seedLength"]
