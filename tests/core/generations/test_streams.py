"""Streams inside settlement rows: read only when they are asked for, and then in pieces."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from later_logs import LaterLog
from memory_log import MemoryLog

from sessionlog.generations import dialect_of
from sessionlog.history.loader import load_page
from sessionlog.model import embedded
from sessionlog.model.blocks import BlockAssembler
from sessionlog.model.embedded import StreamChunk
from sessionlog.model.errors import RowFault
from sessionlog.model.row import Row
from sessionlog.model.stream_run import StreamRun

V3 = dialect_of(3)
Json = dict[str, Any]


@pytest.fixture
def decoded(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The sizes of everything that is decoded of streams."""
    sizes: list[int] = []
    real = embedded.decode

    def counting(line: bytes) -> Any:
        sizes.append(len(line))
        return real(line)

    monkeypatch.setattr(embedded, "decode", counting)
    return sizes


def row_of(stream: Any, **members: Any) -> Row:
    data = {"turn": 1, "step": 1, **members, "stream": stream}
    value = {"type": "assistant/attempt", "seq": 0, "time": 1, "data": data}
    return V3.read_row(json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode())


def test_a_page_over_a_huge_answer_decodes_none_of_its_deltas(decoded: list[int]) -> None:
    later = LaterLog(3).begin("Go").answer(["words "] * 200_000, {"inputTokens": 1, "outputTokens": 2}).end()
    log = MemoryLog(later.lines())
    entry = next(entry for entry in log.entries(0, later.seq) if entry.type == "assistant/message")
    page = load_page(log)
    assert page.page.has_more is False
    assert entry.size < len(later.lines()[entry.seq + 1]) / 2
    log.rows_of([entry])
    stream = V3.attempt_stream(log.rows_of([entry])[0])
    assert stream is not None
    assert stream.first_token_time() is not None
    assert stream.usage() == {"inputTokens": 1, "outputTokens": 2}
    assert max(decoded) < 2_000_000, "only chunk records, of which one closes the block"
    assert sum(len(run.texts) for run in stream.pieces() if isinstance(run, StreamRun)) == 200_000


def test_the_bytes_of_a_row_stay_whole_and_its_value_is_lean() -> None:
    later = LaterLog(4).begin("Go").answer(["one ", "two"]).end()
    line = next(line for line in later.lines() if b'"assistant/message"' in line)
    row = dialect_of(4).read_row(line)
    assert row.raw == line
    assert "stream" not in row.value["data"]
    assert next(iter(dialect_of(4).events([row], "later"))) == json.loads(line)
    assert list(next(iter(dialect_of(4).events([row], "later")))["data"])[-1] == "stream"


def test_members_in_another_order_are_split_as_well() -> None:
    stream = [{"type": "text-chunks", "time0": 5, "index": 0, "dt": [2], "texts": ["", "a"]}]
    value = {
        "data": {"stream": stream, "turn": 1, "step": 2},
        "time": 1,
        "seq": 0,
        "type": "assistant/attempt",
    }
    row = V3.read_row(json.dumps(value, indent=1).replace("\n", " ").encode())
    found = V3.attempt_stream(row)
    assert found is not None
    assert (found.turn, found.step, found.first_token_time()) == (1, 2, 7)
    assert "stream" not in row.value["data"]


def test_a_packed_row_is_no_row_of_these_formats() -> None:
    data = {"turn": 1, "step": 1, "index": 0, "dt": [], "texts": ["a"]}
    line = json.dumps({"type": "text-chunks", "seq0": 0, "time0": 1, "data": data}, separators=(",", ":"))
    with pytest.raises(RowFault):
        V3.read_row(line.encode())


@pytest.mark.parametrize(
    "stream",
    [
        None, 3, "x", {}, [1, None, "x", []], [{"type": "text-chunks"}], [{"type": "chunk", "time": 1}],
        [{"type": "text-chunks", "time0": 1, "index": 0, "dt": [1], "texts": ["a"]}],
        [{"type": "text-chunks", "time0": 1, "index": 0, "dt": [], "texts": [1]}],
        [{"type": "chunk", "time": 2**60, "chunk": {}}], [{"type": "other-chunks", "time0": 1}],
        [{"type": "text-chunks", "time0": 2**60, "index": 0, "dt": [], "texts": ["a"]}],
        [{"type": "text-chunks", "time0": 1, "index": "0", "dt": [], "texts": ["a"]}],
        [{"type": "text-chunks", "time0": 1, "index": 0, "dt": [], "texts": []}],
        [{"type": "text-chunks", "time0": 1, "index": 0, "dt": [1.5], "texts": ["a", "b"]}],
        [{"type": "text-chunks", "time0": 1, "index": 0, "dt": None, "texts": ["a"]}],
    ],
)  # fmt: skip
def test_what_is_no_stream_gives_nothing_and_breaks_nothing(stream: Any) -> None:
    found = V3.attempt_stream(row_of(stream))
    assert found is not None
    assert list(found.pieces()) == []
    assert found.usage() is None


