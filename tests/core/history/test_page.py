"""A page is what its definition says, whatever the log (spec 02 section 1.3 with bounds)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from logs import LogBuilder
from memory_log import MemoryLog
from strategies import logs, open_logs

from sessionlog.history.loader import page_of
from sessionlog.history.page import ATTEMPT_LIMITS
from sessionlog.model.errors import UserError
from sessionlog.model.page import Bounds, Page, Place

WIDE = Bounds(1000, 1 << 40, 1 << 40)


@dataclass
class _Naive:
    """The definition, spelled out on every event of a log that is stored one event a line."""

    events: list[dict[str, Any]]
    sizes: list[int]

    def __post_init__(self) -> None:
        self.groups = [self._group(event) for event in self.events]

    def _group(self, event: dict[str, Any]) -> int:
        cited = [
            seq
            for seq in event.get("sourceEventSeqs", ())
            if self.events[seq]["type"] == "assistant/chunk"
            and self._place(self.events[seq]) == self._place(event)
        ]
        return min([event["seq"], *cited])

    @staticmethod
    def _place(event: dict[str, Any]) -> tuple[object, object]:
        return event["data"].get("turn"), event["data"].get("step")

    def page(self, before: int, bounds: Bounds) -> Page:
        closed: set[int] = set()  # seqs at which no page may begin
        cited: set[int] = set()
        for event in self.events[:before]:
            if event["type"] == "assistant/message":
                first = self.groups[event["seq"]]
                closed |= set(range(first + 1, event["seq"] + 1))
                cited |= set(range(first, event["seq"]))
        chunks = {e["seq"] for e in self.events[:before] if e["type"] == "assistant/chunk"}
        for attempt in self._attempts(before, chunks - cited):
            closed |= set(range(attempt[0] + 1, attempt[-1] + 1))
        low, messages, size, events = before, 0, 0, 0
        while low > 0:
            cut = low - 1
            while cut in closed:
                cut -= 1
            unit = [seq for seq in range(cut, low) if seq not in cited & chunks]
            unit_bytes = sum(self.sizes[seq] for seq in unit)
            over_bytes = size + unit_bytes > bounds.max_bytes
            over_events = events + len(unit) > bounds.max_events
            if low < before and (over_bytes or over_events):
                return self._made(low, before, messages, size, events, "bytes" if over_bytes else "events")
            low, size, events = cut, size + unit_bytes, events + len(unit)
            messages += sum(self._counts(self.events[seq]) for seq in unit)
            if over_bytes or over_events:
                return self._made(low, before, messages, size, events, "group")
            if messages >= bounds.messages and low > 0:
                return self._made(low, before, messages, size, events, "messages")
        return self._made(low, before, messages, size, events, "start")

    def _attempts(self, before: int, uncited: set[int]) -> list[list[int]]:
        made: list[list[int]] = []
        current: list[int] | None = None
        for event in self.events[:before]:
            if event["seq"] in uncited:
                place = self._place(self.events[current[-1]]) if current else None
                if current is None or place != self._place(event):
                    made.append(current := [])
                current.append(event["seq"])
                if event["data"]["chunk"]["type"] == "finish":
                    current = None
            elif event["type"] in ATTEMPT_LIMITS:
                current = None
        return made

    @staticmethod
    def _counts(event: dict[str, Any]) -> bool:
        return event["type"] in ("user/message", "assistant/message") and event["surfaceOp"] == "append"

    @staticmethod
    def _made(low: int, before: int, messages: int, size: int, events: int, ended_by: str) -> Page:
        return Page(low, before - 1, low > 0, messages, size, events, ended_by)


bounds = st.builds(
    Bounds,
    st.integers(1, 6),
    st.sampled_from([1, 400, 1500, 6000, 1 << 40]),
    st.sampled_from([1, 5, 20, 100, 1 << 40]),
)


@given(st.one_of(logs(), open_logs()), bounds)
def test_pages_follow_the_definition_down_to_the_start(log: LogBuilder, bounds: Bounds) -> None:
    lines = log.lines(packed=False)
    naive = _Naive(log.events, [len(line) for line in lines[1:]])
    memory = MemoryLog(lines)
    before = len(log.events)
    while before > 0:
        _, page = page_of(memory, Place(0, before), bounds)
        assert page == naive.page(before, bounds)
        before = page.from_seq


@given(st.one_of(logs(), open_logs()), st.data())
def test_packing_changes_no_cut(log: LogBuilder, data: st.DataObject) -> None:
    before = data.draw(st.integers(0, len(log.events)))
    wanted = Bounds(data.draw(st.integers(1, 6)), 1 << 40, data.draw(st.sampled_from([5, 20, 1 << 40])))
    plain = page_of(MemoryLog.of(log, packed=False), Place(0, before), wanted)[1]
    packed = page_of(MemoryLog.of(log), Place(0, before), wanted)[1]
    assert (packed.from_seq, packed.to_seq, packed.events) == (plain.from_seq, plain.to_seq, plain.events)


def test_a_page_reads_index_entries_and_no_row() -> None:
    log = LogBuilder()
    for number in range(40):
        log.user(f"Question {number}").assistant("Answer " * 200).end_turn()
    memory = MemoryLog.of(log)
    page = page_of(memory, None, Bounds(4))[1]
    assert page.messages == 4
    assert memory.rows_read == 0
    assert memory.entries_read < 60


def test_an_answer_of_hundreds_of_thousands_of_chunks_costs_its_message() -> None:
    log = LogBuilder()
    log.user("Go").stream(["x"] * 30_000).assistant().end_turn()
    page = page_of(MemoryLog.of(log), None)[1]
    assert (page.ended_by, page.messages) == ("start", 2)
    assert page.events < 20


def test_cited_seqs_that_are_no_chunks_of_the_step_move_no_cut() -> None:
    log = LogBuilder()
    log.user("One").assistant("First").end_turn()
    log.user("Two").assistant("Second").end_turn()
    message = log.last("assistant/message")
    message["sourceEventSeqs"] = [0, 1, *message["sourceEventSeqs"]]
    page = page_of(MemoryLog.of(log), None, Bounds(1))[1]
    assert page.from_seq == message["sourceEventSeqs"][2]


def test_a_group_over_the_bound_is_the_page_alone() -> None:
    log = LogBuilder()
    log.user("One").assistant("small").end_turn()
    log.user("Two").retry("x" * 3000).assistant("fine").end_turn()
    memory = MemoryLog.of(log)
    before, ends = len(log.events), []
    while before > 0:
        page = page_of(memory, Place(0, before), Bounds(50, 1000))[1]
        ends.append(page.ended_by)
        assert page.bytes <= 1000 or page.ended_by == "group"
        before = page.from_seq
    assert "group" in ends


@pytest.mark.parametrize("messages", [0, -1, 1001])
def test_bounds_outside_their_limits_are_refused(messages: int) -> None:
    with pytest.raises(UserError, match="1 to 1,000 messages"):
        Bounds(messages)


def test_an_empty_log_has_an_empty_page() -> None:
    assert page_of(MemoryLog.of(LogBuilder()), None)[1] == Page(0, -1, False, 0, 0, 0, "start")
