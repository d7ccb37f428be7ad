"""ZIPs for tests: written field by field, so that every field can lie."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

STORED, DEFLATED = 0, 8
SYMLINK_MODE = 0o120777 << 16


@dataclass(frozen=True)
class Item:
    """One entry. What is `None` is written as it really is."""

    name: str | bytes
    data: bytes = b""
    method: int = DEFLATED
    crc: int | None = None
    size: int | None = None
    packed: int | None = None
    flags: int = 0x800
    attributes: int = 0
    local_name: str | bytes | None = None
    later: bool = False
    raw: bytes | None = None
    zip64: bool = False
    offset: int | None = None


def _bytes(name: str | bytes) -> bytes:
    return name.encode() if isinstance(name, str) else name


def deflated(data: bytes) -> bytes:
    packer = zlib.compressobj(6, zlib.DEFLATED, -zlib.MAX_WBITS)
    return packer.compress(data) + packer.flush()


def archive_bytes(items: Sequence[Item], *, comment: bytes = b"", before: bytes = b"") -> bytes:
    """A whole archive; `before` stands in front of it without being counted in its offsets."""
    body, directory = b"", b""
    for item in items:
        name = _bytes(item.name)
        raw = item.raw
        if raw is None:
            raw = deflated(item.data) if item.method == DEFLATED else item.data
        crc = zlib.crc32(item.data) if item.crc is None else item.crc
        size = len(item.data) if item.size is None else item.size
        packed = len(raw) if item.packed is None else item.packed
        flags = item.flags | (8 if item.later else 0)
        local = name if item.local_name is None else _bytes(item.local_name)
        offset = len(body) if item.offset is None else item.offset
        extra = struct.pack("<HHQQQ", 1, 24, size, packed, offset) if item.zip64 else b""
        said = (0xFFFFFFFF, 0xFFFFFFFF, 0xFFFFFFFF) if item.zip64 else (packed, size, offset)
        local_extra = struct.pack("<HHQQ", 1, 16, size, packed) if item.zip64 and not item.later else b""
        here = (0, 0, 0) if item.later else (crc, said[0], said[1])
        if item.offset is None:
            body += struct.pack(
                "<4s5H3L2H",
                b"PK\x03\x04",
                20,
                flags,
                item.method,
                0,
                0x21,
                *here,
                len(local),
                len(local_extra),
            )
            body += local + local_extra + raw
            if item.later:
                body += struct.pack("<4sLLL", b"PK\x07\x08", crc, packed & 0xFFFFFFFF, size & 0xFFFFFFFF)
        directory += struct.pack(
            "<4s6H3L5H2L", b"PK\x01\x02", (3 << 8) | 20, 20, flags, item.method, 0, 0x21, crc, *said[:2],
            len(name), len(extra), 0, 0, 0, item.attributes, said[2],
        ) + name + extra  # fmt: skip
    end = struct.pack(
        "<4s4H2LH", b"PK\x05\x06", 0, 0, len(items), len(items), len(directory), len(body), len(comment)
    )
    return before + body + directory + end + comment


def write_archive(path: Path, items: Sequence[Item], **how: bytes) -> Path:
    path.write_bytes(archive_bytes(items, **how))
    return path
