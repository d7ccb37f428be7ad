"""Attempts: what a step received each time it asked the model, and what became of it."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from logs import LogBuilder
from row_logs import V0, rows_of, unpacked
from strategies import logs, open_logs

from sessionlog.model.attempts import Attempt, AttemptFold, Outcome, fold_attempts
from sessionlog.model.faults import LogFault
from sessionlog.model.request import request_before, requests
from sessionlog.model.restore import Restore
from sessionlog.model.row import Row

Json = dict[str, Any]


def attempts_of(log: LogBuilder) -> list[Attempt]:
    return list(fold_attempts(rows_of(log.events), V0, log.id))


def outcomes(log: LogBuilder) -> list[str]:
    return [attempt.outcome.value for attempt in attempts_of(log)]


def seqs_of(log: LogBuilder, kind: str) -> list[int]:
    return [event["seq"] for event in log.events if event["type"] == kind]


def test_an_answer_is_one_attempt_and_knows_its_message() -> None:
    log = LogBuilder().user("hi").assistant("hello", thinking="greet").end_turn()
    (attempt,) = attempts_of(log)
    chunks = seqs_of(log, "assistant/chunk")
    assert attempt.outcome is Outcome.COMMITTED
    assert (attempt.first_seq, attempt.last_seq, attempt.chunks) == (chunks[0], chunks[-1], len(chunks))
    assert attempt.committed_seq == log.last("assistant/message")["seq"]
    assert attempt.blocks == log.last("assistant/message")["data"]["message"]["content"]
    assert attempt.differences == ()


def test_a_failed_attempt_stays_in_the_log_and_the_next_one_is_the_answer() -> None:
    log = LogBuilder().user("hi").retry("half an ans").assistant("whole answer").end_turn()
    failed, good = attempts_of(log)
    assert failed.outcome is Outcome.RETRIED and failed.retry == 1 and failed.retry_id
    assert failed.failure is not None and failed.committed_seq is None
    assert "".join(block.get("text", "") for block in failed.blocks) == "half an ans"
    assert good.outcome is Outcome.COMMITTED
    assert good.blocks == log.last("assistant/message")["data"]["message"]["content"]
    assert good.differences == (), "it cites the chunks of the last attempt only"


def test_the_first_token_time_of_the_step_survives_the_retry() -> None:
    log = LogBuilder().user("hi").retry("early").assistant("late").end_turn()
    failed, good = attempts_of(log)
    assert failed.first_token_time is not None and good.first_token_time is not None
    assert failed.first_token_time < good.first_token_time
    assert good.step_first_token_time == failed.first_token_time


def test_an_attempt_that_received_no_text_has_no_first_token() -> None:
    log = LogBuilder().user("hi").retry("").assistant("late").end_turn()
    empty, good = attempts_of(log)
    assert empty.first_token_time is None
    assert good.step_first_token_time == good.first_token_time


def test_attempts_are_told_apart_by_their_finish_not_by_the_retry_event() -> None:
    """A recovery by compaction asks again without any `llm/retry`."""
    log = LogBuilder().user("hi")
    log.stream("too much").finish(
        {"kind": "error", "failure": {"message": "full", "code": "CONTEXT_WINDOW_EXCEEDED"}}
    )
    log.log("compaction/start", {"compactionId": "k", "turn": 1})
    log.log("compaction/end", {"compactionId": "k", "turn": 1})
    log.stream("fits").finish()
    log.end_turn()
    first, second = attempts_of(log)
    assert (first.outcome, second.outcome) == (Outcome.RETRIED, Outcome.INTERRUPTED)
    assert first.last_seq < second.first_seq


def test_what_follows_a_finish_is_a_new_attempt_unless_it_is_a_trailing_chunk_directly_after() -> None:
    def spans(*between: str, chunk: Json, packed: bool = True) -> int:
        log = LogBuilder().user("hi").stream("x").finish("stop")
        for kind in between:
            log.log(kind, {})
        for _ in range(3):
            log.log("assistant/chunk", {"turn": 1, "step": 1, "chunk": chunk})
        return len(list(fold_attempts(rows_of(log.events, packed=packed), V0, log.id)))

    usage = {"type": "usage", "usage": {"inputTokens": 1, "outputTokens": 2}}
    delta = {"type": "text-delta", "index": 0, "text": "more"}
    assert spans(chunk=usage) == 1
    assert spans("plugin:x/y", chunk=usage) == 2, "an event stands between"
    assert spans(chunk={"type": "block-start", "index": 1, "blockType": "text"}) == 2
    assert spans(chunk=delta) == spans(chunk=delta, packed=False) == 2


def test_an_attempt_names_its_turn_and_its_step() -> None:
    log = LogBuilder().user("hi").assistant("yes").end_turn().user("and").tool("bash", {}, "out")
    log.retry("half").assistant("then").end_turn()
    places = [(attempt.turn, attempt.step) for attempt in attempts_of(log)]
    assert places == [(1, 1), (2, 1), (2, 2), (2, 2)]


def test_a_second_step_waits_for_a_first_token_of_its_own() -> None:
    log = LogBuilder().user("hi").tool("bash", {}, "out").stream("late").assistant("late").end_turn()
    first, second = attempts_of(log)
    assert first.step_first_token_time == first.first_token_time
    assert second.step_first_token_time == second.first_token_time != first.first_token_time


def test_the_failure_is_that_of_the_finish_and_else_that_of_the_retry() -> None:
    log = LogBuilder().user("hi").retry("half", code="SERVER").assistant("whole").end_turn()
    log.last("llm/retry")["data"]["failure"] = {"message": "other", "code": "TIMEOUT"}
    assert (attempts_of(log)[0].failure or {})["code"] == "SERVER"
    finish = next(e for e in log.events if e["data"].get("chunk", {}).get("type") == "finish")
    del finish["data"]["chunk"]["reason"]["failure"]
    assert (attempts_of(log)[0].failure or {})["code"] == "TIMEOUT"


def test_chunks_and_an_answer_that_name_no_turn_belong_together_all_the_same() -> None:
    log = LogBuilder().user("hi").assistant("yes").end_turn()
    for event in log.events:
        if event["type"].startswith("assistant/"):
            del event["data"]["turn"], event["data"]["step"]
    (attempt,) = list(fold_attempts(rows_of(log.events, packed=False), V0, log.id))
    assert (attempt.turn, attempt.step, attempt.outcome) == (-1, -1, Outcome.COMMITTED)
    assert attempt.differences == ()


def test_usage_directly_after_the_finish_still_belongs_to_the_attempt() -> None:
    log = LogBuilder().user("hi").stream("x").finish("stop")
    log.log(
        "assistant/chunk",
        {"turn": 1, "step": 1, "chunk": {"type": "usage", "usage": {"inputTokens": 1, "outputTokens": 2}}},
    )
    log.end_turn()
    (attempt,) = attempts_of(log)
    assert attempt.usage == {"inputTokens": 1, "outputTokens": 2}


def test_an_error_that_nothing_followed_failed() -> None:
    log = LogBuilder().user("hi").fail("par", code="AUTH")
    (attempt,) = attempts_of(log)
    assert attempt.outcome is Outcome.FAILED
    assert attempt.failure is not None and attempt.failure["code"] == "AUTH"


def test_a_stop_that_left_text_is_interrupted_and_keeps_it() -> None:
    log = LogBuilder().user("hi").interrupt("so far")
    (attempt,) = attempts_of(log)
    assert attempt.outcome is Outcome.INTERRUPTED
    assert attempt.committed_seq == log.last("assistant/message")["seq"]
    assert attempt.blocks == [{"type": "text", "text": "so far"}]
    assert attempt.differences == ()


def test_a_stop_without_a_message_is_interrupted_and_shows_what_came() -> None:
    log = LogBuilder().user("hi").interrupt("so far", commit=False)
    (attempt,) = attempts_of(log)
    assert (attempt.outcome, attempt.committed_seq) == (Outcome.INTERRUPTED, None)
    assert attempt.blocks == [{"type": "text", "text": "so far"}]


def test_a_stream_that_threw_has_no_finish_and_failed_with_its_turn() -> None:
    log = LogBuilder().user("hi").stream("so far")
    log.end_turn({"kind": "error", "error": {"message": "broken pipe", "code": "UNKNOWN"}})
    assert outcomes(log) == ["failed"]


def test_an_attempt_that_is_still_running_is_open() -> None:
    log = LogBuilder().user("hi").stream("so far")
    assert outcomes(log) == ["open"]


def test_at_the_token_limit_the_answer_has_no_calls_and_is_committed() -> None:
    log = LogBuilder().user("hi").max_tokens("cut he")
    (attempt,) = attempts_of(log)
    assert attempt.outcome is Outcome.COMMITTED
    assert attempt.finish == {"kind": "max-tokens"}
    assert all(block["type"] != "tool-call" for block in attempt.blocks)


def test_an_empty_completion_is_a_durable_success() -> None:
    log = LogBuilder().user("hi").finish("max-tokens")
    chunks = seqs_of(log, "assistant/chunk")
    message = {
        "id": "a",
        "role": "assistant",
        "content": [],
        "source": {"kind": "model", "provider": "p", "model": "m"},
    }
    usage = log.events[chunks[0]]["data"]["chunk"]["usage"]
    data = {"turn": 1, "step": 1, "message": message, "usage": usage}
    log.log("assistant/message", data, sourceEventSeqs=chunks, surfaceOp="append")
    log.end_turn("max-tokens")
    (attempt,) = attempts_of(log)
    assert (attempt.outcome, attempt.blocks, attempt.differences) == (Outcome.COMMITTED, [], ())
    restored = Restore(V0, log.id).feed_all(rows_of(log.events))
    assert log.last("assistant/message")["seq"] in restored.surface.nodes()
    assert "a" not in [message["id"] for message in restored.messages()]


TEXT = {"type": "text", "text": "so far"}
BLANK = {"type": "reasoning", "text": " \n"}
CALL = {"type": "tool-call", "id": "c", "name": "bash", "arguments": "{}"}


@pytest.mark.parametrize(
    ("finish", "committed", "interrupted", "shown"),
    [
        ("max-tokens", [TEXT, BLANK], False, [TEXT, BLANK]),
        ("stop", [TEXT, BLANK, CALL], False, [TEXT, BLANK, CALL]),
        ("aborted", [TEXT], True, [TEXT]),
        ("max-tokens", None, False, [TEXT, BLANK, CALL]),
    ],
    ids=["at the token limit", "whole", "stopped", "committed by nobody"],
)
def test_an_attempt_shows_what_is_due_to_its_answer_and_without_one_everything(
    finish: str, committed: list[Json] | None, interrupted: bool, shown: list[Json]
) -> None:
    log = LogBuilder().user("hi").step()
    place = {"turn": 1, "step": log.last("step/start")["data"]["step"]}
    for index, block in enumerate((TEXT, BLANK, CALL)):
        chunk = {"type": "block-end", "index": index, "block": block}
        log.log("assistant/chunk", {**place, "chunk": chunk})
    log.log("assistant/chunk", {**place, "chunk": {"type": "finish", "reason": {"kind": finish}}})
    if committed is not None:
        source = {"kind": "model", "provider": "p", "model": "m"}
        message = {"id": "a", "role": "assistant", "content": committed, "source": source}
        data = {**place, "message": message} | ({"interrupted": True} if interrupted else {})
        chunks = seqs_of(log, "assistant/chunk")
        log.log("assistant/message", data, sourceEventSeqs=chunks, surfaceOp="append")
    (attempt,) = attempts_of(log)
    assert (attempt.blocks, attempt.differences) == (shown, ())


def changed_answer(**changes: Any) -> tuple[Attempt, list[str]]:
    """The attempt of a small log whose answer was changed after it was written."""
    log = LogBuilder().user("hi").assistant("hello").end_turn()
    event = log.last("assistant/message")
    for name, value in changes.items():
        if name == "sources":
            event["sourceEventSeqs"] = value
        elif name == "usage":
            event["data"]["usage"] = value
        elif name == "replay":
            event["data"]["message"]["source"]["replayState"] = value
        else:
            event["data"]["message"][name] = value
    (attempt,) = attempts_of(log)
    return attempt, [difference.code for difference in attempt.differences]


def test_a_message_that_is_not_what_its_chunks_say_is_reported_with_the_reason() -> None:
    assert changed_answer(content=[{"type": "text", "text": "other"}])[1] == ["content"]
    assert changed_answer(usage={"inputTokens": 9, "outputTokens": 9})[1] == ["usage"]
    assert changed_answer(replay={"response": 1})[1] == ["replay-state"]
    attempt, codes = changed_answer(sources=[0])
    assert codes == ["chunks-not-cited", "foreign-sources"]
    first, chunks = attempt.first_seq, attempt.chunks
    missing, foreign = (difference.reason for difference in attempt.differences)
    assert missing == f"The message does not cite {chunks} events from seq {first} on of its attempt."
    assert foreign == "The message cites 1 event from seq 0 on, no chunk of its attempt."


def test_the_replay_state_of_a_finish_is_due_to_an_answer_and_not_to_one_that_was_stopped() -> None:
    def codes(replay: Any, *, interrupted: bool) -> list[str]:
        log = LogBuilder().user("hi").stream("so far")
        log.finish("stop", usage={})
        log.events[-1]["data"]["chunk"]["replayState"] = {"response": 1}
        chunks = seqs_of(log, "assistant/chunk")
        source = {"kind": "model", "provider": "p", "model": "m"} | (
            {"replayState": replay} if replay else {}
        )
        content = [{"type": "text", "text": "so far"}]
        message = {"id": "a", "role": "assistant", "content": content, "source": source}
        data = {"turn": 1, "step": 1, "message": message} | ({"interrupted": True} if interrupted else {})
        log.log("assistant/message", data, sourceEventSeqs=chunks, surfaceOp="append")
        (attempt,) = attempts_of(log)
        return [difference.code for difference in attempt.differences]

    assert codes({"response": 1}, interrupted=False) == []
    assert codes(None, interrupted=False) == ["replay-state"]
    assert codes({"response": 1}, interrupted=True) == ["replay-state"]
    assert codes(None, interrupted=True) == []


def test_an_answer_without_a_stream_is_an_attempt_of_its_own() -> None:
    log = LogBuilder().user("hi")
    content = [{"type": "text", "text": "imported"}]
    message = {
        "id": "a",
        "role": "assistant",
        "content": content,
        "source": {"kind": "model", "provider": "p", "model": "m"},
    }
    seq = log.log("assistant/message", {"turn": 1, "step": 1, "message": message}, surfaceOp="append")
    log.end_turn()
    (attempt,) = attempts_of(log)
    assert (attempt.first_seq, attempt.chunks, attempt.committed_seq) == (seq, 0, seq)
    assert attempt.blocks == content
    assert [difference.code for difference in attempt.differences] == ["no-chunks"]
    assert [request.at for request in requests(rows_of(log.events), V0, log.id)] == [seq]


@given(st.one_of(logs(), open_logs()))
def test_packed_and_single_rows_give_the_same_attempts(log: LogBuilder) -> None:
    rows = rows_of(log.events)
    assert list(fold_attempts(rows, V0, log.id)) == list(fold_attempts(unpacked(rows), V0, log.id))


@given(logs())
def test_every_chunk_belongs_to_exactly_one_attempt_and_every_answer_to_its_own(log: LogBuilder) -> None:
    attempts = attempts_of(log)
    covered = [seq for a in attempts for first, last in a.spans for seq in range(first, last + 1)]
    assert sorted(covered) == seqs_of(log, "assistant/chunk")
    committed = [attempt for attempt in attempts if attempt.committed_seq is not None]
    answers = [e for e in log.events if e["type"] == "assistant/message" and e["surfaceOp"] == "append"]
    assert [attempt.committed_seq for attempt in committed] == [event["seq"] for event in answers]
    assert all(attempt.differences == () for attempt in committed)


@given(logs())
def test_attempts_fed_row_by_row_are_those_of_the_whole(log: LogBuilder) -> None:
    fold = AttemptFold(V0, log.id)
    rows = rows_of(log.events)
    found = [attempt for row in rows for attempt in fold.feed(row)]
    assert found == [
        attempt for attempt in fold_attempts(rows, V0, log.id) if attempt.outcome is not Outcome.OPEN
    ]


@given(st.one_of(logs(), open_logs()))
def test_the_request_of_each_attempt_is_made_of_what_came_before_its_first_chunk(log: LogBuilder) -> None:
    rows = rows_of(log.events)
    single = unpacked(rows)
    found = list(requests(rows, V0, log.id))
    assert [request.at for request in found] == sorted(a.first_seq for a in fold_attempts(rows, V0, log.id))
    for request in found:
        before = [row for row in single if row.seq < request.at]
        restored = Restore(V0, log.id).feed_all(before)
        assert request.messages == restored.messages()
        assert request.header == restored.header
        assert request == request_before(rows, V0, log.id, request.at)


def test_a_request_reads_nothing_of_what_came_after_it() -> None:
    log = LogBuilder().user("hi").assistant("one").end_turn().user("again").assistant("two").end_turn()
    rows = rows_of(log.events)
    at = next(request.at for request in requests(rows, V0, log.id))
    read: list[Row] = []

    def reading() -> Any:
        for row in rows:
            read.append(row)
            yield row

    request_before(reading(), V0, log.id, at)
    assert read[-1].last_seq >= at and read[-1].seq <= at


def test_the_request_that_a_log_would_make_next_is_asked_for_at_its_end() -> None:
    log = LogBuilder().user("hi").assistant("one").end_turn()
    rows, end = rows_of(log.events), len(log.events)
    assert request_before(rows, V0, log.id, end).messages == Restore(V0, log.id).feed_all(rows).messages()
    with pytest.raises(LogFault) as caught:
        request_before(rows, V0, log.id, end + 1)
    assert caught.value.code == "request-not-reached" and caught.value.seq == end + 1
