"""Logs that are hard on purpose, one for each seed.

Retries, prunes, spans that run backwards, nested forks at any turn, streams that break off or are shuffled,
several tools at once, stops at every place, compactions in and between turns. The corpus has one retry and
one compaction. `hard_log(n)` gives the same log in every run; `old_shapes.aged` makes an older one of it.
"""

from __future__ import annotations

import copy
import random
from typing import Any

from hard_streams import WORDS, broken_off, plan
from log_files import Json
from logs import USAGE, LogBuilder, ToolUse

ENDS = (
    "answer", "answer", "wild", "wild", "stop", "stop silently", "stop wild", "limit", "limit with calls",
    "fail", "thrown", "blocked", "empty", "stop in tools", "stop in wait",
)  # fmt: skip
OVERFLOW = {"kind": "error", "failure": {"message": "too long", "code": "CONTEXT_WINDOW_EXCEEDED"}}


def hard_log(seed: int) -> LogBuilder:
    """A log of whole turns, or with its last turn left open for every fourth seed."""
    rng = random.Random(seed)
    log = LogBuilder(f"hard-{seed}", tick=rng.randint(0, 9), inbox=rng.random() < 0.5)
    for generation in range(rng.choice((1, 1, 2, 3, 4))):
        if generation:
            ends = [event["seq"] for event in log.events if event["type"] == "turn/end"]
            at = rng.choice(ends) if rng.random() < 0.4 else None
            log = log.fork(f"hard-{seed}-{generation}", at=at)
        for _ in range(rng.choice((0, 1, 1, 2, 3)) if generation else rng.randint(1, 3)):
            _turn(rng, log)
            _rework(rng, log)
            _between(rng, log)
    if seed % 4 == 3:
        _leave_open(rng, log)
    return log


def _text(rng: random.Random) -> list[str]:
    return [rng.choice(WORDS) for _ in range(rng.randint(0, 7))]


def _place(log: LogBuilder) -> Json:
    """The turn and the step that are open."""
    return dict(log.last("step/start")["data"])


def _turn(rng: random.Random, log: LogBuilder) -> None:
    log.user("".join(_text(rng)) or "go")
    for number in range(rng.randint(0, 2)):
        if number and rng.random() < 0.3:
            log.user("steer " + "".join(_text(rng)))
        for _ in range(rng.choice((0, 0, 1, 3))):
            log.retry("".join(_text(rng)), code=rng.choice(("SERVER", "TIMEOUT", "EMPTY_RESPONSE")))
        if rng.random() < 0.15 and log.surface:
            log.stream(_text(rng)).finish(OVERFLOW, usage={})
            log.compaction("shorter", keep=rng.randrange(len(log.surface)))
            log.drop_attempt()
        if rng.random() < 0.2:
            _route(rng, log)
        if rng.random() < 0.5:
            _wild_tools(rng, log)
        else:
            log.stream(_text(rng), "reasoning").tools(_uses(rng))
        _prune(rng, log)
        if rng.random() < 0.2:
            _rework(rng, log)
    _end(rng, log, rng.choice(ENDS))


def _route(rng: random.Random, log: LogBuilder) -> None:
    """Another header and context; both name things that the one before did not, or leave them out."""
    config: Json = {"provider": "p", "model": rng.choice("mn"), "reasoningEffort": "high"}
    header: Json = {"config": config, "system": rng.choice(("", "Be brief."))}
    if rng.random() < 0.5:
        header["adapterDefaults"] = rng.choice(({}, {"reasoningEffort": True}))
    if rng.random() < 0.5:
        tool = {"name": "bash", "description": "", "parameters": {"type": "object"}}
        header["tools"] = rng.choice(([], [tool]))
    log.log("request/header", {"header": header, "reason": "change"})
    window = {"contextWindow": 9000} if rng.random() < 0.5 else {}
    log.log("request/context", {"provider": "p", "model": config["model"], **window})


def _uses(rng: random.Random) -> list[ToolUse]:
    names = [rng.choice(("bash", "read")) for _ in range(rng.randint(1, 3))]
    return [ToolUse(name, {"n": n}, "".join(_text(rng))) for n, name in enumerate(names)]


