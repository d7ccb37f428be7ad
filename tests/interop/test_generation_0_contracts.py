"""Logs that the last release of generation 0 writes here and now: what it sent is what we say it sent.

`SESSIONLOOM_INTEROP_LOGS` says how many sessions are made (40 by default). Every third process of
the harness is killed while an answer streams.
"""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from harness import Release
from mock_model import scripted_model
from row_logs import V0, StoredLog, read_log, unpacked

from sessionlog.generations.v0.vocabulary import KNOWN_TYPES
from sessionlog.model.attempts import Attempt, Outcome, fold_attempts
from sessionlog.model.closers import closers_of_rows, crash_closers
from sessionlog.model.invariants import check_invariants
from sessionlog.model.request import request_before
from sessionlog.model.validation import LoadCheck
from sessionlog.sources.discover import discover
from sessionlog.sources.scan import scan

Json = dict[str, Any]
pytestmark = pytest.mark.timeout(1800)

RELEASE = Release("0.1.2rc1")
LOGS = int(os.environ.get("SESSIONLOOM_INTEROP_LOGS", "40"))
SESSIONS_OF_A_PROCESS = 10
PROMPTS = (
    "hello",
    "hello TOOL",
    "TWOTOOLS hello",
    "RETRY429 hello",
    "RETRY503 hello TOOL",
    "RETRYSTREAM hello",
)
CLIENT = """
import json, sys
from deepseek_harness import DeepSeekHarness

plan = json.loads(sys.argv[1])
with DeepSeekHarness(cwd=plan["cwd"]) as harness:
    for prompts in plan["sessions"]:
        session = harness.start_session()
        for prompt in prompts:
            print(prompt, flush=True)
            session.run(prompt)
"""


@dataclass(frozen=True)
class Written:
    """A session's log and the requests that the model received for it."""

    log: StoredLog
    path: Path
    requests: list[Json]
    killed: bool

    @property
    def attempts(self) -> list[Attempt]:
        return list(fold_attempts(self.log.rows, V0, self.log.id))


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> list[Written]:
    place = tmp_path_factory.mktemp("harness")
    rng = random.Random(1)
    killed_marks: set[str] = set()
    with scripted_model() as (base, script):
        for process in range(0, LOGS, SESSIONS_OF_A_PROCESS):
            sessions = [
                [f"{rng.choice(PROMPTS)} mark-{process + number}-end" for _ in range(rng.randint(1, 4))]
                for number in range(min(SESSIONS_OF_A_PROCESS, LOGS - process))
            ]
            kill = process // SESSIONS_OF_A_PROCESS % 3 == 2
            if kill:
                sessions[-1].append(f"SLOW hello mark-{process + len(sessions) - 1}-end")
                killed_marks.add(f"mark-{process + len(sessions) - 1}-end")
            _run(place, base, sessions, kill=kill)
        requests = list(script.requests)
    found = []
    for path in sorted((place / "home").glob("sessions/*/*/session.jsonl.zstd")):
        log = read_log(path)
        mark = _mark(log)
        own = [request for request in requests if f" {mark}" in json.dumps(request["messages"])]
        found.append(Written(log, path, own, mark in killed_marks))
    return found


def _run(place: Path, base: str, sessions: list[list[str]], *, kill: bool) -> None:
    RELEASE.install()
    cwd = place / "work"
    cwd.mkdir(exist_ok=True)
    command = [str(RELEASE.python), "-c", CLIENT, json.dumps({"cwd": str(cwd), "sessions": sessions})]
    environment = {
        **os.environ,
        "DSH_HOME": str(place / "home"),
        "DSH_TELEMETRY_MODE": "DISABLED",
        "DEEPSEEK_API_KEY": "x",
        "DEEPSEEK_BASE_URL": base,
    }
    client = subprocess.Popen(
        command, cwd=cwd, env=environment, stdout=subprocess.PIPE, text=True, start_new_session=True
    )
    try:
        assert client.stdout is not None
        for line in client.stdout:
            if kill and line.startswith("SLOW"):
                time.sleep(2.5)  # some of the 20 s answer reaches the disk
                os.killpg(client.pid, signal.SIGKILL)
                break
        client.wait(timeout=240)
    finally:
        if client.poll() is None:
            os.killpg(client.pid, signal.SIGKILL)
            client.wait()
        if client.stdout is not None:
            client.stdout.close()


