"""Who may write a library: an operating-system lock beside it (architecture section 3).

The lock is never judged by content or age; the owner file only tells whom to ask. A crash frees
the lock, so a stale one does not exist.
"""

from __future__ import annotations

import contextlib
import json
import os
import socket
import sys
import time
from pathlib import Path

from filelock import FileLock, Timeout

from sessionlog.model.errors import EnvironmentFault
from sessionlog.store import faults

WAIT_SECONDS = 10.0


class LibraryLock:
    """`<library>.lock`, with its owner named in `<library>.owner.json`."""

    def __init__(self, library: Path, wait_seconds: float = WAIT_SECONDS) -> None:
        self._library = library
        self._wait = wait_seconds
        self._owner = library.with_name(library.name + ".owner.json")
        self._lock = FileLock(library.with_name(library.name + ".lock"), mode=0o600, thread_local=False)

    def acquire(self) -> None:
        """Raises `EnvironmentFault`: `library.locked` names who holds it after the wait."""
        try:
            self._lock.acquire(timeout=self._wait)
        except Timeout as error:
            raise self._held_by_another() from error
        except OSError as error:
            raise faults.of_os(error, self._library) from error
        self._name_owner()

    def release(self) -> None:
        """The owner file goes first: it must never name somebody who has let go.

        In a folder that nobody may write any more it stays: it is only asked while the lock is held.
        """
        if self._lock.is_locked:
            with contextlib.suppress(OSError):
                self._owner.unlink(missing_ok=True)
            self._lock.release()

    @property
    def held(self) -> bool:
        return bool(self._lock.is_locked)

    def owner(self) -> dict[str, object] | None:
        """What the holder says of itself; `None` when nobody has."""
        try:
            value = json.loads(self._owner.read_bytes())
        except (OSError, ValueError):
            return None
        return value if isinstance(value, dict) else None

    def _name_owner(self) -> None:
        text = json.dumps(
            {
                "pid": os.getpid(),
                "program": Path(sys.argv[0]).name or "python",
                "host": socket.gethostname(),
                "since": time.time_ns() // 1_000_000,
            }
        )
        try:
            descriptor = os.open(self._owner, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
            with os.fdopen(descriptor, "w") as file:
                file.write(text)
        except OSError:
            return  # a full disk must not keep the lock's holder from making room

    def _held_by_another(self) -> EnvironmentFault:
        owner = self.owner() or {}
        who = f"{owner.get('program', 'Another program')}"
        if "pid" in owner:
            who += f" (process {owner['pid']} on {owner.get('host', 'this machine')})"
        return EnvironmentFault(
            faults.LOCKED,
            f"{who} is writing to {self._library.name} and did not let go within {self._wait:g} seconds.",
            "Nothing was lost. Wait until it has finished, or close it, then try again.",
        )
