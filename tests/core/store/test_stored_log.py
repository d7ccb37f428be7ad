"""A kept session answers like the plain list of its rows, whatever its segments are."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from logs import LogBuilder
from stores import PlainLog, keep, new_store, unplaced, write_lines
from strategies import logs, open_logs

from sessionlog.model.errors import EnvironmentFault
from sessionlog.model.row import FIRST_DELTA
from sessionlog.store import segments

LOGS = st.one_of(logs(), open_logs()).filter(lambda log: len(log.events) > 0)


@pytest.fixture
def rows_per_segment(monkeypatch):
    return lambda rows: monkeypatch.setattr(segments, "MAX_ROWS", rows)


@settings(max_examples=25, deadline=None)
@given(log=LOGS, rows=st.integers(1, 12), packed=st.booleans(), data=st.data())
def test_every_read_equals_that_of_a_list(tmp_path_factory, log, rows, packed, data):
    folder = tmp_path_factory.mktemp("store")
    plain = PlainLog(log.lines(packed=packed))
    store = new_store(folder)
    try:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(segments, "MAX_ROWS", rows)
            key = keep(store, write_lines(folder / "demo.jsonl", plain.lines))
        stored = store.log(key)
        (part,) = stored.parts
        end = plain.rows[-1].last_seq
        assert (part.first_seq, part.last_seq, part.gap_before) == (0, end, None)
        assert unplaced(list(stored.entries_before(None)))[::-1] == plain.entries
        assert stored.tail_deltas() == plain.tail
        assert b"".join(store.text(key)) == b"".join(line + b"\n" for line in plain.lines)
        for _ in range(6):
            first = data.draw(st.integers(0, end + 1))
            last = data.draw(st.integers(first, end + 3))
            assert unplaced(list(stored.entries_before(first)))[::-1] == plain.between(0, first - 1)
            entries = stored.entries(first, last)
            assert unplaced(entries) == plain.between(first, last)
            assert [row.raw for row in stored.rows(first, last)] == plain.overlapping(first, last)
            chosen = data.draw(st.permutations(entries)) if entries else []
            by_seq = {seq: row.raw for row in plain.rows for seq in range(row.seq, row.last_seq + 1)}
            assert [row.raw for row in stored.rows_of(chosen)] == [by_seq[entry.seq] for entry in chosen]
            for entry in entries[:2]:
                for ref in {None, entry.ref}:
                    like = [e for e in plain.entries if e.type == entry.type and ref in (None, e.ref)]
                    before = [e for e in like if e.seq < last]
                    after = [e for e in like if e.seq > first]
                    newest = stored.last_entry(last, entry.type, ref=ref)
                    oldest = stored.first_entry(first, entry.type, ref=ref)
                    assert unplaced([newest] if newest else []) == before[-1:]
                    assert unplaced([oldest] if oldest else []) == after[:1]
    finally:
        store.close()


def test_what_is_not_there_is_none(tmp_path, rows_per_segment):
    rows_per_segment(4)
    log = LogBuilder("demo").user("Hello").assistant("Hi there.").end_turn()
    store = new_store(tmp_path)
    key = keep(store, log.write_zstd(tmp_path / "demo.jsonl.zstd"))
    stored = store.log(key)
    assert stored.last_entry(10**9, "no/such-type") is None
    assert stored.first_entry(0, "turn/start", ref="nobody") is None
    assert stored.last_entry(0, "turn/start") is None
    assert stored.last_entry(10**9, FIRST_DELTA) is None
    assert list(stored.rows(10**6, 10**6 + 5)) == []
    assert list(stored.entries_before(None, part=3)) == []
    store.close()


def test_a_page_reads_only_the_segments_of_its_rows_and_each_once(tmp_path, rows_per_segment):
    rows_per_segment(8)
    log = LogBuilder("demo")
    for turn in range(60):
        log.user(f"Question {turn}").assistant("An answer.", thinking="A thought.").end_turn()
    store = new_store(tmp_path)
    key = keep(store, log.write_plain(tmp_path / "demo.jsonl", packed=False))
    stored = store.log(key)
    entries = [entry for _, entry in zip(range(14), stored.entries_before(None)) if entry.kind != FIRST_DELTA]
    wanted = {entry.segment for entry in entries}
    before = store.cache.segments_read
    rows = stored.rows_of(entries)
    assert store.cache.segments_read - before == len(wanted)
    stored.rows_of(entries)
    assert store.cache.segments_read - before == len(wanted)
    assert not any(stored.dialect.is_delta(row) for row in rows)
    store.close()


def test_a_page_decompresses_no_delta(tmp_path):
    log = LogBuilder("demo").user("Hello").assistant("word " * 500).end_turn()
    store = new_store(tmp_path)
    plain = PlainLog(log.lines(packed=False))
    key = keep(store, write_lines(tmp_path / "demo.jsonl", plain.lines))
    stored = store.log(key)
    entries = [entry for entry in stored.entries_before(None) if entry.kind != FIRST_DELTA]
    stored.rows_of(entries)
    read = store.cache.bytes_decompressed
    assert read == sum(len(row.raw) + 1 for row in plain.rows if not stored.dialect.is_delta(row))
    store.close()


def test_a_message_that_calls_itself_a_first_delta_is_read_like_any_other(tmp_path):
    log = LogBuilder("demo").user("Hello", source={"kind": FIRST_DELTA}).assistant("Hi.").end_turn()
    store = new_store(tmp_path)
    stored = store.log(keep(store, log.write_plain(tmp_path / "demo.jsonl")))
    entry = stored.last_entry(10**9, "user/message")
    assert entry.kind == FIRST_DELTA
    (row,) = stored.rows_of([entry])
    assert row.seq == entry.seq
    store.close()


@pytest.mark.parametrize("column", ["lines", "entries"])
def test_a_segment_that_was_overwritten_is_said_not_shown(tmp_path, column):
    log = LogBuilder("demo").user("Hello").assistant("Hi.").end_turn()
    store = new_store(tmp_path)
    key = keep(store, log.write_plain(tmp_path / "demo.jsonl"))
    store.writer.run(lambda connection: connection.execute(f"UPDATE segment SET {column} = x'00112233'"))
    with pytest.raises(EnvironmentFault) as caught:
        stored = store.log(key)
        stored.rows_of(list(stored.entries_before(None)))
    assert caught.value.code == "library.damaged"
    store.close()
