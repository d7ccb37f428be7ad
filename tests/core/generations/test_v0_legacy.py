"""Older shapes are normalised in the view and nowhere else (spec 01 section 2.5, item 4)."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from log_files import encode
from row_logs import rows_of

from sessionlog.generations import dialect_of
from sessionlog.generations.v0.legacy import Normaliser, normalised
from sessionlog.model.errors import RowFault
from sessionlog.model.restore import Restore
from sessionlog.model.surface import fold_surface

V0 = dialect_of(0)
FAILURE = {"message": "bad key", "code": "AUTH", "status": 401}


def event(type: str, data: Any, seq: int = 5, **members: Any) -> dict[str, Any]:
    return {"type": type, "seq": seq, "time": 7, "data": data, **members}


def current(stored: dict[str, Any]) -> dict[str, Any]:
    before = copy.deepcopy(stored)
    shown = normalised(stored, "demo")
    assert stored == before, "the stored event is never changed"
    return shown


def test_a_trigger_is_dropped_from_turn_start() -> None:
    assert current(event("turn/start", {"turn": 1, "trigger": {"kind": "user"}}))["data"] == {"turn": 1}


@pytest.mark.parametrize(
    ("stored", "shown"),
    [
        ({"kind": "aborted"}, {"kind": "aborted", "reason": {"kind": "legacy"}}),
        ({"kind": "disposed"}, {"kind": "aborted", "reason": {"kind": "disposed"}}),
        ({"kind": "error", "step": 2, "failure": FAILURE}, {"kind": "error", "error": FAILURE}),
        (
            {"kind": "error", "step": 0, "message": "m", "code": "X"},
            {"kind": "error", "error": {"message": "m", "code": "X"}},
        ),
        (
            {"kind": "error", "step": 1, "message": "m"},
            {"kind": "error", "error": {"message": "m", "code": "UNKNOWN"}},
        ),
        ({"kind": "completed"}, {"kind": "completed"}),
        ({"kind": ""}, {"kind": ""}),
        ({"kind": "aborted", "reason": None}, {"kind": "aborted", "reason": None}),
        (
            {"kind": "error", "step": 1, "failure": {"message": "", "code": "", "status": 9.5}},
            {"kind": "error", "error": {"message": "", "code": "", "status": 9.5}},
        ),
        ({"kind": "error", "error": FAILURE}, {"kind": "error", "error": FAILURE}),
        ({"kind": "aborted", "reason": {"kind": "user"}}, {"kind": "aborted", "reason": {"kind": "user"}}),
        ({"kind": "something-new", "x": 1}, {"kind": "something-new", "x": 1}),
    ],
)
def test_reasons_of_turn_end(stored: dict[str, Any], shown: dict[str, Any]) -> None:
    assert current(event("turn/end", {"turn": 1, "reason": stored}))["data"] == {"turn": 1, "reason": shown}


@pytest.mark.parametrize(
    ("type", "data"),
    [
        ("turn/start", {"turn": 0, "trigger": {"kind": "user"}}),
        ("turn/start", {"turn": 1, "trigger": {"kind": ""}}),
        ("turn/start", {"turn": 1, "trigger": {"kind": "user"}, "more": 1}),
        ("turn/end", {"turn": 1, "reason": {"kind": "completed", "more": 1}}),
        ("turn/end", {"turn": 1, "reason": {"kind": "disposed", "more": 1}}),
        ("turn/end", {"turn": 1, "reason": {"kind": "error", "failure": FAILURE}}),
        ("turn/end", {"turn": 1, "reason": {"kind": "error", "step": 1, "failure": {"odd": 1}}}),
        ("turn/end", {"turn": 1, "reason": {"kind": "error", "step": 1}}),
        ("turn/end", {"turn": 1}),
        ("turn/end", {"turn": 2**53, "reason": {"kind": "completed"}}),
        ("turn/end", {"turn": 1, "reason": {"kind": 3}}),
        ("turn/end", {"turn": 1, "reason": {"kind": "aborted", "more": 1}}),
        ("turn/end", {"turn": 1, "reason": {"kind": "error", "step": 2**53, "failure": FAILURE}}),
        ("turn/end", {"turn": 1, "reason": {"kind": "error", "step": 1, "failure": {}}}),
        ("turn/end", {"turn": 1, "reason": {"kind": "error", "step": 1, "failure": {"message": "m"}}}),
        (
            "turn/end",
            {"turn": 1, "reason": {"kind": "error", "step": 1, "failure": {**FAILURE, "status": "1"}}},
        ),
        (
            "turn/end",
            {"turn": 1, "reason": {"kind": "error", "step": 1, "failure": {**FAILURE, "requestId": None}}},
        ),
        ("turn/end", {"turn": 1, "reason": {"kind": "error", "step": 1, "message": "m", "code": None}}),
        ("steering/message", None),
        ("steering/message", "stop"),
        ("steering/message", {"turn": "1", "content": [], "source": {"kind": "user"}}),
        ("steering/message", {"turn": None, "message": {"id": "m1"}}),
        ("steering/message", {"turn": 1, "content": []}),
        ("assistant/message", {"turn": 1, "step": 1, "content": [], "provenance": 3}),
    ],
)
def test_what_looks_old_in_no_known_form_is_refused_and_still_shown(type: str, data: Any) -> None:
    stored = event(type, data)
    with pytest.raises(RowFault) as caught:
        normalised(stored, "demo")
    assert caught.value.code == "legacy"
    assert V0.event(V0.read_row(encode(stored)), "demo") == stored


def test_steering_becomes_a_user_message() -> None:
    content, source = [{"type": "text", "text": "stop"}], {"kind": "user"}
    flat = current(
        event("steering/message", {"turn": 1, "content": content, "source": source}, surfaceOp="append")
    )
    message = {"content": content, "source": source, "id": "legacy-message:demo:5", "role": "user"}
    assert flat == event("user/message", message, surfaceOp="append")
    whole = {"id": "m1", "role": "user", "content": content, "source": source}
    assert current(event("steering/message", {"turn": 1, "message": whole})) == event("user/message", whole)


def test_a_user_message_without_identity_gets_one() -> None:
    shown = current(event("user/message", {"content": [], "source": {"kind": "user"}, "extra": 1}))
    assert shown["data"] == {
        "content": [],
        "source": {"kind": "user"},
        "extra": 1,
        "id": "legacy-message:demo:5",
        "role": "user",
    }


def test_a_flat_answer_is_wrapped() -> None:
    provenance = {"provider": "p", "model": "m"}
    stored = {"turn": 1, "step": 2, "content": [], "provenance": provenance, "usage": {"inputTokens": 1}}
    assert current(event("assistant/message", stored))["data"] == {
        "turn": 1,
        "step": 2,
        "usage": {"inputTokens": 1},
        "message": {
            "id": "legacy-message:demo:5",
            "role": "assistant",
            "content": [],
            "source": {"provider": "p", "model": "m", "kind": "model"},
        },
    }


def flat_result(seq: int, text: str, start: int | None = None) -> dict[str, Any]:
    op: Any = "append" if start is None else {"op": "replace", "start": start, "end": start}
    data = {
        "turn": 1,
        "step": 1,
        "callId": "c1",
        "content": [{"type": "text", "text": text}],
        "isError": False,
    }
    return event("tool/result", data, seq, surfaceOp=op)


def test_a_flat_result_is_wrapped() -> None:
    assert current(flat_result(5, "ok"))["data"] == {
        "turn": 1,
        "step": 1,
        "message": {
            "id": "legacy-message:demo:5",
            "role": "user",
            "content": [
                {
                    "type": "tool-result",
                    "toolCallId": "c1",
                    "content": [{"type": "text", "text": "ok"}],
                    "isError": False,
                }
            ],
            "source": {"kind": "tool", "callId": "c1"},
        },
    }


def test_a_replacing_result_inherits_the_id_through_a_chain() -> None:
    view = Normaliser("demo")
    events = [flat_result(3, "long"), flat_result(6, "shorter", 3), flat_result(9, "", 6)]
    assert {view.event(stored)["data"]["message"]["id"] for stored in events} == {"legacy-message:demo:3"}


def test_a_replacing_result_inherits_an_id_of_the_current_form() -> None:
    message = {"id": "own", "role": "user", "content": [], "source": {"kind": "tool", "callId": "c1"}}
    rows = [
        V0.read_row(encode(stored))
        for stored in (
            event("tool/result", {"turn": 1, "step": 1, "message": message}, 3),
            flat_result(6, "", 3),
        )
    ]
    assert [shown["data"]["message"]["id"] for shown in V0.events(rows, "demo")] == ["own", "own"]


@pytest.mark.parametrize("name", ["start", "summary", "end", "prune"])
def test_old_compaction_names_are_shown_by_their_current_name(name: str) -> None:
    assert current(event(f"compact/{name}", {"turn": None})) == event(f"compaction/{name}", {"turn": None})


def test_sources_stored_as_runs_are_written_out_in_the_view() -> None:
    stored = event(
        "user/message", {"id": "u", "role": "user"}, 40, sourceEventSeqs=[2, [8, 11], 20], surfaceOp="append"
    )
    assert current(stored)["sourceEventSeqs"] == [2, 8, 9, 10, 11, 20]


def test_a_run_that_asks_for_more_than_there_can_be_stays_as_stored() -> None:
    stored = event("user/message", {"id": "u"}, 40, sourceEventSeqs=[[0, 2**53 - 1]], surfaceOp="append")
    assert current(stored)["sourceEventSeqs"] == [[0, 2**53 - 1]]


@pytest.mark.parametrize("data", [None, 3, "x", [], {}])
@pytest.mark.parametrize(
    "type",
    ["turn/start", "turn/end", "user/message", "assistant/message", "tool/result", "steering/message", "x"],
)
def test_no_payload_breaks_the_view(type: str, data: Any) -> None:
    V0.event(V0.read_row(encode(event(type, data))), "demo")


def test_an_old_result_that_was_pruned_twice_keeps_its_first_id_on_the_surface() -> None:
    call = {"turn": 1, "step": 1, "callId": "c1", "isError": False}
    events = [
        {"type": "tool/result", "seq": seq, "time": 0, "data": {**call, "content": []}, **markers}
        for seq, markers in enumerate(
            [
                {"surfaceOp": "append"},
                {"surfaceOp": {"op": "replace", "start": 0, "end": 0}, "sourceEventSeqs": [0]},
                {"surfaceOp": {"op": "replace", "start": 1, "end": 1}, "sourceEventSeqs": [1]},
            ]
        )
    ]
    rows = rows_of(events)
    restored = Restore(V0, "demo").feed_all(rows)
    assert [message["id"] for message in restored.messages()] == ["legacy-message:demo:0"]
    assert fold_surface(rows, V0, "demo").nodes() == restored.surface.nodes() == [2]
