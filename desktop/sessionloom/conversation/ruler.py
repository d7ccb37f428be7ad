"""The ruler: the view's scroll bar, 18 px wide, with marks for prompts, troubles and compactions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent, QPolygonF, QWheelEvent
from PySide6.QtWidgets import QScrollBar, QWidget

from sessionlog.conversation.node import Node, NodeKind
from sessionloom.conversation.look import Look
from sessionloom.conversation.navigation import is_prompt
from sessionloom.conversation.rows import RowModel

FILL = 0.09
FEWEST_PX = 8


@dataclass(frozen=True, slots=True)
class Mark:
    """`share` is where it stands, from 0 (top) to 1."""

    share: float
    kind: str


def mark_kind(node: Node) -> str:
    """`prompt`, `error`, `damage`, `compaction`, or "" for a node without a mark."""
    if is_prompt(node):
        return "prompt"
    is_call = node.kind is NodeKind.TOOL_CALL
    if node.kind in (NodeKind.GAP, NodeKind.INTERRUPTED) or (is_call and node.status == "unknown"):
        return "damage"
    if node.kind is NodeKind.ERROR or (is_call and node.status == "error"):
        return "error"
    return "compaction" if node.kind is NodeKind.COMPACTION else ""


class Ruler(QScrollBar):
    """Marks over the whole session; a click or drag goes there."""

    def __init__(self, look: Look, marks: Callable[[], list[Mark]], parent: QWidget) -> None:
        super().__init__(Qt.Orientation.Vertical, parent)
        self._look = look
        self._marks = marks
        self._grip: float | None = None
        self.setFixedWidth(look.size("ruler"))
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.NoContextMenu)

    def refresh(self) -> None:
        """The theme changed."""
        self.setFixedWidth(self._look.size("ruler"))
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(self._look.size("ruler"), 120)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        look = self._look
        painter.fillRect(self.rect(), look.color("bg.surface"))
        painter.fillRect(QRectF(0, 0, 1, self.height()), look.color("line.subtle"))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for mark in self._marks():
            self._paint_mark(painter, mark)
        if self.maximum() > 0:
            painter.setPen(Qt.PenStyle.NoPen)
            colour = look.color("text.primary")
            colour.setAlphaF(FILL * 2 if self._grip is not None or self.underMouse() else FILL)
            painter.setBrush(colour)
            top, height = self._thumb()
            painter.drawRoundedRect(QRectF(1, top, self.width() - 2, height), 2, 2)
            colour.setAlphaF(1)
        painter.end()

    def _paint_mark(self, painter: QPainter, mark: Mark) -> None:
        look, zoom = self._look, self._look.zoom
        y = mark.share * self.height()
        middle = self.width() / 2
        painter.setPen(Qt.PenStyle.NoPen)
        if mark.kind == "prompt":
            painter.fillRect(QRectF(middle - 5 * zoom, round(y), 10 * zoom, 2 * zoom), look.color("accent"))
        elif mark.kind == "compaction":
            for line in (round(y), round(y) + 3):
                painter.fillRect(QRectF(middle - 7 * zoom, line, 14 * zoom, 1), look.color("text.tertiary"))
        elif mark.kind == "error":
            painter.setBrush(look.color("error"))
            reach = 4 * zoom
            painter.drawPolygon(
                _polygon(middle, y + reach, ((0, -reach), (reach, 0), (0, reach), (-reach, 0)))
            )
        else:
            painter.setBrush(look.color("warn"))
            reach = 4 * zoom
            painter.drawPolygon(_polygon(middle, y, ((0, 0), (reach, 7 * zoom), (-reach, 7 * zoom))))

    def _thumb(self) -> tuple[float, float]:
        whole = self.maximum() + self.pageStep()
        height = max(FEWEST_PX, self.height() * self.pageStep() / whole)
        room = self.height() - height
        return room * self.value() / max(1, self.maximum()), height

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() is not Qt.MouseButton.LeftButton or not self.maximum():
            event.ignore()
            return
        top, height = self._thumb()
        y = event.position().y()
        self._grip = y - top if top <= y <= top + height else height / 2
        self.setSliderDown(True)
        self._go(y)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._grip is not None:
            self._go(event.position().y())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._grip = None
        self.setSliderDown(False)
        self.update()

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()  # the view moves by px, not by the steps of a scroll bar

    def _go(self, y: float) -> None:
        assert self._grip is not None
        _, height = self._thumb()
        room = max(1.0, self.height() - height)
        share = min(1.0, max(0.0, (y - self._grip) / room))
        self.setSliderPosition(round(share * self.maximum()))
        self.update()


def _polygon(x: float, y: float, corners: tuple[tuple[float, float], ...]) -> QPolygonF:
    return QPolygonF([QPointF(x + dx, y + dy) for dx, dy in corners])


class MarkCache:
    """The marks of all nodes, found again only after the rows changed."""

    def __init__(self, model: RowModel) -> None:
        self._model = model
        self._stale = True
        self._marks: list[Mark] = []

    def invalidate(self) -> None:
        self._stale = True

    def get(self) -> list[Mark]:
        if self._stale:
            self._stale = False
            self._marks = self._find()
        return self._marks

    def _find(self) -> list[Mark]:
        heights = self._model.heights
        whole = max(1.0, heights.total)
        found = []
        row = 0
        for node, count in zip(self._model.nodes, self._model.counts()):
            kind = mark_kind(node) if count else ""
            if kind:
                found.append(Mark(heights.rough_offset(row) / whole, kind))
            row += count
        return found
