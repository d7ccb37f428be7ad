"""Packed rows stay packed, and mean exactly the events that they expand to (spec 01 section 10.3)."""

from __future__ import annotations

from typing import Any

import log_files
import pytest
from hypothesis import given
from hypothesis import strategies as st
from log_files import encode, pack
from logs import LogBuilder
from strategies import logs

from sessionlog.generations import dialect_of
from sessionlog.generations.v0.packed import packed_row
from sessionlog.generations.v0.rows import careful_row
from sessionlog.model.errors import RowFault
from sessionlog.model.json import UndecodedObject, decode

V0 = dialect_of(0)
TEXT = {
    "type": "text-chunks",
    "seq0": 10,
    "time0": 100,
    "data": {"turn": 1, "step": 1, "index": 0, "dt": [6, -1], "texts": ["He", "l", "lo"]},
}
CALL = {
    "type": "tool-call-chunks",
    "seq0": 20,
    "time0": 40,
    "data": {"turn": 1, "step": 1, "index": 1, "dt": [0], "id": "c1", "name": "bash", "args": ["{", "}"]},
}


@given(logs())
def test_rows_expand_to_the_events_that_were_packed(log: LogBuilder) -> None:
    rows = [V0.read_row(encode(value)) for value in pack(log.events)]
    assert list(V0.events(rows, log.id)) == log.events
    assert sum(row.count for row in rows) == len(log.events)


@given(logs())
def test_expanded_rows_pack_into_the_same_rows(log: LogBuilder) -> None:
    packed = pack(log.events)
    rows = [V0.read_row(encode(value)) for value in packed]
    assert pack(list(V0.events(rows, log.id))) == packed


@given(logs())
def test_a_stream_run_is_the_texts_of_its_events(log: LogBuilder) -> None:
    for value in pack(log.events):
        row = V0.read_row(encode(value))
        run = V0.stream_run(row)
        chunks = [
            event["data"]["chunk"] for event in log_files.expand(value) if event["type"] == "assistant/chunk"
        ]
        deltas = [chunk for chunk in chunks if chunk["type"].endswith("-delta")]
        assert V0.is_delta(row) == bool(deltas) == (run is not None)
        if run is not None:
            assert run.texts == [chunk.get("text", chunk.get("argumentsDelta")) for chunk in deltas]
            assert (run.first_seq, run.first_time, run.kind) == (row.seq, row.time, deltas[0]["type"][:-6])
            assert (run.call_id, run.call_name) == (deltas[0].get("id"), deltas[0].get("name"))


def test_times_are_running_sums_that_may_go_back() -> None:
    row = V0.read_row(encode(TEXT))
    assert [(event["seq"], event["time"]) for event in V0.events([row], "s")] == [
        (10, 100),
        (11, 106),
        (12, 105),
    ]
    assert (row.seq, row.count, row.last_seq, row.time) == (10, 3, 12, 100)


def test_a_call_without_a_name_keeps_none() -> None:
    unnamed = {**CALL, "data": {key: value for key, value in CALL["data"].items() if key != "name"}}  # type: ignore[attr-defined]
    (first, _) = V0.events([V0.read_row(encode(unnamed))], "s")
    assert first["data"]["chunk"] == {
        "type": "tool-call-delta",
        "index": 1,
        "id": "c1",
        "argumentsDelta": "{",
    }


@pytest.mark.parametrize("members", [1, 2])
def test_rows_of_one_or_two_members_are_read(members: int) -> None:
    data = {"turn": 1, "step": 1, "index": 0, "dt": [1] * (members - 1), "texts": ["a"] * members}
    assert V0.read_row(encode({**TEXT, "data": data})).count == members


def _with(base: dict[str, Any], **members: Any) -> dict[str, Any]:
    return {**base, "data": {**base["data"], **members}}


@pytest.mark.parametrize(
    "value",
    [
        {**TEXT, "seq": 10},
        {key: member for key, member in TEXT.items() if key != "time0"},
        {**TEXT, "seq0": -1},
        {**TEXT, "seq0": 2**53 - 2},
        {**TEXT, "seq0": 1.5},
        {**TEXT, "time0": 2**53},
        {**TEXT, "time0": True},
        {**TEXT, "data": None},
        {**TEXT, "data": []},
        _with(TEXT, dt=[6]),
        _with(TEXT, dt=[6, 1.5]),
        _with(TEXT, dt=[6, True]),
        _with(TEXT, dt=[6, None]),
        _with(TEXT, dt=[2**53 - 1, 1]),
        _with(TEXT, dt=None),
        _with(TEXT, texts=[], dt=[]),
        _with(TEXT, texts=["a", "b", 3]),
        _with(TEXT, texts="abc"),
        _with(TEXT, turn="1"),
        _with(TEXT, index=None),
        _with(TEXT, extra=1),
        _with(CALL, id=7),
        _with(CALL, name=None),
        _with(CALL, texts=["a", "b"]),
        _with(TEXT, args=["a", "b", "c"]),
    ],
)
def test_a_packed_row_of_any_other_shape_is_malformed(value: dict[str, Any]) -> None:
    with pytest.raises(RowFault) as caught:
        V0.read_row(encode(value))
    assert caught.value.code == "packed"


