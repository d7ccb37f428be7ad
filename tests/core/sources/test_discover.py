"""What a path is, which logs are in it, and why others are not opened."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from damage import foreign_file, newer_version
from hypothesis import given
from hypothesis import strategies as st
from later_logs import LaterLog
from log_files import artifact_path, encode, encode_segment, frame, project_key, write_lines
from logs import LogBuilder
from rights import ordinary_rights

from sessionlog.model.errors import UserError
from sessionlog.model.severity import Severity
from sessionlog.sources import names
from sessionlog.sources.discover import Discovery, PlaceKind, discover
from sessionlog.sources.places import known_places


def put(home: Path, id: str, cwd: str | None = "/home/dev/demo", *, zstd: bool = True) -> Path:
    log = LogBuilder(id, cwd=cwd).user("hi").assistant("hello").end_turn()
    return write_lines(artifact_path(home, cwd, id, zstd=zstd), log.lines())


def ids(found: Discovery) -> list[str]:
    return sorted(artifact.session_id for artifact in found.artifacts)


def refusal_of(path: Path) -> str:
    with pytest.raises(UserError) as caught:
        discover(path)
    assert caught.value.sentence.endswith(".")
    assert caught.value.remedy
    return caught.value.code


@pytest.fixture
def home(tmp_path: Path) -> Path:
    put(tmp_path, "one")
    put(tmp_path, "two", "/home/dev/My Proj")
    put(tmp_path, "three", None)
    return tmp_path


def test_a_home_a_root_a_project_a_session_and_a_file_are_told_apart(home: Path) -> None:
    log = artifact_path(home, "/home/dev/demo", "one")
    for path, kind, sessions in (
        (home, PlaceKind.HOME, ["one", "three", "two"]),
        (home / "sessions", PlaceKind.ROOT, ["one", "three", "two"]),
        (log.parent.parent, PlaceKind.PROJECT, ["one"]),
        (log.parent, PlaceKind.SESSION, ["one"]),
        (log, PlaceKind.FILE, ["one"]),
    ):
        found = discover(path)
        assert (found.kind, ids(found), found.refused, found.problems) == (kind, sessions, [], [])
        assert all(artifact.problems == () for artifact in found.artifacts)


def test_an_artifact_carries_its_header_and_identity(home: Path) -> None:
    log = artifact_path(home, "/home/dev/demo", "one")
    (artifact,) = discover(log).artifacts
    found = log.stat()
    assert (artifact.path, artifact.generation, artifact.encoding) == (str(log), 0, "zstd")
    assert artifact.size == found.st_size
    assert (artifact.identity.ino, artifact.identity.mtime_ns) == (found.st_ino, found.st_mtime_ns)
    assert (artifact.identity.offset, artifact.identity.tail_sha256) == (None, None)
    assert artifact.header.cwd == "/home/dev/demo"


def test_a_folder_of_logs_by_any_name_is_opened(tmp_path: Path) -> None:
    log = LogBuilder("sample").user("hi").assistant("hello").end_turn()
    write_lines(tmp_path / "first.jsonl", log.lines())
    write_lines(tmp_path / "second.jsonl.zstd", log.lines())
    (tmp_path / "notes.txt").write_text("no log")
    found = discover(tmp_path)
    assert (found.kind, ids(found)) == (PlaceKind.FOLDER, ["sample", "sample"])


def test_a_home_without_sessions_yet_is_a_home(tmp_path: Path) -> None:
    (tmp_path / "sessions").mkdir()
    found = discover(tmp_path)
    assert (found.kind, found.artifacts) == (PlaceKind.HOME, [])


def test_every_path_that_holds_no_log_gives_one_sentence_and_a_remedy(tmp_path: Path) -> None:
    assert refusal_of(tmp_path / "nowhere") == "path-missing"
    assert refusal_of(tmp_path) == "no-sessions"
    assert refusal_of(Path("bad\0name")) == "path-missing"
    loop = tmp_path / "loop"
    loop.symlink_to(loop)
    assert refusal_of(loop) == "link-loop"


@pytest.mark.parametrize(
    ("kind", "code"),
    [
        ("text", "no-header"),
        ("json", "no-header"),
        ("sqlite", "sqlite"),
        ("zip", "zip"),
        ("empty", "empty"),
        ("zeros", "no-header"),
        ("zstd", "no-header"),
        ("skippable", "no-header"),
    ],
)
def test_a_file_that_is_no_log_is_refused_by_what_it_is(tmp_path: Path, kind: str, code: str) -> None:
    (refused,) = discover(foreign_file(tmp_path / "thing.jsonl", kind)).refused
    assert refused.code == code
    assert refused.sentence.startswith("thing.jsonl")
    assert refused.remedy
    assert refused.diagnosis.severity is Severity.REFUSED


def test_utf_16_is_told_by_its_mark(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    path.write_text("".join(line.decode() + "\n" for line in LogBuilder("x").lines()), encoding="utf-16")
    (refused,) = discover(path).refused
    assert refused.code == "utf-16"


def test_a_newer_log_is_refused_with_its_file_and_direction_and_the_rest_opens(home: Path) -> None:
    lines = newer_version(LogBuilder("later").lines(), 5)
    path = write_lines(home / "sessions" / "--home-dev-demo--" / "later" / "session.v5.jsonl", lines)
    found = discover(home)
    (refused,) = found.refused
    assert refused.code == "newer"
    assert refused.sentence == (
        'session "later" uses log format v5, but this harness reads only v4: '
        f"the log was written by a newer harness — upgrade the harness to open it (raw log: {path})"
    )
    assert refused.diagnosis.harness.error_class == "SessionFormatUnsupportedError"
    assert ids(found) == ["one", "three", "two"]


@pytest.mark.parametrize("generation", [1, 2, 3, 4])
def test_later_generations_are_listed(home: Path, generation: int) -> None:
    header = {"type": "session", "version": generation, "id": "later", "createdAt": 1, "delegationDepth": 0}
    write_lines(home / "sessions" / "_no-cwd" / "later" / f"session.v{generation}.jsonl", [encode(header)])
    (artifact,) = [item for item in discover(home).artifacts if item.session_id == "later"]
    assert artifact.generation == generation
    assert artifact.problems == ()


def test_several_generations_of_one_session_are_all_listed(home: Path) -> None:
    folder = artifact_path(home, "/home/dev/demo", "one").parent
    header = {
        "type": "session",
        "version": 3,
        "id": "one",
        "createdAt": 1,
        "delegationDepth": 0,
        "isSeeded": False,
    }
    write_lines(folder / "session.v3.jsonl.zstd", [encode({**header, "cwd": "/home/dev/demo"})])
    for name in (
        "session.v0.jsonl",
        "session.v03.jsonl",
        "session.v3.jsonl.zstd.tmp",
        "session.lock",
        "SESSION.jsonl",
    ):
        (folder / name).write_text("not canonical")
    found = discover(home)
    assert [item.generation for item in found.artifacts if item.session_id == "one"] == [0, 3]
    assert found.refused == []


def test_names_and_folders_that_disagree_with_the_header_are_named(home: Path) -> None:
    log = artifact_path(home, "/home/dev/demo", "one")
    moved = log.parent.with_name("renamed")
    log.parent.rename(moved)
    wrong_version = artifact_path(home, None, "three").with_name("session.v2.jsonl.zstd")
    artifact_path(home, None, "three").rename(wrong_version)
    elsewhere = put(home, "four", "/home/dev/demo")
    elsewhere.parent.rename(home / "sessions" / "_no-cwd" / "four")
    by_id = {artifact.session_id: artifact for artifact in discover(home).artifacts}
    for name in ("one", "three", "four"):
        assert [problem.code for problem in by_id[name].problems] == ["misplaced"]
    assert by_id["two"].problems == ()
    assert [item.problems for item in discover(moved / log.name).artifacts] == [()], (
        "a file stands for itself"
    )


def test_what_stops_the_harness_for_a_whole_root_is_one_problem(home: Path) -> None:
    put(home, "plain", zstd=False)
    flat = home / "sessions" / "--home-dev-demo--" / "old.jsonl"
    write_lines(flat, LogBuilder("flat").lines())
    found = discover(home)
    assert ids(found) == ["flat", "one", "plain", "three", "two"]
    assert sorted(problem.code for problem in found.problems) == ["flat-file", "mixed-encodings"]


def test_the_same_id_in_two_projects_is_named(home: Path) -> None:
    put(home, "one", "/home/dev/other")
    codes = [problem.code for artifact in discover(home).artifacts for problem in artifact.problems]
    assert codes == ["duplicate-id"]


@pytest.mark.parametrize("session_id", ["one", "a b", "/x", "é😀", "\ud83d", "..", "~", "x~0041"])
def test_the_folder_of_a_session_gives_its_id_back(session_id: str) -> None:
    assert names.decode_segment(encode_segment(session_id)) == session_id


@pytest.mark.parametrize("name", ["x~0041", "~zz", "~D83D~", ""])
def test_a_folder_that_no_session_has_keeps_its_name(name: str) -> None:
    assert names.decode_segment(name) == name


def test_the_same_id_in_two_projects_is_named_in_whatever_formats(home: Path) -> None:
    LaterLog(4, "one", cwd="/home/dev/other").begin("Go").answer(["x"]).end().write(home / "sessions")
    codes = [problem.code for artifact in discover(home).artifacts for problem in artifact.problems]
    assert codes == ["duplicate-id"]


def test_links_in_circles_and_into_nothing_end(home: Path) -> None:
    project = home / "sessions" / "--home-dev-demo--"
    (project / "up").symlink_to(home / "sessions")
    (project / "self").symlink_to(project)
    (project / "nothing").symlink_to(home / "gone")
    (project / "again").symlink_to(project / "one")
    found = discover(home)
    assert ids(found) == ["one", "three", "two"]


def test_what_may_not_be_read_is_refused_and_the_rest_opens(home: Path) -> None:
    log, project = artifact_path(home, "/home/dev/demo", "one"), home / "sessions" / "_no-cwd"
    log.chmod(0)
    project.chmod(0)
    try:
        with ordinary_rights():
            found = discover(home)
            assert ids(found) == ["two"]
            assert {refused.code for refused in found.refused} == {"unreadable"}
    finally:
        project.chmod(0o700)


def test_a_named_pipe_is_no_log_and_does_not_hold_us_up(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.jsonl")
    (refused,) = discover(tmp_path / "pipe.jsonl").refused
    assert refused.code == "not-a-file"


def test_headers_are_read_one_by_one(home: Path) -> None:
    found = iter(discover(home))
    next(found)
    artifact_path(home, "/home/dev/My Proj", "two").unlink()
    assert sum(1 for _ in found) >= 1


def test_a_header_of_megabytes_is_read_and_an_endless_one_is_refused(tmp_path: Path) -> None:
    header = {"type": "session", "version": 0, "id": "x" * 1_000_000, "createdAt": 1, "delegationDepth": 0}
    for ending in ("jsonl", "jsonl.zstd"):
        (artifact,) = discover(write_lines(tmp_path / f"long.{ending}", [encode(header)])).artifacts
        assert len(artifact.session_id) == 1_000_000
    (tmp_path / "endless.jsonl").write_bytes(b"x" * 6_000_000)
    (tmp_path / "endless.jsonl.zstd").write_bytes(frame(b"x" * 6_000_000))
    for ending in ("jsonl", "jsonl.zstd"):
        (refused,) = discover(tmp_path / f"endless.{ending}").refused
        assert (refused.code, "over 4 MiB" in refused.sentence) == ("long-header", True)


def test_nothing_is_written_beside_a_source(home: Path) -> None:
    before = {path: path.stat().st_mtime_ns for path in home.rglob("*")}
    discover(home).artifacts  # noqa: B018
    assert {path: path.stat().st_mtime_ns for path in home.rglob("*")} == before


@given(st.text(max_size=30))
def test_folders_are_named_as_the_harness_names_them(text: str) -> None:
    assert names.project_key(text) == project_key(text)
    if text:
        assert names.encode_segment(text) == encode_segment(text)


def test_examples_of_folder_names() -> None:
    assert names.project_key("/home/dev/My Proj") == "--home-dev-My~0020Proj--"
    assert names.project_key("C:\\work\\agent") == "--C-work-agent--"
    assert names.project_key("/") == "--root--"
    assert names.project_key(None) == "_no-cwd"
    assert len(names.project_key("/" + "x" * 400)) == 255
    assert names.encode_segment("sess/1~é") == "sess~002F1~007E~00E9"
    assert (names.encode_segment("."), names.encode_segment("..")) == ("~002E", "~002E~002E")


def test_known_places_say_what_is_there(home: Path, tmp_path: Path) -> None:
    fresh = tmp_path / "elsewhere"
    fresh.mkdir()
    places = known_places({"DSH_HOME": str(home)}, fresh)
    assert [(place.path, place.found, place.count, place.reason, place.state) for place in places] == [
        (str(home), True, 3, "DSH_HOME", "found"),
        (str(fresh / ".dsh"), False, 0, "default", "missing"),
    ]
    (fresh / ".dsh" / "sessions").mkdir(parents=True)
    assert [place.state for place in known_places({"DSH_HOME": "  "}, fresh)] == ["empty"]
    assert [place.path for place in known_places({"DSH_HOME": "~/.dsh"}, fresh)] == [str(fresh / ".dsh")]
