"""Cutting a page on index entries alone (spec 02 section 1.3, architecture section 4).

Seen from its end, a log is a row of *units* that a page never divides: a message that counts,
with everything from its first cited chunk on; an attempt that no message cites; any other event.
A page takes units until a bound is met. Nothing here reads or decodes a row.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from sessionlog.model.log import EventLog, Part
from sessionlog.model.page import Bounds, Page
from sessionlog.model.row import FIRST_DELTA, IndexEntry, SurfaceOp

CHUNK = "assistant/chunk"
COUNTED = ("user/message", "assistant/message")
ATTEMPT_LIMITS = frozenset(
    {
        "turn/start",
        "turn/end",
        "step/start",
        "step/end",
        "assistant/message",
        "llm/retry",
        "llm/retry-started",
        "session/end-seed",
    }
)
"""Events that stand between attempts, never inside one."""


@dataclass(slots=True)
class Unit:
    """An indivisible run `low .. high` with what is decoded of it."""

    low: int
    high: int
    messages: int = 0
    events: int = 0
    bytes: int = 0
    attempt: bool = False

    def add(self, low: int, events: int, size: int) -> None:
        self.low = min(self.low, low)
        self.events += events
        self.bytes += size


@dataclass(frozen=True, slots=True)
class _Item:
    """An event with an entry, or a run of delta chunks without one (`entry` is `None`)."""

    low: int
    high: int
    bytes: int
    entry: IndexEntry | None

    @property
    def is_chunk(self) -> bool:
        return self.entry is None or self.entry.type == CHUNK


def _items(entries: Iterable[IndexEntry], tail_bytes: int, last_seq: int, first_seq: int) -> Iterator[_Item]:
    # Seqs are dense within a part, so what lies between two entries are delta chunks.
    top, delta_bytes = last_seq, tail_bytes
    for entry in entries:
        if top > entry.seq:
            yield _Item(entry.seq + 1, top, delta_bytes, None)
            delta_bytes = 0
        # The entry of a first delta has no size: its bytes are counted with the deltas after it.
        yield _Item(entry.seq, entry.seq, delta_bytes if entry.kind == FIRST_DELTA else entry.size, entry)
        top, delta_bytes = entry.seq - 1, entry.delta_bytes
    if top >= first_seq:
        yield _Item(first_seq, top, delta_bytes, None)


def counts(entry: IndexEntry) -> bool:
    """Whether an event is a message of the page's quota: of a counted type and append-origin."""
    return entry.type in COUNTED and entry.op == SurfaceOp.APPEND


def commits(entry: IndexEntry) -> bool:
    """Whether an event settles the chunks that it cites."""
    return entry.type == "assistant/message"


def _same_attempt(chunk: IndexEntry, step: tuple[int | None, int | None] | None) -> bool:
    return step is None or (chunk.turn, chunk.step) == step


