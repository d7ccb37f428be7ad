"""Importing: what comes in, what is left unread, what is said, and what comes back out."""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
from pathlib import Path

import pytest
from damage import cut_line, newer_version, restart_at, torn_frame
from hypothesis import given, settings
from log_files import artifact_path, read_text, write_lines
from logs import LogBuilder
from strategies import damaged_logs, logs

from sessionlog.library import LIBRARY_SOURCE, Library, SessionRef
from sessionlog.model.errors import UserError
from sessionlog.model.scan import ScannedRow
from sessionlog.model.severity import Severity
from sessionlog.sources import scan as scanning
from sessionlog.sources.discover import discover
from sessionlog.store.spill import SpillFolders


def open_library(folder) -> Library:
    return Library.open(folder / "data" / "library.db", spills=SpillFolders((folder / "spill",)))


@pytest.fixture
def library(tmp_path):
    library = open_library(tmp_path)
    yield library
    library.close()


@pytest.fixture
def scans(monkeypatch):
    """Every scan that is begun, with where it resumes."""
    begun = []
    scan = scanning.scan

    def watched(artifact, **more):
        begun.append((artifact.session_id, more.get("resume")))
        return scan(artifact, **more)

    monkeypatch.setattr(scanning, "scan", watched)
    return begun


def answered(id="demo", turns=1):
    log = LogBuilder(id)
    for turn in range(turns):
        log.user(f"Question {turn}").assistant("An answer.", thinking="Hm.").end_turn()
    return log


def one(results):
    (result,) = results
    return result


def kept_text(library, ref: SessionRef) -> bytes:
    return b"".join(library.text(ref))


def everything(library) -> list:
    """Every row of every table, to see that nothing was written."""
    with library._store.readers.read() as connection:
        tables = connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall()
        return [connection.execute(f"SELECT * FROM {name}").fetchall() for (name,) in tables]


def commits(library) -> int:
    return library._store.writer.commits


@settings(max_examples=20, deadline=None)
@given(logs())
def test_a_kept_session_reads_back_byte_for_byte(tmp_path_factory, log):
    folder = tmp_path_factory.mktemp("import")
    library = open_library(folder)
    try:
        path = log.as_home(folder / "home")
        result = one(library.import_path(folder / "home"))
        assert result.result == "added"
        assert kept_text(library, result.ref) == read_text(path)
        info = library.session(result.ref)
        assert (info.id, info.events, info.severity) == (log.id, len(log.events), Severity.OK)
    finally:
        library.close()


@settings(max_examples=30, deadline=None)
@given(damaged_logs())
def test_a_damaged_session_gives_its_original_bytes_back(tmp_path_factory, damaged):
    folder = tmp_path_factory.mktemp("import")
    library = open_library(folder)
    try:
        path = write_lines(folder / "logs" / "demo.jsonl.zstd", damaged.lines)
        result = one(library.import_path(path))
        assert result.result == "added"
        if library.diagnosis(result.ref).severity is Severity.DAMAGED:
            assert b"".join(library.original(result.ref)) == path.read_bytes()
        else:
            assert kept_text(library, result.ref) == read_text(path)
        log = library.log(result.ref)
        parts = [(part.first_seq, part.last_seq, part.number) for part in log.parts]
        stored = [row.raw for part in parts for row in log.rows(*part)]
        items = scanning.scan(discover(path).artifacts[0])
        read = [item.row.raw for item in items if isinstance(item, ScannedRow)]
        assert stored == read
    finally:
        library.close()


def test_facts_of_a_session_are_those_of_its_log(library, tmp_path):
    log = LogBuilder("demo", created_at=1_785_000_000_000)
    log.user("List the files").assistant("Two files.").end_turn()
    log.user("And now  the\nrest").tool("bash", {"command": "ls"}, "a b").assistant("Done.").end_turn()
    log.title("The files")
    result = one(library.import_path(log.as_home(tmp_path / "home")))
    info = library.session(result.ref)
    prompts = [event for event in log.events if event["type"] == "user/message"]
    assert (info.title, info.turns, info.last_prompt) == ("The files", 2, "And now the rest")
    assert info.updated_at == prompts[-1]["time"]
    assert (info.running, info.interrupted, info.native) == (False, False, False)


def test_an_open_turn_that_nobody_follows_was_cut_off(library, tmp_path):
    log = answered().user("Wait")
    info = library.session(one(library.import_path(log.as_home(tmp_path / "home"))).ref)
    assert (info.running, info.interrupted, info.severity) == (False, True, Severity.REPAIRED)


def test_importing_again_reads_no_row_and_writes_no_byte(library, tmp_path, scans):
    for number in range(3):
        answered(f"s{number}").as_home(tmp_path / "home")
    first = library.import_path(tmp_path / "home")
    before, version = everything(library), commits(library)
    scans.clear()
    again = library.import_path(tmp_path / "home")
    assert [result.result for result in again] == ["unchanged"] * 3
    assert [result.ref for result in again] == [result.ref for result in first]
    assert (scans, everything(library), commits(library)) == ([], before, version)


