"""What strict reading stumbles over, named at its event and by the stage that would stumble."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from log_files import encode, pack
from logs import LogBuilder
from strategies import logs

from sessionlog.generations import dialect_of, strict_check
from sessionlog.generations.finding import Stage

V0 = dialect_of(0)
USER = {"id": "u", "role": "user", "content": [], "source": {"kind": "user"}}
MODEL = {"kind": "model", "provider": "p", "model": "m"}
ANSWER = {"id": "a", "role": "assistant", "content": [], "source": MODEL}
BLOCK = {"type": "tool-result", "toolCallId": "c", "content": [], "isError": False}
RESULT = {"id": "t", "role": "user", "content": [BLOCK], "source": {"kind": "tool", "callId": "c"}}
CONFIG = {"provider": "p", "model": "m"}
HEADER = {"config": CONFIG}
UNFOUNDED = {"config": CONFIG, "adapterDefaults": {"maxTokens": True}}
OTHER_BLOCK = {**BLOCK, "toolCallId": "d"}
APPEND = {"surfaceOp": "append"}


def found(type: str, data: Any, **members: Any) -> list[tuple[Stage, str]]:
    row = V0.read_row(encode({"type": type, "seq": 9, "time": 1, "data": data, **members}))
    return [(finding.stage, finding.code) for finding in strict_check(0, "demo").feed(row)]


@given(logs())
def test_a_log_of_the_harness_has_no_findings(log: LogBuilder) -> None:
    check = strict_check(0, log.id)
    for value in pack(log.events):
        assert check.feed(V0.read_row(encode(value))) == []
    assert check.open_turn is None


def test_an_unknown_type_is_named_unless_it_may_be_ignored() -> None:
    assert found("x/y", {}) == [(Stage.UNKNOWN_TYPE, "unknown-type")]
    assert found("x/y", {}, ignorable=True) == []
    assert found("x/y", {}, ignorable=False) == [
        (Stage.VALIDATION, "ignorable"),
        (Stage.UNKNOWN_TYPE, "unknown-type"),
    ]


@pytest.mark.parametrize("type", ["request/header-delta", "mode/set"])
def test_retired_types_are_named(type: str) -> None:
    assert found(type, {}) == [(Stage.RETIRED, "retired-type")]


@pytest.mark.parametrize(
    ("type", "data", "members", "code"),
    [
        ("todo/write", {"todos": []}, {"extra": 1}, "envelope"),
        ("todo/write", {"todos": []}, {"surfaceOp": "append"}, "surface-marker"),
        ("turn/start", {"turn": 1}, {"sourceEventSeqs": [1]}, "surface-marker"),
        ("user/message", USER, {}, "surface"),
        ("user/message", USER, {"surfaceOp": "insert"}, "surface"),
        ("user/message", USER, {"surfaceOp": {"op": "replace", "start": 1}}, "surface"),
        ("user/message", USER, {"surfaceOp": "append", "sourceEventSeqs": []}, "surface"),
        ("user/message", USER, {"surfaceOp": "append", "sourceEventSeqs": [9]}, "surface"),
        ("user/message", USER, {"surfaceOp": "append", "sourceEventSeqs": [1, 1]}, "surface"),
        ("user/message", USER, {"surfaceOp": "append", "sourceEventSeqs": ["1"]}, "surface"),
        ("user/message", USER, {"surfaceOp": "append", "sourceEventSeqs": [[3, 5], 4]}, "surface"),
        ("user/message", {**USER, "id": ""}, {"surfaceOp": "append"}, "message-shape"),
        ("user/message", {**USER, "role": "system"}, {"surfaceOp": "append"}, "message-shape"),
        ("user/message", {**USER, "source": {}}, {"surfaceOp": "append"}, "message-shape"),
        ("user/message", {**USER, "content": "hi"}, {"surfaceOp": "append"}, "message-shape"),
        ("user/message", None, {"surfaceOp": "append"}, "message-shape"),
        ("assistant/message", {"message": {**ANSWER, "source": {"kind": "model"}}}, APPEND, "message-shape"),
        ("tool/result", {"message": {**RESULT, "content": []}}, {"surfaceOp": "append"}, "message-shape"),
        ("tool/result", {"message": {**RESULT, "content": [OTHER_BLOCK]}}, APPEND, "message-shape"),
        ("assistant/message", {"message": {**ANSWER, "content": [None]}}, APPEND, "message-shape"),
        ("turn/start", None, {}, "payload"),
        ("step/start", None, {}, "payload"),
        ("tool/call", None, {}, "payload"),
        ("request/header", {"header": {}}, {}, "request-header"),
        ("request/header", {"header": {"config": {"provider": "p", "model": ""}}}, {}, "request-header"),
        ("request/header", {"header": {"config": {**CONFIG, "reasoningEffort": ""}}}, {}, "request-header"),
        ("request/header", {"header": UNFOUNDED}, {}, "request-header"),
        ("request/header", {"header": {**HEADER, "adapterDefaults": {"x": True}}}, {}, "request-header"),
    ],
)  # fmt: skip
def test_what_validation_refuses(type: str, data: Any, members: dict[str, Any], code: str) -> None:
    assert found(type, data, **members) == [(Stage.VALIDATION, code)]


def test_what_validation_accepts() -> None:
    append = {"surfaceOp": "append"}
    assert found("user/message", USER, **append, sourceEventSeqs=[1, [3, 5], 7]) == []
    assert found("assistant/message", {"message": ANSWER}, **append, sourceEventSeqs=[]) == []
    assert found("tool/result", {"message": RESULT}, **append) == []
    defaults = {"config": {**CONFIG, "maxTokens": 5}, "adapterDefaults": {"maxTokens": True}}
    assert found("request/header", {"header": defaults}) == []
    assert found("user/message", {**USER, "source": {"kind": "brand-new"}}, **append) == []


def test_payloads_that_nobody_looks_into_may_be_missing() -> None:
    for kind in ("turn/end", "step/end", "todo/write", "session/title", "assistant/chunk", "request/context"):
        assert found(kind, None) == []
    assert found("user/message", {**USER, "content": [None]}, surfaceOp="append") == []


@pytest.mark.parametrize("name", [{}, {"id": ""}, {"id": None}, {"id": 3}])
def test_an_open_turn_with_a_call_that_no_result_can_close_is_refused(name: dict[str, Any]) -> None:
    call = {"type": "tool-call", "name": "ls", "arguments": "{}", **name}
    events = [
        {"type": "turn/start", "data": {"turn": 1}},
        {"type": "step/start", "data": {"turn": 1, "step": 1}},
        {"type": "assistant/message", "data": {"message": {**ANSWER, "content": [call]}}, **APPEND},
        {"type": "step/end", "data": {"turn": 1, "step": 1}},
    ]
    check, said = strict_check(0, "demo"), []
    for seq, event in enumerate(events):
        assert check.feed(V0.read_row(encode({**event, "seq": seq, "time": 1}))) == []
        check = strict_check(0, "demo", json.loads(json.dumps(check.state())))
        said.append([(finding.stage, finding.code) for finding in check.finish()])
    assert said == [[], [], [(Stage.VALIDATION, "call-id")], []]


def test_retired_shapes_are_refused_before_validation() -> None:
    assert found("request/header", {"header": {"config": CONFIG}, "reason": "fallback"}) == [
        (Stage.RETIRED, "retired-reason")
    ]
    assert found("turn/end", {"turn": 1, "reason": {"kind": "completed", "x": 1}}) == [
        (Stage.RETIRED, "legacy-form")
    ]
    assert found("steering/message", None) == [(Stage.RETIRED, "legacy-form")]


def test_the_open_turn_is_known_and_kept_in_the_state() -> None:
    check = strict_check(0, "demo")
    check.feed(V0.read_row(encode({"type": "turn/start", "seq": 0, "time": 1, "data": {"turn": 4}})))
    assert check.open_turn == 4
    again = strict_check(0, "demo", check.state())
    assert again.open_turn == 4
    reason = {"turn": 4, "reason": {"kind": "completed"}}
    again.feed(V0.read_row(encode({"type": "turn/end", "seq": 1, "time": 1, "data": reason})))
    assert again.open_turn is None


def test_a_deep_payload_and_bytes_that_are_no_utf_8_are_notes() -> None:
    deep = b'{"type":"todo/write","seq":9,"time":1,"data":' + b"[" * 900 + b"]" * 900 + b"}"
    lossy = b'{"type":"todo/write","seq":9,"time":1,"data":"\xff"}'
    for line, code in ((deep, "deep"), (lossy, "not-utf8")):
        (finding,) = strict_check(0, "demo").feed(V0.read_row(line))
        assert (finding.stage, finding.code) == (Stage.NOTE, code)


def surface_faults(*events: dict[str, Any]) -> list[str]:
    check = strict_check(0, "demo")
    found = []
    for seq, event in enumerate(events):
        row = V0.read_row(encode({"seq": seq, "time": 1, **event}))
        found += [finding.message for finding in check.feed(row) if finding.code == "surface"]
        check = strict_check(0, "demo", json.loads(json.dumps(check.state())))
    return found


def user(op: Any = "append", sources: list[Any] | None = None) -> dict[str, Any]:
    cited = {} if sources is None else {"sourceEventSeqs": sources}
    return {"type": "user/message", "data": USER, "surfaceOp": op, **cited}


def replace(start: int, end: int) -> dict[str, Any]:
    return {"op": "replace", "start": start, "end": end}


def test_a_replacement_of_what_is_current_is_sound() -> None:
    assert surface_faults(user(), user(), user(), user(replace(0, 1), [0, 1])) == []
    assert surface_faults(user(), user(), user(), user(replace(0, 2), [[0, 2]])) == []
    positional = user(replace(3, 2), [3, 1, 2])
    assert surface_faults(user(), user(), user(), user(replace(0, 0), [0]), positional) == []


def test_a_replacement_must_name_current_nodes_in_order_and_cite_them_all() -> None:
    assert "not both current" in surface_faults(user(), user(replace(0, 7), [0]))[0]
    assert "not both current" in surface_faults(user(), user(replace(0, 0), [0]), user(replace(0, 0), [0]))[0]
    assert "other way round" in surface_faults(user(), user(), user(replace(1, 0), [0, 1]))[0]
    assert "does not cite" in surface_faults(user(), user(), user(replace(0, 1), [0]))[0]
    assert "does not cite" in surface_faults(user(), user(replace(0, 0)))[0]


def test_a_tool_result_replaces_one_tool_result() -> None:
    result = {"type": "tool/result", "data": {"message": RESULT}}
    appended = {**result, "surfaceOp": "append"}
    assert surface_faults(appended, {**result, "surfaceOp": replace(0, 0), "sourceEventSeqs": [0]}) == []
    assert surface_faults(user(), {**result, "surfaceOp": replace(0, 0), "sourceEventSeqs": [0]}) != []


def test_after_missing_rows_nothing_is_said_about_what_is_current() -> None:
    check = strict_check(0, "demo")
    check.broken()
    assert check.feed(V0.read_row(encode({"seq": 9, "time": 1, **user(replace(3, 4), [3, 4])}))) == []
