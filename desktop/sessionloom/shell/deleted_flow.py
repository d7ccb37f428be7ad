"""From a deleted session back to the list, or to nothing, and what is said before."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QCoreApplication, QObject, Qt

from sessionlog.access.values import LIBRARY_SOURCE
from sessionlog.model.changes import Changes
from sessionloom.dialogs.text_panel import TextPanel
from sessionloom.models.titles import title_of
from sessionloom.shell.banner import BannerButton
from sessionloom.shell.deleted_page import DeletedPage
from sessionloom.shell.deleted_words import goes_lines, goes_title
from sessionloom.shell.main_window import Page

if TYPE_CHECKING:
    from sessionlog.access.deleting import DeletedSession, WhatGoes
    from sessionlog.library import SessionInfo
    from sessionloom.shell.workbench import Workbench


class DeletedFlow(QObject):
    """The page is read when it is shown, and again when the library changes while it is."""

    def __init__(self, bench: Workbench) -> None:
        super().__init__(bench)
        self._bench = bench
        self.page = DeletedPage()
        self.question: TextPanel | None = None
        bench.window.add_page(Page.DELETED, self.page)
        self.page.closed.connect(bench.pages.leave_aside)
        self.page.restoreWanted.connect(self.restore)
        self.page.deleteWanted.connect(self.ask)
        bench.bus.changed.connect(self._changed)
        bench.window.languageChanged.connect(self.page.retranslate)

    def show(self) -> None:
        self._read(self._shown)

    def restore(self, infos: list[SessionInfo]) -> None:
        self._do(
            partial(self._bench.library.deletions.bring_back, [info.ref for info in infos]),
            lambda _none: self._restored(infos),
        )

    def ask(self, infos: list[SessionInfo]) -> None:
        """Say exactly what goes before anything does."""
        self._do(
            partial(self._bench.library.deletions.what_goes, [info.ref for info in infos]),
            partial(self._say_what_goes, infos),
        )

    def _say_what_goes(self, infos: list[SessionInfo], goes: WhatGoes) -> None:
        translate = QCoreApplication.translate
        panel = self.question = TextPanel(
            self._bench.window,
            goes_title(len(infos)),
            sentence="\n".join(
                [*goes_lines(goes, len(infos)), translate("Deleted", "This cannot be undone.")]
            ),
            buttons=(
                BannerButton(translate("Deleted", "Keep"), lambda: panel.close_panel()),
                BannerButton(translate("Deleted", "Delete now"), partial(self._delete, infos)),
            ),
        )
        panel.closed.connect(self._forget_question)
        panel.open()

    def _forget_question(self) -> None:
        self.question = None

    def _delete(self, infos: list[SessionInfo]) -> None:
        if self.question is not None:
            self.question.close_panel()
        self._do(
            partial(self._bench.library.deletions.delete_now, [info.ref for info in infos]),
            lambda _none: self._deleted(len(infos)),
        )

    def _deleted(self, count: int) -> None:
        translate = QCoreApplication.translate
        text = translate("Deleted", "1 session is deleted for good.")
        if count != 1:
            text = translate("Deleted", "%1 sessions are deleted for good.").replace("%1", f"{count:,}")
        self._bench.pages.show_notice("info", text)
        self._read(self.page.show_sessions)

    def _restored(self, infos: list[SessionInfo]) -> None:
        translate = QCoreApplication.translate
        text = translate("Deleted", "“%1” is back in the library.").replace("%1", title_of(infos[0]))
        if len(infos) > 1:
            text = translate("Deleted", "%1 sessions are back in the library.")
            text = text.replace("%1", f"{len(infos):,}")
        show = BannerButton(translate("Deleted", "Open"), partial(self._bench.choose_session, infos[0]))
        self._bench.pages.show_notice("info", text, "", (show,))
        self._read(self.page.show_sessions)

    def _changed(self, source: int, changes: Changes) -> None:
        if source == LIBRARY_SOURCE and changes.sources and self._bench.window.page() is Page.DELETED:
            self._read(self.page.show_sessions)

    def _shown(self, away: list[DeletedSession]) -> None:
        self.page.show_sessions(away)
        self._bench.window.show_page(Page.DELETED)
        self._bench.window.put_sidebar_away()
        self.page.list.setFocus(Qt.FocusReason.OtherFocusReason)

    def _read(self, done: Callable[[list[DeletedSession]], None]) -> None:
        self._do(self._bench.library.deletions.recently_deleted, done)

    def _do(self, work: Callable[[], object], done: Callable[[Any], None]) -> None:
        self._bench.runner.run(
            work, on_done=done, on_error=self._bench.pages.show_error, owner=self, lane="library"
        )
