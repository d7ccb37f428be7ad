"""Bugs and links: what is shown when something broke, and before anything is opened outside."""

from __future__ import annotations

import logging

from PySide6.QtCore import QCoreApplication, QObject, Qt, QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QWidget

from sessionloom.bridge.tasks import TaskRunner
from sessionloom.dialogs.text_panel import TextPanel
from sessionloom.models.titles import visible_text
from sessionloom.shell.banner import BannerButton
from sessionloom.shell.crash import report_of
from sessionloom.shell.pages import copy_text

log = logging.getLogger(__name__)
SAFE_SCHEMES = {"http", "https", "mailto"}


class Trouble(QObject):
    """`bug` may be called from any thread. `reports` are those of this run."""

    _bug = Signal(str)

    def __init__(self, window: QWidget, runner: TaskRunner) -> None:
        super().__init__(window)
        self._window = window
        self._panel: TextPanel | None = None
        self.reports: list[str] = []
        self._bug.connect(self._show_report, Qt.ConnectionType.QueuedConnection)
        runner.bug.connect(self.bug)

    def bug(self, error: BaseException) -> None:
        text = report_of(error)
        log.error("bug\n%s", text)
        self.reports.append(text)
        self._bug.emit(text)

    def show_last_crash(self, text: str) -> None:
        translate = QCoreApplication.translate
        self._show(
            translate("Trouble", "Sessionloom ended unexpectedly last time"),
            translate("Trouble", "Your sessions were not changed. This report holds no content of them."),
            text,
        )

    def _show_report(self, text: str) -> None:
        translate = QCoreApplication.translate
        self._show(
            translate("Trouble", "Something in Sessionloom broke"),
            translate(
                "Trouble",
                "Your sessions were not changed. You can go on; the report holds no content of them.",
            ),
            text,
        )

    def _show(self, title: str, sentence: str, text: str) -> None:
        if self._panel is not None:  # one report at a time: the first is the cause
            return
        panel = self._panel = TextPanel(
            self._window,
            title,
            sentence=sentence,
            text=text,
            buttons=(
                BannerButton(QCoreApplication.translate("Trouble", "Copy report"), lambda: copy_text(text)),
            ),
        )
        panel.closed.connect(self._closed)
        panel.open()

    def _closed(self) -> None:
        self._panel = None

    def ask_about_link(self, url: str) -> None:
        """A link out of a log shows its whole target before anything opens."""
        translate = QCoreApplication.translate
        target = QUrl(url)
        shown = visible_text(url[:4000])
        buttons = [BannerButton(translate("Trouble", "Copy address"), lambda: copy_text(url))]
        if target.isValid() and target.scheme().lower() in SAFE_SCHEMES:

            def open_it() -> None:
                panel.close_panel()
                QDesktopServices.openUrl(target)

            buttons.insert(0, BannerButton(translate("Trouble", "Open in browser"), open_it))
        panel = TextPanel(
            self._window,
            translate("Trouble", "A link in the log"),
            sentence=translate("Trouble", "It was written by a program or a model. Nothing has been opened."),
            text=shown,
            buttons=tuple(buttons),
        )
        panel.open()
