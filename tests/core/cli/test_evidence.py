"""`attempts`, `request`, `records`, `trace`, `verify`: keys, answers, exit statuses."""

from __future__ import annotations

import hashlib
import io
import json
from pathlib import Path
from typing import Any

import pytest
from corpus import corpus
from damage import cut_line
from log_files import write_lines
from logs import LogBuilder

from sessionlog.cli.main import run
from sessionlog.model.json import canonical

ATTEMPT = {
    "turn", "step", "firstSeq", "lastSeq", "outcome", "blocks", "usage", "finish", "firstTokenTime",
    "committedSeq",
}  # fmt: skip
Json = dict[str, Any]


def call(*argv: object, status: int = 0) -> list[Json]:
    """The results of one command with `--json`; an empty list when it only complained."""
    out, err = io.StringIO(), io.StringIO()
    assert run([*map(str, argv), "--json"], out, err) == status, err.getvalue()
    return [json.loads(line) for line in out.getvalue().splitlines()]


@pytest.fixture
def log() -> LogBuilder:
    log = LogBuilder("demo")
    log.user("List the files").retry("The files").tool("bash", {"command": "ls"}, "a.txt\n")
    log.assistant("There is one file.").end_turn()
    return log.compaction("One file.", keep=1).user("And now?").interrupt("So far")


@pytest.fixture
def path(tmp_path: Path, log: LogBuilder) -> Path:
    return log.write_zstd(tmp_path / "session.jsonl.zstd")


def test_attempts_lists_each_with_its_fate(path: Path, log: LogBuilder) -> None:
    found = call("attempts", path, "--session", "demo")
    assert all(set(one) == ATTEMPT for one in found)
    assert [one["outcome"] for one in found] == ["retried", "committed", "committed", "interrupted"]
    assert found[0]["committedSeq"] is None
    assert found[-1]["blocks"] == [{"type": "text", "text": "So far"}]
    assert [one["firstSeq"] for one in found] == sorted(one["firstSeq"] for one in found)


def test_an_attempt_that_runs_is_open(tmp_path: Path) -> None:
    log = LogBuilder("demo").user("x").stream("so f")
    (one,) = call("attempts", log.write_plain(tmp_path / "session.jsonl"))
    assert (one["outcome"], one["committedSeq"], one["finish"]) == ("open", None, None)


def test_a_request_is_named_by_its_first_chunk_or_its_answer(path: Path, log: LogBuilder) -> None:
    attempts = call("attempts", path)
    for attempt in attempts:
        (made,) = call("request", path, "--session", "demo", "--at", attempt["firstSeq"])
        assert list(made) == ["at", "messages", "messagesSha256", "header"]
        assert made["at"] == attempt["firstSeq"]
        assert made["messagesSha256"] == hashlib.sha256(canonical(made["messages"])).hexdigest()
        if attempt["committedSeq"] is not None:
            (answered,) = call("request", path, "--at", attempt["committedSeq"])
            assert answered["messages"] == made["messages"] and answered["header"] == made["header"]


def test_a_retried_request_asks_the_same_again(path: Path) -> None:
    first, second = call("attempts", path)[:2]
    (one,) = call("request", path, "--at", first["firstSeq"])
    (again,) = call("request", path, "--at", second["firstSeq"])
    assert one["messages"] == again["messages"]


def test_a_seq_that_begins_no_request_is_wrong_use(path: Path, log: LogBuilder) -> None:
    starts = {attempt["firstSeq"] for attempt in call("attempts", path)}
    answers = {attempt["committedSeq"] for attempt in call("attempts", path)}
    for event in log.events:
        good = event["seq"] in starts or event["seq"] in answers
        assert bool(call("request", path, "--at", event["seq"], status=0 if good else 2)) is good
    assert call("request", path, "--at", 10_000, status=2) == []


def test_records_gives_every_event_with_its_standing(path: Path, log: LogBuilder) -> None:
    found = call("records", path, "--session", "demo")
    assert [one["seq"] for one in found] == list(range(len(log.events)))
    assert all(list(one) == ["seq", "type", "time", "surface"] for one in found)
    standings = {one["surface"] for one in found}
    assert standings == {"current", "shadowed", "log-only"}


def test_records_can_be_chosen_by_type_and_standing(path: Path, log: LogBuilder) -> None:
    everything = call("records", path)
    prompts = call("records", path, "--type", "user/message", "--type", "tool/result")
    assert prompts == [one for one in everything if one["type"] in ("user/message", "tool/result")]
    assert call("records", path, "--surface", "shadowed") == [
        o for o in everything if o["surface"] == "shadowed"
    ]
    chunks = call("records", path, "--type", "assistant/chunk", "--surface", "log-only")
    assert len(chunks) == sum(event["type"] == "assistant/chunk" for event in log.events)


