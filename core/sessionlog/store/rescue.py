"""What can still be read of a damaged library, put into a new one (architecture section 3, class B).

The damaged file is kept beside it. Rows that cannot be read are left out, never guessed at: sessions
keep their first and last seq, so that what they lost can be named. Words by which segments are found
are made anew from the segments.
"""

from __future__ import annotations

import contextlib
import itertools
import os
import shutil
import sqlite3
import tempfile
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sessionlog.model.errors import EnvironmentFault, UserError
from sessionlog.store import connection as cx
from sessionlog.store import faults, index_rows, schema
from sessionlog.store.artifacts import Artifacts
from sessionlog.store.lock import LibraryLock
from sessionlog.store.on_disk import file_to_disk
from sessionlog.store.schema_page import with_new_list
from sessionlog.store.sharing import NATIVE
from sessionlog.store.terms import Terms
from sessionlog.store.zstd import ZstdError

_STEP = 64
_OF_SESSION = {
    "part": "number",
    "gap": "before_part",
    "problem": "number",
    "text_run": "number",
    "annotation": "key",
    "attempt_chunk": "attempt, number",
}
_LOST_PLACE = ("folder", "?")


@dataclass(frozen=True, slots=True)
class Rescued:
    """`aside` is the damaged file, `lost` names sessions of which nothing came over, by their id where
    that can still be read."""

    aside: Path
    lost: tuple[str, ...]


def rescue(path: Path) -> Rescued:
    """Put a new library in the place of a damaged one, with everything that can be read of it.

    Nothing is changed before the new file is complete and on the disk. Raises `UserError`
    (`library.foreign`) for a database of another program and for what is no file, `EnvironmentFault`
    where nothing can be read (`library.hopeless`) or written.
    """
    require_file(path)
    lock = LibraryLock(path)
    lock.acquire()
    try:
        return _rescue(path)
    except OSError as error:
        raise faults.of_os(error, path) from error
    finally:
        lock.release()


def _rescue(path: Path) -> Rescued:
    for left in path.parent.glob(f".{path.name}.rescue-*"):  # of a rescue that was killed
        shutil.rmtree(left, ignore_errors=True)
    aside = _free_name(path)
    with tempfile.TemporaryDirectory(prefix=f".{path.name}.rescue-", dir=path.parent) as name:
        folder = Path(name)
        reading = _open_damaged(path, folder)
        try:
            new = folder / "library.db"
            lost = _copy(reading, new)
        finally:
            reading.close()
        _keep_originals(path, new, aside)
        _put_in_place(path, new, aside)
    return Rescued(aside, tuple(lost))


def _free_name(path: Path) -> Path:
    """Of the time, and of nothing that is there: what an earlier rescue kept is never written over."""
    name = f"{path.name}.damaged-{time.strftime('%Y%m%d-%H%M%S', time.gmtime())}"
    names = (f"{name}-{number}" if number > 1 else name for number in itertools.count(1))
    return next(place for name in names if not (place := path.with_name(name)).exists())


def require_file(path: Path) -> None:
    """Raises `UserError` where there is no file that could be rescued. Nothing is made beside it."""
    if not os.path.isfile(path):
        raise UserError(
            "library.not-there", f"There is no library at {path}.", "Name the file of a damaged library."
        )


def is_intact(path: Path) -> bool:
    """Whether the pages, rows and tables of a library are those that SQLite wrote. Nothing is changed.

    Raises `UserError` for a database of another program, `EnvironmentFault` where it cannot be read.
    """
    connection = cx.open_read(path)
    try:
        with cx.translated(path):
            schema.version_of(path, connection, len(schema.MIGRATIONS))
            return bool(connection.execute("PRAGMA integrity_check(1)").fetchone()[0] == "ok")
    finally:
        connection.close()


def _open_damaged(path: Path, folder: Path) -> cx.Connection:
    """As it is where its list of tables can be read, else as a copy with a new list."""
    try:
        connection = cx.open_read(path)
    except EnvironmentFault as fault:
        if fault.code != faults.DAMAGED:
            raise
    else:
        try:
            with cx.translated(path):
                schema.version_of(path, connection, len(schema.MIGRATIONS))
                connection.execute("SELECT name FROM sqlite_schema").fetchall()
            return connection
        except UserError:
            connection.close()
            raise
        except EnvironmentFault as fault:
            connection.close()
            if fault.code != faults.DAMAGED:
                raise
    copy = with_new_list(path, folder)
    has_log = copy.with_name(copy.name + "-wal").exists()
    try:
        return cx.open_write(copy) if has_log else cx.open_read(copy, immutable=True)
    except EnvironmentFault as fault:
        if fault.code != faults.DAMAGED:
            raise
        raise EnvironmentFault(
            "library.hopeless",
            f"Nothing can be read of {path.name}. It is as it was.",
            "Put a backup of the library in its place, or move it away and import the logs again.",
        ) from fault


