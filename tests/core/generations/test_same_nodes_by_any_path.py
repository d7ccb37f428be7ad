"""A conversation of a later format has the same nodes loaded whole, page by page, and as it grows."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from later_logs import LaterLog
from memory_log import MemoryLog
from nodes import WHOLE

from sessionlog.conversation.assembler import Assembler
from sessionlog.conversation.node import Node
from sessionlog.history.loader import load_page, load_rows_after
from sessionlog.model.page import Bounds

USAGE = {"inputTokens": 3, "outputTokens": 2}
FAILURE = {"message": "down", "code": "SERVER"}
STEPS = st.lists(
    st.sampled_from(["answer", "retry", "call", "open-call", "attempt", "interrupted", "next"]),
    min_size=1,
    max_size=5,
)
ENDS = st.sampled_from(["completed", "aborted", "error", "interrupted", "none"])


def script(generation: int, turns: list[tuple[list[str], str]]) -> LaterLog:
    log = LaterLog(generation)
    for steps, end in turns:
        log.begin("Go")
        for step in steps:
            act(log, step)
        if end != "none":
            log.end({"kind": end, "reason": {"kind": "user"}, "error": FAILURE})
    return log


def act(log: LaterLog, step: str) -> None:
    if step == "answer":
        log.answer(["one ", "two"], USAGE)
    elif step == "retry":
        log.retry(["par", "tial"])
    elif step == "call":
        log.call("bash", '{"command":"ls"}', "a.txt")
    elif step == "open-call":
        log.call("bash", "{}", None)
    elif step == "attempt":
        log.attempt(["half"], {"kind": "error", "failure": FAILURE}, USAGE)
    elif step == "interrupted":
        log.answer(["cut"], interrupted=True)
    else:
        log.next_step()


def whole(log: MemoryLog) -> list[Node]:
    made = Assembler(log.dialect, log.header.id)
    made.replace(load_page(log, None, WHOLE))
    return list(made.nodes)


def paged(log: MemoryLog, messages: int) -> list[Node]:
    made = Assembler(log.dialect, log.header.id)
    page = load_page(log, None, Bounds(messages))
    made.replace(page)
    while page.page.has_more:
        page = load_page(log, page.start, Bounds(messages))
        made.prepend(page)
    return list(made.nodes)


def grown(lines: list[bytes], start: int) -> list[Node]:
    log = MemoryLog(lines[: start + 1])
    made = Assembler(log.dialect, log.header.id)
    made.replace(load_page(log, None, WHOLE))
    for line in lines[start + 1 :]:
        log.add_line(line)
        rows = load_rows_after(log, made.end)
        assert rows is not None
        made.append(rows)
    return list(made.nodes)


@pytest.mark.parametrize("generation", [2, 3, 4])
@settings(max_examples=40, deadline=None)
@given(data=st.data())
def test_the_nodes_do_not_depend_on_the_path(generation: int, data: Any) -> None:
    turns = data.draw(st.lists(st.tuples(STEPS, ENDS), min_size=1, max_size=3))
    lines = script(generation, turns).lines()
    nodes = whole(MemoryLog(lines))
    assert paged(MemoryLog(lines), data.draw(st.integers(1, 3))) == nodes
    assert grown(lines, data.draw(st.integers(1, len(lines) - 1))) == nodes
