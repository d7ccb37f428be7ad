"""Copying a library whole into another folder: a backup, or the first half of a move.

Everything here is done in steps: `tell` hears how many bytes of how many are done, `cancel` is asked
between them. A cancelled or failed copy leaves nothing behind.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

from sessionlog.model.errors import EnvironmentFault
from sessionlog.store import connection as cx
from sessionlog.store import faults
from sessionlog.store.on_disk import file_to_disk, folder_to_disk
from sessionlog.store.store import Store
from sessionlog.store.upkeep import PAGES_A_STEP, Ask, Tell, files_beside, size_of, stop_if

MADE_FROM = "made-from"
"""In a copy that is not complete: of which library it is."""


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


def _copy_into(store: Store, folder: Path, tell: Tell, cancel: Ask) -> None:
    files = files_beside(store)
    database, total = size_of(store.path), sum(map(size_of, files))
    done = _copy_database(
        store, folder / store.path.name, lambda at: tell(at, max(database, at) + total), cancel
    )
    for path in files:
        target = folder / path.relative_to(store.path.parent)
        target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        for piece in _copied(path, target):
            stop_if(cancel)
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
                stop_if(cancel)
                tell((pages - remaining) * size)

            connection.backup(copy, pages=PAGES_A_STEP, progress=step)
            found = copy.execute("PRAGMA quick_check(1)").fetchone()[0]
            if found != "ok":
                raise faults.fault(faults.DAMAGED, store.path)
            copy.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    finally:
        copy.close()
    file_to_disk(target)
    return size_of(target)


def _copied(source: Path, target: Path) -> Iterator[int]:
    """Copies a file in steps; gives the bytes of each."""
    descriptor = os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "wb") as out, source.open("rb") as file:
        while piece := file.read(1 << 20):
            out.write(piece)
            yield len(piece)
        out.flush()
        os.fsync(out.fileno())


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