def _mark(log: StoredLog) -> str:
    prompt = next(event for event in log.events() if event["type"] == "user/message")
    return str(prompt["data"]["content"][0]["text"].split()[-1])


def wire(messages: list[Any], header: Json) -> list[Json]:
    """Messages in the form of a chat completion, as the harness's adapter sends them."""
    sent: list[Json] = [{"role": "system", "content": header["system"]}]
    for message in messages:
        blocks = message["content"]
        text = "".join(block["text"] for block in blocks if block["type"] == "text")
        if message["role"] == "assistant":
            sent.append(_answer(blocks, text))
        elif blocks[0]["type"] == "tool-result":
            output = "".join(block["text"] for block in blocks[0]["content"])
            sent.append({"role": "tool", "tool_call_id": blocks[0]["toolCallId"], "content": output})
        else:
            sent.append({"role": "user", "content": text})
    return sent


def _answer(blocks: list[Json], text: str) -> Json:
    answer: Json = {"role": "assistant", "content": text}
    thought = "".join(block["text"] for block in blocks if block["type"] == "reasoning")
    calls = [
        {"id": b["id"], "type": "function", "function": {"name": b["name"], "arguments": b["arguments"]}}
        for b in blocks
        if b["type"] == "tool-call"
    ]
    return (
        answer
        | ({"reasoning_content": thought} if thought else {})
        | ({"tool_calls": calls} if calls else {})
    )


def test_as_many_logs_were_written_as_sessions_were_begun(written: list[Written]) -> None:
    assert len(written) == LOGS
    assert any(one.killed for one in written) or LOGS <= 20
    outcomes = {attempt.outcome for one in written for attempt in one.attempts}
    assert {Outcome.COMMITTED, Outcome.RETRIED} <= outcomes


def test_every_request_that_the_model_received_is_the_one_that_the_log_gives_back(
    written: list[Written],
) -> None:
    compared = 0
    for one in written:
        attempts = one.attempts
        if not one.killed:
            assert len(attempts) == len(one.requests), one.path
        for attempt, sent in zip(attempts, one.requests, strict=False):
            made = request_before(one.log.rows, V0, one.log.id, attempt.first_seq)
            assert made.header is not None
            config = made.header["config"]
            assert wire(list(made.messages), made.header) == sent["messages"]
            assert (config["model"], config["maxTokens"]) == (sent["model"], sent["max_tokens"])
            assert config["reasoningEffort"] == sent["reasoning_effort"]
            assert [tool["name"] for tool in made.header["tools"]] == [
                t["function"]["name"] for t in sent["tools"]
            ]
            compared += 1
    assert compared >= LOGS


def test_every_answer_is_what_its_chunks_assemble_to(written: list[Written]) -> None:
    for one in written:
        attempts = one.attempts
        assert attempts == list(fold_attempts(unpacked(one.log.rows), V0, one.log.id))
        assert [attempt.differences for attempt in attempts if attempt.differences] == []


def test_every_log_passes_the_load_gate_and_keeps_its_invariants(written: list[Written]) -> None:
    for one in written:
        check = LoadCheck(KNOWN_TYPES)
        check.open(one.log.header, one.log.id)
        for event in one.log.events():
            check.apply(event)
        assert list(check_invariants(one.log.rows, V0, one.log.id)) == []


def test_only_a_killed_log_needs_closers_and_they_balance_it(written: list[Written]) -> None:
    for one in written:
        closers = closers_of_rows(one.log.rows, V0, one.log.id)
        assert bool(closers) is one.killed, one.path
        assert crash_closers([*one.log.events(), *closers]) == []
        verdict = _verdict(one.path)
        assert verdict == ("repairs" if one.killed else "opens")


def _verdict(path: Path) -> str:
    (artifact,) = discover(path).artifacts
    reading = scan(artifact)
    for _ in reading:
        pass
    return reading.end.diagnosis.harness.verdict
