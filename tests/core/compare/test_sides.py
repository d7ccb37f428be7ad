"""One side of a comparison: the nodes of the whole log, read page by page from a seq on."""

from __future__ import annotations

import pytest
from hard_logs import hard_log
from hypothesis import given, settings
from hypothesis import strategies as st
from logs import LogBuilder
from memory_log import MemoryLog
from nodes import nodes_of
from strategies import damaged_logs, logs

from sessionlog.compare.item import Item, is_compared, item_of, node_text
from sessionlog.compare.side import CompareCancelled, read_items, read_text
from sessionlog.model.page import Bounds

SMALL = Bounds(messages=1)


def whole(log: MemoryLog) -> list[Item]:
    return [item_of(node) for node in nodes_of(log, live=False) if is_compared(node)]


@settings(max_examples=40, deadline=None)
@given(log=logs(max_turns=3), messages=st.integers(1, 4))
def test_pages_of_any_size_give_the_items_of_the_whole_log(log: LogBuilder, messages: int) -> None:
    assert read_items(MemoryLog.of(log), bounds=Bounds(messages)) == whole(MemoryLog.of(log))


@pytest.mark.parametrize("seed", range(6))
def test_hard_logs_too(seed: int) -> None:
    lines = hard_log(seed).lines()
    assert read_items(MemoryLog(lines), bounds=SMALL) == whole(MemoryLog(lines))


@settings(max_examples=25, deadline=None)
@given(damaged=damaged_logs())
def test_islands_of_a_damaged_log_are_read_once_and_in_order(damaged) -> None:
    log = MemoryLog(damaged.lines)
    items = read_items(log, bounds=SMALL)
    assert items == read_items(MemoryLog(damaged.lines))
    assert [item.part for item in items] == sorted(item.part for item in items)
    keys = [item.key for item in items]
    assert len(keys) == len(set(keys))


def test_only_what_lies_behind_the_seq_is_read() -> None:
    log = LogBuilder()
    for number in range(400):
        log.user(f"Question {number}").assistant(f"Answer {number}").end_turn()
    memory = MemoryLog.of(log)
    last_turn = max(event["seq"] for event in log.events if event["type"] == "turn/start")
    items = read_items(memory, last_turn, bounds=Bounds(messages=4))
    assert [item.preview for item in items] == ["Question 399", "Answer 399"]
    assert memory.entries_read < 200


@settings(max_examples=25, deadline=None)
@given(log=logs(max_turns=3), data=st.data())
def test_every_text_is_found_again(log: LogBuilder, data: st.DataObject) -> None:
    memory = MemoryLog.of(log)
    nodes = {node.key: node for node in nodes_of(MemoryLog.of(log), live=False)}
    items = read_items(memory)
    if items:
        item = data.draw(st.sampled_from(items))
        assert read_text(memory, item) == node_text(nodes[item.key])


def test_a_message_that_is_gone_is_said() -> None:
    here, other = LogBuilder("a").user("Hi").assistant("Yes").end_turn(), LogBuilder("b").user("Hi")
    item = read_items(MemoryLog.of(here))[-1]
    with pytest.raises(Exception, match="not in its session"):
        read_text(MemoryLog.of(other), item)


def test_reading_can_be_stopped_between_pages() -> None:
    log = LogBuilder().user("Hi").assistant("Yes").end_turn()
    with pytest.raises(CompareCancelled):
        read_items(MemoryLog.of(log), cancel=lambda: True)


def test_an_item_says_the_same_wherever_it_stands() -> None:
    """Seqs, turns, times and ids are not what a message says."""
    early = LogBuilder("a").user("Do it").assistant("Done", thinking="Hm").end_turn()
    late = LogBuilder("b").user("First").assistant("Other").end_turn()
    late.wait(5_000).user("Do it").assistant("Done", thinking="Hm").end_turn()
    ours, theirs = read_items(MemoryLog.of(early)), read_items(MemoryLog.of(late))
    assert [item.digest for item in theirs[-2:]] == [item.digest for item in ours]
    assert ours[0].seq != theirs[-2].seq


def test_a_long_text_is_kept_as_its_beginning() -> None:
    log = LogBuilder().user("x" * 500_000).assistant("Yes").end_turn()
    (prompt, _) = read_items(MemoryLog.of(log))
    assert prompt.chars == 500_000
    assert len(prompt.preview) < 1_000
