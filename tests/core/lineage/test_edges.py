"""Where in its parent a session began: said by the logs, never guessed."""

from __future__ import annotations

import pytest
from later_logs import LaterLog
from logs import LogBuilder
from memory_log import MemoryLog

from sessionlog.lineage.edges import MOST_LISTED, EdgePlace, fork_place, spawn_place


def parent() -> LogBuilder:
    log = LogBuilder("parent").user("One").assistant("1").end_turn()
    return log.user("Two").assistant("2").end_turn().user("Three").assistant("3").end_turn()


def test_a_fork_says_with_which_turn_of_its_parent_it_begins() -> None:
    log = parent()
    ends = [event["seq"] for event in log.events if event["type"] == "turn/end"]
    child = log.fork("child", at=ends[1]).user("Else").assistant("4").end_turn()
    assert fork_place(MemoryLog.of(child), ends[1]) == EdgePlace(ends[1], 2)


def test_a_fork_reads_the_index_at_the_cut_only() -> None:
    log = parent()
    cut = next(event["seq"] for event in log.events if event["type"] == "turn/end")
    child = MemoryLog.of(log.fork("child", at=cut))
    before = child.entries_read
    fork_place(child, cut)
    assert child.entries_read - before <= 2 and child.rows_read == 0


def listed(*children: str, kind: str = "subagent/catalog") -> MemoryLog:
    log = LaterLog(4, "parent").begin("Look").system("Help").answer(["Yes"])
    for child in children:
        log.add(kind, {"version": 0, "childId": child, "childCreatedAt": 1, "mode": "one-shot"})
    return MemoryLog(log.lines())


@pytest.mark.parametrize("kind", ["subagent/catalog", "tool-workflow/agent-start"])
def test_a_subagent_is_found_in_the_step_that_lists_it(kind: str) -> None:
    log = listed("other", "mine", kind=kind)
    place = spawn_place(log, "mine")
    assert place is not None
    assert (place.turn, place.step) == (1, 1)
    (row,) = log.rows(place.seq, place.seq)
    assert row.value["data"]["childId"] == "mine"


def test_what_nothing_lists_is_not_guessed() -> None:
    assert spawn_place(listed("other"), "mine") is None
    assert spawn_place(MemoryLog.of(parent()), "mine") is None


def test_a_log_that_lists_without_end_is_looked_at_so_far_only() -> None:
    log = listed(*(f"c{number}" for number in range(MOST_LISTED + 5)))
    assert spawn_place(log, f"c{MOST_LISTED - 1}") is not None
    assert spawn_place(log, f"c{MOST_LISTED + 1}") is None