def _copy(old: cx.Connection, path: Path) -> list[str]:
    """Fill a new library; returns the ids of sessions that are lost."""
    cx.create_file(path)
    new = cx.open_new(path)
    try:
        with cx.translated(path):
            schema.migrate(path, new, 0)
            new.execute("PRAGMA foreign_keys=OFF")
            new.execute("PRAGMA synchronous=FULL")
            new.execute("BEGIN IMMEDIATE")
            kept = _Copying(old, new)
            kept.run()
            new.execute("COMMIT")
            new.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    finally:
        new.close()
    return kept.lost


class _Copying:
    """Table by table; whatever is damaged is passed over."""

    def __init__(self, old: cx.Connection, new: cx.Connection) -> None:
        self._old = old
        self._new = new
        self.lost: list[str] = []

    def run(self) -> None:
        self._by_number("source", "id")
        keys = self._sessions()
        self._by_number("file", "session", keys)
        for table, order in _OF_SESSION.items():
            for key in keys:
                self._insert(table, self._of(table, key, order))
        references = [row for key in keys for row in self._of("session_segment", key, "part, first_seq")]
        there = self._segments({row[-1] for row in references})
        self._insert("session_segment", (row for row in references if row[-1] in there))
        self._insert("fact", self._both_ends("fact", "1 = 1", (), "key"))
        self._places()

    def _sessions(self) -> list[int]:
        self._by_number("session", "id")
        self._new.execute("DELETE FROM session WHERE state = 'filling'")
        keys = [row[0] for row in self._new.execute("SELECT id FROM session ORDER BY id")]
        there = set(keys)
        named = self._both_ends(
            "session INDEXED BY session_by_id", "1 = 1", (), "session_id, id", "session_id, id"
        )
        self.lost = sorted(name for name, key in named if key not in there and not self._was_filling(key))
        return keys

    def _was_filling(self, key: int) -> bool:
        """Its row was read, and it was an import that was cut off."""
        return bool(self._read("SELECT 1 FROM session WHERE id = ? AND state = 'filling'", (key,)))

    def _segments(self, wanted: Iterable[int]) -> set[int]:
        """Copy segments that can be unpacked, with the words by which they are found."""
        terms, there, columns = Terms(), set(), self._columns("segment")
        at_entries = columns.index("entries")
        for number in sorted(wanted):
            for row in self._read(f"SELECT {', '.join(columns)} FROM segment WHERE id = ?", (number,)):
                try:
                    entries = index_rows.unpack(row[at_entries], number)
                except (ZstdError, ValueError, TypeError):
                    continue
                if self._insert("segment", [row]):
                    index_rows.insert_words(self._new, terms, number, [(0, entry) for entry in entries])
                    there.add(number)
        return there

    def _places(self) -> None:
        """A session whose place is lost gets one that says so."""
        for key, native in self._new.execute(
            "SELECT DISTINCT source, native FROM session WHERE source NOT IN (SELECT id FROM source)"
        ).fetchall():
            kind, path = NATIVE if native else (_LOST_PLACE[0], f"{_LOST_PLACE[1]}{key}")
            self._new.execute(
                "INSERT OR IGNORE INTO source (id, kind, path, added_at) VALUES (?, ?, ?, 0)",
                (key, kind, path),
            )

    # -- reading what may be damaged -------------------------------------------------------

    def _by_number(self, table: str, number: str, numbers: list[int] | None = None) -> None:
        """Rows of a table that is ordered by a number: in runs, which are halved where they are damaged."""
        if numbers is None:
            numbers = list(range(1, self._highest(table) + 1))
        columns = ", ".join(self._columns(table))
        for at in range(0, len(numbers), _STEP):
            self._insert(table, self._halved(table, columns, number, numbers[at : at + _STEP]))

    def _halved(self, table: str, columns: str, number: str, numbers: list[int]) -> list[tuple[Any, ...]]:
        query = f"SELECT {columns} FROM {table} WHERE {number}"
        if len(numbers) == 1:  # by itself: a run looks at the row behind it too
            return self._read(f"{query} = ?", (numbers[0],))
        try:
            return self._old.execute(f"{query} BETWEEN ? AND ?", (numbers[0], numbers[-1])).fetchall()
        except cx.Error as error:
            if not _is_unreadable(error):
                raise
        half = len(numbers) // 2
        return [
            row
            for some in (numbers[:half], numbers[half:])
            for row in self._halved(table, columns, number, some)
        ]

    def _highest(self, table: str) -> int:
        """The highest number that a table may have: by itself, by what was counted, by what refers to it."""
        found = [
            *self._read(f"SELECT max(rowid) FROM {table}"),
            *self._read("SELECT seq FROM sqlite_sequence WHERE name = ?", (table,)),
        ]
        if table == "session":
            found += self._read("SELECT max(id) FROM session INDEXED BY session_by_id")
            found += self._read("SELECT max(session) FROM part")
        return max((row[0] for row in found if isinstance(row[0], int)), default=0)

    def _of(self, table: str, key: int, order: str) -> list[tuple[Any, ...]]:
        return self._both_ends(table, "session = ?", (key,), order)

    def _both_ends(
        self, table: str, where: str, given: tuple[Any, ...], order: str, columns: str = ""
    ) -> list[tuple[Any, ...]]:
        """Rows from the first on, and from the last back where something in between is damaged."""
        wanted = columns or ", ".join(self._columns(table))
        found: dict[tuple[Any, ...], None] = {}
        for way in ("ASC", "DESC"):
            ordered = ", ".join(f"{name} {way}" for name in order.split(", "))
            try:
                for row in self._old.execute(
                    f"SELECT {wanted} FROM {table} WHERE {where} ORDER BY {ordered}", given
                ):
                    found[row] = None
            except cx.Error as error:
                if not _is_unreadable(error):
                    raise
            else:
                break
        return list(found)

    def _read(self, query: str, given: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
        try:
            return self._old.execute(query, given).fetchall()
        except cx.Error as error:
            if not _is_unreadable(error):
                raise
            return []

    def _columns(self, table: str) -> list[str]:
        """Those of the new table; an older library has the same names."""
        name = table.split(" ", 1)[0]
        return [row[0] for row in self._new.execute("SELECT name FROM pragma_table_info(?)", (name,))]

    def _insert(self, table: str, rows: Iterable[tuple[Any, ...]]) -> int:
        """What is no row of the table (a page of something else) is left out."""
        columns, done = self._columns(table), 0
        marks = ", ".join("?" * len(columns))
        for row in rows:
            with contextlib.suppress(cx.driver.IntegrityError):
                self._new.execute(f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({marks})", row)
                done += 1
        return done


def _is_unreadable(error: sqlite3.Error) -> bool:
    """Damage, or a table that an older schema does not have."""
    return faults.is_damage(error) or "no such" in str(error) or "Could not decode" in str(error)


def _keep_originals(path: Path, new: Path, aside: Path) -> None:
    """Originals of sessions that are lost go beside the damaged file, which alone knows whose they are."""
    connection = cx.open_read(new, immutable=True)
    try:
        wanted = {row[0] for row in connection.execute("SELECT artifact_sha256 FROM session")}
    finally:
        connection.close()
    folder = Artifacts(path).folder
    left = [file for file in folder.iterdir() if file.name not in wanted] if folder.is_dir() else []
    if left:
        kept = aside.with_name(f"{aside.name}.artifacts")
        kept.mkdir(mode=0o700)
        for file in left:
            os.replace(file, kept / file.name)


def _put_in_place(path: Path, new: Path, aside: Path) -> None:
    """The damaged file keeps its name until the new one takes it; its write-ahead log goes with it."""
    try:
        os.link(path, aside)
    except OSError:
        shutil.copy2(path, aside)
    log = path.with_name(path.name + "-wal")
    if log.exists():
        os.replace(log, aside.with_name(aside.name + "-wal"))
    path.with_name(path.name + "-shm").unlink(missing_ok=True)
    file_to_disk(new)
    os.replace(new, path)


def sessions_of(connection: cx.Connection) -> Iterator[int]:
    """Every session of a library, put away ones too."""
    for (key,) in connection.execute("SELECT id FROM session ORDER BY id").fetchall():
        yield key
