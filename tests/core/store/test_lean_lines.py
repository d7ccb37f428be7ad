"""Settlements are stored without their streams, and come back byte for byte (architecture section 2)."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from later_logs import LaterLog
from stores import keep, new_store

from sessionlog.generations import dialect_of
from sessionlog.history.loader import load_page
from sessionlog.model.embedded import EMBEDDED_STREAMS
from sessionlog.model.errors import EnvironmentFault, RowFault
from sessionlog.model.restored import restore_log
from sessionlog.model.row import LeanRow, Row
from sessionlog.query.totals import session_totals
from sessionlog.sources.discover import discover
from sessionlog.sources.scan import scan
from sessionlog.store import connection as cx
from sessionlog.store import lean_lines, schema, segments, verification
from sessionlog.store.ingest import Watch
from sessionlog.store.lean_rows import read_stored
from sessionlog.store.sealing import seal
from sessionlog.store.sharing import fork, read_child
from sessionlog.store.store import Store, open_library

V3 = dialect_of(3)
HEAVY = 25_000_000
USAGE = {"inputTokens": 1, "outputTokens": 2}


def settlement(stream: Any, *, kind: str = "assistant/message", **more: Any) -> dict[str, Any]:
    content = [{"type": "text", "text": 'said "stream": [1]'}]
    message = {"id": "a", "role": "assistant", "content": content, "source": {"kind": "model"}}
    data = {"turn": 1, "step": 1, "message": message, **more, "stream": stream}
    row = {"type": kind, "seq": 7, "time": 9, "data": data}
    return {**row, "surfaceOp": "append"} if kind == "assistant/message" else row


def compact(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


def apart(row: Row) -> tuple[bytes, bytes] | None:
    place = V3.stream_place(row)
    return None if place is None else lean_lines.split(row.raw, place, 0, None)


STREAM = [{"type": "text-chunks", "time0": 20, "index": 0, "dt": [5], "texts": ["par", "tial"]}]
TEXT = compact(STREAM)
LARGE = [{**STREAM[0], "texts": ["par" * 30_000, "tial"]}]
"""So large that a line is read lean whatever its spelling."""


@pytest.mark.parametrize("kind", ["assistant/message", "assistant/attempt"])
def test_a_line_as_the_harness_writes_it_is_split(kind: str) -> None:
    line = compact(settlement(STREAM, kind=kind, usage=USAGE))
    found = apart(V3.read_row(line))
    assert found is not None
    stored, stream = found
    assert stream == TEXT
    words = b"#[0,%d,%d,null]\0" % (line.rindex(TEXT), len(TEXT))
    assert stored == words + line.replace(TEXT, b"[]")


@pytest.mark.parametrize(
    "line",
    [
        json.dumps(settlement(LARGE), indent=1).replace("\n", " ").encode(),
        json.dumps(dict(reversed(settlement(LARGE).items()))).encode(),
        compact(settlement(STREAM)).replace(b'"data":', b'"deep":' + b"[" * 600 + b"]" * 600 + b',"data":'),
        compact(settlement(STREAM)).replace(b'"data":{', b'"data":{"stream" : [1],'),
        compact({**settlement(STREAM), "ignorable": True}),
        compact({**settlement(STREAM), "data": dict(reversed(settlement(STREAM)["data"].items()))}),
        compact(settlement(STREAM)).replace(b'"surfaceOp"', b'"data":{"stream":[]},"surfaceOp"') + b" " * 3,
    ],
    ids=["spaced", "reversed", "too deep", "named twice", "one more member", "stream first", "two payloads"],
)
def test_a_line_in_another_spelling_comes_back_as_it_was(line: bytes) -> None:
    row = V3.read_row(line)
    found = apart(row)
    assert found is not None
    again = read_stored(V3, found[0], lambda seq, number, size: found[1])
    assert (again.raw, again.value, again.size) == (line, row.value, len(line))


@pytest.mark.parametrize(
    "line",
    [
        compact(settlement(STREAM)).replace(b'"stream":[{', b'"\\u0073tream":[{'),
        compact(settlement(STREAM)).replace(b"tial", b"ti\xff\xfeal"),
        compact({**settlement(STREAM), "data": [{"stream": STREAM}]}),
        compact({"type": "user/message", "seq": 1, "time": 1, "data": {"stream": STREAM}}),
    ],
    ids=["escaped name", "no UTF-8", "no payload", "no settlement"],
)
def test_a_line_that_leaves_a_doubt_stays_whole(line: bytes) -> None:
    assert V3.stream_place(V3.read_row(line)) is None


SPACES = st.sampled_from(["", " ", "\t ", "\r"])
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 5) | st.text(max_size=6),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=6,
)
NAMES = st.sampled_from(["turn", "step", "message", "stream", "x", 'a"stream', "stre\u0061m"])


@st.composite
def spelled(draw: Callable[..., Any], value: Any) -> str:
    """A JSON text with odd spaces, escapes, and members that stand twice."""
    if isinstance(value, list):
        return f"[{draw(SPACES)}" + f"{draw(SPACES)},".join(draw(spelled(v)) for v in value) + "]"
    if isinstance(value, Members):
        parts = [f"{json.dumps(k)}{draw(SPACES)}:{draw(SPACES)}{draw(spelled(v))}" for k, v in value.all]
        return f"{{{draw(SPACES)}" + f",{draw(SPACES)}".join(parts) + f"{draw(SPACES)}}}"
    return json.dumps(value, ensure_ascii=draw(st.booleans()))


class Members:
    """An object whose members may have the same names."""

    def __init__(self, all: list[tuple[str, Any]]) -> None:
        self.all = all


@st.composite
def rows(draw: Callable[..., Any]) -> bytes:
    payloads = st.lists(st.tuples(NAMES, VALUES), max_size=5).map(Members)
    members = [
        ("type", draw(st.sampled_from(["assistant/message", "assistant/attempt"]))),
        ("seq", 7),
        ("time", 9),
        ("data", draw(payloads)),
    ]
    members += draw(st.lists(st.tuples(st.sampled_from(["data", "surfaceOp", "x"]), payloads), max_size=2))
    if draw(st.booleans()):
        members = draw(st.permutations(members))
    members += draw(st.sampled_from([[], [("surfaceOp", "append")]]))
    return str(draw(spelled(Members(members)))).encode("utf-8", "surrogatepass")


@settings(max_examples=60, deadline=None)
@given(rows(), st.booleans())
@example(b'{"type":"assistant/attempt","seq":7,"time":9,"data":{"stream":[1],"x":{"stream":[1]}}}', False)
@example(b'{"type":"assistant/attempt","seq":7,"time":9,"data":{"stream":[1]},"x":{"stream":[1]}}', False)
def test_whatever_the_line_its_two_pieces_make_it_again(line: bytes, packed: bool) -> None:
    line = line.replace(b" ", b"") if packed else line
    try:
        row = V3.read_row(line)
    except RowFault:
        return
    stream = V3.attempt_stream(row)
    found = apart(row)
    if found is None:
        return
    stored, bytes_apart = found
    assert lean_lines.whole(stored, [bytes_apart]) == line
    again = read_stored(V3, stored, lambda seq, number, size: bytes_apart)
    assert isinstance(again, LeanRow)
    assert (again.raw, again.size, again.value) == (line, len(line), row.value)
    other = V3.attempt_stream(again)
    assert stream is not None
    assert other is not None
    assert (other.value(), other.size) == (stream.value(), len(bytes_apart))


DELTAS = HEAVY // 5
RUN = b'{"type":"text-chunks","time0":%d,"index":0,"dt":[0' + b",0" * (DELTAS - 2) + b'],"texts":["Word"'
HEAVY_RUN = RUN + b',""' * (DELTAS - 1) + b"]}"
"""One run of 25 MB: a word, and millions of deltas with nothing in them."""


def heavy_lines(generation: int) -> list[bytes]:
    """Three turns; the second one's first attempt failed and its answer came, each from 25 MB of stream."""
    if generation < EMBEDDED_STREAMS:
        return heavy_rows(generation)
    log = LaterLog(generation, "heavy").begin("Go").answer(["short "] * 80, USAGE).end()
    log.begin("Much").retry(["HEAVY"]).answer(["HEAVY"], USAGE).end()
    lines = log.begin("More").answer(["short "] * 80, USAGE).end().lines()
    made = [_with_heavy_run(line) for line in lines]
    assert sorted(map(len, made))[-2] > HEAVY
    return made