def test_half_of_a_character_does_not_cost_the_rest_of_a_stream() -> None:
    """A delta may end in one half of a surrogate pair (spec 03 section 9, item 17)."""
    run = {"type": "text-chunks", "time0": 5, "index": 0, "dt": [2], "texts": ["a", "\ud83d"]}
    value = {
        "type": "assistant/attempt",
        "seq": 0,
        "time": 1,
        "data": {"turn": 1, "step": 1, "stream": [run]},
    }
    found = V3.attempt_stream(V3.read_row(json.dumps(value).encode()))
    assert found is not None
    assert [piece.texts for piece in found.pieces() if isinstance(piece, StreamRun)] == [["a", "\ud83d"]]
    assert found.first_token_time() == 5


def test_a_run_of_tool_deltas_says_which_call_it_is_of() -> None:
    run = {"type": "tool-call-chunks", "time0": 5, "index": 2, "dt": [3], "args": ["{", "}"]}
    found = V3.attempt_stream(
        row_of([{**run, "id": "c", "name": "bash"}, {**run, "id": 4, "name": None}, run])
    )
    assert found is not None
    named, *nameless = found.pieces()
    assert named == StreamRun(
        found.turn, found.step, 2, "tool-call", ["{", "}"], found.seq, 5, "c", "bash", [3]
    )
    assert all(isinstance(one, StreamRun) and one.call_id is one.call_name is None for one in nameless)
    assert isinstance(named, StreamRun) and named.time_of(1) == 8


def test_the_last_usage_that_is_one_counts() -> None:
    def reported(*usages: Any) -> Any:
        found = V3.attempt_stream(
            row_of(
                [{"type": "chunk", "time": 1, "chunk": {"type": "usage", "usage": usage}} for usage in usages]
            )
        )
        assert found is not None
        return found.usage()

    assert reported({"inputTokens": 1}, {"inputTokens": 2}) == {"inputTokens": 2}
    assert reported({"inputTokens": 1}, None) == {"inputTokens": 1}
    assert reported(None) is None


TEXTS = st.lists(st.text(max_size=4), min_size=1, max_size=5)
RUNS = st.builds(
    lambda kind, texts, gap, time: {
        "type": kind,
        "time0": time,
        "index": 0 if kind == "text-chunks" else 1,
        "dt": [gap] * (len(texts) - 1),
        "texts": texts,
    },
    st.sampled_from(["text-chunks", "reasoning-chunks"]),
    TEXTS,
    st.integers(-5, 5),
    st.integers(0, 1000),
)


@given(st.lists(RUNS, max_size=4))
def test_a_stream_assembles_as_its_deltas_one_by_one(stream: list[Json]) -> None:
    found = V3.attempt_stream(row_of(stream))
    assert found is not None
    whole, single = BlockAssembler(), BlockAssembler()
    times = []
    for piece in found.pieces():
        assert isinstance(piece, StreamRun)
        whole.push_run(piece)
    for run in stream:
        time = run["time0"]
        for number, text in enumerate(run["texts"]):
            time += run["dt"][number - 1] if number else 0
            kind = "text-delta" if run["type"] == "text-chunks" else "reasoning-delta"
            single.push({"type": kind, "index": run["index"], "text": text})
            times += [time] if text else []
    assert whole.partial_blocks() == single.partial_blocks()
    assert found.first_token_time() == (times[0] if times else None)


def test_a_tool_delta_without_a_name_is_a_chunk_of_its_own() -> None:
    chunk = {"type": "tool-call-delta", "index": 0, "id": "", "argumentsDelta": "{}"}
    found = V3.attempt_stream(row_of([{"type": "chunk", "time": 9, "chunk": chunk}]))
    assert found is not None
    assert list(found.pieces()) == [StreamChunk(9, chunk)]
    assert found.first_token_time() == 9
