"""The test helpers keep the format they stand for."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import zstandard
from damage import bad_checksum, cut_line, cut_tail, duplicate_run, flip_byte, newer_version, seqs
from log_files import encode_segment, expand, frame_spans, pack, project_key, read_text, write_lines
from logs import LogBuilder, ToolUse


def a_log() -> LogBuilder:
    log = LogBuilder("sess/1", cwd="/home/dev/My Proj")
    log.user("列出文件 🙂").instructions("AGENTS.md", "Be brief.")
    log.retry("half an answ")
    log.tool("bash", {"command": "ls"}, "a.txt\n", thinking="The user wants a list.")
    log.assistant("There is one file, and nothing else in that folder.").end_turn()
    log.user("Read both").tools([ToolUse("read", {"file_path": name}, name) for name in ("a", "b")])
    log.interrupt("Reading on, and then ")
    return log.compaction("They looked at files.", keep=2).user("Go on").max_tokens("Endless words")


def test_a_written_file_reads_back_whole(tmp_path: Path) -> None:
    log = a_log()
    wanted = [log.header, *log.events]
    for path in (log.write_plain(tmp_path / "a.jsonl"), log.write_zstd(tmp_path / "a.jsonl.zstd")):
        header, *rows = [json.loads(line) for line in read_text(path).splitlines()]
        assert [header, *(event for row in rows for event in expand(row))] == wanted


def test_seqs_are_dense_and_events_have_the_envelope_alone() -> None:
    events = a_log().events
    assert [event["seq"] for event in events] == list(range(len(events)))
    envelope = {"type", "seq", "time", "data", "surfaceOp", "sourceEventSeqs"}
    assert all(set(event) <= envelope for event in events)


def test_an_answer_cites_the_chunks_of_its_own_attempt_only() -> None:
    events = a_log().events
    failed = next(event["seq"] for event in events if event["type"] == "llm/retry")
    answer = next(event for event in events if event["type"] == "assistant/message")
    assert min(answer["sourceEventSeqs"]) > failed
    assert {events[seq]["type"] for seq in answer["sourceEventSeqs"]} == {"assistant/chunk"}


def test_the_first_turn_has_the_order_of_the_loop() -> None:
    types = [event["type"] for event in a_log().events]
    assert types[:10] == [
        "agent/inbox/spliced", "turn/start", "agent/inbox/spliced", "step/start", "user/message",
        "user/message", "session/title", "request/header", "request/context", "assistant/chunk",
    ]  # fmt: skip


def test_packing_joins_only_runs_of_three_and_loses_nothing() -> None:
    events = a_log().events
    rows = pack(events)
    assert [event for row in rows for event in expand(row)] == events
    packed = [row for row in rows if "seq0" in row]
    assert packed
    for row in packed:
        data = row["data"]
        members = data.get("texts", data.get("args"))
        assert len(members) >= 3
        assert len(data["dt"]) == len(members) - 1
        assert set(row) == {"type", "seq0", "time0", "data"}


def test_frames_have_the_header_alone_a_checksum_and_no_content_size(tmp_path: Path) -> None:
    path = a_log().write_zstd(tmp_path / "a.jsonl.zstd", batches=10)
    data = path.read_bytes()
    spans = frame_spans(data)
    assert len(spans) == 1 + -(-len(a_log().events) // 10)
    first = zstandard.ZstdDecompressor().decompressobj().decompress(data[: spans[0][1]])
    assert first.count(b"\n") == 1
    for start, end in spans:
        parameters = zstandard.get_frame_parameters(data[start:end])
        assert parameters.has_checksum
        assert parameters.content_size == zstandard.CONTENTSIZE_UNKNOWN


def test_a_home_has_the_folders_of_the_harness(tmp_path: Path) -> None:
    path = a_log().as_home(tmp_path)
    assert path.relative_to(tmp_path).parts == (
        "sessions", "--home-dev-My~0020Proj--", "sess~002F1", "session.jsonl.zstd",
    )  # fmt: skip
    assert project_key("C:\\work\\agent") == "--C-work-agent--"
    assert encode_segment("sess/1~é") == "sess~002F1~007E~00E9"
    assert encode_segment("..") == "~002E~002E"


def test_a_fork_holds_its_prefix_and_one_marker() -> None:
    parent = a_log()
    end = next(event["seq"] for event in parent.events if event["type"] == "turn/end")
    child = parent.fork("child", at=end)
    assert child.header["parentSession"] == "sess/1"
    assert child.header["seedLength"] == end + 1
    assert child.events[:-1] == parent.events[: end + 1]
    child.user("Another way").assistant("Fine.").end_turn()
    assert [e["data"]["turn"] for e in child.events if e["type"] == "turn/start"] == [1, 2]


def test_damage_is_where_it_was_asked_for(tmp_path: Path) -> None:
    path = a_log().write_zstd(tmp_path / "a.jsonl.zstd", batches=10)
    whole = frame_spans(path.read_bytes())
    bad_checksum(path, frame=2)
    with pytest.raises(zstandard.ZstdError):
        read_text(path)
    assert frame_spans(path.read_bytes()) == whole
    cut_tail(path, 3)
    assert frame_spans(path.read_bytes()) == whole[:-1]
    start, end = whole[1]
    assert start < flip_byte(path, frame=1) < end


def test_damaged_lines_differ_in_those_lines_only(tmp_path: Path) -> None:
    lines = a_log().lines()
    path = write_lines(tmp_path / "a.jsonl", cut_line(lines, 4, 9))
    written = read_text(path).split(b"\n")[:-1]
    assert [at for at, (old, new) in enumerate(zip(lines, written, strict=True)) if old != new] == [4, 9]
    again = seqs(duplicate_run(lines, 3, 5))
    assert len(again) == len(seqs(lines)) + len(seqs([b"", *lines[3:6]]))
    assert json.loads(newer_version(lines)[0])["version"] == 5
