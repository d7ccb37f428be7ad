"""Whatever the bytes are, a log is judged: no crash, no endless loop, no row that is not there."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from log_files import write_lines
from logs import LogBuilder
from strategies import logs

from sessionlog.model.errors import FormatRefused, UserError
from sessionlog.model.scan import ScannedGap, ScannedRow
from sessionlog.model.severity import Severity
from sessionlog.sources.artifact import read_artifact
from sessionlog.sources.discover import discover
from sessionlog.sources.scan import scan
from sessionlog.sources.tail import TailLog

ENDINGS = ("jsonl", "jsonl.zstd")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("fuzz")


def judged(path: Path) -> Severity:
    """The severity of a file as the product would say it; checks what holds for every scan."""
    try:
        artifact = read_artifact(path)
        one_pass = scan(artifact)
        last, part, lines = -1, 0, 1
        for item in one_pass:
            if isinstance(item, ScannedGap):
                part, last = item.part, -1
                lines += item.gap.rows
            elif isinstance(item, ScannedRow):
                assert item.part == part
                assert last == -1 or item.row.seq == last + 1
                last = item.row.last_seq
                lines += 1
        TailLog(artifact)
    except FormatRefused:
        (refused,) = discover(path).refused
        return refused.diagnosis.severity
    assert lines <= one_pass.end.lines
    assert one_pass.end.resume.offset <= path.stat().st_size
    return one_pass.end.diagnosis.severity


@settings(max_examples=60)
@given(logs(max_turns=2), st.sampled_from(ENDINGS), st.data())
def test_flipped_bytes(folder: Path, log: LogBuilder, ending: str, data: st.DataObject) -> None:
    path = write_lines(folder / f"flip.{ending}", log.lines(), per_frame=3)
    content = bytearray(path.read_bytes())
    for _ in range(data.draw(st.integers(1, 3))):
        content[data.draw(st.integers(0, len(content) - 1))] = data.draw(st.integers(0, 255))
    path.write_bytes(content)
    assert judged(path) is not Severity.UNCHECKED


@given(logs(max_turns=2), st.sampled_from(ENDINGS), st.data())
def test_pieces_taken_out_doubled_and_moved(
    folder: Path, log: LogBuilder, ending: str, data: st.DataObject
) -> None:
    path = write_lines(folder / f"move.{ending}", log.lines(), per_frame=3)
    content = path.read_bytes()
    first, last = sorted(data.draw(st.tuples(*[st.integers(0, len(content))] * 2)))
    place = data.draw(st.integers(0, len(content)))
    piece = content[first:last]
    path.write_bytes(
        data.draw(
            st.sampled_from(
                [
                    content[:first] + content[last:],
                    content[:place] + piece + content[place:],
                    content[:place] + bytes(len(piece)) + content[place + len(piece) :],
                ]
            )
        )
    )
    assert judged(path) is not Severity.UNCHECKED


@given(
    st.binary(max_size=300),
    st.sampled_from([b"", b"\x28\xb5\x2f\xfd", b'{"type":"session","version":0,"id":"x"}\n']),
)
def test_any_bytes(folder: Path, body: bytes, start: bytes) -> None:
    path = folder / "any.jsonl"
    path.write_bytes(start + body)
    assert judged(path) is not Severity.UNCHECKED


TURN = b'{"type":"turn/start","seq":0,"time":1,"data":{"turn":1}}'
ANSWER = b'{"type":"assistant/message","seq":1,"time":1,"data":{"message":[]},"sourceEventSeqs":'
ODD_LINES = [
    *(b"null", b"{}", b"[]", b"0", b'"x"', b"", b"\r", b"\xff\xfe"),
    TURN,
    TURN.replace(b"start", b"end"),
    b'{"type":"user/message","seq":1,"time":1,"data":null}',
    b'{"type":"text-chunks","seq0":0,"time0":1,"data":{"turn":1,"step":1,"index":0,"dt":[],"texts":["a"]}}',
    b'{"type":"text-chunks"}',
    b'{"type":["x"],"seq":1}',
    b'{"type":"x","seq":1e400,"time":1,"data":1}',
    ANSWER + b'[[0,9e15]],"surfaceOp":7}',
    ANSWER + b"[[0,9007199254740991]]}",
    b'{"type":"x","seq":1,"time":1,"data":' + b"[" * 3000,
]


@given(st.lists(st.sampled_from(ODD_LINES), max_size=12), st.booleans())
def test_any_lines(folder: Path, lines: list[bytes], terminated: bool) -> None:
    path = folder / "lines.jsonl"
    content = b"\n".join([LogBuilder("demo").lines()[0], *lines])
    path.write_bytes(content + b"\n" * terminated)
    try:
        assert judged(path) is not Severity.UNCHECKED
    except UserError as error:
        pytest.fail(f"a plain log is never refused while it is read: {error}")
