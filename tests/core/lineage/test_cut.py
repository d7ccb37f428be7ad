"""Where a fork cuts: the core's exact rule, the host's rule of whole turns, and the two quirks mended."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from logs import LogBuilder
from memory_log import MemoryLog
from strategies import forks, logs, open_logs

from sessionlog.lineage.cut import Cut, ForkRefused, check_core_fork, core_cut, host_cut
from sessionlog.model.inbox import InboxFold

Json = dict[str, Any]


def cut_of(log: LogBuilder, at: int | None = None) -> Cut:
    return host_cut(MemoryLog.of(log), at)


def refused(log: LogBuilder, at: int | None = None) -> str:
    with pytest.raises(ForkRefused) as refusal:
        cut_of(log, at)
    assert refusal.value.remedy
    return refusal.value.code


def core_refusal(log: LogBuilder, boundary: Any) -> str:
    with pytest.raises(ForkRefused) as refusal:
        core_cut(MemoryLog.of(log), boundary)
    return refusal.value.code


def seqs_of(log: LogBuilder, kind: str) -> list[int]:
    return [event["seq"] for event in log.events if event["type"] == kind]


def two_turns() -> LogBuilder:
    log = LogBuilder().user("one").assistant("1").end_turn()
    return log.user("two").assistant("2").end_turn()


def test_an_anchor_in_a_turn_takes_the_whole_turn() -> None:
    log = two_turns()
    first, second = seqs_of(log, "turn/end")
    for event in log.events:
        kind, seq = event["type"], event["seq"]
        if kind == "assistant/message":
            assert cut_of(log, seq).boundary == (first if seq < first else second)
    assert cut_of(log, seqs_of(log, "turn/start")[0]).boundary == first
    assert cut_of(log, first).boundary == first


def test_an_anchor_in_the_open_turn_is_refused_and_never_falls_back() -> None:
    log = two_turns().user("three").stream("so f")
    assert refused(log, len(log.events) - 1) == "fork-unavailable"
    assert refused(log, seqs_of(log, "turn/start")[2]) == "fork-unavailable"


def test_without_an_anchor_or_past_the_end_the_last_completed_turn_is_taken() -> None:
    log = two_turns().user("three").stream("so f")
    last = seqs_of(log, "turn/end")[-1]
    assert cut_of(log).boundary == cut_of(log, 10**9).boundary == last
    assert cut_of(log, len(log.events)).boundary == last


@pytest.mark.parametrize(
    "reason",
    ["completed", "blocked", "max-tokens", "interrupted", {"kind": "aborted", "reason": {"kind": "user"}}],
)
def test_every_way_in_which_a_turn_ends_counts(reason: Any) -> None:
    log = LogBuilder().turn().end_turn(reason)
    assert cut_of(log, 0).boundary == log.last("turn/end")["seq"]


def test_a_log_without_a_completed_turn_cannot_be_forked() -> None:
    assert refused(LogBuilder()) == "fork-unavailable"
    assert refused(LogBuilder().user("hi").stream("x")) == "fork-unavailable"


def test_standalone_events_after_the_turn_are_inherited_with_it() -> None:
    log = LogBuilder(inbox=False).user("one").assistant("1").end_turn()
    log.title("Mine")
    log.log("feedback/record", {"text": "ok"})
    cut = cut_of(log.user("two").assistant("2").end_turn(), 0)
    assert cut.events == seqs_of(log, "turn/start")[1]
    assert cut.events == seqs_of(log, "feedback/record")[0] + 1


def test_an_anchor_between_turns_takes_the_turn_before_it_which_inherits_it() -> None:
    """The reference takes the turn after it, and so more than was asked for."""
    log = LogBuilder(inbox=False).user("one").assistant("1").end_turn()
    title = log.title("Mine").last("session/title")["seq"]
    log.user("two").assistant("2").end_turn()
    assert cut_of(log, title) == Cut(title + 1, seqs_of(log, "turn/end")[0])


def test_an_anchor_after_the_last_turn_takes_that_turn() -> None:
    """The reference refuses it although no turn is open."""
    log = LogBuilder().user("one").assistant("1").end_turn()
    title = log.title("Mine").last("session/title")["seq"]
    assert cut_of(log, title) == Cut(title + 1, log.last("turn/end")["seq"])


def test_an_anchor_before_the_first_turn_takes_the_first_turn() -> None:
    log = two_turns()
    assert log.events[0]["type"] == "agent/inbox/spliced"
    assert cut_of(log, 0).boundary == seqs_of(log, "turn/end")[0]


def test_a_fork_never_inherits_the_prompt_that_waits_for_the_next_turn() -> None:
    """The reference copies it, and the child runs its parent's next prompt before its own."""
    log = two_turns()
    end = seqs_of(log, "turn/end")[0]
    prompt = next(seq for seq in seqs_of(log, "agent/inbox/spliced") if seq > end)
    assert cut_of(log, end) == Cut(prompt, end, withheld=prompt)


