"""Frames that run through several rows, each row painting its own stretch."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPen

from sessionloom.conversation.look import Look
from sessionloom.conversation.painters.base import RowBox
from sessionloom.conversation.placement import Frame


def stretch(rect: QRectF, radius: float, opens: bool, closes: bool) -> QPainterPath:
    """A rectangle with round corners above where it opens and below where it closes."""
    path = QPainterPath()
    path.setFillRule(Qt.FillRule.WindingFill)
    if not opens and not closes:
        path.addRect(rect)
        return path
    path.addRoundedRect(rect, radius, radius)
    if not opens:
        path.addRect(QRectF(rect.left(), rect.top(), rect.width(), min(radius, rect.height())))
    if not closes:
        path.addRect(
            QRectF(
                rect.left(),
                rect.bottom() - min(radius, rect.height()),
                rect.width(),
                min(radius, rect.height()),
            )
        )
    return path


def paint_ground(painter: QPainter, box: RowBox, token: str) -> None:
    """Fills the row's stretch of its frame, inside the border."""
    radius = box.look.px(6)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.fillPath(stretch(box.rect(), radius, box.place.opens, box.place.closes), box.look.color(token))
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)


def paint_border(painter: QPainter, box: RowBox, token: str = "line.default", width: float = 1.0) -> None:
    """Draws the row's stretch of the border: sides always, ends where the frame opens or closes."""
    rect = box.rect().adjusted(width / 2, width / 2, -width / 2, -width / 2)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(box.look.color(token), width))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPath(outline(rect, box.look.px(6), box.place.opens, box.place.closes, width / 2))
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)


def outline(rect: QRectF, radius: float, opens: bool, closes: bool, spill: float) -> QPainterPath:
    """The sides of a stretch, with round ends where it opens and closes."""
    top = rect.top() if opens else rect.top() - spill
    bottom = rect.bottom() if closes else rect.bottom() + spill
    left, right, round_ = rect.left(), rect.right(), 2 * radius
    path = QPainterPath()
    if closes:
        path.moveTo(left, top + (radius if opens else 0))
        path.lineTo(left, bottom - radius)
        path.arcTo(QRectF(left, bottom - round_, round_, round_), 180, 90)
        path.lineTo(right - radius, bottom)
        path.arcTo(QRectF(right - round_, bottom - round_, round_, round_), 270, 90)
        path.lineTo(right, top + (radius if opens else 0))
    else:
        path.moveTo(right, bottom)
        path.lineTo(right, top + (radius if opens else 0))
    if opens:
        path.arcTo(QRectF(right - round_, top, round_, round_), 0, 90)
        path.lineTo(left + radius, top)
        path.arcTo(QRectF(left, top, round_, round_), 90, 90)
        if not closes:
            path.lineTo(left, bottom)
    elif not closes:
        path.moveTo(left, bottom)
        path.lineTo(left, top)
    return path


def paint_prompt(painter: QPainter, box: RowBox, gap: int) -> None:
    """The ground of a prompt, which bleeds beyond both text edges."""
    look = box.look
    bleed = look.size("promptBleed")
    bottom = 0 if box.place.closes else gap
    rect = QRectF(box.left - bleed, box.top, box.width + 2 * bleed, box.height + bottom)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.fillPath(stretch(rect, look.px(6), box.place.opens, box.place.closes), look.color("bg.prompt"))
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)


def paint_ring(painter: QPainter, rect: QRectF, radius: float, look: Look, width: float) -> None:
    """A focus ring whose outer edge is `rect`."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(look.color("focus.ring"), width))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(rect.adjusted(width / 2, width / 2, -width / 2, -width / 2), radius, radius)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)


def spinner(painter: QPainter, box: RowBox, centre: QPointF, size: int, token: str) -> None:
    """The running mark, turned by the step of the view's clock."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    painter.translate(centre)
    painter.rotate(30 * box.state.spinner)
    box.look.pixmap(painter, "loader-circle", token, size, QPointF(0, 0))
    painter.restore()
    box.spinning = True


def in_prompt(box: RowBox) -> bool:
    return box.place.frame is Frame.PROMPT
