"""Whatever is folded over a log comes to the same in one go, in pieces, from a suffix, and while it grows."""

from __future__ import annotations

from typing import Any

import pytest
from folds import FOLDS, ID, Closers, Fold, Log
from hard_logs import hard_log
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule
from later_logs import LaterLog
from logs import LogBuilder
from memory_log import MemoryLog
from nodes import nodes_of
from strategies import forks, logs, open_logs

from sessionlog.conversation.assembler import Assembler
from sessionlog.conversation.node import Node, Splice
from sessionlog.history.loader import load_page, load_rows_after
from sessionlog.model.attempts import fold_attempts
from sessionlog.model.faces import closers_of_log, suffix
from sessionlog.model.page import Bounds
from sessionlog.model.statistics import UsageFold
from sessionlog.query.records import Records


@st.composite
def later_logs(draw: st.DrawFn) -> Log:
    """A log of generation 2 to 4, whose answers hold their streams."""
    log = LaterLog(draw(st.sampled_from([2, 3, 4])), ID)
    usage = {"inputTokens": 3, "outputTokens": 2}
    failed = {"kind": "error", "failure": {"message": "x", "code": "SERVER"}}
    acts: dict[str, Any] = {
        "answer": lambda: log.answer(["", "one ", "two"], usage),
        "retry": lambda: log.retry(["par", "tial"]),
        "call": lambda: log.call("bash", '{"command":"ls"}', "a.txt"),
        "open call": lambda: log.call("bash", "{}", None),
        "attempt": lambda: log.attempt(["half"], failed, usage),
        "interrupted": lambda: log.answer(["cut"], interrupted=True),
        "next": log.next_step,
    }
    for _ in range(draw(st.integers(1, 3))):
        log.begin("Go")
        for step in draw(st.lists(st.sampled_from(sorted(acts)), min_size=1, max_size=4)):
            acts[step]()
        if draw(st.booleans()):
            log.end()
    return Log(log.generation, log.header, log.rows)


def of_builder(log: LogBuilder) -> Log:
    return Log(0, {**log.header, "id": ID}, log.events)


any_log = st.one_of(
    st.integers(0, 9_999).map(lambda seed: of_builder(hard_log(seed))),
    logs().map(of_builder),
    open_logs().map(of_builder),
    forks().map(lambda pair: of_builder(pair[1])),
    later_logs(),
)


class AGrowingLog(RuleBasedStateMachine):
    """A log that is written in batches while every fold goes with it, and a window onto it stays open."""

    @initialize(log=any_log, messages=st.integers(1, 5))
    def begin(self, log: Log, messages: int) -> None:
        self.log, self.end = log, 0
        self.folds = [made(log) for made in FOLDS if log.generation in made.generations]
        self.memory = MemoryLog(log.memory(0).header.raw.split(b"\n"))
        self.bounds = Bounds(messages)
        self.reopen()

    @precondition(lambda self: self.end < len(self.log.events))
    @rule(count=st.integers(1, 25), packed=st.booleans())
    def grow(self, count: int, packed: bool) -> None:
        """A batch is packed by itself, so that the same events stand in other rows than in the whole."""
        end = min(self.end + count, len(self.log.events))
        for line in self.log.lines(self.end, end, packed=packed):
            self.memory.add_line(line)
        for row in self.log.rows(self.end, end, packed=packed):
            for fold in self.folds:
                fold.feed(row)
        self.end = end
        rows = load_rows_after(self.memory, self.window.end)
        if rows is not None:
            self.show(self.window.append(rows))

    @rule()
    def pause(self) -> None:
        for fold in self.folds:
            fold.pause()

    @rule()
    def compare(self) -> None:
        for fold in self.folds:
            assert fold.result() == type(fold).whole(self.log, self.end), type(fold).__name__

    @rule()
    def reopen(self) -> None:
        self.window = Assembler(self.memory.dialect, ID)
        self.shown: list[Node] = []
        self.show(self.window.replace(load_page(self.memory, None, self.bounds)))

    @rule()
    def page_up(self) -> None:
        page = load_page(self.memory, self.window.start, self.bounds)
        if page.start != self.window.start:
            self.show(self.window.prepend(page))

    @rule()
    def look(self) -> None:
        """What is shown is the last part of what a window over everything shows."""
        known = {node.key: node for node in nodes_of(self.memory)}
        assert [known.get(node.key) for node in self.shown] == self.shown

    def show(self, splices: list[Splice]) -> None:
        for splice in splices:
            self.shown[splice.index : splice.index + splice.removed] = splice.nodes
        assert self.shown == list(self.window.nodes)

    def teardown(self) -> None:
        if hasattr(self, "log"):
            self.compare()
            self.look()


AGrowingLog.TestCase.settings = settings(
    max_examples=20, stateful_step_count=15, deadline=None, suppress_health_check=list(HealthCheck)
)
TestAGrowingLog = AGrowingLog.TestCase


@settings(max_examples=12)
@pytest.mark.parametrize("made", FOLDS, ids=[made.__name__ for made in FOLDS])
@given(log=any_log, cuts=st.lists(st.integers(0, 200), max_size=4), packed=st.booleans())
def test_pieces_give_the_whole_of_every_prefix(
    made: type[Fold], log: Log, cuts: list[int], packed: bool
) -> None:
    if log.generation not in made.generations:
        return
    fold, begun = made(log), 0
    for end in sorted({*(min(cut, len(log.events)) for cut in cuts), len(log.events)}):
        for row in log.rows(begun, end, packed=packed):
            fold.feed(row)
        fold.pause()
        assert fold.result() == made.whole(log, end)
        begun = end


@given(log=any_log, first=st.integers(0, 200), width=st.integers(0, 50))
def test_a_suffix_and_a_window_are_parts_of_the_whole(log: Log, first: int, width: int) -> None:
    memory, first = log.memory(), min(first, max(len(log.events) - 1, 0))
    assert list(suffix(memory, first)) == log.events[first:]
    if log.events:
        window = Records(memory).window(first, width, width)
        assert [event["seq"] for event in window.events] == list(range(window.start_seq, window.end_seq + 1))
        assert [_seen(event) for event in window.events] == [
            _seen(event) for event in log.events[window.start_seq : window.end_seq + 1]
        ]


@given(log=any_log)
def test_what_ends_with_its_turn_needs_no_more_than_its_turns(log: Log) -> None:
    """Attempts and closers from any turn's start on are those that the whole log has of it."""
    whole = list(fold_attempts(log.rows(), log.dialect, ID))
    for event in log.events:
        if event["type"] == "turn/start":
            since = fold_attempts(log.rows(event["seq"]), log.dialect, ID)
            assert list(since) == [one for one in whole if one.first_seq > event["seq"]]
    assert closers_of_log(log.memory()) == Closers.whole(log, len(log.events))


@given(log=any_log, cut=st.integers(0, 200))
def test_what_was_inherited_and_what_is_owned_add_up_wherever_the_cut_is(log: Log, cut: int) -> None:
    apart, together = UsageFold(cut), UsageFold()
    for event in log.events:
        apart.apply(event)
        together.apply(event)
    apart.settle()
    together.settle()
    assert apart.owned + apart.inherited == together.owned
    assert apart.compaction == together.compaction


def _seen(event: Any) -> Any:
    """An event without its stream, which a window leaves out."""
    data = event["data"]
    return {**event, "data": {name: data[name] for name in data if name != "stream"}}
