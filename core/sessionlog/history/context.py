"""What the nodes of a page need from outside it, asked of the index (architecture section 4)."""

from __future__ import annotations

from collections.abc import Sequence

from sessionlog.model.embedded import EMBEDDED_STREAMS
from sessionlog.model.log import EventLog, Part
from sessionlog.model.page import PageContext, PageRow
from sessionlog.model.row import FIRST_DELTA, IndexEntry, SurfaceOp

SPAN_STARTS = ("step/start", "turn/start")
SETTLEMENTS = ("assistant/attempt", "assistant/message")
DISPATCHES = frozenset(
    {"tool/code-dispatch-start", "tool/code-dispatch", "tool/ptc-dispatch-start", "tool/ptc-dispatch"}
)
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
    span = _span_start(log, part, first_seq)
    turn_start = log.last_entry(first_seq, "turn/start", part=number)
    turn_end = log.last_entry(first_seq, "turn/end", part=number)
    if turn_start is not None and turn_end is not None and turn_end.seq > turn_start.seq:
        turn_start = None
    limit = max((entry.seq for entry in (turn_start, turn_end) if entry), default=part.first_seq - 1)
    closing = _closing(log, number, first_seq, entries, limit)
    closing_span = _span_start(log, part, closing.seq) if closing is not None else None
    return PageContext(
        turn_start=turn_start,
        step_start=_step_of(span),
        first_delta=_first_delta(log, part, span, first_seq),
        closing=closing,
        closing_step_start=_step_of(closing_span),
        closing_first_delta=_first_delta(log, part, closing_span, closing.seq + 1) if closing else None,
        calls=_calls(log, number, first_seq, span.seq if span else part.first_seq - 1, rows),
        results=_results(log, number, last_seq, entries) if more else (),
        settled_after=more and _settled(log, number, last_seq),
    )


def _span_start(log: EventLog, part: Part, seq: int) -> IndexEntry | None:
    """The newest start of a step or turn below a seq."""
    starts = (log.last_entry(seq, kind, part=part.number) for kind in SPAN_STARTS)
    return max((entry for entry in starts if entry is not None), key=lambda entry: entry.seq, default=None)


def _step_of(span: IndexEntry | None) -> IndexEntry | None:
    return span if span is not None and span.type == "step/start" else None


def _first_delta(log: EventLog, part: Part, span: IndexEntry | None, before: int) -> IndexEntry | None:
    """The first token after the span's start, when it is before the seq."""
    after = span.seq if span is not None else part.first_seq - 1
    if log.header.generation >= EMBEDDED_STREAMS:
        return _first_streamed(log, part, after, before)
    for _ in range(MAX_CHUNK_ENTRIES):
        entry = log.first_entry(after, "assistant/chunk", part=part.number)
        if entry is None or entry.seq >= before:
            return None
        if entry.kind == FIRST_DELTA:
            return entry
        after = entry.seq
    return None


def _first_streamed(log: EventLog, part: Part, after: int, before: int) -> IndexEntry | None:
    """As `_first_delta`, out of the streams of the step's settlements; the entry is made for its time."""
    for _ in range(MAX_CHUNK_ENTRIES):
        found = [log.first_entry(after, kind, part=part.number) for kind in SETTLEMENTS]
        entry = min((one for one in found if one is not None), key=lambda one: one.seq, default=None)
        if entry is None or entry.seq >= before:
            return None
        stream = log.dialect.attempt_stream(log.rows_of([entry])[0])
        time = stream.first_token_time() if stream is not None else None
        if time is not None:
            return entry._replace(kind=FIRST_DELTA, time=time)
        after = entry.seq
    return None


def _closing(
    log: EventLog, part: int, first_seq: int, entries: Sequence[IndexEntry], limit: int
) -> PageRow | None:
    """The committed message that a turn end in the page speaks of, when it is before the page.

    `limit` is the newest start or end of a turn before the page.
    """
    for entry in entries:
        if entry.type == "turn/start" or (entry.type == "assistant/message" and _answers(entry)):
            return None
        if entry.type == "turn/end":
            break
    message = log.last_entry(first_seq, "assistant/message", part=part)
    while message is not None and message.seq > limit:
        if _answers(message):
            return PageRow(message, log.rows_of([message])[0])
        message = log.last_entry(message.seq, "assistant/message", part=part)
    return None


def _answers(message: IndexEntry) -> bool:
    """Whether a message is an answer of its own, not the shortened copy of one."""
    return message.op != SurfaceOp.REPLACE


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
    if entry.type in DISPATCHES and row.row is not None:
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


def _settled(log: EventLog, part: int, last_seq: int) -> bool:
    """Whether the step that is open at the page's end is closed further on."""
    return any(
        log.first_entry(last_seq, kind, part=part) is not None
        for kind in ("step/end", "turn/end", "step/start", "turn/start")
    )
