"""Commands of a person and what came of them (spec 03b section 7.2; what 0.2.1rc2 says of row sets)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sessionlog.model.json import is_seq
from sessionlog.model.payload import data_of, text_in

TYPES = frozenset({"command/run", "command/done"})


class Commands:
    """Feed events in order; each gives what it breaks, in the harness's words."""

    def __init__(self, state: dict[str, Any] | None = None) -> None:
        state = state or {}
        self._ran: set[str] = set(state.get("ran", ()))
        self._seqs: set[int] = set(state.get("seqs", ()))

    def state(self) -> dict[str, Any]:
        return {"ran": sorted(self._ran), "seqs": sorted(self._seqs)}

    def apply(self, event: dict[str, Any]) -> Iterator[str]:
        data = data_of(event)
        name = text_in(data, "commandId")
        if not name:
            yield "commandId requires a nonempty string"
        elif event["type"] == "command/run":
            if name in self._ran:
                yield f"command/run repeats commandId {name}"
            self._ran.add(name)
        else:
            if name not in self._ran:
                yield "command/done has no prior command/run"
            yield from self._source(event["seq"], data)
        self._seqs.add(event["seq"])

    def _source(self, seq: int, data: Any) -> Iterator[str]:
        """The event that a command made: an earlier one, no command, and only of one that succeeded."""
        if "sourceEventSeq" not in data:
            return
        named = data["sourceEventSeq"]
        if not is_seq(named):
            yield "command sourceEventSeq must be a non-negative safe integer"
        elif named >= seq:
            yield "command sourceEventSeq must name an earlier event"
        elif named in self._seqs or data.get("kind") != "success":
            yield "command/done has invalid sourceEventSeq"
