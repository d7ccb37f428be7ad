"""Row sets of generation 4 with a rule each, and what release 0.2.1rc2 says of them.

The texts were told by the real harness; `make interop` asks it again.
"""

from __future__ import annotations

from typing import Any

Json = dict[str, Any]
Rows = list[Json]


def event(type: str, data: Json, **members: Any) -> Json:
    return {"type": type, "data": data, **members}


def turn_start(turn: int) -> Json:
    return event("turn/start", {"turn": turn})


def turn_end(turn: int) -> Json:
    return event("turn/end", {"turn": turn, "reason": {"kind": "completed"}})


def step(kind: str, turn: int = 1, number: int = 1) -> Json:
    return event(f"step/{kind}", {"turn": turn, "step": number})


def message(type: str, id: str, content: Rows, source: Json, **members: Any) -> Json:
    role = type.split("/")[0]
    made = {"id": id, "role": role, "content": content, "source": source}
    return event(type, {"turn": 1, "step": 1, "message": made}, surfaceOp="append", **members)


def user(id: str, source: Json | None = None, op: Json | str = "append", **members: Any) -> Json:
    content = [{"type": "text", "text": "x"}]
    data = {"id": id, "role": "user", "content": content, "source": source or {"kind": "user"}}
    return event("user/message", data, surfaceOp=op, **members)


def answer(id: str, content: list[Any] | None = None) -> Json:
    source = {"kind": "model", "provider": "p", "model": "m"}
    made = message("assistant/message", id, content or [{"type": "text", "text": "y"}], source)
    made["data"]["stream"] = []
    return made


def run(id: str) -> Json:
    return event("command/run", {"commandId": id, "name": "x", "source": {"kind": "user"}})


def done(id: str, kind: str = "success", **data: Any) -> Json:
    return event("command/done", {"commandId": id, "kind": kind, **data})


def start(id: str = "k", turn: int | None = None, **data: Any) -> Json:
    return event("compaction/start", {"compactionId": id, "turn": turn, **data})


def end(id: str = "k", turn: int | None = None, **data: Any) -> Json:
    return event("compaction/end", {"compactionId": id, "turn": turn, **data})


def shadow(seqs: list[int], ends: tuple[int, int] | None = None) -> Json:
    first, last = ends or (seqs[0], seqs[-1])
    return {"shadowedRange": {"start": first, "end": last}, "shadowedSeqs": seqs, "shadowedTokenCount": 3}


def summary(seqs: list[int], id: str = "k", ends: tuple[int, int] | None = None, **data: Any) -> Json:
    about = {"compactionId": id, "summary": [{"type": "text", "text": "s"}], **shadow(seqs, ends)}
    return event("compaction/summary", {**about, "provider": "p", "model": "m", **data})


def checkpoint(id: str, sources: list[int], first: int = 3, last: int = 4, **source: Any) -> Json:
    named = {"kind": "compact-checkpoint", "compactionId": "k", **source}
    return user(id, named, {"op": "replace", "startSeq": first, "endSeq": last}, sourceEventSeqs=sources)


def prune(seqs: list[int], ends: tuple[int, int] | None = None) -> Json:
    return event("compaction/prune", shadow(seqs, ends))


HEAD = message("system/message", "s", [], {"kind": "system-prompt"})
OPEN = [turn_start(1), step("start"), HEAD, user("u1"), answer("a1")]
CLOSE = [step("end"), turn_end(1)]
BASE = [*OPEN, *CLOSE]
"""Seqs 0 to 6; the surface is 2, 3, 4."""

SECOND = [turn_start(2), step("start", 2), step("end", 2), turn_end(2)]
SEED = event("session/end-seed", {})
TITLE = event("session/title", {"title": "t", "messageSeqs": [], "source": {"kind": "user"}})
FAILED = {"error": {"message": "no"}}
WHOLE = [start(), summary([3, 4]), checkpoint("c1", [7, 8, 3, 4])]
CALL = {"type": "tool-call", "id": "x", "name": "b", "arguments": "{}"}
CALLED = event("tool/call", {"turn": 1, "step": 1, "callId": "x", "name": "b", "arguments": "{}"})


