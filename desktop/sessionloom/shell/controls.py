"""The buttons of the frame, painted from the tokens."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetrics,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from sessionloom.shell.painted_button import PaintedButton
from sessionloom.theme.icons import pixmap
from sessionloom.theme.theme import theme


def px(value: float) -> int:
    """`value` px at 100 % as px at the current zoom."""
    return theme().px(value)


class FlatButton(PaintedButton):
    """A button painted from the tokens.

    `look` is `normal`, `primary`, `quiet` (no frame) or `link`. Without a text it is an icon
    button and needs `set_hint`, which names it for the tooltip and for screen readers. `ink` is
    another colour token for the text, `trailing` a small icon after it.
    """

    def __init__(
        self,
        text: str = "",
        *,
        icon: str = "",
        look: str = "normal",
        small: bool = False,
        ink: str = "",
        trailing: str = "",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._look = look
        self._small = small
        self._icon_key = icon
        self._ink = ink
        self._trailing = trailing
        self.setText(text)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor if look == "link" else Qt.CursorShape.ArrowCursor)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        theme().changed.connect(self._on_theme)

    def set_hint(self, text: str, shortcut: str = "") -> None:
        """Tooltip with the shortcut, and the accessible name."""
        self.setToolTip(f"{text} ({shortcut})" if shortcut else text)
        self.setAccessibleName(text)

    def sizeHint(self) -> QSize:
        look = theme()
        height = look.size("buttonSmall" if self._small else "button")
        if not self.text():
            return QSize(height, height)
        metrics = QFontMetrics(self._font())
        width = metrics.horizontalAdvance(self.text())
        if self._look == "link":
            return QSize(width + 4, height)
        padding = px(8 if self._small or self._look == "quiet" else 12)
        if self._icon_key:
            width += px(16 + 6)
        if self._trailing:
            width += px(14 + 2)
        return QSize(width + 2 * padding, height)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        fill, line, ink = self._colours()
        if fill is not None or line is not None:
            painter.setPen(QPen(line, 1) if line is not None else Qt.PenStyle.NoPen)
            painter.setBrush(fill if fill is not None else Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(box, px(6), px(6))
        self._paint_content(painter, ink)
        self.paint_ring(painter, box.adjusted(0.5, 0.5, -0.5, -0.5))

    def _paint_content(self, painter: QPainter, ink: str) -> None:
        look = theme()
        ratio = self.devicePixelRatioF()
        size = px(16)
        if not self.text():
            image = pixmap(self._icon_key, ink, 16, ratio)
            painter.drawPixmap(QPoint((self.width() - size) // 2, (self.height() - size) // 2), image)
            return
        font = self._font()
        width = QFontMetrics(font).horizontalAdvance(self.text())
        gap = size + px(6) if self._icon_key else 0
        after = px(14 + 2) if self._trailing else 0
        left = (self.width() - width - gap - after) // 2
        if self._icon_key:
            painter.drawPixmap(
                QPoint(left, (self.height() - size) // 2), pixmap(self._icon_key, ink, 16, ratio)
            )
        painter.setFont(font)
        painter.setPen(look.color(ink))
        painter.drawText(
            QRect(left + gap, 0, width + 2, self.height()), Qt.AlignmentFlag.AlignVCenter, self.text()
        )
        if self._trailing:
            image = pixmap(self._trailing, ink, 14, ratio)
            painter.drawPixmap(QPoint(left + gap + width + px(2), (self.height() - px(14)) // 2 + 1), image)

    def _colours(self) -> tuple[QColor | None, QColor | None, str]:
        look = theme()
        hovered = self.isEnabled() and self.underMouse()
        ink = "text.primary" if self.isEnabled() else "text.disabled"
        if self._look == "link":
            return None, None, "accent" if self.isEnabled() else "text.disabled"
        if self._look == "primary" and self.isEnabled():
            solid = look.color("accent.solidHover" if hovered else "accent.solid")
            return solid, solid, "text.onAccent"
        pressed = self.isEnabled() and (self.isDown() or self.isChecked())
        fill = look.color("bg.pressed") if pressed else look.color("bg.hover") if hovered else None
        if self._look == "quiet":
            quiet = "text.primary" if self.text() or pressed or hovered else "text.secondary"
            quiet = self._ink or quiet
            return fill, None, quiet if self.isEnabled() else ink
        return fill or look.color("bg.raised"), look.color("line.strong"), ink

    def _font(self) -> QFont:
        look = theme()
        font = look.font("small" if self._small or self._look == "link" else "body")
        if not self._ink:
            font.setWeight(QFont.Weight.Medium)
        return font

    def _on_theme(self) -> None:
        self.updateGeometry()
        self.update()


class Panel(QWidget):
    """A plain surface filled with a background token."""

    def __init__(self, token: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._token = token
        theme().changed.connect(self.update)

    def set_token(self, token: str) -> None:
        self._token = token
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        QPainter(self).fillRect(self.rect(), theme().color(self._token))
