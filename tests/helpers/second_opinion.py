"""The product's answers about a generation-0 log beside those of the naive judge.

`agree_on(log, events)` raises `AssertionError` naming the first answer in which they differ. The two share
no code: the judge reads the lines with `json`, the product through its dialect.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import naive_judge as naive
from broken_logs import broken
from log_files import encode, pack
from logs import LogBuilder
from memory_log import MemoryLog
from row_logs import V0, Json

from sessionlog.generations.v0.legacy import Normaliser
from sessionlog.generations.v0.vocabulary import KNOWN_TYPES
from sessionlog.lineage.cut import ForkRefused, core_cut
from sessionlog.lineage.fork import plan_fork
from sessionlog.model.attempts import Attempt, fold_attempts
from sessionlog.model.closers import closers_of_rows
from sessionlog.model.errors import FormatRefused, RowFault
from sessionlog.model.faults import LogFault
from sessionlog.model.inbox import InboxFold
from sessionlog.model.invariants import check_invariants
from sessionlog.model.request import requests
from sessionlog.model.restore import Restore
from sessionlog.model.row import Row
from sessionlog.model.statistics import StatisticsFold, TokenUsage, UsageFold
from sessionlog.model.titles import TitleFold
from sessionlog.model.validation import LoadCheck

TOKENS = {
    "inputTokens": "input_tokens",
    "outputTokens": "output_tokens",
    "cacheReadTokens": "cache_read_tokens",
    "cacheWriteTokens": "cache_write_tokens",
    "reasoningTokens": "reasoning_tokens",
}


def agree_on(log: LogBuilder, events: Sequence[Json], *, packed: bool = True) -> None:
    """Both judges on a sound log whose stored events are these: `log`'s own, or the same in old shapes."""
    stored = [encode(value) for value in (pack(events) if packed else events)]
    lines = [encode(log.header), *stored]
    rows = [V0.read_row(line) for line in stored]
    head, unpacked = naive.read_lines(lines)
    due = naive.normalised(unpacked, head["id"])
    _same("events", list(V0.events(rows, log.id)), due)
    _same("refused", (None, []), (naive.first_refused(due), list(check_invariants(rows, V0, log.id))))
    _agree_on_surface(rows, due, log.id)
    _same("closers", closers_of_rows(rows, V0, log.id), naive.closers(due))
    _agree_on_attempts(rows, due, log.id)
    _agree_on_facts(due, head)
    _agree_on_forks(MemoryLog(lines), head, due, log.id)


def agree_on_broken(log: LogBuilder, events: Sequence[Json], seed: int) -> bool:
    """Both judges on a log with one rule broken: the same event is refused first. Tells whether one was."""
    name, changed = broken(list(events), seed)
    product, judge = first_refused_by_product(changed, log.id), first_refused_by_judge(changed, log.id)
    _same(f"first event refused, {name}", product, judge)
    return judge is not None


def first_refused_by_product(events: list[Json], session_id: str) -> int | None:
    check, normaliser = LoadCheck(KNOWN_TYPES), Normaliser(session_id)
    for index, event in enumerate(events):
        try:
            check.apply(normaliser.strict(event))
        except (LogFault, FormatRefused, RowFault):
            return index
    return None


def first_refused_by_judge(events: list[Json], session_id: str) -> int | None:
    """An event is normalised after everything before it was found sound, as a reader goes."""
    sound = len(events)
    while sound:
        try:
            normal = naive.normalised(events[:sound], session_id)
        except naive.Legacy as refusal:
            sound = next(index for index, event in enumerate(events) if event is refusal.args[0])
            continue
        refused = naive.first_refused(normal)
        return refused if refused is not None else (sound if sound < len(events) else None)
    return 0 if events else None


def _same(what: str, product: Any, judge: Any) -> None:
    if product != judge:
        raise AssertionError(f"{what}\nproduct: {product!r}\njudge:   {judge!r}")


def _agree_on_surface(rows: list[Row], due: list[Json], session_id: str) -> None:
    restored = Restore(V0, session_id).feed_all(rows)
    _same("surface", (restored.surface.nodes(), restored.surface.replace_generation), naive.nodes(due))
    _same("messages", restored.messages(), naive.messages(due))
    _same("header", restored.header, naive.header(due))
    _same("context", restored.context, naive.context(due))


