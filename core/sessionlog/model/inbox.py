"""The inbox: prompts that wait for the next turn or the next step (spec 01 section 1.4).

Two lists, changed by list splices. A session's own inbox begins at its seed length: what its
parent had waiting is not its own. Claiming a prompt for a step removes it without an outcome.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sessionlog.model.faults import LogFault
from sessionlog.model.payload import data_of, number_in, text_in

TARGETS = ("next-turn", "next-step")
SPLICE = "agent/inbox/spliced"


class InboxFold:
    """Feed events in order, from the session's seed length on."""

    def __init__(self) -> None:
        self._waiting: dict[str, list[Mapping[str, Any]]] = {target: [] for target in TARGETS}

    def waiting(self, target: str) -> list[Mapping[str, Any]]:
        """The messages of one list, in the order in which they will be taken."""
        return list(self._waiting[target])

    def apply(self, event: Mapping[str, Any]) -> None:
        """Raises `LogFault` for a splice outside its list or an id that waits twice; changes nothing then."""
        if event["type"] != SPLICE:
            return
        data, seq = data_of(event), event["seq"]
        target, start = text_in(data, "target"), number_in(data, "start")
        removed = data.get("removedCount", 0)
        if target not in TARGETS or start is None or not isinstance(removed, int):
            raise _fault("inbox-splice", seq, "is no inbox splice")
        waiting = self._waiting[target]
        if not 0 <= start <= len(waiting) or not 0 <= removed <= len(waiting) - start:
            raise _fault("inbox-range", seq, f"splices {target} outside of its {len(waiting)} messages")
        changed = [*waiting[:start], *inserted_of(event), *waiting[start + removed :]]
        other = self._waiting[TARGETS[1 - TARGETS.index(target)]]
        ids = [message.get("id") for message in (*changed, *other)]
        if len(set(map(repr, ids))) != len(ids):
            raise _fault("inbox-id", seq, "puts a message in the inbox that waits there already")
        self._waiting[target] = changed


def inserted_of(event: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The messages that a splice puts in."""
    inserted = data_of(event).get("inserted")
    return (
        [message for message in inserted if isinstance(message, dict)] if isinstance(inserted, list) else []
    )


def _fault(code: str, seq: int, what: str) -> LogFault:
    return LogFault(code, f"The event at seq {seq} {what}.", "Look at the inbox events before it.", seq)
