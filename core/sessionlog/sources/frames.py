"""zstd frames by their structure, decoded within bounds (spec 01 section 10.4, architecture section 2).

What `FrameReader` gives out is at most 1 MiB at once, because the blocks of a frame bound what it can
decode to: a frame of few blocks is decoded in one call, a longer one as a stream.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import IO, NamedTuple, cast

import zstandard

from sessionlog.model.errors import UserError
from sessionlog.sources.files import SourceFile
from sessionlog.sources.frame_bytes import FrameBytes
from sessionlog.sources.zstd_format import (
    HEADER_LENGTH,
    MAGIC,
    SKIPPABLE,
    Walk,
    skippable_end,
    walk,
    walk_run,
)

MAX_WINDOW = 128 * 1024 * 1024
STEP = 1024 * 1024
"""Most bytes of decoded text in one piece."""
RATIO = 1000
RATIO_FLOOR = 1024**3
STEEP_RATIO = 4000
STEEP_FLOOR = 64 * 1024 * 1024
"""Beyond this many bytes, more than `STEEP_RATIO` times what was read is no log but a few bytes repeated."""
_BLOCK = 128 * 1024
_FEW_BLOCKS = STEP // _BLOCK
_RUN_FRAMES = 64
_RUN_BYTES = 128 * 1024
_READ = 4 * 1024 * 1024
_MOST_HELD = 64 * 1024 * 1024
_SEARCH = 16 * 1024 * 1024


class Text(NamedTuple):
    """Decoded text. `frame` is 0 for a plain log, `offset` the file offset of the frame (zstd) or of
    the text itself (plain). `final` ends a frame; `torn` text was flushed out of an incomplete one."""

    frame: int
    offset: int
    data: bytes
    final: bool
    torn: bool


class Run(NamedTuple):
    """Sound small frames that follow one another: the text of frame `frame + n` is `texts[n]`, its
    file offset `offsets[n]`."""

    frame: int
    offsets: list[int]
    texts: list[bytes]

    def pieces(self) -> Iterator[Text]:
        for frame, (offset, text) in enumerate(zip(self.offsets, self.texts), self.frame):
            yield Text(frame, offset, text, True, False)


class Damage(NamedTuple):
    """A place where the file breaks the format. `lost`: text is missing here, what follows is an island."""

    code: str
    message: str
    frame: int
    offset: int
    end: int
    lost: bool


class Torn(NamedTuple):
    """The file ends inside a frame that begins at `offset`."""

    frame: int
    offset: int


Piece = Text | Damage | Torn


MESSAGES = {
    "frame-magic": "A frame does not begin with the zstd frame magic.",
    "frame-skippable": "A skippable frame stands in the log.",
    "frame-reserved": "A frame header sets reserved bits.",
    "frame-block": "A frame holds a block of the reserved type.",
    "frame-data": "A frame could not be decoded to its end.",
    "frame-checksum": "A frame does not match its checksum; what it says may have been altered.",
    "frame-cut": "A frame was cut in the middle of the file.",
    "frame-window": "A frame asks for more memory than is granted (128 MiB).",
}


class FrameReader:
    """Gives the text of a zstd log from a frame boundary on, up to the file's size when it was opened."""

    def __init__(
        self,
        file: SourceFile,
        *,
        start: int = 0,
        frame: int = 1,
        end: int | None = None,
        trust: bool = False,
        ahead: int = _READ,
    ) -> None:
        """`frame` is the number of the frame at `start`. `trust` agrees to any expansion ratio.

        `ahead` bytes are read at first and more later, for those who want the beginning only.
        """
        self._file = file
        self._size = file.size if end is None else min(end, file.size)
        self._position = start
        self._frame = frame
        self._held = b""
        self._base = start
        self._start = start
        self._out = 0
        self._trust = trust
        self._ahead = ahead
        self._budget = 8 * 1024 * 1024
        self._context = zstandard.ZstdDecompressor(max_window_size=MAX_WINDOW)

    @property
    def position(self) -> int:
        return self._position

    def pieces(self) -> Iterator[Piece]:
        """The text frame by frame. Raises as `runs`."""
        for piece in self.runs():
            if isinstance(piece, Run):
                yield from piece.pieces()
            else:
                yield piece

    def runs(self) -> Iterator[Piece | Run]:
        """As `pieces`, small frames many at a time, because a log of a million events has tens of
        thousands; the first frame of a file, the header's, comes alone.

        Raises `UserError` (code `expansion-ratio`) when the log expands beyond reason.
        """
        while self._position < self._size:
            frames = walk_run(self._held, self._position - self._base)
            base = self._base
            at = 0
            while at < len(frames):
                run = self._run(frames, at)
                if run.texts:
                    at += len(run.texts)
                    yield run
                    continue
                start, frame = self._position, self._frame
                end = base + frames[at][0]
                self._position, self._frame = end, frame + 1
                at += 1
                yield from self._stream(frame, start, end)
                if self._position != end:
                    break
            if not frames:
                yield from self._next()

    def _run(self, frames: list[tuple[int, int]], at: int) -> Run:
        """What of the walked frames, from number `at` on, is small and sound; moves on behind it."""
        run = Run(self._frame, [], [])
        start, length = self._position, 0
        for end, blocks in frames[at : at + (_RUN_FRAMES if self._frame > 1 else 1)]:
            data = self._at_once(start, self._base + end) if blocks <= _FEW_BLOCKS else None
            if data is None:
                break
            run.offsets.append(start)
            run.texts.append(data)
            start = self._base + end
            length += len(data)
            if length >= _RUN_BYTES:
                break
        self._position = start
        self._frame += len(run.texts)
        self._count(length, start)
        return run

    def _next(self) -> Iterator[Piece]:
        """What stands at the current position, after reading on if need be."""
        found = self._walk()
        if found.fault == "":
            start, frame = self._position, self._frame
            self._position, self._frame = found.end, frame + 1
            yield from self._stream(frame, start, found.end)
        elif found.fault == "short":
            yield from self._incomplete()
        else:
            yield from self._broken(found)

    def _walk(self) -> Walk:
        """Walk the frame at the current position; its bytes are held unless it is very long."""
        wanted = self._ahead
        self._ahead = min(_READ, 4 * self._ahead)
        while True:
            relative = self._position - self._base
            found = walk(self._held, relative)
            have = self._base + len(self._held)
            if have >= self._size or found.fault not in ("short", "frame-magic"):
                break
            if found.fault == "frame-magic" and len(self._held) - relative >= 4:
                break
            if wanted > _MOST_HELD:
                return self._walk_far()
            wanted = max(wanted, 2 * (len(self._held) - relative))
            self._held = self._file.read(self._position, min(wanted, self._size - self._position))
            self._base = self._position
            if not self._held:
                self._size = self._position
                break
            wanted *= 2
        return Walk(found.fault, found.end + self._base, found.blocks)

    def _walk_far(self) -> Walk:
        """As `walk`, for a frame too long to hold: one small read for each block header."""
        descriptor = self._file.read(self._position + 4, 1)[0]
        position = self._position + HEADER_LENGTH[descriptor]
        blocks = 0
        while position + 3 <= self._size:
            head = int.from_bytes(self._file.read(position, 3), "little")
            kind = head & 6
            if kind == 6:
                return Walk("frame-block", position, blocks)
            position += 4 if kind == 2 else 3 + (head >> 3)
            blocks += 1
            if head & 1:
                position += 4 if descriptor & 4 else 0
                return Walk("" if position <= self._size else "short", position, blocks)
        return Walk("short", position, blocks)

    def _at_once(self, start: int, end: int) -> bytes | None:
        """A frame's text, if its bytes are held and sound."""
        if end - self._base > len(self._held):
            return None
        decoder = self._context.decompressobj()
        try:
            data = decoder.decompress(self._held[start - self._base : end - self._base])
        except zstandard.ZstdError:
            return None
        return data if decoder.eof else None

    def _count(self, length: int, read_to: int) -> None:
        """Watch the expansion: beyond the caps somebody must agree to it."""
        self._out += length
        if self._trust or (self._out <= STEEP_FLOOR and self._out <= RATIO_FLOOR):
            return
        for ratio, floor in ((STEEP_RATIO, STEEP_FLOOR), (RATIO, RATIO_FLOOR)):
            if self._out > floor and self._out > ratio * (read_to - self._start):
                raise UserError(
                    "expansion-ratio",
                    f"{self._file.path.name} expands more than {ratio:,} times, beyond {floor >> 20:,} MiB;"
                    " reading stopped.",
                    "If you trust where it comes from, unpack it with zstd and open the plain log.",
                )

    def _stream(self, frame: int, start: int, end: int, *, torn: bool = False) -> Iterator[Piece]:
        """Decode step by step. A frame that fails is decoded on without its checksum, as far as it goes."""
        given = 0
        fault = ""
        source = FrameBytes(self._file, start, end, plain=False)
        try:
            for data in self._steps(source):
                given += len(data)
                self._count(len(data), source.position)
                yield Text(frame, start, data, False, torn)
        except zstandard.ZstdError as refusal:
            fault = "frame-window" if "memory" in str(refusal) else "frame-data"
        if torn:
            return
        inner = self._inner_frame(start, end) if fault == "frame-data" else None
        if inner is not None:
            self._position = inner
            yield Damage("frame-cut", MESSAGES["frame-cut"], frame, start, inner, lost=True)
            return
        if fault == "frame-data":
            source = FrameBytes(self._file, start, end, plain=True)
            skip = given
            try:
                for data in self._steps(source, _BLOCK // 4):
                    rest = data[skip:]
                    skip = max(0, skip - len(data))
                    if rest:
                        self._count(len(rest), source.position)
                        yield Text(frame, start, rest, False, False)
                fault = "frame-checksum"
            except zstandard.ZstdError:
                pass
        if fault:
            yield Damage(fault, MESSAGES[fault], frame, start, end, fault != "frame-checksum")
        if fault in ("", "frame-checksum"):
            yield Text(frame, start, b"", True, False)

    def _inner_frame(self, start: int, end: int) -> int | None:
        """Where a whole frame begins inside one that fails: then that one was cut, and swallowed it."""
        position = start + 4
        while position < end:
            data = self._file.read(position, min(_READ, end - position + 3))
            if MAGIC in data:
                found = self._resync(position)
                return found if found is not None and found < end else None
            position += _READ
        return None

    def _steps(self, source: FrameBytes, size: int = STEP) -> Iterator[bytes]:
        with self._context.stream_reader(cast("IO[bytes]", source), read_size=_BLOCK) as reader:
            while data := reader.read(size):
                yield data

    def _incomplete(self) -> Iterator[Piece]:
        """The bytes end inside a frame: a torn tail, unless whole frames follow inside it."""
        following = self._resync(self._position + 4)
        if following is not None:
            yield from self._lose("frame-cut", following)
            return
        start, frame = self._position, self._frame
        yield from self._stream(frame, start, self._size, torn=True)
        self._position = self._size
        yield Torn(frame, start)

    def _broken(self, found: Walk) -> Iterator[Piece]:
        if found.fault == "frame-skippable":
            end = self._base + skippable_end(self._held, self._position - self._base)
            if self._position < end <= self._size:
                yield Damage(found.fault, MESSAGES[found.fault], self._frame, self._position, end, lost=False)
                self._position, self._frame = end, self._frame + 1
                return
        yield from self._lose(found.fault, self._resync(self._position + 1))

    def _lose(self, fault: str, following: int | None) -> Iterator[Piece]:
        end = self._size if following is None else following
        yield Damage(fault, MESSAGES[fault], self._frame, self._position, end, lost=True)
        self._position, self._frame = end, self._frame + 1

    def _resync(self, position: int) -> int | None:
        """The next place at which a whole frame stands that the file's end or another frame follows.

        Bounded: a hostile file with a magic at every fourth byte exhausts a budget of blocks and
        candidates, and what is left is then one gap.
        """
        reach = _SEARCH // 256
        while position < self._size and self._budget > 0:
            data = self._file.read(position, min(reach, self._size - position))
            reach = min(_SEARCH, reach * 4)
            self._budget -= len(data) // 64
            at, cut = self._candidate(data, position)
            if not cut:
                return None if at is None else position + at
            assert at is not None
            position += at
        return None

    def _candidate(self, data: bytes, position: int) -> tuple[int | None, bool]:
        """The first whole frame in `data`; or, with `True`, where to search on with other bytes."""
        more = position + len(data) < self._size
        at = data.find(MAGIC)
        while at >= 0 and self._budget > 0:
            found = walk(data, at)
            self._budget -= 64 + found.blocks
            if found.fault == "" and self._follows(data, found.end, position):
                return at, False
            if found.fault == "short" and more and at > 0:
                return at, True
            at = data.find(MAGIC, at + 1)
        return (max(1, len(data) - 3), True) if more else (None, False)

    def _follows(self, data: bytes, end: int, base: int) -> bool:
        if base + end >= self._size:
            return True
        following = data[end : end + 4] or self._file.read(base + end, 4)
        return following == MAGIC[: len(following)] or following in SKIPPABLE
