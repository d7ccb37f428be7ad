"""Ways to open and import: dialogs, drops, arguments, samples; and what is said when an import ends."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QCoreApplication, QObject, QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QFileDialog

from sessionloom.models.imports import count_results
from sessionloom.shell.banner import BannerButton
from sessionloom.shell.core_words import core_text, joined
from sessionloom.shell.places import samples_folder
from sessionloom.shell.works import import_work

if TYPE_CHECKING:
    from sessionlog.library import ImportResult, SessionInfo
    from sessionloom.shell.workbench import Workbench


class Opening(QObject):
    """`opened` names a path that was opened, for the list of recent ones; `ended` what an import did."""

    opened = Signal(str)
    ended = Signal(str)

    def __init__(self, bench: Workbench) -> None:
        super().__init__(bench)
        self._bench = bench
        self._dialog: QFileDialog | None = None
        window = bench.window
        window.dropped.connect(lambda paths: self.open_paths(paths))
        window.first_page.openFolder.connect(self.ask_folder)
        window.first_page.openFile.connect(self.ask_file)
        window.first_page.openSamples.connect(self.open_samples)
        window.first_page.lookInside.connect(lambda path: self.open_path(path))
        window.first_page.importWanted.connect(lambda path: self.import_path(path))
        bench.imports.progressed.connect(
            lambda progress: window.status.show_work("import", import_work(progress, bench.imports.cancel))
        )
        bench.imports.ended.connect(self._import_ended)
        bench.imports.failed.connect(bench.pages.show_error)

    def open_path(self, path: str, *, show: bool = True) -> None:
        """Read a place in place. Without `show` it is only listed."""
        self.opened.emit(str(Path(path).absolute()))
        self._bench.open_path(Path(path).absolute(), show=show)

    def open_paths(self, paths: Iterable[str], *, show: bool = True) -> None:
        for path in paths:
            self.open_path(path, show=show)

    def open_samples(self) -> None:
        self._bench.open_path(samples_folder())

    def ask_folder(self) -> None:
        self._ask(
            QCoreApplication.translate("Opening", "Open a session folder"),
            QFileDialog.FileMode.Directory,
            self.open_path,
        )

    def ask_file(self) -> None:
        self._ask(
            QCoreApplication.translate("Opening", "Open a log file"),
            QFileDialog.FileMode.ExistingFile,
            self.open_path,
        )

    def ask_import(self) -> None:
        self._ask(
            QCoreApplication.translate("Opening", "Import a session folder into the library"),
            QFileDialog.FileMode.Directory,
            self.import_path,
        )

    def import_path(self, path: str) -> None:
        self._bench.imports.add(Path(path))

    def import_session(self, info: SessionInfo) -> None:
        if info.artifact is not None:
            self.import_path(info.artifact)

    def show_in_folder(self, info: SessionInfo) -> None:
        if info.artifact is not None:
            QDesktopServices.openUrl(QUrl.fromLocalFile(str(Path(info.artifact).parent)))

    def _ask(self, title: str, mode: QFileDialog.FileMode, then: Callable[[str], Any]) -> None:
        """A dialog that does not hold up the event loop."""
        dialog = QFileDialog(self._bench.window, title)
        dialog.setFileMode(mode)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly, mode is QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ReadOnly)
        dialog.fileSelected.connect(then)
        dialog.finished.connect(dialog.deleteLater)
        self._dialog = dialog
        dialog.open()

    def _import_ended(self, results: list[ImportResult], cancelled: bool) -> None:
        bench = self._bench
        bench.window.status.show_work("import", None)
        bench.monitor.look()
        bench.catalog.refresh_sources()
        if results or cancelled:
            claim = import_summary(results, cancelled)
            refused = [result for result in results if result.result in {"skipped", "conflict"}]
            bench.pages.show_notice(
                "warn" if refused else "info", claim, _first_reason(refused), self._result_buttons(results)
            )
            self.ended.emit(claim)

    def _result_buttons(self, results: list[ImportResult]) -> tuple[BannerButton, ...]:
        taken = [result.ref for result in results if result.ref is not None]
        if not taken:
            return ()

        def show() -> None:
            self._bench.window.notice.dismiss()
            self._bench.choose_source(
                taken[0].source,
                lambda sessions: next((info for info in sessions if info.ref in taken), None),
            )

        return (BannerButton(QCoreApplication.translate("Opening", "Show in library"), show),)


def import_summary(results: list[ImportResult], cancelled: bool) -> str:
    """What an import did, in numbers."""
    translate = QCoreApplication.translate
    counts = count_results(results)
    taken = counts["added"] + counts["updated"] + counts["replaced"]
    pieces = []
    if taken == 1:
        pieces.append(translate("Opening", "Imported 1 session."))
    elif taken or not counts["unchanged"]:
        pieces.append(translate("Opening", "Imported %1 sessions.").replace("%1", f"{taken:,}"))
    if counts["unchanged"] == 1:
        pieces.append(translate("Opening", "1 was there already, unchanged."))
    elif counts["unchanged"]:
        text = translate("Opening", "%1 were there already, unchanged.")
        pieces.append(text.replace("%1", f"{counts['unchanged']:,}"))
    left = counts["skipped"] + counts["conflict"]
    if left == 1:
        pieces.append(translate("Opening", "1 was left out."))
    elif left:
        pieces.append(translate("Opening", "%1 were left out.").replace("%1", f"{left:,}"))
    if cancelled:
        pieces.insert(0, translate("Opening", "Cancelled. What was imported stays."))
    return joined(pieces)


def _first_reason(refused: list[ImportResult]) -> str:
    if not refused or not refused[0].reason:
        return ""
    return f"{Path(refused[0].path).name}: {core_text(refused[0].reason)}"
