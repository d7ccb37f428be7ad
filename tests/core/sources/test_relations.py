"""Broken relations between events stand in the diagnosis that a scan makes, and are no gate."""

from __future__ import annotations

from pathlib import Path

import pytest
from later_logs import LaterLog
from logs import LogBuilder
from scans import scan_file
from stores import write_lines

from sessionlog.library import Library
from sessionlog.model.severity import Diagnosis, Level, Severity


def broken_log() -> LogBuilder:
    """Two entries outside of any turn, and a turn that leaves out a number."""
    log = LogBuilder("demo").user("x").assistant("y").end_turn()
    log.log("todo/write", {"todos": []})
    log.log("todo/write", {"todos": []})
    log.log("turn/start", {"turn": 3, "trigger": {"kind": "user"}})
    log.log("turn/end", {"turn": 3, "reason": {"kind": "completed"}})
    return log


def told(diagnosis: Diagnosis) -> list[tuple[str, Level, int | None]]:
    return [(problem.code, problem.level, problem.seq) for problem in diagnosis.problems]


def test_relations_are_counted_by_kind_and_change_neither_severity_nor_verdict(tmp_path: Path) -> None:
    log = broken_log()
    found = scan_file(write_lines(tmp_path / "log.jsonl", log.lines())).end.diagnosis
    first = next(event["seq"] for event in log.events if event["type"] == "todo/write")
    assert (found.severity, found.harness.verdict) == (Severity.OK, "opens")
    assert told(found) == [("no-open-turn", Level.WARN, first), ("turn-number", Level.WARN, first + 2)]
    todo, _ = found.problems
    assert (
        todo.message
        == f"todo/write at seq {first} stands outside a turn. (2 of them, the last at {first + 1})"
    )


def test_generation_2_is_told_as_well(tmp_path: Path) -> None:
    log = LaterLog(2).begin("x").answer(["y"]).end()
    log.add("todo/write", {"todos": []})
    found = scan_file(write_lines(tmp_path / "log.jsonl", log.lines())).end.diagnosis
    assert (found.severity, [problem.code for problem in found.problems]) == (Severity.OK, ["no-open-turn"])


@pytest.mark.parametrize("cut", range(1, 20))
def test_a_log_that_grew_is_judged_as_if_it_had_been_scanned_whole(tmp_path: Path, cut: int) -> None:
    lines = broken_log().lines()
    cut = min(cut, len(lines) - 1)
    path = write_lines(tmp_path / "log.jsonl", lines[:cut])
    begun = scan_file(path)
    path = write_lines(path, lines)
    assert scan_file(path, begun.end.resume).end.diagnosis == scan_file(path).end.diagnosis


def test_after_a_gap_nobody_knows_what_is_open_and_nothing_is_told(tmp_path: Path) -> None:
    log = broken_log()
    start = next(number for number, line in enumerate(log.lines()) if b"turn/start" in line)
    lines = [line for number, line in enumerate(log.lines()) if number != start + 1]
    found = scan_file(write_lines(tmp_path / "log.jsonl", lines)).end.diagnosis
    assert [problem.code for problem in found.problems] == ["seq-gap"]


def test_an_event_that_is_nested_too_deep_ends_what_can_be_told(tmp_path: Path) -> None:
    log = broken_log()
    lines = log.lines()
    start = next(number for number, line in enumerate(lines) if b"turn/start" in line)
    deep = lines[start].replace(b'"data":{', b'"data":{"deep":' + b"[" * 600 + b"]" * 600 + b",")
    lines[start] = deep
    found = scan_file(write_lines(tmp_path / "log.jsonl", lines)).end.diagnosis
    assert [problem.code for problem in found.problems] == ["deep"]


def test_an_old_tool_result_is_matched_with_its_call(tmp_path: Path) -> None:
    log = LogBuilder("demo").user("x").tool("bash", {}, "out").assistant("y").end_turn()
    result = log.last("tool/result")
    message = result["data"]["message"]
    block = message["content"][0]
    result["data"] = {
        "turn": 1,
        "step": result["data"]["step"],
        "callId": block["toolCallId"],
        "content": block["content"],
        "isError": False,
    }
    assert scan_file(write_lines(tmp_path / "log.jsonl", log.lines())).end.diagnosis.problems == ()


def test_the_library_has_them_of_what_was_imported_and_of_what_was_opened_and_read(tmp_path: Path) -> None:
    file = broken_log().write_plain(tmp_path / "from" / "session.jsonl")
    library = Library.open(tmp_path / "library.db")
    try:
        (made,) = library.import_path(file)
        assert made.ref is not None
        source = library.open_path(file)
        (opened,) = library.sessions(source.id)
        library.prepare_log(opened.ref)
        read = library.diagnosis(opened.ref)
        assert [problem.code for problem in read.problems] == ["no-open-turn", "turn-number"]
        assert library.diagnosis(made.ref) == read
    finally:
        library.close()


def test_chunks_that_name_another_step_are_told_and_those_of_the_open_one_are_not(tmp_path: Path) -> None:
    log = LogBuilder("demo").user("x").stream("ab").finish().assistant("y").end_turn()
    usage = next(event for event in log.events if event["data"].get("chunk", {}).get("type") == "usage")
    assert scan_file(write_lines(tmp_path / "log.jsonl", log.lines())).end.diagnosis.problems == ()
    usage["data"]["step"] = 7
    found = scan_file(write_lines(tmp_path / "log.jsonl", log.lines())).end.diagnosis
    assert told(found) == [("step-place", Level.WARN, usage["seq"])]
