"""Fresh logs of each release open as what they are, and come to what the harness said of them.

One process of each release runs turns with tools, retries and answers that break off; another is
killed while an answer streams, and that session is taken up again by its own release.
"""

from __future__ import annotations

import io
import json
import os
import shutil
import signal
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from generations import ReadLog
from harness import CLIENT, GENERATION_OF, Release
from mock_model import Script, scripted_model
from taken_up import take_up
from wire import derived_messages, sent_messages

from sessionlog.cli.main import run
from sessionlog.library import Library
from sessionlog.model.attempts import Outcome, fold_attempts
from sessionlog.model.closers import closers_of_rows, crash_closers
from sessionlog.model.invariants import check_invariants
from sessionlog.model.payload import is_human_prompt
from sessionlog.model.request import requests
from sessionlog.model.restore import Restore
from sessionlog.model.severity import Severity
from sessionlog.query.totals import session_totals

Json = dict[str, Any]
pytestmark = pytest.mark.timeout(900)
PROMPTS = [
    "hello one",
    "hello TOOL",
    "TWOTOOLS hello",
    "RETRY429 hello",
    "RETRYSTREAM hello",
    "RETRY503 hello TOOL",
]
RELEASES = sorted(GENERATION_OF)


@dataclass(frozen=True)
class Made:
    """What one release wrote: the sessions root, what it said of each prompt, the log of each session."""

    release: Release
    home: Path
    said: list[Json]
    whole: Path
    killed: Path
    requests: list[Json]


def only_new(home: Path, known: set[Path]) -> Path:
    (found,) = set(home.glob("sessions/*/*/session*.jsonl*")) - known
    return found


def asked(script: Script, prompt: str) -> bool:
    return any(prompt in json.dumps(body) for body in list(script.requests))


