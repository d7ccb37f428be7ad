"""Broken relations between events of generations 0 to 2, told beside what a strict check finds.

The harnesses of these generations kept the relations while writing and looked at none while reading
(spec 01 section 2.6): what breaks one is a note and refuses nothing. From generation 3 on strict
reading has rules of its own (`one_row.relations`).
"""

from __future__ import annotations

from typing import Any

from sessionlog.generations.finding import Finding, Stage, StrictChecker
from sessionlog.generations.v0.legacy import current_shape
from sessionlog.model.errors import RowFault
from sessionlog.model.invariants import RELATED_TYPES, InvariantCheck
from sessionlog.model.json import UndecodedObject
from sessionlog.model.row import Row

_CHUNK = "assistant/chunk"
_RESHAPED = frozenset({"assistant/message", "tool/result"})
"""Types of which earlier releases wrote what matters here in other places."""

OWN_RULES = 3
"""The first generation whose strict check knows relations itself."""


class WithRelations:
    """A strict check and, beside it, the checker of relations. Packed rows may be left out: the
    chunks around their deltas stand in the same turn and step.

    After a gap, or where a log is taken up whose beginning was not looked at, no relation is told.
    """

    def __init__(self, strict: StrictChecker, session_id: str, state: dict[str, Any] | None) -> None:
        self._strict = strict
        self._feed_strict = strict.feed
        self._session_id = session_id
        kept = None if state is None else state.get("invariants")
        self._check = InvariantCheck(kept) if state is None or kept is not None else None

    @property
    def open_turn(self) -> int | None:
        return self._strict.open_turn

    def state(self) -> dict[str, Any]:
        return {**self._strict.state(), "invariants": None if self._check is None else self._check.state()}

    def broken(self) -> None:
        self._strict.broken()
        self._check = None

    def finish(self) -> list[Finding]:
        return self._strict.finish()

    def feed(self, row: Row) -> list[Finding]:
        found = self._feed_strict(row)
        check = self._check
        if check is None or row.type not in RELATED_TYPES:
            return found
        data = row.value["data"]
        if row.type == _CHUNK and type(data) is dict and check.is_open(data.get("turn"), data.get("step")):
            return found
        broken = self._relations(check, row)
        return [*found, *broken] if broken else found

    def _relations(self, check: InvariantCheck, row: Row) -> list[Finding]:
        if type(row.value["data"]) is UndecodedObject:
            self._check = None  # nobody knows what it begins or ends
            return []
        event = self._reshaped(row.value) if row.type in _RESHAPED else row.value
        return [Finding(Stage.NOTE, one.code, one.message, row.type) for one in check.apply(event)]

    def _reshaped(self, stored: dict[str, Any]) -> dict[str, Any]:
        try:
            return current_shape(stored, self._session_id)
        except RowFault:
            return stored  # it has no current shape, and its turn and step are where they always were