def _end(rng: random.Random, log: LogBuilder, how: str) -> None:
    if how == "answer":
        log.stream(_text(rng), "reasoning").stream(_text(rng)).assistant("".join(_text(rng))).end_turn()
    elif how == "wild":
        _answer(rng, log, "stop", _wild(rng, log, 0))
        log.end_turn()
    elif how in ("stop", "stop silently"):
        cause = rng.choice(("user", "parent", "disposed"))
        log.interrupt("".join(_text(rng)), cause=cause, commit=how == "stop")
    elif how == "stop wild":
        _stop_wild(rng, log)
    elif how == "limit":
        log.max_tokens("".join(_text(rng)))
    elif how == "limit with calls":
        _answer(rng, log, "max-tokens", _wild(rng, log, 2))
        log.end_turn("max-tokens")
    elif how == "fail":
        log.fail("".join(_text(rng)))
    elif how == "thrown":
        log.stream(_text(rng)).end_turn({"kind": "error", "error": {"message": "gone", "code": "UNKNOWN"}})
    elif how == "empty":
        log.finish("tool-calls").commit([], {"usage": USAGE}).end_turn()
    elif how == "stop in tools":
        _stop_in_tools(rng, log)
    elif how == "stop in wait":
        _stop_in_wait(rng, log)
    else:
        log.end_turn("blocked")


def _wild(rng: random.Random, log: LogBuilder, calls: int) -> list[Json]:
    """Stream a plan; gives the blocks that it comes to."""
    chunks, blocks = plan(rng, calls, f"w{len(log.events)}")
    for chunk in chunks:
        log.chunk(chunk)
        if rng.random() < 0.1:
            log.chunk({"type": "usage", "usage": {"inputTokens": 1, "outputTokens": 1}})
    return blocks


def _answer(rng: random.Random, log: LogBuilder, reason: str, blocks: list[Json]) -> None:
    """Finish a planned stream and commit what is left of it, with the replay state that goes with that."""
    kept = [reason != "max-tokens" or block["type"] != "tool-call" for block in blocks]
    states: list[Json] = [{"nth": number} for number in range(len(blocks))]
    left = [state for state, keep in zip(states, kept, strict=True) if keep]
    whole: Json = {"response": {"id": "r"}}
    sent, due = rng.choice(
        [
            (None, None),
            (whole, whole),
            ({**whole, "blocks": states}, {**whole, "blocks": left}),
            ({**whole, "blocks": [*states, {}]}, None),
        ]
    )
    finish: Json = {"type": "finish", "reason": {"kind": reason}}
    log.chunk({"type": "usage", "usage": USAGE})
    log.chunk(finish if sent is None else {**finish, "replayState": sent})
    usage: Json = USAGE
    if rng.random() < 0.2:
        usage = {"inputTokens": 5, "outputTokens": 6, "reasoningTokens": 2}
        log.chunk({"type": "usage", "usage": usage})
    log.commit([block for block, keep in zip(blocks, kept, strict=True) if keep], {"usage": usage})
    if due is not None:
        log.events[-1]["data"]["message"]["source"]["replayState"] = due


def _wild_tools(rng: random.Random, log: LogBuilder) -> None:
    """A shuffled answer with calls that run; their results are committed in the order of the model."""
    blocks = _wild(rng, log, rng.randint(1, 3))
    _answer(rng, log, "tool-calls", blocks)
    calls = [block for block in blocks if block["type"] == "tool-call"]
    started = [log.start_call(call) for call in calls]
    for call, seq in zip(calls, started, strict=True):
        log.wait(rng.randint(0, 50)).end_call(call["id"], ToolUse("bash", {}, "".join(_text(rng))), seq)


def _stop_wild(rng: random.Random, log: LogBuilder) -> None:
    blocks = _wild(rng, log, rng.randint(0, 1))
    usage: Json = {"inputTokens": 7, "outputTokens": 1}
    log.chunk({"type": "usage", "usage": usage})
    if kept := broken_off(blocks):
        log.commit(kept, {"usage": usage, "interrupted": True})
    log.end_turn({"kind": "aborted", "reason": {"kind": rng.choice(("user", "parent", "disposed"))}})


def _stop_in_tools(rng: random.Random, log: LogBuilder) -> None:
    """Some calls had started and came to their end; the others are answered without having run."""
    blocks = _wild(rng, log, 3)
    _answer(rng, log, "tool-calls", blocks)
    calls = [block for block in blocks if block["type"] == "tool-call"]
    ran = rng.randint(0, 2)
    started = [log.start_call(call) for call in calls[:ran]]
    for call, seq in zip(calls, started, strict=False):
        log.end_call(call["id"], ToolUse("bash", {}, "cut", error=True, code="ABORTED"), seq)
    for call in calls[ran:]:
        unstarted = ToolUse("bash", {}, "not run", error=True, code="ABORTED_BEFORE_DISPATCH")
        log.end_call(call["id"], unstarted, log.start_call(call))
    log.end_turn({"kind": "aborted", "reason": {"kind": "user"}})


