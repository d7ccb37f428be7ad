"""The sentences of what a physical scan finds."""

from __future__ import annotations

from sessionlog.generations.finding import Stage
from sessionlog.model.errors import RowFault
from sessionlog.model.json import decode
from sessionlog.model.scan import TornTail
from sessionlog.model.severity import Level, Problem

_TAKEN_AS_ROWS = {"type": Stage.UNKNOWN_TYPE, "time": Stage.VALIDATION, "data": Stage.VALIDATION}
"""What a row may lack and still be one, and the stage that then refuses it."""
_CHECKED_WHILE_DECODED = 2
"""The first generation whose reader takes no row that lacks a member."""


def bad_line(fault: RowFault, line: int, frame: int, offset: int) -> Problem:
    """A line that no row can be read from; `frame` is 0 where there are none, `offset` is in bytes."""
    return Problem(
        f"row-{fault.code}",
        Level.ERROR,
        f"A line is no row: {fault}.",
        None,
        line,
        frame or None,
        offset,
        f"line {line}",
    )


def refusing_stage(fault: RowFault, generation: int, line: bytes | None, due: int) -> Stage | None:
    """Where the harness stumbles over a line that it takes for the row that is due; `None` where, as for
    any other bad line, it depends on what follows."""
    stage = _TAKEN_AS_ROWS.get(fault.code) if generation < _CHECKED_WHILE_DECODED else None
    if stage is None or line is None:
        return None
    try:
        value = decode(line)
    except RowFault:
        return None
    if not isinstance(value, dict) or value.get("seq") != due:
        return None
    return Stage.VALIDATION if value.get("ignorable") is True else stage


def wrong_seq(seq: int, due: int, line: int, frame: int, offset: int) -> Problem:
    """A row whose seq is not the one that is due: `seq-restart` when it goes back, else `seq-gap`."""
    code, message = "seq-gap", f"Seqs {due:,} to {seq - 1:,} are missing."
    if seq < due:
        code, message = "seq-restart", f"Rows go back to seq {seq:,} where {due:,} was due."
    return Problem(code, Level.ERROR, message, seq, line, frame or None, offset, f"from line {line}")


def torn_tail(torn: TornTail, line: int, frame: int | None) -> Problem:
    """The end of a write that was never finished; `frame` is `None` in a plain log."""
    recovered = f" {torn.recovered:,} whole rows were recovered from it." if torn.recovered else ""
    message = f"The log ends in {torn.size:,} bytes of an unfinished write.{recovered}"
    return Problem("torn-tail", Level.WARN, message, line=line, frame=frame, offset=torn.offset)


def open_turn(turn: int) -> Problem:
    """A turn that begins and does not end."""
    return Problem("open-turn", Level.INFO, f"Turn {turn} has no end.", affected=f"turn {turn}")