def killed_run(release: Release, home: Path, cwd: Path, base: str, script: Script) -> None:
    """A process that is killed while an answer of its second turn streams: before it was asked for, the
    turn had to be on the disk."""
    prompt = "SLOW hello killed"
    plan = {"cwd": str(cwd), "prompts": ["hello TOOL before", prompt], "resume": None}
    client = subprocess.Popen(
        [str(release.python), "-c", CLIENT, json.dumps(plan)],
        cwd=cwd,
        env=release._environment(home, base),
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        assert client.stdout is not None
        for line in client.stdout:
            if line.startswith("{"):
                break
        last = time.monotonic() + 60
        while not asked(script, prompt) and time.monotonic() < last:
            time.sleep(0.05)
        time.sleep(1)  # some of the 20 s answer comes
    finally:
        os.killpg(client.pid, signal.SIGKILL)
        client.wait()
        if client.stdout is not None:
            client.stdout.close()


@pytest.fixture(scope="module", params=RELEASES)
def made(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Made:
    release = Release(request.param)
    place = tmp_path_factory.mktemp(f"release-{release.generation}")
    home, cwd = place / "home", place / "work"
    with scripted_model() as (base, script):
        said = release.run(home, cwd, base, PROMPTS)
        whole = only_new(home, set())
        sent = list(script.requests)
        killed_run(release, home, cwd, base, script)
    return Made(release, home, said, whole, only_new(home, {whole}), sent)


def inspect(path: Path) -> Json:
    out = io.StringIO()
    run(["inspect", str(path), "--json"], out, io.StringIO())
    said: Json = json.loads(out.getvalue())
    return said


def test_the_release_writes_the_generation_that_it_is_known_for(made: Made) -> None:
    log = ReadLog(made.whole)
    assert log.header.generation == made.release.generation
    assert len(made.said) == len(PROMPTS)


def test_a_finished_log_is_ok_and_a_killed_one_is_repaired(made: Made) -> None:
    for path, severity in ((made.whole, Severity.OK), (made.killed, Severity.REPAIRED)):
        log = ReadLog(path)
        problems = [problem for problem in log.diagnosis.problems if problem.code != "open-turn"]
        assert (log.diagnosis.severity, problems) == (severity, [])
        closers = closers_of_rows(log.rows, log.dialect, log.header.id)
        assert bool(closers) is (severity is Severity.REPAIRED)
        rules = log.dialect.closing
        assert crash_closers([*log.dialect.events(log.rows, log.header.id), *closers], rules) == []
        assert list(check_invariants(log.rows, log.dialect, log.header.id)) == []


def test_inspect_agrees_with_what_the_harness_reported(made: Made) -> None:
    said = inspect(made.whole)
    assert (said["generation"], said["severity"]) == (made.release.generation, "ok")
    assert said["harness"]["verdict"] == "opens"
    log = ReadLog(made.whole)
    events = list(log.dialect.events(log.rows, log.header.id))
    assert said["events"] == len(events)
    ends = [event["data"]["reason"]["kind"] for event in events if event["type"] == "turn/end"]
    assert len(ends) == len(made.said)
    assert [kind == "completed" for kind in ends] == [
        "completed" in one["finish"].lower() or "stop" in one["finish"].lower() for one in made.said
    ], (ends, made.said)
    prompts = [event["data"]["content"][0]["text"] for event in events if is_human_prompt(event)]
    assert prompts == PROMPTS


def test_every_attempt_is_the_request_that_the_model_received(made: Made) -> None:
    log = ReadLog(made.whole)
    attempts = list(fold_attempts(log.rows, log.dialect, log.header.id))
    assert {Outcome.COMMITTED, Outcome.RETRIED} == {attempt.outcome for attempt in attempts}
    retried = sum(attempt.outcome is Outcome.RETRIED for attempt in attempts)
    assert retried == sum("RETRY" in prompt for prompt in PROMPTS)
    assert [attempt.differences for attempt in attempts if attempt.differences] == []
    asked = [request for request in made.requests if "hello" in json.dumps(request.get("messages"))]
    streamed = [request for request in asked if request.get("tools")]
    assert len(list(requests(log.rows, log.dialect, log.header.id))) == len(attempts) == len(streamed)
    generation = made.release.generation
    for one, sent in zip(requests(log.rows, log.dialect, log.header.id), streamed, strict=True):
        assert one.header is not None
        assert one.header["config"]["model"] == sent["model"]
        derived = derived_messages(generation, list(one.messages), one.header)
        assert derived == sent_messages(generation, sent)
        names = [tool["name"] for tool in one.header["tools"]]
        assert names == [tool.get("name") or tool["function"]["name"] for tool in sent["tools"]]


def test_the_surface_folds_and_the_library_gives_it_back(made: Made, tmp_path: Path) -> None:
    library = Library.open(tmp_path / "library.db")
    try:
        results = library.import_path(made.home / "sessions")
        assert {result.result for result in results} == {"added"}
        for result in results:
            assert result.ref is not None and result.id is not None
            log = library.log(result.ref)
            last = log.parts[0].last_seq
            restored = Restore(log.dialect, log.header.id).feed_all(log.rows(0, last))
            assert restored.surface.nodes()
            path = made.whole if result.id == ReadLog(made.whole).header.id else made.killed
            assert [row.raw for row in log.rows(0, last)] == [row.raw for row in ReadLog(path).rows]
            assert session_totals(log).owned.output_tokens > 0
    finally:
        library.close()


def test_a_killed_session_is_closed_by_its_release_as_we_say(made: Made, tmp_path: Path) -> None:
    """The client of 0.2 takes a session up again; for 0.1.x a plug-in of ours does."""
    before = ReadLog(made.killed)
    stored = list(before.dialect.events(before.rows, before.header.id))
    closers = closers_of_rows(before.rows, before.dialect, before.header.id)
    cwd = tmp_path / "work"
    cwd.mkdir()
    home = Path(shutil.copytree(made.home, tmp_path / "home"))  # the other tests read the killed log
    with scripted_model() as (base, _):
        if made.release.generation < 4:
            told = take_up(made.release, home, cwd, base, [before.header.id], "hello again", profile="sdk")
            assert told.get("done"), told
        else:
            made.release.run(home, cwd, base, ["hello again"], resume=before.header.id)
    after = ReadLog(home / made.killed.relative_to(made.home))
    events = list(after.dialect.events(after.rows, after.header.id))
    assert events[: len(stored)] == stored
    assert events[len(stored) : len(stored) + len(closers)] == closers
    assert after.diagnosis.severity is Severity.OK
