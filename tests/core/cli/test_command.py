"""The command's keys, exit statuses and manners, as its description gives them."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from damage import cut_line
from log_files import write_lines
from logs import LogBuilder

from sessionlog.cli.main import run

ROOT = Path(__file__).resolve().parents[3]
LS = {
    "id", "title", "generation", "createdAt", "updatedAt", "cwd", "parentSession", "seeded",
    "inheritedEvents", "events", "artifact", "severity",
}  # fmt: skip
INSPECT = {
    "id", "generation", "header", "events", "eventsSha256", "surface", "derivedMessages", "messagesSha256",
    "requestHeader", "requestContext", "closers", "inheritedEvents", "severity", "problems", "harness",
}  # fmt: skip
PAGE = {"fromSeq", "toSeq", "hasMore", "messages", "bytes", "endedBy"}
NODE = {"key", "kind", "seq", "anchorSeq", "turn", "step", "status", "title", "text", "children"}


class Result:
    def __init__(self, status: int, out: str, err: str) -> None:
        self.status, self.out, self.err = status, out, err

    @property
    def json(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.out.splitlines()]


def call(*argv: object) -> Result:
    out, err = io.StringIO(), io.StringIO()
    status = run([str(word) for word in argv], out, err)
    return Result(status, out.getvalue(), err.getvalue())


def shell(*argv: object, **options: Any) -> subprocess.CompletedProcess[str]:
    """The real command in a process of its own."""
    env = {**os.environ, "PYTHONPATH": str(ROOT / "core")}
    command = [sys.executable, "-m", "sessionlog.cli.main", *(str(word) for word in argv)]
    return subprocess.run(command, capture_output=True, text=True, env=env, check=False, **options)


@pytest.fixture
def log() -> LogBuilder:
    log = LogBuilder("demo")
    log.user("List the files").retry("The files").tool("bash", {"command": "ls"}, "a.txt\n")
    log.assistant("There is one file. 会议 🙂").end_turn()
    return log.user("And now?").assistant("Nothing else.").end_turn()


@pytest.fixture
def home(tmp_path: Path, log: LogBuilder) -> Path:
    log.as_home(tmp_path / "home")
    other = LogBuilder("other")
    other.user("Hi").assistant("Hello").end_turn()
    other.as_home(tmp_path / "home")
    return tmp_path / "home"


@pytest.fixture
def damaged(tmp_path: Path, log: LogBuilder) -> Path:
    return write_lines(tmp_path / "damaged.jsonl", cut_line(log.lines(), 9))


def test_ls_lists_a_home_with_exactly_its_keys_and_unchecked_until_asked(home: Path) -> None:
    listed = call("ls", home, "--json")
    assert listed.status == 0
    assert [set(one) for one in listed.json] == [LS, LS]
    assert {one["severity"] for one in listed.json} == {"unchecked"}
    assert {one["events"] for one in listed.json} == {None}
    deep = {one["id"]: one for one in call("ls", home, "--deep", "--json").json}
    assert deep["demo"]["severity"] == "ok"
    assert deep["demo"]["title"] == "List the files"
    assert deep["demo"]["events"] > 20
    assert deep["demo"]["seeded"] is False


def test_every_form_of_path_finds_the_log(home: Path) -> None:
    file = next(home.rglob("demo/session.jsonl.zstd"))
    for path in (home, home / "sessions", file.parent, file):
        assert "demo" in {one["id"] for one in call("ls", path, "--json").json}
        assert call("page", path, "--session", "demo", "--json").status == 0


def test_people_get_a_table(home: Path) -> None:
    listed = call("ls", home, "--deep").out.splitlines()
    assert listed[0].split() == ["ID", "TITLE", "GEN", "EVENTS", "STATE"]
    assert len(listed) == 3
    assert "会议" in call("nodes", home, "--session", "demo").out


def test_inspect_gives_exactly_its_keys(home: Path) -> None:
    inspected = call("inspect", home, "--session", "demo", "--json")
    (one,) = inspected.json
    assert inspected.status == 0
    assert set(one) == INSPECT
    assert one["harness"] == {"verdict": "opens", "class": None, "text": None}
    assert one["header"]["delegationDepth"] == 0 and "type" not in one["header"]
    assert len(one["eventsSha256"]) == len(one["messagesSha256"]) == 64


def test_packing_and_compression_change_no_hash(tmp_path: Path, log: LogBuilder) -> None:
    files = [
        log.write_plain(tmp_path / "plain.jsonl"),
        log.write_plain(tmp_path / "events.jsonl", packed=False),
        log.write_zstd(tmp_path / "frames.jsonl.zstd", 5),
    ]
    seen = [call("inspect", file, "--json").json[0] for file in files]
    assert len({one["eventsSha256"] for one in seen}) == 1


def test_an_open_turn_is_closed_in_what_inspect_says(tmp_path: Path) -> None:
    log = LogBuilder("open")
    log.user("Go").stream_call("bash", "{}", "c1").assistant(finish="tool-calls")
    log.start_call({"id": "c1", "name": "bash", "arguments": "{}"})
    one = call("inspect", log.write_plain(tmp_path / "open.jsonl"), "--json").json[0]
    assert [event["type"] for event in one["closers"]] == ["tool/result", "step/end", "turn/end"]
    assert one["severity"] == "repaired"
    assert one["harness"]["verdict"] == "repairs"


def test_damage_is_printed_and_told_by_the_exit_status(damaged: Path) -> None:
    inspected = call("inspect", damaged, "--json")
    (one,) = inspected.json
    assert inspected.status == 1
    assert one["severity"] == "damaged"
    assert one["problems"] and one["harness"]["verdict"] == "refuses"
    assert one["events"] > 10
    (strict,) = call("inspect", damaged, "--strict", "--json").json
    assert strict["events"] is None
    shown = call("nodes", damaged, "--json")
    assert shown.status == 1
    assert call("page", damaged, "--json").status == 1


def test_a_page_has_exactly_its_keys_and_obeys_its_bounds(home: Path) -> None:
    (whole,) = call("page", home, "--session", "demo", "--json").json
    assert set(whole) == PAGE
    assert (whole["fromSeq"], whole["hasMore"], whole["endedBy"]) == (0, False, "start")
    (last,) = call("page", home, "--session", "demo", "--messages", 1, "--json").json
    assert (last["messages"], last["endedBy"], last["hasMore"]) == (1, "messages", True)
    before = ("--before", last["fromSeq"])
    (next_,) = call("page", home, "--session", "demo", "--messages", 1, *before, "--json").json
    assert next_["toSeq"] == last["fromSeq"] - 1
    (small,) = call("page", home, "--session", "demo", "--max-bytes", 1, "--json").json
    assert small["endedBy"] == "group"
    (few,) = call("page", home, "--session", "demo", "--max-events", 3, "--json").json
    assert few["endedBy"] == "events"


@pytest.mark.parametrize(
    "words", [("trace", "--event"), ("page", "--before"), ("request", "--at"), ("fork", "--at")]
)
@pytest.mark.parametrize("number", ["9" * 30, "9" * 5000])
def test_a_seq_that_no_log_can_have_is_wrong_use(home: Path, words: tuple[str, str], number: str) -> None:
    verb, option = words
    result = call(verb, home, "--session", "demo", option, number)
    assert (result.status, result.out) == (2, "")


def test_nodes_show_attempts_only_when_audit_is_asked_for(home: Path) -> None:
    plain = call("nodes", home, "--session", "demo", "--json").json
    assert all(set(node) == NODE for node in plain)
    kinds = [node["kind"] for node in plain]
    assert kinds[:4] == ["turn", "user", "retry", "tool-call"]
    assert all(not node["children"] for node in plain)
    audited = call("nodes", home, "--session", "demo", "--audit", "--json").json
    retry = next(node for node in audited if node["kind"] == "retry")
    assert [child["text"] for child in retry["children"]] == ["The files", ""]
    assert "audit" in [node["kind"] for node in audited]


def test_wrong_use_and_what_is_not_there_is_status_2(home: Path, tmp_path: Path) -> None:
    assert call("ls", tmp_path / "nowhere").status == 2
    assert call("page", home, "--session", "absent").status == 2
    assert call("page", home, "--messages", 1001).status == 2
    assert call("frobnicate").status == 2
    ambiguous = call("page", home)
    assert ambiguous.status == 2
    assert "demo@g0" in ambiguous.err and "other@g0" in ambiguous.err


def test_an_id_with_its_generation_is_understood(home: Path) -> None:
    assert call("page", home, "--session", "demo@g0", "--json").status == 0
    assert call("page", home, "--session", "demo@g3", "--json").status == 2


def test_a_file_that_is_no_log_and_a_newer_one_are_refused_with_a_sentence(tmp_path: Path) -> None:
    foreign, newer = tmp_path / "notes.jsonl", tmp_path / "newer.jsonl"
    foreign.write_text('{"hello": "world"}\n')
    newer.write_text('{"type":"session","version":99,"id":"n","createdAt":1,"delegationDepth":0}\n')
    for file in (foreign, newer):
        result = call("inspect", file, "--json")
        assert result.status == 1
        (one,) = result.json
        assert one["severity"] == "refused"
        assert result.err.startswith("sessionlog: ")
        listed = call("ls", file, "--json")
        assert (listed.status, listed.json[0]["severity"], listed.err) == (1, "refused", result.err)


def test_import_keeps_sessions_and_a_second_one_changes_nothing(home: Path, tmp_path: Path) -> None:
    library = tmp_path / "library.db"
    first = call("import", home, "--library", library, "--json")
    assert first.status == 0
    assert {(one["id"], one["result"]) for one in first.json} == {("demo", "added"), ("other", "added")}
    assert all(set(one) == {"id", "result", "reason"} for one in first.json)
    again = call("import", home, "--library", library, "--json")
    assert {one["result"] for one in again.json} == {"unchanged"}
    kept = call("inspect", "--library", library, "--session", "demo", "--json").json[0]
    read = call("inspect", home, "--session", "demo", "--json").json[0]
    assert kept == read


def test_a_path_needs_no_library(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SESSIONLOOM_HOME", str(tmp_path / "never"))
    assert call("ls", home).status == 0
    assert not (tmp_path / "never" / "library.db").exists()


def test_text_of_a_log_cannot_act_on_the_terminal(tmp_path: Path) -> None:
    log = LogBuilder("escape")
    log.user("\x1b[2J\u202eclear \ud83d").assistant("ok").end_turn()
    file = log.write_plain(tmp_path / "escape.jsonl")
    shown = call("nodes", file).out
    assert "\x1b" not in shown and "\u202e" not in shown
    (node,) = [one for one in call("nodes", file, "--json").json if one["kind"] == "user"]
    assert node["text"].endswith("\ufffd")


def test_the_real_command_prints_json_lines_and_its_version(home: Path) -> None:
    assert shell("--version").stdout.startswith("sessionlog ")
    listed = shell("ls", home, "--json")
    assert (listed.returncode, listed.stderr) == (0, "")
    assert {json.loads(line)["id"] for line in listed.stdout.splitlines()} == {"demo", "other"}
    assert shell("ls", home / "nothing").returncode == 2


@pytest.mark.skipif(not hasattr(signal, "SIGPIPE"), reason="no SIGPIPE on this system")
def test_a_closed_pipe_ends_the_command_quietly(home: Path) -> None:
    command = [sys.executable, "-m", "sessionlog.cli.main", "nodes", str(home), "--session", "demo", "--json"]
    env = {**os.environ, "PYTHONPATH": str(ROOT / "core")}
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=env)
    assert process.stdout is not None and process.stderr is not None
    process.stdout.close()
    assert process.stderr.read() == b""
    assert process.wait() in (-signal.SIGPIPE, 0)
    process.stderr.close()


def test_cancelling_says_so_and_prints_no_traceback(monkeypatch: pytest.MonkeyPatch, home: Path) -> None:
    def interrupt(*args: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("sessionlog.cli.place.Place.sessions", interrupt)
    result = call("ls", home)
    assert result.status == 130
    assert "cancelled" in result.err


def test_a_number_beyond_doubles_is_printed_as_javascript_would(tmp_path: Path) -> None:
    file = LogBuilder("big").user("Hi").assistant("ok").end_turn().write_plain(tmp_path / "session.jsonl")
    file.write_bytes(file.read_bytes().replace(b'"cwd":"', b'"origin":1e999,"cwd":"', 1))
    (found,) = call("inspect", file, "--json").json
    assert found["header"]["origin"] is None
    assert call("inspect", file).status in (0, 1)


def test_chunks_of_odd_shapes_do_not_keep_the_rest_from_being_shown(tmp_path: Path) -> None:
    log = LogBuilder("odd").user("Hi").stream("some text")
    for kind in ({"type": "text"}, [1], None, 5, "\ud83d"):
        log.log("assistant/chunk", {"turn": 1, "step": 1, "chunk": {"type": kind, "index": 0}})
    log.assistant("Still here").end_turn()
    file = log.write_plain(tmp_path / "session.jsonl", packed=False)
    shown = call("nodes", file, "--audit", "--json").json
    assert any("Still here" in node["text"] for node in shown)


def test_a_library_that_is_no_file_is_refused_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "folder.db").mkdir()
    (tmp_path / "nowhere.db").symlink_to(tmp_path / "gone" / "x.db")
    (tmp_path / "circle.db").symlink_to(tmp_path / "circle.db")
    before = set(tmp_path.iterdir())
    for place, status in [
        (tmp_path / "folder.db", 2),
        (Path("/"), 2),
        (tmp_path / "circle.db", 3),
        (tmp_path / ("n" * 300), 3),
        (tmp_path / "nowhere.db", 3),
    ]:
        result = call("ls", "--library", place)
        assert result.status == status
        assert result.err.count("\n") == 1 and "disk" not in result.err
    assert set(tmp_path.iterdir()) == before


def test_a_name_cannot_say_a_line_of_its_own(tmp_path: Path) -> None:
    result = call("ls", tmp_path / "no\nsessionlog: all is well\x1b[2J")
    assert result.status == 2
    assert result.err.count("\n") == 1 and "\x1b" not in result.err
