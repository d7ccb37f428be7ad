"""A log that grows: read on from where it was, shown, and kept through write-behind."""

from __future__ import annotations

import shutil

import pytest
from log_files import read_text
from logs import LogBuilder

from sessionlog.library import LIBRARY_SOURCE, Library
from sessionlog.model.severity import Severity
from sessionlog.store.spill import SpillFolders


@pytest.fixture
def library(tmp_path):
    library = Library.open(tmp_path / "data" / "library.db", spills=SpillFolders((tmp_path / "spill",)))
    yield library
    library.close()


class Growing:
    """A log whose file grows by one durable batch at a time."""

    def __init__(self, home, *, zstd=True):
        self.log = LogBuilder("demo").user("Hello").assistant("Hi.").end_turn()
        self.zstd, self.home = zstd, home
        self.path = self.log.as_home(home, zstd=zstd)

    def grow(self, cut=0):
        """Append what was built since; `cut` bytes are held back, as in the middle of a write."""
        whole = self.log.as_home(self.home.with_name("other"), zstd=self.zstd).read_bytes()
        with self.path.open("ab") as file:
            file.write(whole[self.path.stat().st_size : len(whole) - cut])


@pytest.fixture(params=[True, False], ids=["zstd", "plain"])
def growing(request, tmp_path):
    return Growing(tmp_path / "home", zstd=request.param)


def opened(library, growing):
    source = library.open_path(growing.home)
    (info,) = library.sessions(source.id)
    library.prepare_log(info.ref)
    return info.ref


def seqs(log):
    return [row.seq for part in log.parts for row in log.rows(part.first_seq, part.last_seq, part.number)]


def test_new_rows_of_an_opened_log_appear_and_the_open_turn_is_running(library, growing):
    ref = opened(library, growing)
    follow = library.follow(ref)
    assert follow.poll().ranges == ()
    last = library.log(ref).parts[-1].last_seq
    growing.log.user("More")
    growing.grow()
    (span,) = follow.poll().ranges
    assert (span.session, span.first_seq) == (ref.key, last + 1)
    info = library.session(ref)
    assert (info.running, info.interrupted, info.last_prompt) == (True, False, "More")
    growing.log.assistant("Yes.").end_turn()
    growing.grow()
    follow.poll()
    info = library.session(ref)
    assert (info.running, info.events, info.severity) == (False, len(growing.log.events), Severity.OK)


def test_a_torn_tail_is_not_taken(library, growing):
    ref = opened(library, growing)
    follow = library.follow(ref)
    before = seqs(library.log(ref))
    growing.log.user("More")
    growing.grow(cut=3)
    follow.poll()
    assert len(seqs(library.log(ref))) - len(before) <= len(growing.log.events)
    growing.grow()
    follow.poll()
    log = library.log(ref)
    assert (log.parts[-1].last_seq, len(log.parts)) == (len(growing.log.events) - 1, 1)


def test_rows_of_a_kept_session_go_through_write_behind(library, growing):
    told = []
    (result,) = library.import_path(growing.path)
    library.subscribe(lambda source, changes: told.append((source, changes.ranges)))
    follow = library.follow(result.ref)
    growing.log.user("More").assistant("Yes.").end_turn()
    growing.grow()
    follow.poll()
    library.flush()
    status = library.flush_status()
    assert (status.state, status.waiting, status.reason) == ("idle", 0, "")
    assert status.saved_at is not None
    assert b"".join(library.text(result.ref)) == read_text(growing.path)
    assert [(source, len(ranges)) for source, ranges in told] == [(LIBRARY_SOURCE, 1)]
    assert library.session(result.ref).turns == 2
    (again,) = library.import_path(growing.path)
    assert again.result == "unchanged"


def test_an_opened_session_that_is_also_kept_feeds_both(library, growing):
    (result,) = library.import_path(growing.path)
    ref = opened(library, growing)
    follow = library.follow(ref)
    growing.log.user("More").assistant("Yes.").end_turn()
    growing.grow()
    assert follow.poll().ranges != ()
    library.flush()
    assert seqs(library.log(ref)) == seqs(library.log(result.ref))


def test_two_followers_of_one_session_store_each_row_once(library, growing):
    (result,) = library.import_path(growing.path)
    first, second = library.follow(result.ref), library.follow(result.ref)
    growing.log.user("More").assistant("Yes.").end_turn()
    growing.grow()
    first.poll()
    second.poll()
    library.flush()
    assert b"".join(library.text(result.ref)) == read_text(growing.path)


def test_an_import_between_a_poll_and_its_flush_stores_each_row_once(library, growing):
    (result,) = library.import_path(growing.path)
    follow = library.follow(result.ref)
    for word in ("One", "Two"):
        growing.log.user(word).assistant("Yes.").end_turn()
        growing.grow()
        follow.poll()
        library.import_path(growing.path)
    follow.poll()
    library.flush()
    assert b"".join(library.text(result.ref)) == read_text(growing.path)


def test_a_rewritten_file_is_said_and_read_anew(library, growing):
    (result,) = library.import_path(growing.path)
    ref = opened(library, growing)
    follow = library.follow(ref)
    follow.poll()
    other = LogBuilder("demo").user("Something else").assistant("Fine.").end_turn()
    shutil.copy(other.as_home(growing.home.with_name("third"), zstd=growing.zstd), growing.path)
    changes = follow.poll()
    assert changes.replaced == {ref.key}
    assert b"".join(library.text(result.ref)) == read_text(growing.path)
    assert library.log(ref).parts[-1].last_seq == len(other.events) - 1


def test_a_session_whose_file_is_gone_stays_in_the_library(library, growing):
    (result,) = library.import_path(growing.path)
    text = read_text(growing.path)
    growing.path.unlink()
    follow = library.follow(result.ref)
    assert follow.poll().ranges == ()
    assert b"".join(library.text(result.ref)) == text


def test_scratch_files_go_when_the_place_is_closed(library, growing, monkeypatch, tmp_path):
    monkeypatch.setenv("SESSIONLOOM_HOME", str(tmp_path / "env"))
    source = library.open_path(growing.home)
    scratch = tmp_path / "env" / "cache" / "scratch"
    assert len(list(scratch.iterdir())) == 1
    library.close_source(source.id)
    assert list(scratch.iterdir()) == []


def test_scratch_files_of_a_killed_program_go_at_the_next_opening(library, growing, monkeypatch, tmp_path):
    monkeypatch.setenv("SESSIONLOOM_HOME", str(tmp_path / "env"))
    left = tmp_path / "env" / "cache" / "scratch" / "0123456789abcdef"
    left.mkdir(parents=True)
    (left / "scratch.db").write_bytes(b"old")
    library.open_path(growing.home)
    assert not left.exists()


def test_nothing_is_written_beside_what_is_opened(library, growing):
    def listing():
        return {path: path.stat().st_mtime_ns for path in [growing.home, *growing.home.rglob("*")]}

    before = listing()
    ref = opened(library, growing)
    library.follow(ref).poll()
    assert listing() == before