def result(op: Json | str, sources: list[int]) -> Json:
    content = [{"type": "text", "text": "r"}]
    made = message("tool/result", "r", content, {"kind": "tool", "callId": "x"}, sourceEventSeqs=sources)
    made["data"]["message"] |= {"toolCallId": "x", "isError": False}
    return {**made, "surfaceOp": op}


RESULT = [*OPEN[:4], answer("a1", [CALL]), CALLED, result("append", [5])]
"""Seqs 0 to 6 with a call and its result in an open step; the surface is 2, 3, 4, 6."""


def commanded(**of_end: Any) -> Rows:
    """A compaction that a command asked for."""
    by = {"sourceCommandId": "q"}
    rows = [run("q"), start(**by), summary([3, 4], **by), checkpoint("c1", [8, 9, 3, 4], **by)]
    return [*BASE, *rows, end(**(by | of_end))]


REPEATS = "command/run repeats commandId k"
NO_RUN = "command/done has no prior command/run"
BAD_SOURCE = "command/done has invalid sourceEventSeq"
NOT_EARLIER = "command sourceEventSeq must name an earlier event"
NO_SEQ = "command sourceEventSeq must be a non-negative safe integer"
NO_ID = "compactionId requires a nonempty string"
OTHER_TURN = "compaction/start does not match the open turn"
NO_SUMMARY = "successful compaction/end requires one summary"
NO_START = "{} has no matching compaction/start"
CHECKPOINT = NO_START.format("compaction checkpoint")
NO_SPAN = "{} shadowedSeqs do not name an exact current surface span"
NO_SUMMARY_SPAN = NO_SPAN.format("compaction/summary")
NO_HEAD = "compaction cannot shadow the protected system head"

