"""The judgement of real logs, as far as generation 0 is concerned."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from corpus import corpus
from scans import scan_file

from sessionlog.model.severity import Severity
from sessionlog.sources.discover import discover

pytestmark = pytest.mark.corpus


def test_framed_and_damaged_variants_get_the_judgement_due_to_them() -> None:
    folder = corpus() / "generations" / "zstd"
    expected = json.loads((folder / "expected-severity.json").read_text())
    mine = {name: due for name, due in expected.items() if ".v0." in name}
    assert mine
    assert {name: scan_file(folder / name).end.diagnosis.severity.value for name in mine} == mine


@pytest.mark.parametrize(
    ("name", "severity"),
    [
        ("v0-tools.jsonl", Severity.OK),
        ("v0-cancel.jsonl", Severity.OK),
        ("v0-fork.jsonl", Severity.OK),
        ("v0-crash.jsonl", Severity.REPAIRED),
        ("released-v0-real-shapes.jsonl", Severity.OK),
    ],
)
def test_logs_of_the_last_release_that_wrote_generation_0(name: str, severity: Severity) -> None:
    read = scan_file(corpus() / "generations" / "v0" / name)
    assert read.end.diagnosis.severity is severity


def test_sources_stored_as_runs_are_decoded_in_the_view() -> None:
    read = scan_file(corpus() / "generations" / "v0" / "v0-tools.jsonl")
    answer = next(row for row in read.rows if row.type == "assistant/message")
    assert answer.value["sourceEventSeqs"] == [[8, 18]]
    shown = next(event for event in read.events("v0-tools") if event["seq"] == answer.seq)
    assert shown["sourceEventSeqs"] == list(range(8, 19))


@pytest.mark.parametrize("generation", [1, 2, 4])
def test_later_generations_of_the_corpus_are_listed(generation: int) -> None:
    found = discover(corpus() / "generations" / f"v{generation}")
    assert found.artifacts
    assert {artifact.generation for artifact in found.artifacts} == {generation}
    assert found.refused == []


def test_a_home_of_131_sessions_has_nothing_to_complain_of() -> None:
    found = discover(corpus() / "dsh-v0" / "home")
    assert len(found.artifacts) == 131
    assert (found.refused, found.problems) == ([], [])
    assert all(artifact.problems == () for artifact in found.artifacts)
    severities = {scan_file(Path(artifact.path)).end.diagnosis.severity for artifact in found.artifacts}
    assert severities == {Severity.OK}
