"""The bytes of one entry as a stream: inflated within the caps, checked against size and CRC."""

from __future__ import annotations

import zlib
from collections.abc import Iterator

from sessionlog.sources.files import SourceFile
from sessionlog.sources.zip_archive.limits import RATIO, RATIO_FLOOR, STEP
from sessionlog.sources.zip_archive.records import Record, local_header

STORED, DEFLATED = 0, 8
_READ = 64 * 1024


class EntryFault(ValueError):
    """An entry that must not be opened, or not further. `code` is stable; the text is a sentence.

    `cut` says that the archive simply ends here: what was given out so far is as it was written.
    """

    def __init__(self, code: str, message: str, *, cut: bool = False) -> None:
        super().__init__(message)
        self.code = code
        self.cut = cut


class EntryStream:
    """Iterate once. `end` is the offset after the packed bytes when the iteration has finished."""

    def __init__(self, file: SourceFile, record: Record, *, most: int) -> None:
        """`most` is how many bytes may come out. Raises `EntryFault` for an entry that no reader
        of ours opens."""
        if record.encrypted:
            raise EntryFault("zip-encrypted", "It is encrypted.")
        if record.method not in (STORED, DEFLATED):
            raise EntryFault(
                "zip-method", f"It is packed by a method ({record.method}) that is not read here."
            )
        header = local_header(file, record.offset)
        if header is None:
            raise EntryFault("zip-local-header", "Its bytes are not where the directory says.")
        if header.record.name != record.name:
            raise EntryFault("zip-local-header", "Its name in the directory is not the one at its bytes.")
        self._file = file
        self._record = record
        self._start = header.length + record.offset
        self._most = most
        self._crc = 0
        self.out = 0
        self.end = self._start

    def __iter__(self) -> Iterator[bytes]:
        pieces = self._stored() if self._record.method == STORED else self._inflated()
        for piece in pieces:
            self._crc = zlib.crc32(piece, self._crc)
            self.out += len(piece)
            self._guard()
            yield piece
        if self._record.size is not None and self.out != self._record.size:
            raise EntryFault(
                "zip-size", f"It holds {self.out} bytes, not the {self._record.size} that it says."
            )
        if self._record.crc is not None and self._crc != self._record.crc:
            raise EntryFault("zip-crc", "Its bytes do not have the checksum that it says.")

    @property
    def crc(self) -> int:
        return self._crc

    def _guard(self) -> None:
        if self._record.size is not None and self.out > self._record.size:
            raise EntryFault("zip-size", "It holds more bytes than it says.")
        packed = max(self.end - self._start, 1)
        if self.out > RATIO_FLOOR and self.out > RATIO * packed:
            raise EntryFault("zip-ratio", f"It expands more than {RATIO} times.")
        if self.out > self._most:
            raise EntryFault("zip-too-much", "With it the archive expands to more than may be read.")

    def _stored(self) -> Iterator[bytes]:
        size = self._record.packed
        if size is None:
            raise EntryFault("zip-no-size", "Nothing says how long it is.")
        stop = self._start + size
        while self.end < stop:
            piece = self._file.read(self.end, min(STEP, stop - self.end))
            if not piece:
                raise EntryFault("zip-cut", "The archive ends inside it.", cut=True)
            self.end += len(piece)
            yield piece

    def _inflated(self) -> Iterator[bytes]:
        inflater = zlib.decompressobj(-zlib.MAX_WBITS)
        stop = None if self._record.packed is None else self._start + self._record.packed
        data = b""
        while not inflater.eof:
            if not data:
                length = _READ if stop is None else min(_READ, stop - self.end)
                data = self._file.read(self.end, length) if length > 0 else b""
                if not data:
                    at_end = stop is None or self.end < stop
                    message = "The archive ends inside it." if at_end else "Its bytes end too early."
                    raise EntryFault("zip-cut", message, cut=at_end)
                self.end += len(data)
            try:
                piece = inflater.decompress(data, STEP)
            except zlib.error:
                raise EntryFault("zip-data", "Its bytes are no DEFLATE stream.") from None
            data = inflater.unconsumed_tail
            if piece:
                yield piece
        self.end -= len(inflater.unused_data)
