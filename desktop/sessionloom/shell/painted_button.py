"""What every button that paints itself shares: hover, and a focus ring that only keys bring."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFocusEvent, QPainter, QPen
from PySide6.QtWidgets import QAbstractButton, QWidget

from sessionloom.theme.theme import theme

_KEYBOARD_REASONS = (
    Qt.FocusReason.TabFocusReason,
    Qt.FocusReason.BacktabFocusReason,
    Qt.FocusReason.ShortcutFocusReason,
)


class PaintedButton(QAbstractButton):
    """Paints again when the pointer comes or goes. The focus ring shows after keyboard use only
    (look.md section 6, Focus)."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._ring = False
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)

    def focusInEvent(self, event: QFocusEvent) -> None:
        self._ring = event.reason() in _KEYBOARD_REASONS
        super().focusInEvent(event)

    def shows_ring(self) -> bool:
        return self._ring and self.hasFocus()

    def paint_ring(self, painter: QPainter, box: QRectF) -> None:
        """The ring around `box`, if it is to be seen now."""
        if not self.shows_ring():
            return
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(theme().color("focus.ring"), 2))
        painter.drawRoundedRect(box, theme().px(6), theme().px(6))
