"""The diagnosis banner, and the bar for notices that belong to the whole window. Neither is modal."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from PySide6.QtCore import QCoreApplication, QPoint, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from sessionloom.shell.controls import FlatButton, Panel, px
from sessionloom.shell.labels import WrapLabel
from sessionloom.theme.icons import pixmap
from sessionloom.theme.theme import theme

TINTS = {
    "ok": ("bg.window", "line.default", "ok", "diagnosis.ok"),
    "checking": ("bg.window", "line.default", "text.tertiary", "diagnosis.info"),
    "info": ("accent.tint", "line.default", "accent", "diagnosis.info"),
    "read-only": ("accent.tint", "line.default", "accent", "diagnosis.readOnly"),
    "repaired": ("accent.tint", "line.default", "accent", "diagnosis.repaired"),
    "damaged": ("warn.tint", "warn.line", "warn", "diagnosis.damaged"),
    "refused": ("error.tint", "error.line", "error", "diagnosis.refused"),
    "warn": ("warn.tint", "warn.line", "warn", "diagnosis.damaged"),
    "error": ("error.tint", "error.line", "error", "diagnosis.error"),
}


@dataclass(frozen=True, slots=True)
class BannerButton:
    text: str
    act: Callable[[], object]


@dataclass(frozen=True, slots=True)
class BannerText:
    """`tint` is a severity or a notice level; `claim` is bold, `where` the line below it."""

    tint: str
    claim: str
    where: str = ""
    buttons: tuple[BannerButton, ...] = field(default=(), compare=False)
    closable: bool = False

    @property
    def offers(self) -> list[str]:
        """The words on the buttons; what they do is no part of a banner's equality."""
        return [button.text for button in self.buttons]


class Banner(Panel):
    """Full width, icon, claim over one line of where, small buttons (look.md section 6)."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("bg.window", parent)
        self._shown: BannerText | None = None
        self._line = "line.default"
        self._icon = ("diagnosis.info", "accent")
        self.claim = WrapLabel("bodyStrong", parent=self)
        self.where = WrapLabel("small", "secondary", parent=self)
        for label in (self.claim, self.where):
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.close_button = FlatButton(icon="action.close", look="quiet", small=True, parent=self)
        self.close_button.clicked.connect(self.dismiss)
        self._buttons: list[FlatButton] = []
        text = QVBoxLayout()
        text.addWidget(self.claim)
        text.addWidget(self.where)
        self._text = text
        self._row = QHBoxLayout(self)
        self._row.addLayout(text, 1)
        self._row.addWidget(self.close_button, 0, Qt.AlignmentFlag.AlignTop)
        theme().changed.connect(self._measure)
        self._measure()
        self.hide()

    @property
    def shown(self) -> BannerText | None:
        return self._shown

    def _measure(self) -> None:
        self._row.setContentsMargins(px(24 + 16 + 12), px(10), px(12), px(10) + 1)
        self._row.setSpacing(px(12))
        self._text.setSpacing(px(2))

    def show_text(self, text: BannerText) -> None:
        if text == self._shown and text.offers == self._shown.offers and not self.isHidden():
            return
        self._shown = text
        background, self._line, ink, icon = TINTS[text.tint]
        self._icon = (icon, ink)
        self.set_token(background)
        self.claim.setText(text.claim)
        self.where.setText(text.where)
        self.where.setVisible(bool(text.where))
        self.close_button.set_hint(QCoreApplication.translate("Banner", "Close"))
        self.close_button.setVisible(text.closable)
        self.setAccessibleName(f"{text.claim}. {text.where}" if text.where else text.claim)
        for button in self._buttons:
            self._row.removeWidget(button)
            button.hide()
            button.deleteLater()
        self._buttons = [self._button(spec) for spec in text.buttons]
        for at, button in enumerate(self._buttons, start=1):
            self._row.insertWidget(at, button, 0, Qt.AlignmentFlag.AlignTop)
        self.show()

    def _button(self, spec: BannerButton) -> FlatButton:
        button = FlatButton(spec.text, small=True, parent=self)
        button.clicked.connect(lambda: spec.act())
        return button

    def dismiss(self) -> None:
        self._shown = None
        self.hide()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = QPainter(self)
        painter.fillRect(0, self.height() - 1, self.width(), 1, theme().color(self._line))
        name, token = self._icon
        line = theme().line("bodyStrong")
        first = self.claim.height() if self.claim.height() < 2 * line else line
        top = self.claim.y() + (first - px(16)) // 2
        painter.drawPixmap(QPoint(px(24), top), pixmap(name, token, 16, self.devicePixelRatioF()))
