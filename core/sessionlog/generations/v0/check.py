"""What the harness checks of each event when it loads a log (spec 01 sections 2.3 to 2.5).

A finding never keeps a row from being read here: it is what strict reading would stumble over.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sessionlog.generations.finding import Finding, Stage
from sessionlog.generations.source_ranges import follow_one_another, source_runs
from sessionlog.generations.v0.legacy import Normaliser
from sessionlog.generations.v0.positions import SurfacePositions
from sessionlog.generations.v0.vocabulary import (
    ASSISTANT_MESSAGE,
    CURRENT_NAME,
    KNOWN_TYPES,
    PACKED_KINDS,
    REFUSED_TYPES,
    REQUEST_HEADER,
    SURFACE_TYPES,
    TURN_END,
    TURN_START,
)
from sessionlog.model.errors import RowFault
from sessionlog.model.json import LossyObject, UndecodedObject
from sessionlog.model.json_rules import is_text
from sessionlog.model.message_shape import ENVELOPE, Wrong, message_fault, request_header_fault
from sessionlog.model.row import Row
from sessionlog.model.rules import GENERATION_0, SurfaceRules

_SURFACE_MARKERS = frozenset({"surfaceOp", "sourceEventSeqs"})
_COMMON = ENVELOPE - {"ignorable"}
_STEP_END = "step/end"
_FOLLOWED = frozenset({TURN_START, "step/start", "tool/call"})
"""Whose payload the harness looks into on its way to the closers, whatever else it holds."""
_CHECKED = SURFACE_TYPES | CURRENT_NAME.keys() | {TURN_START, TURN_END, _STEP_END, REQUEST_HEADER}
_QUIET = KNOWN_TYPES - _CHECKED


class StrictCheck:
    """Feed it every readable row in order. `open_turn` is the turn that no `turn/end` has closed."""

    def __init__(self, session_id: str, state: dict[str, Any] | None = None) -> None:
        self._session_id = session_id
        self._normaliser = Normaliser(session_id)
        self._positions = SurfacePositions(state["positions"] if state else None)
        self.open_turn: int | None = state["open_turn"] if state else None
        self._unanswerable: int | None = state.get("unanswerable") if state else None

    def state(self) -> dict[str, Any]:
        state = {"open_turn": self.open_turn, "positions": self._positions.state()}
        return state if self._unanswerable is None else {**state, "unanswerable": self._unanswerable}

    def broken(self) -> None:
        """The rows to come do not continue those before."""
        self._positions.give_up()

    def finish(self) -> list[Finding]:
        """The harness closes an open turn with a result for each call, and then loads what it wrote."""
        if self.open_turn is None or self._unanswerable is None:
            return []
        text = f"The call at seq {self._unanswerable} has no id, so that no result can close it."
        return [Finding(Stage.VALIDATION, "call-id", text)]

    def feed(self, row: Row) -> list[Finding]:
        """What is wrong with a row; empty for a sound one."""
        kind = row.type
        value = row.value
        if kind in PACKED_KINDS:
            return [not_utf8(row)] if type(value) is LossyObject else []
        data = value["data"]
        if type(value) is dict and data is not None and type(data) is not UndecodedObject:
            # four members are exactly those that every row has
            if len(value) == 4 and kind in _QUIET:
                return []
            # of the envelope there is nothing to say
            if kind in _CHECKED and value.keys() <= _COMMON:
                return list(self._checked(row))
        return list(self._findings(row))

    def _findings(self, row: Row) -> Iterator[Finding]:
        value, kind = row.value, row.type
        if type(value) is LossyObject:
            yield not_utf8(row)
        if type(value["data"]) is UndecodedObject:
            yield Finding(
                Stage.NOTE, "deep", "The payload is nested deeper than 500 levels; it is shown raw.", kind
            )
            return
        unknown = value.keys() - ENVELOPE
        if unknown:
            names = ", ".join(sorted(unknown))[:200]
            yield Finding(
                Stage.VALIDATION, "envelope", f"Events have unknown envelope members: {names}.", names
            )
        if "ignorable" in value and value["ignorable"] is not True:
            yield Finding(Stage.VALIDATION, "ignorable", "An event has an ignorable that is not true.")
        if value["data"] is None and kind in _FOLLOWED:
            yield Finding(Stage.VALIDATION, "payload", f"A {kind} has no payload.", kind)
        if kind in REFUSED_TYPES:
            yield _retired("retired-type", f"Events have the retired type {kind}.", kind)
        elif kind not in KNOWN_TYPES and kind not in CURRENT_NAME:
            if value.get("ignorable") is not True:
                yield Finding(
                    Stage.UNKNOWN_TYPE,
                    "unknown-type",
                    f'Events have the type "{kind[:200]}", which is not known and not marked as ignorable.',
                    kind,
                )
        elif kind in _CHECKED:
            yield from self._checked(row)
            return
        if not value.keys().isdisjoint(_SURFACE_MARKERS):
            yield Finding(
                Stage.VALIDATION,
                "surface-marker",
                "An event carries a surface marker that its type may not.",
                kind,
            )

    def _checked(self, row: Row) -> Iterator[Finding]:
        try:
            event = self._normaliser.strict(row.value)
        except RowFault as fault:
            yield _retired("legacy-form", f"An event has no current form: {fault}.", row.type)
            return
        kind, data = event["type"], event["data"]
        if kind == TURN_START:
            turn = data.get("turn") if isinstance(data, dict) else None
            self.open_turn = turn if type(turn) is int else 0
            self._unanswerable = None
        elif kind == TURN_END:
            self.open_turn = self._unanswerable = None
        elif kind == _STEP_END:
            self._unanswerable = None
        elif kind == REQUEST_HEADER:
            yield from _request_header(data)
        elif kind in SURFACE_TYPES:
            yield from self._surface(row, kind, data)
            return
        if not event.keys().isdisjoint(_SURFACE_MARKERS):
            yield Finding(
                Stage.VALIDATION,
                "surface-marker",
                "An event carries a surface marker that its type may not.",
                kind,
            )

    def _surface(self, row: Row, kind: str, data: Any) -> Iterator[Finding]:
        value = row.value
        wrong = message_fault(kind, data)
        if wrong is not None:
            yield message_finding(kind, wrong)
        elif kind == ASSISTANT_MESSAGE:
            yield from self._calls(row.seq, data["message"]["content"])
        fault = sources_fault(value, kind)
        if not fault:
            op, cited = value["surfaceOp"], value.get("sourceEventSeqs")
            fault = self._positions.apply(row.seq, kind, op, cited)
        if fault:
            yield Finding(Stage.VALIDATION, "surface", f"{kind} events: one {fault}.", f"{kind} {fault}")

    def _calls(self, seq: int, content: list[Any]) -> Iterator[Finding]:
        if None in content:
            yield message_finding(
                ASSISTANT_MESSAGE, Wrong("message-content", "has an empty place for content")
            )
        calls = [block for block in content if isinstance(block, dict) and block.get("type") == "tool-call"]
        if not all(is_text(call.get("id")) for call in calls):
            self._unanswerable = seq


def _retired(code: str, message: str, key: str = "") -> Finding:
    """The harness wraps what it says of them as it does any fault of validation (spec 01 section 2.5)."""
    return Finding(Stage.RETIRED, code, message, key, "SessionPersistenceCorruptionError")


def not_utf8(row: Row) -> Finding:
    return Finding(Stage.NOTE, "not-utf8", "Lines hold bytes that are no UTF-8; U+FFFD is shown for them.")


def _request_header(data: Any) -> Iterator[Finding]:
    if isinstance(data, dict) and data.get("reason") == "fallback":
        yield _retired("retired-reason", "A request/header has the retired reason fallback.")
        return
    wrong = request_header_fault(data)
    if wrong is not None:
        yield header_finding(wrong)


def header_finding(wrong: Wrong) -> Finding:
    return Finding(Stage.VALIDATION, "request-header", f"A request/header {wrong.what}.", wrong.what)


def message_finding(kind: str, wrong: Wrong) -> Finding:
    text = f"{kind} events: one {wrong.what}."
    return Finding(Stage.VALIDATION, "message-shape", text, f"{kind} {wrong.what}")


def sources_fault(event: dict[str, Any], kind: str, rules: SurfaceRules = GENERATION_0) -> str:
    """Spec 01 section 3, as far as one event shows it; what is current is the surface's to know."""
    op, seq = event.get("surfaceOp"), event["seq"]
    if op != "append" and not _replaces(op, rules):
        return "says neither append nor replace"
    if "sourceEventSeqs" not in event:
        return ""
    cited = event["sourceEventSeqs"]
    if kind in rules.no_sources:
        return "cites events, which its type may not"
    if not isinstance(cited, list):
        return "cites no list of events"
    if not cited:
        return "" if kind in rules.empty_sources else "cites an empty list of events"
    if _is_run(cited, seq):
        return ""
    if set(map(type, cited)) != {int}:
        return _runs_fault(cited, seq)
    if min(cited) < 0:
        return "cites something that is no seq"
    if max(cited) >= seq:
        return "cites an event that is not earlier"
    return "" if len(set(cited)) == len(cited) else "cites an event twice"


def _is_run(cited: list[Any], seq: int) -> bool:
    """The common case, every seq from one to another that is earlier. From 2 on, as `True` equals 1."""
    first, last = cited[0], cited[-1]
    if type(first) is not int or type(last) is not int or not 2 <= first <= last < seq:
        return False
    return follow_one_another(cited)


def _runs_fault(cited: list[Any], seq: int) -> str:
    """Sources stored as runs are written only when they strictly rise."""
    before = -1
    try:
        for first, last in source_runs(cited):
            if first <= before:
                return "cites runs of events that do not rise"
            before = last
    except ValueError:
        return "cites something that is no seq"
    return "cites an event that is not earlier" if before >= seq else ""


def _replaces(op: object, rules: SurfaceRules) -> bool:
    if not isinstance(op, dict) or op.get("op") != "replace":
        return False
    if op.keys() != {"op", rules.start_key, rules.end_key}:
        return False
    start, end = op[rules.start_key], op[rules.end_key]
    return type(start) is int and type(end) is int and start >= 0 and end >= 0
