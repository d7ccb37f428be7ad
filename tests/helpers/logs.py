"""A readable builder of generation-0 session logs for tests.

    log = LogBuilder("demo", cwd="/home/dev/demo")
    log.user("List the files")
    log.tool("bash", {"command": "ls"}, "a.txt\\n", thinking="need ls")
    log.assistant("There is one file.").end_turn()
    log.write_zstd(folder / "session.jsonl.zstd")

Events come in the order in which the harness's loop writes them (spec 01 section 5): a turn
opens with its inbox splices, a step with its messages, an answer cites the chunks of its own
attempt only. Ids and times are made from the session id, so a log is the same in every run.
`events` holds the log unpacked; rows are packed when lines are asked for.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Sequence
from typing import Any, Self

from log_core import START, LogCore, ToolUse
from log_files import Json, encode

__all__ = ["START", "LogBuilder", "ToolUse"]
POLICY = '["normal",5,["EMPTY_RESPONSE","RATE_LIMIT","SERVER","TIMEOUT","TRANSPORT"],500,10000,0.1]'
USAGE = {"inputTokens": 1200, "outputTokens": 80, "cacheReadTokens": 512}
TOKENS = re.compile(r"\s*\S{1,6}|\s+")


class LogBuilder(LogCore):
    """Builds one log, event by event. Every method but the writers returns the builder."""

    def __init__(
        self,
        id: str = "demo",
        *,
        provider: str = "p",
        model: str = "m",
        system: str | None = None,
        inbox: bool = True,
        **core: Any,
    ) -> None:
        """`core` goes to `LogCore`: cwd, created_at, tick, and further header members."""
        super().__init__(id, **core)
        self.provider, self.model, self.system = provider, model, system
        self._inbox = inbox
        self._turn = self._step = self._retries = 0
        self._open_turn = self._open_step = self._settled = False
        self._titled = self._requested = False
        self._entering: list[Json] = []
        self._attempt: list[int] = []
        self._blocks: list[Json] = []
        self._open_block = False

    def turn(self) -> Self:
        """Open the next turn; the step opens with the first message or chunk."""
        assert not self._open_turn, "a turn is open already"
        self._turn += 1
        self._step, self._open_turn = 0, True
        self.log("turn/start", {"turn": self._turn})
        return self

    def user(self, text: str | list[Json], *, source: Json | None = None, id: str | None = None) -> Self:
        """A prompt: opens a turn, or steers the open one with a further step."""
        message = self._message("user", _content(text), source or {"kind": "user"}, id)
        target = "next-step" if self._open_turn else "next-turn"
        if self._open_step:
            self._end_step()
        if self._inbox:
            self.log("agent/inbox/spliced", {"target": target, "start": 0, "inserted": [message]})
        if not self._open_turn:
            self.turn()
        if self._inbox:
            self.log("agent/inbox/spliced", {"target": target, "start": 0, "removedCount": 1, "inserted": []})
        self._entering.append(message)
        self._begin_step()
        return self

    def context(self, text: str, source: Json) -> Self:
        """Text that a plugin puts before the model, in the open step or before the next one."""
        message = self._message("user", _content(text), source)
        if self._open_step and not self._settled:
            self.log("user/message", message, surfaceOp="append")
        else:
            self._entering.append(message)
        return self

    def instructions(self, path: str, text: str) -> Self:
        change = {"action": "set", "scope": "project", "path": path}
        return self.context(text, {"kind": "agent-instructions", "form": "instructions", "changes": [change]})

    def snapshot(self, **sections: str) -> Self:
        source = {"kind": "plugin", "plugin": "@deepseek-ai/dsh-system-prompt", "form": "snapshot"}
        source["sections"] = [{"name": name, "text": text} for name, text in sections.items()]  # type: ignore[assignment]
        return self.context("\n\n".join(sections.values()), source)

    def step(self) -> Self:
        """Open a further step of the turn."""
        if self._open_step:
            self._end_step()
        self._begin_step()
        return self

    def end_turn(self, reason: str | Json = "completed") -> Self:
        """Close the open step and the turn. `reason` is its kind, or the whole reason."""
        if self._open_step:
            self._end_step()
        whole = {"kind": reason} if isinstance(reason, str) else reason
        self.log("turn/end", {"turn": self._turn, "reason": whole})
        self._open_turn = False
        return self.flush()

    def stream(self, text: str | Sequence[str], tag: str = "text") -> Self:
        """Stream a block's deltas; `tag` is `text` or `reasoning`. A list gives the deltas themselves."""
        pieces = TOKENS.findall(text) if isinstance(text, str) else list(text)
        self._start_block(tag, {"type": tag, "text": ""})
        for piece in pieces:
            self.chunk({"type": f"{tag}-delta", "index": len(self._blocks) - 1, "text": piece})
            self._blocks[-1]["text"] += piece
        return self

    def stream_call(self, name: str, arguments: Json | str, id: str | None = None) -> Self:
        """Stream a tool call's deltas; it runs when `assistant` commits, through `tool`."""
        text = arguments if isinstance(arguments, str) else encode(arguments).decode()
        call = id or f"call_{self._turn}_{self._step}_{len(self._blocks)}"
        self._start_block("tool-call", {"type": "tool-call", "id": call, "name": name, "arguments": ""})
        for piece in TOKENS.findall(text):
            delta = {"type": "tool-call-delta", "index": len(self._blocks) - 1, "id": call, "name": name}
            self.chunk({**delta, "argumentsDelta": piece})
            self._blocks[-1]["arguments"] += piece
        return self

    def chunk(self, chunk: Json) -> Self:
        """A stream chunk as given, in the attempt that runs or in a new one."""
        self._ready()
        data = {"turn": self._turn, "step": self._step, "chunk": chunk}
        self._attempt.append(self.log("assistant/chunk", data))
        return self

    def finish(self, reason: str | Json = "stop", usage: Json | None = None) -> Self:
        """End the attempt: the open block, the usage (none for `{}`), the finish chunk."""
        self._close_block()
        if usage != {}:
            self.chunk({"type": "usage", "usage": usage or USAGE})
        whole = {"kind": reason} if isinstance(reason, str) else reason
        self.chunk({"type": "finish", "reason": whole})
        return self

    def assistant(
        self,
        text: str | None = None,
        *,
        thinking: str | None = None,
        finish: str = "stop",
        usage: Json | None = None,
        id: str | None = None,
    ) -> Self:
        """Stream what is given, finish, and commit the message of everything streamed so far."""
        if thinking is not None:
            self.stream(thinking, "reasoning")
        if text is not None:
            self.stream(text)
        self._ready()
        self.finish(finish, usage)
        return self.commit(self._blocks, {} if usage == {} else {"usage": usage or USAGE}, id)

    def max_tokens(self, text: str) -> Self:
        """An answer that ran into its limit; the turn ends so."""
        self.stream(text).finish("max-tokens")
        kept = [block for block in self._blocks if block["type"] != "tool-call"]
        return self.commit(kept, {"usage": USAGE}).end_turn("max-tokens")

    def drop_attempt(self) -> None:
        """What was streamed comes to nothing; the next chunk begins a new attempt."""
        self._attempt, self._blocks, self._open_block = [], [], False

    def commit(self, blocks: list[Json], facts: Json, id: str | None = None) -> Self:
        """Commit these blocks as the answer of the attempt that runs."""
        source = {"kind": "model", "provider": self.provider, "model": self.model}
        message = self._message("assistant", copy.deepcopy(blocks), source, id)
        data = {"turn": self._turn, "step": self._step, "message": message, **facts}
        self.log("assistant/message", data, sourceEventSeqs=list(self._attempt), surfaceOp="append")
        self.drop_attempt()
        self._settled = True
        return self

    def retry(
        self, text: str = "", *, code: str = "SERVER", message: str = "overloaded", tag: str = "text"
    ) -> Self:
        """An attempt that fails after `text` and is begun again in the same step."""
        if text:
            self.stream(text, tag)
        self._ready()
        failure: Json = {"message": message, "code": code}
        if code == "SERVER":
            failure["status"] = 503
        self.finish({"kind": "error", "failure": failure}, usage={})
        self._retries += 1
        place = {"retryId": f"retry-{self._turn}-{self._step}", "turn": self._turn, "step": self._step}
        policy = {"provider": self.provider, "mode": "normal", "policyKey": POLICY}
        number = {"retry": self._retries}
        numbers = {**number, "maxRetries": 5, "delayMs": 517.3}
        self.log("llm/retry", {**place, **policy, **numbers, "failure": failure})
        self.wait(518)
        self.log("llm/retry-started", {**place, **number})
        self.drop_attempt()
        return self.flush()

    def interrupt(self, text: str = "", *, cause: str = "user", commit: bool = True) -> Self:
        """The user stops the answer: no finish chunk, what was readable is kept, the turn is aborted."""
        if text:
            self.stream(text)
        self._ready()
        readable = [block for block in self._blocks if block.get("text", "").strip()]
        if readable and commit:
            self.commit(readable, {"interrupted": True})
        self.drop_attempt()
        return self.end_turn({"kind": "aborted", "reason": {"kind": cause}})

    def fail(self, text: str = "", *, code: str = "AUTH", message: str = "bad key") -> Self:
        """The attempt fails for good and the turn with it."""
        if text:
            self.stream(text)
        self._ready()
        failure = {"message": message, "code": code}
        self.finish({"kind": "error", "failure": failure}, usage={})
        self.drop_attempt()
        return self.end_turn({"kind": "error", "error": failure})

    def tool(
        self, name: str, arguments: Json | str, result: str | list[Json], *, thinking: str | None = None,
        text: str | None = None, usage: Json | None = None, **more: Any,
    ) -> Self:  # fmt: skip
        """An answer with one call, the call and its result. `more` are members of `ToolUse`."""
        return self.tools(
            [ToolUse(name, arguments, result, **more)], thinking=thinking, text=text, usage=usage
        )

    def tools(
        self, uses: Sequence[ToolUse], *, thinking: str | None = None, text: str | None = None,
        usage: Json | None = None,
    ) -> Self:  # fmt: skip
        """An answer with several calls that run side by side: all calls, then all results in order."""
        if thinking is not None:
            self.stream(thinking, "reasoning")
        if text is not None:
            self.stream(text)
        for use in uses:
            self.stream_call(use.name, use.arguments, use.id)
        calls = [block for block in self._blocks if block["type"] == "tool-call"][-len(uses) :]
        self.assistant(finish="tool-calls", usage=usage)
        started = [self.start_call(call) for call in calls]
        self.flush()
        for use, call, seq in zip(uses, calls, started, strict=True):
            for event in use.between:
                self.raw(copy.deepcopy(event))
            self.wait(use.took_ms)
            self.end_call(call["id"], use, seq)
        return self

    def start_call(self, call: Json) -> int:
        """Record a committed call as started; returns its seq."""
        data = {"turn": self._turn, "step": self._step, "callId": call["id"]}
        return self.log("tool/call", {**data, "name": call["name"], "arguments": call["arguments"]})

    def end_call(self, call_id: str, use: ToolUse, call_seq: int | None) -> int:
        """Record a call's result; returns its seq."""
        inner = {"type": "tool-result", "toolCallId": call_id, "content": _content(use.result)}
        message = self._message(
            "user", [{**inner, "isError": use.error}], {"kind": "tool", "callId": call_id}
        )
        data: Json = {"turn": self._turn, "step": self._step, "message": message}
        if use.code is not None:
            data["error"] = {"name": "ToolError", "code": use.code}
        if use.meta is not None:
            data["meta"] = use.meta
        cited = {} if call_seq is None else {"sourceEventSeqs": [call_seq]}
        return self.log("tool/result", data, **cited, surfaceOp="append")

    def todos(self, items: Sequence[tuple[str, str]]) -> Self:
        self.log("todo/write", {"todos": [{"content": text, "status": status} for text, status in items]})
        return self

    def title(self, title: str, *, by: str = "user") -> Self:
        cited = [] if by == "user" else [self.surface[0]]
        self.log("session/title", {"title": title, "messageSeqs": cited, "source": {"kind": by}})
        self._titled = True
        return self

    def compaction(self, summary: str, *, keep: int = 2, id: str | None = None) -> Self:
        """Replace all but the last `keep` surface nodes by a checkpoint."""
        shadowed = self.surface[: len(self.surface) - keep]
        assert shadowed, "nothing to compact"
        key = id or f"compaction-{len(self.events)}"
        turn = self._turn if self._open_turn else None
        span = {"start": shadowed[0], "end": shadowed[-1]}
        content = _content(summary)
        start = self.log("compaction/start", {"compactionId": key, "turn": turn})
        facts = {"shadowedRange": span, "shadowedSeqs": shadowed, "shadowedTokenCount": 60 * len(shadowed)}
        route = {"provider": self.provider, "model": self.model}
        told = self.log("compaction/summary", {"compactionId": key, "summary": content, **facts, **route})
        source = {"kind": "plugin", "plugin": "compact", "compactionId": key}
        message = self._message("user", content, source)
        cited = [start, told, *shadowed]
        self.log("user/message", message, sourceEventSeqs=cited, surfaceOp={"op": "replace", **span})
        self.log("compaction/end", {"compactionId": key, "turn": turn})
        return self.flush()

    def fork(self, id: str, *, at: int | None = None, created_at: int | None = None) -> LogBuilder:
        """A child that begins with everything up to `at` (inclusive, outside a turn) and an end-seed."""
        cut = len(self.events) if at is None else at + 1
        child = LogBuilder(
            id, cwd=self.cwd, created_at=created_at or self.now, provider=self.provider, model=self.model,
            tick=self.tick, inbox=self._inbox, parentSession=self.id, seedLength=cut,
        )  # fmt: skip
        child.take_over(self.events[:cut])
        assert not child._open_turn, "a fork cannot end inside a turn"
        if not child.events or child.events[-1]["type"] != "session/end-seed":
            child.log("session/end-seed", {})
        return child.flush()

    def _message(self, role: str, content: list[Json], source: Json, id: str | None = None) -> Json:
        return {"content": content, "source": source, "role": role, "id": id or self.new_id()}

    def _begin_step(self) -> None:
        self.flush()
        self._step += 1
        self._open_step, self._settled, self._retries = True, False, 0
        self.log("step/start", {"turn": self._turn, "step": self._step})
        for message in self._entering:
            self.log("user/message", message, surfaceOp="append")
        self._entering = []

    def _end_step(self) -> None:
        self.log("step/end", {"turn": self._turn, "step": self._step})
        self._open_step = False
        self.drop_attempt()

    def _ready(self) -> None:
        """Everything that stands before a step's first chunk."""
        if self._settled:
            self._end_step()
        if not self._open_step:
            self._begin_step()
        if self._attempt:
            return
        if not self._titled and self.surface and (words := self._first_prompt()):
            self.title(" ".join(words.split()[:5]), by="fallback")
        if not self._requested:
            header: Json = {"config": {"provider": self.provider, "model": self.model}}
            if self.system is not None:
                header["system"] = self.system
            resumed = any(event["type"] == "request/header" for event in self.events)
            self.log("request/header", {"header": header, "reason": "resume" if resumed else "initial"})
            if not resumed:
                route = {"provider": self.provider, "model": self.model, "contextWindow": 128000}
                self.log("request/context", route)
            self._requested = True
        self.flush()

    def _first_prompt(self) -> str:
        content = self.events[self.surface[0]]["data"].get("content", [])
        return " ".join(block["text"] for block in content if block.get("type") == "text")

    def _start_block(self, kind: str, block: Json) -> None:
        self._close_block()
        self.chunk({"type": "block-start", "index": len(self._blocks), "blockType": kind})
        self._blocks.append(block)
        self._open_block = True

    def _close_block(self) -> None:
        if self._open_block:
            block = copy.deepcopy(self._blocks[-1])
            self.chunk({"type": "block-end", "index": len(self._blocks) - 1, "block": block})
        self._open_block = False

    def take_over(self, events: Sequence[Json]) -> None:
        """Begin with inherited events, and with what they say about turns, titles and the surface."""
        self.events = copy.deepcopy(list(events))
        for event in self.events:
            self.fold_surface(event)
            if event["type"] in {"turn/start", "turn/end"}:
                self._turn = event["data"]["turn"]
                self._open_turn = event["type"] == "turn/start"
            self._titled = self._titled or event["type"] == "session/title"


def _content(content: str | list[Json]) -> list[Json]:
    return [{"type": "text", "text": content}] if isinstance(content, str) else content
