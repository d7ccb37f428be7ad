"""Assembling an attempt from its stream: every sentence of the contract, one test."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from row_logs import V0, rows_of

from sessionlog.model.blocks import BlockAssembler
from sessionlog.model.faults import LogFault

Json = dict[str, Any]


def start(index: int, kind: str) -> Json:
    return {"type": "block-start", "index": index, "blockType": kind}


def text(index: int, piece: str) -> Json:
    return {"type": "text-delta", "index": index, "text": piece}


def think(index: int, piece: str) -> Json:
    return {"type": "reasoning-delta", "index": index, "text": piece}


def call(index: int, piece: str, id: str = "c1", name: str | None = None) -> Json:
    named = {} if name is None else {"name": name}
    return {"type": "tool-call-delta", "index": index, "id": id, **named, "argumentsDelta": piece}


def end(index: int, **block: Any) -> Json:
    return {"type": "block-end", "index": index, "block": block}


def finish(kind: str, replay: Any = None) -> Json:
    chunk: Json = {"type": "finish", "reason": {"kind": kind}}
    return chunk if replay is None else chunk | {"replayState": replay}


def assembled(*chunks: Json) -> BlockAssembler:
    assembler = BlockAssembler()
    for chunk in chunks:
        assembler.push(chunk)
    return assembler


def test_deltas_are_joined_by_block_in_the_order_in_which_blocks_were_first_seen() -> None:
    blocks = assembled(text(3, "b"), think(0, "a"), text(3, "c"), think(0, "d")).blocks()
    assert blocks == [{"type": "text", "text": "bc"}, {"type": "reasoning", "text": "ad"}]


def test_a_second_start_of_a_block_changes_nothing() -> None:
    assert assembled(start(0, "text"), text(0, "x"), start(0, "reasoning")).blocks() == [
        {"type": "text", "text": "x"}
    ]


def test_text_is_added_whatever_type_the_block_was_begun_with() -> None:
    assert assembled(start(0, "reasoning"), text(0, "x")).blocks() == [{"type": "reasoning", "text": "x"}]


def test_the_last_call_id_wins_and_a_name_only_when_not_empty() -> None:
    chunks = (call(0, "{", "c1", "bash"), call(0, "}", "c2", ""), call(0, ""))
    expected = {"type": "tool-call", "id": "c1", "name": "bash", "arguments": "{}"}
    assert assembled(*chunks).blocks() == [expected]
    assert assembled(*chunks[:2]).blocks() == [expected | {"id": "c2"}]


def test_a_call_without_id_and_name_is_given_an_id_from_its_index() -> None:
    assert assembled(start(4, "tool-call")).blocks() == [
        {"type": "tool-call", "id": "call-4", "name": "", "arguments": ""}
    ]


def test_a_closed_block_is_stored_as_its_end_says_over_what_the_deltas_said() -> None:
    block = {"type": "text", "text": "final", "extra": [1]}
    assert assembled(text(0, "draft"), end(0, **block)).blocks() == [block]


def test_the_first_close_wins_and_later_deltas_are_ignored() -> None:
    chunks = (end(0, type="text", text="one"), end(0, type="text", text="two"), text(0, "three"))
    assert assembled(*chunks).blocks() == [{"type": "text", "text": "one"}]


def test_a_block_that_only_ends_counts() -> None:
    image = {"type": "image", "attachment": {"attachmentId": "sha256:0"}}
    assert assembled(end(1, **image), text(0, "x")).blocks() == [image, {"type": "text", "text": "x"}]


def test_an_open_block_of_an_unknown_type_cannot_be_committed_but_can_be_shown() -> None:
    assembler = assembled(text(0, "x"), start(1, "image"))
    with pytest.raises(LogFault) as fault:
        assembler.blocks()
    assert fault.value.code == "open-block-unknown"
    assert assembler.partial_blocks() == [{"type": "text", "text": "x"}, {"type": "image"}]


def test_the_last_usage_and_the_last_finish_win() -> None:
    assembler = assembled(
        {"type": "usage", "usage": {"inputTokens": 1, "outputTokens": 1}},
        finish("error", {"response": 1}),
        {"type": "usage", "usage": {"inputTokens": 2, "outputTokens": 2}},
        finish("stop"),
    )
    assert assembler.usage == {"inputTokens": 2, "outputTokens": 2}
    assert assembler.finish_reason() == {"kind": "stop"}
    assert assembler.replay_state() is None, "a finish sets the replay state too, also to none"


def test_a_stream_without_a_finish_stopped() -> None:
    assert assembled(text(0, "x")).finish_reason() == {"kind": "stop"}
    assert assembled(text(0, "x")).finish is None


def test_at_the_token_limit_every_call_is_dropped_also_a_closed_one() -> None:
    closed = end(1, type="tool-call", id="c1", name="bash", arguments="{}")
    chunks = (text(0, "x"), closed, call(2, "{"))
    assert assembled(*chunks, finish("max-tokens")).blocks() == [{"type": "text", "text": "x"}]
    assert len(assembled(*chunks, finish("tool-calls")).blocks()) == 3
    assert len(assembled(*chunks, finish("error")).blocks()) == 3
    assert len(assembled(*chunks).blocks()) == 3


def test_the_replay_state_loses_the_same_blocks_as_the_message() -> None:
    replay = {"response": {"id": "r"}, "blocks": ["a", "b", "c"]}
    chunks = (text(0, "x"), call(1, "{"), text(2, "y"))
    assert assembled(*chunks, finish("max-tokens", replay)).replay_state() == {
        "response": {"id": "r"},
        "blocks": ["a", "c"],
    }
    assert assembled(*chunks, finish("stop", replay)).replay_state() == replay


def test_a_replay_state_for_another_number_of_blocks_is_discarded_whole() -> None:
    assert assembled(text(0, "x"), finish("stop", {"response": 1, "blocks": []})).replay_state() is None
    assert assembled(text(0, "x"), finish("stop", {"response": 1, "blocks": [1, 2]})).replay_state() is None


def test_a_replay_state_without_blocks_passes_through() -> None:
    chunks = (call(0, "{"), finish("max-tokens", {"response": 1}))
    assert assembled(*chunks).replay_state() == {"response": 1}


def test_a_stop_keeps_text_and_reasoning_untrimmed_and_nothing_else() -> None:
    assembler = assembled(
        think(0, " why\n"),
        text(1, " \t\u00a0\ufeff"),
        call(2, "{}"),
        end(3, type="image", attachment={}),
        end(4, type="text", text="shown"),
        text(5, "  tail "),
        start(6, "video"),
    )
    assert assembler.interrupted_blocks() == [
        {"type": "reasoning", "text": " why\n"},
        {"type": "text", "text": "shown"},
        {"type": "text", "text": "  tail "},
    ]


def test_whitespace_is_what_javascript_trims() -> None:
    assert assembled(text(0, "\u2028\u3000\ufeff")).interrupted_blocks() == []
    assert len(assembled(text(0, "\x1c"), text(1, "\x85"), text(2, "\u200b")).interrupted_blocks()) == 3


def test_chunks_that_are_none_add_nothing() -> None:
    assembler = assembled(
        {}, {"type": "text-delta", "text": "x"}, {"type": "ping", "index": 0}, end(0) | {"block": 1}
    )
    assert assembler.blocks() == []


chunks = st.one_of(
    st.builds(start, st.integers(0, 2), st.sampled_from(["text", "reasoning", "tool-call"])),
    st.builds(text, st.integers(0, 2), st.text("ab \n", max_size=3)),
    st.builds(think, st.integers(0, 2), st.text("ab", max_size=3)),
    st.builds(
        call,
        st.integers(0, 2),
        st.text("{}", max_size=2),
        st.sampled_from("cd"),
        st.sampled_from([None, "", "n"]),
    ),
    st.builds(end, st.integers(0, 2), type=st.just("text"), text=st.text("z", max_size=2)),
    st.builds(
        finish,
        st.sampled_from(["stop", "max-tokens", "error"]),
        st.none() | st.just({"response": 1, "blocks": [1]}),
    ),
)


@given(st.lists(st.tuples(chunks, st.integers(1, 4)), max_size=12))
def test_packed_rows_assemble_to_the_same_as_single_chunks(repeated: list[tuple[Json, int]]) -> None:
    listed = [chunk for chunk, times in repeated for _ in range(times)]
    events = [
        {"type": "assistant/chunk", "seq": seq, "time": seq, "data": {"turn": 1, "step": 1, "chunk": chunk}}
        for seq, chunk in enumerate(listed)
    ]
    packed = BlockAssembler()
    for row in rows_of(events):
        run = V0.stream_run(row)
        if run is None:
            packed.push(row.value["data"]["chunk"])
        else:
            packed.push_run(run)
    single = assembled(*listed)
    assert packed.blocks() == single.blocks()
    assert packed.interrupted_blocks() == single.interrupted_blocks()
    assert packed.replay_state() == single.replay_state()
