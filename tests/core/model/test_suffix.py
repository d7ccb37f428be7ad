"""The stored events from a seq on are those of the whole log from there, and cost no more than they are."""

from __future__ import annotations

from itertools import islice

import pytest
from hard_logs import hard_log
from log_files import Json, encode
from logs import LogBuilder
from memory_log import MemoryLog
from old_shapes import aged, pruned_twice

from sessionlog.model.errors import UserError
from sessionlog.model.faces import suffix


def of_events(log: LogBuilder, events: list[Json]) -> MemoryLog:
    return MemoryLog([encode(log.header), *map(encode, events)])


@pytest.mark.parametrize("seed", range(0, 24, 3))
def test_a_suffix_of_an_old_log_names_its_messages_as_the_whole_does(seed: int) -> None:
    log = hard_log(seed)
    memory = of_events(log, aged(log.events, seed))
    whole = list(memory.dialect.events(memory.rows(0, len(log.events)), log.id))
    for first in range(0, len(whole), max(1, len(whole) // 40)):
        assert list(suffix(memory, first)) == whole[first:]
    assert list(suffix(memory, len(whole))) == []


@pytest.mark.parametrize("goes_on", [True, False])
def test_a_replacement_keeps_the_id_of_what_it_replaces_wherever_the_suffix_begins(goes_on: bool) -> None:
    log = pruned_twice()
    events = log.events if goes_on else log.events[: log.last("tool/result")["seq"] + 1]
    memory = of_events(log, events)
    whole = list(memory.dialect.events(memory.rows(0, len(events)), log.id))
    ids = {event["data"]["message"]["id"] for event in whole if event["type"] == "tool/result"}
    assert len(ids) == 1
    for first in range(len(whole) + 1):
        assert list(suffix(memory, first)) == whole[first:]


def test_only_an_old_replacement_makes_a_suffix_read_what_comes_before_it() -> None:
    log = pruned_twice()
    last = len(log.events) - 1
    for events, first, rows in [
        (log.events, last, 1),
        (LogBuilder().user("x").tool("bash", {}, "out").assistant("y").end_turn().events, 5, None),
    ]:
        memory = of_events(log, events)
        memory.rows_read = 0
        taken = list(suffix(memory, first))
        assert memory.rows_read == (len(taken) if rows is None else rows)
    memory = of_events(log, log.events)
    memory.rows_read = 0
    assert len(list(islice(suffix(memory, 0), 3))) == 3
    assert memory.rows_read <= 4, "no more is read than is taken"


@pytest.mark.parametrize("seed", range(6))
def test_no_replacement_of_today_and_no_old_result_by_itself_makes_it_read_more(seed: int) -> None:
    log = hard_log(seed)
    old = pruned_twice()
    appended = next(event["seq"] for event in old.events if event["type"] == "tool/result")
    for events in (log.events, old.events[: appended + 1]):
        memory = of_events(log, events)
        memory.rows_read = 0
        assert len(list(suffix(memory, 1))) == memory.rows_read == len(events) - 1


@pytest.mark.parametrize("seq", [-1, 1.5, True, None, 2**53])
def test_what_is_no_seq_is_refused_before_anything_is_read(seq: int) -> None:
    memory = MemoryLog.of(LogBuilder().user("x"))
    with pytest.raises(UserError) as refused:
        suffix(memory, seq)
    assert refused.value.code == "seq.invalid" and memory.rows_read == 0
