"""131 sessions that the reference wrote: what it derived from each, our folds derive too."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest
from corpus import corpus, expected, find_corpus, session_files
from row_logs import V0, StoredLog, read_log, unpacked

from sessionlog.model.attempts import fold_attempts
from sessionlog.model.closers import crash_closers
from sessionlog.model.json import canonical, encode
from sessionlog.model.request import request_before, requests
from sessionlog.model.restore import Restore

pytestmark = pytest.mark.corpus

LOGS = session_files() if find_corpus() else []


def digest(value: Any) -> str:
    return hashlib.sha256(canonical(value)).hexdigest()


@pytest.fixture(params=LOGS or [None], ids=lambda path: path.parent.name if path else "no-corpus")
def log(request: pytest.FixtureRequest) -> StoredLog:
    corpus()
    return read_log(request.param)


def test_the_corpus_is_whole() -> None:
    corpus()
    assert len(LOGS) == 131


def test_surface_messages_header_and_context_equal_the_reference(log: StoredLog) -> None:
    due = expected(log.id)
    restored = Restore(V0, log.id).feed_all(log.rows)
    assert restored.surface.nodes() == due["surface"]["nodes"]
    assert restored.surface.replace_generation == due["surface"]["replaceGeneration"]
    assert restored.messages() == due["derivedMessages"]
    assert restored.header == due.get("requestHeader")
    assert restored.context == due.get("requestContext")


def test_every_event_is_the_one_the_reference_hashed(log: StoredLog) -> None:
    events = [canonical(event) for event in log.events()]
    assert hashlib.sha256(b"\n".join(events)).hexdigest() == expected(log.id)["eventsSha256"]


def reference_results(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((corpus() / "dsh-v0" / name).read_text())
    return found


def log_named(session_id: str) -> StoredLog:
    return read_log(path_of(session_id))


def path_of(session_id: str) -> Path:
    return next(path for path in LOGS if path.parent.name == session_id)


def test_all_2276_crash_closers_are_those_of_the_reference_byte_for_byte() -> None:
    checked = 0
    for session_id, by_length in reference_results("repair.json").items():
        events = log_named(session_id).events()
        for length, due in by_length.items():
            assert encode(crash_closers(events[: int(length)])) == encode(due), (session_id, length)
            checked += 1
    assert checked == 2276


def test_all_287_requests_are_those_that_the_reference_sent() -> None:
    checked = 0
    for session_id, boundaries in reference_results("requests.json").items():
        log = log_named(session_id)
        one_pass = {request.at: request for request in requests(log.rows, V0, log.id)}
        for due in boundaries:
            at = due["firstChunkSeq"]
            request = request_before(log.rows, V0, log.id, at)
            assert [message["id"] for message in request.messages] == due["messageIds"]
            assert digest(request.messages) == due["messagesSha256"]
            assert header_summary(request.header) == due["header"], (session_id, at)
            assert one_pass[at] == request
            checked += 1
        streamed = {due["firstChunkSeq"] for due in boundaries}
        unstreamed = {
            attempt.first_seq for attempt in fold_attempts(log.rows, V0, log.id) if not attempt.chunks
        }
        assert one_pass.keys() == streamed | unstreamed
    assert checked == 287


def test_every_committed_answer_is_what_its_chunks_assemble_to_or_says_why_not() -> None:
    corpus()
    answers, differences = 0, []
    for log in map(read_log, LOGS):
        attempts = list(fold_attempts(log.rows, V0, log.id))
        assert attempts == list(fold_attempts(unpacked(log.rows), V0, log.id)), (
            "packed and unpacked rows agree"
        )
        committed = [attempt for attempt in attempts if attempt.committed_seq is not None]
        appended = [event for event in log.events() if is_answer(event)]
        assert [attempt.committed_seq for attempt in committed] == [event["seq"] for event in appended]
        answers += len(committed)
        differences += [
            (log.id, attempt.committed_seq, d.code) for attempt in committed for d in attempt.differences
        ]
    assert answers == 278
    assert [code for _, _, code in differences] == ["no-chunks", "no-chunks"], "written without their stream"


def is_answer(event: dict[str, Any]) -> bool:
    return event["type"] == "assistant/message" and event["surfaceOp"] == "append"


def header_summary(header: dict[str, Any] | None) -> dict[str, Any] | None:
    """A header in the short form of `requests.json`: the prompt as a hash, the tools by name."""
    if header is None:
        return None
    short: dict[str, Any] = {"config": header["config"]}
    system, tools = header.get("system"), header.get("tools")
    short["systemSha256"] = None if system is None else hashlib.sha256(system.encode()).hexdigest()
    if isinstance(tools, list):
        tools = [tool["name"] if isinstance(tool, dict) else None for tool in tools]
    short["toolNames"] = tools
    return short
