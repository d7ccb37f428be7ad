"""Records a run of a model as a session, with the checkpoints of the contract (spec 01 sections 5 and 9).

Whatever runs a model tells it what happens, in the order in which it happens; the recorder writes
the events, numbers turns and steps, remembers which chunks an answer may cite, and stops the run
where a checkpoint fails. It writes the shapes of generation 0.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from sessionlog.model.errors import SessionlogError
from sessionlog.store.checkpoints import CheckpointPolicy, Point
from sessionlog.store.live import Event, LiveSession

Json = dict[str, Any]


class TurnStopped(Exception):
    """A checkpoint failed and the turn was ended with that error; nothing that was recorded is lost.

    `__cause__` is the fault. The events wait in the write-behind queue.
    """


class Recorder:
    """One run at a time on one live session. Its calls must not overlap."""

    def __init__(
        self, session: LiveSession, policy: CheckpointPolicy | None = None, *, turns: int = 0
    ) -> None:
        """`turns` were recorded in the session before."""
        self.session = session
        self._policy = policy or CheckpointPolicy()
        self._turn = turns
        self._step = 0
        self._open_step = self._requested = False
        self._chunks: list[int] = []

    def start_turn(self) -> int:
        """Open the next turn; returns its number."""
        self._turn += 1
        self._step = 0
        self.session.append("turn/start", {"turn": self._turn})
        return self._turn

    def start_step(self, messages: Sequence[Json] = ()) -> int:
        """Open the next step with the messages that enter it; returns its number.

        Raises `TurnStopped` when what came before could not be saved: then there is no step.
        """
        self._checkpoint(Point.BEFORE_STEP)
        self._step += 1
        self.session.append("step/start", {"turn": self._turn, "step": self._step})
        self._open_step = True
        for message in messages:
            self.session.append("user/message", message, surface_op="append")
        return self._step

    def request(self, header: Mapping[str, Any], context: Mapping[str, Any] | None = None) -> None:
        """What the next request is made with; written for the first one, and where it differs from the last.

        Returns when everything before it is safe: only then may the first chunk be asked for.
        Raises `TurnStopped` otherwise; then no request may be made.
        """
        known = self.session.request_header()
        if known is None or not self._requested or known != header:
            reason = "initial" if known is None else "change" if self._requested else "resume"
            self.session.append("request/header", {"header": dict(header), "reason": reason})
        if context is not None and self.session.request_context() != context:
            self.session.append("request/context", dict(context))
        self._requested = True
        self._chunks = []
        self._checkpoint(Point.BEFORE_REQUEST)

    def chunk(self, chunk: Json) -> None:
        """A chunk of the open attempt, as it comes."""
        event = self.session.append("assistant/chunk", {**self._place(), "chunk": chunk})
        self._chunks.append(event["seq"])

    def retry(self, facts: Json) -> None:
        """The attempt failed and another one follows; its chunks stay, cited by nothing."""
        self.session.append("llm/retry", {**self._place(), **facts})
        self._chunks = []

    def answer(self, message: Json, **facts: Any) -> None:
        """Commit the answer of the attempt; it cites the chunks of this attempt alone."""
        data = {**self._place(), "message": message, **facts}
        self.session.append("assistant/message", data, surface_op="append", sources=self._chunks)
        self._chunks = []

    def tool(
        self, call_id: str, name: str, arguments: str, run: Callable[[], tuple[str, Json | None]]
    ) -> None:
        """A top-level tool call: recorded, then safe, then run, then its result recorded.

        `run` gives the text and, for a failure, its error facts. When the call could not be made
        safe, its body does not run and its result says so.
        """
        data = {**self._place(), "callId": call_id, "name": name, "arguments": arguments}
        call = self.session.append("tool/call", data)
        try:
            self._flush_at(Point.BEFORE_TOOL)
        except SessionlogError as fault:
            text, error = str(fault), {"name": "SessionPersistenceError", "code": fault.code}
        else:
            text, facts = run()
            error = facts or {}
        self._result(call, call_id, text, error)

    def end_step(self) -> None:
        self._open_step = False
        self.session.append("step/end", self._place())

    def end_turn(self, reason: Json | None = None) -> None:
        """Close the open step and the turn."""
        if self._open_step:
            self.end_step()
        self.session.append("turn/end", {"turn": self._turn, "reason": reason or {"kind": "completed"}})

    def _result(self, call: Event, call_id: str, text: str, error: Json) -> None:
        block: Json = {
            "type": "tool-result",
            "toolCallId": call_id,
            "content": [{"type": "text", "text": text}],
        }
        if error:
            block["isError"] = True
        message = {
            "id": f"tool-result-{call_id}-{call['seq']}",
            "role": "user",
            "source": {"kind": "tool", "callId": call_id},
            "content": [block],
        }
        data = {**self._place(), "message": message}
        if error:
            data["error"] = error
        self.session.append("tool/result", data, surface_op="append", sources=[call["seq"]])

    def _checkpoint(self, point: Point) -> None:
        """A failure ends the turn with its error, in memory and in the queue, and stops the run."""
        try:
            self._flush_at(point)
        except SessionlogError as fault:
            failure = {"message": str(fault), "code": fault.code}
            self.end_turn({"kind": "error", "error": failure})
            raise TurnStopped(str(fault)) from fault

    def _flush_at(self, point: Point) -> None:
        if self._policy.flushes(point):
            self.session.flush()

    def _place(self) -> Json:
        return {"turn": self._turn, "step": self._step}