@given(
    st.lists(st.integers(-(2**53) + 1, 2**53 - 1), min_size=1, max_size=4),
    st.integers(-(2**53) + 1, 2**53 - 1),
)
def test_running_times_stay_safe_integers(gaps: list[int], first: int) -> None:
    row = {**TEXT, "time0": first, "data": {**TEXT["data"], "dt": gaps, "texts": ["a"] * (len(gaps) + 1)}}  # type: ignore[dict-item]
    sums = [first + sum(gaps[:k]) for k in range(len(gaps) + 1)]
    if all(abs(time) <= 2**53 - 1 for time in sums):
        assert [event["time"] for event in V0.events([V0.read_row(encode(row))], "s")] == sums
    else:
        with pytest.raises(RowFault):
            V0.read_row(encode(row))


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (b"null", "object"),
        (b"[1]", "object"),
        (b"", "json"),
        (b'{"type":"x"', "json"),
        (b'{"seq":0,"time":1,"data":{}}', "type"),
        (b'{"type":"x","seq":-1,"time":1,"data":{}}', "seq"),
        (b'{"type":"x","seq":true,"time":1,"data":{}}', "seq"),
        (b'{"type":"x","seq":9007199254740992,"time":1,"data":{}}', "seq"),
        (b'{"type":"x","seq":0,"time":"1","data":{}}', "time"),
        (b'{"type":"x","seq":0,"time":1}', "data"),
    ],
)
def test_a_line_without_an_envelope_is_no_row(line: bytes, code: str) -> None:
    with pytest.raises(RowFault) as caught:
        V0.read_row(line)
    assert caught.value.code == code


def test_further_envelope_members_and_a_null_payload_are_kept() -> None:
    line = b'{"type":"session/imported","seq":0,"time":-5,"data":null,"origin":{"tool":"x"}}'
    row = V0.read_row(line)
    assert row.raw == line
    assert row.value["origin"] == {"tool": "x"}
    assert V0.event(row, "s") == row.value


def test_a_payload_that_is_too_deep_stays_raw() -> None:
    line = b'{"type":"x","seq":4,"time":1,"data":' + b"[" * 3000 + b"]" * 3000 + b"}"
    row = V0.read_row(line)
    assert (row.seq, row.raw) == (4, line)
    assert isinstance(row.value["data"], UndecodedObject)


edges = st.sampled_from(
    [0, 1, -1, 7, 2**40, 2**40 + 1, 2**52, 2**52 + 1, 2**53 - 1, 2**53, -(2**53), 2**70, True, 1.5]
)
odd = st.one_of(
    edges, st.none(), st.text(max_size=2), st.lists(st.one_of(edges, st.text(max_size=2)), max_size=3)
)


outer_members = st.sampled_from(["seq0", "time0", "extra"])
inner_members = st.sampled_from(["turn", "index", "dt", "texts", "args", "id", "name", "more"])


@given(
    st.sampled_from([TEXT, CALL]),
    st.dictionaries(outer_members, odd, max_size=2),
    st.dictionaries(inner_members, odd, max_size=2),
)
def test_the_quick_reader_accepts_nothing_that_the_careful_one_refuses(
    base: dict[str, Any], outer: dict[str, Any], inner: dict[str, Any]
) -> None:
    value = {**base, **outer, "data": {**base["data"], **inner}}
    line = encode(value)
    quick = packed_row(line)
    if quick is not None:
        assert quick == careful_row(line, value["type"], decode(line))
        assert quick.value == value


@given(logs())
def test_the_quick_reader_takes_the_rows_of_the_harness(log: LogBuilder) -> None:
    for value in pack(log.events):
        line = encode(value)
        quick = packed_row(line)
        texts = "".join(value["data"].get("texts") or value["data"].get("args") or ())
        packed = value["type"].endswith("-chunks") and not any("\ud800" <= c <= "\udfff" for c in texts)
        assert (quick is not None) == packed
        if quick is not None:
            assert quick == careful_row(line, value["type"], decode(line))
            assert list(quick.value["data"]) == list(value["data"])
