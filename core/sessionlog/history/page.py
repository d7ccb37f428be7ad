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
    """An indivisible run from `low` up, with what is decoded of it."""

    low: int
    messages: int = 0
    events: int = 0
    bytes: int = 0

    def add(self, low: int, events: int, size: int) -> None:
        self.low = min(self.low, low)
        self.events += events
        self.bytes += size


def counts(entry: IndexEntry) -> bool:
    """Whether an event is a message of the page's quota: of a counted type and append-origin."""
    return entry.op == SurfaceOp.APPEND and entry.type in COUNTED


class _Grouper:
    """Groups events and runs of delta chunks, newest first, into units. `ready` holds those complete.

    `floor` is where the group of the message at hand begins; from there up its chunks are cited.
    """

    def __init__(self) -> None:
        self.ready: list[Unit] = []
        self.floor: int | None = None
        self._unit: Unit | None = None
        self._step: tuple[int | None, int | None] | None = None
        self._held: list[Unit] = []

    def run(self, low: int, high: int, size: int) -> None:
        """Delta chunks without entries."""
        floor = self.floor
        if floor is not None:
            if low >= floor:
                return
            if high >= floor:  # the message cites the upper ones only
                size = size * (floor - low) // (high - low + 1)
                high = floor - 1
            self.flush()
        self._chunks(low, high - low + 1, size)

    def chunk(self, entry: IndexEntry, size: int) -> None:
        """A chunk with an entry that no message at hand cites."""
        if self.floor is not None:
            self.flush()
        place = (entry.turn, entry.step)
        older_step = self._step is not None and place != self._step
        if self._unit is not None and (older_step or (entry.kind or "").startswith("finish")):
            self.flush()
        self._chunks(entry.seq, 1, size)
        self._step = place

    def _chunks(self, low: int, events: int, size: int) -> None:
        if self._unit is None:
            self._unit = Unit(low)
        for held in self._held:
            self._unit.add(held.low, held.events, held.bytes)
        self._held.clear()
        self._unit.add(low, events, size)

    def event(self, entry: IndexEntry) -> None:
        """Any event that is no chunk."""
        if self._unit is None and self.floor is None and entry.type not in COUNTED:
            self.ready.append(Unit(entry.seq, 0, 1, entry.size))  # alone, as most are
            return
        seq, counted = entry.seq, int(counts(entry))
        commits = entry.type == "assistant/message"
        if self.floor is not None:
            if seq >= self.floor:
                assert self._unit is not None
                self._unit.add(seq, 1, entry.size)
                self._unit.messages += counted
                if commits:
                    self.floor = min(self.floor, entry.group_start)
                return
            self.flush()
        unit = Unit(seq, counted, 1, entry.size)
        if commits or counted:
            self.flush()
            if entry.group_start < seq:
                self._unit, self.floor = unit, entry.group_start
            else:
                self.ready.append(unit)
        elif self._unit is not None and entry.type not in ATTEMPT_LIMITS:
            self._held.append(unit)  # inside the attempt if an older chunk of it follows
        else:
            self.flush()
            self.ready.append(unit)

    def flush(self) -> None:
        unit = self._unit
        if unit is not None:
            if self.floor is not None:
                unit.low = min(unit.low, self.floor)
            self.ready.append(unit)
        self._unit = self.floor = self._step = None
        if self._held:
            self.ready += self._held
            self._held = []


def units(entries: Iterable[IndexEntry], *, tail_bytes: int, last_seq: int, first_seq: int) -> Iterator[Unit]:
    """The units of `first_seq .. last_seq`, newest first.

    `entries` are those at or below `last_seq`, newest first; `tail_bytes` are those of the delta
    chunks after the newest of them.
    """
    grouper = _Grouper()
    ready = grouper.ready
    # Seqs are dense within a part, so what lies between two entries are delta chunks.
    top, size = last_seq, tail_bytes
    for entry in entries:
        seq, is_chunk = entry.seq, entry.type == CHUNK
        if is_chunk and grouper.floor is not None and seq >= grouper.floor:
            top, size = seq - 1, entry.delta_bytes  # cited: not decoded, not counted
            continue
        if top > seq:
            grouper.run(seq + 1, top, size)
            size = 0
        if is_chunk:
            # The entry of a first delta has no size: its bytes are counted with the deltas after it.
            grouper.chunk(entry, size if entry.kind == FIRST_DELTA else entry.size)
        else:
            grouper.event(entry)
        top, size = seq - 1, entry.delta_bytes
        if ready:
            yield from ready
            ready.clear()
    if top >= first_seq:
        grouper.run(first_seq, top, size)
    grouper.flush()
    for unit in ready:
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

    `entries` are those at or below it, newest first; no more of them is taken than the page
    needs. `tail` is (events, bytes) of the delta chunks after the newest of them.
    `earlier` says that something readable lies before `first_seq` (an earlier part, or the part
    of a file that is not indexed yet).
    """
    low, messages, size, events, ended_by = last_seq + 1, 0, 0, 0, "start"
    for unit in units(entries, tail_bytes=tail[1], last_seq=last_seq, first_seq=first_seq):
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


def delta_tail(log: EventLog, part: Part, last_seq: int, newest: IndexEntry | None) -> tuple[int, int]:
    """Events and bytes of the delta chunks between the newest entry at or below `last_seq` and it.

    Below the part's end they are a share of those that the next entry counts.
    """
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
