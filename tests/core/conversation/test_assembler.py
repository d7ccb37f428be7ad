"""The conversation is the same whichever way its window was loaded (seeds: client convergence)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from logs import LogBuilder
from memory_log import MemoryLog
from strategies import Damaged, damaged_logs, logs, open_logs

from sessionlog.conversation.assembler import Assembler
from sessionlog.conversation.blocks import blocks_of
from sessionlog.conversation.facts import BLOCK_FACTS, NODE_FACTS, SECTION_FACTS
from sessionlog.conversation.node import MAX_BLOCK_CHARS, MAX_BLOCK_LINES, Node, NodeKind, Splice
from sessionlog.history.loader import load_page, load_rows_after
from sessionlog.model.page import Bounds, Place

WHOLE = Bounds(1000, 1 << 40, 1 << 40)
any_log = st.one_of(logs(), open_logs()).map(LogBuilder.lines)
any_lines = st.one_of(any_log, damaged_logs().map(lambda damaged: damaged.lines))
slow = settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def assembler(log: MemoryLog, *, live: bool = True) -> Assembler:
    return Assembler(log.dialect, log.header.id, live=live)


def whole(log: MemoryLog, *, live: bool = True) -> list[Node]:
    """Every part loaded with one page each."""
    made = assembler(log, live=live)
    made.replace(load_page(log, None, WHOLE))
    while (page := load_page(log, made.start, WHOLE)).page.to_seq >= page.page.from_seq or page.gap_before:
        if page.start == made.start:
            break
        made.prepend(page)
    return list(made.nodes)


def apply(mirror: list[Node], splices: Sequence[Splice]) -> None:
    for splice in splices:
        mirror[splice.index : splice.index + splice.removed] = splice.nodes


def every(nodes: Sequence[Node]) -> Iterator[Node]:
    for node in nodes:
        yield node
        yield from every(node.children)


def page_up(log: MemoryLog, made: Assembler, bounds: Bounds, mirror: list[Node]) -> None:
    while made.start is not None:
        page = load_page(log, made.start, bounds)
        if page.start == made.start:
            return
        apply(mirror, made.prepend(page))


@slow
@given(any_lines, st.integers(1, 5), st.sampled_from([300, 2000, 1 << 40]))
def test_paging_up_gives_the_nodes_of_the_whole(lines: list[bytes], messages: int, size: int) -> None:
    log = MemoryLog(lines)
    made, mirror, bounds = assembler(log), [], Bounds(messages, size)
    apply(mirror, made.replace(load_page(log, None, bounds)))
    page_up(log, made, bounds, mirror)
    assert mirror == list(made.nodes)
    assert mirror == whole(log)


@slow
@given(any_log, st.integers(1, 5), st.data())
def test_a_live_view_is_the_view_after_reopening_at_every_step(
    lines: list[bytes], messages: int, data: st.DataObject
) -> None:
    log = MemoryLog(lines[:1])
    made, mirror = assembler(log), []
    apply(mirror, made.replace(load_page(log, None, Bounds(messages))))
    rest = lines[1:]
    while rest:
        take = data.draw(st.integers(1, 12))
        for line in rest[:take]:
            log.add_line(line)
        rest = rest[take:]
        rows = load_rows_after(log, made.end)
        if rows is not None:
            apply(mirror, made.append(rows))
        if data.draw(st.integers(0, 4)) == 0:  # the subscriber reconnects
            made, mirror = assembler(log), []
            apply(mirror, made.replace(load_page(log, None, Bounds(messages))))
        assert mirror == list(made.nodes)
        reopened = {node.key: node for node in whole(log)}
        assert [reopened[node.key] for node in mirror] == mirror
    page_up(log, made, Bounds(messages), mirror)
    assert mirror == whole(log)


@slow
@given(any_lines, st.integers(1, 4), st.data())
def test_a_page_jumped_into_shows_the_nodes_of_the_whole(
    lines: list[bytes], messages: int, data: st.DataObject
) -> None:
    log = MemoryLog(lines)
    part = data.draw(st.sampled_from(log.parts))
    before = Place(part.number, data.draw(st.integers(part.first_seq, part.last_seq + 1)))
    before = load_page(log, before, Bounds(1)).start  # where a page can end
    made = assembler(log)
    made.replace(load_page(log, before, Bounds(messages)))
    known = {node.key: node for node in whole(log)}
    assert [known.get(node.key) for node in made.nodes] == list(made.nodes)


@slow
@given(any_lines, st.booleans())
def test_keys_are_unique_and_order_is_the_order_of_anchors(lines: list[bytes], live: bool) -> None:
    nodes = whole(MemoryLog(lines), live=live)
    keys = [node.key for node in every(nodes)]
    assert len(set(keys)) == len(keys)
    places = [(node.part, node.anchor) for node in nodes]
    assert places == sorted(places)
    opened = {*keys, *(f"{node.key}/{s.key}" for node in every(nodes) for s in node.sections)}
    blocks = [block for node in nodes for block in blocks_of(node, opened)]
    assert len({block.key for block in blocks}) == len(blocks)
    for block in blocks:
        assert len(block.text) <= MAX_BLOCK_CHARS + 20 and block.text.count("\n") < MAX_BLOCK_LINES + 2
        block.text.encode()
        assert block.facts.keys() <= BLOCK_FACTS.keys()
    for node in every(nodes):
        assert node.facts.keys() <= NODE_FACTS.keys()
        for section in node.sections:
            section.text.encode()
            assert section.facts.keys() <= SECTION_FACTS.keys()


@slow
@given(damaged_logs(), st.integers(1, 30))
def test_a_log_that_grows_with_damage_shows_it_as_it_comes(damaged: Damaged, take: int) -> None:
    log = MemoryLog(damaged.lines[:1])
    made, mirror = assembler(log), []
    apply(mirror, made.replace(load_page(log, None, WHOLE)))
    for first in range(1, len(damaged.lines), take):
        for line in damaged.lines[first : first + take]:
            log.add_line(line)
        while (rows := load_rows_after(log, made.end)) is not None:
            apply(mirror, made.append(rows))
        assert mirror == list(made.nodes) == whole(log)


@slow
@given(damaged_logs())
def test_every_readable_row_of_a_damaged_log_is_reached(damaged: Damaged) -> None:
    log = MemoryLog(damaged.lines)
    nodes = whole(log)
    prompts = [
        (part.number, entry.seq)
        for part in log.parts
        for entry in log.entries(part.first_seq, part.last_seq, part.number)
        if entry.type == "user/message" and entry.op == 1
    ]
    shown = [
        (node.part, node.seq)
        for node in nodes
        if node.kind in (NodeKind.USER, NodeKind.STEERING, NodeKind.CONTEXT)
    ]
    assert shown == prompts
    assert sum(node.kind == NodeKind.GAP for node in nodes) == len(log.parts) - 1


def test_appending_a_stream_redoes_its_own_span_only() -> None:
    log = LogBuilder()
    for number in range(30):
        log.user(f"Question {number}").assistant("Answer").end_turn()
    log.user("Now stream").stream("one two three four five six seven eight nine ten " * 20)
    lines = log.lines(packed=False)
    live = MemoryLog(lines[:-150])
    made = assembler(live)
    made.replace(load_page(live))
    made.work.rows_folded = made.work.spans_rendered = 0
    changed = 0
    for line in lines[-150:]:
        live.add_line(line)
        rows = load_rows_after(live, made.end)
        assert rows is not None
        changed += sum(len(splice.nodes) for splice in made.append(rows))
    assert made.work.rows_folded == 150
    assert made.work.spans_rendered == 150
    assert changed <= 150


def test_packed_rows_are_not_expanded_and_cited_ones_not_read() -> None:
    log = LogBuilder()
    log.user("Go").stream(["word "] * 5000).assistant().end_turn()
    memory = MemoryLog.of(log)
    made = assembler(memory)
    made.replace(load_page(memory))
    assert memory.rows_read < 15
    answer = next(node for node in made.nodes if node.kind == NodeKind.ASSISTANT)
    assert answer.sections[0].text == "word " * 5000


def test_rows_over_a_hole_are_refused_and_overlap_is_dropped() -> None:
    log = LogBuilder()
    log.user("One").assistant("First").end_turn()
    lines = log.lines(packed=False)
    live = MemoryLog(lines[:6])
    made = assembler(live)
    made.replace(load_page(live))
    place = made.end
    for line in lines[6:]:
        live.add_line(line)
    rows = load_rows_after(live, place)
    assert rows is not None
    made.append(rows)
    assert made.append(rows) == []
    with pytest.raises(ValueError, match="begin where"):
        holed = load_rows_after(live, Place(0, 8))
        assert holed is not None
        other = assembler(live)
        other.replace(load_page(live, Place(0, 4)))
        other.append(holed)
