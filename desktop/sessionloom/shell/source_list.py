"""The sources in the sidebar: the library and what else is open, with counts."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

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
    Signal,
)
from PySide6.QtGui import QFontMetrics, QPainter, QPen
from PySide6.QtWidgets import (
    QAbstractItemView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from sessionloom.models.titles import visible_text
from sessionloom.shell.controls import px
from sessionloom.shell.list_view import SideList
from sessionloom.shell.session_row_delegate import GAP, MARGIN, PADDING, SLOT, card, right_margin
from sessionloom.theme.icons import pixmap
from sessionloom.theme.theme import theme

if TYPE_CHECKING:
    from sessionlog.library import SourceInfo

SOURCE_ROLE = Qt.ItemDataRole.UserRole + 1
MAX_ROWS = 6
KIND_ICONS = {
    "library": "source.library",
    "folder": "source.folder",
    "zip": "source.zip",
    "samples": "action.openSamples",
}

Index = QModelIndex | QPersistentModelIndex


def source_title(info: SourceInfo) -> str:
    """`Library`, `Samples`, or the path as a person writes it."""
    if info.kind == "library":
        return QCoreApplication.translate("SourceList", "Library")
    if info.kind == "samples":
        return QCoreApplication.translate("SourceList", "Samples")
    if info.kind == "zip":
        return visible_text(info.name)
    return visible_text(short_path(info.path) if info.path else info.name)


def is_locked(info: SourceInfo) -> bool:
    """An archive never changes under us; a library may be one that this person cannot write."""
    return info.kind == "zip" or (info.kind == "library" and info.read_only)


def short_path(path: str) -> str:
    """`path` with the home folder as `~`."""
    home = str(Path.home())
    return "~" + path[len(home) :] if path == home or path.startswith(home.rstrip("/") + "/") else path


class SourceListModel(QAbstractListModel):
    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._sources: list[SourceInfo] = []

    def set_sources(self, sources: list[SourceInfo]) -> None:
        self.beginResetModel()
        self._sources = list(sources)
        self.endResetModel()

    def index_of(self, source: int) -> QModelIndex:
        for row, info in enumerate(self._sources):
            if info.id == source:
                return self.index(row)
        return QModelIndex()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        return 0 if parent.isValid() else len(self._sources)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        info = self._sources[index.row()]
        if role == SOURCE_ROLE:
            return info
        if role == Qt.ItemDataRole.DisplayRole:
            return source_title(info)
        if role == Qt.ItemDataRole.ToolTipRole:
            return info.path or ""
        if role == Qt.ItemDataRole.AccessibleTextRole:
            count = QCoreApplication.translate("SourceList", "%1 sessions").replace(
                "%1", f"{info.sessions:,}"
            )
            locked = [QCoreApplication.translate("SourceList", "read-only")] if is_locked(info) else []
            return ", ".join([source_title(info), count, *locked])
        return None


class SourceDelegate(QStyledItemDelegate):
    def __init__(self, view: QAbstractItemView) -> None:
        super().__init__(view)
        self._view = view

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        return QSize(0, min(theme().size("sessionRow"), px(30)))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        info: SourceInfo = index.data(SOURCE_ROLE)
        look = theme()
        box: QRect = option.rect
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        fill = None
        if option.state & QStyle.StateFlag.State_Selected:
            fill = "bg.pressed"
        elif option.state & QStyle.StateFlag.State_MouseOver:
            fill = "bg.hover"
        if fill is not None:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(look.color(fill))
            painter.drawRoundedRect(card(box, self._view), px(6), px(6))
        left = box.left() + px(MARGIN + PADDING)
        size = px(SLOT)
        missing = info.state == "missing"
        icon = KIND_ICONS.get(info.kind, "tool.read")
        image = pixmap(icon, "warn" if missing else "text.tertiary", SLOT, self._view.devicePixelRatioF())
        painter.drawPixmap(QPoint(left, box.center().y() + 1 - size // 2), image)
        left += size + px(GAP)
        right = box.right() + 1 - right_margin(self._view) - px(PADDING)
        right = self._paint_count(painter, box, right, info)
        font = look.font("body")
        painter.setFont(font)
        painter.setPen(look.color("text.tertiary" if missing else "text.primary"))
        mode = Qt.TextElideMode.ElideMiddle if info.path else Qt.TextElideMode.ElideRight
        text = QFontMetrics(font).elidedText(source_title(info), mode, right - left)
        painter.drawText(
            QRect(left, box.top(), right - left + 1, box.height()), Qt.AlignmentFlag.AlignVCenter, text
        )
        if option.state & QStyle.StateFlag.State_HasFocus and self._view.property("keyboard"):
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(look.color("focus.ring"), 2))
            painter.drawRoundedRect(card(box, self._view).adjusted(1, 1, -1, -1), px(6), px(6))
        painter.restore()

    def _paint_count(self, painter: QPainter, box: QRect, right: int, info: SourceInfo) -> int:
        words = {
            "missing": QCoreApplication.translate("SourceList", "not there"),
            "reading": QCoreApplication.translate("SourceList", "reading"),
        }
        count = words.get(info.state, f"{info.sessions:,}")
        font = theme().font("small")
        width = QFontMetrics(font).horizontalAdvance(count)
        painter.setFont(font)
        painter.setPen(theme().color("text.tertiary"))
        painter.drawText(
            QRect(right - width - 1, box.top(), width + 1, box.height()), Qt.AlignmentFlag.AlignVCenter, count
        )
        right -= width + px(8)
        if is_locked(info):
            image = pixmap("session.readOnly", "text.tertiary", 14, self._view.devicePixelRatioF())
            painter.drawPixmap(QPoint(right - px(14), box.center().y() + 1 - px(14) // 2), image)
            right -= px(14 + 6)
        return right


class SourceList(SideList):
    """As high as its rows, up to six; then it scrolls."""

    sourceChosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._sources = SourceListModel(self)
        self.setItemDelegate(SourceDelegate(self))
        self.setModel(self._sources)
        self.chosen.connect(lambda index: self.sourceChosen.emit(index.data(SOURCE_ROLE).id))
        theme().changed.connect(self._fit)

    def set_sources(self, sources: list[SourceInfo], current: int | None) -> None:
        self._sources.set_sources(sources)
        self._fit()
        if current is not None:
            self.set_current(current)

    def set_current(self, source: int) -> None:
        index = self._sources.index_of(source)
        if index.isValid():
            self.setCurrentIndex(index)

    def _fit(self) -> None:
        rows = max(1, min(self._sources.rowCount(), MAX_ROWS))
        self.setFixedHeight(rows * min(theme().size("sessionRow"), px(30)))
