"""Chunks as they come become the records that a settlement holds: runs of like deltas, and single chunks."""

from __future__ import annotations

from typing import Any

import pytest

from sessionlog.model.json import MAX_SAFE_INTEGER
from sessionlog.model.stream_builder import stream_of

Json = dict[str, Any]


def text(piece: str, index: int = 0) -> Json:
    return {"type": "text-delta", "index": index, "text": piece}


def call(piece: str, **more: Any) -> Json:
    return {"type": "tool-call-delta", "index": 1, "id": "c1", "argumentsDelta": piece, **more}


def kinds(*chunks: Json) -> list[str]:
    return [record["type"] for record in stream_of((at, chunk) for at, chunk in enumerate(chunks))]


def test_like_deltas_are_one_run_with_the_gaps_between_them() -> None:
    run = {"type": "text-chunks", "time0": 10, "index": 0, "dt": [2, -1], "texts": ["a", "", "b"]}
    assert stream_of([(10, text("a")), (12, text("")), (11, text("b"))]) == [run]


def test_another_block_or_kind_begins_another_run() -> None:
    assert kinds(text("a"), text("b", index=1), {**text("c"), "type": "reasoning-delta"}) == [
        "text-chunks",
        "text-chunks",
        "reasoning-chunks",
    ]


@pytest.mark.parametrize("named", [{}, {"name": "bash"}])
def test_deltas_of_a_call_are_one_run_with_and_without_its_name(named: Json) -> None:
    run: Json = {"type": "tool-call-chunks", "time0": 0, "index": 1, "dt": [1], "id": "c1", **named}
    assert stream_of([(0, call("{", **named)), (1, call("}", **named))]) == [{**run, "args": ["{", "}"]}]


def test_a_name_that_comes_later_begins_another_run() -> None:
    assert kinds(call("{"), call("}", name="bash")) == ["tool-call-chunks"] * 2


@pytest.mark.parametrize("odd", [{"id": ""}, {"id": None}, {"name": ""}, {"name": 7}, {"more": 1}])
def test_a_delta_that_no_run_may_hold_stays_a_chunk(odd: Json) -> None:
    chunk = call("{", **odd)
    assert stream_of([(5, chunk)]) == [{"type": "chunk", "time": 5, "chunk": chunk}]


def test_times_near_the_largest_number_share_a_run_while_their_gap_is_one_that_every_reader_holds() -> None:
    late = MAX_SAFE_INTEGER
    assert [record["dt"] for record in stream_of([(late - 1, text("a")), (late, text("b"))])] == [[1]]
    assert [record["dt"] for record in stream_of([(-late, text("a")), (late, text("b"))])] == [[], []]
