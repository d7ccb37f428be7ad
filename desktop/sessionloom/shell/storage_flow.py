"""The storage page at work: measuring, and the four things that can be done, one at a time."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QCoreApplication, QObject, Qt, QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QFileDialog

from sessionlog.model.errors import SessionlogError
from sessionlog.settings import SETTINGS_NAME
from sessionloom.bridge.coalescer import Coalescer
from sessionloom.dialogs.text_panel import TextPanel
from sessionloom.models.titles import title_of
from sessionloom.shell.banner import BannerButton
from sessionloom.shell.core_words import core_text
from sessionloom.shell.main_window import Page
from sessionloom.shell.preferences import WINDOW_NAME
from sessionloom.shell.storage_page import StoragePage
from sessionloom.shell.works import Work, share_of
from sessionloom.sizes import size_text

if TYPE_CHECKING:
    from sessionlog.access.storage import Checked, Report
    from sessionlog.library import Progress, SessionInfo
    from sessionloom.shell.workbench import Workbench

LANE = "storage"
PROGRESS_MS = 50


class StorageFlow(QObject):
    """`moved` carries the library's new file: it has to be opened anew. `ended` says what is over."""

    moved = Signal(object)
    ended = Signal(str)

    def __init__(self, bench: Workbench) -> None:
        super().__init__(bench)
        self._bench = bench
        self._doing = ""
        self._stopped = False
        self._folder: QFileDialog | None = None
        self.panel: TextPanel | None = None
        self.page = StoragePage()
        bench.window.add_page(Page.STORAGE, self.page)
        self.page.closed.connect(bench.pages.leave_aside)
        self.page.wanted.connect(self.begin)
        self.page.sessionWanted.connect(self._open)
        bench.window.languageChanged.connect(self.page.retranslate)
        self._relay = Coalescer(self, interval_ms=PROGRESS_MS, latest_only=True)
        self._relay.delivered.connect(lambda told: self._progress(told[-1]))

    def running(self) -> bool:
        return bool(self._doing)

    def show(self) -> None:
        self._bench.window.show_page(Page.STORAGE)
        self._bench.window.put_sidebar_away()
        self.page.list.setFocus(Qt.FocusReason.OtherFocusReason)
        self.measure()

    def measure(self) -> None:
        self._bench.runner.run(
            self._bench.library.storage.report,
            on_done=self._measured,
            on_error=self._bench.pages.show_error,
            owner=self,
        )

    def _measured(self, report: Report) -> None:
        self.page.show_report(report)

    def _open(self, info: SessionInfo) -> None:
        self._bench.choose_session(info)

    # -- the four things -------------------------------------------------------------------

    def begin(self, name: str) -> None:
        """What a button asks for; a folder is asked for where one is needed."""
        translate = QCoreApplication.translate
        if name == "backup":
            self._ask_folder(translate("Storage", "Back up the library into a folder"), self.back_up)
        elif name == "move":
            self._ask_folder(translate("Storage", "Move the library into a folder"), self.move)
        elif name == "compact":
            self._start(name, self._bench.library.storage.compact, self._compacted)
        else:
            self._start(name, self._bench.library.storage.check, self._checked)

    def back_up(self, folder: Path) -> None:
        self._start("backup", partial(self._bench.library.storage.back_up, folder), self._backed_up)

    def move(self, folder: Path) -> None:
        along = (SETTINGS_NAME, WINDOW_NAME)
        self._start("move", partial(self._bench.library.storage.move, folder, along), self._has_moved)

    def cancel(self) -> None:
        """Stop at the next step; nothing is left half."""
        self._stopped = True

    def question(self) -> tuple[str, str]:
        """What is to be known before the window closes meanwhile."""
        translate = QCoreApplication.translate
        title = translate("Storage", "%1 is not finished").replace("%1", self._words(self._doing))
        return title, translate("Storage", "It is cancelled when you quit; nothing is left half.")

    def _start(self, name: str, work: Callable[..., Any], done: Callable[[Any], None]) -> None:
        if self._doing:
            return
        from sessionlog.access.storage import Cancelled  # a start does without the store

        self._doing, self._stopped = name, False

        def run() -> Any:
            try:
                return work(progress=self._relay.push, cancel=lambda: self._stopped)
            except Cancelled:
                return None

        self._show(Work(self._words(name), 0.0, self.cancel))
        # Never cancelled as a task: its end must be heard, whatever made it end.
        self._bench.runner.run(
            run, on_done=partial(self._done, done), on_error=self._failed, owner=self, lane=LANE
        )

    def _show(self, work: Work | None) -> None:
        self.page.show_work(work)
        self._bench.window.status.show_work("storage", work)

    def _progress(self, progress: Progress) -> None:
        if self._doing:
            text = self._words(self._doing)
            if progress.bytes_total:
                text += f", {size_text(progress.bytes_done)} / {size_text(progress.bytes_total)}"
            elif progress.total:
                text += f", {progress.done:,} / {progress.total:,}"
            self._show(Work(text, share_of(progress), self.cancel))

    def _done(self, then: Callable[[Any], None], result: Any) -> None:
        name, self._doing = self._doing, ""
        self._show(None)
        if result is None:
            self._say("info", QCoreApplication.translate("Storage", "Cancelled. Nothing is half done."))
        else:
            then(result)
            self._tell_end()
        if name != "move" or result is None:
            self.measure()

    def _tell_end(self) -> None:
        shown = self._bench.window.notice.shown
        self.ended.emit(shown.claim if shown is not None else self.page.title.text())

    def _failed(self, error: BaseException) -> None:
        self._doing = ""
        self._show(None)
        if isinstance(error, SessionlogError):
            self._bench.pages.show_error(error)

    # -- what came of it -------------------------------------------------------------------

    def _compacted(self, back: int) -> None:
        translate = QCoreApplication.translate
        text = translate("Storage", "The library is compact. %1 came back.").replace("%1", size_text(back))
        self._say("info", text)

    def _backed_up(self, path: Path) -> None:
        translate = QCoreApplication.translate
        show = BannerButton(translate("Storage", "Show in folder"), partial(_show_folder, path))
        self._say("info", translate("Storage", "The backup is written and checked."), str(path), (show,))

    def _checked(self, found: Checked) -> None:
        translate = QCoreApplication.translate
        if found.done < found.total:
            text = translate("Storage", "Checked %1 of %2 sessions, then cancelled.")
        elif not found.damaged:
            text = translate("Storage", "All %2 sessions are what was stored.")
        elif len(found.damaged) == 1:
            text = translate("Storage", "1 session of %2 is not what was stored.")
        else:
            text = translate("Storage", "%3 sessions of %2 are not what was stored.")
        for mark, count in (("%1", found.done), ("%2", found.total), ("%3", len(found.damaged))):
            text = text.replace(mark, f"{count:,}")
        if not found.damaged:
            self._say("info", text)
            return
        info, diagnosis = found.damaged[0]
        where = f"“{title_of(info)}”: {core_text(diagnosis.problems[0].message)}"
        remedy = translate("Storage", "Import it again to restore it.")
        show = BannerButton(translate("Storage", "Show"), partial(self._open, info))
        self._say("warn", text, f"{where} {remedy}", (show,))

    def _has_moved(self, path: Path) -> None:
        translate = QCoreApplication.translate
        panel = self.panel = TextPanel(
            self._bench.window,
            translate("Storage", "The library is moved"),
            sentence=translate(
                "Storage", "It lies in its new folder, checked, and is found from there at every start."
            ),
            text=str(path),
            buttons=(
                BannerButton(translate("Storage", "Start again from there"), lambda: panel.close_panel()),
            ),
        )
        panel.closed.connect(partial(self.moved.emit, path))
        panel.open()

    def _say(self, tint: str, claim: str, where: str = "", buttons: tuple[BannerButton, ...] = ()) -> None:
        self._bench.pages.show_notice(tint, claim, where, buttons)

    @staticmethod
    def _words(name: str) -> str:
        translate = QCoreApplication.translate
        return {
            "compact": translate("Storage", "Compacting"),
            "backup": translate("Storage", "Backing up"),
            "move": translate("Storage", "Moving the library"),
            "check": translate("Storage", "Checking"),
        }[name]

    def _ask_folder(self, title: str, then: Callable[[Path], None]) -> None:
        dialog = QFileDialog(self._bench.window, title)
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        dialog.fileSelected.connect(lambda folder: then(Path(folder)))
        dialog.finished.connect(dialog.deleteLater)
        self._folder = dialog
        dialog.open()


def _show_folder(path: Path) -> None:
    QDesktopServices.openUrl(QUrl.fromLocalFile(str(path.parent)))
