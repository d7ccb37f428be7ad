"""The naive judge alone against the reference's results, and that it shares no code with the product."""

from __future__ import annotations

import ast
import hashlib
import json
from functools import cache
from pathlib import Path
from typing import Any

import naive_judge
import pytest
from corpus import corpus, expected, session_files
from log_files import read_text
from naive_judge import Json, canonical

HERE = Path(naive_judge.__file__).parent


def test_it_imports_nothing_but_itself_and_the_standard_library() -> None:
    names = set()
    for path in HERE.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.ImportFrom):
                names.add((node.module or "").split(".")[0])
            elif isinstance(node, ast.Import):
                names |= {name.name.split(".")[0] for name in node.names}
    assert names == {"__future__", "json", "naive_judge", "typing"}


@cache
def judged() -> dict[str, Json]:
    corpus()
    found = [naive_judge.judge_lines(read_text(path).split(b"\n")) for path in session_files()]
    return {log["header"]["id"]: log for log in found}


def digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def reference(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((corpus() / "dsh-v0" / name).read_text())
    return found


@pytest.mark.corpus
def test_it_finds_in_131_sessions_what_the_reference_found() -> None:
    for session_id, log in judged().items():
        due = expected(session_id)
        assert digest("\n".join(map(canonical, log["events"]))) == due["eventsSha256"], session_id
        assert log["surface"] == due["surface"], session_id
        assert log["messages"] == due["derivedMessages"], session_id
        assert log["requestHeader"] == due.get("requestHeader"), session_id
        assert log["requestContext"] == due.get("requestContext"), session_id
        assert log["refused"] is None, session_id
        assert not any(attempt["differs"] for attempt in log["attempts"]), session_id
    assert len(judged()) == 131


@pytest.mark.corpus
def test_it_closes_2276_prefixes_as_the_reference_does() -> None:
    checked = 0
    for session_id, by_length in reference("repair.json").items():
        events = judged()[session_id]["events"]
        for length, due in by_length.items():
            assert canonical(naive_judge.closers(events[: int(length)])) == canonical(due)
            checked += 1
    assert checked == 2276


@pytest.mark.corpus
def test_it_reconstructs_the_287_requests_that_the_reference_sent() -> None:
    checked = 0
    for session_id, boundaries in reference("requests.json").items():
        found = {request["at"]: request for request in judged()[session_id]["requests"]}
        assert list(found) == [due["firstChunkSeq"] for due in boundaries], session_id
        for due in boundaries:
            request = found[due["firstChunkSeq"]]
            assert [message["id"] for message in request["messages"]] == due["messageIds"]
            assert digest(canonical(request["messages"])) == due["messagesSha256"]
            assert in_short(request["header"]) == due["header"]
            checked += 1
    assert checked == 287


def in_short(header: Json | None) -> Json | None:
    """A header as `requests.json` gives it: the prompt's hash and the names of the tools."""
    if header is None:
        return None
    system, tools = header.get("system"), header.get("tools")
    if isinstance(tools, list):
        tools = [tool.get("name") if isinstance(tool, dict) else None for tool in tools]
    named = None if system is None else digest(system)
    return {"config": header["config"], "systemSha256": named, "toolNames": tools}
