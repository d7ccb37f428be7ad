"""What goes into an export, entry by entry: name, events, size, and how far it is (picture 07)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QCoreApplication,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPoint,
    QRect,
    QSize,
    Qt,
)
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QListView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from sessionlog.export.entries import ROWS, Plan
from sessionloom.models.titles import visible_text
from sessionloom.shell.controls import px
from sessionloom.sizes import size_text
from sessionloom.theme.icons import pixmap
from sessionloom.theme.theme import theme

ENTRY_ROLE = Qt.ItemDataRole.UserRole + 1
ROW = 30
Index = QModelIndex | QPersistentModelIndex


@dataclass(frozen=True, slots=True)
class EntryRow:
    """`state` is `planned`, `waiting`, `writing`, `written`, `missing` or, for a folder, empty."""

    name: str
    icon: str
    depth: int
    events: int | None
    size: int | None
    state: str
    reason: str = ""


def plan_text(plan: Plan) -> str:
    """How much goes in, and how much could not."""
    translate = QCoreApplication.translate
    text = translate("ExportDialog", "%1 files, %2")
    if len(plan.entries) == 1:
        text = translate("ExportDialog", "1 file, %2")
    text = text.replace("%1", f"{len(plan.entries):,}").replace("%2", size_text(plan.size))
    if plan.missing:
        left = translate("ExportDialog", "%1 could not be included")
        text = f"{text}, {left.replace('%1', f'{len(plan.missing):,}')}"
    return text


def rows_of(plan: Plan) -> list[EntryRow]:
    """The entries under their folders, then what could not be included."""
    translate = QCoreApplication.translate
    rows: list[EntryRow] = []
    folder = ""
    for entry in plan.entries:
        top, slash, rest = entry.name.partition("/")
        if slash and top != folder:
            rows.append(EntryRow(f"{top}/", "source.folder", 0, None, None, ""))
        folder = top if slash else ""
        icon = "node.image" if entry.kind == "media" else "tool.read"
        events = entry.session.events if entry.session is not None else None
        shown = rest if slash else entry.name
        note = (
            translate("ExportDialog", "Written out of a database, row by row")
            if entry.content == ROWS
            else ""
        )
        rows.append(EntryRow(shown, icon, 1 if slash else 0, events, entry.size, "planned", note))
    rows += [
        EntryRow(item.id, "session.ghost", 0, None, None, "missing", item.reason) for item in plan.missing
    ]
    return rows


class EntryModel(QAbstractListModel):
    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.rows: list[EntryRow] = []
        self._places: list[int] = []
        self._done: int | None = None

    def set_plan(self, plan: Plan | None) -> None:
        self.beginResetModel()
        self.rows = [] if plan is None else rows_of(plan)
        self._places = [at for at, row in enumerate(self.rows) if row.state == "planned"]
        self._done = None
        self.endResetModel()

    def set_done(self, done: int | None) -> int:
        """`done` entries are written and the next one is being written; returns the row of that one."""
        self._done = done
        if self.rows:
            self.dataChanged.emit(self.index(0), self.index(len(self.rows) - 1))
        return self._places[min(done, len(self._places) - 1)] if done is not None and self._places else 0

    def state(self, row: int) -> str:
        entry = self.rows[row]
        if entry.state != "planned" or self._done is None:
            return entry.state
        place = self._places.index(row)
        return "written" if place < self._done else "writing" if place == self._done else "waiting"

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        return 0 if parent.isValid() else len(self.rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        row = self.rows[index.row()]
        if role == ENTRY_ROLE:
            return row, self.state(index.row())
        if role == Qt.ItemDataRole.DisplayRole:
            return visible_text(row.name)
        if role == Qt.ItemDataRole.ToolTipRole:
            return visible_text(row.reason or row.name)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            size = "" if row.size is None else size_text(row.size)
            return ", ".join(part for part in (visible_text(row.name), size, state_text(row.state)) if part)
        return None


def state_text(state: str) -> str:
    translate = QCoreApplication.translate
    return {
        "waiting": translate("ExportDialog", "Waiting"),
        "writing": translate("ExportDialog", "Writing"),
        "written": translate("ExportDialog", "Written"),
        "missing": translate("ExportDialog", "Not included"),
    }.get(state, "")


STATE_LOOKS = {
    "waiting": ("toolState.notStarted", "text.tertiary"),
    "writing": ("toolState.running", "running"),
    "written": ("toolState.ok", "ok"),
    "missing": ("diagnosis.damaged", "warn"),
}


class EntryDelegate(QStyledItemDelegate):
    def __init__(self, view: QAbstractItemView) -> None:
        super().__init__(view)
        self._view = view

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        return QSize(0, px(ROW))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row, state = index.data(ENTRY_ROLE)
        look = theme()
        box: QRect = option.rect
        painter.save()
        painter.fillRect(box.left(), box.bottom(), box.width(), 1, look.color("line.subtle"))
        ratio = self._view.devicePixelRatioF()
        left = box.left() + px(12) + row.depth * px(20)
        middle = box.center().y() + 1
        ink = "text.secondary" if state != "missing" else "warn"
        painter.drawPixmap(QPoint(left, middle - px(8)), pixmap(row.icon, ink, 16, ratio))
        columns = column_edges(box)
        name = QRect(left + px(24), box.top(), columns[0] - left - px(32), box.height())
        middle_cut = Qt.TextElideMode.ElideMiddle
        self._text(painter, name, visible_text(row.name), "output", "text.primary", elide=middle_cut)
        right = Qt.AlignmentFlag.AlignRight
        if row.events is not None:
            events = QRect(columns[0], box.top(), columns[1] - columns[0], box.height())
            self._text(painter, events, f"{row.events:,}", "small", "text.secondary", right)
        if row.size is not None:
            size = QRect(columns[1], box.top(), columns[2] - columns[1], box.height())
            self._text(painter, size, size_text(row.size), "small", "text.secondary", right)
        if state in STATE_LOOKS:
            icon, token = STATE_LOOKS[state]
            at = columns[2] + px(16)
            painter.drawPixmap(QPoint(at, middle - px(8)), pixmap(icon, token, 16, ratio))
            words = QRect(at + px(22), box.top(), box.right() - at - px(26), box.height())
            self._text(painter, words, state_text(state), "small", "text.secondary")
        painter.restore()

    @staticmethod
    def _text(
        painter: QPainter,
        box: QRect,
        text: str,
        role: str,
        token: str,
        align: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignLeft,
        elide: Qt.TextElideMode = Qt.TextElideMode.ElideRight,
    ) -> None:
        look = theme()
        painter.setFont(look.font(role))
        painter.setPen(look.color(token))
        shown = painter.fontMetrics().elidedText(text, elide, box.width())
        painter.drawText(box, align | Qt.AlignmentFlag.AlignVCenter, shown)


def column_edges(box: QRect) -> tuple[int, int, int]:
    """Right edges of name, events and size."""
    right = box.right() + 1
    return right - px(270), right - px(190), right - px(110)


class EntryHead(QWidget):
    """The names of the columns."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        theme().changed.connect(self._measure)
        self._measure()

    def _measure(self) -> None:
        self.setFixedHeight(px(ROW))
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        translate = QCoreApplication.translate
        look, painter = theme(), QPainter(self)
        painter.setFont(look.font("small"))
        painter.setPen(look.color("text.secondary"))
        columns, middle = column_edges(self.rect()), Qt.AlignmentFlag.AlignVCenter
        right = Qt.AlignmentFlag.AlignRight | middle
        height = self.height()
        painter.drawText(px(12), 0, columns[0], height, middle, translate("ExportDialog", "Entry"))
        events = QRect(columns[0], 0, columns[1] - columns[0], height)
        painter.drawText(events, right, translate("ExportDialog", "Events"))
        size = QRect(columns[1], 0, columns[2] - columns[1], height)
        painter.drawText(size, right, translate("ExportDialog", "Size"))
        state = QRect(columns[2] + px(16), 0, px(94), height)
        painter.drawText(state, middle, translate("ExportDialog", "State"))
        painter.fillRect(0, height - 1, self.width(), 1, look.color("line.default"))


class EntryList(QListView):
    """Virtual: thousands of entries cost what is visible."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.entries = EntryModel(self)
        self.setModel(self.entries)
        self.setItemDelegate(EntryDelegate(self))
        self.setUniformItemSizes(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        theme().changed.connect(self.scheduleDelayedItemsLayout)
