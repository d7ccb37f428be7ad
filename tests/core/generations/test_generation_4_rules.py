"""Row sets of generation 4 and cuts of its logs, judged and closed as the real harness does."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from corpus import corpus, find_corpus
from generations import read_log

from sessionlog.model.closers import FORKED, crash_closers
from sessionlog.model.derive import derive_event_message
from sessionlog.model.faults import LogFault
from sessionlog.model.inherited import inherited_count
from sessionlog.model.restore import Restore
from sessionlog.model.severity import Severity

Json = dict[str, Any]
CASES = "generation-4/cases"


def of_corpus(file: str) -> list[Any]:
    if find_corpus() is None:
        return [pytest.param({}, id="no-corpus")]
    entries = json.loads((corpus() / file).read_text())
    return [pytest.param(entry, id=str(entry.get("name") or entry.get("source"))) for entry in entries]


def as_log(rows: list[Json], folder: Path) -> Path:
    path = folder / "session.v4.jsonl"
    lines = (json.dumps(row, ensure_ascii=False, separators=(",", ":")) for row in rows)
    path.write_text("".join(f"{line}\n" for line in lines))
    return path


@pytest.mark.parametrize("case", of_corpus(f"{CASES}/native-v4-rules.json"))
def test_a_row_set_is_judged_as_the_harness_judges_it(case: Json, tmp_path: Path) -> None:
    corpus()
    log = read_log(as_log(case["rows"], tmp_path))
    read = case["verdicts"]["read"]
    if read == "ok":
        closed = not case["interruptedTurnClosers"]
        assert log.diagnosis.severity == (Severity.OK if closed else Severity.REPAIRED)
        return
    assert log.diagnosis.severity == Severity.DAMAGED
    verdict = log.diagnosis.harness
    assert verdict.verdict == "refuses"
    unsupported = "unknown to this harness" in read["message"] or "Unsupported" in read["name"]
    wanted = "SessionFormatUnsupportedError" if unsupported else "SessionPersistenceCorruptionError"
    assert verdict.error_class == wanted
    assert verdict.text is not None and read["message"] in verdict.text


@pytest.mark.parametrize("case", of_corpus(f"{CASES}/native-v4-rules.json"))
def test_a_row_set_comes_to_the_same_surface_and_closers(case: Json, tmp_path: Path) -> None:
    corpus()
    if "surfaceNodes" not in case:
        pytest.skip(f"{case['name']}: refused before anything is derived")
    log = read_log(as_log(case["rows"], tmp_path))
    restore = Restore(log.dialect, log.header.id).feed_all(log.rows)
    assert restore.surface.nodes() == case["surfaceNodes"]
    derived = [(event["seq"], derive_event_message(event)) for event in restore.surface.events()]
    if case["derived"]:  # the set with a foreign system source has none
        assert [{"seq": seq, **message} for seq, message in derived if message] == case["derived"]
    assert inherited_count(log.header, log.events) == case["inheritedEventCount"]
    assert crash_closers(log.events, log.dialect.closing) == case["interruptedTurnClosers"]


@pytest.mark.parametrize("case", of_corpus(f"{CASES}/fork-and-crash-cuts.json"))
def test_every_cut_of_a_log_is_closed_as_the_harness_closes_it(case: Json) -> None:
    corpus()
    path = corpus() / "generation-4" / case["source"]
    if not path.is_file():
        pytest.skip(f"the corpus has no {case['source']}")
    log = read_log(path)
    for cut in case["cuts"]:
        prefix = log.events[: cut["boundary"] + 1]
        last = prefix[-1]
        assert last["type"] == cut["boundaryType"]
        crashed = crash_closers(prefix, log.dialect.closing)
        assert crashed == cut["crashClosers"]
        marker = {"type": "session/end-seed", "seq": last["seq"] + 1, "time": last["time"]}
        marker["data"] = {"inherited": True}
        forked = [marker, *crash_closers([*prefix, marker], log.dialect.closing, FORKED)]
        assert forked == cut["forkTail"]
        assert [list(event) for event in forked] == [list(event) for event in cut["forkTail"]]


def test_a_log_that_became_unreadable_is_shown_and_its_refusal_said() -> None:
    """A log without a system message, resumed: the real harness put its own in the middle."""
    path = corpus() / "generation-4" / "v4-handwritten" / "w4-nosys.after-dsh-resume.v4.jsonl"
    if not path.is_file():
        pytest.skip("the corpus has no w4-nosys.after-dsh-resume")
    log = read_log(path)
    assert len(log.rows) == 21
    assert log.diagnosis.severity == Severity.DAMAGED
    assert "protected first surface head" in (log.diagnosis.harness.text or "")


def test_an_offload_of_what_is_not_there_changes_nothing() -> None:
    """The fold refuses it, as the harness does when it takes the session up."""
    path = corpus() / "generation-4" / "v4-handwritten" / "w4-min.v4.jsonl"
    log = read_log(path)
    restore = Restore(log.dialect, log.header.id).feed_all(log.rows)
    data = {"targets": [{"seq": 3, "imageIndexes": [0]}]}
    event = {"type": "image/offload", "seq": len(log.rows), "time": 1, "data": data}
    before = restore.messages()
    with pytest.raises(LogFault, match="image/offload"):
        restore.surface.apply(event)
    assert restore.messages() == before
    assert restore.surface.next_seq == len(log.rows)


REFUSED = "Session migration from v3 to v4 refuses the transformed artifact: "


@pytest.mark.parametrize("case", of_corpus(f"{CASES}/refusals-v4.json"))
def test_what_strict_reading_of_generation_3_refuses_is_told(case: Json, tmp_path: Path) -> None:
    """The checks of the target format run on the migrated rows; here they are told of the stored ones."""
    corpus()
    result, header = case["result"], case["rows"][0]
    if header["version"] != 3 or not isinstance(result, dict):
        pytest.skip(f"{case['name']}: no refusal of a log of format 3")
    text = result["message"].removeprefix(REFUSED)
    if text == result["message"] and result["class"] != "SessionFormatError":
        pytest.skip(f"{case['name']}: a rule of the migration alone")
    log = read_log(as_log(case["rows"], tmp_path))
    said = [problem.message for problem in log.diagnosis.problems]
    said.append(log.diagnosis.harness.text or "")
    told = text.replace("format v4 user/message", "user/message")
    if "released tool-result wrapper" in told or "released v2" in told:
        pytest.skip(f"{case['name']}: a rule of format 4, or one of the physical row")
    assert any(told in one for one in said), (told, said)
