"""Event records, windows, traces and whole-session totals, over an index."""

from __future__ import annotations

from typing import Any

import pytest
from hard_logs import hard_log
from hypothesis import given
from log_files import encode
from logs import LogBuilder
from memory_log import MemoryLog
from old_shapes import aged, pruned_twice
from strategies import logs, open_logs

from sessionlog.model.statistics import StatisticsFold, UsageFold
from sessionlog.query.event_trace import trace_event
from sessionlog.query.faults import QueryFault
from sessionlog.query.filters import EventFilter, Standing
from sessionlog.query.records import Records
from sessionlog.query.totals import session_totals

Json = dict[str, Any]


def compacted() -> LogBuilder:
    log = LogBuilder().user("one").tool("bash", {"command": "ls"}, "a.txt").assistant("two").end_turn()
    return log.compaction("summary", keep=0).user("three").assistant("four").end_turn()


def records_of(log: LogBuilder) -> Records:
    return Records(MemoryLog.of(log))


def naive_standings(log: LogBuilder) -> dict[int, Standing]:
    nodes: list[int] = []
    found = {event["seq"]: Standing.LOG_ONLY for event in log.events}
    for event in log.events:
        op = event.get("surfaceOp")
        if op is None:
            continue
        found[event["seq"]] = Standing.CURRENT
        if op == "append":
            nodes.append(event["seq"])
            continue
        first, last = nodes.index(op["start"]), nodes.index(op["end"])
        for shadowed in nodes[first : last + 1]:
            found[shadowed] = Standing.SHADOWED
        nodes[first : last + 1] = [event["seq"]]
    return found


@given(logs())
def test_every_event_has_one_record_with_its_standing(log: LogBuilder) -> None:
    due = naive_standings(log)
    records = records_of(log)
    found = list(records.all())
    assert [record.seq for record in found] == list(range(len(log.events)))
    for record, event in zip(found, log.events, strict=True):
        assert (record.type, record.time, record.surface) == (event["type"], event["time"], due[record.seq])
        assert records.find(record.seq) == record


@given(logs())
def test_filters_give_what_a_plain_walk_gives(log: LogBuilder) -> None:
    records = records_of(log)
    everything = list(records.all())
    for wanted in (
        EventFilter(types=frozenset({"user/message", "tool/result"})),
        EventFilter(types=frozenset({"assistant/chunk"})),
        EventFilter(surface=frozenset({Standing.CURRENT})),
        EventFilter(surface=frozenset({Standing.SHADOWED, Standing.LOG_ONLY}), seqs=((3, 20), (40, 50))),
        EventFilter(times=((log.events[0]["time"], log.events[0]["time"] + 30),))
        if log.events
        else EventFilter(),
        EventFilter(types=frozenset()),
    ):
        due = [r for r in everything if wanted.accepts(r.seq, r.type, r.time, r.surface)]
        assert list(records.all(wanted)) == due


def test_records_of_surface_events_read_no_row() -> None:
    memory = MemoryLog.of(compacted())
    records = Records(memory)
    assert list(records.all(EventFilter(surface=frozenset({Standing.CURRENT, Standing.SHADOWED}))))
    assert memory.rows_read == 0


def test_text_is_found_whatever_its_case_and_spaces() -> None:
    log = LogBuilder().user("List  the\nFiles").assistant("No files here").end_turn()
    records = records_of(log)
    types = [record.type for record in records.all(EventFilter(text=("list the files",)))]
    assert types == ["user/message"]
    assert len(list(records.all(EventFilter(text=("FILES",))))) == 2
    assert list(records.all(EventFilter(text=(" ",)))) == []


def test_a_window_holds_the_neighbours_that_exist() -> None:
    log = compacted()
    records = records_of(log)
    window = records.window(2, before=50, after=3)
    assert (window.start_seq, window.end_seq) == (0, 5)
    assert list(window.events) == log.events[:6]
    assert window.target == log.events[2]


def test_a_window_reaches_into_packed_rows() -> None:
    log = LogBuilder().user("x").stream(["a", "b", "c", "d", "e"]).assistant().end_turn()
    middle = next(e["seq"] for e in log.events if e["type"] == "assistant/chunk") + 3
    window = records_of(log).window(middle, before=1, after=1)
    assert list(window.events) == log.events[middle - 1 : middle + 2]


@pytest.mark.parametrize(("before", "after"), [(51, 0), (0, 51), (-1, 0)])
def test_a_window_has_at_most_50_events_on_a_side(before: int, after: int) -> None:
    with pytest.raises(QueryFault) as fault:
        records_of(compacted()).window(0, before, after)
    assert fault.value.code == "SESSION_QUERY_INVALID_WINDOW"


def test_an_event_that_is_not_there_is_not_found() -> None:
    for seq in (-1, 10_000):
        with pytest.raises(QueryFault) as fault:
            records_of(compacted()).find(seq)
        assert fault.value.code == "SESSION_QUERY_EVENT_NOT_FOUND"


