"""Reading a plain log: its text in steps."""

from __future__ import annotations

from collections.abc import Iterator

from sessionlog.sources.files import SourceFile
from sessionlog.sources.frames import STEP, Text


class PlainReader:
    """Gives the text of a plain log from an offset on, in steps."""

    def __init__(self, file: SourceFile, *, start: int = 0, end: int | None = None) -> None:
        self._file = file
        self._size = file.size if end is None else min(end, file.size)
        self._position = start

    @property
    def position(self) -> int:
        return self._position

    def runs(self) -> Iterator[Text]:
        while self._position < self._size:
            start = self._position
            data = self._file.read(start, min(STEP, self._size - start))
            if not data:
                return
            self._position += len(data)
            yield Text(0, start, data, final=False, torn=False)
