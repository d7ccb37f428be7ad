"""One writer: a flush goes first, waiting flushes share a commit, a refusal takes no other with it."""

from __future__ import annotations

import threading
import time

import pytest
from stores import new_store

from sessionlog.model.errors import EnvironmentFault
from sessionlog.store.writer import Priority


@pytest.fixture
def store(tmp_path):
    store = new_store(tmp_path)
    yield store
    store.close()


def note(store, text):
    def run(connection):
        connection.execute("INSERT INTO fact (key, value) VALUES (?, 'x')", (text,))
        return text

    return run


def facts(store):
    with store.readers.read() as connection:
        return [key for (key,) in connection.execute("SELECT key FROM fact ORDER BY key")]


def held_back(store):
    """Keep the writer busy until the returned event is set."""
    started, go = threading.Event(), threading.Event()

    def wait(_connection):
        started.set()
        go.wait()

    store.writer.submit(wait)
    started.wait()
    return go


def test_a_flush_goes_before_the_next_slice(store):
    order = []
    go = held_back(store)
    later = [
        store.writer.submit(lambda _c: order.append("slice"), priority=Priority.SLICE),
        store.writer.submit(lambda _c: order.append("flush"), priority=Priority.FLUSH),
    ]
    go.set()
    for future in later:
        future.result()
    assert order == ["flush", "slice"]


def test_flushes_that_wait_together_share_a_commit_and_a_refused_one_is_alone(store):
    go = held_back(store)
    commits = store.writer.commits

    def refused(connection):
        note(store, "undone")(connection)
        raise ValueError("no")

    first = store.writer.submit(note(store, "a"), priority=Priority.FLUSH)
    bad = store.writer.submit(refused, priority=Priority.FLUSH)
    last = store.writer.submit(note(store, "b"), priority=Priority.FLUSH)
    go.set()
    assert (first.result(), last.result()) == ("a", "b")
    with pytest.raises(ValueError, match="no"):
        bad.result()
    assert facts(store) == ["a", "b"]
    assert store.writer.commits - commits == 2


def test_a_task_that_fails_leaves_nothing(store):
    def fails(connection):
        note(store, "half")(connection)
        raise KeyError("broken")

    with pytest.raises(KeyError):
        store.writer.run(fails)
    assert facts(store) == []
    assert store.writer.run(note(store, "whole")) == "whole"


def test_closing_writes_what_is_queued(tmp_path):
    store = new_store(tmp_path)
    go = held_back(store)
    future = store.writer.submit(note(store, "last"))
    go.set()
    store.close()
    assert future.result() == "last"
    again = new_store(tmp_path)
    assert facts(again) == ["last"]
    again.close()


def test_commits_of_another_program_are_told_from_own_ones(tmp_path):
    store, other = new_store(tmp_path), new_store(tmp_path)
    before = store.foreign_version()
    assert store.foreign_version() == before
    other.writer.run(note(other, "news"))
    other.writer._guard.release()
    assert store.foreign_version() != before
    store.writer.run(note(store, "own"))
    before = store.foreign_version()
    store.writer.run(note(store, "own again"))
    assert store.foreign_version() == before
    other.close()
    store.close()


def test_looking_at_a_library_does_not_keep_others_from_writing(store, monkeypatch):
    """A window looks every second; what it wrote long ago must not hold the library."""
    monkeypatch.setattr("sessionlog.store.writer.IDLE_SECONDS", 0.05)
    store.writer.run(note(store, "written"))
    assert store.writer._guard.held
    end = time.monotonic() + 10
    while store.writer._guard.held and time.monotonic() < end:
        store.foreign_version()
    assert not store.writer._guard.held


@pytest.mark.parametrize("put_another", [False, True], ids=["deleted", "replaced"])
def test_nothing_is_acknowledged_into_a_library_that_is_gone(store, put_another):
    """A file without a name takes rows and loses them at closing: that is no saving."""
    store.writer.run(note(store, "before"))
    store.path.rename(store.path.with_name("aside.db"))
    if put_another:
        store.path.write_bytes(b"")
    with pytest.raises(EnvironmentFault) as refused:
        store.writer.run(note(store, "after"))
    assert refused.value.code == "library.gone"
    store.path.unlink(missing_ok=True)
    store.path.with_name("aside.db").rename(store.path)
    store.writer.run(note(store, "put back"))
    assert facts(store) == ["before", "put back"]
