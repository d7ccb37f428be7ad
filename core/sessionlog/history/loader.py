"""Pages of an `EventLog` for the conversation: cut on the index, then only what is shown is decoded."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain, islice

from sessionlog.history.attempts import read_attempt, uncited
from sessionlog.history.context import load_context
from sessionlog.history.page import CHUNK, cut_page, delta_tail
from sessionlog.model.log import EventLog, Part
from sessionlog.model.page import Bounds, Elision, LoadedPage, LoadedRows, Page, PageRow, Place
from sessionlog.model.row import FIRST_DELTA, IndexEntry

ATTEMPT = "assistant/attempt"

SMALL_PAGE = 64 << 10
"""A page without a message and with fewer bytes than this is joined with the one before it."""

STEP_LIMITS = ("step/start", "step/end", "turn/start", "turn/end")

MAX_LOOK_BACK = 5_000
"""Entries looked at below a page for the failed attempts of its first step."""


def page_of(log: EventLog, before: Place | None, bounds: Bounds | None = None) -> tuple[int, Page]:
    """The part and the plain page that ends before a place (spec 02 section 1.3 with bounds)."""
    part, last_seq = _place(log, before)
    return part.number, _cut(log, part, last_seq, bounds or Bounds(), [])


def _cut(log: EventLog, part: Part, last_seq: int, bounds: Bounds, taken: list[IndexEntry]) -> Page:
    """The plain page that ends with a seq. The entries looked at are added to `taken`, newest first."""
    entries = log.entries_before(last_seq + 1, part.number)
    newest = next(entries, None)
    read = entries if newest is None else chain((newest,), entries)
    return cut_page(
        _noted(read, taken),
        tail=delta_tail(log, part, last_seq, newest),
        last_seq=last_seq,
        first_seq=part.first_seq,
        bounds=bounds,
        earlier=_earlier(log, part),
    )


def _noted(entries: Iterable[IndexEntry], taken: list[IndexEntry]) -> Iterator[IndexEntry]:
    for entry in entries:
        taken.append(entry)
        yield entry


def _earlier(log: EventLog, part: Part) -> bool:
    """Whether something readable lies before a part, or will once the log is indexed."""
    return part.number > log.parts[0].number or not log.complete


def _place(log: EventLog, before: Place | None) -> tuple[Part, int]:
    """The part that holds the rows right before a place, and the last seq of them."""
    parts = list(log.parts)
    if before is None:
        return parts[-1], parts[-1].last_seq
    index = next((at for at, part in enumerate(parts) if part.number == before.part), len(parts) - 1)
    part = parts[index]
    if before.seq <= part.first_seq and index > 0:
        return parts[index - 1], parts[index - 1].last_seq
    return part, min(part.last_seq, before.seq - 1)


def load_page(log: EventLog, before: Place | None = None, bounds: Bounds | None = None) -> LoadedPage:
    """The page before a place (the last one for `None`), decoded for the assembler.

    It goes further down than `page_of` in three cases: over a page without a message that is
    very small, down to the first failed attempt of its first step, so that a retry never hides
    on the page before, and down to the beginning of a compaction that it would cut in two.
    References, index and rows are of one state of the log.
    """
    with log.one_read():
        return _load_page(log, before, bounds or Bounds())


def _load_page(log: EventLog, before: Place | None, bounds: Bounds) -> LoadedPage:
    part, last_seq = _place(log, before)
    taken: list[IndexEntry] = []
    page = _cut(log, part, last_seq, bounds, taken)
    while page.messages == 0 and page.from_seq > part.first_seq and page.bytes < SMALL_PAGE:
        taken = [entry for entry in taken if entry.seq >= page.from_seq]
        page = _join(page, _cut(log, part, page.from_seq - 1, bounds, taken))
    entries = [entry for entry in reversed(taken) if entry.seq >= page.from_seq]
    page, below = _extend(log, part, page, entries)
    return _decode(log, part, page, below + entries)


def _join(page: Page, earlier: Page) -> Page:
    return Page(
        earlier.from_seq,
        page.to_seq,
        earlier.has_more,
        page.messages + earlier.messages,
        page.bytes + earlier.bytes,
        page.events + earlier.events,
        earlier.ended_by,
    )


def _extend(
    log: EventLog, part: Part, page: Page, entries: Sequence[IndexEntry]
) -> tuple[Page, list[IndexEntry]]:
    """Take in the given-up attempts of the first step, and the start of an open compaction.

    Gives the entries that came in, oldest first.
    """
    taken: list[IndexEntry] = []
    found = lowest(
        _noted(islice(log.entries_before(page.from_seq, part.number), MAX_LOOK_BACK), taken),
        _needs_start(log, part, entries),
        part.first_seq,
    )
    if found is None:
        return page, []
    low, events, size = found
    extended = replace(
        page,
        from_seq=low,
        has_more=low > part.first_seq or _earlier(log, part),
        events=page.events + events,
        bytes=page.bytes + size,
    )
    return extended, [entry for entry in reversed(taken) if entry.seq >= low]


def lowest(
    entries: Iterable[IndexEntry], compaction: str | None, first_seq: int
) -> tuple[int, int, int] | None:
    """How far down the chunks, retries and compaction of a page's first step reach.

    `entries` are those below the page, newest first. Gives the seq with the entries and bytes
    from there up to the page; `None` when the page needs nothing below it.
    """
    low: int | None = None
    found = (0, 0)
    pending = False
    events = size = 0
    for entry in entries:
        if pending:
            low, pending = entry.seq + 1, False  # with the deltas right before a first chunk
        if entry.type in STEP_LIMITS or (entry.type == "assistant/message" and compaction is None):
            break
        events, size = events + 1, size + entry.size + entry.delta_bytes
        if entry.type in (CHUNK, ATTEMPT) or entry.type.startswith("llm/retry"):
            pending, found = True, (events, size)
        elif compaction is not None and entry.ref == compaction:
            low, found = entry.seq, (events, size)
            if entry.type == "compaction/start":
                compaction = None
    if pending:
        low = first_seq
    return None if low is None else (low, *found)


def _needs_start(log: EventLog, part: Part, entries: Sequence[IndexEntry]) -> str | None:
    """The compaction whose later events stand in the page's first span without its start."""
    for entry in entries:
        if entry.type in ("step/start", "turn/start", "compaction/start"):
            return None
        if entry.type in ("compaction/summary", "compaction/end"):
            start = log.last_entry(entry.seq, "compaction/start", ref=entry.ref, part=part.number)
            return entry.ref if start is not None else None
    return None


