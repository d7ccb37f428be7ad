"""What a SQLite or operating-system error means for the reader of the message.

Every fault says what is safe and what to do (architecture section 6). Codes are stable.
"""

from __future__ import annotations

import errno
import sqlite3
from pathlib import Path

from sessionlog.model.errors import EnvironmentFault

BUSY = "library.busy"
LOCKED = "library.locked"
FULL = "library.full"
READ_ONLY = "library.read-only"
IO = "library.io"
DAMAGED = "library.damaged"
UNREADABLE = "library.unreadable"
GONE = "library.gone"
MIGRATION = "library.migration"

ENDS_BY_ITSELF = frozenset({BUSY, LOCKED})
"""Faults worth another try without a person (architecture section 3, write-behind)."""

_PRIMARY_CODES = {
    3: UNREADABLE,
    5: BUSY,
    6: BUSY,
    8: READ_ONLY,
    10: IO,
    11: DAMAGED,
    13: FULL,
    14: UNREADABLE,
    26: DAMAGED,
}
_PRIMARY_TEXTS = {
    "database or disk is full": 13,
    "disk I/O error": 10,
    "database is locked": 5,
    "attempt to write a readonly database": 8,
    "unable to open database file": 14,
    "database disk image is malformed": 11,
    "file is not a database": 26,
}
"""What SQLite calls its codes: a driver says no number for what goes wrong in a backup."""

_ERRNO_CODES = {
    errno.ENOSPC: FULL,
    errno.EDQUOT: FULL,
    errno.EFBIG: FULL,
    errno.EROFS: READ_ONLY,
    errno.EACCES: UNREADABLE,
    errno.EPERM: UNREADABLE,
    errno.EIO: IO,
    errno.ENOENT: UNREADABLE,
    errno.ENOTDIR: UNREADABLE,
    errno.ELOOP: UNREADABLE,
    errno.ENAMETOOLONG: UNREADABLE,
}
_TEXTS = {
    BUSY: (
        "{name} is in use by another program.",
        "It is tried again by itself; close the other program if this lasts.",
    ),
    FULL: (
        "There is no room left for {name}. What was saved before is safe.",
        "Free some space on its disk, then try again.",
    ),
    READ_ONLY: (
        "{name} can be read but not written. Nothing was changed.",
        "Give yourself write access to the file and its folder, or choose another library.",
    ),
    IO: (
        "The disk reported an error while {name} was used. What was saved before is safe.",
        "Check the disk, then try again.",
    ),
    DAMAGED: (
        "{name} is damaged or no Sessionloom library.",
        "Rescue what can be read of it (sessionlog rescue), then import what is missing again.",
    ),
    UNREADABLE: (
        "{name} cannot be opened.",
        "Check that you may read the file and its folder, or choose another library.",
    ),
    GONE: (
        "{name} was moved or deleted while it was open. Nothing more is written to it.",
        "Put it back where it was, or quit and start with a new library.",
    ),
    MIGRATION: (
        "{name} is not built as the version that it names built it, so it cannot be brought up to date. "
        "It is as it was.",
        "Open it with the version that made it, rescue what can be read of it (sessionlog rescue), "
        "or choose another library.",
    ),
}


def fault(code: str, path: Path) -> EnvironmentFault:
    """The fault of a stable code, worded for the file at `path`."""
    sentence, remedy = _TEXTS[code]
    return EnvironmentFault(code, sentence.format(name=path.name), remedy)


def of_sqlite(error: sqlite3.Error, path: Path) -> EnvironmentFault | None:
    """The fault behind a driver error, `None` when the error is a bug of ours (syntax, constraint)."""
    number = _number_of(error)
    code = None if number is None else _PRIMARY_CODES.get(number & 0xFF)
    return None if code is None else fault(code, path)


def is_damage(error: sqlite3.Error) -> bool:
    """Whether pages of the file are not what they should be."""
    number = _number_of(error)
    return number is not None and _PRIMARY_CODES.get(number & 0xFF) == DAMAGED


def _number_of(error: sqlite3.Error) -> int | None:
    number = getattr(error, "sqlite_errorcode", None)
    return number if isinstance(number, int) else _PRIMARY_TEXTS.get(str(error))


def of_os(error: OSError, path: Path) -> EnvironmentFault:
    """The fault behind an operating-system error."""
    code = _ERRNO_CODES.get(error.errno or 0, IO)
    return fault(code, path)
