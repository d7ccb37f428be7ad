"""A log of a later format that grew, read on from where it ended, is judged as one that was read whole."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from corpus import corpus
from generations import read_log
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from later_logs import LaterLog

from sessionlog.model.scan import ResumePoint, ScannedRow
from sessionlog.model.severity import Diagnosis
from sessionlog.sources.artifact import read_artifact
from sessionlog.sources.scan import scan


def grown(path: Path, lines: list[bytes], cuts: list[int]) -> tuple[list[bytes], Diagnosis]:
    """Read a log that is written in several pieces, each time from the end of the one before."""
    rows: list[bytes] = []
    resume: ResumePoint | None = None
    text = b"".join(line + b"\n" for line in lines)
    for end in [*sorted(cuts), len(text)]:
        path.write_bytes(text[: max(end, len(lines[0]) + 1)])
        reading = scan(read_artifact(path), resume=resume)
        rows += [item.row.raw for item in reading if isinstance(item, ScannedRow)]
        resume = ResumePoint.from_json(json.loads(json.dumps(reading.end.resume.as_json())))
        diagnosis = reading.end.diagnosis
    return rows, diagnosis


def scripts(generation: int) -> LaterLog:
    log = LaterLog(generation, seeded=True, parentSession="p").begin("Go").retry(["a"])
    log.call("bash", "{}", "out").next_step().answer(["done"], {"outputTokens": 2}).end()
    log.add("session/end-seed", {"inherited": True})
    return log.begin("On").call("bash", "{}", "out")


@pytest.mark.parametrize("generation", [2, 3, 4])
@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_growth_is_judged_as_the_whole(generation: int, tmp_path: Path, data: Any) -> None:
    lines = scripts(generation).lines()
    size = sum(len(line) + 1 for line in lines)
    cuts = data.draw(st.lists(st.integers(0, size), max_size=3))
    rows, diagnosis = grown(tmp_path / "session.jsonl", lines, cuts)
    assert rows == lines[1:]
    whole, judged = grown(tmp_path / "session.jsonl", lines, [])
    assert whole == rows
    assert diagnosis == judged
    assert str(judged.severity) == "repaired"


def test_a_refused_log_is_refused_however_it_came(tmp_path: Path) -> None:
    path = corpus() / "generation-4" / "v4-handwritten" / "w4-nosys.after-dsh-resume.v4.jsonl"
    if not path.is_file():
        pytest.skip("the corpus has no w4-nosys.after-dsh-resume")
    lines = path.read_bytes().splitlines()
    for cut in range(500, path.stat().st_size, 1500):
        _, diagnosis = grown(tmp_path / "session.jsonl", lines, [cut])
        assert diagnosis.harness == read_log(path).diagnosis.harness
