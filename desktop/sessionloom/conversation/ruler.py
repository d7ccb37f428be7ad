"""The ruler: the view's scroll bar, 18 px wide, with marks for prompts, troubles and compactions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, QTimer
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent, QPixmap, QPolygonF, QWheelEvent
from PySide6.QtWidgets import QScrollBar, QWidget

from sessionlog.conversation.node import Node, NodeKind, Splice
from sessionloom.conversation.look import Look
from sessionloom.conversation.navigation import is_prompt
from sessionloom.conversation.rows import RowModel

FILL = 0.09
EXACT_NODES = 2000
PAUSE_MS = 200
KINDS = ("", "prompt", "error", "damage", "compaction")
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

    def __init__(self, look: Look, marks: MarkCache, parent: QWidget) -> None:
        super().__init__(Qt.Orientation.Vertical, parent)
        self._look = look
        self._marks = marks
        self._grip: float | None = None
        self._stamp: tuple[object, ...] = ()
        self._picture = QPixmap()
        self._pause = QTimer(self, singleShot=True, interval=PAUSE_MS)
        self._pause.timeout.connect(self._find_marks)
        self.setFixedWidth(look.size("ruler"))
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.NoContextMenu)

    def rows_changed(self) -> None:
        """Rows came, went or have other heights: the marks follow, a few times a second at most."""
        if not self._pause.isActive():
            self._pause.start()

    def marks_come(self) -> bool:
        """Whether marks are yet to follow the rows."""
        return self._pause.isActive()

    def _find_marks(self) -> None:
        self._marks.refresh(self.height())
        self.update()

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
        painter.drawPixmap(0, 0, self._drawn_marks())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.maximum() > 0:
            painter.setPen(Qt.PenStyle.NoPen)
            colour = look.color("text.primary")
            colour.setAlphaF(FILL * 2 if self._grip is not None or self.underMouse() else FILL)
            painter.setBrush(colour)
            top, height = self._thumb()
            painter.drawRoundedRect(QRectF(1, top, self.width() - 2, height), 2, 2)
            colour.setAlphaF(1)
        painter.end()

    def _drawn_marks(self) -> QPixmap:
        """All marks as one picture, drawn again only when they, the size or the colours differ."""
        ratio = self.devicePixelRatioF()
        stamp = (self._marks.version, self.size().toTuple(), self._look.colour_epoch, ratio)
        if stamp != self._stamp:
            self._stamp = stamp
            self._picture = QPixmap(self.size() * ratio)
            self._picture.setDevicePixelRatio(ratio)
            self._picture.fill(Qt.GlobalColor.transparent)
            painter = QPainter(self._picture)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            for mark in self._marks.get():
                self._paint_mark(painter, mark)
            painter.end()
        return self._picture

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
    """The marks of all nodes, as few as a ruler can show: at most one of a kind for each px.

    Kinds are kept as one byte a node, so that a hundred thousand nodes are searched in a few ms.
    """

    def __init__(self, model: RowModel) -> None:
        self._model = model
        self._kinds = bytearray()
        self._marks: list[Mark] = []
        self.version = 0

    def splice(self, change: Splice) -> None:
        """The nodes changed; their rows may have too."""
        kinds = bytes(KINDS.index(mark_kind(node)) for node in change.nodes)
        self._kinds[change.index : change.index + change.removed] = kinds

    def refresh(self, height: int) -> None:
        """Finds the marks anew for a ruler of so many px."""
        self.version += 1
        few = len(self._kinds) <= EXACT_NODES
        self._marks = list(self._exact() if few else self._rough(max(1, height)))

    def get(self) -> list[Mark]:
        """The marks as they were found last."""
        return self._marks

    def _exact(self) -> Iterator[Mark]:
        heights = self._model.heights
        whole = max(1.0, heights.total)
        for index, kind in enumerate(self._kinds):
            if kind and self._model.rows_of(index):
                yield Mark(heights.rough_offset(self._model.first_row(index)) / whole, KINDS[kind])

    def _rough(self, height: int) -> Iterator[Mark]:
        """One pass over the px: is there a node of each kind between this one and the next?"""
        heights = self._model.heights
        first = 0
        for px in range(height):
            row = heights.rough_row_at(heights.total * (px + 1) / height)
            last = len(self._kinds) if px == height - 1 else self._model.rough_node_of_row(row)
            for kind in range(1, len(KINDS)):
                if self._kinds.find(kind, first, last) >= 0:
                    yield Mark(px / height, KINDS[kind])
            first = max(first, last)
