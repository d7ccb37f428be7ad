"""Queued rows: saved, or told why not, or spilled and replayed. Nothing that was queued is lost."""

from __future__ import annotations

import os
import stat

import pytest
from logs import LogBuilder
from native_library import NoTimers
from stores import V0, keep, new_store, write_lines

from sessionlog.model.errors import EnvironmentFault
from sessionlog.store import faults
from sessionlog.store.keeper import Keeper
from sessionlog.store.rows_append import Pending
from sessionlog.store.spill import SpillFolders, replay, spilled
from sessionlog.store.store import open_library


@pytest.fixture
def log():
    log = LogBuilder("demo")
    for word in ("One", "Two", "Three"):
        log.user(word).assistant("Yes.").end_turn()
    return log


@pytest.fixture
def place(tmp_path):
    return tmp_path, SpillFolders((tmp_path / "state", tmp_path / "temp"))


def begun(folder, log, rows):
    """A store that has the first rows of a log, and the rest as pending items."""
    lines = log.lines(packed=False)
    store = new_store(folder)
    key = keep(store, write_lines(folder / "demo.jsonl", lines[: rows + 1]))
    return store, key, [Pending(0, V0.read_row(line)) for line in lines[rows + 1 :]], lines


def refuse(store, monkeypatch, fault):
    """Every flush is refused until the returned list is emptied."""
    faulty = [fault]
    submit = store.writer.submit

    def refusing(run, **more):
        def refused(connection):
            if faulty:
                raise faulty[0]
            return run(connection)

        return submit(refused, **more)

    monkeypatch.setattr(store.writer, "submit", refusing)
    return faulty


def text(lines):
    return b"".join(line + b"\n" for line in lines)


def test_flush_is_a_barrier(place, log):
    folder, spills = place
    told = []
    store, key, rest, lines = begun(folder, log, 4)
    keeper = Keeper(store, told.append, spills=spills, timers=NoTimers())
    keeper.enqueue(key, rest[:3])
    keeper.enqueue(key, rest[3:])
    status = keeper.status()
    assert (status.state, status.waiting) == ("saving", len(rest))
    keeper.flush()
    assert b"".join(store.text(key)) == text(lines)
    assert [appended.ranges for appended in told] == [((0, 4, len(lines) - 2),)]
    assert (keeper.status().state, keeper.status().waiting) == ("idle", 0)
    assert keeper.close() == []
    store.close()


def test_rows_that_are_stored_already_are_dropped(place, log):
    folder, spills = place
    store, key, rest, lines = begun(folder, log, 4)
    keeper = Keeper(store, lambda _: None, spills=spills, timers=NoTimers())
    everything = [Pending(0, V0.read_row(line)) for line in lines[1:]]
    keeper.enqueue(key, everything)
    keeper.enqueue(key, rest)
    keeper.flush()
    assert b"".join(store.text(key)) == text(lines)
    keeper.close()
    store.close()


@pytest.mark.parametrize(
    ("code", "state"), [(faults.FULL, "blocked"), (faults.IO, "blocked"), (faults.BUSY, "retrying")]
)
def test_a_refused_flush_says_why_and_keeps_the_rows(place, log, monkeypatch, code, state):
    folder, spills = place
    store, key, rest, lines = begun(folder, log, 4)
    timers = NoTimers()
    keeper = Keeper(store, lambda _: None, spills=spills, timers=timers)
    faulty = refuse(store, monkeypatch, faults.fault(code, store.path))
    keeper.enqueue(key, rest)
    with pytest.raises(EnvironmentFault):
        keeper.flush()
    status = keeper.status()
    assert (status.state, status.waiting) == (state, len(rest))
    assert "library.db" in status.reason
    assert (status.retry_in_s is not None) == (state == "retrying")
    faulty.clear()
    if state == "retrying":
        timers.armed[-1][1]()
    else:
        keeper.retry_now()
    keeper.flush()
    assert (keeper.status().state, keeper.status().reason) == ("idle", "")
    assert b"".join(store.text(key)) == text(lines)
    keeper.close()
    store.close()


