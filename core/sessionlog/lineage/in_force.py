"""Which of the rows that a fork copied still count for the child (spec 01 section 12, 02 section 2.1).

History is inherited whole: messages, results, todos, goal, plan, title, headers, compactions.
State of the parent's own run is not: what waited in its inbox, who it was as a subagent, its
schedules and its team, questions that were open, and brackets that only the parent could close.
"""

from __future__ import annotations

from collections.abc import Iterable

from sessionlog.model.row import IndexEntry

OWN_STATE = frozenset(
    {
        "agent/inbox/spliced",
        "subagent/descriptor",
        "schedule/change",
        "team/member",
        "team/task",
        "team/message/queued",
        "team/message/delivered",
    }
)
"""Types that a session folds from its seed length on, not from its first event or its marker."""

_BRACKETS = {
    "compaction/start": "compaction/end",
    "approval/asked": "approval/decided",
}
_CLOSERS = {end: start for start, end in _BRACKETS.items()}


def counts_for_child(entry: IndexEntry, seed_length: int) -> bool:
    """Whether an event still has its meaning in a session that inherited `seed_length` events.

    Brackets need their partners: `dead_brackets` names those that do not count.
    """
    return entry.seq >= seed_length or entry.type not in OWN_STATE


def dead_brackets(entries: Iterable[IndexEntry]) -> set[int]:
    """Seqs of compactions and questions that a marker left open for ever; entries oldest first.

    Whatever was open when a `session/end-seed` was written can no longer be closed by anybody:
    only the last marker counts, and everything unmatched before it is dead.
    """
    open_since: dict[tuple[str, str | None], int] = {}
    dead: set[int] = set()
    for entry in entries:
        if entry.type == "session/end-seed":
            dead.update(open_since.values())
            open_since.clear()
        elif entry.type in _BRACKETS:
            open_since[entry.type, entry.ref] = entry.seq
        elif entry.type in _CLOSERS:
            open_since.pop((_CLOSERS[entry.type], entry.ref), None)
    return dead
