"""What a library takes on the disk, session by session, and what can be done about it."""

from __future__ import annotations

import itertools
import os
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from sessionlog.access.infos import info_of
from sessionlog.access.values import LIBRARY_SOURCE, Progress, SessionInfo, SessionRef
from sessionlog.access.verifying import KEPT_BADLY
from sessionlog.model.severity import Diagnosis
from sessionlog.store import copying, deletion, moving, upkeep
from sessionlog.store.keeper import Keeper
from sessionlog.store.sizes import Sizes, all_sizes
from sessionlog.store.store import Store
from sessionlog.store.upkeep import Cancelled, DiskUse

__all__ = ["Cancelled", "Checked", "DiskUse", "Measured", "Report", "Storage"]

Tell = Callable[[Progress], None] | None
Ask = Callable[[], bool] | None


@dataclass(frozen=True, slots=True)
class Measured:
    """A session with its sizes; `deleted` while it is in "Recently deleted"."""

    info: SessionInfo
    sizes: Sizes
    deleted: bool


@dataclass(frozen=True, slots=True)
class Report:
    """A library on its disk, the session that takes most first. Bytes."""

    path: Path
    disk: DiskUse
    sessions: tuple[Measured, ...]

    @property
    def logical(self) -> int:
        """What the sessions would be as text, each for itself."""
        return sum(measured.sizes.logical for measured in self.sessions)


@dataclass(frozen=True, slots=True)
class Checked:
    """How far a check came, and the sessions that are not what was stored."""

    done: int
    total: int
    damaged: tuple[tuple[SessionInfo, Diagnosis], ...]


class Storage:
    """Every method may take long: call it on a worker. Those that write wait for the disk.

    `Cancelled` is raised when `cancel` said so; nothing is half done then.
    """

    def __init__(self, store: Store, keeper: Keeper, verify: Callable[[SessionRef], Diagnosis]) -> None:
        self._store = store
        self._keeper = keeper
        self._verify = verify

    def report(self) -> Report:
        """What the library takes now, "Recently deleted" included."""
        sizes = all_sizes(self._store)
        listed = [(stored, False) for stored in self._store.sessions()]
        listed += [(away.session, True) for away in deletion.recently_deleted(self._store)]
        measured = [
            Measured(info_of(LIBRARY_SOURCE, stored, growing=False), sizes[stored.key], deleted)
            for stored, deleted in listed
            if stored.key in sizes
        ]
        measured.sort(key=lambda item: -(item.sizes.own + item.sizes.shared + item.sizes.original))
        return Report(self._store.path, upkeep.disk_use(self._store), tuple(measured))

    def compact(self, progress: Tell = None, cancel: Ask = None) -> int:
        """Make the file as small as it can be while it is used; returns the bytes that came back."""
        self._keeper.flush()
        keys = [stored.key for stored in self._store.sessions()]
        return upkeep.compact(self._store, keys, _counting(progress), cancel or _never)

    def back_up(self, folder: Path, progress: Tell = None, cancel: Ask = None) -> Path:
        """A complete, checked copy in a new folder of `folder`, named after the time; returns its file."""
        self._keeper.flush()
        use = upkeep.disk_use(self._store)
        copying.require_room(folder, use.database + use.originals + use.attachments)
        return copying.copy_whole(self._store, _backup_in(folder), _weighing(progress), cancel or _never)

    def move(
        self, folder: Path, along: Sequence[str] = (), progress: Tell = None, cancel: Ask = None
    ) -> Path:
        """Move the library; returns its new file. It has to be opened anew from there (`moving.move`)."""
        self._keeper.flush()
        return moving.move(self._store, folder, along, _weighing(progress), cancel or _never)

    def check(self, progress: Tell = None, cancel: Ask = None) -> Checked:
        """Prove of every session that it is what was stored. A cancelled check says how far it came."""
        self._keeper.flush()
        sessions = self._store.sessions()
        damaged: list[tuple[SessionInfo, Diagnosis]] = []
        for done, stored in enumerate(sessions):
            if cancel is not None and cancel():
                return Checked(done, len(sessions), tuple(damaged))
            if progress is not None:
                progress(Progress(done, len(sessions), stored.title or stored.session_id, 0, 0))
            ref = SessionRef(LIBRARY_SOURCE, stored.key)
            found = self._verify(ref)
            if any(problem.code in KEPT_BADLY for problem in found.problems):
                info = info_of(LIBRARY_SOURCE, self._store.session(stored.key), growing=False)
                damaged.append((info, found))
        return Checked(len(sessions), len(sessions), tuple(damaged))


def _backup_in(folder: Path) -> Path:
    """A name after the time that nothing has: a clock may go back."""
    name = f"sessionloom-backup-{time.strftime('%Y%m%d-%H%M%S')}"
    names = (f"{name}-{number}" if number > 1 else name for number in itertools.count(1))
    places = (folder / name for name in names)
    return next(place for place in places if not any(map(os.path.lexists, (place, copying.part_of(place)))))


def _never() -> bool:
    return False


def _counting(progress: Tell) -> Callable[[int, int], None]:
    def tell(done: int, total: int) -> None:
        if progress is not None:
            progress(Progress(done, total, "", 0, 0))

    return tell


def _weighing(progress: Tell) -> Callable[[int, int], None]:
    def tell(done: int, total: int) -> None:
        if progress is not None:
            progress(Progress(0, 0, "", done, total))

    return tell
