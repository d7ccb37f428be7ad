"""A log that grows is followed by reading what follows, and nothing that its writer may take back."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from log_files import encode, frame, frame_spans, write_lines
from logs import LogBuilder
from strategies import logs

from sessionlog.model.row import Row
from sessionlog.model.scan import ScannedRow
from sessionlog.sources import follow
from sessionlog.sources.artifact import read_artifact
from sessionlog.sources.files import SourceFile
from sessionlog.sources.follow import FileCursor, Growth, GrowthKind
from sessionlog.sources.scan import scan

ENDINGS = ("jsonl", "jsonl.zstd")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("follow")


def sample() -> LogBuilder:
    return LogBuilder("demo").user("hi").assistant("hello there, how are you?").end_turn()


def rows_of(growth: Growth) -> list[Row]:
    return [item.row for item in growth.items if isinstance(item, ScannedRow)]


def poll_all(cursor: FileCursor) -> tuple[GrowthKind, list[bytes]]:
    raws: list[bytes] = []
    while True:
        growth = cursor.poll()
        raws += [row.raw for row in rows_of(growth)]
        if not growth.more:
            return growth.kind, raws


def after_scan(path: Path) -> FileCursor:
    artifact = read_artifact(path)
    one_pass = scan(artifact)
    for _ in one_pass:
        pass
    return FileCursor(artifact, one_pass.end.resume, one_pass.end.identity)


def append(path: Path, *rows: dict[str, object]) -> None:
    text = b"".join(encode(row) + b"\n" for row in rows)
    with path.open("ab") as file:
        file.write(frame(text) if path.suffix == ".zstd" else text)


def row(seq: int) -> dict[str, object]:
    return {"type": "feedback/record", "seq": seq, "time": 1, "data": {"text": f"row {seq}"}}


@given(logs(), st.sampled_from(ENDINGS), st.data())
def test_every_row_comes_once_however_the_file_grows(
    folder: Path, log: LogBuilder, ending: str, data: st.DataObject
) -> None:
    path = write_lines(folder / f"grows.{ending}", log.lines(), per_frame=4)
    whole = path.read_bytes()
    start = whole.index(b"\n") + 1 if ending == "jsonl" else frame_spans(whole)[0][1]
    cuts = sorted(data.draw(st.lists(st.integers(start, len(whole)), max_size=6)))
    path.write_bytes(whole[:start])
    cursor = FileCursor.at_start(read_artifact(path))
    raws: list[bytes] = []
    for cut in [*cuts, len(whole)]:
        with path.open("r+b") as file:
            file.seek(start)
            file.write(whole[start:cut])
        kind, more = poll_all(cursor)
        assert kind in (GrowthKind.GROWN, GrowthKind.UNCHANGED)
        raws += more
    assert raws == log.lines()[1:]
    assert cursor.poll().kind is GrowthKind.UNCHANGED


@pytest.mark.parametrize("ending", ENDINGS)
def test_only_what_follows_is_read(tmp_path: Path, ending: str, monkeypatch: pytest.MonkeyPatch) -> None:
    log = sample()
    for _ in range(400):
        log.user("more").assistant("and more of it " + os.urandom(200).hex()).end_turn()
    path = write_lines(tmp_path / f"long.{ending}", log.lines())
    cursor = after_scan(path)
    assert cursor.poll().kind is GrowthKind.UNCHANGED
    read: list[int] = []
    original = SourceFile.read

    def counted(file: SourceFile, offset: int, length: int) -> bytes:
        data = original(file, offset, length)
        read.append(len(data))
        return data

    monkeypatch.setattr(SourceFile, "read", counted)
    append(path, row(len(log.events)))
    growth = cursor.poll()
    assert [found.seq for found in rows_of(growth)] == [len(log.events)]
    assert sum(read) < 64 * 1024 * 4
    read.clear()
    assert cursor.poll().kind is GrowthKind.UNCHANGED
    assert read == []


@pytest.mark.parametrize("ending", ENDINGS)
def test_a_torn_tail_is_never_taken(tmp_path: Path, ending: str) -> None:
    log = sample()
    path = write_lines(tmp_path / f"torn.{ending}", log.lines())
    cursor = after_scan(path)
    before = path.read_bytes()
    append(path, *(row(len(log.events) + k) for k in range(50)))
    grown = path.read_bytes()
    for cut in range(len(before) + 1, len(grown), 7):
        path.write_bytes(grown[:cut])
        found = [item.seq for item in rows_of(cursor.poll())]
        if ending == "jsonl":
            continue
        assert found == [], "an incomplete frame gives nothing"
    path.write_bytes(before)
    assert cursor.poll().kind in ((GrowthKind.REPLACED,) if ending == "jsonl" else (GrowthKind.UNCHANGED,))


def test_rows_recovered_from_a_torn_frame_are_not_given_again(tmp_path: Path) -> None:
    log = LogBuilder("demo")
    for _ in range(300):
        log.raw({"type": "feedback/record", "data": {"text": os.urandom(500).hex()}})
    path = write_lines(tmp_path / "torn.jsonl.zstd", log.lines(), per_frame=300)
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) * 9 // 10])
    artifact = read_artifact(path)
    one_pass = scan(artifact)
    given_out = [item.row.raw for item in one_pass if isinstance(item, ScannedRow)]
    assert 0 < len(given_out) < 300
    cursor = FileCursor(artifact, one_pass.end.resume, one_pass.end.identity)
    path.write_bytes(whole[: len(whole) * 95 // 100])
    assert rows_of(cursor.poll()) == []
    path.write_bytes(whole)
    assert [*given_out, *(item.raw for item in rows_of(cursor.poll()))] == log.lines()[1:]


@pytest.mark.parametrize("ending", ENDINGS)
def test_what_was_rewritten_is_replaced_and_what_is_missing_is_gone(tmp_path: Path, ending: str) -> None:
    path = write_lines(tmp_path / f"a.{ending}", sample().lines())
    cursor = after_scan(path)
    os.replace(write_lines(tmp_path / f"b.{ending}", sample().user("x").lines()), path)
    assert cursor.poll().kind is GrowthKind.REPLACED
    cursor = after_scan(path)
    path.write_bytes(path.read_bytes()[:-5])
    assert cursor.poll().kind is GrowthKind.REPLACED
    path.unlink()
    assert cursor.poll().kind is GrowthKind.GONE
    path.mkdir()
    assert cursor.poll().kind is GrowthKind.REPLACED


def test_another_header_in_the_same_file_is_a_replacement(tmp_path: Path) -> None:
    path = write_lines(tmp_path / "a.jsonl", sample().lines())
    cursor = after_scan(path)
    path.write_bytes(path.read_bytes().replace(b'"id":"demo"', b'"id":"dem0"', 1) + encode(row(99)) + b"\n")
    assert cursor.poll().kind is GrowthKind.REPLACED


def test_much_growth_is_read_in_several_polls(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(follow, "POLL_BYTES", 5000)
    for ending in ENDINGS:
        log = sample()
        path = write_lines(tmp_path / f"much.{ending}", log.lines())
        cursor = after_scan(path)
        last = len(log.events)
        for seq in range(last, last + 40):
            append(path, {**row(seq), "data": {"text": os.urandom(400).hex()}})
        append(path, {**row(last + 40), "data": {"text": os.urandom(20_000).hex()}})
        first = cursor.poll()
        assert first.more
        assert 0 < len(rows_of(first)) < 40
        _, rest = poll_all(cursor)
        assert len(rows_of(first)) + len(rest) == 41


def test_a_cursor_at_the_start_reads_everything(tmp_path: Path) -> None:
    path = write_lines(tmp_path / "new.jsonl.zstd", sample().lines())
    cursor = FileCursor.at_start(read_artifact(path))
    growth = cursor.poll()
    assert [found.raw for found in rows_of(growth)] == sample().lines()[1:]
    assert growth.end is not None
    assert growth.end.events == len(sample().events)
    path.unlink()
    assert cursor.poll().kind is GrowthKind.GONE
