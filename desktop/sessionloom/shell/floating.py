"""A floating panel without a scrim: line, radius 10, one blurred shadow. Esc closes it; nothing blocks."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QGraphicsDropShadowEffect, QWidget

from sessionloom.shell.controls import px
from sessionloom.theme.theme import theme


class FloatingPanel(QWidget):
    """A child of the window, above everything else in it; the focus goes back where it came from."""

    closed = Signal()

    def __init__(self, window: QWidget, top: int, width: int) -> None:
        super().__init__(window)
        self._top = top
        self._wanted_width = width
        self._before: QWidget | None = None
        self._shadow = QGraphicsDropShadowEffect(self)
        self.setGraphicsEffect(self._shadow)
        window.installEventFilter(self)
        theme().changed.connect(self._on_theme)
        self._on_theme()
        self.hide()

    def popup(self, focus: QWidget) -> None:
        self._before = self.window().focusWidget()
        self.place()
        self.show()
        self.raise_()
        focus.setFocus(Qt.FocusReason.PopupFocusReason)

    def place(self) -> None:
        """As high as its content at its width; in a low window it moves up before it loses height."""
        window = self.parentWidget()
        margin = px(24)
        width = min(px(self._wanted_width), window.width() - px(32))
        height = min(self._height_for(width), window.height() - 2 * margin)
        top = min(px(self._top), window.height() - height - margin)
        self.setGeometry((window.width() - width) // 2, top, width, height)

    def _height_for(self, width: int) -> int:
        layout = self.layout()
        if layout is not None and layout.hasHeightForWidth():
            return layout.totalHeightForWidth(width)
        return self.sizeHint().height()

    def event(self, event: QEvent) -> bool:
        done = super().event(event)
        # Rows that were added, or say more: the layout of a child widget cannot enlarge it.
        if event.type() == QEvent.Type.LayoutRequest and self.isVisible():
            self.place()
        return done

    def close_panel(self) -> None:
        if self.isHidden():
            return
        self.hide()
        if self._before is not None and self._before.isVisible():
            self._before.setFocus(Qt.FocusReason.PopupFocusReason)
        self.closed.emit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and self.isVisible():
            self.place()
        return super().eventFilter(watched, event)

    def retranslate(self) -> None:
        """Say everything anew; a panel that can be open while the language changes has something here."""

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
        super().changeEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.close_panel()
            return
        super().keyPressEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        look = theme()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(look.color("line.strong"), 1))
        painter.setBrush(look.color("bg.raised"))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), px(10), px(10))

    def _on_theme(self) -> None:
        shade = theme().color("shadow")
        shade.setAlphaF(0.2 if theme().mode == "light" else 0.55)
        self._shadow.setColor(shade)
        self._shadow.setBlurRadius(px(48))
        self._shadow.setOffset(0, px(16))
        self.update()
