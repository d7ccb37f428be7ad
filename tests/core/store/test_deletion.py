"""Deleted sessions come back for 30 days; deleted for good, their bytes are nowhere."""

from __future__ import annotations

import pytest
from logs import LogBuilder
from stores import keep, new_store, write_lines

from sessionlog.lineage.fork import plan_fork
from sessionlog.model.errors import UserError
from sessionlog.store import deletion, notes, segments, sharing
from sessionlog.store.sizes import sizes_of
from sessionlog.store.store import Store

NOW = 1_790_000_000_000


def talk(id: str, turns: int, word: str) -> LogBuilder:
    log = LogBuilder(id)
    for turn in range(turns):
        log.user(f"{word} {turn}").assistant(f"{word} " * 30, thinking="Hm.").end_turn()
    return log.title(f"About {word}")


def kept(store: Store, log: LogBuilder, folder) -> int:
    return keep(store, write_lines(folder / f"{log.id}.jsonl", log.lines()))


def forked(store: Store, key: int, child_id: str, **how) -> int:
    made = plan_fork(store.log(key), child_id=child_id, now=NOW, **how)
    child = sharing.read_child(made.header_line, made.cut.events, made.lines, 0)
    return sharing.fork(store, key, child)


def folder_bytes(store: Store) -> bytes:
    folder = store.path.parent
    return b"".join(path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file())


def blobs(store: Store, key: int) -> list[bytes]:
    with store.readers.read() as connection:
        found = connection.execute(
            "SELECT g.lines, g.deltas, g.entries FROM session_segment s JOIN segment g ON g.id = s.segment"
            " WHERE s.session = ?",
            (key,),
        ).fetchall()
    return [blob for row in found for blob in row if blob is not None]


@pytest.fixture
def store(tmp_path):
    made = new_store(tmp_path / "data")
    yield made
    made.close()


def test_a_session_that_was_put_away_is_whole_and_comes_back(store, tmp_path):
    key = kept(store, talk("demo", 2, "tide"), tmp_path)
    text = b"".join(store.text(key))
    deletion.put_away(store, [key])
    assert store.sessions() == [] and store.count() == 0 and store.marks() == {}
    (away,) = deletion.recently_deleted(store)
    assert away.session.key == key and away.until - away.since == 30 * 24 * 3600 * 1000
    deletion.bring_back(store, [key])
    assert [session.key for session in store.sessions()] == [key]
    assert b"".join(store.text(key)) == text
    assert deletion.recently_deleted(store) == []


def test_what_was_put_away_goes_after_30_days(store, tmp_path, monkeypatch):
    old = kept(store, talk("old", 1, "tide"), tmp_path)
    new = kept(store, talk("new", 1, "wind"), tmp_path)
    deletion.put_away(store, [old, new])
    store.writer.run(
        lambda connection: connection.execute(
            "UPDATE annotation SET changed_at = changed_at - ? WHERE session = ?", (notes.KEPT_MS, old)
        )
    )
    store.close()
    again = new_store(tmp_path / "data")
    again.writer.run(lambda connection: None)
    assert [away.session.key for away in deletion.recently_deleted(again)] == [new]
    with pytest.raises(UserError):
        again.session(old)
    again.close()


def test_deleted_for_good_no_byte_of_it_is_left(store, tmp_path):
    other = kept(store, talk("other", 2, "harbour"), tmp_path)
    key = kept(store, talk("demo", 3, "unmistakable"), tmp_path)
    gone = [b"unmistakable", b'"demo"', *blobs(store, key)]
    assert all(piece in folder_bytes(store) for piece in gone)
    deletion.delete_now(store, [key])
    left = folder_bytes(store)
    assert [piece[:40] for piece in gone if piece in left] == []
    assert store.path.with_name(store.path.name + "-wal").stat().st_size == 0
    assert [session.key for session in store.sessions()] == [other]
    assert b"".join(store.text(other))


def test_the_kept_original_of_a_damaged_log_goes_too(store, tmp_path):
    lines = talk("demo", 2, "unmistakable").lines()
    path = write_lines(tmp_path / "demo.jsonl", [*lines[:4], b"null", *lines[4:]])
    key = keep(store, path)
    assert list((tmp_path / "data" / "artifacts").iterdir())
    deletion.delete_now(store, [key])
    assert list((tmp_path / "data" / "artifacts").iterdir()) == []
    assert b"unmistakable" not in folder_bytes(store)
    assert path.exists(), "the file that it came from is never touched"


def test_forks_that_keep_shared_segments_are_named_and_stay_whole(store, tmp_path, monkeypatch):
    monkeypatch.setattr(segments, "MAX_ROWS", 6)
    key = kept(store, talk("demo", 4, "tide"), tmp_path)
    early = forked(store, key, "early", at=4)
    late = forked(store, key, "late")
    kept(store, talk("other", 1, "wind"), tmp_path)
    assert {fork.key for fork in deletion.sharing_of(store, [key]).forks} == {early, late}
    assert deletion.sharing_of(store, [key, early, late]).forks == ()
    texts = {fork: b"".join(store.text(fork)) for fork in (early, late)}
    shared = sizes_of(store, key)
    assert shared.shared > 0
    deletion.delete_now(store, [key])
    assert {fork: b"".join(store.text(fork)) for fork in (early, late)} == texts
    deletion.delete_now(store, [late])
    assert b"".join(store.text(early)) == texts[early]
    deletion.delete_now(store, [early])
    with store.readers.read() as connection:
        held = connection.execute("SELECT count(*) FROM segment").fetchone()[0]
        wanted = connection.execute("SELECT count(DISTINCT segment) FROM session_segment").fetchone()[0]
    assert held == wanted


def test_a_fork_takes_little_of_its_own_and_gives_it_back(store, tmp_path):
    key = kept(store, talk("demo", 4, "tide"), tmp_path)
    alone = sizes_of(store, key)
    child = forked(store, key, "child")
    sizes = sizes_of(store, child)
    assert alone.shared == 0 and sizes.shared == alone.own
    assert sizes.own < alone.own / 4
    assert sizes.logical > alone.logical
    deletion.undo_fork(store, child)
    assert sizes_of(store, key) == alone


def test_a_fork_with_events_or_forks_of_its_own_is_not_undone(store, tmp_path):
    key = kept(store, talk("demo", 2, "tide"), tmp_path)
    child = forked(store, key, "child")
    grandchild = forked(store, child, "grandchild")
    with pytest.raises(UserError) as refusal:
        deletion.undo_fork(store, child)
    assert refusal.value.code == "fork.used"
    with pytest.raises(UserError):
        deletion.undo_fork(store, key)
    deletion.undo_fork(store, grandchild)
    deletion.undo_fork(store, child)
    assert [session.key for session in store.sessions()] == [key]
