"""A fork from the first wish to its undo: preview, dialog, child, notice."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QCoreApplication, QObject, Signal
from PySide6.QtWidgets import QFileDialog

from sessionlog.lineage.cut import ForkRefused
from sessionloom.bridge.coalescer import Coalescer
from sessionloom.dialogs.fork_words import refusal
from sessionloom.dialogs.text_panel import TextPanel
from sessionloom.models.navigation import Visit
from sessionloom.shell.banner import BannerButton
from sessionloom.shell.works import Work, share_of
from sessionloom.sizes import size_text

if TYPE_CHECKING:
    from sessionlog.access.forking import Forked
    from sessionlog.library import Progress, SessionInfo, SessionRef
    from sessionlog.lineage.preview import ForkPreview
    from sessionloom.bridge.tasks import Task
    from sessionloom.dialogs.fork_dialog import ForkDialog
    from sessionloom.shell.workbench import Workbench


PROGRESS_MS = 50


class ForkFlow(QObject):
    """One fork at a time. Nothing is written before the person says so. `ended` when one is made."""

    ended = Signal(str)

    def __init__(self, bench: Workbench) -> None:
        super().__init__(bench)
        self._bench = bench
        self._asked: tuple[SessionRef, int | None, bool] | None = None
        self._task: Task | None = None
        self._making = False
        self._stopped = False
        self._relay = Coalescer(self, interval_ms=PROGRESS_MS, latest_only=True)
        self._relay.delivered.connect(lambda told: self._progress(told[-1]))
        self._folder: QFileDialog | None = None
        self.dialog: ForkDialog | None = None
        self.refused: TextPanel | None = None
        canvas = bench.window.canvas
        canvas.forkRequested.connect(self.from_node)

    # -- the wish --------------------------------------------------------------------------

    def from_here(self) -> None:
        """From the current message of the shown session (F)."""
        self.from_node(self._bench.current_node())

    def from_node(self, node_key: str) -> None:
        controller = self._bench.controller
        node = controller.node(node_key) or controller.last_node()
        if controller.info is not None:
            self.ask(controller.info.ref, None if node is None else node.seq)

    def from_session(self, info: SessionInfo) -> None:
        """From the end of a session's last completed turn."""
        self.ask(info.ref, None)

    def ask(self, ref: SessionRef, at: int | None, *, exact: bool = False) -> None:
        if self._task is not None:
            self._task.cancel()
        self._asked = (ref, at, exact)
        self._task = self._bench.runner.run(
            partial(self._bench.library.fork_preview, ref, at, exact=exact, progress=self._relay.push),
            on_done=self._previewed,
            on_error=self._failed,
            owner=self,
        )

    def _previewed(self, preview: ForkPreview) -> None:
        self._rest()
        from sessionloom.dialogs.fork_dialog import ForkDialog  # not before somebody forks

        if self.dialog is None:
            self.dialog = ForkDialog(self._bench.window)
            self.dialog.created.connect(self._create)
            self.dialog.fileWanted.connect(self._ask_folder)
            self.dialog.exactWanted.connect(self._other_cut)
            self.dialog.closed.connect(self._closed)
        self.dialog.set_busy(False)
        self.dialog.show_preview(preview)

    def _closed(self) -> None:
        self.cancel()
        if self.dialog is not None:
            self.dialog.deleteLater()
            self.dialog = None

    def _other_cut(self, exact: bool) -> None:
        if self._asked is not None:
            self.ask(self._asked[0], self._asked[1], exact=exact)

    def _failed(self, error: BaseException) -> None:
        self._rest()
        if self.dialog is not None:
            self.dialog.set_busy(False)
        if isinstance(error, ForkRefused) and error.code.endswith("cancelled"):
            return
        if isinstance(error, ForkRefused):
            title, why = refusal(error)
            self.refused = TextPanel(self._bench.window, title, sentence=why)
            self.refused.closed.connect(self._forget_refusal)
            self.refused.open()
        else:
            self._bench.pages.show_error(error)

    def _forget_refusal(self) -> None:
        self.refused = None

    # -- the deed --------------------------------------------------------------------------

    def _create(self, title: str) -> None:
        if self._asked is None:
            return
        ref, at, exact = self._asked
        self._making, self._stopped = True, False
        # Never cancelled as a task: a child that is there must be heard of.
        self._bench.runner.run(
            partial(
                self._bench.library.fork,
                ref,
                at,
                exact=exact,
                title=title or None,
                progress=self._relay.push,
                cancel=lambda: self._stopped,
            ),
            on_done=self._made,
            on_error=self._failed,
            owner=self,
            lane="library",
        )

    def running(self) -> bool:
        return self._making

    def cancel(self) -> None:
        """Give up a fork that is being made; there is no child then."""
        self._stopped = True

    def question(self) -> tuple[str, str]:
        """What is to be known before the window closes meanwhile."""
        translate = QCoreApplication.translate
        title = translate("Fork", "A fork is being made")
        return title, translate("Fork", "It is cancelled when you quit; then there is no fork.")

    def _progress(self, progress: Progress) -> None:
        """A parent that is only opened is read to its end, and kept in the library, first."""
        if self._task is None and not self._making:
            return
        translate = QCoreApplication.translate
        text = translate("Fork", "Reading the session")
        if self._making:
            text = translate("Fork", "Keeping the parent in the library")
        if progress.bytes_total:
            text += f", {size_text(progress.bytes_done)} / {size_text(progress.bytes_total)}"
        share = share_of(progress)
        if self.dialog is not None:
            self.dialog.show_progress(text, share)
        self._bench.window.status.show_work("fork", Work(text, share, self._give_up))

    def _give_up(self) -> None:
        self.cancel()
        if self._task is not None:
            self._task.cancel()
            self._rest()

    def _rest(self) -> None:
        self._task, self._making = None, False
        self._bench.window.status.show_work("fork", None)
        if self.dialog is not None:
            self.dialog.show_progress("", 0.0)

    def _made(self, made: Forked) -> None:
        self._rest()
        if self.dialog is not None:
            self.dialog.close_panel()
        translate = QCoreApplication.translate
        self._bench.leave_place()
        self._bench.go(Visit(made.ref, None))
        self._bench.pages.show_notice(
            "info",
            translate("Fork", "The fork is made and saved."),
            translate("Fork", "It inherits {0} events.").format(f"{made.inherited_events:,}"),
            (BannerButton(translate("Fork", "Undo"), partial(self.undo, made.ref)),),
        )
        self.ended.emit(translate("Fork", "The fork is made and saved."))

    def undo(self, ref: SessionRef) -> None:
        self._bench.runner.run(
            self._bench.library.undo_fork,
            ref,
            on_done=lambda _none: self._undone(ref),
            on_error=self._bench.pages.show_error,
            owner=self,
            lane="library",
        )

    def _undone(self, ref: SessionRef) -> None:
        bench = self._bench
        bench.window.notice.dismiss()
        if bench.controller.ref == ref:
            bench.controller.close()
        parent = self._asked[0] if self._asked is not None else None
        if parent is not None:
            bench.go(Visit(parent, None))

    # -- as a file -------------------------------------------------------------------------

    def _ask_folder(self, title: str) -> None:
        translate = QCoreApplication.translate
        dialog = QFileDialog(
            self._bench.window, translate("Fork", "Write the fork into a folder or a harness home")
        )
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        dialog.fileSelected.connect(lambda folder: self.write_to(Path(folder), title))
        dialog.finished.connect(dialog.deleteLater)
        self._folder = dialog
        dialog.open()

    def write_to(self, folder: Path, title: str = "") -> None:
        """Write the fork that was asked for as a session log in a folder."""
        if self._asked is None:
            return
        ref, at, exact = self._asked
        self._bench.runner.run(
            partial(self._bench.library.forking.to_folder, ref, folder, at, exact=exact, title=title or None),
            on_done=self._written,
            on_error=self._failed,
            owner=self,
        )

    def _written(self, path: Any) -> None:
        if self.dialog is not None:
            self.dialog.close_panel()
        self._bench.pages.show_notice(
            "info", QCoreApplication.translate("Fork", "The fork is written."), str(path)
        )
