"""What is open: sources and their sessions, read on a worker and refreshed by changes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from sessionlog.model.changes import Changes
from sessionlog.model.errors import SessionlogError
from sessionloom.bridge.changes import ChangeBus
from sessionloom.bridge.tasks import TaskRunner
from sessionloom.models.away import AwaySources

if TYPE_CHECKING:
    from sessionlog.library import Library, SessionInfo, SourceInfo

LIBRARY_LANE = "library"
SINGLE_READS = 40


class Catalog(QObject):
    """Lists of sources and sessions as they were last read; every read happens in one lane.

    `sessionsChanged` names a source whose whole list is new, `sessionChanged` one session
    and whether it has more events than before.
    """

    sourcesChanged = Signal()
    sessionsChanged = Signal(int)
    sessionChanged = Signal(object, bool)
    failed = Signal(object)

    def __init__(self, library: Library, runner: TaskRunner, bus: ChangeBus, parent: QObject | None = None):
        super().__init__(parent)
        self._library = library
        self._runner = runner
        self._sources: list[SourceInfo] = []
        self._sessions: dict[int, list[SessionInfo]] = {}
        self._reading: set[int] = set()
        self._away = AwaySources()
        bus.changed.connect(self._on_changes)

    def sources(self) -> list[SourceInfo]:
        """What is open, then what was and is not there now (with negative ids)."""
        return [*self._sources, *self._away.infos()]

    def source(self, source: int) -> SourceInfo | None:
        return next((info for info in self.sources() if info.id == source), None)

    def sessions(self, source: int) -> list[SessionInfo] | None:
        """`None` until the source was read for the first time."""
        return [] if source in self._away else self._sessions.get(source)

    def refresh_sources(self, then: Callable[[], None] | None = None) -> None:
        def done(sources: list[SourceInfo]) -> None:
            self._sources = sources
            self.sourcesChanged.emit()
            if then is not None:
                then()

        self._runner.run(
            self._library.sources, on_done=done, on_error=self._fail, owner=self, lane=LIBRARY_LANE
        )

    def read_sessions(self, source: int) -> None:
        if source in self._reading:
            return
        self._reading.add(source)

        def done(sessions: list[SessionInfo]) -> None:
            self._reading.discard(source)
            self._sessions[source] = sessions
            self.sessionsChanged.emit(source)

        def failed(error: BaseException) -> None:
            self._reading.discard(source)
            self._fail(error)

        self._runner.run(
            self._library.sessions, source, on_done=done, on_error=failed, owner=self, lane=LIBRARY_LANE
        )

    def open_path(
        self,
        path: Path,
        then: Callable[[SourceInfo], None],
        *,
        kind: str | None = None,
        quiet: bool = False,
        again: bool = False,
    ) -> None:
        """Read a folder or a log in place. Nothing is imported.

        `again` is for a place that was open before: where it is not there now it stays in the list, and
        `then` gets it as such; `quiet` says nothing of it and leaves `then` out.
        """

        def done(info: SourceInfo) -> None:
            away = self._away.at(path)
            if away is not None:
                self._away.remove(away.id)
            self.refresh_sources(lambda: then(info))

        def failed(error: BaseException) -> None:
            if not quiet:
                self._fail(error)
            if again and not path.exists():
                away = self._away.add(path, kind)
                self.sourcesChanged.emit()
                if not quiet:
                    then(away)

        self._runner.run(
            lambda: self._library.open_path(path, kind=kind),
            on_done=done,
            on_error=failed,
            owner=self,
            lane=LIBRARY_LANE,
        )

    def close_source(self, source: int, then: Callable[[], None] | None = None) -> None:
        if source in self._away:
            self._away.remove(source)
            self.refresh_sources(then)
            return

        def done(_none: None) -> None:
            self._sessions.pop(source, None)
            self.refresh_sources(then)

        self._runner.run(
            self._library.close_source,
            source,
            on_done=done,
            on_error=self._fail,
            owner=self,
            lane=LIBRARY_LANE,
        )

    def reload(self, info: SourceInfo, then: Callable[[SourceInfo], None]) -> None:
        """Look at a source again: the library's lists, or a folder anew from disk."""
        if info.path is None or info.kind == "library":
            self.refresh_sources()
            self.read_sessions(info.id)
            return
        path, kind = Path(info.path), info.kind
        wanted = kind if kind == "samples" else None
        if info.id in self._away:
            self.open_path(path, then, kind=wanted, again=True)
        else:
            self.close_source(info.id, lambda: self.open_path(path, then, kind=wanted, again=True))

    def _on_changes(self, source: int, changes: Changes) -> None:
        touched = changes.sessions | changes.replaced | frozenset(span.session for span in changes.ranges)
        if changes.sources:
            self.refresh_sources()
        if source not in self._sessions:
            return
        if changes.removed or changes.replaced or len(touched) > SINGLE_READS:
            self.read_sessions(source)
            return
        known = {info.ref.key for info in self._sessions[source]}
        if touched - known:
            self.read_sessions(source)
            return
        refs = [info.ref for info in self._sessions[source] if info.ref.key in touched]
        if refs:
            self._runner.run(
                lambda: [self._library.session(ref) for ref in refs],
                on_done=self._take_states,
                on_error=self._fail,
                owner=self,
                lane=LIBRARY_LANE,
            )

    def _take_states(self, infos: list[SessionInfo]) -> None:
        for info in infos:
            sessions = self._sessions.get(info.ref.source, [])
            for index, known in enumerate(sessions):
                if known.ref == info.ref:
                    sessions[index] = info
                    grew = known.events is not None and (info.events or 0) > known.events
                    self.sessionChanged.emit(info, grew)
                    break

    def _fail(self, error: BaseException) -> None:
        if isinstance(error, SessionlogError):
            self.failed.emit(error)
