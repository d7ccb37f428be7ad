"""Follows the listed sessions that are not shown: their logs grow too, and kept ones are saved."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from sessionlog.model.changes import Changes
from sessionlog.model.errors import SessionlogError
from sessionloom.bridge.changes import ChangeBus
from sessionloom.bridge.follower import Follower
from sessionloom.bridge.tasks import TaskRunner
from sessionloom.models.catalog import Catalog

if TYPE_CHECKING:
    from sessionlog.library import Follow, Library, SessionRef

FOLLOW_LANE = "follow"
MOST_FOLLOWS = 500


class SourceWatch(QObject):
    """One follow a session, made when its file is first touched; the oldest gives way beyond a limit.

    What a poll finds goes over the bus; `polled` comes after each look. The session that is shown
    is followed by its controller.
    """

    polled = Signal()

    def __init__(
        self,
        library: Library,
        runner: TaskRunner,
        catalog: Catalog,
        bus: ChangeBus,
        follower: Follower,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._library = library
        self._runner = runner
        self._catalog = catalog
        self._bus = bus
        self._shown: SessionRef | None = None
        self._follows: dict[SessionRef, Follow] = {}
        self._by_path: dict[str, SessionRef] = {}
        catalog.sessionsChanged.connect(lambda _source: self._index())
        catalog.sourcesChanged.connect(self._index)
        follower.touched.connect(self._touched)

    def set_shown(self, ref: SessionRef | None) -> None:
        """This one is followed elsewhere. Its follow here starts anew afterwards."""
        self._shown = ref
        if ref is not None:
            self._follows.pop(ref, None)

    def _index(self) -> None:
        """Which session a path belongs to; an opened place goes before the library."""
        self._by_path = {
            info.artifact: info.ref
            for source in reversed(self._catalog.sources())
            for info in reversed(self._catalog.sessions(source.id) or [])
            if info.artifact is not None and source.kind != "library"
        }

    def _touched(self, paths: set[str]) -> None:
        refs = [self._by_path[path] for path in paths if path in self._by_path]
        for ref in refs:
            if ref != self._shown:
                self._runner.run(
                    self._poll, ref, on_done=lambda _none: self.polled.emit(), owner=self, lane=FOLLOW_LANE
                )

    def _poll(self, ref: SessionRef) -> None:
        """On the lane. A log that cannot be read now is tried again when it is touched next."""
        follow = self._follows.pop(ref, None)
        try:
            if follow is None:
                self._library.prepare_log(ref)
                follow = self._library.follow(ref)
            changes = follow.poll()
        except SessionlogError:
            return
        if changes != Changes():
            self._bus.publish(ref.source, changes)
        self._follows[ref] = follow
        if len(self._follows) > MOST_FOLLOWS:
            self._follows.pop(next(iter(self._follows)), None)
