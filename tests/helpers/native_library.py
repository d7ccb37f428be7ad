"""A library whose sessions begin in it, wired as the product wires it, with failures on demand."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from pathlib import Path
from typing import Any

from sessionlog.model.errors import EnvironmentFault
from sessionlog.store.keeper import Keeper
from sessionlog.store.lock import LibraryLock
from sessionlog.store.native import NativeSessions
from sessionlog.store.spill import SpillFolders, replay
from sessionlog.store.store import open_library


class NoTimers:
    """Deadlines never come by themselves: the tests flush. `armed` has seconds, and what would run."""

    def __init__(self) -> None:
        self.armed: list[tuple[float, Callable[[], None]]] = []

    def after(self, seconds: float, run: Callable[[], None]) -> Callable[[], None]:
        self.armed.append((seconds, run))
        return lambda: None


class NativeLibrary:
    """Opens `folder`/library.db. `fault` refuses every write while it is set.

    `unread` are the spilled files that could not be taken in.
    """

    def __init__(self, folder: Path, *, timers: Any = None) -> None:
        path = folder / "library.db"
        self.fault: EnvironmentFault | None = None
        self.unread: list[Path] = []
        self.spills = SpillFolders((folder / "spill",))
        self.store = open_library(
            path,
            lock=LibraryLock(path),
            before_writing=lambda store, writing: self.unread.extend(
                replay(self.spills, store.path, writing, store.terms)
            ),
        )
        self._refuse_writes()
        self.keeper = Keeper(
            self.store, lambda appended: None, spills=self.spills, timers=timers or NoTimers()
        )
        self.native = NativeSessions(self.store, self.keeper, clock=itertools.count(1000).__next__)

    def _refuse_writes(self) -> None:
        submit = self.store.writer.submit

        def refusing(run: Callable[..., Any], **more: Any) -> Any:
            def task(connection: Any) -> Any:
                if self.fault is not None:
                    raise self.fault
                return run(connection)

            return submit(task, **more)

        self.store.writer.submit = refusing  # type: ignore[method-assign]

    def close(self) -> list[EnvironmentFault]:
        """As at the end of the program: what cannot be saved is spilled; returns what is lost."""
        lost = self.keeper.close()
        self.store.close()
        return lost
