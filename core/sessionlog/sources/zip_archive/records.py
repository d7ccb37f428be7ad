"""The structure of a ZIP: what its directory lists, or, where that is gone, what its local headers say."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass

from sessionlog.sources.files import SourceFile
from sessionlog.sources.zip_archive.limits import MOST_DIRECTORY, MOST_ENTRIES
from sessionlog.sources.zip_archive.names import decoded_name

LOCAL_MAGIC, DIRECTORY_MAGIC, END_MAGIC = b"PK\x03\x04", b"PK\x01\x02", b"PK\x05\x06"
_END64_MAGIC, _LOCATOR_MAGIC = b"PK\x06\x06", b"PK\x06\x07"
_END = struct.Struct("<4s4H2LH")
_LOCATOR = struct.Struct("<4sLQL")
_END64 = struct.Struct("<4sQ2H2L4Q")
_DIRECTORY = struct.Struct("<4s6H3L5H2L")
LOCAL = struct.Struct("<4s5H3L2H")
_FULL16, _FULL32 = 0xFFFF, 0xFFFFFFFF
_UTF8, _ENCRYPTED, _LATER_SIZES = 0x800, 0x1, 0x8
_FILE_TYPE, _SYMLINK, _REGULAR, _FOLDER = 0o170000, 0o120000, 0o100000, 0o040000


@dataclass(frozen=True, slots=True)
class Record:
    """An entry as it is written down. Sizes are bytes; `None` where nothing says them (a lost directory).

    `offset` is that of its local header.
    """

    name: str
    method: int
    crc: int | None
    packed: int | None
    size: int | None
    offset: int
    encrypted: bool = False
    special: str = ""


class DirectoryFault(ValueError):
    """The directory at the end is missing, cut or makes no sense. The text says which."""


def is_zip(head: bytes) -> bool:
    """Whether a file that begins so is a ZIP, an empty one included."""
    return head.startswith((LOCAL_MAGIC, END_MAGIC))


def directory(file: SourceFile) -> Iterator[Record]:
    """The entries that the directory lists, at most `MOST_ENTRIES` of them and one more.

    Raises `DirectoryFault`, before the first entry or after some.
    """
    count, size, offset = _where(file)
    if size > MOST_DIRECTORY:
        raise DirectoryFault("its directory is larger than 16 MiB")
    data = file.read(offset, size)
    position = found = 0
    while position + _DIRECTORY.size <= len(data) and found <= MOST_ENTRIES:
        if data[position : position + 4] != DIRECTORY_MAGIC:
            break
        record, position = _record(data, position)
        found += 1
        yield record
    if found < count and found <= MOST_ENTRIES:
        raise DirectoryFault(f"its directory lists {found} of {count} entries")


def _where(file: SourceFile) -> tuple[int, int, int]:
    """Count of entries, size and offset of the directory."""
    start = max(0, file.size - _END.size - 0xFFFF)
    tail = file.read(start, file.size - start)
    at = _end(tail)
    if at is None:
        raise DirectoryFault("it has no directory at its end")
    end = start + at
    _, _, _, _, count, size, offset, _ = _END.unpack_from(tail, at)
    if count == _FULL16 or size == _FULL32 or offset == _FULL32:
        found = _zip64(file, end)
        if found is not None:
            count, size, offset, end = found
    if size > end:
        raise DirectoryFault("its directory is larger than the file")
    if offset + size > end or file.read(offset, 4) != (DIRECTORY_MAGIC if count else b"")[:4]:
        moved = end - size  # something was put before the archive
        if count and file.read(moved, 4) != DIRECTORY_MAGIC:
            raise DirectoryFault("its directory is not where its end says")
        if count:
            offset = moved
    return count, size, offset


def _end(tail: bytes) -> int | None:
    """Where the last record of an archive begins: the one whose comment reaches to the end, because a
    comment may hold what looks like another; else the last that there is."""
    found: int | None = None
    at = tail.rfind(END_MAGIC)
    while at >= 0:
        if at + _END.size <= len(tail):
            found = at if found is None else found
            if at + _END.size + _END.unpack_from(tail, at)[-1] == len(tail):
                return at
        at = tail.rfind(END_MAGIC, 0, at)
    return found


def _zip64(file: SourceFile, end: int) -> tuple[int, int, int, int] | None:
    locator = file.read(max(0, end - _LOCATOR.size), _LOCATOR.size)
    if len(locator) < _LOCATOR.size or locator[:4] != _LOCATOR_MAGIC:
        return None
    _, _, at, _ = _LOCATOR.unpack(locator)
    data = file.read(at, _END64.size) if at < end else b""
    if len(data) < _END64.size or data[:4] != _END64_MAGIC:
        raise DirectoryFault("its 64-bit directory end is not where it should be")
    *_, count, size, offset = _END64.unpack(data)
    return count, size, offset, at


def _record(data: bytes, position: int) -> tuple[Record, int]:
    (
        _, _, _, flags, method, _, _, crc, packed, size, name_length, extra_length, comment_length,
        _, _, attributes, offset,
    ) = _DIRECTORY.unpack_from(data, position)  # fmt: skip
    at = position + _DIRECTORY.size
    raw = data[at : at + name_length]
    extra = data[at + name_length : at + name_length + extra_length]
    following = at + name_length + extra_length + comment_length
    if following > len(data):
        raise DirectoryFault("an entry of its directory is cut")
    size, packed, offset = _large(extra, size, packed, offset)
    name = decoded_name(raw, utf8=bool(flags & _UTF8))
    special = _special(attributes >> 16)
    return Record(name, method, crc, packed, size, offset, bool(flags & _ENCRYPTED), special), following


def _large(extra: bytes, size: int, packed: int, offset: int) -> tuple[int, int, int]:
    """The 64-bit values of an extra field, in the place of those that do not fit into 32 bits."""
    position = 0
    while position + 4 <= len(extra):
        tag, length = struct.unpack_from("<HH", extra, position)
        body = extra[position + 4 : position + 4 + length]
        position += 4 + length
        if tag != 1:
            continue
        numbers = iter(struct.unpack_from(f"<{len(body) // 8}Q", body))
        if size == _FULL32:
            size = next(numbers, size)
        if packed == _FULL32:
            packed = next(numbers, packed)
        if offset == _FULL32:
            offset = next(numbers, offset)
    return size, packed, offset


def _special(mode: int) -> str:
    """What an entry is when it is neither a regular file nor a folder; by its mode alone, which is
    what unpackers go by, whatever system it claims to come from."""
    kind = mode & _FILE_TYPE
    if kind == _SYMLINK:
        return "symlink"
    return "" if kind in (0, _REGULAR, _FOLDER) else "special"


@dataclass(frozen=True, slots=True)
class LocalHeader:
    """What stands before an entry's bytes. `length` is that of the header itself."""

    record: Record
    length: int


def local_header(file: SourceFile, offset: int) -> LocalHeader | None:
    """The local header at an offset; `None` when there is none or it is cut."""
    head = file.read(offset, LOCAL.size)
    if len(head) < LOCAL.size or head[:4] != LOCAL_MAGIC:
        return None
    _, _, flags, method, _, _, crc, packed, size, name_length, extra_length = LOCAL.unpack(head)
    rest = file.read(offset + LOCAL.size, name_length + extra_length)
    if len(rest) < name_length + extra_length:
        return None
    size, packed, _ = _large(rest[name_length:], size, packed, 0)
    name = decoded_name(rest[:name_length], utf8=bool(flags & _UTF8))
    later = bool(flags & _LATER_SIZES)
    record = Record(
        name,
        method,
        None if later else crc,
        None if later else packed,
        None if later else size,
        offset,
        bool(flags & _ENCRYPTED),
    )
    return LocalHeader(record, LOCAL.size + len(rest))