def _stop_in_wait(rng: random.Random, log: LogBuilder) -> None:
    """A retry was decided and never begun."""
    failure = {"message": "overloaded", "code": "SERVER", "status": 503}
    log.stream(_text(rng)).finish({"kind": "error", "failure": failure}, usage={})
    policy = {"provider": "p", "mode": "always", "policyKey": '["always",500,10000,0.1]'}
    numbers = {"retryId": f"wait-{len(log.events)}", "retry": 1, "delayMs": 500.5}
    log.log("llm/retry", {**_place(log), **policy, **numbers, "failure": failure})
    log.end_turn({"kind": "aborted", "reason": {"kind": "user"}})


def _prune(rng: random.Random, log: LogBuilder) -> None:
    """Put shorter outputs in the place of some tool results, some of them pruned before."""
    results = [seq for seq in log.surface if log.events[seq]["type"] == "tool/result"]
    for seq in rng.sample(results, min(len(results), rng.choice((0, 0, 1, 2)))):
        data = copy.deepcopy(log.events[seq]["data"])
        data["message"]["content"][0]["content"] = [{"type": "text", "text": "[pruned]"}]
        shadow = {"shadowedRange": {"start": seq, "end": seq}, "shadowedSeqs": [seq], "shadowedTokenCount": 9}
        log.log("compaction/prune", shadow)
        log.log(
            "tool/result", data, sourceEventSeqs=[seq], surfaceOp={"op": "replace", "start": seq, "end": seq}
        )


def _rework(rng: random.Random, log: LogBuilder) -> None:
    """Replace a span in the middle of the surface; after a prune its start may be the larger number."""
    if len(log.surface) < 2 or rng.random() < 0.4:
        return
    first = rng.randrange(len(log.surface))
    last = rng.randrange(first, len(log.surface))
    shadowed = log.surface[first : last + 1]
    earlier = [seq for seq in range(len(log.events)) if seq not in shadowed]
    cited = rng.sample(shadowed, len(shadowed)) + rng.sample(earlier, min(2, len(earlier)))
    content = [{"type": "text", "text": "checkpoint"}]
    source = {"kind": "plugin", "plugin": "compact", "compactionId": f"k{len(log.events)}"}
    message: Json = {"content": content, "source": source, "role": "user", "id": log.new_id()}
    operation = {"op": "replace", "start": shadowed[0], "end": shadowed[-1]}
    log.log("user/message", message, sourceEventSeqs=cited, surfaceOp=operation)


def _between(rng: random.Random, log: LogBuilder) -> None:
    """What stands alone between two turns: compactions, titles, other programs' events, waiting prompts."""
    if rng.random() < 0.25 and log.surface:
        log.compaction("summary", keep=rng.randrange(len(log.surface)))
    if rng.random() < 0.2:
        log.title(f"Title {len(log.events)}", by="user")
    if rng.random() < 0.1:
        log.log("agent-preset/selected", {"agentPreset": rng.choice(("minimal", "full"))})
    if rng.random() < 0.2:
        log.raw({"type": "plugin:weather", "data": {"sky": None}, "ignorable": True})
    if rng.random() < 0.2:
        waiting = {"content": [], "source": {"kind": "user"}, "role": "user", "id": log.new_id()}
        log.log("agent/inbox/spliced", {"target": "next-turn", "start": 0, "inserted": [waiting]})
        if rng.random() < 0.5:
            gone = {"start": 0, "removedCount": 1, "inserted": [], "outcome": "canceled"}
            log.log("agent/inbox/spliced", {"target": "next-turn", **gone})
        if rng.random() < 0.5:
            log.title(f"Late {len(log.events)}", by="user")


def _leave_open(rng: random.Random, log: LogBuilder) -> None:
    """A last turn that nobody ended: in its stream, after a retry, or with calls without results."""
    log.user("unfinished")
    how = rng.randrange(4)
    if how == 0:
        log.stream(_text(rng) or ["so f"])
        return
    if how == 1:
        log.retry("almost")
        _wild(rng, log, rng.randint(0, 2))
        return
    if how == 2:
        _wild_tools(rng, log)
        log.step()
    calls: list[Any] = [
        {"type": "tool-call", "id": f"open-{n}", "name": "bash", "arguments": "{}"}
        for n in range(rng.randint(1, 3))
    ]
    source = {"kind": "model", "provider": "p", "model": "m"}
    message = {"content": calls, "source": source, "role": "assistant", "id": log.new_id()}
    log.log("assistant/message", {**_place(log), "message": message}, surfaceOp="append")
    started = rng.sample(calls, rng.randint(0, len(calls)))
    seqs = [log.start_call(call) for call in started]
    if started and rng.random() < 0.4:
        log.end_call(started[0]["id"], ToolUse("bash", {}, "done"), seqs[0])
        _prune(rng, log)
