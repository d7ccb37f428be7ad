"""What the nodes of a page need from outside it, asked of the index (architecture section 4)."""

from __future__ import annotations

from collections.abc import Sequence

from sessionlog.model.log import EventLog, Part
from sessionlog.model.page import PageContext, PageRow
from sessionlog.model.row import FIRST_DELTA, IndexEntry

SPAN_STARTS = ("step/start", "turn/start")
MAX_CHUNK_ENTRIES = 64
"""Chunk entries looked at for a step's first delta; an attempt begins with a handful."""


def load_context(
    log: EventLog,
    part: Part,
    first_seq: int,
    last_seq: int,
    entries: Sequence[IndexEntry],
    rows: Sequence[PageRow],
    *,
    more: bool,
) -> PageContext:
    """Facts for the range `first_seq .. last_seq`, whose entries and decoded rows are given.

    `more`: the part goes on after the range.
    """
    number = part.number
    turn_start = _open(log, number, first_seq, "turn/start", ("turn/end",))
    step_start = _open(log, number, first_seq, "step/start", ("step/end", "turn/start", "turn/end"))
    closing = _closing(log, number, first_seq, entries, turn_start)
    closing_step = closing_delta = None
    if closing is not None and closing.entry is not None:
        seq = closing.entry.seq
        closing_step = _open(log, number, seq, "step/start", ("step/end", "turn/start", "turn/end"))
        closing_delta = _first_delta(log, number, closing_step, seq)
    span_start = max(
        (entry.seq for kind in SPAN_STARTS if (entry := log.last_entry(first_seq, kind, part=number))),
        default=part.first_seq - 1,
    )
    return PageContext(
        turn_start=turn_start,
        step_start=step_start,
        first_delta=_first_delta(log, number, step_start, first_seq),
        closing=closing,
        closing_step_start=closing_step,
        closing_first_delta=closing_delta,
        calls=_calls(log, number, first_seq, span_start, rows),
        results=_results(log, number, last_seq, entries) if more else (),
        settled_after=more and _settled(log, number, last_seq, entries),
    )


def _open(log: EventLog, part: int, seq: int, kind: str, closers: Sequence[str]) -> IndexEntry | None:
    """The newest entry of a kind below a seq, unless something closed it before the seq."""
    start = log.last_entry(seq, kind, part=part)
    if start is None:
        return None
    for closer in closers:
        end = log.last_entry(seq, closer, part=part)
        if end is not None and end.seq > start.seq:
            return None
    return start


def _first_delta(log: EventLog, part: int, step_start: IndexEntry | None, before: int) -> IndexEntry | None:
    after = step_start.seq if step_start is not None else None
    for _ in range(MAX_CHUNK_ENTRIES):
        if after is None:
            return None
        entry = log.first_entry(after, "assistant/chunk", part=part)
        if entry is None or entry.seq >= before:
            return None
        if entry.kind == FIRST_DELTA:
            return entry
        after = entry.seq
    return None


def _closing(
    log: EventLog, part: int, first_seq: int, entries: Sequence[IndexEntry], turn_start: IndexEntry | None
) -> PageRow | None:
    """The committed message that a turn end in the page speaks of, when it is before the page."""
    if turn_start is None:
        return None
    for entry in entries:
        if entry.type == "turn/start" or (entry.type == "assistant/message" and entry.op == 1):
            return None
        if entry.type == "turn/end":
            break
    message = log.last_entry(first_seq, "assistant/message", part=part)
    while message is not None and message.op != 1 and message.seq > turn_start.seq:
        message = log.last_entry(message.seq, "assistant/message", part=part)
    if message is None or message.seq < turn_start.seq:
        return None
    return PageRow(message, log.rows_of([message])[0])


def _calls(
    log: EventLog, part: int, first_seq: int, span_start: int, rows: Sequence[PageRow]
) -> tuple[PageRow, ...]:
    """Calls of the page's first step that stand before the page, for what belongs to them in it."""
    known: set[str] = set()
    wanted: dict[int, IndexEntry] = {}
    for row in rows:
        entry = row.entry
        if entry is None or row.row is None:
            continue
        if entry.type in SPAN_STARTS:
            break
        if entry.type == "tool/call":
            known.add(entry.ref or "")
        call_id = _belongs_to(entry, row)
        if call_id is None or call_id in known:
            continue
        known.add(call_id)
        found = log.last_entry(first_seq, "tool/call", ref=call_id, part=part)
        if found is None or found.seq < span_start:
            # Recovery answers calls that never started: what they asked is in the message.
            found = log.last_entry(first_seq, "assistant/message", part=part)
        if found is not None and found.seq > span_start:
            wanted[found.seq] = found
    ordered = [wanted[seq] for seq in sorted(wanted)]
    return tuple(PageRow(entry, row) for entry, row in zip(ordered, log.rows_of(ordered)))


def _belongs_to(entry: IndexEntry, row: PageRow) -> str | None:
    if entry.type == "tool/result":
        return entry.ref
    if entry.type in ("tool/code-dispatch-start", "tool/code-dispatch") and row.row is not None:
        data = row.row.value.get("data")
        root = data.get("rootCallId") if isinstance(data, dict) else None
        return root if isinstance(root, str) else None
    return None


def _results(log: EventLog, part: int, last_seq: int, entries: Sequence[IndexEntry]) -> tuple[PageRow, ...]:
    """Results after the page of calls in its last step."""
    calls: dict[str, IndexEntry] = {}
    for entry in entries:
        if entry.type in SPAN_STARTS:
            calls.clear()
        elif entry.type == "tool/call" and entry.ref is not None:
            calls[entry.ref] = entry
        elif entry.type == "tool/result":
            calls.pop(entry.ref or "", None)
    found = []
    for ref, call in calls.items():
        result = log.first_entry(last_seq, "tool/result", ref=ref, part=part)
        if result is not None and (result.turn, result.step) == (call.turn, call.step):
            found.append(result)
    found.sort(key=lambda entry: entry.seq)
    return tuple(PageRow(entry, row) for entry, row in zip(found, log.rows_of(found)))


def _settled(log: EventLog, part: int, last_seq: int, entries: Sequence[IndexEntry]) -> bool:
    """Whether the step that is open at the page's end is closed further on."""
    return any(
        log.first_entry(last_seq, kind, part=part) is not None
        for kind in ("step/end", "turn/end", "step/start", "turn/start")
    )
