"""From the wish to compare to the page and back: which two, read on a worker, opened, copied, swapped."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QCoreApplication, QObject, QPoint, Qt
from PySide6.QtWidgets import QMenu

from sessionlog.access.values import Progress, SessionInfo, SessionRef
from sessionlog.compare.side import CompareCancelled
from sessionlog.conversation.node import NodeKind
from sessionlog.lineage.family import Member
from sessionloom.bridge.coalescer import Coalescer
from sessionloom.compare.page import ComparePage
from sessionloom.compare.texts import LEFT
from sessionloom.models.titles import short_id, title_of
from sessionloom.shell.main_window import Page
from sessionloom.shell.menus import entry, popup
from sessionloom.shell.pages import copy_text
from sessionloom.shell.palette import CommandPalette, Entry

if TYPE_CHECKING:
    from sessionlog.access.comparing import Comparison
    from sessionlog.library import Library
    from sessionloom.bridge.tasks import Task
    from sessionloom.shell.workbench import Workbench

PROGRESS_MS = 50


class CompareFlow(QObject):
    """One comparison at a time, across the library and every opened place."""

    def __init__(self, bench: Workbench) -> None:
        super().__init__(bench)
        self._bench = bench
        self._task: Task | None = None
        self._before = Page.SESSION
        self._other: SessionInfo | None = None
        self.page = ComparePage()
        self.picker = CommandPalette(bench.window, self._choices)
        bench.window.add_page(Page.COMPARE, self.page)
        self._relay = Coalescer(self, interval_ms=PROGRESS_MS, latest_only=True)
        self._relay.delivered.connect(self._progress)
        self.page.closed.connect(self.close)
        self.page.cancelled.connect(self.cancel)
        self.page.swapWanted.connect(self.swap)
        self.page.view.textsWanted.connect(self._read_texts)
        self.page.view.openWanted.connect(self.open_node)
        self.page.view.copyWanted.connect(self.copy)
        self.page.view.menuWanted.connect(self._menu)
        bench.pages.compare_generations = self.with_generation
        bench.window.canvas.compareRequested.connect(self._compare_attempt)
        bench.window.languageChanged.connect(self.page.retranslate)

    def showing(self) -> bool:
        return self._bench.window.page() is Page.COMPARE and self.page.view.found is not None

    # -- which two -------------------------------------------------------------------------

    def compare(self, left: SessionRef, right: SessionRef) -> None:
        """Two sessions, or two generations of one."""
        self._start(partial(_compare, self._bench.library, left, right, self._relay.push))

    def compare_attempts(self, ref: SessionRef, seq: int) -> None:
        """An attempt beside the last one of its step."""

        def read(cancel: Callable[[], bool]) -> Comparison:
            return self._bench.library.comparing.attempts(ref, seq)

        self._start(read)

    def _compare_attempt(self, _node_key: str, seq: int) -> None:
        if self._bench.controller.ref is not None:
            self.compare_attempts(self._bench.controller.ref, seq)

    def compare_attempt(self) -> None:
        """The first attempt of the current retry beside the answer."""
        node = self._bench.controller.node(self._bench.current_node())
        if node is not None and self.has_attempts():
            self._compare_attempt(node.key, node.sections[0].facts.get("first_seq", node.seq))

    def has_attempts(self) -> bool:
        """Whether the current message is a retry that was answered."""
        node = self._bench.controller.node(self._bench.current_node())
        return node is not None and node.kind is NodeKind.RETRY and node.facts.get("outcome") == "answered"

    def has_parent(self) -> bool:
        info = self._bench.controller.info
        return info is not None and info.parent_session is not None

    def with_parent(self, info: SessionInfo | None = None) -> None:
        """A session beside the one it was forked from: the parent on the left."""
        info = info or self._bench.controller.info
        if info is not None:
            self._find(partial(self._bench.library.comparing.parent, info.ref), info, self._no_parent)

    def with_generation(self, info: SessionInfo | None = None) -> None:
        """A session beside the newest of its other generations: the older one on the left."""
        info = info or self._bench.controller.info
        if info is not None:
            find = partial(_newest_generation, self._bench.library, info.ref)
            self._find(find, info, self._no_generation)

    def with_another(self, info: SessionInfo | None = None) -> None:
        """A session beside one that the person picks from a list."""
        self._other = info or self._bench.controller.info
        if self._other is not None:
            self.picker.open()
            words = QCoreApplication.translate("Compare", "Compare “%1” with…")
            self.picker.field.setPlaceholderText(words.replace("%1", title_of(self._other)))
            self.picker.field.setAccessibleName(self.picker.field.placeholderText())

    def fill_menu(self, menu: QMenu, info: SessionInfo) -> None:
        """What a session can be compared with at once: what is selected beside it, its parent, what is
        read, another generation; and any other."""
        translate = QCoreApplication.translate
        bench = self._bench
        if info.generation < 0:
            return
        picked = [other for other in self._selected() if other.ref != info.ref]
        if len(picked) == 1:
            text = translate("Compare", "Compare with “%1”").replace("%1", title_of(picked[0]))
            entry(menu, text, partial(self.compare, picked[0].ref, info.ref), "action.compare")
        if info.parent_session is not None:
            text = translate("Actions", "Compare with parent")
            entry(menu, text, partial(self.with_parent, info), "action.compare")
        shown = bench.controller.info
        if shown is not None and shown.ref not in (info.ref, *(other.ref for other in picked)):
            text = translate("Compare", "Compare with the open session")
            entry(menu, text, partial(self.compare, shown.ref, info.ref), "action.compare")
        known = bench.catalog.sessions(info.ref.source) or ()
        if any(other.id == info.id and other.generation not in (info.generation, -1) for other in known):
            text = translate("Actions", "Compare generations")
            entry(menu, text, partial(self.with_generation, info), "action.compare")
        entry(menu, translate("Actions", "Compare with…"), partial(self.with_another, info), "action.compare")

    def family_menu(self, member: Member, at: QPoint) -> None:
        """The menu of a session in the lineage."""
        menu = QMenu(self._bench.window)
        text = QCoreApplication.translate("Application", "Open")
        entry(menu, text, partial(self._bench.choose_session, member.ref), "node.assistant")
        self.fill_menu(menu, member.ref)
        popup(menu, at)

    def _selected(self) -> list[SessionInfo]:
        """The sessions that are selected in the list, where it is two."""
        view = self._bench.window.sidebar.sessions
        found = [self._bench.sessions.info_at(index) for index in view.selectedIndexes()]
        infos = [info for info in found if info is not None]
        return infos if len(infos) == 2 else []

    def _choices(self) -> list[Entry]:
        """Every session that is open or kept, those of the same family first."""
        chosen, bench = self._other, self._bench
        if chosen is None:
            return []
        infos = [
            info
            for source in bench.catalog.sources()
            for info in bench.catalog.sessions(source.id) or ()
            if info.ref != chosen.ref and info.generation >= 0
        ]
        kin = {chosen.id, chosen.parent_session}
        infos.sort(key=lambda info: not (info.id in kin or info.parent_session in kin - {None}))
        return [
            Entry(
                title_of(info),
                "node.assistant",
                short_id(info.id),
                partial(self.compare, chosen.ref, info.ref),
            )
            for info in infos
        ]

    def _find(
        self, find: Callable[[], Any], info: SessionInfo, missing: Callable[[SessionInfo], None]
    ) -> None:
        def found(other: SessionInfo | None) -> None:
            if other is None:
                missing(info)
            elif other.id == info.id and other.generation > info.generation:
                self.compare(info.ref, other.ref)
            else:
                self.compare(other.ref, info.ref)

        self._bench.runner.run(find, on_done=found, on_error=self._bench.pages.show_error, owner=self)

    def _no_parent(self, info: SessionInfo) -> None:
        translate = QCoreApplication.translate
        if info.parent_session is None:
            claim = translate("Compare", "This session has no parent.")
        else:
            claim = translate("Compare", "The parent %1 is in no open source.")
            claim = claim.replace("%1", short_id(info.parent_session))
        self._bench.pages.show_notice(
            "warn", claim, translate("Compare", "Choose another session to compare.")
        )

    def _no_generation(self, _info: SessionInfo) -> None:
        translate = QCoreApplication.translate
        self._bench.pages.show_notice(
            "warn",
            translate("Compare", "No other generation of this session is open."),
            translate("Compare", "Open the folder that holds it, then compare."),
        )

    # -- reading both ----------------------------------------------------------------------

    def _start(self, read: Callable[..., Comparison]) -> None:
        if self._task is not None:
            self._task.cancel()
        page = self._bench.window.page()
        if page is not Page.COMPARE:
            self._before = page
        self.page.prepare()
        self._bench.window.show_page(Page.COMPARE)
        self.page.preparing.cancel.setFocus(Qt.FocusReason.OtherFocusReason)
        self._task = self._bench.runner.run(
            read, on_done=self._show, on_error=self._failed, owner=self, pass_cancel=True
        )

    def _progress(self, values: list[Progress]) -> None:
        if self._task is not None:
            self.page.preparing.show_progress(values[-1])

    def _show(self, found: Comparison) -> None:
        self._task = None
        self.page.show_comparison(found)
        if self._bench.window.page() is Page.COMPARE:
            self.page.view.setFocus(Qt.FocusReason.OtherFocusReason)
        self._bench.stateChanged.emit()

    def _failed(self, error: BaseException) -> None:
        self._task = None
        if self._bench.window.page() is Page.COMPARE:  # else the person is elsewhere by now
            self.close()
        if not isinstance(error, CompareCancelled):
            self._bench.pages.show_error(error)

    def cancel(self) -> None:
        """Stop reading and go back; nothing is left of it."""
        if self._task is not None:
            self._task.cancel()
            self._task = None
        self.close()

    def close(self) -> None:
        """Back to where the comparison was asked for."""
        window = self._bench.window
        if self._before not in (Page.SESSION, Page.MESSAGE, Page.FIRST):
            window.show_page(self._before)
        else:
            self._bench.pages.leave_aside()
        self._bench.stateChanged.emit()

    # -- what can be done with it ----------------------------------------------------------

    def next_difference(self) -> None:
        self.page.view.step_difference(1)

    def previous_difference(self) -> None:
        self.page.view.step_difference(-1)

    def swap(self) -> None:
        """The same comparison with its sides exchanged; nothing is read anew."""
        found = self.page.view.found
        if found is not None:
            self.page.show_comparison(found.swapped())
            self.page.view.setFocus(Qt.FocusReason.OtherFocusReason)

    def open_node(self, number: int, side: int) -> None:
        """Go to a message in its own session."""
        found = self.page.view.found
        if found is None:
            return
        row = found.rows[number]
        item = (row.left, row.right)[side] or row.left or row.right
        info = (found.left if item is row.left else found.right).info
        if item is None:
            return
        if self._bench.controller.ref == info.ref:
            self._bench.window.show_page(Page.SESSION)
        self._bench.go_to_seq(info, item.seq)

    def copy(self, number: int, side: int) -> None:
        """The whole text of one side of a row, however long, to the clipboard."""
        found = self.page.view.found
        item = None if found is None else (found.rows[number].left, found.rows[number].right)[side]
        if found is None or item is None:
            return
        self._bench.runner.run(
            self._bench.library.comparing.text,
            (found.left, found.right)[side],
            item,
            on_done=copy_text,
            on_error=self._bench.pages.show_error,
            owner=self,
        )

    def _read_texts(self, number: int) -> None:
        found = self.page.view.found
        if found is None:
            return

        def show(changes: Any) -> None:
            if self.page.view.found is found:
                self.page.view.set_changes(number, changes)

        self._bench.runner.run(
            self._bench.library.comparing.changes,
            found,
            found.rows[number],
            on_done=show,
            on_error=self._bench.pages.show_error,
            owner=self,
            lane="compare",
        )

    def _menu(self, number: int, side: int, at: QPoint) -> None:
        found = self.page.view.found
        if found is None:
            return
        translate = QCoreApplication.translate
        row = found.rows[number]
        menu = QMenu(self._bench.window)
        if (row.left, row.right)[side] is not None:
            where = translate("Compare", "left") if side == LEFT else translate("Compare", "right")
            go = translate("Compare", "Open in its session (%1)").replace("%1", where)
            entry(menu, go, partial(self.open_node, number, side), "action.openLink")
            text = translate("Compare", "Copy the whole text (%1)").replace("%1", where)
            entry(menu, text, partial(self.copy, number, side), "action.copy")
        shown = self.page.view.expanded(number)
        fold = translate("Compare", "Show less") if shown else translate("Compare", "Show all of it")
        entry(menu, fold, partial(self.page.view.toggle, number))
        entry(menu, translate("Compare", "Swap the sides"), self.swap, "action.compare")
        popup(menu, at)


def _compare(
    library: Library,
    left: SessionRef,
    right: SessionRef,
    tell: Callable[[Progress], None],
    *,
    cancel: Callable[[], bool],
) -> Comparison:
    return library.comparing.sessions(left, right, progress=tell, cancel=cancel)


def _newest_generation(library: Library, ref: SessionRef) -> SessionInfo | None:
    return next(iter(library.comparing.generations(ref)), None)
