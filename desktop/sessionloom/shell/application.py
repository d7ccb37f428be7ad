"""Puts the parts together: window first, then the library, then what was open."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QObject, QPoint, Signal
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import QApplication

from sessionlog.model.errors import SessionlogError
from sessionloom.bridge.follower import Follower
from sessionloom.bridge.tasks import TaskRunner
from sessionloom.conversation.view import ConversationView
from sessionloom.models.session_list_model import SessionListModel
from sessionloom.shell import menus
from sessionloom.shell.action_table import all_actions
from sessionloom.shell.actions import Scope, shortcut_text
from sessionloom.shell.appearance import Appearance
from sessionloom.shell.banner import BannerButton
from sessionloom.shell.chinese_face import ChineseFace
from sessionloom.shell.commands import Commands
from sessionloom.shell.core_words import core_text
from sessionloom.shell.go_to import is_link
from sessionloom.shell.leaving import Leaving
from sessionloom.shell.main_window import MainWindow, Page
from sessionloom.shell.notifier import Notifier
from sessionloom.shell.opening import Opening
from sessionloom.shell.preferences import Preferences
from sessionloom.shell.rescue import DAMAGED, LibraryRescue
from sessionloom.shell.trouble import Trouble
from sessionloom.shell.workbench import Workbench

if TYPE_CHECKING:
    from sessionlog.library import Library, SessionInfo, SourceInfo

log = logging.getLogger(__name__)


class Application(QObject):
    """`ready` when the library is open and its lists are being read."""

    ready = Signal()
    libraryFailed = Signal(object)
    closed = Signal()

    def __init__(
        self,
        library_path: Path | None,
        preferences: Preferences,
        *,
        runner: TaskRunner | None = None,
        follower: Follower | None = None,
    ) -> None:
        super().__init__(QApplication.instance())
        self.preferences = preferences
        self.runner = runner or TaskRunner(self)
        self.follower = follower or Follower(self)
        self.sessions = SessionListModel()
        self.canvas = ConversationView(runner=self.runner)
        self.window = MainWindow(self.sessions, self.canvas)
        self.sessions.setParent(self.window)  # a view must not outlive its model, nor be told of its end
        self.look = Appearance(self.canvas, preferences, self)
        self.look.apply()
        self.trouble = Trouble(self.window, self.runner)
        self.bench: Workbench | None = None
        self.commands: Commands | None = None
        self.opening: Opening | None = None
        self.library: Library | None = None
        self._library_path = library_path
        self._waiting: list[Path] = []
        self.rescue = LibraryRescue(
            self.window, self.runner, library_path, self.open_library, self._library_refused, self
        )
        self.start_again = False
        """Whether the program is to be started once more when it has ended."""
        self.window.closing.connect(self._close_before_ready)
        self.window.show_page(Page.MESSAGE)
        self.window.message_page.show_message("")
        preferences.restore_window(self.window)

    # -- the library -----------------------------------------------------------------------

    def open_library(self, paths: Sequence[Path] = ()) -> None:
        """Open the library on a worker, then the paths, else what was open last."""
        self._waiting += paths
        self.runner.run(
            _opened,
            self._library_path,
            on_done=self._library_opened,
            on_error=self._library_refused,
            owner=self,
            lane="library",
        )

    def _library_refused(self, error: BaseException) -> None:
        if isinstance(error, SessionlogError):
            again = QCoreApplication.translate("Application", "Try again")
            buttons = [BannerButton(again, self.open_library)]
            if error.code == DAMAGED:
                buttons.insert(0, self.rescue.button())
            self.window.message_page.show_message(
                core_text(error.sentence),
                core_text(error.remedy),
                icon=("diagnosis.refused", "error"),
                buttons=tuple(buttons),
            )
            self.window.show_page(Page.MESSAGE)
        self.libraryFailed.emit(error)

    def _library_opened(self, library: Library) -> None:
        self.library = library
        bench = self.bench = Workbench(library, self.runner, self.window, self.sessions, self.follower)
        self.opening = Opening(bench)
        commands = self.commands = Commands(bench, self.opening, self.look, self.preferences)
        scopes = {
            Scope.WINDOW: self.window,
            Scope.CONVERSATION: self.canvas,
            Scope.LIST: self.window.sidebar.sessions,
        }
        commands.registry.add(all_actions(commands), scopes)
        menus.give_icons(commands.registry)
        self._connect(bench, commands)
        works = (commands.storage, commands.handover, commands.forks)
        self.leaving = Leaving(bench, self.preferences, works)
        commands.storage.moved.connect(self._library_moved)
        self.notifier = Notifier(self.window)
        for work in (*works, self.opening):
            work.ended.connect(self.notifier.ended)
        self.face = ChineseFace(bench, self.look)
        self.leaving.left.connect(self.closed)
        self.window.closing.disconnect(self._close_before_ready)
        self.window.closing.connect(self.leaving.asked_to_close)
        commands.apply_list_settings()
        self._build_menus()
        bench.start()
        self._look_around()
        waiting, self._waiting = self._waiting, []
        if all(is_link(path) for path in waiting):
            self.preferences.restore_sources(bench, place=not waiting)
        self.open_paths(waiting)
        self.ready.emit()

    def _connect(self, bench: Workbench, commands: Commands) -> None:
        window, registry = self.window, commands.registry
        bench.stateChanged.connect(registry.refresh)
        bench.monitor.changed.connect(lambda _status: registry.refresh())
        bench.imports.started.connect(registry.refresh)
        bench.imports.ended.connect(lambda _results, _cancelled: registry.refresh())
        window.languageChanged.connect(self._retranslate)
        window.palette_field.clicked.connect(commands.open_palette)
        window.sidebar_button.clicked.connect(lambda: registry.trigger("view.sidebar"))
        window.header.importWanted.connect(commands.import_session)
        window.header.forkWanted.connect(commands.forks.from_here)
        window.header.exportWanted.connect(commands.handover.export_shown)
        window.header.menuWanted.connect(lambda at: self._menu(SESSION_MENU, at))
        window.sidebar.sessionMenuWanted.connect(self._session_menu)
        window.sidebar.sessions.currentMoved.connect(registry.refresh)
        window.sidebar.sourceMenuWanted.connect(self._source_menu)
        window.sidebar.orderMenuWanted.connect(lambda at: self._menu(ORDER_MENU, at))
        window.sidebar.openWanted.connect(lambda at: self._menu(OPEN_MENU, at))
        window.status.retryWanted.connect(commands.retry_saving)
        window.status.problemsWanted.connect(bench.pages.show_first_problem)
        self.canvas.currentNodeChanged.connect(lambda _node: registry.refresh())
        self.canvas.zoomWanted.connect(self.look.step_zoom)
        self.canvas.contextMenuWanted.connect(lambda _node, at: self._menu(NODE_MENU, at))
        self.canvas.linkActivated.connect(self.trouble.ask_about_link)
        assert self.opening is not None
        self.opening.opened.connect(self.preferences.add_recent)
        self.preferences.failed.connect(bench.pages.show_error)

    def _library_moved(self, path: Path) -> None:
        """Nothing more can be written from here: leave, and start again from where it lies."""
        self.preferences.follow(path)
        self.start_again = True
        self.window.close()

    # -- paths from outside ----------------------------------------------------------------

    def open_paths(self, paths: Sequence[Path]) -> None:
        """From the command line, a drop, or a later start. A link is followed into what is open by then."""
        if self.opening is None or self.commands is None:
            self._waiting += paths
            return
        links = [path for path in paths if is_link(path)]
        places = [path for path in paths if path not in links]
        self.opening.open_paths([str(path) for path in places], show=not links)
        for link in links:
            self.commands.follow(str(link), places)

    def come_to_front(self, paths: Sequence[Path]) -> None:
        self.open_paths(paths)
        self.window.setWindowState(self.window.windowState() & ~self.window.windowState().WindowMinimized)
        self.window.raise_()
        self.window.activateWindow()

    def _look_around(self) -> None:
        assert self.library is not None
        self.runner.run(
            self.library.known_places, on_done=self.window.first_page.set_places, owner=self, lane="io"
        )

    # -- menus -----------------------------------------------------------------------------

    def _build_menus(self) -> None:
        assert self.commands is not None
        commands, registry = self.commands, self.commands.registry
        self.window.fill_menus(lambda window: menus.fill_menu_bar(window.menuBar(), registry, commands))
        self.window.palette_field.key = shortcut_text(registry.action("tools.palette"))
        self.window.first_page.set_keys(lambda action: shortcut_text(registry.action(action)))

    def _menu(self, ids: Sequence[str], at: QPoint) -> None:
        assert self.commands is not None
        menus.show_menu(self.window, self.commands.registry, ids, at)

    def _session_menu(self, info: SessionInfo, at: QPoint) -> None:
        assert self.commands is not None
        menus.popup(self.commands.acts.menu(self.commands, info), at)

    def _source_menu(self, info: SourceInfo, at: QPoint) -> None:
        assert self.bench is not None
        self.bench.choose_source(info.id)
        kept = ("library.deleted", "library.storage") if info.kind == "library" else ()
        self._menu(("source.case", "source.reload", "source.import", "source.remove", *kept), at)

    def _retranslate(self) -> None:
        if self.commands is None or self.bench is None:
            return
        self.commands.registry.retranslate()
        self._build_menus()
        self.bench.retranslate()

    # -- the end ---------------------------------------------------------------------------

    def _close_before_ready(self, event: QCloseEvent) -> None:
        event.accept()
        self.closed.emit()

    def shut_down(self) -> None:
        """Everything under way ends; what is queued is written or spilled by the library."""
        if self.bench is not None:
            self.bench.close()
        self.follower.close()
        self.runner.close()
        if self.library is not None:
            self.library.close()


def _opened(path: Path | None) -> Library:
    """On a worker: the window stands before everything that reads and writes sessions is imported."""
    from sessionlog.library import Library

    return Library.open(path)


NODE_MENU = (
    "edit.copy",
    "edit.copyLink",
    "",
    "attachment.save",
    "attachment.copy",
    "attachment.show",
    "",
    "session.fork",
    "session.compareAttempt",
    "session.lineage",
    "session.holders",
)
SESSION_MENU = (
    "session.fork",
    "session.lineage",
    "session.compareParent",
    "session.compareWith",
    "session.compareGenerations",
    "edit.copyId",
    "edit.copyLink",
    "session.export",
    "session.showInFolder",
    "session.copyReport",
    "",
    "session.rename",
    "session.archived",
    "session.import",
    "session.delete",
    "",
    "session.close",
)
ORDER_MENU = ("list.grouped", "list.archived", "", "list.byPrompt", "list.byName")
OPEN_MENU = ("open.folder", "open.file", "open.zip", "open.samples", "", "import.folder")
