"""Notices that watched files changed on disk; what changed in them is asked of the core.

watchfiles tells it: on the running asyncio loop, or on a thread of its own where none runs. Where
the system gives no events (no watch handles left), it compares the files at intervals instead.
"""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Signal

from sessionloom.bridge.coalescer import Coalescer

log = logging.getLogger(__name__)
POLL_MS = 1000
DEBOUNCE_MS = 50
STEP_MS = 20


class Follower(QObject):
    """`touched` names changed files, at most once a frame. `polling` tells which way is in use."""

    touched = Signal(set)

    def __init__(self, parent: QObject | None = None, *, events: bool = True, poll_ms: int = POLL_MS) -> None:
        super().__init__(parent)
        self.polling = not events
        self._poll_ms = poll_ms
        self._roots: frozenset[Path] = frozenset()
        self._task: asyncio.Task[None] | None = None
        self._task_stop: asyncio.Event | None = None
        self._thread: threading.Thread | None = None
        self._thread_stop = threading.Event()
        self._coalescer = Coalescer(self)
        self._coalescer.delivered.connect(self._deliver)

    @property
    def watched(self) -> frozenset[Path]:
        return self._roots

    def watch(self, paths: Iterable[Path]) -> None:
        """Watch exactly these from now on (folders with everything below them)."""
        roots = frozenset(path for path in paths if path.exists())
        if roots == self._roots:
            return
        self._stop()
        self._roots = roots
        if not roots:
            return
        loop = _running_loop()
        if loop is not None:
            self._task_stop = asyncio.Event()
            self._task = loop.create_task(self._watch_here(roots, self._task_stop))
            return
        self._thread_stop = threading.Event()
        self._thread = threading.Thread(
            target=self._watch_there, args=(roots, self._thread_stop), name="follower", daemon=True
        )
        self._thread.start()

    def close(self) -> None:
        self._stop()
        self._roots = frozenset()

    def _stop(self) -> None:
        if self._task_stop is not None:
            self._task_stop.set()
        self._thread_stop.set()
        if self._thread is not None:
            self._thread.join()
        self._task = self._task_stop = self._thread = None

    def _options(self) -> dict[str, Any]:
        return {
            "watch_filter": None,
            "debounce": DEBOUNCE_MS,
            "step": STEP_MS,
            "recursive": True,
            "force_polling": self.polling,
            "poll_delay_ms": self._poll_ms,
        }

    async def _watch_here(self, roots: frozenset[Path], stop: asyncio.Event) -> None:
        import watchfiles  # a start without a place to follow does without

        while not stop.is_set():
            try:
                async for changes in watchfiles.awatch(*roots, stop_event=stop, **self._options()):
                    self._coalescer.push({path for _change, path in changes})
                return
            except OSError as error:
                if self._gives_up(error):
                    return

    def _watch_there(self, roots: frozenset[Path], stop: threading.Event) -> None:
        import watchfiles

        while not stop.is_set():
            try:
                options = {**self._options(), "raise_interrupt": False}
                for changes in watchfiles.watch(*roots, stop_event=stop, **options):
                    self._coalescer.push({path for _change, path in changes})
                return
            except OSError as error:
                if self._gives_up(error):
                    return

    def _gives_up(self, error: OSError) -> bool:
        """After events failed, files are compared; after that failed too, there is nothing to watch."""
        if self.polling:
            log.warning("files cannot be followed (%s)", type(error).__name__)
            return True
        log.warning("no file events (%s), comparing files at intervals", type(error).__name__)
        self.polling = True
        return False

    def _deliver(self, batches: list[set[str]]) -> None:
        self.touched.emit(set().union(*batches))


def _running_loop() -> asyncio.AbstractEventLoop | None:
    """The loop that drives this thread; slots count as inside of it while qasync runs."""
    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return None
