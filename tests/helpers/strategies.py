"""Hypothesis strategies: random session logs that the harness could have written, and damage.

`logs()` gives a `LogBuilder`; `open_logs()` one whose last turn was never closed; `forks()` a
parent and its child; `damaged_logs()` the lines of a log after some accidents, with what was done.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from damage import cut_line, drop_run, duplicate_run, restart_at
from hypothesis import strategies as st
from logs import LogBuilder, ToolUse

ALPHABET = st.sampled_from([*"abc \n\t.,(){}\"'\\`#*", "é", "修", "会议", "🙂", "👩‍👩‍👧", "\u202e", "\ud83d"])
words = st.lists(ALPHABET, max_size=12).map("".join)
prompts = st.lists(ALPHABET, min_size=1, max_size=12).map("".join)
pieces = st.lists(st.text("abc \n你", max_size=5), max_size=9)
costs = st.integers(-5, 900)
FAILURES = ("EMPTY_RESPONSE", "RATE_LIMIT", "SERVER", "TIMEOUT", "TRANSPORT")
TOOLS = ("bash", "read", "edit", "grep", "write", "web_fetch")


@st.composite
def tool_uses(draw: st.DrawFn) -> ToolUse:
    """A call; its arguments may be broken JSON, its id may repeat in other turns."""
    name = draw(st.sampled_from(TOOLS))
    arguments = draw(st.one_of(st.dictionaries(st.sampled_from("abc"), words, max_size=2), words))
    error = draw(st.booleans())
    call = draw(st.one_of(st.none(), st.none(), st.sampled_from(["c1", "c2", "c3"])))
    code = "ABORTED" if error and draw(st.booleans()) else None
    return ToolUse(name, arguments, draw(words), error=error, code=code, id=call)


@st.composite
def logs(
    draw: st.DrawFn, *, max_turns: int = 4, compactions: bool = True, audit: bool = True, id: str = "demo"
) -> LogBuilder:
    """A log of whole turns: answers, tools, retries, stops, limits, failures, compactions."""
    log = LogBuilder(id, tick=draw(st.integers(0, 9)), inbox=draw(st.booleans()))
    for _ in range(draw(st.integers(0, max_turns))):
        _turn(draw, log, audit)
        if compactions and len(log.surface) > 1 and draw(st.integers(0, 3)) == 0:
            log.compaction(draw(words), keep=draw(st.integers(0, len(log.surface) - 1)))
        if audit:
            _audit(draw, log)
    return log


@st.composite
def open_logs(draw: st.DrawFn, *, max_turns: int = 2) -> LogBuilder:
    """A log whose harness died in its last turn: a message, chunks, or calls without results."""
    log = draw(logs(max_turns=max_turns))
    log.user(draw(prompts))
    for _ in range(draw(st.integers(0, 2))):
        _step(draw, log)
    how = draw(st.sampled_from(["message", "chunks", "called", "not called", "between"]))
    if how == "chunks":
        log.stream(draw(pieces), draw(st.sampled_from(["text", "reasoning"])))
    elif how in {"called", "not called"}:
        log.stream_call("bash", "{}", "last").assistant(finish="tool-calls")
        if how == "called":
            log.start_call({"id": "last", "name": "bash", "arguments": "{}"})
    elif how == "between":
        log.assistant(draw(words)).step()
    return log


@st.composite
def forks(draw: st.DrawFn) -> tuple[LogBuilder, LogBuilder]:
    """A parent and a child forked after one of its turns (or at its start), with turns of its own."""
    parent = draw(logs())
    ends = [event["seq"] for event in parent.events if event["type"] == "turn/end"]
    child = parent.fork("child", at=draw(st.sampled_from([-1, *ends])))
    for _ in range(draw(st.integers(0, 2))):
        _turn(draw, child, audit=False)
    return parent, child


@dataclass(frozen=True)
class Damaged:
    """Lines (header first, without LF) of a log after the accidents of `done`."""

    whole: LogBuilder
    lines: list[bytes]
    done: tuple[str, ...]


@st.composite
def damaged_logs(draw: st.DrawFn, *, accidents: int = 2) -> Damaged:
    """A log of which lines were cut, lost, doubled or written by a second process."""
    log = draw(logs().filter(lambda made: len(made.events) > 6))
    lines, done = log.lines(packed=draw(st.booleans())), []
    for _ in range(draw(st.integers(1, accidents))):
        name = draw(st.sampled_from(sorted(ACCIDENTS)))
        first = draw(st.integers(1, len(lines) - 1))
        last = draw(st.integers(first, min(len(lines) - 1, first + 5)))
        lines = ACCIDENTS[name](log, lines, first, last)
        done.append(name)
    return Damaged(log, lines, tuple(done))


def _second_writer(log: LogBuilder, lines: Sequence[bytes], first: int, last: int) -> list[bytes]:
    tail = log.events[first : last + 1]
    return restart_at(lines, tail[0]["seq"], tail) if tail else list(lines)


ACCIDENTS: dict[str, Callable[[LogBuilder, Sequence[bytes], int, int], list[bytes]]] = {
    "cut": lambda log, lines, first, last: cut_line(lines, first),
    "lost": lambda log, lines, first, last: drop_run(lines, first, min(last, len(lines) - 2)),
    "doubled": lambda log, lines, first, last: duplicate_run(lines, first, last),
    "second writer": _second_writer,
    "null line": lambda log, lines, first, last: [*lines[:first], b"null", *lines[first:]],
    "empty line": lambda log, lines, first, last: [*lines[:first], b"", *lines[first:]],
}


def _turn(draw: st.DrawFn, log: LogBuilder, audit: bool) -> None:
    log.user(draw(prompts))
    if draw(st.integers(0, 3)) == 0:
        log.instructions("AGENTS.md", draw(words))
    for _ in range(draw(st.integers(0, 2))):
        _step(draw, log)
        if audit:
            _audit(draw, log)
            if draw(st.integers(0, 4)) == 0:
                log.todos([(draw(words), "pending")])
        if draw(st.integers(0, 4)) == 0:
            log.user(draw(prompts))
    _end(draw, log)


def _step(draw: st.DrawFn, log: LogBuilder) -> None:
    for _ in range(draw(st.sampled_from([0, 0, 0, 1, 2]))):
        log.retry("".join(draw(pieces)), code=draw(st.sampled_from(FAILURES)))
    if draw(st.booleans()):
        log.stream(draw(pieces), "reasoning").wait(draw(costs))
    if draw(st.booleans()):
        log.stream(draw(pieces)).wait(draw(costs))
    log.tools(draw(st.lists(tool_uses(), min_size=1, max_size=3, unique_by=lambda use: use.id or object())))


def _end(draw: st.DrawFn, log: LogBuilder) -> None:
    how = draw(st.sampled_from(["answer", "answer", "empty", "stopped", "limit", "failed", "blocked"]))
    if how == "answer":
        log.stream(draw(pieces)).wait(draw(costs)).assistant(draw(words)).end_turn()
    elif how == "empty":
        log.assistant(finish="length").end_turn()
    elif how == "stopped":
        log.interrupt(draw(words), cause=draw(st.sampled_from(["user", "parent", "disposed"])))
    elif how == "limit":
        log.max_tokens(draw(words))
    elif how == "failed":
        log.fail(draw(words), code=draw(st.sampled_from(["AUTH", "QUOTA", "UNKNOWN"])))
    else:
        log.end_turn("blocked")


def _audit(draw: st.DrawFn, log: LogBuilder) -> None:
    kind = draw(st.sampled_from(["", "", "title", "feedback", "approval", "foreign"]))
    if kind == "title" and log.surface:
        log.title(draw(prompts))
    elif kind == "feedback":
        log.log("feedback/record", {"text": "Too slow"})
    elif kind == "approval":
        log.log("approval/policy", {"policy": "ask"})
    elif kind == "foreign":
        log.raw({"type": "plugin:notes/added", "data": {"note": draw(words)}, "ignorable": True})