CASES: dict[str, tuple[Rows, str]] = {
    "base": (BASE, ""),
    "command and done": ([*BASE, run("k"), done("k")], ""),
    "done twice": ([*BASE, run("k"), done("k"), done("k")], ""),
    "two commands at once": ([*BASE, run("k"), run("j"), done("k"), done("j")], ""),
    "done after a resume": ([*BASE, run("k"), SEED, done("k")], ""),
    "command that never ended": ([*BASE, run("k")], ""),
    "done alone": ([*BASE, done("k")], NO_RUN),
    "run again while open": ([*BASE, run("k"), run("k")], REPEATS),
    "run again": ([*BASE, run("k"), done("k"), run("k"), done("k")], REPEATS),
    "command without id": ([*BASE, run(""), done("")], "commandId requires a nonempty string"),
    "made an event": ([*BASE, run("k"), TITLE, done("k", sourceEventSeq=8)], ""),
    "made an event before it": ([*BASE, run("k"), done("k", sourceEventSeq=3)], ""),
    "made itself": ([*BASE, run("k"), done("k", sourceEventSeq=8)], NOT_EARLIER),
    "made a later event": ([*BASE, run("k"), done("k", sourceEventSeq=20)], NOT_EARLIER),
    "made a command": ([*BASE, run("k"), done("k", sourceEventSeq=7)], BAD_SOURCE),
    "failed and made": ([*BASE, run("k"), done("k", "error", sourceEventSeq=3)], BAD_SOURCE),
    "made no seq": ([*BASE, run("k"), done("k", sourceEventSeq=None)], NO_SEQ),
    "compaction": ([*BASE, *WHOLE, end()], ""),
    "compaction in a turn": (
        [*OPEN, start(turn=1), summary([3, 4]), checkpoint("c1", [5, 6, 3, 4]), end(turn=1), *CLOSE],
        "",
    ),
    "standalone within a turn": ([*OPEN, start(), end(**FAILED), *CLOSE], OTHER_TURN),
    "of a turn that is over": ([*BASE, start(turn=1), end(turn=1, **FAILED)], OTHER_TURN),
    "start without turn": (
        [*BASE, event("compaction/start", {"compactionId": "k"})],
        "compaction turn must be a non-negative safe integer",
    ),
    "start without id": ([*BASE, start("")], NO_ID),
    "end of another turn": ([*BASE, *WHOLE, end(turn=1)], "compaction/end changes its owner turn"),
    "two at once": ([*BASE, start(), start("j")], "compaction/start overlaps an open compaction"),
    "end alone": ([*BASE, end()], NO_START.format("compaction/end")),
    "end of another": ([*BASE, start(), end("j")], NO_START.format("compaction/end")),
    "summary alone": ([*BASE, summary([3, 4])], NO_START.format("compaction/summary")),
    "summary of another": ([*BASE, start(), summary([3, 4], "j")], NO_START.format("compaction/summary")),
    "end without summary": ([*BASE, start(), end()], NO_SUMMARY),
    "failed without summary": ([*BASE, start(), end(**FAILED)], ""),
    "failed with null": ([*BASE, start(), end(error=None)], ""),
    "two summaries": ([*BASE, *WHOLE, summary([9]), end()], "compaction/summary repeats"),
    "summary without checkpoint": ([*BASE, start(), summary([3, 4]), end()], ""),
    "title before the checkpoint": ([*BASE, *WHOLE[:2], TITLE, WHOLE[2], end()], ""),
    "checkpoint before the summary": ([*BASE, start(), checkpoint("c1", [7, 3, 4]), summary([8]), end()], ""),
    "checkpoint alone": ([*BASE, checkpoint("c1", [3, 4])], CHECKPOINT),
    "checkpoint of another": (
        [*BASE, start(), summary([3, 4]), checkpoint("c1", [3, 4], compactionId="j"), end()],
        CHECKPOINT,
    ),
    "checkpoint after the end": ([*BASE, *WHOLE[:2], end(), WHOLE[2]], CHECKPOINT),
    "checkpoint that is appended": ([*BASE, {**checkpoint("c1", [3]), "surfaceOp": "append"}], ""),
    "the same id again": (
        [*BASE, *WHOLE, end(), start(), summary([9]), checkpoint("c2", [11, 12, 9], 9, 9), end()],
        "",
    ),
    "less than the checkpoint": ([*BASE, start(), summary([3]), WHOLE[2], end()], ""),
    "range of other ends": ([*BASE, start(), summary([3, 4], ends=(3, 3)), end()], NO_SUMMARY_SPAN),
    "a span with a hole": ([*BASE, start(), summary([2, 4]), end()], NO_SUMMARY_SPAN),
    "the other way round": ([*BASE, start(), summary([4, 3]), end()], NO_SUMMARY_SPAN),
    "what is not current": ([*BASE, start(), summary([1, 2, 3]), end()], NO_SUMMARY_SPAN),
    "nothing": ([*BASE, start(), summary([], ends=(3, 4)), end()], NO_SUMMARY_SPAN),
    "with the head": ([*BASE, start(), summary([2, 3, 4]), end()], NO_HEAD),
    "crossed by a turn": ([*BASE, start(), *SECOND, end(**FAILED)], "turn/start crosses an open compaction"),
    "crossed by an end": (
        [*OPEN, start(turn=1), *CLOSE, end(turn=1, **FAILED)],
        "turn/end crosses an open compaction",
    ),
    "crossed and open": ([*OPEN, start(turn=1), *CLOSE], "turn/end crosses an open compaction"),
    "open at the end": ([*BASE, start()], ""),
    "orphaned": ([*BASE, start(), SEED, *SECOND], ""),
    "orphaned after it was crossed": ([*OPEN, start(turn=1), *CLOSE, *SECOND, SEED], ""),
    "orphaned with a wrong span": (
        [*BASE, start(), summary([3, 4], ends=(3, 3)), SEED],
        NO_SUMMARY_SPAN,
    ),
    "orphaned and ended": ([*BASE, start(), SEED, end()], NO_START.format("compaction/end")),
    "asked for by a command": (commanded(), ""),
    "end without its command": (
        [*commanded()[:-1], end()],
        NO_START.format("compaction/end"),
    ),
    "checkpoint of another command": (
        [*commanded()[:-2], checkpoint("c1", [8, 9, 3, 4], sourceCommandId="z"), end(sourceCommandId="q")],
        CHECKPOINT,
    ),
    "asked for by nobody": ([*BASE, start(sourceCommandId="q"), end(sourceCommandId="q", **FAILED)], ""),
    "pruned": (
        [*RESULT, prune([6]), result({"op": "replace", "startSeq": 6, "endSeq": 6}, [7, 6]), *CLOSE],
        "",
    ),
    "pruned and not replaced": ([*RESULT, prune([6]), *CLOSE], ""),
    "pruned of other ends": ([*RESULT, prune([6], (4, 6)), *CLOSE], NO_SPAN.format("compaction/prune")),
    "pruned what is no node": ([*RESULT, prune([5]), *CLOSE], NO_SPAN.format("compaction/prune")),
    "pruned the head": ([*RESULT, prune([2]), *CLOSE], NO_HEAD),
    "pruned a later event": ([prune([6])], "compaction range start must name an earlier event"),
    "pruned without range": (
        [*RESULT, event("compaction/prune", {"shadowedSeqs": [6]}), *CLOSE],
        "compaction shadowedRange requires an object",
    ),
    "pruned without seqs": (
        [*RESULT, event("compaction/prune", {"shadowedRange": {"start": 6, "end": 6}}), *CLOSE],
        "compaction shadowedSeqs requires an array",
    ),
}


