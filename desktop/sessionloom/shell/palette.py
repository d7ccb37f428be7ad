"""The command palette: every action and every session by a few letters (look.md section 6)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import (
    QAbstractListModel,
    QCoreApplication,
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPoint,
    QRect,
    QRectF,
    QSize,
    Qt,
)
from PySide6.QtGui import QAction, QFontMetrics, QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QLineEdit,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from sessionloom.shell.controls import px
from sessionloom.shell.floating import FloatingPanel
from sessionloom.shell.labels import paint_key_cap
from sessionloom.theme.icons import follow_icon, pixmap
from sessionloom.theme.theme import theme

MAX_ROWS = 10
MIN_SCORE = 55
Index = QModelIndex | QPersistentModelIndex
ENTRY_ROLE = Qt.ItemDataRole.UserRole + 1


@dataclass(frozen=True, slots=True)
class Entry:
    title: str
    icon: str
    key: str
    act: Callable[[], object]


def ranked(entries: Sequence[Entry], text: str) -> list[Entry]:
    """The best entries for what was typed, best first; the first ones for nothing typed.

    A title that holds every typed word goes before one that is only similar.
    """
    words = text.casefold().split()
    if not words:
        return list(entries[:MAX_ROWS])
    holding = [
        (title.find(words[0]), at)
        for at, title in enumerate(entry.title.casefold() for entry in entries)
        if all(word in title for word in words)
    ]
    order = [at for _place, at in sorted(holding)][:MAX_ROWS]
    if len(order) < MAX_ROWS:
        from rapidfuzz import fuzz, process, utils  # not before somebody types

        titles = [entry.title for entry in entries]
        scored = process.extract(
            text, titles, scorer=fuzz.WRatio, processor=utils.default_process, limit=2 * MAX_ROWS
        )
        taken = set(order)
        order += [at for _title, score, at in scored if score >= MIN_SCORE and at not in taken]
    return [entries[at] for at in order[:MAX_ROWS]]


def matched_spans(title: str, text: str) -> list[tuple[int, int]]:
    """Start and length of the typed words in the title."""
    folded = title.casefold()
    if len(folded) != len(title):
        return []
    found = ((folded.find(word), len(word)) for word in text.casefold().split())
    return sorted((start, length) for start, length in found if start >= 0)


class EntryModel(QAbstractListModel):
    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.entries: list[Entry] = []

    def set_entries(self, entries: list[Entry]) -> None:
        self.beginResetModel()
        self.entries = entries
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        return 0 if parent.isValid() else len(self.entries)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole):  # type: ignore[no-untyped-def]
        if not index.isValid():
            return None
        entry = self.entries[index.row()]
        if role == ENTRY_ROLE:
            return entry
        if role == Qt.ItemDataRole.DisplayRole:
            return entry.title
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{entry.title}, {entry.key}" if entry.key else entry.title
        return None


class EntryDelegate(QStyledItemDelegate):
    """Rows of 32, matched letters 600, key caps right."""

    def __init__(self, palette: CommandPalette) -> None:
        super().__init__(palette)
        self._palette = palette

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        return QSize(0, px(32))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        entry: Entry = index.data(ENTRY_ROLE)
        look = theme()
        box: QRect = option.rect
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(box, look.color("bg.selected"))
        elif option.state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(box, look.color("bg.hover"))
        if entry.icon:
            image = pixmap(entry.icon, "text.secondary", 16, self._palette.devicePixelRatioF())
            painter.drawPixmap(QPoint(box.left() + px(12), box.center().y() + 1 - px(8)), image)
        right = box.right() - px(12)
        if entry.key:
            width = QFontMetrics(look.font("key")).horizontalAdvance(entry.key) + px(10)
            cap = QRectF(right - width, box.center().y() + 1 - px(9), width, px(18))
            paint_key_cap(painter, cap, entry.key)
            right = int(cap.left()) - px(8)
        self._paint_title(painter, box, right, entry.title)
        painter.restore()

    def _paint_title(self, painter: QPainter, box: QRect, right: int, title: str) -> None:
        look = theme()
        painter.setPen(look.color("text.primary"))
        left = box.left() + px(36)
        pieces = _pieces(title, matched_spans(title, self._palette.typed()))
        for text, strong in pieces:
            painter.setFont(look.font("bodyStrong" if strong else "body"))
            metrics = painter.fontMetrics()
            room = right - left
            if room <= 0:
                return
            cut = metrics.elidedText(text, Qt.TextElideMode.ElideRight, room)
            painter.drawText(QRect(left, box.top(), room, box.height()), Qt.AlignmentFlag.AlignVCenter, cut)
            left += metrics.horizontalAdvance(cut)


def _pieces(title: str, spans: list[tuple[int, int]]) -> list[tuple[str, bool]]:
    pieces: list[tuple[str, bool]] = []
    at = 0
    for start, length in spans:
        if start < at:
            continue
        pieces += [(title[at:start], False), (title[start : start + length], True)]
        at = start + length
    return [piece for piece in [*pieces, (title[at:], False)] if piece[0]]


class CommandPalette(FloatingPanel):
    """`supply` gives the entries when the palette opens."""

    def __init__(self, window: QWidget, supply: Callable[[], list[Entry]]) -> None:
        super().__init__(window, top=96, width=560)
        self._supply = supply
        self._all: list[Entry] = []
        self._entries = EntryModel(self)
        self.field = QLineEdit(self)
        icon = QAction(self)
        follow_icon(icon, "action.findInSession", "text.tertiary", 16)
        self.field.addAction(icon, QLineEdit.ActionPosition.LeadingPosition)
        self.list = QListView(self)
        self.list.setFrameShape(QListView.Shape.NoFrame)
        self.list.setUniformItemSizes(True)
        self.list.setMouseTracking(True)
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.viewport().setAutoFillBackground(False)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setModel(self._entries)
        self.list.setItemDelegate(EntryDelegate(self))
        column = QVBoxLayout(self)
        column.setContentsMargins(px(8), px(8), px(8), px(8))
        column.setSpacing(px(6))
        column.addWidget(self.field)
        column.addWidget(self.list, 1)
        self.field.textChanged.connect(lambda _text: self._rank())
        self.field.installEventFilter(self)
        self.list.clicked.connect(lambda index: self._take(index))
        self.retranslate()

    def typed(self) -> str:
        return self.field.text()

    def shown(self) -> list[Entry]:
        return self._entries.entries

    def open(self) -> None:
        self._all = self._supply()
        self.field.clear()
        self._rank()
        self.popup(self.field)

    def sizeHint(self) -> QSize:
        rows = max(1, self._entries.rowCount())
        return QSize(px(560), px(8) * 2 + px(6) + self.field.sizeHint().height() + rows * px(32))

    def retranslate(self) -> None:
        translate = QCoreApplication.translate
        self.field.setPlaceholderText(translate("Palette", "Search or run a command"))
        self.field.setAccessibleName(translate("Palette", "Search or run a command"))
        self.list.setAccessibleName(translate("Palette", "Matches"))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.field and event.type() == QEvent.Type.KeyPress:
            return self._field_key(event)  # type: ignore[arg-type]
        return super().eventFilter(watched, event)

    def _field_key(self, event: QKeyEvent) -> bool:
        step = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}.get(Qt.Key(event.key()))
        if step is not None and self._entries.entries:
            row = (self.list.currentIndex().row() + step) % len(self._entries.entries)
            self.list.setCurrentIndex(self._entries.index(row))
            return True
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._take(self.list.currentIndex())
            return True
        if event.key() == Qt.Key.Key_Escape:
            self.close_panel()
            return True
        return False

    def _rank(self) -> None:
        self._entries.set_entries(ranked(self._all, self.field.text()))
        if self._entries.entries:
            self.list.setCurrentIndex(self._entries.index(0))
        if self.isVisible():
            self.place()

    def _take(self, index: Index) -> None:
        entry: Entry | None = index.data(ENTRY_ROLE) if index.isValid() else None
        self.close_panel()
        if entry is not None:
            entry.act()
