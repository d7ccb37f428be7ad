"""A floating panel with a title, a text and buttons: reports, shortcuts, about, the question at quitting."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QSize, Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPlainTextEdit, QScrollArea, QVBoxLayout, QWidget

from sessionloom.shell.banner import BannerButton
from sessionloom.shell.controls import FlatButton, px
from sessionloom.shell.floating import FloatingPanel
from sessionloom.shell.labels import KeyCap, LineLabel, WrapLabel
from sessionloom.theme.theme import theme


class TextPanel(FloatingPanel):
    """`sentence` in words, `text` as something to copy, `pairs` as a list with key caps."""

    def __init__(
        self,
        window: QWidget,
        title: str,
        *,
        sentence: str = "",
        text: str = "",
        pairs: list[tuple[str, str]] | None = None,
        buttons: tuple[BannerButton, ...] = (),
        width: int = 560,
    ) -> None:
        super().__init__(window, top=96, width=width)
        self._has_pairs = bool(pairs)
        self.setAccessibleName(title)
        column = QVBoxLayout(self)
        column.setContentsMargins(px(20), px(12), px(20), px(12))
        column.setSpacing(px(10))
        head = QHBoxLayout()
        name = LineLabel("title", parent=self)
        name.setText(title)
        self.close_button = FlatButton(icon="action.close", look="quiet", parent=self)
        self.close_button.set_hint(QCoreApplication.translate("TextPanel", "Close"), "Esc")
        self.close_button.clicked.connect(self.close_panel)
        head.addWidget(name, 1)
        head.addWidget(self.close_button)
        column.addLayout(head)
        if sentence:
            words = WrapLabel("body", "secondary", parent=self)
            words.setText(sentence)
            column.addWidget(words)
        if text:
            column.addWidget(self._text_field(title, text), 1)
        if pairs:
            column.addWidget(self._pair_list(pairs), 1)
        self.buttons: list[FlatButton] = []
        if buttons:
            row = QHBoxLayout()
            row.addStretch(1)
            for number, spec in enumerate(buttons):
                button = FlatButton(spec.text, look="primary" if number == 0 else "normal", parent=self)
                button.clicked.connect(lambda _checked=False, it=spec: it.act())
                row.addWidget(button)
                self.buttons.append(button)
            column.addLayout(row)
        self.closed.connect(self.deleteLater)

    def open(self) -> None:
        self.popup(self.buttons[0] if self.buttons else self.close_button)

    def sizeHint(self) -> QSize:
        hint = super().sizeHint()
        return QSize(hint.width(), px(520)) if self._has_pairs else hint

    def _text_field(self, title: str, text: str) -> QPlainTextEdit:
        field = QPlainTextEdit(text, self)
        field.setReadOnly(True)
        field.setAccessibleName(title)
        field.setFont(theme().font("output"))
        field.setFrameShape(QFrame.Shape.NoFrame)
        field.setMinimumHeight(px(160))
        return field

    def _pair_list(self, pairs: list[tuple[str, str]]) -> QScrollArea:
        inner = QWidget()
        rows = QVBoxLayout(inner)
        rows.setContentsMargins(0, 0, px(8), 0)
        rows.setSpacing(px(6))
        for text, keys in pairs:
            row = QHBoxLayout()
            label = LineLabel("body")
            label.setText(text)
            row.addWidget(label, 1)
            for key in keys.split("\n"):
                row.addWidget(KeyCap(key), 0, Qt.AlignmentFlag.AlignVCenter)
            rows.addLayout(row)
        rows.addStretch(1)
        area = QScrollArea(self)
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setWidget(inner)
        area.viewport().setAutoFillBackground(False)
        inner.setAutoFillBackground(False)
        return area
