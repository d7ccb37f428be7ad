"""Temporary files of exports: named so that they are known again, held while in use, swept when left behind.

Where a system cannot write a file that has no name, a killed export leaves one. It is removed by the
next export into the same folder: only a plain file under our own kind of name, of the same user, that
nobody holds and nobody wrote to for an hour.
"""

from __future__ import annotations

import contextlib
import os
import re
import secrets
import stat
import time
from pathlib import Path

OLD = 3600.0
"""Seconds since the last write. On a network disk another machine's hold is not seen; its writing is."""

_NAME = re.compile(r"\.sessionloom-[0-9a-f]{16}\.part")


def temporary_name(folder: Path) -> Path:
    """A hidden name that nothing has."""
    return folder / f".sessionloom-{secrets.token_hex(8)}.part"


def hold(descriptor: int) -> None:
    """Mark an open file as in use, until it is closed. Windows needs no mark: an open file stays."""
    if os.name == "nt":
        return
    import fcntl

    with contextlib.suppress(OSError):  # a file system without locks: its age protects it
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)


def sweep(folder: Path) -> list[Path]:
    """Remove what killed exports left in a folder; returns what was removed. Never raises `OSError`."""
    found: list[Path] = []
    with contextlib.suppress(OSError), os.scandir(folder) as entries:
        found += [Path(entry.path) for entry in entries if _NAME.fullmatch(entry.name)]
    return [path for path in found if _removed(path)]


def _removed(path: Path) -> bool:
    try:
        found = path.lstat()
        if not stat.S_ISREG(found.st_mode) or time.time() - found.st_mtime < OLD:
            return False
        if os.name == "nt":
            path.unlink()
            return True
        return found.st_uid == os.geteuid() and _unheld_removed(path)
    except OSError:
        return False


def _unheld_removed(path: Path) -> bool:
    """Remove a file while it is held here. Raises `BlockingIOError` when somebody else holds it."""
    import fcntl

    descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        path.unlink()
    finally:
        os.close(descriptor)
    return True
