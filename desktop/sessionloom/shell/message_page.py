"""A page in the centre that is no conversation: nothing chosen, reading, refused, cannot open."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from sessionloom.shell.banner import BannerButton
from sessionloom.shell.controls import FlatButton, Panel, px
from sessionloom.shell.labels import WrapLabel
from sessionloom.theme.icons import pixmap
from sessionloom.theme.theme import theme


class PageIcon(QWidget):
    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._what: tuple[str, str] | None = None
        theme().changed.connect(self.updateGeometry)

    def set_icon(self, what: tuple[str, str] | None) -> None:
        self._what = what
        self.setVisible(what is not None)
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(px(20), px(20))

    def paintEvent(self, _event: QPaintEvent) -> None:
        if self._what is not None:
            name, token = self._what
            QPainter(self).drawPixmap(QPoint(0, 0), pixmap(name, token, 20, self.devicePixelRatioF()))


class MessagePage(Panel):
    """An icon, a claim, what is safe and what to do, and buttons."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("bg.surface", parent)
        self.icon = PageIcon(self)
        self.claim = WrapLabel("title", parent=self)
        self.detail = WrapLabel("body", "secondary", parent=self)
        self.detail.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._buttons = QHBoxLayout()
        self._buttons.setSpacing(px(8))
        self._column = QWidget(self)
        column = QVBoxLayout(self._column)
        column.setContentsMargins(0, px(72), 0, px(24))
        column.setSpacing(px(8))
        for widget in (self.icon, self.claim, self.detail):
            column.addWidget(widget)
        column.addSpacing(px(8))
        column.addLayout(self._buttons)
        column.addStretch(1)
        row = QHBoxLayout(self)
        row.addStretch(1)
        row.addWidget(self._column)
        row.addStretch(1)

    def resizeEvent(self, event) -> None:  # type: ignore[no-untyped-def]
        self._column.setFixedWidth(min(px(560), max(px(300), self.width() - px(48))))
        super().resizeEvent(event)

    def show_message(
        self,
        claim: str,
        detail: str = "",
        *,
        icon: tuple[str, str] | None = None,
        buttons: tuple[BannerButton, ...] = (),
    ) -> None:
        self.icon.set_icon(icon)
        self.claim.setText(claim)
        self.detail.setText(detail)
        self.detail.setVisible(bool(detail))
        while self._buttons.count():
            widget = self._buttons.takeAt(0).widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        for spec in buttons:
            button = FlatButton(spec.text, parent=self)
            button.clicked.connect(lambda _checked=False, it=spec: it.act())
            self._buttons.addWidget(button)
        self._buttons.addStretch(1)
