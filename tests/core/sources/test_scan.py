"""A scan gives every readable row, in part 0 as far as strict reading goes, and says what is wrong."""

from __future__ import annotations

import gzip
import hashlib
import json
from pathlib import Path
from typing import Any

import pytest
from damage import (
    bad_checksum,
    cut_line,
    drop_run,
    duplicate_run,
    flip_byte,
    restart_at,
    torn_frame,
)
from hypothesis import given
from hypothesis import strategies as st
from log_files import encode, frame, frame_spans, read_text, write_lines
from logs import LogBuilder
from scans import scan_file
from strategies import Damaged, damaged_logs, logs, open_logs

from sessionlog.model.errors import FormatRefused, UserError
from sessionlog.model.severity import Severity
from sessionlog.sources import lines as cutting
from sessionlog.sources.artifact import read_artifact

ENDINGS = ("jsonl", "jsonl.zstd")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("scan")


def sample() -> LogBuilder:
    log = LogBuilder("demo").user("List the files").tool("bash", {"command": "ls"}, "a.txt\n")
    log.assistant("There is one file, a.txt, and nothing else at all.").end_turn()
    return log.user("And now?").assistant("Still one file, as far as I can see it.").end_turn()


def small() -> LogBuilder:
    return LogBuilder("demo", inbox=False).user("hi").assistant("hello you").end_turn().user("bye")


def write(log: LogBuilder, path: Path) -> Path:
    return write_lines(path, log.lines(), per_frame=4)


@given(logs(), st.sampled_from(ENDINGS))
def test_a_sound_log_is_read_whole(folder: Path, log: LogBuilder, ending: str) -> None:
    path = write(log, folder / f"sound.{ending}")
    read = scan_file(path)
    assert read.events(log.id) == log.events
    assert (read.end.diagnosis.severity, read.end.diagnosis.harness.verdict) == (Severity.OK, "opens")
    assert read.end.diagnosis.problems == ()
    assert (read.end.events, read.end.parts, read.end.torn) == (len(log.events), 1, None)
    text = read_text(path)
    assert read.end.lines == text.count(b"\n")
    assert read.end.reproducible
    assert read.end.text_sha256 == hashlib.sha256(text).hexdigest()
    assert read.end.file_sha256 == hashlib.sha256(path.read_bytes()).hexdigest()
    assert read.end.resume.offset == path.stat().st_size


@given(open_logs(), st.sampled_from(ENDINGS))
def test_an_open_turn_is_repaired_by_the_harness(folder: Path, log: LogBuilder, ending: str) -> None:
    read = scan_file(write(log, folder / f"open.{ending}"))
    assert read.events(log.id) == log.events
    assert (read.end.diagnosis.severity, read.end.diagnosis.harness.verdict) == (Severity.REPAIRED, "repairs")
    assert read.codes == ["open-turn"]
    assert read.end.open_turn is not None


def test_lines_frames_and_offsets_are_those_of_the_file(tmp_path: Path) -> None:
    plain = write(sample(), tmp_path / "a.jsonl")
    data = plain.read_bytes()
    for row, (line, number, offset) in zip(scan_file(plain).rows, scan_file(plain).places):
        assert number == 0
        assert data[offset : offset + len(row.raw) + 1] == row.raw + b"\n"
        assert data[:offset].count(b"\n") == line - 1
    packed = write(sample(), tmp_path / "a.jsonl.zstd")
    spans = frame_spans(packed.read_bytes())
    for _, number, offset in scan_file(packed).places:
        assert spans[number - 1][0] == offset


def test_a_plain_log_cut_at_every_byte_keeps_its_whole_lines(tmp_path: Path) -> None:
    data = write(small(), tmp_path / "whole.jsonl").read_bytes()
    header_end = data.index(b"\n") + 1
    for cut in range(header_end, len(data)):
        path = tmp_path / "cut.jsonl"
        path.write_bytes(data[:cut])
        read = scan_file(path)
        kept = data[:cut].rfind(b"\n") + 1
        assert read.end.resume.offset == kept
        assert b"".join(row.raw + b"\n" for row in read.rows) == data[header_end:kept]
        assert (read.end.torn is None) == (kept == cut)
        assert read.end.diagnosis.severity in (Severity.OK, Severity.REPAIRED)
        assert ("torn-tail" in read.codes) == (kept != cut)


