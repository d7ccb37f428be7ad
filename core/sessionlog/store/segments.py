"""Segments: consecutive stored lines, compressed together, every line byte for byte.

Pure: rows and index entries in, blobs out, and back. A segment is immutable. Lines of stream
deltas are compressed apart from the others, because a page never reads them; so are the streams
inside settlements of later generations, whose lines stay lean (`lean_lines`). The layout says for
each row how many events it packs and to which of the two it belongs, so that rows are found by
seq and come back in their order without being decoded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from sessionlog.model.dialect import Dialect
from sessionlog.model.embedded import EMBEDDED_STREAMS
from sessionlog.model.row import IndexEntry, Row
from sessionlog.store import lean_lines
from sessionlog.store.zstd import compress, decompress

MAX_ROWS = 256
MAX_BYTES = 256 * 1024

Layout = list[tuple[int, bool]]
"""For each row: its events, and whether its line is among the deltas."""


@dataclass(frozen=True, slots=True)
class PackedSegment:
    """A segment ready to be stored. `size` is the bytes of its lines, each with an LF.

    `lines` and `deltas` are texts, `None` where there is none; they are compressed on the thread
    that stores them, which mostly waits while an import decodes. `deltas` has lines of deltas, or
    the streams that were taken out of the lines, in their order. `entries` are index entries, each
    with the number of its line within its text: 0, 1, ... among the lines, ~0, ~1, ... among deltas.
    """

    part: int
    first_seq: int
    last_seq: int
    rows: int
    size: int
    layout: bytes | None
    lines: bytes | None
    deltas: bytes | None
    entries: Sequence[tuple[int, IndexEntry]]


@dataclass(slots=True)
class SegmentBuilder:
    """Collects rows of one part until a segment is full: 256 rows or 256 KiB; a larger row alone.

    `add` returns the segments that are complete by it (none, one, or two around a large row).
    `seen` is given the text of each in file order, with the number of its lines.
    """

    part: int
    is_delta: Callable[[Row], bool]
    seen: Callable[[bytes, int], None]
    embedding: Dialect | None = None
    """The dialect of a format whose rows hold streams."""
    _all: list[bytes] = field(default_factory=list)
    _lines: list[bytes] = field(default_factory=list)
    _deltas: list[bytes] = field(default_factory=list)
    _layout: Layout = field(default_factory=list)
    _entries: list[tuple[int, IndexEntry]] = field(default_factory=list)
    _size: int = 0
    _first_seq: int = 0

    @staticmethod
    def of(part: int, dialect: Dialect, seen: Callable[[bytes, int], None]) -> SegmentBuilder:
        """A builder for the rows of a format."""
        embedding = dialect if dialect.generation >= EMBEDDED_STREAMS else None
        return SegmentBuilder(part, dialect.is_delta, seen, embedding)

    def add(self, row: Row, entries: Sequence[IndexEntry]) -> Sequence[PackedSegment]:
        raw = row.raw
        size = len(raw) + 1
        done: Sequence[PackedSegment] = ()
        if self._all and self._size + size > MAX_BYTES:
            done = self.finish()
        if not self._all:
            self._first_seq = row.seq
        delta = self.is_delta(row)
        own = self._deltas if delta else self._lines
        if entries:
            number = ~len(own) if delta else len(own)
            self._entries += [(number, entry) for entry in entries]
        own.append(raw if self.embedding is None else self._lean(row, self.embedding))
        self._all.append(raw)
        self._layout.append((row.count, delta))
        self._size += size
        if len(self._all) >= MAX_ROWS or self._size >= MAX_BYTES:
            return [*done, *self.finish()]
        return done

    def _lean(self, row: Row, dialect: Dialect) -> bytes:
        """A line as it stands among the lines; a stream inside it goes to the deltas."""
        place = dialect.stream_place(row)
        if place is None or place[1] < lean_lines.LEAST_STREAM:
            return row.raw
        stream = dialect.attempt_stream(row)
        facts = None if stream is None else stream.facts()
        line, apart = lean_lines.split(row.raw, place, len(self._deltas), facts)
        self._deltas.append(apart)
        return line

    def finish(self) -> list[PackedSegment]:
        """The segment that is still open, if it has rows."""
        if not self._all:
            return []
        layout = self._layout
        text = _text(self._all)
        self.seen(text, len(layout))
        lines = _text(self._lines) if self._lines else None
        packed = PackedSegment(
            self.part,
            self._first_seq,
            self._first_seq + sum(count for count, _ in layout) - 1,
            len(layout),
            self._size,
            pack_layout(layout),
            text if not self._deltas else lines,
            _text(self._deltas) if self._deltas else None,
            self._entries,
        )
        self._all, self._lines, self._deltas, self._layout, self._entries = [], [], [], [], []
        self._size = 0
        return [packed]


def pack_layout(layout: Layout) -> bytes | None:
    """Twice the events of each row, plus one for deltas, as LEB128; `None` where all rows are plain."""
    if all(row == (1, False) for row in layout):
        return None
    packed = bytearray()
    for count, delta in layout:
        value = 2 * count + delta
        while value > 0x7F:
            packed.append(value & 0x7F | 0x80)
            value >>= 7
        packed.append(value)
    return bytes(packed)


def unpack_layout(packed: bytes | None, rows: int) -> Layout:
    """The inverse of `pack_layout`."""
    if packed is None:
        return [(1, False)] * rows
    layout: Layout = []
    value = shift = 0
    for byte in packed:
        value |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            layout.append((value >> 1, bool(value & 1)))
            value = shift = 0
    return layout


def pack_text(text: bytes | None) -> bytes | None:
    """A text as a segment stores it; the inverse of `unpack_text`."""
    return None if text is None else compress(text)


def unpack_text(data: bytes | None) -> list[bytes]:
    """The lines of a packed text, without LF."""
    if data is None:
        return []
    lines = decompress(data).split(b"\n")
    lines.pop()
    return lines


def lines_between(
    lines: Sequence[bytes],
    deltas: Sequence[bytes],
    layout: Layout,
    segment_first: int,
    first_seq: int,
    last_seq: int,
) -> Iterator[bytes]:
    """The stored lines whose rows overlap an inclusive seq range, in file order; lean ones as they are."""
    seq = segment_first
    plain, streamed = iter(lines), iter(deltas)
    for count, delta in layout:
        line = next(streamed) if delta else next(plain)
        if seq > last_seq:
            return
        if seq + count > first_seq:
            yield line
        seq += count


def _text(lines: Sequence[bytes]) -> bytes:
    return b"\n".join([*lines, b""])