def _with_heavy_run(line: bytes) -> bytes:
    found = re.search(
        rb'\{"type":"text-chunks","time0":(\d+),"index":0,"dt":\[\],"texts":\["HEAVY"\]\}', line
    )
    if found is None:
        return line
    return line[: found.start()] + HEAVY_RUN.replace(b"%d", found[1], 1) + line[found.end() :]


def heavy_rows(generation: int) -> list[bytes]:
    """An answer of a format whose chunks are events: it cites packed rows of 25 MB."""
    header = {"type": "session", "version": generation, "id": "heavy", "createdAt": 1, "delegationDepth": 0}
    place = {"turn": 1, "step": 1}
    source = {"kind": "user"}
    prompt = {"id": "u", "role": "user", "content": [{"type": "text", "text": "Go"}], "source": source}
    rows: list[Any] = [
        {"type": "turn/start", "data": {"turn": 1}},
        {"type": "step/start", "data": place},
        {"type": "user/message", "data": prompt, "surfaceOp": "append"},
    ]
    lines = [compact({**row, "seq": seq, "time": seq}) for seq, row in enumerate(rows)]
    count = 10_000
    deltas = 120 * count
    for seq in range(3, 3 + deltas, count):
        texts = b'["Word"' + b',"some words to read"' * (count - 1)
        data = b'"turn":1,"step":1,"index":0,"dt":[0' + b",0" * (count - 2) + b'],"texts":' + texts
        lines.append(b'{"type":"text-chunks","seq0":%d,"time0":%d,"data":{%s]}}' % (seq, seq, data))
    end = 3 + deltas
    source = {"kind": "model", "provider": "p", "model": "m"}
    message = {
        "id": "a",
        "role": "assistant",
        "content": [{"type": "text", "text": "Word"}],
        "source": source,
    }
    answer = {**place, "message": message, "usage": USAGE}
    marks = {"surfaceOp": "append", "sourceEventSeqs": [[3, end - 1]]}
    rows = [
        {"type": "assistant/message", "data": answer, **marks},
        {"type": "step/end", "data": place},
        {"type": "turn/end", "data": {"turn": 1, "reason": {"kind": "completed"}}},
    ]
    lines += [compact({**row, "seq": seq, "time": seq}) for seq, row in enumerate(rows, end)]
    return [compact(header), *lines]


