"""`sessionlog fork`: into the library, into a folder, into a harness home; never over anything."""

from __future__ import annotations

import io
import json
import stat
from pathlib import Path
from typing import Any

import pytest
import zstandard
from log_files import read_text
from logs import LogBuilder
from rights import ordinary_rights

from sessionlog.cli.main import run
from sessionlog.sources.discover import discover

KEYS = {"childId", "parentSession", "cutSeq", "inheritedEvents", "title", "artifact"}


def call(*argv: object) -> tuple[int, list[dict[str, Any]], str]:
    out, err = io.StringIO(), io.StringIO()
    status = run([str(word) for word in argv], out, err)
    return status, [json.loads(line) for line in out.getvalue().splitlines()], err.getvalue()


@pytest.fixture(autouse=True)
def own_library(tmp_path, monkeypatch):
    monkeypatch.setenv("SESSIONLOOM_HOME", str(tmp_path / "data"))


@pytest.fixture
def log() -> LogBuilder:
    log = LogBuilder("demo", cwd="/home/dev/My Proj")
    log.user("One").assistant("1", thinking="Hm.").end_turn().title("Plan")
    return log.user("Two").assistant("2").end_turn().user("Three")


@pytest.fixture
def home(tmp_path: Path, log: LogBuilder) -> Path:
    log.as_home(tmp_path / "home", zstd=True)
    other = LogBuilder("other", cwd="/home/dev/other").user("Hi").assistant("Hello").end_turn()
    other.as_home(tmp_path / "home", zstd=True)
    return tmp_path / "home"


def everything(place: Path) -> dict[str, tuple[bytes, float]]:
    return {
        str(path): (path.read_bytes(), path.stat().st_mtime_ns) for path in place.rglob("*") if path.is_file()
    }


def test_a_fork_goes_into_the_library_together_with_its_parent(home: Path) -> None:
    before = everything(home)
    status, (made,), _ = call("fork", home, "--session", "demo", "--at", 3, "--json")
    assert status == 0 and made.keys() == KEYS
    assert made["parentSession"] == "demo" and made["artifact"] is None
    assert made["cutSeq"] == made["inheritedEvents"] - 1 and made["title"] == "Plan (1)"
    _, listed, _ = call("ls", "--json")
    assert {session["id"] for session in listed} == {"demo", made["childId"]}
    assert everything(home) == before
    status, (again,), _ = call("fork", "--session", made["childId"], "--json")
    assert (status, again["parentSession"]) == (0, made["childId"])


def test_an_open_turn_is_refused_with_status_1_and_a_wrong_seq_with_2(home: Path, log: LogBuilder) -> None:
    last = len(log.events) - 1
    status, printed, complaint = call("fork", home, "--session", "demo", "--at", last, "--json")
    assert (status, printed) == (1, []) and "not completed" in complaint
    assert call("fork", home, "--session", "demo", "--at", 10_000, "--exact")[0] == 2
    assert call("fork", home, "--session", "nobody")[0] == 2


def test_a_fork_in_the_harness_s_home_stands_where_the_harness_looks(home: Path) -> None:
    before = everything(home)
    status, (made,), _ = call("fork", home, "--session", "demo", "--at", 3, "-o", home, "--json")
    assert status == 0
    artifact = Path(made["artifact"])
    assert artifact.relative_to(home).parts == (
        "sessions",
        "--home-dev-My~0020Proj--",
        made["childId"],
        "session.jsonl.zstd",
    )
    after = everything(home)
    assert {path: after[path] for path in before} == before
    assert after.keys() - before.keys() == {str(artifact)}
    assert stat.S_IMODE(artifact.stat().st_mode) == 0o600
    assert stat.S_IMODE(artifact.parent.stat().st_mode) == 0o700
    place = discover(home)
    assert len(place.artifacts) == 3 and not place.refused and not place.problems
    (listed,) = call("inspect", artifact, "--json")[1]
    assert listed["severity"] == "ok" and listed["problems"] == []
    assert listed["inheritedEvents"] == made["inheritedEvents"]


