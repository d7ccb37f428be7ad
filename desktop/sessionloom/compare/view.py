"""Two columns with one scroll, painted row by row; only what is on screen is laid out."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QToolTip, QWidget

from sessionlog.compare.attempts import FACT
from sessionlog.compare.comparison import Row, State
from sessionlog.compare.words import TextChanges
from sessionloom.compare.painting import FACT_HEIGHT, FOLD, HEAD, NOTE, PAD, RowPainter, mark_token, text_box
from sessionloom.compare.shown import Places, ShownRow, fold
from sessionloom.compare.texts import (
    LEFT,
    MOST_LINES,
    RIGHT,
    LaidOut,
    Layouts,
    Spoken,
    changes_of,
    columns_in,
    estimated_lines,
    is_cut,
    is_fact,
    is_mono,
    may_be_excerpt,
    needs_text,
    spoken_side,
)
from sessionloom.compare.words import fact_value, folded_text, item_head, spoken
from sessionloom.theme.theme import theme

if TYPE_CHECKING:
    from sessionlog.access.comparing import Comparison


class CompareView(QAbstractScrollArea):
    """`textsWanted` with the number of a row whose whole texts are needed, `openWanted` and
    `copyWanted` with a number and a side, `menuWanted` with them and a point on the screen."""

    textsWanted = Signal(int)
    openWanted = Signal(int, int)
    copyWanted = Signal(int, int)
    menuWanted = Signal(int, int, QPoint)
    currentChanged = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.found: Comparison | None = None
        self.current, self.side = 0, LEFT
        self.painted = 0
        """Rows painted by the last paint, for whoever must show that painting is bounded."""
        self.layouts = Layouts()
        self._opened: frozenset[int] = frozenset()
        self._expanded: set[int] = set()
        self._changes: dict[int, TextChanges] = {}
        self._asked: set[int] = set()
        self._places = Places((), lambda _row: 0)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        theme().changed.connect(self._on_theme)

    # -- what is shown ---------------------------------------------------------------------

    def show_comparison(self, found: Comparison) -> None:
        """From its first difference on."""
        self.found = found
        self._opened, self._expanded = frozenset(), set()
        self._changes, self._asked = {}, set()
        self.layouts.clear()
        self.current, self.side = 0, LEFT
        self._lay_out()
        self.verticalScrollBar().setValue(0)
        self.step_difference(1, from_row=-1)

    def rows(self) -> tuple[Row, ...]:
        return () if self.found is None else self.found.rows

    def row(self) -> Row | None:
        """The current row; the first one of a fold."""
        return self.rows()[self.current] if self.current < len(self.rows()) else None

    def set_changes(self, row: int, changes: TextChanges) -> None:
        """The whole texts of a row have come."""
        self._changes[row] = changes
        self.layouts.clear()
        if row in self._expanded:
            self._lay_out()
        self.viewport().update()

    def shown(self) -> list[ShownRow]:
        return list(self._places.shown)

    # -- walking ---------------------------------------------------------------------------

    def step_difference(self, step: int, *, from_row: int | None = None) -> bool:
        """To the next (1) or previous (-1) row that differs; whether there is one."""
        rows, at = self.rows(), self.current if from_row is None else from_row
        at += step
        while 0 <= at < len(rows):
            if rows[at].state is not State.SAME:
                self.go_to(at)
                return True
            at += step
        return False

    def go_to(self, row: int) -> None:
        """Make a row current and bring it into view."""
        index = self._places.index_of(row)
        if index >= len(self._places.shown):
            return
        shown = self._places.shown[index]
        self.current = shown.first if shown.folded else row
        present = self.rows()[self.current]
        if present.left is None or present.right is None:
            self.side = RIGHT if present.left is None else LEFT
        top, height = self._places.tops[index], self._places.height(index)
        bar, room = self.verticalScrollBar(), self.viewport().height()
        if top < bar.value():
            bar.setValue(max(0, top - theme().px(40)))
        elif top + height > bar.value() + room:
            bar.setValue(min(top, top + height - room + theme().px(40)))
        said = folded_text(shown.count) if shown.folded else spoken(present)
        self.setAccessibleName(said)
        self.viewport().update()
        self.currentChanged.emit()

    def step_row(self, step: int) -> None:
        index = self._places.index_of(self.current) + step
        if 0 <= index < len(self._places.shown):
            self.go_to(self._places.shown[index].first)

    def toggle(self, row: int) -> None:
        """Open a fold, or show the whole texts of a row; once more closes them."""
        index = self._places.index_of(row)
        if index >= len(self._places.shown):
            return
        if self._places.shown[index].folded:
            self._opened |= {self._places.shown[index].first}
        elif is_fact(self.rows()[row]):
            return
        elif row in self._expanded:
            self._expanded.discard(row)
        else:
            self._expanded.add(row)
            if is_cut(self.rows()[row]):
                self._want(row)
        self._lay_out()
        self.go_to(row)

    def expanded(self, row: int) -> bool:
        return row in self._expanded

    # -- painting --------------------------------------------------------------------------

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        view = self.viewport().rect()
        painter.fillRect(view, theme().color("bg.surface"))
        brush = RowPainter(painter, self.devicePixelRatioF())
        offset, self.painted = self.verticalScrollBar().value(), 0
        index = self._places.at(offset)
        while index < len(self._places.shown) and self._places.tops[index] - offset < view.height():
            top = self._places.tops[index] - offset
            box = QRect(0, top, view.width(), self._places.height(index))
            self._paint_row(brush, box, self._places.shown[index])
            self.painted += 1
            index += 1

    def _paint_row(self, brush: RowPainter, box: QRect, shown: ShownRow) -> None:
        middle = self._middle()
        if shown.folded:
            brush.fold(box.adjusted(0, 0, 0, -1), shown.count)
            brush.lines(box, -1)
            if shown.first == self.current:
                brush.current(box, focused=self.hasFocus())
            return
        row, opened = self.rows()[shown.first], shown.first in self._expanded
        for side in (LEFT, RIGHT):
            cell = self._cell(box, side)
            said, text = self._text(shown.first, side, text_box(cell).width())
            brush.cell(cell.adjusted(0, 0, 0, -1), row, side, text, said, opened=opened)
        brush.lines(box, middle)
        if shown.first == self.current:
            brush.current(self._cell(box, self.side), focused=self.hasFocus())

    def _text(self, number: int, side: int, width: int) -> tuple[Spoken, LaidOut | None]:
        row = self.rows()[number]
        item = (row.left, row.right)[side]
        if item is None or is_fact(row):
            return Spoken("", ()), None
        if number not in self._changes and (changes := changes_of(row)) is not None:
            self._changes[number] = changes
        elif needs_text(row):
            self._want(number)
        opened = number in self._expanded
        said = spoken_side(row, side, self._changes.get(number), opened=opened)
        if not said.text:
            return said, None
        key = (number, side, width, opened, number in self._changes)
        return said, self.layouts.lay_out(
            key, said, mono=is_mono(item), mark=mark_token(side), width=max(1, width)
        )

    def _want(self, row: int) -> None:
        if row not in self._changes and row not in self._asked:
            self._asked.add(row)
            self.textsWanted.emit(row)

    # -- geometry --------------------------------------------------------------------------

    def _middle(self) -> int:
        return self.viewport().width() // 2

    def _cell(self, box: QRect, side: int) -> QRect:
        middle = self._middle()
        if side == LEFT:
            return QRect(box.left(), box.top(), middle, box.height())
        return QRect(middle + 1, box.top(), box.width() - middle - 1, box.height())

    def _lay_out(self) -> None:
        """Place every row anew; the row at the top stays where it is."""
        self._columns = columns_in(
            text_box(self._cell(QRect(0, 0, self.viewport().width(), 1), LEFT)).width()
        )
        self._places = Places(fold(self.rows(), self._opened), self._height)
        bar, room = self.verticalScrollBar(), self.viewport().height()
        bar.setRange(0, max(0, self._places.bottom - room))
        bar.setPageStep(room)
        bar.setSingleStep(theme().line("body") * 2)
        self.viewport().update()

    _columns = 80

    def _height(self, shown: ShownRow) -> int:
        look = theme()
        if shown.folded:
            return look.px(FOLD)
        row = self.rows()[shown.first]
        if is_fact(row):
            return look.px(FACT_HEIGHT)
        frame = look.px(PAD) * 2 + look.px(HEAD) + 1
        if shown.first in self._expanded:
            return frame + max(self._open_height(shown.first, side) for side in (LEFT, RIGHT))
        if may_be_excerpt(row):
            return frame + look.px(NOTE) + MOST_LINES * look.line("body")
        items = [item for item in (row.left, row.right) if item is not None]
        lines = max(
            (estimated_lines(item.preview, self._columns) for item in items if item.preview), default=0
        )
        return frame + lines * look.line("body")

    def _open_height(self, number: int, side: int) -> int:
        width = text_box(self._cell(QRect(0, 0, self.viewport().width(), 1), side)).width()
        said, text = self._text(number, side, width)
        notes = (said.before > 0) + (said.after > 0)
        return (0 if text is None else text.height) + notes * theme().px(NOTE)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        top = self._places.at(self.verticalScrollBar().value())
        first = self._places.shown[top].first if self._places.shown else 0
        self._lay_out()
        if self._places.shown:
            self.verticalScrollBar().setValue(self._places.tops[self._places.index_of(first)])

    def _on_theme(self) -> None:
        self.layouts.clear()
        self._lay_out()

    # -- pointer and keyboard --------------------------------------------------------------

    def place_at(self, position: QPointF) -> tuple[int, int] | None:
        """The number of a row and the side under a point of the viewport."""
        y = int(position.y()) + self.verticalScrollBar().value()
        if not self._places.shown or y >= self._places.bottom:
            return None
        row = self._places.shown[self._places.at(y)].first
        return row, LEFT if position.x() < self._middle() else RIGHT

    def viewportEvent(self, event: QEvent) -> bool:
        """What a cell cuts off shows in the tooltip."""
        if isinstance(event, QHelpEvent):
            place = self.place_at(QPointF(event.pos()))
            row = None if place is None else self.rows()[place[0]]
            item = None if row is None or place is None else (row.left, row.right)[place[1]]
            shown = "" if item is None else fact_value(item) if item.kind == FACT else item_head(item)
            QToolTip.showText(event.globalPos(), f"<span>{escape(shown)}</span>" if shown else "", self)
            return True
        return super().viewportEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        place = self.place_at(event.position())
        if place is None:
            return
        row, self.side = place
        folded = self._places.shown[self._places.index_of(row)].folded
        self.go_to(row)
        if event.button() == Qt.MouseButton.LeftButton and folded:
            self.toggle(row)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        place = self.place_at(event.position())
        if place is not None and event.button() == Qt.MouseButton.LeftButton:
            self.toggle(place[0])

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        if event.reason() == QContextMenuEvent.Reason.Keyboard:
            top = self._places.tops[self._places.index_of(self.current)] if self._places.shown else 0
            at = QPoint(self.viewport().width() // 4, max(0, top - self.verticalScrollBar().value()))
            place: tuple[int, int] | None = (self.current, self.side)
        else:
            at = event.pos()
            place = self.place_at(QPointF(at))
        if place is not None and self.rows():
            self.menuWanted.emit(*place, self.viewport().mapToGlobal(at))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, letter = event.key(), event.text().lower()
        control = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        if key in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            self.side = LEFT if key == Qt.Key.Key_Left else RIGHT
            self.go_to(self.current)
        elif key == Qt.Key.Key_Down or letter == "j":
            self.step_row(1)
        elif key == Qt.Key.Key_Up or letter == "k":
            self.step_row(-1)
        elif letter in ("n", "p"):
            self.step_difference(1 if letter == "n" else -1)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and control:
            self.openWanted.emit(self.current, self.side)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self.toggle(self.current)
        elif control and key == Qt.Key.Key_C:
            self.copyWanted.emit(self.current, self.side)
        elif key in (Qt.Key.Key_Home, Qt.Key.Key_End):
            self.go_to(0 if key == Qt.Key.Key_Home else max(0, len(self.rows()) - 1))
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event) -> None:  # type: ignore[no-untyped-def]
        super().focusInEvent(event)
        self.viewport().update()

    def focusOutEvent(self, event) -> None:  # type: ignore[no-untyped-def]
        super().focusOutEvent(event)
        self.viewport().update()
