"""The door: places read in place, what others change, what is refused, and who is told."""

from __future__ import annotations

import shutil

import pytest
from damage import cut_line, newer_version
from log_files import artifact_path, read_text, write_lines
from logs import LogBuilder

from sessionlog.library import LIBRARY_SOURCE, Library, SessionRef
from sessionlog.model.errors import FormatRefused, UserError
from sessionlog.model.severity import Severity
from sessionlog.store.spill import SpillFolders


def open_at(folder) -> Library:
    return Library.open(folder / "data" / "library.db", spills=SpillFolders((folder / "spill",)))


@pytest.fixture
def library(tmp_path):
    library = open_at(tmp_path)
    yield library
    library.close()


def answered(id="demo", turns=1):
    log = LogBuilder(id)
    for turn in range(turns):
        log.user(f"Question {turn}").assistant("An answer.", thinking="Hm.").end_turn()
    return log


def seqs(log):
    return [row.seq for part in log.parts for row in log.rows(part.first_seq, part.last_seq, part.number)]


def test_the_library_is_the_first_source_and_empty_at_first(library):
    (info,) = library.sources()
    assert (info.id, info.kind, info.sessions, info.state) == (LIBRARY_SOURCE, "library", 0, "ok")
    assert library.sessions(LIBRARY_SOURCE) == []


def test_an_opened_log_answers_before_and_after_it_is_read_whole(library, tmp_path):
    log = answered(turns=3)
    log.as_home(tmp_path / "home")
    source = library.open_path(tmp_path / "home")
    assert (source.kind, source.sessions, source.read_only) == ("folder", 1, True)
    (info,) = library.sessions(source.id)
    assert (info.events, info.severity) == (None, Severity.UNCHECKED)
    early = seqs(library.log(info.ref))
    told = []
    library.subscribe(lambda source, changes: told.append((source, changes.sessions)))
    library.prepare_log(info.ref)
    assert seqs(library.log(info.ref)) == early
    after = library.session(info.ref)
    assert (after.events, after.severity, after.turns) == (len(log.events), Severity.OK, 3)
    assert told == [(source.id, frozenset({info.ref.key}))]
    library.prepare_log(info.ref)
    assert len(told) == 1


def test_a_cancelled_reading_leaves_the_log_as_it_was(library, tmp_path):
    path = answered(turns=200).write_plain(tmp_path / "demo.jsonl", packed=False)
    source = library.open_path(path)
    (info,) = library.sessions(source.id)
    asked = []

    def cancel():
        asked.append(1)
        return len(asked) > 2

    library.prepare_log(info.ref, None, cancel)
    assert library.session(info.ref).events is None
    assert seqs(library.log(info.ref))[-1] > 0
    library.prepare_log(info.ref)
    assert library.session(info.ref).events is not None


def test_the_same_place_is_opened_once(library, tmp_path):
    answered().as_home(tmp_path / "home")
    first = library.open_path(tmp_path / "home")
    assert library.open_path(tmp_path / "home").id == first.id
    library.close_source(first.id)
    assert library.open_path(tmp_path / "home").id != first.id


def test_a_closed_place_says_so(library, tmp_path):
    answered().as_home(tmp_path / "home")
    source = library.open_path(tmp_path / "home")
    (info,) = library.sessions(source.id)
    library.close_source(source.id)
    with pytest.raises(UserError) as caught:
        library.log(info.ref)
    assert caught.value.code == "source.closed"


def test_what_may_not_be_interpreted_is_listed_and_the_rest_opens(library, tmp_path):
    home = tmp_path / "home"
    answered("good").as_home(home)
    write_lines(
        artifact_path(home, "/home/dev/demo", "future", zstd=False), newer_version(answered("future").lines())
    )
    source = library.open_path(home)
    infos = {info.id: info for info in library.sessions(source.id)}
    assert infos["good"].severity is Severity.UNCHECKED
    refused = infos["future"]
    assert refused.severity is Severity.REFUSED
    assert library.session(refused.ref) == refused
    assert library.diagnosis(refused.ref).problems
    with pytest.raises(FormatRefused):
        library.log(refused.ref)