def test_the_header_has_a_frame_of_its_own_with_a_checksum_and_no_size(home: Path) -> None:
    _, (made,), _ = call("fork", home, "--session", "demo", "-o", home, "--json")
    content = Path(made["artifact"]).read_bytes()
    first = zstandard.get_frame_parameters(content)
    assert first.has_checksum and first.content_size == zstandard.CONTENTSIZE_UNKNOWN
    reader = zstandard.ZstdDecompressor().decompressobj()
    head = reader.decompress(content)
    assert head.count(b"\n") == 1 and json.loads(head)["id"] == made["childId"]
    assert zstandard.ZstdDecompressor().decompressobj().decompress(reader.unused_data)


def test_a_plain_root_gets_a_plain_log(tmp_path: Path, log: LogBuilder) -> None:
    log.as_home(tmp_path / "home", zstd=False)
    _, (made,), _ = call("fork", tmp_path / "home", "-o", tmp_path / "home", "--json")
    artifact = Path(made["artifact"])
    assert artifact.name == "session.jsonl"
    inherited = read_text(tmp_path / "home" / "sessions" / artifact.parts[-3] / "demo" / "session.jsonl")
    lines = artifact.read_bytes().splitlines()
    assert json.loads(lines[0])["parentSession"] == "demo"
    assert all(line in inherited for line in lines[1:-2])


def test_another_folder_gets_the_layout_of_a_root(tmp_path: Path, home: Path) -> None:
    _, (made,), _ = call("fork", home, "--session", "demo", "-o", tmp_path / "out", "--json")
    assert Path(made["artifact"]).relative_to(tmp_path / "out").parts[0] == "--home-dev-My~0020Proj--"


def test_a_root_that_the_harness_cannot_open_is_left_alone(
    tmp_path: Path, home: Path, log: LogBuilder
) -> None:
    log.as_home(tmp_path / "mixed", zstd=True)
    LogBuilder("plain").as_home(tmp_path / "mixed", zstd=False)
    before = everything(tmp_path / "mixed")
    status, _, complaint = call("fork", home, "--session", "demo", "-o", tmp_path / "mixed")
    assert status == 2 and "side by side" in complaint
    stray = home / "sessions" / "--home-dev-other--" / "old.jsonl"
    stray.write_bytes(b"{}\n")
    assert call("fork", home, "--session", "demo", "-o", home)[0] == 2
    assert everything(tmp_path / "mixed") == before
    session = next((home / "sessions").glob("*/demo"))
    assert call("fork", home, "--session", "demo", "-o", session)[0] == 2


def test_a_folder_of_another_machine_is_not_written_into_a_harness_s_root(tmp_path: Path) -> None:
    log = LogBuilder("win", cwd="C:\\work\\agent").user("Hi").assistant("Hello").end_turn()
    log.as_home(tmp_path / "home", zstd=True)
    assert call("fork", tmp_path / "home", "-o", tmp_path / "home")[0] == 2
    status, (made,), _ = call("fork", tmp_path / "home", "-o", tmp_path / "out", "--json")
    assert status == 0 and "--C-work-agent--" in made["artifact"]


def test_a_folder_that_cannot_be_written_is_a_fault_of_the_machine(tmp_path: Path, home: Path) -> None:
    locked = tmp_path / "locked"
    locked.mkdir(mode=0o500)
    with ordinary_rights():
        assert call("fork", home, "--session", "demo", "-o", locked)[0] == 3
    assert not any(locked.iterdir())


def test_a_write_that_fails_leaves_nothing(tmp_path: Path, home: Path, monkeypatch) -> None:
    def refuse(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.link", refuse)
    status, _, complaint = call("fork", home, "--session", "demo", "-o", tmp_path / "out" / "deep")
    assert status == 3 and "Nothing is left" in complaint
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("verb", ["fork", "export"])
def test_an_output_that_is_no_path_is_said(home: Path, verb: str) -> None:
    out, err = io.StringIO(), io.StringIO()
    assert run([verb, str(home), "--session", "other", "-o", "a\0b"], out, err) == 2
    assert err.getvalue() and not out.getvalue()


@pytest.mark.parametrize(("verb", "name"), [("fork", "~nobody-of-this-name"), ("export", "~nobody.zip")])
def test_a_home_that_is_not_known_is_a_name_like_any_other(
    home: Path, tmp_path: Path, monkeypatch, verb: str, name: str
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run([verb, str(home), "--session", "other", "-o", name], io.StringIO(), io.StringIO()) == 0
    assert (tmp_path / name).exists()
