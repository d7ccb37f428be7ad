"""Where a fork ends its inherited prefix: the core's rule and the host's (spec 01 section 12, 02 section 2).

The core takes an exact seq that lies outside an open turn. The host lifts an anchor, such as the
message whose Fork button was pressed, to the whole turn around it.

Every event belongs to exactly one turn's extent, and a host fork at the event inherits that
extent whole. A turn's extent runs from its `turn/start` over its `turn/end` and the standalone
events after it, up to the next `turn/start`, but never over a prompt put in the inbox after the
turn: that prompt and what follows it belong to the turn it will start. A child that inherited it
would, once brought to a later generation, run its parent's next prompt before its own (03
section 6).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from sessionlog.model.errors import UserError
from sessionlog.model.inbox import SPLICE, inserted_of
from sessionlog.model.json import is_seq
from sessionlog.model.log import EventLog
from sessionlog.model.row import IndexEntry, SurfaceOp

TURN_START, TURN_END = "turn/start", "turn/end"


class ForkRefused(UserError):
    """A fork that the rules do not allow. `code` is one of the reference's codes."""


@dataclass(frozen=True, slots=True)
class Cut:
    """`events` are inherited: those with the seqs 0 to `events - 1`.

    `boundary` is the seq of the `turn/end` that the cut keeps whole; `None` for a core cut.
    `withheld` is the seq of the waiting prompt before which the cut stops short, where it does.
    """

    events: int
    boundary: int | None = None
    withheld: int | None = None


def check_core_fork(child_id: str, source_id: str, source: object, live: Mapping[str, object]) -> None:
    """The core's checks on the live sessions, in its order. Raises `ForkRefused`.

    `live` holds the session objects of this process by id; `source` must be the very one.
    """
    if child_id in live:
        raise _refused(
            "SESSION_ALREADY_EXISTS", f"A session {child_id!r} is live already.", "Choose another id."
        )
    if source_id not in live:
        raise _refused("SESSION_NOT_FOUND", f"No session {source_id!r} is live.", "Open it first.")
    if live[source_id] is not source:
        raise _refused(
            "SESSION_NOT_LIVE", f"{source_id!r} has been opened anew since.", "Use the session that is live."
        )


def core_cut(log: EventLog, boundary: int | None = None) -> Cut:
    """The exact cut after `boundary`, by default after the last event; an empty log gives an empty prefix.

    Raises `ForkRefused`: `INVALID_BOUNDARY` for what is no seq of the log, `OPEN_TURN` when the
    prefix would end inside a turn.
    """
    length = _length(log)
    if boundary is None:
        if length == 0:
            return Cut(0)
        boundary = length - 1
    if not is_seq(boundary) or boundary >= length:
        raise _refused(
            "INVALID_BOUNDARY",
            f"{boundary!r} is no event of the log, which has {length:,}.",
            "Name the seq of the last event to inherit.",
        )
    if _is_open(log, boundary):
        raise _refused(
            "OPEN_TURN",
            f"The turn around seq {boundary} is not over there.",
            "Cut after a turn/end, or fork from the message to take its whole turn.",
        )
    return Cut(boundary + 1)


def event_cut(log: EventLog, boundary: int | None = None) -> Cut:
    """The cut after any event, inside a turn or not (generation 4); by default after the last one."""
    length = _length(log)
    if boundary is None:
        boundary = length - 1
    if boundary >= length or (boundary < 0 and length > 0):
        raise _refused(
            "INVALID_BOUNDARY",
            f"{boundary!r} is no event of the log, which has {length:,}.",
            "Name the seq of the last event to inherit.",
        )
    return Cut(boundary + 1)


def host_cut(log: EventLog, at: int | None = None) -> Cut:
    """The cut of the turn around `at`; of the last completed turn when `at` is omitted or past the end.

    Raises `ForkRefused` with code `fork-unavailable` where the turn that holds the anchor is not
    over, or where there is none; it never falls back to an earlier turn.
    """
    last = log.last_entry(_length(log), TURN_END)
    if at is None or at >= _length(log):
        if last is None:
            raise _refused(
                "fork-unavailable", "No turn of the session is completed.", "Wait for its first answer."
            )
        return _extent(log, last)
    if at < 0:
        raise _refused("fork-unavailable", f"{at} is no event of the log.", "Name an event of the session.")
    return _extent_around(log, at)


def _extent_around(log: EventLog, at: int) -> Cut:
    before = log.last_entry(at + 1, TURN_END)
    if before is not None and not _is_open(log, at):
        cut = _extent(log, before)
        if at < cut.events:
            return cut
    end = log.first_entry(at, TURN_END)
    if end is None:
        raise _refused(
            "fork-unavailable", f"The turn that holds seq {at} is not completed.", "Wait until it has ended."
        )
    return _extent(log, end)


def _extent(log: EventLog, end: IndexEntry) -> Cut:
    """The cut that keeps the turn which `end` ends, and the standalone events after it."""
    following = log.first_entry(end.seq, TURN_START)
    limit = _length(log) if following is None else following.seq
    if log.header.generation >= 4:
        return _extent_of_generation_4(log, end, limit)
    splices = [entry for entry in log.entries(end.seq + 1, limit - 1) if entry.type == SPLICE]
    for entry, row in zip(splices, log.rows_of(splices) if splices else (), strict=True):
        if inserted_of(row.value):
            return Cut(entry.seq, end.seq, entry.seq)
    return Cut(limit, end.seq)


def _extent_of_generation_4(log: EventLog, end: IndexEntry, limit: int) -> Cut:
    """Up to any inbox splice or appended prompt: what follows belongs to the next turn (03b section 6)."""
    for entry in log.entries(end.seq + 1, limit - 1):
        if entry.type == SPLICE or (entry.type == "user/message" and entry.op is SurfaceOp.APPEND):
            return Cut(entry.seq, end.seq, entry.seq)
    return Cut(limit, end.seq)


def _is_open(log: EventLog, seq: int) -> bool:
    """Whether the last turn marker up to and with `seq` is a `turn/start`."""
    start = log.last_entry(seq + 1, TURN_START)
    if start is None:
        return False
    end = log.last_entry(seq + 1, TURN_END)
    return end is None or end.seq < start.seq


def _length(log: EventLog) -> int:
    """Events of the strict prefix; the islands of a damaged log are no part of a fork."""
    prefix = log.parts[0]
    if prefix.first_seq > 0:
        raise _refused("fork-unread", "The beginning of the log is not read yet.", "Try again in a moment.")
    return prefix.last_seq + 1


def _refused(code: str, sentence: str, remedy: str) -> ForkRefused:
    return ForkRefused(code, sentence, remedy)
