"""What runs in child processes that a test kills: an importer and a follower of one log.

Each tells what it was promised over a pipe, one value after each promise.
"""

from __future__ import annotations

from multiprocessing.connection import Connection
from pathlib import Path

import sqlite_utils  # noqa: F401  (its import would be most of a child's life)

from sessionlog.library import LIBRARY_SOURCE, Library
from sessionlog.store import ingest, slices
from sessionlog.store.spill import SpillFolders

SMALL_SLICE = 16 << 10


def open_at(folder: Path) -> Library:
    return Library.open(folder / "data" / "library.db", spills=SpillFolders((folder / "spill",)))


def import_home(folder: str, home: str, said: Connection) -> None:
    """Import in many small slices; says `begun`, then how many logs were acknowledged."""
    slices.SLICE_BYTES = ingest.TAKE_BYTES = SMALL_SLICE
    library = open_at(Path(folder))
    said.send("begun")
    said.send(len(library.import_path(home)))


def follow_log(folder: str, path: str, whole: bytes, step: int, said: Connection) -> None:
    """Write the log on, `step` bytes at a time, and follow it; says the seq that each flush promised."""
    library = open_at(Path(folder))
    (info,) = library.sessions(LIBRARY_SOURCE)
    follow = library.follow(info.ref)
    with open(path, "ab") as file:
        at = file.tell()
        while at < len(whole):
            file.write(whole[at : at + step])
            file.flush()
            at = file.tell()
            follow.poll()
            last = follow_queued(library)
            library.flush()
            said.send(max(last, library.log(info.ref).parts[-1].last_seq))
    said.send("end")


def fork_on(folder: str, said: Connection) -> None:
    """Fork a session, its forks and theirs; says `begun`, then the id of each acknowledged child."""
    library = open_at(Path(folder))
    refs = [info.ref for info in library.sessions(LIBRARY_SOURCE)]
    said.send("begun")
    for number in range(10_000):
        made = library.fork(refs[number % len(refs)], number % 40 if number % 3 else None)
        refs = [*refs[:1], made.ref, *refs[1:7]]
        said.send(made.child_id)
    said.send("end")


def follow_queued(library: Library) -> int:
    """The last seq that waits in the write-behind queues, -1 where none does."""
    waiting = [
        item.row.last_seq
        for queue in list(library._keeper._queues.values())
        for item in queue.behind.waiting
        if item.row is not None
    ]
    return max(waiting, default=-1)


def hold_lock(path: str, said: Connection) -> None:
    """Hold a library's lock until killed."""
    from sessionlog.store.lock import LibraryLock

    lock = LibraryLock(Path(path))  # a lock that nobody refers to is let go
    lock.acquire()
    said.send("held")
    said.recv()
