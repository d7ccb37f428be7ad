"""Row sets with one rule each, commands and compactions above all: judged as release 0.2.1rc2 judges them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from rule_cases import CASES, Rows, numbered
from scans import scan_file

from sessionlog.model.scan import ScanEnd
from sessionlog.model.severity import Level, Severity


def judged(rows: Rows, folder: Path, generation: int = 4, resume_at: int | None = None) -> ScanEnd:
    header = {"type": "session", "version": generation, "id": "set", "createdAt": 1, "isSeeded": False}
    header["delegationDepth"] = 0
    lines = [json.dumps(row, separators=(",", ":")) for row in (header, *numbered(rows))]
    path = folder / f"session.v{generation}.jsonl"
    if resume_at is None:
        path.write_text("".join(f"{line}\n" for line in lines))
        return scan_file(path).end
    path.write_text("".join(f"{line}\n" for line in lines[: resume_at + 1]))
    point = scan_file(path).end.resume
    path.write_text("".join(f"{line}\n" for line in lines))
    return scan_file(path, point).end


@pytest.mark.parametrize("name", CASES)
def test_a_row_set_is_refused_in_the_words_of_the_harness(name: str, tmp_path: Path) -> None:
    rows, text = CASES[name]
    verdict = judged(rows, tmp_path).diagnosis
    assert (verdict.severity is Severity.DAMAGED) == bool(text)
    if text:
        assert verdict.harness.error_class == "SessionPersistenceCorruptionError"
        assert verdict.harness.text == f'session "set": stored log is corrupt: {text}'


@pytest.mark.parametrize("name", CASES)
def test_a_log_that_grew_is_judged_like_one_that_is_read_at_once(name: str, tmp_path: Path) -> None:
    rows, _ = CASES[name]
    whole = judged(rows, tmp_path).diagnosis
    for at in (len(rows) // 2, len(rows) - 1):
        grown = judged(rows, tmp_path, resume_at=at).diagnosis
        assert (grown.severity, grown.harness) == (whole.severity, whole.harness)


def test_generation_3_tells_what_only_strict_reading_refuses(tmp_path: Path) -> None:
    rows: list[dict[str, Any]] = CASES["done alone"][0]
    verdict = judged(rows, tmp_path, generation=3).diagnosis
    (told,) = [problem for problem in verdict.problems if problem.code == "relation"]
    assert told.level is not Level.ERROR
    assert "command/done has no prior command/run" in told.message
    assert verdict.harness.verdict != "refuses"


@pytest.mark.parametrize("generation", [2, 3, 4])
def test_the_retired_reason_of_a_request_header_is_refused(generation: int, tmp_path: Path) -> None:
    header = {"config": {"provider": "p", "model": "m"}}
    place = {"turn": 1, "step": 1}
    rows: list[dict[str, Any]] = [
        {"type": "turn/start", "data": {"turn": 1}},
        {"type": "step/start", "data": place},
        {"type": "request/header", "data": {"header": header, "reason": "initial"}},
        {"type": "step/end", "data": place},
        {"type": "turn/end", "data": {"turn": 1, "reason": {"kind": "completed"}}},
    ]
    assert judged(rows, tmp_path, generation).diagnosis.harness.verdict == "opens"
    rows[2]["data"]["reason"] = "fallback"
    verdict = judged(rows, tmp_path, generation).diagnosis.harness
    assert (verdict.verdict, verdict.error_class) == ("refuses", "SessionFormatUnsupportedError")
    assert 'request/header event (seq 2) with the unsupported legacy reason "fallback"' in (
        verdict.text or ""
    )


def test_a_state_from_before_these_rules_judges_nothing_that_it_cannot_know() -> None:
    from sessionlog.generations.v4.check import StrictCheckFour

    state = StrictCheckFour("set").state()
    del state["commands"], state["compactions"]
    later = StrictCheckFour("set", state)
    assert "commands" not in later.state()
