"""The bytes of one frame, as a stream reader asks for them."""

from __future__ import annotations

from sessionlog.sources.files import SourceFile


class FrameBytes:
    """A frame's bytes for a stream reader; `plain` takes the checksum out of it."""

    def __init__(self, file: SourceFile, start: int, end: int, *, plain: bool) -> None:
        self._file = file
        self._start = start
        self._end = end
        self.position = start
        self._descriptor: int | None = None
        if plain and end - start > 9:
            descriptor = file.read(start + 4, 1)[0]
            if descriptor & 4:
                self._end = end - 4
                self._descriptor = descriptor & ~4

    def read(self, size: int = -1) -> bytes:
        left = self._end - self.position
        data = self._file.read(self.position, left if size < 0 else min(size, left))
        if self._descriptor is not None and self.position == self._start and len(data) > 4:
            data = data[:4] + bytes([self._descriptor]) + data[5:]
        self.position += len(data)
        return data
