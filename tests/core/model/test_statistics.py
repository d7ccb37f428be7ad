"""Session statistics and token accounting."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from logs import LogBuilder
from strategies import logs

from sessionlog.model.payload import chunk_of
from sessionlog.model.statistics import StatisticsFold, TokenUsage, UsageFold, token_usage

Json = dict[str, Any]


def statistics_of(events: list[Json]) -> StatisticsFold:
    fold = StatisticsFold()
    for event in events:
        fold.apply(event)
    return fold


def usage_of(events: list[Json], inherited_before: int = 0) -> UsageFold:
    fold = UsageFold(inherited_before)
    for event in events:
        fold.apply(event)
    fold.settle()
    return fold


def event(seq: int, kind: str, time: int, data: Json, **markers: Any) -> Json:
    return {"type": kind, "seq": seq, "time": time, "data": data, **markers}


def chunk(seq: int, time: int, **body: Any) -> Json:
    return event(seq, "assistant/chunk", time, {"turn": 1, "step": 1, "chunk": body})


def usage(seq: int, count: int) -> Json:
    return chunk(seq, seq, type="usage", usage={"inputTokens": count, "outputTokens": count})


def answer(seq: int, time: int, count: int | None = None) -> Json:
    data: Json = {"turn": 1, "step": 1, "message": {"content": []}}
    if count is not None:
        data["usage"] = {"inputTokens": count, "outputTokens": count}
    return event(seq, "assistant/message", time, data, surfaceOp="append")


PLACE = {"turn": 1, "step": 1}


def test_model_time_runs_from_the_step_to_the_answer_and_the_first_token_survives_a_retry() -> None:
    counted = statistics_of(
        [
            event(0, "turn/start", 0, {"turn": 1}),
            event(1, "step/start", 100, PLACE),
            chunk(2, 140, type="text-delta", index=0, text=""),
            chunk(3, 150, type="text-delta", index=0, text="x"),
            event(4, "llm/retry", 200, PLACE),
            chunk(5, 300, type="text-delta", index=0, text="y"),
            answer(6, 400, 7),
            event(7, "step/end", 410, PLACE),
            event(8, "turn/end", 420, {"turn": 1}),
        ]
    ).statistics
    assert (counted.llm_ms, counted.ttft_ms, counted.ttft_steps) == (300, 50, 1)
    assert (counted.decode_ms, counted.decode_tokens) == (250, 7)
    assert (counted.turns, counted.steps) == (1, 1)


def test_a_prompt_is_no_answer() -> None:
    prompt = event(1, "user/message", 40, {"id": "u"}, surfaceOp="append")
    counted = statistics_of([event(0, "step/start", 0, PLACE), prompt, answer(2, 100)]).statistics
    assert counted.llm_ms == 100


def test_a_session_without_a_seed_owns_everything() -> None:
    fold = UsageFold()
    fold.apply(answer(0, 0, 4))
    assert (fold.owned.samples, fold.inherited.samples) == (1, 0)


def test_decoding_counts_only_where_the_usage_is_known() -> None:
    counted = statistics_of(
        [
            event(0, "step/start", 0, PLACE),
            chunk(1, 5, type="reasoning-delta", index=0, text="x"),
            answer(2, 9),
        ]
    ).statistics
    assert (counted.ttft_ms, counted.decode_ms, counted.decode_tokens) == (5, 0, 0)


def test_steps_count_step_ends_and_turns_count_those_with_a_closed_step() -> None:
    log = LogBuilder().user("a").tool("bash", {}, "x").assistant("b").end_turn().turn()
    log.end_turn("blocked")
    counted = statistics_of(log.events).statistics
    assert (counted.turns, counted.steps) == (1, 2)


def test_tool_time_is_summed_by_call_and_a_call_without_result_is_dropped_at_the_end_of_its_turn() -> None:
    def result(seq: int, time: int, call: str, op: Any = "append") -> Json:
        return event(
            seq,
            "tool/result",
            time,
            {**PLACE, "message": {"source": {"kind": "tool", "callId": call}}},
            surfaceOp=op,
        )

    counted = statistics_of(
        [
            event(0, "tool/call", 10, {**PLACE, "callId": "a"}),
            event(1, "tool/call", 20, {**PLACE, "callId": "b"}),
            event(2, "tool/call", 25, {**PLACE, "callId": "c"}),
            result(3, 50, "b"),
            result(4, 70, "a"),
            result(5, 99, "a", {"op": "replace", "start": 4, "end": 4}),
            event(6, "turn/end", 100, {"turn": 1}),
            result(7, 500, "c"),
        ]
    ).statistics
    assert counted.tool_ms == 30 + 60


def test_failed_attempts_are_paid_for_too() -> None:
    failed = chunk(1, 1, type="finish", reason={"kind": "error"})
    good = chunk(4, 4, type="finish", reason={"kind": "stop"})
    events = [usage(0, 5), failed, event(2, "llm/retry", 2, PLACE), usage(3, 7), good, answer(5, 5, 7)]
    assert usage_of(events).owned == TokenUsage(12, 12, samples=2)


def test_the_last_usage_of_an_attempt_counts_once() -> None:
    events = [
        usage(0, 5),
        usage(1, 9),
        chunk(2, 2, type="finish", reason={"kind": "stop"}),
        usage(3, 10),
        answer(4, 4, 10),
    ]
    assert usage_of(events).owned == TokenUsage(10, 10, samples=1)


def test_an_answer_s_own_usage_counts_only_without_a_usage_chunk() -> None:
    assert usage_of([answer(0, 0, 4)]).owned == TokenUsage(4, 4, samples=1)
    assert usage_of([usage(0, 5), answer(1, 1, 4)]).owned == TokenUsage(5, 5, samples=1)
    assert usage_of([answer(0, 0)]).owned == TokenUsage()


def test_a_usage_before_an_abort_counts() -> None:
    assert usage_of([usage(0, 5), event(1, "step/end", 1, PLACE)]).owned == TokenUsage(5, 5, samples=1)
    assert usage_of([usage(0, 5)]).owned == TokenUsage(5, 5, samples=1)


def test_an_attempt_that_was_given_up_is_paid_for_before_the_next_answer() -> None:
    events = [usage(0, 5), event(1, "step/end", 1, PLACE), event(2, "step/start", 2, PLACE), answer(3, 3, 4)]
    assert usage_of(events).owned == TokenUsage(9, 9, samples=2)


def test_a_tool_result_is_no_answer() -> None:
    between = event(1, "tool/result", 1, {}, surfaceOp="append")
    assert usage_of([usage(0, 5), between, answer(2, 2, 5)]).owned == TokenUsage(5, 5, samples=1)


def test_what_the_seed_length_cuts_is_the_seq_of_the_report() -> None:
    counted = usage_of([usage(0, 5), answer(1, 1), usage(2, 7), answer(3, 3)], inherited_before=2)
    assert (counted.inherited, counted.owned) == (TokenUsage(5, 5, samples=1), TokenUsage(7, 7, samples=1))


def test_clocks_that_run_backwards_count_nothing() -> None:
    backwards = [
        event(0, "step/start", 100, PLACE),
        chunk(1, 90, type="text-delta", index=0, text="x"),
        answer(2, 80, 3),
        event(3, "tool/call", 70, {**PLACE, "callId": "c"}),
        event(4, "tool/result", 60, {"message": {"source": {"callId": "c"}}}, surfaceOp="append"),
    ]
    counted = statistics_of(backwards).statistics
    assert (counted.llm_ms, counted.ttft_ms, counted.decode_ms, counted.tool_ms) == (0, 0, 0, 0)
    assert (counted.ttft_steps, counted.decode_tokens) == (1, 3)


def test_a_recovery_without_a_retry_event_starts_a_new_attempt() -> None:
    failed = chunk(1, 1, type="finish", reason={"kind": "error"})
    events = [usage(0, 5), failed, event(2, "compaction/start", 2, {}), usage(3, 7), answer(4, 4, 7)]
    assert usage_of(events).owned == TokenUsage(12, 12, samples=2)


def test_what_a_fork_inherited_is_kept_apart_from_what_it_owns() -> None:
    parent = LogBuilder("parent").user("a").assistant("b").end_turn()
    child = parent.fork("child")
    cut = len(parent.events)
    child.user("c").assistant("d").end_turn()
    counted = usage_of(child.events, inherited_before=cut)
    alone = usage_of(parent.events)
    assert counted.inherited == alone.owned
    assert counted.inherited + counted.owned == usage_of(child.events).owned
    assert counted.owned.samples > 0


def test_a_summary_is_counted_apart() -> None:
    data = {"compactionId": "k", "usage": {"inputTokens": 3, "outputTokens": 1}}
    counted = usage_of([event(0, "compaction/summary", 0, data)])
    assert (counted.compaction, counted.owned) == (TokenUsage(3, 1, samples=1), TokenUsage())


def test_counts_are_disjoint_and_missing_ones_are_nothing() -> None:
    counted = token_usage(
        {"inputTokens": 10, "outputTokens": 2, "cacheReadTokens": 30, "cacheWriteTokens": 4, "x": 1}
    )
    assert counted.billed_input == 44
    assert token_usage({"inputTokens": "many"}) == TokenUsage(samples=1)


@given(logs())
def test_deltas_may_be_left_out(log: LogBuilder) -> None:
    deltas = ("text-delta", "reasoning-delta", "tool-call-delta")
    lean = [e for e in log.events if (chunk_of(e) or {}).get("type") not in deltas]
    assert usage_of(lean).owned == usage_of(log.events).owned
