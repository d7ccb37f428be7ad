"""Where one reads: turn and seq in the status bar, and the link that leads there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QObject, QTimer

from sessionloom.shell.diagnosis_text import serious_problems
from sessionloom.shell.main_window import Page

if TYPE_CHECKING:
    from sessionlog.conversation.node import Node
    from sessionloom.models.session_controller import SessionController
    from sessionloom.shell.main_window import MainWindow

PLACE_MS = 100


class Position(QObject):
    """`current` is the key of the current node. While one scrolls, the place is told now and then."""

    def __init__(self, window: MainWindow, controller: SessionController, parent: QObject) -> None:
        super().__init__(parent)
        self._window = window
        self._controller = controller
        self.current = ""
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(PLACE_MS)
        self._pause.timeout.connect(self.show)
        canvas = window.canvas
        canvas.currentNodeChanged.connect(self._moved)
        canvas.verticalScrollBar().valueChanged.connect(lambda _value: self._pause.start())
        window.pages.currentChanged.connect(self._page_changed)

    def clear(self) -> None:
        """Another session, or none, comes into view."""
        self.current = ""
        self._window.status.show_position("", "", 0)

    def _page_changed(self) -> None:
        self.show()

    def show(self) -> None:
        """Tell the place in the session that is shown; on another page there is none to tell."""
        info = self._controller.info
        if info is None or self._window.page() is not Page.SESSION:
            self._window.status.show_position("", "", 0)
            return
        node = self._node_read()
        turn = seq = ""
        if node is not None and node.turn is not None:
            if info.turns is not None and info.turns >= node.turn:
                turn = QCoreApplication.translate("Workbench", "Turn %1 of %2")
                turn = turn.replace("%2", f"{info.turns:,}")
            else:
                turn = QCoreApplication.translate("Workbench", "Turn %1")
            turn = turn.replace("%1", f"{node.turn:,}")
        if node is not None:
            seq = f"#{node.seq}"
        problems = len(serious_problems(self._controller.diagnosis))
        self._window.status.show_position(turn, seq, problems)

    def link(self) -> str:
        """`id@gN#seq` of the node that is read; empty without a session."""
        info = self._controller.info
        node = self._node_read()
        if info is None:
            return ""
        place = f"#{node.seq}" if node is not None else ""
        return f"{info.id}@g{info.generation}{place}"

    def _moved(self, key: str) -> None:
        self.current = key
        self.show()

    def _node_read(self) -> Node | None:
        return self._controller.node(self._window.canvas.nodeInSight()) or self._controller.last_node()
