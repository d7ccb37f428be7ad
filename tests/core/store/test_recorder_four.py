"""Sessions that begin here are of generation 4: chunks wait in the attempt journal, and none is lost."""

from __future__ import annotations

import io
import json
import zipfile

import pytest
from hypothesis import given
from hypothesis import strategies as st
from native_library import NativeLibrary
from scripted_model import CONTEXT, HEADER, Says, ScriptedModel

from sessionlog.cli.main import run
from sessionlog.generations import strict_check
from sessionlog.library import LIBRARY_SOURCE, Library, SessionRef
from sessionlog.model.attempts import fold_attempts
from sessionlog.model.embedded import EmbeddedStream, StreamChunk
from sessionlog.model.errors import EnvironmentFault, UserError
from sessionlog.model.faults import LogFault
from sessionlog.model.json import encode
from sessionlog.model.stream_builder import stream_of
from sessionlog.store import deletion, faults
from sessionlog.store.recorder import Recorder, TurnStopped

BEGUN = {"id": "run-4", "createdAt": 1, "cwd": "/home/dev/demo", "delegationDepth": 0}
SCRIPT = [
    Says(["Let ", "me "], fails=True),
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


def stored(place, key):
    log = place.store.log(key)
    return list(log.dialect.events(log.rows(0, log.parts[0].last_seq), log.header.id))


def journalled(place):
    with place.store.readers.read() as connection:
        return connection.execute("SELECT count(*) FROM attempt_chunk").fetchone()[0]


def refusals(place, key):
    log = place.store.log(key)
    check = strict_check(log.header.generation, log.header.id, header=log.header)
    found = [finding for row in log.rows(0, log.parts[0].last_seq) for finding in check.feed(row)]
    return found + check.finish()


def attempts(place, key):
    log = place.store.log(key)
    rows = log.rows(0, log.parts[0].last_seq)
    return list(fold_attempts(rows, log.dialect, log.header.id))


def streaming(place, pieces=("Half ", "of it")):
    """A session whose first attempt runs."""
    key, session = place.native.create(BEGUN)
    recorder = Recorder(session)
    ScriptedModel([Says(pieces)]).run_turn(recorder, "Go", crash_after=len(pieces))
    return key, session, recorder


def test_a_run_is_what_a_strict_reader_of_generation_4_accepts(place):
    key, session = place.native.create(BEGUN)
    model, recorder = ScriptedModel(list(SCRIPT)), Recorder(session)
    model.run_turn(recorder, "First")
    model.run_turn(recorder, "Second")
    session.close()
    assert json.loads(session.header.raw)["version"] == 4
    assert list(json.loads(session.header.raw)) == [
        "type", "version", "id", "createdAt", "cwd", "isSeeded", "delegationDepth",
    ]  # fmt: skip
    assert refusals(place, key) == []
    assert [event["type"] for event in stored(place, key)] == [
        "turn/start", "step/start", "system/message", "user/message", "request/header", "request/context",
        "assistant/attempt", "llm/retry", "llm/retry-started", "assistant/message",
        "tool/call", "tool/result", "tool/call", "tool/result", "step/end",
        "step/start", "assistant/message", "step/end", "turn/end",
        "turn/start", "step/start", "user/message", "assistant/message", "step/end", "turn/end",
    ]  # fmt: skip
    assert journalled(place) == 0
    found = attempts(place, key)
    assert [attempt.outcome for attempt in found] == ["retried", "committed", "committed", "committed"]
    assert [attempt.chunks for attempt in found] == [4, 12, 6, 6]
    assert not any(attempt.differences for attempt in found)


def test_what_was_recorded_reads_equal_in_every_form(tmp_path):
    path = tmp_path / "library.db"
    library = Library.open(path)
    key, session = library.native.create(BEGUN)
    ScriptedModel(list(SCRIPT)).run_turn(Recorder(session), "Go")
    appended = [row.raw for row in session.rows()]
    session.close()
    lines = b"".join(library.text(SessionRef(LIBRARY_SOURCE, key))).splitlines()
    assert lines == [session.header.raw, *appended]
    library.close()
    assert sessionlog(path, "verify", "--session", "run-4") == 0
    assert sessionlog(path, "export", "--session", "run-4", "-o", str(tmp_path / "out.zip")) == 0
    assert sessionlog(path, "verify", str(tmp_path / "out.zip")) == 0
    with zipfile.ZipFile(tmp_path / "out.zip") as archive:
        assert archive.read("session.v4.jsonl").splitlines() == lines


def sessionlog(path, *arguments):
    command, *others = arguments
    return run([command, "--library", str(path), *others], io.StringIO(), io.StringIO())


def test_a_running_attempt_is_safe_and_in_no_log(place):
    key, session, recorder = streaming(place)
    before = session.next_seq
    session.flush()
    assert journalled(place) > 0
    assert session.next_seq == before == place.store.log(key).parts[0].last_seq + 1
    assert place.keeper.status().waiting == 0
    recorder.answer({"id": "a", "role": "assistant", "source": {"kind": "model", **ROUTE}, "content": []})
    session.flush()
    assert journalled(place) == 0
    assert stored(place, key)[-1]["data"]["stream"][1]["texts"] == ["Half ", "of it"]
    session.close()


ROUTE = {"provider": "p", "model": "m"}


def test_chunks_that_wait_are_counted(place):
    _, session, _ = streaming(place)
    place.fault = faults.fault(faults.FULL, place.store.path)
    waiting = place.keeper.status().waiting
    session.chunk(1, 1, {"type": "text-delta", "index": 0, "text": "more"})
    assert place.keeper.status().waiting == waiting + 1
    with pytest.raises(EnvironmentFault):
        session.flush()
    place.fault = None
    session.close()


def test_after_a_crash_the_partial_is_an_attempt_before_the_closers(tmp_path):
    place = NativeLibrary(tmp_path)
    key, session, _ = streaming(place)
    session.flush()
    rows = len(stored(place, key))
    place.store.close()  # nothing more is said: the process is gone

    place = NativeLibrary(tmp_path)
    inspected = place.native.inspect(key)
    assert [event["type"] for event in inspected.closers] == ["assistant/attempt", "step/end", "turn/end"]
    assert len(stored(place, key)) == rows
    assert journalled(place) > 0
    loaded = place.native.load(key)
    assert list(loaded.events()) == list(inspected.events())
    assert journalled(place) == 0
    (attempt,) = attempts(place, key)
    assert [block["text"] for block in attempt.blocks] == ["Half of it"]
    assert refusals(place, key) == []
    events = stored(place, key)
    assert events[-1]["data"]["reason"] == {"kind": "interrupted"}
    assert events[-1]["time"] == events[-3]["time"] == events[-3]["data"]["stream"][1]["time0"] + 1

    session = place.native.prepare(key).publish()
    ScriptedModel([Says(["Again."])]).run_turn(Recorder(session, turns=1), "Once more")
    session.close()
    assert refusals(place, key) == []
    kinds = [event["type"] for event in stored(place, key)[rows + 3 :]]
    assert kinds[:5] == ["session/end-seed", "turn/start", "step/start", "user/message", "request/header"]
    assert stored(place, key)[rows + 7]["data"]["reason"] == "resume"
    place.close()


def test_a_settlement_that_was_never_safe_leaves_its_chunks_in_the_journal(tmp_path):
    place = NativeLibrary(tmp_path)
    key, session, recorder = streaming(place)
    session.flush()
    recorder.give_up()
    place.store.close()
    place = NativeLibrary(tmp_path)
    assert place.native.inspect(key).closers[0]["type"] == "assistant/attempt"
    place.close()


def test_a_flush_that_is_made_again_writes_no_chunk_twice(place):
    key, session, recorder = streaming(place)
    place.fault = faults.fault(faults.FULL, place.store.path)
    with pytest.raises(EnvironmentFault):
        session.flush()
    place.fault = None
    session.flush()
    for piece in ("a", "b"):
        session.chunk(1, 1, {"type": "text-delta", "index": 0, "text": piece})
        session.flush()
    inspected = place.native._faces.inspect(key)
    stream = inspected.closers[0]["data"]["stream"]
    assert stream[1]["texts"] == ["Half ", "of it", "a", "b"]
    recorder.end_turn()
    session.close()
    assert stored(place, key)[-3]["data"]["stream"] == stream


def test_chunks_that_could_not_be_saved_are_spilled_and_come_back(tmp_path):
    place = NativeLibrary(tmp_path)
    key, session, _ = streaming(place)
    rows = [row.value for row in session.rows()]
    place.fault = faults.fault(faults.FULL, place.store.path)
    assert place.close() == []
    place = NativeLibrary(tmp_path)
    session = place.native.prepare(key).publish()  # what waits belongs before whatever goes on
    events = stored(place, key)
    assert [event["type"] for event in events[: len(rows)]] == [row["type"] for row in rows]
    assert events[len(rows)]["data"]["stream"][1]["texts"] == ["Half ", "of it"]
    session.close()
    assert refusals(place, key) == []
    place.close()


def test_a_deleted_session_leaves_nothing_of_its_journal(tmp_path):
    place = NativeLibrary(tmp_path)
    key, session, _ = streaming(place, [f"{number:x}" for number in range(4000)])
    session.flush()
    with place.store.readers.read() as connection:
        (marker,) = connection.execute("SELECT chunks FROM attempt_chunk").fetchone()
    deletion.delete_now(place.store, [key])
    assert journalled(place) == 0
    place.store.close()
    for file in tmp_path.iterdir():
        assert marker[100:140] not in file.read_bytes()


def test_a_failed_checkpoint_ends_the_turn_and_loses_nothing(place):
    key, session = place.native.create(BEGUN)
    place.fault = faults.fault(faults.FULL, place.store.path)
    model = ScriptedModel(list(SCRIPT))
    with pytest.raises(TurnStopped):
        model.run_turn(Recorder(session), "Go")
    assert model.asked == 0
    place.fault = None
    session.close()
    assert refusals(place, key) == []
    assert stored(place, key)[-1]["data"]["reason"]["kind"] == "error"


def test_a_step_that_ends_early_settles_its_attempt_and_its_calls(place):
    key, session = place.native.create(BEGUN)
    recorder = Recorder(session)
    recorder.start_turn()
    recorder.start_step([user("Go")], system="Be brief.")
    recorder.request(HEADER, CONTEXT)
    calls = [{"type": "tool-call", "id": f"c{n}", "name": "bash", "arguments": "{}"} for n in (1, 2)]
    answer = {"id": "a", "role": "assistant", "source": {"kind": "model", **ROUTE}, "content": calls}
    recorder.answer(answer)
    recorder.tool("c1", "bash", "{}", lambda: ("done", None))
    recorder.chunk({"type": "text-delta", "index": 0, "text": "and"})
    recorder.end_turn({"kind": "aborted", "reason": {"kind": "user"}})
    session.close()
    assert refusals(place, key) == []
    kinds = [event["type"] for event in stored(place, key)][-4:]
    assert kinds == ["assistant/attempt", "tool/result", "step/end", "turn/end"]
    assert stored(place, key)[-3]["data"]["error"]["code"] == "TOOL_NOT_STARTED"


def user(text, number=1):
    content = [{"type": "text", "text": text}]
    return {"id": f"u{number}", "role": "user", "source": {"kind": "user"}, "content": content}


def step(recorder, number, system=None, tools=()):
    recorder.start_turn()
    recorder.start_step([user("Go", number)], system=system)
    recorder.request({**HEADER, "tools": [tool(name) for name in tools]})
    recorder.answer(
        {"id": f"a{number}", "role": "assistant", "source": {"kind": "model", **ROUTE}, "content": []}
    )
    recorder.end_turn()


def tool(name):
    return {"name": name, "description": name, "parameters": {}}


def test_another_prompt_takes_the_place_of_the_head(place):
    key, session = place.native.create(BEGUN)
    recorder = Recorder(session)
    for number, system in enumerate([None, "Be brief.", "Be brief.", "", None], 1):
        step(recorder, number, system)
    session.close()
    assert refusals(place, key) == []
    prompts = [event for event in stored(place, key) if event["type"] == "system/message"]
    texts = [[block["text"] for block in event["data"]["message"]["content"]] for event in prompts]
    assert texts == [[], ["Be brief."], []]
    assert prompts[1]["surfaceOp"] == {
        "op": "replace",
        "startSeq": prompts[0]["seq"],
        "endSeq": prompts[0]["seq"],
    }
    assert session.messages()[0]["role"] == "user"


def test_other_tools_are_told_to_the_model(place):
    key, session = place.native.create(BEGUN)
    recorder = Recorder(session)
    for number, tools in enumerate([["a"], ["a", "b"], ["b"], ["b"]], 1):
        step(recorder, number, "Be brief.", tools)
    session.close()
    assert refusals(place, key) == []
    told = [event["data"] for event in stored(place, key) if event["type"] == "developer/message"]
    assert [[block["toolName"] for block in data["message"]["content"]] for data in told] == [["b"], ["a"]]
    assert ["headerSeq" in data for data in told] == [True, False]


def test_a_prompt_is_no_part_of_a_header_here(place):
    _, session = place.native.create(BEGUN)
    recorder = Recorder(session)
    recorder.start_turn()
    recorder.start_step()
    with pytest.raises(UserError):
        recorder.request({**HEADER, "system": "Be brief."})
    session.close()


def test_a_chunk_that_no_log_can_hold_is_refused(place):
    key, session, recorder = streaming(place)
    deep: list = []
    for _ in range(600):
        deep = [deep]
    for chunk in (
        {"type": "usage", "usage": {"inputTokens": float("nan")}},
        {"type": "usage", "usage": deep},
    ):
        with pytest.raises(LogFault):
            recorder.chunk(chunk)
    recorder.end_turn()
    session.close()
    assert attempts(place, key)[0].chunks == 3


def test_other_formats_are_not_begun_here(place):
    with pytest.raises(UserError) as caught:
        place.native.create({**BEGUN, "version": 2, "isSeeded": False})
    assert caught.value.code == "session.generation"


@given(
    st.lists(
        st.one_of(
            st.tuples(st.just("text-delta"), st.integers(0, 1), st.text(max_size=3), st.integers(-5, 5)),
            st.tuples(st.just("reasoning-delta"), st.just(0), st.text(max_size=3), st.integers(0, 2)),
            st.tuples(st.just("tool-call-delta"), st.integers(0, 1), st.text(max_size=3), st.integers(0, 2)),
            st.tuples(st.just("usage"), st.just(0), st.just(""), st.just(0)),
        ),
        max_size=30,
    )
)
def test_a_stream_says_every_chunk_that_went_into_it(drawn):
    chunks, time = [], 1000
    for kind, index, text, gap in drawn:
        time += gap
        chunk = {"type": kind, "index": index}
        if kind == "tool-call-delta":
            chunk |= {"id": f"c{index}", "argumentsDelta": text} | ({"name": "bash"} if gap else {})
        elif kind == "usage":
            chunk = {"type": kind, "usage": {"inputTokens": 1, "outputTokens": 1}}
        else:
            chunk["text"] = text
        chunks.append((time, chunk))
    stream = stream_of(chunks)
    again = [
        member
        for piece in EmbeddedStream(encode(stream), 1, 1, 0).pieces()
        for member in ([(piece.time, piece.chunk)] if isinstance(piece, StreamChunk) else members(piece))
    ]
    assert again == chunks
    assert all(len(one.get("dt", ())) == len(one.get("texts", one.get("args", [0]))) - 1 for one in stream)


def members(run):
    text = "argumentsDelta" if run.kind == "tool-call" else "text"
    for number, piece in enumerate(run.texts):
        chunk = {"type": f"{run.kind}-delta", "index": run.index}
        if run.kind == "tool-call":
            chunk |= {"id": run.call_id} | ({} if run.call_name is None else {"name": run.call_name})
        yield run.time_of(number), {**chunk, text: piece}


def test_generation_0_can_still_be_begun(place):
    key, session = place.native.create({**BEGUN, "version": 0})
    ScriptedModel(list(SCRIPT)).run_turn(Recorder(session), "Go")
    session.close()
    assert refusals(place, key) == []
