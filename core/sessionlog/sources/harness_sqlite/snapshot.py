"""A database of the harness as it stood at one moment, opened without leaving anything beside it.

Without a write-ahead log the file itself is read, `immutable`: SQLite then makes no `-shm` and takes
no lock. With one (or with a rollback journal that somebody's crash left), all of it is copied into
a scratch folder first, because reading either may write (architecture section 3).
"""

from __future__ import annotations

import threading
import weakref
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from sessionlog.model.errors import EnvironmentFault, FormatRefused, UserError
from sessionlog.sources.files import SourceFile, open_source, path_error
from sessionlog.sources.harness_sqlite.schema import (
    APPLICATION_ID,
    Connection,
    Error,
    damaged,
    driver,
    foreign,
    require_readable,
    translated,
)
from sessionlog.sources.scratch import ScratchFolder

BESIDE = ("-wal", "-journal")
_PRAGMAS = ("trusted_schema=OFF", "mmap_size=0", "query_only=ON", "cell_size_check=ON", "temp_store=MEMORY")
_STEP = 1 << 20
_TRIES = 5
_WAL_HEADER = 32
_APPLICATION_AT = (68, 4)


class Stamp(NamedTuple):
    """What a file is known by while it is read."""

    dev: int
    ino: int
    size: int
    mtime_ns: int


class Signature(NamedTuple):
    """The database and what stands beside it; `None` for what is not there or empty."""

    main: Stamp
    wal: Stamp | None
    journal: Stamp | None


def signature(path: Path) -> Signature:
    """Raises `UserError` or `EnvironmentFault` when the database cannot be looked at."""
    with open_source(path) as file:
        main = _stamp(file)
    return Signature(main, *(_stamp_beside(path, suffix) for suffix in BESIDE))


def _stamp_beside(path: Path, suffix: str) -> Stamp | None:
    try:
        with open_source(_beside(path, suffix)) as file:
            return _stamp(file) if file.size else None
    except UserError as error:
        if error.code == "path-missing":
            return None
        raise


def _stamp(file: SourceFile) -> Stamp:
    found = file.stat
    return Stamp(found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns)


def _beside(path: Path, suffix: str) -> Path:
    return path.with_name(path.name + suffix)


class Snapshot:
    """Use `snapshot_of`. Its copy, where there is one, goes when nobody holds the snapshot any more."""

    def __init__(self, path: Path, taken: Signature) -> None:
        """Raises `FormatRefused` for any other database, `UserError` or `EnvironmentFault` when it
        cannot be read."""
        self.path = path
        self.signature = taken
        self._read = path
        self._mode = "mode=ro&immutable=1"
        if taken.wal is not None or taken.journal is not None:
            self._copy()
        try:
            with self.connection() as connection:
                require_readable(connection, path)
        except FormatRefused as refusal:
            if refusal.code == "sqlite-damaged" and _application_id(path) != APPLICATION_ID:
                raise foreign(path, _application_id(path)) from None
            raise

    @property
    def size(self) -> int:
        """Bytes of the database and its write-ahead log."""
        return self.signature.main.size + (self.signature.wal.size if self.signature.wal else 0)

    @contextmanager
    def connection(self) -> Iterator[Connection]:
        """A connection of its own that cannot write. Driver errors leave the block translated.

        Raises `UserError` (`source-changed`) when the database was written to while it was read.
        """
        try:
            opened = driver.connect(
                f"{self._read.absolute().as_uri()}?{self._mode}",
                uri=True,
                isolation_level=None,
                check_same_thread=False,
            )
            opened.text_factory = bytes
            try:
                for text in _PRAGMAS:
                    opened.execute(f"PRAGMA {text}").fetchall()
                yield opened
            finally:
                opened.close()
        except Error as error:
            self._require_unchanged()
            raise translated(error, self.path) from error
        except UnicodeDecodeError:  # the driver cannot say what is wrong with a name that is no text
            raise damaged(self.path, "its schema is no text") from None
        self._require_unchanged()

    def _require_unchanged(self) -> None:
        """A file that is read where it stands must stay as it was; a copy does."""
        if self._read is self.path and signature(self.path).main != self.signature.main:
            raise UserError(
                "source-changed", f"{self.path.name} was written to while it was read.", "Open it again."
            )

    def _copy(self) -> None:
        try:
            folder = ScratchFolder()
        except OSError as fault:
            raise path_error(fault, self.path) from None
        weakref.finalize(self, folder.close)
        self._read, self._mode = folder.path / "database", "mode=rw"
        for _ in range(_TRIES):
            before = signature(self.path), _log_start(self.path)
            _copied(self.path, self._read)
            for suffix in BESIDE:
                _copied(_beside(self.path, suffix), _beside(self._read, suffix))
            after = signature(self.path), _log_start(self.path)
            if _agree(before, after):
                self.signature = after[0]
                return
        raise EnvironmentFault(
            "source-busy",
            f"{self.path.name} is being written to so often that no copy of it could be made.",
            "Try again when its harness does less.",
        )


def _application_id(path: Path) -> int:
    with open_source(path) as file:
        return int.from_bytes(file.read(*_APPLICATION_AT), "big")


def _log_start(path: Path) -> bytes:
    """The header of the write-ahead log: it changes whenever the log starts anew."""
    try:
        with open_source(_beside(path, "-wal")) as file:
            return file.read(0, _WAL_HEADER)
    except UserError:
        return b""


def _agree(before: tuple[Signature, bytes], after: tuple[Signature, bytes]) -> bool:
    """Whether what was copied in between belongs together.

    The database is copied before its log. While the log only grows, every page that a checkpoint
    may have moved meanwhile is still in it, and SQLite takes it from there; a half transaction
    at its end does not count. A rollback journal must not have changed at all.
    """
    if before[0] == after[0]:
        return True
    same_files = before[0].main[:2] == after[0].main[:2]
    no_journal = before[0].journal is None and after[0].journal is None
    return same_files and no_journal and before[1] == after[1] != b""


def _copied(source: Path, target: Path) -> None:
    """Copy a file, or remove the copy of one that is not there."""
    target.unlink(missing_ok=True)
    try:
        with open_source(source) as file, target.open("xb") as copy:
            offset = 0
            while piece := file.read(offset, _STEP):
                copy.write(piece)
                offset += len(piece)
    except UserError as error:
        if error.code != "path-missing":
            raise
    except OSError as fault:
        raise EnvironmentFault(
            "scratch-full",
            f"No copy of {source.name} could be made: {fault.strerror}.",
            "Free some space, then try again.",
        ) from fault


_known: weakref.WeakValueDictionary[Path, Snapshot] = weakref.WeakValueDictionary()
_lock = threading.Lock()


def snapshot_of(path: Path) -> Snapshot:
    """The database as it stands now; one that somebody holds already, where nothing has changed since.

    Raises as `Snapshot`.
    """
    with _lock:
        now = signature(path)
        known = _known.get(path)
        if known is None or known.signature != now:
            known = _known[path] = Snapshot(path, now)
        return known
