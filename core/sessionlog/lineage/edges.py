"""Where in its parent a session began: the turn that a fork ends with, the step that spawned a subagent.

A fork holds that turn itself, so that it is known also where the parent is missing. A subagent is found
where its parent lists it (spec 03b section 1); where nothing lists it, nothing is guessed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sessionlog.model.log import EventLog
from sessionlog.model.row import IndexEntry

SPAWNS = ("subagent/catalog", "tool-workflow/agent-start")
MOST_LISTED = 1_000
"""So many records of children are looked at in one log."""


@dataclass(frozen=True, slots=True)
class EdgePlace:
    """`turn` and `step` are numbers as the log has them, `None` where it says nothing."""

    seq: int
    turn: int | None = None
    step: int | None = None


def fork_place(child: EventLog, cut_seq: int) -> EdgePlace:
    """The turn that a fork's inherited events end with. Reads the index around the cut."""
    entry = next(child.entries_before(cut_seq + 1), None)
    return EdgePlace(cut_seq, None if entry is None else entry.turn)


def spawn_place(parent: EventLog, child_id: str) -> EdgePlace | None:
    """Turn and step of the parent that a subagent was started in, where the parent says so."""
    with parent.one_read():
        for entry in _listed(parent):
            (row,) = parent.rows_of([entry])
            data = row.value.get("data")
            if isinstance(data, dict) and data.get("childId") == child_id:
                return EdgePlace(entry.seq, entry.turn, entry.step)
    return None


def _listed(parent: EventLog) -> Iterator[IndexEntry]:
    left = MOST_LISTED
    for part in parent.parts:
        for kind in SPAWNS:
            entry = parent.first_entry(part.first_seq - 1, kind, part=part.number)
            while entry is not None and left:
                yield entry
                left -= 1
                entry = parent.first_entry(entry.seq, kind, part=part.number)
