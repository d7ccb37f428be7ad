"""Untrusted bytes to a picture: by content, never by name, under the caps of architecture section 2.

Only PNG, JPEG, WebP and GIF are decoded, each by its own decoder; of what moves, the first picture. Meant for
a worker: nothing here knows a theme or a widget.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QSize
from PySide6.QtGui import QImage, QImageIOHandler, QImageReader

MOST_PIXELS = 40_000_000
MOST_BYTES = 32 << 20
"""Of the encoded picture; a harness stores at most 4 MiB (spec 01 section 13)."""
ALLOCATION_MIB = 192


class Fault(StrEnum):
    """Why there is no picture."""

    NONE = ""
    NO_RASTER = "no-raster"
    TOO_LARGE = "too-large"
    DAMAGED = "damaged"


@dataclass(frozen=True, slots=True)
class Raster:
    """`width` and `height` are those of the whole picture, upright; `image` may be smaller, never larger."""

    image: QImage | None
    width: int = 0
    height: int = 0
    fault: Fault = Fault.NONE


def format_of(data: bytes) -> bytes:
    """The decoder for what the bytes are; empty for everything else."""
    if data.startswith(b"\x89PNG\r\n\x1a\n"):
        return b"png"
    if data.startswith(b"\xff\xd8\xff"):
        return b"jpeg"
    if data.startswith((b"GIF87a", b"GIF89a")):
        return b"gif"
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return b"webp"
    return b""


def fitted(width: int, height: int, box: tuple[int, int], most: float = 1.0) -> tuple[int, int]:
    """The size that a picture takes in a box without being distorted, at most `most` times its own."""
    scale = min(most, box[0] / width, box[1] / height)
    return max(1, round(width * scale)), max(1, round(height * scale))


def decode(data: bytes, box: tuple[int, int] | None = None) -> Raster:
    """The picture as large as it fits into a box of device px; whole without one."""
    name = format_of(data)
    if not name:
        return Raster(None, fault=Fault.NO_RASTER)
    QImageReader.setAllocationLimit(ALLOCATION_MIB)
    buffer = QBuffer()
    buffer.setData(QByteArray(data))
    buffer.open(QIODevice.OpenModeFlag.ReadOnly)
    reader = QImageReader(buffer, QByteArray(name))
    reader.setAutoDetectImageFormat(False)
    reader.setAutoTransform(True)
    stored = reader.size()
    if stored.isEmpty():
        return Raster(None, fault=Fault.DAMAGED)
    lies = bool(reader.transformation() & QImageIOHandler.Transformation.TransformationRotate90)
    upright = stored.transposed() if lies else stored
    width, height = upright.width(), upright.height()
    if width * height > MOST_PIXELS:
        return Raster(None, width, height, Fault.TOO_LARGE)
    if box is not None:
        size = QSize(*fitted(width, height, box))
        if size != upright:
            reader.setScaledSize(size.transposed() if lies else size)
    image = reader.read()
    if image.isNull():
        return Raster(None, width, height, Fault.DAMAGED)
    return Raster(image.convertToFormat(QImage.Format.Format_ARGB32_Premultiplied), width, height)