Kept = tuple[Store, int, list[bytes]]


@pytest.fixture(scope="module", params=[1, 2, 3, 4])
def kept(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Kept]:
    lines = heavy_lines(request.param)
    folder = tmp_path_factory.mktemp("heavy")
    path = folder / "heavy.jsonl"
    path.write_bytes(b"".join(line + b"\n" for line in lines))
    store = new_store(folder)
    yield store, keep(store, path), lines
    store.close()


@pytest.fixture
def heavy(kept: Kept) -> Kept:
    """A library with such a log, of which nothing has been read yet."""
    kept[0].cache.clear()
    kept[0].cache.bytes_decompressed = 0
    return kept


def test_a_heavy_session_is_opened_from_its_lean_bytes(heavy: Kept) -> None:
    """Page, totals, restore and index read none of 25 MB; the exact text is there when it is asked for."""
    store, key, lines = heavy
    log = store.log(key)
    assert load_page(log).page.has_more is False
    assert session_totals(log).owned.output_tokens >= 2
    restore_log(log)
    assert store.cache.bytes_decompressed < 20_000
    assert b"".join(store.text(key)) == b"".join(line + b"\n" for line in lines)
    assert store.cache.bytes_decompressed > HEAVY


@pytest.mark.parametrize(
    ("usage", "loaded"), [({"note": "LONE"}, 2), ({"note": "x" * 5000}, 2), ({"inputTokens": 3}, 0)]
)
def test_facts_that_are_not_kept_are_read_from_the_stream(usage: Any, loaded: int) -> None:
    stream = [*STREAM * 9, {"type": "chunk", "time": 3, "chunk": {"type": "usage", "usage": usage}}]
    row = V3.read_row(compact(settlement(stream, kind="assistant/attempt")).replace(b"LONE", rb"\ud800"))
    place, own = V3.stream_place(row), V3.attempt_stream(row)
    assert place is not None
    assert own is not None
    stored, bytes_apart = lean_lines.split(row.raw, place, 0, own.facts())
    loads: list[int] = []

    def load(seq: int, number: int, size: int) -> bytes:
        loads.append(size)
        return bytes_apart

    found = V3.attempt_stream(read_stored(V3, stored, load))
    assert found is not None
    assert (found.first_token_time(), found.usage()) == own.facts()
    assert len(loads) == loaded


def test_attempts_bring_the_stream_and_nothing_else(heavy: Kept) -> None:
    store, key, lines = heavy
    log = store.log(key)
    entries = [entry for entry in log.entries(0, 1 << 62) if entry.type == "assistant/message"]
    rows = log.rows_of(entries)
    assert store.cache.bytes_decompressed < 20_000
    assert [row.raw for row in rows] == [line for line in lines if b'"assistant/message"' in line]
    if log.header.generation >= EMBEDDED_STREAMS:
        streams = [log.dialect.attempt_stream(row) for row in rows]
        sizes = [stream.size for stream in streams if stream is not None]
        assert max(sizes) > HEAVY
        assert [len(stream.raw()) for stream in streams if stream is not None] == sizes


