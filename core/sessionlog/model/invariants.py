"""Relations between events that the harness keeps while writing (spec 01 section 2.6).

A reader never refuses a log for them: the findings feed the diagnosis. Each finding is reported
once where it begins; the checker then takes the log's word and goes on from there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from sessionlog.model.closers import NOT_STARTED_ERROR
from sessionlog.model.dialect import Dialect
from sessionlog.model.payload import (
    data_of,
    message_of,
    object_in,
    result_call_id,
    source_of,
    text_in,
    turn_and_step,
)
from sessionlog.model.row import Row
from sessionlog.model.severity import Level, Problem

_IN_STEP = (
    "assistant/chunk",
    "assistant/attempt",
    "system/message",
    "developer/message",
    "assistant/message",
    "tool/call",
    "tool/result",
)
_IN_TURN = ("todo/write", "request/header", "request/context")
RELATED_TYPES = frozenset({"turn/start", "turn/end", "step/start", "step/end", *_IN_STEP, *_IN_TURN})
"""Types that take part in a relation; no other event breaks one."""


class InvariantCheck:
    """Feed events in order; `apply` gives what the event breaks. Of equal deltas one is enough.

    `state` is a JSON value by which a check of a log that grew goes on.
    """

    def __init__(self, state: dict[str, Any] | None = None) -> None:
        state = state or {}
        self._turn: int | None = state.get("turn")
        self._step: int | None = state.get("step")
        self._last_turn: int = state.get("last_turn", 0)
        self._last_step: int = state.get("last_step", 0)
        self._called: set[str] = set(state.get("called", ()))

    def state(self) -> dict[str, Any]:
        return {
            "turn": self._turn,
            "step": self._step,
            "last_turn": self._last_turn,
            "last_step": self._last_step,
            "called": sorted(self._called),
        }

    def is_open(self, turn: object, step: object) -> bool:
        """Whether this is the open step; a chunk of it breaks nothing and need not be applied."""
        return type(step) is int and step == self._step and type(turn) is int and turn == self._turn

    def apply(self, event: Mapping[str, Any]) -> list[Problem]:
        kind = event["type"]
        turn, step = turn_and_step(event)
        if kind == "turn/start":
            return list(self._start_turn(event, turn))
        if kind == "turn/end":
            return list(self._end_turn(event, turn))
        if kind == "step/start":
            return list(self._start_step(event, turn, step))
        if kind == "step/end":
            return list(self._end_step(event, turn, step))
        if kind == "tool/result" and event.get("surfaceOp") != "append":
            return (
                [] if self._turn is not None else [_problem("no-open-turn", event, "replaces outside a turn")]
            )
        if kind in _IN_TURN and self._turn is None:
            return [_problem("no-open-turn", event, "stands outside a turn")]
        if kind in _IN_STEP and event.get("surfaceOp", "append") == "append":
            return list(self._inside_step(event, turn, step))
        return []

    def _start_turn(self, event: Mapping[str, Any], turn: int | None) -> Iterator[Problem]:
        if self._turn is not None:
            yield _problem("turn-nested", event, f"begins while turn {self._turn} is open")
        if turn != self._last_turn + 1:
            yield _problem("turn-number", event, f"begins turn {turn} where {self._last_turn + 1} is next")
        self._turn = self._last_turn = self._last_turn + 1 if turn is None else turn
        self._step, self._last_step = None, 0
        self._called.clear()

    def _end_turn(self, event: Mapping[str, Any], turn: int | None) -> Iterator[Problem]:
        if turn != self._turn:
            yield _problem("turn-end", event, f"ends turn {turn} while {_open('turn', self._turn)}")
        elif self._step is not None:
            yield _problem("turn-end", event, f"ends turn {turn} while step {self._step} is open")
        self._turn = self._step = None
        self._called.clear()

    def _start_step(self, event: Mapping[str, Any], turn: int | None, step: int | None) -> Iterator[Problem]:
        if self._turn is None or turn != self._turn:
            yield _problem("step-turn", event, f"begins a step of turn {turn}, {_open('turn', self._turn)}")
        if self._step is not None:
            yield _problem("step-nested", event, f"begins while step {self._step} is open")
        if step != self._last_step + 1:
            yield _problem("step-number", event, f"begins step {step} where {self._last_step + 1} is next")
        self._step = self._last_step = self._last_step + 1 if step is None else step

    def _end_step(self, event: Mapping[str, Any], turn: int | None, step: int | None) -> Iterator[Problem]:
        if (turn, step) != (self._turn, self._step):
            yield _problem("step-end", event, f"ends step {step} of turn {turn}, {_open('step', self._step)}")
        self._step = None
        self._called.clear()

    def _inside_step(self, event: Mapping[str, Any], turn: int | None, step: int | None) -> Iterator[Problem]:
        kind = event["type"]
        if self._step is None or (turn, step) != (self._turn, self._step):
            yield _problem(
                "step-place", event, f"names step {step} of turn {turn}, {_open('step', self._step)}"
            )
        if kind == "tool/call":
            self._called.add(text_in(data_of(event), "callId") or "")
        elif kind == "tool/result" and result_call_id(event) not in self._called:
            error = object_in(data_of(event), "error") or {}
            if error.get("code") != NOT_STARTED_ERROR["code"]:
                called = source_of(message_of(event)).get("callId")
                yield _problem(
                    "result-without-call", event, f"answers {called!r}, which the step did not call"
                )


def check_invariants(rows: Iterable[Row], dialect: Dialect, session_id: str) -> Iterator[Problem]:
    """The findings of a whole log; of a packed row only the first delta is looked at."""
    check = InvariantCheck()
    place: tuple[int, int] | None = None
    for row in rows:
        run = dialect.stream_run(row)
        if run is None:
            place = None
            yield from check.apply(dialect.event(row, session_id))
        elif place != (run.turn, run.step):
            place = (run.turn, run.step)
            yield from check.apply(next(iter(dialect.events([row], session_id))))


def _open(what: str, number: int | None) -> str:
    return f"no {what} is open" if number is None else f"{what} {number} is open"


def _problem(code: str, event: Mapping[str, Any], what: str) -> Problem:
    return Problem(code, Level.WARN, f"{event['type']} at seq {event['seq']} {what}.", seq=event["seq"])
