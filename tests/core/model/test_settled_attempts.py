"""Attempts of generation 2 and later: each settled by one row that holds its whole stream."""

from __future__ import annotations

from typing import Any

import pytest
from later_logs import LaterLog

from sessionlog.generations import dialect_of
from sessionlog.model.attempts import Attempt, Outcome, fold_attempts

Json = dict[str, Any]
USAGE = {"inputTokens": 3, "outputTokens": 2}
FAILURE = {"message": "x", "code": "SERVER"}
FAILED = {"kind": "error", "failure": FAILURE}
ABORTED = {"kind": "aborted"}


def attempts_of(log: LaterLog) -> list[Attempt]:
    dialect = dialect_of(log.generation)
    rows = [dialect.read_row(line) for line in log.lines()[1:]]
    return list(fold_attempts(rows, dialect, log.header["id"]))


def outcomes(log: LaterLog) -> list[str]:
    return [str(attempt.outcome) for attempt in attempts_of(log)]


def test_an_answer_is_an_attempt_of_one_row_with_every_chunk_of_its_stream() -> None:
    log = LaterLog(2).begin("hi")
    log.answer(["", "one ", "two"], USAGE).end()
    (attempt,) = attempts_of(log)
    row = next(row for row in log.rows if row["type"] == "assistant/message")
    run = next(piece for piece in row["data"]["stream"] if piece["type"] == "text-chunks")
    assert (attempt.outcome, attempt.committed_seq) == (Outcome.COMMITTED, row["seq"])
    assert (attempt.first_seq, attempt.last_seq, attempt.spans) == (
        row["seq"],
        row["seq"],
        ((row["seq"],) * 2,),
    )
    assert attempt.chunks == 7, "the block's two ends, three deltas, the usage and the finish"
    assert attempt.blocks == [{"type": "text", "text": "one two"}]
    assert (attempt.usage, attempt.finish, attempt.differences) == (USAGE, {"kind": "stop"}, ())
    assert attempt.first_token_time == run["time0"] + 1, "the first delta is empty"


def test_the_first_token_is_the_first_delta_that_is_not_empty_of_any_run() -> None:
    def run(time: int, *texts: str) -> Json:
        gaps = [1] * (len(texts) - 1)
        return {"type": "text-chunks", "time0": time, "index": 0, "dt": gaps, "texts": list(texts)}

    def first_token(*runs: Json) -> int | None:
        log = LaterLog(2).begin("hi")
        log.add("assistant/attempt", {**log.place, "stream": list(runs)})
        (attempt,) = attempts_of(log)
        return attempt.first_token_time

    assert first_token(run(100, "", "one"), run(200, "two")) == 101
    assert first_token(run(100, "", ""), run(200, "", "", "two"), run(300, "")) == 202
    assert first_token(run(100, "one"), run(200, "")) == 100
    assert first_token(run(100, ""), run(200, "")) is None


def test_a_tool_delta_that_no_run_may_hold_is_a_token_too_unless_it_is_empty() -> None:
    def delta(time: int, arguments: str, kind: str = "tool-call-delta") -> Json:
        chunk = {"type": kind, "index": 0, "id": "c", "name": "", "argumentsDelta": arguments}
        return {"type": "chunk", "time": time, "chunk": chunk}

    def first_tokens(*pieces: Json) -> tuple[int | None, int | None]:
        """As attempts tell it, and as the index does."""
        log = LaterLog(2).begin("hi")
        log.add("assistant/attempt", {**log.place, "stream": list(pieces)})
        dialect = dialect_of(2)
        stream = dialect.attempt_stream(dialect.read_row(log.lines()[-1]))
        assert stream is not None
        (attempt,) = attempts_of(log)
        return attempt.first_token_time, stream.first_token_time()

    assert first_tokens(delta(100, ""), delta(200, "{"), delta(300, "}")) == (200, 200)
    assert first_tokens(delta(100, ""), delta(200, "x", "note")) == (None, None)


def test_an_answer_that_was_stopped_keeps_what_came_and_is_interrupted() -> None:
    log = LaterLog(2).begin("hi")
    log.answer(["so ", "far"], interrupted=True).end({"kind": "aborted", "reason": {"kind": "user"}})
    (attempt,) = attempts_of(log)
    assert (attempt.outcome, attempt.blocks) == (Outcome.INTERRUPTED, [{"type": "text", "text": "so far"}])
    assert attempt.committed_seq is not None and attempt.differences == ()


