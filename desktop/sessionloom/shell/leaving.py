"""Closing the window: one question while something is queued or running, none otherwise."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QCoreApplication, QObject, Signal
from PySide6.QtGui import QCloseEvent

from sessionloom.dialogs.text_panel import TextPanel
from sessionloom.shell.banner import BannerButton
from sessionloom.shell.places import PlaceKeeper

if TYPE_CHECKING:
    from sessionloom.shell.preferences import Preferences
    from sessionloom.shell.workbench import Workbench


class LongWork(Protocol):
    """Something beside imports that may be under way when the window is closed."""

    def running(self) -> bool: ...

    def question(self) -> tuple[str, str]:
        """What is under way, and what becomes of it."""
        ...

    def cancel(self) -> None: ...


class Leaving(QObject):
    """`left` when the window may close and has."""

    left = Signal()

    def __init__(self, bench: Workbench, preferences: Preferences, works: Sequence[LongWork] = ()) -> None:
        super().__init__(bench)
        self._works = works
        self._bench = bench
        self._preferences = preferences
        self._sure = False
        self._panel: TextPanel | None = None
        self._keeper = PlaceKeeper(bench, preferences, self)

    def asked_to_close(self, event: QCloseEvent) -> None:
        question = None if self._sure else self.question()
        if question is None:
            self._preferences.remember(self._bench)
            event.accept()
            self.left.emit()
            return
        event.ignore()
        if self._panel is None:
            self._ask(*question)

    def question(self) -> tuple[str, str] | None:
        """What is under way, and what becomes of it; `None` where nothing is."""
        translate = QCoreApplication.translate
        self._bench.monitor.look()
        status = self._bench.monitor.status
        for work in self._works:
            if work.running():
                return work.question()
        if self._bench.imports.running():
            return (
                translate("Leaving", "An import is running"),
                translate(
                    "Leaving",
                    "What was imported stays. The rest can be imported again; nothing is left half.",
                ),
            )
        if status is not None and status.waiting:
            text = (
                translate("Leaving", "1 event is not saved yet.")
                if status.waiting == 1
                else translate("Leaving", "%1 events are not saved yet.").replace("%1", f"{status.waiting:,}")
            )
            return (
                text,
                translate(
                    "Leaving", "They are kept in a file beside the library and saved at the next start."
                ),
            )
        return None

    def _ask(self, title: str, sentence: str) -> None:
        translate = QCoreApplication.translate
        panel = TextPanel(
            self._bench.window,
            title,
            sentence=sentence,
            buttons=(
                BannerButton(translate("Leaving", "Stay"), lambda: panel.close_panel()),
                BannerButton(translate("Leaving", "Quit"), self._leave),
            ),
            width=440,
        )
        self._panel = panel
        panel.closed.connect(self._stayed)
        panel.open()

    def _stayed(self) -> None:
        self._panel = None

    def _leave(self) -> None:
        self._sure = True
        self._bench.imports.cancel()
        for work in self._works:
            if work.running():
                work.cancel()
        self._bench.window.close()
