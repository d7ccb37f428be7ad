"""Index entries say what a page needs without its rows (the rules stand at `IndexEntry`)."""

from __future__ import annotations

import json
from typing import Any

import log_files
from hypothesis import given
from hypothesis import strategies as st
from log_files import encode, pack
from logs import LogBuilder
from strategies import logs

from sessionlog.generations import dialect_of
from sessionlog.model.row import FIRST_DELTA, IndexEntry, Row, SurfaceOp

V0 = dialect_of(0)


def rows_of(log: LogBuilder) -> list[Row]:
    return [V0.read_row(encode(value)) for value in pack(log.events)]


def index(rows: list[Row]) -> list[IndexEntry]:
    indexer = V0.indexer()
    return [entry for row in rows for entry in indexer.feed(row)]


def is_delta(event: dict[str, Any]) -> bool:
    return event["type"] == "assistant/chunk" and event["data"]["chunk"]["type"].endswith("-delta")


@given(logs())
def test_every_event_but_a_delta_has_one_entry(log: LogBuilder) -> None:
    entries = [entry for entry in index(rows_of(log)) if entry.kind != FIRST_DELTA]
    assert [entry.seq for entry in entries] == [event["seq"] for event in log.events if not is_delta(event)]
    assert [(entry.type, entry.time) for entry in entries] == [
        (event["type"], event["time"]) for event in log.events if not is_delta(event)
    ]


@given(logs())
def test_the_first_delta_that_is_not_empty_has_an_entry_in_each_step(log: LogBuilder) -> None:
    first: dict[tuple[int, int], dict[str, Any]] = {}
    for event in log.events:
        chunk = event["data"].get("chunk", {}) if is_delta(event) else {}
        if chunk.get("text") or chunk.get("argumentsDelta"):
            first.setdefault((event["data"]["turn"], event["data"]["step"]), event)
    entries = [entry for entry in index(rows_of(log)) if entry.kind == FIRST_DELTA]
    assert [(entry.seq, entry.time, (entry.turn, entry.step)) for entry in entries] == [
        (event["seq"], event["time"], place) for place, event in first.items()
    ]


@given(logs())
def test_every_delta_is_counted_once(log: LogBuilder) -> None:
    rows = rows_of(log)
    indexer = V0.indexer()
    entries = [entry for row in rows for entry in indexer.feed(row)]
    events, size = indexer.tail_deltas()
    deltas = [row for row in rows if V0.is_delta(row)]
    assert sum(entry.delta_events for entry in entries) + events == sum(row.count for row in deltas)
    assert sum(entry.delta_bytes for entry in entries) + size == sum(len(row.raw) for row in deltas)
    assert sum(entry.size for entry in entries) == sum(len(row.raw) for row in rows if not V0.is_delta(row))


@given(logs())
def test_packing_does_not_change_the_entries(log: LogBuilder) -> None:
    def facts(rows: list[Row]) -> list[tuple[Any, ...]]:
        return [entry[:11] for entry in index(rows)]

    unpacked = [V0.read_row(encode(event)) for event in log.events]
    assert facts(rows_of(log)) == facts(unpacked)


@given(logs(), st.data())
def test_an_indexer_goes_on_from_its_state(log: LogBuilder, data: st.DataObject) -> None:
    rows = rows_of(log)
    cut = data.draw(st.integers(0, len(rows)))
    before = V0.indexer()
    entries = [entry for row in rows[:cut] for entry in before.feed(row)]
    after = V0.indexer(json.loads(json.dumps(before.state())))
    entries += [entry for row in rows[cut:] for entry in after.feed(row)]
    assert entries == index(rows)


@given(logs())
def test_a_group_begins_at_the_first_cited_chunk_of_its_own_step(log: LogBuilder) -> None:
    entries = {entry.seq: entry for entry in index(rows_of(log)) if entry.kind != FIRST_DELTA}
    for event in log.events:
        if is_delta(event):
            continue
        place = (event["data"].get("turn"), event["data"].get("step"))
        cited = [
            seq
            for seq in event.get("sourceEventSeqs", [])
            if log.events[seq]["type"] == "assistant/chunk"
            and (log.events[seq]["data"]["turn"], log.events[seq]["data"]["step"]) == place
        ]
        assert entries[event["seq"]].group_start == min([event["seq"], *cited])


