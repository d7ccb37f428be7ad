"""The tree of a family on a canvas of its own: only what is visible is painted."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from PySide6.QtCore import QPoint, QPointF, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QWidget

from sessionlog.lineage.edges import EdgePlace
from sessionlog.lineage.family import Family, Tie
from sessionloom.lineage.layout import Placed, TreeLayout, hidden_by
from sessionloom.lineage.painting import HEIGHT, MARGIN, PITCH_X, PITCH_Y, WIDTH, FamilyPainter, box_of
from sessionloom.lineage.words import spoken
from sessionloom.theme.theme import theme

ASK_MS = 60
SCALES = (0.25, 0.4, 0.5, 0.67, 0.8, 1.0, 1.25, 1.5, 2.0)
_ARROWS = {
    Qt.Key.Key_Left: "left",
    Qt.Key.Key_Right: "right",
    Qt.Key.Key_Up: "up",
    Qt.Key.Key_Down: "down",
}


class LineageView(QAbstractScrollArea):
    """`opened` carries a member, `forkPointWanted` the parent's member and a seq, `changed` new counts,
    `menuWanted` a member and a point on the screen, `placesWanted` the branches in sight of which nobody
    has said yet where in their parents they began (`take_places`)."""

    opened = Signal(object)
    forkPointWanted = Signal(object, int)
    changed = Signal()
    placesWanted = Signal(list)
    menuWanted = Signal(object, QPoint)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.family: Family | None = None
        self.tree: TreeLayout | None = None
        self.current = ""
        self.marked: frozenset[str] = frozenset()
        self.painted = 0
        """Places painted by the last paint, for whoever must show that painting is bounded."""
        self.places: dict[str, EdgePlace | None] = {}
        self.hidden: set[str] = set()
        self._unwanted: frozenset[Tie] = frozenset()
        self._asked: set[str] = set()
        self._ask = QTimer(self)
        self._ask.setSingleShot(True)
        self._ask.setInterval(ASK_MS)
        self._ask.timeout.connect(self._ask_for_places)
        self._collapsed: set[str] = set()
        self._unfolded: set[str] = set()
        self._scale = 1.0
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        theme().changed.connect(self.viewport().update)

    # -- what is shown ---------------------------------------------------------------------

    def show_family(self, family: Family) -> None:
        same = self.family is not None and self.family.target.id == family.target.id
        self.family = family
        if not same:
            self._collapsed, self._unfolded, self.marked = set(), set(), frozenset()
            self.places, self._asked = {}, set()
            self.current = family.target.id
        self._lay_out()
        if not same:
            self.locate()

    def mark(self, keys: Iterable[str]) -> None:
        """Ring these sessions: what a search found, or who has an event."""
        self.marked = frozenset(keys)
        self.viewport().update()

    def set_filter(self, unwanted: Iterable[Tie]) -> None:
        """Leave out sessions of these ties that lead to no other."""
        self._unwanted = frozenset(unwanted)
        self._lay_out()

    def take_places(self, places: Mapping[str, EdgePlace | None]) -> None:
        """Where in their parents sessions began, or `None` where nothing says so."""
        self.places |= places
        self.viewport().update()

    def _ask_for_places(self) -> None:
        size = self.viewport().size()
        top_left = self._to_scene(QPointF(0, 0))
        bottom = self._to_scene(QPointF(size.width(), size.height())).y()
        if self.tree is None:
            return
        near = self.tree.between(*_rows_of(top_left.y(), bottom))
        wanted = [
            placed.branch
            for placed in near
            if placed.branch.tie in (Tie.FORK, Tie.SUBAGENT)
            and not placed.folded
            and placed.key not in self._asked
        ]
        if wanted:
            self._asked.update(branch.id for branch in wanted)
            self.placesWanted.emit(wanted)

    def find_sessions(self, text: str) -> list[str]:
        """Sessions whose title or id holds a text; they are marked and the first is gone to."""
        wanted = text.casefold().strip()
        found = [
            branch.id
            for branch in (self.family.root.walk() if self.family is not None and wanted else ())
            if wanted in branch.id.casefold()
            or (
                branch.member is not None
                and wanted in (getattr(branch.member.ref, "title", "") or "").casefold()
            )
        ]
        self.mark(found)
        if found:
            self.go_to(found[0])
        return found

    def go_to(self, key: str) -> None:
        """Make a session current and visible; what hides it is opened."""
        if self.family is None:
            return
        branch = self.family.branches.get(key)
        while branch is not None and branch.parent is not None:
            branch = branch.parent
            self._collapsed.discard(branch.id)
            if key not in (self.tree.by_key if self.tree is not None else ()):
                self._unfolded.add(branch.id)
        self._lay_out()
        self._set_current(key)

    def locate(self) -> None:
        if self.family is not None:
            self._set_current(self.family.target.id, centre=True)

    def toggle(self, key: str) -> None:
        """Hide or show what hangs on a session."""
        (self._collapsed.discard if key in self._collapsed else self._collapsed.add)(key)
        self._lay_out()

    # -- scale -----------------------------------------------------------------------------

    @property
    def scale(self) -> float:
        return self._scale

    def set_scale(self, scale: float) -> None:
        centre = self._to_scene(QPointF(self.viewport().rect().center()))
        self._scale = min(max(scale, SCALES[0]), SCALES[-1])
        self._measure()
        self._centre_on(centre)
        self.changed.emit()

    def step_scale(self, step: int) -> None:
        at = min(range(len(SCALES)), key=lambda n: abs(SCALES[n] - self._scale))
        self.set_scale(SCALES[min(max(at + step, 0), len(SCALES) - 1)])

    def fit(self) -> None:
        """As much of the tree as fits, not larger than 100 %."""
        if self.tree is not None:
            size = self.scene_size()
            room = self.viewport().size()
            self.set_scale(min(1.0, room.width() / size[0], room.height() / size[1]))

    def scene_size(self) -> tuple[float, float]:
        """Width and height of the whole tree, in px at 100 %."""
        if self.tree is None:
            return 1.0, 1.0
        width = (self.tree.columns - 1) * PITCH_X + WIDTH + 2 * MARGIN
        return float(width), float((self.tree.rows - 1) * PITCH_Y + HEIGHT + 2 * MARGIN)

    # -- painting --------------------------------------------------------------------------

    def paint_area(self, painter: QPainter, area: QRectF, *, ratio: float = 1.0, current: bool = True) -> int:
        """Paint what crosses an area of the scene; returns how many places were painted."""
        tree, family = self.tree, self.family
        if tree is None or family is None:
            return 0
        brush = FamilyPainter(
            painter,
            shown=family.target.id,
            current=self.current if current else "",
            marked=self.marked,
            places=self.places,
            ratio=ratio,
        )
        first, last = _rows_of(area.top(), area.bottom())
        columns = area.adjusted(-PITCH_X, 0, PITCH_X, 0)
        visible = [
            placed
            for placed in tree.between(first, last)
            if columns.left() <= box_of(placed).right() and box_of(placed).left() <= columns.right()
        ]
        for placed in tree.trunks(first, last):
            if columns.left() <= box_of(placed).right() <= columns.right():
                brush.trunk(placed)
        for placed in visible:
            brush.edge(placed)
        for placed in visible:
            brush.place(placed)
        return len(visible)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        painter.fillRect(self.viewport().rect(), theme().color("bg.surface"))
        painter.scale(self._factor(), self._factor())
        origin = self._to_scene(QPointF(0, 0))
        painter.translate(-origin)
        size = self.viewport().size()
        area = QRectF(origin.x(), origin.y(), size.width() / self._factor(), size.height() / self._factor())
        self.painted = self.paint_area(painter, area, ratio=self.devicePixelRatioF())
        self._ask.start()

    # -- pointer and keyboard --------------------------------------------------------------

    def place_at(self, position: QPointF) -> Placed | None:
        return self._hit(position, box_of)

    def edge_at(self, position: QPointF) -> Placed | None:
        """The place into which the edge at a position leads."""
        return self._hit(
            position, lambda placed: box_of(placed).adjusted(-(PITCH_X - WIDTH) + 10, 8, -WIDTH, -8)
        )

    def _hit(self, position: QPointF, area: Any) -> Placed | None:
        if self.tree is None:
            return None
        at = self._to_scene(position)
        row = int((at.y() - MARGIN) // PITCH_Y)
        return next((p for p in self.tree.between(row, row) if area(p).contains(at)), None)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        placed = self.place_at(event.position())
        if placed is not None and event.button() == Qt.MouseButton.LeftButton:
            self._set_current(placed.key)
            self._open(placed)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        placed = self.edge_at(event.position())
        if placed is not None:
            self.jump_to_fork_point(placed.key)

    def jump_to_fork_point(self, key: str) -> None:
        """Open the parent where a fork leaves it."""
        placed = self.tree.by_key.get(key) if self.tree is not None else None
        if placed is None or placed.parent is None or placed.parent.branch.member is None:
            return
        seq = placed.branch.cut_seq
        if seq is not None:
            self.forkPointWanted.emit(placed.parent.branch.member, seq)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        at = QPointF(event.pos())
        placed = self.place_at(at)
        if event.reason() == QContextMenuEvent.Reason.Keyboard and self.tree is not None:
            placed = self.tree.by_key.get(self.current)
        if placed is not None and placed.branch.member is not None and not placed.folded:
            self._set_current(placed.key)
            self.menuWanted.emit(placed.branch.member, event.globalPos())

    def wheelEvent(self, event: QWheelEvent) -> None:
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.step_scale(1 if event.angleDelta().y() > 0 else -1)
            event.accept()
            return
        super().wheelEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        placed = self.tree.by_key.get(self.current) if self.tree is not None else None
        key = event.key()
        if placed is None or self.tree is None:
            super().keyPressEvent(event)
        elif key in _ARROWS:
            other = self.tree.step(placed, _ARROWS[Qt.Key(key)])
            if other is not None:
                self._set_current(other.key)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._open(placed)
        elif key == Qt.Key.Key_Space and placed.branch.children:
            self.toggle(placed.branch.id)
        elif key == Qt.Key.Key_Backspace:
            self.jump_to_fork_point(placed.key)
        elif event.text() in ("+", "="):
            self.step_scale(1)
        elif event.text() == "-":
            self.step_scale(-1)
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._measure()

    # -- inside ----------------------------------------------------------------------------

    def _open(self, placed: Placed) -> None:
        if placed.folded:
            self._unfolded.add(placed.branch.id)
            self._lay_out()
        elif placed.branch.member is not None:
            self.opened.emit(placed.branch.member)

    def _lay_out(self) -> None:
        if self.family is not None:
            self.hidden = hidden_by(self.family, self._unwanted) if self._unwanted else set()
            self.tree = TreeLayout(self.family, self._collapsed, self._unfolded, self.hidden)
            if self.current not in self.tree.by_key:
                self.current = self.family.root.id
            self._measure()
            self.viewport().update()
            self.changed.emit()

    def _measure(self) -> None:
        width, height = self.scene_size()
        view, factor = self.viewport().size(), self._factor()
        for bar, whole, seen in (
            (self.horizontalScrollBar(), width, view.width()),
            (self.verticalScrollBar(), height, view.height()),
        ):
            bar.setRange(0, max(0, round(whole * factor) - seen))
            bar.setPageStep(seen)
            bar.setSingleStep(24)
        self.viewport().update()

    def _factor(self) -> float:
        return self._scale * theme().zoom

    def _to_scene(self, position: QPointF) -> QPointF:
        offset = QPoint(self.horizontalScrollBar().value(), self.verticalScrollBar().value())
        return (position + QPointF(offset)) / self._factor()

    def _centre_on(self, at: QPointF) -> None:
        view = self.viewport().rect().center()
        self.horizontalScrollBar().setValue(round(at.x() * self._factor()) - view.x())
        self.verticalScrollBar().setValue(round(at.y() * self._factor()) - view.y())

    def _set_current(self, key: str, *, centre: bool = False) -> None:
        placed = self.tree.by_key.get(key) if self.tree is not None else None
        if placed is None:
            return
        self.current = key
        self.setAccessibleName(spoken(placed, self.places.get(key)))
        box = box_of(placed)
        top_left = self._to_scene(QPointF(0, 0))
        bottom_right = self._to_scene(QPointF(self.viewport().width(), self.viewport().height()))
        if centre or not QRectF(top_left, bottom_right).contains(box):
            self._centre_on(box.center())
        self.viewport().update()
        self.changed.emit()


def _rows_of(top: float, bottom: float) -> tuple[int, int]:
    """The rows between two heights of the scene."""
    return max(0, int((top - MARGIN - HEIGHT) // PITCH_Y)), int((bottom - MARGIN) // PITCH_Y)
