"""A scripted model end to end: what it does is recorded, safe at the checkpoints, and never lost."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from native_library import NativeLibrary
from scripted_model import Says, ScriptedModel
from stores import V0

from sessionlog.generations.v0.packing import pack_rows
from sessionlog.generations.v0.rows import expand
from sessionlog.generations.v0.vocabulary import KNOWN_TYPES
from sessionlog.model.errors import EnvironmentFault
from sessionlog.model.json import encode
from sessionlog.model.validation import LoadCheck
from sessionlog.store import faults
from sessionlog.store.checkpoints import CheckpointPolicy, Point
from sessionlog.store.recorder import Recorder, TurnStopped
from sessionlog.store.spill import replay
from sessionlog.store.store import open_library

HEADER = {"version": 0, "id": "run-1", "createdAt": 1, "cwd": "/home/dev/demo", "delegationDepth": 0}
SCRIPT = [
    Says(["Let ", "me ", "look."], [("c1", "a.txt"), ("c2", "b.txt")]),
    Says(["Two ", "files", "."]),
    Says(["You ", "are ", "welcome."]),
]


@pytest.fixture
def place(tmp_path):
    place = NativeLibrary(tmp_path)
    yield place
    place.fault = None
    place.close()


def run(place, turns=2):
    key, session = place.native.create(HEADER)
    model, recorder = ScriptedModel(list(SCRIPT)), Recorder(session)
    for turn in range(turns):
        model.run_turn(recorder, f"Prompt {turn}")
    return key, session, model


def stored(place, key):
    log = place.store.log(key)
    return list(log.dialect.events(log.rows(0, log.parts[0].last_seq), log.header.id))


def full():
    return faults.fault(faults.FULL, Path("library.db"))


def test_a_run_is_a_log_that_the_harness_would_load(place):
    key, session, model = run(place)
    session.close()
    events = stored(place, key)
    assert model.ran == ["c1", "c2"]
    check = LoadCheck(KNOWN_TYPES)
    check.open({name: v for name, v in session.header.value.items() if name != "type"}, "run-1")
    for event in events:
        check.apply(event)
    assert [event["seq"] for event in events] == list(range(len(events)))
    kinds = [event["type"] for event in events if event["type"] != "assistant/chunk"]
    assert kinds == [
        "turn/start", "step/start", "user/message", "request/header", "request/context",
        "assistant/message", "tool/call", "tool/result", "tool/call", "tool/result", "step/end",
        "step/start", "assistant/message", "step/end", "turn/end",
        "turn/start", "step/start", "user/message", "assistant/message", "step/end", "turn/end",
    ]  # fmt: skip
    info = place.store.session(key)
    assert (info.turns, info.open_turn, info.native, info.last_prompt) == (2, None, True, "Prompt 1")


def test_an_answer_cites_the_chunks_of_its_own_attempt(place):
    _, session = place.native.create(HEADER)
    recorder = Recorder(session)
    recorder.start_turn()
    recorder.start_step()
    recorder.request({"config": {"provider": "p", "model": "m"}})
    recorder.chunk({"type": "text-delta", "index": 0, "text": "lost"})
    recorder.retry({"retryId": "r", "retry": 1})
    recorder.request({"config": {"provider": "p", "model": "m"}})
    recorder.chunk({"type": "text-delta", "index": 0, "text": "kept"})
    seq = session.next_seq
    recorder.answer({"id": "a", "role": "assistant", "source": {"kind": "model"}, "content": []})
    (answer,) = [row for row in session.rows() if row.type == "assistant/message"]
    assert answer.value["sourceEventSeqs"] == [seq - 1]
    recorder.end_turn()
    session.close()


def test_chunks_are_packed_and_say_the_same(place):
    key, session, _ = run(place)
    before = [json.loads(row.raw) for row in session.rows()]
    session.close()
    events = stored(place, key)
    assert events == [event for row in before for event in _members(row)]
    assert sum(row.count for row in place.store.log(key).rows(0, 1 << 40)) == len(events)


def _members(value):
    return list(expand(V0.read_row(encode(value))))


@given(
    st.lists(
        st.one_of(
            st.tuples(st.just("text-delta"), st.integers(0, 1), st.text(max_size=3), st.integers(-5, 5)),
            st.tuples(st.just("tool-call-delta"), st.integers(0, 1), st.text(max_size=3), st.integers(0, 1)),
            st.tuples(st.just("finish"), st.just(0), st.just(""), st.just(0)),
        ),
        max_size=30,
    )
)
def test_packing_gives_back_every_event(chunks):
    rows, time = [], 1000
    for seq, (kind, index, text, gap) in enumerate(chunks):
        time += gap
        chunk = {"type": kind, "index": index}
        if kind == "tool-call-delta":
            chunk |= {"id": f"c{index}", "argumentsDelta": text}
            if gap:
                chunk["name"] = "bash"
        elif kind == "text-delta":
            chunk["text"] = text
        data = {"turn": 1, "step": 1, "chunk": chunk}
        rows.append(V0.read_row(encode({"type": "assistant/chunk", "seq": seq, "time": time, "data": data})))
    packed = pack_rows(rows)
    assert [event for row in packed for event in expand(row)] == [row.value for row in rows]
    assert all(row.count == 1 or row.count >= 3 for row in packed)


# -- checkpoints -------------------------------------------------------------------------------


def test_everything_is_safe_before_a_request_is_made_and_a_tool_runs(place):
    key, session = place.native.create(HEADER)
    recorder = Recorder(session)
    seen = []

    class Watching(ScriptedModel):
        def _stream(self, recorder, said, crash_after):
            seen.append(("request", len(stored(place, key)) == session.next_seq))
            return super()._stream(recorder, said, crash_after)

        def _tool(self, call, result):
            def run():
                seen.append(("tool", len(stored(place, key)) == session.next_seq))
                return result, None

            return run

    Watching(list(SCRIPT)).run_turn(recorder, "Go")
    assert seen == [("request", True), ("tool", True), ("tool", True), ("request", True)]
    session.close()


@pytest.mark.parametrize("point", list(Point))
def test_a_policy_chooses_its_points(place, point):
    _, session = place.native.create(HEADER)
    counted = []
    flush = session.flush
    session.flush = lambda: (counted.append(1), flush())
    ScriptedModel(list(SCRIPT)).run_turn(Recorder(session, CheckpointPolicy(frozenset({point}))), "Go")
    assert len(counted) == 2
    session.flush = flush
    session.close()


@pytest.mark.parametrize("point", [Point.BEFORE_STEP, Point.BEFORE_REQUEST])
def test_a_failed_flush_stops_the_turn_and_loses_nothing(place, point):
    key, session = place.native.create(HEADER)
    model = ScriptedModel(list(SCRIPT))
    place.fault = full()
    recorder = Recorder(session, CheckpointPolicy(frozenset({point})))
    with pytest.raises(TurnStopped) as caught:
        model.run_turn(recorder, "Go")
    assert isinstance(caught.value.__cause__, EnvironmentFault)
    assert model.asked == 0
    assert session.open_turn is None
    kinds = [row.type for row in session.rows()]
    assert kinds[-1] == "turn/end"
    assert ("step/start" in kinds) is (point is Point.BEFORE_REQUEST)
    assert place.keeper.status().waiting == len(kinds)
    place.fault = None
    session.close()
    assert [event["type"] for event in stored(place, key)] == kinds
    assert stored(place, key)[-1]["data"]["reason"]["error"]["code"] == faults.FULL


def test_a_tool_whose_call_is_not_safe_does_not_run(place):
    key, session = place.native.create(HEADER)
    model = ScriptedModel(list(SCRIPT))
    recorder = Recorder(session, CheckpointPolicy(frozenset({Point.BEFORE_TOOL})))
    place.fault = full()
    model.run_turn(recorder, "Go")
    assert model.ran == []
    place.fault = None
    session.close()
    results = [event for event in stored(place, key) if event["type"] == "tool/result"]
    assert {event["data"]["error"]["code"] for event in results} == {faults.FULL}
    assert all(event["data"]["message"]["content"][0]["isError"] for event in results)


@pytest.mark.parametrize("safe", [True, False])
def test_a_call_that_was_cancelled_meanwhile_says_that_it_was_never_dispatched(place, safe):
    key, session = place.native.create(HEADER)
    model = ScriptedModel(list(SCRIPT), cancelled=lambda: True)
    recorder = Recorder(session, CheckpointPolicy(frozenset({Point.BEFORE_TOOL})))
    place.fault = None if safe else full()
    model.run_turn(recorder, "Go")
    assert model.ran == []
    place.fault = None
    session.close()
    results = [event["data"] for event in stored(place, key) if event["type"] == "tool/result"]
    assert [data["error"]["code"] for data in results] == ["ABORTED_BEFORE_DISPATCH"] * 2
    assert "aborted before dispatch" in str(results[0]["message"]["content"])


def test_what_cannot_be_saved_at_the_end_is_spilled_and_a_new_session_begins_with_it(tmp_path):
    place = NativeLibrary(tmp_path)
    key, session = place.native.create(HEADER)
    place.fault = full()
    with pytest.raises(TurnStopped):
        ScriptedModel(list(SCRIPT)).run_turn(Recorder(session), "Go")
    rows = [row.value for row in session.rows()]
    assert place.close() == []
    replayed = []
    again = open_library(
        place.store.path,
        before_writing=lambda store, writing: replayed.extend(
            replay(place.spills, store.path, writing, store.terms)
        ),
    )
    again.writer.run(lambda connection: None)
    again.close()
    assert replayed == []
    place = NativeLibrary(tmp_path)
    assert [row.value for row in place.store.log(key).rows(0, 1 << 40)] == rows
    assert b"".join(place.store.text(key)).startswith(session.header.raw)
    place.close()


# -- a crash and going on ----------------------------------------------------------------------


def test_after_a_crash_the_turn_is_closed_and_the_session_goes_on(tmp_path):
    place = NativeLibrary(tmp_path)
    key, session = place.native.create(HEADER)
    ScriptedModel(list(SCRIPT)).run_turn(Recorder(session), "Go", crash_after=2)
    session.flush()
    partial = len(stored(place, key))
    place.close()

    place = NativeLibrary(tmp_path)
    inspected = place.native.inspect(key)
    assert [event["type"] for event in inspected.closers] == ["step/end", "turn/end"]
    assert len(stored(place, key)) == partial
    preparation = place.native.prepare(key)
    assert len(stored(place, key)) == partial + 2
    session = preparation.publish()
    model = ScriptedModel([Says(["Again."])])
    model.run_turn(Recorder(session, turns=1), "Once more")
    session.close()
    events = stored(place, key)
    assert events[partial + 2]["type"] == "session/end-seed"
    assert [event["data"]["reason"]["kind"] for event in events if event["type"] == "turn/end"] == [
        "interrupted",
        "completed",
    ]
    place.close()
