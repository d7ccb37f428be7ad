"""A fork from the first wish to its undo: preview, dialog, child, notice."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QCoreApplication, QObject
from PySide6.QtWidgets import QFileDialog

from sessionlog.library import Forked, ForkPreview, SessionInfo, SessionRef
from sessionlog.lineage.cut import ForkRefused
from sessionloom.dialogs.fork_dialog import ForkDialog
from sessionloom.dialogs.fork_words import refusal
from sessionloom.dialogs.text_panel import TextPanel
from sessionloom.models.navigation import Visit
from sessionloom.shell.banner import BannerButton

if TYPE_CHECKING:
    from sessionloom.bridge.tasks import Task
    from sessionloom.shell.workbench import Workbench


class ForkFlow(QObject):
    """One fork at a time. Nothing is written before the person says so."""

    def __init__(self, bench: Workbench) -> None:
        super().__init__(bench)
        self._bench = bench
        self._asked: tuple[SessionRef, int | None, bool] | None = None
        self._task: Task | None = None
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
            partial(self._bench.library.fork_preview, ref, at, exact=exact),
            on_done=self._previewed,
            on_error=self._failed,
            owner=self,
        )

    def _previewed(self, preview: ForkPreview) -> None:
        self._task = None
        if self.dialog is None:
            self.dialog = ForkDialog(self._bench.window)
            self.dialog.created.connect(self._create)
            self.dialog.fileWanted.connect(self._ask_folder)
            self.dialog.exactWanted.connect(self._other_cut)
            self.dialog.closed.connect(self._closed)
        self.dialog.set_busy(False)
        self.dialog.show_preview(preview)

    def _closed(self) -> None:
        if self.dialog is not None:
            self.dialog.deleteLater()
            self.dialog = None

    def _other_cut(self, exact: bool) -> None:
        if self._asked is not None:
            self.ask(self._asked[0], self._asked[1], exact=exact)

    def _failed(self, error: BaseException) -> None:
        self._task = None
        if self.dialog is not None:
            self.dialog.set_busy(False)
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
        self._task = self._bench.runner.run(
            partial(self._bench.library.fork, ref, at, exact=exact, title=title or None),
            on_done=self._made,
            on_error=self._failed,
            owner=self,
            lane="library",
        )

    def _made(self, made: Forked) -> None:
        self._task = None
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