def test_a_zstd_log_cut_at_every_byte_keeps_its_whole_frames(tmp_path: Path) -> None:
    path = write(small(), tmp_path / "whole.jsonl.zstd")
    data, text = path.read_bytes(), read_text(path)
    spans = frame_spans(data)
    for cut in range(spans[0][1], len(data)):
        torn = tmp_path / "cut.jsonl.zstd"
        torn.write_bytes(data[:cut])
        read = scan_file(torn)
        whole = [end for _, end in spans if end <= cut]
        assert read.end.resume.offset == whole[-1]
        given_out = b"".join(row.raw + b"\n" for row in read.rows)
        assert text[text.index(b"\n") + 1 :].startswith(given_out)
        assert (read.end.torn is None) == (cut in whole)
        assert read.end.diagnosis.severity in (Severity.OK, Severity.REPAIRED)


def test_whole_lines_are_recovered_from_a_torn_frame(tmp_path: Path) -> None:
    log = LogBuilder("demo")
    for number in range(300):
        log.raw(
            {
                "type": "feedback/record",
                "data": {"text": f"{number} {hashlib.sha256(bytes([number % 256])).hexdigest() * 40}"},
            }
        )
    path = tmp_path / "torn.jsonl.zstd"
    write_lines(path, log.lines(), per_frame=300)
    torn_frame(path, 0.99)
    read = scan_file(path)
    assert read.end.torn is not None
    assert 0 < read.end.torn.recovered == len(read.rows) < 300
    assert read.end.resume.offset == read.end.torn.offset == frame_spans(path.read_bytes())[-1][1]
    assert read.end.resume.given_rows == len(read.rows)


@given(logs(), st.sampled_from(ENDINGS), st.data())
def test_a_scan_goes_on_where_an_earlier_one_ended(
    folder: Path, log: LogBuilder, ending: str, data: st.DataObject
) -> None:
    path = write(log, folder / f"grow.{ending}")
    whole = path.read_bytes()
    least = whole.index(b"\n") + 1 if ending == "jsonl" else frame_spans(whole)[0][1]
    cut = data.draw(st.integers(least, len(whole)))
    path.write_bytes(whole[:cut])
    before = scan_file(path)
    path.write_bytes(whole)
    after = scan_file(path, type(before.end.resume).from_json(before.end.resume.as_json()))
    assert [row.raw for row in before.rows + after.rows] == log.lines()[1:]
    once = scan_file(path)
    assert after.end.events == once.end.events
    assert after.end.lines == once.end.lines
    assert after.end.diagnosis == once.end.diagnosis
    assert after.end.resume == once.end.resume
    assert after.end.identity == once.end.identity
    assert (after.end.file_sha256, after.end.text_sha256) == (None, None)


def readable(line: bytes) -> bool:
    try:
        return isinstance(json.loads(line), dict)
    except ValueError:
        return False


@given(damaged_logs(), st.sampled_from(ENDINGS))
def test_of_a_damaged_log_every_whole_row_is_read_in_file_order(
    folder: Path, damaged: Damaged, ending: str
) -> None:
    lines = list(damaged.lines)
    read = scan_file(write_lines(folder / f"damaged.{ending}", lines, per_frame=3))
    assert [row.raw for row in read.rows] == [line for line in lines[1:] if readable(line)]
    assert len(read.gaps) == len(read.parts) - 1
    assert sum(gap.rows for gap in read.gaps) == sum(not readable(line) for line in lines[1:])
    assert read.end.lines == len(lines)
    assert (read.gaps == []) == (read.end.diagnosis.severity is Severity.OK)


