"""Joins the models to the frame: what a choice, a drop, a key or a change on disk leads to."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QTimer, Signal

from sessionlog.access.infos import chosen_by
from sessionlog.access.values import LIBRARY_SOURCE
from sessionlog.model.errors import SessionlogError
from sessionlog.model.severity import Diagnosis
from sessionloom.bridge.changes import ChangeBus
from sessionloom.bridge.coalescer import Coalescer
from sessionloom.bridge.follower import Follower
from sessionloom.bridge.tasks import TaskRunner
from sessionloom.models.background_fill import BackgroundFill
from sessionloom.models.catalog import Catalog
from sessionloom.models.flush_monitor import FlushMonitor
from sessionloom.models.imports import ImportQueue
from sessionloom.models.navigation import Navigation, Visit
from sessionloom.models.session_controller import SessionController
from sessionloom.models.session_list_model import SessionListModel, key_of
from sessionloom.models.source_watch import SourceWatch
from sessionloom.models.titles import title_of, visible_text
from sessionloom.shell.main_window import MainWindow, Page
from sessionloom.shell.pages import CentrePages
from sessionloom.shell.places import Places, samples_folder
from sessionloom.shell.position import Position

if TYPE_CHECKING:
    from sessionlog.library import Library, SessionInfo, SourceInfo

BUSY_MS = 200
NEWS_MS = 120


class Workbench(QObject):
    """One library in one window. `stateChanged` says that actions may have become possible or not."""

    stateChanged = Signal()
    sessionShown = Signal(object)

    def __init__(
        self,
        library: Library,
        runner: TaskRunner,
        window: MainWindow,
        sessions: SessionListModel,
        follower: Follower,
    ) -> None:
        super().__init__(window)
        self.library = library
        self.runner = runner
        self.window = window
        self.sessions = sessions
        self.bus = ChangeBus(self)
        self.bus.attach(library.subscribe)
        self.follower = follower
        self.catalog = Catalog(library, runner, self.bus, self)
        self.fill = BackgroundFill(library, runner, self)
        self.imports = ImportQueue(library, runner, self)
        self.monitor = FlushMonitor(library, self.bus, self)
        self.controller = SessionController(library, runner, self.bus, follower, window.canvas, self)
        self.watch = SourceWatch(library, runner, self.catalog, self.bus, follower, self)
        self.position = Position(window, self.controller, self)
        self.navigation = Navigation()
        self.pages = CentrePages(self)
        self.current_source: int | None = None
        self.checking: tuple[float, float] = (0, 0)
        self._pick_when_read: Callable[[Sequence[SessionInfo]], SessionInfo | None] | None = None
        self._news = Coalescer(self, interval_ms=NEWS_MS)
        self._news.delivered.connect(self._take_news)
        self._busy = QTimer(self)
        self._busy.setSingleShot(True)
        self._busy.setInterval(BUSY_MS)
        self._busy.timeout.connect(self.pages.show_opening)
        self._connect()
        self.places = Places(self)  # told after the frame, so that what it goes to is there

    def _connect(self) -> None:
        window, controller = self.window, self.controller
        self.catalog.sourcesChanged.connect(self._sources_changed)
        self.catalog.sessionsChanged.connect(self._sessions_changed)
        self.catalog.sessionChanged.connect(self._session_changed)
        self.catalog.failed.connect(self.pages.show_error)
        window.sidebar.sourceChosen.connect(self.choose_source)
        window.sidebar.sessionChosen.connect(self.choose_session)
        canvas = window.canvas
        canvas.loadEarlierWanted.connect(controller.load_earlier)
        canvas.rawWanted.connect(self.pages.show_gap)
        canvas.verticalScrollBar().sliderPressed.connect(self.leave_place)
        controller.opening.connect(self._opening)
        controller.shown.connect(self._shown)
        controller.factsChanged.connect(self._facts_changed)
        controller.checking.connect(self._checking)
        controller.refused.connect(self._refused)
        controller.failed.connect(self.pages.show_error)
        controller.closed.connect(self._closed)
        controller.polled.connect(self.monitor.look)
        self.watch.polled.connect(self.monitor.look)
        self.runner.fault.connect(self.pages.show_error)
        self.monitor.changed.connect(window.status.show_flusher)

    def start(self) -> None:
        """Read the lists for the first time."""
        self.catalog.refresh_sources()
        self.monitor.look()

    def close(self) -> None:
        self.bus.detach()
        self.fill.close()
        self.monitor.close()
        self.follower.close()
        self.controller.close(quiet=True)

    # -- sources ---------------------------------------------------------------------------

    def source(self) -> SourceInfo | None:
        return self.catalog.source(self.current_source) if self.current_source is not None else None

    def choose_source(
        self,
        source: int,
        pick: Callable[[Sequence[SessionInfo]], SessionInfo | None] | None = None,
    ) -> None:
        """List the sessions of a source; `pick` names the one to open once they are read."""
        self.current_source = source
        self.window.sidebar.sources.set_current(source)
        info = self.source()
        archive = info.name if info is not None and info.kind == "zip" else ""
        self.window.status.set_archive(visible_text(archive))
        known = self.catalog.sessions(source)
        if known is None:
            self._pick_when_read = pick
            self.sessions.set_sessions([])
            self.window.sidebar.set_loading(True)
            self.catalog.read_sessions(source)
        else:
            self._list(known)
            self._pick(known, pick)
        self.pages.refresh(asked=True)
        self.stateChanged.emit()

    def open_path(self, path: Path, *, show: bool = True) -> None:
        """Read a place and list it; `show` its newest session, or of a ZIP its first screen."""
        kind = "samples" if path == samples_folder() else None
        self.catalog.open_path(path, self._opened_source if show else _listed_only, kind=kind)

    def _opened_source(self, info: SourceInfo) -> None:
        if info.kind != "zip":
            self.choose_source(info.id, newest)
            return
        if self.controller.ref is not None:
            self.leave_place()
            self.controller.close()
        self.choose_source(info.id)

    def close_source(self, info: SourceInfo) -> None:
        if self.controller.ref is not None and self.controller.ref.source == info.id:
            self.controller.close()
        self.fill.forget(info.id)
        self.navigation.forget(info.id)
        if self.current_source == info.id:
            self.current_source = None
        self.catalog.close_source(info.id)

    def reload_source(self, info: SourceInfo) -> None:
        shown = self.controller.info
        same = shown is not None and shown.ref.source == info.id
        wanted = shown.id if shown is not None and same else None

        def opened(fresh: SourceInfo) -> None:
            self.choose_source(
                fresh.id, lambda sessions: next((item for item in sessions if item.id == wanted), None)
            )

        if info.kind != "library":
            self.fill.forget(info.id)
            if same:
                self.controller.close()
        self.catalog.reload(info, opened)

    def _sources_changed(self) -> None:
        sources = self.catalog.sources()
        self.window.sidebar.sources.set_sources(sources, self.current_source)
        roots = [
            Path(info.path)
            for info in sources
            if info.path and info.kind in {"folder", "file"} and info.state != "missing"
        ]
        self.follower.watch(roots)
        self.window.status.set_new(not any(info.sessions for info in sources if info.kind == "library"))
        if self.source() is None and sources:
            filled = next((info for info in sources if info.sessions), sources[0])
            self.choose_source(filled.id)
        elif self.current_source is not None and self.catalog.sessions(self.current_source) is None:
            self.catalog.read_sessions(self.current_source)
        self.pages.refresh()
        self.stateChanged.emit()

    # -- sessions --------------------------------------------------------------------------

    def choose_session(self, info: SessionInfo, anchor: Any = None) -> None:
        """Open a session; the place that is left can be gone back to."""
        if self.controller.ref == info.ref and self.controller.loaded():
            self.window.put_sidebar_away()
            self.window.show_page(Page.SESSION)
            self.window.canvas.setFocus()
            return
        self.leave_place()
        self._show(info.ref, anchor)

    def go_to_seq(self, info: SessionInfo, seq: int | None) -> None:
        self.places.go_to_seq(info, seq)

    def leave_place(self) -> None:
        here = self.here()
        if here is not None:
            self.navigation.leave(here)
            self.stateChanged.emit()

    def here(self) -> Visit | None:
        ref = self.controller.ref
        if ref is None or not self.controller.loaded():
            return None
        return Visit(ref, self.window.canvas.anchor())

    def go(self, visit: Visit | None) -> None:
        """Show a place of the past without remembering where one was: Back and Forward did that."""
        if visit is None:
            return
        if self.controller.ref == visit.ref and self.controller.loaded():
            self.window.canvas.restoreAnchor(visit.anchor)
            self.stateChanged.emit()
        else:
            self._show(visit.ref, visit.anchor)

    def _show(self, ref: Any, anchor: Any) -> None:
        if ref.source != self.current_source:
            self.choose_source(ref.source)
        self.controller.open(ref, anchor)

    def step_session(self, step: int) -> None:
        info = self.sessions.neighbour(self.sessions.shown_key, step)
        if info is not None:
            self.choose_session(info)

    def _list(self, sessions: Sequence[SessionInfo]) -> None:
        self.window.sidebar.set_loading(False)
        self.sessions.set_sessions(sessions)

    def _pick(
        self,
        sessions: Sequence[SessionInfo],
        pick: Callable[[Sequence[SessionInfo]], SessionInfo | None] | None,
    ) -> None:
        info = pick(sessions) if pick is not None else None
        if info is not None:
            self.choose_session(info)

    def _sessions_changed(self, source: int) -> None:
        if source != LIBRARY_SOURCE:
            self.fill.add(self.catalog.sessions(source) or [])
        if source != self.current_source:
            return
        sessions = self.catalog.sessions(source) or []
        pick, self._pick_when_read = self._pick_when_read, None
        self._list(sessions)
        self._pick(sessions, pick)
        self.pages.refresh()
        self.stateChanged.emit()

    def deliver_news(self) -> None:
        """Bring what is known by now into the lists at once; that may hand in more work."""
        self.bus.flush()
        self._news.flush()

    def _session_changed(self, info: SessionInfo, grew: bool) -> None:
        self._news.push((info, grew))

    def _take_news(self, news: list[tuple[SessionInfo, bool]]) -> None:
        """States that came in a short while, in one go: while a place is read to its end they are many."""
        here = [(info, grew) for info, grew in news if info.ref.source == self.current_source]
        self.sessions.update_sessions({info.ref: info for info, _grew in here}.values())
        for info, grew in here:
            if grew and info.ref != self.controller.ref:
                self.sessions.set_unread(key_of(info), True)

    # -- the session that is shown ---------------------------------------------------------

    def _opening(self, ref: Any) -> None:
        self.checking = (0, 0)
        self.watch.set_shown(ref)
        self.window.sidebar.show_session(f"session:{ref.source}:{ref.key}")
        self.position.clear()
        self._busy.start()
        self.stateChanged.emit()

    def _shown(self, info: SessionInfo, _diagnosis: Diagnosis) -> None:
        self._busy.stop()
        self.sessions.set_unread(key_of(info), False)
        self.window.sidebar.show_session(key_of(info))
        self.window.put_sidebar_away()
        self._show_facts()
        self.window.show_page(Page.SESSION)
        self.window.canvas.setFocus()
        self.sessionShown.emit(info)
        self.stateChanged.emit()

    def _facts_changed(self, _info: SessionInfo, _diagnosis: Diagnosis) -> None:
        self._show_facts()
        self.stateChanged.emit()

    def _show_facts(self) -> None:
        info = self.controller.info
        if info is None:
            return
        source = self.catalog.source(info.ref.source)
        self.window.header.show_session(info, importable=source is not None and source.kind != "library")
        self.window.setWindowTitle(f"{title_of(info)} - Sessionloom")
        self.pages.show_diagnosis()
        self.position.show()

    def _checking(self, done: float, total: float) -> None:
        self.checking = (done, total)
        self.pages.show_diagnosis()

    def _refused(self, _ref: Any, error: SessionlogError) -> None:
        self._busy.stop()
        self.pages.show_refusal(error)
        self.stateChanged.emit()

    def _closed(self) -> None:
        self._busy.stop()
        self.watch.set_shown(None)
        self.window.setWindowTitle("Sessionloom")
        self.position.clear()
        self.sessions.shown_key = ""
        self.pages.leave_session()
        self.stateChanged.emit()

    # -- the place in it -------------------------------------------------------------------

    def current_node(self) -> str:
        return self.position.current

    def link_to_here(self) -> str:
        """`id@gN#seq` of the node that is read."""
        return self.position.link()

    def retranslate(self) -> None:
        self.pages.retranslate()
        self._show_facts()


def _listed_only(_info: SourceInfo) -> None:
    """For a place out of which something else is shown."""


def newest(sessions: Sequence[SessionInfo]) -> SessionInfo | None:
    """The session with the newest human prompt; of its generations the highest, which is what counts."""
    latest = max(sessions, key=lambda info: info.updated_at, default=None)
    if latest is None:
        return None
    return max((info for info in sessions if info.id == latest.id), key=chosen_by)
