"""A fork shares its parent's segments and is still a whole log of its own."""

from __future__ import annotations

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from logs import LogBuilder
from stores import PlainLog, keep, new_store, unplaced, write_lines
from strategies import logs

from sessionlog.lineage.cut import ForkRefused
from sessionlog.lineage.fork import ForkPlan, plan_fork
from sessionlog.model.errors import UserError
from sessionlog.model.json import encode
from sessionlog.store import segments, session_rows, sharing
from sessionlog.store.store import Store

NOW = 1_790_000_000_000


def plan(store: Store, key: int, child_id: str = "child", **how) -> ForkPlan:
    return plan_fork(store.log(key), child_id=child_id, now=NOW, **how)


def make(store: Store, key: int, made: ForkPlan) -> int:
    generation = int(made.header["version"])
    child = sharing.read_child(made.header_line, made.cut.events, made.lines, generation)
    return sharing.fork(store, key, child)


def naive(lines: list[bytes], made: ForkPlan) -> list[bytes]:
    """The child as a copy: what a program without shared segments would have written."""
    plain = PlainLog(lines)
    inherited = [row.raw for row in plain.rows if row.seq < made.cut.events]
    return [encode(dict(made.header)), *inherited, *(encode(dict(event)) for event in made.events)]


def same(store: Store, key: int, lines: list[bytes]) -> None:
    plain, log = PlainLog(lines), store.log(key)
    (part,) = log.parts
    assert (part.first_seq, part.last_seq) == (0, plain.rows[-1].last_seq)
    assert b"".join(store.text(key)) == b"".join(line + b"\n" for line in lines)
    assert unplaced(list(log.entries_before(None)))[::-1] == plain.entries
    assert [row.raw for row in log.rows(0, 1 << 40)] == lines[1:]
    assert log.tail_deltas() == plain.tail


def facts(store: Store, key: int):
    with store.readers.read() as connection:
        return session_rows.facts_of(connection, key)


def counts(store: Store) -> dict[str, int]:
    tables = ("segment", "segment_type", "segment_ref", "session_segment")
    with store.readers.read() as connection:
        return {table: connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for table in tables}


@settings(max_examples=40, deadline=None, phases=(Phase.explicit, Phase.generate))
@given(log=logs(), rows=st.integers(1, 9), packed=st.booleans(), data=st.data())
def test_a_fork_equals_a_copy_and_so_does_a_fork_of_it(tmp_path_factory, log, rows, packed, data):
    folder = tmp_path_factory.mktemp("store")
    lines = log.lines(packed=packed)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(segments, "MAX_ROWS", rows)
        store = new_store(folder)
        try:
            key = keep(store, write_lines(folder / "demo.jsonl", lines))
            for generation in range(3):
                at = data.draw(st.integers(0, max(0, len(log.events))))
                try:
                    made = plan(store, key, f"child-{generation}", at=at)
                except ForkRefused:
                    made = plan(store, key, f"child-{generation}", exact=True)
                parent_text = b"".join(store.text(key))
                child = make(store, key, made)
                lines = naive(lines, made)
                same(store, child, lines)
                assert b"".join(store.text(key)) == parent_text
                again = keep(store, write_lines(folder / f"copy-{generation}.jsonl", lines))
                assert facts(store, child) == facts(store, again)
                key = child
        finally:
            store.close()


def talk(turns: int) -> LogBuilder:
    log = LogBuilder("parent")
    for turn in range(turns):
        log.user(f"Question {turn}").assistant("word " * 40, thinking="Hm.").end_turn()
    return log


def test_a_fork_writes_references_and_no_index_rows_however_long_its_parent(tmp_path, monkeypatch):
    monkeypatch.setattr(segments, "MAX_ROWS", 8)
    written = []
    for turns in (4, 60):
        folder = tmp_path / str(turns)
        store = new_store(folder)
        key = keep(store, write_lines(folder / "demo.jsonl", talk(turns).lines()))
        before = counts(store)
        store.cache.segments_read = 0
        make(store, key, plan(store, key, at=6))
        after = counts(store)
        written.append(
            {table: after[table] - before[table] for table in before if table != "session_segment"}
        )
        store.close()
    assert written[0] == written[1] == {"segment": 1, "segment_type": 2, "segment_ref": 0}


def test_the_parent_may_grow_and_go_without_the_child_noticing(tmp_path):
    store = new_store(tmp_path)
    log = talk(3)
    key = keep(store, write_lines(tmp_path / "demo.jsonl", log.lines()))
    child = make(store, key, plan(store, key))
    text = b"".join(store.text(child))
    store.writer.run(lambda connection: session_rows.delete(connection, key))
    assert b"".join(store.text(child)) == text
    store.close()


def test_a_cut_inside_a_packed_row_is_a_bug_that_leaves_nothing(tmp_path):
    store = new_store(tmp_path)
    key = keep(store, write_lines(tmp_path / "demo.jsonl", talk(2).lines(packed=True)))
    packed = next(row for row in store.log(key).rows(0, 1 << 40) if row.count > 2)
    made = plan(store, key)
    child = sharing.read_child(made.header_line, packed.seq + 1, [], 0)
    with pytest.raises(sharing.RowSplit):
        sharing.fork(store, key, child)
    assert store.count() == 1
    store.close()


def test_a_child_without_its_whole_prefix_or_with_a_taken_id_is_refused(tmp_path):
    store = new_store(tmp_path)
    key = keep(store, write_lines(tmp_path / "demo.jsonl", talk(1).lines()))
    made = plan(store, key)
    beyond = sharing.read_child(made.header_line, 10_000, [], 0)
    with pytest.raises(UserError) as refusal:
        sharing.fork(store, key, beyond)
    assert refusal.value.code == "fork.prefix-missing"
    make(store, key, made)
    with pytest.raises(UserError) as refusal:
        make(store, key, made)
    assert refusal.value.code == "fork.id-taken"
    assert store.count() == 2
    store.close()
