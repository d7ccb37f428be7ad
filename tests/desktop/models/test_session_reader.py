"""The reader of a session stands on a log that grows, whoever else reads the session meanwhile."""

from __future__ import annotations

import pytest
from logs import LogBuilder

from sessionlog.library import LIBRARY_SOURCE, Library
from sessionloom.models import session_reader
from sessionloom.models.session_reader import SessionReader


@pytest.fixture
def library(tmp_path):
    library = Library.open(tmp_path / "library.db")
    yield library
    library.close()


def conversation(turns=2):
    log = LogBuilder("live", cwd="/home/dev/tidewatch")
    for turn in range(turns):
        log.user(f"Question {turn}").assistant(f"Answer {turn}").end_turn()
    return log


def says(nodes, text):
    return any(text in section.text for node in nodes for section in node.sections)


def test_a_log_read_to_its_end_by_somebody_else_meanwhile_still_grows(library, tmp_path, monkeypatch):
    log = conversation()
    path = log.write_plain(tmp_path / "session.jsonl")
    source = library.open_path(path)
    (info,) = library.sessions(source.id)
    real = library.log

    def overtaken(ref):
        tail = real(ref)
        library.prepare_log(ref)  # the background reading comes between
        return tail

    monkeypatch.setattr(library, "log", overtaken)
    reader = SessionReader(library, info.ref)
    opened = reader.open()
    assert not opened.complete
    monkeypatch.setattr(library, "log", real)
    reader.prepare(None, cancel=lambda: False)
    assert reader.reopen().complete
    before = len(log.lines())
    log.user("Later").assistant("Later answer").end_turn()
    with path.open("ab") as file:
        file.write(b"".join(line + b"\n" for line in log.lines()[before:]))
    step = reader.poll()
    assert says([node for splice in step.splices for node in splice.nodes], "Later answer")


def test_a_far_place_is_reached_by_a_few_large_pages(library, tmp_path, monkeypatch):
    path = conversation(turns=500).write_zstd(tmp_path / "session.jsonl.zstd")
    library.import_path(path)
    (info,) = library.sessions(LIBRARY_SOURCE)
    reader = SessionReader(library, info.ref)
    reader.open()
    loaded = []
    load = session_reader.load_page
    monkeypatch.setattr(session_reader, "load_page", lambda *given: loaded.append(1) or load(*given))
    step = reader.reveal_seq(0, cancel=lambda: False)
    assert says([node for splice in step.splices for node in splice.nodes], "Question 0")
    assert not step.has_earlier
    assert len(loaded) <= 2


def test_reopening_keeps_what_was_loaded(library, tmp_path):
    path = conversation(turns=160).write_zstd(tmp_path / "session.jsonl.zstd")
    source = library.open_path(path)
    (info,) = library.sessions(source.id)
    reader = SessionReader(library, info.ref)
    reader.open()
    reader.earlier()
    loaded = len(reader.nodes())
    reader.prepare(None, cancel=lambda: False)
    opened = reader.reopen()
    assert len(opened.nodes) >= loaded
    assert says(opened.nodes, "Answer 159")


def append(path, lines):
    with path.open("ab") as file:
        file.write(b"".join(line + b"\n" for line in lines))


def test_one_look_takes_in_everything_that_came_over_a_damaged_line_too(library, tmp_path):
    log = conversation()
    path = log.write_plain(tmp_path / "session.jsonl")
    library.prepare_log(library.sessions(library.open_path(path).id)[0].ref)
    (info,) = library.sessions(2)
    reader = SessionReader(library, info.ref)
    reader.open()
    before = len(log.lines())
    log.user("Before the damage").assistant("Still whole").end_turn()
    log.user("Lost").assistant("Lost answer").end_turn()
    log.user("After the damage").assistant("Whole again").end_turn()
    came = log.lines()[before:]
    third = len(came) // 3
    append(path, [*came[:third], came[third][: len(came[third]) // 2], *came[third + 1 :]])
    step = reader.poll()
    nodes = [node for splice in step.splices for node in splice.nodes]
    assert says(nodes, "Before the damage")
    assert any(node.kind == "gap" for node in nodes)
    assert says(nodes, "Whole again")
    assert not reader.poll().splices


def test_how_many_events_lie_above_is_known_from_the_tail_on(library, tmp_path):
    path = conversation(turns=160).write_zstd(tmp_path / "session.jsonl.zstd")
    (info,) = library.sessions(library.open_path(path).id)
    reader = SessionReader(library, info.ref)
    opened = reader.open()
    first = min(node.seq for node in opened.nodes)
    assert opened.above is not None
    assert 0 < opened.above <= first
    reader.prepare(lambda _progress: None, cancel=lambda: False)
    assert reader.reopen().above == opened.above
    step = reader.earlier()
    assert step.above is not None
    assert step.above < opened.above
    while step.has_earlier:
        step = reader.earlier()
    assert step.above is None
