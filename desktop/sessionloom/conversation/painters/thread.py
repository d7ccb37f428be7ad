"""The gutter: the thread of the record, its knots and the icons of nodes (look.md sections 1 and 6)."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPolygonF

from sessionlog.conversation.node import BlockKind, NodeKind
from sessionloom.conversation.look import Look, whole
from sessionloom.conversation.painters.base import RowBox

FIRST_LINE = 10  # px from a row's top to the middle of its first line
DASH = (4.0, 3.0)

NODE_ICONS = {
    NodeKind.USER: "node.user",
    NodeKind.STEERING: "node.steering",
    NodeKind.CONTEXT: "node.context",
    NodeKind.ASSISTANT: "node.assistant",
    NodeKind.RETRY: "node.retry",
    NodeKind.COMPACTION: "node.compaction",
    NodeKind.EMPTY: "node.emptyCompletion",
    NodeKind.AUDIT: "node.hook",
}


def paint_thread(painter: QPainter, box: RowBox, below: int) -> None:
    """The stretch of thread beside a row and the gap below it."""
    look, place = box.look, box.place
    top, bottom = box.top, box.top + box.height + below
    if place.thread_starts:
        top += look.px(FIRST_LINE)
    if place.thread_ends:
        bottom = box.top + look.px(FIRST_LINE)
    if box.row.node.kind is NodeKind.TURN and place.thread_starts:
        top = box.top + look.size("turnRow") // 2
    if bottom <= top:
        return
    if place.thread_broken:
        painter.setPen(look.pen("thread.broken", look.hair, DASH))
        painter.drawLine(QPointF(box.thread_x, top), QPointF(box.thread_x, bottom))
    else:
        painter.fillRect(QRectF(box.thread_x, top, look.hair, bottom - top), look.color("thread"))


def paint_icon(painter: QPainter, box: RowBox, middle: float) -> None:
    """The icon of a node on a square that interrupts the thread."""
    name = NODE_ICONS.get(box.row.node.kind)
    if name is None:
        return
    look = box.look
    side = look.size("gutterIcon")
    square = QRectF(box.thread_x - side // 2, whole(middle - side / 2), side, side)
    painter.fillRect(square, look.color("bg.surface"))
    prompt = box.row.node.kind in (NodeKind.USER, NodeKind.STEERING)
    look.pixmap(painter, name, "accent" if prompt else "text.tertiary", 16, square.center())


def paint_turn_knot(painter: QPainter, box: RowBox) -> None:
    look = box.look
    middle = box.top + box.height / 2
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(look.pen("text.tertiary", look.zoom * 1.5))
    painter.setBrush(look.color("bg.surface"))
    radius = look.size("knot") / 2 - 0.75 * look.zoom
    painter.drawEllipse(QPointF(box.thread_x + 0.5, middle), radius, radius)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)


def paint_weft(painter: QPainter, box: RowBox, middle: float, state: str) -> None:
    """The tick from the thread to a tool row, and the knot that shows its state."""
    look = box.look
    y = whole(middle - 0.5)
    painter.fillRect(QRectF(box.thread_x, y, box.left - box.thread_x, look.hair), look.color("thread"))
    hole = look.px(10)
    centre = QPointF(box.thread_x + 0.5, y + 0.5)
    painter.fillRect(
        QRectF(centre.x() - hole / 2, centre.y() - hole / 2, hole, hole), look.color("bg.surface")
    )
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    paint_knot(painter, look, centre, state)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)


def paint_knot(painter: QPainter, look: Look, centre: QPointF, state: str) -> None:
    """The shape of a tool state; each differs from the others without colour."""
    zoom = look.zoom
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    if state == "running":
        painter.setPen(look.pen("running", 2 * zoom))
        painter.drawEllipse(centre, 4 * zoom, 4 * zoom)
    elif state == "error":
        painter.setBrush(look.color("error"))
        painter.drawPolygon(_diamond(centre, 4.95 * zoom))
    elif state in ("stopped", "interrupted"):
        side = 7 * zoom
        painter.setBrush(look.color("warn"))
        painter.drawRect(QRectF(centre.x() - side / 2, centre.y() - side / 2, side, side))
    elif state == "unknown":
        painter.setPen(look.pen("warn", 1.5 * zoom))
        painter.drawEllipse(centre, 3.5 * zoom, 3.5 * zoom)
    elif state == "not-started":
        painter.setPen(look.pen("text.tertiary", zoom, (2 * zoom, 1.6 * zoom)))
        painter.drawEllipse(centre, 3.5 * zoom, 3.5 * zoom)
    else:
        painter.setBrush(look.color("thread"))
        painter.drawEllipse(centre, 2.5 * zoom, 2.5 * zoom)


def _diamond(centre: QPointF, reach: float) -> QPolygonF:
    x, y = centre.x(), centre.y()
    return QPolygonF(
        [QPointF(x, y - reach), QPointF(x + reach, y), QPointF(x, y + reach), QPointF(x - reach, y)]
    )


def has_icon(box: RowBox) -> bool:
    """Whether the row is the one that carries its node's icon."""
    return box.place.first_of_node and box.row.block.kind is not BlockKind.TURN
