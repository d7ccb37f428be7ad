"""Sessions that our own recorder wrote: the real harness lists, reads and goes on in them.

Each release is given sessions of its own generation, as `write_session` and `fork` write them: whole
ones, ones that a crash left open and ones that our recovery closed, and forks of them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from generations import ReadLog
from harness import Release
from mock_model import scripted_model
from read_by import read_by
from scripted_model import Says, ScriptedModel
from taken_up import take_up
from terminal import call
from wire import derived_messages, sent_messages

from sessionlog.export.session_artifact import sessions_root, write_session
from sessionlog.library import LIBRARY_SOURCE, Library
from sessionlog.model.closers import closers_of_rows
from sessionlog.model.invariants import check_invariants
from sessionlog.model.payload import is_human_prompt
from sessionlog.model.request import requests
from sessionlog.model.severity import Severity
from sessionlog.store.live import LiveSession
from sessionlog.store.native import NativeSessions
from sessionlog.store.recorder import Recorder

Json = dict[str, Any]
pytestmark = pytest.mark.timeout(600)
AFTER = "hello after the recorder"
WORK = [
    Says(["Let ", "me "], fails=True),
    Says(["Let ", "me ", "look."], [("c1", "a.txt"), ("c2", "b.txt")]),
    Says(["Two ", "files", "."]),
]
THANKS = Says(["You ", "are ", "welcome."])
OPEN = "open"
"""The one that our recovery did not touch."""
CLOSERS = ["step/end", "turn/end"]
"""What its turn lacks."""


class Crash(Exception):
    """The process ends here."""


def whole(session: LiveSession) -> None:
    """A refused attempt, two tools, an answer, another turn."""
    model, recorder = ScriptedModel([*WORK, THANKS]), Recorder(session)
    model.run_turn(recorder, "hello list the files")
    model.run_turn(recorder, "hello thanks")


def streaming(session: LiveSession) -> None:
    """As `whole`, and a crash while a third turn streams."""
    whole(session)
    model = ScriptedModel([Says(["Half ", "of ", "it"])])
    model.run_turn(Recorder(session, turns=2), "hello once more", crash_after=2)


def in_a_tool(session: LiveSession) -> None:
    """A crash in the second of two tools."""
    recorder = Recorder(session)
    model = ScriptedModel(list(WORK))
    tool = model._tool

    def crashing(call: str, result: str) -> Callable[[], tuple[str, Json | None]]:
        def fail() -> tuple[str, Json | None]:
            raise Crash

        return fail if call == "c2" else tool(call, result)

    model._tool = crashing  # type: ignore[method-assign]
    with pytest.raises(Crash):
        model.run_turn(recorder, "hello list the files")


RUNS = {"whole": whole, "continued": whole, "streaming": streaming, "in-a-tool": in_a_tool, OPEN: streaming}


def record(place: Path, cwd: Path, generation: int) -> Path:
    """Record the sessions into a library, recover all but one, continue one; returns the library."""
    path = place / "library.db"
    keys = {}
    library = Library.open(path)
    for name, recorded in RUNS.items():
        header = {"id": name, "createdAt": 1, "cwd": str(cwd), "delegationDepth": 0, "version": generation}
        keys[name], session = library.native.create(header)
        recorded(session)
        session.flush()
    library.close()  # what had not ended stays open, as a crash leaves it
    library = Library.open(path)
    recover(library.native, keys)
    library.close()
    return path


def recover(native: NativeSessions, keys: dict[str, int]) -> None:
    for name, key in keys.items():
        if name == "continued":
            again = native.prepare(key).publish()
            ScriptedModel([THANKS]).run_turn(Recorder(again, turns=2), "hello thanks again")
            again.close()
        elif name != OPEN:
            native.load(key)


def artifacts(library: Path, home: Path) -> dict[str, Path]:
    """Every recorded session as a log in a home, byte for byte what the library holds."""
    opened = Library.open(library)
    try:
        logs = {info.id: opened.log(info.ref) for info in opened.sessions(LIBRARY_SOURCE)}
        return {
            name: write_session(
                sessions_root(home), log.header, [row.raw for row in log.rows(0, log.parts[0].last_seq)]
            )
            for name, log in logs.items()
        }
    finally:
        opened.close()


def forked(library: Path, session: str, home: Path, *how: object) -> Path:
    (made,) = call("fork", "--library", library, "--session", session, *how, "-o", home, "--json")
    return Path(made["artifact"])


@dataclass(frozen=True)
class Recorded:
    """A home with our recorded sessions, and what its release read and did in each."""

    release: Release
    logs: dict[str, Path]
    written: dict[str, bytes]
    events: dict[str, int]
    read: dict[str, Json]
    told: Json
    requests: list[Json]


@pytest.fixture(scope="module", params=["0.1.2rc1", "0.2.1rc2"])
def recorded(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Recorded:
    release = Release(request.param)
    place = tmp_path_factory.mktemp(f"recorded-{release.generation}")
    home, cwd = place / "home", place / "work"
    cwd.mkdir()
    library = record(place, cwd, release.generation)
    (home / "sessions").mkdir(parents=True)
    logs = artifacts(library, home)
    first_end = next(row.seq for row in ReadLog(logs["whole"]).rows if row.type == "turn/end")
    logs["fork"] = forked(library, "whole", home, "--at", first_end)
    logs["fork of the recovered"] = forked(library, "streaming", home)
    if release.generation == 4:
        tool = next(row.seq for row in ReadLog(logs["whole"]).rows if row.type == "tool/call")
        logs["fork inside a turn"] = forked(library, "whole", home, "--at", tool, "--exact")
    ids = {name: ReadLog(path).header.id for name, path in logs.items()}
    written = {name: path.read_bytes() for name, path in logs.items()}
    events = {name: ReadLog(path).rows[-1].last_seq + 1 for name, path in logs.items()}
    read = read_by(release, home, cwd, list(ids.values()), profile="sdk")
    with scripted_model() as (base, script):
        told = take_up(release, home, cwd, base, list(ids.values()), AFTER, profile="sdk")
        sent = list(script.requests)
    named = {name: read[session] for name, session in ids.items()}
    return Recorded(release, logs, written, events, named, told, sent)


def test_every_recorded_session_is_listed(recorded: Recorded) -> None:
    assert set(recorded.told["listed"]) == {ReadLog(path).header.id for path in recorded.logs.values()}


def test_each_is_read_to_its_end(recorded: Recorded) -> None:
    told = {name: {"events": count} for name, count in recorded.events.items()}
    if recorded.release.generation == 0:
        told[OPEN]["events"] += len(CLOSERS)
    assert recorded.read == told


def test_each_is_taken_up_and_answers_one_more_turn(recorded: Recorded) -> None:
    assert recorded.told.get("done"), recorded.told
    for name, path in recorded.logs.items():
        log = ReadLog(path)
        ends = [row.value["data"]["reason"]["kind"] for row in log.rows if row.type == "turn/end"]
        events = log.dialect.events(log.rows, log.header.id)
        prompts = [event["data"]["content"][0]["text"] for event in events if is_human_prompt(event)]
        assert prompts[-1] == AFTER, name
        assert ends[-1] == "completed", name


def test_what_it_appended_is_a_healthy_log_that_begins_with_ours(recorded: Recorded) -> None:
    for name, path in recorded.logs.items():
        assert path.read_bytes().startswith(recorded.written[name]), name
        log = ReadLog(path)
        assert (log.diagnosis.severity, log.diagnosis.problems) == (Severity.OK, ()), name
        assert closers_of_rows(log.rows, log.dialect, log.header.id) == [], name
        assert list(check_invariants(log.rows, log.dialect, log.header.id)) == [], name
        (said,) = call("inspect", path, "--json")
        assert said["harness"]["verdict"] == "opens", name


def test_what_our_recovery_left_closed_needs_no_closers_of_the_harness(recorded: Recorded) -> None:
    for name, path in recorded.logs.items():
        log, count = ReadLog(path), recorded.events[name]
        events = list(log.dialect.events(log.rows, log.header.id))
        appended = [event["type"] for event in events[count:]]
        assert (appended[: len(CLOSERS)] == CLOSERS) == (name == OPEN), name
        assert appended.count("turn/start") == 1, name


def test_the_model_was_sent_the_messages_that_our_log_derives(recorded: Recorded) -> None:
    generation = recorded.release.generation
    sent = [sent_messages(generation, one) for one in recorded.requests if one.get("tools")]
    assert len(sent) == len(recorded.logs)
    for name, path in recorded.logs.items():
        log = ReadLog(path)
        *_, last = requests(log.rows, log.dialect, log.header.id)
        assert last.header is not None
        assert derived_messages(generation, list(last.messages), last.header) in sent, name
