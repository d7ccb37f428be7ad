"""Segments: consecutive stored lines, compressed together, every line byte for byte.

Pure: rows and index entries in, blobs out, and back. A segment is immutable. How many events a
row packs is kept beside the payload, so that rows can be found by seq without decoding them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from sessionlog.model.row import IndexEntry, Row
from sessionlog.store.zstd import compress, decompress

MAX_ROWS = 256
MAX_BYTES = 256 * 1024


@dataclass(frozen=True, slots=True)
class PackedSegment:
    """A segment ready to be stored. `text` is its lines, each with an LF, and `size` their bytes.

    `entries` are index entries with the number of their row in the segment. `data` is compressed
    on the thread that asks for it: the writer's, which mostly waits while an import decodes.
    """

    part: int
    first_seq: int
    last_seq: int
    rows: int
    size: int
    counts: bytes | None
    text: bytes
    entries: Sequence[tuple[int, IndexEntry]]

    @property
    def data(self) -> bytes:
        return compress(self.text)


@dataclass(slots=True)
class SegmentBuilder:
    """Collects rows of one part until a segment is full: 256 rows or 256 KiB; a larger row alone.

    `add` returns the segments that are complete by it (none, one, or two around a large row).
    `seen` is given the text of each, with the number of its lines.
    """

    part: int
    seen: Callable[[bytes, int], None]
    _lines: list[bytes] = field(default_factory=list)
    _counts: list[int] = field(default_factory=list)
    _entries: list[tuple[int, IndexEntry]] = field(default_factory=list)
    _size: int = 0
    _first_seq: int = 0

    def add(self, row: Row, entries: Sequence[IndexEntry]) -> Sequence[PackedSegment]:
        lines = self._lines
        size = len(row.raw) + 1
        done: Sequence[PackedSegment] = ()
        if lines and self._size + size > MAX_BYTES:
            done = self.finish()
            lines = self._lines
        number = len(lines)
        if not number:
            self._first_seq = row.seq
        lines.append(row.raw)
        self._counts.append(row.count)
        self._size += size
        if entries:
            self._entries += [(number, entry) for entry in entries]
        if number + 1 >= MAX_ROWS or self._size >= MAX_BYTES:
            return [*done, *self.finish()]
        return done

    def finish(self) -> list[PackedSegment]:
        """The segment that is still open, if it has rows."""
        if not self._lines:
            return []
        self._lines.append(b"")
        text = b"\n".join(self._lines)
        self.seen(text, len(self._counts))
        packed = PackedSegment(
            self.part,
            self._first_seq,
            self._first_seq + sum(self._counts) - 1,
            len(self._counts),
            self._size,
            pack_counts(self._counts),
            text,
            self._entries,
        )
        self._lines, self._counts, self._entries, self._size = [], [], [], 0
        return [packed]


def pack_counts(counts: Sequence[int]) -> bytes | None:
    """Events a row, as LEB128; `None` where every row is one event."""
    if all(count == 1 for count in counts):
        return None
    packed = bytearray()
    for count in counts:
        while count > 0x7F:
            packed.append(count & 0x7F | 0x80)
            count >>= 7
        packed.append(count)
    return bytes(packed)


def unpack_counts(packed: bytes | None, rows: int) -> list[int]:
    """The inverse of `pack_counts`."""
    if packed is None:
        return [1] * rows
    counts: list[int] = []
    value = shift = 0
    for byte in packed:
        value |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            counts.append(value)
            value = shift = 0
    return counts


def unpack_lines(data: bytes) -> list[bytes]:
    """The lines of a segment, without LF."""
    lines = decompress(data).split(b"\n")
    lines.pop()
    return lines


def lines_between(
    lines: Sequence[bytes], counts: Sequence[int], segment_first: int, first_seq: int, last_seq: int
) -> Iterator[bytes]:
    """The lines whose rows overlap an inclusive seq range."""
    seq = segment_first
    for line, count in zip(lines, counts):
        if seq > last_seq:
            return
        if seq + count > first_seq:
            yield line
        seq += count
