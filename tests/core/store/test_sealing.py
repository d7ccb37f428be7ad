"""Small segments of a tail are joined, and nobody can tell from what is read."""

from __future__ import annotations

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from logs import LogBuilder
from stores import V0, PlainLog, keep, new_store, unplaced, write_lines
from strategies import logs

from sessionlog.lineage.fork import plan_fork
from sessionlog.store import segments, sharing
from sessionlog.store.rows_append import Pending, append_rows
from sessionlog.store.sealing import TAIL, seal, small_runs
from sessionlog.store.store import Store
from sessionlog.store.writer import Priority


def append(store: Store, key: int, lines: list[bytes], batch: int) -> None:
    """The lines one flush after another, `batch` rows each."""
    rows = [Pending(0, V0.read_row(line)) for line in lines]
    for at in range(0, len(rows), batch):
        store.writer.run(
            lambda connection, at=at: append_rows(connection, store.terms, key, rows[at : at + batch])
        )


def sealed(store: Store, key: int) -> int:
    return store.writer.run(lambda connection: seal(connection, store.terms, key))


def pieces(store: Store, key: int) -> list[tuple[int, int, int]]:
    with store.readers.read() as connection:
        return connection.execute(
            "SELECT first_seq, last_seq, segment FROM session_segment WHERE session = ? ORDER BY first_seq",
            (key,),
        ).fetchall()


def fork(store: Store, key: int, at: int) -> int:
    made = plan_fork(store.log(key), child_id=f"child-{at}", now=1, at=at)
    child = sharing.read_child(made.header_line, made.cut.events, made.lines, 0)
    return sharing.fork(store, key, child)


def talk(turns: int) -> LogBuilder:
    log = LogBuilder("demo")
    for turn in range(turns):
        log.user(f"Question {turn}").assistant("word " * 9).end_turn()
    return log


@settings(max_examples=25, deadline=None, phases=(Phase.explicit, Phase.generate))
@given(log=logs(max_turns=3), batch=st.integers(1, 5), most=st.integers(4, 40), packed=st.booleans())
def test_a_sealed_log_reads_as_before_in_fewer_segments(tmp_path_factory, log, batch, most, packed):
    folder = tmp_path_factory.mktemp("store")
    lines = log.lines(packed=packed)
    plain = PlainLog(lines)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(segments, "MAX_ROWS", most)
        store = new_store(folder)
        try:
            key = keep(store, write_lines(folder / "demo.jsonl", lines[:1]))
            append(store, key, lines[1:], batch)
            entries = list(store.log(key).entries_before(None))
            before = len(pieces(store, key))
            assert sealed(store, key) == before - len(pieces(store, key))
            with store.readers.read() as connection:
                assert all(len(run) < 3 for run in small_runs(connection, key))
            log_now = store.log(key)
            assert unplaced(list(log_now.entries_before(None)))[::-1] == plain.entries
            assert b"".join(store.text(key)) == b"".join(line + b"\n" for line in lines)
            by_seq = {seq: row.raw for row in plain.rows for seq in range(row.seq, row.last_seq + 1)}
            store.cache.clear()
            found = [row.raw for row in log_now.rows_of(entries)]
            assert found == [by_seq[entry.seq] for entry in entries], "entries read before are found again"
        finally:
            store.close()


def test_what_a_fork_shares_or_clips_stays_as_it_is(tmp_path):
    store = new_store(tmp_path)
    log = talk(12)
    lines = log.lines()
    key = keep(store, write_lines(tmp_path / "demo.jsonl", lines[:1]))
    append(store, key, lines[1:], 2)
    child = fork(store, key, log.events[len(log.events) // 2]["seq"])
    shared, text = pieces(store, child), b"".join(store.text(child))
    assert sealed(store, key) > 0
    assert sealed(store, child) == 0
    assert pieces(store, child) == shared and b"".join(store.text(child)) == text
    assert pieces(store, key)[: len(shared) - 2] == shared[:-2]
    store.close()


def test_many_flushes_are_sealed_without_waiting(tmp_path):
    store = new_store(tmp_path)
    lines = talk(30).lines()
    key = keep(store, write_lines(tmp_path / "demo.jsonl", lines[:1]))
    append(store, key, lines[1 : TAIL + 1], 1)
    for _ in range(TAIL):
        store.sealer.flushed(key)
    store.writer.run(lambda connection: None, priority=Priority.IDLE)
    assert len(pieces(store, key)) == 1
    store.close()


def test_at_rest_the_tail_is_sealed(tmp_path):
    store = new_store(tmp_path)
    lines = talk(3).lines()
    key = keep(store, write_lines(tmp_path / "demo.jsonl", lines[:1]))
    append(store, key, lines[1:], 1)
    store.sealer.flushed(key)
    store.writer.peek(lambda connection: store.sealer.resting(connection))
    assert len(pieces(store, key)) == 1
    store.close()
