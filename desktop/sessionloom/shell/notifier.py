"""A word of the desktop when long work ends while the window is in the background."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QApplication, QSystemTrayIcon, QWidget

from sessionloom.theme.icons import application_icon

SHOWN_MS = 10_000


class Notifier(QObject):
    """The window asks for attention; where the desktop shows messages, it also says what ended.

    `told` carries the text whenever something was said.
    """

    told = Signal(str)

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self._tray: QSystemTrayIcon | None = None
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(SHOWN_MS)
        self._timer.timeout.connect(self._take_away)

    def ended(self, text: str) -> None:
        """Something that took long is over. Whoever looks at the window sees it there."""
        if self._window.isActiveWindow():
            return
        QApplication.alert(self._window)
        if QSystemTrayIcon.isSystemTrayAvailable() and QSystemTrayIcon.supportsMessages():
            self._show(text)
        self.told.emit(text)

    def _show(self, text: str) -> None:
        if self._tray is None:
            self._tray = QSystemTrayIcon(application_icon(), self)
            self._tray.messageClicked.connect(self._come)
        self._tray.show()
        self._tray.showMessage(
            QApplication.applicationDisplayName(), text, QSystemTrayIcon.MessageIcon.NoIcon, SHOWN_MS
        )
        self._timer.start()

    def _come(self) -> None:
        self._window.raise_()
        self._window.activateWindow()
        self._take_away()

    def _take_away(self) -> None:
        if self._tray is not None:
            self._tray.hide()
