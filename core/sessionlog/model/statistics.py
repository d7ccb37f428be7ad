"""Session statistics and token accounting (spec 01 section 14, spec 02 section 5).

Tokens are counted from the `usage` chunks of every attempt, failed ones included, because the
provider bills them all; an answer's own `usage` counts only for an attempt without such a chunk.
A forked session replays its parent, so what it inherited is kept apart from what it owns.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from sessionlog.model.attempts import TRAILING_CHUNKS
from sessionlog.model.payload import (
    chunk_of,
    data_of,
    number_in,
    object_in,
    result_call_id,
    text_in,
    turn_and_step,
)

_BOUNDARIES = ("llm/retry", "step/start", "step/end", "turn/start", "turn/end")


@dataclass(slots=True)
class SessionStatistics:
    """Counts and sums; times in ms. The names follow the reference's `sessionStats`.

    `steps` counts `step/end`, `turns` the turns with a closed step. `llm_ms` is from `step/start`
    to the answer, `ttft_ms` from `step/start` to the first non-empty delta of the step, over
    retries, for the `ttft_steps` answers that had one. `decode_ms` and `decode_tokens` count only
    answers whose usage is known. `tool_ms` is from call to result; a call without a result by
    the end of its turn counts nothing.
    """

    turns: int = 0
    steps: int = 0
    llm_ms: int = 0
    tool_ms: int = 0
    ttft_ms: int = 0
    ttft_steps: int = 0
    decode_ms: int = 0
    decode_tokens: int = 0


class StatisticsFold:
    """Feed events with `apply`, or what an index knows of them with the methods below, in log order.

    Deltas may be left out where `first_delta` tells of the first non-empty one of each step.
    """

    def __init__(self) -> None:
        self.statistics = SessionStatistics()
        self._step_started: int | None = None
        self._first_token: int | None = None
        self._last_counted_turn: int | None = None
        self._calls: dict[str, int] = {}

    def apply(self, event: Mapping[str, Any]) -> None:
        kind, time = event["type"], event["time"]
        if kind == "step/start":
            self.step_started(time)
        elif kind == "step/end":
            self.step_ended(turn_and_step(event)[0])
        elif kind == "turn/end":
            self.turn_ended()
        elif kind == "tool/call":
            self.called(text_in(data_of(event), "callId"), time)
        elif kind == "tool/result" and event.get("surfaceOp") == "append":
            self.returned(result_call_id(event), time)
        elif kind == "assistant/message" and event.get("surfaceOp") == "append":
            self.answered(time, output_tokens(object_in(data_of(event), "usage")))
        elif kind == "assistant/chunk" and _is_first_token(event):
            self.first_delta(time)

    def step_started(self, time: int) -> None:
        self._step_started, self._first_token = time, None

    def first_delta(self, time: int) -> None:
        """The first non-empty delta of the open step came at `time`; later ones change nothing."""
        if self._first_token is None:
            self._first_token = time

    def step_ended(self, turn: int | None) -> None:
        self.statistics.steps += 1
        if turn != self._last_counted_turn:
            self.statistics.turns += 1
            self._last_counted_turn = turn
        self._step_started = self._first_token = None

    def turn_ended(self) -> None:
        self._calls.clear()

    def called(self, call_id: str | None, time: int) -> None:
        self._calls.setdefault(call_id or "", time)

    def returned(self, call_id: str | None, time: int) -> None:
        called = self._calls.pop(call_id or "", None)
        self.statistics.tool_ms += 0 if called is None else max(0, time - called)

    def answered(self, time: int, tokens: int | None) -> None:
        """An answer was appended; `tokens` are those of its output, where its usage is known."""
        started, first = self._step_started, self._first_token
        if started is None:
            return
        counted = self.statistics
        counted.llm_ms += max(0, time - started)
        if first is None:
            return
        counted.ttft_ms += max(0, first - started)
        counted.ttft_steps += 1
        if tokens is not None:
            counted.decode_ms += max(0, time - first)
            counted.decode_tokens += tokens


@dataclass(frozen=True, slots=True)
class TokenUsage:
    """Disjoint counts: `input_tokens` excludes what was read from or written to the cache.

    `reasoning_tokens` are part of `output_tokens`. `samples` counts the reports that were added.
    """

    input_tokens: int = 0
    output_tokens: int = 0
    cache_read_tokens: int = 0
    cache_write_tokens: int = 0
    reasoning_tokens: int = 0
    samples: int = 0

    @property
    def billed_input(self) -> int:
        return self.input_tokens + self.cache_read_tokens + self.cache_write_tokens

    def __add__(self, other: TokenUsage) -> TokenUsage:
        sums = {part.name: getattr(self, part.name) + getattr(other, part.name) for part in fields(self)}
        return TokenUsage(**sums)


_MEMBERS = {
    "input_tokens": "inputTokens",
    "output_tokens": "outputTokens",
    "cache_read_tokens": "cacheReadTokens",
    "cache_write_tokens": "cacheWriteTokens",
    "reasoning_tokens": "reasoningTokens",
}


def token_usage(usage: Mapping[str, Any]) -> TokenUsage:
    """A logged usage as a value; members that are missing or no integers count 0."""
    return TokenUsage(samples=1, **{own: number_in(usage, name) or 0 for own, name in _MEMBERS.items()})


def output_tokens(usage: Mapping[str, Any] | None) -> int | None:
    return None if usage is None else number_in(usage, "outputTokens")


class UsageFold:
    """Token accounting. Feed events with `apply`, or what an index knows of them, in log order.

    Delta chunks may be left out. `inherited_before` is the seq of the first event that the
    session owns: its seed length, else 0. `compaction` holds what summaries cost; it is in
    neither of the other two.
    """

    def __init__(self, inherited_before: int = 0) -> None:
        self._inherited_before = inherited_before
        self.owned = TokenUsage()
        self.inherited = TokenUsage()
        self.compaction = TokenUsage()
        self._pending: Mapping[str, Any] | None = None  # the last usage chunk of the attempt that runs
        self._pending_seq = 0
        self._finished = self._sealed = False

    def apply(self, event: Mapping[str, Any]) -> None:
        kind, chunk = event["type"], chunk_of(event)
        if chunk is not None:
            self.chunk(event["seq"], text_in(chunk, "type"), object_in(chunk, "usage"))
        elif kind == "assistant/message" and event.get("surfaceOp") == "append":
            self.answer(event["seq"], object_in(data_of(event), "usage"))
        elif kind == "compaction/summary":
            self.summary(object_in(data_of(event), "usage"))
        else:
            self.other(kind)

    def chunk(self, seq: int, kind: str | None, usage: Mapping[str, Any] | None) -> None:
        """A stream chunk; `usage` is that of a usage chunk."""
        if self._finished and (self._sealed or kind not in TRAILING_CHUNKS):
            self.settle()
        if kind == "usage":
            self._pending, self._pending_seq = usage, seq
        elif kind == "finish":
            self._finished = True

    def answer(self, seq: int, usage: Mapping[str, Any] | None) -> None:
        """An appended `assistant/message` with the usage that it carries."""
        if self._pending is None:
            self._add(seq, usage)
        self.settle()

    def attempt(self, seq: int, usage: Mapping[str, Any] | None) -> None:
        """A settled attempt that committed nothing (generation 2 and later) with its stream's usage."""
        self.settle()
        self._add(seq, usage)

    def summary(self, usage: Mapping[str, Any] | None) -> None:
        self._sealed = self._finished
        if usage is not None:
            self.compaction += token_usage(usage)

    def other(self, kind: str) -> None:
        """Any other event: after a finish it parts one attempt from the next."""
        self._sealed = self._finished
        if kind in _BOUNDARIES:
            self.settle()

    def settle(self) -> None:
        """Count the attempt that runs as over; at the end of a log, its last usage chunk counts too."""
        self._add(self._pending_seq, self._pending)
        self._pending = None
        self._finished = self._sealed = False

    def _add(self, seq: int, usage: Mapping[str, Any] | None) -> None:
        if usage is None:
            return
        if seq < self._inherited_before:
            self.inherited += token_usage(usage)
        else:
            self.owned += token_usage(usage)


def _is_first_token(event: Mapping[str, Any]) -> bool:
    chunk = chunk_of(event) or {}
    member = "argumentsDelta" if chunk.get("type") == "tool-call-delta" else "text"
    return chunk.get("type") in ("text-delta", "reasoning-delta", "tool-call-delta") and bool(
        chunk.get(member)
    )
