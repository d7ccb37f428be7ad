"""The scroll area under the conversation view: painting, input, the reading place.

Only what is looked at is measured, laid out and painted (architecture section 5). The anchor is
the truth, the scroll bar is derived.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, Qt, QTimer, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QFocusEvent,
    QHelpEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QAbstractScrollArea, QApplication, QFrame, QToolTip, QWidget

from sessionlog.conversation.node import BlockKind
from sessionloom.conversation.accessible import focus_moved, install_accessibility
from sessionloom.conversation.colouring import Colouring, Runner
from sessionloom.conversation.documents import LaidOut
from sessionloom.conversation.edges import EARLIER_ROW, WAITING_ROW, waiting_for
from sessionloom.conversation.layout import Layout
from sessionloom.conversation.look import IconSource, Look, whole
from sessionloom.conversation.motion import Motion
from sessionloom.conversation.painters import PAINTERS
from sessionloom.conversation.painters.base import ViewState
from sessionloom.conversation.painters.code import overflow, scroll_key
from sessionloom.conversation.painting import BLEED, BOTTOM_PADDING, TOP_PADDING, Scene
from sessionloom.conversation.pictures import Came, Find, Pictures
from sessionloom.conversation.pointer import Pointer
from sessionloom.conversation.premeasure import Premeasure
from sessionloom.conversation.reading import Anchor, ReadingPlace
from sessionloom.conversation.rows import Row, RowModel, SplitNode
from sessionloom.conversation.ruler import MarkCache, Ruler
from sessionloom.conversation.scroller import Scroller
from sessionloom.conversation.selection import Selection
from sessionloom.conversation.splitting import Splitter
from sessionloom.conversation.wording import tr
from sessionloom.conversation.zones import Zone
from sessionloom.theme.icons import pixmap
from sessionloom.theme.theme import theme

WHEEL_LINE = 20
PAGE_OVERLAP = 40


class ConversationCanvas(QAbstractScrollArea):
    """Paints rows and takes input; what a zone does is left to the view.

    Signals: `loadEarlierWanted` at the top; `attemptsWanted(node_key)` when a retry is opened
    whose attempts are not loaded; `currentNodeChanged(node_key)`; `forkRequested(node_key)`;
    `compareRequested(node_key, seq)` of a failed attempt;
    `linkActivated(url)`, which is never followed here; `copied(characters)`; `rawWanted(node_key)`;
    `contextMenuWanted(node_key, global_position)`; `zoomWanted(steps)`; `atBottomChanged(bool)`.
    """

    loadEarlierWanted = Signal()
    attemptsWanted = Signal(str)
    currentNodeChanged = Signal(str)
    forkRequested = Signal(str)
    compareRequested = Signal(str, int)
    linkActivated = Signal(str)
    copied = Signal(int)
    rawWanted = Signal(str)
    contextMenuWanted = Signal(str, QPoint)
    zoomWanted = Signal(int)
    atBottomChanged = Signal(bool)

    def __init__(
        self,
        parent: QWidget | None = None,
        *,
        runner: Runner | None = None,
        icons: IconSource = pixmap,
        split: SplitNode | None = None,
    ) -> None:
        super().__init__(parent)
        self.look = Look(theme(), icons)
        self.pictures = self.look.pictures = Pictures(runner, self)
        self.measure = Layout(self.look)
        self.splitter = Splitter()
        self.model = RowModel(split or self.splitter, self.measure.estimate)
        self.measure.model = self.model
        self.scroller = Scroller(self.measure.height, lambda: len(self.model.rows))
        self.place = ReadingPlace(self.model, self.measure, self.scroller)
        self.selection = Selection(self.model)
        self.scene = Scene(self.measure, self.scroller, ViewState(expanded=self.model.expanded))
        self.pointer = Pointer(self)
        self._colouring = Colouring(runner, self)
        self._premeasure = Premeasure(self.measure, self.scroller, self._derive_bar, self)
        self.motion = Motion(self.scene, theme(), self.viewport().update, self)
        self.marks = MarkCache(self.model)
        self._ruler = Ruler(self.look, self.marks, self)
        self._deriving = False
        self._live = False
        self._at_bottom = True
        self._clicks = QTimer(self, singleShot=True)
        self._build()

    def _build(self) -> None:
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.viewport().setMouseTracking(True)
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)  # or nothing can be moved
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBar(self._ruler)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self._ruler.valueChanged.connect(self._bar_moved)
        self.scene.dress = self._colouring.dress
        self._colouring.arrived.connect(self.viewport().update)
        self.pictures.came.connect(self._picture_came)
        self.setAccessibleName(tr("Conversation"))
        theme().changed.connect(self._theme_changed)
        # Python may keep the cache longer than Qt keeps the application that documents need.
        self.destroyed.connect(self.measure.documents.clear)
        install_accessibility()
        self.measure_edges()

    # -- the reading place -----------------------------------------------------------------

    def setFollowTail(self, follow: bool) -> None:
        """Goes to the end and stays there while it grows; any move of the reader ends it."""
        self.place.follow = follow
        if follow:
            self.scroller.to_bottom()
            self.moved()

    def isAtBottom(self) -> bool:
        return self.scroller.at_bottom()

    def anchor(self) -> Anchor | None:
        """The reading place, good for `restoreAnchor` as long as its node is loaded."""
        return self.place.anchor()

    def restoreAnchor(self, anchor: Anchor | None) -> bool:
        """Goes to a place; False, and nothing moves, if it is not loaded."""
        found = anchor is not None and self.place.restore(anchor)
        self.moved()
        return found

    def scroll_by(self, distance: float) -> None:
        """Moves by px, as a reader does."""
        self._scroll(lambda: self.scroller.move(distance))

    def scroll_page(self, direction: int) -> None:
        self.scroll_by(direction * max(1, self.viewport().height() - self.look.px(PAGE_OVERLAP)))

    def scrollToTop(self) -> None:
        self._scroll(self.scroller.to_top)

    def scrollToBottom(self) -> None:
        self._scroll(self.scroller.to_bottom)

    def _scroll(self, move: Callable[[], None]) -> None:
        """A reader's move through rows that stay what they are."""
        before = self.scroller.row, self.scroller.offset
        self.place.read(move)
        self.moved(self.scroller.moved_since(*before))

    # -- what the view adds ----------------------------------------------------------------

    def activate(self, zone: Zone) -> None:
        """Does what a hot zone stands for."""
        raise TypeError("a bare canvas has no actions")

    # -- after a change --------------------------------------------------------------------

    def contents_changed(self) -> None:
        """Rows came, went or have other heights."""
        self._look_what_is_waited_for()
        self._ruler.rows_changed()
        self.moved()

    def setLive(self, live: bool) -> None:
        """Whether somebody is writing: then the end says what the running turn waits for."""
        self._live = live
        self.contents_changed()

    def _look_what_is_waited_for(self) -> None:
        before = self.scene.waiting
        self.scene.waiting = waiting_for(self.model.nodes) if self._live else None
        if (before is None) != (self.scene.waiting is None):
            self.place.keep(self.measure_edges)

    def moved(self, down: float | None = None) -> None:
        """The viewport shows another place. Where only the text moved `down` by px, its picture moves
        along and the strip that appears is painted; by a part of a pixel nothing can be moved."""
        self._derive_bar()
        self._premeasure.start()
        if down is None or not (down * self.look.ratio).is_integer() or not down.is_integer():
            self.viewport().update()
        elif down:
            self._move_picture(int(down))
        at_bottom = self.scroller.at_bottom()
        if at_bottom != self._at_bottom:
            self._at_bottom = at_bottom
            self.atBottomChanged.emit(at_bottom)

    def _move_picture(self, down: int) -> None:
        """Beside the strip that appears, what a row just off the viewport paints beyond its own edge."""
        viewport, bleed = self.viewport(), self.look.px(BLEED)
        viewport.scroll(0, down, viewport.rect())
        top = down if down > 0 else viewport.height() + down - bleed
        viewport.update(0, top, viewport.width(), bleed)

    def reader_acted(self, *, by_keyboard: bool) -> None:
        """Any input ends what moves by itself; the focus ring shows after keys only."""
        self.motion.settle()
        if self.scene.ring != by_keyboard:
            self.scene.ring = by_keyboard
            self.viewport().update()

    def _derive_bar(self) -> None:
        maximum, value = self.place.bar()
        self._deriving = True
        self._ruler.setPageStep(max(1, self.scroller.viewport))
        self._ruler.setRange(0, maximum)
        self._ruler.setValue(value)
        self._deriving = False
        self._ruler.update()

    def _bar_moved(self, value: int) -> None:
        if self._deriving:
            return
        at_end = value >= self._ruler.maximum()
        self._scroll(self.scroller.to_bottom if at_end else lambda: self.place.to_row_at(value))

    def premeasuring(self) -> bool:
        """Whether rows around the viewport are still being measured."""
        return self._premeasure.active()

    def at_rest(self) -> bool:
        """Whether the picture is whole: rows measured, marks found, the pictures in view there."""
        return not (self._premeasure.active() or self._ruler.marks_come() or self.pictures.busy())

    def measure_edges(self) -> None:
        """Takes the viewport's size, and the room above and below all rows."""
        head = self.look.px(TOP_PADDING)
        self.scroller.head = head + (self.look.px(EARLIER_ROW) if self.scene.has_earlier else 0)
        foot = BOTTOM_PADDING + (WAITING_ROW if self.scene.waiting is not None else 0)
        self.scroller.foot = self.look.px(foot)
        self.scroller.viewport = self.viewport().height()
        self.measure.set_width(self.viewport().width())

    def _theme_changed(self) -> None:
        self.look.ratio = self.devicePixelRatioF()
        if self.look.refresh():
            self._ruler.refresh()
            self.place.keep(self.measure_edges)
        self._ruler.update()
        self.contents_changed()

    def setAttachments(self, find: Find | None) -> None:
        """Where the images and files of the session are from now on; nothing is shown of them without."""
        self.place.keep(lambda: self.pictures.open(find))
        self.contents_changed()

    def _picture_came(self, came: Came) -> None:
        """The reader keeps his place by a message without a picture: its height is not in question."""
        seen = [self.model.rows[row] for row, _y in self.scroller.visible()]
        unsteady = {row.node.key for row in seen if row.block.kind is BlockKind.IMAGE}
        steady = next((row.block.key for row in seen if row.node.key not in unsteady), "")
        before = self.pictures.epoch
        self.place.keep(lambda: self.pictures.take(came), "" if self.place.follow else steady)
        if self.pictures.epoch != before:
            self.contents_changed()
        self.viewport().update()

    # -- events ----------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        self.look.ratio = self.devicePixelRatioF()
        painter = QPainter(self.viewport())
        self.scene.paint(
            painter, self.viewport().rect(), event.region().boundingRect(), self.selection.resolve()
        )
        painter.end()
        self.motion.painted()
        self.pictures.in_view(self.scene.attached())

    def resizeEvent(self, event: QResizeEvent) -> None:
        self.place.keep(self.measure_edges)
        self.contents_changed()

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        """The bar reports through `valueChanged`; nothing is blitted."""

    def wheelEvent(self, event: QWheelEvent) -> None:
        self.reader_acted(by_keyboard=False)
        turned = event.angleDelta()
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            if turned.y():
                self.zoomWanted.emit(1 if turned.y() > 0 else -1)
            return
        step = self.look.px(WHEEL_LINE) * QApplication.wheelScrollLines() / 120
        exact = event.pixelDelta()
        across = exact.x() if not exact.isNull() else turned.x() * step
        down = exact.y() if not exact.isNull() else turned.y() * step
        if event.modifiers() & Qt.KeyboardModifier.ShiftModifier and not across:
            across, down = down, 0
        if abs(across) > abs(down):
            self._scroll_sideways(event.position(), -across)
        elif down:
            self.scroll_by(-down)
        event.accept()

    def _scroll_sideways(self, point: QPointF, distance: float) -> None:
        hit = self.pointer.hit(point)
        if hit is None:
            return
        painter = PAINTERS[hit.box.row.block.kind]
        beyond = overflow(hit.box, painter.side_padding(hit.box))
        sideways, key = self.scene.state.sideways, scroll_key(hit.box.row)
        sideways[key] = round(min(max(0.0, sideways.get(key, 0) + distance), beyond))
        self.viewport().update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if self._clicks.isActive():
            self._clicks.stop()
            self.pointer.triple_click(event.position())
        else:
            self.pointer.press(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self._clicks.start(QApplication.doubleClickInterval())
        self.pointer.double_click(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self.pointer.move(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self.pointer.release(event)

    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() is QEvent.Type.Leave:
            self.pointer.hover(None)
        elif event.type() is QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            zone = self.scene.zone_at(QPointF(event.pos()))
            tip = zone.tip if zone is not None else ""
            QToolTip.showText(event.globalPos(), tip, self.viewport())
            return True
        return super().viewportEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        hit = self.pointer.hit(QPointF(event.pos()))
        if hit is not None:
            self.set_current(hit.box.row.node.key, hit.box.row.block.key)
            self.contextMenuWanted.emit(hit.box.row.node.key, event.globalPos())

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        by_tab = event.reason() in (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason)
        if by_tab:
            self.scene.ring = True
        focus_moved(self)
        self.viewport().update()

    def row_area(self, row: Row) -> QRect:
        """Where a row is on the screen; empty if it is not on the viewport."""
        for index, y in self.scroller.visible():
            if self.model.rows[index] is row:
                area = QRect(0, whole(y), self.viewport().width(), round(self.measure.height(index)))
                shown = area.intersected(self.viewport().rect())
                return QRect(self.viewport().mapToGlobal(shown.topLeft()), shown.size())
        return QRect()

    # -- the current node ------------------------------------------------------------------

    def set_current(self, key: str, block_key: str = "") -> None:
        """Makes a node the current one, which screen readers are told; `block_key` is what of it was pointed
        at."""
        self.scene.state.pointed = block_key
        if key != self.scene.state.current:
            self.scene.state.current = key
            self.currentNodeChanged.emit(key)
            focus_moved(self)
        self.viewport().update()

    def selectedText(self) -> str:
        """The selected text, rows that were never laid out included."""
        return self.selection.text(self._body_of)

    def _body_of(self, index: int) -> LaidOut | None:
        return self.measure.body(self.model.rows[index], self.measure.placement(index))
