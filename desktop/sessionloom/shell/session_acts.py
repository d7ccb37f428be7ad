"""What is done to sessions of a list: rename, archive, delete with undo; and their context menu."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QObject
from PySide6.QtWidgets import QMenu

from sessionlog.access.values import LIBRARY_SOURCE
from sessionloom.dialogs.rename_panel import RenamePanel
from sessionloom.shell import deleted_words as words
from sessionloom.shell import menus
from sessionloom.shell.banner import BannerButton
from sessionloom.shell.pages import copy_text

if TYPE_CHECKING:
    from sessionlog.access.deleting import WhatGoes
    from sessionlog.library import SessionInfo
    from sessionloom.shell.commands import Commands
    from sessionloom.shell.workbench import Workbench


class SessionActs(QObject):
    """Acts on the row of the list that has the keyboard, else on the session that is read."""

    def __init__(self, bench: Workbench, show_deleted: Callable[[], object]) -> None:
        super().__init__(bench)
        self._bench = bench
        self._show_deleted = show_deleted
        self.panel: RenamePanel | None = None

    # -- which session ---------------------------------------------------------------------

    def target(self) -> SessionInfo | None:
        """The row that has the keyboard, which may be none of a session; else the session that is read."""
        view = self._bench.window.sidebar.sessions
        if view.hasFocus():
            return self._bench.sessions.info_at(view.currentIndex())
        return self._bench.controller.info

    def targets(self, info: SessionInfo | None = None) -> list[SessionInfo]:
        """The kept sessions that are selected together with one, or it alone where it is not among them."""
        info = info or self.target()
        view = self._bench.window.sidebar.sessions
        found = [self._bench.sessions.info_at(index) for index in sorted(view.selectedIndexes())]
        selected = [one for one in found if one is not None]
        if info is None or info.ref not in [one.ref for one in selected]:
            selected = [] if info is None else [info]
        return [one for one in selected if one.ref.source == LIBRARY_SOURCE]

    def can_change(self) -> bool:
        """Marks and deletion are for what is kept; an opened place is never written to."""
        info = self.target()
        return info is not None and info.ref.source == LIBRARY_SOURCE

    def is_archived(self) -> bool:
        info = self.target()
        return info is not None and info.archived

    # -- names and marks -------------------------------------------------------------------

    def rename(self, info: SessionInfo | None = None) -> None:
        info = info or self.target()
        if info is None or info.ref.source != LIBRARY_SOURCE:
            return
        panel = self.panel = RenamePanel(self._bench.window, info.name or "", info.title or "")
        panel.renamed.connect(partial(self._rename, info))
        panel.closed.connect(self._forget_panel)
        panel.open()

    def _forget_panel(self) -> None:
        self.panel = None

    def _rename(self, info: SessionInfo, name: str) -> None:
        self._do(partial(self._bench.library.marks.rename, info.ref, name))

    def toggle_archived(self, info: SessionInfo | None = None) -> None:
        infos = self.targets(info)
        if infos:
            first = next((one for one in infos if info is None or one.ref == info.ref), infos[0])
            self._archive(infos, not first.archived)

    def _archive(self, infos: list[SessionInfo], archived: bool) -> None:
        refs = [info.ref for info in infos]
        self._do(
            partial(self._bench.library.marks.archive, refs, archived),
            partial(self._archived, infos, archived),
        )

    def _archived(self, infos: list[SessionInfo], archived: bool) -> None:
        self._bench.pages.show_notice(
            "info", *words.archived_text(infos, archived),
            (self._undo(partial(self._archive, infos, not archived)),),
        )  # fmt: skip

    # -- deleting --------------------------------------------------------------------------

    def delete(self, info: SessionInfo | None = None) -> None:
        """To "Recently deleted", at once: it can be undone, so nothing is asked."""
        infos = self.targets(info)
        if not infos:
            return
        library, refs = self._bench.library, [one.ref for one in infos]

        def put_away() -> WhatGoes:
            goes = library.deletions.what_goes(refs)
            library.deletions.put_away(refs)
            return goes

        self._do(put_away, partial(self._put_away, infos))

    def _put_away(self, infos: list[SessionInfo], goes: WhatGoes) -> None:
        bench = self._bench
        if bench.controller.ref in [info.ref for info in infos]:
            bench.leave_place()
            bench.controller.close()
        bench.pages.show_notice(
            "info",
            words.deleted_claim(infos),
            words.put_away_text(goes, len(infos)),
            (
                self._undo(partial(self.bring_back, infos)),
                BannerButton(
                    QCoreApplication.translate("SessionActs", "Recently deleted"), self._show_deleted
                ),
            ),
        )

    def bring_back(self, infos: list[SessionInfo]) -> None:
        refs = [info.ref for info in infos]
        self._do(partial(self._bench.library.deletions.bring_back, refs), self._bench.window.notice.dismiss)

    def _undo(self, act: Callable[[], object]) -> BannerButton:
        return BannerButton(QCoreApplication.translate("SessionActs", "Undo"), act)

    def _do(self, work: Callable[[], object], done: Callable[..., object] | None = None) -> None:
        def after(result: object) -> None:
            if done is not None:
                done() if result is None else done(result)

        self._bench.runner.run(
            work, on_done=after, on_error=self._bench.pages.show_error, owner=self, lane="library"
        )

    # -- the menu --------------------------------------------------------------------------

    def menu(self, do: Commands, info: SessionInfo) -> QMenu:
        """The context menu of a row."""
        translate = QCoreApplication.translate
        bench = self._bench
        menu = QMenu(bench.window)

        def entry(text: str, act: Callable[[], object], icon: str) -> None:
            menus.entry(menu, text, act, icon)

        entry(translate("Application", "Open"), partial(bench.choose_session, info), "node.assistant")
        entry(translate("Application", "Fork session…"), partial(do.forks.from_session, info), "action.fork")
        entry(translate("Actions", "Lineage"), partial(do.lineage.show_session, info.id), "action.lineage")
        entry(translate("Actions", "Export…"), partial(do.handover.export, info), "action.export")
        menu.addSeparator()
        do.compare.fill_menu(menu, info)
        menu.addSeparator()
        kept = info.ref.source == LIBRARY_SOURCE
        if kept:
            text, icon = translate("Actions", "Archive"), "action.archive"
            if info.archived:
                text, icon = translate("Actions", "Unarchive"), "action.unarchive"
            entry(translate("Actions", "Rename…"), partial(self.rename, info), "action.rename")
            entry(text, partial(self.toggle_archived, info), icon)
        elif info.artifact is not None:
            text = translate("Actions", "Import session into library")
            entry(text, partial(do.opening.import_session, info), "action.import")
        entry(translate("Actions", "Copy session id"), partial(copy_text, info.id), "action.copyId")
        if info.artifact is not None:
            text = translate("Actions", "Show in folder")
            entry(text, partial(do.opening.show_in_folder, info), "action.showInFolder")
        if kept:
            menu.addSeparator()
            entry(translate("Actions", "Delete"), partial(self.delete, info), "action.delete")
        return menu