def test_a_fork_shares_the_streams_of_its_parent(heavy: Kept) -> None:
    store, parent, lines = heavy
    log = store.log(parent)
    header = {**json.loads(lines[0]), "id": "child"}
    with store.readers.read() as connection:
        before = connection.execute("SELECT count(*) FROM segment").fetchone()
    child = fork(
        store, parent, read_child(compact(header), log.parts[0].last_seq + 1, [], log.header.generation)
    )
    with store.readers.read() as connection:
        assert connection.execute("SELECT count(*) FROM segment").fetchone() == before
    assert store.cache.bytes_decompressed < 20_000
    assert b"".join(store.text(child)).split(b"\n")[1:-1] == lines[1:]
    assert verification.lost_ranges(store, child) == []


def test_a_log_that_grows_is_split_like_one_that_is_read_at_once(tmp_path: Path) -> None:
    log = LaterLog(3).begin("Go").answer(["one "] * 90, USAGE).end()
    path = log.write(tmp_path / "root")
    store = new_store(tmp_path)
    key = keep(store, path)
    log.begin("Again").answer(["two "] * 90, USAGE).end()
    log.write(tmp_path / "root")
    (artifact,) = discover(path).artifacts
    ingest = store.ingest()
    ingest.grow(key, scan(artifact, resume=store.resume(key)), Watch())
    ingest.finish()
    with store.readers.read() as connection:
        kept = connection.execute("SELECT lines, deltas FROM segment ORDER BY id").fetchall()
    assert [len(segments.unpack_text(deltas)) for _, deltas in kept] == [1, 1]
    assert sum(lean_lines.is_lean(line) for lines, _ in kept for line in segments.unpack_text(lines)) == 2
    assert list(store.log(key).raw_lines(0, log.seq)) == log.lines()[1:]
    store.writer.run(lambda connection: seal(connection, store.terms, key))
    with store.readers.read() as connection:
        kept = connection.execute("SELECT lines, deltas FROM segment ORDER BY id").fetchall()
    assert [len(segments.unpack_text(deltas)) for _, deltas in kept] == [2]
    assert list(store.log(key).raw_lines(0, log.seq)) == log.lines()[1:]
    store.close()


def test_a_row_that_was_read_before_sealing_still_finds_its_stream(tmp_path: Path) -> None:
    log = LaterLog(4).begin("Go").answer(["one "] * 90, USAGE).end()
    path = log.write(tmp_path / "root")
    store = new_store(tmp_path)
    key = keep(store, path)
    rows = list(store.log(key).rows(0, log.seq))
    store.cache.clear()
    with store.readers.read() as connection:
        (lines,) = connection.execute("SELECT lines FROM segment").fetchone()

    def move(connection: cx.Connection) -> None:
        columns = "first_seq, rows, size, layout, entries, lines, deltas"
        connection.execute(f"INSERT INTO segment (id, {columns}) SELECT 77, {columns} FROM segment")
        connection.execute("UPDATE session_segment SET segment = 77")
        connection.execute("DELETE FROM segment WHERE id <> 77")

    store.writer.run(move)
    assert [row.raw for row in rows] == log.lines()[1:]
    store.writer.run(lambda connection: connection.execute("UPDATE segment SET deltas = ?", (lines,)))
    store.cache.clear()
    with pytest.raises(EnvironmentFault):
        list(store.log(key).raw_lines(0, log.seq))
    assert [problem.code for problem in verification.lost_ranges(store, key)] == [verification.LOST]
    store.close()


def test_a_library_of_an_earlier_schema_gets_its_large_settlements_split(tmp_path: Path) -> None:
    """Those that it stored whole are read as they are until then; damaged ones stay what they are."""
    log = LaterLog(3).begin("Go").answer(["some words "] * 40_000, USAGE).end()
    path = tmp_path / "library.db"
    store = open_library(path, migrations=schema.MIGRATIONS[:2])
    key = keep(store, log.write(tmp_path / "root"))
    large = max(log.lines(), key=len)

    def as_before(connection: cx.Connection) -> None:
        whole = segments.pack_text(large + b"\n")
        connection.execute("UPDATE segment SET lines = ?, deltas = NULL WHERE deltas IS NOT NULL", (whole,))

    store.writer.run(as_before)
    assert list(store.log(key).raw_lines(0, log.seq)) == log.lines()[1:]
    store.close()
    store = open_library(path)
    with store.readers.read() as connection:
        (deltas,) = connection.execute("SELECT deltas FROM segment WHERE deltas IS NOT NULL").fetchone()
    assert len(segments.unpack_text(deltas)) == 1
    assert list(store.log(key).raw_lines(0, log.seq)) == log.lines()[1:]
    assert verification.lost_ranges(store, key) == []
    store.close()