def _decode(log: EventLog, part: Part, page: Page, entries: Sequence[IndexEntry]) -> LoadedPage:
    later = _cited_later(log, part, page)
    rows, elisions, decoded = decode_entries(log, part, entries, page.from_seq, page.to_seq, later)
    parts = log.parts
    after = "more" if page.to_seq < part.last_seq else "end" if part.number == parts[-1].number else "gap"
    context = load_context(log, part, page.from_seq, page.to_seq, entries, rows, more=after == "more")
    gap = part.gap_before if page.from_seq <= part.first_seq else None
    return LoadedPage(page, part.number, rows, context, gap, after, elisions, decoded)


def _cited_later(log: EventLog, part: Part, page: Page) -> int | None:
    """Where the group of a message right after the page begins, when it reaches into the page."""
    if page.to_seq >= part.last_seq:
        return None
    message = log.first_entry(page.to_seq, "assistant/message", part=part.number)
    return message.group_start if message is not None and message.group_start <= page.to_seq else None


def decode_entries(
    log: EventLog,
    part: Part,
    entries: Sequence[IndexEntry],
    first_seq: int,
    last_seq: int,
    cited_from: int | None = None,
) -> tuple[tuple[PageRow, ...], tuple[Elision, ...], int]:
    """The rows that a range needs, in seq order, the ranges left out, and the number of rows read.

    Chunks that a message of the range cites are not read; from `cited_from` on a later one does.
    """
    ranges = uncited(entries, first_seq, last_seq, cited_from)
    wanted = [entry for entry in entries if entry.type != CHUNK]
    rows = dict(zip((entry.seq for entry in wanted), log.rows_of(wanted)))
    made = [PageRow(entry, rows[entry.seq]) for entry in wanted]
    made += [PageRow(entry, None) for entry in entries if entry.kind == FIRST_DELTA]
    elisions: list[Elision] = []
    entry_of = {entry.seq: entry for entry in entries if entry.type == CHUNK and entry.kind != FIRST_DELTA}
    decoded = len(rows)
    for attempt in ranges:
        read, left_out = read_attempt(log, part.number, attempt)
        decoded += len(read)
        made += [PageRow(entry_of.get(row.seq), row) for row in read if row.seq not in rows]
        elisions += left_out
    made.sort(key=_order)
    return tuple(made), tuple(elisions), decoded


def _order(row: PageRow) -> tuple[int, bool]:
    return row.seq, row.row is None


def load_rows_after(log: EventLog, place: Place | None) -> LoadedRows | None:
    """What the log holds after a place, up to the end of its part; `None` when there is nothing new.

    Where the part has nothing after the place, the next part comes, so a caller asks until
    `None`. Without a place the whole last part is given.
    """
    with log.one_read():
        return _load_rows_after(log, place)


def _load_rows_after(log: EventLog, place: Place | None) -> LoadedRows | None:
    for part in log.parts[-1:] if place is None else log.parts:
        first = part.first_seq
        if place is not None:
            if part.number < place.part:
                continue
            first = max(first, place.seq + 1) if part.number == place.part else first
        new_part = place is not None and part.number > place.part
        if first <= part.last_seq or (new_part and part.gap_before is not None):
            entries = log.entries(first, part.last_seq, part.number)
            rows, elisions, _ = decode_entries(log, part, entries, first, part.last_seq)
            gap = part.gap_before if new_part else None
            return LoadedRows(part.number, first, part.last_seq, rows, elisions, gap)
    return None
