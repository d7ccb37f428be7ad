"""A picture of the window: the same window, offscreen, once its content is there."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QObject, QTimer, Signal
from PySide6.QtWidgets import QApplication

from sessionloom.models.titles import title_of
from sessionloom.shell.application import Application
from sessionloom.shell.core_words import joined
from sessionloom.shell.go_to import is_link
from sessionloom.shell.main_window import Page
from sessionloom.shell.support_text import findings_of

LIMIT_MS = 30_000
LOOK_AGAIN_MS = 20


def refusal(target: Path, paths: Sequence[Path]) -> str:
    """Why no picture of these paths can be drawn into `target`; empty where it can be tried."""
    if not os.path.lexists(target.parent):
        return f"There is no folder {target.parent}. Make it first, or choose another."
    gone = next((path for path in paths if not (is_link(path) or os.path.exists(path))), None)
    return "" if gone is None else f"There is nothing at {gone}."


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
        bench = self._application.bench
        if bench is not None:
            bench.deliver_news()
        if self._application.runner.busy():
            return  # its end starts this anew
        if self._view_at_rest() and not (bench is not None and bench.controller.arriving()):
            self._take()
        else:
            self._settled.start(LOOK_AGAIN_MS)

    def _view_at_rest(self) -> bool:
        """Pictures are asked for when the place where they stand is painted."""
        canvas = self._application.canvas
        canvas.grab()
        return canvas.at_rest()

    def _take(self) -> None:
        self._limit.stop()
        self._settled.stop()
        self._application.runner.idle.disconnect(self._settled.start)
        try:
            self._draw()
        finally:
            self.finished.emit()  # whatever happened, the program ends

    def _draw(self) -> None:
        QApplication.sendPostedEvents()
        picture = self._application.window.grab()
        if not picture.save(str(self._target), "PNG"):
            print(f"The picture could not be written to {self._target}. Choose a folder that can be written.")
            return
        reports = self._application.trouble.reports
        self.code = 1 if reports else 0
        print(self.paragraph(), *reports, sep="\n")

    def paragraph(self) -> str:
        """What the picture shows, in one paragraph, in the language of the window."""
        application, translate = self._application, QCoreApplication.translate
        window, bench = application.window, application.bench
        parts = [f"Sessionloom, {window.width()} x {window.height()}."]
        if bench is None:
            return joined([*parts, window.message_page.claim.text()])
        sources = _counted(
            len(bench.catalog.sources()), translate("Render", "1 source"), translate("Render", "%1 sources")
        )
        sessions = _counted(
            application.sessions.session_count(),
            translate("Render", "1 session"),
            translate("Render", "%1 sessions"),
        )
        text = translate("Render", "The sidebar lists %1 and %2.")
        parts.append(text.replace("%2", sessions).replace("%1", sources))
        parts.append(self._centre())
        if window.notice.shown is not None:
            text = translate("Render", "A notice says: %1")
            parts.append(text.replace("%1", window.notice.shown.claim))
        if window.status.flusher.text():
            said = f"{window.status.flusher_name.text()} {window.status.flusher.text()}"
            parts.append(translate("Render", "The status bar says: %1.").replace("%1", said))
        return joined(parts)

    def _centre(self) -> str:
        application, translate = self._application, QCoreApplication.translate
        window, bench = application.window, application.bench
        info = bench.controller.info if bench is not None else None
        if window.page() is Page.SESSION and info is not None:
            nodes = _counted(
                len(window.canvas.nodes()), translate("Render", "1 node"), translate("Render", "%1 nodes")
            )
            if window.banner.shown is None:
                text = translate("Render", "The session shown is “%1”, %2 loaded.")
            else:
                text = translate("Render", "The session shown is “%1”, %2 loaded; its banner says: %3.")
                text = text.replace("%3", window.banner.shown.claim)
            return text.replace("%2", nodes).replace("%1", title_of(info))
        if window.page() is Page.SUPPORT:
            return self._case()
        if window.page() is Page.FIRST:
            return translate(
                "Render", "The page in the centre offers to open a session folder, a log file or the samples."
            )
        claim = window.message_page.claim.text().rstrip(".\u3002")
        return translate("Render", "The page in the centre says: %1.").replace("%1", claim)

    def _case(self) -> str:
        translate = QCoreApplication.translate
        case = self._application.window.support_page.case
        if case is None:
            return translate("Render", "The page in the centre is still reading what is in the ZIP.")
        text = translate("Render", "The page in the centre shows what is in %1: %2, %3.")
        sessions = _counted(
            len(case.sessions), translate("Render", "1 session"), translate("Render", "%1 sessions")
        )
        findings = _counted(
            len(findings_of(case)), translate("Render", "1 finding"), translate("Render", "%1 findings")
        )
        return text.replace("%3", findings).replace("%2", sessions).replace("%1", Path(case.path).name)


def _counted(count: int, one: str, many: str) -> str:
    return one if count == 1 else many.replace("%1", f"{count:,}")
