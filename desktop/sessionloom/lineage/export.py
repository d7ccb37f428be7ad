"""The whole tree as an SVG or a PNG file. A picture that would be too large is made smaller."""

from __future__ import annotations

from PySide6.QtCore import QBuffer, QIODevice, QRectF, QSize
from PySide6.QtGui import QImage, QPainter
from PySide6.QtSvg import QSvgGenerator

from sessionloom.lineage.view import LineageView
from sessionloom.theme.theme import theme

LONGEST_SIDE = 16_384
MOST_PIXELS = 40_000_000
CRISP = 2.0


def as_svg(view: LineageView) -> bytes:
    buffer = _buffer()
    width, height = view.scene_size()
    generator = QSvgGenerator()
    generator.setOutputDevice(buffer)
    generator.setSize(QSize(round(width), round(height)))
    generator.setViewBox(QRectF(0, 0, width, height))
    _paint(view, QPainter(generator), 1.0)
    return bytes(buffer.data().data())


def as_png(view: LineageView) -> bytes:
    width, height = view.scene_size()
    scale = min(CRISP, LONGEST_SIDE / max(width, height), (MOST_PIXELS / (width * height)) ** 0.5)
    image = QImage(
        max(1, round(width * scale)), max(1, round(height * scale)), QImage.Format.Format_ARGB32_Premultiplied
    )
    _paint(view, QPainter(image), scale)
    buffer = _buffer()
    image.save(buffer, "PNG")  # type: ignore[call-overload]
    return bytes(buffer.data().data())


def _paint(view: LineageView, painter: QPainter, scale: float) -> None:
    width, height = view.scene_size()
    painter.scale(scale, scale)
    area = QRectF(0, 0, width, height)
    painter.fillRect(area, theme().color("bg.surface"))
    view.paint_area(painter, area, ratio=max(1.0, scale), current=False)
    painter.end()


def _buffer() -> QBuffer:
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    return buffer
