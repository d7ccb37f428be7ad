"""The end of a log before it is indexed: its last MiB of text, whatever its length.

A plain log is read from its end. In a zstd log the last frames are found from the end too: from
a frame magic on, frame must follow frame up to the end of the file, so that bytes which only
look like a magic are passed over. Only when that fails are the boundaries walked from the start.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from pathlib import Path

from sessionlog.generations import dialect_of
from sessionlog.model.dialect import Dialect
from sessionlog.model.errors import RowFault
from sessionlog.model.row import Row
from sessionlog.model.scan import ScanItem, ScannedRow
from sessionlog.sources.artifact import Artifact
from sessionlog.sources.files import SourceFile, open_source
from sessionlog.sources.frames import FrameReader, Text
from sessionlog.sources.lines import MAX_LINE
from sessionlog.sources.memory_log import MemoryLog
from sessionlog.sources.scan import LogScan
from sessionlog.sources.zstd_format import MAGIC, walk, walk_run

TAIL_BYTES = 1024 * 1024
_FIRST_WINDOW = 1024 * 1024
_WIDEST_WINDOW = 64 * 1024 * 1024


class TailLog(MemoryLog):
    """The rows at the end of an artifact as an `EventLog`.

    `complete` only when they are all its rows. In a longer log there is one part, number 0, which
    begins late; the rows before the last break in it (a bad line, a jump of seqs) are left out.
    """

    def __init__(self, artifact: Artifact, tail_bytes: int = TAIL_BYTES) -> None:
        """Raises `FormatRefused`, `UserError` or `EnvironmentFault` when it cannot be read."""
        dialect = dialect_of(artifact.generation)
        with open_source(Path(artifact.path)) as file:
            window = _FIRST_WINDOW if artifact.encoding == "zstd" else tail_bytes
            text, whole = b"", file.size <= window
            while not whole:
                text = _tail_text(file, artifact.encoding, window, tail_bytes)
                if text or window >= min(_WIDEST_WINDOW, file.size):
                    break
                window *= 4
            whole = whole or not text
        if whole and artifact.size <= _WIDEST_WINDOW:
            items, complete = _held(LogScan(Path(artifact.path), artifact.header, artifact.encoding))
            super().__init__(artifact.header, dialect, items, complete=complete)
            return
        rows = _last_run(text, dialect)
        super().__init__(artifact.header, dialect, _as_items(rows), complete=False)


def _as_items(rows: Iterable[Row]) -> Iterator[ScanItem]:
    return (ScannedRow(0, row, 0, 0, 0) for row in rows)


def _held(scan: LogScan) -> tuple[Iterable[ScanItem], bool]:
    """Everything a scan gives, or the rows of its last run when it is more than may be held.

    A small file can expand to very much.
    """
    held: deque[ScanItem] = deque()
    size, whole = 0, True
    for item in scan:
        held.append(item)
        size += len(item.row.raw) if isinstance(item, ScannedRow) else 0
        while size > _MOST_HELD and len(held) > 1:
            dropped = held.popleft()
            size -= len(dropped.row.raw) if isinstance(dropped, ScannedRow) else 0
            whole = False
    if whole:
        return held, True
    last = [item.row for item in held if isinstance(item, ScannedRow) and item.part == scan.end.parts - 1]
    return _as_items(last), False


_MOST_HELD = 16 * 1024 * 1024


def _tail_text(file: SourceFile, encoding: str, window: int, tail_bytes: int) -> bytes:
    """Whole lines at the end of the file; empty when the window holds none."""
    start = max(0, file.size - window)
    if encoding == "zstd":
        return _zstd_tail(file, start, tail_bytes)
    data = file.read(start, file.size - start)
    first, last = data.find(b"\n"), data.rfind(b"\n")
    return data[first + 1 : last + 1] if first < last else b""


def _zstd_tail(file: SourceFile, start: int, tail_bytes: int) -> bytes:
    data = file.read(start, file.size - start)
    at = _first_frame(data)
    if at is None:
        return b""
    starts = [at, *(at_end for at_end, _ in walk_run(data, at))]
    text = b""
    end = len(starts)
    while end > 0 and len(text) < tail_bytes:
        begin = max(0, end - _FRAMES_AT_ONCE)
        stop = starts[end] if end < len(starts) else len(data)
        text = _decoded(file, start + starts[begin], start + stop, MAX_LINE - len(text)) + text
        end = begin
    return text[: text.rfind(b"\n") + 1]


_FRAMES_AT_ONCE = 64


def _first_frame(data: bytes) -> int | None:
    """Where the first frame in `data` begins from which frames follow one another to the end."""
    at = data.find(MAGIC)
    for _ in range(_MOST_CANDIDATES):
        if at < 0:
            return None
        frames = walk_run(data, at)
        stop = frames[-1][0] if frames else at
        if stop == len(data) or (frames and walk(data, stop).fault == "short"):
            return at
        at = data.find(MAGIC, at + 1)
    return None


_MOST_CANDIDATES = 64


def _decoded(file: SourceFile, start: int, end: int, most: int) -> bytes:
    """The text of the frames of a byte range; what an incomplete last one holds is left out."""
    pieces = []
    for piece in FrameReader(file, start=start, end=end).pieces():
        if type(piece) is Text and not piece.torn:
            pieces.append(piece.data)
            most -= len(piece.data)
            if most < 0:
                return b""
    return b"".join(pieces)


def _last_run(text: bytes, dialect: Dialect) -> list[Row]:
    """The rows after the last break. A first line that belongs to the header is no row."""
    rows: list[Row] = []
    for line in text.split(b"\n")[:-1]:
        try:
            row = dialect.read_row(line)
        except RowFault:
            rows = []
            continue
        if rows and row.seq != rows[-1].last_seq + 1:
            rows = []
        rows.append(row)
    return rows
