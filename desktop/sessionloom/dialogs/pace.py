"""How long work will still take, from how far it is."""

from __future__ import annotations

import time
from collections.abc import Callable

from PySide6.QtCore import QCoreApplication

LEAST_SECONDS = 1.0
LEAST_SHARE = 0.02


class Pace:
    """Started by the first call. `clock` gives seconds."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._began: float | None = None

    def restart(self) -> None:
        self._began = self._clock()

    def left(self, done: float, total: float) -> float | None:
        """Seconds left; `None` while too little is known to say."""
        if self._began is None:
            self.restart()
            return None
        assert self._began is not None
        passed = self._clock() - self._began
        if passed < LEAST_SECONDS or total <= 0 or done < total * LEAST_SHARE:
            return None
        return passed * max(0.0, total - done) / done


def left_text(seconds: float | None) -> str:
    """`about 2 s left`, `about 3 min left`; empty where nobody knows."""
    if seconds is None:
        return ""
    if seconds < 90:
        text = QCoreApplication.translate("Pace", "about %1 s left")
        return text.replace("%1", str(max(1, round(seconds))))
    return QCoreApplication.translate("Pace", "about %1 min left").replace("%1", f"{round(seconds / 60):,}")
