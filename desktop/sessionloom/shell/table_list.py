"""A plain table of many rows: painted, virtual, with a head, and reached by the keyboard."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QItemSelectionModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPoint,
    QRect,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from sessionloom.shell.controls import px
from sessionloom.theme.icons import pixmap
from sessionloom.theme.theme import theme

ROW_ROLE = Qt.ItemDataRole.UserRole + 1
ROW, HEAD = 32, 30
PADDING, ICON = 14, 24
Index = QModelIndex | QPersistentModelIndex


@dataclass(frozen=True, slots=True)
class Column:
    """`width` px at 100 %, 0 for the one that takes what is left."""

    title: str
    width: int
    right: bool = False


@dataclass(frozen=True, slots=True)
class TableRow:
    """`key` is what the row stands for, `ink` the colour token of its first cell."""

    key: Any
    icon: str
    cells: tuple[str, ...]
    ink: str = "text.primary"


def column_boxes(columns: Sequence[Column], box: QRect) -> list[QRect]:
    """Where each column stands in a row."""
    fixed = sum(px(column.width) + px(12) for column in columns if column.width)
    rest = box.width() - 2 * px(PADDING) - fixed
    left, boxes = box.left() + px(PADDING), []
    for column in columns:
        width = px(column.width) if column.width else max(px(80), rest)
        boxes.append(QRect(left, box.top(), width, box.height()))
        left += width + px(12)
    return boxes


class TableModel(QAbstractListModel):
    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.columns: tuple[Column, ...] = ()
        self.rows: list[TableRow] = []

    def fill(self, columns: Sequence[Column], rows: Sequence[TableRow]) -> None:
        self.beginResetModel()
        self.columns, self.rows = tuple(columns), list(rows)
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        return 0 if parent.isValid() else len(self.rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        row = self.rows[index.row()]
        if role == ROW_ROLE:
            return row
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            return row.cells[0]
        if role == Qt.ItemDataRole.AccessibleTextRole:
            names = [column.title for column in self.columns[1:]]
            said = [f"{name} {cell}" for name, cell in zip(names, row.cells[1:], strict=True) if cell]
            return ", ".join([row.cells[0], *said])
        return None


class TableDelegate(QStyledItemDelegate):
    def __init__(self, view: TableList) -> None:
        super().__init__(view)
        self._view = view

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        return QSize(0, px(ROW))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row: TableRow = index.data(ROW_ROLE)
        look, view, box = theme(), self._view, option.rect
        painter.save()
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(box, look.color("bg.selected" if view.hasFocus() else "bg.pressed"))
        elif option.state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(box, look.color("bg.hover"))
        painter.fillRect(box.left(), box.bottom(), box.width(), 1, look.color("line.subtle"))
        for at, (column, cell) in enumerate(zip(view.table.columns, column_boxes(view.table.columns, box))):
            text, ink = row.cells[at], row.ink if at == 0 else "text.secondary"
            if at == 0:
                image = pixmap(row.icon, "text.secondary", 16, view.devicePixelRatioF())
                painter.drawPixmap(QPoint(cell.left(), cell.center().y() + 1 - px(8)), image)
                cell = cell.adjusted(px(ICON), 0, 0, 0)
            paint_cell(painter, cell, text, "body" if at == 0 else "small", ink, right=column.right)
        if option.state & QStyle.StateFlag.State_HasFocus and view.property("keyboard"):
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(look.color("focus.ring"), 2))
            painter.drawRect(box.adjusted(1, 1, -1, -2))
        painter.restore()


def paint_cell(painter: QPainter, box: QRect, text: str, role: str, token: str, *, right: bool) -> None:
    look = theme()
    painter.setFont(look.font(role))
    painter.setPen(look.color(token))
    shown = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, box.width())
    side = Qt.AlignmentFlag.AlignRight if right else Qt.AlignmentFlag.AlignLeft
    painter.drawText(box, side | Qt.AlignmentFlag.AlignVCenter, shown)


class TableHead(QWidget):
    """The names of the columns, as wide as the rows below."""

    def __init__(self, table: TableList, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._table = table
        table.table.modelReset.connect(self.update)
        theme().changed.connect(self._measure)
        self._measure()

    def _measure(self) -> None:
        self.setFixedHeight(px(HEAD))
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter, columns = QPainter(self), self._table.table.columns
        room = QRect(0, 0, self._table.viewport().width(), self.height())
        for column, box in zip(columns, column_boxes(columns, room)):
            paint_cell(painter, box, column.title, "small", "text.secondary", right=column.right)
        painter.fillRect(0, self.height() - 1, self.width(), 1, theme().color("line.default"))


class TableList(QListView):
    """`confirmed` with a row on Enter or a double click, `deleteWanted` on Delete."""

    confirmed = Signal(object)
    deleteWanted = Signal()
    selectionMoved = Signal()

    def __init__(self, parent: QWidget | None = None, *, many: bool = False) -> None:
        super().__init__(parent)
        self.table = TableModel(self)
        self.setModel(self.table)
        self.setItemDelegate(TableDelegate(self))
        self.setUniformItemSizes(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setMouseTracking(True)
        mode = QAbstractItemView.SelectionMode
        self.setSelectionMode(mode.ExtendedSelection if many else mode.SingleSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.viewport().setAutoFillBackground(False)
        self.selectionModel().selectionChanged.connect(lambda _new, _old: self.selectionMoved.emit())
        self.doubleClicked.connect(lambda index: self.confirmed.emit(index.data(ROW_ROLE)))
        theme().changed.connect(self.scheduleDelayedItemsLayout)

    def fill(self, columns: Sequence[Column], rows: Sequence[TableRow]) -> None:
        """New rows; what was selected stays selected where it is still there."""
        chosen = {row.key for row in self.chosen()}
        self.table.fill(columns, rows)
        for at, row in enumerate(rows):
            if row.key in chosen:
                flag = QItemSelectionModel.SelectionFlag.Select
                self.selectionModel().select(self.table.index(at), flag)
        self.selectionMoved.emit()

    def chosen(self) -> list[TableRow]:
        """The selected rows from the top."""
        return [self.table.rows[index.row()] for index in sorted(self.selectedIndexes())]

    def keyPressEvent(self, event: QKeyEvent) -> None:
        self.setProperty("keyboard", True)
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.currentIndex().isValid():
            self.confirmed.emit(self.currentIndex().data(ROW_ROLE))
        elif event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.deleteWanted.emit()
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.setProperty("keyboard", False)
        super().mousePressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        self.setProperty("keyboard", event.reason() != Qt.FocusReason.MouseFocusReason)
        super().focusInEvent(event)
