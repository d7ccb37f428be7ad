"""A model that says what a script tells it, and the loop that runs it through the recorder.

The loop keeps the order of spec 01 section 5; the model is asked nothing before its checkpoint.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from sessionlog.store.recorder import Recorder

Json = dict[str, Any]
HEADER = {"config": {"provider": "p", "model": "m"}, "system": "Be brief."}
CONTEXT = {"provider": "p", "model": "m", "contextWindow": 128000}


@dataclass(frozen=True)
class Says:
    """One answer: its streamed pieces, and the calls that it asks for, each with what its tool returns."""

    pieces: Sequence[str]
    calls: Sequence[tuple[str, str]] = ()


@dataclass
class ScriptedModel:
    """Counts what really happened: `asked` requests, tools that `ran`."""

    script: list[Says]
    asked: int = 0
    ran: list[str] = field(default_factory=list)

    def run_turn(self, recorder: Recorder, prompt: str, *, crash_after: int | None = None) -> None:
        """A whole turn; with `crash_after`, it stops without a word after so many chunks."""
        turn = recorder.start_turn()
        entering = [_message(f"user-{turn}", "user", prompt)]
        while True:
            step = recorder.start_step(entering)
            recorder.request(HEADER, CONTEXT)
            said = self.script[self.asked]
            self.asked += 1
            blocks = self._stream(recorder, said, crash_after)
            if crash_after is not None and len(said.pieces) >= crash_after:
                return
            answer = _message(f"answer-{turn}-{step}", "assistant", "")
            recorder.answer({**answer, "content": blocks, "source": {"kind": "model", **_ROUTE}})
            for call, result in said.calls:
                recorder.tool(call, "bash", "{}", self._tool(call, result))
            recorder.end_step()
            entering = []
            if not said.calls:
                recorder.end_turn()
                return

    def _stream(self, recorder: Recorder, said: Says, crash_after: int | None) -> list[Json]:
        recorder.chunk({"type": "block-start", "index": 0, "block": {"type": "text", "text": ""}})
        for piece in said.pieces[:crash_after]:
            recorder.chunk({"type": "text-delta", "index": 0, "text": piece})
        text = {"type": "text", "text": "".join(said.pieces)}
        calls = [
            {"type": "tool-call", "id": call, "name": "bash", "arguments": "{}"} for call, _ in said.calls
        ]
        if crash_after is None:
            recorder.chunk({"type": "block-end", "index": 0, "block": text})
            recorder.chunk({"type": "finish", "reason": {"kind": "tool-calls" if calls else "stop"}})
        return [text, *calls]

    def _tool(self, call: str, result: str) -> Callable[[], tuple[str, Json | None]]:
        def run() -> tuple[str, Json | None]:
            self.ran.append(call)
            return result, None

        return run


_ROUTE = {"provider": "p", "model": "m"}


def _message(id: str, role: str, text: str) -> Json:
    return {"id": id, "role": role, "source": {"kind": "user"}, "content": [{"type": "text", "text": text}]}
