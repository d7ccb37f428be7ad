"""Records a run of a model as a session, with the checkpoints of the contract (spec 01 sections 5 and 9).

Whatever runs a model tells it what happens, in the order in which it happens; the recorder writes
the events, numbers turns and steps, and stops the run where a checkpoint fails. It writes the shapes
of the session's own generation (`recorded_shapes`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from sessionlog.model.errors import SessionlogError
from sessionlog.store.checkpoints import CheckpointPolicy, Point
from sessionlog.store.live import LiveSession
from sessionlog.store.recorded_shapes import shapes_of

Json = dict[str, Any]

NOT_DISPATCHED_TEXT = "Error: tool call aborted before dispatch"
NOT_DISPATCHED = {"name": "AbortError", "code": "ABORTED_BEFORE_DISPATCH"}
"""What a call says whose turn was cancelled before its body ran (spec 01 section 5, abort during tools)."""


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
        self._shapes = shapes_of(session)

    def start_turn(self) -> int:
        """Open the next turn; returns its number."""
        self._turn += 1
        self._step = 0
        self.session.append("turn/start", {"turn": self._turn})
        return self._turn

    def start_step(self, messages: Sequence[Json] = (), *, system: str | None = None) -> int:
        """Open the next step with the messages that enter it; returns its number.

        `system` is the system prompt from here on, `None` the one before. Raises `TurnStopped` when
        what came before could not be saved: then there is no step.
        """
        self._checkpoint(Point.BEFORE_STEP)
        self._step += 1
        self.session.append("step/start", {"turn": self._turn, "step": self._step})
        self._open_step = True
        self._shapes.prompt(self._place(), system)
        for message in messages:
            self.session.append("user/message", message, surface_op="append")
        return self._step

    def request(self, header: Mapping[str, Any], context: Mapping[str, Any] | None = None) -> None:
        """What the next request is made with; written for the first one, and where it differs from the last.

        Returns when everything before it is safe: only then may the first chunk be asked for.
        Raises `TurnStopped` otherwise; then no request may be made.
        """
        known, wanted = self.session.request_header(), self._shapes.header(header)
        if known is None or not self._requested or known != wanted:
            reason = "initial" if known is None else "change" if self._requested else "resume"
            written = self.session.append("request/header", {"header": wanted, "reason": reason})
            self._shapes.tools_changed(self._place(), known, written)
        if context is not None and self.session.request_context() != context:
            self.session.append("request/context", dict(context))
        self._requested = True
        self._shapes.begin()
        self._checkpoint(Point.BEFORE_REQUEST)

    def chunk(self, chunk: Json) -> None:
        """A chunk of the running attempt, as it comes."""
        self._shapes.chunk(self._place(), chunk)

    def give_up(self) -> None:
        """The running attempt failed or was stopped before it said anything; its chunks stay."""
        self._shapes.give_up(self._place())

    def retry(self, facts: Json) -> None:
        """The attempt failed and another one shall follow; its chunks stay, cited by nothing."""
        self.give_up()
        self.session.append("llm/retry", {**self._place(), **facts})

    def retry_started(self, retry_id: str, retry: int) -> None:
        """The wait before another attempt is over."""
        self.session.append("llm/retry-started", {"retryId": retry_id, **self._place(), "retry": retry})

    def answer(self, message: Json, **facts: Any) -> None:
        """Commit the answer of the attempt, with the chunks of this attempt alone."""
        self._shapes.answer({**self._place(), "message": message, **facts})

    def tool(
        self,
        call_id: str,
        name: str,
        arguments: str,
        run: Callable[[], tuple[str, Json | None]],
        cancelled: Callable[[], bool] = lambda: False,
    ) -> None:
        """A top-level tool call: recorded, then safe, then run, then its result recorded.

        `run` gives the text and, for a failure, its error facts. When the call could not be made
        safe, its body does not run and its result says so: with the fault, or as never dispatched
        when the turn was `cancelled` meanwhile. A call that was cancelled before is not run either.
        """
        data = {**self._place(), "callId": call_id, "name": name, "arguments": arguments}
        call = self.session.append("tool/call", data)
        text, error = self._dispatch(run, cancelled)
        self._shapes.result(self._place(), call, call_id, text, error)

    def _dispatch(
        self, run: Callable[[], tuple[str, Json | None]], cancelled: Callable[[], bool]
    ) -> tuple[str, Json]:
        """Text and error facts of the result."""
        try:
            self._flush_at(Point.BEFORE_TOOL)
        except SessionlogError as fault:
            if not cancelled():
                return str(fault), {"name": "SessionPersistenceError", "code": fault.code}
        if cancelled():
            return NOT_DISPATCHED_TEXT, dict(NOT_DISPATCHED)
        text, facts = run()
        return text, facts or {}

    def end_step(self) -> None:
        """Close the step; an attempt that still runs is given up, calls without a result get theirs."""
        self.give_up()
        self._shapes.settle_calls()
        self._open_step = False
        self.session.append("step/end", self._place())

    def end_turn(self, reason: Json | None = None) -> None:
        """Close the open step and the turn."""
        if self._open_step:
            self.end_step()
        self.session.append("turn/end", {"turn": self._turn, "reason": reason or {"kind": "completed"}})

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