def _agree_on_attempts(rows: list[Row], due: list[Json], session_id: str) -> None:
    attempts = [attempt for attempt in fold_attempts(rows, V0, session_id) if attempt.chunks]
    times = naive.first_token_times(due)
    judged = naive.attempts(due)
    _same("attempts", [_as_judged(attempt) for attempt in attempts], [_compared(one) for one in judged])
    _same(
        "differences",
        [bool(attempt.differences) for attempt in attempts],
        [bool(one["differs"]) for one in judged],
    )
    for attempt in attempts:
        _same("step's first token", attempt.step_first_token_time, _until(times, due, attempt))
        if attempt.committed_seq is not None:
            _same("answer", attempt.blocks, due[attempt.committed_seq]["data"]["message"]["content"])
    made = list(requests(rows, V0, session_id))
    for request in made:
        before = due[: request.at]
        answer = {"messages": request.messages, "header": request.header, "context": request.context}
        judge = (naive.messages(before), naive.header(before), naive.context(before))
        _same(f"request at {request.at}", tuple(answer.values()), judge)
    streamed = {one["first"] for one in judged}
    _same("requests", [request.at for request in made if request.at in streamed], sorted(streamed))


def _until(times: dict[tuple[int, int], int], due: list[Json], attempt: Attempt) -> int | None:
    """The step's first token where it had come by the end of the attempt."""
    before = naive.first_token_times(due[: attempt.last_seq + 1])
    place = (attempt.turn, attempt.step)
    return times[place] if place in before else None


def _as_judged(attempt: Attempt) -> Json:
    return {
        "turn": attempt.turn,
        "step": attempt.step,
        "first": attempt.first_seq,
        "last": attempt.last_seq,
        "chunks": [seq for first, last in attempt.spans for seq in range(first, last + 1)],
        "finish": attempt.finish,
        "usage": attempt.usage,
        "firstToken": attempt.first_token_time,
        "committed": attempt.committed_seq,
        "outcome": str(attempt.outcome),
        "replay": attempt.replay_state,
    }


def _compared(judged: Json) -> Json:
    return {key: judged[key] for key in judged if key not in ("blocks", "differs")}


def _agree_on_facts(due: list[Json], head: Json) -> None:
    statistics, titles, inbox = StatisticsFold(), TitleFold(), InboxFold()
    seeded = head.get("seedLength", 0)
    usage = UsageFold(seeded)
    for event in due:
        statistics.apply(event)
        titles.apply(event)
        usage.apply(event)
        if event["seq"] >= seeded:
            inbox.apply(event)
    usage.settle()
    counted = statistics.statistics
    told = {"turns": counted.turns, "steps": counted.steps, "llmMs": counted.llm_ms}
    told |= {"toolMs": counted.tool_ms, "ttftMs": counted.ttft_ms, "ttftSteps": counted.ttft_steps}
    _same("statistics", told, naive.statistics(due))
    _same("title", None if titles.title is None else titles.title.text, naive.title(due))
    _same(
        "inbox",
        {target: inbox.waiting(target) for target in ("next-turn", "next-step")},
        naive.inbox(head, due),
    )
    _same("inherited tokens", _tokens(usage.inherited), naive.token_usage(due[:seeded]))
    _same("all tokens", _tokens(usage.inherited + usage.owned), naive.token_usage(due))


def _tokens(usage: TokenUsage) -> dict[str, int]:
    return {name: getattr(usage, own) for name, own in TOKENS.items()}


def _agree_on_forks(log: MemoryLog, head: Json, due: list[Json], session_id: str) -> None:
    rng = random.Random(session_id)
    anchors = [None, len(due), *rng.sample(range(len(due)), min(12, len(due)))]
    anchors += [event["seq"] for event in due if event["type"] == "agent/inbox/spliced"][:4]
    for at in anchors:
        _same(f"fork at {at}", _forked(log, at, due), _judged_fork(head, due, at))
        _same(f"exact fork at {at}", _core_length(log, at), _judged_core_length(head, due, at))


def _forked(log: MemoryLog, at: int | None, due: list[Json]) -> Any:
    try:
        plan = plan_fork(log, child_id="child", now=7, at=at, rename=False)
    except ForkRefused as refusal:
        return refusal.code
    return plan.header, [*due[: plan.inherited_events], *plan.events]


def _judged_fork(head: Json, due: list[Json], at: int | None) -> Any:
    try:
        return naive.host_fork(head, due, at, "child", 7)
    except naive.ForkRefused as refusal:
        return refusal.args[0]


def _core_length(log: MemoryLog, at: int | None) -> Any:
    try:
        return core_cut(log, at).events
    except ForkRefused as refusal:
        return refusal.code


def _judged_core_length(head: Json, due: list[Json], at: int | None) -> Any:
    try:
        return naive.core_fork(head, due, at, "child", 7)[0]["seedLength"]
    except naive.ForkRefused as refusal:
        return refusal.args[0]
