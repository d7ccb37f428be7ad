"""Forks from every kind of place: the prefix is kept in the library first, and told as it goes."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from archives import Item, write_archive
from harness_db import add_session, new_database
from logs import LogBuilder

from sessionlog.library import LIBRARY_SOURCE, Library, Progress
from sessionlog.lineage.cut import ForkRefused
from sessionlog.model.severity import Severity
from sessionlog.store.spill import SpillFolders


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    library = Library.open(tmp_path / "data" / "library.db", spills=SpillFolders((tmp_path / "spill",)))
    yield library
    library.close()


def lines(name: str) -> list[bytes]:
    log = LogBuilder(name).user("One").tool("bash", {"c": "ls"}, "a").assistant("First.").end_turn()
    return log.user("Two").assistant("Second.").end_turn().user("Open").stream("Hm").lines()


def folder(place: Path) -> Path:
    for name in ("demo", "other"):
        path = place / "home" / name / "session.jsonl"
        path.parent.mkdir(parents=True)
        path.write_bytes(b"".join(line + b"\n" for line in lines(name)))
    return path.parents[1]


def archive(place: Path) -> Path:
    texts = [b"".join(line + b"\n" for line in lines(name)) for name in ("demo", "other")]
    items = [Item("session.jsonl", texts[0]), Item("subagents/other/session.jsonl", texts[1])]
    return write_archive(place / "case.zip", items)


def database(place: Path) -> Path:
    path = place / "sessions.sqlite"
    with closing(new_database(path)) as connection:
        for name in ("demo", "other"):
            add_session(connection, lines(name))
    return path


MAKERS = [folder, archive, database]


@pytest.mark.parametrize("make", MAKERS)
def test_a_fork_keeps_its_parent_and_nothing_else(library: Library, tmp_path: Path, make: object) -> None:
    path = make(tmp_path)  # type: ignore[operator]
    before = {found: found.stat().st_mtime_ns for found in path.parent.rglob("*") if found.is_file()}
    source = library.open_path(path)
    info = next(info for info in library.sessions(source.id) if info.id == "demo")
    preview = library.fork_preview(info.ref)
    assert library.sessions(LIBRARY_SOURCE) == []
    told: list[Progress] = []
    made = library.fork(info.ref, title="Mine", progress=told.append)
    kept = {one.id: one for one in library.sessions(LIBRARY_SOURCE)}
    assert kept.keys() == {"demo", made.child_id}
    assert (kept["demo"].native, kept[made.child_id].native) == (False, True)
    assert made.inherited_events == preview.events
    assert told and told[-1].bytes_done == told[-1].bytes_total > 0
    inherited = [row.raw for row in library.log(info.ref).rows(0, made.cut_seq)]
    assert b"".join(library.text(made.ref)).splitlines()[1 : 1 + len(inherited)] == inherited
    assert library.verify(made.ref).severity is Severity.OK

    again = library.fork(info.ref)
    assert again.child_id != made.child_id
    assert len(library.sessions(LIBRARY_SOURCE)) == 3, "the parent is kept once"
    library.undo_fork(made.ref)
    library.undo_fork(again.ref)
    assert {one.id for one in library.sessions(LIBRARY_SOURCE)} == {"demo"}
    library.close_source(source.id)
    after = {found: found.stat().st_mtime_ns for found in path.parent.rglob("*") if found.is_file()}
    assert {name: after[name] for name in before} == before


@pytest.mark.parametrize("make", MAKERS)
def test_a_fork_that_is_cancelled_or_refused_leaves_nothing(
    library: Library, tmp_path: Path, make: object
) -> None:
    source = library.open_path(make(tmp_path))  # type: ignore[operator]
    info = next(info for info in library.sessions(source.id) if info.id == "demo")
    library.prepare_log(info.ref)
    with pytest.raises(ForkRefused):
        library.fork(info.ref, cancel=lambda: True)
    last = next(one.events for one in library.sessions(source.id) if one.id == "demo")
    assert last is not None
    with pytest.raises(ForkRefused):
        library.fork(info.ref, last - 1)
    assert library.sessions(LIBRARY_SOURCE) == []


@pytest.mark.parametrize("make", MAKERS)
def test_a_fork_of_any_place_is_written_as_a_file(library: Library, tmp_path: Path, make: object) -> None:
    source = library.open_path(make(tmp_path))  # type: ignore[operator]
    info = next(info for info in library.sessions(source.id) if info.id == "demo")
    (tmp_path / "out").mkdir()
    written = library.forking.to_folder(info.ref, tmp_path / "out")
    (child,) = library.sessions(library.open_path(written).id)
    assert child.parent_session == "demo"
    assert library.sessions(LIBRARY_SOURCE) == []
