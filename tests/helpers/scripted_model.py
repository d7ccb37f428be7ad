"""A model that says what a script tells it, and the loop that runs it through the recorder.

The loop keeps the order of spec 01 section 5; the model is asked nothing before its checkpoint.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from sessionlog.store.recorder import Recorder

Json = dict[str, Any]
SYSTEM = "Be brief."
HEADER = {"config": {"provider": "p", "model": "m"}}
CONTEXT = {"provider": "p", "model": "m", "contextWindow": 128000}
DOWN = {"message": "down", "code": "SERVER"}
RETRY = {"provider": "p", "mode": "normal", "policyKey": "k", "maxRetries": 5, "delayMs": 0, "failure": DOWN}


@dataclass(frozen=True)
class Says:
    """One answer: its streamed pieces, and the calls that it asks for, each with what its tool returns.

    One that `fails` breaks off after its pieces and is asked for again.
    """

    pieces: Sequence[str]
    calls: Sequence[tuple[str, str]] = ()
    fails: bool = False


@dataclass
class ScriptedModel:
    """Counts what really happened: `asked` requests, tools that `ran`."""

    script: list[Says]
    asked: int = 0
    ran: list[str] = field(default_factory=list)
    heard: Callable[[], None] = lambda: None
    """Called after each chunk that was recorded."""
    cancelled: Callable[[], bool] = lambda: False

    def run_turn(self, recorder: Recorder, prompt: str, *, crash_after: int | None = None) -> None:
        """A whole turn; with `crash_after`, it stops without a word after so many chunks."""
        turn = recorder.start_turn()
        entering = [_message(f"user-{turn}", "user", prompt)]
        while True:
            step = recorder.start_step(entering, system=SYSTEM)
            said, blocks = self._attempts(recorder, f"r-{turn}-{step}", crash_after)
            if crash_after is not None and len(said.pieces) >= crash_after:
                return
            answer = _message(f"answer-{turn}-{step}", "assistant", "")
            recorder.answer({**answer, "content": blocks, "source": {"kind": "model", **_ROUTE}})
            for call, result in said.calls:
                recorder.tool(call, "bash", "{}", self._tool(call, result), self.cancelled)
            recorder.end_step()
            entering = []
            if not said.calls:
                recorder.end_turn()
                return

    def _attempts(
        self, recorder: Recorder, retry_id: str, crash_after: int | None
    ) -> tuple[Says, list[Json]]:
        """Ask until an answer does not fail."""
        retries = 0
        while True:
            recorder.request(HEADER, CONTEXT)
            said = self.script[self.asked]
            self.asked += 1
            blocks = self._stream(recorder, said, crash_after)
            if not said.fails:
                return said, blocks
            retries += 1
            recorder.retry({"retryId": retry_id, "retry": retries, **RETRY})
            recorder.retry_started(retry_id, retries)

    def _stream(self, recorder: Recorder, said: Says, crash_after: int | None) -> list[Json]:
        text = {"type": "text", "text": "".join(said.pieces)}
        calls = [
            {"type": "tool-call", "id": call, "name": "bash", "arguments": "{}"} for call, _ in said.calls
        ]
        chunks: list[Json] = [{"type": "block-start", "index": 0, "blockType": "text"}]
        chunks += [{"type": "text-delta", "index": 0, "text": piece} for piece in said.pieces[:crash_after]]
        if said.fails:
            chunks.append({"type": "finish", "reason": {"kind": "error", "failure": DOWN}})
        elif crash_after is None:
            chunks.append({"type": "block-end", "index": 0, "block": text})
            for index, call in enumerate(calls, 1):
                delta = {"index": index, "id": call["id"], "name": "bash", "argumentsDelta": "{}"}
                chunks.append({"type": "block-start", "index": index, "blockType": "tool-call"})
                chunks.append({"type": "tool-call-delta", **delta})
                chunks.append({"type": "block-end", "index": index, "block": call})
            chunks.append({"type": "finish", "reason": {"kind": "tool-calls" if calls else "stop"}})
        for chunk in chunks:
            recorder.chunk(chunk)
            self.heard()
        return [text, *calls]

    def _tool(self, call: str, result: str) -> Callable[[], tuple[str, Json | None]]:
        def run() -> tuple[str, Json | None]:
            self.ran.append(call)
            return result, None

        return run


_ROUTE = {"provider": "p", "model": "m"}


def _message(id: str, role: str, text: str) -> Json:
    return {"id": id, "role": role, "source": {"kind": "user"}, "content": [{"type": "text", "text": text}]}