def test_a_file_of_an_imported_folder_is_known_by_itself(library, tmp_path):
    path = answered().as_home(tmp_path / "home")
    library.import_path(tmp_path / "home")
    assert one(library.import_path(path)).result == "unchanged"
    assert len(library.sessions(LIBRARY_SOURCE)) == 1


def test_a_touched_file_without_news_is_unchanged(library, tmp_path):
    path = answered().as_home(tmp_path / "home")
    library.import_path(path)
    os.utime(path, ns=(1, 1))
    assert one(library.import_path(path)).result == "unchanged"


@pytest.mark.parametrize("zstd", [True, False])
def test_growth_reads_only_what_follows(library, tmp_path, scans, zstd):
    log = answered(turns=3)
    path = log.as_home(tmp_path / "home", zstd=zstd)
    ref = one(library.import_path(path)).ref
    before = library.session(ref).events
    log.user("More").assistant("Yes.").end_turn()
    whole = log.as_home(tmp_path / "other", zstd=zstd).read_bytes()
    with path.open("ab") as file:
        file.write(whole[path.stat().st_size :])
    scans.clear()
    result = one(library.import_path(path))
    assert (result.result, result.ref) == ("updated", ref)
    assert [resume is not None for _, resume in scans] == [True]
    assert kept_text(library, ref) == read_text(path)
    info = library.session(ref)
    assert (info.events, info.turns, info.last_prompt) == (len(log.events), 4, "More")
    assert info.events > before


def test_a_rewritten_file_replaces_what_was_kept_under_the_same_key(library, tmp_path):
    told = []
    path = answered(turns=3).as_home(tmp_path / "home")
    ref = one(library.import_path(path)).ref
    library.subscribe(lambda source, changes: told.append((source, changes.replaced)))
    other = LogBuilder("demo").user("Something else").assistant("Fine.").end_turn()
    shutil.copy(other.as_home(tmp_path / "other"), path)
    result = one(library.import_path(path))
    assert (result.result, result.ref, result.reason) == ("replaced", ref, "The file was rewritten.")
    assert kept_text(library, ref) == read_text(path)
    assert told == [(LIBRARY_SOURCE, frozenset({ref.key}))]
    assert len(library.sessions(LIBRARY_SOURCE)) == 1


def test_replacing_leaves_no_segment_behind(library, tmp_path):
    path = answered(turns=3).as_home(tmp_path / "home")
    library.import_path(path)
    shutil.copy(answered(turns=2).as_home(tmp_path / "other"), path)
    library.import_path(path)
    with library._store.readers.read() as connection:
        for table in ("segment", "segment_type", "segment_ref"):
            column = "id" if table == "segment" else "segment"
            orphans = connection.execute(
                f"SELECT count(*) FROM {table} WHERE {column} NOT IN (SELECT segment FROM session_segment)"
            ).fetchone()
            assert orphans == (0,)


def test_the_same_id_in_two_folders_is_a_conflict_and_said(library, tmp_path):
    home = tmp_path / "home"
    first = answered().as_home(home)
    second = artifact_path(home, "/home/dev/elsewhere", "demo", zstd=True)
    second.parent.mkdir(parents=True)
    shutil.copy(first, second)
    results = {result.path: result for result in library.import_path(home)}
    assert sorted(result.result for result in results.values()) == ["added", "conflict"]
    conflict = next(result for result in results.values() if result.result == "conflict")
    assert "is kept from" in conflict.reason


def test_a_moved_home_replaces_nothing_twice(library, tmp_path):
    home = tmp_path / "home"
    answered().as_home(home)
    library.import_path(home)
    home.rename(tmp_path / "moved")
    (result,) = library.import_path(tmp_path / "moved")
    assert result.result == "added"
    assert len(library.sessions(LIBRARY_SOURCE)) == 2


def test_what_cannot_be_read_is_left_out_with_a_reason_and_the_rest_comes_in(library, tmp_path):
    good = answered("good").as_home(tmp_path / "home")
    newer = artifact_path(tmp_path / "home", "/home/dev/demo", "newer", zstd=False)
    write_lines(newer, newer_version(answered("newer").lines()))
    results = {result.path: result for result in library.import_path(tmp_path / "home")}
    assert results[str(good)].result == "added"
    assert results[str(newer)].result == "skipped"
    assert "newer" in results[str(newer)].reason


@pytest.mark.parametrize("missing", ["nothing here", "empty"])
def test_a_path_without_sessions_is_said(library, tmp_path, missing):
    (tmp_path / "empty").mkdir()
    with pytest.raises(UserError) as caught:
        library.import_path(tmp_path / missing)
    assert caught.value.remedy


