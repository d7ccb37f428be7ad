"""The sentences of what a physical scan finds."""

from __future__ import annotations

from sessionlog.model.errors import RowFault
from sessionlog.model.json import decode
from sessionlog.model.scan import TornTail
from sessionlog.model.severity import Level, Problem


def bad_line(fault: RowFault, line: int, frame: int, offset: int) -> Problem:
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


def has_seq(line: bytes, due: int) -> bool:
    """Whether a line that is no row has the seq that is due: the harness takes it as one."""
    try:
        value = decode(line)
    except RowFault:
        return False
    return isinstance(value, dict) and value.get("seq") == due


def wrong_seq(seq: int, due: int, line: int, frame: int, offset: int) -> Problem:
    """A row whose seq is not the one that is due: `seq-restart` when it goes back, else `seq-gap`."""
    code, message = "seq-gap", f"Seqs {due:,} to {seq - 1:,} are missing."
    if seq < due:
        code, message = "seq-restart", f"Rows go back to seq {seq:,} where {due:,} was due."
    return Problem(code, Level.ERROR, message, seq, line, frame or None, offset, f"from line {line}")


def torn_tail(torn: TornTail, line: int, frame: int | None) -> Problem:
    recovered = f" {torn.recovered:,} whole rows were recovered from it." if torn.recovered else ""
    message = f"The log ends in {torn.size:,} bytes of an unfinished write.{recovered}"
    return Problem("torn-tail", Level.WARN, message, line=line, frame=frame, offset=torn.offset)


def open_turn(turn: int) -> Problem:
    return Problem("open-turn", Level.INFO, f"Turn {turn} has no end.", affected=f"turn {turn}")