def test_trace_follows_one_event_both_ways(path: Path, log: LogBuilder) -> None:
    prompt = next(e["seq"] for e in log.events if e["type"] == "user/message")
    checkpoint = next(e for e in log.events if isinstance(e.get("surfaceOp"), dict))
    (traced,) = call("trace", path, "--session", "demo", "--event", prompt)
    assert traced["target"] == {
        "sessionId": "demo",
        "seq": prompt,
        "type": "user/message",
        "time": log.events[prompt]["time"],
        "surface": "shadowed",
    }
    assert traced["replacedBy"] == checkpoint["seq"]
    (there,) = call("trace", path, "--event", checkpoint["seq"])
    assert "replacedBy" not in there
    assert prompt in there["replacedEventSeqs"]
    assert call("trace", path, "--event", 10_000, status=2) == []


def test_trace_shows_the_family_and_what_is_missing(tmp_path: Path) -> None:
    home = tmp_path / "home"
    parent = LogBuilder("parent", parentSession="gone").user("a").assistant("b").end_turn()
    child = parent.fork("child").user("c").assistant("d").end_turn()
    for log in (parent, child):
        log.as_home(home)
    (traced,) = call("trace", home, "--session", "parent")
    assert (traced["complete"], traced["unresolvedParentId"]) == (False, "gone")
    assert [one["header"]["id"] for one in traced["descendants"]] == ["child"]
    (below,) = call("trace", home, "--session", "child")
    assert [one["header"]["id"] for one in below["ancestors"]] == ["parent"]
    assert "root" not in below


def test_a_circle_of_parents_is_said_not_walked_for_ever(tmp_path: Path) -> None:
    home = tmp_path / "home"
    for own, other in (("a", "b"), ("b", "a")):
        LogBuilder(own, parentSession=other).user("x").assistant("y").end_turn().as_home(home)
    assert call("trace", home, "--session", "a", status=2) == []


def test_verify_says_state_problems_and_what_the_harness_would_do(
    path: Path, tmp_path: Path, log: LogBuilder
) -> None:
    (good,) = call("verify", path)
    assert list(good) == ["id", "severity", "problems", "harness"]
    assert (good["severity"], good["problems"], good["harness"]["verdict"]) == ("ok", [], "opens")
    damaged = write_lines(tmp_path / "damaged.jsonl", cut_line(log.lines(), 9))
    (bad,) = call("verify", damaged, status=1)
    assert bad["severity"] == "damaged" and bad["problems"]


def test_broken_relations_and_answers_unlike_their_stream_are_findings_not_gates(tmp_path: Path) -> None:
    log = LogBuilder("demo").user("x").assistant("y").end_turn()
    log.last("assistant/message")["data"]["message"]["content"] = [{"type": "text", "text": "other"}]
    log.log("todo/write", {"todos": []})
    file = log.write_plain(tmp_path / "session.jsonl")
    for verb in ("verify", "inspect"):
        (found,) = call(verb, file)
        assert found["severity"] == "ok"
        assert [problem["code"] for problem in found["problems"]] == ["answer-content", "no-open-turn"]
        assert [problem["seq"] for problem in found["problems"]] == [
            log.last("assistant/message")["seq"],
            log.last("todo/write")["seq"],
        ]


def test_a_pruned_result_that_changed_more_than_its_content_makes_the_harness_refuse(tmp_path: Path) -> None:
    log = LogBuilder("demo").user("x").tool("bash", {}, "out").assistant("y").end_turn()
    result = log.last("tool/result")
    seq, changed = result["seq"], result["data"] | {"step": 2}
    op = {"op": "replace", "start": seq, "end": seq}
    log.log("tool/result", changed, sourceEventSeqs=[seq], surfaceOp=op)
    (found,) = call("verify", log.write_plain(tmp_path / "session.jsonl"), status=1)
    assert (found["severity"], found["harness"]["verdict"]) == ("damaged", "refuses")
    assert "replace-result-changed" in [problem["code"] for problem in found["problems"]]


def test_the_same_finding_is_listed_twenty_times_and_then_counted(tmp_path: Path) -> None:
    log = LogBuilder("demo").user("x").assistant("y").end_turn()
    for _ in range(50):
        log.log("todo/write", {"todos": []})
    (found,) = call("verify", log.write_plain(tmp_path / "session.jsonl"))
    assert len(found["problems"]) == 21
    assert found["problems"][-1]["message"].startswith("50 findings")


@pytest.mark.corpus
def test_every_session_of_the_corpus_is_verified() -> None:
    found = call("verify", corpus() / "dsh-v0" / "home")
    assert len(found) == 131
    assert {one["severity"] for one in found} <= {"ok", "repaired"}
    codes = [problem["code"] for one in found for problem in one["problems"]]
    assert codes.count("answer-no-chunks") == 2, "two answers were logged without their stream"
