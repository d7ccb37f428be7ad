"""Places in sessions: going to an event, and standing where one stood when the program ended."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer

from sessionlog.access.values import LIBRARY_SOURCE
from sessionloom.conversation.reading import Anchor
from sessionloom.shell.go_to import nodes_near, past_end
from sessionloom.theme.resources import resource_path

if TYPE_CHECKING:
    from sessionlog.library import SessionInfo, SessionRef, SourceInfo
    from sessionlog.model.severity import Diagnosis
    from sessionlog.settings import LastPlace
    from sessionloom.shell.preferences import Preferences
    from sessionloom.shell.workbench import Workbench

KEEP_MS = 3000


class Places(QObject):
    """What is to be shown once its session is there: an event, or the reading place of last time."""

    def __init__(self, bench: Workbench) -> None:
        super().__init__(bench)
        self._bench = bench
        self._goal: tuple[SessionRef, Callable[[], None]] | None = None
        self._asked: tuple[SessionRef, int] | None = None
        bench.controller.factsChanged.connect(self._tell_end)
        bench.controller.shown.connect(lambda info, _diagnosis: self._shown(info))

    def go_to_seq(self, info: SessionInfo, seq: int | None) -> None:
        """Open a session where that is needed, and show an event of it."""
        bench = self._bench
        if bench.controller.ref != info.ref or not bench.controller.loaded():
            self._goal = None if seq is None else (info.ref, lambda: self._show_seq(seq))
            bench.choose_session(info)
        elif seq is not None:
            bench.leave_place()
            self._show_seq(seq)

    def _show_seq(self, seq: int) -> None:
        canvas = self._bench.window.canvas

        def show() -> None:
            next((node for node in nodes_near(canvas.nodes(), seq) if canvas.scrollToNode(node.key)), None)
            canvas.setFocus()

        controller = self._bench.controller
        if controller.info is not None:
            self._asked = (controller.info.ref, seq)
            self._tell_end(controller.info, controller.diagnosis)
        self._bench.controller.reveal_seq(seq, show)

    def _tell_end(self, info: SessionInfo, diagnosis: Diagnosis) -> None:
        """Say that what was asked for lies past the end, once the log was read as far as its end."""
        if self._asked is None or self._asked[0] != info.ref:
            self._asked = None
        elif info.events is not None:
            problem, self._asked = past_end(self._asked[1], info, diagnosis), None
            if problem:
                self._bench.pages.show_notice("warn", problem)

    # -- the places of last time -----------------------------------------------------------

    def restore(self, paths: Sequence[str], last: LastPlace | None) -> None:
        """Open what was open last time. A place that is gone is left out; the rest opens."""
        bench = self._bench
        for path in paths:
            kind = "samples" if Path(path) == samples_folder() else None
            bench.catalog.open_path(
                Path(path), lambda info: self._restored(info, last), kind=kind, quiet=True, again=True
            )
        if last is not None and not last.source:
            bench.choose_source(LIBRARY_SOURCE, lambda sessions: self._pick(sessions, last))

    def _restored(self, info: SourceInfo, last: LastPlace | None) -> None:
        if last is not None and info.path == last.source:
            self._bench.choose_source(info.id, lambda sessions: self._pick(sessions, last))

    def _pick(self, sessions: Sequence[SessionInfo], last: LastPlace) -> SessionInfo | None:
        """The session that was read last, where it is still listed."""
        wanted = (last.session, last.generation)
        info = next((info for info in sessions if (info.id, info.generation) == wanted), None)
        place = place_of_key(last.node)
        if info is not None and place is not None:
            self._goal = (info.ref, lambda: self._stand_at(last.node, *place))
        return info

    def _stand_at(self, key: str, part: int, seq: int) -> None:
        def stand() -> None:
            self._bench.window.canvas.restoreAnchor(Anchor(key, "", 0.0, at_end=False))

        self._bench.controller.reveal(part, seq, stand)

    def _shown(self, info: SessionInfo) -> None:
        goal, self._goal = self._goal, None
        if goal is not None and goal[0] == info.ref:
            goal[1]()

    def here(self) -> str:
        """The key of the node at the top of the view; empty at the end, where a session opens anyway."""
        anchor = self._bench.window.canvas.anchor()
        return "" if anchor is None or anchor.at_end else anchor.node_key


class PlaceKeeper(QObject):
    """Remembers places while one reads, so that a program that was killed opens where it stood."""

    def __init__(self, bench: Workbench, preferences: Preferences, parent: QObject | None = None) -> None:
        super().__init__(parent or bench)
        self._bench = bench
        self._preferences = preferences
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(KEEP_MS)
        self._timer.timeout.connect(self.keep)
        bench.sessionShown.connect(self._wait)
        bench.catalog.sourcesChanged.connect(self._wait)
        bench.window.canvas.verticalScrollBar().valueChanged.connect(self._wait)

    def _wait(self, *_told: object) -> None:
        if not self._timer.isActive():
            self._timer.start()

    def keep(self) -> None:
        """Nothing is kept while places are still being opened: half of them would be forgotten."""
        if self._bench.runner.busy():
            self._timer.start()
        elif self._bench.controller.loaded():
            self._preferences.remember_places(self._bench)


def place_of_key(key: str) -> tuple[int, int] | None:
    """Part and seq of a node key, `<kind>:<part>:<seq>`."""
    parts = key.split(":")
    numbers = [int(part) for part in parts[1:] if part.isascii() and part.isdigit()]
    return (numbers[0], numbers[1]) if len(parts) == 3 and len(numbers) == 2 else None


def samples_folder() -> Path:
    return resource_path("samples", "sessions")
