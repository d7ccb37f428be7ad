"""A log of a later format that grows is shown and kept as it comes."""

from __future__ import annotations

from pathlib import Path

import pytest
from later_logs import LaterLog

from sessionlog.library import LIBRARY_SOURCE, Library
from sessionlog.model.severity import Severity
from sessionlog.store.spill import SpillFolders


def append(path: Path, log: LaterLog) -> None:
    text = b"".join(line + b"\n" for line in log.lines())
    with path.open("ab") as file:
        file.write(text[path.stat().st_size :])


@pytest.mark.parametrize("generation", [2, 3, 4])
def test_growth_reaches_the_open_log_and_the_kept_one(generation: int, tmp_path: Path) -> None:
    log = LaterLog(generation, seeded=True, parentSession="p").begin("Go").answer(["one"]).end()
    log.add("session/end-seed", {"inherited": True})
    path = log.write(tmp_path / "sessions")
    library = Library.open(tmp_path / "data" / "library.db", spills=SpillFolders((tmp_path / "spill",)))
    try:
        (kept,) = library.import_path(path)
        assert kept.ref is not None and kept.ref.source == LIBRARY_SOURCE
        source = library.open_path(path)
        (listed,) = library.sessions(source.id)
        library.prepare_log(listed.ref)
        inherited = library.session(listed.ref).seed_length
        follow = library.follow(listed.ref)
        follow.poll()
        log.begin("More").retry(["par"])
        append(path, log)
        assert follow.poll().ranges
        assert library.session(listed.ref).running
        cut = log.answer(["two"]).end().add("session/end-seed", {"inherited": True})
        append(path, log)
        follow.poll()
        library.flush()
        for ref in (listed.ref, kept.ref):
            session = library.session(ref)
            assert (session.events, session.severity, session.running) == (log.seq, Severity.OK, False)
            assert inherited is not None and inherited < cut
            assert session.seed_length == cut
            rows = library.log(ref).rows(0, log.seq)
            assert [row.raw for row in rows] == log.lines()[1:]
    finally:
        library.close()
