"""The library file as a thing on a disk: what it takes, making it smaller, copying it whole.

Everything here is done in steps: `tell` hears how many of how many are done, `cancel` is asked between
them. A cancelled or failed copy leaves nothing behind.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from sessionlog.model.errors import EnvironmentFault
from sessionlog.store import artifacts, attachments, faults
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

MADE_FROM = "made-from"
"""In a copy that is not complete: of which library it is."""


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
    with store.readers.read() as connection:
        free = cx.pragma(connection, "freelist_count") * cx.pragma(connection, "page_size")
    claimed = _claimed(store)
    database = sum(_size(path) for path in (store.path, _wal(store.path)))
    beside = _beside(store)
    originals, attached = (sum(map(_size, files)) for files in beside)
    unclaimed = sum(_size(path) for files in beside for path in files if path.name not in claimed)
    copies = tuple((path, _size(path)) for path in copies_beside(store.path))
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
        _stop_if(cancel)
        store.writer.run(
            lambda connection, some=some: [seal(connection, store.terms, key) for key in some],  # type: ignore[misc]
            priority=Priority.IDLE,
            full=False,
        )
        tell(at + len(some), total)
    left = _free_pages(store)
    total = len(keys) + left
    while left:
        _stop_if(cancel)
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


def copy_whole(store: Store, folder: Path, tell: Tell, cancel: Ask) -> Path:
    """The library with its originals and attachments in a folder that is made for it; returns its file.

    Another state of the library is never mixed in: the copy is that of one moment. It is checked page by
    page and on the disk when this returns. `tell` counts bytes. Raises `Cancelled` and `EnvironmentFault`.
    """
    part = part_of(folder)
    try:
        part.mkdir(mode=0o700, parents=True)
        try:
            (part / MADE_FROM).write_bytes(os.fsencode(store.path))
            _copy_into(store, part, tell, cancel)
            (part / MADE_FROM).unlink()
            folder_to_disk(part)
            os.replace(part, folder)
            folder_to_disk(folder.parent)
        except BaseException:
            shutil.rmtree(part, ignore_errors=True)
            raise
    except OSError as error:
        raise not_written(error, folder) from error
    return folder / store.path.name


def not_written(error: OSError, folder: Path) -> EnvironmentFault:
    """The fault of a folder in which nothing could be made."""
    known = faults.of_os(error, folder)
    if known.code not in (faults.UNREADABLE, faults.READ_ONLY):
        return known
    return EnvironmentFault(
        "library.no-target", f"Nothing can be written to {folder.parent}.", "Choose another folder."
    )


def part_of(folder: Path) -> Path:
    """Where a copy is made before it is complete."""
    return folder.with_name(folder.name + ".part")


def remove_killed(store: Store, folder: Path) -> None:
    """Remove what a killed copy of this library left. Nobody else may be copying it to there.

    Raises `OSError`. Whatever else has that name stays.
    """
    part = part_of(folder)
    if not os.path.isdir(part):
        return
    if not any(part.iterdir()):
        part.rmdir()  # killed before it said whose it is
    elif (part / MADE_FROM).is_file() and (part / MADE_FROM).read_bytes() == os.fsencode(store.path):
        shutil.rmtree(part)


def folder_to_disk(folder: Path) -> None:
    """The names in a folder are on the disk when this returns. Raises `OSError`."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _copy_into(store: Store, folder: Path, tell: Tell, cancel: Ask) -> None:
    files = files_beside(store)
    database, total = _size(store.path), sum(map(_size, files))
    done = _copy_database(
        store, folder / store.path.name, lambda at: tell(at, max(database, at) + total), cancel
    )
    for path in files:
        target = folder / path.relative_to(store.path.parent)
        target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        for piece in _copied(path, target):
            _stop_if(cancel)
            done += piece
            tell(done, max(done, database + total))


def _copy_database(store: Store, target: Path, tell: Callable[[int], None], cancel: Ask) -> int:
    """Copy the pages and look at each; returns the bytes copied."""
    cx.create_file(target)
    copy: cx.Connection = cx.driver.connect(str(target))
    try:
        with cx.translated(target), store.readers.read() as connection:
            size = cx.pragma(connection, "page_size")

            def step(_status: int, remaining: int, pages: int) -> None:
                _stop_if(cancel)
                tell((pages - remaining) * size)

            connection.backup(copy, pages=PAGES_A_STEP, progress=step)
            found = copy.execute("PRAGMA quick_check(1)").fetchone()[0]
            if found != "ok":
                raise faults.fault(faults.DAMAGED, store.path)
            copy.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    finally:
        copy.close()
    _to_disk(target)
    return _size(target)


def _copied(source: Path, target: Path) -> Iterator[int]:
    """Copies a file in steps; gives the bytes of each."""
    descriptor = os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "wb") as out, source.open("rb") as file:
        while piece := file.read(1 << 20):
            out.write(piece)
            yield len(piece)
        out.flush()
        os.fsync(out.fileno())


def _to_disk(path: Path) -> None:
    with path.open("rb+") as file:
        os.fsync(file.fileno())


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


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0


def _stop_if(cancel: Ask) -> None:
    if cancel():
        raise Cancelled


def require_room(folder: Path, needed: int) -> None:
    """Raises `EnvironmentFault` where a disk says that it has not so many bytes left."""
    there = next((parent for parent in (folder, *folder.parents) if os.path.isdir(parent)), None)
    if there is None:
        return
    free = shutil.disk_usage(there).free
    if free < needed:
        raise EnvironmentFault(
            "library.no-room",
            "The disk of this folder has not enough room for the library.",
            "Choose a folder on another disk, or free space.",
        )