PROMPT = {"id": "u1", "role": "user", "content": [{"type": "text", "text": "x"}], "source": {"kind": "user"}}
FOR_TITLE = {**PROMPT, "id": "q", "source": {"kind": "dsh-session-title-llm"}}
NO_OWNER = "format v4 message requires a producer-owned source kind"
NO_MATCH = "session/title-llm-request messages do not represent messageSeqs"
NO_FACT = "subagent/catalog requires a supported versioned catalog fact"
NO_TIME = "catalog child creation time must be a non-negative safe integer"
NO_VERSION = "delivery sessionFormatVersion must be a non-negative safe integer"


def inbox(inserted: Any) -> Rows:
    return [event("agent/inbox/spliced", {"target": "next-turn", "start": 0, "inserted": inserted}), *BASE]


def asked_title(messages: Any) -> Rows:
    """A request for a title; `messages` is what it sends."""
    route = {"titleProvider": "p", "route": {"provider": "p", "model": "m"}, "system": "s", "maxTokens": 5}
    return [
        *BASE,
        event("session/title-llm-request", {**route, "messageSeqs": [3], "messages": messages}),
    ]


def titled(source: Any, seqs: Any) -> Rows:
    return [*BASE, event("session/title", {"title": "t", "messageSeqs": seqs, "source": source})]


def child(**data: Any) -> Rows:
    fact = {"version": 0, "childId": "c", "childCreatedAt": 1, "mode": "one-shot"}
    return [*BASE, event("subagent/catalog", {**fact, **data})]


def delivered(version: Any) -> Rows:
    data = {"sessionId": "another", "sessionFormatVersion": version, "throughSeq": 3}
    return [*BASE, event("session-log-deepseek/delivery-accepted", data)]


def head(block: Any) -> Rows:
    return [*OPEN[:2], message("system/message", "s", [block], {"kind": "system-prompt"}), *BASE[3:]]


def head_again(turn: int, number: int) -> Json:
    made = message("system/message", "s2", [], {"kind": "system-prompt"}, sourceEventSeqs=[2])
    made["data"] |= {"turn": turn, "step": number}
    return {**made, "surfaceOp": {"op": "replace", "startSeq": 2, "endSeq": 2}}


