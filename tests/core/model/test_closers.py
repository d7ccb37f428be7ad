"""Crash closers end an open turn without inventing an outcome, the same way every time."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from logs import LogBuilder, ToolUse
from row_logs import V0, rows_of
from strategies import logs, open_logs

from sessionlog.model.closers import (
    FORKED,
    FORKED_NOT_STARTED_TEXT,
    NOT_STARTED_TEXT,
    OUTCOME_UNKNOWN_TEXT,
    closers_of_rows,
    crash_closers,
)
from sessionlog.model.invariants import check_invariants
from sessionlog.model.json import encode
from sessionlog.model.rules import CLOSING_4

Json = dict[str, Any]


def kinds(closers: list[Json]) -> list[str]:
    return [event["type"] for event in closers]


def requested(*ids: str) -> LogBuilder:
    """A log whose answer asked for calls; none has been recorded as started."""
    log = LogBuilder().user("go")
    blocks = [{"type": "tool-call", "id": call, "name": "bash", "arguments": "{}"} for call in ids]
    source = {"kind": "model", "provider": "p", "model": "m"}
    message = {"id": "a", "role": "assistant", "content": blocks, "source": source}
    log.log("assistant/message", {"turn": 1, "step": 1, "message": message}, surfaceOp="append")
    return log


def test_a_balanced_or_an_empty_log_needs_nothing() -> None:
    assert crash_closers([]) == []
    assert crash_closers(LogBuilder().user("hi").assistant("yes").end_turn().events) == []


def test_an_open_step_and_turn_are_closed_as_interrupted_with_the_last_time() -> None:
    log = LogBuilder().user("hi").stream("so f")
    last = log.events[-1]
    assert crash_closers(log.events) == [
        {"type": "step/end", "seq": last["seq"] + 1, "time": last["time"], "data": {"turn": 1, "step": 1}},
        {
            "type": "turn/end",
            "seq": last["seq"] + 2,
            "time": last["time"],
            "data": {"turn": 1, "reason": {"kind": "interrupted"}},
        },
    ]


def test_a_turn_without_a_step_gets_no_step_end() -> None:
    assert kinds(crash_closers(LogBuilder().turn().events)) == ["turn/end"]


def test_a_call_that_was_only_asked_for_never_started() -> None:
    closer = crash_closers(requested("c1").events)[0]
    assert closer["data"]["error"] == {"name": "ToolNotStartedError", "code": "TOOL_NOT_STARTED"}
    assert "sourceEventSeqs" not in closer
    block = closer["data"]["message"]["content"][0]
    assert block["isError"] is True and block["content"][0]["text"] == NOT_STARTED_TEXT
    assert closer["data"]["message"]["id"] == f"interrupted-tool-result-c1-{closer['seq']}"


def test_a_call_that_was_recorded_has_an_unknown_outcome_and_is_cited() -> None:
    log = requested("c1")
    called = log.log("tool/call", {"turn": 1, "step": 1, "callId": "c1", "name": "bash", "arguments": "{}"})
    closer = crash_closers(log.events)[0]
    assert closer["data"]["error"] == {"name": "ToolOutcomeUnknownError", "code": "TOOL_OUTCOME_UNKNOWN"}
    assert closer["sourceEventSeqs"] == [called]
    assert closer["data"]["message"]["content"][0]["content"][0]["text"] == OUTCOME_UNKNOWN_TEXT
    assert list(closer) == ["type", "seq", "time", "data", "surfaceOp", "sourceEventSeqs"]


def test_results_come_in_the_order_of_the_requests_not_of_the_starts() -> None:
    log = requested("c1", "c2", "c3")
    log.log("tool/call", {"turn": 1, "step": 1, "callId": "c3", "name": "bash", "arguments": "{}"})
    results = [event for event in crash_closers(log.events) if event["type"] == "tool/result"]
    assert [event["data"]["message"]["source"]["callId"] for event in results] == ["c1", "c2", "c3"]


def test_a_call_that_no_answer_asked_for_is_not_answered() -> None:
    log = LogBuilder().user("go")
    log.log("tool/call", {"turn": 1, "step": 1, "callId": "c9", "name": "bash", "arguments": "{}"})
    assert kinds(crash_closers(log.events)) == ["step/end", "turn/end"]


def test_a_call_with_a_result_is_settled() -> None:
    log = requested("c1", "c2")
    seq = log.log("tool/call", {"turn": 1, "step": 1, "callId": "c1", "name": "bash", "arguments": "{}"})
    log.end_call("c1", ToolUse("bash", {}, "done"), seq)
    results = [event for event in crash_closers(log.events) if event["type"] == "tool/result"]
    assert [event["data"]["message"]["source"]["callId"] for event in results] == ["c2"]


def test_calls_of_a_closed_step_are_forgotten() -> None:
    log = requested("c1")
    log.log("step/end", {"turn": 1, "step": 1})
    assert kinds(crash_closers(log.events)) == ["turn/end"]


def test_malformed_events_in_a_log_cost_their_own_fact_only() -> None:
    events = [
        {"type": "turn/start", "seq": 0, "time": 5, "data": {"turn": 1}},
        {"type": "assistant/message", "seq": 1, "time": 5, "data": None},
        {"type": "tool/result", "seq": 2, "time": 5, "data": {"message": []}},
        {"type": "tool/call", "seq": 3, "time": 6, "data": "x"},
    ]
    assert kinds(crash_closers(events)) == ["turn/end"]


def test_only_a_result_settles_a_call_whatever_else_names_it() -> None:
    log = requested("c1")
    source = {"kind": "tool", "callId": "c1"}
    log.log("note", {"turn": 1, "step": 1, "message": {"source": source}})
    assert kinds(crash_closers(log.events)) == ["tool/result", "step/end", "turn/end"]


def answered_in_generation_4(**changed: Any) -> list[str]:
    """What closes an open step whose one call has a result, of which some members are other than due."""
    result = {"turn": 1, "step": 1, "op": "append", "call": "c1", **changed}
    call = {"type": "tool-call", "id": "c1", "name": "bash", "arguments": "{}"}
    message = {"source": {"kind": "tool", "callId": result["call"]}}
    place = {"turn": result["turn"], "step": result["step"]}
    events: list[Json] = [
        {"type": "turn/start", "data": {"turn": 1}},
        {"type": "step/start", "data": {"turn": 1, "step": 1}},
        {"type": "assistant/message", "data": {"turn": 1, "step": 1, "message": {"content": [call]}}},
        {"type": "tool/result", "data": {**place, "message": message}, "surfaceOp": result["op"]},
    ]
    log = [{**event, "seq": seq, "time": 5} for seq, event in enumerate(events)]
    return kinds(crash_closers(log, CLOSING_4))


def test_in_generation_4_an_appended_result_of_the_same_step_settles_a_call_and_no_other_does() -> None:
    unsettled = ["tool/result", "step/end", "turn/end"]
    assert answered_in_generation_4() == unsettled[1:]
    assert answered_in_generation_4(step=2) == unsettled
    assert answered_in_generation_4(turn=2) == unsettled
    assert answered_in_generation_4(op={"op": "replace", "startSeq": 2, "endSeq": 2}) == unsettled
    assert answered_in_generation_4(call="c2") == unsettled
    assert answered_in_generation_4(call=None) == unsettled


def test_in_generation_4_the_missing_result_is_a_message_of_its_own_that_says_it_failed() -> None:
    (closer, *_) = crash_closers(requested("c1").events, CLOSING_4, FORKED)
    assert closer["data"]["message"] == {
        "id": f"forked-tool-result-c1-{closer['seq']}",
        "role": "tool",
        "toolCallId": "c1",
        "isError": True,
        "source": {"kind": "tool", "callId": "c1"},
        "content": [{"type": "text", "text": FORKED_NOT_STARTED_TEXT}],
    }


@given(open_logs())
def test_closers_balance_the_log_and_a_second_crash_needs_none(log: LogBuilder) -> None:
    closers = crash_closers(log.events)
    assert closers, "the last turn is open"
    closed = [*log.events, *closers]
    assert crash_closers(closed) == []
    assert [event["seq"] for event in closed] == list(range(len(closed)))
    before = list(check_invariants(rows_of(log.events), V0, log.id))
    assert list(check_invariants(rows_of(closed), V0, log.id)) == before


@given(logs())
def test_every_prefix_is_closed_the_same_from_rows_as_from_events(log: LogBuilder) -> None:
    for length in range(0, len(log.events) + 1, 3):
        prefix = log.events[:length]
        closers = crash_closers(prefix)
        assert encode(closers_of_rows(rows_of(prefix), V0, log.id)) == encode(closers)
        assert all(event["time"] == prefix[-1]["time"] for event in closers)
