"""The library file as a thing on a disk: what it takes, and making it smaller.

What may take long is done in steps: `tell` hears how many of how many are done, `cancel` is asked
between them.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from sessionlog.store import artifacts, attachments
from sessionlog.store import connection as cx
from sessionlog.store.leftovers import copies_beside
from sessionlog.store.sealing import seal
from sessionlog.store.store import Store
from sessionlog.store.writer import Priority

Tell = Callable[[int, int], None]
Ask = Callable[[], bool]

PAGES_A_STEP = 512
"""2 MiB: what a queued flush waits for at most."""

SESSIONS_A_STEP = 16


class Cancelled(Exception):
    """Somebody asked to stop. Nothing is half done."""


@dataclass(frozen=True, slots=True)
class DiskUse:
    """Bytes on the disk. `free` lies in the file and comes back by compacting.

    `unclaimed` of the originals and attachments belong to no session of this library: they may be
    another's, or those of an earlier state of this one. They are never removed. `backups` are copies of
    the library from before a migration or a rescue.
    """

    database: int
    free: int
    originals: int
    attachments: int
    unclaimed: int
    backups: tuple[tuple[Path, int], ...]


def disk_use(store: Store) -> DiskUse:
    """What a library takes now. A file that is gone meanwhile takes nothing."""
    with store.readers.read() as connection:
        free = cx.pragma(connection, "freelist_count") * cx.pragma(connection, "page_size")
    claimed = _claimed(store)
    database = sum(size_of(path) for path in (store.path, _wal(store.path)))
    beside = _beside(store)
    originals, attached = (sum(map(size_of, files)) for files in beside)
    unclaimed = sum(size_of(path) for files in beside for path in files if path.name not in claimed)
    copies = tuple((path, size_of(path)) for path in copies_beside(store.path))
    return DiskUse(database, free, originals, attached, unclaimed, copies)


def compact(store: Store, keys: list[int], tell: Tell, cancel: Ask) -> int:
    """Join what was written in small pieces and give free pages back; returns the bytes that came back.

    Raises `Cancelled`; what was done until then stays done.
    """
    before = disk_use(store).database
    free = _free_pages(store)
    total = len(keys) + free
    for at in range(0, len(keys), SESSIONS_A_STEP):
        some = keys[at : at + SESSIONS_A_STEP]
        stop_if(cancel)
        store.writer.run(
            lambda connection, some=some: [seal(connection, store.terms, key) for key in some],  # type: ignore[misc]
            priority=Priority.IDLE,
            full=False,
        )
        tell(at + len(some), total)
    left = _free_pages(store)
    total = len(keys) + left
    while left:
        stop_if(cancel)
        store.writer.run(_give_back, priority=Priority.IDLE, full=False)
        now = _free_pages(store)
        if now >= left:
            break
        left = now
        tell(total - left, total)
    store.cache.clear()
    store.writer.run(lambda connection: None)
    store.writer.peek(_empty_wal)
    return max(0, before - disk_use(store).database)


def _give_back(connection: cx.Connection) -> None:
    connection.execute(f"PRAGMA incremental_vacuum({PAGES_A_STEP})").fetchall()


def _empty_wal(connection: cx.Connection | None) -> None:
    if connection is not None:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()


def _free_pages(store: Store) -> int:
    with store.readers.read() as connection:
        return cx.pragma(connection, "freelist_count")


def _beside(store: Store) -> tuple[list[Path], list[Path]]:
    """Originals and attachments that are files beside the library."""
    folders = [kept.folder for kept in (store.artifacts, store.attachments) if kept is not None]
    originals, attachments = (
        sorted(path for path in folder.rglob("*") if os.path.isfile(path) and not path.name.startswith("."))
        for folder in folders
    )
    return originals, attachments


def files_beside(store: Store) -> list[Path]:
    """Originals and attachments beside a library, whosever they are."""
    return [path for files in _beside(store) for path in files]


def own_files(store: Store) -> list[Path]:
    """Those of them that some session of the library has."""
    claimed = _claimed(store)
    return [path for path in files_beside(store) if path.name in claimed]


def _claimed(store: Store) -> set[str]:
    with store.readers.read() as connection:
        return artifacts.had(connection) | attachments.had(connection)


def _wal(path: Path) -> Path:
    return path.with_name(path.name + "-wal")


def size_of(path: Path) -> int:
    """Bytes of a file, 0 where it is not."""
    try:
        return path.stat().st_size
    except OSError:
        return 0


def stop_if(cancel: Ask) -> None:
    """Raises `Cancelled` when somebody asked to stop."""
    if cancel():
        raise Cancelled
