"""Writing logs of generations 2 to 4 by a script of turns, as the harness lays them out (spec 03, 03b).

Kept apart from the product's code on purpose. Times are ms and go up by one an event, inside
streams too.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Self

from sessionlog.sources.names import encode_segment, project_key

Json = dict[str, Any]
MODEL = {"provider": "p", "model": "m"}


class LaterLog:
    """A log of one generation, built turn by turn. `generation` is 2, 3 or 4."""

    def __init__(self, generation: int, id: str = "later", *, seeded: bool = False, **members: Any) -> None:
        self.generation = generation
        self.now = 1_785_000_000_000
        self.header: Json = {"type": "session", "version": generation, "id": id, "createdAt": self.now}
        self.header |= {"cwd": "/p", **members, "isSeeded": seeded, "delegationDepth": 0}
        self.rows: list[Json] = []
        self.turn = self.step = 0
        self._open_step = False
        self._has_system = False
        self._calls = 0

    @property
    def seq(self) -> int:
        return len(self.rows)

    def tick(self) -> int:
        self.now += 1
        return self.now

    def add(self, type: str, data: Json, **members: Any) -> int:
        self.rows.append({"type": type, "seq": self.seq, "time": self.tick(), "data": data, **members})
        return self.seq - 1

    def begin(self, prompt: str) -> Self:
        """A turn with its first step, and the prompt that it takes in."""
        self.turn, self.step = self.turn + 1, 0
        self.add("turn/start", {"turn": self.turn})
        self.next_step()
        if self.generation >= 3 and not self._has_system:
            self.system("Be brief.")
        self.user(prompt)
        return self

    def next_step(self) -> Self:
        if self._open_step:
            self.add("step/end", self.place)
        self.step += 1
        self._open_step = True
        self.add("step/start", self.place)
        return self

    @property
    def place(self) -> Json:
        return {"turn": self.turn, "step": self.step}

    def system(self, text: str) -> Self:
        kind = "system-prompt" if self.generation >= 4 else "plugin"
        source = {"kind": kind} if kind != "plugin" else {"kind": kind, "plugin": "prompt"}
        self.message("system/message", "system", [{"type": "text", "text": text}], source)
        self._has_system = True
        return self

    def message(self, type: str, role: str, content: list[Json], source: Json, **more: Any) -> int:
        message = {"id": f"m{self.seq}", "role": role, "content": content, "source": source}
        if type == "user/message":
            return self.add(type, message, surfaceOp="append", **more)
        return self.add(type, {**self.place, "message": message}, surfaceOp="append", **more)

    def user(self, text: str) -> Self:
        self.message("user/message", "user", [{"type": "text", "text": text}], {"kind": "user"})
        return self

    def stream(self, texts: Sequence[str], finish: Json | None, usage: Json | None = None) -> list[Json]:
        """The records of an attempt that streamed one text block."""
        made: list[Json] = []
        if texts:
            made.append(self.chunk({"type": "block-start", "index": 0, "blockType": "text"}))
            first = self.tick()
            gaps = [1] * (len(texts) - 1)
            self.now += len(gaps)
            made.append({"type": "text-chunks", "time0": first, "index": 0, "dt": gaps, "texts": list(texts)})
            if finish is not None and finish["kind"] != "error":
                block = {"type": "text", "text": "".join(texts)}
                made.append(self.chunk({"type": "block-end", "index": 0, "block": block}))
        if usage is not None:
            made.append(self.chunk({"type": "usage", "usage": usage}))
        if finish is not None:
            made.append(self.chunk({"type": "finish", "reason": finish}))
        return made

    def chunk(self, chunk: Json) -> Json:
        return {"type": "chunk", "time": self.tick(), "chunk": chunk}

    def retry(self, texts: Sequence[str], *, message: str = "down", number: int = 1) -> Self:
        """An attempt that failed, and the decision to ask again."""
        failure = {"message": message, "code": "SERVER"}
        self.attempt(texts, {"kind": "error", "failure": failure})
        about = {"retryId": f"r{self.turn}.{self.step}", **self.place, "retry": number}
        policy = {"provider": "p", "mode": "normal", "policyKey": "k", "maxRetries": 5, "delayMs": 500.5}
        self.add("llm/retry", {**about, **policy, "failure": failure})
        self.add("llm/retry-started", about)
        return self

    def attempt(self, texts: Sequence[str], finish: Json | None, usage: Json | None = None) -> Self:
        stream = self.stream(texts, finish, usage)
        self.add("assistant/attempt", {**self.place, "stream": stream})
        return self

    def answer(self, texts: Sequence[str], usage: Json | None = None, *, interrupted: bool = False) -> Self:
        finish = None if interrupted else {"kind": "stop"}
        stream = self.stream(texts, finish, usage)
        more: Json = {"interrupted": True} if interrupted else {}
        if usage is not None:
            more["usage"] = usage
        self._answer([{"type": "text", "text": "".join(texts)}], stream, more)
        return self

    def _answer(self, content: list[Json], stream: list[Json], more: Json) -> None:
        message = {"id": f"m{self.seq}", "role": "assistant", "content": content}
        message["source"] = {"kind": "model", **MODEL}
        data = {**self.place, "message": message, **more, "stream": stream}
        self.add("assistant/message", data, surfaceOp="append")

    def call(self, name: str, arguments: str, result: str | None, *, started: bool = True) -> Self:
        """An answer that asks for one tool, the call, and its result where there is one."""
        self._calls += 1
        call_id = f"c{self._calls}"
        block = {"type": "tool-call", "id": call_id, "name": name, "arguments": arguments}
        self._answer([block], [self.chunk({"type": "finish", "reason": {"kind": "tool-calls"}})], {})
        if started:
            called = self.add(
                "tool/call", {**self.place, "callId": call_id, "name": name, "arguments": arguments}
            )
            if result is not None:
                self.result(call_id, result, called)
        return self

    def result(self, id: str, text: str, called: int) -> int:
        source, content = {"kind": "tool", "callId": id}, [{"type": "text", "text": text}]
        message: Json
        if self.generation >= 4:
            message = {
                "role": "tool",
                "source": source,
                "toolCallId": id,
                "content": content,
                "isError": False,
            }
        else:
            block = {"type": "tool-result", "toolCallId": id, "content": content, "isError": False}
            message = {"role": "user", "source": source, "content": [block]}
        message["id"] = f"m{self.seq}"
        data = {**self.place, "message": message}
        return self.add("tool/result", data, sourceEventSeqs=[called], surfaceOp="append")

    def end(self, reason: Json | None = None) -> Self:
        if self._open_step:
            self.add("step/end", self.place)
            self._open_step = False
        self.add("turn/end", {"turn": self.turn, "reason": reason or {"kind": "completed"}})
        return self

    def lines(self) -> list[bytes]:
        return [
            json.dumps(row, ensure_ascii=False, separators=(",", ":")).encode()
            for row in (self.header, *self.rows)
        ]

    def write(self, root: Path) -> Path:
        """The log in its place under a sessions root."""
        folder = root / project_key(self.header["cwd"]) / encode_segment(self.header["id"])
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"session.v{self.generation}.jsonl"
        path.write_bytes(b"".join(line + b"\n" for line in self.lines()))
        return path