def test_two_lines_cut_in_the_middle_leave_three_islands(tmp_path: Path) -> None:
    lines = sample().lines()
    path = write_lines(tmp_path / "f12.jsonl", cut_line(lines, 5, 9))
    read = scan_file(path)
    assert [row.raw for row in read.rows] == [*lines[1:5], *lines[6:9], *lines[10:]]
    assert [(gap.rows, gap.first_line, gap.last_line) for gap in read.gaps] == [(1, 6, 6), (1, 10, 10)]
    assert read.gaps[0].before_seq == read.parts[0][-1].last_seq
    assert read.gaps[0].after_seq == read.parts[1][0].seq
    data = path.read_bytes()
    assert (
        data[read.gaps[0].first_offset : read.gaps[0].last_offset] == lines[5][: len(lines[5]) // 2] + b"\n"
    )
    assert read.end.diagnosis.severity is Severity.DAMAGED
    assert (read.end.diagnosis.harness.verdict, read.end.diagnosis.harness.error_class) == (
        "refuses",
        "Error",
    )
    (problem,) = read.end.diagnosis.problems
    assert (problem.code, problem.line) == ("row-json", 6)
    assert "2 of them" in problem.message
    assert not read.end.reproducible


@pytest.mark.parametrize("ending", ENDINGS)
def test_rows_that_start_over_are_shown_as_a_second_run(tmp_path: Path, ending: str) -> None:
    log = sample()
    tail = LogBuilder("other").user("second writer").assistant("also here").end_turn().events
    lines = restart_at(log.lines(), len(log.events) - 4, tail)
    read = scan_file(write_lines(tmp_path / f"f01.{ending}", lines))
    assert read.spans == [(0, len(log.events) - 1), (len(log.events) - 4, len(log.events) - 5 + len(tail))]
    (gap,) = read.gaps
    assert (gap.rows, gap.code, gap.before_seq, gap.after_seq) == (
        0,
        "seq-restart",
        len(log.events) - 1,
        len(log.events) - 4,
    )
    (problem,) = read.end.diagnosis.problems
    assert (problem.code, problem.line) == ("seq-restart", len(log.lines()) + 1)
    assert read.end.diagnosis.severity is Severity.DAMAGED
    assert read.end.reproducible, "header and rows still give the text"


def test_missing_rows_are_a_gap_of_seqs(tmp_path: Path) -> None:
    lines = [*sample().lines()[:1], *(encode(event) for event in sample().events)]
    read = scan_file(write_lines(tmp_path / "gap.jsonl", drop_run(lines, 4, 6)))
    assert read.spans == [(0, 2), (6, len(sample().events) - 1)]
    assert read.gaps[0].code == "seq-gap"
    assert read.codes == ["seq-gap"]


def test_a_run_written_twice_is_read_twice(tmp_path: Path) -> None:
    lines = [*sample().lines()[:1], *(encode(event) for event in sample().events)]
    read = scan_file(write_lines(tmp_path / "twice.jsonl", duplicate_run(lines, 3, 5)))
    assert read.spans == [(0, 4), (2, len(sample().events) - 1)]


def test_bad_rows_that_no_turn_end_follows_would_be_dropped(tmp_path: Path) -> None:
    lines = [*sample().lines(), b'{"type":"turn/sta', encode({"type": "x", "seq": 3, "time": 1, "data": {}})]
    plain = scan_file(write_lines(tmp_path / "tail.jsonl", lines[:-1]))
    assert plain.end.diagnosis.severity is Severity.REPAIRED
    assert plain.end.diagnosis.harness.verdict == "repairs"
    assert plain.gaps[-1].after_seq is None
    packed = scan_file(write_lines(tmp_path / "tail.jsonl.zstd", lines[:-1]))
    assert packed.end.diagnosis.severity is Severity.DAMAGED, "a complete frame must be good"


@pytest.mark.parametrize("lacking", ["type", "time", "data"])
def test_a_row_that_lacks_a_member_is_refused_as_a_row_in_generation_0(tmp_path: Path, lacking: str) -> None:
    row = {"type": "feedback/record", "seq": len(sample().events), "time": 1, "data": {"text": "x"}}
    del row[lacking]
    read = scan_file(write_lines(tmp_path / "lacking.jsonl", [*sample().lines(), encode(row)]))
    name = "SessionFormatUnsupportedError" if lacking == "type" else "SessionPersistenceCorruptionError"
    assert (read.end.diagnosis.harness.verdict, read.end.diagnosis.harness.error_class) == ("refuses", name)
    row["ignorable"] = True
    read = scan_file(write_lines(tmp_path / "ignorable.jsonl", [*sample().lines(), encode(row)]))
    assert read.end.diagnosis.harness.error_class == "SessionPersistenceCorruptionError"


@pytest.mark.parametrize("generation", [3, 4])
@pytest.mark.parametrize("bad", [{"type": None}, {"time": "x"}, {"data": ...}, {}])
def test_in_later_generations_it_is_no_row_and_dropped_at_the_end(
    tmp_path: Path, generation: int, bad: dict[str, Any]
) -> None:
    header = {"type": "session", "version": generation, "id": "demo", "createdAt": 1, "isSeeded": False}
    row: dict[str, Any] = {"type": "feedback/record", "seq": 2, "time": 1, "data": {"text": "x"}} | bad
    lines = [
        encode({**header, "delegationDepth": 0}),
        encode({"type": "turn/start", "seq": 0, "time": 1, "data": {"turn": 1}}),
        encode(
            {"type": "turn/end", "seq": 1, "time": 1, "data": {"turn": 1, "reason": {"kind": "completed"}}}
        ),
        encode({name: value for name, value in row.items() if value is not ...}) if bad else b"{bad",
    ]
    path = tmp_path / f"session.v{generation}.jsonl"
    assert scan_file(write_lines(path, lines)).end.diagnosis.harness.verdict == "repairs"
    lines.append(lines[2].replace(b'"seq":1', b'"seq":3'))
    later = scan_file(write_lines(path, lines)).end.diagnosis.harness
    assert (later.verdict, later.error_class) == ("refuses", "SessionPersistenceCorruptionError")


def test_a_turn_end_after_a_resume_makes_an_earlier_bad_row_fatal(tmp_path: Path) -> None:
    path = write_lines(tmp_path / "later.jsonl", [*sample().lines(), b"{bad"])
    before = scan_file(path)
    assert before.end.diagnosis.severity is Severity.REPAIRED
    end = {
        "type": "turn/end",
        "seq": len(sample().events),
        "time": 1,
        "data": {"turn": 2, "reason": {"kind": "completed"}},
    }
    with path.open("ab") as file:
        file.write(encode(end) + b"\n")
    after = scan_file(path, before.end.resume)
    assert after.end.diagnosis.severity is Severity.DAMAGED
    assert len(after.rows) == 1


def test_unknown_types_are_kept_and_counted(tmp_path: Path) -> None:
    log = sample()
    for _ in range(4):
        log.raw({"type": "zoo/animal", "data": {"name": "gnu"}})
    log.user("more").assistant("still here").end_turn()
    read = scan_file(write(log, tmp_path / "f03.jsonl.zstd"))
    assert read.events() == log.events
    assert read.end.diagnosis.severity is Severity.DAMAGED
    (problem,) = read.end.diagnosis.problems
    first = next(event["seq"] for event in log.events if event["type"] == "zoo/animal")
    assert (problem.code, problem.seq, problem.affected) == ("unknown-type", first, f"{first} to {first + 3}")
    assert "4 of them" in problem.message
    assert read.end.diagnosis.harness.error_class == "SessionFormatUnsupportedError"


def test_the_earliest_stage_of_the_harness_decides_its_verdict(tmp_path: Path) -> None:
    log = sample().raw({"type": "feedback/record", "data": {"text": "Slow"}, "extra": 1})
    read = scan_file(write(log, tmp_path / "one.jsonl"))
    assert read.end.diagnosis.harness.error_class == "SessionPersistenceCorruptionError"
    assert (read.end.diagnosis.harness.text or "").startswith('stored session "demo" failed validation: ')
    log.raw({"type": "zoo/animal", "data": {}})
    both = scan_file(write(log, tmp_path / "two.jsonl"))
    assert both.end.diagnosis.harness.error_class == "SessionFormatUnsupportedError"
    assert both.codes == ["envelope", "unknown-type"]


def test_frames_that_break_the_rules_are_damage_and_still_read(tmp_path: Path) -> None:
    whole = write(sample(), tmp_path / "whole.jsonl.zstd").read_bytes()
    spans = frame_spans(whole)

    def judged(name: str, data: bytes | None = None) -> tuple[list[str], int, Severity]:
        path = tmp_path / f"{name}.jsonl.zstd"
        if data is not None:
            path.write_bytes(data)
        read = scan_file(path)
        assert not read.end.reproducible
        return read.codes, len(read.rows), read.end.diagnosis.severity

    count = len(scan_file(tmp_path / "whole.jsonl.zstd").rows)
    text = read_text(tmp_path / "whole.jsonl.zstd")
    assert judged("single", frame(text)) == (["header-frame"], count, Severity.DAMAGED)
    head, body = text.split(b"\n", 1)
    halves = frame(head + b"\n") + frame(body[:301]) + frame(body[301:])
    assert judged("mid-line", halves) == (["frame-mid-line"], count, Severity.DAMAGED)
    (tmp_path / "checksum.jsonl.zstd").write_bytes(whole)
    bad_checksum(tmp_path / "checksum.jsonl.zstd", frame=2)
    assert judged("checksum") == (["frame-checksum"], count, Severity.DAMAGED)
    skippable = b"\x50\x2a\x4d\x18\x02\x00\x00\x00ab"
    assert judged("skippable", whole[: spans[1][1]] + skippable + whole[spans[1][1] :]) == (
        ["frame-skippable"],
        count,
        Severity.DAMAGED,
    )
    (tmp_path / "flipped.jsonl.zstd").write_bytes(whole)
    flip_byte(tmp_path / "flipped.jsonl.zstd", frame=2, at=0)
    codes, rows, severity = judged("flipped")
    assert codes[0] == "frame-magic"
    assert 0 < rows < count
    assert severity is Severity.DAMAGED


def test_an_empty_frame_and_a_frame_without_checksum_are_fine(tmp_path: Path) -> None:
    lines = sample().lines()
    data = (
        frame(lines[0] + b"\n")
        + frame(b"")
        + frame(b"".join(line + b"\n" for line in lines[1:]), checksum=False)
    )
    path = tmp_path / "fine.jsonl.zstd"
    path.write_bytes(data)
    assert scan_file(path).end.diagnosis.severity is Severity.OK


def test_a_log_of_the_header_alone_is_an_empty_session(tmp_path: Path) -> None:
    for ending in ENDINGS:
        read = scan_file(write_lines(tmp_path / f"empty.{ending}", sample().lines()[:1]))
        assert (read.rows, read.end.events, read.end.diagnosis.severity) == ([], 0, Severity.OK)


def test_lines_that_end_in_cr_lf_are_read_and_given_back_as_they_are(tmp_path: Path) -> None:
    path = tmp_path / "crlf.jsonl"
    path.write_bytes(b"".join(line + b"\r\n" for line in sample().lines()))
    read = scan_file(path)
    assert read.events() == sample().events
    assert read.codes == ["line-ends"]
    assert read.end.diagnosis.severity is Severity.OK
    assert read.end.reproducible


def test_a_byte_order_mark_is_passed_over_and_named(tmp_path: Path) -> None:
    path = tmp_path / "bom.jsonl"
    path.write_bytes(b"\xef\xbb\xbf" + b"".join(line + b"\n" for line in sample().lines()))
    read = scan_file(path)
    assert read.events() == sample().events
    assert read.codes == ["byte-order-mark"]
    assert read.end.diagnosis.severity is Severity.DAMAGED


def test_lone_surrogates_and_bytes_that_are_no_utf_8_keep_their_lines(tmp_path: Path) -> None:
    log = sample().raw({"type": "feedback/record", "data": {"text": "a\ud83d"}})
    lines = [
        *log.lines(),
        b'{"type":"feedback/record","seq":%d,"time":1,"data":{"text":"\xff"}}' % len(log.events),
    ]
    read = scan_file(write_lines(tmp_path / "odd.jsonl", lines))
    assert [row.raw for row in read.rows] == lines[1:]
    assert read.events()[-2:][0]["data"]["text"] == "a\ud83d"
    assert read.events()[-1]["data"]["text"] == "�"
    assert read.codes == ["not-utf8"]
    assert read.end.diagnosis.severity is Severity.OK


def test_a_row_that_is_too_deep_keeps_its_place(tmp_path: Path) -> None:
    log = sample()
    deep = (
        b'{"type":"feedback/record","seq":%d,"time":1,"data":' % len(log.events)
        + b"[" * 9000
        + b"]" * 9000
        + b"}"
    )
    read = scan_file(write_lines(tmp_path / "deep.jsonl", [*log.lines(), deep]))
    assert read.rows[-1].raw == deep
    assert (read.codes, len(read.parts)) == (["deep"], 1)


def test_a_line_beyond_the_cap_is_kept_as_a_byte_range(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sessionlog.sources.scan.MAX_LINE", 3 * 1024 * 1024)
    lines = [sample().lines()[0], *(encode(event) for event in sample().events)]
    huge = encode({**sample().events[3], "data": {"id": "x" * (5 * 1024 * 1024)}})
    path = write_lines(tmp_path / "huge.jsonl", [*lines[:4], huge, *lines[5:]])
    read = scan_file(path)
    assert [row.raw for row in read.rows] == [*lines[1:4], *lines[5:]]
    (gap,) = read.gaps
    assert (gap.code, gap.rows, gap.last_offset - gap.first_offset) == ("row-too-long", 1, len(huge) + 1)
    assert read.end.text_sha256 == hashlib.sha256(path.read_bytes()).hexdigest()
    assert cutting.MAX_LINE == 256 * 1024 * 1024


def test_a_log_that_restarts_at_every_row_stays_bounded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sessionlog.sources.scan.MOST_PARTS", 20)
    line = encode({"type": "feedback/record", "seq": 0, "time": 1, "data": {"text": "Slow"}})
    read = scan_file(write_lines(tmp_path / "restarts.jsonl", [sample().lines()[0], *([line] * 500)]))
    assert len(read.parts) == 22
    assert (read.gaps[-1].code, read.gaps[-1].rows) == ("too-many-islands", 479)
    assert len(read.end.diagnosis.problems) == 1


def test_a_torn_log_that_its_writer_repaired_otherwise_is_seen_as_changed(tmp_path: Path) -> None:
    log = LogBuilder("demo")
    for number in range(300):
        digest = hashlib.sha256(bytes([number % 256])).hexdigest()
        log.raw({"type": "feedback/record", "data": {"text": digest * 40}})
    path = write_lines(tmp_path / "torn.jsonl.zstd", log.lines(), per_frame=300)
    whole = path.read_bytes()
    torn_frame(path, 0.99)
    before = scan_file(path)
    assert before.end.resume.given_rows > 0
    path.write_bytes(whole)
    after = scan_file(path, before.end.resume)
    assert [row.raw for row in before.rows + after.rows] == log.lines()[1:]
    other = encode({"type": "feedback/record", "seq": 0, "time": 1, "data": {"text": "other"}})
    path.write_bytes(whole[: before.end.resume.offset] + frame(other + b"\n"))
    with pytest.raises(UserError) as caught:
        scan_file(path, before.end.resume)
    assert caught.value.code == "source-changed"


def test_a_gzip_of_a_log_says_what_it_is(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    path.write_bytes(gzip.compress(b"\n".join(sample().lines())))
    with pytest.raises(FormatRefused) as caught:
        read_artifact(path)
    assert caught.value.code == "gzip"


@given(damaged_logs(), st.sampled_from(ENDINGS), st.data())
def test_a_damaged_log_that_grew_has_the_gaps_of_one_that_was_there_at_once(
    folder: Path, damaged: Damaged, ending: str, data: st.DataObject
) -> None:
    path = write_lines(folder / f"grew.{ending}", list(damaged.lines), per_frame=3)
    whole = path.read_bytes()
    least = whole.index(b"\n") + 1 if ending == "jsonl" else frame_spans(whole)[0][1]
    cut = data.draw(st.integers(least, len(whole)))
    path.write_bytes(whole[:cut])
    before = scan_file(path)
    path.write_bytes(whole)
    after, once = scan_file(path, before.end.resume), scan_file(path)
    gaps = dict(enumerate(before.gaps, 1))
    gaps.update(enumerate(after.gaps, before.end.resume.part + 1))
    assert list(gaps.values()) == once.gaps
    assert [row.raw for row in before.rows + after.rows] == [row.raw for row in once.rows]
    assert after.end.diagnosis == once.end.diagnosis
    assert after.end.resume == once.end.resume


def test_a_line_that_goes_on_in_the_next_frame_is_joined_also_when_that_frame_comes_later(
    tmp_path: Path,
) -> None:
    head, body = b"\n".join(sample().lines()).split(b"\n", 1)
    first = frame(head + b"\n") + frame(body[:301])
    path = tmp_path / "later.jsonl.zstd"
    path.write_bytes(first)
    before = scan_file(path)
    assert before.gaps == []
    path.write_bytes(first + frame(body[301:] + b"\n"))
    after = scan_file(path, before.end.resume)
    assert [row.raw for row in before.rows + after.rows] == sample().lines()[1:]
