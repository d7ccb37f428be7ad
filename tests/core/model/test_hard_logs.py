"""A thousand hard logs, judged twice: by the product and by an implementation that shares no code with it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

import pytest
from broken_logs import BREAKS, broken
from hard_logs import hard_log
from log_files import Json
from logs import LogBuilder
from old_shapes import aged
from second_opinion import agree_on, agree_on_broken

WHOLE, HUNDRED = 1000, 100


def stored(log: LogBuilder, seed: int) -> list[Json]:
    """The events as stored: every third log was written by an older release."""
    return aged(log.events, seed) if seed % 3 == 0 else log.events


def judge(seed: int) -> bool:
    """Both judges on a log, and on the same log with one rule broken; tells whether that was refused."""
    log = hard_log(seed)
    events = stored(log, seed)
    agree_on(log, events, packed=seed % 2 == 0)
    return agree_on_broken(log, events, seed)


@pytest.mark.parametrize("seed", range(WHOLE, WHOLE + 20))
def test_both_judges_agree_on_hard_logs(seed: int) -> None:
    judge(seed)


@pytest.mark.slow
@pytest.mark.timeout(300)
@pytest.mark.parametrize("first", range(0, WHOLE, HUNDRED))
def test_both_judges_agree_on_a_thousand_hard_logs(first: int) -> None:
    refused = 0
    for seed in range(first, first + HUNDRED):
        try:
            refused += judge(seed)
        except Exception as fault:
            fault.add_note(f"seed {seed}")
            raise
    assert refused > HUNDRED // 2, "most of the broken logs are refused"


def test_every_kind_of_break_is_refused_somewhere() -> None:
    refused = set()
    logs = [hard_log(seed) for seed in range(8)]
    for seed in range(200):
        log = logs[seed % len(logs)]
        if agree_on_broken(log, log.events, seed):
            refused.add(broken(log.events, seed)[0])
    assert refused == set(BREAKS)


def hardships(log: LogBuilder, events: list[Json]) -> Iterator[str]:
    """What is hard in a log, by name."""
    spans = [event for event in events if isinstance(event.get("surfaceOp"), dict)]
    kinds = Counter(event["type"] for event in events)
    yield from (kind for kind in ("llm/retry", "compaction/prune", "compaction/summary") if kinds[kind])
    yield f"{log.id.split('-')[2] if log.id.count('-') == 2 else 0} forks deep"
    if any(event["surfaceOp"]["start"] > event["surfaceOp"]["end"] for event in spans):
        yield "a span that runs backwards"
    if kinds["llm/retry"] > kinds["llm/retry-started"]:
        yield "a retry that was never begun"
    replaced = {event["surfaceOp"]["start"] for event in spans if event["type"] == "tool/result"}
    if any(event["seq"] in replaced for event in spans):
        yield "a prune of what was pruned"
    steps: Counter[tuple[int, int]] = Counter()
    finished: Counter[tuple[int, int]] = Counter()
    for event in events:
        data = event["data"]
        if event["type"] == "tool/call":
            steps[data["turn"], data["step"]] += 1
        if event["type"] == "assistant/chunk" and data["chunk"]["type"] == "finish":
            finished[data["turn"], data["step"]] += 1
        if event["type"].endswith("compaction/start") and data["turn"] is not None:
            yield "a compaction in a turn"
        if event["type"] == "assistant/message" and "replayState" in str(data):
            yield "a replay state"
        if event["type"] == "turn/end":
            yield f"a turn {data['reason']['kind']}"
        if event["type"] == "assistant/message" and data.get("interrupted"):
            yield "an answer that was stopped"
        if event["type"] == "assistant/message" and data.get("message", data)["content"] == []:
            yield "an empty answer"
        if event["type"] == "turn/start" and "trigger" in data:
            yield "an old trigger"
        if event["type"] == "assistant/message" and "provenance" in data:
            yield "an old answer"
        if event["type"] == "tool/result" and "callId" in data:
            yield "an old result"
        if event["type"] == "user/message" and "id" not in data:
            yield "an old prompt"
        if event["type"] == "steering/message":
            yield "an old steering message"
        if event["type"].startswith("compact/"):
            yield "an old compaction"
    if max(steps.values(), default=0) > 1:
        yield "several tools at once"
    if max(finished.values(), default=0) > 1:
        yield "several attempts in a step"
    if any(finished[place] == 0 for place in _streamed(events)):
        yield "a stream that broke off"
    marks = [event["type"] for event in events if event["type"] in ("turn/start", "turn/end")]
    if marks[-1:] == ["turn/start"]:
        yield "a turn left open"
    if _is_mixed(events):
        yield "blocks streamed into one another"
    chunks = [event["data"]["chunk"]["type"] for event in events if event["type"] == "assistant/chunk"]
    if ("finish", "usage") in pairwise(chunks):
        yield "usage after the finish"
    waiting = [event for event in events if event["type"] == "agent/inbox/spliced"]
    if waiting and waiting[-1]["data"]["inserted"]:
        yield "a prompt that waits"


def _streamed(events: list[Json]) -> set[tuple[int, int]]:
    chunks = [event["data"] for event in events if event["type"] == "assistant/chunk"]
    return {(data["turn"], data["step"]) for data in chunks}


def _is_mixed(events: list[Json]) -> bool:
    """Whether a block's chunks come back after those of another block of the same step."""
    seen: dict[tuple[int, int], list[int]] = {}
    for event in events:
        if event["type"] == "assistant/chunk" and "index" in event["data"]["chunk"]:
            order = seen.setdefault((event["data"]["turn"], event["data"]["step"]), [])
            index = event["data"]["chunk"]["index"]
            if index in order[:-1] and order[-1] != index and index != 0:
                return True
            order.append(index)
    return False


def test_each_hardship_occurs_often() -> None:
    found: Counter[str] = Counter()
    for seed in range(120):
        log = hard_log(seed)
        found.update(set(hardships(log, stored(log, seed))))
    wanted = {
        "llm/retry", "compaction/prune", "compaction/summary", "a span that runs backwards",
        "a retry that was never begun", "a prune of what was pruned", "several tools at once",
        "several attempts in a step", "a stream that broke off", "an answer that was stopped",
        "an empty answer", "a turn left open", "blocks streamed into one another", "a prompt that waits",
        "0 forks deep", "1 forks deep", "2 forks deep", "3 forks deep",
        "a turn completed", "a turn aborted", "a turn error", "a turn max-tokens", "a turn blocked",
        "a turn disposed", "a compaction in a turn", "a replay state", "usage after the finish",
        "an old trigger", "an old answer", "an old result", "an old prompt", "an old steering message",
        "an old compaction",
    }  # fmt: skip
    assert {name for name in wanted if found[name] < 3} == set()
