"""What somebody is told who mistypes, forgets or begins: every refusal names what to do next."""

from __future__ import annotations

import io
import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from damage import cut_line
from log_files import write_lines
from logs import LogBuilder

from sessionlog.cli.main import run


def call(*argv: object) -> tuple[int, list[dict[str, Any]], str]:
    out, err = io.StringIO(), io.StringIO()
    status = run([*(str(word) for word in argv), "--json"], out, err)
    return status, [json.loads(line) for line in out.getvalue().splitlines()], err.getvalue()


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SESSIONLOOM_HOME", str(tmp_path / "data"))
    return tmp_path / "data"


@pytest.fixture
def log() -> LogBuilder:
    log = LogBuilder("demo")
    log.user("One").assistant("1").end_turn()
    log.user("Two").assistant("2").end_turn()
    return log.user("Three").assistant("3").end_turn()


def test_a_fork_at_an_event_that_is_not_there_is_refused(tmp_path: Path, log: LogBuilder) -> None:
    path = log.write_plain(tmp_path / "session.jsonl")
    last = len(log.events) - 1
    for more in ((), ("-o", tmp_path / "out")):
        status, printed, complaint = call("fork", path, "--at", 9999, *more)
        assert (status, printed) == (2, [])
        assert f"The log has no event #9999; it ends at #{last}." in complaint
    assert call("ls")[1] == [] and not (tmp_path / "out").exists()
    assert call("fork", path, "--at", last)[0] == 0
    assert call("fork", "--session", "demo", "--at", last + 1)[0] == 2
    assert call("fork", "--session", "demo")[0] == 0


def test_a_fork_of_a_damaged_session_says_where_what_it_inherits_ends(
    tmp_path: Path, log: LogBuilder
) -> None:
    path = write_lines(tmp_path / "damaged.jsonl", cut_line(log.lines(), 20))
    for more in ((), ("-o", tmp_path / "out")):
        status, (made,), complaint = call("fork", path, *more)
        assert status == 0 and made["inheritedEvents"] < len(log.events) / 2
        assert "the log is damaged; what a fork can inherit ends at #" in complaint
    whole = LogBuilder("whole").user("One").assistant("1").end_turn().write_plain(tmp_path / "whole.jsonl")
    assert call("fork", whole)[2] == ""
    status, printed, complaint = call("fork", path, "--at", len(log.events) - 1)
    assert (status, printed) == (2, []) and "behind damage" in complaint


@pytest.mark.parametrize("verb", ["ls", "inspect", "verify", "trace", "records", "fork"])
def test_reading_makes_no_library(tmp_path: Path, data: Path, verb: str) -> None:
    missing = tmp_path / "nothere.db"
    status, printed, complaint = call(verb, "--library", missing)
    assert (status, printed) == (2, [])
    assert f"There is no library at {missing}." in complaint and "sessionlog import PATH" in complaint
    status, printed, complaint = call(verb)
    assert printed == [] and status == (0 if verb in ("ls", "inspect", "verify") else 2)
    assert "The library is empty. Import sessions with sessionlog import PATH, or name a PATH." in complaint
    assert not missing.exists() and not data.exists()


def test_an_import_makes_the_library_it_is_told(tmp_path: Path, log: LogBuilder) -> None:
    path = log.write_plain(tmp_path / "session.jsonl")
    assert call("import", path, "--library", tmp_path / "new.db")[0] == 0
    status, (one,), complaint = call("ls", "--library", tmp_path / "new.db")
    assert (status, one["id"], complaint) == (0, "demo", "")


def test_two_logs_of_one_id_and_generation_are_told_apart_by_their_paths(
    tmp_path: Path, log: LogBuilder
) -> None:
    first = log.write_plain(tmp_path / "place" / "a.jsonl")
    second = shutil.copy(first, tmp_path / "place" / "b.jsonl")
    status, _, complaint = call("inspect", tmp_path / "place", "--session", "demo")
    assert status == 2
    assert "Name the file of one of them as PATH" in complaint and "@gN" not in complaint
    assert str(first) in complaint and str(second) in complaint
    assert call("inspect", second)[0] == 0


def test_a_forgotten_session_names_ten_and_says_how_many_more_there_are(tmp_path: Path) -> None:
    for number in range(13):
        LogBuilder(f"one-{number:02}").user("Hi").write_plain(tmp_path / "place" / f"{number:02}.jsonl")
    status, _, complaint = call("records", tmp_path / "place")
    assert status == 2 and len(complaint.splitlines()) == 12
    assert complaint.splitlines()[-1].endswith("… and 3 more; sessionlog ls lists them")


