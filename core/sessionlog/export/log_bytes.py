"""The bytes of logs for an export: of a file as it stands, and of a log kept in the library's lines."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from pathlib import Path

from sessionlog.export.entries import ORIGINAL, TEXT, Survey
from sessionlog.export.references import ReferenceFinder
from sessionlog.model.errors import EnvironmentFault, UserError
from sessionlog.sources.files import SourceFile, open_source
from sessionlog.sources.frames import FrameReader, Text

STEP = 1 << 20


class FileLog:
    """A log file. Its entry is its decoded text, or its own bytes where frames are torn or bad."""

    def __init__(self, path: Path, *, zstd: bool) -> None:
        self._path = path
        self._zstd = zstd

    def survey(self, look: Callable[[int], None]) -> Survey:
        finder = ReferenceFinder()
        with open_source(self._path) as file:
            if self._zstd:
                counted = _Counted()
                whole = self._decoded(file, counted, finder, look)
                if whole:
                    return _survey(counted, TEXT, finder, file.size)
            original = _Counted()
            for piece in _raw(file, file.size):
                original.take(piece)
                look(len(piece))
                if not self._zstd:
                    finder.feed(piece)
            content = ORIGINAL if self._zstd else TEXT
            return _survey(original, content, finder, file.size, zstd=self._zstd)

    def read(self, survey: Survey) -> Iterator[bytes]:
        with open_source(self._path) as file:
            if survey.zstd or not self._zstd:
                yield from _raw(file, survey.end)
                return
            for piece in FrameReader(file, end=min(survey.end, file.size)).pieces():
                if type(piece) is Text:
                    yield piece.data

    def lines(self) -> Iterator[bytes]:
        with open_source(self._path) as file:
            if not self._zstd:
                yield from _raw(file, file.size)
                return
            for piece in FrameReader(file).pieces():
                if type(piece) is Text:
                    yield piece.data

    def _decoded(
        self, file: SourceFile, counted: _Counted, finder: ReferenceFinder, look: Callable[[int], None]
    ) -> bool:
        """Whether every frame up to the end is sound; the references of what is readable either way."""
        whole = True
        try:
            for piece in FrameReader(file).pieces():
                if type(piece) is not Text or piece.torn:
                    whole = False
                if type(piece) is Text:
                    counted.take(piece.data)
                    finder.feed(piece.data)
                    look(len(piece.data))
        except UserError:  # it expands beyond the caps: its own bytes are handed over instead
            return False
        return whole


class LinesLog:
    """A log whose lines give back its text: of the library, or (`content` is `ROWS`) of a database."""

    def __init__(self, lines: Callable[[], Iterator[bytes]], content: str = TEXT) -> None:
        """`lines` gives the header and every row, each with its LF."""
        self._lines = lines
        self._content = content

    def survey(self, look: Callable[[int], None]) -> Survey:
        counted, finder = _Counted(), ReferenceFinder()
        for piece in self.lines():
            counted.take(piece)
            finder.feed(piece)
            look(len(piece))
        return _survey(counted, self._content, finder, counted.size)

    def read(self, survey: Survey) -> Iterator[bytes]:
        left = survey.size
        for piece in self.lines():
            if left <= 0:
                return
            yield piece[:left]
            left -= len(piece)

    def lines(self) -> Iterator[bytes]:
        held: list[bytes] = []
        size = 0
        for line in self._lines():
            held.append(line)
            size += len(line)
            if size >= STEP:
                yield b"".join(held)
                held, size = [], 0
        if held:
            yield b"".join(held)


class FileBlob:
    """An attachment in a file of its own."""

    def __init__(self, path: Path, size: int) -> None:
        self.path = path
        self.size = size

    def read(self) -> Iterator[bytes]:
        with open_source(self.path) as file:
            yield from _raw(file, file.size)


class _Counted:
    def __init__(self) -> None:
        self.size = 0
        self._hash = hashlib.sha256()

    @property
    def sha256(self) -> str:
        return self._hash.hexdigest()

    def take(self, piece: bytes) -> None:
        self.size += len(piece)
        self._hash.update(piece)


def _survey(
    counted: _Counted, content: str, finder: ReferenceFinder, end: int, *, zstd: bool = False
) -> Survey:
    return Survey(
        counted.size,
        counted.sha256,
        content,
        zstd,
        end,
        finder.found(),
        finder.children(),
        finder.inherited(),
    )


def _raw(file: SourceFile, end: int) -> Iterator[bytes]:
    for start in range(0, end, STEP):
        piece = file.read(start, min(STEP, end - start))
        if not piece:
            raise EnvironmentFault(
                "source-changed", f"{file.path.name} became shorter while it was read.", "Try again."
            )
        yield piece
