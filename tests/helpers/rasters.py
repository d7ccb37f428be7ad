"""Pictures made by hand, byte for byte, and what pretends to be one."""

from __future__ import annotations

import struct
import zlib

from PySide6.QtCore import QBuffer, QIODevice
from PySide6.QtGui import QColor, QImage

SIGNATURE = b"\x89PNG\r\n\x1a\n"
SVG = b'<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="4" height="4"/>'


def png(width: int, height: int, colour: tuple[int, int, int] = (200, 30, 60), *, rows: bool = True) -> bytes:
    """A PNG in one colour; without `rows` its header alone says how large it is."""
    pixels = zlib.compress((b"\0" + bytes(colour) * width) * height if rows else b"")
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return SIGNATURE + _chunk(b"IHDR", header) + _chunk(b"IDAT", pixels) + _chunk(b"IEND", b"")


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def jpeg(width: int, height: int, orientation: int | None = None) -> bytes:
    """A JPEG, red on its left half; with an orientation its EXIF says how it is to be turned."""
    image = QImage(width, height, QImage.Format.Format_RGB32)
    image.fill(QColor(0, 0, 255))
    for x in range(width // 2):
        for y in range(height):
            image.setPixelColor(x, y, QColor(255, 0, 0))
    data = encoded(image, "JPEG")
    if orientation is None:
        return data
    entry = struct.pack("<HHIHH", 0x0112, 3, 1, orientation, 0)
    exif = b"Exif\0\0" + b"II*\0" + struct.pack("<IH", 8, 1) + entry + struct.pack("<I", 0)
    return data[:2] + b"\xff\xe1" + struct.pack(">H", len(exif) + 2) + exif + data[2:]


def encoded(image: QImage, kind: str) -> bytes:
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    assert image.save(buffer, kind, 95)
    return bytes(buffer.data().data())


def gif() -> bytes:
    """Two pictures of 1 x 1, one after the other: white, then black."""
    head = b"GIF89a\x01\x00\x01\x00\x80\x00\x00\xff\xff\xff\x00\x00\x00"
    control = b"!\xf9\x04\x00\x0a\x00\x00\x00"
    place = b",\x00\x00\x00\x00\x01\x00\x01\x00\x00"
    return head + control + place + b"\x02\x02D\x01\x00" + control + place + b"\x02\x02L\x01\x00;"
