"""The bytes of a gap, as they stand in the file: for a person who wants to see what could not be read."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from sessionlog.generations import dialect_of
from sessionlog.model.dialect import Dialect
from sessionlog.model.errors import RowFault
from sessionlog.sources.files import SourceFile, open_source
from sessionlog.sources.frames import Damage, FrameReader, Text
from sessionlog.sources.zstd_format import MAGIC

MOST_BYTES = 64 * 1024
_FRAMES_LOOKED_AT = 256 * 1024 * 1024
_PLAIN_STEP = 1024 * 1024


@dataclass(frozen=True, slots=True)
class GapBytes:
    """A run of bytes of a gap.

    `decoded`: text out of a sound frame whose lines are no rows, else bytes of the file. `offset`
    is a byte of the file (for decoded text that of its frame), `total` how many bytes there are of
    which `data` holds the first.
    """

    offset: int
    data: bytes
    total: int
    decoded: bool


def read_gap(
    path: Path, generation: int, first_offset: int, last_offset: int, most: int = MOST_BYTES
) -> list[GapBytes]:
    """What stands at the offsets of a gap, at most `most` bytes of it in all.

    Raises `UserError` or `EnvironmentFault` when the file cannot be read.
    """
    with open_source(path) as file:
        if file.read(0, len(MAGIC)) == MAGIC:
            found = _of_frames(file, dialect_of(generation), first_offset, last_offset)
        else:
            found = _of_lines(file, first_offset, last_offset)
        taken: list[GapBytes] = []
        for piece in found:
            data = piece.data[:most]
            taken.append(GapBytes(piece.offset, data, piece.total, piece.decoded))
            most -= len(data)
            if most <= 0:
                break
        return taken


def _of_lines(file: SourceFile, first: int, last: int) -> Iterator[GapBytes]:
    total = max(0, min(last, file.size) - first)
    if total:
        yield GapBytes(first, file.read(first, min(total, _PLAIN_STEP)), total, False)


def _of_frames(file: SourceFile, dialect: Dialect, first: int, last: int) -> Iterator[GapBytes]:
    end = min(file.size, first + _FRAMES_LOOKED_AT)
    text, start = b"", first
    for piece in FrameReader(file, start=first, end=end, trust=True).pieces():
        if type(piece) is Text and piece.offset <= last:
            start = start if text else piece.offset
            text += piece.data[: _PLAIN_STEP - len(text)]
            if piece.final:
                yield from _no_rows(text, start, dialect)
                text = b""
        elif type(piece) is Damage and piece.offset <= last:
            if text:
                yield GapBytes(start, text, len(text), True)
                text = b""
            size = max(0, piece.end - piece.offset)
            yield GapBytes(piece.offset, file.read(piece.offset, min(size, _PLAIN_STEP)), size, False)
        else:
            break
    if text:
        yield from _no_rows(text, start, dialect)


def _no_rows(text: bytes, offset: int, dialect: Dialect) -> Iterator[GapBytes]:
    """The lines of a frame that are no rows."""
    lost = [line for line in text.split(b"\n") if line and not _is_row(line, dialect)]
    if lost:
        data = b"\n".join(lost) + b"\n"
        yield GapBytes(offset, data, len(data), True)


def _is_row(line: bytes, dialect: Dialect) -> bool:
    try:
        dialect.read_row(line)
    except RowFault:
        return False
    return True