def test_what_cannot_be_written_at_the_end_is_spilled_and_replayed_before_any_writer(place, log, monkeypatch):
    folder, spills = place
    store, key, rest, lines = begun(folder, log, 4)
    keeper = Keeper(store, lambda _: None, spills=spills, timers=NoTimers())
    refuse(store, monkeypatch, faults.fault(faults.FULL, store.path))
    keeper.enqueue(key, rest)
    assert keeper.close() == []
    store.close()
    assert len(spilled(spills, store.path)) == 1
    again = open_library(
        store.path, before_writing=lambda s, connection: replay(spills, s.path, connection, s.terms)
    )
    again.writer.run(lambda _connection: None)
    assert b"".join(again.text(key)) == text(lines)
    assert spilled(spills, store.path) == []
    again.close()


@pytest.mark.skipif(os.name == "nt", reason="modes of POSIX")
def test_every_folder_made_for_a_spill_is_private(place, log, monkeypatch):
    folder, _ = place
    spills = SpillFolders((folder / "state" / "sessionloom" / "spill",))
    store, key, rest, _ = begun(folder, log, 4)
    keeper = Keeper(store, lambda _: None, spills=spills, timers=NoTimers())
    refuse(store, monkeypatch, faults.fault(faults.FULL, store.path))
    keeper.enqueue(key, rest)
    keeper.close()
    store.close()
    (path,) = spilled(spills, store.path)
    modes = [stat.S_IMODE(made.stat().st_mode) for made in (path, *list(path.parents)[:3])]
    assert modes == [0o600, 0o700, 0o700, 0o700]


def test_a_full_state_folder_leaves_the_spill_in_the_next_one(place, log, monkeypatch):
    folder, spills = place
    (folder / "state").write_text("in the way")
    store, key, rest, _ = begun(folder, log, 4)
    keeper = Keeper(store, lambda _: None, spills=spills, timers=NoTimers())
    refuse(store, monkeypatch, faults.fault(faults.FULL, store.path))
    keeper.enqueue(key, rest)
    assert keeper.close() == []
    assert [path.parent.name for path in spilled(spills, store.path)] == ["temp"]
    store.close()


def test_rows_that_no_place_takes_are_named(place, log, monkeypatch):
    folder, _ = place
    (folder / "state").write_text("in the way")
    store, key, rest, _ = begun(folder, log, 4)
    keeper = Keeper(store, lambda _: None, spills=SpillFolders((folder / "state",)), timers=NoTimers())
    refuse(store, monkeypatch, faults.fault(faults.FULL, store.path))
    keeper.enqueue(key, rest)
    (lost,) = keeper.close()
    assert lost.code == "spill.refused"
    assert f"{len(rest)} rows" in lost.sentence
    store.close()


@pytest.mark.parametrize("spoil", ["cut", "garbage", "gap"])
def test_a_spill_that_cannot_be_replayed_is_moved_aside(place, log, monkeypatch, spoil):
    folder, spills = place
    store, key, rest, lines = begun(folder, log, 4)
    keeper = Keeper(store, lambda _: None, spills=spills, timers=NoTimers())
    refuse(store, monkeypatch, faults.fault(faults.FULL, store.path))
    keeper.enqueue(key, rest[2:] if spoil == "gap" else rest)
    keeper.close()
    store.close()
    (path,) = spilled(spills, store.path)
    if spoil == "cut":
        path.write_bytes(path.read_bytes()[:-20])
    elif spoil == "garbage":
        path.write_bytes(b"\x00 no spill")
    again = open_library(
        store.path, before_writing=lambda s, connection: replay(spills, s.path, connection, s.terms)
    )
    again.writer.run(lambda _connection: None)
    assert b"".join(again.text(key)) == text(lines[:5])
    assert spilled(spills, store.path) == []
    assert len(list((folder / "state" / "failed").iterdir())) == 1
    again.close()
