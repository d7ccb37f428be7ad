"""Opening a library file: new, current, older, newer, foreign, damaged."""

from __future__ import annotations

import stat

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
    (copy,) = path.parent.glob("library.db.schema-1-*")
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    old = open_library(copy)
    assert [session.session_id for session in old.sessions()] == ["demo"]
    old.close()
    with pytest.raises(UserError):
        open_library(path)


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
