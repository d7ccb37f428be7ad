"""How a library file is opened: the driver, and every pragma in one place.

`pysqlite3` is taken where it is installed, because a system SQLite may be in the range of a
published WAL corruption bug (architecture section 3); it is a drop-in for `sqlite3`.
"""

from __future__ import annotations

import contextlib
import importlib
import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sessionlog.model.errors import EnvironmentFault
from sessionlog.store import faults

try:
    driver: Any = importlib.import_module("pysqlite3.dbapi2")
except ImportError:
    driver = sqlite3

Connection = sqlite3.Connection
Error: type[sqlite3.Error] = driver.Error

APPLICATION_ID = 0x534C6F6D
PAGE_SIZE = 4096
BUSY_TIMEOUT_MS = 2000

_COMMON = ("trusted_schema=OFF", "mmap_size=0", f"busy_timeout={BUSY_TIMEOUT_MS}", "temp_store=MEMORY")
_READ = ("query_only=ON", "cache_size=-4096")
_WRITE = (
    "journal_mode=WAL",
    "wal_autocheckpoint=0",
    "foreign_keys=ON",
    "secure_delete=ON",
    "cache_size=-16384",
    "fullfsync=ON",
    "checkpoint_fullfsync=ON",
)


def open_read(path: Path, *, immutable: bool = False) -> Connection:
    """A connection that cannot write. `immutable` is for files in folders that refuse `-shm`."""
    mode = "mode=ro&immutable=1" if immutable else "mode=ro"
    with translated(path):
        return _connect(path, mode, _COMMON + _READ)


def open_write(path: Path) -> Connection:
    """The one connection that writes; the file must exist (see `create_file`)."""
    with translated(path):
        return _connect(path, "mode=rw", _COMMON + _WRITE)


def open_new(path: Path) -> Connection:
    """A write connection to an empty file, with what can only be chosen before the first page."""
    with translated(path):
        return _connect(
            path, "mode=rw", (f"page_size={PAGE_SIZE}", "auto_vacuum=INCREMENTAL", *_COMMON, *_WRITE)
        )


def create_file(path: Path) -> None:
    """Make the folder (0700) and an empty file where they are not there yet; the file is its owner's (0600)
    from then on, whoever made it."""
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            if hasattr(os, "fchmod"):
                with contextlib.suppress(PermissionError):  # of another owner, who lets us write
                    os.fchmod(descriptor, 0o600)
        finally:
            os.close(descriptor)
    except OSError as error:
        raise faults.of_os(error, path) from error


def side_files(path: Path) -> tuple[Path, Path]:
    """What SQLite keeps beside a library in use: `-wal` and `-shm`."""
    return path.with_name(path.name + "-wal"), path.with_name(path.name + "-shm")


def tidy(path: Path) -> None:
    """Remove the empty side files that readers leave behind, unless somebody still uses them.

    Only a connection that may write can; SQLite does it when the last one closes.
    """
    try:
        if path.with_name(path.name + "-wal").stat().st_size:
            return  # what a killed writer left waits for the next one
        open_write(path).close()
    except (OSError, EnvironmentFault):
        return


@contextmanager
def translated(path: Path) -> Iterator[None]:
    """Driver errors that the machine causes leave this block as `EnvironmentFault`."""
    try:
        yield
    except Error as error:
        known = faults.of_sqlite(error, path)
        if known is None:
            raise
        raise known from error


def pragma(connection: Connection, name: str) -> int:
    """The integer value of a pragma."""
    return int(connection.execute(f"PRAGMA {name}").fetchone()[0])


def _connect(path: Path, mode: str, pragmas: tuple[str, ...]) -> Connection:
    uri = f"{path.absolute().as_uri()}?{mode}"
    connection: Connection = driver.connect(
        uri, uri=True, isolation_level=None, check_same_thread=False, cached_statements=128
    )
    try:
        for text in pragmas:
            connection.execute(f"PRAGMA {text}").fetchall()
    except BaseException:
        connection.close()
        raise
    return connection
