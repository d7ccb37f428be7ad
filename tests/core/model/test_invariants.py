"""Relations between events: findings for the diagnosis, never a gate."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from logs import LogBuilder
from row_logs import V0, rows_of
from strategies import logs

from sessionlog.model.invariants import InvariantCheck, check_invariants
from sessionlog.model.severity import Level

Json = dict[str, Any]
AT = {"turn": 1, "step": 1}


def findings(*events: tuple[str, Json]) -> list[str]:
    check = InvariantCheck()
    found = []
    for seq, (kind, members) in enumerate(events):
        data = {key: value for key, value in members.items() if key != "op"}
        event: Json = {"type": kind, "seq": seq, "time": 0, "data": data}
        if kind in ("tool/result", "assistant/message"):
            event["surfaceOp"] = members.get("op", "append")
        found += check.apply(event)
    return [problem.code for problem in found]


TURN = ("turn/start", {"turn": 1})
STEP = ("step/start", AT)
STEP_END = ("step/end", AT)
TURN_END = ("turn/end", {"turn": 1, "reason": {"kind": "completed"}})
CALL = ("tool/call", {**AT, "callId": "c"})


def result(code: str | None = None, **more: Any) -> tuple[str, Json]:
    error = {} if code is None else {"error": {"name": "E", "code": code}}
    return ("tool/result", {**AT, **error, "message": {"source": {"kind": "tool", "callId": "c"}}, **more})


def test_a_log_of_whole_turns_breaks_nothing() -> None:
    assert findings(TURN, STEP, CALL, result(), STEP_END, TURN_END) == []


@pytest.mark.parametrize(
    ("events", "code"),
    [
        ([("turn/start", {"turn": 2})], "turn-number"),
        ([TURN, ("turn/start", {"turn": 2})], "turn-nested"),
        ([TURN_END], "turn-end"),
        ([TURN, STEP, TURN_END], "turn-end"),
        ([STEP], "step-turn"),
        ([TURN, ("step/start", {"turn": 2, "step": 1})], "step-turn"),
        ([TURN, ("step/start", {"turn": 1, "step": 2})], "step-number"),
        ([TURN, STEP, ("step/start", {"turn": 1, "step": 2})], "step-nested"),
        ([TURN, STEP_END], "step-end"),
        ([TURN, STEP, ("assistant/chunk", {"turn": 1, "step": 2})], "step-place"),
        ([TURN, ("assistant/message", AT)], "step-place"),
        ([TURN, CALL], "step-place"),
        ([TURN, STEP, result()], "result-without-call"),
        (
            [TURN, STEP, CALL, STEP_END, ("step/start", {"turn": 1, "step": 2}), result(turn=1, step=2)],
            "result-without-call",
        ),
        ([("todo/write", {})], "no-open-turn"),
        ([("request/header", {})], "no-open-turn"),
        ([("request/context", {})], "no-open-turn"),
        ([result(op={"op": "replace", "start": 0, "end": 0})], "no-open-turn"),
    ],
)
def test_each_relation_is_found_once(events: list[tuple[str, Json]], code: str) -> None:
    assert findings(*events) == [code]


def test_a_call_that_never_started_needs_no_call_event() -> None:
    assert findings(TURN, STEP, result("TOOL_NOT_STARTED")) == []


def test_a_replacing_result_needs_an_open_turn_only() -> None:
    assert findings(TURN, result(op={"op": "replace", "start": 0, "end": 0})) == []


def test_prompts_markers_and_plugin_events_are_free() -> None:
    free = ["user/message", "session/end-seed", "session/title", "hook/result", "plugin:x/y"]
    assert findings(*[(kind, {}) for kind in free]) == []


def test_turn_numbers_go_on_over_a_resume() -> None:
    second = [("turn/start", {"turn": 2}), ("turn/end", {"turn": 2})]
    assert findings(TURN, TURN_END, ("session/end-seed", {}), *second) == []


def test_after_a_finding_the_log_is_taken_at_its_word() -> None:
    assert findings(("turn/start", {"turn": 4}), ("turn/end", {"turn": 4}), ("turn/start", {"turn": 5})) == [
        "turn-number"
    ]


def test_a_step_without_a_number_counts_as_the_next_one() -> None:
    assert findings(TURN, ("step/start", {"turn": 1}), CALL, result(), STEP_END, TURN_END) == ["step-number"]


def test_a_turn_without_a_number_counts_as_the_next_one() -> None:
    assert findings(("turn/start", {}), STEP, STEP_END, TURN_END, ("turn/start", {"turn": 2})) == [
        "turn-number"
    ]


def test_a_wrong_number_is_said_with_the_one_that_was_due() -> None:
    check = InvariantCheck()
    (turn,) = check.apply({"type": "turn/start", "seq": 0, "time": 0, "data": {"turn": 5}})
    (step,) = check.apply({"type": "step/start", "seq": 1, "time": 0, "data": {"turn": 5, "step": 3}})
    assert turn.message.endswith("begins turn 5 where 1 is next.")
    assert step.message.endswith("begins step 3 where 1 is next.")


def test_deltas_outside_a_step_are_found_once_for_each_stretch() -> None:
    def delta(seq: int, step: int) -> Json:
        chunk = {"type": "text-delta", "index": 0, "text": "x"}
        return {
            "type": "assistant/chunk",
            "seq": seq,
            "time": 0,
            "data": {"turn": 1, "step": step, "chunk": chunk},
        }

    events = [delta(seq, 1 if seq < 8 else 2) for seq in range(16)]
    for packed in (True, False):
        found = list(check_invariants(rows_of(events, packed=packed), V0, "demo"))
        assert [problem.seq for problem in found] == [0, 8]


def test_a_finding_says_what_is_open() -> None:
    check = InvariantCheck()
    (none,) = check.apply({"type": "turn/end", "seq": 0, "time": 0, "data": {"turn": 3}})
    assert none.message == "turn/end at seq 0 ends turn 3 while no turn is open."
    check.apply({"type": "turn/start", "seq": 1, "time": 0, "data": {"turn": 1}})
    (other,) = check.apply({"type": "step/start", "seq": 2, "time": 0, "data": {"turn": 2, "step": 1}})
    assert other.message == "step/start at seq 2 begins a step of turn 2, turn 1 is open."


def test_a_finding_names_its_event_and_is_a_warning() -> None:
    (problem,) = InvariantCheck().apply({"type": "todo/write", "seq": 7, "time": 0, "data": None})
    assert (problem.seq, problem.level) == (7, Level.WARN)
    assert "todo/write at seq 7" in problem.message


@given(logs(audit=False))
def test_logs_of_the_harness_break_nothing_packed_or_not(log: LogBuilder) -> None:
    for packed in (True, False):
        assert list(check_invariants(rows_of(log.events, packed=packed), V0, log.id)) == []


def test_only_the_step_that_is_open_is_open() -> None:
    check = InvariantCheck()
    assert not check.is_open(None, None)
    check.apply({"type": "turn/start", "seq": 0, "time": 0, "data": {"turn": 1}})
    assert not check.is_open(1, None)
    check.apply({"type": "step/start", "seq": 1, "time": 0, "data": {"turn": 1, "step": 1}})
    assert check.is_open(1, 1)
    for turn, step in ((1, 2), (2, 1), (True, 1), (1, True), (1.0, 1), (None, 1), (1, None)):
        assert not check.is_open(turn, step)
