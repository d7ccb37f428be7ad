"""The entries of a ZIP whose directory is gone: found by their local headers, one after the other."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import replace

from sessionlog.sources.files import SourceFile
from sessionlog.sources.zip_archive.inflate import DEFLATED, EntryFault, EntryStream
from sessionlog.sources.zip_archive.limits import MOST_ENTRIES
from sessionlog.sources.zip_archive.records import LOCAL_MAGIC, LocalHeader, Record, local_header

_DESCRIPTOR_MAGIC = b"PK\x07\x08"
_SEARCH = 1 << 20
_MOST_FAULTS = 16


def salvaged(file: SourceFile, most_out: int) -> Iterator[Record]:
    """Records with what their local headers and descriptors say.

    An entry whose length nothing says is inflated once to find its end. Behind one that cannot be,
    the next header is looked for, a few times.
    """
    offset, faults = _next_header(file, 0), 0
    for _ in range(MOST_ENTRIES + 1):
        header = None if offset is None else local_header(file, offset)
        if header is None or offset is None or not header.record.name or faults > _MOST_FAULTS:
            return
        start = offset + header.length
        if header.record.packed is not None:
            yield header.record
            end = start + header.record.packed
        else:
            record, found = _measured(file, header, most_out)
            yield record
            faults += found is None
            most_out -= record.size or 0
            end = start if found is None else found
        offset = _next_header(file, end)


def _measured(file: SourceFile, header: LocalHeader, most_out: int) -> tuple[Record, int | None]:
    """A record with the sizes that follow its bytes, and where it ends; `None` if nowhere."""
    record = header.record
    if record.method != DEFLATED:
        return record, None
    try:
        stream = EntryStream(file, record, most=most_out)
        for _ in stream:
            pass
    except EntryFault:
        return record, None
    start = record.offset + header.length
    tail = file.read(stream.end, 24)
    at = 4 if tail.startswith(_DESCRIPTOR_MAGIC) else 0
    if len(tail) < at + 12:
        return record, None
    (crc,) = struct.unpack_from("<L", tail, at)
    sizes = (stream.end - start, stream.out)
    wide = len(tail) >= at + 20 and struct.unpack_from("<QQ", tail, at + 4) == sizes
    return replace(record, crc=crc, packed=sizes[0], size=sizes[1]), stream.end + at + (20 if wide else 12)


def _next_header(file: SourceFile, start: int) -> int | None:
    """The next local header at or shortly after an offset."""
    data = file.read(start, _SEARCH)
    at = data.find(LOCAL_MAGIC)
    return None if at < 0 else start + at
