"""One field for what a person calls a session; its log keeps its own title."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from sessionloom.shell.controls import FlatButton, px
from sessionloom.shell.floating import FloatingPanel
from sessionloom.shell.labels import LineLabel, WrapLabel

LONGEST = 200


class RenamePanel(FloatingPanel):
    """`renamed` carries the new name; an empty one gives back the title of the log."""

    renamed = Signal(str)

    def __init__(self, window: QWidget, name: str, title: str) -> None:
        """`name` is what it is called now, `title` what its log says, both perhaps empty."""
        super().__init__(window, top=96, width=440)
        translate = QCoreApplication.translate
        heading = LineLabel("title", parent=self)
        heading.setText(translate("Rename", "Rename session"))
        self.setAccessibleName(heading.text())
        self.close_button = FlatButton(icon="action.close", look="quiet", parent=self)
        self.close_button.set_hint(translate("Rename", "Close"), "Esc")
        self.field = QLineEdit(name, self)
        self.field.setMaxLength(LONGEST)
        self.field.setPlaceholderText(title)
        self.field.setAccessibleName(translate("Rename", "Name of the session"))
        note = WrapLabel("small", "tertiary", parent=self)
        note.setText(
            translate(
                "Rename",
                "The name stands beside the log, which is not changed. Leave it empty for the log's title.",
            )
        )
        self.cancel = FlatButton(translate("Rename", "Cancel"), parent=self)
        self.accept = FlatButton(translate("Rename", "Rename"), look="primary", parent=self)
        head, foot = QHBoxLayout(), QHBoxLayout()
        head.addWidget(heading, 1)
        head.addWidget(self.close_button)
        foot.addStretch(1)
        foot.addWidget(self.cancel)
        foot.addWidget(self.accept)
        column = QVBoxLayout(self)
        column.setContentsMargins(px(20), px(12), px(20), px(12))
        column.setSpacing(px(10))
        column.addLayout(head)
        column.addWidget(self.field)
        column.addWidget(note)
        column.addLayout(foot)
        for button in (self.close_button, self.cancel):
            button.clicked.connect(self.close_panel)
        self.accept.clicked.connect(self._accept)
        self.field.returnPressed.connect(self._accept)
        self.closed.connect(self.deleteLater)

    def open(self) -> None:
        self.popup(self.field)
        self.field.selectAll()

    def _accept(self) -> None:
        text = self.field.text()
        self.close_panel()
        self.renamed.emit(text)
