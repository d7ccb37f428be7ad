"""The whole window over a real library in a folder of its own, and the ways a person would use it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from PySide6.QtCore import QEvent, QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from sessionlog.settings import SettingsFile
from sessionloom.bridge.follower import Follower
from sessionloom.models.session_list_model import ROW_ROLE
from sessionloom.shell.application import Application
from sessionloom.shell.preferences import Preferences

WAIT_MS = 20_000


class Desk:
    """`start` opens the window; everything else is looking and doing."""

    def __init__(self, qtbot: QtBot, folder: Path) -> None:
        self.qtbot = qtbot
        self.folder = folder
        self.application: Application | None = None

    def start(
        self,
        *paths: Path,
        size: tuple[int, int] = (1280, 800),
        wait: bool = True,
        library: Path | None = None,
    ) -> Desk:
        database = library or self.folder / "library.db"
        preferences = Preferences(
            SettingsFile(database.with_name("settings.json")), database.with_name("window.ini")
        )
        preferences.override(theme="light", language="en")
        follower = Follower(poll_ms=50)
        self.application = Application(database, preferences, follower=follower)
        follower.setParent(self.application)
        self.window.resize(*size)
        self.window.show()
        self.application.open_library(paths)
        if wait:
            self.settle()
        return self

    @property
    def window(self) -> Any:
        assert self.application is not None
        return self.application.window

    @property
    def bench(self) -> Any:
        assert self.application is not None
        return self.application.bench

    @property
    def do(self) -> Any:
        assert self.application is not None
        return self.application.commands

    @property
    def canvas(self) -> Any:
        return self.window.canvas

    def settle(self) -> None:
        """Until nothing is under way and every change has been delivered."""
        assert self.application is not None
        runner = self.application.runner

        QApplication.processEvents()

        def at_rest() -> bool:
            if self.bench is not None:
                self.bench.deliver_news()
            return runner.busy() == 0

        self.qtbot.waitUntil(at_rest, timeout=WAIT_MS)

    def until(self, condition: Callable[[], object]) -> None:
        self.qtbot.waitUntil(lambda: bool(condition()), timeout=WAIT_MS)

    def titles(self) -> list[str]:
        """The rows of the session list as they read."""
        model = self.window.sidebar.sessions.model()
        return [str(model.index(row, 0).data()) for row in range(model.rowCount())]

    def sources(self) -> list[str]:
        model = self.window.sidebar.sources.model()
        return [str(model.index(row, 0).data()) for row in range(model.rowCount())]

    def choose(self, title: str) -> None:
        """Click a session in the list."""
        model = self.window.sidebar.sessions.model()
        for row in range(model.rowCount()):
            index = model.index(row, 0)
            if index.data(ROW_ROLE).info is not None and index.data() == title:
                view = self.window.sidebar.sessions
                view.scrollTo(index)
                self.qtbot.mouseClick(
                    view.viewport(), Qt.MouseButton.LeftButton, pos=view.visualRect(index).center()
                )
                self.settle()
                return
        raise AssertionError(f"no session {title!r} among {self.titles()}")

    def fork_from(self, text: str, title: str) -> None:
        """F on the message that says so, a title, Create."""
        node = next(node for node in self.canvas.nodes() if any(text in s.text for s in node.sections))
        self.canvas.set_current(node.key)
        self.qtbot.keyClick(self.canvas, Qt.Key.Key_F)
        self.settle()
        dialog = self.do.forks.dialog
        assert dialog is not None
        dialog.title_field.setText(title)
        dialog.create_button.click()
        self.settle()

    def drop(self, paths: Sequence[Path]) -> None:
        data = QMimeData()
        data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
        action, button = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton
        none = Qt.KeyboardModifier.NoModifier
        at = QPointF(400, 300)
        enter = QDragEnterEvent(at.toPoint(), action, data, button, none)
        QApplication.sendEvent(self.window, enter)
        assert enter.isAccepted()
        QApplication.sendEvent(self.window, QDropEvent(at, action, data, button, none))
        self.settle()

    def trigger(self, action: str) -> None:
        self.do.registry.action(action).trigger()
        self.settle()

    def node_texts(self) -> list[str]:
        """What every loaded node says, all sections joined."""
        return ["\n".join(section.text for section in node.sections) for node in self.canvas.nodes()]

    def reads(self, text: str) -> bool:
        return any(text in shown for shown in self.node_texts())

    def notice(self) -> tuple[str, str]:
        """Sentence and remedy of the notice, empty where none is shown."""
        shown = self.window.notice.shown
        return (shown.claim, shown.where) if shown is not None else ("", "")

    def message(self) -> tuple[str, str]:
        page = self.window.message_page
        return page.claim.text(), page.detail.text()

    def status(self) -> str:
        return self.window.status.flusher.text()

    def close(self) -> None:
        if self.application is not None:
            self.application.shut_down()
            self.window.hide()
            self.window.deleteLater()
            self.application.deleteLater()
            # No event loop is running between tests, and only one would do what is put off like this.
            QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
            QApplication.processEvents()
            self.application = None
