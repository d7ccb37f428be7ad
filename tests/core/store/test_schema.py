"""Opening a library file: new, current, older, newer, foreign, damaged."""

from __future__ import annotations

import os
import shutil
import signal
import stat
import sys
from pathlib import Path

import pytest
from logs import LogBuilder
from stores import keep, new_store

from sessionlog.model.errors import EnvironmentFault, UserError
from sessionlog.store import connection as cx
from sessionlog.store import schema
from sessionlog.store.store import open_library


def kept(tmp_path):
    store = new_store(tmp_path / "data")
    log = LogBuilder("demo").user("Hello").assistant("Hi.").end_turn()
    keep(store, log.write_zstd(tmp_path / "demo.jsonl.zstd"))
    store.close()
    return store.path


def one_more(connection):
    connection.execute("CREATE TABLE later (x INTEGER) STRICT")


def test_files_are_for_their_owner_only(tmp_path):
    path = kept(tmp_path)
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    store = open_library(path)
    store.add_source("folder", "/somewhere else")
    modes = {entry.name: stat.S_IMODE(entry.stat().st_mode) for entry in path.parent.iterdir()}
    assert {name: mode for name, mode in modes.items() if mode != 0o600} == {}
    store.close()


def test_an_empty_file_that_becomes_a_library_is_for_its_owner_only(tmp_path):
    path = tmp_path / "library.db"
    path.touch(0o644)
    os.chmod(path, 0o644)
    open_library(path).close()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


@pytest.mark.parametrize("others", [False, True])
def test_reading_leaves_no_side_files_behind(tmp_path, others):
    path = kept(tmp_path)
    store = open_library(path)
    other = open_library(path) if others else None
    for reader in (store, other):
        if reader is not None:
            assert len(reader.sessions()) == 1
    store.close()
    if other is not None:
        assert len(other.sessions()) == 1  # its side files were not taken from it
        other.close()
    assert {entry.name for entry in path.parent.iterdir()} <= {"library.db", "library.db.lock"}


def test_a_newer_library_is_refused_with_the_direction_and_not_touched(tmp_path):
    path = kept(tmp_path)
    connection = cx.open_write(path)
    connection.execute("PRAGMA user_version=7")
    connection.close()
    before = path.read_bytes()
    with pytest.raises(UserError) as caught:
        open_library(path)
    assert caught.value.code == "library.newer"
    assert "Update Sessionloom" in caught.value.remedy
    assert path.read_bytes() == before


def test_a_database_of_another_program_is_refused_and_not_touched(tmp_path):
    path = tmp_path / "other.db"
    connection = cx.driver.connect(str(path))
    connection.execute("CREATE TABLE notes (text)")
    connection.close()
    before = path.read_bytes()
    with pytest.raises(UserError) as caught:
        open_library(path)
    assert caught.value.code == "library.foreign"
    assert path.read_bytes() == before


def test_a_file_that_is_no_database_is_refused(tmp_path):
    path = tmp_path / "library.db"
    path.write_bytes(b"just some text, long enough to be no header of SQLite" * 40)
    with pytest.raises(EnvironmentFault) as caught:
        open_library(path)
    assert caught.value.code == "library.damaged"


def test_an_older_library_is_copied_aside_before_it_is_changed(tmp_path):
    path = kept(tmp_path)
    store = open_library(path, migrations=(*schema.MIGRATIONS, one_more))
    assert len(store.sessions()) == 1
    store.close()
    (copy,) = path.parent.glob(f"library.db.schema-{len(schema.MIGRATIONS)}-*")
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    old = open_library(copy)
    assert [session.session_id for session in old.sessions()] == ["demo"]
    old.close()
    with pytest.raises(UserError):
        open_library(path)


def test_a_library_that_is_not_built_as_its_number_says_is_refused_in_a_sentence(tmp_path):
    path = kept(tmp_path)

    def for_other_tables(connection):
        connection.execute("UPDATE session SET no_such_column = 1")

    with pytest.raises(EnvironmentFault) as refused:
        open_library(path, migrations=(*schema.MIGRATIONS, for_other_tables))
    assert refused.value.code == "library.migration"
    store = open_library(path)
    assert [session.session_id for session in store.sessions()] == ["demo"]
    store.close()


def test_an_interrupted_migration_leaves_the_old_library(tmp_path):
    path = kept(tmp_path)

    def broken(connection):
        one_more(connection)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        open_library(path, migrations=(*schema.MIGRATIONS, broken))
    store = open_library(path)
    assert len(store.sessions()) == 1
    store.close()
    again = open_library(path, migrations=(*schema.MIGRATIONS, one_more))
    assert len(again.sessions()) == 1
    again.close()


