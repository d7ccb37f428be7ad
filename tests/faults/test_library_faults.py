"""What the machine refuses: one sentence with a remedy, nothing lost, the rest still opens."""

from __future__ import annotations

import multiprocessing
import os
import sys
import traceback
from pathlib import Path

import pytest
from kill_targets import hold_lock, open_at
from log_files import read_text
from logs import LogBuilder

from sessionlog.library import LIBRARY_SOURCE, Library
from sessionlog.model.errors import EnvironmentFault
from sessionlog.store import faults
from sessionlog.store.lock import LibraryLock
from sessionlog.store.spill import SpillFolders

pytestmark = pytest.mark.fault
NOBODY = 65534


def talk(id: str, turns: int) -> LogBuilder:
    log = LogBuilder(id)
    for turn in range(turns):
        log.user(f"Question {turn}").assistant(os.urandom(300).hex(), thinking="Hm.").end_turn()
    return log


def kept(folder: Path) -> None:
    library = open_at(folder)
    library.import_path(talk("first", 3).as_home(folder / "home"))
    library.close()


def full_at(library: Library, pages_more: int) -> None:
    """Let the file grow by so many pages and no further, as a full disk does."""

    def limit(connection):
        pages = connection.execute("PRAGMA page_count").fetchone()[0]
        connection.execute(f"PRAGMA max_page_count={pages + pages_more}").fetchone()

    library._store.writer.run(limit)


@pytest.mark.parametrize("pages_more", [0, 1, 5, 20, 60])
def test_a_full_disk_at_import_keeps_what_was_there_and_says_so(tmp_path, pages_more):
    kept(tmp_path)
    library = open_at(tmp_path)
    full_at(library, pages_more)
    large = talk("large", 400).as_home(tmp_path / "more")
    with pytest.raises(EnvironmentFault) as caught:
        library.import_path(large)
    assert caught.value.code == faults.FULL
    assert caught.value.sentence == "There is no room left for library.db. What was saved before is safe."
    assert [info.id for info in library.sessions(LIBRARY_SOURCE)] == ["first"]
    library.close()
    again = open_at(tmp_path)
    assert [result.result for result in again.import_path(large)] == ["added"]
    assert len(again.sessions(LIBRARY_SOURCE)) == 2
    again.close()


def test_a_full_disk_while_following_keeps_the_rows_and_says_what_will_happen(tmp_path):
    log = talk("first", 3)
    path = log.as_home(tmp_path / "home")
    library = open_at(tmp_path)
    (result,) = library.import_path(path)
    follow = library.follow(result.ref)
    full_at(library, 0)
    for turn in range(60):
        log.user(f"More {turn}").assistant(os.urandom(900).hex()).end_turn()
    log.as_home(tmp_path / "home")
    follow.poll()
    with pytest.raises(EnvironmentFault):
        library.flush()
    status = library.flush_status()
    assert (status.state, status.retry_in_s) == ("blocked", None)
    assert "Free some space" in status.reason
    library.close()
    again = open_at(tmp_path)
    again._store.writer.run(lambda _connection: None)
    assert b"".join(again.text(result.ref)) == read_text(path)
    assert list((tmp_path / "spill").glob("*.spill")) == []
    again.close()


@pytest.fixture
def holder(tmp_path):
    """Another process that holds the library's lock."""
    kept(tmp_path)
    context = multiprocessing.get_context("spawn")
    here, there = context.Pipe()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", os.pathsep.join(sys.path))
        child = context.Process(target=hold_lock, args=(str(tmp_path / "data" / "library.db"), there))
        child.start()
    assert here.recv() == "held"
    yield child
    child.kill()
    child.join()


def impatient(folder: Path) -> Library:
    library = open_at(folder)
    library._store.writer._guard._wait = 0.05
    return library


def test_a_library_that_another_process_writes_can_be_read_and_tells_who_holds_it(tmp_path, holder):
    library = impatient(tmp_path)
    assert [info.id for info in library.sessions(LIBRARY_SOURCE)] == ["first"]
    with pytest.raises(EnvironmentFault) as caught:
        library.import_path(talk("second", 2).as_home(tmp_path / "more"))
    assert caught.value.code == faults.LOCKED
    assert str(holder.pid) in caught.value.sentence
    library.close()


def test_a_killed_holder_leaves_no_lock(tmp_path, holder):
    library = impatient(tmp_path)
    holder.kill()
    holder.join()
    (result,) = library.import_path(talk("second", 2).as_home(tmp_path / "more"))
    assert result.result == "added"
    library.close()


