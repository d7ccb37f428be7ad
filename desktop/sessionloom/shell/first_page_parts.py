"""The pieces of the first page: big rows, cards, the emblem."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from sessionloom.shell.controls import px
from sessionloom.shell.labels import paint_key_cap
from sessionloom.shell.painted_button import PaintedButton
from sessionloom.theme.icons import emblem, pixmap
from sessionloom.theme.theme import theme


class BigRow(PaintedButton):
    """A row of 56: icon, name over a line, key cap."""

    def __init__(self, icon: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icon = icon
        self._line = ""
        self._key = ""
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme().changed.connect(self.updateGeometry)

    def set_texts(self, name: str, line: str, key: str) -> None:
        self.setText(name)
        self._line, self._key = line, key
        self.setAccessibleName(name)
        self.setAccessibleDescription(line)
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(px(360), px(56))

    def needed(self) -> list[tuple[str, int, int]]:
        """Both texts with the width that each needs and the width that there is for it."""
        look = theme()
        room = self._text_right() - px(49)
        return [
            (text, QFontMetrics(look.font(role)).horizontalAdvance(text), room)
            for text, role in ((self.text(), "bodyStrong"), (self._line, "small"))
        ]

    def _text_right(self) -> int:
        if not self._key:
            return self.width() - px(15)
        return self.width() - px(15) - self._cap_width() - px(8)

    def _cap_width(self) -> int:
        return QFontMetrics(theme().font("key")).horizontalAdvance(self._key) + px(10)

    def paintEvent(self, _event: QPaintEvent) -> None:
        look = theme()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(self.rect())
        if self.isDown() or self.underMouse():
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(look.color("bg.pressed" if self.isDown() else "bg.hover"))
            painter.drawRoundedRect(box.adjusted(1, 1, -1, -1), px(5), px(5))
        image = pixmap(self._icon, "accent", 20, self.devicePixelRatioF())
        painter.drawPixmap(QPoint(px(15), (self.height() - px(20)) // 2), image)
        left, right = px(49), self._text_right()
        if self._key:
            cap = QRectF(right + px(8), (self.height() - px(18)) / 2, self._cap_width(), px(18))
            paint_key_cap(painter, cap, self._key)
        middle = self.height() // 2
        painter.setFont(look.font("bodyStrong"))
        painter.setPen(look.color("text.primary"))
        name = painter.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, right - left)
        painter.drawText(left, middle - px(18), right - left, px(18), Qt.AlignmentFlag.AlignVCenter, name)
        painter.setFont(look.font("small"))
        painter.setPen(look.color("text.tertiary"))
        line = painter.fontMetrics().elidedText(self._line, Qt.TextElideMode.ElideRight, right - left)
        painter.drawText(left, middle, right - left, px(18), Qt.AlignmentFlag.AlignVCenter, line)
        self.paint_ring(painter, box.adjusted(1, 1, -1, -1))


class Card(QWidget):
    """A frame of radius 6 with hairlines between its rows."""

    def __init__(self, token: str = "bg.raised", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._token = token
        self._rows: list[QWidget] = []
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        theme().changed.connect(self.update)

    def add(self, row: QWidget) -> None:
        self._rows.append(row)
        self.layout().addWidget(row)

    def paintEvent(self, _event: QPaintEvent) -> None:
        look = theme()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(look.color("line.default"), 1))
        painter.setBrush(look.color(self._token))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), px(6), px(6))
        for row in self._rows[1:]:
            painter.fillRect(1, row.y(), self.width() - 2, 1, look.color("line.default"))


class EmblemSpot(QWidget):
    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        theme().changed.connect(self._measure)
        self._measure()

    def _measure(self) -> None:
        self.setFixedSize(px(88), px(88))
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        QPainter(self).drawPixmap(0, 0, emblem(88, self.devicePixelRatioF()))