@pytest.mark.parametrize(
    ("name", "kind", "begins"),
    [
        ("x.zip", "raw", b"PK"),
        ("x.html", "html", b"<!"),
        ("x.HTM", "html", b"<!"),
        ("x.md", "markdown", b"# "),
        ("x.markdown", "markdown", b"# "),
        ("x", "raw", b"PK"),
    ],
)
def test_an_export_is_what_its_name_says(
    tmp_path: Path, log: LogBuilder, name: str, kind: str, begins: bytes
) -> None:
    path = log.write_plain(tmp_path / "session.jsonl")
    status, printed, _ = call("export", path, "-o", tmp_path / name)
    assert (status, printed[-1]["kind"]) == (0, kind)
    assert (tmp_path / name).read_bytes().startswith(begins)
    assert call("export", path, "-o", tmp_path / name, "--replace", "--format", kind)[0] == 0


def test_a_name_that_contradicts_the_format_is_refused(tmp_path: Path, log: LogBuilder) -> None:
    path = log.write_plain(tmp_path / "session.jsonl")
    status, printed, complaint = call("export", path, "-o", tmp_path / "x.html", "--format", "raw")
    assert (status, printed) == (2, []) and "x.html ends as html does, but --format says raw" in complaint
    assert not (tmp_path / "x.html").exists()


def test_an_export_onto_a_file_names_the_option_that_replaces_it(tmp_path: Path, log: LogBuilder) -> None:
    path = log.write_plain(tmp_path / "session.jsonl")
    (tmp_path / "x.zip").write_bytes(b"mine")
    status, _, complaint = call("export", path, "-o", tmp_path / "x.zip")
    assert status == 2 and "--replace" in complaint
    assert (tmp_path / "x.zip").read_bytes() == b"mine"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["page", "--messages", "many"], "'many' is no whole number"),
        (["page", "--before", "1.5"], "'1.5' is no whole number"),
        (["page", "--messages", "0"], "must be at least 1"),
    ],
)
def test_a_wrong_number_is_said_in_words(
    capsys: pytest.CaptureFixture[str], words: list[str], said: str
) -> None:
    assert run(words, io.StringIO(), io.StringIO()) == 2
    complaint = capsys.readouterr().err
    assert said in complaint and "invalid" not in complaint


def test_a_library_without_damage_is_not_replaced_unasked(
    tmp_path: Path, data: Path, log: LogBuilder
) -> None:
    assert call("rescue")[0] == 2 and not data.exists()
    call("import", log.write_plain(tmp_path / "session.jsonl"))
    before = (data / "library.db").read_bytes()
    status, printed, complaint = call("rescue")
    assert (
        (status, printed) == (2, []) and "Nothing is damaged in it." in complaint and "--anyway" in complaint
    )
    assert (data / "library.db").read_bytes() == before and not list(data.glob("*.damaged-*"))
    status, printed, _ = call("rescue", "--anyway")
    assert (status, printed) == (0, [{"id": "demo", "state": "whole", "missing": None}])
    assert list(data.glob("*.damaged-*"))


def test_a_folder_of_nothing_but_zips_names_them(tmp_path: Path, log: LogBuilder) -> None:
    path, place = log.write_plain(tmp_path / "session.jsonl"), tmp_path / "case"
    place.mkdir()
    call("export", path, "-o", place / "a.zip")
    assert "It holds the ZIP a.zip; choose that." in call("ls", place)[2]
    for name in "bcdef":
        shutil.copy(place / "a.zip", place / f"{name}.zip")
    status, _, complaint = call("ls", place)
    assert status == 2 and "It holds 6 ZIPs (a.zip, b.zip, c.zip, d.zip, …); choose one." in complaint
    assert call("ls", place / "a.zip")[0] == 0


def test_verify_says_where_each_of_two_like_named_sessions_stands_and_sums_up(
    tmp_path: Path, log: LogBuilder
) -> None:
    place = tmp_path / "place"
    first = log.write_plain(place / "a.jsonl")
    second = write_lines(place / "b.jsonl", cut_line(log.lines(), 20))
    LogBuilder("other").user("Hi").assistant("Hello").end_turn().write_plain(place / "c.jsonl")
    status, found, _ = call("verify", place)
    assert status == 1
    assert {one.get("artifact") for one in found if one["id"] == "demo"} == {str(first), str(second)}
    assert ["artifact" in one for one in found if one["id"] == "other"] == [False]
    out = io.StringIO()
    assert run(["verify", str(place)], out, io.StringIO()) == 1
    assert out.getvalue().splitlines()[-1] == "3 sessions: 2 ok, 1 damaged."


def test_comparing_at_a_path_makes_no_library_either(tmp_path: Path, data: Path, log: LogBuilder) -> None:
    place = tmp_path / "place"
    log.write_plain(place / "a.jsonl")
    LogBuilder("other").user("Hi").assistant("Hello").end_turn().write_plain(place / "b.jsonl")
    status, _, complaint = call("compare", "demo", "other", place, "--library", tmp_path / "nothere.db")
    assert status == 2 and "There is no library at" in complaint
    assert call("compare", "demo", "other", place)[0] == 0
    assert call("compare", "demo", "other")[0] == 2
    assert not (tmp_path / "nothere.db").exists() and not (data / "library.db").exists()
    assert not list(data.glob("cache/scratch/*/library.db"))
