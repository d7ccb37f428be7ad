"""F50: after every single event, what is shown live is what is shown after opening anew."""

from __future__ import annotations

import os
import random
from collections import Counter
from contextlib import suppress
from typing import Any

import pytest
from corpus import find_corpus, session_files
from generations import cases, path_of, read_log
from hard_logs import hard_log
from log_files import encode, expand, read_text
from memory_log import MemoryLog

from sessionlog.conversation.assembler import Assembler
from sessionlog.conversation.node import Node
from sessionlog.history.loader import load_page, load_rows_after
from sessionlog.model.errors import FormatRefused
from sessionlog.model.json import decode
from sessionlog.model.page import Bounds

WHOLE = Bounds(1000, 1 << 40, 1 << 40)
EVERY_EVENT = "SESSIONLOOM_EVERY_EVENT"
"""Set for a campaign: compare after every event of every log, however long it is."""
COMPARED_WHOLE = 100
"""Events up to which a log is compared after each of them; of a longer one, about so many of all kinds."""


def opened(log: MemoryLog) -> Assembler:
    made = Assembler(log.dialect, log.header.id, live=True)
    made.replace(load_page(log, None, WHOLE))
    return made


def compared(lines: list[bytes], phase: int) -> set[int]:
    """The numbers of the lines after which live and reopened are compared; the last one always.

    Of a long log the first and every n-th event of each kind, so that deltas do not hide rare kinds.
    """
    step = 1 if EVERY_EVENT in os.environ else -(-len(lines) // COMPARED_WHOLE)
    seen: Counter[str] = Counter()
    wanted = {len(lines) - 1}
    for number, line in enumerate(lines[1:], 1):
        kind = kind_of(decode(line))
        if not seen[kind] or (seen[kind] + phase) % step == 0:
            wanted.add(number)
        seen[kind] += 1
    return wanted


def kind_of(event: dict[str, Any]) -> str:
    chunk = event["data"].get("chunk", {}) if isinstance(event["data"], dict) else {}
    return f"{event['type']} {chunk.get('type')}"


def follow(lines: list[bytes], seed: int) -> int:
    """Feed single events one by one; reopen now and then, as a subscriber that reconnects.

    Gives the number of comparisons.
    """
    rng = random.Random(seed)
    log = MemoryLog(lines[:1])
    made = opened(log)
    shown: list[Node] = list(made.nodes)
    wanted = compared(lines, seed)
    for number, line in enumerate(lines[1:], 1):
        log.add_line(line)
        rows = load_rows_after(log, made.end)
        for splice in made.append(rows) if rows is not None else ():
            shown[splice.index : splice.index + splice.removed] = splice.nodes
        if number in wanted:
            assert shown == list(opened(log).nodes), f"after event {number - 1}"
        if rng.random() < 0.02:
            made = opened(log)
            shown = list(made.nodes)
    return len(wanted)


def single_events(lines: list[bytes]) -> list[bytes]:
    return [lines[0], *(encode(event) for line in lines[1:] if line for event in expand(decode(line)))]


@pytest.mark.parametrize("seed", range(40))
def test_live_equals_reload_on_hard_logs(seed: int) -> None:
    follow(hard_log(seed).lines(packed=False), seed)


@pytest.mark.corpus
@pytest.mark.slow
@pytest.mark.skipif(find_corpus() is None, reason="no corpus")
@pytest.mark.timeout(7200 if EVERY_EVENT in os.environ else 120)
def test_live_equals_reload_on_every_session_of_the_corpus() -> None:
    comparisons = sum(
        follow(single_events(read_text(path).split(b"\n")), seed) for seed, path in enumerate(session_files())
    )
    print(f"{comparisons:,} comparisons")


@pytest.mark.corpus
@pytest.mark.slow
@pytest.mark.skipif(find_corpus() is None, reason="no corpus")
@pytest.mark.timeout(7200 if EVERY_EVENT in os.environ else 120)
def test_live_equals_reload_on_every_session_of_later_generations() -> None:
    paths = {path_of(*case.values) for case in cases()}
    logs = set()
    for path in paths:
        with suppress(FormatRefused):  # what cannot be opened is neither live nor reloaded
            log = read_log(path)
            logs.add((log.header.raw, *(row.raw for row in log.rows)))
    comparisons = sum(follow(list(lines), seed) for seed, lines in enumerate(sorted(logs)))
    print(f"{comparisons:,} comparisons of {len(logs)} logs")
