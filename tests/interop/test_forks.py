"""Forks that we write into a harness's home: its own release lists, reads and answers on in them.

Each release is given forks of its own generation: a whole turn, a fork of the fork, and for
generation 4 a cut inside a turn. Every other session of the home stays listed and untouched.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from generations import ReadLog
from harness import GENERATION_OF, Release
from mock_model import scripted_model
from taken_up import take_up
from terminal import call

from sessionlog.model.closers import closers_of_rows
from sessionlog.model.payload import is_human_prompt
from sessionlog.model.severity import Severity

Json = dict[str, Any]
pytestmark = pytest.mark.timeout(900)
PROMPTS = ["hello first", "hello TOOL second", "hello third"]
AFTER = "hello after the fork"


@dataclass(frozen=True)
class Forked:
    """A home with a session, its forks as we wrote them, and what its release did with them."""

    release: Release
    parent: Path
    parent_bytes: bytes
    forks: dict[str, Json]
    written: dict[str, bytes]
    told: Json
    requests: list[Json]


def fork(home: Path, session: str, *how: object) -> Json:
    (made,) = call("fork", home, "--session", session, *how, "-o", home, "--json")
    return made


def seqs(path: Path, kind: str) -> list[int]:
    log = ReadLog(path)
    return [row.seq for row in log.rows if row.type == kind]


@pytest.fixture(scope="module", params=sorted(GENERATION_OF))
def forked(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Forked:
    release = Release(request.param)
    place = tmp_path_factory.mktemp(f"forks-{release.generation}")
    home, cwd = place / "home", place / "work"
    with scripted_model() as (base, script):
        release.run(home, cwd, base, PROMPTS)
        (parent,) = home.glob("sessions/*/*/session*.jsonl*")
        parent_id = ReadLog(parent).header.id
        forks = {"turn": fork(home, parent_id, "--at", seqs(parent, "assistant/message")[0])}
        forks["fork of the fork"] = fork(home, forks["turn"]["childId"])
        if release.generation == 4:
            forks["inside a turn"] = fork(home, parent_id, "--at", seqs(parent, "tool/call")[0], "--exact")
        before = parent.read_bytes()
        written = {name: Path(made["artifact"]).read_bytes() for name, made in forks.items()}
        seen = len(script.requests)
        ids = [made["childId"] for made in forks.values()]
        told = take_up(release, home, cwd, base, ids, AFTER, profile="sdk")
        return Forked(release, parent, before, forks, written, told, script.requests[seen:])


def test_every_session_of_the_home_is_listed(forked: Forked) -> None:
    ids = {ReadLog(forked.parent).header.id, *(made["childId"] for made in forked.forks.values())}
    assert set(forked.told["listed"]) == ids


def test_each_fork_is_taken_up_and_answers_one_more_turn(forked: Forked) -> None:
    assert forked.told.get("error") is None
    assert forked.told["prompts"] == [made["childId"] for made in forked.forks.values()]
    for made in forked.forks.values():
        log = ReadLog(Path(made["artifact"]))
        events = list(log.dialect.events(log.rows, log.header.id))
        prompts = [event["data"]["content"][0]["text"] for event in events if is_human_prompt(event)]
        assert prompts[-1] == AFTER
        assert [e["data"]["reason"]["kind"] for e in events if e["type"] == "turn/end"][-1] == "completed"


def test_what_the_harness_appended_reads_as_a_healthy_log(forked: Forked) -> None:
    for name, made in forked.forks.items():
        path = Path(made["artifact"])
        assert path.read_bytes().startswith(forked.written[name]), "it only appended"
        log = ReadLog(path)
        assert log.diagnosis.severity is Severity.OK, log.diagnosis.problems
        assert closers_of_rows(log.rows, log.dialect, log.header.id) == []
        (listed,) = call("inspect", path, "--json")
        assert listed["inheritedEvents"] == made["inheritedEvents"]
        assert listed["harness"]["verdict"] == "opens"


def test_the_model_was_sent_the_inherited_turns_and_no_later_ones(forked: Forked) -> None:
    sent = [json.dumps(request["messages"]) for request in forked.requests if AFTER in json.dumps(request)]
    asked = [text for text in sent if "Generate" not in text and PROMPTS[0] in text]
    assert len(asked) >= len(forked.forks)
    assert not any(PROMPTS[2] in text for text in asked)
    with_second = [text for text in asked if PROMPTS[1] in text]
    assert bool(with_second) is (forked.release.generation == 4)


def test_the_parent_is_untouched(forked: Forked) -> None:
    assert forked.parent.read_bytes() == forked.parent_bytes
