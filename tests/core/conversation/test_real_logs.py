"""The same conversation from the tail of a file, from its scratch index, and from the library."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from corpus import session_files
from hypothesis import HealthCheck, given, settings
from log_files import write_lines
from logs import LogBuilder
from memory_log import MemoryLog
from strategies import damaged_logs, logs, open_logs

from sessionlog.conversation.assembler import Assembler
from sessionlog.conversation.node import Node, NodeKind
from sessionlog.history.loader import load_page
from sessionlog.library import LIBRARY_SOURCE, Library
from sessionlog.model.log import EventLog
from sessionlog.model.page import Bounds


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("logs")


@pytest.fixture(scope="module")
def library(folder: Path) -> Iterator[Library]:
    opened = Library.open(folder / "library.db")
    yield opened
    opened.close()


def conversation(log: EventLog, bounds: Bounds | None = None) -> list[Node]:
    made = Assembler(log.dialect, log.header.id, live=False)
    made.replace(load_page(log, None, bounds))
    while made.start is not None:
        page = load_page(log, made.start, bounds)
        if page.start == made.start:
            break
        made.prepend(page)
    return list(made.nodes)


def without_places(nodes: list[Node]) -> list[object]:
    """Gaps know lines and offsets that lines in memory do not have."""
    return [(node.key if node.kind == NodeKind.GAP else node) for node in nodes]


def opened_in_place(library: Library, path: Path) -> tuple[list[Node], list[Node]]:
    source = library.open_path(path)
    (session,) = library.sessions(source.id)
    tail = conversation(library.log(session.ref), Bounds(3))
    library.prepare_log(session.ref)
    whole = conversation(library.log(session.ref), Bounds(3))
    library.close_source(source.id)
    return tail, whole


@settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))
@given(logs() | open_logs())
def test_a_healthy_log_is_the_same_from_its_tail_and_from_its_index(
    library: Library, folder: Path, log: LogBuilder
) -> None:
    path = log.write_zstd(folder / "one.jsonl.zstd")
    tail, whole = opened_in_place(library, path)
    assert tail == whole == conversation(MemoryLog.of(log))


@settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))
@given(damaged_logs().map(lambda damaged: damaged.lines))
def test_a_damaged_log_keeps_its_parts_in_the_index(
    library: Library, folder: Path, lines: list[bytes]
) -> None:
    path = write_lines(folder / "damaged.jsonl", lines)
    _, whole = opened_in_place(library, path)
    assert without_places(whole) == without_places(conversation(MemoryLog(lines)))


@pytest.mark.corpus
def test_every_session_of_the_corpus_pages_to_the_same_conversation(folder: Path) -> None:
    files = session_files()
    library = Library.open(folder / "corpus.db")
    try:
        library.import_path(files[0].parents[3])
        sessions = library.sessions(LIBRARY_SOURCE)
        assert len(sessions) == len(files)
        for session in sessions:
            log = library.log(session.ref)
            whole = conversation(log, Bounds(1000, 1 << 40, 1 << 40))
            assert conversation(log, Bounds(2)) == whole
            assert len({node.key for node in whole}) == len(whole)
            assert not [node for node in whole if node.kind == NodeKind.RAW]
    finally:
        library.close()
