"""Frames that run through several rows, each row painting its own stretch."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

from sessionloom.conversation.look import Look
from sessionloom.conversation.painters.base import RowBox, ViewState
from sessionloom.conversation.placement import Placement


def fill_stretch(painter: QPainter, rect: QRectF, radius: float, place: Placement, colour: QColor) -> None:
    """Fills a stretch of a frame: round corners where it opens and closes, flat edges elsewhere.

    Only the ends are antialiased: filling a tall path costs more than painting its text.
    """
    above = radius if place.opens else 0.0
    below = radius if place.closes else 0.0
    painter.fillRect(rect.adjusted(0, above, 0, -below), colour)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    for wanted, top in ((place.opens, rect.top()), (place.closes, rect.bottom() - radius)):
        if wanted:
            painter.save()
            painter.setClipRect(
                QRectF(rect.left(), top, rect.width(), radius), Qt.ClipOperation.IntersectClip
            )
            cap = rect.top() if top == rect.top() else rect.bottom() - 2 * radius
            painter.drawRoundedRect(QRectF(rect.left(), cap, rect.width(), 2 * radius), radius, radius)
            painter.restore()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)


def paint_ground(painter: QPainter, box: RowBox, token: str) -> None:
    """Fills the row's stretch of its frame."""
    fill_stretch(painter, box.rect(), box.look.px(6), box.place, box.look.color(token))


def paint_border(painter: QPainter, box: RowBox, token: str = "line.default") -> None:
    """Draws the row's stretch of the border: sides always, ends where the frame opens or closes."""
    rect, radius, colour = box.rect(), box.look.px(6), box.look.color(token)
    above = radius if box.place.opens else 0.0
    below = radius if box.place.closes else 0.0
    sides = rect.adjusted(0, above, 0, -below)
    painter.fillRect(QRectF(sides.left(), sides.top(), 1, sides.height()), colour)
    painter.fillRect(QRectF(sides.right() - 1, sides.top(), 1, sides.height()), colour)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(colour, 1))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    if box.place.opens:
        painter.drawPath(_cap(rect, radius, upper=True))
    if box.place.closes:
        painter.drawPath(_cap(rect, radius, upper=False))
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)


def _cap(rect: QRectF, radius: float, *, upper: bool) -> QPainterPath:
    """The upper or lower end of a frame: corner, edge, corner."""
    left, right, side = rect.left() + 0.5, rect.right() - 0.5, 2 * radius
    path = QPainterPath()
    if upper:
        top = rect.top() + 0.5
        path.moveTo(left, top + radius)
        path.arcTo(QRectF(left, top, side, side), 180, -90)
        path.lineTo(right - radius, top)
        path.arcTo(QRectF(right - side, top, side, side), 90, -90)
    else:
        bottom = rect.bottom() - 0.5
        path.moveTo(left, bottom - radius)
        path.arcTo(QRectF(left, bottom - side, side, side), 180, 90)
        path.lineTo(right - radius, bottom)
        path.arcTo(QRectF(right - side, bottom - side, side, side), 270, 90)
    return path


def paint_prompt(painter: QPainter, box: RowBox, gap: int) -> None:
    """The ground of a prompt, which bleeds beyond both text edges."""
    look = box.look
    bleed = look.size("promptBleed")
    bottom = 0 if box.place.closes else gap
    rect = QRectF(box.left - bleed, box.top, box.width + 2 * bleed, box.height + bottom)
    fill_stretch(painter, rect, look.px(6), box.place, look.color("bg.prompt"))


def paint_ring(painter: QPainter, rect: QRectF, radius: float, look: Look, width: float) -> None:
    """A focus ring whose outer edge is `rect`."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(look.color("focus.ring"), width))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(rect.adjusted(width / 2, width / 2, -width / 2, -width / 2), radius, radius)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)


def spinner(painter: QPainter, box: RowBox, centre: QPointF, size: int, token: str) -> None:
    """The running mark, turned by the step of the view's clock."""
    paint_spinner(painter, box.look, box.state, centre, size, token)
    box.spinning = True


def paint_spinner(
    painter: QPainter, look: Look, state: ViewState, centre: QPointF, size: int, token: str
) -> None:
    """As `spinner`, outside of any row."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    painter.translate(centre)
    painter.rotate(30 * state.spinner)
    look.pixmap(painter, "loader-circle", token, size, QPointF(0, 0))
    painter.restore()
