"""Handing sessions over and taking them in: export, opening a ZIP, the first screen for support."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QCoreApplication, QObject, QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QFileDialog

from sessionloom.bridge.coalescer import Coalescer
from sessionloom.bridge.tasks import Task
from sessionloom.models.titles import visible_text
from sessionloom.shell.banner import BannerButton
from sessionloom.shell.main_window import Page
from sessionloom.shell.pages import copy_text
from sessionloom.shell.works import Work, share_of

if TYPE_CHECKING:
    from sessionlog.access.support import SupportCase
    from sessionlog.export.entries import Written
    from sessionlog.library import Progress, SessionInfo, SourceInfo
    from sessionloom.dialogs.export_dialog import ExportDialog
    from sessionloom.shell.opening import Opening
    from sessionloom.shell.workbench import Workbench


PROGRESS_MS = 50


class Handover(QObject):
    """`ended` says what an export came to."""

    ended = Signal(str)

    def __init__(self, bench: Workbench, opening: Opening, language: Any) -> None:
        """`language` gives the language of the window, `en` or `zh_CN`."""
        super().__init__(bench)
        self._bench = bench
        self._opening = opening
        self._language = language
        self._reading: Task | None = None
        self._asking: QFileDialog | None = None
        self.dialog: ExportDialog | None = None
        page = bench.window.support_page
        page.showWanted.connect(self._show)
        page.reportWanted.connect(self.copy_case_report)
        page.importWanted.connect(self._import)
        page.hashWanted.connect(lambda: copy_text(page.case.sha256 if page.case is not None else ""))
        bench.window.sidebar.sourceChosen.connect(self._source_chosen)
        bench.window.first_page.openZip.connect(self.ask_zip)
        bench.pages.support = self.show_source

    # -- export ----------------------------------------------------------------------------

    def export_shown(self) -> None:
        info = self._bench.controller.info
        if info is not None:
            self.export(info)

    def export(self, info: SessionInfo) -> None:
        """The dialog for a session. One that is writing is shown again instead."""
        if self.dialog is not None and self.dialog.writing():
            self.dialog.open()
            return
        from sessionloom.dialogs.export_dialog import ExportDialog  # not before somebody exports
        from sessionloom.dialogs.export_work import ExportWork

        work = ExportWork(self._bench.library, self._bench.runner, info.ref, self)
        dialog = ExportDialog(self._bench.window, info, work, self._language())
        dialog.finished.connect(partial(self._finished, dialog))
        dialog.broke.connect(self._bench.pages.show_error)
        dialog.destroyed.connect(self._gone)
        dialog.worked.connect(partial(self._worked, dialog))
        dialog.rested.connect(lambda: self._bench.window.status.show_work("export", None))
        self.dialog = dialog
        dialog.open()

    def _worked(self, dialog: ExportDialog, text: str, share: float) -> None:
        """In the status bar, also while the dialog is hidden."""
        self._bench.window.status.show_work("export", Work(text, share, dialog.cancel_writing))

    def _gone(self) -> None:
        self.dialog = None

    def running(self) -> bool:
        return self.dialog is not None and self.dialog.writing()

    def question(self) -> tuple[str, str]:
        """What is to be known before the window closes meanwhile."""
        translate = QCoreApplication.translate
        title = translate("Handover", "An export is running")
        return title, translate("Handover", "It is cancelled when you quit, and leaves no half file.")

    def cancel(self) -> None:
        if self.dialog is not None:
            self.dialog.cancel_writing()

    def _finished(self, dialog: ExportDialog, written: Written) -> None:
        """A hidden dialog says in the window that it is done."""
        translate = QCoreApplication.translate
        self.ended.emit(translate("Handover", "The export is written."))
        if not dialog.isHidden():
            return
        self._bench.pages.show_notice(
            "info",
            translate("Handover", "The export is written."),
            written.path,
            (
                BannerButton(translate("Handover", "Show in folder"), lambda: _show_folder(written.path)),
                BannerButton(translate("Handover", "Copy SHA-256"), lambda: copy_text(written.sha256)),
            ),
        )
        dialog.close_panel()
        dialog.deleteLater()

    # -- ZIPs ------------------------------------------------------------------------------

    def ask_zip(self) -> None:
        translate = QCoreApplication.translate
        dialog = QFileDialog(self._bench.window, translate("Handover", "Open a ZIP"))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.setNameFilters(
            [translate("Handover", "ZIP archives (*.zip)"), translate("Handover", "All files (*)")]
        )
        dialog.setOption(QFileDialog.Option.ReadOnly)
        dialog.fileSelected.connect(self._opening.open_path)
        dialog.finished.connect(dialog.deleteLater)
        self._asking = dialog
        dialog.open()

    def _source_chosen(self, source: int) -> None:
        """A click on a ZIP leads to its first screen, also from one of its sessions."""
        info = self._bench.catalog.source(source)
        if info is not None and info.kind == "zip" and self._bench.controller.ref is not None:
            self._bench.leave_place()
            self._bench.controller.close()

    def show_source(self, source: SourceInfo) -> bool:
        """The first screen of a ZIP; whether there is one for this source."""
        if source.kind != "zip":
            return False
        page = self._bench.window.support_page
        fresh = page.source is None or page.source.id != source.id or page.case is None
        page.show_source(source)
        self._bench.window.show_page(Page.SUPPORT)
        if fresh:
            self._read(source)
        return True

    def can_show_case(self) -> bool:
        source = self._bench.source()
        return source is not None and source.kind == "zip"

    def show_case(self) -> None:
        source = self._bench.source()
        if source is not None:
            self._source_chosen(source.id)
            self.show_source(source)

    def _read(self, source: SourceInfo) -> None:
        self._end_reading()
        told = Coalescer(self, interval_ms=PROGRESS_MS, latest_only=True)
        told.delivered.connect(lambda values: self._reading_on(source, values[-1]))
        self._reading = self._bench.runner.run(
            partial(self._bench.library.support_case, source.id, told.push),
            on_done=partial(self._read_done, source.id),
            owner=self,
            lane="support",
            pass_cancel=True,
        )

    def _reading_on(self, source: SourceInfo, progress: Progress) -> None:
        """How far the reading is, on the page and in the status bar, where it can be given up."""
        if self._reading is None:
            return
        text = QCoreApplication.translate("Handover", "Reading %1, %2 of %3")
        text = text.replace("%1", visible_text(source.name)).replace("%2", f"{progress.done + 1:,}")
        text = text.replace("%3", f"{progress.total:,}")
        self._bench.window.support_page.show_progress(text)
        self._bench.window.status.show_work("case", Work(text, share_of(progress), self._give_up_reading))

    def _give_up_reading(self) -> None:
        self._end_reading()
        self._bench.window.support_page.show_progress(
            QCoreApplication.translate("Handover", "Reading it was cancelled. Reload it to read it again.")
        )

    def _end_reading(self) -> None:
        if self._reading is not None:
            self._reading.cancel()
            self._reading = None
        self._bench.window.status.show_work("case", None)

    def _read_done(self, source: int, case: SupportCase) -> None:
        self._end_reading()
        page = self._bench.window.support_page
        if page.source is not None and page.source.id == source:
            page.show_case(case)

    def copy_case_report(self) -> None:
        case = self._bench.window.support_page.case
        if case is not None:
            from sessionlog.access.support import summary

            copy_text(summary(case))

    def _show(self, info: SessionInfo, seq: int | None) -> None:
        self._bench.go_to_seq(info, seq)

    def _import(self) -> None:
        source = self._bench.window.support_page.source
        if source is not None and source.path is not None:
            self._opening.import_path(source.path)


def _show_folder(path: str) -> None:
    QDesktopServices.openUrl(QUrl.fromLocalFile(str(Path(path).parent)))
