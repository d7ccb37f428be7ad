"""A page is of one state of the library, whatever is written while it is read."""

from __future__ import annotations

from logs import LogBuilder
from stores import keep, new_store

from sessionlog.history.loader import load_page, load_rows_after
from sessionlog.model.page import Place


def begun(store, read):
    """How many read transactions a call takes."""
    taken = []
    take = store.readers._take

    def counted():
        taken.append(1)
        return take()

    store.readers._take = counted
    read()
    return len(taken)


def test_a_page_and_what_follows_it_take_one_read_transaction_each(tmp_path):
    log = LogBuilder("one")
    for turn in range(30):
        log.user(f"Prompt {turn}").tool("bash", {"command": "ls"}, "a.txt").assistant("Done").end_turn()
    log.write_plain(tmp_path / "session.jsonl")
    store = new_store(tmp_path)
    try:
        stored = store.log(keep(store, tmp_path / "session.jsonl"))
        assert begun(store, lambda: load_page(stored)) == 1
        assert begun(store, lambda: load_rows_after(stored, Place(0, 10))) == 1
    finally:
        store.close()
