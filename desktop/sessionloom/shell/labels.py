"""Labels of the frame: one line that elides, text that wraps, key caps, hairlines."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from sessionloom.models.titles import split_number
from sessionloom.shell.controls import px
from sessionloom.theme.theme import theme


class LineLabel(QLabel):
    """One line of plain text in a type role and a colour token.

    It elides at `elide`; a title that ends in `(N)` elides before that. What is cut off shows in
    the tooltip. Text out of logs is never read as markup.
    """

    def __init__(
        self,
        role: str = "body",
        token: str = "text.primary",
        *,
        elide: Qt.TextElideMode = Qt.TextElideMode.ElideRight,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._role = role
        self._token = token
        self._elide = elide
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        theme().changed.connect(self._on_theme)
        self._on_theme()

    def set_token(self, token: str) -> None:
        self._token = token
        self.update()

    def sizeHint(self) -> QSize:
        width = QFontMetrics(self.font()).horizontalAdvance(self.text())
        return QSize(width + 2, theme().line(self._role))

    def minimumSizeHint(self) -> QSize:
        least = 0 if self._elide is not Qt.TextElideMode.ElideNone else self.sizeHint().width()
        return QSize(min(least or px(24), self.sizeHint().width()), theme().line(self._role))

    def setText(self, text: str) -> None:
        super().setText(text)
        self.updateGeometry()
        self._tell_whole()

    def resizeEvent(self, event) -> None:  # type: ignore[no-untyped-def]
        super().resizeEvent(event)
        self._tell_whole()

    def _tell_whole(self) -> None:
        """What is cut off shows in the tooltip."""
        whole = QFontMetrics(self.font()).horizontalAdvance(self.text()) <= self.width()
        self.setToolTip("" if whole else self.text())

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setFont(self.font())
        painter.setPen(theme().color(self._token))
        shown = elided(self.text(), QFontMetrics(self.font()), self.width(), self._elide)
        painter.drawText(self.rect(), self.alignment() | Qt.AlignmentFlag.AlignVCenter, shown)

    def _on_theme(self) -> None:
        self.setFont(theme().font(self._role))
        self.updateGeometry()
        self.update()


def elided(
    text: str, metrics: QFontMetrics, width: int, mode: Qt.TextElideMode = Qt.TextElideMode.ElideRight
) -> str:
    """`text` cut to `width` px; `(N)` at its end stays whole (look.md section 6)."""
    if metrics.horizontalAdvance(text) <= width:
        return text
    stem, number = split_number(text)
    if not number or mode is not Qt.TextElideMode.ElideRight:
        return metrics.elidedText(text, mode, width)
    tail = f" {number}"
    return metrics.elidedText(stem, mode, max(0, width - metrics.horizontalAdvance(tail))) + tail


class WrapLabel(QLabel):
    """Plain text over several lines; `tone` is `secondary`, `tertiary` or nothing."""

    def __init__(self, role: str = "body", tone: str = "", *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._role = role
        if tone:
            self.setProperty("tone", tone)  # the style sheet knows its colour
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(True)
        theme().changed.connect(self._on_theme)
        self._on_theme()

    def _on_theme(self) -> None:
        self.setFont(theme().font(self._role))


class KeyCap(QLabel):
    """A shortcut as a key cap, 11/16 in a frame of radius 4."""

    def __init__(self, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        theme().changed.connect(self._on_theme)
        self._on_theme()

    def sizeHint(self) -> QSize:
        width = QFontMetrics(self.font()).horizontalAdvance(self.text())
        return QSize(width + px(10), px(18))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, _event: QPaintEvent) -> None:
        if self.text():
            paint_key_cap(QPainter(self), QRectF(self.rect()), self.text())

    def _on_theme(self) -> None:
        self.setFont(theme().font("key"))
        self.updateGeometry()
        self.update()


def paint_key_cap(painter: QPainter, box: QRectF, text: str) -> None:
    look = theme()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(look.color("line.default"), 1))
    painter.setBrush(look.color("bg.window"))
    painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), px(4), px(4))
    painter.setFont(look.font("key"))
    painter.setPen(look.color("text.tertiary"))
    painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)


class Line(QWidget):
    """A hairline, horizontal or vertical, in a line token."""

    def __init__(
        self,
        *,
        vertical: bool = False,
        token: str = "line.default",
        length: int = 0,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._token = token
        if vertical:
            self.setFixedWidth(1)
        else:
            self.setFixedHeight(1)
        theme().changed.connect(self.update)

    def paintEvent(self, _event: QPaintEvent) -> None:
        QPainter(self).fillRect(self.rect(), theme().color(self._token))
