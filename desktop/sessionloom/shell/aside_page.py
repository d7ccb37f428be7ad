"""A page beside the sessions: title over facts, buttons at the right, Esc leads back."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from sessionloom.shell.controls import FlatButton, Panel, px
from sessionloom.shell.labels import Line, LineLabel
from sessionloom.theme.theme import theme


class AsidePage(Panel):
    """`closed` when the person leaves it. Subclasses fill `body`."""

    closed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("bg.surface", parent)
        self.title = LineLabel("title", parent=self)
        self.facts = LineLabel("small", "text.tertiary", parent=self)
        self.close_button = FlatButton(icon="action.close", look="quiet", parent=self)
        self.close_button.clicked.connect(self.closed)
        self._head = Panel("bg.surface", self)
        self._names = QVBoxLayout()
        self._names.addStretch(1)
        self._names.addWidget(self.title)
        self._names.addWidget(self.facts)
        self._names.addStretch(1)
        self._head_row = QHBoxLayout(self._head)
        self._head_row.addLayout(self._names, 1)
        self._head_row.addWidget(self.close_button)
        self.body = QVBoxLayout()
        self.body.setContentsMargins(0, 0, 0, 0)
        self.body.setSpacing(0)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._head)
        column.addWidget(Line(parent=self))
        column.addLayout(self.body, 1)
        theme().changed.connect(self._measure_head)
        self._measure_head()

    def add_buttons(self, *buttons: FlatButton) -> None:
        """Buttons of the head, before the one that closes."""
        for button in buttons:
            self._head_row.insertWidget(self._head_row.count() - 1, button)

    def _measure_head(self) -> None:
        self._head.setFixedHeight(px(56))
        self._names.setSpacing(px(2))
        self._head_row.setContentsMargins(px(24), 0, px(12), 0)
        self._head_row.setSpacing(px(6))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
        else:
            super().keyPressEvent(event)

    def retranslate(self) -> None:
        self.close_button.set_hint(QCoreApplication.translate("AsidePage", "Close"), "Esc")
