"""The plan of a fork: what the child is, what it inherits, what it does not."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from logs import LogBuilder
from memory_log import MemoryLog
from strategies import logs

from sessionlog.generations import read_header_line
from sessionlog.lineage.cut import ForkRefused
from sessionlog.lineage.fork import ForkPlan, plan_fork
from sessionlog.lineage.in_force import counts_for_child, dead_brackets
from sessionlog.model.json import encode
from sessionlog.model.row import IndexEntry
from sessionlog.model.validation import check_seed

NOW = 1_790_000_000_000
Json = dict[str, Any]


def plan(log: LogBuilder, **how: Any) -> ForkPlan:
    return plan_fork(MemoryLog.of(log), child_id="child", now=NOW, **how)


def finished(**header: Any) -> LogBuilder:
    return LogBuilder("parent", **header).user("one").assistant("1").end_turn()


def child_log(log: LogBuilder, made: ForkPlan) -> list[Json]:
    return [*log.events[: made.cut.events], *map(dict, made.events)]


def test_the_child_has_its_own_id_and_names_its_parent_and_what_it_inherited() -> None:
    log = finished(cwd="/home/dev/demo")
    made = plan(log)
    assert list(made.header) == [
        "type",
        "version",
        "id",
        "createdAt",
        "cwd",
        "parentSession",
        "seedLength",
        "delegationDepth",
    ]
    assert made.header["parentSession"] == made.parent_id == "parent"
    assert made.header["seedLength"] == made.inherited_events == len(log.events)
    assert (made.header["id"], made.header["createdAt"], made.header["cwd"]) == (
        "child",
        NOW,
        "/home/dev/demo",
    )


def test_a_parent_without_a_folder_has_a_child_without_one() -> None:
    log = finished(cwd=None)
    assert "cwd" not in plan(log).header


def test_a_fork_of_a_subagent_is_an_ordinary_session() -> None:
    log = finished(origin="subagent", delegationDepth=2)
    made = plan(log)
    assert "origin" not in made.header and made.header["delegationDepth"] == 0


def test_the_host_hands_on_the_preset_in_force_the_core_does_not() -> None:
    log = finished(agentPreset="minimal")
    assert plan(log).header["agentPreset"] == "minimal"
    log.log("agent-preset/selected", {"agentPreset": "full"})
    assert plan(log).header["agentPreset"] == "full"
    assert "agentPreset" not in plan(log, exact=True).header


def test_the_prefix_is_followed_by_a_marker_that_the_child_owns() -> None:
    log = finished()
    marker = plan(log, rename=False).events
    assert marker == ({"type": "session/end-seed", "seq": len(log.events), "time": NOW, "data": {}},)


def test_a_prefix_that_ends_in_a_marker_gets_no_second_one_and_counts_it() -> None:
    log = finished()
    log.log("session/end-seed", {})
    made = plan(log, rename=False)
    assert made.events == ()
    assert made.header["seedLength"] == len(log.events)


def test_a_fork_of_nothing_has_its_marker_at_seq_0() -> None:
    made = plan(LogBuilder("parent"), exact=True)
    assert made.header["seedLength"] == 0
    assert made.events[0]["seq"] == 0


def test_the_child_s_title_counts_up_and_is_its_own() -> None:
    log = finished()
    log.title("Plan (1)")
    made = plan(log)
    assert made.events[-1]["data"] == {"title": "Plan (2)", "messageSeqs": [], "source": {"kind": "user"}}
    assert made.events[-1]["seq"] == len(log.events) + 1
    assert plan(log, taken_titles=["Plan (2)"]).events[-1]["data"]["title"] == "Plan (3)"
    assert [event["type"] for event in plan(log, rename=False).events] == ["session/end-seed"]


def test_a_title_given_after_the_cut_is_not_counted_up() -> None:
    log = LogBuilder("parent", inbox=False).turn().end_turn()
    log.user("two").assistant("2").end_turn().title("Later")
    assert [event["type"] for event in plan(log, at=0).events] == ["session/end-seed"]


def test_the_next_request_of_the_child_would_use_the_model_of_the_newest_inherited_header() -> None:
    log = finished()
    made = plan(log)
    assert made.model_selection is not None
    assert (made.model_selection["provider"], made.model_selection["model"]) == ("p", "m")
    assert plan(LogBuilder("parent"), exact=True).model_selection is None


ONE_ROW = [
    {"type": "turn/start", "seq": 0, "time": 10, "data": {"turn": 1}},
    {"type": "step/start", "seq": 1, "time": 11, "data": {"turn": 1, "step": 1}},
    {"type": "step/end", "seq": 2, "time": 12, "data": {"turn": 1, "step": 1}},
    {"type": "turn/end", "seq": 3, "time": 13, "data": {"turn": 1, "reason": {"kind": "completed"}}},
    {"type": "session/end-seed", "seq": 4, "time": 14, "data": {"inherited": True}},
]


def one_row_log(generation: int, events: list[Json] = ONE_ROW, **header: Any) -> MemoryLog:
    head = {"type": "session", "version": generation, "id": "s", "createdAt": 1, "isSeeded": True}
    lines = [encode({**head, "delegationDepth": 0, **header}), *map(encode, events)]
    return MemoryLog(lines)


def test_from_generation_2_on_a_tagged_marker_of_the_child_s_own_says_what_is_inherited() -> None:
    for generation in (2, 3):
        made = plan_fork(one_row_log(generation), child_id="c", now=NOW)
        assert made.header["version"] == generation
        assert made.header["isSeeded"] is True and "seedLength" not in made.header
        assert made.cut.events == 5
        marker = {"type": "session/end-seed", "seq": 5, "time": NOW, "data": {"inherited": True}}
        assert made.events == (marker,)


def test_generation_4_cuts_at_any_event_and_closes_the_turn_as_forked() -> None:
    made = plan_fork(one_row_log(4), child_id="c", now=NOW, at=1, exact=True)
    assert made.cut.events == 2
    assert [(event["type"], event["seq"], event["time"]) for event in made.events] == [
        ("session/end-seed", 2, 11),
        ("step/end", 3, 11),
        ("turn/end", 4, 11),
    ]
    assert made.events[-1]["data"]["reason"] == {"kind": "forked"}
    with pytest.raises(ForkRefused):
        plan_fork(one_row_log(4), child_id="c", now=NOW, at=9, exact=True)
    with pytest.raises(ForkRefused):
        plan_fork(one_row_log(3), child_id="c", now=NOW, at=1, exact=True)


def test_a_person_s_title_goes_before_the_counted_one() -> None:
    log = finished()
    log.title("Plan")
    made = plan(log, title="  Other \n way ")
    assert made.title == made.events[-1]["data"]["title"] == "Other way"
    assert plan(log, title=" ").title == "Plan (1)"


@given(logs())
def test_the_child_is_a_valid_log_and_every_copied_event_is_untouched(log: LogBuilder) -> None:
    try:
        made = plan(log)
    except ForkRefused:
        return
    events = child_log(log, made)
    check_seed(events, made.header, "child", borrowed=False)
    header = read_header_line(encode(dict(made.header)))
    assert header.seed_length == made.cut.events
    assert events[: made.cut.events] == log.events[: made.cut.events]


def entries_of(log: LogBuilder) -> list[IndexEntry]:
    return MemoryLog.of(log).entries(0, len(log.events))


def test_what_the_parent_had_waiting_scheduled_or_delegated_is_not_the_child_s() -> None:
    log = finished()
    log.log("subagent/descriptor", {"version": 2, "mode": "one-shot", "provider": "spawn"})
    log.log("schedule/change", {"version": 1, "operation": "delete", "id": "x"})
    seed = len(log.events)
    log.log("subagent/descriptor", {"version": 2, "mode": "one-shot", "provider": "spawn"})
    log.todos([("write tests", "pending")])
    own = {entry.seq for entry in entries_of(log) if not counts_for_child(entry, seed)}
    kinds = {log.events[seq]["type"] for seq in own}
    assert kinds == {"agent/inbox/spliced", "subagent/descriptor", "schedule/change"}
    assert all(seq < seed for seq in own)


def test_a_compaction_or_a_question_left_open_before_the_marker_is_dead() -> None:
    log = finished()
    dead = [log.log("compaction/start", {"compactionId": "k1", "turn": None})]
    dead.append(log.log("approval/asked", {"id": "q1", "toolName": "bash"}))
    log.log("compaction/start", {"compactionId": "k2", "turn": None})
    log.log("compaction/end", {"compactionId": "k2", "turn": None})
    log.log("session/end-seed", {})
    log.log("compaction/start", {"compactionId": "k3", "turn": None})
    assert dead_brackets(entries_of(log)) == set(dead)
