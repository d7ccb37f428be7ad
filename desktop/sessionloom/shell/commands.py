"""The handlers behind the actions: thin, each a sentence of what the person asked for."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QObject, Qt
from PySide6.QtGui import QKeySequence

from sessionloom.compare.flow import CompareFlow
from sessionloom.dialogs.fork_flow import ForkFlow
from sessionloom.dialogs.text_panel import TextPanel
from sessionloom.lineage.flow import LineageFlow
from sessionloom.models.session_rows import Order
from sessionloom.models.titles import title_of
from sessionloom.shell import about
from sessionloom.shell.actions import ActionRegistry, plain, shortcut_text
from sessionloom.shell.attachment_acts import AttachmentActs
from sessionloom.shell.deleted_flow import DeletedFlow
from sessionloom.shell.diagnosis_text import serious_problems
from sessionloom.shell.go_to import GoToPanel, Target, elided, find_session, past_end, target_of
from sessionloom.shell.pages import copy_text
from sessionloom.shell.palette import CommandPalette, Entry
from sessionloom.shell.session_acts import SessionActs
from sessionloom.shell.storage_flow import StorageFlow
from sessionloom.shell.support_handover import Handover
from sessionloom.translation import resolve_language

if TYPE_CHECKING:
    from sessionlog.library import SessionInfo
    from sessionloom.shell.appearance import Appearance
    from sessionloom.shell.opening import Opening
    from sessionloom.shell.preferences import Preferences
    from sessionloom.shell.workbench import Workbench


class Commands(QObject):
    """Everything that a menu entry, a key or the palette can ask for."""

    def __init__(
        self, bench: Workbench, opening: Opening, look: Appearance, preferences: Preferences
    ) -> None:
        super().__init__(bench)
        self.bench = bench
        self.opening = opening
        self.look = look
        self.window = bench.window
        self.canvas = bench.window.canvas
        self.handover = Handover(bench, opening, lambda: resolve_language(look.language()))
        self.forks = ForkFlow(bench)
        self.lineage = LineageFlow(bench)
        self.compare = CompareFlow(bench)
        self.attachments = AttachmentActs(bench)
        self.lineage.page.view.menuWanted.connect(self.compare.family_menu)
        self.deleted = DeletedFlow(bench)
        self.storage = StorageFlow(bench)
        self.acts = SessionActs(bench, self.deleted.show)
        self.registry = ActionRegistry(bench.window)
        self._preferences = preferences
        self.palette = CommandPalette(bench.window, self._entries)
        self.go_to = GoToPanel(bench.window, self._go_to)

    # -- what is possible ------------------------------------------------------------------

    def has_session(self) -> bool:
        return self.bench.controller.loaded()

    def has_sessions(self) -> bool:
        return self.bench.sessions.session_count() > 0

    def has_source(self) -> bool:
        return self.bench.source() is not None

    def can_close_source(self) -> bool:
        source = self.bench.source()
        return source is not None and source.kind != "library"

    def has_artifact(self) -> bool:
        info = self.bench.controller.info
        return info is not None and info.artifact is not None

    def can_import_session(self) -> bool:
        info = self.bench.controller.info
        source = self.bench.catalog.source(info.ref.source) if info is not None else None
        return self.has_artifact() and source is not None and source.kind != "library"

    def has_problems(self) -> bool:
        return self.has_session() and bool(serious_problems(self.bench.controller.diagnosis))

    def can_retry_saving(self) -> bool:
        status = self.bench.monitor.status
        return status is not None and status.state in {"retrying", "blocked"}

    def ordered_by_prompt(self) -> bool:
        return self.bench.sessions.order is Order.PROMPT

    # -- sources and lists -----------------------------------------------------------------

    def reload_source(self) -> None:
        source = self.bench.source()
        if source is not None:
            self.bench.reload_source(source)

    def import_source(self) -> None:
        source = self.bench.source()
        if source is not None and source.path:
            self.opening.import_path(source.path)

    def close_source(self) -> None:
        source = self.bench.source()
        if source is not None:
            self.bench.close_source(source)

    def toggle_grouped(self) -> None:
        self._preferences.set(grouped=not self.bench.sessions.grouped)
        self.apply_list_settings()

    def order_by_prompt(self) -> None:
        self._preferences.set(order=str(Order.PROMPT))
        self.apply_list_settings()

    def order_by_name(self) -> None:
        self._preferences.set(order=str(Order.NAME))
        self.apply_list_settings()

    def toggle_archived_shown(self) -> None:
        self._preferences.set(show_archived=not self.bench.sessions.show_archived)
        self.apply_list_settings()

    def apply_list_settings(self) -> None:
        values = self._preferences.values
        self.bench.sessions.show_archived = values.show_archived
        self.bench.sessions.grouped = values.grouped
        self.bench.sessions.order = Order(values.order)
        self.bench.sessions.rebuild()
        self.window.sidebar.retranslate()

    def search_sessions(self) -> None:
        if not self.window.sidebar_shown():
            self.window.toggle_sidebar()
        self.window.sidebar.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.window.sidebar.search.selectAll()

    def focus_list(self) -> None:
        if not self.window.sidebar_shown():
            self.window.toggle_sidebar()
        self.window.sidebar.sessions.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def focus_conversation(self) -> None:
        self.canvas.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def recent(self) -> list[str]:
        return list(self._preferences.values.recent)

    def forget_recent(self) -> None:
        self._preferences.set(recent=())

    # -- the session -----------------------------------------------------------------------

    def import_session(self) -> None:
        if self.bench.controller.info is not None:
            self.opening.import_session(self.bench.controller.info)

    def show_in_folder(self) -> None:
        if self.bench.controller.info is not None:
            self.opening.show_in_folder(self.bench.controller.info)

    def copy_id(self) -> None:
        if self.bench.controller.info is not None:
            copy_text(self.bench.controller.info.id)

    def copy_link(self) -> None:
        copy_text(self.bench.link_to_here())

    def close_session(self) -> None:
        self.bench.leave_place()
        self.bench.controller.close()

    def back(self) -> None:
        self.bench.go(self.bench.navigation.back(self.bench.here()))

    def forward(self) -> None:
        self.bench.go(self.bench.navigation.forward(self.bench.here()))

    def retry_saving(self) -> None:
        self.bench.runner.run(self.bench.library.retry_now, owner=self, lane="library")
        self.bench.monitor.look()

    def quit(self) -> None:
        self.window.close()

    # -- panels ----------------------------------------------------------------------------

    def open_palette(self) -> None:
        self.palette.open()

    def open_go_to(self) -> None:
        self.go_to.open()

    def follow(self, link: str, given: Sequence[Path] = ()) -> None:
        """Go where a link leads that came from outside, into the places that were `given` with it first."""
        self._go_to(link, given)

    def _go_to(self, text: str, given: Sequence[Path] = ()) -> str:
        """Go where an address leads; gives back what is wrong with it."""
        translate = QCoreApplication.translate
        target, shown = target_of(text), self.bench.controller.info
        if target is None:
            return translate("Commands", "That is neither a number nor a link.")
        if not target.session:
            return self._go_to_seq(target.seq, shown)
        self.bench.runner.run(
            find_session,
            self.bench.library,
            target,
            self.bench.current_source,
            given,
            on_done=partial(self._linked, target),
            owner=self,
            lane="library",
        )
        return ""

    def _go_to_seq(self, seq: int | None, shown: SessionInfo | None) -> str:
        translate = QCoreApplication.translate
        if shown is None or seq is None:
            return translate("Commands", "Open a session first, or give a link.")
        problem = past_end(seq, shown, self.bench.controller.diagnosis) if self.has_session() else ""
        if not problem:
            self.bench.go_to_seq(shown, seq)
        return problem

    def _linked(self, target: Target, info: SessionInfo | None) -> None:
        translate = QCoreApplication.translate
        if info is None:
            self.bench.pages.show_notice(
                "warn",
                translate("Commands", "No open source holds the session %1.").replace(
                    "%1", elided(target.session)
                ),
                translate("Commands", "Open the folder that holds it, then follow the link again."),
            )
            return
        self.bench.go_to_seq(info, target.seq)

    def _entries(self) -> list[Entry]:
        """What can act now, then the sessions of the source."""
        actions = [
            Entry(
                plain(spec.text()),
                spec.icon,
                shortcut_text(self.registry.action(spec.id)),
                partial(self.registry.trigger, spec.id),
            )
            for spec in self.registry
            if self.registry.enabled(spec.id) and spec.id != "tools.palette"
        ]
        source = self.bench.current_source
        sessions = (self.bench.catalog.sessions(source) if source is not None else None) or []
        return actions + [
            Entry(title_of(info), "node.assistant", "", partial(self.bench.choose_session, info))
            for info in sessions
        ]

    def show_shortcuts(self) -> None:
        pairs = [
            (
                plain(spec.text()),
                "\n".join(
                    key.toString(QKeySequence.SequenceFormat.NativeText)
                    for key in self.registry.action(spec.id).shortcuts()
                ),
            )
            for spec in self.registry
            if spec.shortcuts
        ]
        translate = QCoreApplication.translate
        TextPanel(
            self.window,
            translate("Commands", "Keyboard shortcuts"),
            sentence=translate("Commands", "Single letters act while the conversation has the focus."),
            pairs=pairs,
            width=480,
        ).open()

    def show_about(self) -> None:
        about.show_about(self.window, Path(self.bench.library.path))

    def show_licences(self) -> None:
        about.show_licences(self.window)

    def show_data_folder(self) -> None:
        about.show_data_folder(Path(self.bench.library.path))
