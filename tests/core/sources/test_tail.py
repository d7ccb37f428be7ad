"""The end of a long log is there at once, without reading what comes before it."""

from __future__ import annotations

from pathlib import Path

import pytest
from damage import torn_frame
from hypothesis import given
from hypothesis import strategies as st
from log_files import encode, frame, write_lines
from logs import LogBuilder
from scans import scan_file
from strategies import damaged_logs, logs

from sessionlog.generations import dialect_of
from sessionlog.model.row import IndexEntry
from sessionlog.sources.artifact import read_artifact
from sessionlog.sources.files import SourceFile
from sessionlog.sources.tail import TailLog

ENDINGS = ("jsonl", "jsonl.zstd")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("tail")


def open_tail(path: Path, tail_bytes: int = 4096) -> TailLog:
    return TailLog(read_artifact(path), tail_bytes)


@given(logs(), st.sampled_from(ENDINGS))
def test_a_short_log_is_there_whole(folder: Path, log: LogBuilder, ending: str) -> None:
    tail = TailLog(read_artifact(write_lines(folder / f"short.{ending}", log.lines())))
    assert tail.complete
    (part,) = tail.parts
    assert (part.first_seq, part.last_seq) == (0, len(log.events) - 1)
    assert list(tail.dialect.events(tail.rows(0, len(log.events)), log.id)) == log.events


@given(damaged_logs(), st.sampled_from(ENDINGS))
def test_a_short_damaged_log_has_the_parts_of_its_scan(folder: Path, damaged: object, ending: str) -> None:
    path = write_lines(folder / f"damaged.{ending}", list(damaged.lines))  # type: ignore[attr-defined]
    tail, read = TailLog(read_artifact(path)), scan_file(path)
    assert [part.gap_before for part in tail.parts] == [None, *read.gaps]
    for part, rows in zip(tail.parts, read.parts):
        assert [row.raw for row in tail.rows(part.first_seq, part.last_seq, part.number)] == [
            row.raw for row in rows
        ]
        entries = list(tail.entries_before(None, part.number))
        assert [row.seq for row in tail.rows_of(entries)] == [
            next(row.seq for row in rows if row.seq <= entry.seq <= row.last_seq) for entry in entries
        ]


def long_log(path: Path, turns: int = 300) -> Path:
    log = LogBuilder("long")
    for number in range(turns):
        log.user(f"Question {number}").assistant(f"Answer {number}: " + f"{number * 7919} " * 90).end_turn()
    return write_lines(path, log.lines(), per_frame=5)


@pytest.mark.parametrize("ending", ENDINGS)
def test_of_a_long_log_the_last_rows_are_read_and_no_more(
    tmp_path: Path, ending: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sessionlog.sources.tail._FIRST_WINDOW", 8192)
    path = long_log(tmp_path / f"long.{ending}")
    read: list[int] = []
    original = SourceFile.read

    def counted(file: SourceFile, offset: int, length: int) -> bytes:
        data = original(file, offset, length)
        read.append(len(data))
        return data

    monkeypatch.setattr(SourceFile, "read", counted)
    tail = open_tail(path)
    assert sum(read) < path.stat().st_size / 2
    assert not tail.complete
    monkeypatch.undo()
    rows = scan_file(path).rows
    (part,) = tail.parts
    assert part.last_seq == rows[-1].last_seq
    kept = list(tail.rows(part.first_seq, part.last_seq))
    assert [row.raw for row in kept] == [row.raw for row in rows[-len(kept) :]]
    assert len(kept) > 5


@pytest.mark.parametrize("ending", ENDINGS)
def test_a_torn_end_is_left_out(tmp_path: Path, ending: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sessionlog.sources.tail._FIRST_WINDOW", 8192)
    path = long_log(tmp_path / f"torn.{ending}")
    if ending == "jsonl":
        path.write_bytes(path.read_bytes()[:-40])
    else:
        torn_frame(path, 0.5)
    whole = scan_file(path)
    (part,) = open_tail(path).parts
    assert part.last_seq <= whole.rows[-1].last_seq
    assert part.last_seq >= whole.rows[-1].seq - 20


def test_bytes_that_look_like_a_magic_do_not_mislead(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sessionlog.sources.tail._FIRST_WINDOW", 8192)
    path = long_log(tmp_path / "magic.jsonl.zstd")
    seq = scan_file(path).rows[-1].last_seq + 1
    text = encode({"type": "feedback/record", "seq": seq, "time": 1, "data": {"text": "\x28\x2f" * 3000}})
    with path.open("ab") as file:
        file.write(frame(text + b"\n"))
    assert open_tail(path).parts[0].last_seq == seq


def test_a_last_line_longer_than_the_tail_is_read_whole(tmp_path: Path) -> None:
    log = LogBuilder("huge").user("Show it").tool("bash", {"command": "cat"}, "x" * 3_000_000)
    for ending in ENDINGS:
        path = write_lines(tmp_path / f"huge.{ending}", log.lines(), per_frame=1)
        tail = open_tail(path)
        (row,) = tail.rows_of([tail.last_entry(10**9, "tool/result")])  # type: ignore[list-item]
        assert len(row.raw) > 3_000_000


@given(logs(), st.data())
def test_entries_and_rows_answer_as_a_list_would(folder: Path, log: LogBuilder, data: st.DataObject) -> None:
    tail = TailLog(read_artifact(write_lines(folder / "ask.jsonl", log.lines())))
    indexer = dialect_of(0).indexer()
    rows = scan_file(folder / "ask.jsonl").rows
    entries = [entry for row in rows for entry in indexer.feed(row)]
    last = len(log.events)
    first_seq, last_seq = sorted((data.draw(st.integers(0, last)), data.draw(st.integers(0, last))))

    def bare(found: list[IndexEntry]) -> list[IndexEntry]:
        return [entry._replace(segment=0, row=0) for entry in found]

    assert bare(tail.entries(first_seq, last_seq)) == [e for e in entries if first_seq <= e.seq <= last_seq]
    assert bare(list(tail.entries_before(first_seq))) == [e for e in reversed(entries) if e.seq < first_seq]
    assert list(tail.rows(first_seq, last_seq)) == [
        row for row in rows if row.last_seq >= first_seq and row.seq <= last_seq
    ]
    assert tail.tail_deltas() == indexer.tail_deltas()
    for kind in ("turn/start", "tool/call", "turn/end"):
        before = [e for e in entries if e.type == kind and e.seq < first_seq]
        after = [e for e in entries if e.type == kind and e.seq > first_seq]
        found = tail.last_entry(first_seq, kind)
        assert (found and found.seq) == (before[-1].seq if before else None)
        found = tail.first_entry(first_seq, kind)
        assert (found and found.seq) == (after[0].seq if after else None)


def test_a_small_file_that_expands_to_much_is_held_in_part(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sessionlog.sources.tail._MOST_HELD", 200_000)
    log = LogBuilder("wide")
    for _ in range(60):
        log.user("x" * 20_000).assistant("y").end_turn()
    tail = TailLog(read_artifact(write_lines(tmp_path / "wide.jsonl.zstd", log.lines())))
    assert not tail.complete
    (part,) = tail.parts
    assert part.last_seq == len(log.events) - 1
    assert 100_000 < sum(len(row.raw) for row in tail.rows(part.first_seq, part.last_seq)) <= 200_000
