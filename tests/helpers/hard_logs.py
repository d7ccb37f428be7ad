"""Logs that are hard on purpose, one for each seed: retries, prunes, spans that run backwards, nested forks.

The corpus has one retry and one compaction. `hard_log(n)` gives the same log in every run.
"""

from __future__ import annotations

import copy
import random
from typing import Any

from log_files import Json
from logs import LogBuilder, ToolUse

WORDS = ("alpha", "beta ", " gamma", "\n", "会议", "🙂", "delta", "", "x" * 40)


def hard_log(seed: int) -> LogBuilder:
    """A log of whole turns, or with its last turn left open for every fourth seed."""
    rng = random.Random(seed)
    log = LogBuilder(f"hard-{seed}", tick=rng.randint(0, 9), inbox=rng.random() < 0.5)
    for generation in range(rng.randint(1, 3)):
        if generation:
            log = log.fork(f"hard-{seed}-{generation}")
        for _ in range(rng.randint(1, 3)):
            _turn(rng, log)
            _rework(rng, log)
    if seed % 4 == 3:
        _leave_open(rng, log)
    return log


def _text(rng: random.Random) -> list[str]:
    return [rng.choice(WORDS) for _ in range(rng.randint(0, 7))]


def _turn(rng: random.Random, log: LogBuilder) -> None:
    log.user("".join(_text(rng)) or "go")
    for _ in range(rng.randint(0, 2)):
        for _ in range(rng.choice((0, 0, 1, 3))):
            log.retry("".join(_text(rng)), code=rng.choice(("SERVER", "TIMEOUT")))
        log.stream(_text(rng), "reasoning")
        uses = [
            ToolUse(rng.choice(("bash", "read")), {"n": n}, "".join(_text(rng)))
            for n in range(rng.randint(1, 3))
        ]
        log.tools(uses)
        _prune(rng, log)
    how = rng.choice(("answer", "answer", "stop", "stop silently", "limit", "fail", "blocked"))
    if how == "answer":
        log.stream(_text(rng), "reasoning").stream(_text(rng)).assistant("".join(_text(rng))).end_turn()
    elif how.startswith("stop"):
        log.interrupt("".join(_text(rng)), commit=how == "stop")
    elif how == "limit":
        log.max_tokens("".join(_text(rng)))
    elif how == "fail":
        log.fail("".join(_text(rng)))
    else:
        log.end_turn("blocked")


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
    cited = rng.sample(shadowed, len(shadowed))
    content = [{"type": "text", "text": "checkpoint"}]
    source = {"kind": "plugin", "plugin": "compact", "compactionId": f"k{len(log.events)}"}
    message: Json = {"content": content, "source": source, "role": "user", "id": log.new_id()}
    operation = {"op": "replace", "start": shadowed[0], "end": shadowed[-1]}
    log.log("user/message", message, sourceEventSeqs=cited, surfaceOp=operation)


def _leave_open(rng: random.Random, log: LogBuilder) -> None:
    log.user("unfinished")
    if rng.random() < 0.5:
        log.stream(_text(rng) or ["so f"])
        return
    calls: list[Any] = [
        {"type": "tool-call", "id": f"open-{n}", "name": "bash", "arguments": "{}"}
        for n in range(rng.randint(1, 3))
    ]
    source = {"kind": "model", "provider": "p", "model": "m"}
    message = {"content": calls, "source": source, "role": "assistant", "id": log.new_id()}
    turn = log.last("turn/start")["data"]["turn"]
    log.log("assistant/message", {"turn": turn, "step": 1, "message": message}, surfaceOp="append")
    for call in rng.sample(calls, rng.randint(0, len(calls))):
        log.start_call(call)
