"""What the harness checks of each event of generation 2 and later when it reads a log.

The rules that a generation adds stand in its own module. A finding never keeps a row from being
read here.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sessionlog.generations.finding import Finding, Stage
from sessionlog.generations.v0.check import header_finding, message_finding, not_utf8, sources_fault
from sessionlog.generations.v0.positions import SurfacePositions
from sessionlog.generations.v2.vocabulary import KNOWN_TYPES
from sessionlog.model.header import Header
from sessionlog.model.json import LossyObject, UndecodedObject
from sessionlog.model.message_shape import ENVELOPE, Wrong, message_fault, request_header_fault
from sessionlog.model.row import Row
from sessionlog.model.rules import GENERATION_0, SurfaceRules

MARKERS = frozenset({"surfaceOp", "sourceEventSeqs"})
UNSUPPORTED = "SessionFormatUnsupportedError"
CORRUPT = "SessionPersistenceCorruptionError"
FOLLOWED = frozenset({"turn/start", "turn/end", "session/end-seed", "request/header"})
ROW_MEMBERS = 4
"""Members that every row has; one with no more carries no marker."""

RETIRED_TYPES = frozenset({"request/header-delta", "mode/set"})


class OneRowCheck:
    """Generation 2, and what 3 and 4 build on. Feed it every readable row in order."""

    generation = 2
    known: frozenset[str] = frozenset(KNOWN_TYPES)
    rules: SurfaceRules = GENERATION_0
    admitted: frozenset[str] = frozenset()
    """Types that `_admission` looks at."""
    related: frozenset[str] = frozenset()
    """Types that `_relations` looks at."""
    quiet: frozenset[str] = frozenset()
    """Known types that nothing looks at beyond the members of their rows."""

    def __init_subclass__(cls) -> None:
        cls.quiet = cls.known - cls.rules.types - cls.admitted - cls.related - FOLLOWED

    def __init__(
        self, session_id: str, state: dict[str, Any] | None = None, header: Header | None = None
    ) -> None:
        self._session_id = session_id
        self._header = header
        self._positions = SurfacePositions(state["positions"] if state else None, self.rules)
        self._cut: int | None = state["cut"] if state else None
        self.open_turn: int | None = state["open_turn"] if state else None
        self._whole = state.get("whole", True) if state else True

    def state(self) -> dict[str, Any]:
        return {
            "open_turn": self.open_turn,
            "positions": self._positions.state(),
            "cut": self._cut,
            "whole": self._whole,
        }

    def broken(self) -> None:
        """The rows to come do not continue those before."""
        self._positions.give_up()
        self._whole = False

    def finish(self) -> list[Finding]:
        """Whether the header and the markers agree on what was inherited (spec 03 section 2)."""
        seeded = self._header.is_seeded if self._header is not None else None
        if seeded is None or not self._whole or seeded == (self._cut is not None):
            return []
        version = f"v{self.generation}"
        said = "released v2 seeded Session lacks an inherited end-seed marker"
        message = "The header says that the session is seeded, and no marker says what it inherited."
        if not seeded:
            said = f"unseeded format {version} Session contains an inherited end-seed marker"
            message = "A marker says what the session inherited, and its header that it is not seeded."
        text = f'session "{self._session_id}": stored log is corrupt: {said}'
        return [Finding(Stage.VALIDATION, "seed-marker", message, "", CORRUPT, text)]

    def feed(self, row: Row) -> list[Finding]:
        """What is wrong with a row; empty for a sound one."""
        value = row.value
        if (
            row.type in self.quiet
            and len(value) == ROW_MEMBERS
            and type(value) is dict
            and type(value["data"]) is not UndecodedObject
        ):
            return []
        return list(self._findings(row))

    def _findings(self, row: Row) -> Iterator[Finding]:
        value, kind, data = row.value, row.type, row.value["data"]
        if type(value) is LossyObject:
            yield not_utf8(row)
        if type(data) is UndecodedObject:
            yield Finding(
                Stage.NOTE, "deep", "The payload is nested deeper than 500 levels; it is shown raw.", kind
            )
            return
        if kind in self.admitted:
            yield from self._admission(row, kind, data)
        if len(value) != ROW_MEMBERS and not (value.keys() <= ENVELOPE and "ignorable" not in value):
            yield from self._envelope(value)
        if kind in RETIRED_TYPES:
            yield Finding(Stage.RETIRED, "retired-type", f"Events have the retired type {kind}.", kind)
        elif kind not in self.known and value.get("ignorable") is not True:
            yield self._unknown(row)
        self._follow(row, kind, data)
        if kind in self.rules.types:
            yield from self._surface(row, kind, data)
        elif len(value) != ROW_MEMBERS and not value.keys().isdisjoint(MARKERS):
            message = "An event carries a surface marker that its type may not."
            yield Finding(Stage.VALIDATION, "surface-marker", message, kind)
        if kind == "request/header":
            if isinstance(data, dict) and data.get("reason") == "fallback":
                yield self._fallback(row)
            wrong = request_header_fault(data)
            if wrong is not None:
                yield header_finding(wrong)
        if kind in self.related:
            yield from self._relations(row, kind, data)

    def _envelope(self, value: dict[str, Any]) -> Iterator[Finding]:
        unknown = value.keys() - ENVELOPE
        if unknown:
            names = ", ".join(sorted(unknown))[:200]
            yield Finding(
                Stage.VALIDATION, "envelope", f"Events have unknown envelope members: {names}.", names
            )
        if "ignorable" in value and value["ignorable"] is not True:
            yield Finding(Stage.VALIDATION, "ignorable", "An event has an ignorable that is not true.")

    def _fallback(self, row: Row) -> Finding:
        said = (
            f'session "{self._session_id}" contains a request/header event (seq {row.seq})'
            ' with the unsupported legacy reason "fallback"; refusing to interpret the log'
            " — it was written by a retired pre-release harness"
        )
        message = "A request/header has the retired reason fallback."
        return Finding(Stage.RETIRED, "retired-reason", message, "", UNSUPPORTED, said)

    def _unknown(self, row: Row) -> Finding:
        name = row.type[:200]
        message = f'Events have the type "{name}", which is not known and not marked as ignorable.'
        said = (
            f'session "{self._session_id}" contains event type "{name}" (seq {row.seq})'
            " unknown to this harness and not marked ignorable; refusing to interpret the log"
            " — it was likely written by a newer harness"
        )
        return Finding(Stage.UNKNOWN_TYPE, "unknown-type", message, row.type, UNSUPPORTED, said)

    def _follow(self, row: Row, kind: str, data: Any) -> None:
        if kind == "turn/start":
            turn = data.get("turn") if isinstance(data, dict) else None
            self.open_turn = turn if type(turn) is int else 0
        elif kind == "turn/end":
            self.open_turn = None
        elif kind == "session/end-seed" and isinstance(data, dict) and data.get("inherited") is True:
            self._cut = row.seq

    def _surface(self, row: Row, kind: str, data: Any) -> Iterator[Finding]:
        value = row.value
        wrong = self._message_fault(kind, data)
        if wrong is not None:
            yield message_finding(kind, wrong)
        fault = sources_fault(value, kind, self.rules)
        if not fault:
            fault = self._positions.apply(row.seq, kind, value["surfaceOp"], value.get("sourceEventSeqs"))
        if fault:
            yield Finding(Stage.VALIDATION, "surface", f"{kind} events: one {fault}.", f"{kind} {fault}")

    def _message_fault(self, kind: str, data: Any) -> Wrong | None:
        return message_fault(kind, data, self.rules)

    def _admission(self, row: Row, kind: str, data: Any) -> Iterator[Finding]:
        """Rules of a generation that every row must pass, whatever comes of the log otherwise."""
        yield from ()

    def _relations(self, row: Row, kind: str, data: Any) -> Iterator[Finding]:
        """Rules of a generation between events."""
        yield from ()

    def _refusal(self, code: str, said: str, key: str = "") -> Finding:
        """What row admission refuses, in the harness's own words."""
        text = f'session "{self._session_id}": stored log is corrupt: {said}'
        return Finding(
            Stage.ADMISSION, code, f"The harness refuses a row: {said}.", key or said, CORRUPT, text
        )
