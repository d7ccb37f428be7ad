"""The contract of stored sessions: a library, a store in memory, a folder of logs, the harness's database."""

from __future__ import annotations

import itertools
import sqlite3
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from harness_db import add_session, new_database
from log_files import artifact_path
from memory_store import MemoryStore
from native_library import NoTimers
from store_contract import OwnerContract, ReadContract, crashed, events_of, whole
from stores import V0, keep, new_store, write_lines

from sessionlog.generations import read_header_line
from sessionlog.model.errors import EnvironmentFault
from sessionlog.model.faces import ReadFaces
from sessionlog.sources.shelf import SourceShelf
from sessionlog.store import hidden
from sessionlog.store.keeper import Keeper
from sessionlog.store.native import NativeSessions
from sessionlog.store.prepared import PreparedCache, PreparedSession
from sessionlog.store.rows_append import Pending, append_rows
from sessionlog.store.shelf import StoreShelf
from sessionlog.store.spill import SpillFolders


class Library:
    """A SQLite library: mirrors come in by import, own sessions by append."""

    keeps_bytes = True

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._numbers = itertools.count()
        self.store = new_store(folder)
        self.keeper = Keeper(
            self.store, lambda appended: None, spills=SpillFolders((folder / "spill",)), timers=NoTimers()
        )
        self.owner = NativeSessions(self.store, self.keeper, clock=lambda: 0)
        self.faces = ReadFaces(StoreShelf(self.store))

    def kept(self, lines):
        return keep(self.store, write_lines(self._folder / f"{next(self._numbers)}.jsonl", lines))

    def owned(self, lines):
        header = read_header_line(lines[0])
        rows = [Pending(0, V0.read_row(line)) for line in lines[1:]]

        def store(connection):
            key = hidden.reserve(connection, header)
            append_rows(connection, self.store.terms, key, rows)
            return key

        return self.store.writer.run(store)

    def unknown(self, key):
        return key + 1000

    def close(self) -> None:
        self.keeper.close()
        self.store.close()


class Memory:
    keeps_bytes = True

    def __init__(self, folder: Path) -> None:
        self.owner = MemoryStore()
        self.faces = self.owner.faces

    def kept(self, lines):
        return self.owner.shelf.put(lines)

    def owned(self, lines):
        return self.owner.shelf.put(lines, owned=True)

    def unknown(self, key):
        return key + "?"

    def close(self) -> None:
        return None


class Folder:
    """A harness home, read where it stands."""

    keeps_bytes = True

    def __init__(self, folder: Path) -> None:
        self._home = folder / "home"
        self._faces = None

    @property
    def faces(self):
        self._faces = self._faces or ReadFaces(SourceShelf(self._home))
        return self._faces

    def kept(self, lines):
        header = read_header_line(lines[0])
        write_lines(artifact_path(self._home, header.cwd, header.id, zstd=False), lines)
        return header.id

    def unknown(self, key):
        return key + "?"

    def close(self) -> None:
        return None


class Database(Folder):
    """The harness's own database. Its text is the harness's rows, in its own order of members."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        folder.mkdir(exist_ok=True)
        self._home = folder / "sessions.sqlite"
        new_database(self._home).close()

    keeps_bytes = False

    def kept(self, lines):
        with closing(sqlite3.connect(self._home, isolation_level=None)) as connection:
            add_session(connection, lines)
        return read_header_line(lines[0]).id


def fixtures(kind):
    @pytest.fixture
    def place(self, tmp_path):
        made = kind(tmp_path / "place")
        yield made
        made.close()

    @pytest.fixture
    def new_place(self):
        @contextmanager
        def opened():
            with TemporaryDirectory() as folder:
                made = kind(Path(folder) / "place")
                try:
                    yield made
                finally:
                    made.close()

        return opened

    return place, new_place


class TestLibrary(ReadContract, OwnerContract):
    place, new_place = fixtures(Library)


class TestMemory(ReadContract, OwnerContract):
    place, new_place = fixtures(Memory)


class TestFolder(ReadContract):
    place, new_place = fixtures(Folder)


class TestDatabase(ReadContract):
    place, new_place = fixtures(Database)


# -- what only the library has -------------------------------------------------------------------


@pytest.fixture
def library(tmp_path):
    made = Library(tmp_path)
    yield made
    made.close()


def test_a_live_session_is_answered_from_memory(library):
    key, live = library.owner.create({"version": 0, "id": "made", "createdAt": 5, "delegationDepth": 0})
    live.append("turn/start", {"turn": 1})
    live.flush()
    live.append("step/start", {"turn": 1, "step": 1})
    found = library.owner.inspect(key)
    assert [event["type"] for event in found.events()] == ["turn/start", "step/start"]
    assert found.closers == ()
    live.append("step/end", {"turn": 1, "step": 1})
    assert [event["type"] for event in found.events()] == ["turn/start", "step/start"]
    assert [event["type"] for event in library.faces.read_from(key, 0)] == ["turn/start"]
    live.close()


def test_a_prepared_session_is_kept_for_the_next_who_asks(library):
    key = library.owned(whole().lines())
    first = library.owner.prepare(key)
    session = first.session
    first.release()
    assert library.owner.prepare(key).session is session


def test_a_prepared_session_of_another_revision_is_read_again(library):
    key = library.owned(whole().lines())
    first = library.owner.prepare(key)
    session = first.session
    first.release()
    row = V0.read_row(b'{"type":"turn/start","seq":%d,"time":0,"data":{"turn":3}}' % session.next_seq)
    library.store.writer.run(
        lambda connection: append_rows(connection, library.store.terms, key, [Pending(0, row)])
    )
    again = library.owner.prepare(key)
    assert again.session.next_seq == session.next_seq + 2
    again.release()


def test_the_cache_is_bounded_by_bytes():
    cache = PreparedCache(20_000)

    def prepared(size):
        return PreparedSession(None, None, "r", False, size)

    for key in range(5):
        cache.put(key, prepared(2000))
    assert cache.bytes <= 20_000
    assert [cache.take(key, "r") is not None for key in range(5)] == [False, False, True, True, True]
    cache.put(9, prepared(50_000))
    assert (cache.take(9, "r"), cache.bytes) == (None, 0)
    cache.put(1, prepared(10))
    assert cache.take(1, "other") is None
    assert cache.bytes == 0


def test_a_damaged_session_is_not_continued(library):
    key = library.owned(crashed().lines())
    library.store.writer.run(
        lambda connection: connection.execute("UPDATE session SET severity = 'damaged' WHERE id = ?", (key,))
    )
    for refused in (library.owner.prepare, library.owner.load):
        with pytest.raises(EnvironmentFault):
            refused(key)
    assert list(library.faces.read_from(key, 0)) == events_of(crashed().lines())


def test_inspect_reads_the_open_turn_only(library):
    lines = whole(turns=400).user("And?").lines()
    key = library.kept(lines)
    library.store.cache.clear()
    read = library.store.cache.segments_read
    assert library.faces.inspect(key).closers
    assert library.store.cache.segments_read - read <= 4
