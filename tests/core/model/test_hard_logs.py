"""A thousand hard logs, judged twice: by the product's folds and by the naive ones."""

from __future__ import annotations

import naive_judge as naive
import pytest
from hard_logs import hard_log
from row_logs import V0, rows_of

from sessionlog.generations.v0.vocabulary import KNOWN_TYPES
from sessionlog.model.attempts import fold_attempts
from sessionlog.model.closers import closers_of_rows
from sessionlog.model.invariants import check_invariants
from sessionlog.model.request import requests
from sessionlog.model.restore import Restore
from sessionlog.model.validation import LoadCheck


def judge(seed: int) -> None:
    log = hard_log(seed)
    events, rows = log.events, rows_of(log.events)
    check = LoadCheck(KNOWN_TYPES)
    for event in events:
        check.apply(event)
    assert list(check_invariants(rows, V0, log.id)) == []
    restored = Restore(V0, log.id).feed_all(rows)
    assert (restored.surface.nodes(), restored.surface.replace_generation) == naive.nodes(events)
    assert restored.messages() == naive.messages(events)
    assert restored.header == naive.header(events)
    assert closers_of_rows(rows, V0, log.id) == naive.closers(events)
    attempts = list(fold_attempts(rows, V0, log.id))
    streamed = [attempt for attempt in attempts if attempt.chunks]
    assert [
        {
            "turn": attempt.turn,
            "step": attempt.step,
            "first": attempt.first_seq,
            "last": attempt.last_seq,
            "outcome": str(attempt.outcome),
            "committed": attempt.committed_seq,
            "firstToken": attempt.first_token_time,
        }
        for attempt in streamed
    ] == [
        {key: attempt[key] for key in ("turn", "step", "first", "last", "outcome", "committed", "firstToken")}
        for attempt in naive.attempts(events)
    ]
    assert not any(attempt.differences for attempt in streamed)
    for request in requests(rows, V0, log.id):
        assert request.messages == naive.messages(events[: request.at])
        assert request.header == naive.header(events[: request.at])


@pytest.mark.parametrize("seed", range(60))
def test_hard_logs_come_to_what_the_sentences_say(seed: int) -> None:
    judge(seed)


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_a_thousand_of_them() -> None:
    for seed in range(60, 1000):
        judge(seed)


def test_they_are_hard() -> None:
    logs = [hard_log(seed) for seed in range(60)]
    kinds = [event["type"] for log in logs for event in log.events]
    spans = [
        event["surfaceOp"] for log in logs for event in log.events if isinstance(event.get("surfaceOp"), dict)
    ]
    assert kinds.count("llm/retry") > 50
    assert kinds.count("compaction/prune") > 20
    assert sum(span["start"] > span["end"] for span in spans) > 5, "spans that run backwards in number"
    assert any(log.header.get("parentSession", "").count("-") == 2 for log in logs), "forks of forks"
    assert sum(event["seq"] >= len(log.events) for log in logs for event in log.events) == 0
