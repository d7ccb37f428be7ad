"""F50: after every single event, what is shown live is what is shown after opening anew."""

from __future__ import annotations

import random

import pytest
from corpus import find_corpus, session_files
from hard_logs import hard_log
from log_files import encode, expand, read_text
from memory_log import MemoryLog

from sessionlog.conversation.assembler import Assembler
from sessionlog.conversation.node import Node
from sessionlog.history.loader import load_page, load_rows_after
from sessionlog.model.json import decode
from sessionlog.model.page import Bounds

WHOLE = Bounds(1000, 1 << 40, 1 << 40)
CHECKS = 12
"""Comparisons made over a long log; a short one is compared after every event."""


def opened(log: MemoryLog) -> Assembler:
    made = Assembler(log.dialect, log.header.id, live=True)
    made.replace(load_page(log, None, WHOLE))
    return made


def follow(lines: list[bytes], seed: int) -> None:
    """Feed single events one by one; reopen now and then, as a subscriber that reconnects."""
    rng = random.Random(seed)
    log = MemoryLog(lines[:1])
    made = opened(log)
    shown: list[Node] = list(made.nodes)
    share = min(1.0, CHECKS / max(1, len(lines)))
    for number, line in enumerate(lines[1:], 1):
        log.add_line(line)
        rows = load_rows_after(log, made.end)
        for splice in made.append(rows) if rows is not None else ():
            shown[splice.index : splice.index + splice.removed] = splice.nodes
        if len(lines) < 80 or number == len(lines) - 1 or rng.random() < share:
            assert shown == list(opened(log).nodes), f"after event {number - 1}"
        if rng.random() < 0.02:
            made = opened(log)
            shown = list(made.nodes)


def single_events(lines: list[bytes]) -> list[bytes]:
    return [lines[0], *(encode(event) for line in lines[1:] if line for event in expand(decode(line)))]


@pytest.mark.parametrize("seed", range(40))
def test_live_equals_reload_on_hard_logs(seed: int) -> None:
    follow(hard_log(seed).lines(packed=False), seed)


@pytest.mark.corpus
@pytest.mark.slow
@pytest.mark.skipif(find_corpus() is None, reason="no corpus")
@pytest.mark.timeout(300)
def test_live_equals_reload_on_every_session_of_the_corpus() -> None:
    for seed, path in enumerate(session_files()):
        follow(single_events(read_text(path).split(b"\n")), seed)
