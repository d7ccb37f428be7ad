"""A picture of the window: the same window, offscreen, once its content is there."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QApplication

from sessionloom.models.titles import title_of
from sessionloom.shell.application import Application
from sessionloom.shell.main_window import Page

LIMIT_MS = 30_000


class Render(QObject):
    """Waits for signals: the library, the lists, the session, and that no task is under way.

    `code` is 0 when the picture was written.
    """

    finished = Signal()

    def __init__(self, application: Application, target: Path, size: tuple[int, int]) -> None:
        super().__init__(application)
        self._application = application
        self._target = target
        self.code = 1
        self._settled = QTimer(self)
        self._settled.setSingleShot(True)
        self._settled.setInterval(0)
        self._settled.timeout.connect(self._take_when_idle)
        self._limit = QTimer(self)
        self._limit.setSingleShot(True)
        self._limit.setInterval(LIMIT_MS)
        self._limit.timeout.connect(self._take)
        application.window.resize(*size)
        application.runner.idle.connect(self._settled.start)

    def begin(self) -> None:
        self._limit.start()
        if self._application.runner.busy() == 0:
            self._settled.start()

    def _take_when_idle(self) -> None:
        if self._application.bench is not None:
            self._application.bench.bus.flush()  # may hand in more work
        if self._application.runner.busy() == 0:
            self._take()

    def _take(self) -> None:
        self._limit.stop()
        self._application.runner.idle.disconnect(self._settled.start)
        try:
            self._draw()
        finally:
            self.finished.emit()  # whatever happened, the program ends

    def _draw(self) -> None:
        QApplication.sendPostedEvents()
        picture = self._application.window.grab()
        if not self._save(picture):
            print(f"The picture could not be written to {self._target}. Choose a folder that can be written.")
            return
        reports = self._application.trouble.reports
        self.code = 1 if reports else 0
        print(self.paragraph(), *reports, sep="\n")

    def _save(self, picture: QPixmap) -> bool:
        try:
            self._target.parent.mkdir(parents=True, exist_ok=True)
        except OSError:
            return False
        return picture.save(str(self._target), "PNG")

    def paragraph(self) -> str:
        """What the picture shows, in one paragraph."""
        application = self._application
        window, bench = application.window, application.bench
        parts = [f"Sessionloom, {window.width()} x {window.height()}."]
        if bench is None:
            parts.append(window.message_page.claim.text())
            return " ".join(parts)
        sources = len(bench.catalog.sources())
        parts.append(
            f"The sidebar lists {_counted(sources, 'source')} and "
            f"{_counted(application.sessions.session_count(), 'session')}."
        )
        parts.append(self._centre())
        if window.notice.shown is not None:
            parts.append(f"A notice says: {window.notice.shown.claim}")
        status = window.status.flusher.text()
        if status:
            parts.append(f"The status bar says: {window.status.flusher_name.text()} {status}.")
        return " ".join(parts)

    def _centre(self) -> str:
        application = self._application
        window, bench = application.window, application.bench
        info = bench.controller.info if bench is not None else None
        if window.page() is Page.SESSION and info is not None:
            text = f"The session shown is \u201c{title_of(info)}\u201d, "
            text += f"{_counted(len(window.canvas.nodes()), 'node')} loaded"
            banner = window.banner.shown
            return text + (f"; its banner says: {banner.claim}." if banner is not None else ".")
        if window.page() is Page.FIRST:
            return "The page in the centre offers to open a session folder, a log file or the samples."
        return f"The page in the centre says: {window.message_page.claim.text().rstrip('.')}."


def _counted(count: int, word: str) -> str:
    return f"{count:,} {word}" + ("" if count == 1 else "s")