def test_a_creation_that_was_cut_off_is_taken_up(tmp_path):
    path = tmp_path / "library.db"
    path.touch(0o600)
    store = open_library(path)
    assert store.sessions() == []
    store.close()


def test_a_native_session_can_have_no_file_of_another_owner(tmp_path):
    store = new_store(tmp_path)
    source = store.add_source("library", "here")

    def insert(connection):
        connection.execute(
            "INSERT INTO session (source, session_id, generation, native, state, header, created_at, resume)"
            " VALUES (?, 'x', 0, 1, 'ready', x'', 0, '{}')",
            (source,),
        )

    with pytest.raises(cx.Error):
        store.writer.run(insert)
    store.close()


def test_a_mirror_refuses_what_only_its_owner_may_do(tmp_path):
    from sessionlog.model.errors import SessionIsMirror

    store = new_store(tmp_path)
    log = LogBuilder("demo").user("Hello").assistant("Hi.").end_turn()
    key = keep(store, log.write_zstd(tmp_path / "demo.jsonl.zstd"))
    with pytest.raises(SessionIsMirror):
        store.require_native(key)
    store.close()


def test_a_closed_library_is_one_file(tmp_path):
    path = kept(tmp_path)
    left = {entry.name for entry in path.parent.iterdir()} - {"library.db.lock"}
    assert left == {"library.db"}


SHIPPED = Path(__file__).resolve().parents[2] / "fixtures" / "libraries"


def test_every_schema_has_a_library_that_was_made_with_it():
    """scripts/library_fixture.py makes it, once, before the first release with that schema."""
    assert sorted(path.name for path in SHIPPED.glob("*.db")) == [
        f"schema-{number}.db" for number in range(1, len(schema.MIGRATIONS) + 1)
    ]


@pytest.mark.parametrize("number", range(1, len(schema.MIGRATIONS) + 1))
def test_a_library_of_every_shipped_schema_opens(tmp_path, number):
    path = tmp_path / "library.db"
    shutil.copyfile(SHIPPED / f"schema-{number}.db", path)
    store = open_library(path)
    found = {session.session_id: session for session in store.sessions()}
    assert {name: (one.native, one.events, one.turns) for name, one in found.items()} == {
        "mirror": (False, 21, 1),
        "native": (True, 4, 1),
    }
    for session in found.values():
        text = b"".join(store.text(session.key))
        assert text.count(b"\n") > 4
        (part,) = store.log(session.key).parts
        assert part.last_seq == session.events - 1
    copies = list(tmp_path.glob("library.db.schema-*"))
    assert len(copies) == (number < len(schema.MIGRATIONS))
    store.close()


def test_a_killed_migration_leaves_the_old_library_or_the_new_one(tmp_path):
    """Killed at any statement of the migration; the next start takes it up."""
    path = kept(tmp_path)
    sound = path.read_bytes()
    for step in range(1, 12):
        path.write_bytes(sound)
        child = os.fork()
        if child == 0:
            try:
                open_library(path, migrations=(*schema.MIGRATIONS, killed_at(step)))
            finally:
                os._exit(0)
        os.waitpid(child, 0)
        store = open_library(path, migrations=(*schema.MIGRATIONS, many_steps))
        assert [session.session_id for session in store.sessions()] == ["demo"]
        with store.readers.read() as connection:
            assert connection.execute("SELECT count(*) FROM later").fetchone()[0] == 9
        store.close()
        copies = list(path.parent.glob(f"library.db.schema-{len(schema.MIGRATIONS)}-*"))
        assert copies
        for copy in copies:
            copy.unlink()


def many_steps(connection):
    one_more(connection)
    for number in range(9):
        connection.execute("INSERT INTO later VALUES (?)", (number,))


def killed_at(step):
    def migration(connection):
        statements = iter(range(1, 100))

        def count(sql):
            if not sql.startswith("--") and next(statements) == step:
                os.kill(os.getpid(), signal.SIGKILL)

        connection.set_trace_callback(count)
        many_steps(connection)

    return migration


@pytest.mark.skipif(sys.platform == "win32", reason="no limit of file sizes to be had")
def test_a_library_that_found_no_room_is_made_when_there_is_some(tmp_path):
    import resource

    usual = resource.getrlimit(resource.RLIMIT_FSIZE)
    refused = 0
    for pages in range(30):
        path = tmp_path / f"{pages}" / "library.db"
        resource.setrlimit(resource.RLIMIT_FSIZE, (pages * cx.PAGE_SIZE, usual[1]))
        try:
            open_library(path).close()
        except EnvironmentFault:
            refused += 1
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, usual)
        store = open_library(path)
        assert store.sessions() == []
        store.close()
    assert refused
