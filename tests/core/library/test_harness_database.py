"""The harness's database through the library's door: opened in place, imported, grown, followed."""

from __future__ import annotations

import json
import sqlite3
import zipfile
from contextlib import closing
from pathlib import Path

import pytest
from corpus import corpus, expected, harness_home
from harness_db import add_session, append, new_database
from logs import LogBuilder

from sessionlog.cli.derive import Derivation
from sessionlog.export.entries import Options
from sessionlog.library import LIBRARY_SOURCE, Library, SessionRef
from sessionlog.store.spill import SpillFolders


@pytest.fixture
def library(tmp_path):
    library = Library.open(tmp_path / "data" / "library.db", spills=SpillFolders((tmp_path / "spill",)))
    yield library
    library.close()


def lines(id: str = "demo", turns: int = 2) -> list[bytes]:
    log = LogBuilder(id)
    for turn in range(turns):
        log.user(f"Question {turn}").assistant("An answer.", thinking="Hm.").end_turn()
    return log.lines()


@pytest.fixture
def database(tmp_path: Path) -> Path:
    path = tmp_path / "sessions.sqlite"
    with closing(new_database(path)) as connection:
        for name in ("one", "two"):
            add_session(connection, lines(name))
    return path


def grow(path: Path, id: str, turns: int) -> None:
    rows = lines(id, turns)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        (stored,) = connection.execute("SELECT count(*) FROM events WHERE session_id = ?", (id,)).fetchone()
        append(connection, id, rows[1 + stored :])


def test_it_is_read_in_place(library: Library, database: Path) -> None:
    source = library.open_path(database)
    assert (source.sessions, source.read_only, source.state) == (2, True, "ok")
    for info in library.sessions(source.id):
        early = library.log(info.ref)
        library.prepare_log(info.ref)
        whole = library.log(info.ref)
        assert [row.raw for row in early.rows(0, 1 << 40)] == [row.raw for row in whole.rows(0, 1 << 40)]
    assert {info.turns for info in library.sessions(source.id)} == {2}


def test_import_growth_and_no_change(library: Library, database: Path) -> None:
    assert [one.result for one in library.import_path(database)] == ["added", "added"]
    assert [one.result for one in library.import_path(database)] == ["unchanged", "unchanged"]
    grow(database, "two", 3)
    assert sorted(one.result for one in library.import_path(database)) == ["unchanged", "updated"]
    assert {one.id: one.turns for one in library.sessions(LIBRARY_SOURCE)} == {"one": 2, "two": 3}


def test_a_kept_session_gives_back_its_text(library: Library, database: Path) -> None:
    library.import_path(database)
    for info in library.sessions(LIBRARY_SOURCE):
        stored = b"".join(library.text(info.ref)).splitlines()
        assert [json.loads(line) for line in stored] == [json.loads(line) for line in lines(info.id)]
        assert b"".join(library.original(info.ref)).splitlines() == stored


def contents(library: Library, ref: SessionRef, path: Path) -> dict[str, str]:
    """What the manifest of an export says that each log is."""
    exporter = library.exporter(ref)
    exporter.write_zip(exporter.plan(Options()), path)
    with zipfile.ZipFile(path) as archive:
        manifest = json.loads(archive.read("sessionloom-manifest.json"))
    return {entry["name"]: entry["content"] for entry in manifest["entries"]}


def test_an_export_says_that_its_rows_came_from_a_database(
    library: Library, database: Path, tmp_path: Path
) -> None:
    opened = library.open_path(database)
    info = next(info for info in library.sessions(opened.id) if info.id == "one")
    assert contents(library, info.ref, tmp_path / "opened.zip") == {"session.jsonl": "rows of a database"}

    library.import_path(database)
    kept = {info.id: info.ref for info in library.sessions(LIBRARY_SOURCE)}
    assert contents(library, kept["one"], tmp_path / "kept.zip") == {"session.jsonl": "rows of a database"}
    library.close_source(opened.id)
    database.unlink()
    assert contents(library, kept["two"], tmp_path / "gone.zip") == {"session.jsonl": "rows of a database"}
    with zipfile.ZipFile(tmp_path / "kept.zip") as archive:
        assert archive.read("session.jsonl").count(b"\n") == len(lines("one"))


def test_a_log_that_was_a_file_is_text_whatever_its_name(library: Library, tmp_path: Path) -> None:
    path = tmp_path / "home" / "one"
    path.parent.mkdir()
    path.write_bytes(b"".join(line + b"\n" for line in lines("one")))
    (kept,) = library.import_path(path)
    assert kept.ref is not None
    assert contents(library, kept.ref, tmp_path / "out.zip") == {"session.jsonl": "text"}


def test_one_session_alone_can_be_kept(library: Library, database: Path) -> None:
    (result,) = library.import_path(database / "two")
    assert result.result == "added"
    assert sorted(one.result for one in library.import_path(database)) == ["added", "unchanged"]


def test_a_session_that_was_made_anew_is_replaced(library: Library, database: Path) -> None:
    library.import_path(database)
    with closing(sqlite3.connect(database, isolation_level=None)) as connection:
        connection.execute("PRAGMA foreign_keys=ON").fetchall()
        connection.execute("DELETE FROM sessions WHERE id = 'one'")
        add_session(connection, lines("one", 5), "second")
    results = {one.id: one.result for one in library.import_path(database)}
    assert results == {"one": "replaced", "two": "unchanged"}
    assert {one.id: one.turns for one in library.sessions(LIBRARY_SOURCE)} == {"one": 5, "two": 2}


def test_it_is_followed_in_place_and_where_it_is_kept(library: Library, database: Path) -> None:
    library.import_path(database)
    source = library.open_path(database)
    info = next(one for one in library.sessions(source.id) if one.id == "two")
    library.prepare_log(info.ref)
    follow = library.follow(info.ref)
    follow.poll()
    grow(database, "two", 4)
    changes = follow.poll()
    assert changes.ranges
    library.flush()
    kept = next(one for one in library.sessions(LIBRARY_SOURCE) if one.id == "two")
    assert (kept.turns, library.session(info.ref).turns) == (4, 4)


@pytest.mark.corpus
def test_the_corpus_database_holds_the_sessions_of_the_folder(library: Library) -> None:
    source = library.open_path(corpus() / "dsh-v0" / "sessions.sqlite")
    folder = {one.id for one in library.sessions(library.open_path(harness_home()).id)}
    infos = library.sessions(source.id)
    assert len(infos) == 131
    assert {one.id for one in infos} == folder
    for info in infos:
        library.prepare_log(info.ref)
        log = library.log(info.ref)
        want = expected(info.id)
        made = Derivation(log, strict=True)
        assert {k: v for k, v in log.header.value.items() if k != "type"} == want["header"]
        assert (made.count, made.events_sha256) == (want["eventCount"], want["eventsSha256"]), info.id
