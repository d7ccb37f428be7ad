"""However a log grew, sound or damaged, it ends as if it had been imported in one piece."""

from __future__ import annotations

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from log_files import write_lines
from logs import LogBuilder
from strategies import damaged_logs, open_logs

from sessionlog.library import Library
from sessionlog.store.spill import SpillFolders

LINES = st.one_of(open_logs().map(lambda log: log.lines()), damaged_logs().map(lambda damaged: damaged.lines))


def open_at(folder) -> Library:
    return Library.open(folder / "data" / "library.db", spills=SpillFolders((folder / "spill",)))


def content(library, ref):
    log = library.log(ref)
    parts = log.parts
    rows = [[row.raw for row in log.rows(part.first_seq, part.last_seq, part.number)] for part in parts]
    entries = [
        [entry._replace(segment=0, row=0) for entry in log.entries_before(None, part.number)]
        for part in parts
    ]
    tails = [log.tail_deltas(part.number) for part in parts]
    info = library.session(ref)
    facts = (info.events, info.turns, info.title, info.last_prompt, info.updated_at)
    diagnosis = library.diagnosis(ref)
    found = {problem.code for problem in diagnosis.problems}
    return parts, rows, entries, tails, facts, diagnosis.severity, found


def pieces(data, whole: bytes, header: int) -> list[bytes]:
    """The file at growing lengths, each with its whole header."""
    cuts = sorted(data.draw(st.sets(st.integers(header, len(whole)), max_size=4)))
    return [whole[:cut] for cut in cuts] + [whole]


@settings(max_examples=40, phases=(Phase.explicit, Phase.reuse, Phase.generate), deadline=None)
@given(lines=LINES, zstd=st.booleans(), how=st.sampled_from(["import", "follow", "both"]), data=st.data())
def test_growth_ends_like_one_import(tmp_path_factory, lines, zstd, how, data):
    folder = tmp_path_factory.mktemp("growth")
    name = "demo.jsonl.zstd" if zstd else "demo.jsonl"
    whole = write_lines(folder / "whole" / name, lines, per_frame=3).read_bytes()
    header = len(write_lines(folder / "header" / name, lines[:1]).read_bytes())
    path = folder / "logs" / name
    path.parent.mkdir()
    library = open_at(folder)
    try:
        follow = ref = None
        for piece in pieces(data, whole, header):
            with path.open("ab") as file:
                file.write(piece[path.stat().st_size :])
            if ref is None:
                (result,) = library.import_path(path)
                ref = result.ref
                follow = library.follow(ref)
            elif how == "import" or (how == "both" and data.draw(st.booleans())):
                library.import_path(path)
            else:
                follow.poll()
                library.flush()
        library.import_path(path)
        library.import_path(folder / "whole")
        (once,) = library.import_path(folder / "whole" / name)
        assert once.result == "unchanged"
        grown, fresh = content(library, ref), content(library, once.ref)
        assert grown == fresh
    finally:
        library.close()


@pytest.mark.parametrize("zstd", [True, False])
def test_a_header_alone_is_an_empty_session_that_grows(tmp_path, zstd):
    log = LogBuilder("demo").user("Hello").assistant("Hi.").end_turn()
    path = log.as_home(tmp_path / "home", zstd=zstd)
    whole = path.read_bytes()
    write_lines(path, log.lines()[:1])
    library = open_at(tmp_path)
    (result,) = library.import_path(path)
    (part,) = library.log(result.ref).parts
    assert part.last_seq == part.first_seq - 1
    with path.open("ab") as file:
        file.write(whole[path.stat().st_size :])
    (again,) = library.import_path(path)
    assert (again.result, library.session(again.ref).events) == ("updated", len(log.events))
    library.close()