def test_an_anchor_on_that_prompt_belongs_to_the_turn_that_it_starts() -> None:
    log = two_turns()
    first, second = seqs_of(log, "turn/end")
    prompt = next(seq for seq in seqs_of(log, "agent/inbox/spliced") if seq > first)
    assert cut_of(log, prompt).boundary == second


def test_a_prompt_that_waits_at_the_end_has_no_turn_to_take() -> None:
    log = LogBuilder().user("one").assistant("1").end_turn()
    message = {"id": "w", "role": "user", "content": [], "source": {"kind": "user"}}
    waiting = log.log("agent/inbox/spliced", {"target": "next-turn", "start": 0, "inserted": [message]})
    assert refused(log, waiting) == "fork-unavailable"
    assert cut_of(log) == Cut(waiting, log.last("turn/end")["seq"], withheld=waiting)


def test_the_core_takes_an_exact_seq_outside_an_open_turn() -> None:
    log = two_turns()
    first = seqs_of(log, "turn/end")[0]
    memory = MemoryLog.of(log)
    assert core_cut(memory, first) == Cut(first + 1)
    assert core_cut(memory).events == len(log.events)
    assert core_refusal(log, first - 1) == "OPEN_TURN"
    assert core_refusal(log, seqs_of(log, "turn/start")[1]) == "OPEN_TURN"


def test_the_core_keeps_an_older_boundary_available_while_a_turn_is_open() -> None:
    log = two_turns().user("three").stream("x")
    assert core_refusal(log, None) == "OPEN_TURN"
    assert core_cut(MemoryLog.of(log), seqs_of(log, "turn/end")[1]).boundary is None


@pytest.mark.parametrize("boundary", [-1, 10**6, 1.5, True, "3"])
def test_the_core_refuses_what_is_no_event(boundary: Any) -> None:
    assert core_refusal(two_turns(), boundary) == "INVALID_BOUNDARY"


def test_an_empty_log_gives_an_empty_child() -> None:
    assert core_cut(MemoryLog.of(LogBuilder())) == Cut(0)
    assert core_refusal(LogBuilder(), 0) == "INVALID_BOUNDARY"


def test_the_core_checks_the_live_sessions_in_order() -> None:
    parent, other = object(), object()
    live = {"parent": parent}
    check_core_fork("child", "parent", parent, live)
    for child, source_id, source, code in (
        ("parent", "nobody", other, "SESSION_ALREADY_EXISTS"),
        ("child", "nobody", other, "SESSION_NOT_FOUND"),
        ("child", "parent", other, "SESSION_NOT_LIVE"),
    ):
        with pytest.raises(ForkRefused) as refusal:
            check_core_fork(child, source_id, source, live)
        assert refusal.value.code == code


def naive_extents(events: list[Json]) -> list[tuple[int, int, int | None]]:
    """Turns as (first seq of the extent, cut, seq of its turn/end), by one walk over all events."""
    extents: list[tuple[int, int, int | None]] = []
    first, end = 0, None
    for event in events:
        kind, seq = event["type"], event["seq"]
        prompt = kind == "agent/inbox/spliced" and event["data"]["inserted"]
        if end is not None and (kind == "turn/start" or prompt):
            extents.append((first, seq, end))
            first, end = seq, None
        if kind == "turn/end":
            end = seq
    if end is not None or first < len(events):
        extents.append((first, len(events), end))
    return extents


@given(st.one_of(logs(), open_logs(), forks().map(lambda pair: pair[1])))
def test_every_anchor_of_a_log_is_cut_as_one_walk_over_all_events_says(log: LogBuilder) -> None:
    memory = MemoryLog.of(log)
    for first, limit, end in naive_extents(log.events):
        for at in range(first, limit):
            if end is None:
                assert refused(log, at) == "fork-unavailable"
            else:
                cut = host_cut(memory, at)
                assert (cut.events, cut.boundary) == (limit, end)


@given(st.one_of(logs(), open_logs()))
def test_a_host_cut_is_one_that_the_core_would_allow_and_leaves_no_new_prompt_waiting(
    log: LogBuilder,
) -> None:
    memory = MemoryLog.of(log)
    try:
        cut = host_cut(memory)
    except ForkRefused:
        return
    assert core_cut(memory, cut.events - 1) == Cut(cut.events)
    inbox = InboxFold()
    for event in log.events[: cut.events]:
        inbox.apply(event)
    assert cut.boundary is not None
    inherited = [
        event["data"]["inserted"]
        for event in log.events[cut.boundary : cut.events]
        if event["type"] == "agent/inbox/spliced"
    ]
    assert not any(inherited)