CASES |= {
    "inbox": (inbox([PROMPT]), ""),
    "inbox without list": (inbox(None), "agent/inbox/spliced requires message array"),
    "inbox of a text": (inbox(["x"]), "agent/inbox/spliced requires message objects"),
    "inbox without source": (inbox([{**PROMPT, "source": None}]), NO_OWNER),
    "inbox of a number": (inbox([{**PROMPT, "source": {"kind": 3}}]), NO_OWNER),
    "inbox with an odd block": (inbox([{**PROMPT, "content": [{"type": []}]}]), ""),
    "user with an odd block": ([*OPEN[:3], user("u1"), answer("a1", [{"type": {}}]), *CLOSE], ""),
    "title request": (asked_title([FOR_TITLE]), ""),
    "title request of nothing": (asked_title(None), "session/title-llm-request requires message array"),
    "title request of an answer": (asked_title([{**FOR_TITLE, "role": "assistant"}]), NO_MATCH),
    "title request with an image": (asked_title([{**FOR_TITLE, "content": [{"type": "image"}]}]), NO_MATCH),
    "title": (titled({"kind": "fallback"}, [3]), ""),
    "title without source": (titled(None, []), "title source requires an object"),
    "title of a text": (
        titled({"kind": "fallback"}, ["3"]),
        "title messageSeqs must be a non-negative safe integer",
    ),
    "child": (child(), ""),
    "child with label": (child(mode="continuable", label="l"), ""),
    "child without label": (child(mode="continuable"), NO_FACT),
    "child of a number": (child(childId=3), NO_FACT),
    "child of an unknown mode": (child(mode="unknown"), NO_FACT),
    "child of an unknown mode in version 1": (child(version=1, mode="unknown"), ""),
    "child elsewhere": (child(version=2, mode="external"), ""),
    "child elsewhere in version 1": (child(version=1, mode="external"), NO_FACT),
    "child of a later version": (child(version=3), NO_FACT),
    "child of no time": (child(childCreatedAt=None), NO_TIME),
    "delivery of an older version": (delivered(3), ""),
    "delivery of no version": (delivered(None), NO_VERSION),
    "delivery of a text": (delivered("4"), NO_VERSION),
    "head": (head({"type": "text", "text": "x"}), ""),
    "head of a text": (head("x"), "format v4 system content block requires an object"),
    "head without type": (head({"type": []}), "format v4 system content type requires a string with content"),
    "head without text": (head({"type": "text"}), "format v4 system content text requires a string"),
    "head with no image": (head({"type": "image"}), "format v4 system image attachment requires an object"),
    "head with no call": (
        head({"type": "tool-call"}),
        "format v4 system tool-call id requires a string with content",
    ),
    "head again": ([*OPEN, head_again(1, 1), *CLOSE], ""),
    "head of another step": (
        [*OPEN, head_again(1, 2), *CLOSE],
        "system/message at seq 5 stands outside its step",
    ),
    "head after the turn": ([*BASE, head_again(1, 1)], "system/message at seq 7 stands outside its step"),
    "a call asked for twice": (
        [*OPEN[:4], answer("a1", [CALL]), answer("a2", [CALL]), CALLED, result("append", [6]), *CLOSE],
        "assistant/message repeats advertised tool call x",
    ),
    "an answer of a text": ([*OPEN[:4], answer("a1", ["x"])], "assistant content block requires an object"),
    "a call without id": (
        [*OPEN[:4], answer("a1", [{"type": "tool-call"}])],
        "tool call id requires a nonempty string",
    ),
    "an end without a turn": ([*BASE, event("turn/end", {})], "turn/end does not close what is open"),
    "an end of no step": (
        [*OPEN, step("end"), event("step/end", {"turn": 1}), turn_end(1)],
        "step/end does not close what is open",
    ),
    "an end without a step": ([*BASE, event("step/end", {})], "step/end does not close what is open"),
}
OWN_WORDS = ("stands outside its step", "does not close what is open")
"""Texts of ours: the harness refuses these row sets in other words."""


def numbered(rows: Rows) -> Rows:
    """The rows with their seqs and times."""
    return [{**row, "seq": seq, "time": 1_785_000_000_000 + seq} for seq, row in enumerate(rows)]
