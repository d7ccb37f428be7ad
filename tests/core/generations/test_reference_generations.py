"""Logs of generations 3 and 4 come to what the real harness makes of them (corpus `expected-v*.json`)."""

from __future__ import annotations

from typing import Any

import pytest
from corpus import corpus
from generations import cases, path_of, read_log

from sessionlog.model.attempts import Attempt, Outcome, fold_attempts
from sessionlog.model.closers import closers_of_rows
from sessionlog.model.derive import derive_event_message
from sessionlog.model.inherited import inherited_count
from sessionlog.model.restore import Restore
from sessionlog.model.severity import Severity

Json = dict[str, Any]


def reduced(seq: int, message: Json, entry: Json) -> Json:
    """A derived message in the form that the expectations have."""
    made = {"seq": seq, "role": message["role"], "content": message["content"]}
    if message["role"] == "tool":
        made |= {"toolCallId": message["toolCallId"], "isError": message["isError"]}
    if any("sourceKind" in item for item in entry["derived"]):
        made["sourceKind"] = message["source"]["kind"]
    return made


def streamed_text(attempt: Attempt) -> str:
    """The text that an attempt streamed; an answer that was logged without a stream has none."""
    texts = [str(block["text"]) for block in attempt.blocks if block.get("type") == "text"]
    return "".join(texts) if attempt.chunks else ""


@pytest.mark.parametrize(("folder", "name", "entry"), cases())
class TestLogs:
    def test_the_surface_and_what_the_model_is_sent(self, folder: str, name: str, entry: Json) -> None:
        corpus()
        if "surfaceNodes" not in entry:
            pytest.skip(f"{name} has no surface: it is refused")
        log = read_log(path_of(folder, name, entry))
        restore = Restore(log.dialect, log.header.id).feed_all(log.rows)
        assert len(log.rows) == entry["events"]
        assert restore.surface.nodes() == entry["surfaceNodes"]
        assert restore.surface.replace_generation == len(entry["replacements"])
        derived = [(event["seq"], derive_event_message(event)) for event in restore.surface.events()]
        assert [reduced(seq, dict(one), entry) for seq, one in derived if one] == entry["derived"]
        assert (restore.header or {}).get("config") == entry["requestHeaderConfig"]
        assert inherited_count(log.header, log.events) == entry["inheritedEventCount"]

    def test_the_closers(self, folder: str, name: str, entry: Json) -> None:
        corpus()
        if "interruptedTurnClosers" not in entry:
            pytest.skip(f"{name} is refused")
        log = read_log(path_of(folder, name, entry))
        made = closers_of_rows(log.rows, log.dialect, log.header.id)
        assert made == entry["interruptedTurnClosers"]
        assert [list(event) for event in made] == [list(event) for event in entry["interruptedTurnClosers"]]

    def test_the_attempts(self, folder: str, name: str, entry: Json) -> None:
        corpus()
        if "attempts" not in entry:
            pytest.skip(f"{name} is refused")
        log = read_log(path_of(folder, name, entry))
        told = folder != "generations"  # those of generation 3 do not say it
        made = [
            {
                "seq": attempt.first_seq,
                "type": "assistant/attempt" if attempt.committed_seq is None else "assistant/message",
                **({"interrupted": True} if told and attempt.outcome is Outcome.INTERRUPTED else {}),
                "chunks": attempt.chunks,
                "text": streamed_text(attempt),
            }
            for attempt in fold_attempts(log.rows, log.dialect, log.header.id)
        ]
        assert sorted(made, key=lambda one: one["seq"]) == entry["attempts"]

    def test_the_verdict(self, folder: str, name: str, entry: Json) -> None:
        corpus()
        strict = entry.get("strictCurrent")
        if strict is None:
            pytest.skip(f"{name} does not come to be judged: it is refused on the way to its generation")
        log = read_log(path_of(folder, name, entry))
        said = " ".join(problem.message for problem in log.diagnosis.problems)
        if strict != "ok":
            unknown = "contains unknown event type"
            text = strict["message"]
            assert (text.partition('"')[2].partition('"')[0] if unknown in text else text) in said
            return
        assert "relation" not in {problem.code for problem in log.diagnosis.problems}
        closed = not entry["interruptedTurnClosers"]
        assert log.diagnosis.severity == (Severity.OK if closed else Severity.REPAIRED)


def test_a_resumed_log_goes_on_where_the_first_one_ends() -> None:
    """What the real harness appended: closers, a marker, and the turns after it, in the same session."""
    pairs = sorted(corpus().glob("generation*/**/*.after-dsh-resume*.jsonl"))
    assert len(pairs) >= 14
    for resumed in pairs:
        before = read_log(resumed.with_name(resumed.name.replace(".after-dsh-resume", "")))
        after = read_log(resumed)
        assert after.header.id == before.header.id
        assert [row.raw for row in after.rows[: len(before.rows)]] == [row.raw for row in before.rows]
        closers = closers_of_rows(before.rows, before.dialect, before.header.id)
        appended = after.events[len(before.rows) :]
        assert appended[: len(closers)] == closers, resumed.name