def test_rows_wait_while_another_process_holds_the_library(tmp_path, holder):
    library = impatient(tmp_path)
    log = talk("first", 4)
    path = log.as_home(tmp_path / "home")
    (info,) = library.sessions(LIBRARY_SOURCE)
    library.follow(info.ref)
    with pytest.raises(EnvironmentFault):
        library.import_path(path)
    holder.kill()
    holder.join()
    library.import_path(path)
    assert b"".join(library.text(info.ref)) == read_text(path)
    library.close()


def test_the_lock_is_let_go_when_nothing_is_queued(tmp_path, monkeypatch):
    from sessionlog.store import writer

    monkeypatch.setattr(writer, "IDLE_SECONDS", 0.01)
    kept(tmp_path)
    library = open_at(tmp_path)
    lock = LibraryLock(library.path, 5)
    library.import_path(talk("second", 2).as_home(tmp_path / "more"))
    lock.acquire()
    assert lock.owner()["pid"] == os.getpid()
    lock.release()
    assert lock.owner() is None
    library.close()


def as_nobody(task) -> None:
    """Run a check in a child that is nobody; its failure is the test's."""
    if os.name != "posix" or os.geteuid() != 0:
        pytest.skip("needs a root that can become somebody else")
    child = os.fork()
    if child == 0:
        try:
            os.setgid(NOBODY)
            os.setuid(NOBODY)
            task()
        except BaseException:  # noqa: BLE001  (told by the exit code)
            traceback.print_exc()
            os._exit(1)
        os._exit(0)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


def reachable(folder: Path) -> None:
    for parent in folder.parents:
        if parent.stat().st_mode & 0o005 != 0o005 and parent != Path("/"):
            parent.chmod(parent.stat().st_mode | 0o055)


@pytest.fixture
def open_folder(tmp_path):
    """A kept library that everybody may read and nobody but its owner may write."""
    kept(tmp_path)
    before = {parent: parent.stat().st_mode for parent in tmp_path.parents if parent != Path("/")}
    reachable(tmp_path)
    tmp_path.chmod(0o755)
    (tmp_path / "data").chmod(0o755)
    (tmp_path / "data" / "library.db").chmod(0o644)
    yield tmp_path
    for parent, mode in before.items():
        parent.chmod(mode)


def test_a_library_that_may_only_be_read_opens_and_refuses_to_be_written(open_folder):
    more = talk("second", 2).as_home(open_folder / "more")

    def check():
        library = Library.open(open_folder / "data" / "library.db", spills=SpillFolders(()))
        (info,) = library.sessions(LIBRARY_SOURCE)
        assert b"".join(library.text(info.ref)).startswith(b'{"type":"session"')
        assert library.flush_status().state == "read-only"
        with pytest.raises(EnvironmentFault) as caught:
            library.import_path(more)
        assert caught.value.code in (faults.READ_ONLY, faults.UNREADABLE)
        assert caught.value.remedy
        library.close()

    as_nobody(check)


def test_a_library_that_may_not_be_read_says_so(open_folder):
    (open_folder / "data" / "library.db").chmod(0o600)

    def check():
        with pytest.raises(EnvironmentFault) as caught:
            Library.open(open_folder / "data" / "library.db", spills=SpillFolders(()))
        assert caught.value.code == faults.UNREADABLE

    as_nobody(check)


def test_an_unreadable_log_is_left_out_and_the_rest_comes_in(open_folder):
    home = open_folder / "many"
    bad = talk("bad", 1).as_home(home)
    good = talk("good", 1).as_home(home)
    for path in home.rglob("*"):
        path.chmod(0o755 if path.is_dir() else 0o644)
    home.chmod(0o755)
    bad.chmod(0o600)
    own = open_folder / "own"
    own.mkdir()
    os.chown(own, NOBODY, NOBODY)

    def check():
        library = Library.open(own / "data" / "library.db", spills=SpillFolders(()))
        results = {result.path: result for result in library.import_path(home)}
        assert results[str(good)].result == "added"
        assert results[str(bad)].result == "skipped"
        assert "may not be read" in results[str(bad)].reason
        library.close()

    as_nobody(check)


def test_a_folder_that_nobody_may_write_takes_no_library(open_folder):
    def check():
        with pytest.raises(EnvironmentFault) as caught:
            Library.open(open_folder / "new" / "library.db", spills=SpillFolders(()))
        assert caught.value.remedy

    as_nobody(check)