def test_a_trace_says_what_replaced_an_event_and_what_stands_there_now() -> None:
    log = compacted()
    first = next(e["seq"] for e in log.events if e["type"] == "user/message")
    checkpoint = next(e for e in log.events if isinstance(e.get("surfaceOp"), dict))
    log.compaction("again", keep=0)
    second = [e for e in log.events if isinstance(e.get("surfaceOp"), dict)][-1]
    trace = trace_event(MemoryLog.of(log), first)
    assert trace.target.surface is Standing.SHADOWED
    assert trace.replaced_by == checkpoint["seq"]
    assert trace.replacement_chain == (checkpoint["seq"], second["seq"])
    there = trace_event(MemoryLog.of(log), checkpoint["seq"])
    assert first in there.replaced_event_seqs
    assert there.source_event_seqs == tuple(checkpoint["sourceEventSeqs"])


def test_a_trace_names_the_later_events_that_cite_it_directly() -> None:
    log = LogBuilder().user("x").tool("bash", {}, "out").assistant("y").end_turn()
    call = log.last("tool/call")["seq"]
    trace = trace_event(MemoryLog.of(log), call)
    assert trace.derived_event_seqs == (log.last("tool/result")["seq"],)
    assert (trace.replaced_by, trace.replacement_chain, trace.source_event_seqs) == (None, (), ())
    chunk = next(e["seq"] for e in log.events if e["type"] == "assistant/chunk")
    answer = next(e["seq"] for e in log.events if e["type"] == "assistant/message")
    assert trace_event(MemoryLog.of(log), chunk).derived_event_seqs == (answer,)


def test_a_trace_reads_cited_runs_as_the_events_that_they_name() -> None:
    log = LogBuilder().user("x").assistant("y" * 40).end_turn()
    answer = log.last("assistant/message")
    cited = answer["sourceEventSeqs"]
    answer["sourceEventSeqs"] = [[cited[0], cited[-2]], cited[-1]]
    memory = MemoryLog.of(log)
    for seq in cited:
        assert trace_event(memory, seq).derived_event_seqs == (answer["seq"],)
    assert trace_event(memory, answer["seq"]).source_event_seqs == tuple(cited)


@given(logs())
def test_sources_and_derived_events_are_the_same_links_from_both_ends(log: LogBuilder) -> None:
    memory = MemoryLog.of(log)
    for event in log.events:
        for source in event.get("sourceEventSeqs", ())[:2]:
            assert event["seq"] in trace_event(memory, source).derived_event_seqs


@given(logs() | open_logs())
def test_totals_from_the_index_are_those_of_a_walk_over_every_event(log: LogBuilder) -> None:
    statistics, usage = StatisticsFold(), UsageFold()
    for event in log.events:
        statistics.apply(event)
        usage.apply(event)
    usage.settle()
    totals = session_totals(MemoryLog.of(log))
    assert totals.statistics == statistics.statistics
    assert (totals.owned, totals.inherited, totals.compaction) == (
        usage.owned,
        usage.inherited,
        usage.compaction,
    )


def test_totals_of_a_fork_tell_owned_from_inherited() -> None:
    parent = LogBuilder("parent").user("a").assistant("b").end_turn()
    child = parent.fork("child").user("c").assistant("d").end_turn()
    totals = session_totals(MemoryLog.of(child))
    assert totals.inherited == session_totals(MemoryLog.of(parent)).owned
    assert totals.owned.samples > 0


def read_of(log: LogBuilder, events: list[Json]) -> MemoryLog:
    return MemoryLog([encode(log.header), *map(encode, events)])


def test_one_event_has_the_message_id_that_it_has_in_the_whole_log() -> None:
    log = pruned_twice()
    memory = read_of(log, log.events)
    whole = list(memory.dialect.events(memory.rows(0, len(log.events)), log.id))
    results = [event for event in whole if event["type"] == "tool/result"]
    assert len({event["data"]["message"]["id"] for event in results}) == 1
    for event in whole:
        assert Records(memory).event(event["seq"]) == event
    last = results[-1]["seq"]
    assert Records(memory).window(last, 2, 1).events == tuple(whole[last - 2 : last + 2])


@pytest.mark.parametrize("seed", range(0, 24, 4))
def test_a_window_of_an_old_log_is_a_piece_of_the_whole(seed: int) -> None:
    log = hard_log(seed)
    memory = read_of(log, aged(log.events, seed))
    whole = list(memory.dialect.events(memory.rows(0, len(log.events)), log.id))
    records = Records(memory)
    for seq in range(0, len(whole), max(1, len(whole) // 20)):
        window = records.window(seq, 3, 3)
        assert window.events == tuple(whole[window.start_seq : window.end_seq + 1])


def test_a_result_is_followed_back_once_and_never_forwards() -> None:
    log = pruned_twice()
    last = log.last("tool/result")
    for text in range(200):
        op = {"op": "replace", "start": last["seq"], "end": last["seq"]}
        data = {**last["data"], "content": [{"type": "text", "text": str(text)}]}
        log.log("tool/result", data, sourceEventSeqs=[last["seq"]], surfaceOp=op)
        last = log.last("tool/result")
    memory = read_of(log, log.events)
    records = Records(memory)
    memory.rows_read = 0
    found = [
        event["data"]["message"]["id"]
        for event in records.window(last["seq"], 50).events
        if event["type"] == "tool/result"
    ]
    assert len(set(found)) == 1
    assert memory.rows_read <= 203 + 51
    last["surfaceOp"] = {"op": "replace", "start": last["seq"] + 1, "end": last["seq"] + 1}
    own = Records(read_of(log, log.events)).event(last["seq"])["data"]["message"]["id"]
    assert own == f"legacy-message:{log.id}:{last['seq'] + 1}"
