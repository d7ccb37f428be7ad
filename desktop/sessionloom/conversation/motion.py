"""What moves: the spinner while one is visible, the fading mark of a jump. Nothing else does."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QElapsedTimer, QObject, QTimer

from sessionloom.conversation.painting import Scene
from sessionloom.theme.theme import Theme

FLASH_MS = 600
FRAME_MS = 33
SPINNER_STEPS = 12


class Motion(QObject):
    """Both end by themselves. With reduced motion neither moves, only seconds count."""

    def __init__(self, scene: Scene, theme: Theme, repaint: Callable[[], None], parent: QObject) -> None:
        super().__init__(parent)
        self._scene = scene
        self._theme = theme
        self._repaint = repaint
        self._spinner = QTimer(self)
        self._spinner.setInterval(1000 // SPINNER_STEPS)
        self._spinner.timeout.connect(self._turn)
        self._seconds = QTimer(self)
        self._seconds.setInterval(1000)
        self._seconds.timeout.connect(repaint)
        self._flash = QTimer(self)
        self._flash.setInterval(FRAME_MS)
        self._flash.timeout.connect(self._fade)
        self._since = QElapsedTimer()

    def painted(self) -> None:
        """After a paint: the spinner turns as long as one is on the viewport, and seconds count."""
        if not (self._scene.counting and self._reduced()):
            self._seconds.stop()
        elif not self._seconds.isActive():
            self._seconds.start()
        if self._scene.spinning and not self._reduced():
            if not self._spinner.isActive():
                self._spinner.start()
        else:
            self._spinner.stop()

    def turning(self) -> bool:
        return self._spinner.isActive()

    def flash(self, node_key: str) -> None:
        """Marks the target of a jump and lets the mark fade."""
        if self._reduced():
            return
        self._scene.flash_key, self._scene.flash_strength = node_key, 1.0
        self._since.start()
        self._flash.start()
        self._repaint()

    def settle(self) -> None:
        """Any input ends the fading."""
        if self._flash.isActive():
            self._flash.stop()
            self._scene.flash_key, self._scene.flash_strength = "", 0.0
            self._repaint()

    def _reduced(self) -> bool:
        return self._theme.duration("flash") == 0

    def _turn(self) -> None:
        self._scene.state.spinner = (self._scene.state.spinner + 1) % SPINNER_STEPS
        self._repaint()

    def _fade(self) -> None:
        left = 1 - self._since.elapsed() / FLASH_MS
        if left <= 0:
            self.settle()
            return
        self._scene.flash_strength = left**3  # OutCubic
        self._repaint()