class _Grouper:
    """Groups items, newest first, into units."""

    def __init__(self) -> None:
        self._unit: Unit | None = None
        self._floor: int | None = None
        self._step: tuple[int | None, int | None] | None = None
        self._held: list[Unit] = []

    def feed(self, item: _Item) -> Iterator[Unit]:
        if self._floor is not None:
            if item.high >= self._floor:
                rest = self._into_group(item)
                if rest is None:
                    return
                item = rest
            yield from self.flush()
        if item.is_chunk:
            yield from self._chunk(item)
            return
        entry = item.entry
        assert entry is not None
        unit = Unit(item.low, item.high, int(counts(entry)), 1, item.bytes)
        if commits(entry) or counts(entry):
            yield from self.flush()
            self._unit, self._floor = unit, min(entry.group_start, entry.seq)
            if self._floor == entry.seq:
                yield from self.flush()
        elif self._unit is not None and entry.type not in ATTEMPT_LIMITS:
            self._held.append(unit)
        else:
            yield from self.flush()
            yield unit

    def _into_group(self, item: _Item) -> _Item | None:
        """Count an item of the committed group; what of a delta run lies below it comes back."""
        unit, floor = self._unit, self._floor
        assert unit is not None and floor is not None
        if item.entry is None:
            if item.low >= floor:
                return None
            unit.low = floor
            below = floor - item.low
            return _Item(item.low, floor - 1, item.bytes * below // (item.high - item.low + 1), None)
        if not item.is_chunk:
            unit.add(item.low, 1, item.bytes)
            unit.messages += int(counts(item.entry))
            if commits(item.entry):
                self._floor = min(floor, item.entry.group_start)
        unit.low = min(unit.low, item.low)
        return None

    def _chunk(self, item: _Item) -> Iterator[Unit]:
        entry = item.entry
        if self._unit is not None and entry is not None:
            older = (entry.kind or "").startswith("finish:") or not _same_attempt(entry, self._step)
            if older:
                yield from self.flush()
        if self._unit is None:
            self._unit = Unit(item.low, item.high, attempt=True)
        for held in self._held:
            self._unit.add(held.low, held.events, held.bytes)
        self._held.clear()
        self._unit.add(item.low, item.high - item.low + 1, item.bytes)
        if entry is not None:
            self._step = (entry.turn, entry.step)

    def flush(self) -> Iterator[Unit]:
        unit, floor = self._unit, self._floor
        self._unit = self._floor = self._step = None
        if unit is not None:
            if floor is not None:
                unit.low = min(unit.low, floor)
            yield unit
        yield from self._held
        self._held = []


def units(
    entries: Iterable[IndexEntry], *, tail: tuple[int, int], last_seq: int, first_seq: int
) -> Iterator[Unit]:
    """The units of `first_seq .. last_seq`, newest first.

    `entries` are those at or below `last_seq`, newest first; `tail` is (events, bytes) of the
    delta chunks after the newest of them.
    """
    grouper = _Grouper()
    for item in _items(entries, tail[1], last_seq, first_seq):
        yield from grouper.feed(item)
    for unit in grouper.flush():
        unit.low = max(unit.low, first_seq)
        yield unit


def cut_page(
    entries: Iterable[IndexEntry],
    *,
    tail: tuple[int, int],
    last_seq: int,
    first_seq: int,
    bounds: Bounds,
    earlier: bool = False,
) -> Page:
    """Cut the page that ends at `last_seq`.

    `earlier` says that something readable lies before `first_seq` (an earlier part, or the part
    of a file that is not indexed yet).
    """
    low, messages, size, events, ended_by = last_seq + 1, 0, 0, 0, "start"
    for unit in units(entries, tail=tail, last_seq=last_seq, first_seq=first_seq):
        over_bytes = size + unit.bytes > bounds.max_bytes
        over_events = events + unit.events > bounds.max_events
        if low <= last_seq and (over_bytes or over_events):
            ended_by = "bytes" if over_bytes else "events"
            break
        low, messages = unit.low, messages + unit.messages
        size, events = size + unit.bytes, events + unit.events
        if over_bytes or over_events:
            ended_by = "group"
            break
        if messages >= bounds.messages:
            ended_by = "messages" if low > first_seq else "start"
            break
    return Page(low, last_seq, low > first_seq or earlier, messages, size, events, ended_by)


def delta_tail(log: EventLog, part: Part, last_seq: int) -> tuple[int, int]:
    """Events and bytes of the delta chunks between the newest entry and `last_seq`.

    Below the part's end they are a share of those that the next entry counts.
    """
    newest = next(log.entries_before(last_seq + 1, part.number), None)
    events = last_seq - (newest.seq if newest is not None else part.first_seq - 1)
    if newest is not None and newest.kind == FIRST_DELTA:
        events += 1  # it is counted with the deltas after it
    if events <= 0:
        return 0, 0
    whole = log.tail_deltas(part.number)
    reach = 64
    while last_seq < part.last_seq:
        following = log.entries(last_seq + 1, last_seq + reach, part.number)
        if following:
            whole = (following[0].delta_events, following[0].delta_bytes)
            break
        if last_seq + reach >= part.last_seq:
            break
        reach *= 8
    return events, whole[1] * events // max(whole[0], events)
