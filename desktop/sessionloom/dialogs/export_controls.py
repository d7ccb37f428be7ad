"""A choice with a box that can be checked and a line below that says what it means."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from sessionloom.shell.controls import px
from sessionloom.shell.painted_button import PaintedButton
from sessionloom.theme.icons import pixmap
from sessionloom.theme.theme import theme


class CheckOption(PaintedButton):
    """Painted from the tokens: box, title, and `detail` in small letters below it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._detail = ""
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        theme().changed.connect(self._on_theme)

    def set_texts(self, title: str, detail: str = "") -> None:
        self._detail = detail
        self.setText(title)
        self.setAccessibleName(title)
        self.setAccessibleDescription(detail)
        self._on_theme()

    def sizeHint(self) -> QSize:
        look = theme()
        height = look.line("body") + (look.line("small") if self._detail else 0)
        title = self.fontMetrics().horizontalAdvance(self.text())
        return QSize(px(16 + 10) + max(title, px(140)), height + px(4))

    def minimumSizeHint(self) -> QSize:
        return QSize(px(80), self.sizeHint().height())

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        look = theme()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        size, line = look.size("checkbox"), look.line("body")
        box = QRectF(1, (line - size) / 2 + px(2), size, size).adjusted(0.5, 0.5, -0.5, -0.5)
        on = self.isChecked()
        ring = self.shows_ring()
        edge = "focus.ring" if ring else "accent.solid" if on and self.isEnabled() else "line.control"
        painter.setPen(QPen(look.color(edge), 2 if ring else 1))
        painter.setBrush(look.color("accent.solid" if on and self.isEnabled() else "bg.raised"))
        painter.drawRoundedRect(box, px(4), px(4))
        if on:
            ink = "text.onAccent" if self.isEnabled() else "text.disabled"
            mark = pixmap("toolState.ok", ink, 12, self.devicePixelRatioF())
            painter.drawPixmap(QPoint(round(box.center().x()) - px(6), round(box.center().y()) - px(6)), mark)
        left = size + px(10)
        self._line(
            painter, QRect(left, px(2), self.width() - left, line), self.text(), "body", "text.primary"
        )
        below = QRect(left, px(2) + line, self.width() - left, look.line("small"))
        self._line(painter, below, self._detail, "small", "text.tertiary")

    def _line(self, painter: QPainter, box: QRect, text: str, role: str, token: str) -> None:
        look = theme()
        painter.setFont(look.font(role))
        painter.setPen(look.color(token if self.isEnabled() else "text.disabled"))
        shown = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, box.width())
        painter.drawText(box, Qt.AlignmentFlag.AlignVCenter, shown)

    def _on_theme(self) -> None:
        self.setFont(theme().font("body"))
        self.updateGeometry()
        self.update()
