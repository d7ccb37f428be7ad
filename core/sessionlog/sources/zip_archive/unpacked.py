"""A ZIP as it stands now, with its logs in scratch for as long as anybody holds it."""

from __future__ import annotations

import threading
import weakref
from pathlib import Path
from typing import NamedTuple

from sessionlog.sources.files import open_source, path_error
from sessionlog.sources.scratch import ScratchFolder
from sessionlog.sources.zip_archive.archive import LogCopy, ZipArchive
from sessionlog.sources.zip_archive.records import is_zip


class Signature(NamedTuple):
    """What a ZIP is known by while it is open."""

    dev: int
    ino: int
    size: int
    mtime_ns: int


class Unpacked:
    """Use `unpacked`. The scratch folder goes when nobody holds this any more."""

    def __init__(self, path: Path, signature: Signature) -> None:
        """Raises as `ZipArchive`."""
        self.path = path
        self.signature = signature
        try:
            folder = ScratchFolder()
        except OSError as fault:
            raise path_error(fault, path) from None
        weakref.finalize(self, folder.close)
        self.archive = ZipArchive(path, folder.path)


class EntryCopy(NamedTuple):
    """A log entry, and what keeps its copy alive."""

    log: LogCopy
    unpacked: Unpacked


_known: weakref.WeakValueDictionary[Path, Unpacked] = weakref.WeakValueDictionary()
_lock = threading.Lock()


def unpacked(path: Path) -> Unpacked:
    """The ZIP at a path; one that somebody holds already, where nothing has changed since."""
    with _lock:
        with open_source(path) as file:
            found = file.stat
        now = Signature(found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns)
        known = _known.get(path)
        if known is None or known.signature != now:
            known = _known[path] = Unpacked(path, now)
        return known


def is_archive(path: Path) -> bool:
    """Whether a file begins as ZIPs do. Raises `UserError` or `EnvironmentFault` when it cannot be read."""
    with open_source(path) as file:
        return is_zip(file.read(0, 4))
