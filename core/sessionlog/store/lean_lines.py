"""Lines of settlements whose stream is kept apart (architecture section 2, spec 03 section 3).

A settlement of generation 2 or later holds the stream it came from, sometimes 25 MB of it. Stored
among the lines of a segment it is lean: `[]` stands in the place of the stream, whose bytes are
one line among the segment's deltas. A few words before it say where they belong, so that the line
comes back byte for byte. No line of a log begins with their mark: a row is an object of JSON.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import orjson

from sessionlog.model.embedded import StreamFacts

MARK = b"#"
LEAST_STREAM = 256
"""A stream of fewer bytes stays where it is: its place would take as much."""

MOST_FACTS = 4096
"""Bytes of the words before a line; facts that would make them longer are read from the stream."""

EMPTY = b"[]"
_END = b"\0"
"""Ends the words before a line; JSON never has it as it is."""


@dataclass(frozen=True, slots=True)
class LeanLine:
    """A line without its stream. `number` is that of its bytes among the deltas, `offset` and `size`
    where they stand in the whole line. `facts` are what is read of the stream more often than it."""

    line: bytes
    number: int
    offset: int
    size: int
    facts: StreamFacts | None

    @property
    def whole_size(self) -> int:
        """The bytes of the whole line."""
        return len(self.line) - len(EMPTY) + self.size

    def stored(self) -> bytes:
        """The line as it stands in a segment."""
        place = [self.number, self.offset, self.size]
        try:
            words = orjson.dumps([*place, None if self.facts is None else list(self.facts)])
        except orjson.JSONEncodeError:  # a number that is too long for it
            words = b""
        if not 0 < len(words) <= MOST_FACTS:
            words = orjson.dumps([*place, None])
        return b"".join((MARK, words, _END, self.line))

    def with_stream(self, stream: bytes) -> bytes:
        """The whole line. Raises `ValueError` when these are not as many bytes as were taken out."""
        if len(stream) != self.size:
            raise ValueError(f"a stream of {self.size} bytes has {len(stream)}")
        rest = self.offset + len(EMPTY)
        return b"".join((self.line[: self.offset], stream, self.line[rest:]))


def split(raw: bytes, place: tuple[int, int], number: int, facts: StreamFacts | None) -> tuple[bytes, bytes]:
    """The stored line of a row, and the bytes that go apart. `place` is their offset and size."""
    offset, size = place
    line = b"".join((raw[:offset], EMPTY, raw[offset + size :]))
    return LeanLine(line, number, offset, size, facts).stored(), raw[offset : offset + size]


def is_lean(stored: bytes) -> bool:
    """Whether the stream of a stored line is kept apart."""
    return stored.startswith(MARK)


def read_lean(stored: bytes) -> LeanLine:
    """The inverse of `LeanLine.stored`. Raises `ValueError`."""
    end = stored.index(_END)
    number, offset, size, facts = orjson.loads(stored[len(MARK) : end])
    return LeanLine(stored[end + 1 :], number, offset, size, None if facts is None else StreamFacts(*facts))


def whole(stored: bytes, streams: Sequence[bytes]) -> bytes:
    """The line of a log that a stored line stands for. Raises `ValueError` for what does not fit."""
    if not is_lean(stored):
        return stored
    lean = read_lean(stored)
    if not 0 <= lean.number < len(streams):
        raise ValueError(f"stream {lean.number} of {len(streams)}")
    return lean.with_stream(streams[lean.number])