def answer(sources: list[Any], *, seq: int = 20, step: int = 1) -> IndexEntry:
    """The entry of an answer that cites `sources`, after the chunks 3..6 of step 1 and 8..11 of it."""
    log = LogBuilder("demo")
    step_one = {"turn": 1, "step": 1}
    chunk = {"chunk": {"type": "text-delta", "index": 0, "text": "x"}}
    rows: list[dict[str, Any]] = [{"type": "turn/start", "seq": 1, "time": 1, "data": {"turn": 1}}]
    rows.append({"type": "step/start", "seq": 2, "time": 1, "data": step_one})
    for number in range(3, 12):
        deltas = {"type": "assistant/chunk", "seq": number, "time": 1, "data": {**step_one, **chunk}}
        rows.append(
            deltas if number != 7 else {"type": "todo/write", "seq": 7, "time": 1, "data": {"todos": []}}
        )
    message = {"id": "a", "role": "assistant", "content": [], "source": {"kind": "model"}}
    data = {"turn": 1, "step": step, "message": message}
    rows.append(
        {"type": "assistant/message", "seq": seq, "time": 1, "data": data, "sourceEventSeqs": sources}
    )
    assert log.id
    return index([V0.read_row(encode(row)) for row in log_files.pack(rows)])[-1]


def test_cited_events_that_are_no_chunks_never_move_a_group() -> None:
    assert answer([1, 2, 7]).group_start == 20
    assert answer([1, 8, 9]).group_start == 8
    assert answer([3, 4]).group_start == 3
    assert answer([3, 4], step=2).group_start == 20
    assert answer([]).group_start == 20
    assert answer([9000]).group_start == 20


def test_sources_stored_as_runs_move_a_group_as_written_out_ones_do() -> None:
    assert answer([[4, 6]]).group_start == 4
    assert answer([[0, 6]]).group_start == 3
    assert answer([7, [8, 11]]).group_start == 8
    assert answer([[7, 7]]).group_start == 20
    assert answer([[0, 2**53 - 1]]).group_start == 3


def test_no_list_of_sources_breaks_an_entry() -> None:
    for sources in (["x"], [None, 3], [3.5], [True], [[1]], [[6, 3]], [{}], [-1]):
        assert answer(sources).group_start == 20


def test_300_000_cited_seqs_are_looked_up_in_a_handful_of_runs() -> None:
    step = {"turn": 1, "step": 1}
    indexer = V0.indexer()
    for start in range(0, 300_000, 1000):
        data = {**step, "index": 0, "dt": [0] * 999, "texts": ["a"] * 1000}
        indexer.feed(V0.read_row(encode({"type": "text-chunks", "seq0": start, "time0": 1, "data": data})))
    assert len(indexer.state()["starts"]) == 1
    message = {"id": "a", "role": "assistant", "content": [], "source": {"kind": "model"}}
    row = {"type": "assistant/message", "seq": 300_000, "time": 1, "data": {**step, "message": message}}
    (entry,) = indexer.feed(V0.read_row(encode({**row, "sourceEventSeqs": list(range(300_000))})))
    assert entry.group_start == 0


def test_entries_carry_kind_ref_and_surface_op() -> None:
    log = LogBuilder("demo")
    log.user("hi", id="u1").retry("par").tool("bash", {"command": "ls"}, "no", error=True, id="c1")
    log.assistant("done", id="a2").end_turn().compaction("short", keep=1, id="k1")
    entries = index(rows_of(log))
    found = {(entry.type, entry.kind, entry.ref) for entry in entries}
    assert ("user/message", "user", "u1") in found
    assert ("tool/call", None, "c1") in found
    assert ("tool/result", "error", "c1") in found
    assert ("assistant/message", "model", "a2") in found
    assert ("assistant/chunk", "finish:error", None) in found
    assert ("llm/retry", None, "retry-1-1") in found
    assert ("turn/end", "completed", None) in found
    assert ("compaction/summary", None, "k1") in found
    checkpoint = next(entry for entry in entries if entry.kind == "plugin")
    surface = [seq for seq in log.surface if seq != checkpoint.seq]
    assert checkpoint.op is SurfaceOp.REPLACE
    assert checkpoint.start == 4
    assert surface
    assert {entry.op for entry in entries if entry.type == "turn/start"} == {SurfaceOp.LOG_ONLY}


def test_old_names_are_indexed_by_their_current_name() -> None:
    lines = [
        {"type": "compact/start", "seq": 0, "time": 1, "data": {"turn": None}},
        {
            "type": "steering/message",
            "seq": 1,
            "time": 1,
            "data": {"turn": 1, "content": [], "source": {"kind": "user"}},
        },
    ]
    entries = index([V0.read_row(encode(line)) for line in lines])
    assert [entry.type for entry in entries] == ["compaction/start", "user/message"]


MEMBERS = ["turn", "step", "message", "source", "content", "chunk", "type", "reason", "kind", "id"]
payloads = st.recursive(
    st.none() | st.integers() | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(MEMBERS), inner, max_size=4),
    max_leaves=8,
)
TYPES = ["user/message", "assistant/message", "tool/result", "assistant/chunk", "turn/end", "step/start", "x"]


@given(payloads, st.sampled_from(TYPES))
def test_no_payload_breaks_an_entry(data: Any, type: str) -> None:
    value = {"type": type, "seq": 1, "time": 1, "data": data, "surfaceOp": data, "sourceEventSeqs": data}
    index([V0.read_row(encode(value))])