def test_progress_grows_to_the_whole_and_cancel_keeps_what_was_finished(library, tmp_path):
    for number in range(4):
        answered(f"s{number}").as_home(tmp_path / "home")
    told = []
    results = library.import_path(
        tmp_path / "home", progress=told.append, cancel=lambda: bool(told) and told[-1].done == 2
    )
    assert [result.result for result in results] == ["added"] * 2
    assert len(library.sessions(LIBRARY_SOURCE)) == 2
    told.clear()
    library.import_path(tmp_path / "home", progress=told.append)
    assert [(step.done, step.bytes_done) for step in told] == sorted(
        (step.done, step.bytes_done) for step in told
    )
    assert (told[-1].done, told[-1].bytes_done) == (4, told[-1].bytes_total)


def test_cancelling_inside_a_log_leaves_nothing_of_it(library, tmp_path):
    asked = []

    def cancel():
        asked.append(1)
        return len(asked) > 3

    log = answered(turns=400)
    path = log.write_plain(tmp_path / "demo.jsonl", packed=False)
    assert library.import_path(path, cancel=cancel) == []
    with library._store.readers.read() as connection:
        for table in ("session", "segment", "segment_type", "segment_ref", "part"):
            assert connection.execute(f"SELECT count(*) FROM {table}").fetchone() == (0,)
    assert one(library.import_path(path)).result == "added"


def test_a_torn_tail_is_no_row_and_comes_when_it_is_whole(library, tmp_path):
    log = answered(turns=2)
    path = log.as_home(tmp_path / "home")
    whole = path.read_bytes()
    torn_frame(path, 0.3)
    ref = one(library.import_path(path)).ref
    assert b"".join(library.original(ref)) == path.read_bytes()
    with path.open("r+b") as file:
        file.write(whole)
    result = one(library.import_path(path))
    assert result.result in {"updated", "replaced"}
    assert kept_text(library, result.ref) == read_text(path)
    assert library.session(result.ref).events == len(log.events)
    assert list((tmp_path / "data" / "artifacts").glob("*.part")) == []


def test_islands_are_parts_with_the_gap_between(library, tmp_path):
    log = answered(turns=4)
    lines = log.lines(packed=False)
    lines = cut_line(lines, 9)
    path = write_lines(tmp_path / "logs" / "demo.jsonl", restart_at(lines, 5, log.events[5:8]))
    ref = one(library.import_path(path)).ref
    parts = library.log(ref).parts
    assert [part.number for part in parts] == list(range(len(parts)))
    assert len(parts) >= 3
    assert parts[0].gap_before is None
    assert all(part.gap_before is not None for part in parts[1:])
    assert library.diagnosis(ref).severity is Severity.DAMAGED
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    assert (tmp_path / "data" / "artifacts" / digest).read_bytes() == path.read_bytes()


def test_an_import_that_stored_something_counts_as_saved(library, tmp_path):
    assert library.flush_status().saved_at is None
    path = answered().write_plain(tmp_path / "session.jsonl")
    library.import_path(path)
    first = library.flush_status().saved_at
    assert first is not None
    library.import_path(path)
    assert library.flush_status().saved_at == first


@pytest.mark.parametrize(
    "event",
    [
        {"type": "\ud83d", "data": {}},
        {"type": "x", "data": {}, "\udc00": 1},
        {"type": "session/title", "data": "no object"},
        {"type": "session/title", "data": [1]},
        {"type": "tool/call", "data": {"callId": "\ud83d", "name": "\ud83d"}},
    ],
)
def test_odd_words_of_a_log_come_in_and_growth_goes_on_behind_them(library, tmp_path, event):
    log = answered().raw(event)
    path = log.write_plain(tmp_path / "session.jsonl")
    assert one(library.import_path(path)).result == "added"
    log.user("More").assistant("Yes").end_turn().write_plain(path)
    result = one(library.import_path(path))
    assert result.result == "updated"
    assert kept_text(library, result.ref) == path.read_bytes()
    assert library.session(result.ref).events == len(log.events)


@pytest.mark.skipif(sys.platform != "linux", reason="file names are bytes on Linux only")
def test_a_file_name_that_is_no_utf_8_is_as_good_as_any(library, tmp_path):
    log = answered()
    path = Path(os.fsdecode(os.fsencode(tmp_path) + b"/caf\xe9.jsonl"))
    log.write_plain(path)
    source = library.open_path(path)
    (opened,) = library.sessions(source.id)
    library.prepare_log(opened.ref)
    assert library.session(opened.ref).events == len(log.events)
    assert one(library.import_path(path)).result == "added"
    assert one(library.import_path(path)).result == "unchanged"
    log.user("More").assistant("Yes").end_turn().write_plain(path)
    assert one(library.import_path(path)).result == "updated"


@pytest.mark.parametrize("path", ["~nobody-of-this-name/logs", "~\0", "x" * 5000])
def test_a_path_that_cannot_be_is_refused_in_a_sentence(library, path):
    for door in (library.open_path, library.import_path):
        with pytest.raises(UserError) as caught:
            door(path)
        assert caught.value.code == "path-missing"
        assert caught.value.remedy
