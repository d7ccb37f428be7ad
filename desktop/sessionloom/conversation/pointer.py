"""The mouse on the canvas: selecting text, hot zones, links, the pointer's shape."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, Qt, QTimer
from PySide6.QtGui import QGuiApplication, QMouseEvent, QTextCursor
from PySide6.QtWidgets import QApplication

from sessionloom.conversation.painters import PAINTERS
from sessionloom.conversation.painters.base import RowBox
from sessionloom.conversation.painting import text_cursor
from sessionloom.conversation.selection import WHOLE, Position
from sessionloom.conversation.zones import Zone

if TYPE_CHECKING:
    from sessionloom.conversation.canvas import ConversationCanvas

DRAG_TICK_MS = 16
DRAG_SPEED = 0.35
MIDDLE_CLICK_LIMIT = 1_000_000


@dataclass(frozen=True, slots=True)
class Hit:
    """What is under a point: the row, the position in its text, whether it is on the text, a link."""

    box: RowBox
    place: int
    on_text: bool
    link: str = ""

    def position(self, place: int | None = None) -> Position:
        row = self.box.row
        return Position(row.node.key, row.block.key, self.place if place is None else place)


class Pointer:
    """Turns mouse events into selections and actions of the view."""

    def __init__(self, view: ConversationCanvas) -> None:
        self._view = view
        self._pressed: QPointF | None = None
        self._zone: Zone | None = None
        self._dragging = False
        self._origin: tuple[Position, Position] | None = None
        self._last = QPointF()
        self._scroll = QTimer(view)
        self._scroll.setInterval(DRAG_TICK_MS)
        self._scroll.timeout.connect(self._scroll_on)

    # -- events ----------------------------------------------------------------------------

    def press(self, event: QMouseEvent) -> None:
        if event.button() is not Qt.MouseButton.LeftButton:
            return
        view, point = self._view, event.position()
        view.reader_acted(by_keyboard=False)
        self._pressed, self._dragging = point, False
        self._zone = view.scene.zone_at(point)
        hit = self.hit(point)
        if hit is None:
            return
        if event.modifiers() & Qt.KeyboardModifier.ShiftModifier and view.selection.start() is not None:
            view.selection.extend(hit.position())
            self._zone, self._dragging = None, True
            self._origin = None
        else:
            self._origin = (hit.position(), hit.position())
            if self._zone is None:
                view.selection.set(hit.position(), hit.position())
        view.viewport().update()

    def double_click(self, event: QMouseEvent) -> None:
        """Selects the word; the third click selects the row."""
        hit = self.hit(event.position())
        if event.button() is not Qt.MouseButton.LeftButton or hit is None:
            return
        if self._view.scene.zone_at(event.position()) is not None:
            self.press(event)
            return
        self._select(*self._word(hit))
        self._pressed, self._dragging, self._zone = event.position(), True, None

    def triple_click(self, point: QPointF) -> None:
        hit = self.hit(point)
        if hit is not None:
            self._select(hit.position(0), hit.position(WHOLE))
            self._pressed, self._dragging, self._zone = point, True, None

    def move(self, event: QMouseEvent) -> None:
        point = event.position()
        self._last = point
        if self._pressed is None or not event.buttons() & Qt.MouseButton.LeftButton:
            self.hover(point)
            return
        distance = (point - self._pressed).manhattanLength()
        if not self._dragging and distance < QApplication.startDragDistance():
            return
        self._dragging = True
        self._zone = None
        self._extend(point)
        outside = point.y() < 0 or point.y() > self._view.viewport().height()
        if outside and not self._scroll.isActive():
            self._scroll.start()

    def release(self, event: QMouseEvent) -> None:
        if event.button() is not Qt.MouseButton.LeftButton or self._pressed is None:
            return
        self._scroll.stop()
        zone, dragged = self._zone, self._dragging
        self._pressed, self._zone, self._dragging = None, None, False
        point = event.position()
        if dragged:
            self._offer_middle_click()
        elif zone is not None:
            if zone.same_as(self._view.scene.zone_at(point)):
                self._view.activate(zone)
        else:
            self._click(point)
        self.hover(point)

    def hover(self, point: QPointF | None) -> None:
        """Marks the zone under the pointer and gives the pointer its shape."""
        view = self._view
        zone = None if point is None else view.scene.zone_at(point)
        hit = None if point is None or zone is not None else self.hit(point)
        shape = text_cursor(zone, hit is not None and hit.on_text, hit.link if hit is not None else "")
        view.viewport().setCursor(shape)
        before = view.scene.state.hovered
        if (zone is None) != (before is None) or (zone is not None and not zone.same_as(before)):
            view.scene.state.hovered = zone
            view.viewport().update()

    # -- places ----------------------------------------------------------------------------

    def hit(self, point: QPointF) -> Hit | None:
        """What is under a point, or nearest to it; None for an empty view."""
        view = self._view
        clip = QRectF(view.viewport().rect())
        box = None
        for index, y in view.scroller.visible():
            if box is not None and y > point.y():
                break
            box = view.scene.box(index, y, clip)
        if box is None:
            return None
        if point.y() < box.top:
            return Hit(box, 0, False)
        return self._hit_in(box, point)

    def _hit_in(self, box: RowBox, point: QPointF) -> Hit:
        inside = box.top <= point.y() < box.top + box.height
        if box.body is None:
            beyond = point.y() >= box.top + box.height or point.x() > (box.left + box.right) / 2
            return Hit(box, WHOLE if beyond else 0, False)
        place = point - PAINTERS[box.row.block.kind].origin(box)
        if place.y() < 0:
            return Hit(box, 0, False)
        if place.y() >= box.body.height:
            return Hit(box, WHOLE, False)
        on_text = inside and box.left <= point.x() <= box.right
        return Hit(box, max(0, box.body.hit(place)), on_text, box.body.link_at(place) if on_text else "")

    def _word(self, hit: Hit) -> tuple[Position, Position]:
        if hit.box.body is None:
            return hit.position(0), hit.position(WHOLE)
        cursor = QTextCursor(hit.box.body.document)
        cursor.setPosition(min(hit.place, hit.box.body.length()))
        cursor.select(QTextCursor.SelectionType.WordUnderCursor)
        return hit.position(cursor.selectionStart()), hit.position(cursor.selectionEnd())

    # -- what follows ----------------------------------------------------------------------

    def _select(self, start: Position, end: Position) -> None:
        self._origin = (start, end)
        self._view.selection.set(start, end)
        self._view.viewport().update()

    def _extend(self, point: QPointF) -> None:
        hit = self.hit(point)
        if hit is None:
            return
        view = self._view
        if self._origin is None:
            view.selection.extend(hit.position())
        else:
            start, end = self._origin
            view.selection.set(start, hit.position())
            found = view.selection.resolve()
            if start != end and found is not None and found.in_row(found.first) is not None:
                self._keep_word(start, end, hit.position())
        view.viewport().update()

    def _keep_word(self, start: Position, end: Position, now: Position) -> None:
        """A selection that began with a word or row keeps all of it, whichever way it grows."""
        model = self._view.model
        row_start = model.row_of(start.block_key, start.node_key)
        row_now = model.row_of(now.block_key, now.node_key)
        if row_start is None or row_now is None:
            return
        backwards = (row_now, now.place) < (row_start, start.place)
        if backwards:
            self._view.selection.set(end, now)
        elif (row_now, now.place) < (row_start, end.place):
            self._view.selection.set(start, end)

    def _scroll_on(self) -> None:
        """Scrolls while the pointer is held above or below the viewport."""
        height = self._view.viewport().height()
        y = self._last.y()
        beyond = y if y < 0 else y - height if y > height else 0
        if not beyond or self._pressed is None:
            self._scroll.stop()
            return
        self._view.scroll_by(beyond * DRAG_SPEED)
        self._extend(QPointF(self._last.x(), min(max(y, 0), height - 1)))

    def _click(self, point: QPointF) -> None:
        hit = self.hit(point)
        if hit is None:
            return
        if hit.link:
            self._view.linkActivated.emit(hit.link)
        self._view.set_current(hit.box.row.node.key, hit.box.row.block.key)

    def _offer_middle_click(self) -> None:
        clipboard = QGuiApplication.clipboard()
        if clipboard.supportsSelection():
            text = self._view.selectedText()
            if 0 < len(text) <= MIDDLE_CLICK_LIMIT:
                clipboard.setText(text, clipboard.Mode.Selection)
