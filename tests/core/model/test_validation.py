"""The three gates: append, seed, load; each refuses what it must and nothing more."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from logs import LogBuilder
from strategies import forks, logs

from sessionlog.generations.v0.vocabulary import KNOWN_TYPES
from sessionlog.model.errors import FormatRefused
from sessionlog.model.faults import LogFault, UnknownRequiredEvent
from sessionlog.model.message_shape import check_header, message_fault
from sessionlog.model.rules import GENERATION_4
from sessionlog.model.surface import SurfaceFold
from sessionlog.model.validation import LoadCheck, SeedCheck, check_seed, plan_append, refuse_version

Json = dict[str, Any]
USER = {"id": "u", "role": "user", "content": [], "source": {"kind": "user"}}
MODEL = {"kind": "model", "provider": "p", "model": "m"}
ANSWER = {"id": "a", "role": "assistant", "content": [], "source": MODEL}
BLOCK = {"type": "tool-result", "toolCallId": "c", "content": []}
RESULT = {"id": "r", "role": "user", "content": [BLOCK], "source": {"kind": "tool", "callId": "c"}}
HEADER = {"version": 0, "id": "s", "createdAt": 1, "delegationDepth": 0}


def event(type: str, data: Any, **members: Any) -> Json:
    return {"type": type, "seq": 0, "time": 0, "data": data, **members}


def message(kind: str, body: Json, **changed: Any) -> Json:
    data = body | changed
    return event(
        kind, data if kind == "user/message" else {"turn": 1, "step": 1, "message": data}, surfaceOp="append"
    )


def header_event(**header: Any) -> Json:
    return event("request/header", {"header": header, "reason": "initial"})


def seed_code(bad: Json, *, borrowed: bool = False) -> str:
    check = SeedCheck(borrowed=borrowed)
    with pytest.raises(LogFault) as fault:
        check.apply(bad)
    assert check.surface.next_seq == 0, "nothing of a refused event is folded"
    assert fault.value.sentence and fault.value.remedy
    return fault.value.code


def load_refusal(bad: Json) -> LogFault | FormatRefused:
    with pytest.raises((LogFault, FormatRefused)) as refusal:
        LoadCheck(KNOWN_TYPES).apply(bad)
    return refusal.value


def test_an_append_writes_the_members_in_the_order_of_the_harness() -> None:
    surface = SurfaceFold(next_seq=3)
    planned = plan_append(surface, "assistant/message", {"x": 1}, 5, surface_op="append", sources=[2])
    assert list(planned) == ["type", "seq", "time", "data", "sourceEventSeqs", "surfaceOp"]
    assert planned["seq"] == 3
    assert surface.next_seq == 3, "a plan changes nothing"


def test_an_append_keeps_a_copy_of_what_it_was_given() -> None:
    data = {"list": [1]}
    planned = plan_append(SurfaceFold(), "x/y", data, 0)
    data["list"].append(2)
    assert planned["data"] == {"list": [1]}


@pytest.mark.parametrize(
    "lossy", [float("nan"), float("inf"), -0.0, {1: 2}, (1,), {"a": {1, 2}}, object(), 2**53 + 1, 10**400]
)
def test_an_append_accepts_lossless_json_only(lossy: Any) -> None:
    with pytest.raises(LogFault) as fault:
        plan_append(SurfaceFold(), "x/y", {"value": [lossy]}, 0)
    assert fault.value.code == "not-lossless-json"


def test_an_append_refuses_a_value_that_contains_itself_but_takes_one_twice() -> None:
    loop: list[Any] = []
    loop.append(loop)
    with pytest.raises(LogFault):
        plan_append(SurfaceFold(), "x/y", loop, 0)
    twice = {"a": 1}
    plan_append(SurfaceFold(), "x/y", [twice, twice], 0)


def test_an_append_takes_lone_surrogates_and_any_depth() -> None:
    deep: Any = "\ud83d"
    for _ in range(400):
        deep = [deep]
    plan_append(SurfaceFold(), "x/y", deep, 0)


def test_an_append_checks_neither_vocabulary_nor_message_shape() -> None:
    plan_append(SurfaceFold(), "nobody/knows", None, 0)
    plan_append(SurfaceFold(), "user/message", {"no": "message"}, 0, surface_op="append")


def test_an_append_refuses_the_two_old_headers() -> None:
    for kind, data in (("request/header-delta", {}), ("request/header", {"reason": "fallback"})):
        with pytest.raises(LogFault) as fault:
            plan_append(SurfaceFold(), kind, data, 0)
        assert fault.value.code == "legacy-refused"


def test_an_append_plans_the_surface() -> None:
    with pytest.raises(LogFault) as fault:
        plan_append(SurfaceFold(), "user/message", USER, 0)
    assert fault.value.code == "surface-op-missing"


@pytest.mark.parametrize(
    ("bad", "code"),
    [
        ({"extra": 1}, "envelope-key"),
        ({"type": 4}, "envelope-type"),
        ({"seq": -1}, "envelope-seq"),
        ({"seq": 1.5}, "envelope-seq"),
        ({"seq": True}, "envelope-seq"),
        ({"seq": 2**53}, "envelope-seq"),
        ({"time": None}, "envelope-time"),
        ({"time": 2**53}, "envelope-time"),
        ({"ignorable": False}, "envelope-ignorable"),
        ({"ignorable": None}, "envelope-ignorable"),
        ({"ignorable": 1}, "envelope-ignorable"),
        ({"seq": 1}, "seq-not-dense"),
    ],
)
def test_an_envelope_has_seven_members_in_their_form(bad: Json, code: str) -> None:
    assert seed_code(event("turn/start", {"turn": 1}) | bad) == code


def test_a_fault_names_the_event_where_it_has_a_number() -> None:
    check = SeedCheck()
    with pytest.raises(LogFault, match="The event at seq 0 has no time"):
        check.apply(event("x/y", {}) | {"time": "now"})
    with pytest.raises(LogFault, match="An event has 'x' for a seq"):
        check.apply(event("x/y", {}) | {"seq": "x"})


def test_an_envelope_has_data_that_may_be_null_and_a_time_that_may_be_negative() -> None:
    missing = event("x/y", None)
    del missing["data"]
    assert seed_code(missing) == "envelope-data"
    SeedCheck().apply(event("x/y", None) | {"time": -5, "ignorable": True})


@pytest.mark.parametrize(
    ("header", "code"),
    [
        ({}, "header-config"),
        ({"config": {"provider": "", "model": "m"}}, "header-config"),
        ({"config": {"provider": "p"}}, "header-config"),
        ({"config": {"provider": "p", "model": "m", "reasoningEffort": ""}}, "header-config"),
        ({"config": {"provider": "p", "model": "m"}, "adapterDefaults": []}, "header-defaults"),
        ({"config": {"provider": "p", "model": "m"}, "adapterDefaults": {"stop": True}}, "header-defaults"),
        (
            {"config": {"provider": "p", "model": "m"}, "adapterDefaults": {"maxTokens": True}},
            "header-defaults",
        ),
        (
            {
                "config": {"provider": "p", "model": "m", "maxTokens": 1},
                "adapterDefaults": {"maxTokens": False},
            },
            "header-defaults",
        ),
    ],
)
def test_a_request_header_names_its_model_and_flags_only_what_is_there(header: Json, code: str) -> None:
    assert seed_code(header_event(**header)) == code


def test_a_request_header_may_flag_a_default_that_is_there() -> None:
    config = {"provider": "p", "model": "m", "maxTokens": 5, "reasoningEffort": "high"}
    SeedCheck().apply(header_event(config=config, adapterDefaults={"maxTokens": True}))
    SeedCheck().apply(
        header_event(config=config, adapterDefaults={"maxTokens": True, "reasoningEffort": True})
    )
    fallback = event("request/header", {"header": {"config": config}, "reason": "fallback"})
    assert seed_code(fallback) == "legacy-refused"


@pytest.mark.parametrize(
    ("kind", "body", "changed", "code"),
    [
        ("user/message", USER, {"id": ""}, "message-id"),
        ("user/message", USER, {"role": "assistant"}, "message-role"),
        ("user/message", USER, {"source": {"kind": ""}}, "message-source"),
        ("user/message", USER, {"source": None}, "message-source"),
        ("user/message", USER, {"content": {}}, "message-content"),
        ("assistant/message", ANSWER, {"source": {"kind": "user"}}, "message-source"),
        (
            "assistant/message",
            ANSWER,
            {"source": {"kind": "model", "provider": "p", "model": ""}},
            "message-source",
        ),
        ("tool/result", RESULT, {"source": {"kind": "tool", "callId": ""}}, "message-source"),
        ("tool/result", RESULT, {"content": []}, "result-block"),
        ("tool/result", RESULT, {"content": [BLOCK, BLOCK]}, "result-block"),
        ("tool/result", RESULT, {"content": [BLOCK | {"content": "x"}]}, "result-block"),
        ("tool/result", RESULT, {"content": [BLOCK | {"toolCallId": "d"}]}, "result-call"),
    ],
)
def test_a_surface_message_has_the_shape_of_its_kind(kind: str, body: Json, changed: Json, code: str) -> None:
    SeedCheck().apply(message(kind, body))
    assert seed_code(message(kind, body, **changed)) == code


def test_unknown_blocks_and_sources_pass() -> None:
    SeedCheck().apply(
        message("user/message", USER, content=[{"type": "hologram"}, 5], source={"kind": "robot"})
    )


def test_a_message_that_is_missing_is_named() -> None:
    assert seed_code(event("assistant/message", {"turn": 1}, surfaceOp="append")) == "message-missing"
    assert seed_code(event("user/message", None, surfaceOp="append")) == "message-missing"


def test_only_a_borrowed_seed_is_checked_for_lossless_json() -> None:
    odd = event("x/y", {"n": float("nan")})
    assert seed_code(odd, borrowed=True) == "not-lossless-json"
    SeedCheck().apply(odd)


def test_the_header_is_checked_before_the_events_of_a_restore_and_after_those_of_a_seed() -> None:
    bad_header, bad_event = HEADER | {"createdAt": -1}, event("x/y", {}) | {"seq": 5}
    with pytest.raises(LogFault) as fault:
        check_seed([bad_event], bad_header, "s", borrowed=False)
    assert fault.value.code == "header-number"
    with pytest.raises(LogFault) as fault:
        check_seed([bad_event], bad_header, "s", borrowed=True)
    assert fault.value.code == "seq-not-dense"


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"version": 1}, "header-version"),
        ({"version": False}, "header-version"),
        ({"id": "other"}, "header-id"),
        ({"createdAt": 1.5}, "header-number"),
        ({"delegationDepth": -1}, "header-number"),
        ({"seedLength": None}, "header-number"),
        ({"cwd": "relative/path"}, "header-cwd"),
        ({"cwd": ""}, "header-cwd"),
        ({"origin": "fork"}, "header-origin"),
        ({"parentSession": 4}, "header-text"),
    ],
)
def test_a_header_says_what_it_must(change: Json, code: str) -> None:
    check_header(HEADER | {"cwd": "/home/dev", "seedLength": 0, "origin": "subagent"}, "s")
    with pytest.raises(LogFault) as fault:
        check_header(HEADER | change, "s")
    assert fault.value.code == code


def test_the_delegation_depth_is_mandatory_on_disk_only() -> None:
    short = {key: value for key, value in HEADER.items() if key != "delegationDepth"}
    check_header(short, "s", on_disk=False)
    with pytest.raises(LogFault):
        check_header(short, "s")


def test_a_windows_path_is_absolute_too() -> None:
    check_header(HEADER | {"cwd": "C:\\work"}, "s")


def test_a_load_asks_for_the_id_then_the_version_then_the_shape() -> None:
    LoadCheck(KNOWN_TYPES).open(HEADER, "s")
    wrong = HEADER | {"id": "t", "version": 9, "createdAt": -1}
    with pytest.raises(LogFault, match="belongs to the session"):
        LoadCheck(KNOWN_TYPES).open(wrong, "s")
    with pytest.raises(FormatRefused):
        LoadCheck(KNOWN_TYPES).open(wrong, "t")
    with pytest.raises(LogFault, match="retired"):
        LoadCheck(KNOWN_TYPES).open(HEADER | {"sandboxMode": "x"}, "s")


def test_a_version_is_refused_with_its_direction() -> None:
    refuse_version(0)
    for version, code, word in ((1, "newer", "Update"), (-1, "older", "rows")):
        with pytest.raises(FormatRefused) as refusal:
            refuse_version(version)
        assert refusal.value.code == code
        assert str(version) in refusal.value.sentence and word in refusal.value.remedy
    for broken in ("0", None, True):
        with pytest.raises(LogFault):
            refuse_version(broken)


def test_an_unknown_event_is_refused_by_type_and_seq_unless_it_says_ignorable() -> None:
    unknown = event("plugin:notes/added", {})
    refusal = load_refusal(unknown)
    assert isinstance(refusal, UnknownRequiredEvent)
    assert (refusal.type, refusal.seq) == ("plugin:notes/added", 0)
    assert "plugin:notes/added" in str(refusal)
    LoadCheck(KNOWN_TYPES).apply(unknown | {"ignorable": True})


def test_an_ignorable_event_of_an_unknown_type_takes_no_part_in_the_surface() -> None:
    marked = event("plugin:x/y", {}, ignorable=True, surfaceOp="append")
    refusal = load_refusal(marked)
    assert refusal.code == "surface-marker-on-log-event"


@pytest.mark.parametrize(
    "old",
    [
        event("request/header-delta", {}),
        event("mode/set", {}),
        event("request/header", {"reason": "fallback"}),
    ],
)
def test_shapes_that_no_release_reads_are_refused_even_when_ignorable(old: Json) -> None:
    assert load_refusal(old | {"ignorable": True}).code == "legacy-refused"


def test_the_later_types_of_generation_0_are_known() -> None:
    check = LoadCheck(KNOWN_TYPES)
    for seq, kind in enumerate(
        ("model/selection", "session-log-deepseek/delivery-accepted", "subagent/model-selection-policy")
    ):
        check.apply(event(kind, {}) | {"seq": seq})


@given(logs(audit=False))
def test_every_log_of_the_harness_passes_all_three_gates(log: LogBuilder) -> None:
    check, surface = LoadCheck(KNOWN_TYPES), SurfaceFold()
    for stored in log.events:
        check.apply(stored)
        markers = {"surface_op": stored.get("surfaceOp"), "sources": stored.get("sourceEventSeqs")}
        planned = plan_append(surface, stored["type"], stored["data"], stored["time"], **markers)
        assert planned == stored
        surface.apply(planned)
    seeded = check_seed(log.events, log.header, log.id)
    assert seeded.nodes() == check.surface.nodes() == surface.nodes()


@pytest.mark.parametrize(
    ("generation", "members", "refused"),
    [
        (0, {}, False),
        (0, {"isSeeded": True}, False),
        (1, {}, False),
        (1, {"seedLength": 4}, False),
        (1, {"isSeeded": False}, True),
        (2, {}, True),
        (2, {"isSeeded": 1}, True),
        (2, {"isSeeded": True}, False),
        (2, {"isSeeded": False}, False),
        (4, {"isSeeded": True, "seedLength": 4}, True),
        (4, {"seedLength": 4}, True),
    ],
)
def test_each_generation_says_in_its_own_way_whether_it_is_seeded(
    generation: int, members: Json, refused: bool
) -> None:
    header = {**HEADER, "version": generation, **members}
    if not refused:
        check_header(header, "s", generation=generation)
        return
    with pytest.raises(LogFault) as fault:
        check_header(header, "s", generation=generation)
    assert fault.value.code == "header-seeded"


OWN_RESULT = {**RESULT, "role": "tool", "toolCallId": "c", "content": []}


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        ({}, None),
        ({"role": "user"}, "message-role"),
        ({"toolCallId": "d"}, "result-call"),
        ({"source": {"kind": "user"}}, "message-source"),
        ({"content": None}, "message-content"),
    ],
)
def test_in_generation_4_a_tool_result_is_a_message_of_its_own(changed: Json, code: str | None) -> None:
    wrong = message_fault("tool/result", {"message": {**OWN_RESULT, **changed}}, GENERATION_4)
    assert (None if wrong is None else wrong.code) == code
    assert message_fault("user/message", USER, GENERATION_4) is None
    assert message_fault("assistant/message", {"message": ANSWER}, GENERATION_4) is None


def test_a_seed_is_borrowed_unless_said_otherwise_and_its_header_needs_no_depth() -> None:
    header = {name: value for name, value in HEADER.items() if name != "delegationDepth"}
    odd = [event("note", {"value": float("nan")})]
    with pytest.raises(LogFault) as fault:
        check_seed(odd, header, "s")
    assert fault.value.code == "not-lossless-json"
    assert check_seed(odd, header, "s", borrowed=False).next_seq == 1
    assert check_seed([], header, "s").next_seq == 0


@given(forks())
def test_a_fork_is_a_valid_seed_of_its_child(pair: tuple[LogBuilder, LogBuilder]) -> None:
    _, child = pair
    check_seed(child.events, child.header, child.id, borrowed=False)
