"""A list view of the sidebar: hover, keyboard ring after keyboard use only, context menu by key."""

from __future__ import annotations

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QListView, QWidget

from sessionloom.theme.theme import theme
from sessionloom.times import time_style

UNIFORM_FROM = 1500


class SideList(QListView):
    """`chosen` with a row that was clicked or confirmed by key; `currentMoved` when another row, or the
    list itself, has the keyboard."""

    chosen = Signal(QModelIndex)
    menuWanted = Signal(QModelIndex, object)
    currentMoved = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setMouseTracking(True)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.customContextMenuRequested.connect(self._ask_for_menu)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.viewport().setAutoFillBackground(False)  # the sidebar's own surface shows through
        theme().changed.connect(self._on_theme)
        time_style().changed.connect(self.viewport().update)

    def setModel(self, model: QAbstractItemModel | None) -> None:
        super().setModel(model)
        if model is not None:
            model.modelReset.connect(self._fit_many_rows)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        self.setProperty("keyboard", True)
        adds = event.key() == Qt.Key.Key_Space and _selects_more(event)
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space) and not adds:
            if self.currentIndex().isValid():
                self.chosen.emit(self.currentIndex())
            return
        super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.setProperty("keyboard", False)
        super().mousePressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        index = self.indexAt(event.position().toPoint())
        if event.button() == Qt.MouseButton.LeftButton and index.isValid() and not _selects_more(event):
            self.chosen.emit(index)

    def focusInEvent(self, event: QFocusEvent) -> None:
        self.setProperty("keyboard", event.reason() != Qt.FocusReason.MouseFocusReason)
        super().focusInEvent(event)
        self.currentMoved.emit()

    def currentChanged(
        self, current: QModelIndex | QPersistentModelIndex, previous: QModelIndex | QPersistentModelIndex
    ) -> None:
        super().currentChanged(current, previous)
        self.currentMoved.emit()

    def _ask_for_menu(self, at) -> None:  # type: ignore[no-untyped-def]
        index = self.indexAt(at)
        if index.isValid():
            self.menuWanted.emit(index, self.viewport().mapToGlobal(at))

    def _fit_many_rows(self) -> None:
        """With many rows, one height for all: asking each for its size would stop the window."""
        model = self.model()
        self.setUniformItemSizes(model is not None and model.rowCount() > UNIFORM_FROM)

    def _on_theme(self) -> None:
        self.scheduleDelayedItemsLayout()
        self.viewport().update()


def _selects_more(event: QKeyEvent | QMouseEvent) -> bool:
    """With Ctrl or Shift a row is added to what is selected, and nothing is opened."""
    keys = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    return bool(event.modifiers() & keys)