def test_two_logs_of_one_id_are_both_listed(library, tmp_path):
    home = tmp_path / "home"
    first = answered().as_home(home)
    second = artifact_path(home, "/home/dev/elsewhere", "demo", zstd=True)
    second.parent.mkdir(parents=True)
    shutil.copy(first, second)
    source = library.open_path(home)
    assert [info.id for info in library.sessions(source.id)] == ["demo", "demo"]


def test_a_place_that_went_away_is_said(library, tmp_path):
    home = tmp_path / "home"
    answered().as_home(home)
    library.open_path(home)
    shutil.rmtree(home)
    assert library.sources()[1].state == "missing"


def test_a_session_that_is_not_there_is_said(library):
    with pytest.raises(UserError) as caught:
        library.log(SessionRef(LIBRARY_SOURCE, 99))
    assert caught.value.code == "session.gone"


def test_what_another_program_imports_is_told(library, tmp_path):
    told = []
    answered("mine").as_home(tmp_path / "home")
    library.import_path(tmp_path / "home")
    library._others.look()
    library._others._tell = told.append
    answered("other").as_home(tmp_path / "home")
    other = open_at(tmp_path)
    library._store.writer._guard.release()
    library._store.writer._held = False
    other.import_path(tmp_path / "home")
    other.close()
    library._others.look()
    (changes,) = told
    assert changes.sources
    assert len(changes.sessions) == 1
    assert len(library.sessions(LIBRARY_SOURCE)) == 2
    library._others.look()
    assert len(told) == 1


def test_own_imports_are_not_taken_for_those_of_others(library, tmp_path):
    told = []
    answered("mine").as_home(tmp_path / "home")
    library.import_path(tmp_path / "home")
    library._others.look()
    library._others._tell = told.append
    answered("mine too").as_home(tmp_path / "home")
    library.import_path(tmp_path / "home")
    library._others.look()
    assert told == []


def test_a_list_of_ten_thousand_sessions_is_one_query(library, tmp_path):
    header = answered().lines()[0]
    log = answered().write_plain(tmp_path / "demo.jsonl")
    library.import_path(log)

    def many(connection):
        connection.execute(
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10000)"
            " INSERT INTO session (source, session_id, generation, native, state, header, created_at)"
            " SELECT 1, 'session-' || i, 0, 0, 'ready', ?, i FROM n",
            (header,),
        )

    library._store.writer.run(many)
    statements = []
    with library._store.readers.read() as connection:
        connection.set_trace_callback(statements.append)
        infos = library.sessions(LIBRARY_SOURCE)
        connection.set_trace_callback(None)
    assert len(infos) == 10_001
    assert len([text for text in statements if text.startswith("SELECT")]) == 1
    assert [info.updated_at for info in infos] == sorted((info.updated_at for info in infos), reverse=True)


def test_a_flush_is_acknowledged_only_after_a_commit_that_waits_for_the_disk(library, tmp_path):
    log = answered()
    path = log.as_home(tmp_path / "home")
    (result,) = library.import_path(path)
    follow = library.follow(result.ref)
    statements = []
    library._store.writer.peek(lambda connection: connection.set_trace_callback(statements.append))
    log.user("More").assistant("Yes.").end_turn()
    log.as_home(tmp_path / "home")
    follow.poll()
    library.flush()
    kinds = [text for text in statements if text.startswith(("PRAGMA synchronous", "BEGIN", "COMMIT"))]
    assert kinds == ["PRAGMA synchronous=FULL", "BEGIN IMMEDIATE", "COMMIT"]
    assert b"".join(library.text(result.ref)) == read_text(path)


def test_the_bytes_of_a_gap_are_read_from_the_file_or_from_what_was_kept_of_it(library, tmp_path):
    log = LogBuilder("damaged")
    for turn in range(4):
        log.user(f"Question {turn}").assistant("An answer.").end_turn()
    lines = cut_line(log.lines(), 20)
    path = write_lines(tmp_path / "session.jsonl", lines)
    source = library.open_path(path)
    (opened,) = library.sessions(source.id)
    library.prepare_log(opened.ref)
    (kept,) = library.import_path(path)
    gap = library.log(opened.ref).parts[1].gap_before
    path.unlink()
    (piece,) = library.gap_bytes(kept.ref, gap.first_offset, gap.last_offset)
    assert piece.data == lines[20] + b"\n"
    with pytest.raises(UserError):
        library.gap_bytes(opened.ref, gap.first_offset, gap.last_offset)
