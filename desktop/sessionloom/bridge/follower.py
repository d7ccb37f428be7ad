"""Notices that watched files and folders changed on disk; what changed is asked of the core.

Events come from watchfiles on the running asyncio loop. Where no loop runs, or the system gives
no events (network drives, an exhausted watch limit), the watched paths are announced at a fixed
interval instead.
"""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Iterable
from pathlib import Path

import watchfiles
from PySide6.QtCore import QObject, QTimer, Signal

from sessionloom.bridge.coalescer import Coalescer

log = logging.getLogger(__name__)
POLL_MS = 1000


class Follower(QObject):
    """`touched` names changed paths, at most once a frame. `polling` tells which way is in use."""

    touched = Signal(set)

    def __init__(self, parent: QObject | None = None, *, events: bool = True, poll_ms: int = POLL_MS) -> None:
        super().__init__(parent)
        self._events = events
        self._roots: frozenset[Path] = frozenset()
        self._task: asyncio.Task[None] | None = None
        self._stop: asyncio.Event | None = None
        self._coalescer = Coalescer(self)
        self._coalescer.delivered.connect(self._deliver)
        self._timer = QTimer(self)
        self._timer.setInterval(poll_ms)
        self._timer.timeout.connect(self.announce_all)

    @property
    def polling(self) -> bool:
        return self._timer.isActive()

    @property
    def watched(self) -> frozenset[Path]:
        return self._roots

    def watch(self, paths: Iterable[Path]) -> None:
        """Watch exactly these from now on (folders with everything below them)."""
        roots = frozenset(path for path in paths if path.exists())
        if roots == self._roots:
            return
        self._roots = roots
        self._end_task()
        self._timer.stop()
        if not roots:
            return
        loop = _running_loop()
        if loop is None or not self._events:
            self._timer.start()
            return
        self._stop = asyncio.Event()
        self._task = loop.create_task(self._watch_events(roots, self._stop))

    def announce_all(self) -> None:
        """Say that everything watched may have changed."""
        self.touched.emit({os.fspath(path) for path in self._roots})

    def close(self) -> None:
        self._roots = frozenset()
        self._timer.stop()
        self._end_task()

    def _end_task(self) -> None:
        if self._stop is not None:
            self._stop.set()
        self._task = self._stop = None

    async def _watch_events(self, roots: frozenset[Path], stop: asyncio.Event) -> None:
        try:
            async for changes in watchfiles.awatch(*roots, stop_event=stop, debounce=50, step=20):
                self._coalescer.push({path for _change, path in changes})
        except OSError as error:  # no watch handles left, or a root went away: look at intervals
            log.warning("no file events (%s), looking at intervals", type(error).__name__)
            if roots == self._roots:
                self._timer.start()

    def _deliver(self, batches: list[set[str]]) -> None:
        self.touched.emit(set().union(*batches))


def _running_loop() -> asyncio.AbstractEventLoop | None:
    """The loop that drives this thread; slots count as inside of it while qasync runs."""
    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return None