def test_a_retry_is_told_by_its_decision_and_the_steps_first_token_stays() -> None:
    log = LaterLog(2).begin("hi").retry(["par", "tial"]).answer(["whole"]).end()
    failed, good = attempts_of(log)
    assert (failed.outcome, failed.retry, failed.failure) == (
        Outcome.RETRIED,
        1,
        {"message": "down", "code": "SERVER"},
    )
    assert failed.blocks == [{"type": "text", "text": "partial"}]
    assert good.outcome is Outcome.COMMITTED and good.first_token_time is not None
    assert failed.first_token_time == failed.step_first_token_time == good.step_first_token_time
    assert good.step_first_token_time is not None and good.step_first_token_time < good.first_token_time


def test_another_attempt_of_the_same_step_means_that_the_first_was_given_up() -> None:
    log = LaterLog(2).begin("hi").attempt(["half"], FAILED).answer(["whole"]).end()
    assert outcomes(log) == ["retried", "committed"]
    log = (
        LaterLog(2)
        .begin("hi")
        .attempt(["half"], FAILED)
        .attempt(["more"], FAILED)
        .end({"kind": "error", "error": FAILURE})
    )
    assert outcomes(log) == ["retried", "failed"]


def test_an_answer_of_another_step_leaves_the_fate_of_an_attempt_to_its_finish() -> None:
    def across(finish: Json | None) -> list[str]:
        log = LaterLog(2).begin("hi").attempt(["half"], finish)
        log.step = 2
        return outcomes(log.answer(["whole"]))

    assert across(FAILED) == ["failed", "committed"]
    assert across(None) == ["interrupted", "committed"]


@pytest.mark.parametrize(
    ("finish", "end", "outcome"),
    [
        (ABORTED, "aborted", "interrupted"),
        (ABORTED, "interrupted", "interrupted"),
        (ABORTED, "error", "failed"),
        (ABORTED, "completed", "failed"),
        (FAILED, "aborted", "failed"),
        (None, "error", "failed"),
        (None, "aborted", "interrupted"),
        ({"kind": "stop"}, "completed", "interrupted"),
    ],
)
def test_the_fate_of_an_attempt_that_nothing_followed(finish: Json | None, end: str, outcome: str) -> None:
    log = LaterLog(2).begin("hi").attempt(["half"], finish).end({"kind": end, "error": FAILURE})
    assert outcomes(log) == [outcome]


def test_an_attempt_is_open_until_its_turn_says_more() -> None:
    assert outcomes(LaterLog(2).begin("hi").attempt(["half"], FAILED)) == ["open"]


@pytest.mark.parametrize("interrupted", [False, True])
def test_an_answer_whose_stream_is_empty_stands_with_what_its_message_says(interrupted: bool) -> None:
    log = LaterLog(2).begin("hi").attempt(["half"], FAILED)
    log.answer([], USAGE, interrupted=interrupted)
    data = log.rows[-1]["data"]
    data["stream"] = []
    data["message"]["content"] = [{"type": "text", "text": "imported"}]
    data["message"]["source"]["replayState"] = {"response": 1}
    given_up, attempt = attempts_of(log)
    assert given_up.outcome is Outcome.RETRIED
    assert attempt.outcome is (Outcome.INTERRUPTED if interrupted else Outcome.COMMITTED)
    assert (attempt.turn, attempt.step, attempt.first_seq) == (1, 1, log.rows[-1]["seq"])
    assert (attempt.chunks, attempt.spans, attempt.blocks) == (0, (), data["message"]["content"])
    assert (attempt.usage, attempt.replay_state) == (USAGE, {"response": 1})
    assert [difference.code for difference in attempt.differences] == ["no-chunks"]


def test_an_answer_with_an_empty_stream_and_a_message_without_a_source_has_no_replay_state() -> None:
    log = LaterLog(2).begin("hi").answer(["x"])
    data = log.rows[-1]["data"]
    data["stream"] = []
    del data["message"]["source"]
    (attempt,) = attempts_of(log)
    assert attempt.replay_state is None and attempt.blocks == [{"type": "text", "text": "x"}]
    data["message"] = None
    (attempt,) = attempts_of(log)
    assert attempt.replay_state is None and attempt.blocks == []
