"""Restoring a stored session reads the rows that matter and comes to the same as reading all."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from later_logs import LaterLog
from logs import LogBuilder
from memory_log import MemoryLog
from row_logs import V0, rows_of
from strategies import logs, open_logs

from sessionlog.model.restore import Restore
from sessionlog.model.restored import STREAMING_SLICE, restore_log
from sessionlog.model.row import IndexEntry, Row


@given(logs() | open_logs(), st.none() | st.integers(-1, 120))
def test_a_restore_by_the_index_is_that_of_every_row(log: LogBuilder, last_seq: int | None) -> None:
    restored = restore_log(MemoryLog.of(log), last_seq)
    events = log.events if last_seq is None else log.events[: last_seq + 1]
    whole = Restore(V0, log.id).feed_all(rows_of(events))
    assert restored.surface.nodes() == whole.surface.nodes()
    assert restored.surface.replace_generation == whole.surface.replace_generation
    assert restored.surface.next_seq == whole.surface.next_seq
    assert restored.messages() == whole.messages()
    assert (restored.header, restored.context) == (whole.header, whole.context)


def test_deltas_boundaries_and_other_log_only_rows_are_not_decoded() -> None:
    log = LogBuilder().user("x").tool("bash", {}, "out").assistant("y" * 500).end_turn()
    memory = MemoryLog.of(log)
    restore_log(memory)
    surface = sum("surfaceOp" in event for event in log.events)
    headers = sum(event["type"] in ("request/header", "request/context") for event in log.events)
    assert memory.rows_read == surface + headers


def batches(memory: MemoryLog, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many rows a restore asks for at a time."""
    asked: list[int] = []
    rows_of = memory.rows_of

    def counted(entries: Sequence[IndexEntry]) -> list[Row]:
        asked.append(len(entries))
        return rows_of(entries)

    monkeypatch.setattr(memory, "rows_of", counted)
    restore_log(memory)
    return asked


def test_where_answers_hold_their_streams_few_rows_are_in_memory_at_a_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    later = LaterLog(2)
    log = LogBuilder()
    for _ in range(40):
        later.begin("x").answer(["y"]).end()
        log.user("x").assistant("y").end_turn()
    taken = batches(MemoryLog(later.lines()), monkeypatch)
    assert len(taken) > 1 and max(taken) == STREAMING_SLICE
    assert len(batches(MemoryLog.of(log), monkeypatch)) == 1
