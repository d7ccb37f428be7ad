"""The edges of what is loaded: what a page's first span begins with, and the gaps between parts."""

from __future__ import annotations

from sessionlog.conversation.node import Node, NodeKind
from sessionlog.conversation.span import Head, closing_of
from sessionlog.conversation.text import counted
from sessionlog.conversation.turn import Carry, Closing
from sessionlog.model.dialect import Dialect
from sessionlog.model.errors import RowFault
from sessionlog.model.page import PageContext
from sessionlog.model.row import IndexEntry
from sessionlog.model.severity import Gap


def page_head(context: PageContext, dialect: Dialect, session_id: str) -> Head:
    """What the first span of a page inherits from the rows before it."""
    start = context.turn_start
    closing = _closing(context, dialect, session_id)
    carry = Carry(start.turn if start else None, start.time if start else None, closing)
    return Head(carry, _time(context.step_start), _time(context.first_delta))


def _closing(context: PageContext, dialect: Dialect, session_id: str) -> Closing | None:
    row = context.closing
    if row is None or row.entry is None or row.row is None:
        return None
    first, step = _time(context.closing_first_delta), _time(context.closing_step_start)
    waited = max(0, first - step) if first is not None and step is not None else None
    try:
        data = dialect.event(row.row, session_id)["data"]
    except RowFault:
        data = None
    return closing_of(row.entry, data if isinstance(data, dict) else {}, first, waited)


def _time(entry: IndexEntry | None) -> int | None:
    return entry.time if entry is not None else None


def gap_node(part: int, first_seq: int, gap: Gap) -> Node:
    """Lines that could not be read, or seqs that do not go on, before a part."""
    title = (
        f"{counted(gap.rows, 'row', 'rows')} could not be read" if gap.rows else "The numbering breaks here"
    )
    facts = {
        "rows": gap.rows,
        "first_line": gap.first_line,
        "last_line": gap.last_line,
        "first_offset": gap.first_offset,
        "last_offset": gap.last_offset,
        "before_seq": gap.before_seq,
        "after_seq": gap.after_seq,
        "where": _where(gap),
        "code": gap.code,
        "reason": gap.message,
    }
    return Node(
        key=f"{NodeKind.GAP}:{part}:{first_seq}",
        kind=NodeKind.GAP,
        part=part,
        seq=first_seq,
        anchor=(first_seq, -2),
        turn=None,
        step=None,
        time=None,
        status="error",
        title=title,
        facts=facts,
    )


def _where(gap: Gap) -> str:
    """The lines of a gap and the seqs around it."""
    lines = f"line {gap.first_line:,}"
    if gap.last_line > gap.first_line:
        lines = f"lines {gap.first_line:,}–{gap.last_line:,}"
    if gap.before_seq is None or gap.after_seq is None:
        return lines
    if gap.after_seq <= gap.before_seq:
        return f"{lines}, seq {gap.before_seq:,} is followed by {gap.after_seq:,}"
    first, last = gap.before_seq + 1, gap.after_seq - 1
    if last < first:
        return lines
    return f"{lines}, about seq {first:,}" + (f"–{last:,}" if last > first else "")
