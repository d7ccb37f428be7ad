"""What the harness checks of generation 1: as of generation 0, and nothing of an older shape passes."""

from __future__ import annotations

from sessionlog.generations.finding import Finding, Stage
from sessionlog.generations.v0.check import StrictCheck
from sessionlog.generations.v0.legacy import current_shape
from sessionlog.generations.v0.vocabulary import CURRENT_NAME, KNOWN_TYPES, PACKED_KINDS
from sessionlog.model.errors import RowFault
from sessionlog.model.row import Row

_UNSUPPORTED = "SessionFormatUnsupportedError"


class StrictCheckOne(StrictCheck):
    """A closed vocabulary: `ignorable` does not let an unknown type in (spec 03 section 4.1)."""

    def feed(self, row: Row) -> list[Finding]:
        found = super().feed(row)
        kind = row.type
        if kind in PACKED_KINDS:
            return found
        if (kind not in KNOWN_TYPES and row.value.get("ignorable") is True) or kind in CURRENT_NAME:
            text = f'format v1 contains unknown event type "{kind[:200]}" at seq {row.seq}'
            message = f'Events have the type "{kind[:200]}", which format 1 does not have.'
            found.append(Finding(Stage.UNKNOWN_TYPE, "unknown-type", message, kind, _UNSUPPORTED, text))
        elif self._is_old(row):
            message = "An event has a shape that only format 0 has."
            found.append(Finding(Stage.RETIRED, "legacy-form", message, kind))
        return found

    def _is_old(self, row: Row) -> bool:
        try:
            return current_shape(row.value, self._session_id) is not row.value
        except RowFault:
            return False  # said already
